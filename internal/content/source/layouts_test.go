package source_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"storefront/internal/content/source"
)

// A layout type is defined in three places: the values for editors, the payload's constants and the site's folders.
func TestLayoutTypesMatchTheFoldersOfTheSite(t *testing.T) {
	var folders []string
	entries, err := os.ReadDir("../../../site/layouts")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, e.Name())
		}
	}
	code, err := os.ReadFile("../../core/payload/shell.go")
	if err != nil {
		t.Fatal(err)
	}
	var constants []string
	for _, found := range regexp.MustCompile(`LayoutType += "([a-z-]+)"`).FindAllStringSubmatch(string(code), -1) {
		constants = append(constants, found[1])
	}
	for name, list := range map[string][]string{"the values for editors are": source.LayoutTypes(),
		"the constants of payloads are": constants} {
		if list = slices.Sorted(slices.Values(list)); !slices.Equal(list, folders) {
			t.Errorf("%s %v; the folders are %v", name, list, folders)
		}
	}
}
