package blog

import (
	"path/filepath"
	"strings"

	"storefront/internal/content/scaffold"
	"storefront/internal/core/payload"
	"storefront/internal/lib/lazyregexp"
)

// termPages is a template from which Eleventy builds a page for each tag or category:
// https://www.11ty.dev/docs/quicktips/tag-pages/.
type termPages struct {
	before, after string // the address around the term
	isSlug        bool   // the address has the term as a slug
	ofCategories  bool
}

var (
	// termAddress matches a permalink with one value and its filters, in data or in a script; termOfScript matches the
	// return value of a script's function.
	termAddress = lazyregexp.New(`\bpermalink["']?\s*[:=]\s*["'\x60]?([^"'\x60{}\s]*)` +
		`\{\{-?\s*(\w+)\s*((?:\|[^{}|]*)*?)-?\}\}([^"'\x60{}\s]*)`)
	termOfScript = lazyregexp.New(`\bpermalink\b(?s:.*?)\x60([^\x60${}\s]*)` +
		`\$\{\s*([\w.]*\()?\s*(?:data\.)?(\w+)\s*\)?\s*\}([^\x60${}\s]*)\x60`)
	paginated    = lazyregexp.New(`\bpagination["']?\s*[:=]`)
	paginatedOf  = lazyregexp.New(`\bdata["']?\s*:\s*["'\x60]?([\w.]+)`)
	aliasOfPage  = lazyregexp.New(`\balias["']?\s*:\s*["'\x60]?(\w+)`)
	listOfTags   = lazyregexp.New(`(?i)^collections$|tag`)
	isCategories = lazyregexp.New(`(?i)categor`)
)

// termPagesOf reads a template that is paginated over tags or categories.
func termPagesOf(b *blog, file string) (pages termPages, ok bool) {
	data, err := b.root.ReadFile(filepath.FromSlash(file))
	if err != nil || !frontMatter.Match(data) || !paginated.Match(data) {
		return termPages{}, false
	}
	of, alias := paginatedOf.FindSubmatch(data), aliasOfPage.FindSubmatch(data)
	if of == nil || alias == nil {
		return termPages{}, false
	}
	name := ""
	if m := termAddress.FindStringSubmatch(string(data)); m != nil {
		name, pages = m[2], termPages{before: m[1], after: m[4], isSlug: m[3] != ""}
	} else if m := termOfScript.FindStringSubmatch(string(data)); m != nil {
		name, pages = m[3], termPages{before: m[1], after: m[4], isSlug: m[2] != ""}
	}
	pages.before, pages.ofCategories = "/"+strings.TrimPrefix(pages.before, "/"), isCategories.Match(of[1])
	return pages, name == string(alias[1]) && (pages.ofCategories || listOfTags.Match(of[1]))
}

// formerLists returns the lists of a post's terms.
func (t termPages) formerLists(b *blog, p *post) (all []formerList) {
	names := b.topics(p)
	if t.ofCategories {
		names = b.labels(p, "categories", "category")
	}
	for _, name := range names {
		spelled := name
		if t.isSlug {
			spelled = scaffold.LatinSlug(name)
		}
		if spelled != "" {
			all = append(all, formerList{address: t.before + pathEscaper.Replace(spelled) + t.after,
				page: b.termPage(p, payload.TagTerm, jekyllSlug(name))})
		}
	}
	return all
}
