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

// archiveKinds are the lists of jekyll-archives, with their names in its setting enabled and their default addresses:
// https://github.com/jekyll/jekyll-archives/blob/master/docs/configuration.md.
var archiveKinds = map[string]struct{ enabled, address string }{
	"tag": {"tags", "/tag/:name/"}, "category": {"categories", "/category/:name/"}, "year": {"year", "/:year/"},
	"month": {"month", "/:year/:month/"}, "day": {"day", "/:year/:month/:day/"},
}

// archiveForm returns the address form of a kind of lists of jekyll-archives; empty if the blog has none.
func (b *blog) archiveForm(kind string) string {
	own := b.config.Get("jekyll-archives")
	if own == nil {
		return ""
	}
	own = cmp.Or(own.Get("posts"), own) // jekyll-archives-v2 has settings for each collection
	enabled := textsOf(own.Get("enabled"))
	if !slices.ContainsFunc(enabled, func(name string) bool {
		return name == "all" || name == "true" || name == archiveKinds[kind].enabled
	}) {
		return ""
	}
	form := cmp.Or(own.At("permalinks", kind).Text(), own.At("permalinks", archiveKinds[kind].enabled).Text(),
		archiveKinds[kind].address)
	return strings.ReplaceAll(form, ":type", kind)
}

// listName matches the names of pages that list posts.
var listName = lazyregexp.New(`^(?:(?:[\w-]+-)?archives?|blog|categor(?:y|ies)|posts|tags?)$`)

// addListPage records a file whose pages list posts, and their addresses. It returns false for other files.
func (j *jekyll) addListPage(b *blog, file string) bool {
	note := importer.Note{Why: "this page lists posts; it is left out, and its address leads to the blog"}
	if pages, ok := termPagesOf(b, file); ok {
		j.termPages = append(j.termPages, pages)
		note.Why = "these pages list the posts of each term; they are left out, and their addresses lead to the new " +
			"lists"
	} else if address := j.listPageAddress(b, file); address != "" {
		j.listPages, note.Value = append(j.listPages, address), address
	} else {
		return false
	}
	b.noteAt(&post{file: file}, 1, 1, note)
	return true
}

// listPageAddress returns the address of a page whose name says that it lists posts; empty for other pages:
// https://jekyllrb.com/docs/permalinks/#collections.
func (j *jekyll) listPageAddress(b *blog, file string) string {
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

// formerLists returns the list of all posts, and those of jekyll-archives. Categories are mapped to the tag of the same
// name.
func (j *jekyll) formerLists(b *blog, p *post) []formerList {
	all := []formerList{{address: "/", page: allStories}}
	for _, address := range j.listPages {
		all = append(all, formerList{address: address, page: allStories, listsTerms: true})
	}
	if b.isHexo() {
		return append(all, b.hexoLists(p)...)
	}
	for _, pages := range j.termPages {
		all = append(all, pages.formerLists(b, p)...)
	}
	add := func(form, name string) {
		if form != "" {
			all = append(all, formerList{address: strings.ReplaceAll(form, ":name", jekyllSlug(name)),
				page: b.termPage(p, payload.TagTerm, jekyllSlug(name))})
		}
	}
	for _, tag := range b.labels(p, "tags", "tag") {
		add(b.archiveForm("tag"), tag)
	}
	for _, name := range b.labels(p, "categories", "category") {
		add(b.archiveForm("category"), name)
	}
	day := strings.NewReplacer(":year", p.date.Format("2006"), ":month", p.date.Format("01"), ":day",
		p.date.Format("02"))
	for _, kind := range []string{"year", "month", "day"} {
		all = append(all, formerList{address: day.Replace(b.archiveForm(kind)), page: allStories})
	}
	return all
}

// listSettings returns how Jekyll and Hexo list posts: https://jekyllrb.com/docs/pagination/.
func (j *jekyll) listSettings(b *blog) listSettings {
	form := listSettings{moreFeeds: j.feeds(b)}
	if b.isHexo() {
		form.pagePath = path.Join(cmp.Or(b.config.Get("pagination_dir").Text(), "page"), ":num")
		form.pageSize = hexoPerPage
		if size, err := strconv.Atoi(b.config.Get("per_page").Text()); err == nil {
			form.pageSize = size
		}
		return form
	}
	form.onlyAllStories, form.pagePath = true, cmp.Or(b.config.Get("paginate_path").Text(), "/page:num")
	form.pageSize, _ = strconv.Atoi(b.config.Get("paginate").Text())
	return form
}

// feedOfScript matches the address of a feed in a configuration of Eleventy.
var feedOfScript = lazyregexp.New(`outputPath["']?:\s*["'](/[^"'\s{}]+\.xml)["']`)

// feeds returns the addresses of the feeds in the configuration and in files of the blog.
func (j *jekyll) feeds(b *blog) []string {
	feed := cmp.Or(b.config.Get("feed"), &yaml.Node{})
	all := textsOf(feed.Get("path"))
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
			if address := feedAddress(b, file); address != "" && !slices.Contains(all, address) {
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

// feedAddress returns the address of the feed that a template builds, such as feed/feed.njk or feed-de.xml; empty for
// other templates and for computed addresses.
func feedAddress(b *blog, file string) string {
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

// feedName matches the names of files that build feeds.
var feedName = lazyregexp.New(`(?i)^(?:atom|rss|feed|[a-z]+-(?:atom|rss|feed))(?:[-_.][\w-]+)?\.(?:xml|njk)$`)

// hexoPerPage is Hexo's default number of posts on a page of a list.
const hexoPerPage = 10

// hexoLists returns the lists that Hexo builds: https://hexo.io/docs/configuration#Directory.
func (b *blog) hexoLists(p *post) []formerList {
	folder := func(key, usual string) string { return "/" + cmp.Or(b.config.Get(key).Text(), usual) }
	archive := folder("archive_dir", "archives")
	var all []formerList
	for _, address := range []string{archive, path.Join(archive, p.date.Format("2006")),
		path.Join(archive, p.date.Format("2006/01"))} {
		all = append(all, formerList{address: address, page: allStories})
	}
	for _, tag := range b.labels(p, "tags", "tag") {
		name := pathEscaper.Replace(hexoSlug(cmp.Or(b.config.At("tag_map", tag).Text(), tag)))
		all = append(all, formerList{address: path.Join(folder("tag_dir", "tags"), name),
			page: b.termPage(p, payload.TagTerm, jekyllSlug(tag))})
	}
	if len(b.labels(p, "categories", "category")) == 0 {
		return all
	}
	for at := b.hexoCategory(p); at != "." && at != "/"; at = path.Dir(at) {
		all = append(all, formerList{address: path.Join(folder("category_dir", "categories"), pathEscaper.Replace(at)),
			page: b.termPage(p, payload.TagTerm, jekyllSlug(path.Base(at)))})
	}
	return all
}
