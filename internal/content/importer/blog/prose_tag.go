package blog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
)

// convertTags converts the tags between two offsets; the text between them stays.
func (w *proseWalk) convertTags(from, to int) {
	done := from
	for _, m := range prose.Tag.FindAllStringSubmatchIndex(w.edits.Text[from:to], -1) {
		start, end := from+m[0], from+m[1]
		if start < done || slices.Contains(w.closingAnchors, start) || prose.InSpans(w.converted, start) {
			continue // of a converted link
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
			prose.ParseAttributes(w.edits.Text[from+m[4]:from+m[5]])
		closing := strings.HasPrefix(raw, "</")
		switch {
		case name == "img" && closing:
			w.edits.Remove(start, end)
		case name == "img":
			w.placePicture(start, end, w.convertImage(start, a["src"], a["alt"], a["title"]), a["alt"])
		case name == "br":
			w.convertLineBreak(start, end)
		case name == "hr":
			w.edits.Replace(start, end+len(w.edits.Text[end:])-len(strings.TrimPrefix(w.edits.Text[end:], "\n")),
				"\n\n---\n\n")
		case name == "li" && !closing && prose.StartsLine(w.edits.Text, start):
			w.edits.Replace(start, end, "- ")
		case prose.TagMarks[name] != "" && !strings.HasSuffix(raw, "/>"):
			w.convertMark(name, start, end, closing)
		case (name == "sup" || name == "sub") && !closing && w.convertRaised(name, start, end):
		case name == "a" && !closing && a["href"] != "":
			done = w.convertAnchor(start, end, a)
		case name == "a":
			w.noteLostAnchor(start, raw, cmp.Or(a["name"], a["id"]))
			w.edits.Remove(start, end)
		default:
			if !slices.Contains(prose.PresentationalElements, name) && !closing {
				w.noteLostTag(start, name, importer.Note{Field: "HTML", Value: raw,
					Why: "pages contain no raw HTML; the tag is left out, its content stays",
					Do:  "write it in Markdown"})
			} else if !closing && len(a) > 0 {
				w.noteLostTag(start, name, importer.Note{Field: "HTML", Value: raw,
					Why: "pages contain no raw HTML; the tag and its style are left out, its content stays"})
			}
			if slices.Contains(prose.StructuralElements, name) || slices.Contains(prose.PartElements, name) {
				w.edits.Replace(start, end, " ") // within a line, such as of a table
			} else {
				w.edits.Remove(start, end)
			}
		}
	}
}

// convertRaised writes digits of <sup> and <sub> as superscript and subscript characters, as in m².
func (w *proseWalk) convertRaised(name string, start, end int) bool {
	m := prose.RaisedContent[name].FindStringSubmatch(w.edits.Text[end:])
	if m != nil {
		w.edits.Replace(start, end+len(m[0]), prose.RaisedDigits[name].Replace(m[1]))
	}
	return m != nil
}

// lostTag is a tag that is left out, with the number of tags of its name.
type lostTag struct {
	name  string
	at    int
	note  importer.Note
	count int
}

// noteLostTag records a tag that is left out. A post has one note for all tags of a name.
func (w *proseWalk) noteLostTag(at int, name string, n importer.Note) {
	for i := range w.lostTags {
		if known := &w.lostTags[i]; known.name == name && known.note.Why == n.Why {
			known.count++
			return
		}
	}
	w.lostTags = append(w.lostTags, lostTag{name, at, n, 1})
}

// reportLostTags reports the tags that are left out.
func (w *proseWalk) reportLostTags() {
	for _, t := range w.lostTags {
		if t.count > 1 {
			t.note.Why += fmt.Sprintf("; there are %d in the post", t.count)
		}
		w.note(t.at, t.note)
	}
}
