package blog

import (
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

// mostUnclosed is how many braces of a post may stay open; MDX takes none.
const mostUnclosed = 100

// mdxScan reads MDX once, and knows where it is code of Markdown.
type mdxScan struct {
	*blog
	post     *post
	edits    *prose.Edits
	pictures map[string]string // addresses of the pictures that it imports, by their names
	fence    string            // the marks of the block of code that a line is in
	unclosed int
}

// withoutCode takes imports, exports, comments and expressions out of MDX. An expression that is a text stays, as text.
// The components of MDX are raw HTML.
func (b *blog) withoutCode(p *post, text string) *prose.Edits {
	s := &mdxScan{blog: b, post: p, edits: &prose.Edits{Text: text}, pictures: importedPictures(text)}
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
	text := s.edits.Text
	if at == 0 || text[at-1] == '\n' {
		if end := s.block(at); end > at {
			return end
		}
	}
	switch text[at] {
	case '`':
		return afterCode(text, at)
	case '\\':
		return min(at+2, len(text))
	case '<':
		return s.tag(at)
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
		s.expression(at, end)
		return end
	}
	return at + 1
}

// block returns where the line ends that begins at a place, if it is of a block of code, or where what it imports or
// exports ends; else the place.
func (s *mdxScan) block(at int) int {
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
	case prose.ModuleAt(text, at) && startsBlock(text, at):
		end = prose.EndOfModule(text, at)
		s.edits.Remove(at, end)
		return end
	}
	return at
}

// afterCode returns the place after the code within a line that begins with back ticks at a place, else after these.
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
	// namesDirective matches what stands before the attributes of a directive.
	namesDirective = lazyregexp.New(
		`(?:^|[^\w:]):[A-Za-z][\w-]*(?:\[[^\n]*\])?$|:{2,}[ \t]*(?:[A-Za-z][^\n]*)?$`)
)

// expression puts the text that an expression is in its place, or the address of a picture, and takes any other out.
func (s *mdxScan) expression(from, to int) {
	expression := strings.TrimSpace(s.edits.Text[from+1 : to-1])
	if words, ok := prose.TextOf(expression); ok {
		s.edits.Replace(from, to, strings.ReplaceAll(words, "<", "&lt;"))
		return
	}
	if address := s.addressOf(expression); address != "" && strings.HasSuffix(s.edits.Text[:from], "](") {
		s.edits.Replace(from, to, address)
		return
	}
	s.noteExpression(from, to)
	s.edits.Remove(from, to)
}

// noteExpression reports an expression that is left out, unless it is a comment alone.
func (s *mdxScan) noteExpression(from, to int) {
	inner := strings.TrimSpace(s.edits.Text[from+1 : to-1])
	if !strings.HasPrefix(inner, "/*") || strings.Index(inner, "*/") != len(inner)-2 {
		s.in(s.post, s.post.back(from), importer.Note{Field: "expression", Value: s.edits.Text[from:to],
			Why: "nothing here evaluates it; it is left out with what it holds", Do: "write it in words"})
	}
}

// startsBlock reports whether the line that begins at a place is no further line of a paragraph.
func startsBlock(text string, at int) bool {
	before := strings.TrimSuffix(text[:at], "\n")
	line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
	return line == "" || strings.HasSuffix(line, ";") || prose.Module.MatchString(line)
}
