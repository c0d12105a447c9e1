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

// convertImage imports a picture and returns it in Markdown, or its caption if it is left out.
func (w *proseWalk) convertImage(offset int, name, alt, caption string) string {
	file, err := w.importPicture(w.post, name)
	if err != nil {
		w.notePicture(err, w.withProsePosition(w.post, w.post.sourceOffset(offset), importer.Note{Field: "picture",
			Value: name, Why: err.Error() + "; it is left out", Do: importer.RemedyOf(err, "add it to the text")}))
		caption = strings.TrimPrefix(caption, prose.CaptionMark)
		caption = prose.InlineLink.ReplaceAllString(strings.ReplaceAll(caption, "*", ""), "$2")
		if caption = w.withEmojis(prose.SingleLine(caption)); caption != "" {
			return "*" + caption + "*"
		}
		return ""
	}
	alt, caption = w.withEmojis(alt), w.withEmojis(caption)
	alt, caption = prose.StripMarkdown(prose.SingleLine(alt)), emphasised.ReplaceAllString(caption, "$1")
	w.Pictures.SetAlt(file, w.post.language, cmp.Or(html.UnescapeString(alt), w.title))
	if caption = prose.SingleLine(caption); caption != "" {
		file += ` "` + strings.ReplaceAll(caption, `"`, `\"`) + `"`
	}
	return "![" + linkWordsOfAlt(alt) + "](" + file + ")"
}

// placePicture writes a converted picture. One that is left out is removed with its emphasis; its alternative text
// stays if it is the only content of a link.
func (w *proseWalk) placePicture(start, end int, picture, alt string) {
	text := w.edits.Text
	before, after := strings.TrimRight(text[:start], " \t\n"), strings.TrimLeft(text[end:], " \t\n")
	switch {
	case picture != "":
	case !strings.HasSuffix(before, "[") || !strings.HasPrefix(after, "](") && !strings.HasPrefix(after, "]["):
		start, end = w.edits.IncludeEmphasis(start, end)
	default:
		if picture = linkWordsOfAlt(alt); picture == "" {
			w.emptiedLinks = append(w.emptiedLinks, [2]int{len(before), len(text) - len(after)})
		}
	}
	w.edits.Replace(start, end, picture)
}

// linkWordsOfAlt returns an alternative text on one line, without square brackets.
func linkWordsOfAlt(alt string) string {
	return strings.NewReplacer("[", "(", "]", ")").Replace(prose.SingleLine(alt))
}

// emphasised matches emphasised words in a caption, which has no marks.
var emphasised = lazyregexp.New(`\*{1,3}([^*\s](?:[^*]*[^*\s])?)\*{1,3}`)

// captionsBelow moves titles of pictures that contain links, which themes show as Markdown, below pictures in
// paragraphs of their own. Other titles lose their links.
func captionsBelow(text string) *prose.Edits {
	e, inCode := &prose.Edits{Text: text}, prose.CodeIn(text)
	for at := 0; ; {
		i := strings.Index(text[at:], "![")
		if i < 0 {
			return e
		}
		from := at + i
		at = from + 2
		closed := strings.Index(text[at:], "](")
		if closed < 0 || closed > 4000 || prose.OpeningBracket(text, at+closed) != from+1 || inCode(from) {
			continue
		}
		src, title, _, until, end, ok := prose.ParseDestination(text, at+closed+2)
		if !ok || !prose.InlineLink.MatchString(title) {
			continue
		}
		at = end
		words := emphasised.ReplaceAllString(prose.SingleLine(strings.TrimPrefix(title, prose.CaptionMark)), "$1")
		start, stop := prose.EmphasisAround(text, from, end)
		if margin, alone := e.ContinuationMargin(start, stop); alone && src != "" {
			e.Replace(start, from, "")
			e.Replace(until, stop, ")\n"+strings.TrimRight(margin, " ")+"\n"+margin+"*"+words+"*")
		} else {
			words = prose.InlineLink.ReplaceAllString(words, "$2")
			e.Replace(until, end, ` "`+strings.ReplaceAll(words, `"`, `\"`)+`")`)
		}
	}
}

// importPicture imports a picture that prose or front matter names, and returns its name in media.
func (b *blog) importPicture(p *post, name string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(name))
	if err != nil || name == "" {
		return "", errNoPictureAddress
	}
	if u.Host != "" && !b.isOwnHost(u.Host) {
		if u.Scheme == "http" {
			u.Scheme = "https" // pages here request pictures with https
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
		return "", errNoPictureAddress
	}
	file := cmp.Or(b.pictureFile(p, u.Path), b.pictureFile(p, strings.TrimPrefix(u.Path, b.basePath)))
	if file == "" && path.Ext(u.Path) == "" {
		if file, err = b.pictureWithoutEnding(p, u.Path); err != nil {
			return "", err
		}
	}
	if file == "" {
		return "", errPictureMissing
	}
	return b.importPictureFile(p, file)
}

// importPictureFile imports a file below the folder, and returns its name in media.
func (b *blog) importPictureFile(p *post, file string) (string, error) {
	b.usedPictures[file] = true
	if info, err := b.root.Stat(file); err == nil && info.Size() > picture.MaxSourceBytes {
		return "", importer.ErrPictureSize
	}
	data, err := b.root.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("the picture cannot be read: %w", err)
	}
	return b.Pictures.Add(data, importer.PictureName(p.slug, path.Base(file)))
}

// pictureFile returns the file below the folder that a name refers to, or "".
func (b *blog) pictureFile(p *post, name string) string {
	candidates := b.assetPaths(b, p, name)
	if b.isHexo() { // a post's pictures are in a folder of its name
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

// pictureWithoutEnding returns the only picture with a name, given without its extension as shortcodes of themes do.
func (b *blog) pictureWithoutEnding(p *post, name string) (file string, err error) {
	for _, ending := range prose.PictureExtensions {
		switch another := b.pictureFile(p, name+ending); {
		case another != "" && file != "":
			return "", errAmbiguousEnding
		case another != "":
			file = another
		}
	}
	return file, nil
}

// importPictureByPath imports the only picture whose path ends with a name, or the only one of them in a folder of the
// post's section, since themes have their own folders for covers.
func (b *blog) importPictureByPath(p *post, name string) (string, error) {
	if b.picturesByName == nil {
		b.picturesByName = map[string][]string{}
		_ = fs.WalkDir(b.root.FS(), ".", func(file string, e fs.DirEntry, err error) error {
			hidden := strings.HasPrefix(e.Name(), ".") || slices.Contains(generatedFolders, e.Name())
			if err == nil && e.IsDir() && file != "." && hidden {
				return fs.SkipDir
			}
			if err == nil && (slices.Contains(prose.PictureExtensions, ending(file)) || ending(file) == ".svg") {
				b.picturesByName[e.Name()] = append(b.picturesByName[e.Name()], "/"+file)
			}
			return nil
		})
	}
	var all, ofSection []string
	for _, file := range b.picturesByName[path.Base(name)] {
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
		return "", errPictureMissing
	case 1:
		return b.importPictureFile(p, all[0][1:])
	}
	return "", errAmbiguousName
}

// generatedFolders are folders with output of tools.
var generatedFolders = []string{"node_modules", "public", "resources", "_site"}
