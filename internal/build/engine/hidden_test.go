package engine_test

import (
	"testing"

	"storefront/internal/content/contenttest"
)

// Finder, Emacs and others leave such files beside those that they copy or edit.
func TestHiddenFilesAreNoContent(t *testing.T) {
	content := contenttest.Copy(t)
	p := newProject(t, content)
	p.build()
	for _, file := range []string{"media/._dunes.png", "deployments/._wayfare.yaml", "deployments/.#wayfare.yaml",
		"suppliers/.old.yaml", "media/.dunes.png"} {
		contenttest.Write(t, content, file, "Mac OS X")
	}
	p.checkEqualsCleanBuild()
}
