package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"storefront/internal/lib/lazyregexp"
)

// IncludeEmphasis extends a span that is removed by the emphasis around it that would be empty, together with the span
// directly before it if that is removed too.
func (e *Edits) IncludeEmphasis(from, to int) (int, int) {
	if last := len(e.List) - 1; last >= 0 && e.List[last].To == from && e.List[last].With == "" {
		joined := e.List[last].From
		if start, end := includeEmphasis(e.Text, joined, to); start != joined || end != to {
			e.List = e.List[:last]
			return start, end
		}
	}
	return includeEmphasis(e.Text, from, to)
}

var (
	beginningMarks = lazyregexp.New(`^(?:\*+|_+|~+)`)
	endingMarks    = lazyregexp.New(`(?:\*+|_+|~+)$`)
	bullets        = lazyregexp.New(`(?m)^[ \t>]*[-*+][ \t]`)
)

// includeEmphasis extends a span by the marks of emphasis on both sides that contain nothing else, or by the white
// space between marks and their text. Code has no emphasis.
func includeEmphasis(text string, from, to int) (int, int) {
	above := text[max(0, from-MaxContext):from]
	above = above[max(0, strings.LastIndex(above, "\n\n")):]
	below, _, _ := strings.Cut(text[to:min(len(text), to+MaxContext)], "\n\n")
	before, behind := endingMarks.FindString(above), beginningMarks.FindString(below)
	outer, inner := strings.TrimSuffix(above, before), strings.TrimPrefix(below, behind)
	if n := emptyMarks(before, behind); n > 0 && !strings.HasSuffix(outer, "`") {
		return from - n, to + n
	}
	if words := strings.TrimLeftFunc(below, unicode.IsSpace); before != "" && words != "" &&
		hasWordBoundary(outer, true) && hasUnpairedMarks(words, before) {
		return from, to + len(below) - len(words)
	}
	if words := strings.TrimRightFunc(above, unicode.IsSpace); behind != "" && words != "" &&
		hasWordBoundary(inner, false) && hasUnpairedMarks(words, behind) {
		return from - len(above) + len(words), to
	}
	return from, to
}

// emptyMarks returns the number of marks before and after a span that contain only the span. If one side has twice as
// many, the others belong to adjacent text.
func emptyMarks(before, behind string) int {
	short, long := before, behind
	if len(short) > len(long) {
		short, long = long, short
	}
	if short == long || len(short) > 1 && long == short+short {
		return len(short)
	}
	return 0
}

// hasWordBoundary reports whether no word is at the beginning, or at the end, of a text.
func hasWordBoundary(text string, atEnd bool) bool {
	r, _ := utf8.DecodeRuneInString(text)
	if atEnd {
		r, _ = utf8.DecodeLastRuneInString(text)
	}
	return text == "" || !IsWordRune(r) && r != '`'
}

// hasUnpairedMarks reports whether marks occur in a text an odd number of times.
func hasUnpairedMarks(text, marks string) bool {
	return strings.Count(bullets.ReplaceAllString(text, ""), marks)%2 == 1
}

var (
	openedEmphasis = lazyregexp.New(`(?i)<(em|i|strong|b)>\s*$`)
	closedEmphasis = lazyregexp.New(`(?i)^\s*</(em|i|strong|b)>`)
)

// UnemphasisePictures moves pictures at the ends of emphasis out of it, since the marks would be beside white space, or
// beside each other, if a picture is left out.
func UnemphasisePictures(text string) *Edits {
	e, inCode := &Edits{Text: text}, CodeIn(text)
	for _, form := range []*lazyregexp.Regexp{images, markdownPicture} {
		for _, m := range form.FindAllStringIndex(text, -1) {
			from, to := m[0], m[1]
			start, end := EmphasisAround(text, from, to)
			if inCode(from) {
				continue
			}
			e.Replace(start, from, "")
			e.Replace(to, end, "")
			above, below := text[max(0, start-maxTagBytes):start], text[end:min(len(text), end+maxTagBytes)]
			if mark := openedEmphasis.FindString(above); mark != "" {
				space := len(below) - len(strings.TrimLeft(below, " \t"))
				e.Replace(start-len(mark), start, "")
				e.Replace(end, end+space, below[:space]+mark)
			} else if mark := closedEmphasis.FindString(below); mark != "" {
				space := len(above) - len(strings.TrimRight(above, " \t"))
				e.Replace(start-space, start, mark+above[len(above)-space:])
				e.Replace(end, end+len(mark), "")
			}
		}
	}
	return e
}

// EmphasisAround extends a span by the emphasis, in Markdown or HTML, that contains only the span.
func EmphasisAround(text string, from, to int) (start, end int) {
	for range maxTagsBeside {
		above, below := text[max(0, from-maxTagBytes):from], text[to:min(len(text), to+maxTagBytes)]
		if n := emptyMarks(endingMarks.FindString(above), beginningMarks.FindString(below)); n > 0 {
			from, to = from-n, to+n
			continue
		}
		opened, closed := openedEmphasis.FindStringSubmatch(above), closedEmphasis.FindStringSubmatch(below)
		if opened == nil || closed == nil || !strings.EqualFold(opened[1], closed[1]) {
			break
		}
		from, to = from-len(opened[0]), to+len(closed[0])
	}
	return from, to
}
