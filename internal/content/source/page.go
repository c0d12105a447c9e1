package source

import (
	"path"
	"path/filepath"
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/lib/suggest"
)

// textPages reads the pages of prose: those that every storefront has, and the other folders of content/pages.
func (l *loader) textPages() {
	for _, slug := range catalog.TextPages {
		l.textPage(slug)
	}
	for _, slug := range l.folders("pages", l.out) {
		if slices.Contains(catalog.TextPages, slug) {
			continue
		}
		why := clash(slug)
		if slices.ContainsFunc(l.lib.Categories, func(c *catalog.Category) bool { return c.Slug == slug }) {
			why = "the slug " + slug + " clashes with the category of that name"
		}
		if why != "" {
			f := &file{path: filepath.Join(l.root, "pages", slug), out: l.out}
			f.at(1, 1, false, "%s", why)
			continue
		}
		l.textPage(slug)
	}
}

func (l *loader) textPage(slug string) {
	p := &catalog.TextPage{Slug: slug}
	folder := path.Join("pages", slug)
	if choice := path.Join(folder, "page.yaml"); l.exists(choice) {
		if f, ok := l.yaml(choice, p, l.out); ok {
			l.checkPage(f, p)
		}
	}
	l.strays(folder, l.lib, l.out)
	var files map[string]*file
	p.Texts, files = texts[catalog.PageText](l.Reader, l.languagesOf(p), l.NeededOf(p), folder, l.out)
	for language, t := range p.Texts {
		l.picture(files[language], []any{"image"}, t.Image)
		checkAddress(files[language], t.Slug, t.Aliases, ofPage(slug))
		unwritten(files[language], t.Draft, language, t.Body, l.out)
	}
	withoutDrafts(l.Reader, p.Texts)
	l.lib.Pages[slug] = p
}

// ofPage returns why a slug cannot be the address of the page in a folder. Every layout links to the pages that all
// storefronts have by their names.
func ofPage(folder string) func(slug string) string {
	return func(slug string) string {
		if slug != folder && slices.Contains(catalog.TextPages, folder) {
			return "every storefront has this page at /" + folder + ", in every language"
		}
		return clash(slug)
	}
}

func (l *loader) checkPage(f *file, p *catalog.TextPage) {
	at := []any{"deployments"}
	if n := f.root.Get("deployments"); n == nil {
		return
	}
	if slices.Contains(catalog.TextPages, p.Slug) {
		f.wrong(at, "every storefront has the page %s: it cannot be left out of one", p.Slug)
		p.Deployments = nil
		return
	}
	if len(p.Deployments) == 0 {
		f.wrong(at, "a page without a deployment is shown nowhere; leave deployments out for all")
	}
	known := l.ids("deployments", &[]diag.Diagnostic{})
	for i, id := range p.Deployments {
		if !slices.Contains(known, id) {
			f.wrong(under(at, i), "there is no deployment %q%s", id, suggest.DidYouMean(id, known))
		}
	}
}

// NeededOf returns the languages that a page is needed in. Every storefront links to those that all have, so that these
// cannot be left out of a language.
func (l *loader) NeededOf(p *catalog.TextPage) []string {
	needed := l.lib.Needed(func(d *catalog.Deployment) bool { return p.IsOf(d.ID) })
	if l.isDraft(p) {
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

// isDraft reports whether all texts of a page are drafts, and the page is one with them.
func (l *loader) isDraft(p *catalog.TextPage) bool {
	folder := filepath.Join(l.root, "pages", p.Slug)
	written := TextLanguages(folder, l.languagesOf(p))
	return len(written) > 0 && !slices.Contains(catalog.TextPages, p.Slug) &&
		!slices.ContainsFunc(written, func(language string) bool {
			t, ok := ReadTranslated(filepath.Join(folder, language+".md"))
			return !ok || !t.Draft
		})
}

// languagesOf returns the languages that a page may have: those of its deployments.
func (l *loader) languagesOf(p *catalog.TextPage) []string {
	return slices.DeleteFunc(slices.Clone(l.lib.Languages), func(language string) bool {
		return !slices.ContainsFunc(l.lib.Deployments, func(d *catalog.Deployment) bool {
			return p.IsOf(d.ID) && slices.Contains(d.Languages, language)
		})
	})
}
