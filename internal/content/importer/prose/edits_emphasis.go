package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"storefront/internal/lib/lazyregexp"
)

// WithEmphasis widens a stretch that is taken out by what would be left of emphasis around it, together with the
// stretch right before it, if that is taken out too.
func (e *Edits) WithEmphasis(from, to int) (int, int) {
	if last := len(e.List) - 1; last >= 0 && e.List[last].To == from && e.List[last].With == "" {
		joined := e.List[last].From
		if start, end := widened(e.Text, joined, to); start != joined || end != to {
			e.List = e.List[:last]
			return start, end
		}
	}
	return widened(e.Text, from, to)
}

var (
	beginningMarks = lazyregexp.New(`^(?:\*+|_+|~+)`)
	endingMarks    = lazyregexp.New(`(?:\*+|_+|~+)$`)
	bullets        = lazyregexp.New(`(?m)^[ \t>]*[-*+][ \t]`)
)

// widened widens a stretch by the marks of emphasis on both its sides that emphasise nothing else, or by the white
// space between marks and the words that they emphasise. Code has no emphasis.
func widened(text string, from, to int) (int, int) {
	above := text[max(0, from-EnoughWords):from]
	above = above[max(0, strings.LastIndex(above, "\n\n")):]
	below, _, _ := strings.Cut(text[to:min(len(text), to+EnoughWords)], "\n\n")
	before, behind := endingMarks.FindString(above), beginningMarks.FindString(below)
	outer, inner := strings.TrimSuffix(above, before), strings.TrimPrefix(below, behind)
	if n := emptyMarks(before, behind); n > 0 && !strings.HasSuffix(outer, "`") {
		return from - n, to + n
	}
	if words := strings.TrimLeftFunc(below, unicode.IsSpace); before != "" && words != "" && isApart(outer, true) &&
		isOdd(words, before) {
		return from, to + len(below) - len(words)
	}
	if words := strings.TrimRightFunc(above, unicode.IsSpace); behind != "" && words != "" && isApart(inner, false) &&
		isOdd(words, behind) {
		return from - len(above) + len(words), to
	}
	return from, to
}

// emptyMarks returns how many marks before and behind a stretch emphasise that alone. Of twice as many on one side, the
// others belong to words beside it.
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

// isApart reports whether no word ends, or begins, a text.
func isApart(text string, atEnd bool) bool {
	r, _ := utf8.DecodeRuneInString(text)
	if atEnd {
		r, _ = utf8.DecodeLastRuneInString(text)
	}
	return text == "" || !IsOfWord(r) && r != '`'
}

// isOdd reports whether marks of emphasis stand in a text an odd number of times: one of them has no other there.
func isOdd(text, marks string) bool {
	return strings.Count(bullets.ReplaceAllString(text, ""), marks)%2 == 1
}

var (
	openedEmphasis = lazyregexp.New(`(?i)<(em|i|strong|b)>\s*$`)
	closedEmphasis = lazyregexp.New(`(?i)^\s*</(em|i|strong|b)>`)
)

// PlainPictures takes pictures at the ends of emphasis in HTML out of it: its marks would stand beside white space, or
// beside each other, where a picture is left out.
func PlainPictures(text string) *Edits {
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
			above, below := text[max(0, start-longestBeside):start], text[end:min(len(text), end+longestBeside)]
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

// EmphasisAround widens a stretch by the emphasis, in Markdown or HTML, that is for it alone.
func EmphasisAround(text string, from, to int) (start, end int) {
	for range mostTags {
		above, below := text[max(0, from-longestBeside):from], text[to:min(len(text), to+longestBeside)]
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
