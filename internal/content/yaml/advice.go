package yaml

import (
	"strings"
	"unicode/utf8"

	"storefront/internal/lib/lazyregexp"
)

// caret marks the place in a line where the parsers find an error.
const caret = "‸"

const missingComma = "a comma is missing before this"

// advice has a row for each form of a line that the parsers refuse: what is wrong with it, and what to write. The first
// row that matches counts.
var advice = []struct {
	line *lazyregexp.Regexp
	text string
}{
	{lazyregexp.New(`^‸(<{7}|={7}|>{7})`), "this is a mark of a conflict in Git"},
	{lazyregexp.New(`^\s*‸\t`), "a tab cannot indent: write spaces"},
	{lazyregexp.New(`^\s*‸?-[^\s‸-]`), "a hyphen of a list needs a space after it"},
	{lazyregexp.New(`^\s*(- +)?‸[A-Za-z]\w*:[^\s/]`), "a key's colon needs a space after it"},
	{lazyregexp.New(`[\[{,].*["'\]}]\s+‸(["'\[{]|[^\s:]+:\s)`), missingComma},
	{lazyregexp.New(`"[^"]*"\s*‸`), `the text ends at this quotation mark; one within a text is written \"`},
	{lazyregexp.New(`'[^']*'\s*‸`), `the text ends at this quotation mark; one within a text is written ''`},
	{lazyregexp.New(`[:-]\s+(\[[^\]]*\]|\{[^}]*\})\s*‸[^\s#]|\{‸\{`),
		"a text with brackets needs quotation marks"},
	{lazyregexp.New("[:-]\\s+‸[%@`*&!|>,?}\\]-]|^‸[^#\"'\\s]*:\\s+[*&!,}]|" +
		"^\\s*(- +)*([^\\s:]+:\\s+)?[*&][^:‸]*‸"),
		needsQuotes},
	{lazyregexp.New(`:\s+‸[^‸]*:(\s|$)`), "a text with a colon and a space needs quotation marks"},
	{lazyregexp.New(`^[^‸]*:\s+‸`), "the line below begins further in, as if it belonged to this text"},
	{lazyregexp.New(`^\s+‸[^\s"']*:(\s|$)|^‸?\s+‸?-\s`), "this line begins further in or out than those around it"},
	{lazyregexp.New(`^\s*(- +)?‸[^:]*$`), "a key, a colon and a space are expected here"},
}

// wideSign matches a key with a wide colon, or with another space behind its colon than a plain one.
var wideSign = lazyregexp.New(`^(\s*(?:- +)*[\w.-]+)(?:(：)|:([\x{a0}\x{2000}-\x{200b}\x{202f}\x{3000}]))`)

// wideSignError returns the error of a sign of another keyboard behind the key of a line; nil if there is none.
func wideSignError(src string, line int) *Error {
	lines := strings.Split(src, "\n")
	if line < 1 || line > len(lines) {
		return nil
	}
	found := wideSign.FindStringSubmatch(lines[line-1])
	if found == nil {
		return nil
	}
	at := &Error{Line: line, Col: utf8.RuneCountInString(found[1]) + 1}
	switch {
	case found[2] != "":
		at.Message = "this is a wide colon, ：; a key has a plain one and a space after it"
	case found[3] == "\u3000":
		at.Col++
		at.Message = "this is a wide space; a plain one follows a key's colon"
	default:
		at.Col++
		at.Message = "this is a no-break or narrow space; a plain one follows a key's colon"
	}
	return at
}

// unclearMessages are the beginnings of the parsers' messages that do not say what to write.
var unclearMessages = []string{"mapping value is not allowed", "mapping values are not",
	"value is not allowed", "non-map value", "unexpected directive",
	"did not find expected", "unexpected key name", "found character", "could not find flow map",
	"block sequence entries", "invalid header", "unexpected scalar value type", "undefined anchor",
	"'@' is", "'`' is", "',' or "}

// clearerMessage returns a parser's message about a place, or a better one that follows from the line.
func clearerMessage(message, src string, line, column int) string {
	lines := strings.Split(src, "\n")
	if strings.HasPrefix(message, unclosedQuotePrefix) {
		return unclosedQuoteMessage(map[bool]string{true: "'", false: `"`}[strings.Contains(message, "single")])
	}
	isUnclear := false
	for _, beginning := range unclearMessages {
		isUnclear = isUnclear || strings.HasPrefix(message, beginning)
	}
	if !isUnclear || line < 1 || line > len(lines) {
		return message
	}
	text := []rune(lines[line-1])
	at := min(max(column, 1), len(text)+1) - 1
	marked := string(text[:at]) + caret + string(text[at:])
	for _, a := range advice {
		if a.line.MatchString(marked) {
			return a.text
		}
	}
	return message
}
