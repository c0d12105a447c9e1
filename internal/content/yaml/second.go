package yaml

import (
	"fmt"
	"strings"
)

// lineBreaks are the line ends of the general parser.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

// SecondDocument returns the error of the line, --- or ..., that ends the first document of src while more follows,
// which no reader would read; nil if nothing follows.
func SecondDocument(src string, firstLine int) *Error {
	var end *Error
	number, hasBegun := firstLine-1, false
	for line := range strings.SplitSeq(lineBreaks.Replace(strings.TrimPrefix(src, "\ufeff")), "\n") {
		number++
		mark := documentMark(line)
		text := strings.TrimLeft(line[len(mark):], " \t")
		if end == nil && (mark == "..." || mark == "---" && hasBegun) {
			end = &Error{Line: number, Col: 1, Message: fmt.Sprintf(
				"what follows this line %s is not read: a file is one document; remove the line", mark)}
		}
		isDirective := line != "" && line[0] == '%' && !hasBegun && end == nil
		isContent := text != "" && text[0] != '#' && !isDirective
		if end != nil && isContent {
			return end
		}
		hasBegun = hasBegun || isContent || mark == "---"
	}
	return nil
}

// documentMark returns the mark of YAML that begins or ends a document at a line; nothing for other lines.
func documentMark(line string) string {
	for _, mark := range []string{"---", "..."} {
		if rest, ok := strings.CutPrefix(line, mark); ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			return mark
		}
	}
	return ""
}
