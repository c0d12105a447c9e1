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

// termKinds are the kinds of lists of posts that blogs have, by the part of their addresses, and the kind that has such
// lists here. Categories have none; a tag of the same name has.
var termKinds = map[string]payload.TermKind{
	"tag": payload.TagTerm, "tags": payload.TagTerm, "category": payload.TagTerm, "categories": payload.TagTerm,
	"author": payload.AuthorTerm, "authors": payload.AuthorTerm, "series": payload.SeriesTerm,
}

// leastTagged is how many stories a tag needs for a page.
const leastTagged = 2

// blogTerms are the tags, authors and series that have a page once the posts are imported.
type blogTerms struct {
	// pages are their addresses, by language, kind and name as an address may spell it.
	pages map[[3]string]string
	// moved are the addresses here, by those that the blog had.
	moved map[string]string
}

// findTerms notes the authors and series of posts, and finds the terms that will have pages.
func (b *blog) findTerms() {
	b.terms = blogTerms{pages: map[[3]string]string{}, moved: map[string]string{}}
	stories := map[[2]string]map[string]bool{} // by language and address of the term
	names := map[[3]string]string{}
	add := func(p *post, kind payload.TermKind, name string) {
		slug := b.termSlug(kind, name)
		if slug == "" || !p.live {
			return
		}
		page := "/blog/" + string(kind) + "/" + slug
		at := [2]string{p.language, page}
		if stories[at] == nil {
			stories[at] = map[string]bool{}
		}
		stories[at][p.slug] = true
		for _, spelled := range []string{slug, urlize(name),
			scaffold.Slug(name), slugged(name), strings.ToLower(name)} {
			names[[3]string{p.language, string(kind), spelled}] = page
		}
	}
	for _, p := range b.posts {
		if p.taken {
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
		if at[1] == string(payload.TagTerm) && len(stories[[2]string{at[0], page}]) < leastTagged {
			continue
		}
		b.terms.pages[at] = page
	}
	b.findLists()
}

// termSlug returns the end of the address of a term's page; empty if it has none.
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
	if slug := scaffold.WholeSlug(name); len(slug) <= longestTerm {
		return slug
	}
	return ""
}

// longestTerm is up to which length a term's address is its name.
const longestTerm = 100

// term returns the page of a term that a link of a post leads to: /tags/dunes, or /tags/#dunes.
func (b *blog) term(p *post, address, fragment string) string {
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
	if kind == payload.TagTerm && b.collections[name] {
		page = allStories
	}
	if page != "" && fragment == "" {
		b.terms.moved[address] = page
	}
	return page
}

var listOfLines = lazyregexp.New(`(?m)^- `)

// redirectTerms has the former addresses of terms lead to their pages.
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
	for _, from := range slices.Sorted(maps.Keys(b.terms.moved)) {
		if to := b.terms.moved[from]; from != to && !taken[route.Escape(from)] && b.byOld[from] == nil {
			fmt.Fprintf(&lines, "- {from: %s, to: %s}\n", scaffold.Text(from), scaffold.Text(to))
		}
	}
	there, err := os.ReadFile(filepath.Join(b.Content, file))
	if lines.Len() == 0 {
		return nil
	}
	if err == nil && len(b.Library.Redirects) > 0 && !listOfLines.Match(there) {
		b.Report.Note(importer.Note{Item: file,
			Why: "redirects of former lists of stories are left out: the file has no line for each of its redirects",
			Do:  "write each redirect on a line that begins with a hyphen"})
		return nil
	}
	return b.Stage.Append(file, lines.String())
}
