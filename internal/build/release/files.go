package release

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"

	"storefront/internal/lib/digest"
	"storefront/internal/lib/wholefile"
)

// Has reports whether the spare holds a file.
func (t *Tree) Has(rel string) bool {
	_, err := os.Stat(t.path(rel))
	return err == nil
}

// Read returns a file of the spare.
func (t *Tree) Read(rel string) ([]byte, error) { return os.ReadFile(t.path(rel)) }

// Map returns a file of the spare without copying it, until it is released.
func (t *Tree) Map(rel string) (data []byte, release func(), err error) {
	return wholefile.Map(t.path(rel))
}

// Write puts a file of some parts into the spare. It never writes into an existing file: the live tree may have that
// file too.
func (t *Tree) Write(rel string, parts ...[]byte) (File, error) {
	target := t.path(rel)
	err := wholefile.Create(target, 0o644, parts...)
	if errors.Is(err, fs.ErrNotExist) { // it is the first in its folder
		if err := makeFolder(filepath.Dir(target)); err != nil {
			return File{}, err
		}
		err = wholefile.Create(target, 0o644, parts...)
	}
	if errors.Is(err, fs.ErrExist) {
		if err := os.Remove(target); err != nil {
			return File{}, err
		}
		err = wholefile.Create(target, 0o644, parts...)
	}
	if err != nil {
		return File{}, err
	}
	t.noteChanged(rel)
	return Describe(rel, parts...), nil
}

// WriteStart writes over the start of a file that this build has written into the spare.
func (t *Tree) WriteStart(rel string, start []byte) (File, error) {
	f, err := os.OpenFile(t.path(rel), os.O_WRONLY, 0)
	if err != nil {
		return File{}, err
	}
	_, err = f.WriteAt(start, 0)
	if err = errors.Join(err, f.Close()); err != nil {
		return File{}, err
	}
	data, release, err := t.Map(rel)
	if err != nil {
		return File{}, err
	}
	defer release()
	return Describe(rel, data), nil
}

// makeFolder is MkdirAll for folders that are mostly new below one that exists: it does not look first.
func makeFolder(folder string) error {
	if os.Mkdir(folder, 0o755) == nil {
		return nil
	}
	return os.MkdirAll(folder, 0o755)
}

// Describe returns the entry of a file in the list of its build.
func Describe(rel string, parts ...[]byte) File {
	f := File{Path: rel, Hash: digest.OfFile(parts...)}
	for _, p := range parts {
		f.Size += int64(len(p))
	}
	return f
}

// holds reports whether data is the content of the file. Builds that are kept from before XXH3 are listed by the first
// half of their files' SHA-256.
func (f File) holds(data []byte) bool {
	if digest.OfFile(data) == f.Hash {
		return true
	}
	sum := sha256.Sum256(data)
	return bytes.Equal(sum[:len(f.Hash)], f.Hash[:])
}

// Adopt links a file that is never written into the spare. If that fails, nothing has changed: the file may be
// on another device, or have as many links as its file system allows.
func (t *Tree) Adopt(file, rel string) error {
	if err := os.MkdirAll(filepath.Dir(t.path(rel)), 0o755); err != nil {
		return err
	}
	if err := linkOver(file, t.path(rel)); err != nil {
		return err
	}
	t.noteChanged(rel)
	return nil
}

// linkOver links a file in place of what is at the target.
func linkOver(file, target string) error {
	err := os.Link(file, target)
	if errors.Is(err, fs.ErrExist) {
		if err := os.Remove(target); err != nil {
			return err
		}
		return os.Link(file, target)
	}
	return err
}

// Remove removes a file, and the folders that it leaves empty, from the spare.
func (t *Tree) Remove(rel string) error {
	t.noteRemoved(rel)
	return t.removeFrom(t.spare, rel)
}

func (t *Tree) removeFrom(which, rel string) error {
	err := os.Remove(filepath.Join(t.dir(which), filepath.FromSlash(rel)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for folder := filepath.Dir(rel); folder != "." && os.Remove(filepath.Join(t.dir(which), folder)) == nil; {
		folder = filepath.Dir(folder)
	}
	return nil
}

// linkAll links the files of one tree below a folder into the other tree, until ctx ends.
func (t *Tree) linkAll(ctx context.Context, from, to, folder string) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.NumCPU())
	source := filepath.Join(t.dir(from), folder)
	if _, err := os.Stat(source); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	err := linkFolder(ctx, group, source, filepath.Join(t.dir(to), folder))
	return cmp.Or(group.Wait(), err)
}

// linkFolder links the files of a folder into another. Its folders are linked concurrently if the group has room,
// its files one by one: the file system makes links of one folder wait for each other.
func linkFolder(ctx context.Context, group *errgroup.Group, from, to string) error {
	if err := makeFolder(to); err != nil {
		return err
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		source, target := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		next := func() error { return linkFolder(ctx, group, source, target) }
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case !e.IsDir():
			err = linkInFolder(source, target)
		case !group.TryGo(next):
			err = next()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// link links a file of one tree into the other, in place of what is there.
func (t *Tree) link(from, to, rel string) error {
	return linkInFolder(filepath.Join(t.dir(from), rel), filepath.Join(t.dir(to), rel))
}

// linkInFolder is linkOver, which also makes the folder of the target if need be.
func linkInFolder(file, target string) error {
	err := linkOver(file, target)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.Link(file, target)
	}
	return err
}

// replaceJSON writes a file whole or not at all.
func replaceJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return ReplaceFile(path, append(data, '\n'))
}

// ReplaceFile writes a file whole or not at all.
func ReplaceFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path+".next", data, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".next", path)
}

// Deployments have assets and pictures in common. The names of these files depend on their content, so one file serves
// the trees of all by hard links: it is read and written once, however many deployments there are, and disappears
// with the last of them.

// shared are the files that trees of one build have offered to the others, by path below a tree.
type shared map[string]sharedFile

type sharedFile struct {
	at   string
	file File
}

// Share puts a file, whose name depends on its content, into the spare: as a link to the file of another deployment if
// one has it, else as a copy.
func (t *Tree) Share(from, rel string) (File, error) {
	if offered, ok := (*t.shared)[rel]; ok && t.Adopt(offered.at, rel) == nil {
		return offered.file, nil
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return File{}, err
	}
	file := Describe(rel, data)
	if there := t.elsewhere(rel, data); there == "" || t.Adopt(there, rel) != nil {
		if _, err = t.Write(rel, data); err != nil {
			return File{}, err
		}
	}
	if _, ok := (*t.shared)[rel]; !ok {
		(*t.shared)[rel] = sharedFile{t.path(rel), file} // the spare keeps its place when it is published
	}
	return file, nil
}

// elsewhere returns a file with this content in the live tree of another deployment; empty if there is none. A live
// tree is whole.
func (t *Tree) elsewhere(rel string, data []byte) string {
	trees, _ := os.ReadDir(filepath.Join(string(t.folder), "trees"))
	for _, e := range trees {
		if e.Name() == t.deployment {
			continue
		}
		root, err := t.folder.WebRoot(e.Name())
		if err != nil {
			continue
		}
		file := filepath.Join(root, filepath.FromSlash(rel))
		if there, err := os.ReadFile(file); err == nil && bytes.Equal(there, data) {
			return file
		}
	}
	return ""
}
