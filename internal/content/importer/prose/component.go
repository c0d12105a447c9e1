package prose

import (
	"cmp"
	"html"
	"maps"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// maxComponentBytes is the maximum length of a tag that ConvertComponents handles.
const maxComponentBytes = 1 << 15

// ConvertComponents joins the lines of tags, since Markdown recognises a tag at the beginning of a block only on one
// line, and puts the title of a component on a line above its content.
func ConvertComponents(text string, words Words) *Edits {
	e, inCode, last := &Edits{Text: text}, CodeIn(text), 0
	for to := 0; ; {
		i := strings.IndexByte(text[to:], '<')
		if i < 0 {
			return e
		}
		from := to + i
		name, _, end := ParseTag(text[:min(len(text), from+maxComponentBytes)], from)
		if to = max(from+1, end); end < 0 || inCode(from) || strings.Contains(text[from:end], "\n\n") {
			continue
		}
		raw := text[from:end]
		closing, isEmpty := end, strings.HasSuffix(raw, "/>")
		if rest := strings.TrimLeft(text[end:], " \t\n"); strings.HasPrefix(rest, "</"+name+">") {
			closing, isEmpty = len(text)-len(rest)+len("</>")+len(name), true
		}
		if markdown := convertEmptyComponent(name, raw, words); isEmpty && markdown != "" {
			if strings.HasPrefix(markdown, "[") {
				e.separateFrom(last, from)
				last = closing
			}
			e.Replace(from, closing, markdown)
			to = closing
			continue
		}
		for at := range raw {
			if raw[at] == '\n' {
				e.Replace(from+at, from+at+len(raw[at:])-len(strings.TrimLeft(raw[at:], " \t\n")), " ")
			}
		}
		given := ParseAttributes(raw)
		maps.DeleteFunc(given, func(_, value string) bool { return strings.HasPrefix(value, "{") })
		title := ComponentTitle(given)
		isComponent := strings.ToUpper(name[:1]) == name[:1]
		if isComponent && title == "" && e.convertCaptioned(from, end, name, given["caption"]) {
			continue
		}
		if title == "" || !isComponent || strings.HasSuffix(raw, "/>") || !strings.Contains(text[to:], "</"+name+">") {
			continue
		}
		below := "\n\n"
		if strings.TrimSpace(LineAt(text, to)) == "" {
			below = "\n"
		}
		before := text[strings.LastIndexByte(text[:from], '\n')+1 : from]
		if strings.TrimSpace(before) != "" {
			e.Replace(to, to, "**"+title+"** ")
			continue
		}
		e.Replace(to, to, "\n\n"+before+"**"+title+"**"+below+strings.Repeat(before, len(below)-1))
	}
}

// separateFrom puts what begins at from into a paragraph of its own if only white space separates it from the previous
// one, which ends at last.
func (e *Edits) separateFrom(last, from int) {
	between := e.Text[last:from]
	if last > 0 && strings.TrimSpace(between) == "" && !strings.Contains(between, "\n\n") {
		margin, _ := e.ContinuationMargin(last, from)
		e.Replace(last, from, "\n"+strings.TrimRight(margin, " \t")+"\n"+margin)
	}
}

// convertCaptioned makes a component with a caption and one picture an HTML figure.
func (e *Edits) convertCaptioned(from, end int, name, caption string) bool {
	closing := ClosingTag(e.Text, end, name)
	if caption == "" || closing < 0 {
		return false
	}
	inner := e.Text[end:closing]
	if len(images.FindAllString(inner, 2))+strings.Count(inner, "![") != 1 {
		return false
	}
	e.Replace(from, end, "<figure>")
	e.Replace(closing, closing+len("</>")+len(name), "<figcaption>"+
		html.EscapeString(html.UnescapeString(caption))+"</figcaption></figure>")
	return true
}

var (
	// playerName matches the name of a component that plays a video.
	playerName = lazyregexp.New(`(?i)^(?:lite-?)?(youtube|vimeo)(?:-?(?:embed|player|video))?$`)
	videoID    = lazyregexp.New(`^[\w-]+$`)
)

// convertEmptyComponent returns the link or the picture of a component without content.
func convertEmptyComponent(name, raw string, words Words) string {
	given := ParseAttributes(raw)
	if m := playerName.FindStringSubmatch(name); m != nil {
		address := cmp.Or(given["videoid"], given["id"], given["url"], given["src"])
		if videoID.MatchString(address) {
			address = VideoAddresses[strings.ToLower(m[1])] + address
		}
		if title := ComponentTitle(given); title != "" {
			words.Video = MarkdownEscaper.Replace(title)
		}
		if strings.HasPrefix(address, "https://") {
			return words.VideoLink(address)
		}
	}
	switch title := ComponentTitle(given); {
	case strings.ToUpper(name[:1]) != name[:1] || strings.HasPrefix(given["href"]+given["src"], "{"):
		return ""
	case title != "" && given["href"] != "":
		return "[" + MarkdownEscaper.Replace(title) + "](" + EscapeDestination(given["href"]) + ")"
	case given["caption"] != "" && given["src"] != "", PictureFile.MatchString(given["src"]):
		address := given["src"]
		if caption := cmp.Or(given["caption"], title); caption != "" {
			address += ` "` + CaptionMark + strings.ReplaceAll(caption, `"`, `\"`) + `"`
		}
		return "![" + MarkdownEscaper.Replace(given["alt"]) + "](" + address + ")"
	}
	return ""
}
