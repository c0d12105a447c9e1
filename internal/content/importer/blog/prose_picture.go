package blog

import (
	"cmp"
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"path"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
	"storefront/internal/picture"
)

// image is a picture in Markdown, or what stands in its place.
func (w *proseWalk) image(offset int, name, alt, caption string) string {
	file, err := w.picture(w.post, name)
	if err != nil {
		w.notePicture(err, w.placed(w.post, w.post.back(offset), importer.Note{Field: "picture", Value: name,
			Why: err.Error() + "; it is left out", Do: importer.RemedyOf(err, "in the text")}))
		caption = strings.TrimPrefix(caption, prose.CaptionMark)
		caption = prose.OwnLink.ReplaceAllString(strings.ReplaceAll(caption, "*", ""), "$2")
		if caption = w.withEmojis(prose.Plain(caption)); caption != "" {
			return "*" + caption + "*"
		}
		return ""
	}
	alt, caption = w.withEmojis(alt), w.withEmojis(caption)
	alt, caption = prose.Unmarked(prose.Plain(alt)), emphasised.ReplaceAllString(caption, "$1")
	w.Pictures.Alt(file, w.post.language, cmp.Or(html.UnescapeString(alt), w.title))
	if caption = prose.Plain(caption); caption != "" {
		file += ` "` + strings.ReplaceAll(caption, `"`, `\"`) + `"`
	}
	return "![" + wordsOfAlt(alt) + "](" + file + ")"
}

// place writes a picture, or what stands in its place. Of one that is left out nothing stays behind, nor emphasis, but
// its alt text where it is all that a link holds.
func (w *proseWalk) place(start, end int, picture, alt string) {
	text := w.edits.Text
	before, after := strings.TrimRight(text[:start], " \t\n"), strings.TrimLeft(text[end:], " \t\n")
	switch {
	case picture != "":
	case !strings.HasSuffix(before, "[") || !strings.HasPrefix(after, "](") && !strings.HasPrefix(after, "]["):
		start, end = w.edits.WithEmphasis(start, end)
	default:
		if picture = wordsOfAlt(alt); picture == "" {
			w.emptied = append(w.emptied, [2]int{len(before), len(text) - len(after)})
		}
	}
	w.edits.Replace(start, end, picture)
}

// wordsOfAlt returns an alt text in one line, without square brackets.
func wordsOfAlt(alt string) string {
	return strings.NewReplacer("[", "(", "]", ")").Replace(prose.Plain(alt))
}

// emphasised matches words that are emphasised, in a caption, which has no marks.
var emphasised = lazyregexp.New(`\*{1,3}([^*\s](?:[^*]*[^*\s])?)\*{1,3}`)

// captioned takes titles of pictures that have links, which themes show as Markdown, out of the pictures: they stand
// below one that is alone, else their words stay.
func captioned(text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	for at := 0; ; {
		i := strings.Index(text[at:], "![")
		if i < 0 {
			return e
		}
		from := at + i
		at = from + 2
		closed := strings.Index(text[at:], "](")
		if closed < 0 || closed > 4000 || prose.Opening(text, at+closed) != from+1 || inCode(from) {
			continue
		}
		src, title, _, until, end, ok := prose.Destination(text, at+closed+2)
		if !ok || !prose.OwnLink.MatchString(title) {
			continue
		}
		at = end
		words := emphasised.ReplaceAllString(prose.Plain(strings.TrimPrefix(title, prose.CaptionMark)), "$1")
		start, stop := prose.EmphasisAround(text, from, end)
		if margin, alone := e.Margin(start, stop); alone && src != "" {
			e.Replace(start, from, "")
			e.Replace(until, stop, ")\n"+strings.TrimRight(margin, " ")+"\n"+margin+"*"+words+"*")
		} else {
			words = prose.OwnLink.ReplaceAllString(words, "$2")
			e.Replace(until, end, ` "`+strings.ReplaceAll(words, `"`, `\"`)+`")`)
		}
	}
}

// picture imports a picture that prose or front matter names, and returns its name in media.
func (b *blog) picture(p *post, name string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(name))
	if err != nil || name == "" {
		return "", errNoFileName
	}
	if u.Host != "" && !b.isOwn(u.Host) {
		if u.Scheme == "http" {
			u.Scheme = "https" // as the pages here ask for pictures
			name = u.String()
		}
		if !b.EveryDeploymentShows(u) {
			return "", importer.ErrOtherHost
		}
		if b.Library.Pictures[name] == nil && b.Pictures.Alts[name] == nil {
			b.Pictures.Alts[name] = map[string]string{}
		}
		return name, nil
	}
	if u.Path == "" || u.Opaque != "" {
		return "", errNoFileName
	}
	file := cmp.Or(b.file(p, u.Path), b.file(p, strings.TrimPrefix(u.Path, b.below)))
	if file == "" && path.Ext(u.Path) == "" {
		if file, err = b.withoutEnding(p, u.Path); err != nil {
			return "", err
		}
	}
	if file == "" {
		return "", errNotThere
	}
	return b.pictureOf(p, file)
}

// pictureOf imports a file below the folder, and returns its name in media.
func (b *blog) pictureOf(p *post, file string) (string, error) {
	b.named[file] = true
	if info, err := b.root.Stat(file); err == nil && info.Size() > picture.MostSourceBytes {
		return "", importer.ErrPictureSize
	}
	data, err := b.root.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("the picture cannot be read: %w", err)
	}
	return b.Pictures.Bring(data, importer.PictureName(p.slug, path.Base(file)))
}

// file returns the file below the folder that a name means, or "".
func (b *blog) file(p *post, name string) string {
	candidates := b.asset(b, p, name)
	if b.isHexo() { // a post's pictures stand in a folder of its name
		candidates = append(candidates, path.Join(strings.TrimSuffix(p.file, path.Ext(p.file)), name))
	}
	for _, candidate := range candidates {
		candidate = strings.TrimPrefix(path.Clean("/"+candidate), "/")
		if info, err := b.root.Stat(candidate); err == nil && !info.IsDir() {
			return candidate
		}
	}
	return ""
}

// withoutEnding returns the only picture whose name without its ending is a name, as shortcodes of themes find it. Of
// several nobody knows which one is meant.
func (b *blog) withoutEnding(p *post, name string) (file string, err error) {
	for _, ending := range prose.PictureEndings {
		switch another := b.file(p, name+ending); {
		case another != "" && file != "":
			return "", errSeveral
		case another != "":
			file = another
		}
	}
	return file, nil
}

// keptElsewhere imports the only picture whose path ends with a name, or the only one of them in a folder of the post's
// section: themes have folders of their own for covers.
func (b *blog) keptElsewhere(p *post, name string) (string, error) {
	if b.kept == nil {
		b.kept = map[string][]string{}
		_ = fs.WalkDir(b.root.FS(), ".", func(file string, e fs.DirEntry, err error) error {
			hidden := strings.HasPrefix(e.Name(), ".") || slices.Contains(madeFolders, e.Name())
			if err == nil && e.IsDir() && file != "." && hidden {
				return fs.SkipDir
			}
			if err == nil && (slices.Contains(prose.PictureEndings, ending(file)) || ending(file) == ".svg") {
				b.kept[e.Name()] = append(b.kept[e.Name()], "/"+file)
			}
			return nil
		})
	}
	var all, ofSection []string
	for _, file := range b.kept[path.Base(name)] {
		if strings.HasSuffix(file, path.Join("/", name)) {
			all = append(all, file)
			if path.Base(path.Dir(file)) == p.section {
				ofSection = append(ofSection, file)
			}
		}
	}
	if len(ofSection) == 1 {
		all = ofSection
	}
	switch len(all) {
	case 0:
		return "", errNotThere
	case 1:
		return b.pictureOf(p, all[0][1:])
	}
	return "", errOneOfSome
}

// madeFolders hold what tools make.
var madeFolders = []string{"node_modules", "public", "resources", "_site"}
