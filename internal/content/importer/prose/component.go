package prose

import (
	"cmp"
	"html"
	"maps"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// longestTag is how long a tag is at most that components knows.
const longestTag = 1 << 15

// Components puts a tag that runs over several lines on one, which is the only form that Markdown knows at the
// beginning of a block, and the title of a component on a line of its own above what the component holds.
func Components(text string, words Words) *Edits {
	e, inCode, last := &Edits{Text: text}, CodeIn(text), 0
	for to := 0; ; {
		i := strings.IndexByte(text[to:], '<')
		if i < 0 {
			return e
		}
		from := to + i
		name, _, end := OpenedTag(text[:min(len(text), from+longestTag)], from)
		if to = max(from+1, end); end < 0 || inCode(from) || strings.Contains(text[from:end], "\n\n") {
			continue
		}
		raw := text[from:end]
		closing, isEmpty := end, strings.HasSuffix(raw, "/>")
		if rest := strings.TrimLeft(text[end:], " \t\n"); strings.HasPrefix(rest, "</"+name+">") {
			closing, isEmpty = len(text)-len(rest)+len("</>")+len(name), true
		}
		if markdown := alone(name, raw, words); isEmpty && markdown != "" {
			if strings.HasPrefix(markdown, "[") {
				e.parted(last, from)
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
		given := Attributes(raw)
		maps.DeleteFunc(given, func(_, value string) bool { return strings.HasPrefix(value, "{") })
		title := TitleOfPart(given)
		isComponent := strings.ToUpper(name[:1]) == name[:1]
		if isComponent && title == "" && e.captioned(from, end, name, given["caption"]) {
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

// parted has what begins at a place stand in a paragraph of its own, where white space alone is between it and the part
// of that kind before it.
func (e *Edits) parted(last, from int) {
	between := e.Text[last:from]
	if last > 0 && strings.TrimSpace(between) == "" && !strings.Contains(between, "\n\n") {
		margin, _ := e.Margin(last, from)
		e.Replace(last, from, "\n"+strings.TrimRight(margin, " \t")+"\n"+margin)
	}
}

// captioned makes a component that has a caption and holds one picture a figure of HTML.
func (e *Edits) captioned(from, end int, name, caption string) bool {
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

// alone returns the link or the picture that a component without content is.
func alone(name, raw string, words Words) string {
	given := Attributes(raw)
	if m := playerName.FindStringSubmatch(name); m != nil {
		address := cmp.Or(given["videoid"], given["id"], given["url"], given["src"])
		if videoID.MatchString(address) {
			address = Videos[strings.ToLower(m[1])] + address
		}
		if title := TitleOfPart(given); title != "" {
			words.Video = MarksOfWords.Replace(title)
		}
		if strings.HasPrefix(address, "https://") {
			return words.Watch(address)
		}
	}
	switch title := TitleOfPart(given); {
	case strings.ToUpper(name[:1]) != name[:1] || strings.HasPrefix(given["href"]+given["src"], "{"):
		return ""
	case title != "" && given["href"] != "":
		return "[" + MarksOfWords.Replace(title) + "](" + InBrackets(given["href"]) + ")"
	case given["caption"] != "" && given["src"] != "", PictureFile.MatchString(given["src"]):
		address := given["src"]
		if caption := cmp.Or(given["caption"], title); caption != "" {
			address += ` "` + CaptionMark + strings.ReplaceAll(caption, `"`, `\"`) + `"`
		}
		return "![" + MarksOfWords.Replace(given["alt"]) + "](" + address + ")"
	}
	return ""
}
