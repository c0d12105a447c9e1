package release

import (
	"context"
	"slices"
)

// DryRunTree is the tree of a dry run. It writes nothing: it reads from the tree that holds the last build and records
// the files that a build would change.
type DryRunTree struct {
	tree *Tree
	changes
}

// DryRunTree returns the tree for a dry run of a deployment's build.
func (f Folder) DryRunTree(deployment string) *DryRunTree {
	return &DryRunTree{tree: f.Trees(0).Open(deployment)}
}

// Prepare chooses the tree that holds the last build, and reports whether one does.
func (t *DryRunTree) Prepare(_ context.Context, lastBuild string) (holdsLast bool, err error) {
	for _, name := range []string{t.tree.spare, t.tree.live} {
		if lastBuild != "" && t.tree.markedBuild(name) == lastBuild {
			t.tree.spare, t.tree.held = name, lastBuild
			return true, nil
		}
	}
	t.tree.spare = "none"
	return false, nil
}

// Has reports whether the last build has a file.
func (t *DryRunTree) Has(rel string) bool { return t.tree.Has(rel) }

// Read returns a file of the last build.
func (t *DryRunTree) Read(rel string) ([]byte, error) { return t.tree.Read(rel) }

// Map returns a file of the last build without copying it. The data is valid until release is called.
func (t *DryRunTree) Map(rel string) (data []byte, release func(), err error) { return t.tree.Map(rel) }

// Write records that a file would be written.
func (t *DryRunTree) Write(rel string, parts ...[]byte) (File, error) {
	t.recordChanged(rel)
	return FileOf(rel, parts...), nil
}

// OverwriteStart does nothing: Write has recorded the file.
func (t *DryRunTree) OverwriteStart(rel string, _ []byte) (File, error) { return File{Path: rel}, nil }

// LinkFile records that a file would be linked.
func (t *DryRunTree) LinkFile(_, rel string) error {
	t.recordChanged(rel)
	return nil
}

// Share records that a file would be shared.
func (t *DryRunTree) Share(from, rel, hash string) (File, error) {
	data, err := readUnchanged(from, hash)
	if err != nil {
		return File{}, err
	}
	return t.Write(rel, data)
}

// Remove records that a file would be removed.
func (t *DryRunTree) Remove(rel string) error {
	t.recordRemoved(rel)
	return nil
}

// RemovePreviewPictures records the pictures that Tree.RemovePreviewPictures would remove.
func (t *DryRunTree) RemovePreviewPictures(isInBuild func(rel string) bool) (removed int, err error) {
	return t.tree.removePreviewPictures(isInBuild, t.Remove)
}

// FinishUnchanged returns false: a dry run does not know the id of the build.
func (t *DryRunTree) FinishUnchanged(string) (bool, error) { return false, nil }

// Publish does nothing.
func (t *DryRunTree) Publish(string, []byte, [][]byte) error { return nil }

// SyncSpare does nothing.
func (t *DryRunTree) SyncSpare(string, string, []string) error { return nil }

// Changed returns the files that would be written, sorted.
func (t *DryRunTree) Changed() []string {
	return append([]string{}, slices.Sorted(slices.Values(t.changed))...)
}

// Removed returns the files that would be removed, sorted.
func (t *DryRunTree) Removed() []string {
	return append([]string{}, slices.Sorted(slices.Values(t.removed))...)
}
