package blog

import (
	"slices"
	"strings"

	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

var (
	// ofDetails matches what closes a summary, and what closes its details.
	ofDetails = lazyregexp.New(`(?i)</(summary|details)\s*>`)
	// below matches a line end with words right below it.
	below = lazyregexp.New(`^[ \t]*\n[ \t]*[^\s<]`)
)

// belowSummaries parts Markdown right below a summary from the tags of its details by blank lines: without them it
// would be text of HTML, marks and all.
func belowSummaries(text string) *prose.Edits {
	e, inCode, indent, parted := &prose.Edits{Text: text}, prose.CodeIn(text), "", false
	at := 0 // the beginning of details, or of Markdown in them
	for _, m := range ofDetails.FindAllStringSubmatchIndex(text, -1) {
		switch {
		case inCode(m[0]):
		case strings.EqualFold(text[m[2]:m[3]], "details") && parted:
			for ; at < m[0]; at += len(prose.LineAt(text, at)) + 1 {
				e.Replace(at, at+min(len(indent), len(prose.IndentOf(text[at:m[0]]))), "")
			}
			e.Replace(m[0], m[0], "\n\n")
			if below.MatchString(text[m[1]:]) {
				e.Replace(m[1], m[1], "\n")
			}
			at, parted = m[1], false
		case strings.EqualFold(text[m[2]:m[3]], "summary"):
			rest := strings.TrimLeft(text[m[1]:], " \t\r\n")
			from, start := len(text)-len(rest), strings.LastIndexByte(text[:m[0]], '\n')+1
			margin := prose.IndentOf(text[start:])
			parted = startsMarkdown(rest) && strings.Count(text[m[1]:from], "\n") < 2 &&
				strings.HasPrefix(text[start+len(margin):], "<") && !prose.WithinItem(text[:start], prose.Width(margin))
			if parted {
				_, indent, _ = strings.Cut(text[m[1]:from], "\n")
				e.Replace(m[1], from, "\n\n")
				at = from
			}
		}
	}
	return e
}

// startsMarkdown reports whether the content of an element begins with something other than a block of HTML.
func startsMarkdown(inner string) bool {
	if inner == "" || strings.HasPrefix(inner, "</") || strings.HasPrefix(inner, "<!") {
		return false
	}
	m := prose.Opened.FindStringSubmatch(inner)
	blocks := slices.Concat(prose.StructuralElements, prose.HolderElements, prose.WholeElements)
	return m == nil || !slices.Contains(blocks, strings.ToLower(m[1]))
}
