package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sync/errgroup"

	"storefront/internal/content/diag"
)

// stat distinguishes a changed file from an unchanged one without reading it.
type stat struct {
	Size  int64
	MTime int64
}

// files are the stats of a folder's files by path below it, grouped by their first two folders ("products/x"), which is
// the unit that is read again when one of its files changes.
type files map[string]map[string]stat

// scan returns the stats of every file below root, until ctx ends. Hidden files and editors' backups are not content.
func scan(ctx context.Context, root string) (files, error) {
	all := files{}
	tops, err := os.ReadDir(root)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.NumCPU())
	top := map[string]stat{}
	for _, t := range tops {
		switch {
		case ignored(t.Name()):
		case t.IsDir():
			group.Go(func() error { return all.scanFolder(ctx, root, t.Name(), &mu) })
		default:
			if err := addStat(top, t.Name(), filepath.Join(root, t.Name()), t); err != nil {
				return nil, errors.Join(err, group.Wait())
			}
		}
	}
	err = group.Wait()
	all[""] = top
	return all, err
}

// scanFolder adds the groups of one folder of root.
func (f files) scanFolder(ctx context.Context, root, folder string, mu *sync.Mutex) error {
	children, err := os.ReadDir(filepath.Join(root, folder))
	if err != nil {
		return err
	}
	direct := map[string]stat{}
	add := func(group string, found map[string]stat) {
		mu.Lock()
		defer mu.Unlock()
		f[group] = found
	}
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for _, c := range children {
		switch {
		case ctx.Err() != nil:
			return errors.Join(ctx.Err(), group.Wait())
		case ignored(c.Name()):
		case c.IsDir():
			group.Go(func() error {
				found, err := scanGroup(root, folder+"/"+c.Name())
				add(folder+"/"+c.Name(), found)
				return err
			})
		default:
			if err := addStat(direct, c.Name(), filepath.Join(root, folder, c.Name()), c); err != nil {
				return errors.Join(err, group.Wait())
			}
		}
	}
	add(folder, direct)
	return group.Wait()
}

func ignored(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || strings.HasSuffix(name, ".swp")
}

// addStat adds a file, which may be a link to one. Anything else would never end when it is read: a pipe, a device.
func addStat(to map[string]stat, name, path string, e fs.DirEntry) error {
	info, err := e.Info()
	if err != nil { // a file that is gone by now is not there
		return nil
	}
	kind := info.Mode()
	if kind&fs.ModeSymlink != 0 {
		if of, err := os.Stat(path); err == nil && !of.IsDir() {
			kind = of.Mode()
		} else {
			kind = 0
		}
	}
	if !kind.IsRegular() {
		return &Invalid{Diagnostics: []diag.Diagnostic{{Path: path, Line: 1, Col: 1,
			Message: "this is a pipe, a device or a socket; content consists of files"}}}
	}
	to[name] = stat{info.Size(), info.ModTime().UnixNano()}
	return nil
}

func scanGroup(root, group string) (map[string]stat, error) {
	found := map[string]stat{}
	dir := filepath.Join(root, group)
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		switch {
		case ignored(e.Name()):
		case e.IsDir():
			deeper, err := scanGroup(root, group+"/"+e.Name())
			if err != nil {
				return nil, err
			}
			for name, s := range deeper {
				found[e.Name()+"/"+name] = s
			}
		default:
			if err := addStat(found, e.Name(), filepath.Join(dir, e.Name()), e); err != nil {
				return nil, err
			}
		}
	}
	return found, err
}

// again scans the groups that a path below root belongs to, and returns them.
func (f files) again(root, path string) (groups []string, err error) {
	parts := strings.SplitN(filepath.ToSlash(path), "/", 4)
	if slices.ContainsFunc(parts, ignored) {
		return nil, nil
	}
	if len(parts) < 3 { // it may be a file of the folder above, or a folder
		folder := strings.Join(parts[:len(parts)-1], "/")
		if err := f.direct(root, folder); err != nil {
			return nil, err
		}
		groups = append(groups, folder)
	}
	if len(parts) < 2 {
		return groups, nil
	}
	group := parts[0] + "/" + parts[1]
	found, err := scanGroup(root, group)
	switch {
	case err == nil:
		f[group] = found
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		delete(f, group)
	default:
		return nil, err
	}
	return append(groups, group), nil
}

// direct scans the files of a folder itself.
func (f files) direct(root, folder string) error {
	entries, err := os.ReadDir(filepath.Join(root, folder))
	if errors.Is(err, fs.ErrNotExist) && folder != "" {
		delete(f, folder)
		return nil
	}
	if err != nil {
		return err
	}
	found := map[string]stat{}
	for _, e := range entries {
		if !ignored(e.Name()) && !e.IsDir() {
			if err := addStat(found, e.Name(), filepath.Join(root, folder, e.Name()), e); err != nil {
				return err
			}
		}
	}
	f[folder] = found
	return nil
}

func sameGroup(a, b map[string]stat) bool {
	if len(a) != len(b) {
		return false
	}
	for name, s := range a {
		if b[name] != s {
			return false
		}
	}
	return true
}

func (f files) same(g files) bool {
	if len(f) != len(g) {
		return false
	}
	for group, a := range f {
		if b, ok := g[group]; !ok || !sameGroup(a, b) {
			return false
		}
	}
	return true
}
