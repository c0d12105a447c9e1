package prose

import (
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// WholeAddress matches a text that is an address of the web and nothing else.
var WholeAddress = lazyregexp.New(`^https?://\S+$`)

// Opening finds the square bracket that the one at a place closes.
func Opening(text string, closed int) int {
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

// Destination reads what stands in the round brackets from a place on: the address, the title after it, where the
// address stands, and where all ends.
func Destination(text string, at int) (to, title string, from, until, end int, ok bool) {
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

// MarksOfWords escapes what words would say in Markdown.
var MarksOfWords = strings.NewReplacer("[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`)

var (
	// notInAddress has the signs that end an address in round brackets written in percent.
	notInAddress = strings.NewReplacer(" ", "%20", "<", "%3C", ">", "%3E", `\`, "%5C", "\n", "", "\r", "", "\t", "")
	pairedSigns  = lazyregexp.New(`\([^()]*\)`)
	parentheses  = strings.NewReplacer("(", "%28", ")", "%29")
)

// InBrackets returns an address as the round brackets of a link can have it.
func InBrackets(address string) string {
	address = notInAddress.Replace(strings.TrimSpace(address))
	if strings.ContainsAny(pairedSigns.ReplaceAllString(address, ""), "()") {
		return parentheses.Replace(address)
	}
	return address
}

// OwnLink matches a picture or a link in Markdown whose address is within the shop.
var OwnLink = lazyregexp.New(`(!?)\[([^\[\]]*)\]\(([^()\s]*)(?:\s+"[^"]*")?\)`)
