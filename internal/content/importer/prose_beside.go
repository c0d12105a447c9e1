package importer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
)

const (
	forward  = true
	backward = false
	// mostTags is how many tags beside a mark are looked through.
	mostTags = 8
	// longestBeside is how long such a tag is at most.
	longestBeside = 400
)

// needsThinSpace reports whether CommonMark takes a mark for text, or for a part of the mark beside it, unless a
// thinSpace stands outside of it.
func needsThinSpace(inside, outside rune, mark byte) bool {
	return outside == rune(mark) || isSign(inside) && isOfWord(outside)
}

// runeBeside returns the character that stands beside a place once tags are Markdown: a space where a mark joins
// another's, and the mark itself where the two would be read as one.
func runeBeside(text string, at int, ahead bool, mark byte, outward bool) rune {
	for range mostTags {
		name, closing, next := tagBeside(text, at, ahead)
		if next < 0 {
			break
		}
		at = next
		switch other := marks[name]; {
		case other == "`" || other != "" && other[0] != mark:
			return rune(other[0])
		case other != "" && outward && ahead && !closing:
			return rune(mark)
		case other != "" && outward:
			return ' '
		case name == "img":
			return '!'
		case name == "a":
			return '['
		case name == "br" || name == "hr" || slices.Contains(structural, name) || slices.Contains(holders, name) ||
			slices.Contains(partsOf, name):
			return ' '
		}
	}
	if !outward && !ahead {
		text = strings.TrimRight(text[:at], string(mark))
		at = len(text)
	} else if !outward {
		at = len(text) - len(strings.TrimLeft(text[at:], string(mark)))
	}
	if !ahead {
		r, _ := utf8.DecodeLastRuneInString(text[:at])
		if r == rune(mark) {
			return ' ' // the emphasis of that mark has its own thinSpace
		}
		return r
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	beyond, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[at:], string(mark)))
	switch {
	case r == '_' && mark == '*' && outward:
		return rune(mark) // which it may become
	case r == rune(mark) && !isOfWord(beyond) && !opensWords(beyond):
		return ' ' // which ends what stands before it
	}
	return r
}

// opensWords reports whether a sign stands before words.
func opensWords(r rune) bool { return unicode.In(r, unicode.Ps, unicode.Pi) || r == '"' || r == '\'' }

// spaceWithin returns where white space stands before closing tags that end at a place.
func spaceWithin(text string, at int) (from, to int) {
	for range mostTags {
		name, closing, next := tagBeside(text, at, backward)
		if next < 0 || !closing || name == "a" || marks[name] == "`" {
			break
		}
		at = next
	}
	return len(strings.TrimRightFunc(text[:at], unicode.IsSpace)), at
}

// endsWithAnother reports whether another mark ends where one ends, behind a place.
func endsWithAnother(text string, at int) bool {
	for range mostTags {
		name, closing, next := tagBeside(text, at, forward)
		if next < 0 || !closing || name == "a" {
			return false
		}
		if marks[name] != "" {
			return true
		}
		at = next
	}
	return false
}

// tagBeside returns the name of the tag beside a place, and the place on its other side; -1 where none is.
func tagBeside(text string, at int, ahead bool) (name string, closing bool, next int) {
	from := at
	if !ahead {
		if at == 0 || text[at-1] != '>' {
			return "", false, -1
		}
		start := max(at-longestBeside, 0)
		from = start + max(strings.LastIndexByte(text[start:at], '<'), 0)
	}
	if from >= len(text) || text[from] != '<' {
		return "", false, -1
	}
	m := tag.FindStringSubmatchIndex(text[from:min(len(text), from+longestBeside)])
	if m == nil || m[0] != 0 || !ahead && from+m[1] != at {
		return "", false, -1
	}
	if next = from + m[1]; !ahead {
		next = from
	}
	if m[2] < 0 {
		return "", false, next
	}
	return strings.ToLower(text[from+m[2] : from+m[3]]), text[from+1] == '/', next
}

// markOf returns the mark that HTML becomes that means the same as emphasis of Markdown, or "".
func markOf(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Emphasis:
		return strings.Repeat("*", n.Level)
	case *tables.Strikethrough:
		return "~~"
	}
	return ""
}

// emphasis writes emphasis of Markdown beside tags so that it stays emphasis once the tags are gone: underscores beside
// letters would be read as text. Within an element that means the same it is left out.
func (w *proseWalk) emphasis(n ast.Node, mark string) {
	text := w.edits.text
	from, to := startOf(n), endOf(n)
	if from < 0 || to < 0 || to > len(text) {
		return
	}
	right := runeBeside(text, to, forward, mark[0], true)
	if w.open[mark] > 0 {
		w.edits.replace(from, from+len(mark), "")
		w.edits.replace(to-len(mark), to, thinSpaceBefore(right, mark))
		return
	}
	before, _, _ := tagBeside(text, from, backward)
	after, _, _ := tagBeside(text, to, forward)
	if before == "" && after == "" { // comments join what is beside them
		return
	}
	left := runeBeside(text, from, backward, mark[0], true)
	first := runeBeside(text, from+len(mark), forward, mark[0], false)
	last := runeBeside(text, to-len(mark), backward, mark[0], false)
	isUnderscore := text[from] == '_'
	if isUnderscore && !isOfWord(left) && !isOfWord(right) {
		return
	}
	opening, closing := mark, mark
	if needsThinSpace(first, left, mark[0]) {
		opening = thinSpace + opening
	}
	if needsThinSpace(last, right, mark[0]) {
		closing += thinSpace
	}
	if isUnderscore || len(opening) > len(mark) {
		w.edits.replace(from, from+len(mark), opening)
	}
	if isUnderscore || len(closing) > len(mark) {
		w.edits.replace(to-len(mark), to, closing)
	}
}

// thinSpaceBefore returns what stands in place of a mark that is left out: a thinSpace where another mark follows.
func thinSpaceBefore(next rune, mark string) string {
	if next == rune(mark[0]) {
		return thinSpace
	}
	return ""
}

// startOf returns where words or emphasis with its marks begin; -1 where that is not known.
func startOf(n ast.Node) int {
	switch n := n.(type) {
	case *ast.Text:
		return n.Segment.Start
	case *ast.RawHTML:
		return n.Segments.At(0).Start
	case *ast.Emphasis, *tables.Strikethrough:
		return max(startOf(n.FirstChild())-len(markOf(n)), -1)
	}
	return -1
}

// endOf returns where words or emphasis with its marks end; -1 where that is not known.
func endOf(n ast.Node) int {
	switch n := n.(type) {
	case *ast.Text:
		return n.Segment.Stop
	case *ast.RawHTML:
		return n.Segments.At(n.Segments.Len() - 1).Stop
	case *ast.Emphasis, *tables.Strikethrough:
		if end := endOf(n.LastChild()); end >= 0 {
			return end + len(markOf(n))
		}
	}
	return -1
}
