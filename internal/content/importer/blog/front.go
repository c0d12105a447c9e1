package blog

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
	"storefront/internal/lib/suggest"
)

// write puts one post into the stage.
func (b *blog) write(p *post) error {
	out := b.front(p)
	prose := b.withoutCover(p, out, b.prose(p, out.Title))
	if strings.TrimSpace(prose) == "" && !out.Draft {
		b.at(p, 1, 1, importer.Note{Why: "the story has no text: readers find a title without one",
			Do: "write it here, or make it a draft"})
	}
	rel, key := "blog/"+p.slug+"/"+p.language+".md", b.rememberedAt(p)
	out.Aliases = append(out.Aliases, b.formerAliases(p, key, out.Aliases)...)
	data := scaffold.Markdown(out, prose)
	out.Draft = p.draft
	own := scaffold.Markdown(out, prose) // without the draft of a day that stands in
	b.brought.files[p.file] = strings.TrimPrefix(key, path.Join(importer.Memory, b.Source, "blog"))
	b.Earlier.Seen[key], b.Origins[rel] = true, filepath.Join(b.folder, filepath.FromSlash(p.file))
	isBrought := b.Stage.Exists(rel) || b.Stage.Exists(key+"/"+path.Base(rel))
	if b.Update && (p.matched || b.Remembers(key)) && isBrought {
		if p.dayStandsIn && !p.draft {
			return b.Merge(rel, key, own, importer.WithoutDraft(importer.CanonicalPost))
		}
		return b.Merge(rel, key, own, importer.CanonicalPost)
	}
	if err := b.Bring(rel, key, data); err != nil {
		return err
	}
	return b.Remember(key, path.Base(rel), own)
}

// memoryOf is where a post is remembered: under its former address.
func (b *blog) memoryOf(p *post) string {
	if len(p.old) > 0 {
		return b.Key("blog", p.old[0])
	}
	return b.Key("blog", strings.TrimSuffix(p.file, path.Ext(p.file)))
}

// modified are the keys that say when a post was last changed.
var modified = []string{"lastmod", "last_modified_at", "modified", "updated", "updatedDate", "modDatetime", "updatedAt",
	"dateModified"}

// mapped are the keys of front matter that find and front read; addresses are read by the dialects.
var mapped = []string{
	"title", "date", "publishDate", "publishdate", "published_at", "lastmod", "modified", "last_modified_at", "updated",
	"updatedDate", "modDatetime", "updatedAt", "dateModified",
	"draft", "published", "tags", "tag", "categories", "category",
	"description", "summary", "excerpt", "subtitle", "slug", "aliases", "redirect_from", "url", "permalink", "author",
	"authors", "image", "images", "cover", "featured_image",
	"featuredImage", "featureimage", "thumbnail", "header", "resources", "expiryDate", "expirydate", "lang", "language",
	"locale", "translationKey", "ref", "translation_key", "series", "render_with_liquid",
}

func (b *blog) front(p *post) *catalog.Post {
	f := p.front
	out := &catalog.Post{Title: b.title(p), Draft: p.draft}
	if out.Title == "" {
		out.Title = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(p.stem, "-", " "), "_", " "))
		b.at(p, 1, 1, importer.Note{Field: "title", Value: out.Title, Why: "it has none; its file's name is used"})
	}
	b.dates(p, out)
	b.noteCollections(p)
	out.Tags, out.Categories = b.topics(p), b.labels(p, "categories", "category")
	if key, n := first(f, "description", "summary", "excerpt", "subtitle"); n != nil {
		out.Description = b.unmarked(n)
		for _, other := range []string{"summary", "excerpt", "subtitle"} {
			if more := f.Get(other); other != key && more != nil && more.Text() != n.Text() {
				b.left(p, other, more, "a post has one description, and "+key+" is it")
			}
		}
	}
	out.Author, out.Series = p.author, p.series
	b.cover(p, out)
	for _, old := range p.old {
		if old != "/blog/"+p.slug || b.isBelowLanguage(p) {
			out.Aliases = append(out.Aliases, old)
		}
	}
	b.otherKeys(p)
	return out
}

// title returns the title of a post, without marks.
func (b *blog) title(p *post) string {
	return b.unmarked(p.front.Get("title"))
}

// isBelowLanguage reports whether a story that the blog had at an address without its language has it in all of its
// addresses here, since the storefronts have other default languages, into which it is not translated.
func (b *blog) isBelowLanguage(p *post) bool {
	return (p.spoken == b.Language || !b.speaks(p.spoken)) && !slices.ContainsFunc(b.Library.Deployments,
		func(d *catalog.Deployment) bool {
			first := d.DefaultLanguage()
			return first == p.language || b.twins[[2]string{p.key, first}] != nil
		})
}

// line returns a text of front matter on one line. Pages of Jekyll have such a text as it is, with its entities.
func (b *blog) line(n *yaml.Node) string {
	if isHugo(b.dialect) {
		return prose.Plain(n.Text())
	}
	return prose.Plain(html.UnescapeString(n.Text()))
}

// unmarked returns a text of front matter on one line, without the marks of HTML and Markdown, which templates put out
// as they are or as HTML.
func (b *blog) unmarked(n *yaml.Node) string {
	own := *cmp.Or(n, &yaml.Node{Kind: yaml.Scalar})
	ends := strings.ToLower(own.Value)
	own.Value = breaksOfHTML.ReplaceAllStringFunc(own.Value, func(found string) string {
		if strings.HasPrefix(found, "`") {
			return found
		}
		return " "
	})
	own.Value = marksOfHTML.ReplaceAllStringFunc(own.Value, func(mark string) string {
		if name := marksOfHTML.FindStringSubmatch(mark)[1]; !strings.Contains(ends, "</"+strings.ToLower(name)+">") {
			return mark // which has no end
		}
		return ""
	})
	return b.withEmojis(prose.Unmarked(b.line(&own)))
}

// marksOfHTML are the marks of words within a line, breaksOfHTML the ends of lines and paragraphs, and code,
// which has none.
var (
	breaksOfHTML = lazyregexp.New("(?i)`[^`]*`|<br\\s*/?>|</?p(?:\\s[^<>]*)?>")
	marksOfHTML  = lazyregexp.New(
		`(?i)</?(a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|var)(?:\s[^<>]*)?>`)
)

// left reports a key that was not brought in.
func (b *blog) left(p *post, key string, n *yaml.Node, why string) {
	b.at(p, n.Line, n.Col, importer.Note{Field: key, Value: sample(n), Why: why})
}

// noteReplaced reports keys that stand again below.
func (b *blog) noteReplaced(p *post, replaced []yaml.Pair) {
	for i := range replaced {
		key := &replaced[i].Key
		b.at(p, key.Line, key.Col, importer.Note{Field: key.Value, Value: sample(&replaced[i].Value),
			Why: "this key stands again below, so that this value does not count", Do: "take one of them out"})
	}
}

// sample is what a value looks like, for a report.
func sample(n *yaml.Node) string {
	var parts []string
	for i := range n.Items {
		parts = append(parts, sample(&n.Items[i]))
	}
	for i := range n.Pairs {
		parts = append(parts, n.Pairs[i].Key.Value+": "+sample(&n.Pairs[i].Value))
	}
	if n.Kind == yaml.Scalar {
		return n.Value
	}
	return strings.Join(parts, ", ")
}

func (b *blog) dates(p *post, out *catalog.Post) {
	f := p.front
	out.Date.Time = p.date
	for _, key := range []string{"date", "publishDate", "publishdate", "published_at"} {
		if n := f.Get(key); n != nil && !n.IsNull() {
			at, ok := importer.ReadDate(n.Text())
			if !ok {
				b.left(p, key, n, "this is not a date that can be read"+
					map[bool]string{true: "; the post becomes a draft"}[key != "date"])
			} else if key != "date" && at.After(out.Date.Time) {
				out.Date.Time = at // Hugo shows it from then on
			}
		}
	}
	if key, n := first(f, modified...); n != nil {
		if at, ok := importer.ReadDate(n.Text()); ok {
			out.Lastmod.Time = dayOf(at)
		} else {
			b.left(p, key, n, "this is not a date that can be read")
		}
	}
	if out.Date.IsZero() {
		if out.Date.Time = out.Lastmod.Time; out.Date.IsZero() {
			out.Date.Time = b.dayBefore(p)
		}
		out.Draft, p.dayStandsIn = true, true
		if !p.matched {
			b.at(p, 1, 1, importer.Note{Field: "date", Value: out.Date.Format(time.DateOnly),
				Why: "it has none; it becomes a draft with this day",
				Do:  "write its date and remove draft"})
		}
	}
	out.Date.Time = b.shownFrom(p, out.Date.Time)
	if key, n := first(f, "expiryDate", "expirydate"); n != nil {
		if at, ok := importer.ReadDate(n.Text()); ok {
			out.ExpiryDate.Time = dayOf(at.UTC()) // by which content counts
		} else {
			b.left(p, key, n, "this is not a date that can be read")
		}
	}
}

// shownFrom returns the date of a post as it is written: its day, and with its time where another post of its language
// has the same day, since their order depends on it.
func (b *blog) shownFrom(p *post, at time.Time) time.Time {
	if b.days[p.dayKey()] > 1 {
		return at
	}
	if at.After(b.Now) {
		at = at.UTC() // by which content counts
	}
	return dayOf(at)
}

// dayKey is the language and the day of a post.
func (p *post) dayKey() string { return p.language + p.date.Format(time.DateOnly) }

// dayOf returns a day without its time.
func dayOf(at time.Time) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
}

// labels are tags or categories: a list, or in one text, by commas or by spaces.
func (b *blog) labels(p *post, keys ...string) []string {
	var all []string
	for _, key := range keys {
		n := p.front.Get(key)
		if one := n.Text(); one != "" {
			separator := func(r rune) bool { return r == ',' && !b.isHexo() }
			if _, isJekyll := b.dialect.(*jekyll); isJekyll && key == keys[0] && !strings.Contains(one, ",") &&
				!b.isHexo() {
				separator = func(r rune) bool { return r == ' ' }
			}
			for part := range strings.FieldsFuncSeq(one, separator) {
				all = append(all, strings.TrimSpace(part))
			}
			continue
		}
		for i := 0; n != nil && i < len(n.Items); i++ {
			all = append(all, words(&n.Items[i])...) // Hexo may have several lists, one below the other
		}
	}
	named := all[:0]
	for _, label := range all {
		if !slices.Contains(named, label) {
			named = append(named, label)
		}
	}
	return named
}

// series returns the series that a post is of; a story is of one.
func (b *blog) series(p *post) string {
	n := p.front.Get("series")
	names := words(n)
	if one := n.Text(); one != "" {
		names = []string{one}
	}
	if len(names) == 0 {
		return ""
	}
	if len(names) > 1 {
		b.left(p, "series", n, "a story is of one series, and the first is it")
	}
	return prose.Plain(names[0])
}

func (b *blog) author(p *post) string {
	key, n := first(p.front, "author", "authors")
	if n == nil {
		return ""
	}
	names := words(n)
	for i := range names {
		names[i] = b.authorName(b, p, names[i])
	}
	people := []*yaml.Node{n}
	for i := range n.Items {
		people = append(people, &n.Items[i])
	}
	for _, person := range people {
		if _, name := first(person, "name", "display_name"); name != nil {
			names = append(names, name.Text())
		}
	}
	if len(names) == 0 {
		b.left(p, key, n, "who this is cannot be known")
	}
	if byline := strings.Join(names, ", "); prose.OwnLink.MatchString(byline) {
		b.left(p, key, n, "names alone are kept of authors")
		return namesAlone(byline)
	}
	return prose.Plain(strings.Join(names, ", "))
}

var affiliation = lazyregexp.New(`\s*\([^()]*\)`)

// namesAlone takes links and affiliations off authors, which themes write as [Name](address) (Company).
func namesAlone(byline string) string {
	byline = affiliation.ReplaceAllString(prose.OwnLink.ReplaceAllString(byline, "$2"), "")
	return strings.Trim(prose.Plain(strings.NewReplacer(" and ", ", ", " & ", ", ").Replace(prose.Plain(byline))), ", ")
}

// CheckNames reports a name that a key or a shortcode of a blog cannot stand for.
func CheckNames(b importer.Blog) error {
	for _, names := range []struct {
		what  string
		given map[string]string
		known []string
	}{{"key of front matter", b.Keys, mapped}, {"shortcode", b.Shortcodes, shortcodes()}} {
		for _, own := range slices.Sorted(maps.Keys(names.given)) {
			if usual := names.given[own]; !slices.Contains(names.known, usual) {
				return fmt.Errorf("%s=%s: %q is not a %s that imports know%s", own, usual, usual, names.what,
					suggest.DidYouMean(usual, names.known))
			}
		}
	}
	return nil
}
