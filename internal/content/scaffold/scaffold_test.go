package scaffold_test

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/source"
	"storefront/internal/content/yaml"
)

func inOrder(string) ([]diag.Diagnostic, error) { return nil, nil }

func TestCommitWritesNothingIfTheCheckFails(t *testing.T) {
	content := contenttest.Copy(t)
	refuse := errors.New("not in order")
	s := scaffold.NewStage(content)
	if err := errors.Join(s.Add("blog/new/en.md", []byte("x")),
		s.Append("media/en.yaml", "new.png: New\n")); err != nil {
		t.Fatal(err)
	}
	seen := ""
	_, err := s.Commit(func(folder string) ([]diag.Diagnostic, error) {
		data, _ := os.ReadFile(filepath.Join(folder, "media/en.yaml"))
		other, _ := os.ReadFile(filepath.Join(folder, "products/walk/en.md"))
		seen = string(data) + string(other)
		return nil, refuse
	}, false)
	if !errors.Is(err, refuse) {
		t.Errorf("the error of the check is lost: %v", err)
	}
	if !strings.Contains(seen, "dunes.png: Dunes at dusk\nnew.png: New\n") || !strings.Contains(seen, "Old town walk") {
		t.Errorf("the check saw %q, not the content as it would be", seen)
	}
	if s.Exists("blog/new") && exists(filepath.Join(content, "blog/new")) {
		t.Error("a file was written")
	}
	if read(t, content, "media/en.yaml") != "dunes.png: Dunes at dusk\n" {
		t.Error("a file was changed")
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(content), ".*"))
	if len(left) > 0 {
		t.Errorf("%v was left", left)
	}
}

func TestNewProductIsInAPublishedCityWithItsName(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, "deployments/wayfare.yaml", "supplier: false",
		"supplier: false\nuntranslated: fallback")
	contenttest.Remove(t, content, "cities/dubai/ar.md")
	for to, from := range map[string]string{"cities/agra/city.yaml": "cities/dubai/city.yaml",
		"categories/art/category.yaml": "categories/desert/category.yaml"} {
		contenttest.Write(t, content, to, "draft: true\nweight: 1\n"+contenttest.Read(t, content, from))
		text := contenttest.Read(t, content, filepath.Dir(from)+"/en.md")
		contenttest.Write(t, content, filepath.Dir(to)+"/en.md", text)
	}
	if _, err := scaffold.Create(scaffold.Skeleton{Content: content, Kind: "product", Slug: "boat", Check: inOrder,
		Languages: []string{"en", "ar"}}); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{"product.yaml": "city: dubai\ncategories: [desert]",
		"en.md": "\nplace: Dubai # where", "ar.md": "\nplace: Dubai # to be translated from en.md"} {
		if text := read(t, content, "products/boat/"+file); !strings.Contains(text, want) {
			t.Errorf("%s has no %q:\n%s", file, want, text)
		}
	}
}

func TestNewProductUsesTheDefaultNameOfAnUntranslatedCity(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Replace(t, content, "deployments/wayfare.yaml", "languages: [en, ar]",
		"languages: [en, ar, de]\nuntranslated: omit")
	contenttest.Write(t, content, "texts/de.yaml", "language: {name: Deutsch, iso: de-DE, direction: ltr}\n")
	if _, err := scaffold.Create(scaffold.Skeleton{Content: content, Kind: "product", Slug: "boat",
		Check: inOrder}); err != nil {
		t.Fatal(err)
	}
	if text := read(t, content, "products/boat/de.md"); !strings.Contains(text, "\nplace: Dubai # to be translated") {
		t.Error(text)
	}
}

func TestCreateDoesNotPanicWithoutDeploymentLanguages(t *testing.T) {
	content := contenttest.Copy(t)
	for _, file := range []string{"deployments/z.yaml", "deployments/wayfare.yaml"} {
		contenttest.Write(t, content, file, "menu: [{to: /faq}]\n")
		for _, kind := range scaffold.Kinds {
			slug := map[string]string{"product": "dunes", "post": "camps"}[kind]
			_, err := scaffold.Create(scaffold.Skeleton{Content: content, Kind: kind, Slug: cmp.Or(slug, "new-"+kind),
				Languages: []string{"ar"},
				Check:     func(string) ([]diag.Diagnostic, error) { return nil, errors.New("no") }})
			if err == nil {
				t.Errorf("with %s a %s is created unchecked", file, kind)
			}
		}
	}
}

// refusal is an error with mistakes in content.
type refusal []diag.Diagnostic

func (r refusal) Error() string               { return "mistakes" }
func (r refusal) Mistakes() []diag.Diagnostic { return r }

func TestCreateAllowsAPageThatAMenuAlreadyNames(t *testing.T) {
	const other = "a dead link: this deployment has no page /other-team"
	for _, x := range []struct {
		kind, before, then string
		isCreated          bool
	}{
		{"page", "", "a dead link: this deployment has no page /team", true},
		{"page", "", other, false},
		{"page", other, other, true},
		{"post", other, other, true},
		{"post", other, "a dead link: this deployment has no page /crew", false},
		{"page", "an unknown key", "an unknown key", false},
	} {
		content := contenttest.Copy(t)
		_, err := scaffold.Create(scaffold.Skeleton{Content: content, Kind: x.kind, Slug: "team",
			Check: func(folder string) ([]diag.Diagnostic, error) {
				return nil, refusal{{Message: map[bool]string{true: x.before, false: x.then}[folder == content]}}
			}})
		if (err == nil) != x.isCreated {
			t.Errorf("%+v: %v", x, err)
		}
	}
}

func TestNewLanguageHasAllTexts(t *testing.T) {
	content := contenttest.Copy(t)
	for code, language := range map[string]string{"fr": "français", "he": "עברית", "ru": "русский", "zh": "中文",
		"es": "español"} {
		made, err := scaffold.Create(scaffold.Skeleton{Content: content, Kind: "language", Slug: code, Check: inOrder})
		if err != nil {
			t.Fatal(err)
		}
		var mistakes []diag.Diagnostic
		read := source.NewReader(content).Texts(&mistakes)[code]
		if len(mistakes) > 0 || read.Name != language || len(made.Next) != 2 {
			t.Errorf("%s is %+v: %v", code, read.Locale, mistakes)
		}
	}
	text := read(t, content, "texts/fr.yaml")
	for _, line := range []string{`hours_one: "{{count}} hour"`, `hours_other: "{{count}} hours"`, `one: "{n} night"`,
		`one: "Your {n} tickets are attached, each with a calendar file."`,
		`shortWeekdays: ["Sun","Mon","Tue","Wed","Thu","Fri","Sat"]`} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("texts/fr.yaml lacks %s", line)
		}
	}
	if text := read(t, content, "texts/es.yaml"); !strings.Contains(text, `one: "Your ticket is attached, with`) {
		t.Error("texts/es.yaml counts one ticket")
	}
	for _, code := range []string{"en", "xx", "fr"} {
		s := scaffold.Skeleton{Content: content, Kind: "language", Slug: code, Check: inOrder}
		if _, err := scaffold.Create(s); err == nil {
			t.Errorf("%s is created", code)
		}
	}
}

func TestOnlyNewProductsAskWhatVisitorsGet(t *testing.T) {
	content := contenttest.Copy(t)
	for kind, file := range map[string]string{"product": "products/x/", "page": "pages/x/", "post": "blog/x/",
		"city": "cities/x/", "category": "categories/x/"} {
		s := scaffold.Skeleton{Content: content, Kind: kind, Slug: "x", Check: inOrder}
		if _, err := scaffold.Create(s); err != nil {
			t.Fatal(err)
		}
		for language, words := range map[string]string{"en": "visitors", "ar": "الزائر"} {
			if text := read(t, content, file+language+".md"); strings.Contains(text, words) != (kind == "product") ||
				!strings.Contains(text, "160") {
				t.Errorf("a %s is created with %s", kind, text)
			}
		}
	}
}

func TestCommitNeverOverwritesFiles(t *testing.T) {
	content := contenttest.Copy(t)
	s := scaffold.NewStage(content)
	if err := s.Add("products/walk/en.md", []byte("x")); err == nil ||
		!strings.Contains(err.Error(), "already exists") {
		t.Errorf("the error is %v", err)
	}
	if err := errors.Join(s.Add("blog/a/en.md", []byte("a")), s.Add("blog/z/en.md", []byte("ours")),
		s.Append("media/en.yaml", "x: y\n")); err != nil {
		t.Fatal(err)
	}
	// Another program writes the same post while the check runs, so the files that were moved before are removed again.
	_, err := s.Commit(func(string) ([]diag.Diagnostic, error) {
		contenttest.Write(t, content, "blog/z/en.md", "theirs")
		return nil, nil
	}, false)
	if err == nil {
		t.Error("the commit succeeds beside another program's file")
	}
	if read(t, content, "blog/z/en.md") != "theirs" || exists(filepath.Join(content, "blog/a")) ||
		read(t, content, "media/en.yaml") != "dunes.png: Dunes at dusk\n" {
		t.Error("content was not restored")
	}
}

func TestCommitRefusesASecondWriter(t *testing.T) {
	content := contenttest.Copy(t)
	one, two := scaffold.NewStage(content), scaffold.NewStage(content)
	if err := errors.Join(one.Add("blog/a/en.md", nil), two.Add("blog/b/en.md", nil)); err != nil {
		t.Fatal(err)
	}
	_, err := one.Commit(func(string) ([]diag.Diagnostic, error) {
		if _, err := two.Commit(inOrder, false); err == nil ||
			!strings.Contains(err.Error(), "another command is writing") {
			t.Errorf("the second writer gets %v", err)
		}
		return nil, nil
	}, false)
	if err != nil || !exists(filepath.Join(content, "blog/a/en.md")) {
		t.Errorf("the first writer gets %v", err)
	}
}

func TestCommitRemovesFilesOfAKilledWriter(t *testing.T) {
	content := contenttest.Copy(t)
	contenttest.Write(t, filepath.Dir(content), ".content.staged/content/blog/half/en.md", "half")
	s := scaffold.NewStage(content)
	if err := s.Add("blog/a/en.md", []byte("a")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Commit(inOrder, false); err != nil {
		t.Fatal(err)
	}
	if exists(filepath.Join(content, "blog/half")) || exists(filepath.Join(filepath.Dir(content), ".content.staged")) {
		t.Error("the files of the killed writer are still there")
	}
}

func TestYAMLTextSurvivesARoundTrip(t *testing.T) {
	for _, text := range []string{
		"plain words", "", " led ", "true", "No", "null", "~", "12", "1e3", "0x1F", "2026-01-02", "12:30", "a: b",
		"a #b", "#x", "- x", "[x]", "{x}", "&a", "*a", "!t", "%x", "@x", "`x`",
		"it's", `a "b" \c`, "two\nlines", "tab\there", "رحلة، مع شاي", "« x »", "x,", "?x", "=", "…", "\u2028",
		"\ufeffx", "\u200fx", "emoji 🐪", "…dots", "a\u0085b", "-", "--- x", "...",
	} {
		for _, form := range []string{"k: %s\n", "k: [%s, x]\n", "k: {a: %s}\n"} {
			n, err := yaml.Parse(strings.Replace(form, "%s", scaffold.YAMLText(text), 1), 1)
			if err != nil {
				t.Errorf("%q as %s: %v", text, scaffold.YAMLText(text), err)
				continue
			}
			got := n.Get("k")
			if len(got.Items) > 0 {
				got = &got.Items[0]
			} else if len(got.Pairs) > 0 {
				got = &got.Pairs[0].Value
			}
			if got.Value != text || got.IsNull() {
				t.Errorf("%q comes back as %q (%s)", text, got.Value, scaffold.YAMLText(text))
			}
		}
	}
}

func TestYAMLOfTheCatalogueSurvivesARoundTrip(t *testing.T) {
	at := time.Date(2026, 1, 2, 6, 30, 0, 0, time.FixedZone("", 3*3600))
	post := catalog.Post{Title: "A: b", Date: catalog.Timestamp{Time: at}, Tags: []string{"x, y", "z"}, Draft: true,
		Aliases: []string{"/a"}}
	want := "title: \"A: b\"\ndate: 2026-01-02T06:30:00+03:00\ndraft: true\ntags: [\"x, y\", z]\naliases: [/a]\n"
	if got := string(scaffold.YAML(post)); got != want {
		t.Errorf("a post is written\n%s", got)
	}
	content := contenttest.Copy(t)
	r := source.NewReader(content)
	lib, _ := r.Library(noPictures, nil, nil)
	for _, slug := range []string{"dunes", "walk"} {
		p, _ := r.Product(slug, lib, map[string]bool{})
		contenttest.Write(t, content, "products/"+slug+"/product.yaml", string(scaffold.YAML(p)))
		for language, text := range p.Texts {
			contenttest.Write(t, content, "products/"+slug+"/"+language+".md",
				string(scaffold.Markdown(text, text.Body.Source)))
		}
		again, _ := r.Product(slug, lib, map[string]bool{})
		for language := range p.Texts { // the first line of the prose depends on the line breaks above
			p.Texts[language].Body.Line, again.Texts[language].Body.Line = 0, 0
		}
		if !reflect.DeepEqual(p, again) {
			t.Errorf("%s differs after the round trip", slug)
		}
	}
}

func noPictures(string) (map[string]*catalog.Picture, []diag.Diagnostic) {
	return map[string]*catalog.Picture{}, nil
}

func TestSlugIsMadeOfWords(t *testing.T) {
	for words, want := range map[string]string{
		"Dhow Trip!": "dhow-trip", "  Café à la crème ": "cafe-a-la-creme", "Straße": "strasse", "Don't": "dont",
		"رحلة": "", "A_b.c": "a-b-c", "1001 nights": "1001-nights", "Łódź": "lodz",
	} {
		if got := scaffold.Slug(words); got != want || want != "" && !scaffold.IsSlug(got) {
			t.Errorf("%q becomes %q, not %q", words, got, want)
		}
	}
	for of, want := range map[[2]string]string{
		{"de", "Für Kinder"}: "fuer-kinder", {"de", "O\u0308l & ÄRZTE, Straße"}: "oel-aerzte-strasse",
		{"de", "Café"}: "cafe", {"fr", "Für Kinder"}: "fur-kinder",
	} {
		if got := scaffold.SlugIn(of[0], of[1]); got != want {
			t.Errorf("%q becomes %q, not %q", of, got, want)
		}
	}
	for words, want := range map[string]string{"Łódź No. 7": "lodz-no-7", "Nº 7": "n-7", "رحلة 7": "", "Java基礎": ""} {
		if got := scaffold.LatinSlug(words); got != want {
			t.Errorf("%q becomes %q as a whole, not %q", words, got, want)
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func read(t *testing.T, root, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
