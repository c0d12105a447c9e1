package release

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNotKept reports a build of which only the list is kept.
var ErrNotKept = errors.New("the files of this build are no longer kept")

// Read gives a file of a build: of the live one, or of one before as long as it is kept.
func (f Folder) ReadFile(b Build, rel string) ([]byte, error) {
	tree, err := f.WebRoot(b.Deployment)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(tree, filepath.FromSlash(LatestFile)))
	if err != nil {
		return nil, err
	}
	live, err := ParseLatest(data)
	if err != nil {
		return nil, err
	}
	at := filepath.Join(tree, filepath.FromSlash(rel))
	if live != b.ID {
		all, err := f.Past(b.Deployment).Entries(live)
		if err != nil {
			return nil, err
		}
		chain := To(all, b.ID)
		if chain == nil {
			return nil, ErrNotKept
		}
		kept, moved := Undo(chain)[rel]
		if moved && kept == "" {
			return nil, fs.ErrNotExist
		}
		if moved {
			at = kept
		}
	}
	return os.ReadFile(at)
}

// Change is a file that two builds differ by. A size is 0 where the file is not there.
type Change struct {
	Path   string
	Before int64
	After  int64
}

// Changes are the differences of two builds.
type Changes struct {
	Added, Removed, Changed []Change
	Same                    int
}

// Compare returns the differences between two builds, in order of paths.
func Compare(before, after List) Changes {
	var c Changes
	for path, b := range after {
		a, was := before[path]
		switch {
		case !was:
			c.Added = append(c.Added, Change{Path: path, After: b.Size})
		case a.Hash != b.Hash:
			c.Changed = append(c.Changed, Change{path, a.Size, b.Size})
		default:
			c.Same++
		}
	}
	for path, a := range before {
		if _, is := after[path]; !is {
			c.Removed = append(c.Removed, Change{Path: path, Before: a.Size})
		}
	}
	for _, list := range []*[]Change{&c.Added, &c.Removed, &c.Changed} {
		slices.SortFunc(*list, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	}
	return c
}
