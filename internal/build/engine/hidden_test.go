package engine_test

import (
	"testing"

	"storefront/internal/content/contenttest"
)

// Finder, Emacs and other programs leave such files beside the ones that they copy or edit.
func TestHiddenFilesAreIgnored(t *testing.T) {
	content := contenttest.Copy(t)
	p := newProject(t, content)
	p.build()
	for _, file := range []string{"media/._dunes.png", "deployments/._wayfare.yaml", "deployments/.#wayfare.yaml",
		"suppliers/.old.yaml", "media/.dunes.png"} {
		contenttest.Write(t, content, file, "Mac OS X")
	}
	p.checkEqualsCleanBuild()
}
