// Package contenttest gives tests a small valid catalogue, in a folder of their own to change.
package contenttest

import (
	"embed"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

//go:embed all:content
var content embed.FS

// Copy writes the catalogue into a folder that the test may change.
func Copy(t testing.TB) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "content")
	inner, err := fs.Sub(content, "content")
	if err == nil {
		err = os.CopyFS(root, inner)
	}
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// Read returns the text of a file.
func Read(t testing.TB, root, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Replace changes a text in a file, which must contain it once.
func Replace(t testing.TB, root, file, old, new string) {
	t.Helper()
	path := filepath.Join(root, file)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(data), old) != 1 {
		t.Fatalf("%s holds %q %d times", file, old, strings.Count(string(data), old))
	}
	Write(t, root, file, strings.Replace(string(data), old, new, 1))
}

// Write makes a file.
func Write(t testing.TB, root, file, text string) {
	t.Helper()
	path := filepath.Join(root, file)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Remove removes a file or folder.
func Remove(t testing.TB, root, file string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(root, file)); err != nil {
		t.Fatal(err)
	}
}
