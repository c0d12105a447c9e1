package pages

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"storefront/internal/core/payload"
)

// partIDsBySite lists the ids that components set, so that links to them are not reported as dead.
func TestPartIDsBySiteContainsTheIDsOfPageComponents(t *testing.T) {
	setID := regexp.MustCompile(`\bid="([^"]+)"`)
	for _, kind := range []payload.Kind{payload.KindHome, payload.KindListing, payload.KindProduct, payload.KindBlog,
		payload.KindPost, payload.KindFAQ, payload.KindText, payload.KindContact} {
		files, _ := filepath.Glob("../../../site/pages/" + string(kind) + "/*.tsx")
		if len(files) == 0 {
			t.Errorf("site/pages has no %s", kind)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range setID.FindAllStringSubmatch(string(text), -1) {
				if !slices.Contains(partIDsBySite[kind], m[1]) {
					t.Errorf("%s sets the id %q, which partIDsBySite lacks", file, m[1])
				}
			}
		}
	}
}
