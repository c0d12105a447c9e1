package engine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// stat is what tells a changed file from an unchanged one without reading it.
type stat struct {
	Size  int64
	MTime int64
}

// files are the stats of a folder's files by path below it, grouped by their first two folders ("products/x"), which is
// the unit that is read again when one of its files changes.
type files map[string]map[string]stat

// scan looks at every file below root. Hidden files and editors' backups are not content.
func scan(root string) (files, error) {
	all := files{}
	tops, err := os.ReadDir(root)
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var failed error
	jobs := make(chan string, 64)
	var wait sync.WaitGroup
	for range runtime.NumCPU() {
		wait.Go(func() {
			for group := range jobs {
				found, err := scanGroup(root, group)
				mu.Lock()
				failed = errors.Join(failed, err)
				all[group] = found
				mu.Unlock()
			}
		})
	}
	top := map[string]stat{}
	for _, t := range tops {
		if ignored(t.Name()) {
			continue
		}
		if !t.IsDir() {
			addStat(top, t.Name(), t)
			continue
		}
		children, err := os.ReadDir(filepath.Join(root, t.Name()))
		if err != nil {
			mu.Lock()
			failed = errors.Join(failed, err)
			mu.Unlock()
			break
		}
		direct := map[string]stat{}
		for _, c := range children {
			switch {
			case ignored(c.Name()):
			case c.IsDir():
				jobs <- t.Name() + "/" + c.Name()
			default:
				addStat(direct, c.Name(), c)
			}
		}
		mu.Lock()
		all[t.Name()] = direct
		mu.Unlock()
	}
	close(jobs)
	wait.Wait()
	all[""] = top
	return all, failed
}

func ignored(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || strings.HasSuffix(name, ".swp")
}

func addStat(to map[string]stat, name string, e fs.DirEntry) {
	if info, err := e.Info(); err == nil { // a file that is gone by now is not there
		to[name] = stat{info.Size(), info.ModTime().UnixNano()}
	}
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
			addStat(found, e.Name(), e)
		}
	}
	return found, err
}

// again looks at the groups that a path below root belongs to, and tells which these are.
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

// direct looks at the files that stand in a folder itself.
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
			addStat(found, e.Name(), e)
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
