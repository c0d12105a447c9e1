package source_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

func TestAFileThatNothingReadsIsReported(t *testing.T) {
	for _, test := range []struct {
		file string
		want []string
	}{
		{"blog/camps/fr.md", []string{`no deployment has the language "fr"`}},
		{"products/walk/EN.md", []string{"write its name in lower case, en.md"}},
		{"products/walk/product.yml", []string{`did you mean "product.yaml"?`}},
		{"cities/dubai/citi.yaml", []string{
			`the files of this folder are city.yaml, ar.md, en.md; did you mean "city.yaml"?`}},
		{"categories/desert/english.md", []string{"the files of this folder are category.yaml, ar.md, en.md"}},
		{"faq/pay/de.md", []string{`no deployment has the language "de"`}},
		{"pages/about/Ar.md", []string{"write its name in lower case, ar.md"}},
		{"testimonials/maren/fr.md", []string{`no deployment has the language "fr"`}},
		{"blog/journal/fr.md", []string{
			"this story is in none of the languages ar, en and appears nowhere", `language "fr"`}},
		{"products/walk/notes.txt", nil},
		{"products/walk/.draft.md", nil},
	} {
		root := contenttest.Copy(t)
		contenttest.Write(t, root, test.file, "---\ntitle: x\n---\n")
		all := check(root)
		if len(all) != len(test.want) {
			t.Errorf("%s: found %v", test.file, all)
		}
		for _, want := range test.want {
			if !slices.ContainsFunc(all, func(found string) bool { return strings.Contains(found, want) }) {
				t.Errorf("%s: %q is not among %v", test.file, want, all)
			}
		}
	}
}

func TestLinesAroundFrontMatterMayEndInWhiteSpace(t *testing.T) {
	for _, fences := range [][2]string{{"--- ", "---\t "}, {"---", "--- "}, {"---\t", "---"}} {
		root := contenttest.Copy(t)
		contenttest.Write(t, root, "pages/about/en.md",
			fences[0]+"\ntitle: About\ndescription: \"--- \"\nimag: x\n"+fences[1]+"\nWe [walk](/no-such).\n")
		want := []string{`pages/about/en.md:4:1: unknown key "imag"; did you mean "image"?`}
		if all := check(root); !slices.Equal(all, want) {
			t.Errorf("%q: %v", fences, all)
		}
	}
}

func TestADamagedPictureIsOneMistake(t *testing.T) {
	root := contenttest.Copy(t)
	data, err := os.ReadFile(filepath.Join(root, "media/dunes.png"))
	if err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int]string{
		10:            "media/dunes.png:1:1: this is not a picture that browsers show",
		len(data) - 9: "media/dunes.png:1:1: this picture is cut off",
	} {
		contenttest.Write(t, root, "media/dunes.png", string(data[:size]))
		if all := check(root); len(all) != 1 || !strings.HasPrefix(all[0], want) {
			t.Errorf("%d bytes: %v", size, all)
		}
	}
}
