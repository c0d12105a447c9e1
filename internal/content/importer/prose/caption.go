package prose

import (
	"cmp"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"storefront/internal/content/markdown"
	"storefront/internal/lib/lazyregexp"
)

// CaptionMark begins the title of a picture that is a caption, until SeparateCaptions has run. It is a noncharacter.
const CaptionMark = "\uFDD0"

// figureImage returns the <img> of a figure with one picture, with its caption as title.
func figureImage(img string, caption []string) string {
	a, words := ParseAttributes(img), ""
	if caption != nil {
		words = SingleLine(html.UnescapeString(Tag.ReplaceAllString(caption[1], "")))
	}
	title := html.UnescapeString(a["title"])
	if words != "" {
		title = CaptionMark + words
	}
	return `<img src="` + html.EscapeString(html.UnescapeString(a["src"])) + `" alt="` +
		html.EscapeString(cmp.Or(html.UnescapeString(a["alt"]), words)) + `" title="` + html.EscapeString(title) + `">`
}

// UnemphasiseFigures removes emphasis around figures, where it would be empty or next to that of the caption.
func UnemphasiseFigures(text string) *Edits {
	e, inCode := &Edits{Text: text}, CodeIn(text)
	for _, m := range figures.FindAllStringIndex(text, -1) {
		if start, end := EmphasisAround(text, m[0], m[1]); start < m[0] && !inCode(m[0]) {
			e.Replace(start, m[0], "")
			e.Replace(m[1], end, "")
		}
	}
	return e
}

// ReplaceInlineFigures replaces each figure with one picture, in lists, quotations and lines, with that picture.
func ReplaceInlineFigures(text string) *Edits {
	e, inCode := &Edits{Text: text}, CodeIn(text)
	for _, m := range figures.FindAllStringSubmatchIndex(text, -1) {
		inner := text[m[2]:m[3]]
		pictures := images.FindAllStringSubmatch(inner, -1)
		if len(pictures) == 1 && !inCode(m[0]) && !strings.Contains(inner, "<a ") && !strings.Contains(inner, "\n\n") {
			e.Replace(m[0], m[1], figureImage(pictures[0][1], captions.FindStringSubmatch(inner)))
		}
	}
	return e
}

// SeparateCaptions puts pictures with captions into paragraphs of their own, since captions show only there. Where that
// is impossible, as in a cell of a table, the caption becomes text beside or below the picture.
func SeparateCaptions(text string) string {
	if !strings.Contains(text, CaptionMark) {
		return text
	}
	e := &Edits{Text: text}
	_ = ast.Walk(markdown.Parse([]byte(text)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && n.Type() == ast.TypeBlock && n.FirstChild() != nil && n.FirstChild().Type() == ast.TypeInline {
			e.separateCaptions(n)
		}
		return ast.WalkContinue, nil
	})
	text, _ = e.Apply()
	return strings.ReplaceAll(text, CaptionMark, "")
}

// separateCaptions separates the pictures with captions of a block from its text.
func (e *Edits) separateCaptions(n ast.Node) {
	lines := n.Lines()
	pictures, isAlone := picturesWithCaptions(n)
	_, isParagraph := n.(*ast.Paragraph)
	if lines == nil || lines.Len() == 0 || len(pictures) == 0 || isParagraph && isAlone {
		return
	}
	from, to := lines.At(0).Start, lines.At(lines.Len()-1).Stop
	to = from + len(strings.TrimRight(e.Text[from:to], " \t\r\n"))
	margin := marginOfBlock(e.Text, from)
	blank := "\n" + strings.TrimRight(margin, " \t") + "\n" + margin
	done, below := from, ""
	for _, isDirect := range pictures {
		mark := done + strings.Index(e.Text[done:to], `"`+CaptionMark)
		start := max(done, strings.LastIndex(e.Text[:max(mark, 0)], "!["))
		closed := start + strings.Index(e.Text[start:to], "](")
		_, title, _, until, end, ok := ParseDestination(e.Text, closed+2)
		if mark < done || closed < start || !ok {
			return
		}
		isHeading := n.Kind() == ast.KindHeading
		switch words := titleText(title); {
		case isHeading && isDirect && strings.HasPrefix(e.Text[from-min(from, 2):], "# "):
			e.Replace(start, end, "")
			below += blank + e.Text[start:end]
		case isHeading || IsInside(n, tables.KindTableCell):
			e.Replace(until, end, ") *"+words+"*")
		case isAlone || !isDirect:
			e.Replace(until, end, ")")
			below += blank + "*" + words + "*"
		default:
			e.separatePicture(done, start, end, to, blank)
		}
		done = end
	}
	if below != "" {
		e.Replace(to, to, below)
	}
}

// picturesWithCaptions returns, for each picture with a caption in a block, whether it is outside links and emphasis,
// and reports whether the block contains nothing else.
func picturesWithCaptions(n ast.Node) (isDirect []bool, isAlone bool) {
	isAlone = true
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		picture, ok := c.(*ast.Image)
		switch {
		case !entering || c == n:
		case ok && strings.HasPrefix(string(picture.Title), CaptionMark):
			isDirect = append(isDirect, c.Parent() == n)
			isAlone = isAlone && c.Parent() == n
			return ast.WalkSkipChildren, nil
		case ok:
			return ast.WalkSkipChildren, nil
		default:
			text, isText := c.(*ast.Text)
			isAlone = isAlone && isText && text.Segment.IsEmpty()
		}
		return ast.WalkContinue, nil
	})
	return isDirect, isAlone
}

var (
	spaceBefore = lazyregexp.New(`(?:[ \t]*\\?\n[ \t>]*|[ \t]+)$`)
	spaceAfter  = lazyregexp.New(`^(?:[ \t]*\\?\n[ \t>]*|[ \t]+)`)
	// blockMarker matches text that would begin another block at the beginning of a line.
	blockMarker = lazyregexp.New(`^(?:[-+*>]|#{1,6}|[-=]+|\d{1,9}[.)])(?:\s|$)`)
)

// separatePicture puts a picture into a paragraph of its own if there is text before or after it.
func (e *Edits) separatePicture(from, start, end, to int, blank string) {
	if before := e.Text[from:start]; strings.Trim(before, " \t\r\n>") != "" {
		e.Replace(start-len(spaceBefore.FindString(before)), start, blank)
	}
	after := e.Text[end:to]
	if next := strings.Index(after, `"`+CaptionMark); next >= 0 {
		after = after[:max(strings.LastIndex(after[:next], "!["), 0)]
	}
	if strings.Trim(after, " \t\r\n>") == "" {
		return
	}
	space := len(spaceAfter.FindString(after))
	if mark := blockMarker.FindString(after[space:]); mark != "" {
		mark = strings.TrimSpace(mark)
		e.Replace(end, end+space+len(mark), blank+mark[:len(mark)-1]+`\`+mark[len(mark)-1:])
		return
	}
	e.Replace(end, end+space, blank)
}

// marginOfBlock returns the margin of lines that continue a block in its list or quotation.
func marginOfBlock(text string, from int) string {
	before, _, _ := strings.Cut(text[strings.LastIndexByte(text[:from], '\n')+1:from], "#")
	if strings.HasPrefix(before, "[^") {
		return "    "
	}
	return strings.Map(func(r rune) rune {
		if r == '>' || r == '\t' {
			return r
		}
		return ' '
	}, before)
}

// titleText returns the title of a picture as escaped text.
func titleText(title string) string {
	title = string(util.UnescapePunctuations([]byte(strings.TrimPrefix(title, CaptionMark))))
	return strings.TrimSpace(MarkdownEscaper.Replace(title))
}
