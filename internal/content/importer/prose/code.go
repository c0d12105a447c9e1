package prose

import (
	"slices"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// CodeReplacement returns the Markdown of code that replaces a span: inline code within a line, or else a fenced block
// within the list or quotation that contains the span.
func (e *Edits) CodeReplacement(from, to int, code, language string) string {
	before := e.Text[strings.LastIndexByte(e.Text[:from], '\n')+1 : from]
	after, _, _ := strings.Cut(e.Text[to:], "\n")
	inner, alone := e.ContinuationMargin(from, to)
	if !alone && !strings.ContainsAny(code, "\n`") {
		return "`" + code + "`"
	}
	lines := strings.Split(code, "\n")
	if last := len(lines) - 1; strings.Trim(lines[last], " \t>") == "" { // what is before the closing tag
		lines = lines[:last]
	}
	for i, line := range lines {
		for n := 0; n < len(inner) && line != "" && (line[0] == inner[n] || inner[n] == ' ' && line[0] == '\t'); n++ {
			line = line[1:]
		}
		lines[i] = line
	}
	block := strings.ReplaceAll(Fenced(strings.Join(lines, "\n"), language), "\n", "\n"+inner)
	if lineMargin.FindString(before) != before {
		block = "\n\n" + inner + block
	}
	if strings.TrimSpace(after) != "" {
		block += "\n\n" + inner
	}
	return block
}

// ContinuationMargin returns the margin of lines that continue the list or quotation around a span, and reports whether
// the span has its lines for itself.
func (e *Edits) ContinuationMargin(from, to int) (inner string, alone bool) {
	before := e.Text[strings.LastIndexByte(e.Text[:from], '\n')+1 : from]
	after, _, _ := strings.Cut(e.Text[to:], "\n")
	margin := lineMargin.FindString(before)
	inner = bullet.ReplaceAllStringFunc(margin, func(s string) string { return strings.Repeat(" ", len(s)) })
	return inner, margin == before && strings.TrimSpace(after) == ""
}

var (
	// lineMargin matches what precedes the text of a line: white space, and the marks of quotations and of an item.
	lineMargin = lazyregexp.New(`^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?`)
	bullet     = lazyregexp.New(`(?:[-*+]|\d{1,9}[.)])`)
)

// Fenced returns a fenced block of code.
func Fenced(code, language string) string {
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	return fence + strings.Trim(language, "\"`,") + "\n" + code + "\n" + fence
}

// codeOption matches the arguments of a code tag that are not its title: https://hexo.io/docs/tag-plugins#Code-Block.
var codeOption = lazyregexp.New(`\S+:\S*|\S+=\S+`)

// ReplaceCodeTag replaces Octopress' and Hexo's code tag with its title and its code.
func (e *Edits) ReplaceCodeTag(from, to int, code, arguments string) {
	language := ""
	for _, argument := range strings.Fields(arguments) {
		if name, found := strings.CutPrefix(argument, "lang:"); found {
			language = name
		}
	}
	block := e.CodeReplacement(from, to, code, language)
	title := SingleLine(strings.Join(strings.Fields(codeOption.ReplaceAllString(arguments, "")), " "))
	if inner, alone := e.ContinuationMargin(from, to); alone && title != "" {
		block = "**" + strings.Trim(strings.ReplaceAll(title, "*", ""), `"'`) + "**\n\n" + inner + block
	}
	e.Replace(from, to, block)
}

// CodeIn returns a function that reports, approximately, whether an offset of Markdown is in code: in a fenced block,
// between back ticks, or on an indented line.
func CodeIn(text string) func(at int) bool {
	var fences [][2]int
	fence, begin, at := "", 0, 0
	for line := range strings.Lines(text) {
		mark := FenceOf(line)
		switch {
		case fence == "" && OpensFence(line, mark) && !isIndentedCode(text[:at], line):
			fence, begin = mark, at
		case fence != "" && strings.HasPrefix(mark, fence) && strings.Trim(line, " \t\r\n>`~") == "":
			fences = append(fences, [2]int{begin, at + len(line)})
			fence = ""
		}
		at += len(line)
	}
	if fence != "" {
		fences = append(fences, [2]int{begin, len(text)})
	}
	return func(at int) bool {
		i, found := slices.BinarySearchFunc(fences, at, func(f [2]int, at int) int { return f[0] - at })
		if found || i > 0 && at < fences[i-1][1] {
			return true
		}
		start := strings.LastIndexByte(text[:at], '\n') + 1
		return strings.Count(text[start:at], "`")%2 == 1 || isIndentedCode(text[:start], text[start:at])
	}
}

// FenceOf returns the back ticks or tildes at the beginning of a line, after the marks of lists and quotations, if they
// may open or close a fenced block.
func FenceOf(line string) string {
	rest := strings.TrimLeft(line, " \t>")
	if m := itemMarker.FindString(rest); m != "" {
		rest = strings.TrimLeft(rest[len(m):], " \t")
	}
	for _, mark := range []string{"`", "~"} {
		if own := rest[:len(rest)-len(strings.TrimLeft(rest, mark))]; len(own) > 2 {
			return own
		}
	}
	return ""
}

// OpensFence reports whether a line that begins with these marks opens a fenced block; inline code does not.
func OpensFence(line, mark string) bool {
	return strings.HasPrefix(mark, "~") || mark != "" && strings.Count(line, "`") == len(mark)
}

// isIndentedCode reports whether a line, or its beginning, is indented code below the text above it. A blank line
// precedes indented code, and it is indented by four more columns than its list item.
func isIndentedCode(above, line string) bool {
	indent := ColumnWidth(IndentOf(line))
	if indent < 4 {
		return false
	}
	own, least, parted := indent, indent, above == ""
	for lines := 0; above != "" && lines < 500; lines++ {
		above = strings.TrimSuffix(above, "\n")
		at := strings.LastIndexByte(above, '\n') + 1
		before := above[at:]
		above = above[:at]
		if strings.TrimSpace(before) == "" {
			parted = true
			continue
		}
		if own = ColumnWidth(IndentOf(before)); own >= least {
			continue
		}
		if marker := itemMarker.FindString(before); marker != "" {
			return parted && indent >= ColumnWidth(marker)+4
		}
		if !parted {
			return false // a further line of a paragraph
		}
		if least = own; least == 0 {
			break
		}
	}
	return true
}
