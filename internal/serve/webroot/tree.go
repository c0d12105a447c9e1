package webroot

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"storefront/internal/core/route"
	"storefront/internal/serve/live"
)

// tree is a deployment's live tree of files during one View.
type tree struct {
	deployment string
	root       *os.Root
}

// viewTree calls read with the live tree of a deployment, as live.Builds.View does.
func (s *Server) viewTree(d *deployment, read func(*tree) error) error {
	return s.builds.View(d.ID, func(root *os.Root, _ fs.FileInfo) error {
		return read(&tree{deployment: d.ID, root: root})
	})
}

// openPage opens the file that answers a percent-encoded path; nil if none does.
func (t *tree) openPage(path string) (*os.File, string, error) {
	for _, name := range fileNames(path) {
		f, err := t.open(name)
		if err == nil {
			return f, name, nil
		}
		if !live.IsMissing(err) {
			return nil, "", err
		}
	}
	return nil, "", nil
}

// hasFile reports whether a percent-encoded path has a page or a file.
func (t *tree) hasFile(path string) bool {
	f, _, err := t.openPage(path)
	if f == nil || err != nil {
		return false
	}
	_ = f.Close()
	return true
}

// openNotFound opens the not-found page in the language of a path.
func (t *tree) openNotFound(path string) (*os.File, string, error) {
	name := "404.html"
	if code, _ := route.SplitLanguage(path); code != "" {
		if f, err := t.open(code + "/" + name); err == nil {
			return f, code + "/" + name, nil
		}
	}
	f, err := t.open(name)
	if live.IsMissing(err) {
		return nil, "", live.ErrNoBuild
	}
	return f, name, err
}

// open opens a regular file. Links cannot lead out of the tree.
func (t *tree) open(name string) (*os.File, error) {
	f, err := t.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

func (t *tree) read(name string) ([]byte, error) { return t.root.ReadFile(filepath.FromSlash(name)) }

// isHidden reports whether a segment of a path is not for visitors.
func isHidden(segment string) bool {
	return strings.HasPrefix(segment, ".") || strings.HasSuffix(segment, ".build")
}
