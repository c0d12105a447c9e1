package prose

import (
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// fenceTitle matches the first line of a fenced block with a title: its margin, its info string up to the title, the
// title, and the rest.
var fenceTitle = lazyregexp.New("^([ \\t>]*)((?:`{3,}|~{3,})[^`\\n]*?)" +
	"\\s+title\\s*=\\s*(\"[^\"\\n]+\"|'[^'\\n]+')([^\\n]*)")

// MoveFenceTitles moves the titles of fenced blocks, which themes show, above them.
func MoveFenceTitles(text string) *Edits {
	e, fence, at := &Edits{Text: text}, "", 0
	var above string
	for line := range strings.Lines(text) {
		mark := FenceOf(line)
		switch {
		case fence != "":
			if strings.HasPrefix(mark, fence) && strings.Trim(line, " \t\r\n>`~") == "" {
				fence = ""
			}
		case OpensFence(line, mark) && !isIndentedCode(text[:at], line):
			fence = mark
			m := fenceTitle.FindStringSubmatch(line)
			if m == nil {
				break
			}
			title := ComponentTitle(map[string]string{"title": m[3][1 : len(m[3])-1]})
			if title == "" {
				break
			}
			blank := strings.TrimRight(m[1], " \t") + "\n"
			lines := m[1] + "**" + title + "**\n" + blank + m[1] + m[2] + m[4]
			if strings.Trim(above, " \t\r\n>") != "" {
				lines = blank + lines
			}
			e.Replace(at, at+len(m[0]), lines)
		}
		at += len(line)
		above = line
	}
	return e
}
