package engine

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
)

// files are the stats of the files of content, by group: the first two folders of their paths ("products/x"). A group
// is read again as a whole when one of its files changes. Its value is a text with the path, size and times of each
// file, which show a change without reading the file.
type files map[string]string

// folders are the times at which the lists of files of groups last changed. A group whose list has to be read again has
// no entry.
type folders map[string]int64

// minFolderAge is the minimum age of a folder's time that a scan may rely on: a later change within the same tick of
// the file system's clock does not alter that time.
const minFolderAge = 3 * time.Second

// scanResult is the result of a scan.
type scanResult struct {
	files   files
	folders folders
}

// scan returns the stats of every file below root, until ctx ends. It ignores hidden files and editors' backups. In
// folders that are unchanged since the last scan it only checks the known files. It follows links to files, and links
// to folders at the top and one level below it, where content has folders, and so never in circles.
func scan(ctx context.Context, root string, last scanResult) (scanResult, error) {
	all := scanResult{make(files, len(last.files)), make(folders, len(last.folders))}
	tops, err := os.ReadDir(root)
	if err != nil {
		return all, err
	}
	began := time.Now()
	var top []byte
	for _, t := range tops {
		switch {
		case isIgnored(t.Name()):
			continue
		case isFolder(root, t):
			err = all.scanFolder(ctx, root, t.Name(), last, began)
		default:
			err = addStat(&top, t.Name(), filepath.Join(root, t.Name()), t)
		}
		if err != nil {
			return all, err
		}
	}
	all.files[""] = string(top)
	return all, nil
}

// scanFolder adds the groups of one folder of root.
func (s scanResult) scanFolder(ctx context.Context, root, folder string, last scanResult, began time.Time) error {
	in, err := os.Open(filepath.Join(root, folder))
	if err != nil {
		return err
	}
	defer in.Close()
	children, err := in.ReadDir(-1)
	if err != nil {
		return err
	}
	slices.SortFunc(children, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	found, times, errs := make([]string, len(children)), make([]int64, len(children)), make([]error, len(children))
	isGroup := make([]bool, len(children))
	parallel(len(children), func(i int) bool {
		c := children[i]
		if isIgnored(c.Name()) || !isFolder(in.Name(), c) {
			return true
		}
		isGroup[i] = true
		group := folder + "/" + c.Name()
		if times[i] = last.folders[group]; times[i] != 0 {
			if found[i] = last.files[group]; isFolderUnchanged(in, c.Name(), times[i], found[i]) {
				return ctx.Err() == nil
			}
		}
		times[i] = folderChangeTime(in, c.Name())
		var stats []byte
		stats, errs[i] = scanGroup(root, group)
		found[i] = string(stats)
		return errs[i] == nil && ctx.Err() == nil
	})
	if err := cmp.Or(errors.Join(errs...), ctx.Err()); err != nil {
		return err
	}
	var direct []byte
	for i, c := range children {
		switch {
		case isIgnored(c.Name()):
		case isGroup[i]:
			group := folder + "/" + c.Name()
			s.files[group] = found[i]
			if times[i] < began.Add(-minFolderAge).UnixNano() {
				s.folders[group] = times[i]
			}
		default:
			if err := addStat(&direct, c.Name(), filepath.Join(root, folder, c.Name()), c); err != nil {
				return err
			}
		}
	}
	s.files[folder] = string(direct)
	return nil
}

func isIgnored(name string) bool { return catalog.IsHidden(name) }

// isFolder reports whether an entry of a folder is a folder, or a link to one.
func isFolder(dir string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	of, err := os.Stat(filepath.Join(dir, e.Name()))
	return err == nil && of.IsDir()
}

// addStat adds a file or a link to one. It refuses others, such as pipes and devices, whose reading might never end.
func addStat(to *[]byte, name, path string, e fs.DirEntry) error {
	info, err := e.Info()
	if err != nil { // the file was removed meanwhile
		return nil
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		of, err := os.Stat(path)
		if err != nil {
			return invalidFile(path, "this link leads nowhere")
		}
		if of.IsDir() { // no content is read from it
			*to = appendStat(*to, name, info.Size(), info.ModTime(), changeTime(info))
			return nil
		}
		info = of
	}
	if !info.Mode().IsRegular() {
		return invalidFile(path, "this is a pipe, a device or a socket; content consists of files")
	}
	*to = appendStat(*to, name, info.Size(), info.ModTime(), changeTime(info))
	return nil
}

func invalidFile(path, message string) error {
	return &InvalidContentError{Diagnostics: []diag.Diagnostic{{Path: path, Line: 1, Col: 1, Message: message}}}
}

// statLength is the length of a file's size and times, which follow its name and a zero byte.
const statLength = 24

// appendStat appends the stat of a file. The time of its last change shows an edit that restores the time of its last
// modification, as an archive with constant times does; zero: unknown.
func appendStat(to []byte, name string, size int64, modified time.Time, changed int64) []byte {
	to = append(append(to, name...), 0)
	to = binary.LittleEndian.AppendUint64(to, uint64(size))
	to = binary.LittleEndian.AppendUint64(to, uint64(modified.UnixNano()))
	return binary.LittleEndian.AppendUint64(to, uint64(changed))
}

func scanGroup(root, group string) ([]byte, error) {
	return appendGroup(nil, filepath.Join(root, group), "")
}

// appendGroup appends the stats of the files below a folder, with a prefix before their names.
func appendGroup(found []byte, dir, prefix string) ([]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return found, err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case isIgnored(e.Name()):
			continue
		case e.IsDir():
			found, err = appendGroup(found, path, prefix+e.Name()+"/")
		default:
			err = addStat(&found, prefix+e.Name(), path, e)
		}
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// rescan scans the groups that a path below root may belong to again, and returns their names.
func (f files) rescan(root, path string) (groups []string, err error) {
	parts := strings.SplitN(filepath.ToSlash(path), "/", 4)
	if slices.ContainsFunc(parts, isIgnored) {
		return nil, nil
	}
	if len(parts) < 3 { // the path may be of a file of the folder above, or of a folder
		folder := strings.Join(parts[:len(parts)-1], "/")
		if err := f.scanDirect(root, folder); err != nil {
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
		f[group] = string(found)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		delete(f, group)
	default:
		return nil, err
	}
	return append(groups, group), nil
}

// scanDirect scans the files directly in a folder.
func (f files) scanDirect(root, folder string) error {
	entries, err := os.ReadDir(filepath.Join(root, folder))
	if errors.Is(err, fs.ErrNotExist) && folder != "" {
		delete(f, folder)
		return nil
	}
	if err != nil {
		return err
	}
	var found []byte
	for _, e := range entries {
		if !isIgnored(e.Name()) && !isFolder(filepath.Join(root, folder), e) {
			if err := addStat(&found, e.Name(), filepath.Join(root, folder, e.Name()), e); err != nil {
				return err
			}
		}
	}
	f[folder] = string(found)
	return nil
}

func (f files) equal(g files) bool { return maps.Equal(f, g) }
