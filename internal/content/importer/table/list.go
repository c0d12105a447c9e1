package table

import (
	"strings"

	"storefront/internal/core/locale"
	"storefront/internal/lib/lazyregexp"
)

// structured matches an empty line, and a line that begins with a sign of Markdown or HTML.
var structured = lazyregexp.New("(?m)^\\s*(?:[-+*>#|<]|\\d+[.)]|:::?|```|$)|^(?: {4}|\\t)")

var (
	// signItem matches a line that is an item of a list by a sign that Markdown does not know.
	signItem = lazyregexp.New(`^\s*[•‣◦▪●✓✔✅☑－]\x{fe0f}?[\s\x{3000}]*(\S.*)$`)
	// dashItem and numberItem match lines that are items where another is above or below.
	dashItem   = lazyregexp.New(`^\s*[–—]\s+(\S.*)$`)
	numberItem = lazyregexp.New(
		`^\s*(?:([٠-٩۰-۹０-９]{1,2})[.)．、）-]|(\d{1,2})[．、）])[\s\x{3000}]*([^\p{Nd}\s].*)$`)
)

// item returns a line of a text as an item of a list of Markdown, which does not know its sign or number.
func item(lines []string, at int) (string, bool) {
	line := lines[at]
	hasNeighbour := func(of *lazyregexp.Regexp) bool {
		return at > 0 && of.MatchString(lines[at-1]) || at+1 < len(lines) && of.MatchString(lines[at+1])
	}
	if m := signItem.FindStringSubmatch(line); m != nil {
		return "- " + m[1], true
	}
	if m := dashItem.FindStringSubmatch(line); m != nil && hasNeighbour(dashItem) {
		return "- " + m[1], true
	}
	if m := numberItem.FindStringSubmatch(line); m != nil && hasNeighbour(numberItem) {
		return strings.Map(latinDigit, m[1]+m[2]) + ". " + m[3], true
	}
	return line, false
}

// latinDigit is locale.LatinDigit that knows the wide digits of Chinese keyboards too.
func latinDigit(r rune) rune {
	if '０' <= r && r <= '９' {
		return r - '０' + '0'
	}
	return locale.LatinDigit(r)
}

// listed makes lists of Markdown of such lines, which it would join. It keeps the line ends of a text without empty
// lines and structure, too: in a cell they are intended.
func listed(text string) string {
	all := strings.Split(text, "\n")
	keepsLines := !structured.MatchString(text)
	var lines []string
	wasItem := false
	for i := range all {
		line, isItem := item(all, i)
		switch n := len(lines); {
		case n == 0 || lines[n-1] == "" || line == "":
		case isItem != wasItem:
			lines = append(lines, "")
		case keepsLines && !isItem:
			lines[n-1] += `\`
		}
		lines, wasItem = append(lines, line), isItem
	}
	return strings.Join(lines, "\n")
}
