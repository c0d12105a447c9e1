package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Past is the history of a deployment, in builds/history/<deployment>: for every former build the files that the next
// one replaced or removed, and the names of those that it added. A rollback undoes one build after the other, the
// newest first. The entries are a chain: an entry's next is the build of the entry after it, and the last one's is the
// live build; entries that the chain does not reach are removed.
//
//	history/<deployment>/000007-942b085ad879d40b/entry.json
//	                                             0, 1, 2 …    the files, named by their place in the entry
type Past struct{ dir string }

// Past of a deployment.
func (f Folder) Past(deployment string) Past {
	return Past{filepath.Join(string(f), "history", deployment)}
}

// Entry is one former build.
type Entry struct {
	Build string    `json:"build"`
	Next  string    `json:"next"` // the build that came in its place
	At    time.Time `json:"at"`   // when it was published
	CSP   []string  `json:"csp,omitempty"`
	// Files are those that the next build replaced or removed, in the order of their names in the entry. An empty path
	// is no file.
	Files []string `json:"files"`
	// Added are those that only the next build has. Files that last are not among them.
	Added []string `json:"added,omitempty"`
	dir   string
}

// File returns the path of one of the entry's files.
func (e Entry) File(i int) string { return filepath.Join(e.dir, strconv.Itoa(i)) }

const (
	entryFile = "entry.json"
	unmade    = ".next"
)

// Keep stores the files of a complete tree that the next build will change; paths are all that differ between the two
// builds. Keep writes the entry, calls unmark, which removes the tree's mark, and then moves the files out of the tree.
// If the process is killed, Finish moves the rest. If unmark is nil, the files are linked and the tree stays complete.
func (p Past) Keep(tree string, e Entry, paths []string, unmark func() error) error {
	number, err := p.nextNumber()
	if err != nil {
		return err
	}
	e.dir = filepath.Join(p.dir, fmt.Sprintf("%06d-%s", number, e.Build)+unmade)
	if err := os.RemoveAll(e.dir); err != nil {
		return err
	}
	if err := os.MkdirAll(e.dir, 0o755); err != nil {
		return err
	}
	e.Files = slices.Clone(paths)
	if err := e.write(); err != nil {
		return err
	}
	if unmark == nil {
		return e.fill(tree, os.Link)
	}
	if err := unmark(); err != nil {
		return err
	}
	return e.fill(tree, os.Rename)
}

// fill takes the files that were not taken yet, and then makes the entry valid.
func (e Entry) fill(tree string, take func(from, to string) error) error {
	for i, rel := range e.Files {
		err := take(filepath.Join(tree, filepath.FromSlash(rel)), e.File(i))
		if err == nil {
			continue
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("keep %s of build %s: %w", rel, e.Build, err)
		}
		if _, err := os.Lstat(e.File(i)); err == nil {
			continue // moved before
		}
		if !Lasts(rel) {
			e.Added = append(e.Added, rel)
		}
		e.Files[i] = ""
	}
	if err := e.write(); err != nil {
		return err
	}
	return os.Rename(e.dir, strings.TrimSuffix(e.dir, unmade))
}

func (e Entry) write() error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	path := filepath.Join(e.dir, entryFile)
	if err := os.WriteFile(path+unmade, append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(path+unmade, path)
}

// Finish completes a Keep that was killed. A tree that is marked was not changed.
func (p Past) Finish(tree string, marked bool) error {
	names, err := p.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		if !strings.HasSuffix(name, unmade) {
			continue
		}
		e, err := p.read(name)
		if marked || err != nil {
			if err := os.RemoveAll(filepath.Join(p.dir, name)); err != nil {
				return err
			}
			continue
		}
		if err := e.fill(tree, os.Rename); err != nil {
			return err
		}
	}
	return nil
}

func (p Past) names() ([]string, error) {
	entries, err := os.ReadDir(p.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

func (p Past) nextNumber() (int, error) {
	names, err := p.names()
	if err != nil || len(names) == 0 {
		return 1, err
	}
	last, _, _ := strings.Cut(names[len(names)-1], "-")
	number, err := strconv.Atoi(last)
	return number + 1, err
}

func (p Past) read(name string) (Entry, error) {
	var e Entry
	data, err := os.ReadFile(filepath.Join(p.dir, name, entryFile))
	if err == nil {
		err = json.Unmarshal(data, &e)
	}
	e.dir = filepath.Join(p.dir, name)
	return e, err
}

// Entries returns the former builds to which the live build can be rolled back, the newest first.
func (p Past) Entries(live string) ([]Entry, error) {
	names, err := p.names()
	if err != nil {
		return nil, err
	}
	var chain []Entry
	slices.Reverse(names)
	for _, name := range names {
		if strings.HasSuffix(name, unmade) {
			continue
		}
		e, err := p.read(name)
		if err != nil || e.Next != live {
			break
		}
		chain = append(chain, e)
		live = e.Build
	}
	return chain, nil
}

// Forget removes all but the newest entries that lead back from the live build.
func (p Past) Forget(live string, most int) error {
	chain, err := p.Entries(live)
	if err != nil {
		return err
	}
	names, err := p.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		stays := slices.ContainsFunc(chain[:min(most, len(chain))],
			func(e Entry) bool { return filepath.Base(e.dir) == name })
		if !stays {
			err = errors.Join(err, p.remove(name))
		}
	}
	return err
}

// remove deletes an entry, starting with the file that makes it one: killed in between, it leaves no entry that is
// listed and incomplete.
func (p Past) remove(name string) error {
	if err := os.Remove(filepath.Join(p.dir, name, entryFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.RemoveAll(filepath.Join(p.dir, name))
}

// Undo returns the changes that turn the live tree into a former build: by path the kept file, or "" to remove it.
func Undo(chain []Entry) map[string]string {
	steps := map[string]string{}
	for _, e := range chain {
		for _, rel := range e.Added {
			steps[rel] = ""
		}
		for i, rel := range e.Files {
			if rel != "" {
				steps[rel] = e.File(i)
			}
		}
	}
	return steps
}

// To returns the part of a chain that leads back to a build, or nil.
func To(chain []Entry, build string) []Entry {
	for i, e := range chain {
		if e.Build == build {
			return chain[:i+1]
		}
	}
	return nil
}

// Size returns the size of the entry's files in bytes.
func (e Entry) Size() int64 {
	var size int64
	for i, rel := range e.Files {
		if info, err := os.Stat(e.File(i)); rel != "" && err == nil {
			size += info.Size()
		}
	}
	return size
}

// ErrNotKept reports a build of which only the list is kept.
var ErrNotKept = errors.New("the files of this build are no longer kept")

// ReadFile returns a file of a build: of the live build, or of a former one whose files are kept.
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
