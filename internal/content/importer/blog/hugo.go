package blog

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/lib/lazyregexp"
)

// hugo reads what Hugo makes sites of: https://gohugo.io/content-management/.
type hugo struct {
	content   string            // the folder of content below the root
	folders   map[string]string // languages by their folder
	sections  map[string]bool   // the folders of languages that are sections to Hugo
	cascades  cascades
	main      []string // the sections that are the blog, where the configuration says
	ignored   []*regexp.Regexp
	off       []string                     // the languages that the configuration disables
	dates     map[string][]string          // where the configuration takes dates from, by their key
	unread    map[[2]string]int            // how many posts Git or their file would date, by key and source
	themes    []string                     // the folders of themes
	texts     map[string]map[string]string // of its language files, by their names
	addressOf map[[2]string]string         // addresses that sections have of their own, by language and folder
	termTitle map[[2]string]string         // titles of pages of terms, by language and folder, such as authors/ana
	authors   map[string]string            // names in data, by languages and ids
	aboutList []string                     // the files of pages of lists that say more than their title
	covers    []string                     // globs of the pictures of bundles that layouts show for pages
	anyCover  []string                     // those that any picture matches
}

func (h *hugo) find(b *blog) error {
	h.configure(b)
	files, err := b.sources(h.content)
	if err != nil {
		return err
	}
	for folder := range h.folders {
		if !strings.HasPrefix(folder+"/", h.content+"/") && h.content != "." {
			more, err := b.sources(folder)
			if err != nil {
				return err
			}
			files = append(files, more...)
		}
	}
	// HTML without front matter is copied as it is.
	files = slices.DeleteFunc(files, func(f string) bool { return isHTML(f) && !b.hasFrontMatter(f) })
	var bundles []string
	for _, f := range files {
		switch name, language := h.named(b, path.Base(f)); name {
		case "index":
			bundles = append(bundles, path.Dir(f))
		case "_index":
			h.readCascade(b, f, language)
		}
	}
	h.findSections(b, files)
	for _, f := range files {
		if !h.isIgnored(b, f) {
			h.add(b, f, bundles)
		}
	}
	h.noteSections(b)
	h.noteUnreadDates(b)
	h.noteAboutLists(b)
	return nil
}

// configure reads the languages and addresses of the site's configuration.
func (h *hugo) configure(b *blog) {
	h.content, h.folders, h.cascades, h.addressOf = ".", map[string]string{}, cascades{}, map[[2]string]string{}
	h.termTitle = map[[2]string]string{}
	if info, err := b.root.Stat("content"); err == nil && info.IsDir() {
		h.content = "content"
	}
	for _, folder := range []string{"config/production", "config/_default"} { // the first that says something counts
		for _, name := range []string{"hugo", "config"} {
			b.configuration(path.Join(folder, name))
		}
		for _, part := range []string{"languages", "permalinks", "params", "cascade", "taxonomies", "frontmatter",
			"uglyURLs"} {
			b.configuration(path.Join(folder, part), part)
		}
		for _, code := range h.languageFiles(b, folder) {
			b.configuration(path.Join(folder, "languages."+code), "languages", code)
		}
	}
	b.configuration("hugo")
	b.configuration("config")
	if dir := b.config.Get("contentDir").Text(); dir != "" {
		h.content = path.Clean(dir)
	}
	if languages := b.config.Get("languages"); languages != nil {
		for i := range languages.Pairs {
			code, of := languages.Pairs[i].Key.Value, &languages.Pairs[i].Value
			usualKeys(of, configured)
			h.passOn(".", strings.ToLower(code), of.Get("cascade"))
			if isTrue(of.Get("disabled")) {
				h.off = append(h.off, strings.ToLower(code))
			}
			dir := path.Clean(of.Get("contentDir").Text())
			if dir != "." && !slices.Contains(b.Languages, h.folders[dir]) { // several languages may share one
				h.folders[dir] = strings.ToLower(code)
			}
		}
	}
	below, err := fs.ReadDir(b.root.FS(), h.content)
	for _, e := range below {
		if dir := path.Join(h.content, e.Name()); err == nil && e.IsDir() && b.isLanguage(e.Name()) &&
			h.folders[dir] == "" {
			h.folders[dir] = strings.ToLower(e.Name())
		}
	}
	b.setDefaultLanguage("defaultContentLanguage", "locale", "languageCode")
	b.knowHost(b.config.Get("baseURL").Text(), "")
	b.lineEnds = b.showsLineEnds()
	h.knowHosts(b)
	h.passOn(".", "", b.config.Get("cascade"))
	h.passOn(".", "", pageOutputs(b.config))
	h.themes = themesOf(b)
	h.readCovers(b)
	h.ignores(b)
	h.readDates(b)
	h.main = words(b.config.Get("mainSections"))
	if params := b.config.Get("params"); params != nil && len(h.main) == 0 {
		usualKeys(params, configured)
		h.main = words(params.Get("mainSections"))
	}
}

// knowHosts adds the hosts that languages have of their own.
func (h *hugo) knowHosts(b *blog) {
	languages := b.config.Get("languages")
	if languages == nil {
		return
	}
	for i := range languages.Pairs {
		if u, err := url.Parse(languages.Pairs[i].Value.Get("baseURL").Text()); err == nil && u.Host != "" {
			b.hosts = append(b.hosts, u.Host)
		}
	}
}

// languageFiles returns the languages that have a file of their own in a folder of the configuration.
func (h *hugo) languageFiles(b *blog, folder string) []string {
	files, err := fs.Glob(b.root.FS(), folder+"/languages.*.*")
	var codes []string
	for _, f := range files {
		code := strings.TrimPrefix(strings.TrimSuffix(path.Base(f), path.Ext(f)), "languages.")
		if err == nil && !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	return codes
}

// findSections finds the folders that are named as a language, which the configuration does not name, and have their
// pages right in them.
func (h *hugo) findSections(b *blog, files []string) {
	h.sections = map[string]bool{}
	for folder, language := range h.folders {
		h.sections[folder] = !b.speaks(language) && !slices.ContainsFunc(files, func(f string) bool {
			below, ok := strings.CutPrefix(f, folder+"/")
			if name, _ := h.named(b, path.Base(f)); name == "index" {
				below = path.Dir(below)
			}
			return ok && strings.Contains(below, "/") && (isMarkdown(f) || isHTML(f))
		})
	}
}

// named parts the name of a file from its language and its ending: post.ar.md.
func (h *hugo) named(b *blog, name string) (stem, language string) {
	stem = strings.TrimSuffix(name, path.Ext(name))
	if code := strings.TrimPrefix(path.Ext(stem), "."); code != "" && b.isLanguage(code) {
		return strings.TrimSuffix(stem, "."+code), strings.ToLower(code)
	}
	return stem, ""
}

var datedName = lazyregexp.New(`^(\d{4}-\d{1,2}-\d{1,2})-(.+)$`)

func (h *hugo) add(b *blog, file string, bundles []string) {
	p := &post{file: file}
	below, dir := strings.TrimPrefix(file, h.content+"/"), ""
	for folder, language := range h.folders {
		if rest, ok := strings.CutPrefix(file, folder+"/"); ok && len(folder) > len(dir) {
			below, dir, p.language = rest, folder, language
		}
	}
	stem, language := h.named(b, path.Base(file))
	p.language = cmp.Or(language, p.language)
	switch {
	case stem == "_index":
		if h.sections[dir] {
			below = path.Join(path.Base(dir), below)
		}
		h.noteOpening(b, p, below)
		return
	case stem != "index" && slices.ContainsFunc(bundles, func(d string) bool { return strings.HasPrefix(file, d+"/") }):
		b.at(p, 1, 1, importer.Note{Why: "this belongs to a bundle and is no post; it is left out"})
		return
	case stem == "index":
		below = path.Dir(below)
		stem = path.Base(below)
	default:
		below = path.Join(path.Dir(below), stem)
	}
	p.key = below
	if h.sections[dir] {
		below = path.Join(path.Base(dir), below)
	}
	p.section, _, _ = strings.Cut(below, "/")
	if p.section == below || below == "." {
		b.at(p, 1, 1, importer.Note{Why: "this is a page of the site, not a post of a section; it is left out",
			Do: "generate new page begins a page"})
		return
	}
	if !h.isOfBlog(b, p) || h.isOff(b, p) {
		return
	}
	named := ofLanguage(file, cmp.Or(p.language, b.Language))
	if _, err := b.root.Stat(named); language == "" && err == nil {
		b.at(p, 1, 1,
			importer.Note{Why: path.Base(named) + " is the same page in the same language; this is left out, " +
				"as Hugo leaves it out"})
		return
	}
	if !b.open(p) {
		return
	}
	h.cascade(b, p)
	h.readLanguage(b, p)
	p.stem, p.path = stem, below
	if m := datedName.FindStringSubmatch(stem); m != nil {
		p.dated, _ = importer.ReadDate(m[1])
		p.stem = m[2]
	}
	h.datePost(b, p, stem)
	if key := p.front.Get("translationKey").Text(); key != "" {
		p.key = "key " + key
	}
	if !b.take(p) {
		return
	}
	h.addresses(b, p, below, stem)
}

// noteOpening reports the page of a section, or of the site, that has words of its own.
func (h *hugo) noteOpening(b *blog, p *post, below string) {
	data, err := b.root.ReadFile(p.file)
	if err != nil || len(data) > largestPost {
		return
	}
	opening, err := readPage(data, true)
	if err == nil {
		h.addressOf[[2]string{cmp.Or(p.language, b.Language), path.Dir(below)}] = opening.front.Get("url").Text()
	}
	if err == nil && strings.TrimSpace(opening.body) == "" { // a title of a list
		h.termTitle[[2]string{cmp.Or(p.language, b.Language), path.Dir(below)}] = opening.front.Get("title").Text()
		if saysMore(opening.front) {
			h.aboutList = append(h.aboutList, p.file)
		}
		return
	}
	p.section, _, _ = strings.Cut(below, "/")
	if isPage := strings.Count(below, "/") < 2; isPage || h.isOfBlog(b, p) {
		of := map[bool]string{true: "of a section", false: "that the site opens with"}[strings.Contains(below, "/")]
		b.at(p, 1, 1, importer.Note{Why: "this is the page " + of + ", not a post; it is left out",
			Do: "generate new page begins a page"})
	}
}

// isOfBlog reports whether the section of a post is part of the blog, and counts the post as left out if it is not.
func (h *hugo) isOfBlog(b *blog, p *post) bool {
	sections, why := b.Blog.Sections, omission{"section", p.section, "it is not a section that --section names", ""}
	if len(sections) == 0 {
		sections, why = h.main, omission{"section", p.section, "it is not among the mainSections of the blog's " +
			"configuration", "to import them, name all sections with --section"}
	}
	if len(sections) > 0 && !slices.Contains(sections, p.section) {
		b.omit(why)
		return false
	}
	return true
}

// noteSections reports that the pages of several sections become stories. Where a configuration names no section as the
// blog's, Hugo takes the one with the most pages: https://gohugo.io/methods/site/mainsections/.
func (h *hugo) noteSections(b *blog) {
	pages := map[string]int{}
	for _, p := range b.posts {
		pages[p.section]++
	}
	if len(b.Blog.Sections)+len(h.main) > 0 || len(pages) < 2 {
		return
	}
	sections := slices.SortedFunc(maps.Keys(pages), func(x, y string) int {
		return cmp.Or(cmp.Compare(pages[y], pages[x]), cmp.Compare(x, y))
	})
	main, said := sections[0], ""
	for _, section := range sections {
		said += fmt.Sprintf(", %s %d", section, pages[section])
	}
	b.Report.Note(importer.Note{Field: "section", Value: strings.TrimPrefix(said, ", "),
		Why: "the blog's configuration has no mainSections, so that the pages of all sections become stories",
		Do:  "name those that are the blog, as in --section " + main})
}

func (h *hugo) asset(b *blog, p *post, name string) (all []string) {
	for _, name := range []string{ofLanguage(name, p.spoken), name, ofLanguage(name, b.Language)} {
		all = append(all, h.places(p, name)...)
	}
	return append(all, h.ofThemes(name)...)
}

// ofLanguage is the name of a file of a bundle that is for one language: cover.de.jpg.
func ofLanguage(name, language string) string {
	ending := path.Ext(name)
	return strings.TrimSuffix(name, ending) + "." + language + ending
}

// places lists where a file of a name may lie.
func (h *hugo) places(p *post, name string) []string {
	dir := path.Dir(p.file)
	if rest, rooted := strings.CutPrefix(name, "/"); rooted {
		return []string{path.Join("static", rest), path.Join("assets", rest), path.Join(h.content, rest), rest}
	}
	all := []string{path.Join(dir, name), path.Join(dir, strings.TrimPrefix(name, "../")),
		path.Join(dir, path.Base(p.path), name), path.Join("static", name), path.Join("assets", name)}
	for _, address := range p.old { // a theme leaves it as it is, and browsers resolve it at the page's address
		all = append(all, path.Join("static", path.Join(address, name)))
	}
	return append(all, h.shared(dir, name)...)
}

// shared lists where the other languages of a bundle have a file, which Hugo gives to all of them.
func (h *hugo) shared(dir, name string) (all []string) {
	for _, own := range slices.Sorted(maps.Keys(h.folders)) {
		if below, ok := strings.CutPrefix(dir, own+"/"); ok {
			for _, other := range slices.Sorted(maps.Keys(h.folders)) {
				all = append(all, path.Join(other, below, name))
			}
		}
	}
	return all
}

func isHugo(d dialect) bool { _, is := d.(*hugo); return is }
