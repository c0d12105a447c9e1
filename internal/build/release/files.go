package release

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"storefront/internal/lib/digest"
	"storefront/internal/lib/wholefile"
)

// Has reports whether the spare tree has a file.
func (t *Tree) Has(rel string) bool {
	_, err := os.Stat(t.sparePath(rel))
	return err == nil
}

// Read returns a file of the spare tree.
func (t *Tree) Read(rel string) ([]byte, error) { return os.ReadFile(t.sparePath(rel)) }

// Map returns a file of the spare tree without copying it. The data is valid until release is called.
func (t *Tree) Map(rel string) (data []byte, release func(), err error) {
	return wholefile.Map(t.sparePath(rel))
}

// Write writes a file, the concatenation of parts, into the spare tree. It replaces an existing file and never writes
// into it, since the live tree may link the same file.
func (t *Tree) Write(rel string, parts ...[]byte) (File, error) {
	target := t.sparePath(rel)
	err := wholefile.Create(target, 0o644, parts...)
	if errors.Is(err, fs.ErrNotExist) { // its folder does not exist
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
	t.recordChanged(rel)
	return FileOf(rel, parts...), nil
}

// OverwriteStart overwrites the start of a file that this build has written into the spare tree.
func (t *Tree) OverwriteStart(rel string, start []byte) (File, error) {
	f, err := os.OpenFile(t.sparePath(rel), os.O_WRONLY, 0)
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
	return FileOf(rel, data), nil
}

// makeFolder is os.MkdirAll for folders that are mostly new and whose parent mostly exists: it tries Mkdir first.
func makeFolder(folder string) error {
	if os.Mkdir(folder, 0o755) == nil {
		return nil
	}
	return os.MkdirAll(folder, 0o755)
}

// FileOf returns the list entry of a file with the given content.
func FileOf(rel string, parts ...[]byte) File {
	f := File{Path: rel, Hash: digest.OfFile(parts...)}
	for _, p := range parts {
		f.Size += int64(len(p))
	}
	return f
}

// matches reports whether data is the content of the file. Lists of older builds have the first half of the SHA-256 in
// place of XXH3.
func (f File) matches(data []byte) bool {
	if digest.OfFile(data) == f.Hash {
		return true
	}
	sum := sha256.Sum256(data)
	return bytes.Equal(sum[:len(f.Hash)], f.Hash[:])
}

// LinkFile adds a hard link to a file, which must never be written, to the spare tree. It changes nothing if it fails:
// the file may be on another device, or have as many links as its file system allows.
func (t *Tree) LinkFile(file, rel string) error {
	if err := os.MkdirAll(filepath.Dir(t.sparePath(rel)), 0o755); err != nil {
		return err
	}
	if err := linkReplacing(file, t.sparePath(rel)); err != nil {
		return err
	}
	t.recordChanged(rel)
	return nil
}

// linkReplacing links a file at the target and replaces an existing file there.
func linkReplacing(file, target string) error {
	err := os.Link(file, target)
	if errors.Is(err, fs.ErrExist) {
		if err := os.Remove(target); err != nil {
			return err
		}
		return os.Link(file, target)
	}
	return err
}

// Remove removes a file, and the folders that it leaves empty, from the spare tree.
func (t *Tree) Remove(rel string) error {
	t.recordRemoved(rel)
	return t.removeFrom(t.spare, rel)
}

func (t *Tree) removeFrom(name, rel string) error {
	err := os.Remove(filepath.Join(t.dir(name), filepath.FromSlash(rel)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for folder := filepath.Dir(rel); folder != "." && os.Remove(filepath.Join(t.dir(name), folder)) == nil; {
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

// linkFolder links the files of a folder into another. Its folders are linked concurrently if the group has room, its
// files one by one: the file system makes links of one folder wait for each other.
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
			err = linkCreatingFolder(source, target)
		case !group.TryGo(next):
			err = next()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// linkFromTree links a file of one tree into the other and replaces an existing file there.
func (t *Tree) linkFromTree(from, to, rel string) error {
	return linkCreatingFolder(filepath.Join(t.dir(from), rel), filepath.Join(t.dir(to), rel))
}

// linkCreatingFolder is linkReplacing that also creates the folder of the target if it does not exist.
func linkCreatingFolder(file, target string) error {
	err := linkReplacing(file, target)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.Link(file, target)
	}
	return err
}

// writeJSONAtomic writes a JSON file completely or not at all.
func writeJSONAtomic(path string, v any) error {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return WriteFileAtomic(path, append(data, '\n'))
}

// WriteFileAtomic writes a file completely or not at all.
func WriteFileAtomic(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(path+".next", data, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".next", path)
}

// Deployments have assets and pictures in common. The names of these files depend on their content, so one file serves
// the trees of all by hard links: it is read and written once, however many deployments there are, and is deleted with
// the last link.

// sharedFiles are the files that trees of one build have offered to the others, by path below a tree.
type sharedFiles map[string]sharedFile

type sharedFile struct {
	path string
	file File
}

// Share adds a file, whose name depends on its content, to the spare tree: as a link to the file of another deployment
// if one has it, otherwise as a copy. Share returns an error if the SHA-256 of the content does not begin with hash, in
// hexadecimal; an empty hash matches any content.
func (t *Tree) Share(from, rel, hash string) (File, error) {
	if known, ok := (*t.sharedFiles)[rel]; ok && t.LinkFile(known.path, rel) == nil {
		return known.file, nil
	}
	data, err := readUnchanged(from, hash)
	if err != nil {
		return File{}, err
	}
	file := FileOf(rel, data)
	if other := t.findInOtherDeployments(rel, data); other == "" || t.LinkFile(other, rel) != nil {
		if _, err = t.Write(rel, data); err != nil {
			return File{}, err
		}
	}
	if _, ok := (*t.sharedFiles)[rel]; !ok {
		(*t.sharedFiles)[rel] = sharedFile{t.sparePath(rel), file} // publishing does not move the spare tree
	}
	return file, nil
}

// readUnchanged reads a file. It returns an error if the SHA-256 of the content does not begin with hash.
func readUnchanged(path, hash string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(data); !strings.HasPrefix(hex.EncodeToString(sum[:]), hash) {
		return nil, fmt.Errorf("%s changed during the build", path)
	}
	return data, nil
}

// findInOtherDeployments returns the path of a file with this content in the live tree of another deployment; empty if
// there is none.
func (t *Tree) findInOtherDeployments(rel string, data []byte) string {
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
		if other, err := os.ReadFile(file); err == nil && bytes.Equal(other, data) {
			return file
		}
	}
	return ""
}
