package importer

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/core/payload"
)

// archives are the lists that jekyll-archives can make, with the name by which a blog enables one and the form of its
// addresses: https://github.com/jekyll/jekyll-archives/blob/master/docs/configuration.md.
var archives = map[string]struct{ enabled, address string }{
	"tag": {"tags", "/tag/:name/"}, "category": {"categories", "/category/:name/"}, "year": {"year", "/:year/"},
	"month": {"month", "/:year/:month/"}, "day": {"day", "/:year/:month/:day/"},
}

// archive returns the form of the addresses of a kind of lists of jekyll-archives; nothing where the blog has none.
func (b *blog) archive(kind string) string {
	own := b.config.Get("jekyll-archives")
	if own == nil {
		return ""
	}
	enabled := words(own.Get("enabled"))
	if !slices.ContainsFunc(enabled, func(name string) bool {
		return name == "all" || name == "true" || name == archives[kind].enabled
	}) {
		return ""
	}
	return cmp.Or(text(own.At("permalinks", kind)), archives[kind].address)
}

// findArchives has the lists of categories lead to the tag of their name, and where there is none, like those of years,
// months and days, to all stories.
func (b *blog) findArchives() {
	if isHugo(b.dialect) {
		return
	}
	lead := func(form, page string) {
		if old, ok := b.address(form, "/"); ok && b.terms.moved[old] == "" {
			b.terms.moved[old] = page
		}
	}
	for _, p := range b.posts {
		if !p.live || p.taken {
			continue
		}
		for _, name := range b.labels(p, "categories", "category") {
			page := b.terms.pages[[3]string{p.language, string(payload.TagTerm), slugged(name)}]
			lead(strings.ReplaceAll(b.archive("category"), ":name", slugged(name)), cmp.Or(page, "/blog"))
		}
		for _, kind := range []string{"year", "month", "day"} {
			lead(strings.NewReplacer(":year", p.date.Format("2006"), ":month", p.date.Format("01"),
				":day", p.date.Format("02")).Replace(b.archive(kind)), "/blog")
		}
	}
}
