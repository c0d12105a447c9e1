package importer

import (
	"regexp"
	"strings"
)

// tagsAlone matches a line that holds nothing but tags of components or of boxes.
var tagsAlone = regexp.MustCompile(
	`^[ \t]*(?:</?(?:[A-Z][\w.]*|div|section|details)(?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?/?>[ \t]*)+$`)

// opensPre matches a line that begins an element of code.
var opensPre = regexp.MustCompile(`^[ \t]*(?:<[A-Za-z][^<>]*>[ \t]*)*<pre[\s>]`)

// withoutIndent gives MDX the form of Markdown: blank lines separate tags on lines of their own from their content, and
// indentation is removed where Markdown would take it for code. MDX has no indented code, but that of <pre>.
func withoutIndent(text string) *edits {
	e, fence, drop, at, pre := &edits{text: text}, "", 0, 0, 0
	for line := range strings.Lines(text) {
		start, mark, words := at, fenceOf(line), strings.TrimRight(line, "\r\n")
		at += len(line)
		indent := indentOf(line)
		switch {
		case start < pre:
			continue
		case fence != "":
			if strings.HasPrefix(mark, fence) && strings.Trim(words, " \t>`~") == "" {
				fence = ""
			}
			if taken := min(drop, len(indent)); taken > 0 {
				e.replace(start, start+taken, "")
			}
			continue
		case opensFence(line, mark):
			fence, drop = mark, 0
		case opensPre.MatchString(words):
			pre = len(text)
			if i := strings.Index(text[start:], "</pre>"); i >= 0 {
				pre = start + i
			}
		case tagsAlone.MatchString(words):
			e.replace(start, start+len(words), "\n"+strings.TrimLeft(words, " \t")+"\n")
			if withinItem(text[:start], width(indent)) {
				e.list[len(e.list)-1].with = "\n" + words + "\n"
			}
			continue
		}
		if width(indent) > 3 && !withinItem(text[:start], width(indent)) && strings.TrimSpace(words) != "" {
			e.replace(start, start+len(indent), "")
			drop = len(indent)
		}
	}
	return e
}
