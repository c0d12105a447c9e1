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

// listing returns how Hugo lists stories: https://gohugo.io/configuration/pagination/.
func (h *hugo) listing(b *blog) listing {
	form := listing{size: 10}
	form.feed, form.feeds = h.feeds(b)
	own := b.config.At("pagination", "path").Text()
	form.number = path.Join(cmp.Or(own, b.config.Get("paginatePath").Text(), "page"), ":num")
	for _, n := range []*yaml.Node{b.config.Get("paginate"), b.config.At("pagination", "pagerSize")} {
		if size, err := strconv.Atoi(n.Text()); err == nil && size > 0 {
			form.size = size
		}
	}
	return form
}

// feeds returns the address of a list's feed, and those of further feeds of all stories:
// https://gohugo.io/configuration/output-formats/.
func (h *hugo) feeds(b *blog) (feed string, further []string) {
	feed = "index.xml"
	ofHome := words(b.config.At("outputs", "home"))
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
	if h.isDisabled(b, "RSS") {
		feed = ""
	}
	return feed, further
}

// feedType matches the media types of feeds.
var feedType = lazyregexp.New(`^application/(?:atom|rss)`)

// lists returns the lists that Hugo makes: https://gohugo.io/content-management/taxonomies/.
func (h *hugo) lists(b *blog, p *post) (all []former) {
	add := func(list former) {
		below := strings.TrimSuffix(prefix(b, p), "/")
		if below == "" && b.below != "" { // behind which the storefronts take no language off
			below = ownFolder(b, p)
		}
		if below != "" {
			list.address = path.Join(below, list.address)
		}
		if below != "" && p.language != b.Language {
			list.page = "/" + p.language + list.page
		}
		if !strings.Contains(list.address, ":") { // a token that is not known
			all = append(all, list)
		}
	}
	ugly := func(address, section string) string {
		if isUgly(setting(b, p, "uglyURLs"), section) {
			return address + ".html"
		}
		return address
	}
	given := func(folder, usual string) string {
		return cmp.Or(h.addressOf[[2]string{p.spoken, folder}], usual)
	}
	if !h.isDisabled(b, "home") {
		add(former{address: "/", page: allStories})
	}
	if folders := strings.Split(path.Dir(p.path), "/"); !h.isDisabled(b, "section") && p.path != "" {
		for i := range folders {
			own := strings.ReplaceAll(b.config.At("permalinks", "section", folders[0]).Text(), ":section", folders[0])
			if own == "" || i > 0 {
				own = path.Join(folders[:i+1]...)
			}
			usual := ugly(path.Join("/", h.spelled(b, own)), folders[0])
			add(former{address: given(path.Join(folders[:i+1]...), usual), page: allStories})
		}
	}
	for _, taxonomy := range h.taxonomies(b) {
		key, plural := taxonomy.Key.Value, taxonomy.Value.Value
		for _, name := range b.labels(p, plural, key) {
			if !h.isDisabled(b, "taxonomy", "taxonomyTerm") {
				usual := ugly("/"+h.spelled(b, plural), plural)
				add(former{address: given(plural, usual), page: allStories, ofTerms: true})
			}
			if !h.isDisabled(b, "term", "taxonomyTerm") {
				at := strings.ReplaceAll(h.spelled(b, name), "#", "%23")
				if termKinds[plural] == payload.AuthorTerm {
					name = h.authorName(b, p, name)
				}
				add(former{address: ugly(h.termForm(b, plural, at), plural), ofTerm: true,
					page: b.tagged(p, termKinds[plural], urlize(name))})
			}
		}
	}
	return all
}

// termForm returns the address of a term by its name in addresses.
func (h *hugo) termForm(b *blog, taxonomy, name string) string {
	for _, under := range [][]any{{"permalinks", "term", taxonomy}, {"permalinks", taxonomy}} {
		if form := b.config.At(under...).Text(); form != "" {
			return path.Join("/", token.ReplaceAllStringFunc(form, func(t string) string {
				if slices.Contains([]string{":slug", ":title", ":filename", ":slugorfilename", ":contentbasename",
					":slugorcontentbasename"}, t) {
					return name
				}
				return strings.Replace(t, ":section", taxonomy, 1)
			}))
		}
	}
	return path.Join("/", h.spelled(b, taxonomy), name)
}

// taxonomies returns the keys that Hugo lists posts by, each with the name of its lists.
func (h *hugo) taxonomies(b *blog) []yaml.Pair {
	if own := b.config.Get("taxonomies"); own != nil {
		return own.Pairs
	}
	pair := func(key, name string) yaml.Pair {
		return yaml.Pair{Key: yaml.Node{Value: key}, Value: yaml.Node{Kind: yaml.Scalar, Value: name}}
	}
	return []yaml.Pair{pair("tag", "tags"), pair("category", "categories")}
}

// isDisabled reports whether the configuration makes no pages of one of some kinds.
func (h *hugo) isDisabled(b *blog, kinds ...string) bool {
	return slices.ContainsFunc(words(b.config.Get("disableKinds")), func(off string) bool {
		return slices.ContainsFunc(kinds, func(kind string) bool { return strings.EqualFold(kind, off) })
	})
}
