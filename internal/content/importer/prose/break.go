package prose

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

// MaxContext is the number of bytes around an offset that are examined.
const MaxContext = 2000

var (
	// BlockBoundary matches what separates paragraphs, in Markdown or in HTML.
	BlockBoundary = lazyregexp.New(`(?i)\n[ \t>]*\n|</?(?:` +
		strings.Join(slices.Concat(StructuralElements, ContainerElements, PartElements), "|") + `)\b[^>]*>`)
	// NextBlock matches the beginning of another block on the next line.
	NextBlock = lazyregexp.New("^[ \t]*(?:<br */?>[ \t]*)*\n[ \t>]*" +
		"(?:```|~~~|[-*+][ \t]|\\d{1,9}[.)][ \t]|#{1,6}[ \t]|\\|)")
)

// IsInvisible reports whether a part of a paragraph shows nothing.
func IsInvisible(text string) bool {
	return strings.Trim(strings.ReplaceAll(Tag.ReplaceAllStringFunc(text, func(t string) string {
		if images.MatchString(t) {
			return t
		}
		return ""
	}), "&nbsp;", ""), " \t\n>*_~") == ""
}

// IsInside reports whether a node or an ancestor is of a kind.
func IsInside(n ast.Node, kind ast.NodeKind) bool {
	for ; n != nil; n = n.Parent() {
		if n.Kind() == kind {
			return true
		}
	}
	return false
}

// nonTextLine matches lines of a paragraph without text: only tags, a picture, the first line of a note or an alert,
// attributes; and lines that end with a break.
var nonTextLine = lazyregexp.New(`(?i)^[ \t>]*(?:(?:<[^<>]*>[ \t]*)*(?:<br\s*/?>)?|\[?!\[[^\]]*\]\([^)]*\).*|` +
	`<img\b.*|:::.*|\[![\w-]+\].*|\{[^{}]*\})[ \t]*$|<br\s*/?>[ \t]*$`)

// AddHardLineBreaks makes the line ends within paragraphs hard line breaks, except beside lines without text.
func AddHardLineBreaks(text string) *Edits {
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
		if end >= from && !nonTextLine.MatchString(above) && !nonTextLine.MatchString(LineAt(text, end+1)) {
			e.Replace(from, end, "  ")
		}
		return ast.WalkContinue, nil
	})
	return e
}

// ConvertBackslashBreaks converts kramdown's line break, two backslashes at the end of a line, to one backslash as in
// CommonMark, or to <br> in HTML: https://kramdown.gettalong.org/syntax.html#paragraphs.
func ConvertBackslashBreaks(text string) *Edits {
	e, source := &Edits{Text: text}, []byte(text)
	replace := func(to int, with string) { // to is the end of a line without white space
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
			if !entering || codeElement.Match(n.Lines().Value(source)) {
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

var codeElement = lazyregexp.New(`(?i)<(?:pre|code|script|style|math)\b`)
