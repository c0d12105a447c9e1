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
	Build      string `json:"build"`  // the restored build
	Before     string `json:"before"` // the build that was live before
	Changed    int    `json:"changed"`
	Removed    int    `json:"removed"`
}

// Rollback is a former build of a deployment, assembled in the spare tree from its kept files. It is published like any
// build: readers see one build or the other, even if the program is killed. The build that was live is added to the
// history.
type Rollback struct {
	folder Folder
	to     Build
	from   string
	tree   *Tree
	chain  []HistoryEntry
}

// PrepareRollback assembles the build that ref names. The caller holds the folder's lock.
func (f Folder) PrepareRollback(ctx context.Context, deployment, ref string) (*Rollback, error) {
	trees := f.Trees(DefaultHistory)
	// A builder that was killed may have left a build that the history does not list yet.
	all, err := f.ReadDeployments()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, d := range all {
		if err := trees.Open(d.ID).RecoverInterrupted(); err != nil {
			return nil, err
		}
	}
	build, err := f.Find(ref, deployment)
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

// CSP returns the hashes of the inline scripts of the restored build.
func (r *Rollback) CSP() []string { return r.chain[len(r.chain)-1].CSP }

// Files returns the files of the live build.
func (r *Rollback) Files() (List, error) {
	_, files, err := ReadTree(r.tree.dir(r.tree.live))
	return files, err
}

// PublishAll makes the builds of several deployments live as one publication. csp has the scripts that the pages of the
// replaced builds need.
func (f Folder) PublishAll(all []*Rollback, csp []string) ([]*RollbackReport, error) {
	builds, err := f.Latest()
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		if err := r.allowScripts(); err != nil {
			return nil, err
		}
		if err := r.tree.makeLive(r.to.ID); err != nil {
			return nil, err
		}
		builds[r.to.Deployment] = r.to.ID
	}
	if err := f.WriteLatest(builds); err != nil {
		return nil, err
	}
	reports := []*RollbackReport{}
	for _, r := range all {
		if err := r.tree.SyncSpare(r.from, r.to.ID, csp); err != nil {
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
	if r.from = t.markedBuild(t.live); r.from == r.to.ID {
		return fmt.Errorf("build %s of %s is live already", r.to.ID, r.to.Deployment)
	}
	if err := r.checkPublishable(); err != nil {
		return err
	}
	all, err := t.history().Entries(r.from)
	if err != nil {
		return err
	}
	if r.chain = ChainTo(all, r.to.ID); r.chain == nil {
		return fmt.Errorf("build %s of %s is no longer kept; %s", r.to.ID, r.to.Deployment, listKeptBuilds(all))
	}
	if complete, err := t.Prepare(ctx, r.from); err != nil || !complete {
		return errors.Join(err, fmt.Errorf("the live tree of %s is not complete: run generate build first",
			r.to.Deployment))
	}
	steps := UndoSteps(r.chain)
	if err := r.undo(steps); err != nil {
		return err
	}
	if err := r.verifyFiles(steps); err != nil {
		return fmt.Errorf("build %s of %s is no longer complete, nothing was changed: %w", r.to.ID, r.to.Deployment,
			err)
	}
	return nil
}

// undo applies steps to the spare. Pictures that only previews have are removed, or not restored.
func (r *Rollback) undo(steps map[string]string) error {
	list, err := r.folder.ReadList(r.to)
	if err != nil {
		return err
	}
	isInBuild := func(rel string) bool { _, is := list[rel]; return is }
	for rel, kept := range steps {
		switch {
		case kept == "":
			err = r.tree.Remove(rel)
		case isInBuild(rel) || !strings.HasPrefix(rel, picturesFolder):
			err = r.tree.LinkFile(kept, rel)
		}
		if err != nil {
			return err
		}
	}
	_, err = r.tree.RemovePreviewPictures(isInBuild)
	return err
}

// checkPublishable returns an error for a build with unpublished content that the live build does not have.
func (r *Rollback) checkPublishable() error {
	live, err := r.folder.ReadBuild(r.from)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if unpublished := unpublishedIn(r.to.Includes, live.Includes); len(unpublished) > 0 {
		return fmt.Errorf("build %s of %s was made with %s content, as a preview; go back to another", r.to.ID,
			r.to.Deployment, strings.Join(unpublished, " and "))
	}
	return nil
}

func listKeptBuilds(all []HistoryEntry) string {
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

// verifyFiles compares the spare with the list of the former build: every file by its size, and the restored files by
// their content.
func (r *Rollback) verifyFiles(steps map[string]string) error {
	dir := r.tree.dir(r.tree.spare)
	build, files, err := ReadTree(dir)
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
			same = f.matches(data)
		}
		if !same {
			return fmt.Errorf("%s differs from that of the build", rel)
		}
	}
	return nil
}

// allowScripts adds the scripts of the restored build to those that the server allows.
func (r *Rollback) allowScripts() error {
	all, err := r.folder.ReadDeployments()
	if err != nil {
		return err
	}
	for i := range all {
		if all[i].ID == r.to.Deployment {
			all[i].CSP = UnionCSP(all[i].CSP, r.CSP())
		}
	}
	return r.folder.WriteDeployments(all)
}

// UnionCSP returns the script hashes of two builds, sorted and without duplicates.
func UnionCSP(one, two []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(one, two))))
}
