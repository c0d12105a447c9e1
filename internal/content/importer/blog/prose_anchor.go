package blog

import (
	"cmp"
	"strings"
	"unicode"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// anchor makes an <a> with its </a> a link, and returns where to go on. Of one that holds pictures alone, which are all
// left out, the words are their alt texts.
func (w *proseWalk) anchor(start, end int, attributes map[string]string) int {
	href := attributes["href"]
	inner, closed := w.upTo(end, "</a>")
	closing := end + len(inner)
	to, why := w.target(w.post, href)
	if closed && prose.IsWordless(w.edits.Text[end:closing]) {
		closing += len("</a>")
		if words := prose.WordlessLink(attributes); words == "" || why != "" {
			w.wordless(start, closing, href)
		} else {
			w.edits.Replace(start, closing, "["+words+"]("+prose.InBrackets(to)+")")
		}
		w.skip, w.made = append(w.skip, [2]int{start, closing}), append(w.made, [2]int{start, closing})
		return closing
	}
	if why != "" {
		w.note(start, importer.Note{Field: "link", Value: href, Why: why})
	}
	if !closed || why != "" {
		w.edits.Remove(start, end)
		return end
	}
	if pictures, alts, only := w.picturesAlone(end, closing); only {
		words := strings.Join(pictures, " ")
		if closing += len("</a>"); words == "" {
			words = cmp.Or(wordsOfAlt(strings.Join(alts, " ")), prose.WordlessLink(attributes))
		}
		if words == "" {
			w.wordless(start, closing, href)
		} else {
			w.edits.Replace(start, closing, "["+words+"]("+prose.InBrackets(to)+")")
		}
		w.skip, w.made = append(w.skip, [2]int{start, closing}), append(w.made, [2]int{start, closing})
		return closing
	}
	if partedByBlank.MatchString(strings.TrimSpace(w.edits.Text[end:closing])) {
		w.note(start, importer.Note{Field: "link", Value: href,
			Why: "no link goes around several paragraphs here; its words stay"})
		w.edits.Remove(start, end)
		return end
	}
	if before := w.edits.Text[:start]; strings.HasSuffix(before, "!") && !strings.HasSuffix(before, `\!`) {
		w.edits.Replace(start-1, end, `\![`) // else it would be a picture
	} else {
		w.edits.Replace(start, end, "[")
	}
	w.edits.Replace(closing, closing+len("</a>"), "]("+prose.InBrackets(to)+")")
	w.closers = append(w.closers, closing)
	return end
}

// upTo returns what stands between a place and a tag in any case.
func (w *proseWalk) upTo(at int, tag string) (inner string, found bool) {
	if w.lower == "" {
		w.lower = strings.Map(func(r rune) rune {
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			return r
		}, w.edits.Text)
	}
	inner, _, found = strings.Cut(w.lower[at:], tag)
	return inner, found
}

var partedByBlank = lazyregexp.New(`\n[ \t>]*\n`)

// picturesAlone returns what becomes of the pictures, in HTML or in Markdown, between two places where nothing else
// stands, and their alt texts.
func (w *proseWalk) picturesAlone(from, to int) (pictures, alts []string, only bool) {
	text := w.edits.Text[:to]
	var bring []func() string
	for at := from; at < to; {
		m := prose.Tag.FindStringSubmatchIndex(text[at:])
		switch start := at; {
		case unicode.IsSpace(rune(text[at])):
			at++
		case strings.HasPrefix(text[at:], "!["):
			closed := at + strings.Index(text[at:], "](")
			src, title, _, _, end, ok := prose.Destination(text, closed+2)
			if closed < at || !ok || prose.Opening(text, closed) != at+1 {
				return nil, nil, false
			}
			bring = append(bring, func() string { return w.image(start, src, text[start+2:closed], title) })
			alts = append(alts, text[start+2:closed])
			at = end
		case m == nil || m[0] > 0:
			return nil, nil, false
		default:
			if name := text[at+max(m[2], 0) : at+max(m[3], 0)]; strings.EqualFold(name, "img") {
				a := prose.Attributes(text[at+m[4] : at+m[5]])
				bring = append(bring, func() string { return w.image(start, a["src"], a["alt"], a["title"]) })
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

// wordless leaves a link out that shows nothing to its readers. One within its own page is a theme's, beside a heading.
func (w *proseWalk) wordless(from, to int, address string) {
	if !strings.HasPrefix(address, "#") {
		w.note(from, importer.Note{Field: "link", Value: address,
			Why: "it has no words and no picture; it is left out"})
	}
	w.edits.Remove(from, to)
}

// anchorLost reports where links now lead whose anchor is no heading's.
func (w *proseWalk) anchorLost(at int, raw, id string) {
	if id == "" || !strings.Contains(w.post.body, "#"+id) {
		return
	}
	if above := w.post.part(id); above != id {
		where := "the heading above, #" + above
		if above == "" {
			where = "the whole story"
		}
		w.note(at, importer.Note{Field: "HTML", Value: raw,
			Why: "links to #" + id + " lead to " + where + ": only headings have ids here",
			Do:  "give a heading the id, ## Title {#" + id + "}"})
	}
}
