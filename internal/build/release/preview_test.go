package release_test

import (
	"testing"

	"storefront/internal/build/release"
)

func TestPreviewPicturesAreRemovedAfterABuilderWasKilled(t *testing.T) {
	folder := release.Folder(t.TempDir())
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(folder.WriteDeployments(nil))
	prepare := func(last string) *release.Tree {
		tree := folder.Trees(release.DefaultHistory).Open("wayfare")
		_, err := tree.Prepare(t.Context(), last)
		must(err)
		return tree
	}
	publish := func(tree *release.Tree, build, manifest string, files ...string) {
		var all []release.File
		for _, rel := range files {
			f, err := tree.Write(rel, []byte(rel))
			must(err)
			all = append(all, f)
		}
		list := release.EncodeList(all)
		must(tree.Publish(build, []byte(manifest), [][]byte{list}))
	}
	tree := prepare("")
	publish(tree, "aa", `{"includes": ["draft"]}`, "index.html", "media/dunes.png", "media/tent.png")
	must(tree.SyncSpare("", "aa", nil))
	isInBuild := func(rel string) bool { return rel == "media/dunes.png" }

	tree = prepare("aa")
	if n, err := tree.RemovePreviewPictures(isInBuild); n != 1 || err != nil {
		t.Fatalf("%d pictures were removed: %v", n, err)
	}
	publish(tree, "bb", `{}`, "index.html", "media/dunes.png") // and the builder is killed

	tree = prepare("aa")
	if n, err := tree.RemovePreviewPictures(isInBuild); n != 1 || err != nil || tree.Has("media/tent.png") ||
		!tree.Has("media/dunes.png") {
		t.Errorf("%d pictures were removed; the tent is there: %v: %v", n, tree.Has("media/tent.png"), err)
	}
}
