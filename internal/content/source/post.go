package source

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/core/route"
	"storefront/internal/lib/suggest"
)

// PostFolders lists the folders of the blog.
func (r *Reader) PostFolders(out *[]diag.Diagnostic) []string { return r.listFolders("blog", out) }

// Post reads one post in the languages it is written in. A language it lacks is a warning: the post is then
// published in the others only, so that a blog in one language can be brought in.
func (r *Reader) Post(folder string, lib *catalog.Library,
	known map[string]bool) (map[string]*catalog.Post, []diag.Diagnostic) {
	var out []diag.Diagnostic
	posts := map[string]*catalog.Post{}
	r.warnStrayFiles(path.Join("blog", folder), lib, &out)
	written := func(language string) bool { return r.exists(path.Join("blog", folder, language+".md")) }
	if !slices.ContainsFunc(lib.Languages, written) {
		f := &file{path: filepath.Join(r.root, "blog", folder), out: &out}
		if !lib.DeploymentsIncomplete {
			f.report(1, 1, true, "this story is in none of the languages %s and appears nowhere",
				strings.Join(lib.Languages, ", "))
		}
		return posts, out
	}
	needed := lib.RequiredLanguages(nil)
	for _, language := range lib.Languages {
		rel := path.Join("blog", folder, language+".md")
		if !written(language) {
			if !slices.Contains(needed, language) {
				continue
			}
			f := &file{path: filepath.Join(r.root, rel), out: &out}
			f.report(1, 1, true, "this story is not translated into %q and appears in the other languages only",
				language)
			continue
		}
		p := &catalog.Post{Folder: folder, Language: language, Slug: folder}
		f, ok := r.readMarkdown(rel, p, true, &out)
		if !ok {
			continue
		}
		p.Body = f.prose()
		checkPost(f, p, lib, known)
		checkPublishedText(f, p.Draft, language, p.Body, &out)
		posts[language] = p
	}
	return posts, out
}

func checkPost(f *file, p *catalog.Post, lib *catalog.Library, known map[string]bool) {
	checkSlug(f, p.Slug, p.Aliases, nil)
	if !p.ExpiryDate.IsZero() && !p.ExpiryDate.After(p.Date.Time) {
		n := f.root.At("expiryDate")
		f.report(n.Line, n.Col, true, "this is not after the date of the story, so it is never shown")
	}
	if p.Image != "" {
		checkPicture(f, []any{"image"}, lib, p.Image)
	}
	for i, slug := range p.Products {
		if !known[slug] {
			f.errorAt([]any{"products", i}, "there is no product %q%s", slug, suggest.DidYouMean(slug, keys(known)))
		}
	}
}

// checkAliases checks the former addresses of a page.
func checkAliases(f *file, aliases []string) {
	for i, alias := range aliases {
		if len(alias) < 2 || alias[0] != '/' || alias[1] == '/' {
			f.errorAt([]any{"aliases", i}, "%q is not a path such as /stories/old-name", alias)
			continue
		}
		n := f.root.At("aliases", i)
		if strings.ContainsAny(alias, "?#\\ ") {
			f.report(n.Line, n.Col, true, "%q leads nowhere: it is not a path such as /stories/old-name", alias)
		} else if code, _ := route.SplitLanguage(alias); code != "" {
			f.report(n.Line, n.Col, true, "%q leads nowhere: aliases are written without language: write %s", alias,
				canonicalPath(alias))
		}
	}
}
