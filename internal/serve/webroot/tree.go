package webroot

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"storefront/internal/core/locale"
)

// tree is a deployment's live tree of files, as it was when the answer began.
type tree struct {
	deployment string
	root       *os.Root
}

// mostTurns bounds how many builds may be published while one answer is looked for.
const mostTurns = 16

// inTree calls look with the live tree, and again with the next one for as long as the tree did not stay live meanwhile:
// publish changes a tree only once it is out of service. It is the link that tells, not the tree it leads to: after two
// builds the same tree is live again, and was changed in between.
func (s *Server) inTree(d *deployment, look func(*tree) error) error {
	link := filepath.Join(s.public, d.ID)
	for range mostTurns {
		before, err := os.Lstat(link)
		if isMissing(err) {
			return errNoBuild
		}
		if err != nil {
			return err
		}
		root, err := os.OpenRoot(link)
		if isMissing(err) {
			return errNoBuild
		}
		if err != nil {
			return err
		}
		err = look(&tree{deployment: d.ID, root: root})
		_ = root.Close()
		if after, gone := os.Lstat(link); gone == nil && sameLink(before, after) {
			return err
		}
	}
	return errNoBuild
}

// sameLink tells the links of two builds apart even where the later took over the inode of the earlier.
func sameLink(a, b fs.FileInfo) bool { return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) }

// page opens what answers a path, which is percent-encoded; nil where nothing does.
func (t *tree) page(path string) (*os.File, string, error) {
	for _, name := range fileNames(path) {
		f, err := t.open(name)
		if err == nil {
			return f, name, nil
		}
		if !isMissing(err) {
			return nil, "", err
		}
	}
	return nil, "", nil
}

// answers says that a path, which is percent-encoded, has a page or a file.
func (t *tree) answers(path string) bool {
	f, _, err := t.page(path)
	if f == nil || err != nil {
		return false
	}
	_ = f.Close()
	return true
}

// notFound opens the page that says so in the language of a path.
func (t *tree) notFound(path string) (*os.File, string, error) {
	name := "404.html"
	if code, _ := locale.Split(path); code != "" {
		if f, err := t.open(code + "/" + name); err == nil {
			return f, code + "/" + name, nil
		}
	}
	f, err := t.open(name)
	if isMissing(err) {
		return nil, "", errNoBuild
	}
	return f, name, err
}

// open opens a file, and only a file. Links do not lead out of the tree.
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

func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG)
}

// isHidden keeps back what a tree may hold for others than visitors.
func isHidden(segment string) bool {
	return strings.HasPrefix(segment, ".") || strings.HasSuffix(segment, ".build")
}
