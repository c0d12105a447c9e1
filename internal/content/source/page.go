package source

import (
	"path"
	"path/filepath"
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/lib/suggest"
)

// loadTextPages reads the pages of prose: those that every storefront has, and the other folders of content/pages.
func (l *loader) loadTextPages() {
	for _, slug := range catalog.TextPages {
		l.loadTextPage(slug)
	}
	for _, slug := range l.listFolders("pages", l.out) {
		if slices.Contains(catalog.TextPages, slug) {
			continue
		}
		reason := slugConflict(slug)
		if slices.ContainsFunc(l.lib.Categories, func(c *catalog.Category) bool { return c.Slug == slug }) {
			reason = "the slug " + slug + " clashes with the category of that name"
		}
		if reason != "" {
			f := &file{path: filepath.Join(l.root, "pages", slug), out: l.out}
			f.report(1, 1, false, "%s", reason)
			continue
		}
		l.loadTextPage(slug)
	}
}

func (l *loader) loadTextPage(slug string) {
	p := &catalog.TextPage{Slug: slug}
	folder := path.Join("pages", slug)
	if choice := path.Join(folder, "page.yaml"); l.exists(choice) {
		if f, ok := l.readYAML(choice, p, l.out); ok {
			l.checkPage(f, p)
		}
	}
	l.warnStrayFiles(folder, l.lib, l.out)
	var files map[string]*file
	p.Texts, files = readTexts[catalog.PageText](l.Reader, l.possibleLanguagesOf(p), l.requiredLanguagesOf(p), folder,
		l.out)
	for language, t := range p.Texts {
		l.checkOptionalPicture(files[language], []any{"image"}, t.Image)
		checkSlug(files[language], t.Slug, t.Aliases, pageSlugConflict(slug))
		checkPublishedText(files[language], t.Draft, language, t.Body, l.out)
	}
	removeDrafts(l.Reader, p.Texts)
	l.lib.Pages[slug] = p
}

// pageSlugConflict returns why a slug cannot be the address of the page in a folder. Every layout links to the pages
// that all storefronts have by their names.
func pageSlugConflict(folder string) func(slug string) string {
	return func(slug string) string {
		if slug != folder && slices.Contains(catalog.TextPages, folder) {
			return "every storefront has this page at /" + folder + ", in every language"
		}
		return slugConflict(slug)
	}
}

func (l *loader) checkPage(f *file, p *catalog.TextPage) {
	at := []any{"deployments"}
	if n := f.root.Get("deployments"); n == nil {
		return
	}
	if slices.Contains(catalog.TextPages, p.Slug) {
		f.errorAt(at, "every storefront has the page %s: it cannot be left out of one", p.Slug)
		p.Deployments = nil
		return
	}
	if len(p.Deployments) == 0 {
		f.errorAt(at, "a page without a deployment is shown nowhere; leave deployments out for all")
	}
	known := l.listIDs("deployments", &[]diag.Diagnostic{})
	for i, id := range p.Deployments {
		if !slices.Contains(known, id) {
			f.errorAt(childPath(at, i), "there is no deployment %q%s", id, suggest.DidYouMean(id, known))
		}
	}
}

// requiredLanguagesOf returns the languages that a page is needed in. Every storefront links to those that all have, so
// that these cannot be left out of a language.
func (l *loader) requiredLanguagesOf(p *catalog.TextPage) []string {
	needed := l.lib.RequiredLanguages(func(d *catalog.Deployment) bool { return p.IsShownBy(d.ID) })
	if l.isDraftPage(p) {
		return nil
	}
	if !slices.Contains(catalog.TextPages, p.Slug) {
		return needed
	}
	for _, d := range l.lib.Deployments {
		for _, language := range d.Languages {
			if d.Untranslated == catalog.Omit && !slices.Contains(needed, language) {
				needed = append(needed, language)
			}
		}
	}
	return needed
}

// isDraftPage reports whether all texts of a page are drafts, and the page is one with them.
func (l *loader) isDraftPage(p *catalog.TextPage) bool {
	folder := filepath.Join(l.root, "pages", p.Slug)
	written := TextLanguages(folder, l.possibleLanguagesOf(p))
	return len(written) > 0 && !slices.Contains(catalog.TextPages, p.Slug) &&
		!slices.ContainsFunc(written, func(language string) bool {
			t, ok := ReadTranslationState(filepath.Join(folder, language+".md"))
			return !ok || !t.Draft
		})
}

// possibleLanguagesOf returns the languages that a page may have: those of its deployments.
func (l *loader) possibleLanguagesOf(p *catalog.TextPage) []string {
	return slices.DeleteFunc(slices.Clone(l.lib.Languages), func(language string) bool {
		return !slices.ContainsFunc(l.lib.Deployments, func(d *catalog.Deployment) bool {
			return p.IsShownBy(d.ID) && slices.Contains(d.Languages, language)
		})
	})
}
