package prose

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// PictureEndings are those of pictures that posts have.
var PictureEndings = []string{".jpg", ".jpeg", ".png", ".webp", ".gif"}

// PictureOf returns the picture that a shortcode of the blog's own shows, by the ending of its name, if its arguments
// say no more than a figure's and how it looks.
func PictureOf(a map[string]string, rest string) string {
	name := strings.Trim(rest, "\"`")
	if name == rest {
		name = strings.Join(strings.Fields(rest), "\"") // several are no name
	}
	for key := range a {
		if !slices.Contains(ofPictures, key) {
			return ""
		}
	}
	var pictures, others []string
	for _, key := range namesOfPictures {
		switch value := a[key]; {
		case IsPictureName(value):
			pictures = append(pictures, value)
		case value != "":
			others = append(others, value)
		}
	}
	switch {
	case len(a) == 0 && IsPictureName(name):
		return name
	case len(pictures) != 1 || len(others) > 0 && LinkOfPicture(a) != others[0]:
		return ""
	}
	return pictures[0]
}

// IsPictureName reports whether a name ends as those of pictures.
func IsPictureName(name string) bool {
	return slices.Contains(PictureEndings, strings.ToLower(path.Ext(name))) && !strings.ContainsAny(name, "\"`")
}

// LinkOfPicture returns where the picture of a shortcode leads.
func LinkOfPicture(a map[string]string) string {
	if a["link"]+a["href"] == "" && WholeAddress.MatchString(a["url"]) && !IsPictureName(a["url"]) {
		return a["url"]
	}
	return cmp.Or(a["link"], a["href"])
}

// namesOfPictures are the arguments that name the picture of a shortcode.
var namesOfPictures = []string{"src", "image", "img", "file", "path", "url"}

// LongNumber matches the number by which a site elsewhere knows a thing.
var LongNumber = lazyregexp.New(`^\d{4,}$`)

// ofPictures are the arguments that shortcodes of pictures have.
var ofPictures = []string{"src", "image", "img", "file", "path", "url", "alt", "caption", "title", "link", "width",
	"height", "class", "style", "align", "position", "size", "loading", "id", "rel", "target",
	"href", "max-width", "border", "has-border"}

// Figure has a picture take the place of a stretch. With words below it within others it gets a paragraph of its own.
func (e *Edits) Figure(from, to int, src, alt, caption, link string) {
	picture := Figure(src, alt, caption, link)
	if caption != "" {
		from, to = EmphasisAround(e.Text, from, to)
	}
	margin, alone := e.Margin(from, to)
	isApart := strings.Trim(e.Text[max(from-1, 0):from]+e.Text[to:min(to+1, len(e.Text))], " \n{}") == ""
	isCell := strings.Contains(LineAt(e.Text, strings.LastIndexByte(e.Text[:from], '\n')+1), "|")
	switch {
	case margin != "":
		if start := strings.LastIndexByte(e.Text[:from], '\n') + 1; strings.TrimSpace(e.Text[start:from]) != "" {
			picture = strings.ReplaceAll(picture, "\n\n", "\n"+strings.TrimRight(margin, " ")+"\n"+margin)
		}
	case !strings.Contains(picture, "\n\n"):
	case !alone && isApart && !isCell:
		picture = "\n\n" + picture + "\n\n"
	case alone:
		above := strings.TrimSuffix(e.Text[:strings.LastIndexByte(e.Text[:from], '\n')+1], "\n")
		_, below, _ := strings.Cut(e.Text[to:], "\n")
		after, _, _ := strings.Cut(below, "\n")
		if isOfWords(above[strings.LastIndexByte(above, '\n')+1:]) {
			picture = "\n" + picture
		}
		if isOfWords(after) {
			picture += "\n"
		}
	}
	e.Replace(from, to, picture)
}

// isOfWords reports whether a line has words, which would take a picture beside it into their paragraph.
func isOfWords(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && !strings.ContainsRune("<{!|[#", rune(line[0]))
}

// CaptionOfHTML returns a caption as Markdown on one line. Links stay; other elements become plain words.
func CaptionOfHTML(caption string) string {
	caption = anchors.ReplaceAllString(lineEnds.ReplaceAllString(caption, " "), "[$2]($1)")
	return Plain(strings.ReplaceAll(Tag.ReplaceAllString(caption, ""), "*", ""))
}

// Figure is a picture with what stands below it.
func Figure(src, alt, caption, link string) string {
	caption = CaptionOfHTML(caption)
	linked := strings.Contains(caption, "](")
	if caption != "" && link == "" && !linked {
		src += `> "` + CaptionMark + strings.NewReplacer(`"`, "'", "`", "").Replace(Unmarked(caption)) + `"`
	} else {
		src += ">"
	}
	alt = strings.NewReplacer("[", "(", "]", ")", "`", "").Replace(Unmarked(Plain(OwnLink.ReplaceAllString(alt, "$2"))))
	picture := "![" + alt + "](<" + src + ")"
	switch {
	case link == "" && linked:
		return picture + "\n\n*" + caption + "*"
	case link == "":
		return picture
	}
	picture = "[" + picture + "](<" + link + ">)"
	if caption != "" {
		picture += "\n\n*" + caption + "*"
	}
	return picture
}

// PictureFile matches the end of a name of a picture.
var PictureFile = lazyregexp.New(`(?i)\.(?:jpe?g|png|webp|gif|avif|svg)$`)
