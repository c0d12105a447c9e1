package engine

import (
	"bufio"
	"encoding/gob"
	"os"
	"path/filepath"

	"storefront/internal/build/pages"
	"storefront/internal/content/diag"
)

// glance is the part of the last build's memory that tells whether anything has changed at all.
type glance struct {
	Engine pages.Key
	Bundle string
	CSP    []string
	Day    string
	Files  files
	// Partial says that one deployment was built alone: then Files are of the build before, which the others are at, and what
	// it has seen since is not known.
	Partial bool
	// Builds are the ids of the deployments' last builds.
	Builds map[string]string
	// Warnings are said again as long as what they are about stands.
	Warnings []diag.Diagnostic
	// But is what was let through; Skipped and Untranslated are told again like warnings.
	But          []pages.Withheld
	Skipped      Withheld
	Untranslated int
}

// memory is what the last build knew of content, so that only what has changed is read again.
type memory struct {
	Vocabulary pages.Key
	Products   map[string]*pages.Summary
	Posts      map[string][]*pages.PostSummary // by folder
	Warnings   map[string][]diag.Diagnostic    // by group of files
	Reviews    map[string]pages.Key            // of what was exported of a product
}

// output is one page of a tree, or one file where Key is that of its content, or of what that is made of, and there is no
// payload.
type output struct {
	Key     pages.Key
	File    written
	Payload written
	// Variants are the pictures in other sizes that the page asks for, where they are written too.
	Variants []string
}

// written is a file of a tree. An empty path is no file.
type written struct {
	Path string
	Size int
	Hash pages.Key
}

// outputs are a build's pages and files by address.
type outputs map[string]output

// store keeps gobs in a folder, each written whole or not at all.
type store struct{ dir string }

func (s store) save(name string, v any) error {
	tmp, err := os.CreateTemp(s.dir, name+"-*")
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(tmp, 1<<20)
	err = gob.NewEncoder(w).Encode(v)
	if err == nil {
		err = w.Flush()
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), filepath.Join(s.dir, name))
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
	}
	return err
}

// load says whether there was something that could be read; anything else is as if nothing were there.
func (s store) load(name string, v any) bool {
	f, err := os.Open(filepath.Join(s.dir, name))
	if err != nil {
		return false
	}
	defer f.Close()
	return gob.NewDecoder(bufio.NewReaderSize(f, 1<<20)).Decode(v) == nil
}
