package sitebundle_test

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/build/sitebundle"
)

// newBundle returns the folder of a small site bundle.
func newBundle(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "dist")
	for name, text := range map[string]string{
		"bundle.json": `{"hash": "abc123"}`, "client/assets/a.js": "a", "server/worker.mjs": "w", "notes.txt": "no",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func TestInstalledBundleEqualsThePackedOne(t *testing.T) {
	dir, root := newBundle(t), t.TempDir()
	archive, err := sitebundle.Pack(dir, filepath.Join(root, "out"))
	if err != nil || filepath.Base(archive) != "storefront-site-abc123.tgz" {
		t.Fatalf("%s: %v", archive, err)
	}
	first, _ := os.ReadFile(archive)
	if again, err := sitebundle.Pack(dir, filepath.Join(root, "out")); err != nil {
		t.Fatal(err)
	} else if second, _ := os.ReadFile(again); string(first) != string(second) {
		t.Error("two archives of the same bundle differ")
	}
	r, err := sitebundle.Install(archive, root)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, sitebundle.RecordFile), string(r.Bytes()))
	read, err := sitebundle.ReadRecord(root)
	if err != nil || read != r || r.Version != "abc123" {
		t.Errorf("the record %+v comes back as %+v: %v", r, read, err)
	}
	if err := read.Verify(root); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(root, r.Path(), "notes.txt")); err == nil {
		t.Error("a file outside the bundle was packed")
	}
	if sum, err := sitebundle.Sum(dir); err != nil || sum != r.Sum {
		t.Errorf("the folder has the sum %s, its archive %s: %v", sum, r.Sum, err)
	}
	for _, change := range []func(name string) error{
		func(name string) error { return os.WriteFile(name, []byte("other"), 0o644) },
		os.Remove,
		func(string) error { return os.RemoveAll(filepath.Join(root, r.Path())) },
	} {
		if err := change(filepath.Join(root, r.Path(), "client", "assets", "a.js")); err != nil {
			t.Fatal(err)
		}
		if read.Verify(root) == nil {
			t.Error("a changed bundle is accepted")
		}
	}
	if _, err := sitebundle.Install(archive, root); err != nil {
		t.Error(err)
	}
	if err := read.Verify(root); err != nil {
		t.Errorf("a bundle that is installed again: %v", err)
	}
}

func TestInstallRejectsAnArchiveWithAWrongChecksum(t *testing.T) {
	root := t.TempDir()
	archive, err := sitebundle.Pack(newBundle(t), root)
	if err != nil {
		t.Fatal(err)
	}
	write(t, archive+".sha256", strings.Repeat("0", 64)+"  x\n")
	if _, err := sitebundle.Install(archive, root); err == nil || !strings.Contains(err.Error(), "its checksum") {
		t.Errorf("the error is %v", err)
	}
}

func TestInstallWritesNothingOutsideItsFolder(t *testing.T) {
	for _, h := range []tar.Header{
		{Name: "site/../../escaped", Typeflag: tar.TypeReg}, {Name: "/site/escaped", Typeflag: tar.TypeReg},
		{Name: "escaped", Typeflag: tar.TypeReg}, {Name: "site//escaped", Typeflag: tar.TypeReg},
		{Name: "site/link", Typeflag: tar.TypeSymlink, Linkname: "/etc"}, {Name: "site/x", Typeflag: tar.TypeFifo},
	} {
		root := filepath.Join(t.TempDir(), "root")
		archive := filepath.Join(t.TempDir(), "x.tgz")
		out, err := os.Create(archive)
		if err != nil {
			t.Fatal(err)
		}
		zip := gzip.NewWriter(out)
		tape := tar.NewWriter(zip)
		if err := errors.Join(tape.WriteHeader(&h), tape.Close(), zip.Close(), out.Close()); err != nil {
			t.Fatal(err)
		}
		if _, err := sitebundle.Install(archive, root); err == nil ||
			!strings.Contains(err.Error(), "is not a site bundle") {
			t.Errorf("%s: the error is %v", h.Name, err)
		}
		if left, _ := filepath.Glob(filepath.Join(root, "*", "*")); len(left) > 0 {
			t.Errorf("%s left %v", h.Name, left)
		}
	}
}

func TestReadRecordReportsInvalidSettings(t *testing.T) {
	for text, want := range map[string]string{
		"site: {version: x}":             "site needs version and sum",
		"{":                              "generate.yaml",
		"site: {version: ../x, sum: h1}": `"../x" is not the version of a site bundle`,
	} {
		root := t.TempDir()
		write(t, filepath.Join(root, sitebundle.RecordFile), text)
		if _, err := sitebundle.ReadRecord(root); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v", text, err)
		}
	}
}
