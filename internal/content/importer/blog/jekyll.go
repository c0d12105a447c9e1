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

// jekyll reads the content of Jekyll sites: https://jekyllrb.com/docs/posts/.
type jekyll struct {
	notedFiles  []string // data files that noteOnce has reported
	siteData    mapping  // siteVariables
	readUnknown *bool    // set when a template reads an unavailable value
	isJekyll    *bool    // the result of isJekyllSite
	// dataNames are the names of the files with data of folders.
	dataNames map[string][]string
	// listPages are the addresses of pages that list posts, termPages the templates of pages for each tag or category.
	listPages []string
	termPages []termPages
}

func (j *jekyll) findPosts(b *blog) error {
	b.readConfig("_config")
	b.keepsLineEnds, b.hasTOC = b.showsLineEnds(), b.configScriptHas(tocPlugin)
	b.setHost(b.config.Get("url").Text(), b.config.Get("baseURL").Text()) // normaliseKeys spells baseurl like this
	b.setDefaultLanguage("default_lang", "lang", "locale", "language")    // the last is Hexo's
	if err := j.enterSource(b, cmp.Or(b.config.Get("source").Text(), b.config.Get("source_dir").Text())); err != nil {
		return err
	}
	if b.isEleventy() {
		b.addCollectionTags(defaultCollectionTags...)
		b.noteTransforms()
	}
	files, err := b.sourceFiles(".", templateEndings...)
	if err != nil {
		return err
	}
	excluded, included := pathMatcher(j.excludePatterns(b)), pathMatcher(textsOf(b.config.Get("include")))
	pages := map[string][]string{}
	for _, f := range files {
		parts := strings.Split(path.Dir(f), "/")
		isPost := slices.Contains(parts, "_posts") || slices.Contains(parts, "_drafts") || j.isCollection(b, parts[0])
		switch {
		case isTemplateFile(f) && (!b.hasFrontMatter(f) || !isPost && !b.makesPage(f)): // a layout, or a note
		case excluded.MatchString(f):
			if isPost {
				b.omit(omission{"exclude", path.Dir(f), "the blog's configuration excludes it", ""})
			}
		case isPost && isIgnoredName(f) && !included.MatchString(f):
			b.omit(omission{"name", path.Dir(f), "the names of its files or folders begin with _ . # or ~, and such " +
				"files are not posts", "to import them, move them into _posts, each language into a folder of its " +
				"own: _posts/ar"})
		case slices.Contains(parts, "_drafts"): // also those within _posts
			j.addFile(b, f, parts, true)
		case slices.Contains(parts, "_posts"):
			j.addFile(b, f, parts, false)
		case slices.Contains([]string{"_site", "vendor", "_includes", "_layouts"}, parts[0]):
		case !isMarkdown(f) && !j.isCollection(b, parts[0]) && (!b.hasFrontMatter(f) ||
			!included.MatchString(f) && (isIgnoredName(f) || strings.HasPrefix(f, "_"))): // a layout or a static file
		case j.isCollection(b, parts[0]):
			j.addCollectionFile(b, f, parts)
		case len(parts) == 1 && parts[0] == "." && strings.EqualFold(path.Base(f), "readme.md"):
		default:
			if !j.addListPage(b, f) {
				pages[path.Dir(f)] = append(pages[path.Dir(f)], f)
			}
		}
	}
	b.notePages(pages)
	return nil
}

// notePages reports the pages that are left out, or of a folder with many the first.
func (b *blog) notePages(pages map[string][]string) {
	for _, all := range pages {
		note := importer.Note{Why: "this is a page of the site, not a post; it is left out",
			Do: "create the page with generate new page"}
		if len(all) >= importer.ManyNotes {
			note.Why += fmt.Sprintf("; there are %d such files in its folder", len(all))
			all = all[:1]
		}
		for _, f := range all {
			b.noteAt(&post{file: f}, 1, 1, note)
		}
	}
}

// pathMatcher returns an expression that matches the paths below Jekyll's patterns, in which * also matches slashes:
// https://jekyllrb.com/docs/configuration/options/#exclude.
func pathMatcher(patterns []string) *regexp.Regexp {
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

// enterSource changes the root to the source folder that the configuration names.
func (j *jekyll) enterSource(b *blog, source string) error {
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

// isCollection reports whether a folder holds a collection that the configuration names.
func (j *jekyll) isCollection(b *blog, folder string) bool {
	name, ok := strings.CutPrefix(folder, "_")
	all := b.config.Get("collections")
	if !ok || all == nil {
		return false
	}
	return all.Get(name) != nil || slices.Contains(textsOf(all), name)
}

// addCollectionFile adds a file of a collection if --section names the collection, and else counts it as left out.
func (j *jekyll) addCollectionFile(b *blog, file string, parts []string) {
	p := &post{file: file, section: strings.TrimPrefix(parts[0], "_")}
	if !slices.Contains(b.Blog.Sections, p.section) {
		b.omit(omission{"section", p.section, "it belongs to a collection and is not a post",
			"to import them, name the collection with --section"})
		return
	}
	name := b.takeLanguageOfName(p)
	p.stem = name
	if m := datedName.FindStringSubmatch(name); m != nil {
		p.fileDate, _ = importer.ReadDate(m[1])
		p.stem = m[2]
	}
	if !b.readPost(p) {
		return
	}
	j.applyDefaults(b, p, p.section)
	j.applyEleventyData(b, p)
	j.applyOutput(p, b.config.At("collections", p.section, "output"), "false")
	_, own := firstKey(p.front, "lang", "language", "locale")
	folders := slices.DeleteFunc(slices.Clone(parts), func(part string) bool {
		isLanguage := b.isLanguage(part) || part == own.Text()
		if isLanguage {
			p.language = cmp.Or(p.language, part)
		}
		return isLanguage
	})
	p.language = cmp.Or(own.Text(), p.language)
	p.translationKey = path.Join(append(folders, name)...)
	if _, key := firstKey(p.front, "ref", "translation_key", "translationKey"); key != nil {
		p.translationKey = "key " + key.Text()
	}
	if !b.addPost(p) {
		return
	}
	below := strings.TrimSuffix(strings.TrimPrefix(file, parts[0]+"/"), path.Ext(file))
	pattern, known := j.permalinkOf(b, p, b.config.At("collections", p.section, "permalink").Text())
	if !known {
		j.addOldAddresses(b, p, "")
		return
	}
	pattern = cmp.Or(pattern, "/:collection/:path")
	j.addOldAddresses(b, p, strings.NewReplacer(":collection", p.section, ":path", below, ":name", jekyllSlug(name),
		":title", jekyllTitle(cmp.Or(p.front.Get("slug").Text(), name)), ":output_ext", ".html").Replace(pattern))
}

// takeLanguageOfName returns the stem of a post's file without its language, as in x.ar.md, and sets the post's
// language to it.
func (b *blog) takeLanguageOfName(p *post) string {
	name := strings.TrimSuffix(path.Base(p.file), path.Ext(p.file))
	if code := strings.TrimPrefix(path.Ext(name), "."); b.isLanguage(code) {
		name, p.language = strings.TrimSuffix(name, "."+code), code
	}
	return name
}

func (j *jekyll) addFile(b *blog, file string, parts []string, draft bool) {
	p := &post{file: file, draft: draft}
	name := b.takeLanguageOfName(p)
	p.stem = name
	if m := datedName.FindStringSubmatch(name); m != nil {
		p.fileDate, _ = importer.ReadDate(m[1])
		p.stem = m[2]
	} else if !draft && !b.isHexo() { // Hexo's posts have their dates in front matter
		b.noteAt(p, 1, 1,
			importer.Note{Why: "the name of a post's file begins with its date, such as 2024-01-02-dunes.md; this " +
				"file is left out, as in Jekyll"})
		return
	}
	if !b.readPost(p) {
		return
	}
	p.body = withoutFenceTitleTicks(p.body)
	j.applyDefaults(b, p, map[bool]string{true: "drafts", false: "posts"}[draft])
	j.applyEleventyData(b, p)
	j.applyOutput(p, b.config.At("collections", "posts", "output"), "true")
	var folders []string // categories: the folders around _posts, not in it
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
	_, own := firstKey(p.front, "lang", "language", "locale")
	p.language = cmp.Or(own.Text(), p.language)
	p.translationKey = name
	if _, key := firstKey(p.front, "ref", "translation_key", "translationKey"); key != nil {
		p.translationKey = "key " + key.Text()
	}
	if b.addPost(p) {
		j.addPostAddresses(b, p, folders)
	}
}

var (
	nonSlugRunes  = lazyregexp.New(`[^\p{M}\p{L}\p{Nd}]+`)
	nonTitleRunes = lazyregexp.New(`[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+`)
)

// jekyllSlug spells a name as Jekyll does in an address, jekyllTitle as it does for :title.
func jekyllSlug(name string) string {
	return strings.ToLower(strings.Trim(nonSlugRunes.ReplaceAllString(name, "-"), "-"))
}

func jekyllTitle(name string) string {
	return strings.Trim(nonTitleRunes.ReplaceAllString(name, "-"), "-")
}

// mapSegments applies form to each path segment of a slug. Other tools than Jekyll accept slashes in slugs.
func mapSegments(slug string, form func(string) string) string {
	parts := strings.Split(slug, "/")
	for i := range parts {
		parts[i] = form(parts[i])
	}
	return strings.Join(parts, "/")
}

// pathWithoutPosts returns the path of a post's file without its extension and _posts.
func pathWithoutPosts(file string) string {
	return path.Clean(strings.Replace(strings.TrimSuffix(file, path.Ext(file)), "_posts", "", 1))
}

// categoryPath returns the path segments that categories add to an address, without duplicates.
func categoryPath(categories []string, form func(string) string) string {
	var folders []string
	for _, one := range categories {
		if one = form(one); !slices.Contains(folders, one) {
			folders = append(folders, one)
		}
	}
	return strings.Join(folders, "/")
}

// permalinkStyles are Jekyll's named permalink styles.
var permalinkStyles = map[string]string{
	"":         "/:categories/:year/:month/:day/:title.html",
	"date":     "/:categories/:year/:month/:day/:title.html",
	"pretty":   "/:categories/:year/:month/:day/:title/",
	"ordinal":  "/:categories/:year/:y_day/:title.html",
	"weekdate": "/:categories/:year/W:week/:short_day/:title.html",
	"none":     "/:categories/:title.html",
}

// timeZoneSuffix matches the time zone at the end of a date.
var timeZoneSuffix = lazyregexp.New(`(?:[+-]\d\d:?\d\d|Z|UTC|GMT)$`)

// addPostAddresses adds the addresses that Jekyll gave a post: https://jekyllrb.com/docs/permalinks/.
func (j *jekyll) addPostAddresses(b *blog, p *post, folders []string) {
	if b.isHexo() {
		j.addOldAddresses(b, p, b.hexoAddress(p))
		return
	}
	pattern, known := j.permalinkOf(b, p, j.permalinkForm(b))
	if !known {
		j.addOldAddresses(b, p, "")
		return
	}
	if own, ok := permalinkStyles[pattern]; ok {
		pattern = own
	}
	name := cmp.Or(p.front.Get("slug").Text(), p.stem)
	lower := strings.ToLower // Jekyll keeps the spaces of categories
	categories := slices.Concat(folders, b.labels(p, "categories", "category"))
	own := func(at time.Time) string {
		year, week := at.ISOWeek()
		return strings.NewReplacer(
			":categories", categoryPath(categories, lower),
			":slugified_categories", categoryPath(categories, jekyllSlug),
			":title", mapSegments(name, jekyllTitle), ":slug", mapSegments(name, jekyllSlug),
			":name", jekyllSlug(p.stem), ":path", pathWithoutPosts(p.file), ":output_ext", ".html",
			":year", at.Format("2006"), ":short_year", at.Format("06"), ":month", at.Format("01"), ":i_month",
			at.Format("1"), ":day", at.Format("02"), ":i_day", at.Format("2"),
			":y_day", fmt.Sprintf("%03d", at.YearDay()), ":week", fmt.Sprintf("%02d", week), ":w_year",
			fmt.Sprint(year), ":w_day", fmt.Sprint((int(at.Weekday())+6)%7+1), ":long_day", at.Format("Monday"),
			":short_day", at.Format("Mon"), ":short_month", at.Format("Jan"),
			":long_month", at.Format("January"),
			":hour", at.Format("15"), ":minute", at.Format("04"), ":second", at.Format("05"),
		).Replace(pattern)
	}
	j.addOldAddresses(b, p, own(p.date))
	if b.timeZone() == nil && timeZoneSuffix.MatchString(p.front.Get("date").Text()) { // GitHub Pages builds in UTC
		there := own(p.date.UTC())
		if address, ok := b.aliasOf(path.Clean(there), "/"); ok && !unfilledToken.MatchString(there) {
			p.addOldAddress(address)
		}
	}
}

// timeZone returns the time zone of Jekyll's configuration, in which posts have their dates; nil for none. Local, which
// Go takes for the zone of this machine, is none.
func (b *blog) timeZone() *time.Location {
	name := b.config.Get("timezone").Text()
	zone, err := time.LoadLocation(name)
	if name == "" || name == "Local" || err != nil || isHugo(b.dialect) {
		return nil
	}
	return zone
}

// addOldAddresses adds the address of a post, and its redirects. A draft without a date has no address. An empty own
// means that the address is unknown.
func (j *jekyll) addOldAddresses(b *blog, p *post, own string) {
	if own == "" {
		p.oldAddresses = nil
	} else if unfilledToken.MatchString(own) {
		b.noteNoAddress(p, own)
	} else if address, ok := b.aliasOf(path.Clean(own), "/"); ok && !(p.draft && p.date.IsZero()) {
		p.addOldAddress(address)
	} else if !ok {
		b.noteAt(p, 1, 1, importer.Note{Field: "permalink", Value: own, Why: "this is not a path of the old site"})
	}
	b.addAliases(p, p.front.Get("redirect_from"), "redirect_from", "/", "/", "")
	b.addAliases(p, p.front.Get("aliases"), "aliases", "/", "/", "")
}

// unfilledToken matches a token of a permalink for which a post has no value.
var unfilledToken = lazyregexp.New(`(?:^|[^\pL\pN]):[a-z_]`)

// noteNoAddress reports a post whose old address cannot be computed.
func (b *blog) noteNoAddress(p *post, form string) {
	b.noteAt(p, 1, 1, importer.Note{Field: "permalink", Value: form, Why: "no old address can be computed from this",
		Do: "write the address as an alias"})
}

func (j *jekyll) assetPaths(_ *blog, p *post, name string) []string {
	if rest, rooted := strings.CutPrefix(name, "/"); rooted {
		return []string{rest, path.Join("public", rest)}
	}
	return append([]string{path.Join(path.Dir(p.file), name),
		strings.TrimPrefix(path.Join(p.baseAddress(), name), "/"), name, path.Join("assets", name),
		path.Join("images", name)}, astroPaths(name)...)
}

// postByName returns the post that {% post_url %} names.
func (b *blog) postByName(name string) *post {
	name = strings.Trim(name, `"'`)
	for _, p := range b.posts {
		stem := path.Base(strings.TrimSuffix(p.file, path.Ext(p.file)))
		if stem == path.Base(name) || p.fileDate != (time.Time{}) && p.fileDate.Format(time.DateOnly)+"-"+
			p.stem == path.Base(name) {
			return p
		}
	}
	return nil
}
