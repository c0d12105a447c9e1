package prose

import (
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// tagsAlone matches a line that holds nothing but tags of components or of boxes.
var tagsAlone = lazyregexp.New(
	`^[ \t]*(?:</?(?:[A-Z][\w.]*|div|section|details)(?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?/?>[ \t]*)+$`)

// opensPre matches a line that begins an element of code.
var opensPre = lazyregexp.New(`^[ \t]*(?:<[A-Za-z][^<>]*>[ \t]*)*<pre[\s>]`)

// WithoutIndent gives MDX the form of Markdown: blank lines separate tags on lines of their own from their content, and
// indentation is removed where Markdown would take it for code. MDX has no indented code, but that of <pre>.
func WithoutIndent(text string) *Edits {
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
		case opensPre.MatchString(words):
			pre = len(text)
			if i := strings.Index(text[start:], "</pre>"); i >= 0 {
				pre = start + i
			}
		case tagsAlone.MatchString(words):
			e.Replace(start, start+len(words), "\n"+strings.TrimLeft(words, " \t")+"\n")
			if WithinItem(text[:start], Width(indent)) {
				e.List[len(e.List)-1].With = "\n" + words + "\n"
			}
			continue
		}
		if Width(indent) > 3 && !WithinItem(text[:start], Width(indent)) && strings.TrimSpace(words) != "" {
			e.Replace(start, start+len(indent), "")
			drop = len(indent)
		}
	}
	return e
}
