// Package blog imports the stories of a blog: of Hugo, or of Jekyll and the tools whose posts an editor puts into
// Jekyll's folders, such as Eleventy, Astro and Hexo. docs/importing.md describes the conversion.
package blog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/yaml"
	"storefront/internal/core/locale"
	"storefront/internal/core/route"
)

// blog is an import of one blog: the source folder, its posts and what the report collects.
type blog struct {
	*importer.Job
	dialect
	root         *os.Root // nothing outside the folder is read
	folder       string
	hosts        []string // of the old addresses, from the configuration
	basePath     string   // the beginning of all old addresses, such as /blog
	config       *yaml.Node
	posts        []*post
	byAddress    map[string]*post    // by old address, without a trailing slash
	byFile       map[string]*post    // by path below the folder; for Hugo also by "/" and contentPath
	slugByKey    map[string]string   // by translationKey
	translations map[[2]string]*post // by translationKey and language
	// omitted counts the posts that are left out, by reason.
	omitted        map[omission]int
	matched        map[string]bool     // slugs of the stories that this import updates
	postsPerDay    map[string]int      // number of posts by post.dayKey
	imported       importedPosts       // the posts of earlier imports
	picturesByName map[string][]string // paths of the blog's pictures, by file name
	usedPictures   map[string]bool     // files of the pictures that posts name
	terms          blogTerms
	keepsLineEnds  bool // the blog shows line ends within paragraphs
	hasTOC         bool // remark-toc lists the headings of a page
	// collectionTags are the tags that Eleventy uses for collections, not for topics.
	collectionTags  map[string]bool
	repeatedNotes   map[string]*repeatedNote
	blockedPictures map[string][]importer.Note // pictures of hosts that not every deployment allows, by host
}

// dialect holds what differs between blog tools.
type dialect interface {
	// findPosts adds the posts below the folder, with their languages, dates, translation keys and old addresses.
	findPosts(b *blog) error
	// rewriteDirectives rewrites the tags of the tool's template language in prose.
	rewriteDirectives(b *blog, p *post, text string) *prose.Edits
	// authorName returns the name of an author of a post. A post may have an id in place of the name.
	authorName(b *blog, p *post, id string) string
	// assetPaths returns the paths below the folder where a picture that prose names may be.
	assetPaths(b *blog, p *post, name string) []string
	// formerLists returns the lists that contained a post; listSettings returns how the blog lists posts.
	formerLists(b *blog, p *post) []formerList
	listSettings(b *blog) listSettings
}

// post is one post in one language.
type post struct {
	page
	file           string // below the folder, with slashes
	language       string
	sourceLanguage string    // the language in the spelling of the blog, such as zh_CN
	translationKey string    // common to its translations
	contentPath    string    // Hugo: path in the content, without language and extension
	stem           string    // the part of its file name that makes its slug
	fileDate       time.Time // the date in its file's name
	fileSlug       string    // the slug in its file's name, if the configuration takes it from there
	date           time.Time
	draft          bool
	lacksDate      bool // its front matter has no date
	isPublished    bool
	section        string
	oldAddresses   []string
	languageFolder string // the folder of its language, such as /de, behind basePath
	slug           string
	isSkipped      bool // not written: content has another post of this name
	matched        bool // this import updates it
	// importedSlug is the slug of the story that an earlier import wrote; rememberedKey is the key of its file in the
	// import memory.
	importedSlug, rememberedKey string
	usedKeys                    []string // keys of front matter that are imported under other names
	author                      string
	series                      string
	// inheritedKeys are the keys of its front matter that come from defaults, not from its own file.
	inheritedKeys []string
	// hasComputedAddress is true if a template or a script computes its old address.
	hasComputedAddress bool
	// draftReasons are the reasons, outside its front matter, for which the blog does not publish it.
	draftReasons []importer.Note
	// sourceOffset maps an offset of the converted prose to the source.
	sourceOffset func(int) int
	headingIDs   map[string][]string // ids of its headings, by lettersOf
	// anchors maps the ids of other elements, and numbered ids of headings, to the ids of headings here.
	anchors map[string]string
	// templates evaluates the Liquid of its prose; evaluated is true if the prose is already the result.
	templates *templates
	evaluated bool
	// lostDefinitions is true if definitions of its links may be in text that is left out.
	lostDefinitions bool
}

// Hugo imports the posts of a Hugo site, or of its content folder.
func Hugo(ctx context.Context, folder string, o importer.Options) (*importer.Report, error) {
	return importBlog(ctx, folder, o, "hugo", &hugo{})
}

// Jekyll imports the posts and drafts of a Jekyll site.
func Jekyll(ctx context.Context, folder string, o importer.Options) (*importer.Report, error) {
	return importBlog(ctx, folder, o, "jekyll", &jekyll{})
}

func importBlog(ctx context.Context, folder string, o importer.Options, tool string,
	d dialect) (*importer.Report, error) {
	j, err := importer.Begin(ctx, o, tool)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("read the blog: %w", err)
	}
	b := &blog{
		Job: j, dialect: d, root: root, folder: filepath.Clean(folder), config: &yaml.Node{Kind: yaml.Mapping},
		byAddress: map[string]*post{}, byFile: map[string]*post{}, slugByKey: map[string]string{},
		translations: map[[2]string]*post{},
		omitted:      map[omission]int{}, matched: map[string]bool{}, postsPerDay: map[string]int{},
		repeatedNotes: map[string]*repeatedNote{}, collectionTags: map[string]bool{},
		blockedPictures: map[string][]importer.Note{},
		usedPictures:    map[string]bool{},
	}
	defer func() { _ = b.root.Close() }()
	if err := d.findPosts(b); err != nil {
		return nil, err
	}
	b.noteOmissions()
	if len(b.posts) == 0 && len(j.Report.Unmapped) == 0 {
		return nil, fmt.Errorf("there are no posts below %s", b.folder)
	}
	b.assignSlugs()
	b.findTerms()
	for _, p := range b.posts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p.isSkipped {
			continue
		}
		if err := b.writePost(p); err != nil {
			return nil, err
		}
	}
	b.noteUnusedPictures()
	b.reportRepeatedNotes()
	b.reportBlockedPictures()
	if err := errors.Join(b.redirectTerms(), b.rememberFiles()); err != nil {
		return nil, err
	}
	if j.Update {
		b.reportVanishedLanguages()
		j.NoteVanished("blog", b.storyFolder)
	}
	return j.Finish()
}

// noteAt reports a note at a position in a post's file.
func (b *blog) noteAt(p *post, line, col int, n importer.Note) {
	b.Report.Note(b.withPosition(p, line, col, n))
}

// noteInProse reports a note at an offset of the source prose.
func (b *blog) noteInProse(p *post, offset int, n importer.Note) {
	b.Report.Note(b.withProsePosition(p, offset, n))
}

// maxPostBytes is the largest size of a post.
const maxPostBytes = 4 << 20

// readPost reads a post. An unreadable post is reported and left out.
func (b *blog) readPost(p *post) bool {
	data, err := b.root.ReadFile(filepath.FromSlash(p.file))
	if err == nil && len(data) > maxPostBytes {
		err = fmt.Errorf("it is larger than %d MB", maxPostBytes>>20)
	}
	if err == nil && !isMarkdown(p.file) && !isHTML(p.file) {
		err = fmt.Errorf("%s is not read, Markdown and HTML are", ending(p.file))
	}
	if err == nil {
		p.page, err = readPage(data, isHugo(b.dialect))
	}
	if err == nil && p.secondDocument != nil {
		err = p.secondDocument
	}
	if err == nil {
		b.noteDuplicates(p, p.duplicates)
		renameKeys(p.front, b.Blog.Keys)
		b.normaliseDateKeys(p.front)
		return true
	}
	line, col, why := errorPosition(err)
	b.noteAt(p, line, col, importer.Note{Why: "the post is left out: " + why, Do: "correct it and import again"})
	return false
}

// errorPosition returns the position and the message of an error in a file.
func errorPosition(err error) (line, col int, why string) {
	if at, ok := errors.AsType[*yaml.Error](err); ok {
		return at.Line, at.Col, at.Message
	}
	return 1, 1, err.Error()
}

// addPost adds a post that was read. It returns false if no storefront has the post's language.
func (b *blog) addPost(p *post) bool {
	p.sourceLanguage = cmp.Or(p.language, b.Language)
	p.language = b.languageOf(p.sourceLanguage)
	if !slices.Contains(b.Languages, p.language) {
		remedy := "add the language to a deployment; if the posts are in another language, name it with --language"
		if main, _, _ := strings.Cut(p.language, "-"); !locale.IsRecognised(main) {
			remedy = "storefronts cannot use it; with --language the posts are imported as texts of another language"
		}
		b.omit(omission{"language", p.language, "no storefront is in this language", remedy})
		return false
	}
	p.date = p.fileDate
	if _, n := firstKey(p.front, "date", "publishDate", "publishdate", "published_at"); n != nil {
		if at, ok := importer.ReadDate(n.Text()); ok {
			if p.date = at; b.timeZone() != nil && timeZoneSuffix.MatchString(n.Text()) {
				p.date = at.In(b.timeZone())
			}
		}
	}
	p.draft = p.draft || len(p.draftReasons) > 0 ||
		slices.ContainsFunc(p.front.Pairs, func(pair yaml.Pair) bool { return p.isUnpublishedBy(&pair) })
	shown := p.date
	if _, n := firstKey(p.front, "publishDate", "publishdate", "published_at"); n != nil {
		at, ok := importer.ReadDate(n.Text())
		if p.draft = p.draft || !ok; ok && at.After(shown) {
			shown = at
		}
	}
	p.isPublished = !p.draft && !shown.IsZero() && !shown.After(b.Now)
	if _, n := firstKey(p.front, "expiryDate", "expirydate"); n != nil && p.isPublished {
		if end, ok := importer.ReadDate(n.Text()); ok && !end.After(b.Now) {
			p.isPublished = false
		}
	}
	if _, future := firstKey(b.config, "future", "buildFuture"); future.Text() == "true" && !p.draft &&
		shown.After(b.Now) {
		b.noteAt(p, 1, 1, importer.Note{Field: "date", Value: shown.Format(time.DateOnly),
			Why: "the blog already shows the post; here it is published on this date"})
	}
	b.posts = append(b.posts, p)
	b.postsPerDay[p.dayKey()]++
	return true
}

// assignSlugs gives each post the slug of its folder. Translations share one.
func (b *blog) assignSlugs() {
	slices.SortStableFunc(b.posts, func(x, y *post) int {
		return cmp.Or(slices.Index(b.Languages, x.language)-slices.Index(b.Languages, y.language),
			cmp.Compare(x.file, y.file))
	})
	used, written := map[string]string{}, map[string]bool{}
	for _, p := range b.posts {
		if b.basePath != "" && len(p.oldAddresses) > 0 {
			p.addOldAddress(b.basePath + p.languageFolder + p.oldAddresses[0])
		}
	}
	b.matchImportedPosts()
	for _, p := range b.posts {
		twin := b.translations[[2]string{p.translationKey, p.language}]
		if twin != nil && twin.sourceLanguage == p.sourceLanguage {
			p.translationKey += " " + p.file // not a translation, but another post of the same name
		}
		slug, known := b.slugByKey[p.translationKey]
		if !known {
			if slug = p.importedSlug; slug == "" {
				slug = b.newSlug(p, used)
			} else {
				b.matched[slug] = true
			}
			b.slugByKey[p.translationKey], used[slug] = slug, p.translationKey
		}
		p.slug = slug
		rel := "blog/" + slug
		if _, err := os.Lstat(filepath.Join(b.Content, rel)); err == nil && b.matched[slug] {
			p.matched = true
		} else if err == nil {
			p.isSkipped = true
			b.noteUnrecognised(p)
			if there := filepath.Join(b.Content, rel); !slices.Contains(b.Report.Existing, there) {
				b.Report.Existing = append(b.Report.Existing, there)
			}
		}
		if twin := rel + "/" + p.language; written[twin] && !p.isSkipped {
			b.noteAt(p, 1, 1,
				importer.Note{Why: "the post is left out: another post is already its translation into " + p.language})
			p.isSkipped = true
		} else {
			written[twin] = true
		}
		for _, old := range p.oldAddresses {
			b.byAddress[strings.TrimSuffix(old, "/")] = p
		}
		b.byFile[p.file] = p
		if named := "/" + strings.ToLower(p.contentPath); p.contentPath != "" && b.byFile[named] == nil {
			b.byFile[named] = p
		}
		b.translations[[2]string{p.translationKey, p.language}] = p
	}
}

// newSlug returns an unused slug for a post that no earlier import wrote.
func (b *blog) newSlug(p *post, used map[string]string) string {
	slug := scaffold.Slug(cmp.Or(p.front.Get("slug").Text(), p.stem))
	if slug == "" {
		slug = scaffold.Slug(p.stem)
	}
	title := scaffold.Slug(p.front.Get("title").Text())
	if slug != "" && title != "" && lacksLetters(slug) {
		slug = title // 12, of 2020/12/index.md, is not a name
	}
	if own := cmp.Or(p.front.Get("slug").Text(), p.stem); slug == "" || lacksLetters(slug) &&
		strings.ContainsFunc(own, unicode.IsLetter) {
		slug = "post-" + p.date.Format(time.DateOnly)
		b.noteAt(p, 1, 1, importer.Note{Field: "slug", Value: slugChange(p.stem, slug),
			Why: "names of folders need Latin letters, and its name has none; its date is used",
			Do:  "rename the folder before it is published"})
	}
	if slug == "page" {
		slug = "page-" + p.date.Format(time.DateOnly)
	}
	if _, taken := used[slug]; !taken {
		return slug
	}
	was := slug
	for n := 2; ; n++ {
		if slug = fmt.Sprintf("%s-%d", was, n); used[slug] == "" {
			b.noteAt(p, 1, 1, importer.Note{Field: "slug", Value: slugChange(was, slug),
				Why: "another post has this name; it gets a number"})
			return slug
		}
	}
}

// lacksLetters reports whether a name consists of digits and hyphens.
func lacksLetters(slug string) bool { return strings.Trim(slug, "0123456789-") == "" }

// slugChange formats a name and the address that it became.
func slugChange(was, slug string) string { return was + " → /blog/" + slug }

// aliasOf returns an old address, relative or absolute, as an alias: a path without the language, which redirects
// ignore. ok is false for addresses of other sites.
func (b *blog) aliasOf(raw, base string) (alias string, ok bool) {
	u, err := url.Parse(raw)
	if err != nil || u.Host != "" && !b.isOwnHost(u.Host) || u.Opaque != "" {
		return "", false
	}
	p := u.Path
	if !strings.HasPrefix(p, "/") {
		p = base + "/" + p
	}
	p = path.Clean("/" + p)
	for code, rest := route.SplitLanguage(p); code != ""; code, rest = route.SplitLanguage(p) {
		p = rest
	}
	if p == "/" {
		return "", false
	}
	return (&url.URL{Path: p}).EscapedPath(), true
}

// addOldAddress adds an old address of a post. Servers answer /x/ with the file /x/index.html.
func (p *post) addOldAddress(address string) {
	if folder, ok := strings.CutSuffix(address, "/index.html"); ok {
		p.addOldAddress(folder)
	}
	if address = strings.TrimSuffix(address, "/"); address != "" && !slices.Contains(p.oldAddresses, address) {
		p.oldAddresses = append(p.oldAddresses, address)
	}
}
