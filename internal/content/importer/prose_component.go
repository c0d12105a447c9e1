package importer

import (
	"regexp"
	"strings"
)

// openTag matches a tag that begins an element or is one, with attributes of HTML or JSX.
var openTag = regexp.MustCompile(`<([A-Za-z][\w.:-]*)(?:\s+[A-Za-z_@:][\w@:.-]*(?:\s*=\s*` +
	`(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^\s"'<>{}]+))?)+\s*/?>`)

// components puts a tag that runs over several lines on one, which is the only form that Markdown knows at the
// beginning of a block, and the title of a component on a line of its own above what the component holds.
func components(text string) *edits {
	e, inCode := &edits{text: text}, codeIn(text)
	for _, m := range openTag.FindAllStringSubmatchIndex(text, -1) {
		from, to := m[0], m[1]
		raw, name := text[from:to], text[m[2]:m[3]]
		if inCode(from) || strings.Contains(raw, "\n\n") {
			continue
		}
		for at := range raw {
			if raw[at] == '\n' {
				e.replace(from+at, from+at+len(raw[at:])-len(strings.TrimLeft(raw[at:], " \t\n")), " ")
			}
		}
		title := titleOfPart(attributes(raw))
		isComponent := strings.ToUpper(name[:1]) == name[:1]
		if title == "" || !isComponent || strings.HasSuffix(raw, "/>") || !strings.Contains(text[to:], "</"+name+">") {
			continue
		}
		below := "\n\n"
		if strings.TrimSpace(lineAt(text, to)) == "" {
			below = "\n"
		}
		before := text[strings.LastIndexByte(text[:from], '\n')+1 : from]
		if strings.TrimSpace(before) != "" {
			e.replace(to, to, "**"+title+"** ")
			continue
		}
		e.replace(to, to, "\n\n"+before+"**"+title+"**"+below+strings.Repeat(before, len(below)-1))
	}
	return e
}
