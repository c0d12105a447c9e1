package table

import (
	"html"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// listColumns are the columns of texts that are lists, of one language each.
var listColumns = []string{"highlights", "includes", "excludes", "knowBeforeYouGo", "whatToBring", "imageAlts",
	"pickupPointTitles", "dropOffPointTitles", "extraTitles", "extraDescriptions", "itineraryTitles", "itineraryTexts"}

// isWords reports whether a column has texts without marks.
func (h heading) isWords() bool {
	return h.column != nil && h.localized && h.name != "description" && !strings.HasPrefix(h.name, "translation")
}

var (
	withinLine = lazyregexp.New(`(?is)<!--.*?-->|</?(?:a|abbr|b|big|cite|code|del|em|font|i|img|ins|kbd|label|mark|` +
		`q|s|small|span|strike|strong|sub|sup|tt|u|wbr)` + restOfTag)
	endsLine = lazyregexp.New(`(?is)</?(?:address|article|aside|blockquote|body|br|caption|center|dd|details|div|dl|` +
		`dt|figcaption|figure|footer|h[1-6]|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|` +
		`thead|tr|ul)` + restOfTag)
	startsItem = lazyregexp.New(`(?i)<li\b`)
	emptyLines = lazyregexp.New(`\s*\n\s*`)
	character  = lazyregexp.New(`(?i)&(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);`)
	// itemMark matches signs that people write before the items of a list.
	itemMark = lazyregexp.New(`^(?:[•‣◦▪●✓✔✅☑]\x{fe0f}?\s*|[-*·–—－](?:\s+|$))`)
)

// restOfTag matches the rest of a tag after the name of its element.
const restOfTag = `(?:[\s/](?:[^<>"']|"[^"]*"|'[^']*')*)?>`

// words returns a text without the marks of HTML and what they hide. In a list, elements that are on lines of their
// own are its items, unless it is parted by |.
func (c *cell) words() string {
	key := [2]string{c.name, c.text}
	if !strings.ContainsAny(c.text, "<&") {
		return c.text
	}
	if text, ok := c.inWords[key]; ok {
		return text
	}
	hidden := prose.HiddenElements{Report: c.noteUnseenText}
	text, _ := hidden.Remove(strings.ReplaceAll(c.text, "\r\n", "\n"), true).Apply()
	isList, lineEnd := slices.Contains(listColumns, c.name), " "
	switch {
	case isList && startsItem.MatchString(text):
		text = strings.NewReplacer(`\|`, `\|`, `\\`, `\\`, "|", `\|`, "\n", " ").Replace(text)
		lineEnd = "\n"
	case isList && !strings.Contains(strings.ReplaceAll(text, `\|`, ""), "|"):
		lineEnd = "\n"
	}
	if lines := endsLine.ReplaceAllString(text, lineEnd); lines != text {
		text = emptyLines.ReplaceAllString(lines, "\n")
	}
	text = character.ReplaceAllStringFunc(withinLine.ReplaceAllString(text, ""), func(written string) string {
		if read := html.UnescapeString(written); read != "|" || !isList {
			return read
		}
		return `\|`
	})
	c.inWords[key] = strings.TrimSpace(text)
	return c.inWords[key]
}

// withoutMarks is a text in which words finds no marks of HTML: it has character references instead.
func withoutMarks(text string) string {
	if !strings.Contains(text, "<") && !character.MatchString(text) {
		return text
	}
	return strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(text)
}

// noteUnseenText reports what is left out of a text since no reader saw it.
func (c *cell) noteUnseenText(l prose.Removal) {
	if c.name != "description" {
		l.Do = ""
	}
	c.Report.Note(importer.Note{Path: c.path, Line: max(c.line, 1), Col: max(c.col, 1), Field: c.shown, Value: l.Value,
		Why: l.Why, Do: l.Do})
}

// items is a list of texts without the marks that people write before items.
func (c *cell) items() (all []string) {
	for _, text := range c.list() {
		if text = itemMark.ReplaceAllString(text, ""); text != "" {
			all = append(all, text)
		}
	}
	return all
}
