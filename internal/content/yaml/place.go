package yaml

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"storefront/internal/lib/lazyregexp"
)

// needsQuotes is the advice about a text that YAML reads as something else because of its first character.
const needsQuotes = "a text that begins with this sign needs quotation marks"

// finders find the mistakes that the reference parser reports without their place, or in words that do not say what to
// write. A finder gets the line that the parser names, and returns nil if it does not find the mistake.
var finders = []struct {
	message string // the beginning of the parser's message
	find    func(src, message string, line int) *Error
}{
	{"control characters are not allowed", findControlCharacter},
	{"unknown anchor", findUnknownAlias},
	{"found unknown escape character", findEscape},
	{"did not find expected hexdecimal number", findEscape},
	{"found incompatible YAML document", findDirective},
	{"found unknown directive name", findDirective},
	{"did not find expected version number", findDirective},
}

// findMistake returns the mistake that a message of the reference parser is about; nil if no finder knows its place.
func findMistake(src, message string, line int) *Error {
	for _, f := range finders {
		if strings.HasPrefix(message, f.message) {
			return f.find(src, message, line)
		}
	}
	return nil
}

func findControlCharacter(src, _ string, _ int) *Error {
	number := 0
	for line := range strings.SplitSeq(src, "\n") {
		number++
		for at, r := range line {
			if r < ' ' && r != '\t' && r != '\r' || r >= 0x7f && r < 0xa0 && r != 0x85 || r == 0xfffe || r == 0xffff {
				return &Error{Line: number, Col: utf8.RuneCountInString(line[:at]) + 1,
					Message: fmt.Sprintf("this is the invisible control character %U: remove it", r)}
			}
		}
	}
	return nil
}

// aliasName matches the name in the reference parser's message about an alias without its anchor.
var aliasName = lazyregexp.New(`'([\w-]+)'`)

func findUnknownAlias(src, message string, _ int) *Error {
	name := aliasName.FindStringSubmatch(message)
	if name == nil {
		return nil
	}
	alias := regexp.MustCompile(`(?:^|[\s\[{,:])(\*` + name[1] + `)(?:$|[\s,:\]}])`)
	number := 0
	for line := range strings.SplitSeq(src, "\n") {
		number++
		if place := alias.FindStringSubmatchIndex(maskQuoted(" " + line)[1:]); place != nil {
			return &Error{Line: number, Col: utf8.RuneCountInString(line[:place[2]]) + 1, Message: needsQuotes}
		}
	}
	return nil
}

// escape is a backslash in double quotation marks with what follows it as YAML allows it, or one alone.
var escape = lazyregexp.New(`\\(?:["\\/0abtnvfreN_LP\t ]|$|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})|\\`)

// findEscape finds the first backslash that escapes nothing, in a quoted text of a line or of those below it.
func findEscape(src, _ string, line int) *Error {
	lines := strings.Split(src, "\n")
	for i := max(line, 1) - 1; i < len(lines); i++ {
		at := wrongEscape(lines[i], max(strings.IndexByte(lines[i], '"'), 0))
		if at < 0 { // the quotation marks began above this line
			at = wrongEscape(lines[i], 0)
		}
		if at >= 0 {
			return &Error{Line: i + 1, Col: utf8.RuneCountInString(lines[i][:at]) + 1,
				Message: `in double quotation marks, a backslash is written \\; or use single quotation marks`}
		}
	}
	return nil
}

// wrongEscape returns the offset of the first backslash of a line, from an offset on, that escapes nothing; -1 for
// none.
func wrongEscape(line string, from int) int {
	for _, place := range escape.FindAllStringIndex(line[from:], -1) {
		if place[1]-place[0] == 1 && from+place[1] < len(line) {
			return from + place[0]
		}
	}
	return -1
}

func findDirective(src, _ string, _ int) *Error {
	number := 0
	for line := range strings.SplitSeq(src, "\n") {
		number++
		if strings.HasPrefix(line, "%") {
			return &Error{Line: number, Col: 1, Message: "directives of YAML are not used here: take this line out"}
		}
	}
	return nil
}

// valueSign matches the text before the sign that begins a value in a line and that needs quotation marks.
var valueSign = lazyregexp.New("^(\\s*(?:- +)*(?:[^\\s:\"'#]+:\\s+)?)[%@`*&!|>,?}\\]]")

// placeOfSign returns the column of the sign that begins a line's value, or the column that a parser reports.
func placeOfSign(src string, line, column int) int {
	lines := strings.Split(src, "\n")
	if before := valueSign.FindStringSubmatch(lines[line-1]); before != nil {
		return utf8.RuneCountInString(before[1]) + 1
	}
	return column
}
