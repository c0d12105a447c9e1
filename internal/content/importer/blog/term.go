package blog

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/scaffold"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/lib/lazyregexp"
)

// termKinds maps the path segment of a blog's lists to the kind of term here. Categories are mapped to tags.
var termKinds = map[string]payload.TermKind{
	"tag": payload.TagTerm, "tags": payload.TagTerm, "category": payload.TagTerm, "categories": payload.TagTerm,
	"author": payload.AuthorTerm, "authors": payload.AuthorTerm, "series": payload.SeriesTerm,
}

// minTagStories is the number of stories that a tag needs to have a page.
const minTagStories = 2

// blogTerms are the tags, authors and series that have a page once the posts are imported.
type blogTerms struct {
	// pages are the addresses of the terms, by language, kind and a spelling of the name in addresses.
	pages map[[3]string]string
	// redirects maps addresses of the blog to those here.
	redirects map[string]string
}

// findTerms sets the authors and series of posts, and finds the terms that will have pages.
func (b *blog) findTerms() {
	b.terms = blogTerms{pages: map[[3]string]string{}, redirects: map[string]string{}}
	stories := map[[2]string]map[string]bool{} // by language and address of the term
	names := map[[3]string]string{}
	add := func(p *post, kind payload.TermKind, name string) {
		slug := b.termSlug(kind, name)
		if slug == "" || !p.isPublished {
			return
		}
		page := "/blog/" + string(kind) + "/" + slug
		at := [2]string{p.language, page}
		if stories[at] == nil {
			stories[at] = map[string]bool{}
		}
		stories[at][p.slug] = true
		for _, spelled := range []string{slug, urlize(name),
			scaffold.Slug(name), jekyllSlug(name), strings.ToLower(name)} {
			names[[3]string{p.language, string(kind), spelled}] = page
		}
	}
	for _, p := range b.posts {
		if p.isSkipped {
			continue
		}
		p.author, p.series = b.author(p), b.series(p)
		add(p, payload.AuthorTerm, p.author)
		add(p, payload.SeriesTerm, p.series)
		for _, tag := range b.topics(p) {
			add(p, payload.TagTerm, tag)
		}
	}
	for at, page := range names {
		if at[1] == string(payload.TagTerm) && len(stories[[2]string{at[0], page}]) < minTagStories {
			continue
		}
		b.terms.pages[at] = page
	}
	b.redirectLists()
}

// termSlug returns the slug of a term; empty if it has none.
func (b *blog) termSlug(kind payload.TermKind, name string) string {
	known := map[payload.TermKind]map[string]*catalog.Term{payload.TagTerm: b.Library.Terms.Tags,
		payload.AuthorTerm: b.Library.Terms.Authors, payload.SeriesTerm: b.Library.Terms.Series}[kind]
	for slug, term := range known {
		if strings.EqualFold(slug, name) {
			return slug
		}
		for _, own := range term.Name {
			if strings.EqualFold(own, name) {
				return slug
			}
		}
	}
	if slug := scaffold.LatinSlug(name); len(slug) <= maxTermBytes {
		return slug
	}
	return ""
}

// maxTermBytes is the length up to which a term's name becomes its slug.
const maxTermBytes = 100

// linkedTermPage returns the page of the term that an address such as /tags/dunes or /tags/#dunes refers to.
func (b *blog) linkedTermPage(p *post, address, fragment string) string {
	dir, name := path.Split(address)
	if isHTML(name) {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	kind := termKinds[path.Base(dir)]
	if kind == "" && fragment != "" {
		kind, name = termKinds[name], fragment
	}
	name, err := url.PathUnescape(name)
	if err != nil || kind == "" {
		return ""
	}
	page := b.terms.pages[[3]string{p.language, string(kind), strings.ToLower(name)}]
	if kind == payload.TagTerm && b.collectionTags[name] {
		page = allStories
	}
	if page != "" && fragment == "" {
		b.terms.redirects[address] = page
	}
	return page
}

var listOfLines = lazyregexp.New(`(?m)^- `)

// redirectTerms writes the redirects of the blog's lists and terms.
func (b *blog) redirectTerms() error {
	const file = "redirects.yaml"
	taken := map[string]bool{}
	for _, r := range b.Library.Redirects {
		taken[r.From] = true
	}
	for _, d := range b.Library.Deployments {
		for _, r := range d.Redirects {
			taken[r.From] = true
		}
	}
	var lines strings.Builder
	for _, from := range slices.Sorted(maps.Keys(b.terms.redirects)) {
		if to := b.terms.redirects[from]; from != to && !taken[route.Escape(from)] && b.byAddress[from] == nil {
			fmt.Fprintf(&lines, "- {from: %s, to: %s}\n", scaffold.YAMLText(from), scaffold.YAMLText(to))
		}
	}
	there, err := os.ReadFile(filepath.Join(b.Content, file))
	if lines.Len() == 0 {
		return nil
	}
	if err == nil && len(b.Library.Redirects) > 0 && !listOfLines.Match(there) {
		b.Report.Note(importer.Note{Item: file,
			Why: "redirects of former lists of stories are left out: the file has several redirects on one line",
			Do:  "write each redirect on a line of its own that begins with a hyphen"})
		return nil
	}
	return b.Stage.Append(file, lines.String())
}
