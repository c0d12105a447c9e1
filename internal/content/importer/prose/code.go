package prose

import (
	"slices"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// Code is what takes the place of a stretch that is code: a span within a line, else a block, which stays within the
// list or the quotation that it begins in.
func (e *Edits) Code(from, to int, code, language string) string {
	before := e.Text[strings.LastIndexByte(e.Text[:from], '\n')+1 : from]
	after, _, _ := strings.Cut(e.Text[to:], "\n")
	inner, alone := e.Margin(from, to)
	if !alone && !strings.ContainsAny(code, "\n`") {
		return "`" + code + "`"
	}
	lines := strings.Split(code, "\n")
	if last := len(lines) - 1; strings.Trim(lines[last], " \t>") == "" { // what stands before the closing tag
		lines = lines[:last]
	}
	for i, line := range lines {
		for n := 0; n < len(inner) && line != "" && (line[0] == inner[n] || inner[n] == ' ' && line[0] == '\t'); n++ {
			line = line[1:]
		}
		lines[i] = line
	}
	block := strings.ReplaceAll(Fenced(strings.Join(lines, "\n"), language), "\n", "\n"+inner)
	if marginOf.FindString(before) != before {
		block = "\n\n" + inner + block
	}
	if strings.TrimSpace(after) != "" {
		block += "\n\n" + inner
	}
	return block
}

// Margin returns what lines begin with that go on in the list or the quotation where a stretch begins, and reports
// whether the stretch has its lines for itself.
func (e *Edits) Margin(from, to int) (inner string, alone bool) {
	before := e.Text[strings.LastIndexByte(e.Text[:from], '\n')+1 : from]
	after, _, _ := strings.Cut(e.Text[to:], "\n")
	margin := marginOf.FindString(before)
	inner = bulletOf.ReplaceAllStringFunc(margin, func(s string) string { return strings.Repeat(" ", len(s)) })
	return inner, margin == before && strings.TrimSpace(after) == ""
}

var (
	// marginOf matches what stands before the words of a line: white space, and the marks of quotations and of an item.
	marginOf = lazyregexp.New(`^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?`)
	bulletOf = lazyregexp.New(`(?:[-*+]|\d{1,9}[.)])`)
)

// Fenced is code with a fence that none of its lines has.
func Fenced(code, language string) string {
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	return fence + strings.Trim(language, "\"`,") + "\n" + code + "\n" + fence
}

// argumentOfCode matches the arguments of a block of code that are not its title:
// https://hexo.io/docs/tag-plugins#Code-Block.
var argumentOfCode = lazyregexp.New(`\S+:\S*|\S+=\S+`)

// CodeOfTag puts the code of Octopress' and Hexo's tag in its place, below its title.
func (e *Edits) CodeOfTag(from, to int, code, arguments string) {
	language := ""
	for _, argument := range strings.Fields(arguments) {
		if name, found := strings.CutPrefix(argument, "lang:"); found {
			language = name
		}
	}
	block := e.Code(from, to, code, language)
	title := Plain(strings.Join(strings.Fields(argumentOfCode.ReplaceAllString(arguments, "")), " "))
	if inner, alone := e.Margin(from, to); alone && title != "" {
		block = "**" + strings.Trim(strings.ReplaceAll(title, "*", ""), `"'`) + "**\n\n" + inner + block
	}
	e.Replace(from, to, block)
}

// CodeIn returns a function that reports, roughly, whether a place of Markdown is code: in a fenced block, between back
// ticks, or on a line that is further in than what holds it by four columns.
func CodeIn(text string) func(at int) bool {
	var fences [][2]int
	fence, begin, at := "", 0, 0
	for line := range strings.Lines(text) {
		mark := FenceOf(line)
		switch {
		case fence == "" && OpensFence(line, mark) && !indentedCode(text[:at], line):
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
		return strings.Count(text[start:at], "`")%2 == 1 || indentedCode(text[:start], text[start:at])
	}
}

// FenceOf returns the back ticks or tildes that a line begins with, behind its marks of lists and quotations, if they
// may open or close a block of code.
func FenceOf(line string) string {
	rest := strings.TrimLeft(line, " \t>")
	if m := item.FindString(rest); m != "" {
		rest = strings.TrimLeft(rest[len(m):], " \t")
	}
	for _, mark := range []string{"`", "~"} {
		if own := rest[:len(rest)-len(strings.TrimLeft(rest, mark))]; len(own) > 2 {
			return own
		}
	}
	return ""
}

// OpensFence reports whether a line that begins with such marks opens a block of code; code within a line does not.
func OpensFence(line, mark string) bool {
	return strings.HasPrefix(mark, "~") || mark != "" && strings.Count(line, "`") == len(mark)
}

// indentedCode reports whether a line is indented code. It gets the text above the line, and the line or its beginning.
// A blank line stands before indented code, and the code is indented by four columns more than the list item it is in.
func indentedCode(above, line string) bool {
	indent := Width(IndentOf(line))
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
		if own = Width(IndentOf(before)); own >= least {
			continue
		}
		if marker := item.FindString(before); marker != "" {
			return parted && indent >= Width(marker)+4
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
