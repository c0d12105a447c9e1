package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// RollbackReport describes a rollback.
type RollbackReport struct {
	Deployment string `json:"deployment"`
	Build      string `json:"build"`  // that is live now
	Before     string `json:"before"` // that was live
	Changed    int    `json:"changed"`
	Removed    int    `json:"removed"`
}

// Rollback is a former build of a deployment, assembled in the spare tree from its kept files. It is published as any
// build is: readers see one build or the other, even if the program is killed. The build that was live is kept in turn.
type Rollback struct {
	folder Folder
	to     Build
	from   string
	tree   *Tree
	chain  []Entry
}

// PrepareRollback puts the build that a word means together. The caller holds the folder's lock.
func (f Folder) PrepareRollback(ctx context.Context, deployment, word string) (*Rollback, error) {
	trees := f.Trees(DefaultHistory)
	// A builder that was killed may have left a build that the history does not list yet.
	all, err := f.Announced()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, d := range all {
		if err := trees.Open(d.ID).KeepUnfollowed(); err != nil {
			return nil, err
		}
	}
	build, err := f.Find(word, deployment)
	if err != nil {
		return nil, err
	}
	r := &Rollback{folder: f, to: build, tree: trees.Open(build.Deployment)}
	return r, r.assemble(ctx)
}

// Deployment returns the deployment whose build is rolled back.
func (r *Rollback) Deployment() string { return r.to.Deployment }

// Build returns the restored build.
func (r *Rollback) Build() string { return r.to.ID }

// CSP returns the scripts of the restored build.
func (r *Rollback) CSP() []string { return r.chain[len(r.chain)-1].CSP }

// Files returns the list of the build that is live.
func (r *Rollback) Files() (List, error) {
	_, files, err := Live(r.tree.dir(r.tree.live))
	return files, err
}

// PublishAll makes the builds of several deployments live, which is one publication. The pages of the builds that were
// live need the scripts of csp.
func (f Folder) PublishAll(all []*Rollback, csp []string) ([]*RollbackReport, error) {
	builds, err := f.Latest()
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		if err := r.allow(); err != nil {
			return nil, err
		}
		if err := r.tree.switchTo(r.to.ID); err != nil {
			return nil, err
		}
		builds[r.to.Deployment] = r.to.ID
	}
	if err := f.SetLatest(builds); err != nil {
		return nil, err
	}
	reports := []*RollbackReport{}
	for _, r := range all {
		if err := r.tree.Follow(r.from, r.to.ID, csp); err != nil {
			return nil, err
		}
		reports = append(reports, &RollbackReport{
			Deployment: r.to.Deployment, Build: r.to.ID, Before: r.from, Changed: len(r.tree.changed),
			Removed: len(r.tree.removed),
		})
	}
	return reports, nil
}

func (r *Rollback) assemble(ctx context.Context) error {
	t := r.tree
	if r.from = t.marked(t.live); r.from == r.to.ID {
		return fmt.Errorf("build %s of %s is live already", r.to.ID, r.to.Deployment)
	}
	if err := r.publishable(); err != nil {
		return err
	}
	all, err := t.past().Entries(r.from)
	if err != nil {
		return err
	}
	if r.chain = To(all, r.to.ID); r.chain == nil {
		return fmt.Errorf("build %s of %s is no longer kept; %s", r.to.ID, r.to.Deployment, keptOf(all))
	}
	if whole, err := t.Prepare(ctx, r.from); err != nil || !whole {
		return errors.Join(err, fmt.Errorf("the live tree of %s is not whole: run generate build first",
			r.to.Deployment))
	}
	steps := Undo(r.chain)
	for rel, kept := range steps {
		if kept == "" {
			err = t.Remove(rel)
		} else {
			err = t.Adopt(kept, rel)
		}
		if err != nil {
			return err
		}
	}
	if err := r.check(steps); err != nil {
		return fmt.Errorf("build %s of %s is no longer whole, nothing was changed: %w", r.to.ID, r.to.Deployment, err)
	}
	return nil
}

// publishable refuses a build with content that is not published, unless the live one has the same.
func (r *Rollback) publishable() error {
	live, err := r.folder.Read(r.from)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	more := slices.DeleteFunc(slices.Clone(r.to.Includes), func(what string) bool {
		return slices.Contains(live.Includes, what)
	})
	if len(more) > 0 {
		return fmt.Errorf("build %s of %s was made with %s content, to be looked at; go back to another", r.to.ID,
			r.to.Deployment, strings.Join(more, " and "))
	}
	return nil
}

func keptOf(all []Entry) string {
	if len(all) == 0 {
		return "no build is"
	}
	var ids []string
	for _, e := range all {
		if !slices.Contains(ids, e.Build) {
			ids = append(ids, e.Build)
		}
	}
	return "those that are: " + strings.Join(ids, ", ")
}

// check compares the spare with the list of the former build: every file by its size, and the files that were put back
// by their content.
func (r *Rollback) check(steps map[string]string) error {
	dir := r.tree.dir(r.tree.spare)
	build, files, err := Live(dir)
	if err == nil && build != r.to.ID {
		err = fmt.Errorf("it holds build %s", build)
	}
	if err != nil {
		return err
	}
	for rel, f := range files {
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(rel)))
		if err != nil {
			return err
		}
		same := info.Size() == f.Size
		if _, touched := steps[rel]; touched && same {
			data, err := r.tree.Read(rel)
			if err != nil {
				return err
			}
			same = f.holds(data)
		}
		if !same {
			return fmt.Errorf("%s is not that of the build", rel)
		}
	}
	return nil
}

// allow adds the scripts of the restored build to those that the server allows.
func (r *Rollback) allow() error {
	all, err := r.folder.Announced()
	if err != nil {
		return err
	}
	for i := range all {
		if all[i].ID == r.to.Deployment {
			all[i].CSP = Union(all[i].CSP, r.CSP())
		}
	}
	return r.folder.Announce(all)
}

// Union returns the scripts of two builds, each once and in order.
func Union(one, two []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(one, two))))
}
