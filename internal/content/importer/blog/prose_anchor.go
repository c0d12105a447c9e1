package blog

import (
	"cmp"
	"strings"
	"unicode"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// convertAnchor makes an <a> element a link, and returns the offset at which to continue. If it contains only pictures
// that are left out, their alternative texts become its text.
func (w *proseWalk) convertAnchor(start, end int, attributes map[string]string) int {
	href := attributes["href"]
	inner, closed := w.textUntil(end, "</a>")
	closing := end + len(inner)
	to, why := w.resolveLink(w.post, href)
	if closed && prose.IsEmptyLink(w.edits.Text[end:closing]) {
		closing += len("</a>")
		if words := prose.AccessibleText(attributes); words == "" || why != "" {
			w.removeEmptyLink(start, closing, href)
		} else {
			w.edits.Replace(start, closing, "["+words+"]("+prose.EscapeDestination(to)+")")
		}
		w.noLinkSpans = append(w.noLinkSpans, [2]int{start, closing})
		w.converted = append(w.converted, [2]int{start, closing})
		return closing
	}
	if why != "" {
		w.note(start, importer.Note{Field: "link", Value: href, Why: why})
	}
	if !closed || why != "" {
		w.edits.Remove(start, end)
		return end
	}
	if pictures, alts, only := w.convertLonePictures(end, closing); only {
		words := strings.Join(pictures, " ")
		if closing += len("</a>"); words == "" {
			words = cmp.Or(linkWordsOfAlt(strings.Join(alts, " ")), prose.AccessibleText(attributes))
		}
		if words == "" {
			w.removeEmptyLink(start, closing, href)
		} else {
			w.edits.Replace(start, closing, "["+words+"]("+prose.EscapeDestination(to)+")")
		}
		w.noLinkSpans = append(w.noLinkSpans, [2]int{start, closing})
		w.converted = append(w.converted, [2]int{start, closing})
		return closing
	}
	if partedByBlank.MatchString(strings.TrimSpace(w.edits.Text[end:closing])) {
		w.note(start, importer.Note{Field: "link", Value: href,
			Why: "a link cannot contain several paragraphs; its text stays"})
		w.edits.Remove(start, end)
		return end
	}
	if before := w.edits.Text[:start]; strings.HasSuffix(before, "!") && !strings.HasSuffix(before, `\!`) {
		w.edits.Replace(start-1, end, `\![`) // not a picture
	} else {
		w.edits.Replace(start, end, "[")
	}
	w.edits.Replace(closing, closing+len("</a>"), "]("+prose.EscapeDestination(to)+")")
	w.closingAnchors = append(w.closingAnchors, closing)
	return end
}

// textUntil returns the lower case text between an offset and a tag.
func (w *proseWalk) textUntil(at int, tag string) (inner string, found bool) {
	if w.lowerText == "" {
		w.lowerText = strings.Map(func(r rune) rune {
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			return r
		}, w.edits.Text)
	}
	inner, _, found = strings.Cut(w.lowerText[at:], tag)
	return inner, found
}

var partedByBlank = lazyregexp.New(`\n[ \t>]*\n`)

// convertLonePictures converts the pictures between two offsets, if nothing else is there, and returns them with their
// alternative texts.
func (w *proseWalk) convertLonePictures(from, to int) (pictures, alts []string, only bool) {
	text := w.edits.Text[:to]
	var bring []func() string
	for at := from; at < to; {
		m := prose.Tag.FindStringSubmatchIndex(text[at:])
		switch start := at; {
		case unicode.IsSpace(rune(text[at])):
			at++
		case strings.HasPrefix(text[at:], "!["):
			closed := at + strings.Index(text[at:], "](")
			src, title, _, _, end, ok := prose.ParseDestination(text, closed+2)
			if closed < at || !ok || prose.OpeningBracket(text, closed) != at+1 {
				return nil, nil, false
			}
			bring = append(bring, func() string { return w.convertImage(start, src, text[start+2:closed], title) })
			alts = append(alts, text[start+2:closed])
			at = end
		case m == nil || m[0] > 0:
			return nil, nil, false
		default:
			if name := text[at+max(m[2], 0) : at+max(m[3], 0)]; strings.EqualFold(name, "img") {
				a := prose.ParseAttributes(text[at+m[4] : at+m[5]])
				bring = append(bring, func() string { return w.convertImage(start, a["src"], a["alt"], a["title"]) })
				alts = append(alts, a["alt"])
			}
			at += m[1]
		}
	}
	for _, picture := range bring {
		if made := picture(); made != "" {
			pictures = append(pictures, made)
		}
	}
	return pictures, alts, len(bring) > 0
}

// removeEmptyLink removes a link without visible content. One to an id of its own page belongs to the theme, beside a
// heading, and is not reported.
func (w *proseWalk) removeEmptyLink(from, to int, address string) {
	if !strings.HasPrefix(address, "#") {
		w.note(from, importer.Note{Field: "link", Value: address,
			Why: "it has neither text nor a picture; it is left out"})
	}
	w.edits.Remove(from, to)
}

// noteLostAnchor reports an id that is not a heading's, and where links to it lead now.
func (w *proseWalk) noteLostAnchor(at int, raw, id string) {
	if id == "" || !strings.Contains(w.post.body, "#"+id) {
		return
	}
	if above := w.post.headingID(id); above != id {
		where := "the heading above, #" + above
		if above == "" {
			where = "the whole story"
		}
		w.note(at, importer.Note{Field: "HTML", Value: raw,
			Why: "links to #" + id + " lead to " + where + ": only headings have ids here",
			Do:  "give a heading the id, ## Title {#" + id + "}"})
	}
}
