package yaml

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"storefront/internal/lib/lazyregexp"
)

// valueOpening matches the text before the bracket that begins a value in a line.
var valueOpening = lazyregexp.New(`^(\s*(?:- +)*(?:[^\[{#]*:\s+)?)[\[{]`)

// quotedOrComment are quoted texts and comments, whose brackets open and close nothing.
var quotedOrComment = lazyregexp.New(`([\s\[{,:])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|#.*)`)

// maskQuoted returns a line with _ for the bytes of its quoted texts and comments.
func maskQuoted(line string) string {
	return quotedOrComment.ReplaceAllStringFunc(line, func(found string) string {
		return found[:1] + strings.Repeat("_", len(found)-1)
	})
}

// closingBrackets are the brackets that close others.
var closingBrackets = map[byte]byte{'[': ']', '{': '}'}

// unclosedBracket returns the error of the nearest bracket, in a line or above it, that is not closed; nil if there is
// none.
func unclosedBracket(src string, line int) *Error {
	lines := strings.Split(src, "\n")
	for i := min(line, len(lines)) - 1; i >= max(0, line-20); i-- {
		if before := valueOpening.FindStringSubmatch(lines[i]); before != nil {
			if err := unclosedBracketFrom(lines, i, len(before[1])); err != nil {
				return err
			}
		}
	}
	return nil
}

// unclosedBracketFrom follows the value that begins with a bracket at an offset in a line, up to its end or to a line
// that is no further in and is not its own.
func unclosedBracketFrom(lines []string, first, offset int) *Error {
	type bracket struct {
		line, at int
		closing  byte
	}
	var open []bracket
	for i := first; i < len(lines); i++ {
		line := maskQuoted(lines[i])
		text := strings.TrimLeft(line, " ")
		if i > first && text != "" && !strings.ContainsAny(text[:1], "]}#") &&
			indentOf(line) <= indentOf(lines[first]) {
			break
		}
		for at := range len(line) {
			switch c := line[at]; {
			case i == first && at < offset:
				continue
			case closingBrackets[c] != 0:
				open = append(open, bracket{i, at, closingBrackets[c]})
			case len(open) == 0: // the bracket is within a quoted text
				return nil
			case c == open[len(open)-1].closing:
				if open = open[:len(open)-1]; len(open) == 0 {
					return nil
				}
			}
		}
	}
	last := open[len(open)-1]
	return &Error{Line: last.line + 1, Col: utf8.RuneCountInString(lines[last.line][:last.at]) + 1,
		Message: fmt.Sprintf("this bracket is not closed: %c is missing", last.closing)}
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// quoteOpening matches the text before the quotation mark that begins a value in a line.
var quoteOpening = lazyregexp.New(`^(\s*(?:- +)*(?:[^\s"'#\[{][^"'#\[{]*:\s+)?)(["'])`)

// unclosedQuote returns the error of a quotation mark above a line that ends only at that of another value, in the
// line; nil if there is none.
func unclosedQuote(src string, line int) *Error {
	lines := strings.Split(src, "\n")
	if line < 1 || line > len(lines) {
		return nil
	}
	ownMark := quoteOpening.FindStringSubmatch(lines[line-1])
	for i := line - 2; ownMark != nil && i >= max(0, line-20); i-- {
		if opens := quoteOpening.FindStringSubmatch(lines[i]); opens != nil {
			text := strings.Join(lines[i:line-1], "\n")[len(opens[0]):]
			if opens[2] != ownMark[2] || strings.Contains(text, opens[2]) {
				return nil
			}
			return &Error{Line: i + 1, Col: utf8.RuneCountInString(opens[1]) + 1,
				Message: unclosedQuoteMessage(opens[2])}
		}
	}
	return nil
}

func unclosedQuoteMessage(mark string) string {
	return fmt.Sprintf("this quotation mark has no end: %s is missing", mark)
}

// keysWithoutComma matches a line in which no comma separates two keys within braces, up to the second.
var keysWithoutComma = lazyregexp.New(`^(.*\{(?:[^"'}]*,)?\s*[^\s"',:{}]+:\s+[^\s"',:{}][^"',:{}]*\s)[^\s"',:{}]+:\s`)

// missingCommaError returns the error of the first keys from a line on that no comma parts; nil if there are none.
func missingCommaError(src string, line int) *Error {
	lines := strings.Split(src, "\n")
	for i := max(line-1, 0); i < min(len(lines), line+20); i++ {
		if before := keysWithoutComma.FindStringSubmatch(lines[i]); before != nil {
			return &Error{Line: i + 1, Col: utf8.RuneCountInString(before[1]) + 1, Message: missingComma}
		}
	}
	return nil
}
