package release

import (
	"fmt"
	"slices"
	"strings"
)

// A preview is a build with unpublished content. Its tree has pictures that only such content shows. They are not
// retained: the next build removes them unless it has them too, and a rollback from or past a preview does the same.

const picturesFolder = "media/"

// unpublishedIn returns the unpublished content that a build has and the live one does not, by the includes of both.
func unpublishedIn(build, live []string) []string {
	return slices.DeleteFunc(slices.Clone(build), func(what string) bool { return slices.Contains(live, what) })
}

// includes returns the unpublished content that a build has, by its manifest in the live tree.
func (t *Tree) includes(build string) ([]string, error) {
	m, err := ReadManifest(t.dir(t.live), build)
	return m.Includes, err
}

// RemovePreviewPictures removes the pictures that the live build, or the build that the spare held, lists and the new
// build does not have, if that build is a preview. It returns how many there were.
func (t *Tree) RemovePreviewPictures(isInBuild func(rel string) bool) (removed int, err error) {
	return t.removePreviewPictures(isInBuild, t.Remove)
}

func (t *Tree) removePreviewPictures(isInBuild func(string) bool, remove func(string) error) (int, error) {
	pictures, err := t.previewPictures()
	if err != nil {
		return 0, err
	}
	removed := 0
	for rel := range pictures {
		if isInBuild(rel) {
			continue
		}
		if err := remove(rel); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// previewPictures returns the pictures that the live build and the build that the spare held list, if they are
// previews. The two builds differ after a builder was killed.
func (t *Tree) previewPictures() (map[string]bool, error) {
	builds := map[string]string{t.markedBuild(t.live): t.live}
	if _, isLive := builds[t.held]; !isLive {
		builds[t.held] = t.spare
	}
	delete(builds, "")
	pictures := map[string]bool{}
	for build, tree := range builds {
		m, err := ReadManifest(t.dir(tree), build)
		if err == nil && len(m.Includes) == 0 {
			continue
		}
		var list List
		if err == nil {
			list, err = readTreeList(t.dir(tree), build)
		}
		if err != nil {
			return nil, fmt.Errorf("the files of build %s of %s are unknown, so remove %s to publish all anew: %w",
				build, t.deployment, t.base(), err)
		}
		for rel := range list {
			if strings.HasPrefix(rel, picturesFolder) {
				pictures[rel] = true
			}
		}
	}
	return pictures, nil
}
