package importer

import (
	"cmp"
	"regexp"
	"strings"
)

// colons are lines that a part could open here, and lines that close one.
var colons = regexp.MustCompile(
	`(?m)^([ \t>]*)(:{2,})[ \t]*(?:([A-Za-z][\w-]*)(?:\[([^\]\n]*)\]|[ \t]+([^{\n]*))?(.*))?$`)

// admonitions are the notes of Docusaurus and of other tools, by their words, with their kind here and their opening.
var admonitions = map[string][2]string{
	"note": {"info", "NOTE"}, "info": {"info", "NOTE"}, "tip": {"tip", "TIP"}, "important": {"info", "IMPORTANT"},
	"warning": {"warning", "WARNING"}, "caution": {"warning", "CAUTION"}, "danger": {"warning", "CAUTION"},
}

// openNote is an admonition without its end so far.
type openNote struct {
	colons int
	edit   int // its place among the edits
	text   bool
}

// notes makes admonitions notes, and sees that other lines that begin with colons stay text.
func notes(text string, words ownWords) *edits {
	e := &edits{text: text}
	var open []openNote
	for _, m := range colons.FindAllStringSubmatchIndex(text, -1) {
		part := func(n int) string { return text[max(m[2*n], 0):max(m[2*n+1], 0)] }
		known, ok := admonitions[strings.ToLower(part(3))]
		last := len(open) - 1
		switch count := len(part(2)); {
		case inCode(text, m[4]):
		case part(3) == "" && last >= 0 && !open[last].text:
			open = open[:last]
		case ok && count > 2:
			// A note within another has fewer colons, or it would end that one.
			open = append(open, openNote{count, len(e.list), last >= 0 && count >= open[last].colons})
			title := plain(strings.NewReplacer("[", "(", "]", ")").Replace(part(4) + part(5)))
			if title = cmp.Or(title, words.alerts[known[1]]); title != "" {
				title = "[" + title + "]"
			}
			e.replace(m[4], m[1], part(2)+"note"+title+"{kind="+known[0]+"}")
			if open[last+1].text {
				e.list[len(e.list)-1] = edit{from: m[4], to: m[4], with: `\`}
			}
		default:
			if part(3) == "" && last >= 0 {
				open = open[:last]
			}
			e.replace(m[4], m[4], `\`)
		}
	}
	for _, n := range open { // without an end
		at := e.list[n.edit].from
		e.list[n.edit] = edit{from: at, to: at, with: `\`}
	}
	return e
}

var modules = regexp.MustCompile(`(?m)^(?:import|export) [^\n]*(?:from ['"]|=)[^\n]*$|\{/\*(?s:.*?)\*/\}`)

// withoutModules takes out of MDX what it imports and exports, and its comments. Its components are raw HTML.
func withoutModules(file, text string) *edits {
	e := &edits{text: text}
	if strings.HasSuffix(file, ".mdx") {
		for _, m := range modules.FindAllStringIndex(text, -1) {
			if !inCode(text, m[0]) {
				e.remove(m[0], m[1])
			}
		}
	}
	return e
}
