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

// History is the history of a deployment, in builds/history/<deployment>. For every former build it has the files that
// the next build replaced or removed, and the names of the files that it added. A rollback undoes one build after the
// other, the newest first. The entries are a chain: an entry's next is the build of the entry after it, and the last
// one's is the live build; entries that the chain does not reach are removed.
//
//	history/<deployment>/000007-942b085ad879d40b/entry.json
//	                                             0, 1, 2 …    the files, named by their index in the entry
type History struct{ dir string }

// History of a deployment.
func (f Folder) History(deployment string) History {
	return History{filepath.Join(string(f), "history", deployment)}
}

// HistoryEntry is one former build.
type HistoryEntry struct {
	Build       string    `json:"build"`
	Next        string    `json:"next"` // the build that replaced it
	PublishedAt time.Time `json:"at"`   // when it was published
	CSP         []string  `json:"csp,omitempty"`
	// Files are the paths that the next build replaced or removed, by their names in the entry. An empty path is no
	// file.
	Files []string `json:"files"`
	// Added are the paths that only the next build has, except retained files.
	Added []string `json:"added,omitempty"`
	dir   string
}

// File returns the path of one of the entry's files.
func (e HistoryEntry) File(i int) string { return filepath.Join(e.dir, strconv.Itoa(i)) }

const (
	entryFile        = "entry.json"
	incompleteSuffix = ".next"
)

// Add adds an entry with the files of a complete tree that the next build will change; paths are all that differ
// between the two builds. Add writes the entry, calls unmark, which removes the tree's mark, and then moves the files
// out of the tree. If the process is killed, FinishInterrupted moves the rest. If unmark is nil, the files are linked
// and the tree stays complete.
func (p History) Add(tree string, e HistoryEntry, paths []string, unmark func() error) error {
	number, err := p.nextNumber()
	if err != nil {
		return err
	}
	e.dir = filepath.Join(p.dir, fmt.Sprintf("%06d-%s", number, e.Build)+incompleteSuffix)
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
		return e.collectFiles(tree, os.Link)
	}
	if err := unmark(); err != nil {
		return err
	}
	return e.collectFiles(tree, os.Rename)
}

// collectFiles transfers the files that were not transferred yet, and then makes the entry valid.
func (e HistoryEntry) collectFiles(tree string, transfer func(from, to string) error) error {
	for i, rel := range e.Files {
		err := transfer(filepath.Join(tree, filepath.FromSlash(rel)), e.File(i))
		if err == nil {
			continue
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("keep %s of build %s: %w", rel, e.Build, err)
		}
		if _, err := os.Lstat(e.File(i)); err == nil {
			continue // transferred before
		}
		if !IsRetained(rel) {
			e.Added = append(e.Added, rel)
		}
		e.Files[i] = ""
	}
	if err := e.write(); err != nil {
		return err
	}
	return os.Rename(e.dir, strings.TrimSuffix(e.dir, incompleteSuffix))
}

func (e HistoryEntry) write() error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	path := filepath.Join(e.dir, entryFile)
	if err := os.WriteFile(path+incompleteSuffix, append(data, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(path+incompleteSuffix, path)
}

// FinishInterrupted completes an Add whose process was killed. marked reports whether the tree has its mark: then it
// was not changed, and the entry is removed.
func (p History) FinishInterrupted(tree string, marked bool) error {
	names, err := p.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		if !strings.HasSuffix(name, incompleteSuffix) {
			continue
		}
		e, err := p.read(name)
		if marked || err != nil {
			if err := os.RemoveAll(filepath.Join(p.dir, name)); err != nil {
				return err
			}
			continue
		}
		if err := e.collectFiles(tree, os.Rename); err != nil {
			return err
		}
	}
	return nil
}

func (p History) names() ([]string, error) {
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

func (p History) nextNumber() (int, error) {
	names, err := p.names()
	if err != nil || len(names) == 0 {
		return 1, err
	}
	last, _, _ := strings.Cut(names[len(names)-1], "-")
	number, err := strconv.Atoi(last)
	return number + 1, err
}

func (p History) read(name string) (HistoryEntry, error) {
	var e HistoryEntry
	data, err := os.ReadFile(filepath.Join(p.dir, name, entryFile))
	if err == nil {
		err = json.Unmarshal(data, &e)
	}
	e.dir = filepath.Join(p.dir, name)
	return e, err
}

// Entries returns the former builds to which the live build can be rolled back, the newest first.
func (p History) Entries(live string) ([]HistoryEntry, error) {
	names, err := p.names()
	if err != nil {
		return nil, err
	}
	var chain []HistoryEntry
	slices.Reverse(names)
	for _, name := range names {
		if strings.HasSuffix(name, incompleteSuffix) {
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

// Prune removes all entries except the newest that lead back from the live build.
func (p History) Prune(live string, maxEntries int) error {
	chain, err := p.Entries(live)
	if err != nil {
		return err
	}
	names, err := p.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		isKept := slices.ContainsFunc(chain[:min(maxEntries, len(chain))],
			func(e HistoryEntry) bool { return filepath.Base(e.dir) == name })
		if !isKept {
			err = errors.Join(err, p.remove(name))
		}
	}
	return err
}

// remove deletes an entry. It deletes entry.json first, so that no incomplete entry is listed if the process is killed.
func (p History) remove(name string) error {
	if err := os.Remove(filepath.Join(p.dir, name, entryFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.RemoveAll(filepath.Join(p.dir, name))
}

// UndoSteps returns the changes that turn the live tree into a former build: for each path the kept file, or "" if it
// has to be removed.
func UndoSteps(chain []HistoryEntry) map[string]string {
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

// ChainTo returns the part of a chain that leads back to a build; nil if the chain does not have the build.
func ChainTo(chain []HistoryEntry, build string) []HistoryEntry {
	for i, e := range chain {
		if e.Build == build {
			return chain[:i+1]
		}
	}
	return nil
}

// Size returns the size of the entry's files in bytes.
func (e HistoryEntry) Size() int64 {
	var size int64
	for i, rel := range e.Files {
		if info, err := os.Stat(e.File(i)); rel != "" && err == nil {
			size += info.Size()
		}
	}
	return size
}

// ErrNotKept is returned for a build whose files are no longer kept; its list of files is.
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
	file := filepath.Join(tree, filepath.FromSlash(rel))
	if live != b.ID {
		all, err := f.History(b.Deployment).Entries(live)
		if err != nil {
			return nil, err
		}
		chain := ChainTo(all, b.ID)
		if chain == nil {
			return nil, ErrNotKept
		}
		kept, moved := UndoSteps(chain)[rel]
		if moved && kept == "" {
			return nil, fs.ErrNotExist
		}
		if moved {
			file = kept
		}
	}
	return os.ReadFile(file)
}
