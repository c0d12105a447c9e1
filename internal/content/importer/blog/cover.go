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

// pictureKeys are the keys, within the value of a cover key, that name the picture.
var pictureKeys = []string{"image", "path", "src", "url", "teaser", "overlay_image", "feature", "og_image"}

// removeCovers removes the pictures from values that all posts inherit, and reports them.
func (b *blog) removeCovers(values *yaml.Node) {
	normaliseKeys(values, coverKeys)
	values.Pairs = slices.DeleteFunc(values.Pairs, func(pair yaml.Pair) bool {
		if !slices.Contains(coverKeys, pair.Key.Value) {
			return false
		}
		b.Report.Note(importer.Note{Field: pair.Key.Value, Value: sampleOf(&pair.Value),
			Why: "the configuration sets it for all posts, and a picture of the site is not a story's cover; it is " +
				"left out"})
		return true
	})
}

// setCover imports the picture of a post.
func (b *blog) setCover(p *post, out *catalog.Post) {
	key, n := firstKey(p.front, coverKeys...)
	var name, alt, caption string
	if n != nil {
		at := n
		if n.Kind == yaml.Sequence && len(n.Items) > 0 {
			at = &n.Items[0]
		}
		name = at.Text()
		if _, inner := firstKey(at, pictureKeys...); inner != nil {
			name = inner.Text()
		}
		_, words := firstKey(at, "alt", "image_description", "caption", "title")
		alt = b.plainText(words)
		caption = prose.CaptionOfHTML(at.Get("caption").Text())
		if name == "" {
			b.noteLeftOut(p, key, n, "this does not name a picture")
		}
	} else if own := b.coverResource(p); own != nil {
		n, name, alt = own, own.Get("src").Text(), b.plainText(own.Get("title"))
	}
	b.noteOtherPictures(p, name)
	if name == "" {
		b.setThemeCover(p, out)
		return
	}
	file, err := b.importPicture(p, name)
	if errors.Is(err, errPictureMissing) {
		file, err = b.importPictureByPath(p, name)
	}
	if err != nil {
		b.notePicture(err, b.withPosition(p, n.Line, n.Col, importer.Note{Field: cmp.Or(key, "resources"), Value: name,
			Why: err.Error(), Do: importer.RemedyOf(err, "set it as image")}))
		return
	}
	b.Pictures.SetAlt(file, p.language, cmp.Or(alt, out.Title))
	out.Image = file
	if caption != "" {
		p.addCoverCaption("*"+caption+"*", out.Description == "")
	}
}

// noteOtherPictures reports the pictures that cover keys name but neither the cover nor the text uses: for lists once a
// post, for other keys once an import.
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
		note := b.withPosition(p, n.Line, n.Col, importer.Note{Field: key, Value: strings.Join(others, ", "),
			Why: "a story has one picture; others that its text does not show are left out",
			Do:  "add them to the text"})
		if n.Kind == yaml.Sequence {
			b.Report.Note(note)
		} else {
			b.noteOncePerKey(key, repeatedForm, note)
		}
	}
}

// picturesIn returns the names of pictures in a value of front matter.
func picturesIn(n *yaml.Node) (names []string) {
	if n == nil {
		return nil
	}
	name, _, _ := strings.Cut(n.Text(), "?")
	if slices.Contains(prose.PictureExtensions, ending(name)) {
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

// coverResource returns the file of a bundle that front matter names as a post's picture: the one with a usual name, or
// the first named picture, with a note: https://gohugo.io/content-management/page-resources/.
func (b *blog) coverResource(p *post) (named *yaml.Node) {
	r := p.front.Get("resources")
	if r == nil {
		return nil
	}
	for i := range r.Items {
		item := &r.Items[i]
		kind := item.Get("name").Text()
		if strings.TrimSuffix(kind, path.Ext(kind)) == "header" || b.isCoverName(kind) {
			return item
		}
		if named == nil && kind != "" &&
			slices.Contains(prose.PictureExtensions, strings.ToLower(path.Ext(item.Get("src").Text()))) {
			named = item
		}
	}
	if named != nil {
		b.noteAt(p, named.Line, named.Col, importer.Note{Field: "resources", Value: named.Get("name").Text(),
			Why: "this picture of the bundle becomes the story's cover", Do: "set image to use another"})
	} else {
		b.noteLeftOut(p, "resources", r, "names and titles of a bundle's files are not kept")
	}
	return named
}

// addCoverCaption puts the caption of the cover, which may credit its author, at the top of the prose. If lists excerpt
// the beginning of the prose, the caption goes to the end.
func (p *post) addCoverCaption(caption string, isExcerpted bool) {
	if isHTML(p.file) {
		caption = prose.InlineLink.ReplaceAllString(strings.Trim(caption, "*"), `<a href="$3">$2</a>`)
		caption = "<p><em>" + caption + "</em></p>"
	}
	if isExcerpted {
		p.body = strings.TrimRight(p.body, "\n") + "\n\n" + caption + "\n"
		return
	}
	p.body, p.bodyLine = caption+"\n\n"+p.body, p.bodyLine-2
}

// setThemeCover imports the picture of a key that only themes know, such as banner or og_image.
func (b *blog) setThemeCover(p *post, out *catalog.Post) {
	for i := range p.front.Pairs {
		pair := &p.front.Pairs[i]
		name := pair.Value.Text()
		ending := strings.ToLower(path.Ext(name))
		if slices.Contains(mappedKeys, pair.Key.Value) ||
			!slices.Contains(prose.PictureExtensions, ending) {
			continue
		}
		if file, err := b.importPicture(p, name); err == nil {
			b.Pictures.SetAlt(file, p.language, out.Title)
			out.Image, p.usedKeys = file, append(p.usedKeys, pair.Key.Value)
			return
		}
	}
	if h, is := b.dialect.(*hugo); is {
		h.setBundleCover(b, p, out)
	}
}

// firstPicture matches a picture in a paragraph of its own at the beginning of prose, with its caption.
var firstPicture = lazyregexp.New(`^\s*!\[([^\[\]\n]*)\]\(([^\s()<>]+)(?: "([^"\n]+)")?\)[ \t]*\n[ \t]*\n\s*`)

// withoutCover removes a picture at the beginning of prose that is also the cover, which pages show above the prose.
// Its caption stays. The picture stays if lists excerpt the beginning of the prose.
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
