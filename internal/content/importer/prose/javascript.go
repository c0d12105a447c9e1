package prose

import (
	"strconv"
	"strings"

	"storefront/internal/lib/lazyregexp"
)

// javascript reads code of JavaScript roughly: its texts, comments and brackets.
type javascript struct {
	text string
	// unclosed says that a template has no end, so that further backticks begin none.
	unclosed bool
}

// EndOfModule returns where the lines end that import or export, which is at a blank line outside brackets.
func EndOfModule(text string, at int) int {
	js, depth := javascript{text: text}, 0
	for at < len(text) {
		switch text[at] {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
		case '\n':
			rest := text[at+1:]
			line, _, _ := strings.Cut(rest, "\n")
			if depth <= 0 && (strings.TrimSpace(line) == "" || ModuleAt(rest, 0)) {
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

// EndOfExpression returns where the brace closes that was opened before a place; -1 if it does not.
func EndOfExpression(text string, at int) int {
	js := javascript{text: text}
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

// next returns the place after the text, template or comment that begins at a place, else the next place.
func (js *javascript) next(at int) int {
	rest := js.text[at:]
	switch {
	case strings.HasPrefix(rest, "/*"):
		if end := strings.Index(rest[2:], "*/"); end >= 0 {
			return at + 2 + end + 2
		}
	case strings.HasPrefix(rest, "//") && (at == 0 || js.text[at-1] != ':'): // no address
		line, _, _ := strings.Cut(rest, "\n")
		return at + len(line)
	case rest[0] == '`' && !js.unclosed:
		if end := js.template(at); end >= 0 {
			return end
		}
		js.unclosed = true
	case rest[0] == '"' || rest[0] == '\'':
		for end := 1; end < len(rest) && rest[end] != '\n'; end++ {
			if rest[end] == '\\' {
				end++
			} else if rest[end] == rest[0] {
				return at + end + 1
			}
		}
	}
	return at + 1 // also of an apostrophe among the words of an element
}

// template returns where the template ends that begins at a place, with the expressions and templates in it; -1
// without an end.
func (js *javascript) template(at int) int {
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
	quoted = lazyregexp.New(`(?s)^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` +
		"`(?:[^`\\\\]|\\\\.)*`" + `|\d+(?:\.\d+)?)$`)
	escapeSequence = lazyregexp.New(`(?s)\\(?:u[0-9A-Fa-f]{4}|.)`)
)

// TextOf returns the text that an expression is; ok is false if it is any other.
func TextOf(expression string) (words string, ok bool) {
	if !quoted.MatchString(expression) || expression[0] == '`' && strings.Contains(expression, "${") {
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

// Module matches the beginning of what MDX imports or exports: https://mdxjs.com/docs/what-is-mdx/#esm.
var Module = lazyregexp.New(`(?m)^(?:import\s+(?:['"{*]|[\w$]+\s*,|[\w$]+\s+from\b)|` +
	`export\s+(?:default|const|let|var|function|async|class|type|interface|[{*])(?:\b|\s|$|[^\w]))`)

// ModuleAt reports whether a line that begins at a place imports or exports.
func ModuleAt(text string, at int) bool {
	if !strings.HasPrefix(text[at:], "import") && !strings.HasPrefix(text[at:], "export") {
		return false
	}
	line, _, _ := strings.Cut(text[at:], "\n")
	return Module.MatchString(line)
}
