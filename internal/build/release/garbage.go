package release

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// CollectGarbage removes the assets and pictures that no reachable build of their deployment has, and returns how many
// there were. Pictures that only previews have are removed too, unless a rollback to one is allowed. In a dry run it
// removes nothing. The folder must be locked.
func (f Folder) CollectGarbage(dryRun bool) (files int, err error) {
	all, err := f.DeploymentIDs()
	if err != nil {
		return 0, err
	}
	trees := f.Trees(0)
	for _, deployment := range all {
		t := trees.Open(deployment)
		garbage, err := t.garbage()
		if err != nil {
			return files, err
		}
		files += len(garbage)
		if dryRun {
			continue
		}
		for rel := range garbage {
			if err := errors.Join(t.removeFrom(t.live, rel), t.removeFrom(t.spare, rel)); err != nil {
				return files, err
			}
		}
	}
	return files, nil
}

// garbage returns the paths of the files that CollectGarbage removes from both trees.
func (t *Tree) garbage() (map[string]bool, error) {
	builds, err := t.reachable()
	if err != nil {
		return nil, err
	}
	live, err := t.includes(t.markedBuild(t.live))
	if err != nil {
		return nil, err
	}
	used := map[string]bool{}
	for build := range builds {
		list, err := readTreeList(t.dir(t.live), build)
		var includes []string
		if err == nil {
			includes, err = t.includes(build)
		}
		if err != nil {
			return nil, fmt.Errorf("the files of build %s of %s are unknown, so nothing of it is removed: %w", build,
				t.deployment, err)
		}
		isPreview := len(unpublishedIn(includes, live)) > 0
		for rel := range list {
			used[rel] = used[rel] || !isPreview || !strings.HasPrefix(rel, picturesFolder)
		}
	}
	unused := map[string]bool{}
	for _, name := range []string{t.live, t.spare} {
		for _, folder := range []string{"assets", "media"} {
			err := filepath.WalkDir(filepath.Join(t.dir(name), folder),
				func(path string, e fs.DirEntry, err error) error {
					if err != nil || e.IsDir() {
						return err
					}
					rel, err := filepath.Rel(t.dir(name), path)
					if rel = filepath.ToSlash(rel); !used[rel] {
						unused[rel] = true
					}
					return err
				})
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				return nil, err
			}
		}
	}
	return unused, nil
}
