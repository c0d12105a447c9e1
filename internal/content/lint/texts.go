package lint

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	bcp47 "golang.org/x/text/language"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/source"
	"storefront/internal/content/starter"
)

// What search engines show of a page, in characters: about 600 pixels of a title, two lines of a description. A
// description of fewer than the least is often replaced by a part of the page. Half as many count in wide scripts.
const (
	maxTitle       = 60
	minTitle       = 10
	minDescription = 70
	maxDescription = 160
)

// wideScripts are the scripts whose characters are twice as wide as Latin letters, and say as much as two.
var wideScripts = []string{"Hans", "Hant", "Jpan", "Kore"}

// searchText is what a page gives to search engines, with the keys of its sources.
type searchText struct {
	file, language           string
	title, description       string
	titleKey, descriptionKey string
	// what is written is what is shown; else the site makes it, or takes the text's beginning
	ownTitle, ownDescription bool
	kind                     string
}

func (r *Content) searchTexts() (all []searchText) {
	folder := func(parts ...string) string { return filepath.Join(append([]string{r.root}, parts...)...) }
	for _, p := range r.products {
		for language, t := range p.Texts {
			m := searchText{file: folder("products", p.Slug, language+".md"), language: language, kind: "product",
				ownTitle: true, ownDescription: true}
			m.title, m.titleKey = firstNonEmpty(t.SEOTitle, "seoTitle", t.Title, "title")
			m.description, m.descriptionKey = firstNonEmpty(t.SEODescription, "seoDescription", t.Summary, "summary")
			all = append(all, m)
		}
	}
	places := func(kind, slug string, texts map[string]*catalog.PlaceText) {
		for language, t := range texts {
			m := searchText{file: folder(kind, slug, language+".md"), language: language, kind: kind,
				ownTitle: t.SEOTitle != "", ownDescription: true}
			m.title, m.titleKey = firstNonEmpty(t.SEOTitle, "seoTitle", t.Title, "title")
			m.description, m.descriptionKey = firstNonEmpty(t.SEODescription, "seoDescription", t.Summary, "summary")
			all = append(all, m)
		}
	}
	for _, c := range r.lib.Cities {
		places("cities", c.Slug, c.Texts)
	}
	for _, c := range r.lib.Categories {
		places("categories", c.Slug, c.Texts)
	}
	for _, posts := range r.posts {
		for language, p := range posts {
			all = append(all, searchText{
				file: p.Body.File, language: language, kind: "blog", title: p.Title, titleKey: "title", ownTitle: true,
				description: p.Description, descriptionKey: "description", ownDescription: p.Description != "",
			})
		}
	}
	for slug, p := range r.lib.Pages {
		for language, t := range p.Texts {
			all = append(all, searchText{
				file: folder("pages", slug, language+".md"), language: language, kind: "pages", title: t.Title,
				titleKey:    "title",
				description: t.Description, descriptionKey: "description", ownDescription: true,
			})
		}
	}
	slices.SortFunc(all, func(a, b searchText) int { return strings.Compare(a.file, b.file) })
	return all
}

func firstNonEmpty(own, ownKey, other, otherKey string) (text, key string) {
	if own != "" {
		return own, ownKey
	}
	return other, otherKey
}

// checkSearchTexts remarks titles and descriptions that search engines cut, replace or take for one another.
func (r *Content) checkSearchTexts() (out []diag.Diagnostic) {
	titles, descriptions := map[string]searchText{}, map[string]searchText{}
	for _, m := range r.searchTexts() {
		out = append(out, m.checkLengths()...)
		for _, one := range []struct {
			what, text, key string
			seen            map[string]searchText
		}{{"title", m.title, m.titleKey, titles}, {"description", m.description, m.descriptionKey, descriptions}} {
			if one.text == "" {
				continue
			}
			known := m.language + " " + strings.ToLower(strings.Join(strings.Fields(one.text), " "))
			if other, twice := one.seen[known]; twice {
				out = append(out, warnAt(m.file, []any{one.key},
					"the same %s as in %s: search engines show one of two pages that they take for one", one.what,
					other.file))
				continue
			}
			one.seen[known] = m
		}
	}
	return out
}

func (m searchText) checkLengths() (out []diag.Diagnostic) {
	limit := func(bound int) int {
		if slices.Contains(wideScripts, scriptOf(m.language).String()) {
			return bound / 2
		}
		return bound
	}
	n := utf8.RuneCountInString(m.title)
	switch {
	case m.ownTitle && n > limit(maxTitle):
		out = append(out, warnAt(m.file, []any{m.titleKey},
			"this title has %d characters, and search engines show about %d of them%s", n, limit(maxTitle),
			m.hint("seoTitle")))
	case m.ownTitle && n < limit(minTitle):
		out = append(out, warnAt(m.file, []any{m.titleKey},
			"this title has %s; %d and more tell what the page is about", characters(n), limit(minTitle)))
	}
	n = utf8.RuneCountInString(m.description)
	switch {
	case !m.ownDescription:
		out = append(out, warnAt(m.file, []any{m.descriptionKey},
			"there is no description for search engines; they get the beginning of the text"))
	case n > limit(maxDescription):
		out = append(out, warnAt(m.file, []any{m.descriptionKey},
			"this description has %d characters, and search engines show about %d of them%s", n, limit(maxDescription),
			m.hint("seoDescription")))
	case n < limit(minDescription):
		out = append(out, warnAt(m.file, []any{m.descriptionKey},
			"this description has %s; search engines replace those of fewer than %d%s", characters(n),
			limit(minDescription), m.hint("seoDescription")))
	}
	return out
}

// characters returns a number of characters in words.
func characters(n int) string {
	if n == 1 {
		return "1 character"
	}
	return fmt.Sprintf("%d characters", n)
}

// hint names the key that search engines can be given another text by, where there is one.
func (m searchText) hint(key string) string {
	if m.kind == "blog" || m.kind == "pages" || m.titleKey == key || m.descriptionKey == key {
		return ""
	}
	return "; " + key + " gives them another"
}

// checkTranslations remarks texts that are the same in two languages, prose that one language has and another
// lacks, and stories and pages that have none in any.
func (r *Content) checkTranslations() (out []diag.Diagnostic) {
	titles := map[string]map[string]searchText{} // by folder, then language
	for _, m := range r.searchTexts() {
		folder := filepath.Dir(m.file)
		if titles[folder] == nil {
			titles[folder] = map[string]searchText{}
		}
		titles[folder][m.language] = m
	}
	for _, folder := range slices.Sorted(maps.Keys(titles)) {
		out = append(out, checkUntranslated(titles[folder])...)
	}
	written := map[string]map[string]prose{}
	for _, p := range r.prose {
		folder := filepath.Dir(p.File)
		if written[folder] == nil {
			written[folder] = map[string]prose{}
		}
		written[folder][p.language] = p
	}
	for _, folder := range slices.Sorted(maps.Keys(written)) {
		texts := written[folder]
		languages := slices.Sorted(maps.Keys(texts))
		hasWords := func(language string) bool { return strings.TrimSpace(texts[language].Source) != "" }
		first := slices.IndexFunc(languages, hasWords)
		for _, language := range languages {
			p := texts[language]
			message := "nothing is written below the front matter: readers find a title without a text"
			if first >= 0 {
				message = fmt.Sprintf("nothing is written below the front matter in %q, but in %q there is", language,
					languages[first])
			}
			if !hasWords(language) && (first >= 0 || p.isPage) {
				out = append(out, warnAtWord(p.File, max(1, p.Line-1), "", message))
			}
		}
	}
	return out
}

// checkUntranslated remarks titles and descriptions that two languages share. A title alone may be a name that
// languages of one script write alike, such as Marrakech.
func checkUntranslated(texts map[string]searchText) (out []diag.Diagnostic) {
	languages := slices.Sorted(maps.Keys(texts))
	for i, language := range languages {
		for _, other := range languages[i+1:] {
			m, n := texts[language], texts[other]
			if source.IsSummaryPlaceholder(m.description) {
				continue
			}
			if m.title == n.title && (scriptOf(language) != scriptOf(other) || m.description == n.description) {
				out = append(out, warnAt(m.file, []any{m.titleKey},
					"the title is the same in %q and %q: it is not translated", language, other))
			}
			if m.description != "" && m.description == n.description {
				out = append(out, warnAt(m.file, []any{m.descriptionKey},
					"the %s is the same in %q and %q: it is not translated", m.descriptionKey, language, other))
			}
		}
	}
	return out
}

// scriptOf returns the script that a language is written in.
func scriptOf(language string) bcp47.Script {
	script, _ := bcp47.Make(language).Script()
	return script
}

// checkStarterTexts remarks texts that generate init wrote and nobody has replaced.
func (r *Content) checkStarterTexts() (out []diag.Diagnostic) {
	for _, p := range r.prose {
		// whatever the file's language: init copies texts that it lacks
		for _, text := range starter.PlaceholderSentences {
			if strings.Contains(p.Source, text) {
				out = append(out, warnAtText(p.File, text,
					"this text came with generate init: write your own before the shop opens"))
			}
		}
	}
	checkComment := func(file, comment, message string) {
		file = filepath.Join(r.root, file)
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), comment) {
			out = append(out, warnAtText(file, comment, message+" and remove the comment"))
		}
	}
	for _, c := range r.lib.Cities {
		checkComment("cities/"+c.Slug+"/city.yaml", starter.OtherPlaceComment,
			"country, time zone and location came with generate init, of another city: write this one's,")
	}
	for _, p := range r.products {
		checkComment("products/"+p.Slug+"/product.yaml", starter.OtherLocationComment,
			"the location came with generate init, of another city: write the meeting point's,")
	}
	return out
}
