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

// writePost writes one post to the stage.
func (b *blog) writePost(p *post) error {
	out := b.convertFront(p)
	prose := b.withoutCover(p, out, b.convertProse(p, out.Title))
	if strings.TrimSpace(prose) == "" && !out.Draft {
		b.noteAt(p, 1, 1, importer.Note{Why: "the story has no text: readers see only its title",
			Do: "write one here, or make it a draft"})
	}
	rel, key := "blog/"+p.slug+"/"+p.language+".md", b.lastMemoryKey(p)
	out.Aliases = append(out.Aliases, b.formerAliases(p, key, out.Aliases)...)
	data := scaffold.Markdown(out, prose)
	out.Draft = p.draft
	own := scaffold.Markdown(out, prose) // without the draft of a placeholder date
	b.imported.files[p.file] = strings.TrimPrefix(key, path.Join(importer.Memory, b.Source, "blog"))
	b.Earlier.SeenKeys[key], b.Origins[rel] = true, filepath.Join(b.folder, filepath.FromSlash(p.file))
	isBrought := b.Stage.Exists(rel) || b.Stage.Exists(key+"/"+path.Base(rel))
	if b.Update && (p.matched || b.IsRemembered(key)) && isBrought {
		if p.lacksDate && !p.draft {
			return b.Merge(rel, key, own, importer.WithoutDraft(importer.CanonicalPost))
		}
		return b.Merge(rel, key, own, importer.CanonicalPost)
	}
	if err := b.AddFile(rel, key, data); err != nil {
		return err
	}
	return b.Remember(key, path.Base(rel), own)
}

// memoryKey is where a post is remembered: under its former address.
func (b *blog) memoryKey(p *post) string {
	if len(p.oldAddresses) > 0 {
		return b.MemoryKey("blog", p.oldAddresses[0])
	}
	return b.MemoryKey("blog", strings.TrimSuffix(p.file, path.Ext(p.file)))
}

// modifiedKeys are the keys with the date of a post's last change.
var modifiedKeys = []string{"lastmod", "last_modified_at", "modified", "updated", "updatedDate", "modDatetime",
	"updatedAt", "dateModified"}

// mappedKeys are the keys of front matter that findPosts and convertFront read; dialects read the addresses.
var mappedKeys = []string{
	"title", "date", "publishDate", "publishdate", "published_at", "lastmod", "modified", "last_modified_at", "updated",
	"updatedDate", "modDatetime", "updatedAt", "dateModified",
	"draft", "published", "tags", "tag", "categories", "category",
	"description", "summary", "excerpt", "subtitle", "slug", "aliases", "redirect_from", "url", "permalink", "author",
	"authors", "image", "images", "cover", "featured_image",
	"featuredImage", "featureimage", "thumbnail", "header", "resources", "expiryDate", "expirydate", "lang", "language",
	"locale", "translationKey", "ref", "translation_key", "series", "render_with_liquid",
}

func (b *blog) convertFront(p *post) *catalog.Post {
	f := p.front
	out := &catalog.Post{Title: b.title(p), Draft: p.draft}
	if out.Title == "" {
		out.Title = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(p.stem, "-", " "), "_", " "))
		b.noteAt(p, 1, 1, importer.Note{Field: "title", Value: out.Title, Why: "the post has none; the name of its " +
			"file is used"})
	}
	b.setDates(p, out)
	b.noteCollectionTags(p)
	out.Tags, out.Categories = b.topics(p), b.labels(p, "categories", "category")
	if key, n := firstKey(f, "description", "summary", "excerpt", "subtitle"); n != nil {
		out.Description = b.plainText(n)
		for _, other := range []string{"summary", "excerpt", "subtitle"} {
			if more := f.Get(other); other != key && more != nil && more.Text() != n.Text() {
				b.noteLeftOut(p, other, more, "a post has one description; "+key+" is used")
			}
		}
	}
	out.Author, out.Series = p.author, p.series
	b.setCover(p, out)
	for _, old := range p.oldAddresses {
		if old != "/blog/"+p.slug || b.isBelowLanguage(p) {
			out.Aliases = append(out.Aliases, old)
		}
	}
	b.noteOtherKeys(p)
	return out
}

// title returns the title of a post as plain text.
func (b *blog) title(p *post) string {
	return b.plainText(p.front.Get("title"))
}

// isBelowLanguage reports whether a post that the blog served without a language in its address has one in all of its
// addresses here, since it is not translated into any storefront's default language.
func (b *blog) isBelowLanguage(p *post) bool {
	return (p.sourceLanguage == b.Language || !b.isConfiguredLanguage(p.sourceLanguage)) &&
		!slices.ContainsFunc(b.Library.Deployments, func(d *catalog.Deployment) bool {
			first := d.DefaultLanguage()
			return first == p.language || b.translations[[2]string{p.translationKey, first}] != nil
		})
}

// oneLine returns a value of front matter on one line. Jekyll outputs such values as HTML, so that their entities are
// unescaped.
func (b *blog) oneLine(n *yaml.Node) string {
	if isHugo(b.dialect) {
		return prose.SingleLine(n.Text())
	}
	return prose.SingleLine(html.UnescapeString(n.Text()))
}

// plainText returns a value of front matter on one line, without the markup of HTML and Markdown.
func (b *blog) plainText(n *yaml.Node) string {
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
			return mark // not closed
		}
		return ""
	})
	return b.withEmojis(prose.StripMarkdown(b.oneLine(&own)))
}

// marksOfHTML are the marks of words within a line, breaksOfHTML the ends of lines and paragraphs, and code,
// which has none.
var (
	breaksOfHTML = lazyregexp.New("(?i)`[^`]*`|<br\\s*/?>|</?p(?:\\s[^<>]*)?>")
	marksOfHTML  = lazyregexp.New(
		`(?i)</?(a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u|var)(?:\s[^<>]*)?>`)
)

// noteLeftOut reports a key that is not imported.
func (b *blog) noteLeftOut(p *post, key string, n *yaml.Node, why string) {
	b.noteAt(p, n.Line, n.Col, importer.Note{Field: key, Value: sampleOf(n), Why: why})
}

// noteDuplicates reports keys that occur again further down.
func (b *blog) noteDuplicates(p *post, duplicates []yaml.Pair) {
	for i := range duplicates {
		key := &duplicates[i].Key
		b.noteAt(p, key.Line, key.Col, importer.Note{Field: key.Value, Value: sampleOf(&duplicates[i].Value),
			Why: "this key appears again below, so this value is ignored", Do: "remove one of them"})
	}
}

// sampleOf formats a value for a report.
func sampleOf(n *yaml.Node) string {
	var parts []string
	for i := range n.Items {
		parts = append(parts, sampleOf(&n.Items[i]))
	}
	for i := range n.Pairs {
		parts = append(parts, n.Pairs[i].Key.Value+": "+sampleOf(&n.Pairs[i].Value))
	}
	if n.Kind == yaml.Scalar {
		return n.Value
	}
	return strings.Join(parts, ", ")
}

func (b *blog) setDates(p *post, out *catalog.Post) {
	f := p.front
	out.Date.Time = p.date
	for _, key := range []string{"date", "publishDate", "publishdate", "published_at"} {
		if n := f.Get(key); n != nil && !n.IsNull() {
			at, ok := importer.ReadDate(n.Text())
			if !ok {
				b.noteLeftOut(p, key, n, "this is not a date that can be read"+
					map[bool]string{true: "; the post becomes a draft"}[key != "date"])
			} else if key != "date" && at.After(out.Date.Time) {
				out.Date.Time = at // Hugo shows it from then on
			}
		}
	}
	if key, n := firstKey(f, modifiedKeys...); n != nil {
		if at, ok := importer.ReadDate(n.Text()); ok {
			out.Lastmod.Time = dayOf(at)
		} else {
			b.noteLeftOut(p, key, n, "this is not a date that can be read")
		}
	}
	if out.Date.IsZero() {
		if out.Date.Time = out.Lastmod.Time; out.Date.IsZero() {
			out.Date.Time = b.placeholderDay(p)
		}
		out.Draft, p.lacksDate = true, true
		if !p.matched {
			b.noteAt(p, 1, 1, importer.Note{Field: "date", Value: out.Date.Format(time.DateOnly),
				Why: "the post has none; it becomes a draft with this date",
				Do:  "write its date and remove draft"})
		}
	}
	out.Date.Time = b.writtenDate(p, out.Date.Time)
	if key, n := firstKey(f, "expiryDate", "expirydate"); n != nil {
		if at, ok := importer.ReadDate(n.Text()); ok {
			out.ExpiryDate.Time = dayOf(at.UTC()) // content counts days in UTC
		} else {
			b.noteLeftOut(p, key, n, "this is not a date that can be read")
		}
	}
}

// writtenDate returns the date to write for a post: its date, with the time if another post of its language has the
// same date, since the time then decides their order.
func (b *blog) writtenDate(p *post, at time.Time) time.Time {
	if b.postsPerDay[p.dayKey()] > 1 {
		return at
	}
	if at.After(b.Now) {
		at = at.UTC() // content counts days in UTC
	}
	return dayOf(at)
}

// dayKey returns the language and the date of a post.
func (p *post) dayKey() string { return p.language + p.date.Format(time.DateOnly) }

// dayOf returns the date of an instant, at midnight UTC.
func dayOf(at time.Time) time.Time {
	return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
}

// labels returns tags or categories: the items of a list, or of one text, separated by commas or by spaces.
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
			all = append(all, textsOf(&n.Items[i])...) // Hexo may have several lists, one below the other
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

// series returns the series of a post. A story has at most one.
func (b *blog) series(p *post) string {
	n := p.front.Get("series")
	names := textsOf(n)
	if one := n.Text(); one != "" {
		names = []string{one}
	}
	if len(names) == 0 {
		return ""
	}
	if len(names) > 1 {
		b.noteLeftOut(p, "series", n, "a story belongs to one series; the first is used")
	}
	return prose.SingleLine(names[0])
}

func (b *blog) author(p *post) string {
	key, n := firstKey(p.front, "author", "authors")
	if n == nil {
		return ""
	}
	names := textsOf(n)
	for i := range names {
		names[i] = b.authorName(b, p, names[i])
	}
	people := []*yaml.Node{n}
	for i := range n.Items {
		people = append(people, &n.Items[i])
	}
	for _, person := range people {
		if _, name := firstKey(person, "name", "display_name"); name != nil {
			names = append(names, name.Text())
		}
	}
	if len(names) == 0 {
		b.noteLeftOut(p, key, n, "the name of this author is unknown")
	}
	if byline := strings.Join(names, ", "); prose.InlineLink.MatchString(byline) {
		b.noteLeftOut(p, key, n, "only the names of authors are kept")
		return plainByline(byline)
	}
	return prose.SingleLine(strings.Join(names, ", "))
}

var affiliation = lazyregexp.New(`\s*\([^()]*\)`)

// plainByline removes links and affiliations from authors, which themes write as [Name](address) (Company).
func plainByline(byline string) string {
	byline = affiliation.ReplaceAllString(prose.InlineLink.ReplaceAllString(byline, "$2"), "")
	byline = strings.NewReplacer(" and ", ", ", " & ", ", ").Replace(prose.SingleLine(byline))
	return strings.Trim(prose.SingleLine(byline), ", ")
}

// CheckNames reports an error if a key or a shortcode is mapped to a name that imports do not know.
func CheckNames(b importer.Blog) error {
	for _, names := range []struct {
		what  string
		given map[string]string
		known []string
	}{{"key of front matter", b.Keys, mappedKeys}, {"shortcode", b.Shortcodes, knownShortcodes()}} {
		for _, own := range slices.Sorted(maps.Keys(names.given)) {
			if usual := names.given[own]; !slices.Contains(names.known, usual) {
				return fmt.Errorf("%s=%s: %q is not a %s that imports know%s", own, usual, usual, names.what,
					suggest.DidYouMean(usual, names.known))
			}
		}
	}
	return nil
}
