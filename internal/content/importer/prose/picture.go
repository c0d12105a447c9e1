package prose

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// PictureExtensions are the extensions of pictures in posts.
var PictureExtensions = []string{".jpg", ".jpeg", ".png", ".webp", ".gif"}

// PictureOf returns the picture of a custom shortcode whose arguments are only those of a figure and its looks,
// identified by its extension.
func PictureOf(a map[string]string, rest string) string {
	name := strings.Trim(rest, "\"`")
	if name == rest {
		name = strings.Join(strings.Fields(rest), "\"") // not a single name
	}
	for key := range a {
		if !slices.Contains(pictureArguments, key) {
			return ""
		}
	}
	var pictures, others []string
	for _, key := range pictureNameArguments {
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

// IsPictureName reports whether a name has the extension of a picture.
func IsPictureName(name string) bool {
	return slices.Contains(PictureExtensions, strings.ToLower(path.Ext(name))) && !strings.ContainsAny(name, "\"`")
}

// LinkOfPicture returns the address that the picture of a shortcode links to.
func LinkOfPicture(a map[string]string) string {
	if a["link"]+a["href"] == "" && AbsoluteAddress.MatchString(a["url"]) && !IsPictureName(a["url"]) {
		return a["url"]
	}
	return cmp.Or(a["link"], a["href"])
}

// pictureNameArguments are the arguments that name the picture of a shortcode.
var pictureNameArguments = []string{"src", "image", "img", "file", "path", "url"}

// ExternalID matches the numeric id of something on another site.
var ExternalID = lazyregexp.New(`^\d{4,}$`)

// pictureArguments are the arguments of picture shortcodes.
var pictureArguments = []string{"src", "image", "img", "file", "path", "url", "alt", "caption", "title", "link",
	"width", "height", "class", "style", "align", "position", "size", "loading", "id", "rel", "target",
	"href", "max-width", "border", "has-border"}

// ReplaceWithFigure replaces a span with a picture. With text below the picture, it becomes a paragraph of its own.
func (e *Edits) ReplaceWithFigure(from, to int, src, alt, caption, link string) {
	picture := Figure(src, alt, caption, link)
	if caption != "" {
		from, to = EmphasisAround(e.Text, from, to)
	}
	margin, alone := e.ContinuationMargin(from, to)
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
		if startsWithText(above[strings.LastIndexByte(above, '\n')+1:]) {
			picture = "\n" + picture
		}
		if startsWithText(after) {
			picture += "\n"
		}
	}
	e.Replace(from, to, picture)
}

// startsWithText reports whether a line is text, whose paragraph would include an adjacent picture.
func startsWithText(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && !strings.ContainsRune("<{!|[#", rune(line[0]))
}

// CaptionOfHTML returns a caption as Markdown on one line. Links stay; other elements become their text.
func CaptionOfHTML(caption string) string {
	caption = anchors.ReplaceAllString(lineEnds.ReplaceAllString(caption, " "), "[$2]($1)")
	return SingleLine(strings.ReplaceAll(Tag.ReplaceAllString(caption, ""), "*", ""))
}

// Figure returns a picture with its caption in Markdown.
func Figure(src, alt, caption, link string) string {
	caption = CaptionOfHTML(caption)
	linked := strings.Contains(caption, "](")
	if caption != "" && link == "" && !linked {
		src += `> "` + CaptionMark + strings.NewReplacer(`"`, "'", "`", "").Replace(StripMarkdown(caption)) + `"`
	} else {
		src += ">"
	}
	alt = StripMarkdown(SingleLine(InlineLink.ReplaceAllString(alt, "$2")))
	alt = strings.NewReplacer("[", "(", "]", ")", "`", "").Replace(alt)
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

// PictureFile matches the extension of a picture's name.
var PictureFile = lazyregexp.New(`(?i)\.(?:jpe?g|png|webp|gif|avif|svg)$`)
