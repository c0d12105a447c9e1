package importer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/internal/content/importer"
)

var today = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func check(folder string) ([]diag.Diagnostic, error) {
	return engine.Check(context.Background(), engine.Options{Content: folder, AsOf: today})
}

func options(content string) importer.Options {
	return importer.Options{Content: content, Check: check, Now: today}
}

// unpack writes the files of an archive and different pictures with the given names.
func unpack(t *testing.T, archive string, pictures ...string) string {
	t.Helper()
	root := t.TempDir()
	a, err := txtar.ParseFile(filepath.Join("testdata", archive))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		contenttest.Write(t, root, f.Name, string(f.Data))
	}
	for i, name := range pictures {
		contenttest.Write(t, root, name, picture(t, name, uint8(i*40)))
	}
	return root
}

func picture(t *testing.T, name string, shade uint8) string {
	t.Helper()
	var b bytes.Buffer
	m := image.NewGray(image.Rect(0, 0, 8, 6))
	m.Set(3, 3, color.Gray{shade + 20})
	var err error
	switch filepath.Ext(name) {
	case ".jpg":
		err = jpeg.Encode(&b, m, nil)
	case ".gif":
		err = gif.Encode(&b, m, nil)
	default:
		err = png.Encode(&b, m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// golden compares the written files and the report with a golden file; UPDATE=1 writes it.
func golden(t *testing.T, name, content, from string, before map[string]bool, report *importer.Report) {
	t.Helper()
	var a txtar.Archive
	for file := range tree(t, content) {
		if before[file] || strings.HasPrefix(filepath.Base(file), ".") || strings.HasPrefix(file, ".imported") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(content, file))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(file, "media/") && !strings.HasSuffix(file, ".yaml") {
			data = []byte("a picture\n")
		}
		a.Files = append(a.Files, txtar.File{Name: filepath.ToSlash(file), Data: data})
	}
	for _, file := range []string{"media/en.yaml", "media/ar.yaml"} {
		data, _ := os.ReadFile(filepath.Join(content, file))
		a.Files = append(a.Files, txtar.File{Name: file, Data: data})
	}
	sortFiles(&a)
	var lines strings.Builder
	for _, n := range report.Unmapped {
		lines.WriteString(strings.NewReplacer(from+"/", "", content, "content").Replace(n.String()) + "\n")
	}
	for _, w := range report.Warnings {
		lines.WriteString("check: " + strings.ReplaceAll(w, content, "content") + "\n")
	}
	a.Files = append(a.Files, txtar.File{Name: "the report", Data: []byte(lines.String())})
	path := filepath.Join("testdata", name)
	got := txtar.Format(&a)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, _ := os.ReadFile(path)
	if !bytes.Equal(got, want) {
		t.Errorf("the written files differ from %s; UPDATE=1 rewrites it", path)
	}
}

func sortFiles(a *txtar.Archive) {
	for i := range a.Files {
		for j := i; j > 0 && a.Files[j].Name < a.Files[j-1].Name; j-- {
			a.Files[j], a.Files[j-1] = a.Files[j-1], a.Files[j]
		}
	}
}

func tree(t *testing.T, root string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			rel, _ := filepath.Rel(root, path)
			all[rel] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// inOrder fails the test if the real check finds mistakes in the content.
func inOrder(t *testing.T, content string) {
	t.Helper()
	if _, err := check(content); err != nil {
		t.Errorf("the check finds mistakes in the imported content: %v", err)
	}
}

func explain(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if invalid, ok := errors.AsType[*engine.InvalidContentError](err); ok {
		for _, d := range invalid.Diagnostics {
			t.Log(d)
		}
	}
	if unfit, ok := errors.AsType[*importer.SourceError](err); ok {
		for _, n := range unfit.Wrong {
			t.Log(n)
		}
	}
	t.Fatal(err)
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var background = context.Background()

// priceIn returns the price of the only unit of the product x.
func priceIn(t *testing.T, content string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(content, "products/x/product.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), " price: ")
	price, _, _ := strings.Cut(rest, "}")
	return price
}
