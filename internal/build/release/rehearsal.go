package release

import (
	"context"
	"os"
	"slices"
)

// Rehearsal is the tree of a dry run, which writes nothing: it reads from the tree that holds the last build, and notes
// the files that a build would change.
type Rehearsal struct {
	tree *Tree
	changes
}

// Rehearse returns the rehearsal of a deployment's build.
func (f Folder) Rehearse(deployment string) *Rehearsal {
	return &Rehearsal{tree: f.Trees(0).Open(deployment)}
}

// Prepare chooses the tree that holds the last build, and reports whether one does.
func (r *Rehearsal) Prepare(_ context.Context, lastBuild string) (holdsLast bool, err error) {
	for _, which := range []string{r.tree.spare, r.tree.live} {
		if lastBuild != "" && r.tree.marked(which) == lastBuild {
			r.tree.spare = which
			return true, nil
		}
	}
	r.tree.spare = "none"
	return false, nil
}

// Has reports whether the last build has a file.
func (r *Rehearsal) Has(rel string) bool { return r.tree.Has(rel) }

// Read returns a file of the last build.
func (r *Rehearsal) Read(rel string) ([]byte, error) { return r.tree.Read(rel) }

// Map returns a file of the last build without copying it, until it is released.
func (r *Rehearsal) Map(rel string) (data []byte, release func(), err error) { return r.tree.Map(rel) }

// Write notes that a file would be written.
func (r *Rehearsal) Write(rel string, parts ...[]byte) (File, error) {
	r.noteChanged(rel)
	return Describe(rel, parts...), nil
}

// WriteStart does nothing: that the file would be written is noted.
func (r *Rehearsal) WriteStart(rel string, _ []byte) (File, error) { return File{Path: rel}, nil }

// Adopt notes that a file would be linked.
func (r *Rehearsal) Adopt(_, rel string) error {
	r.noteChanged(rel)
	return nil
}

// Share notes that a file would be shared.
func (r *Rehearsal) Share(from, rel string) (File, error) {
	data, err := os.ReadFile(from)
	if err != nil {
		return File{}, err
	}
	return r.Write(rel, data)
}

// Remove notes that a file would be removed.
func (r *Rehearsal) Remove(rel string) error {
	r.noteRemoved(rel)
	return nil
}

// Stay reports that the build is to be published: a rehearsal does not know its name.
func (r *Rehearsal) Stay(string) (bool, error) { return false, nil }

// Publish does nothing.
func (r *Rehearsal) Publish(string, []byte, []byte) error { return nil }

// Follow does nothing.
func (r *Rehearsal) Follow(string, string, []string) error { return nil }

// Changed returns the files that would be written, in order.
func (r *Rehearsal) Changed() []string {
	return append([]string{}, slices.Sorted(slices.Values(r.changed))...)
}

// Removed returns the files that would be removed, in order.
func (r *Rehearsal) Removed() []string {
	return append([]string{}, slices.Sorted(slices.Values(r.removed))...)
}
