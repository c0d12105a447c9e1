package prose

import (
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// tagLine matches a line that contains only tags of components or containers.
var tagLine = lazyregexp.New(
	`^[ \t]*(?:</?(?:[A-Z][\w.]*|div|section|details)(?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?/?>[ \t]*)+$`)

// preLine matches a line that opens a <pre> element.
var preLine = lazyregexp.New(`^[ \t]*(?:<[A-Za-z][^<>]*>[ \t]*)*<pre[\s>]`)

// NormaliseMDX makes MDX valid Markdown: blank lines separate tags on lines of their own from their content, and
// indentation is removed where Markdown would read it as code. In MDX, only the content of <pre> is indented code.
func NormaliseMDX(text string) *Edits {
	e, fence, drop, at, pre := &Edits{Text: text}, "", 0, 0, 0
	for line := range strings.Lines(text) {
		start, mark, words := at, FenceOf(line), strings.TrimRight(line, "\r\n")
		at += len(line)
		indent := IndentOf(line)
		switch {
		case start < pre:
			continue
		case fence != "":
			if strings.HasPrefix(mark, fence) && strings.Trim(words, " \t>`~") == "" {
				fence = ""
			}
			if taken := min(drop, len(indent)); taken > 0 {
				e.Replace(start, start+taken, "")
			}
			continue
		case OpensFence(line, mark):
			fence, drop = mark, 0
		case preLine.MatchString(words):
			pre = len(text)
			if i := strings.Index(text[start:], "</pre>"); i >= 0 {
				pre = start + i
			}
		case tagLine.MatchString(words):
			e.Replace(start, start+len(words), "\n"+strings.TrimLeft(words, " \t")+"\n")
			if IsInListItem(text[:start], ColumnWidth(indent)) {
				e.List[len(e.List)-1].With = "\n" + words + "\n"
			}
			continue
		}
		if ColumnWidth(indent) > 3 && !IsInListItem(text[:start], ColumnWidth(indent)) &&
			strings.TrimSpace(words) != "" {
			e.Replace(start, start+len(indent), "")
			drop = len(indent)
		}
	}
	return e
}
