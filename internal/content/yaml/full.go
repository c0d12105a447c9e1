package yaml

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	goyaml "github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/parser"
	reference "go.yaml.in/yaml/v3"

	"storefront/internal/lib/lazyregexp"
)

// parseFull reads any YAML. The reference parser makes the tree; if that fails, the other one finds the column of the
// error. It calls onRepeatedKey with pairs whose key is repeated below; with a nil onRepeatedKey, a repeated key, a
// second document and an anchor without an alias are errors.
func parseFull(src string, firstLine int, onRepeatedKey func(Pair)) (*Node, error) {
	var doc reference.Node
	if end := SecondDocument(src, firstLine); end != nil && onRepeatedKey == nil {
		return nil, end
	}
	if err := reference.Unmarshal([]byte(src), &doc); err != nil {
		return nil, syntaxError(src, err, firstLine)
	}
	if doc.Kind == 0 {
		return &Node{Kind: Mapping, Line: firstLine, Col: 1}, nil
	}
	c := converter{offset: firstLine - 1, onRepeatedKey: onRepeatedKey, referred: map[*reference.Node]bool{}}
	n, err := c.convert(doc.Content[0], 0)
	if err != nil {
		return nil, err
	}
	if unused := c.unusedAnchor(); unused != nil && onRepeatedKey == nil {
		return nil, unused
	}
	return rejectWideColon(&n, src, firstLine)
}

var (
	// hashValue is a value within brackets or braces that begins with a #, after what is before it.
	hashValue = lazyregexp.New(`^([^#'"]*[\[{](?:[^#'"]*[:,\[{])? +|[^#'"]*[\[{])(#[0-9A-Za-z][^\s,}\]]*)`)
	// hashValueLine is one in a line of its own, which a comma shows to be within braces.
	hashValueLine = lazyregexp.New(`^(\s*[^#'"\s]+: +)(#[0-9A-Za-z][^\s,}\]]*)\s*,`)
	// quotedText is a text in quotation marks with the sign before it.
	quotedText = lazyregexp.New(`[\s\[{,:](?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')`)
)

// hashInBrackets returns the error of the nearest value, in a line or above it, that YAML reads as a comment, so that
// the brackets around it have no end; nil if there is none.
func hashInBrackets(src string, line int) *Error {
	lines := strings.Split(src, "\n")
	for i := min(line, len(lines)) - 1; i >= max(0, line-20); i-- {
		text := quotedText.ReplaceAllStringFunc(lines[i], func(found string) string {
			return found[:1] + strings.Repeat("_", utf8.RuneCountInString(found)-1)
		})
		match := hashValue.FindStringSubmatch(text)
		if match != nil && strings.Count(match[1], "{")+strings.Count(match[1], "[") <=
			strings.Count(match[1], "}")+strings.Count(match[1], "]") {
			continue
		}
		if match == nil {
			match = hashValueLine.FindStringSubmatch(text)
		}
		if match == nil {
			continue
		}
		return &Error{Line: i + 1, Col: utf8.RuneCountInString(match[1]) + 1, Message: fmt.Sprintf(
			"YAML reads %s as a comment: colours and other texts with # need quotation marks, '%[1]s'", match[2])}
	}
	return nil
}

var errorLine = lazyregexp.New(`^yaml: (?:line (\d+): )?`)

// maxNestedBytes is the largest document, in bytes, that the second parser reads, and maxFlatBytes the largest flat
// one: its time grows with the square of depth.
const (
	maxNestedBytes = 64 << 10
	maxFlatBytes   = 1 << 20
)

// isFlat reports whether no line of a document is deep within others, and none has many brackets or items.
func isFlat(src string) bool {
	for line := range strings.Lines(src) {
		text := strings.TrimLeft(line, " ")
		if len(line)-len(text) > 60 ||
			strings.Count(text, "[")+strings.Count(text, "{")+strings.Count(text, "- ") > 30 {
			return false
		}
	}
	return true
}

// unclosedQuotePrefix begins the message of the second parser about a quoted text that does not end.
const unclosedQuotePrefix = "could not find end character"

func syntaxError(src string, cause error, firstLine int) error {
	text := cause.Error()
	match := errorLine.FindStringSubmatch(text)
	line, _ := strconv.Atoi(match[1])
	at := &Error{Line: max(line, 1) + firstLine - 1, Col: 1, Message: text[len(match[0]):]}
	if strings.HasPrefix(at.Message, "exceeded max depth") {
		at.Message = tooDeep
		return at
	}
	if found := findMistake(src, at.Message, line); found != nil {
		found.Line += firstLine - 1
		return found
	}
	if len(src) > maxFlatBytes || len(src) > maxNestedBytes && !isFlat(src) {
		return at
	}
	var syntax *goyaml.SyntaxError
	if _, err := parser.ParseBytes([]byte(src), 0); errors.As(err, &syntax) && syntax.GetToken() != nil {
		place := syntax.GetToken().Position
		if sign := wideSignError(src, place.Line); sign != nil {
			sign.Line += firstLine - 1
			return sign
		}
		if comment := hashInBrackets(src, place.Line); comment != nil {
			comment.Line += firstLine - 1
			return comment
		}
		if quote := unclosedQuote(src, place.Line); quote != nil {
			quote.Line += firstLine - 1
			return quote
		}
		if bracket := unclosedBracket(src, place.Line); bracket != nil &&
			!strings.HasPrefix(syntax.GetMessage(), unclosedQuotePrefix) {
			bracket.Line += firstLine - 1
			return bracket
		}
		at = &Error{Line: place.Line, Col: place.Column}
		return at.explain(syntax.GetMessage(), src, firstLine)
	}
	if comment := hashInBrackets(src, line+1); comment != nil {
		comment.Line += firstLine - 1
		return comment
	}
	if comma := missingCommaError(src, line); comma != nil && strings.Contains(at.Message, "','") {
		comma.Line += firstLine - 1
		return comma
	}
	at.Line = max(line, 1)
	return at.explain(at.Message, src, firstLine)
}

// explain gives the mistake at a place of src, about which a parser has a message, its words and its line in the file.
func (e *Error) explain(message, src string, firstLine int) *Error {
	e.Message = clearerMessage(message, src, e.Line, e.Col)
	if e.Message == needsQuotes {
		e.Col = placeOfSign(src, e.Line, e.Col)
	}
	e.Line += firstLine - 1
	return e
}
