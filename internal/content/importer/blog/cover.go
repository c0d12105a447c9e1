package blog

import (
	"cmp"
	"errors"
	"html"
	"path"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

// coverKeys are the keys that name the picture of a post.
var coverKeys = []string{"image", "cover", "featured_image", "featuredImage", "featureimage", "thumbnail", "images",
	"header"}

// pictureKeys are the keys within these that name one.
var pictureKeys = []string{"image", "path", "src", "url", "teaser", "overlay_image", "feature", "og_image"}

// withoutCovers takes the pictures out of values that all posts have, and reports them.
func (b *blog) withoutCovers(values *yaml.Node) {
	usualKeys(values, coverKeys)
	values.Pairs = slices.DeleteFunc(values.Pairs, func(pair yaml.Pair) bool {
		if !slices.Contains(coverKeys, pair.Key.Value) {
			return false
		}
		b.Report.Note(importer.Note{Field: pair.Key.Value, Value: sample(&pair.Value),
			Why: "the configuration gives it to all posts, and what is the site's is no story's cover; it is left out"})
		return true
	})
}

// cover brings the picture of a post.
func (b *blog) cover(p *post, out *catalog.Post) {
	key, n := first(p.front, coverKeys...)
	var name, alt, caption string
	if n != nil {
		at := n
		if n.Kind == yaml.Sequence && len(n.Items) > 0 {
			at = &n.Items[0]
		}
		name = at.Text()
		if _, inner := first(at, pictureKeys...); inner != nil {
			name = inner.Text()
		}
		_, words := first(at, "alt", "image_description", "caption", "title")
		alt = b.unmarked(words)
		caption = prose.CaptionOfHTML(at.Get("caption").Text())
		if name == "" {
			b.left(p, key, n, "this names no picture")
		}
	} else if own := b.resource(p); own != nil {
		n, name, alt = own, own.Get("src").Text(), b.unmarked(own.Get("title"))
	}
	b.noteOtherPictures(p, name)
	if name == "" {
		b.otherCover(p, out)
		return
	}
	file, err := b.picture(p, name)
	if errors.Is(err, errNotThere) {
		file, err = b.keptElsewhere(p, name)
	}
	if err != nil {
		b.notePicture(err, b.placedAt(p, n.Line, n.Col, importer.Note{Field: cmp.Or(key, "resources"), Value: name,
			Why: err.Error(), Do: importer.RemedyOf(err, "as image")}))
		return
	}
	b.Pictures.Alt(file, p.language, cmp.Or(alt, out.Title))
	out.Image = file
	if caption != "" {
		p.withCaption("*"+caption+"*", out.Description == "")
	}
}

// noteOtherPictures reports the pictures that the keys of covers name besides the story's, and that its text does not:
// those of lists for each post, a key that names another once for all posts.
func (b *blog) noteOtherPictures(p *post, cover string) {
	for _, key := range coverKeys {
		n := p.front.Get(key)
		var others []string
		for _, name := range picturesIn(n) {
			if path.Base(name) != path.Base(cover) && !strings.Contains(p.body, path.Base(name)) {
				others = append(others, name)
			}
		}
		if len(others) == 0 {
			continue
		}
		note := b.placedAt(p, n.Line, n.Col, importer.Note{Field: key, Value: strings.Join(others, ", "),
			Why: "a story has one picture, and others that its text does not name are left out",
			Do:  "name them in the text"})
		if n.Kind == yaml.Sequence {
			b.Report.Note(note)
		} else {
			b.once(key, oftenHere, note)
		}
	}
}

// picturesIn returns the names of pictures in a value of front matter.
func picturesIn(n *yaml.Node) (names []string) {
	if n == nil {
		return nil
	}
	name, _, _ := strings.Cut(n.Text(), "?")
	if slices.Contains(prose.PictureEndings, ending(name)) {
		return []string{name}
	}
	for i := range n.Items {
		names = append(names, picturesIn(&n.Items[i])...)
	}
	for _, key := range pictureKeys {
		names = append(names, picturesIn(n.Get(key))...)
	}
	return names
}

// resource returns the file of a bundle that the front matter names as a post's picture: the one with a usual name, or
// the first picture that has a name, with a remark: https://gohugo.io/content-management/page-resources/.
func (b *blog) resource(p *post) (named *yaml.Node) {
	r := p.front.Get("resources")
	if r == nil {
		return nil
	}
	for i := range r.Items {
		item := &r.Items[i]
		kind := item.Get("name").Text()
		if strings.TrimSuffix(kind, path.Ext(kind)) == "header" || b.showsAsCover(kind) {
			return item
		}
		if named == nil && kind != "" &&
			slices.Contains(prose.PictureEndings, strings.ToLower(path.Ext(item.Get("src").Text()))) {
			named = item
		}
	}
	if named != nil {
		b.at(p, named.Line, named.Col, importer.Note{Field: "resources", Value: named.Get("name").Text(),
			Why: "this picture of the bundle is taken as the story's", Do: "name another as image"})
	} else {
		b.left(p, "resources", r, "names and titles of a bundle's files are not kept")
	}
	return named
}

// withCaption puts the caption of the cover, which says whose the picture is, right below it. Where the prose begins
// with what stands for the story in lists, it is the end.
func (p *post) withCaption(caption string, isExcerpted bool) {
	if isHTML(p.file) {
		caption = "<p><em>" + prose.OwnLink.ReplaceAllString(strings.Trim(caption, "*"), `<a href="$3">$2</a>`) + "</em></p>"
	}
	if isExcerpted {
		p.body = strings.TrimRight(p.body, "\n") + "\n\n" + caption + "\n"
		return
	}
	p.body, p.line = caption+"\n\n"+p.body, p.line-2
}

// otherCover takes the picture that a key of the theme's own names, such as banner or og_image.
func (b *blog) otherCover(p *post, out *catalog.Post) {
	for i := range p.front.Pairs {
		pair := &p.front.Pairs[i]
		name := pair.Value.Text()
		ending := strings.ToLower(path.Ext(name))
		if slices.Contains(mapped, pair.Key.Value) ||
			!slices.Contains(prose.PictureEndings, ending) {
			continue
		}
		if file, err := b.picture(p, name); err == nil {
			b.Pictures.Alt(file, p.language, out.Title)
			out.Image, p.used = file, append(p.used, pair.Key.Value)
			return
		}
	}
	if h, is := b.dialect.(*hugo); is {
		h.bundleCover(b, p, out)
	}
}

// firstPicture matches a picture, with its caption, that prose begins with and that has a paragraph of its own.
var firstPicture = lazyregexp.New(`^\s*!\[([^\[\]\n]*)\]\(([^\s()<>]+)(?: "([^"\n]+)")?\)[ \t]*\n[ \t]*\n\s*`)

// withoutCover takes the picture out that prose begins with where it is the story's own, which readers see above the
// prose. Its caption stays; where the prose's beginning stands for the story in lists, so does the picture with it.
func (b *blog) withoutCover(p *post, out *catalog.Post, text string) string {
	m := firstPicture.FindStringSubmatch(text)
	if m == nil || m[2] != out.Image || len(m[0]) == len(text) || m[3] != "" && out.Description == "" {
		return text
	}
	if alts := b.Pictures.Alts[out.Image]; alts != nil && alts[p.language] == out.Title && m[1] != "" {
		alts[p.language] = html.UnescapeString(m[1])
	}
	rest := text[len(m[0]):]
	if m[3] != "" {
		return "*" + m[3] + "*\n\n" + rest
	}
	return rest
}
