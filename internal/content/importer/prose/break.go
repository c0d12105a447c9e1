package prose

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

// EnoughWords is how much of a paragraph beside something shows what is there.
const EnoughWords = 2000

var (
	// BlockEnd matches what parts paragraphs, in Markdown or in HTML.
	BlockEnd = lazyregexp.New(`(?i)\n[ \t>]*\n|</?(?:` + strings.Join(slices.Concat(StructuralElements, HolderElements, PartElements), "|") +
		`)\b[^>]*>`)
	// BeginsBlock matches what goes on with a line that belongs to another block.
	BeginsBlock = lazyregexp.New("^[ \t]*(?:<br */?>[ \t]*)*\n[ \t>]*" +
		"(?:```|~~~|[-*+][ \t]|\\d{1,9}[.)][ \t]|#{1,6}[ \t]|\\|)")
)

// IsBare reports whether a stretch of a paragraph shows nothing.
func IsBare(text string) bool {
	return strings.Trim(strings.ReplaceAll(Tag.ReplaceAllStringFunc(text, func(t string) string {
		if images.MatchString(t) {
			return t
		}
		return ""
	}), "&nbsp;", ""), " \t\n>*_~") == ""
}

// IsIn reports whether something stands in something of a kind.
func IsIn(n ast.Node, kind ast.NodeKind) bool {
	for ; n != nil; n = n.Parent() {
		if n.Kind() == kind {
			return true
		}
	}
	return false
}

// besideBreak matches lines of a paragraph that are no text: tags alone, a picture, an opening of a note or of an
// alert, attributes; and what ends with a break.
var besideBreak = lazyregexp.New(`(?i)^[ \t>]*(?:(?:<[^<>]*>[ \t]*)*(?:<br\s*/?>)?|\[?!\[[^\]]*\]\([^)]*\).*|` +
	`<img\b.*|:::.*|\[![\w-]+\].*|\{[^{}]*\})[ \t]*$|<br\s*/?>[ \t]*$`)

// HardLineEnds makes the line ends within paragraphs hard ones, except those beside a line that is no text.
func HardLineEnds(text string) *Edits {
	e := &Edits{Text: text}
	_ = ast.Walk(markdown.Parse([]byte(text)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Kind() == ast.KindHeading || n.Kind() == ast.KindCodeSpan {
			return ast.WalkSkipChildren, nil
		}
		t, ok := n.(*ast.Text)
		if !ok || !entering || !t.SoftLineBreak() {
			return ast.WalkContinue, nil
		}
		from := t.Segment.Stop
		end := from + strings.IndexByte(text[from:], '\n')
		above := text[strings.LastIndexByte(text[:from], '\n')+1 : max(from, end)]
		if end >= from && !besideBreak.MatchString(above) && !besideBreak.MatchString(LineAt(text, end+1)) {
			e.Replace(from, end, "  ")
		}
		return ast.WalkContinue, nil
	})
	return e
}

// BackslashBreaks makes kramdown's line break, two backslashes at the end of a line, one backslash, as CommonMark has
// it, and <br> in HTML: https://kramdown.gettalong.org/syntax.html#paragraphs.
func BackslashBreaks(text string) *Edits {
	e, source := &Edits{Text: text}, []byte(text)
	replace := func(to int, with string) { // what ends before white space at the end of a line
		backslashes := to - len(strings.TrimRight(text[:to], `\`))
		if end := strings.IndexByte(text[to:], '\n'); end >= 0 && backslashes > 0 && backslashes%2 == 0 {
			e.Replace(to-2, to+end, with)
		}
	}
	_ = ast.Walk(markdown.Parse(source), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.CodeSpan:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			if entering && (n.SoftLineBreak() || n.HardLineBreak()) {
				replace(n.Segment.Stop, `\`)
			}
		case *ast.HTMLBlock:
			if !entering || codeOfBlock.Match(n.Lines().Value(source)) {
				return ast.WalkContinue, nil
			}
			for i := range max(n.Lines().Len()-1, 0) {
				replace(len(strings.TrimRight(text[:n.Lines().At(i).Stop], " \t\n")), "<br>")
			}
		}
		return ast.WalkContinue, nil
	})
	return e
}

var codeOfBlock = lazyregexp.New(`(?i)<(?:pre|code|script|style|math)\b`)
