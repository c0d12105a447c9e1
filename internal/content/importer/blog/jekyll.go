package blog

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"storefront/internal/content/importer"
	"storefront/internal/lib/lazyregexp"
)

// jekyll reads what Jekyll makes blogs of: https://jekyllrb.com/docs/posts/.
type jekyll struct {
	noted    []string // files with data of posts that are reported
	siteData mapping  // what templates read as site
	unread   *bool    // a template read a value that is not known here
	evident  *bool    // the blog is one of Jekyll
	// dataNames are the names of the files with data of folders.
	dataNames map[string][]string
	// listPages are the addresses of pages that list posts, termPages the templates of pages for each tag or category.
	listPages []string
	termPages []termPages
}

func (j *jekyll) find(b *blog) error {
	b.configuration("_config")
	b.lineEnds, b.contents = b.showsLineEnds(), b.scriptSays(scriptOfContents)
	b.knowHost(b.config.Get("url").Text(), b.config.Get("baseURL").Text()) // as usualKeys spells baseurl
	b.setDefaultLanguage("default_lang", "lang", "locale", "language")     // the last is Hexo's
	if err := j.enter(b, cmp.Or(b.config.Get("source").Text(), b.config.Get("source_dir").Text())); err != nil {
		return err
	}
	if b.isEleventy() {
		b.collect(usualCollections...)
		b.noteTransforms()
	}
	files, err := b.sources(".", templateEndings...)
	if err != nil {
		return err
	}
	excluded, included := pathsLike(j.excludes(b)), pathsLike(words(b.config.Get("include")))
	pages := map[string][]string{}
	for _, f := range files {
		parts := strings.Split(path.Dir(f), "/")
		isPost := slices.Contains(parts, "_posts") || slices.Contains(parts, "_drafts") || j.collection(b, parts[0])
		switch {
		case isTemplateFile(f) && (!b.hasFrontMatter(f) || !isPost && !b.makesPage(f)): // a layout, or a note
		case excluded.MatchString(f):
			if isPost {
				b.omit(omission{"exclude", path.Dir(f), "the blog's configuration excludes it", ""})
			}
		case isPost && isSpecial(f) && !included.MatchString(f):
			b.omit(omission{"name", path.Dir(f), "the names of its files or folders begin with _ . # or ~, and no " +
				"posts are made of such", "to import them, move them into _posts, each language into a folder of its " +
				"own: _posts/ar"})
		case slices.Contains(parts, "_drafts"): // also those within _posts
			j.add(b, f, parts, true)
		case slices.Contains(parts, "_posts"):
			j.add(b, f, parts, false)
		case slices.Contains([]string{"_site", "vendor", "_includes", "_layouts"}, parts[0]):
		case !isMarkdown(f) && !j.collection(b, parts[0]) && (!b.hasFrontMatter(f) ||
			!included.MatchString(f) && (isSpecial(f) || strings.HasPrefix(f, "_"))): // a layout, or copied as it is
		case j.collection(b, parts[0]):
			j.section(b, f, parts)
		case len(parts) == 1 && parts[0] == "." && strings.EqualFold(path.Base(f), "readme.md"):
		default:
			if !j.isList(b, f) {
				pages[path.Dir(f)] = append(pages[path.Dir(f)], f)
			}
		}
	}
	b.notePages(pages)
	return nil
}

// notePages reports the pages that are left out, by their folders; of many in one, such as of tags, the first.
func (b *blog) notePages(pages map[string][]string) {
	for _, all := range pages {
		note := importer.Note{Why: "this is a page of the site, not a post; it is left out",
			Do: "generate new page begins a page"}
		if len(all) >= importer.ManyNotes {
			note.Why += fmt.Sprintf("; so it is with %d of its folder", len(all))
			all = all[:1]
		}
		for _, f := range all {
			b.at(&post{file: f}, 1, 1, note)
		}
	}
}

// pathsLike returns what matches the paths that begin with one of Jekyll's patterns, in which * stands for slashes too:
// https://jekyllrb.com/docs/configuration/options/#exclude.
func pathsLike(patterns []string) *regexp.Regexp {
	var forms []string
	for _, pattern := range patterns {
		if pattern = strings.TrimPrefix(strings.TrimPrefix(pattern, "./"), "/"); pattern != "" {
			forms = append(forms, strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(pattern)))
		}
	}
	if len(forms) == 0 {
		return regexp.MustCompile(`$^.`) // matches nothing
	}
	return regexp.MustCompile("^(?:" + strings.Join(forms, "|") + ")")
}

// enter goes to the folder that the configuration names as the one of the site's files.
func (j *jekyll) enter(b *blog, source string) error {
	if source = path.Clean(source); source == "." || !filepath.IsLocal(source) {
		return nil
	}
	if info, err := b.root.Stat(source); err != nil || !info.IsDir() {
		return nil // the folder that is imported may be the source itself
	}
	below, err := b.root.OpenRoot(source)
	if err != nil {
		return fmt.Errorf("read the blog: %w", err)
	}
	_ = b.root.Close()
	b.root, b.folder = below, filepath.Join(b.folder, source)
	return nil
}

// collection reports whether a folder holds a collection that the configuration names.
func (j *jekyll) collection(b *blog, folder string) bool {
	name, ok := strings.CutPrefix(folder, "_")
	all := b.config.Get("collections")
	if !ok || all == nil {
		return false
	}
	return all.Get(name) != nil || slices.Contains(words(all), name)
}

// section adds a file of a collection, if --section names the collection, and counts it as left out if not.
func (j *jekyll) section(b *blog, file string, parts []string) {
	p := &post{file: file, section: strings.TrimPrefix(parts[0], "_")}
	if !slices.Contains(b.Blog.Sections, p.section) {
		b.omit(omission{"section", p.section, "it is of a collection, not a post",
			"to import them, name the collection with --section"})
		return
	}
	name := b.nameOf(p)
	p.stem = name
	if m := datedName.FindStringSubmatch(name); m != nil {
		p.dated, _ = importer.ReadDate(m[1])
		p.stem = m[2]
	}
	if !b.open(p) {
		return
	}
	j.defaults(b, p, p.section)
	j.eleventyData(b, p)
	j.outputs(p, b.config.At("collections", p.section, "output"), "false")
	_, own := first(p.front, "lang", "language", "locale")
	folders := slices.DeleteFunc(slices.Clone(parts), func(part string) bool {
		isLanguage := b.isLanguage(part) || part == own.Text()
		if isLanguage {
			p.language = cmp.Or(p.language, part)
		}
		return isLanguage
	})
	p.language = cmp.Or(own.Text(), p.language)
	p.key = path.Join(append(folders, name)...)
	if _, key := first(p.front, "ref", "translation_key", "translationKey"); key != nil {
		p.key = "key " + key.Text()
	}
	if !b.take(p) {
		return
	}
	below := strings.TrimSuffix(strings.TrimPrefix(file, parts[0]+"/"), path.Ext(file))
	pattern, known := j.permalink(b, p, b.config.At("collections", p.section, "permalink").Text())
	if !known {
		j.remember(b, p, "")
		return
	}
	pattern = cmp.Or(pattern, "/:collection/:path")
	j.remember(b, p, strings.NewReplacer(":collection", p.section, ":path", below, ":name", slugged(name),
		":title", titled(cmp.Or(p.front.Get("slug").Text(), name)), ":output_ext", ".html").Replace(pattern))
}

// nameOf returns the name of a post's file without its ending, and without its language, as in x.ar.md, which the post
// then has.
func (b *blog) nameOf(p *post) string {
	name := strings.TrimSuffix(path.Base(p.file), path.Ext(p.file))
	if code := strings.TrimPrefix(path.Ext(name), "."); b.isLanguage(code) {
		name, p.language = strings.TrimSuffix(name, "."+code), code
	}
	return name
}

func (j *jekyll) add(b *blog, file string, parts []string, draft bool) {
	p := &post{file: file, draft: draft}
	name := b.nameOf(p)
	p.stem = name
	if m := datedName.FindStringSubmatch(name); m != nil {
		p.dated, _ = importer.ReadDate(m[1])
		p.stem = m[2]
	} else if !draft && !b.isHexo() { // Hexo's posts have their dates within
		b.at(p, 1, 1,
			importer.Note{Why: "a post's file is named by its date, such as 2024-01-02-dunes.md; this is left " +
				"out, as Jekyll leaves it out"})
		return
	}
	if !b.open(p) {
		return
	}
	p.body = withoutBackticks(p.body)
	j.defaults(b, p, map[bool]string{true: "drafts", false: "posts"}[draft])
	j.eleventyData(b, p)
	j.outputs(p, b.config.At("collections", "posts", "output"), "true")
	var folders []string // those that make categories: around _posts, not in it
	inside := false
	for _, part := range parts {
		switch {
		case part == "_posts" || part == "_drafts":
			inside = true
		case b.isLanguage(part):
			p.language = cmp.Or(p.language, part)
		case part != "." && !inside:
			folders = append(folders, part)
		}
	}
	_, own := first(p.front, "lang", "language", "locale")
	p.language = cmp.Or(own.Text(), p.language)
	p.key = name
	if _, key := first(p.front, "ref", "translation_key", "translationKey"); key != nil {
		p.key = "key " + key.Text()
	}
	if b.take(p) {
		j.addresses(b, p, folders)
	}
}

var (
	notOfSlugs  = lazyregexp.New(`[^\p{M}\p{L}\p{Nd}]+`)
	notOfTitles = lazyregexp.New(`[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+`)
)

// slugged returns a name as Jekyll has it in an address, and titled as it does for :title.
func slugged(name string) string {
	return strings.ToLower(strings.Trim(notOfSlugs.ReplaceAllString(name, "-"), "-"))
}

func titled(name string) string { return strings.Trim(notOfTitles.ReplaceAllString(name, "-"), "-") }

// inFolders writes each part of a slug, which other tools than Jekyll take with slashes.
func inFolders(slug string, form func(string) string) string {
	parts := strings.Split(slug, "/")
	for i := range parts {
		parts[i] = form(parts[i])
	}
	return strings.Join(parts, "/")
}

// withoutPosts returns the path of a post's file without its ending and _posts.
func withoutPosts(file string) string {
	return path.Clean(strings.Replace(strings.TrimSuffix(file, path.Ext(file)), "_posts", "", 1))
}

// pathOfCategories returns the folders that different categories make of an address.
func pathOfCategories(categories []string, form func(string) string) string {
	var folders []string
	for _, one := range categories {
		if one = form(one); !slices.Contains(folders, one) {
			folders = append(folders, one)
		}
	}
	return strings.Join(folders, "/")
}

// styles are Jekyll's own permalinks by name.
var styles = map[string]string{
	"":         "/:categories/:year/:month/:day/:title.html",
	"date":     "/:categories/:year/:month/:day/:title.html",
	"pretty":   "/:categories/:year/:month/:day/:title/",
	"ordinal":  "/:categories/:year/:y_day/:title.html",
	"weekdate": "/:categories/:year/W:week/:short_day/:title.html",
	"none":     "/:categories/:title.html",
}

// zoned matches a date that says its time zone.
var zoned = lazyregexp.New(`(?:[+-]\d\d:?\d\d|Z|UTC|GMT)$`)

// addresses notes where Jekyll had a post: https://jekyllrb.com/docs/permalinks/.
func (j *jekyll) addresses(b *blog, p *post, folders []string) {
	if b.isHexo() {
		j.remember(b, p, b.hexoAddress(p))
		return
	}
	pattern, known := j.permalink(b, p, j.form(b))
	if !known {
		j.remember(b, p, "")
		return
	}
	if own, ok := styles[pattern]; ok {
		pattern = own
	}
	name := cmp.Or(p.front.Get("slug").Text(), p.stem)
	lower := strings.ToLower // of a category Jekyll keeps the spaces
	categories := slices.Concat(folders, b.labels(p, "categories", "category"))
	own := func(at time.Time) string {
		year, week := at.ISOWeek()
		return strings.NewReplacer(
			":categories", pathOfCategories(categories, lower),
			":slugified_categories", pathOfCategories(categories, slugged),
			":title", inFolders(name, titled), ":slug", inFolders(name, slugged),
			":name", slugged(p.stem), ":path", withoutPosts(p.file), ":output_ext", ".html",
			":year", at.Format("2006"), ":short_year", at.Format("06"), ":month", at.Format("01"), ":i_month",
			at.Format("1"), ":day", at.Format("02"), ":i_day", at.Format("2"),
			":y_day", fmt.Sprintf("%03d", at.YearDay()), ":week", fmt.Sprintf("%02d", week), ":w_year",
			fmt.Sprint(year), ":w_day", fmt.Sprint((int(at.Weekday())+6)%7+1), ":long_day", at.Format("Monday"),
			":short_day", at.Format("Mon"), ":short_month", at.Format("Jan"),
			":long_month", at.Format("January"),
			":hour", at.Format("15"), ":minute", at.Format("04"), ":second", at.Format("05"),
		).Replace(pattern)
	}
	j.remember(b, p, own(p.date))
	if b.zone() == nil && zoned.MatchString(p.front.Get("date").Text()) { // as on GitHub, it may have been built in UTC
		there := own(p.date.UTC())
		if address, ok := b.address(path.Clean(there), "/"); ok && !unknownPart.MatchString(there) {
			p.remember(address)
		}
	}
}

// zone returns the time zone that the configuration of Jekyll names, in which posts have their day; nil if none.
func (b *blog) zone() *time.Location {
	name := b.config.Get("timezone").Text()
	zone, err := time.LoadLocation(name)
	if name == "" || err != nil || isHugo(b.dialect) {
		return nil
	}
	return zone
}

// remember notes the address of a post, and those that led to it. A draft without a date has none; own is empty if
// it is not known.
func (j *jekyll) remember(b *blog, p *post, own string) {
	if own == "" {
		p.old = nil
	} else if unknownPart.MatchString(own) {
		b.noAddress(p, own)
	} else if address, ok := b.address(path.Clean(own), "/"); ok && !(p.draft && p.date.IsZero()) {
		p.remember(address)
	} else if !ok {
		b.at(p, 1, 1, importer.Note{Field: "permalink", Value: own, Why: "this is no path of the old site"})
	}
	b.aliases(p, p.front.Get("redirect_from"), "redirect_from", "/", "/", "")
	b.aliases(p, p.front.Get("aliases"), "aliases", "/", "/", "")
}

// unknownPart matches what a form of addresses names and a post does not say.
var unknownPart = lazyregexp.New(`(?:^|[^\pL\pN]):[a-z_]`)

// noAddress reports a post whose old address cannot be made.
func (b *blog) noAddress(p *post, form string) {
	b.at(p, 1, 1, importer.Note{Field: "permalink", Value: form, Why: "no old address can be made of this",
		Do: "write the address as alias"})
}

func (j *jekyll) asset(_ *blog, p *post, name string) []string {
	if rest, rooted := strings.CutPrefix(name, "/"); rooted {
		return []string{rest, path.Join("public", rest)}
	}
	return append([]string{path.Join(path.Dir(p.file), name), strings.TrimPrefix(path.Join(p.base(), name), "/"), name,
		path.Join("assets", name), path.Join("images", name)}, inAstro(name)...)
}

// byName finds the post that {% post_url %} means.
func (b *blog) byName(name string) *post {
	name = strings.Trim(name, `"'`)
	for _, p := range b.posts {
		stem := path.Base(strings.TrimSuffix(p.file, path.Ext(p.file)))
		if stem == path.Base(name) || p.dated != (time.Time{}) && p.dated.Format(time.DateOnly)+"-"+
			p.stem == path.Base(name) {
			return p
		}
	}
	return nil
}
