// Package scaffold writes files of content as editors would: in one format, all of them or none, and only if the whole
// content has no mistakes with them. `generate new` and `generate import` write through it.
package scaffold

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"storefront/internal/content/diag"
)

// Check returns the warnings of a folder of content, and an error if it cannot be published, as engine.Check does. The
// folder is not where the content will be: Relocate corrects the paths.
type Check func(folder string) ([]diag.Diagnostic, error)

// Stage gathers files that are to become content.
type Stage struct {
	content   string
	files     map[string][]byte // by path below content
	originals map[string][]byte // the former content of changed files
}

// NewStage is an empty stage for a folder of content.
func NewStage(content string) *Stage {
	return &Stage{content: filepath.Clean(content), files: map[string][]byte{}, originals: map[string][]byte{}}
}

// Exists reports whether there is, or will be, a file at a path below content.
func (s *Stage) Exists(rel string) bool {
	if _, err := os.Lstat(filepath.Join(s.content, rel)); err == nil {
		return true
	}
	for name := range s.files {
		if name == rel || strings.HasPrefix(name, rel+"/") {
			return true
		}
	}
	return false
}

// Add adds a new file. It returns an error if the file exists.
func (s *Stage) Add(rel string, data []byte) error {
	if s.Exists(rel) {
		return fmt.Errorf("%s already exists", filepath.Join(s.content, rel))
	}
	s.files[rel] = data
	return nil
}

// Put adds a file, or replaces one that exists.
func (s *Stage) Put(rel string, data []byte) error {
	before, err := os.ReadFile(filepath.Join(s.content, rel))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.files[rel] = data
		return nil
	case err != nil:
		return err
	case bytes.Equal(before, data):
		return nil
	}
	s.files[rel], s.originals[rel] = data, before
	return nil
}

// Append appends whole lines to a file.
func (s *Stage) Append(rel, lines string) error {
	before, staged := s.files[rel]
	if !staged {
		data, err := os.ReadFile(filepath.Join(s.content, rel))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err == nil {
			s.originals[rel] = data
		}
		before = data
	}
	before = bytes.Clone(before)
	if len(before) > 0 && before[len(before)-1] != '\n' {
		before = append(before, '\n')
	}
	s.files[rel] = append(before, lines...)
	return nil
}

// Files are the paths that are written, as the editor can open them.
func (s *Stage) Files() []string {
	var all []string
	for _, rel := range slices.Sorted(maps.Keys(s.files)) {
		all = append(all, filepath.Join(s.content, rel))
	}
	return all
}

// Commit checks the content with the staged files and moves them in, unless dry is set. It changes content only at the
// end; if a move fails, it undoes the others.
func (s *Stage) Commit(check Check, dryRun bool) ([]diag.Diagnostic, error) {
	if len(s.files) == 0 {
		return nil, nil
	}
	draft, cleanUp, err := s.createDraftFolder()
	if err != nil {
		return nil, err
	}
	defer cleanUp()
	if err := s.buildDraft(draft); err != nil {
		return nil, fmt.Errorf("write content: %w", err)
	}
	warnings, err := check(draft)
	if err != nil || dryRun {
		return warnings, err
	}
	return warnings, s.moveIntoContent(draft)
}

// Relocate moves diagnostics of one folder to another.
func Relocate(all []diag.Diagnostic, from, to string) {
	for i := range all {
		if rest, ok := strings.CutPrefix(all[i].Path, from+string(filepath.Separator)); ok {
			all[i].Path = filepath.Join(to, rest)
		}
	}
}

// createDraftFolder returns a folder beside content, on the same disk, for this process alone. It removes folders that
// killed processes have left.
func (s *Stage) createDraftFolder() (path string, cleanUp func(), err error) {
	absolute, err := filepath.Abs(s.content)
	if err != nil {
		return "", nil, err
	}
	root := filepath.Join(filepath.Dir(absolute), "."+filepath.Base(absolute)+".staged")
	lock, err := os.OpenFile(root+".lock", os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return "", nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = lock.Close()
		return "", nil, fmt.Errorf("another command is writing to %s", s.content)
	}
	cleanUp = func() {
		_ = os.RemoveAll(root)
		_ = os.Remove(root + ".lock")
		_ = lock.Close()
	}
	if err := os.RemoveAll(root); err != nil {
		cleanUp()
		return "", nil, err
	}
	return filepath.Join(root, filepath.Base(absolute)), cleanUp, nil
}

// buildDraft builds the future content in the folder: links to existing files, and the new files.
func (s *Stage) buildDraft(draft string) error {
	err := filepath.WalkDir(s.content, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(s.content, name)
		if rel != "." && strings.HasPrefix(e.Name(), ".") {
			if e.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		to := filepath.Join(draft, rel)
		if e.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		if _, ours := s.files[filepath.ToSlash(rel)]; ours {
			return nil
		}
		return linkOrCopy(name, to)
	})
	if err != nil {
		return err
	}
	for rel, data := range s.files {
		to := filepath.Join(draft, rel)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(to, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func linkOrCopy(from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// moveIntoContent puts the files where they belong: whole folders at once, where they are new.
func (s *Stage) moveIntoContent(draft string) (err error) {
	var undo []func()
	defer func() {
		if err != nil {
			for _, back := range slices.Backward(undo) {
				back()
			}
			err = fmt.Errorf("write content: %w", err)
		}
	}()
	moved := map[string]bool{}
	for _, rel := range s.moveOrder() {
		from, before := rel, s.originals[rel]
		for dir := path.Dir(rel); before == nil && dir != "."; dir = path.Dir(dir) {
			if _, err := os.Lstat(filepath.Join(s.content, dir)); err == nil {
				break
			}
			from = dir
		}
		if moved[movedParent(moved, rel)] {
			continue
		}
		to := filepath.Join(s.content, from)
		if before != nil {
			if now, err := os.ReadFile(to); err != nil || !bytes.Equal(now, before) {
				return fmt.Errorf("%s has changed meanwhile", to)
			}
		} else if _, err := os.Lstat(to); err == nil {
			return fmt.Errorf("%s is there by now", to)
		}
		if err := os.Rename(filepath.Join(draft, from), to); err != nil {
			return err
		}
		moved[from] = true
		undo = append(undo, func() {
			if before != nil {
				_ = os.WriteFile(to, before, 0o644)
			} else {
				_ = os.RemoveAll(to)
			}
		})
	}
	return nil
}

// movedParent returns the folder with which a file was moved.
func movedParent(moved map[string]bool, rel string) string {
	for dir := rel; dir != "."; dir = path.Dir(dir) {
		if moved[dir] {
			return dir
		}
	}
	return ""
}

// moveOrder sorts files so that each comes after the files that it refers to, such as pictures.
func (s *Stage) moveOrder() []string {
	rank := func(rel string) int {
		first, _, _ := strings.Cut(rel, "/")
		return slices.Index([]string{"products", "suppliers", "media"}, first)
	}
	all := slices.Sorted(maps.Keys(s.files))
	slices.SortStableFunc(all, func(a, b string) int { return rank(b) - rank(a) })
	return all
}
