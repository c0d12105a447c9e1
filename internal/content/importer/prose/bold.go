package prose

import (
	"unicode"
	"unicode/utf8"

	"storefront/internal/lib/lazyregexp"
)

// bold matches bold words, which may be emphasised too, where an asterisk between spaces may stand among them, or words
// that are crossed out. Of each, a group is what ends their sentence.
var bold = lazyregexp.New(`\*\*\*` + wordsOfBold + endOfSentence + `\*\*\*|` +
	`\*\*` + wordsOfBold + endOfSentence + `\*\*|~~[^~\n]*?` + endOfSentence + `~~`)

const (
	wordsOfBold   = `(?:[^*\n]| \* )*?`
	endOfSentence = `([.,:;!?。，、：；！？،؛؟]*)`
)

// codeWithBackslash matches code of HTML that ends with a backslash, behind which CommonMark takes the tag for text.
var codeWithBackslash = lazyregexp.New("(?i)<(?:kbd|code|samp|tt)>([^<>`\n]*\\\\)</(?:kbd|code|samp|tt)>")

// ThinSpace is a space of no width. Its reference counts as punctuation to CommonMark.
const ThinSpace = "&#8203;"

// closedParenthesis matches the backslash before the parenthesis that closes one within an address: CommonMark takes a
// pair of them as it is, and no link where one is escaped.
var closedParenthesis = lazyregexp.New(`\]\([^()\s\\]*\([^()\s\\]*(\\)\)[^()\s\\]*\)`)

// CloseBold has CommonMark take the asterisks and tildes that kramdown takes, where letters stand around bold words
// without spaces, as in Chinese: the words end before the punctuation that ends their sentence; beside a bracket, a
// quotation mark or code at their ends stands a space of no width. Parentheses in addresses are paired.
func CloseBold(e *Edits, text string) {
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
	for _, m := range bold.FindAllStringSubmatchIndex(text, -1) {
		from, to := max(m[2], m[4], m[6]), max(m[3], m[5], m[7]) // of what ends the sentence
		mark := text[to:m[1]]
		before, _ := utf8.DecodeLastRuneInString(text[:m[0]])
		first, _ := utf8.DecodeRuneInString(text[m[0]+len(mark):])
		last, _ := utf8.DecodeLastRuneInString(text[:to])
		next, _ := utf8.DecodeRuneInString(text[m[1]:])
		if m[1]-m[0] <= 2*len(mark) || unicode.IsSpace(first) || unicode.IsSpace(last) && from == to || inCode(m[0]) {
			continue
		}
		if isSign(first) && isUnspaced(before) {
			e.Replace(m[0], m[0], ThinSpace)
		}
		switch {
		case from < to && unicode.IsLetter(next):
			e.Replace(from, m[1], mark+text[from:to])
		case isSign(last) && isUnspaced(next):
			e.Replace(m[1], m[1], ThinSpace)
		}
	}
}

func isSign(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// isUnspaced reports whether a letter is of a script whose words have no spaces between them.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}
