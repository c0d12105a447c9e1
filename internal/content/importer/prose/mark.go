package prose

import (
	"cmp"
	"strings"
	"unicode"

	"storefront/internal/lib/lazyregexp"
)

// MaxIconBytes is the maximum length of the content of an element without text.
const MaxIconBytes = 1000

// EmptyElement matches, after an opening tag that Markdown has a mark for, content without text and the closing tag.
var EmptyElement = map[string]*lazyregexp.Regexp{}

func init() {
	for name := range TagMarks {
		EmptyElement[name] = lazyregexp.New(
			`(?is)^(?:\s|&nbsp;|<!--.*?-->|</?(?:i|em|b|strong|s|del|span|font|small)\b[^>]*>)*?</` + name + `\s*>`)
	}
}

// IsLiteralFirst reports whether text begins with the character of its mark, which would be read as part of the mark.
func IsLiteralFirst(words string, sign byte) bool {
	return len(words) > 1 && words[0] == sign && (strings.HasPrefix(words[1:], "</") || words[1] == ' ')
}

// IsLiteralLast reports whether text ends with the character of its mark.
func IsLiteralLast(words string, sign byte) bool {
	last := len(words) - 1
	return last > 0 && words[last] == sign && words[last-1] == ' '
}

// IsWordRune reports whether a character belongs to a word. Beside one, CommonMark ignores marks next to punctuation.
func IsWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

var (
	OpenedBold  = lazyregexp.New(`(?i)^<(?:b|strong)>`)
	CodeOpened  = lazyregexp.New(`(?i)^\s*<(?:code|tt|kbd|samp)\b`)
	CodeClosed  = lazyregexp.New(`(?i)</(?:code|tt|kbd|samp)\s*>\s*$`)
	CodeContent = lazyregexp.New(`(?i)^([^<]*)</(code|tt|kbd|samp)\s*>`)
	Backticks   = lazyregexp.New("`+")
)

// AccessibleText returns the text of a link for screen readers.
func AccessibleText(attributes map[string]string) string {
	return SingleLine(cmp.Or(attributes["aria-label"], attributes["title"]))
}

// IsEmptyLink reports whether the content of a link shows neither text nor a picture.
func IsEmptyLink(inner string) bool {
	return !strings.Contains(inner, "![") && !images.MatchString(inner) &&
		strings.Trim(strings.ReplaceAll(Tag.ReplaceAllString(inner, ""), "&nbsp;", ""), " \t\n\u00a0") == ""
}
