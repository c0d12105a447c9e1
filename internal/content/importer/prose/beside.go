package prose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
)

const (
	Forward  = true
	Backward = false
	// mostTags is how many tags beside a mark are looked through.
	mostTags = 8
	// longestBeside is how long such a tag is at most.
	longestBeside = 400
)

// NeedsThinSpace reports whether CommonMark takes a mark for text, or for a part of the mark beside it, unless a
// ThinSpace stands outside of it.
func NeedsThinSpace(inside, outside rune, mark byte) bool {
	return outside == rune(mark) || isSign(inside) && IsOfWord(outside)
}

// RuneBeside returns the character that stands beside a place once tags are Markdown: a space where a mark joins
// another's, and the mark itself where the two would be read as one.
func RuneBeside(text string, at int, ahead bool, mark byte, outward bool) rune {
	for range mostTags {
		name, closing, next := TagBeside(text, at, ahead)
		if next < 0 {
			break
		}
		at = next
		switch other := MarksOfTags[name]; {
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
		case name == "br" || name == "hr" || slices.Contains(StructuralElements, name) ||
			slices.Contains(HolderElements, name) ||
			slices.Contains(PartElements, name):
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
			return ' ' // the emphasis of that mark has its own ThinSpace
		}
		return r
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	beyond, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[at:], string(mark)))
	switch {
	case r == '_' && mark == '*' && outward:
		return rune(mark) // which it may become
	case r == rune(mark) && !IsOfWord(beyond) && !opensWords(beyond):
		return ' ' // which ends what stands before it
	}
	return r
}

// opensWords reports whether a sign stands before words.
func opensWords(r rune) bool { return unicode.In(r, unicode.Ps, unicode.Pi) || r == '"' || r == '\'' }

// SpaceWithin returns where white space stands before closing tags that end at a place.
func SpaceWithin(text string, at int) (from, to int) {
	for range mostTags {
		name, closing, next := TagBeside(text, at, Backward)
		if next < 0 || !closing || name == "a" || MarksOfTags[name] == "`" {
			break
		}
		at = next
	}
	return len(strings.TrimRightFunc(text[:at], unicode.IsSpace)), at
}

// EndsWithAnother reports whether another mark ends where one ends, behind a place.
func EndsWithAnother(text string, at int) bool {
	for range mostTags {
		name, closing, next := TagBeside(text, at, Forward)
		if next < 0 || !closing || name == "a" {
			return false
		}
		if MarksOfTags[name] != "" {
			return true
		}
		at = next
	}
	return false
}

// TagBeside returns the name of the tag beside a place, and the place on its other side; -1 where none is.
func TagBeside(text string, at int, ahead bool) (name string, closing bool, next int) {
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
	m := Tag.FindStringSubmatchIndex(text[from:min(len(text), from+longestBeside)])
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

// MarkOf returns the mark that HTML becomes that means the same as emphasis of Markdown, or "".
func MarkOf(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Emphasis:
		return strings.Repeat("*", n.Level)
	case *tables.Strikethrough:
		return "~~"
	}
	return ""
}

// ThinSpaceBefore returns what stands in place of a mark that is left out: a ThinSpace where another mark follows.
func ThinSpaceBefore(next rune, mark string) string {
	if next == rune(mark[0]) {
		return ThinSpace
	}
	return ""
}

// StartOf returns where words or emphasis with its marks begin; -1 where that is not known.
func StartOf(n ast.Node) int {
	switch n := n.(type) {
	case *ast.Text:
		return n.Segment.Start
	case *ast.RawHTML:
		return n.Segments.At(0).Start
	case *ast.Emphasis, *tables.Strikethrough:
		return max(StartOf(n.FirstChild())-len(MarkOf(n)), -1)
	}
	return -1
}

// EndOf returns where words or emphasis with its marks end; -1 where that is not known.
func EndOf(n ast.Node) int {
	switch n := n.(type) {
	case *ast.Text:
		return n.Segment.Stop
	case *ast.RawHTML:
		return n.Segments.At(n.Segments.Len() - 1).Stop
	case *ast.Emphasis, *tables.Strikethrough:
		if end := EndOf(n.LastChild()); end >= 0 {
			return end + len(MarkOf(n))
		}
	}
	return -1
}
