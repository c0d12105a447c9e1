package importer

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// fenceTitle matches the first line of a block of code that has a title: what stands before its marks, up to the title,
// the title and the rest.
var fenceTitle = regexp.MustCompile("^([ \\t>]*)((?:`{3,}|~{3,})[^`\\n]*?)" +
	"\\s+title\\s*=\\s*(\"[^\"\\n]+\"|'[^'\\n]+')([^\\n]*)")

// fenceTitles puts the titles of blocks of code, which themes show, above them.
func fenceTitles(text string) *edits {
	e, fence, at := &edits{text: text}, "", 0
	var above string
	for line := range strings.Lines(text) {
		mark := fenceOf(line)
		switch {
		case fence != "":
			if strings.HasPrefix(mark, fence) && strings.Trim(line, " \t\r\n>`~") == "" {
				fence = ""
			}
		case opensFence(line, mark) && !indentedCode(text[:at], line):
			fence = mark
			m := fenceTitle.FindStringSubmatch(line)
			if m == nil {
				break
			}
			title := titleOfPart(map[string]string{"title": m[3][1 : len(m[3])-1]})
			if title == "" {
				break
			}
			blank := strings.TrimRight(m[1], " \t") + "\n"
			lines := m[1] + "**" + title + "**\n" + blank + m[1] + m[2] + m[4]
			if strings.Trim(above, " \t\r\n>") != "" {
				lines = blank + lines
			}
			e.replace(at, at+len(m[0]), lines)
		}
		at += len(line)
		above = line
	}
	return e
}

// fence makes indented code fenced.
func (w *proseWalk) fence(n ast.Node) {
	lines := n.Lines()
	from, to := lines.At(0).Start, len(strings.TrimRight(w.edits.text[:lines.At(lines.Len()-1).Stop], " \t\n"))
	var code strings.Builder
	for i := range lines.Len() {
		at := lines.At(i)
		code.Write(at.Value([]byte(w.edits.text)))
	}
	start := strings.LastIndexByte(w.edits.text[:from], '\n') + 1
	margin := w.edits.text[start:from]
	margin = margin[:max(0, len(margin)-len("    "))]
	block := fenced(strings.TrimRight(code.String(), " \t\n"), "")
	w.edits.replace(start, to, margin+strings.ReplaceAll(block, "\n", "\n"+margin))
}
