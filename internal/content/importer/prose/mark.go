package prose

import (
	"cmp"
	"strings"
	"unicode"

	"storefront/internal/lib/lazyregexp"
)

// LongestIcon is how long the content of an element without words may be.
const LongestIcon = 1000

// WordlessElement matches, behind the tag of an element that Markdown has a mark for, that it holds no words.
var WordlessElement = map[string]*lazyregexp.Regexp{}

func init() {
	for name := range MarksOfTags {
		WordlessElement[name] = lazyregexp.New(
			`(?is)^(?:\s|&nbsp;|<!--.*?-->|</?(?:i|em|b|strong|s|del|span|font|small)\b[^>]*>)*?</` + name + `\s*>`)
	}
}

// IsLiteralFirst reports whether words begin with the sign of their mark as a character, which would be read as a part
// of the mark.
func IsLiteralFirst(words string, sign byte) bool {
	return len(words) > 1 && words[0] == sign && (strings.HasPrefix(words[1:], "</") || words[1] == ' ')
}

// IsLiteralLast reports whether words end with it so.
func IsLiteralLast(words string, sign byte) bool {
	last := len(words) - 1
	return last > 0 && words[last] == sign && words[last-1] == ' '
}

// IsOfWord reports whether a character is of a word. Beside one, CommonMark takes no mark that a sign follows or ends.
func IsOfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

var (
	BoldAgain  = lazyregexp.New(`(?i)^<(?:b|strong)>`)
	CodeOpened = lazyregexp.New(`(?i)^\s*<(?:code|tt|kbd|samp)\b`)
	CodeClosed = lazyregexp.New(`(?i)</(?:code|tt|kbd|samp)\s*>\s*$`)
	CodeInner  = lazyregexp.New(`(?i)^([^<]*)</(code|tt|kbd|samp)\s*>`)
	Backticks  = lazyregexp.New("`+")
)

// WordlessLink returns the words of a link that shows none: those that it has for screen readers.
func WordlessLink(attributes map[string]string) string {
	return Plain(cmp.Or(attributes["aria-label"], attributes["title"]))
}

// IsWordless reports whether what a link holds shows neither words nor a picture.
func IsWordless(inner string) bool {
	return !strings.Contains(inner, "![") && !images.MatchString(inner) &&
		strings.Trim(strings.ReplaceAll(Tag.ReplaceAllString(inner, ""), "&nbsp;", ""), " \t\n\u00a0") == ""
}
