package importer

import (
	"encoding/json"
	"regexp"
	"strings"
)

// module matches the beginning of what MDX imports or exports: https://mdxjs.com/docs/what-is-mdx/#esm.
var module = regexp.MustCompile(`(?m)^(?:import\s+(?:['"{*]|[\w$]+\s*,|[\w$]+\s+from\b)|` +
	`export\s+(?:default|const|let|var|function|async|class|type|interface|[{*])(?:\b|\s|$|[^\w]))`)

// mostUnclosed is how many braces of a post may stay open; MDX takes none.
const mostUnclosed = 100

// mdxScan reads MDX once, and knows where it is code of Markdown.
type mdxScan struct {
	*blog
	post           *post
	edits          *edits
	line           int // where the line begins
	fence, ticks   bool
	open, unclosed int
}

// withoutCode takes imports, exports, comments and expressions out of MDX. An expression that is a text stays, as text.
// The components of MDX are raw HTML.
func (b *blog) withoutCode(p *post, text string) *edits {
	s := &mdxScan{blog: b, post: p, edits: &edits{text: text}}
	if !strings.HasSuffix(p.file, ".mdx") {
		return s.edits
	}
	for at := 0; at < len(text) && s.unclosed < mostUnclosed; {
		at = s.next(at)
	}
	return s.edits
}

// next reads what begins at a place, and returns the place after it.
func (s *mdxScan) next(at int) int {
	text := s.edits.text
	if at == s.line {
		first := strings.TrimLeft(text[at:min(at+100, len(text))], " \t")
		if strings.HasPrefix(first, "```") || strings.HasPrefix(first, "~~~") {
			s.fence = !s.fence
		} else if !s.fence && moduleAt(text, at) && startsBlock(text, at) {
			end := endOfModule(text, at)
			s.edits.remove(at, end)
			return end
		}
	}
	switch text[at] {
	case '\n':
		s.line, s.ticks = at+1, false
	case '`':
		s.ticks = !s.ticks
	case '\\':
		if strings.HasPrefix(text[at+1:], "{") {
			return at + 2
		}
	case '<':
		s.open = at
	case '{':
		line := text[s.line:at]
		if s.fence || s.ticks || strings.HasPrefix(line, "    ") && s.open < s.line ||
			headingID.MatchString(text[at:]) || namesDirective.MatchString(line) {
			break
		}
		end := endOfExpression(text, at+1)
		if end < 0 {
			s.unclosed++
			break
		}
		if strings.HasSuffix(line, "=") && ofTag.MatchString(text[s.open:at]) {
			if strings.Contains(text[at:end], ">") {
				s.edits.replace(at, end, `""`) // or it would end the tag
			}
		} else {
			s.expression(at, end)
		}
		return end
	}
	return at + 1
}

var (
	headingID = regexp.MustCompile(`^\{(?:[#:]|\.[\w-])[^{}\n]*\}`)
	// namesDirective matches what stands before the attributes of a directive.
	namesDirective = regexp.MustCompile(
		`(?:^|[^\w:]):[A-Za-z][\w-]*(?:\[[^\n]*\])?$|:{2,}[ \t]*(?:[A-Za-z][^\n]*)?$`)
	ofTag  = regexp.MustCompile(`^<[A-Za-z][^>]*=$`)
	quoted = regexp.MustCompile(`^(?:"(?:[^"\\\n]|\\.)*"|'[^'\\\n]*'|` + "`[^`$\\\\]*`" + `|\d+(?:\.\d+)?)$`)
)

// moduleAt reports whether a line that begins at a place imports or exports.
func moduleAt(text string, at int) bool {
	if !strings.HasPrefix(text[at:], "import") && !strings.HasPrefix(text[at:], "export") {
		return false
	}
	line, _, _ := strings.Cut(text[at:], "\n")
	return module.MatchString(line)
}

// expression puts the text that an expression is in its place, and takes any other out.
func (s *mdxScan) expression(from, to int) {
	e := s.edits
	inner := strings.TrimSpace(e.text[from+1 : to-1])
	switch {
	case quoted.MatchString(inner):
		words := strings.Trim(inner, "`'\"")
		if inner[0] == '"' {
			_ = json.Unmarshal([]byte(inner), &words) // else as it is written
		}
		e.replace(from, to, words)
		return
	case strings.HasPrefix(inner, "/*") && strings.Index(inner, "*/") == len(inner)-2: // a comment alone
	default:
		s.in(s.post, s.post.back(from), Note{Field: "expression", Value: e.text[from:to],
			Why: "nothing here evaluates it; it is left out with what it holds", Do: "write it in words"})
	}
	e.remove(from, to)
}

// startsBlock reports whether the line that begins at a place is no further line of a paragraph.
func startsBlock(text string, at int) bool {
	before := strings.TrimSuffix(text[:at], "\n")
	line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
	return line == "" || strings.HasSuffix(line, ";") || module.MatchString(line)
}

// endOfModule returns where the lines end that import or export, which is at a blank line outside brackets.
func endOfModule(text string, at int) int {
	depth := 0
	for at < len(text) {
		switch text[at] {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
		case '\n':
			rest := text[at+1:]
			line, _, _ := strings.Cut(rest, "\n")
			if depth <= 0 && (strings.TrimSpace(line) == "" || moduleAt(rest, 0)) {
				return at
			}
		default:
			at = afterQuoted(text, at)
			continue
		}
		at++
	}
	return len(text)
}

// endOfExpression returns where the brace closes that was opened before a place; -1 if it does not.
func endOfExpression(text string, at int) int {
	for depth := 1; at < len(text); {
		switch text[at] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at + 1
			}
		default:
			at = afterQuoted(text, at)
			continue
		}
		at++
	}
	return -1
}

// afterQuoted returns the place after the text or comment of JavaScript that begins at a place, else the next place.
func afterQuoted(text string, at int) int {
	rest := text[at:]
	if comment, ok := strings.CutPrefix(rest, "/*"); ok {
		if end := strings.Index(comment, "*/"); end >= 0 {
			return at + 2 + end + 2
		}
	} else if strings.HasPrefix(rest, "//") && (at == 0 || text[at-1] != ':') { // no address
		line, _, _ := strings.Cut(rest, "\n")
		return at + len(line)
	} else if strings.ContainsRune("\"'`", rune(text[at])) {
		for end := 1; end < len(rest) && (rest[end] != '\n' || text[at] == '`'); end++ {
			if rest[end] == '\\' {
				end++
			} else if rest[end] == text[at] {
				return at + end + 1
			}
		}
	}
	return at + 1 // also of an apostrophe among the words of an element
}
