package importer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
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
	if !ahead {
		r, _ := utf8.DecodeLastRuneInString(text[:at])
		if r == rune(mark) {
			return ' ' // the emphasis of that mark has its own thinSpace
		}
		return r
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	beyond, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[at:], string(mark)))
	if r == rune(mark) && !isOfWord(beyond) {
		return ' ' // which ends what stands before it
	}
	return r
}

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

// emphasis writes emphasis of Markdown beside tags so that it stays emphasis once the tags are gone: underscores beside
// letters would be read as text.
func (w *proseWalk) emphasis(n *ast.Emphasis) {
	text := w.edits.text
	from, to := endsOf(n)
	if from < 0 || to > len(text) {
		return
	}
	before, _, _ := tagBeside(text, from, backward)
	after, _, _ := tagBeside(text, to, forward)
	if before == "" && after == "" { // comments join what is beside them
		return
	}
	left, right := runeBeside(text, from, backward, '*', true), runeBeside(text, to, forward, '*', true)
	first := runeBeside(text, from+n.Level, forward, '*', false)
	last := runeBeside(text, to-n.Level, backward, '*', false)
	isUnderscore := text[from] == '_'
	if isUnderscore && !isOfWord(left) && !isOfWord(right) {
		return
	}
	opening, closing := strings.Repeat("*", n.Level), strings.Repeat("*", n.Level)
	if needsThinSpace(first, left, '*') {
		opening = thinSpace + opening
	}
	if needsThinSpace(last, right, '*') {
		closing += thinSpace
	}
	if isUnderscore || opening[0] != '*' {
		w.edits.replace(from, from+n.Level, opening)
	}
	if isUnderscore || len(closing) > n.Level {
		w.edits.replace(to-n.Level, to, closing)
	}
}

// endsOf returns where emphasis of plain words begins and ends, with its marks; -1 where that is not known.
func endsOf(n *ast.Emphasis) (from, to int) {
	first, ok := n.FirstChild().(*ast.Text)
	last, same := n.LastChild().(*ast.Text)
	if !ok || !same {
		return -1, -1
	}
	return first.Segment.Start - n.Level, last.Segment.Stop + n.Level
}
