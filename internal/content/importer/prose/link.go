package prose

import (
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// AbsoluteAddress matches a text that is one web address.
var AbsoluteAddress = lazyregexp.New(`^https?://\S+$`)

// OpeningBracket returns the offset of the square bracket that the one at an offset closes; -1 if there is none.
func OpeningBracket(text string, closed int) int {
	for depth, i := 0, closed; i >= 0 && closed-i < 4000; i-- {
		switch {
		case i > 0 && text[i-1] == '\\':
		case text[i] == ']':
			depth++
		case text[i] == '[':
			if depth--; depth == 0 {
				return i
			}
		case text[i] == '\n' && i > 0 && text[i-1] == '\n':
			return -1
		}
	}
	return -1
}

var escapedParenthesis = lazyregexp.New(`\\([()])`)

// ParseDestination parses the parentheses of a link: it returns the address, the title, the span of the address, and
// the end.
func ParseDestination(text string, at int) (to, title string, from, until, end int, ok bool) {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n') {
		at++
	}
	from, until = at, at
	if at < len(text) && text[at] == '<' {
		i := strings.IndexAny(text[at:], ">\n")
		if i < 0 || text[at+i] != '>' {
			return "", "", 0, 0, 0, false
		}
		to, until = text[at+1:at+i], at+i+1
	} else {
		for depth := 0; until < len(text) && !strings.ContainsRune(" \t\n", rune(text[until])); until++ {
			if text[until] == '\\' && escapedParenthesis.MatchString(text[until:min(len(text), until+2)]) {
				until++
			} else if text[until] == '(' {
				depth++
			} else if text[until] == ')' {
				if depth--; depth < 0 {
					break
				}
			}
		}
		to = escapedParenthesis.ReplaceAllString(text[from:until], "$1")
	}
	rest := strings.TrimLeft(text[until:], " \t\n")
	for _, q := range []string{`"`, "'"} {
		if strings.HasPrefix(rest, q) {
			n := 1
			for n < len(rest) && rest[n] != q[0] {
				if n++; rest[n-1] == '\\' {
					n++
				}
			}
			if n < len(rest) {
				title, rest = strings.ReplaceAll(rest[1:n], `\`+q, q), strings.TrimLeft(rest[n+1:], " \t\n")
			}
			break
		}
	}
	if !strings.HasPrefix(rest, ")") {
		return "", "", 0, 0, 0, false
	}
	return to, title, from, until, len(text) - len(rest) + 1, true
}

// MarkdownEscaper escapes text in Markdown.
var MarkdownEscaper = strings.NewReplacer("[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`)

var (
	// addressEscaper percent-encodes characters that would end an address in parentheses.
	addressEscaper = strings.NewReplacer(" ", "%20", "<", "%3C", ">", "%3E", `\`, "%5C", "\n", "", "\r", "",
		"\t", "")
	pairedParentheses  = lazyregexp.New(`\([^()]*\)`)
	parenthesisEscaper = strings.NewReplacer("(", "%28", ")", "%29")
)

// EscapeDestination returns an address as the parentheses of a link may contain it.
func EscapeDestination(address string) string {
	address = addressEscaper.Replace(strings.TrimSpace(address))
	if strings.ContainsAny(pairedParentheses.ReplaceAllString(address, ""), "()") {
		return parenthesisEscaper.Replace(address)
	}
	return address
}

// InlineLink matches a link or a picture in Markdown.
var InlineLink = lazyregexp.New(`(!?)\[([^\[\]]*)\]\(([^()\s]*)(?:\s+"[^"]*")?\)`)
