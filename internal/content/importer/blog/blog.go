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

// blog is a folder of Markdown that another tool made a blog of.
type blog struct {
	*importer.Job
	dialect
	root   *os.Root // nothing outside the folder is read
	folder string
	hosts  []string // of the old addresses, where the configuration has them
	below  string   // the path that all of them begin with, such as /blog
	config *yaml.Node
	posts  []*post
	byOld  map[string]*post // by old address, without a slash at the end
	byFile map[string]*post // by path below the folder; of Hugo also by "/" and that in the content, as path of post
	slugs  map[string]string
	twins  map[[2]string]*post // by key and language
	// omitted counts posts that are left out, by their common reason.
	omitted  map[omission]int
	matched  map[string]bool     // slugs of stories that an update is for
	days     map[string]int      // how many posts of a language have a day
	brought  stories             // by earlier imports
	kept     map[string][]string // the blog's pictures, by their files' names
	named    map[string]bool     // the files of pictures that a post names
	terms    blogTerms
	lineEnds bool // those within paragraphs are shown
	contents bool // remark-toc lists the headings of a page
	// collections are the tags by which Eleventy collects posts.
	collections map[string]bool
	repeated    map[string]*repeated
	elsewhere   map[string][]importer.Note // about pictures of hosts that not every deployment allows, by host
}

// dialect is what one tool does otherwise than others.
type dialect interface {
	// find lists the posts below the folder, with their languages, dates, keys and old addresses.
	find(b *blog) error
	// directives maps what its template language has in prose.
	directives(b *blog, p *post, text string) *prose.Edits
	// authorName returns the name of an author of a post. A post may have an id in place of the name.
	authorName(b *blog, p *post, id string) string
	// asset is where a picture, as prose names it, may lie below the folder.
	asset(b *blog, p *post, name string) []string
	// lists are the lists that a post stood in, and listing how it lists posts.
	lists(b *blog, p *post) []former
	listing(b *blog) listing
}

// post is one post in one language.
type post struct {
	page
	file     string // below the folder, with slashes
	language string
	spoken   string    // the language as the blog writes it, such as zh_CN
	key      string    // what its translations share
	path     string    // of Hugo: in the content, without its language and ending
	stem     string    // what its name is made of
	dated    time.Time // by its file's name
	named    string    // the slug of its file's name, where the configuration takes it from there
	date     time.Time
	draft    bool
	// dayStandsIn: its front matter has no date.
	dayStandsIn bool
	live        bool
	section     string
	old         []string // addresses
	inFolder    string   // of its language, such as /de, in addresses that begin with a path
	slug        string
	taken       bool // content has a post of this name already
	matched     bool // content has it, and an update is for it
	// story is the slug of the story that it was imported as before, remembered the key of its file in the memory.
	story, remembered string
	used              []string // keys of front matter that came in under other names
	author            string
	series            string
	// inherited are the keys of its front matter that are not its own.
	inherited []string
	// computed: a template or a script makes its old address.
	computed bool
	// withheld are reasons for which the blog shows it to nobody, though its front matter says nothing of it.
	withheld []importer.Note
	back     func(int) int
	parts    map[string][]string // ids of its headings, by their letters and digits
	// anchors are ids of headings here, by those that are another's: of elements below them, or of a count from 1 on.
	anchors map[string]string
	// templates evaluates the Liquid of its prose; evaluated says that the prose is what it has put out.
	templates *templates
	evaluated bool
	// undefined: definitions of its links may be in what is left out.
	undefined bool
}

// Hugo brings in the posts of a Hugo site, or of its content folder.
func Hugo(ctx context.Context, folder string, o importer.Options) (*importer.Report, error) {
	return importBlog(ctx, folder, o, "hugo", &hugo{})
}

// Jekyll brings in the posts and drafts of a Jekyll site.
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
		byOld: map[string]*post{}, byFile: map[string]*post{}, slugs: map[string]string{}, twins: map[[2]string]*post{},
		omitted: map[omission]int{}, matched: map[string]bool{}, days: map[string]int{},
		repeated: map[string]*repeated{}, collections: map[string]bool{}, elsewhere: map[string][]importer.Note{},
		named: map[string]bool{},
	}
	defer func() { _ = b.root.Close() }()
	if err := d.find(b); err != nil {
		return nil, err
	}
	b.noteOmissions()
	if len(b.posts) == 0 && len(j.Report.Unmapped) == 0 {
		return nil, fmt.Errorf("there are no posts below %s", b.folder)
	}
	b.name()
	b.findTerms()
	for _, p := range b.posts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p.taken {
			continue
		}
		if err := b.write(p); err != nil {
			return nil, err
		}
	}
	b.noteUnnamedPictures()
	b.noteRepeated()
	b.noteElsewhere()
	if err := errors.Join(b.redirectTerms(), b.rememberFiles()); err != nil {
		return nil, err
	}
	if j.Update {
		b.vanishedLanguages()
		j.Vanished("blog", b.whereStory)
	}
	return j.Finish()
}

// at is a note about a place in a post's file.
func (b *blog) at(p *post, line, col int, n importer.Note) {
	b.Report.Note(b.placedAt(p, line, col, n))
}

// in is a note about an offset in the prose as it was written.
func (b *blog) in(p *post, offset int, n importer.Note) { b.Report.Note(b.placed(p, offset, n)) }

// largestPost is how many bytes a post may have.
const largestPost = 4 << 20

// open reads a post. An unreadable post is reported and left out.
func (b *blog) open(p *post) bool {
	data, err := b.root.ReadFile(filepath.FromSlash(p.file))
	if err == nil && len(data) > largestPost {
		err = fmt.Errorf("it is larger than %d MB", largestPost>>20)
	}
	if err == nil && !isMarkdown(p.file) && !isHTML(p.file) {
		err = fmt.Errorf("%s is not read, Markdown and HTML are", ending(p.file))
	}
	if err == nil {
		p.page, err = readPage(data, isHugo(b.dialect))
	}
	if err == nil && p.second != nil {
		err = p.second
	}
	if err == nil {
		b.noteReplaced(p, p.replaced)
		rename(p.front, b.Blog.Keys)
		b.usualDates(p.front)
		return true
	}
	line, col, why := placeOf(err)
	b.at(p, line, col, importer.Note{Why: "the post is left out: " + why, Do: "correct it and import again"})
	return false
}

// placeOf returns where a file has a mistake, and which.
func placeOf(err error) (line, col int, why string) {
	if at, ok := errors.AsType[*yaml.Error](err); ok {
		return at.Line, at.Col, at.Message
	}
	return 1, 1, err.Error()
}

// take adds a post that was read, if it is in a language of the storefronts.
func (b *blog) take(p *post) bool {
	p.spoken = cmp.Or(p.language, b.Language)
	p.language = b.languageOf(p.spoken)
	if !slices.Contains(b.Languages, p.language) {
		remedy := "add the language to a deployment; if they are in another, say it with --language"
		if main, _, _ := strings.Cut(p.language, "-"); !locale.IsRecognised(main) {
			remedy = "no storefront can have it; --language has them among the texts of another language"
		}
		b.omit(omission{"language", p.language, "no storefront is in this language", remedy})
		return false
	}
	p.date = p.dated
	if _, n := first(p.front, "date", "publishDate", "publishdate", "published_at"); n != nil {
		if at, ok := importer.ReadDate(n.Text()); ok {
			if p.date = at; b.zone() != nil && zoned.MatchString(n.Text()) {
				p.date = at.In(b.zone())
			}
		}
	}
	p.draft = p.draft || len(p.withheld) > 0 ||
		slices.ContainsFunc(p.front.Pairs, func(pair yaml.Pair) bool { return p.withheldBy(&pair) })
	shown := p.date
	if _, n := first(p.front, "publishDate", "publishdate", "published_at"); n != nil {
		at, ok := importer.ReadDate(n.Text())
		if p.draft = p.draft || !ok; ok && at.After(shown) {
			shown = at
		}
	}
	p.live = !p.draft && !shown.IsZero() && !shown.After(b.Now)
	if _, n := first(p.front, "expiryDate", "expirydate"); n != nil && p.live {
		if end, ok := importer.ReadDate(n.Text()); ok && !end.After(b.Now) {
			p.live = false
		}
	}
	if _, future := first(b.config, "future", "buildFuture"); future.Text() == "true" && !p.draft &&
		shown.After(b.Now) {
		b.at(p, 1, 1, importer.Note{Field: "date", Value: shown.Format(time.DateOnly),
			Why: "the blog shows the post before this day; here it is shown from that day on"})
	}
	b.posts = append(b.posts, p)
	b.days[p.dayKey()]++
	return true
}

// name gives each post a folder of its own, the same for its translations.
func (b *blog) name() {
	slices.SortStableFunc(b.posts, func(x, y *post) int {
		return cmp.Or(slices.Index(b.Languages, x.language)-slices.Index(b.Languages, y.language),
			cmp.Compare(x.file, y.file))
	})
	used, written := map[string]string{}, map[string]bool{}
	for _, p := range b.posts {
		if b.below != "" && len(p.old) > 0 {
			p.remember(b.below + p.inFolder + p.old[0])
		}
	}
	b.recognise()
	for _, p := range b.posts {
		if twin := b.twins[[2]string{p.key, p.language}]; twin != nil && twin.spoken == p.spoken {
			p.key += " " + p.file // no translation, but another post of the same name
		}
		slug, known := b.slugs[p.key]
		if !known {
			if slug = p.story; slug == "" {
				slug = b.free(p, used)
			} else {
				b.matched[slug] = true
			}
			b.slugs[p.key], used[slug] = slug, p.key
		}
		p.slug = slug
		rel := "blog/" + slug
		if _, err := os.Lstat(filepath.Join(b.Content, rel)); err == nil && b.matched[slug] {
			p.matched = true
		} else if err == nil {
			p.taken = true
			b.noteUnrecognised(p)
			if there := filepath.Join(b.Content, rel); !slices.Contains(b.Report.Existing, there) {
				b.Report.Existing = append(b.Report.Existing, there)
			}
		}
		if twin := rel + "/" + p.language; written[twin] && !p.taken {
			b.at(p, 1, 1,
				importer.Note{Why: "the post is left out: another is its translation into " + p.language + " already"})
			p.taken = true
		} else {
			written[twin] = true
		}
		for _, old := range p.old {
			b.byOld[strings.TrimSuffix(old, "/")] = p
		}
		b.byFile[p.file] = p
		if named := "/" + strings.ToLower(p.path); p.path != "" && b.byFile[named] == nil {
			b.byFile[named] = p
		}
		b.twins[[2]string{p.key, p.language}] = p
	}
}

func (b *blog) free(p *post, used map[string]string) string {
	slug := scaffold.Slug(cmp.Or(p.front.Get("slug").Text(), p.stem))
	if slug == "" {
		slug = scaffold.Slug(p.stem)
	}
	title := scaffold.Slug(p.front.Get("title").Text())
	if slug != "" && title != "" && lacksLetters(slug) {
		slug = title // a name such as 12, of 2020/12/index.md, says nothing
	}
	if own := cmp.Or(p.front.Get("slug").Text(), p.stem); slug == "" || lacksLetters(slug) &&
		strings.ContainsFunc(own, unicode.IsLetter) {
		slug = "post-" + p.date.Format(time.DateOnly)
		b.at(p, 1, 1, importer.Note{Field: "slug", Value: becomes(p.stem, slug),
			Why: "names of folders are in Latin letters, and its name has none; its date is used",
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
			b.at(p, 1, 1, importer.Note{Field: "slug", Value: becomes(was, slug),
				Why: "another post has this name; it gets a number"})
			return slug
		}
	}
}

// lacksLetters reports whether a name is of digits.
func lacksLetters(slug string) bool { return strings.Trim(slug, "0123456789-") == "" }

// becomes shows what a name was and is.
func becomes(was, slug string) string { return was + " → /blog/" + slug }

// address brings an old address, relative or whole, into the form that aliases have, without languages, which redirects
// do not look at; ok is false if it is another site's.
func (b *blog) address(raw, base string) (alias string, ok bool) {
	u, err := url.Parse(raw)
	if err != nil || u.Host != "" && !b.isOwn(u.Host) || u.Opaque != "" {
		return "", false
	}
	p := u.Path
	if !strings.HasPrefix(p, "/") {
		p = base + "/" + p
	}
	p = path.Clean("/" + p)
	for code, rest := route.Split(p); code != ""; code, rest = route.Split(p) {
		p = rest
	}
	if p == "/" {
		return "", false
	}
	return (&url.URL{Path: p}).EscapedPath(), true
}

// remember notes an old address of a post. Readers of a file such as /x/index.html have /x/.
func (p *post) remember(address string) {
	if folder, ok := strings.CutSuffix(address, "/index.html"); ok {
		p.remember(folder)
	}
	if address = strings.TrimSuffix(address, "/"); address != "" && !slices.Contains(p.old, address) {
		p.old = append(p.old, address)
	}
}
