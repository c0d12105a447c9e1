package blog

import (
	"cmp"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/yaml"
	"storefront/internal/core/payload"
	"storefront/internal/lib/lazyregexp"
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
	own = cmp.Or(own.Get("posts"), own) // jekyll-archives-v2 has settings for each collection
	enabled := words(own.Get("enabled"))
	if !slices.ContainsFunc(enabled, func(name string) bool {
		return name == "all" || name == "true" || name == archives[kind].enabled
	}) {
		return ""
	}
	form := cmp.Or(own.At("permalinks", kind).Text(), own.At("permalinks", archives[kind].enabled).Text(),
		archives[kind].address)
	return strings.ReplaceAll(form, ":type", kind)
}

// listName matches the names of pages that list posts.
var listName = lazyregexp.New(`^(?:(?:[\w-]+-)?archives?|blog|categor(?:y|ies)|posts|tags?)$`)

// isList reports whether a file makes pages that list posts, whose addresses it keeps.
func (j *jekyll) isList(b *blog, file string) bool {
	note := importer.Note{Why: "this page lists posts; it is left out, and its address leads to the blog"}
	if pages, ok := termPagesOf(b, file); ok {
		j.termPages = append(j.termPages, pages)
		note.Why = "these pages list the posts of each term; they are left out, and their addresses lead to the " +
			"lists here"
	} else if address := j.listAt(b, file); address != "" {
		j.listPages, note.Value = append(j.listPages, address), address
	} else {
		return false
	}
	b.at(&post{file: file}, 1, 1, note)
	return true
}

// listAt returns the address of a page that lists posts, by its name; nothing for other pages:
// https://jekyllrb.com/docs/permalinks/#collections.
func (j *jekyll) listAt(b *blog, file string) string {
	data, err := b.root.ReadFile(filepath.FromSlash(file))
	if err != nil {
		return ""
	}
	opening, err := readPage(data, false)
	if err != nil {
		return ""
	}
	form := b.config.Get("permalink").Text()
	address := cmp.Or(opening.front.Get("permalink").Text(), b.computedAddress(file, form))
	if address == "" {
		isFolder := form == "pretty" || strings.HasSuffix(form, "/") || isTemplateFile(file)
		if b.isHexo() {
			file, isFolder = strings.TrimPrefix(file, "source/"), false
		}
		address = "/" + strings.TrimSuffix(strings.TrimSuffix(file, path.Ext(file)), "/index")
		if !isFolder && !strings.HasPrefix(path.Base(file), "index.") {
			address += ".html"
		}
	}
	name := strings.ToLower(strings.TrimSuffix(path.Base(address), path.Ext(address)))
	if !listName.MatchString(name) || strings.Contains(address, ":") {
		return ""
	}
	return address
}

// lists returns the list of all stories, and those of jekyll-archives. The nearest to a category is the tag of its
// name.
func (j *jekyll) lists(b *blog, p *post) []former {
	all := []former{{address: "/", page: allStories}}
	for _, address := range j.listPages {
		all = append(all, former{address: address, page: allStories, ofTerms: true})
	}
	if b.isHexo() {
		return append(all, b.listsOfHexo(p)...)
	}
	for _, pages := range j.termPages {
		all = append(all, pages.lists(b, p)...)
	}
	add := func(form, name string) {
		if form != "" {
			all = append(all, former{address: strings.ReplaceAll(form, ":name", slugged(name)),
				page: b.tagged(p, payload.TagTerm, slugged(name))})
		}
	}
	for _, tag := range b.labels(p, "tags", "tag") {
		add(b.archive("tag"), tag)
	}
	for _, name := range b.labels(p, "categories", "category") {
		add(b.archive("category"), name)
	}
	day := strings.NewReplacer(":year", p.date.Format("2006"), ":month", p.date.Format("01"), ":day",
		p.date.Format("02"))
	for _, kind := range []string{"year", "month", "day"} {
		all = append(all, former{address: day.Replace(b.archive(kind)), page: allStories})
	}
	return all
}

// listing returns how Jekyll and Hexo list stories: https://jekyllrb.com/docs/pagination/.
func (j *jekyll) listing(b *blog) listing {
	form := listing{feeds: j.feeds(b)}
	if b.isHexo() {
		form.number, form.size = path.Join(cmp.Or(b.config.Get("pagination_dir").Text(), "page"), ":num"), perPage
		if size, err := strconv.Atoi(b.config.Get("per_page").Text()); err == nil {
			form.size = size
		}
		return form
	}
	form.onlyAll, form.number = true, cmp.Or(b.config.Get("paginate_path").Text(), "/page:num")
	form.size, _ = strconv.Atoi(b.config.Get("paginate").Text())
	return form
}

// feedOfScript matches the address of a feed in the configuration of Eleventy.
var feedOfScript = lazyregexp.New(`outputPath["']?:\s*["'](/[^"'\s{}]+\.xml)["']`)

// feeds returns the addresses of feeds that a configuration or a file of the blog names.
func (j *jekyll) feeds(b *blog) []string {
	feed := cmp.Or(b.config.Get("feed"), &yaml.Node{})
	all := words(feed.Get("path"))
	if len(all) == 0 && b.isHexo() && feed.Kind == yaml.Mapping {
		all = []string{map[bool]string{true: "rss2.xml", false: "atom.xml"}[feed.Get("type").Text() == "rss2"]}
	}
	for _, file := range []string{"index.xml", "feed/index.xml", "feed.rss"} {
		if b.hasFrontMatter(file) {
			all = append(all, strings.TrimSuffix(file, "/index.xml"))
		}
	}
	for _, pattern := range []string{"*.xml", "*.njk", "feed/*.xml", "feed/*.njk"} {
		found, _ := fs.Glob(b.root.FS(), pattern)
		for _, file := range found {
			if address := feedOf(b, file); address != "" && !slices.Contains(all, address) {
				all = append(all, address)
			}
		}
	}
	for _, file := range eleventyScripts {
		script, _ := b.root.ReadFile(file)
		for _, m := range feedOfScript.FindAllSubmatch(script, -1) {
			all = append(all, string(m[1]))
		}
	}
	return all
}

// feedOf returns the address of the feed that a template makes, such as feed/feed.njk or feed-de.xml; nothing where it
// makes none, or one whose address is computed.
func feedOf(b *blog, file string) string {
	data, err := b.root.ReadFile(file)
	if err != nil || !feedName.MatchString(path.Base(file)) || !frontMatter.Match(data) {
		return ""
	}
	page, err := readPage(data, false)
	if err != nil {
		return ""
	}
	address := page.front.Get("permalink").Text()
	if address == "" && ending(file) == ".xml" {
		address = file
	}
	if ending(address) != ".xml" || strings.Contains(address, "{") {
		return ""
	}
	return strings.TrimSuffix("/"+strings.TrimPrefix(address, "/"), "/index.xml")
}

// feedName matches the names of files that make feeds.
var feedName = lazyregexp.New(`(?i)^(?:atom|rss|feed|[a-z]+-(?:atom|rss|feed))(?:[-_.][\w-]+)?\.(?:xml|njk)$`)

// perPage is how many posts Hexo's lists have where the configuration says nothing.
const perPage = 10

// listsOfHexo returns the lists that Hexo makes: https://hexo.io/docs/configuration#Directory.
func (b *blog) listsOfHexo(p *post) []former {
	folder := func(key, usual string) string { return "/" + cmp.Or(b.config.Get(key).Text(), usual) }
	archive := folder("archive_dir", "archives")
	var all []former
	for _, address := range []string{archive, path.Join(archive, p.date.Format("2006")),
		path.Join(archive, p.date.Format("2006/01"))} {
		all = append(all, former{address: address, page: allStories})
	}
	for _, tag := range b.labels(p, "tags", "tag") {
		name := inAddress.Replace(slugOfHexo(cmp.Or(b.config.At("tag_map", tag).Text(), tag)))
		all = append(all, former{address: path.Join(folder("tag_dir", "tags"), name),
			page: b.tagged(p, payload.TagTerm, slugged(tag))})
	}
	if len(b.labels(p, "categories", "category")) == 0 {
		return all
	}
	for at := b.hexoCategory(p); at != "." && at != "/"; at = path.Dir(at) {
		all = append(all, former{address: path.Join(folder("category_dir", "categories"), inAddress.Replace(at)),
			page: b.tagged(p, payload.TagTerm, slugged(path.Base(at)))})
	}
	return all
}
