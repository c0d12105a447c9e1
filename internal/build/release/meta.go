package release

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
)

// PruneMeta removes the manifests and lists of builds that are not reachable: each deployment's live build, the one
// before it, which visitors may have just requested, and the builds that a rollback can restore are. Each publication
// has these two files in the folder of builds and in each tree.
func (f Folder) PruneMeta() error {
	all, err := f.DeploymentIDs()
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
		for _, name := range []string{t.live, t.spare} {
			folders = append(folders, filepath.Join(t.dir(name), "builds", "meta"))
		}
	}
	for _, folder := range folders {
		if err := pruneMetaFolder(folder, reachable); err != nil {
			return err
		}
	}
	return nil
}

// reachable returns the live build, the one before it, and those that a rollback can restore.
func (t *Tree) reachable() (map[string]bool, error) {
	builds := map[string]bool{}
	chain, err := t.history().Entries(t.markedBuild(t.live))
	for _, e := range chain {
		builds[e.Build] = true
	}
	for _, name := range []string{t.live, t.spare} {
		build, before := t.readMark(name)
		builds[build], builds[before] = true, true
	}
	delete(builds, "")
	return builds, err
}

// pruneMetaFolder removes the manifests and lists of builds that are not reachable from a folder.
func pruneMetaFolder(folder string, reachable map[string]bool) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		build, _, _ := strings.Cut(e.Name(), ".")
		isMeta := e.Name() == filepath.Base(ManifestFile(build)) || e.Name() == filepath.Base(ListFile(build))
		if !isMeta || !isBuildID(build) || reachable[build] {
			continue
		}
		if removeErr := os.Remove(filepath.Join(folder, e.Name())); !errors.Is(removeErr, fs.ErrNotExist) {
			err = errors.Join(err, removeErr)
		}
	}
	return err
}
