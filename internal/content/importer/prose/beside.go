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
	// maxTagsBeside is the number of adjacent tags that are examined beside a mark.
	maxTagsBeside = 8
	// maxTagBytes is the maximum length of such a tag.
	maxTagBytes = 400
)

// NeedsThinSpace reports whether CommonMark reads a mark as text, or as a part of an adjacent mark, unless a ThinSpace
// is outside of it.
func NeedsThinSpace(inside, outside rune, mark byte) bool {
	return outside == rune(mark) || isPunctuation(inside) && IsWordRune(outside)
}

// RuneBeside returns the character beside an offset after tags are converted: a space if the mark joins another one,
// and the mark itself if both would be read as one.
func RuneBeside(text string, at int, ahead bool, mark byte, outward bool) rune {
	for range maxTagsBeside {
		name, closing, next := TagBeside(text, at, ahead)
		if next < 0 {
			break
		}
		at = next
		switch other := TagMarks[name]; {
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
			slices.Contains(ContainerElements, name) ||
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
		return rune(mark) // it may become one
	case r == rune(mark) && !IsWordRune(beyond) && !isOpeningPunctuation(beyond):
		return ' ' // it closes what precedes it
	}
	return r
}

// isOpeningPunctuation reports whether a character precedes words.
func isOpeningPunctuation(r rune) bool {
	return unicode.In(r, unicode.Ps, unicode.Pi) || r == '"' || r == '\''
}

// SpaceWithin returns the white space before the closing tags that end at an offset.
func SpaceWithin(text string, at int) (from, to int) {
	for range maxTagsBeside {
		name, closing, next := TagBeside(text, at, Backward)
		if next < 0 || !closing || name == "a" || TagMarks[name] == "`" {
			break
		}
		at = next
	}
	return len(strings.TrimRightFunc(text[:at], unicode.IsSpace)), at
}

// EndsAnotherMark reports whether another mark closes directly after an offset.
func EndsAnotherMark(text string, at int) bool {
	for range maxTagsBeside {
		name, closing, next := TagBeside(text, at, Forward)
		if next < 0 || !closing || name == "a" {
			return false
		}
		if TagMarks[name] != "" {
			return true
		}
		at = next
	}
	return false
}

// TagBeside returns the name of the tag beside an offset, and the offset on its other side; -1 if there is none.
func TagBeside(text string, at int, ahead bool) (name string, closing bool, next int) {
	from := at
	if !ahead {
		if at == 0 || text[at-1] != '>' {
			return "", false, -1
		}
		start := max(at-maxTagBytes, 0)
		from = start + max(strings.LastIndexByte(text[start:at], '<'), 0)
	}
	if from >= len(text) || text[from] != '<' {
		return "", false, -1
	}
	m := Tag.FindStringSubmatchIndex(text[from:min(len(text), from+maxTagBytes)])
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

// EmphasisMark returns the mark of a node of emphasis as converted HTML has it, or "".
func EmphasisMark(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Emphasis:
		return strings.Repeat("*", n.Level)
	case *tables.Strikethrough:
		return "~~"
	}
	return ""
}

// ThinSpaceBefore returns the replacement of a removed mark: a ThinSpace if another mark follows.
func ThinSpaceBefore(next rune, mark string) string {
	if next == rune(mark[0]) {
		return ThinSpace
	}
	return ""
}

// StartOffset returns the start of text, or of emphasis including its marks; -1 if it is unknown.
func StartOffset(n ast.Node) int {
	switch n := n.(type) {
	case *ast.Text:
		return n.Segment.Start
	case *ast.RawHTML:
		return n.Segments.At(0).Start
	case *ast.Emphasis, *tables.Strikethrough:
		return max(StartOffset(n.FirstChild())-len(EmphasisMark(n)), -1)
	}
	return -1
}

// EndOffset returns the end of text, or of emphasis including its marks; -1 if it is unknown.
func EndOffset(n ast.Node) int {
	switch n := n.(type) {
	case *ast.Text:
		return n.Segment.Stop
	case *ast.RawHTML:
		return n.Segments.At(n.Segments.Len() - 1).Stop
	case *ast.Emphasis, *tables.Strikethrough:
		if end := EndOffset(n.LastChild()); end >= 0 {
			return end + len(EmphasisMark(n))
		}
	}
	return -1
}
