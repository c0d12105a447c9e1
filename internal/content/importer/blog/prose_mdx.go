package blog

import (
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// maxUnclosedBraces is the number of unclosed braces after which the scan of a post stops. MDX allows none.
const maxUnclosedBraces = 100

// mdxScan scans MDX once, and tracks code blocks.
type mdxScan struct {
	*blog
	post     *post
	edits    *prose.Edits
	pictures map[string]string // addresses of the pictures that it imports, by their names
	fence    string            // the fence of the open code block
	unclosed int
}

// removeMDXCode removes imports, exports, comments and expressions from MDX. An expression that is a text becomes that
// text. Components are converted like raw HTML.
func (b *blog) removeMDXCode(p *post, text string) *prose.Edits {
	s := &mdxScan{blog: b, post: p, edits: &prose.Edits{Text: text}, pictures: importedPictures(text)}
	if !strings.HasSuffix(p.file, ".mdx") {
		return s.edits
	}
	for at := 0; at < len(text) && s.unclosed < maxUnclosedBraces; {
		at = s.scanAt(at)
	}
	return s.edits
}

// scanAt handles the syntax at an offset, and returns the offset after it.
func (s *mdxScan) scanAt(at int) int {
	text := s.edits.Text
	if at == 0 || text[at-1] == '\n' {
		if end := s.scanBlock(at); end > at {
			return end
		}
	}
	switch text[at] {
	case '`':
		return afterCode(text, at)
	case '\\':
		return min(at+2, len(text))
	case '<':
		return s.convertTag(at)
	case '{':
		line := text[max(at-200, strings.LastIndexByte(text[:at], '\n')+1):at]
		if headingID.MatchString(text[at:]) || namesDirective.MatchString(line) {
			break
		}
		end := prose.EndOfExpression(text, at+1)
		if end < 0 {
			s.unclosed++
			break
		}
		s.convertExpression(at, end)
		return end
	}
	return at + 1
}

// scanBlock returns the end of the line at an offset if it is part of a code block, or the end of an import or export;
// otherwise the offset.
func (s *mdxScan) scanBlock(at int) int {
	text := s.edits.Text
	line, _, _ := strings.Cut(text[at:], "\n")
	end, mark := min(at+len(line)+1, len(text)), prose.FenceOf(line)
	switch {
	case s.fence != "":
		if strings.HasPrefix(mark, s.fence) && strings.Trim(line, " \t\r>`~") == "" {
			s.fence = ""
		}
		return end
	case prose.OpensFence(line, mark):
		s.fence = mark
		return end
	case prose.IsModuleAt(text, at) && startsBlock(text, at):
		end = prose.EndOfModule(text, at)
		s.edits.Remove(at, end)
		return end
	}
	return at
}

// afterCode returns the offset after the inline code that begins at an offset, or after its back ticks if it is not
// closed.
func afterCode(text string, at int) int {
	rest := strings.TrimLeft(text[at:], "`")
	end := len(text) - len(rest)
	mark := text[at:end]
	if blank := strings.Index(rest, "\n\n"); blank >= 0 {
		rest = rest[:blank]
	}
	for from := 0; ; {
		i := strings.IndexByte(rest[from:], '`')
		if i < 0 {
			return end
		}
		own := rest[from+i:]
		own = own[:len(own)-len(strings.TrimLeft(own, "`"))]
		if from += i + len(own); own == mark {
			return end + from
		}
	}
}

var (
	headingID = lazyregexp.New(`^\{(?:[#:]|\.[\w-])[^{}\n]*\}`)
	// namesDirective matches what precedes the attributes of a directive.
	namesDirective = lazyregexp.New(
		`(?:^|[^\w:]):[A-Za-z][\w-]*(?:\[[^\n]*\])?$|:{2,}[ \t]*(?:[A-Za-z][^\n]*)?$`)
)

// convertExpression replaces an expression that is a text, or the address of a picture, with its value, and removes
// others.
func (s *mdxScan) convertExpression(from, to int) {
	expression := strings.TrimSpace(s.edits.Text[from+1 : to-1])
	if words, ok := prose.LiteralText(expression); ok {
		s.edits.Replace(from, to, strings.ReplaceAll(words, "<", "&lt;"))
		return
	}
	if address := s.expressionAddress(expression); address != "" && strings.HasSuffix(s.edits.Text[:from], "](") {
		s.edits.Replace(from, to, address)
		return
	}
	s.noteExpression(from, to)
	s.edits.Remove(from, to)
}

// noteExpression reports an expression that is left out, unless it is only a comment.
func (s *mdxScan) noteExpression(from, to int) {
	inner := strings.TrimSpace(s.edits.Text[from+1 : to-1])
	if !strings.HasPrefix(inner, "/*") || strings.Index(inner, "*/") != len(inner)-2 {
		s.noteInProse(s.post, s.post.sourceOffset(from), importer.Note{Field: "expression",
			Value: s.edits.Text[from:to],
			Why:   "expressions are not evaluated here; it is left out with its content", Do: "write it as text"})
	}
}

// startsBlock reports whether the line at an offset does not continue a paragraph.
func startsBlock(text string, at int) bool {
	before := strings.TrimSuffix(text[:at], "\n")
	line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
	return line == "" || strings.HasSuffix(line, ";") || prose.ModuleLine.MatchString(line)
}
