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

// hugo reads the content of Hugo sites: https://gohugo.io/content-management/.
type hugo struct {
	contentFolder     string            // relative to the root
	languageFolders   map[string]string // languages by folder
	languageSections  map[string]bool   // folders named like languages that are sections
	cascades          cascadesByFolder
	mainSections      []string // the configured sections of the blog
	ignorePatterns    []*regexp.Regexp
	disabledLanguages []string                     // the languages that the configuration disables
	dateKeys          map[string][]string          // the configured source keys of dates, by key
	unreadDates       map[[2]string]int            // number of posts dated by Git or file times, by key and source
	themes            []string                     // folders
	i18nTexts         map[string]map[string]string // by language file and id
	sectionAddresses  map[[2]string]string         // configured by section pages, by language and folder
	termTitles        map[[2]string]string         // by language and folder, such as authors/ana
	authorNames       map[string]string            // by language and id
	listPages         []string                     // files of list pages that have more than a title
	coverGlobs        []string                     // pictures of bundles that layouts show for pages
	anyPictureGlobs   []string                     // coverGlobs that match any picture
}

func (h *hugo) findPosts(b *blog) error {
	h.readSettings(b)
	files, err := b.sourceFiles(h.contentFolder)
	if err != nil {
		return err
	}
	for folder := range h.languageFolders {
		if !strings.HasPrefix(folder+"/", h.contentFolder+"/") && h.contentFolder != "." {
			more, err := b.sourceFiles(folder)
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
		switch name, language := h.splitLanguage(b, path.Base(f)); name {
		case "index":
			bundles = append(bundles, path.Dir(f))
		case "_index":
			h.readCascade(b, f, language)
		}
	}
	h.findSections(b, files)
	for _, f := range files {
		if !h.isIgnored(b, f) {
			h.addFile(b, f, bundles)
		}
	}
	h.noteSections(b)
	h.noteUnreadDates(b)
	h.noteListPages(b)
	return nil
}

// readSettings reads the configuration of the site.
func (h *hugo) readSettings(b *blog) {
	h.contentFolder, h.languageFolders, h.cascades = ".", map[string]string{}, cascadesByFolder{}
	h.sectionAddresses, h.termTitles = map[[2]string]string{}, map[[2]string]string{}
	if info, err := b.root.Stat("content"); err == nil && info.IsDir() {
		h.contentFolder = "content"
	}
	for _, folder := range []string{"config/production", "config/_default"} { // the first value of a key wins
		for _, name := range []string{"hugo", "config"} {
			b.readConfig(path.Join(folder, name))
		}
		for _, part := range []string{"languages", "permalinks", "params", "cascade", "taxonomies", "frontmatter",
			"uglyURLs"} {
			b.readConfig(path.Join(folder, part), part)
		}
		for _, code := range h.languageFiles(b, folder) {
			b.readConfig(path.Join(folder, "languages."+code), "languages", code)
		}
	}
	b.readConfig("hugo")
	b.readConfig("config")
	if dir := b.config.Get("contentDir").Text(); dir != "" {
		h.contentFolder = path.Clean(dir)
	}
	if languages := b.config.Get("languages"); languages != nil {
		for i := range languages.Pairs {
			code, of := languages.Pairs[i].Key.Value, &languages.Pairs[i].Value
			normaliseKeys(of, configKeys)
			h.addCascade(".", strings.ToLower(code), of.Get("cascade"))
			if isTrue(of.Get("disabled")) {
				h.disabledLanguages = append(h.disabledLanguages, strings.ToLower(code))
			}
			dir := path.Clean(of.Get("contentDir").Text())
			if dir != "." && !slices.Contains(b.Languages, h.languageFolders[dir]) { // several languages may share one
				h.languageFolders[dir] = strings.ToLower(code)
			}
		}
	}
	below, err := fs.ReadDir(b.root.FS(), h.contentFolder)
	for _, e := range below {
		if dir := path.Join(h.contentFolder, e.Name()); err == nil && e.IsDir() && b.isLanguage(e.Name()) &&
			h.languageFolders[dir] == "" {
			h.languageFolders[dir] = strings.ToLower(e.Name())
		}
	}
	b.setDefaultLanguage("defaultContentLanguage", "locale", "languageCode")
	b.setHost(b.config.Get("baseURL").Text(), "")
	b.keepsLineEnds = b.showsLineEnds()
	h.addLanguageHosts(b)
	h.addCascade(".", "", b.config.Get("cascade"))
	h.addCascade(".", "", pageOutputs(b.config))
	h.themes = themeFolders(b)
	h.readCovers(b)
	h.readIgnored(b)
	h.readDateKeys(b)
	h.mainSections = textsOf(b.config.Get("mainSections"))
	if params := b.config.Get("params"); params != nil && len(h.mainSections) == 0 {
		normaliseKeys(params, configKeys)
		h.mainSections = textsOf(params.Get("mainSections"))
	}
}

// addLanguageHosts adds the hosts that the configuration gives languages of their own.
func (h *hugo) addLanguageHosts(b *blog) {
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

// languageFiles returns the languages that have a file of their own in a configuration folder.
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

// findSections finds the folders with the name of a language that are sections: the configuration does not name the
// language, and pages are directly in the folder.
func (h *hugo) findSections(b *blog, files []string) {
	h.languageSections = map[string]bool{}
	for folder, language := range h.languageFolders {
		hasFolders := slices.ContainsFunc(files, func(f string) bool {
			below, ok := strings.CutPrefix(f, folder+"/")
			if name, _ := h.splitLanguage(b, path.Base(f)); name == "index" {
				below = path.Dir(below)
			}
			return ok && strings.Contains(below, "/") && (isMarkdown(f) || isHTML(f))
		})
		h.languageSections[folder] = !b.isConfiguredLanguage(language) && !hasFolders
	}
}

// splitLanguage splits the name of a file, such as post.ar.md, into its stem and its language.
func (h *hugo) splitLanguage(b *blog, name string) (stem, language string) {
	stem = strings.TrimSuffix(name, path.Ext(name))
	if code := strings.TrimPrefix(path.Ext(stem), "."); code != "" && b.isLanguage(code) {
		return strings.TrimSuffix(stem, "."+code), strings.ToLower(code)
	}
	return stem, ""
}

var datedName = lazyregexp.New(`^(\d{4}-\d{1,2}-\d{1,2})-(.+)$`)

func (h *hugo) addFile(b *blog, file string, bundles []string) {
	p := &post{file: file}
	below, dir := strings.TrimPrefix(file, h.contentFolder+"/"), ""
	for folder, language := range h.languageFolders {
		if rest, ok := strings.CutPrefix(file, folder+"/"); ok && len(folder) > len(dir) {
			below, dir, p.language = rest, folder, language
		}
	}
	stem, language := h.splitLanguage(b, path.Base(file))
	p.language = cmp.Or(language, p.language)
	switch {
	case stem == "_index":
		if h.languageSections[dir] {
			below = path.Join(path.Base(dir), below)
		}
		h.noteSectionPage(b, p, below)
		return
	case stem != "index" && slices.ContainsFunc(bundles, func(d string) bool { return strings.HasPrefix(file, d+"/") }):
		b.noteAt(p, 1, 1, importer.Note{Why: "this belongs to a bundle and is not a post; it is left out"})
		return
	case stem == "index":
		below = path.Dir(below)
		stem = path.Base(below)
	default:
		below = path.Join(path.Dir(below), stem)
	}
	p.translationKey = below
	if h.languageSections[dir] {
		below = path.Join(path.Base(dir), below)
	}
	p.section, _, _ = strings.Cut(below, "/")
	if p.section == below || below == "." {
		b.noteAt(p, 1, 1, importer.Note{Why: "this is a page of the site, not a post of a section; it is left out",
			Do: "create the page with generate new page"})
		return
	}
	if !h.isInBlogSection(b, p) || h.isDisabledPost(b, p) {
		return
	}
	named := languageVariant(file, cmp.Or(p.language, b.Language))
	if _, err := b.root.Stat(named); language == "" && err == nil {
		b.noteAt(p, 1, 1,
			importer.Note{Why: path.Base(named) + " is the same page in the same language; this file is left out, " +
				"as in Hugo"})
		return
	}
	if b.readPost(p) {
		h.addReadPost(b, p, below, stem)
	}
}

// addReadPost adds a post that was read, by its path below the folder of its language and the end of that path.
func (h *hugo) addReadPost(b *blog, p *post, below, stem string) {
	h.applyCascades(b, p)
	h.readLanguage(b, p)
	p.stem, p.contentPath = stem, below
	if m := datedName.FindStringSubmatch(stem); m != nil {
		p.fileDate, _ = importer.ReadDate(m[1])
		p.stem = m[2]
	}
	h.setConfiguredDates(b, p, stem)
	if key := p.front.Get("translationKey").Text(); key != "" {
		p.translationKey = "key " + key
	}
	if !b.addPost(p) {
		return
	}
	h.addOldAddresses(b, p, below, stem)
}

// noteSectionPage reads the page of a section, or of the site, and reports its text as left out.
func (h *hugo) noteSectionPage(b *blog, p *post, below string) {
	data, err := b.root.ReadFile(p.file)
	if err != nil || len(data) > maxPostBytes {
		return
	}
	opening, err := readPage(data, true)
	if err == nil {
		h.sectionAddresses[[2]string{cmp.Or(p.language, b.Language), path.Dir(below)}] = opening.front.Get("url").Text()
	}
	if err == nil && strings.TrimSpace(opening.body) == "" { // only the title of a list
		h.termTitles[[2]string{cmp.Or(p.language, b.Language), path.Dir(below)}] = opening.front.Get("title").Text()
		if hasMoreThanTitle(opening.front) {
			h.listPages = append(h.listPages, p.file)
		}
		return
	}
	p.section, _, _ = strings.Cut(below, "/")
	if isPage := strings.Count(below, "/") < 2; isPage || h.isInBlogSection(b, p) {
		what := map[bool]string{true: "the page of a section", false: "the home page"}[strings.Contains(below, "/")]
		b.noteAt(p, 1, 1, importer.Note{Why: "this is " + what + ", not a post; it is left out",
			Do: "create the page with generate new page"})
	}
}

// isInBlogSection reports whether a post's section belongs to the blog, and counts the post as left out if not.
func (h *hugo) isInBlogSection(b *blog, p *post) bool {
	sections, why := b.Blog.Sections, omission{"section", p.section, "--section does not name it", ""}
	if len(sections) == 0 {
		sections, why = h.mainSections, omission{"section", p.section, "it is not among the mainSections of the " +
			"blog's configuration", "to import them, name all sections with --section"}
	}
	if len(sections) > 0 && !slices.Contains(sections, p.section) {
		b.omit(why)
		return false
	}
	return true
}

// noteSections reports that the pages of several sections become stories. Without configured sections, Hugo's
// mainSections is the section with the most pages: https://gohugo.io/methods/site/mainsections/.
func (h *hugo) noteSections(b *blog) {
	pages := map[string]int{}
	for _, p := range b.posts {
		pages[p.section]++
	}
	if len(b.Blog.Sections)+len(h.mainSections) > 0 || len(pages) < 2 {
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
		Why: "the blog's configuration has no mainSections, so the pages of all sections become stories",
		Do:  "name the sections of the blog, as in --section " + main})
}

func (h *hugo) assetPaths(b *blog, p *post, name string) (all []string) {
	for _, name := range []string{languageVariant(name, p.sourceLanguage), name, languageVariant(name, b.Language)} {
		all = append(all, h.candidatePaths(p, name)...)
	}
	return append(all, h.themePaths(name)...)
}

// languageVariant returns the name of a bundle's file for one language: cover.de.jpg.
func languageVariant(name, language string) string {
	ending := path.Ext(name)
	return strings.TrimSuffix(name, ending) + "." + language + ending
}

// candidatePaths lists the paths where a file of this name may be.
func (h *hugo) candidatePaths(p *post, name string) []string {
	dir := path.Dir(p.file)
	if rest, rooted := strings.CutPrefix(name, "/"); rooted {
		return []string{path.Join("static", rest), path.Join("assets", rest), path.Join(h.contentFolder, rest), rest}
	}
	all := []string{path.Join(dir, name), path.Join(dir, strings.TrimPrefix(name, "../")),
		path.Join(dir, path.Base(p.contentPath), name), path.Join("static", name), path.Join("assets", name)}
	for _, address := range p.oldAddresses { // browsers resolve relative addresses at the page's address
		all = append(all, path.Join("static", path.Join(address, name)))
	}
	return append(all, h.sharedPaths(dir, name)...)
}

// sharedPaths lists the paths of a file in the bundle's other languages, which Hugo shares among them.
func (h *hugo) sharedPaths(dir, name string) (all []string) {
	for _, own := range slices.Sorted(maps.Keys(h.languageFolders)) {
		if below, ok := strings.CutPrefix(dir, own+"/"); ok {
			for _, other := range slices.Sorted(maps.Keys(h.languageFolders)) {
				all = append(all, path.Join(other, below, name))
			}
		}
	}
	return all
}

func isHugo(d dialect) bool { _, is := d.(*hugo); return is }
