package source_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

func TestUnreadFilesInContentFoldersAreReported(t *testing.T) {
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
		{"products/walk/en.md.txt", []string{`are product.yaml, reviews.yaml, ar.md, en.md`}},
		{"blog/camps/en.markdown", []string{`the files of this folder are ar.md, en.md`}},
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

func TestUnreadFoldersAndTopLevelFilesAreReported(t *testing.T) {
	const flat, text = "this file is not read: write its name as ", "this file is not read: the files of "
	for file, want := range map[string]string{
		"prodcts/boat/product.yaml": `prodcts:1:1: warning: this folder is not read: the folders of content are blog, ` +
			`categories, cities, deployments, faq, media, pages, products, suppliers, testimonials, texts; did you mean ` +
			`"products"?`,
		"attachments/x.png": "attachments:1:1: warning: this folder is not read: ",
		"redirect.yaml": `redirect.yaml:1:1: warning: this file is not read: the files beside the folders are labels.yaml, ` +
			`terms.yaml, occasions.yaml, redirects.yaml, search.yaml; did you mean "redirects.yaml"?`,
		"labels.yml":              `labels.yml:1:1: warning: this file is not read: the files beside the folders are `,
		"texts/fr.yml":            "texts/fr.yml:1:1: warning: " + flat + "fr.yaml",
		"texts/fr.json":           "texts/fr.json:1:1: warning: " + text + "texts are *.yaml",
		"texts/fr/pages.yaml":     "texts/fr:1:1: warning: this folder is not read: the files of texts are *.yaml",
		"suppliers/Dunes.YAML":    "suppliers/Dunes.YAML:1:1: warning: " + flat + "dunes.yaml",
		"deployments/oud.yml":     "deployments/oud.yml:1:1: warning: " + flat + "oud.yaml",
		"redirects.yaml.txt":      "redirects.yaml.txt:1:1: warning: this file is not read: the files beside the ",
		"media/de.yaml.txt":       "media/de.yaml.txt:1:1: warning: " + flat + "de.yaml",
		"texts/fr.yaml.txt":       "texts/fr.yaml.txt:1:1: warning: " + flat + "fr.yaml",
		"media/de.yml":            "media/de.yml:1:1: warning: " + flat + "de.yaml",
		"media/film.mp4":          "media/film.mp4:1:1: warning: this file is not read: pictures are .webp, ",
		"media/photo.HEIC":        "media/photo.HEIC:1:1: warning: this file is not read: pictures are ",
		"media/2026/x.png":        "media/2026:1:1: warning: this folder is not read: pictures are in media itself",
		"blog/2026-01-01-camp.md": "blog/2026-01-01-camp.md:1:1: warning: " + text + "blog are <slug>/<language>.md",
		"faq/topic.yaml":          "faq/topic.yaml:1:1: warning: " + text + "faq are topics.yaml, <slug>/faq.yaml, ",
		// files that other programs and people keep in a repository
		"README.md": "", ".obsidian/app.json": "", ".git/config": "", ".vscode/settings.json": "", ".DS_Store": "",
		"media/Thumbs.db": "", "media/.DS_Store": "", "media/credits.txt": "", "media/README.md": "", "LICENSE": "",
		"media/dunes.png~": "", "blog/.draft.md": "", "texts/README.md": "", "media/desktop.ini": "",
		"package.json": "", "blog/camps.md.bak": "", "__MACOSX/x": "", ".imported/x.json": "", "reviews.jsonl": "",
	} {
		root := contenttest.Copy(t)
		contenttest.Write(t, root, file, "")
		all := check(root)
		if want == "" && len(all) > 0 || want != "" && (len(all) != 1 || !strings.HasPrefix(all[0], want)) {
			t.Errorf("%s: found %q, want %q", file, all, want)
		}
	}
}

func TestFrontMatterFencesMayEndWithWhiteSpace(t *testing.T) {
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

func TestDamagedPictureIsOneMistake(t *testing.T) {
	root := contenttest.Copy(t)
	data, err := os.ReadFile(filepath.Join(root, "media/dunes.png"))
	if err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int]string{
		10:            "media/dunes.png:1:1: this is not a picture that browsers show",
		len(data) - 9: "media/dunes.png:1:1: this picture is truncated",
	} {
		contenttest.Write(t, root, "media/dunes.png", string(data[:size]))
		if all := check(root); len(all) != 1 || !strings.HasPrefix(all[0], want) {
			t.Errorf("%d bytes: %v", size, all)
		}
	}
}
