package prose

import (
	"strconv"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// jsScanner scans JavaScript approximately: its strings, comments and brackets.
type jsScanner struct {
	text string
	// hasUnclosedTemplate is true if a template is not closed; further back ticks then open none.
	hasUnclosedTemplate bool
}

// EndOfModule returns the end of the lines that import or export, which is at a blank line outside brackets.
func EndOfModule(text string, at int) int {
	js, depth := jsScanner{text: text}, 0
	for at < len(text) {
		switch text[at] {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
		case '\n':
			rest := text[at+1:]
			line, _, _ := strings.Cut(rest, "\n")
			if depth <= 0 && (strings.TrimSpace(line) == "" || IsModuleAt(rest, 0)) {
				return at
			}
		default:
			at = js.next(at)
			continue
		}
		at++
	}
	return len(text)
}

// EndOfExpression returns the offset after the brace that closes the one before an offset; -1 if there is none.
func EndOfExpression(text string, at int) int {
	js := jsScanner{text: text}
	for depth := 1; at < len(text); {
		switch text[at] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at + 1
			}
		default:
			at = js.next(at)
			continue
		}
		at++
	}
	return -1
}

// next returns the offset after the string, template or comment at an offset, or else the next offset.
func (js *jsScanner) next(at int) int {
	rest := js.text[at:]
	switch {
	case strings.HasPrefix(rest, "/*"):
		if end := strings.Index(rest[2:], "*/"); end >= 0 {
			return at + 2 + end + 2
		}
	case strings.HasPrefix(rest, "//") && (at == 0 || js.text[at-1] != ':'): // not in an address
		line, _, _ := strings.Cut(rest, "\n")
		return at + len(line)
	case rest[0] == '`' && !js.hasUnclosedTemplate:
		if end := js.template(at); end >= 0 {
			return end
		}
		js.hasUnclosedTemplate = true
	case rest[0] == '"' || rest[0] == '\'':
		for end := 1; end < len(rest) && rest[end] != '\n'; end++ {
			if rest[end] == '\\' {
				end++
			} else if rest[end] == rest[0] {
				return at + end + 1
			}
		}
	}
	return at + 1 // also for an apostrophe in the text of an element
}

// template returns the end of the template at an offset, including its expressions and their templates; -1 if it is not
// closed.
func (js *jsScanner) template(at int) int {
	within := []byte{'`'}
	for at++; at < len(js.text); {
		top, next := within[len(within)-1], at+1
		switch c := js.text[at]; {
		case top == '`' && c == '\\':
			next++
		case top == '`' && strings.HasPrefix(js.text[at:], "${"):
			within, next = append(within, '{'), next+1
		case top == '`' && c != '`':
		case top == c && c == '`', top == '{' && c == '}':
			if within = within[:len(within)-1]; len(within) == 0 {
				return next
			}
		case c == '{' || c == '`':
			within = append(within, c)
		default:
			next = js.next(at)
		}
		at = next
	}
	return -1
}

var (
	literalValue = lazyregexp.New(`(?s)^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` +
		"`(?:[^`\\\\]|\\\\.)*`" + `|\d+(?:\.\d+)?)$`)
	escapeSequence = lazyregexp.New(`(?s)\\(?:u[0-9A-Fa-f]{4}|.)`)
)

// LiteralText returns the text of an expression that is a literal; ok is false for others.
func LiteralText(expression string) (words string, ok bool) {
	if !literalValue.MatchString(expression) || expression[0] == '`' && strings.Contains(expression, "${") {
		return "", false
	}
	if !strings.ContainsRune("\"'`", rune(expression[0])) {
		return expression, true
	}
	return escapeSequence.ReplaceAllStringFunc(expression[1:len(expression)-1], func(sign string) string {
		if code, err := strconv.ParseUint(sign[2:], 16, 16); len(sign) == 6 && err == nil {
			return string(rune(code))
		}
		if meant, ok := escapes[sign[1]]; ok {
			return meant
		}
		return sign[1:]
	}), true
}

var escapes = map[byte]string{'n': "\n", 't': "\t", '\n': ""}

// ModuleLine matches the beginning of an import or export of MDX: https://mdxjs.com/docs/what-is-mdx/#esm.
var ModuleLine = lazyregexp.New(`(?m)^(?:import\s+(?:['"{*]|[\w$]+\s*,|[\w$]+\s+from\b)|` +
	`export\s+(?:default|const|let|var|function|async|class|type|interface|[{*])(?:\b|\s|$|[^\w]))`)

// IsModuleAt reports whether the line at an offset is an import or export.
func IsModuleAt(text string, at int) bool {
	if !strings.HasPrefix(text[at:], "import") && !strings.HasPrefix(text[at:], "export") {
		return false
	}
	line, _, _ := strings.Cut(text[at:], "\n")
	return ModuleLine.MatchString(line)
}
