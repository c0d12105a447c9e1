package devserver_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"storefront/internal/build/devserver"
	"storefront/internal/content/contenttest"
)

func TestDevServerShowsEditsBehindSymbolicLinks(t *testing.T) {
	content, elsewhere := contenttest.Copy(t), t.TempDir()
	for _, link := range []string{dunesMD, "blog"} {
		to := filepath.Join(elsewhere, filepath.Base(link))
		if err := errors.Join(os.Rename(filepath.Join(content, link), to),
			os.Symlink(to, filepath.Join(content, link))); err != nil {
			t.Fatal(err)
		}
	}
	d := startTestServer(t, content)
	d.waitForEvent(devserver.EventReady)
	b := d.openPage(dunes)
	contenttest.Replace(t, elsewhere, filepath.Base(dunesMD), "See also", "Read on:")
	b.nextChangedPaths()
	d.requireText(dunes, "Read on:")
	b = d.openPage("/blog/camps")
	contenttest.Replace(t, elsewhere, "blog/camps/en.md", "---\ntitle:", "---\ntitle: Another")
	b.nextChangedPaths()
	d.requireText("/blog/camps", "Another")
}
