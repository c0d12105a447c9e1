package blog

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/content/yaml"
	"storefront/internal/core/payload"
	"storefront/internal/lib/lazyregexp"
)

// listSettings returns how Hugo lists posts: https://gohugo.io/configuration/pagination/.
func (h *hugo) listSettings(b *blog) listSettings {
	form := listSettings{pageSize: 10}
	form.feed, form.moreFeeds = h.feeds(b)
	own := b.config.At("pagination", "path").Text()
	form.pagePath = path.Join(cmp.Or(own, b.config.Get("paginatePath").Text(), "page"), ":num")
	for _, n := range []*yaml.Node{b.config.Get("paginate"), b.config.At("pagination", "pagerSize")} {
		if size, err := strconv.Atoi(n.Text()); err == nil && size > 0 {
			form.pageSize = size
		}
	}
	return form
}

// feeds returns the address of a list's feed, and those of further feeds of all posts:
// https://gohugo.io/configuration/output-formats/.
func (h *hugo) feeds(b *blog) (feed string, further []string) {
	feed = "index.xml"
	ofHome := textsOf(b.config.At("outputs", "home"))
	if formats := b.config.Get("outputFormats"); formats != nil {
		for i := range formats.Pairs {
			name, format := formats.Pairs[i].Key.Value, &formats.Pairs[i].Value
			file := cmp.Or(format.Get("baseName").Text(), "index") + ".xml"
			if strings.EqualFold(name, "RSS") {
				feed = file
			} else if feedType.MatchString(format.Get("mediaType").Text()) &&
				slices.ContainsFunc(ofHome, func(of string) bool { return strings.EqualFold(of, name) }) {
				further = append(further, file)
			}
		}
	}
	if h.isKindDisabled(b, "RSS") {
		feed = ""
	}
	return feed, further
}

// feedType matches the media types of feeds.
var feedType = lazyregexp.New(`^application/(?:atom|rss)`)

// formerLists returns the lists that Hugo builds: https://gohugo.io/content-management/taxonomies/.
func (h *hugo) formerLists(b *blog, p *post) (all []formerList) {
	add := func(list formerList) {
		below := strings.TrimSuffix(addressPrefix(b, p), "/")
		if below == "" && b.basePath != "" { // storefronts remove no language behind it
			below = storefrontLanguageFolder(b, p)
		}
		if below != "" {
			list.address = path.Join(below, list.address)
		}
		if below != "" && p.language != b.Language {
			list.page = "/" + p.language + list.page
		}
		if !strings.Contains(list.address, ":") { // an unknown token
			all = append(all, list)
		}
	}
	ugly := func(address, section string) string {
		if hasUglyURLs(setting(b, p, "uglyURLs"), section) {
			return address + ".html"
		}
		return address
	}
	given := func(folder, usual string) string {
		return cmp.Or(h.sectionAddresses[[2]string{p.sourceLanguage, folder}], usual)
	}
	if !h.isKindDisabled(b, "home") {
		add(formerList{address: "/", page: allStories})
	}
	if folders := strings.Split(path.Dir(p.contentPath), "/"); !h.isKindDisabled(b, "section") && p.contentPath != "" {
		for i := range folders {
			own := strings.ReplaceAll(b.config.At("permalinks", "section", folders[0]).Text(), ":section", folders[0])
			if own == "" || i > 0 {
				own = path.Join(folders[:i+1]...)
			}
			usual := ugly(path.Join("/", h.spellAddress(b, own)), folders[0])
			add(formerList{address: given(path.Join(folders[:i+1]...), usual), page: allStories})
		}
	}
	for _, taxonomy := range h.taxonomies(b) {
		key, plural := taxonomy.Key.Value, taxonomy.Value.Value
		for _, name := range b.labels(p, plural, key) {
			if !h.isKindDisabled(b, "taxonomy", "taxonomyTerm") {
				usual := ugly("/"+h.spellAddress(b, plural), plural)
				add(formerList{address: given(plural, usual), page: allStories, listsTerms: true})
			}
			if !h.isKindDisabled(b, "term", "taxonomyTerm") {
				at := strings.ReplaceAll(h.spellAddress(b, name), "#", "%23")
				if termKinds[plural] == payload.AuthorTerm {
					name = h.authorName(b, p, name)
				}
				add(formerList{address: ugly(h.termAddress(b, plural, at), plural), isTermList: true,
					page: b.termPage(p, termKinds[plural], urlize(name))})
			}
		}
	}
	return all
}

// termAddress returns the address of a term's list.
func (h *hugo) termAddress(b *blog, taxonomy, name string) string {
	for _, under := range [][]any{{"permalinks", "term", taxonomy}, {"permalinks", taxonomy}} {
		if form := b.config.At(under...).Text(); form != "" {
			return path.Join("/", permalinkToken.ReplaceAllStringFunc(form, func(t string) string {
				if slices.Contains([]string{":slug", ":title", ":filename", ":slugorfilename", ":contentbasename",
					":slugorcontentbasename"}, t) {
					return name
				}
				return strings.Replace(t, ":section", taxonomy, 1)
			}))
		}
	}
	return path.Join("/", h.spellAddress(b, taxonomy), name)
}

// taxonomies returns the front matter keys that Hugo lists posts by, each with the name of its lists.
func (h *hugo) taxonomies(b *blog) []yaml.Pair {
	if own := b.config.Get("taxonomies"); own != nil {
		return own.Pairs
	}
	pair := func(key, name string) yaml.Pair {
		return yaml.Pair{Key: yaml.Node{Value: key}, Value: yaml.Node{Kind: yaml.Scalar, Value: name}}
	}
	return []yaml.Pair{pair("tag", "tags"), pair("category", "categories")}
}

// isKindDisabled reports whether the configuration disables one of some kinds of pages.
func (h *hugo) isKindDisabled(b *blog, kinds ...string) bool {
	return slices.ContainsFunc(textsOf(b.config.Get("disableKinds")), func(off string) bool {
		return slices.ContainsFunc(kinds, func(kind string) bool { return strings.EqualFold(kind, off) })
	})
}
