package blog

import (
	"slices"
	"strings"

	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

var (
	// detailsEnd matches the closing tags of a summary and of its details.
	detailsEnd = lazyregexp.New(`(?i)</(summary|details)\s*>`)
	// wordsBelow matches a line end with text directly below it.
	wordsBelow = lazyregexp.New(`^[ \t]*\n[ \t]*[^\s<]`)
)

// separateSummaries inserts blank lines between Markdown directly below a summary and the tags of its details. Without
// them, it would be text of HTML.
func separateSummaries(text string) *prose.Edits {
	e, inCode, indent, parted := &prose.Edits{Text: text}, prose.CodeIn(text), "", false
	at := 0 // the beginning of details, or of Markdown in them
	for _, m := range detailsEnd.FindAllStringSubmatchIndex(text, -1) {
		switch {
		case inCode(m[0]):
		case strings.EqualFold(text[m[2]:m[3]], "details") && parted:
			for ; at < m[0]; at += len(prose.LineAt(text, at)) + 1 {
				e.Replace(at, at+min(len(indent), len(prose.IndentOf(text[at:m[0]]))), "")
			}
			e.Replace(m[0], m[0], "\n\n")
			if wordsBelow.MatchString(text[m[1]:]) {
				e.Replace(m[1], m[1], "\n")
			}
			at, parted = m[1], false
		case strings.EqualFold(text[m[2]:m[3]], "summary"):
			rest := strings.TrimLeft(text[m[1]:], " \t\r\n")
			from, start := len(text)-len(rest), strings.LastIndexByte(text[:m[0]], '\n')+1
			margin := prose.IndentOf(text[start:])
			parted = startsMarkdown(rest) && strings.Count(text[m[1]:from], "\n") < 2 &&
				strings.HasPrefix(text[start+len(margin):], "<") &&
				!prose.IsInListItem(text[:start], prose.ColumnWidth(margin))
			if parted {
				_, indent, _ = strings.Cut(text[m[1]:from], "\n")
				e.Replace(m[1], from, "\n\n")
				at = from
			}
		}
	}
	return e
}

// startsMarkdown reports whether the content of an element begins with something other than an HTML block.
func startsMarkdown(inner string) bool {
	if inner == "" || strings.HasPrefix(inner, "</") || strings.HasPrefix(inner, "<!") {
		return false
	}
	m := prose.OpeningTag.FindStringSubmatch(inner)
	blocks := slices.Concat(prose.StructuralElements, prose.ContainerElements, prose.OpaqueElements)
	return m == nil || !slices.Contains(blocks, strings.ToLower(m[1]))
}
