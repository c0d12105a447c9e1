package release

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
)

// DropMeta removes the manifests and lists of builds that are neither live nor can become so: it keeps those of each
// deployment's live build, of the one before it, which visitors may have just requested, and of those that a rollback
// can restore. They are two files for each publication, in the folder of builds and in each tree.
func (f Folder) DropMeta() error {
	all, err := f.Deployments()
	if err != nil {
		return err
	}
	reachable := map[string]bool{}
	folders := []string{filepath.Join(string(f), "meta")}
	trees := f.Trees(0)
	for _, deployment := range all {
		t := trees.Open(deployment)
		builds, err := t.reachable()
		if err != nil {
			return err
		}
		maps.Copy(reachable, builds)
		for _, which := range []string{t.live, t.spare} {
			folders = append(folders, filepath.Join(t.dir(which), "builds", "meta"))
		}
	}
	for _, folder := range folders {
		if err := dropMeta(folder, reachable); err != nil {
			return err
		}
	}
	return nil
}

// reachable returns the live build, the one before it, and those that a rollback can restore.
func (t *Tree) reachable() (map[string]bool, error) {
	builds := map[string]bool{}
	chain, err := t.past().Entries(t.marked(t.live))
	for _, e := range chain {
		builds[e.Build] = true
	}
	for _, which := range []string{t.live, t.spare} {
		build, before := t.markOf(which)
		builds[build], builds[before] = true, true
	}
	delete(builds, "")
	return builds, err
}

// dropMeta removes the files of a folder that are named after builds that are not reachable.
func dropMeta(folder string, reachable map[string]bool) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		build, _, _ := strings.Cut(e.Name(), ".")
		named := e.Name() == filepath.Base(ManifestFile(build)) || e.Name() == filepath.Base(ListFile(build))
		if !named || !plainID(build) || reachable[build] {
			continue
		}
		if gone := os.Remove(filepath.Join(folder, e.Name())); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}
