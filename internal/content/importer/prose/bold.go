package prose

import (
	"unicode"
	"unicode/utf8"

	"storefront/internal/lib/lazyregexp"
)

// boldOrStruck matches bold text, which may be emphasised and contain an asterisk between spaces, and struck text. A
// group of each is the punctuation at its end.
var boldOrStruck = lazyregexp.New(`\*\*\*` + wordsOfBold + endOfSentence + `\*\*\*|` +
	`\*\*` + wordsOfBold + endOfSentence + `\*\*|~~[^~\n]*?` + endOfSentence + `~~`)

const (
	wordsOfBold   = `(?:[^*\n]| \* )*?`
	endOfSentence = `([.,:;!?。，、：；！？،؛؟]*)`
)

// codeWithBackslash matches HTML code that ends with a backslash, after which CommonMark reads the tag as text.
var codeWithBackslash = lazyregexp.New("(?i)<(?:kbd|code|samp|tt)>([^<>`\n]*\\\\)</(?:kbd|code|samp|tt)>")

// ThinSpace is the reference of a zero width space. CommonMark treats it as punctuation.
const ThinSpace = "&#8203;"

// closedParenthesis matches the backslash before a closing parenthesis in an address. CommonMark accepts balanced
// parentheses, but not if only one is escaped.
var closedParenthesis = lazyregexp.New(`\]\([^()\s\\]*\([^()\s\\]*(\\)\)[^()\s\\]*\)`)

// FixBold adapts asterisks and tildes that kramdown accepts and CommonMark does not, where letters directly surround
// bold text as in Chinese: punctuation at its end moves behind the mark, and a ThinSpace separates brackets, quotation
// marks and code from letters. It also balances parentheses in addresses.
func FixBold(e *Edits, text string) {
	inCode := CodeIn(text)
	for _, m := range closedParenthesis.FindAllStringSubmatchIndex(text, -1) {
		if !inCode(m[0]) {
			e.Remove(m[2], m[3])
		}
	}
	for _, m := range codeWithBackslash.FindAllStringSubmatchIndex(text, -1) {
		if !inCode(m[0]) {
			e.Replace(m[0], m[1], "`"+text[m[2]:m[3]]+"`")
		}
	}
	for _, m := range boldOrStruck.FindAllStringSubmatchIndex(text, -1) {
		from, to := max(m[2], m[4], m[6]), max(m[3], m[5], m[7]) // the punctuation at the end
		mark := text[to:m[1]]
		before, _ := utf8.DecodeLastRuneInString(text[:m[0]])
		first, _ := utf8.DecodeRuneInString(text[m[0]+len(mark):])
		last, _ := utf8.DecodeLastRuneInString(text[:to])
		next, _ := utf8.DecodeRuneInString(text[m[1]:])
		if m[1]-m[0] <= 2*len(mark) || unicode.IsSpace(first) || unicode.IsSpace(last) && from == to || inCode(m[0]) {
			continue
		}
		if isPunctuation(first) && isUnspaced(before) {
			e.Replace(m[0], m[0], ThinSpace)
		}
		switch {
		case from < to && unicode.IsLetter(next):
			e.Replace(from, m[1], mark+text[from:to])
		case isPunctuation(last) && isUnspaced(next):
			e.Replace(m[1], m[1], ThinSpace)
		}
	}
}

func isPunctuation(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// isUnspaced reports whether a letter belongs to a script without spaces between words.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}
