package importer

import (
	"cmp"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"storefront/internal/content/markdown"
)

// captionMark begins the title of a picture that is its caption, until its paragraph is known. It is no character.
const captionMark = "\uFDD0"

// pictureOfFigure returns the tag of the only picture of a figure, with its caption as its title.
func pictureOfFigure(img string, caption []string) string {
	a, words := attributes(img), ""
	if caption != nil {
		words = plain(html.UnescapeString(tag.ReplaceAllString(caption[1], "")))
	}
	title := html.UnescapeString(a["title"])
	if words != "" {
		title = captionMark + words
	}
	return `<img src="` + html.EscapeString(html.UnescapeString(a["src"])) + `" alt="` +
		html.EscapeString(cmp.Or(html.UnescapeString(a["alt"]), words)) + `" title="` + html.EscapeString(title) + `">`
}

// plainFigures takes emphasis around figures out: there it would be of no words, and beside that of the caption.
func plainFigures(text string) *edits {
	e, inCode := &edits{text: text}, codeIn(text)
	for _, m := range figures.FindAllStringIndex(text, -1) {
		if start, end := emphasisAround(text, m[0], m[1]); start < m[0] && !inCode(m[0]) {
			e.replace(start, m[0], "")
			e.replace(m[1], end, "")
		}
	}
	return e
}

// figuresWithin replaces each figure of one picture, within lists, quotations and lines, by that picture.
func figuresWithin(text string) *edits {
	e, inCode := &edits{text: text}, codeIn(text)
	for _, m := range figures.FindAllStringSubmatchIndex(text, -1) {
		inner := text[m[2]:m[3]]
		pictures := images.FindAllStringSubmatch(inner, -1)
		if len(pictures) == 1 && !inCode(m[0]) && !strings.Contains(inner, "<a ") && !strings.Contains(inner, "\n\n") {
			e.replace(m[0], m[1], pictureOfFigure(pictures[0][1], captions.FindStringSubmatch(inner)))
		}
	}
	return e
}

// captionsApart gives pictures with captions paragraphs of their own: only there a title shows. Where none can be, as
// in a cell of a table, the caption is words beside the picture or below it.
func captionsApart(text string) string {
	if !strings.Contains(text, captionMark) {
		return text
	}
	e := &edits{text: text}
	_ = ast.Walk(markdown.Parse([]byte(text)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && n.Type() == ast.TypeBlock && n.FirstChild() != nil && n.FirstChild().Type() == ast.TypeInline {
			e.captionsOf(n)
		}
		return ast.WalkContinue, nil
	})
	text, _ = e.apply()
	return strings.ReplaceAll(text, captionMark, "")
}

// captionsOf parts the pictures with captions of a block of words from its words.
func (e *edits) captionsOf(n ast.Node) {
	lines := n.Lines()
	pictures, isAlone := picturesWithCaptions(n)
	_, isParagraph := n.(*ast.Paragraph)
	if lines == nil || lines.Len() == 0 || len(pictures) == 0 || isParagraph && isAlone {
		return
	}
	from, to := lines.At(0).Start, lines.At(lines.Len()-1).Stop
	to = from + len(strings.TrimRight(e.text[from:to], " \t\r\n"))
	margin := marginOfBlock(e.text, from)
	blank := "\n" + strings.TrimRight(margin, " \t") + "\n" + margin
	done, below := from, ""
	for _, isDirect := range pictures {
		mark := done + strings.Index(e.text[done:to], `"`+captionMark)
		start := max(done, strings.LastIndex(e.text[:max(mark, 0)], "!["))
		closed := start + strings.Index(e.text[start:to], "](")
		_, title, _, until, end, ok := destination(e.text, closed+2)
		if mark < done || closed < start || !ok {
			return
		}
		isHeading := n.Kind() == ast.KindHeading
		switch words := wordsOfTitle(title); {
		case isHeading && isDirect && strings.HasPrefix(e.text[from-min(from, 2):], "# "):
			e.replace(start, end, "")
			below += blank + e.text[start:end]
		case isHeading || isIn(n, tables.KindTableCell):
			e.replace(until, end, ") *"+words+"*")
		case isAlone || !isDirect:
			e.replace(until, end, ")")
			below += blank + "*" + words + "*"
		default:
			e.part(done, start, end, to, blank)
		}
		done = end
	}
	if below != "" {
		e.replace(to, to, below)
	}
}

// picturesWithCaptions returns for each picture with a caption of a block whether it stands in no link and no emphasis,
// and reports whether the block has no other words.
func picturesWithCaptions(n ast.Node) (isDirect []bool, isAlone bool) {
	isAlone = true
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		picture, ok := c.(*ast.Image)
		switch {
		case !entering || c == n:
		case ok && strings.HasPrefix(string(picture.Title), captionMark):
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
	spaceBefore = regexp.MustCompile(`(?:[ \t]*\\?\n[ \t>]*|[ \t]+)$`)
	spaceBehind = regexp.MustCompile(`^(?:[ \t]*\\?\n[ \t>]*|[ \t]+)`)
	// beginsAsBlock matches words that would begin another block at the beginning of a line.
	beginsAsBlock = regexp.MustCompile(`^(?:[-+*>]|#{1,6}|[-=]+|\d{1,9}[.)])(?:\s|$)`)
)

// part has a picture stand in a paragraph of its own, where there are words before it or behind it.
func (e *edits) part(from, start, end, to int, blank string) {
	if before := e.text[from:start]; strings.Trim(before, " \t\r\n>") != "" {
		e.replace(start-len(spaceBefore.FindString(before)), start, blank)
	}
	after := e.text[end:to]
	if next := strings.Index(after, `"`+captionMark); next >= 0 {
		after = after[:max(strings.LastIndex(after[:next], "!["), 0)]
	}
	if strings.Trim(after, " \t\r\n>") == "" {
		return
	}
	space := len(spaceBehind.FindString(after))
	if mark := beginsAsBlock.FindString(after[space:]); mark != "" {
		mark = strings.TrimSpace(mark)
		e.replace(end, end+space+len(mark), blank+mark[:len(mark)-1]+`\`+mark[len(mark)-1:])
		return
	}
	e.replace(end, end+space, blank)
}

// marginOfBlock returns what the lines begin with that go on with a block in its list or quotation.
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

// wordsOfTitle returns the title of a picture as words.
func wordsOfTitle(title string) string {
	title = string(util.UnescapePunctuations([]byte(strings.TrimPrefix(title, captionMark))))
	return strings.TrimSpace(marksOfWords.Replace(title))
}
