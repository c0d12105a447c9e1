package blog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
)

// tags rewrites the tags between two places; the words between them stay.
func (w *proseWalk) tags(from, to int) {
	done := from
	for _, m := range prose.Tag.FindAllStringSubmatchIndex(w.edits.Text[from:to], -1) {
		start, end := from+m[0], from+m[1]
		if start < done || slices.Contains(w.closers, start) || prose.Within(w.made, start) {
			continue // of a link that is made already
		}
		if end := from + m[3]; m[2] >= 0 && !strings.ContainsRune(" \t\n/>", rune(w.edits.Text[end])) {
			continue // an address, <https://example.org/>
		}
		raw := w.edits.Text[start:end]
		if m[2] < 0 { // a comment, such as <!--more-->
			w.edits.Remove(start, end)
			continue
		}
		name, a := strings.ToLower(w.edits.Text[from+m[2]:from+m[3]]),
			prose.Attributes(w.edits.Text[from+m[4]:from+m[5]])
		closing := strings.HasPrefix(raw, "</")
		switch {
		case name == "img" && closing:
			w.edits.Remove(start, end)
		case name == "img":
			w.place(start, end, w.image(start, a["src"], a["alt"], a["title"]), a["alt"])
		case name == "br":
			w.lineBreak(start, end)
		case name == "hr":
			w.edits.Replace(start, end+len(w.edits.Text[end:])-len(strings.TrimPrefix(w.edits.Text[end:], "\n")),
				"\n\n---\n\n")
		case name == "li" && !closing && prose.StartsLine(w.edits.Text, start):
			w.edits.Replace(start, end, "- ")
		case prose.MarksOfTags[name] != "" && !strings.HasSuffix(raw, "/>"):
			w.mark(name, start, end, closing)
		case (name == "sup" || name == "sub") && !closing && w.raised(name, start, end):
		case name == "a" && !closing && a["href"] != "":
			done = w.anchor(start, end, a)
		case name == "a":
			w.anchorLost(start, raw, cmp.Or(a["name"], a["id"]))
			w.edits.Remove(start, end)
		default:
			if !slices.Contains(prose.SilentElements, name) && !closing {
				w.lose(start, name, importer.Note{Field: "HTML", Value: raw,
					Why: "raw HTML does not reach the page; the tag is left out, what it holds stays",
					Do:  "say it in Markdown"})
			} else if !closing && len(a) > 0 {
				w.lose(start, name, importer.Note{Field: "HTML", Value: raw,
					Why: "raw HTML does not reach the page, nor do its looks; what it holds stays"})
			}
			if slices.Contains(prose.StructuralElements, name) || slices.Contains(prose.PartElements, name) {
				w.edits.Replace(start, end, " ") // within a line, such as of a table
			} else {
				w.edits.Remove(start, end)
			}
		}
	}
}

// raised writes digits of <sup> and <sub> as characters that are so themselves, as in m².
func (w *proseWalk) raised(name string, start, end int) bool {
	m := prose.RaisedInner[name].FindStringSubmatch(w.edits.Text[end:])
	if m != nil {
		w.edits.Replace(start, end+len(m[0]), prose.RaisedDigits[name].Replace(m[1]))
	}
	return m != nil
}

// lostTag is a tag that is left out, with how many of its name there are.
type lostTag struct {
	name  string
	at    int
	note  importer.Note
	times int
}

// lose remembers a tag that is left out: a post has one remark for all of a name.
func (w *proseWalk) lose(at int, name string, n importer.Note) {
	for i := range w.lost {
		if known := &w.lost[i]; known.name == name && known.note.Why == n.Why {
			known.times++
			return
		}
	}
	w.lost = append(w.lost, lostTag{name, at, n, 1})
}

// reportLost reports the tags that are left out.
func (w *proseWalk) reportLost() {
	for _, t := range w.lost {
		if t.times > 1 {
			t.note.Why += fmt.Sprintf("; so it is with %d of the post", t.times)
		}
		w.note(t.at, t.note)
	}
}
