package yaml

import (
	"strings"
	"unicode/utf8"
)

// quick reads the common part of YAML. ok is false where the document needs the general parser, or is wrong.
func quick(src string, firstLine int) (node *Node, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, gaveUp := r.(giveUp); !gaveUp {
				panic(r)
			}
			node, ok = nil, false
		}
	}()
	if !isText(src) {
		return nil, false
	}
	s := &scanner{src: src, line: firstLine}
	if !s.nextLine() {
		return &Node{Kind: Mapping, Line: firstLine, Col: 1}, true
	}
	n := s.block(s.indent())
	if s.pos < len(s.src) {
		panic(giveUp{})
	}
	return &n, true
}

// isText reports whether src is UTF-8 without the rare characters that YAML treats in a way of its own.
func isText(src string) bool {
	for _, r := range src {
		switch {
		case r < ' ' && r != '\n' && r != '\t', r >= 0x7f && r < 0xa0, r == utf8.RuneError, r == 0x2028, r == 0x2029,
			r == 0xfeff, r >= 0xfffe:
			return false
		}
	}
	return true
}

// giveUp unwinds to quick: what follows is for the general parser.
type giveUp struct{}

type scanner struct {
	src       string
	pos       int
	line      int
	lineStart int
}

// indent is how many bytes stand before pos on its line; only spaces do when a line's content begins.
func (s *scanner) indent() int { return s.pos - s.lineStart }

func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return '\n'
}

func (s *scanner) node(kind Kind) Node {
	return Node{Kind: kind, Line: s.line, Col: utf8.RuneCountInString(s.src[s.lineStart:s.pos]) + 1}
}

func (s *scanner) spaces() {
	for s.pos < len(s.src) && s.src[s.pos] == ' ' {
		s.pos++
	}
}

// nextLine moves to the first character of the next line that has content; it begins at pos, a line's start.
func (s *scanner) nextLine() bool {
	for s.pos < len(s.src) {
		s.lineStart = s.pos
		s.spaces()
		if s.pos == len(s.src) {
			return false
		}
		switch s.src[s.pos] {
		case '\t', '\r', '%':
			panic(giveUp{})
		case '\n', '#':
			s.skipLine()
			continue
		}
		if s.indent() == 0 && (strings.HasPrefix(s.src[s.pos:], "---") || strings.HasPrefix(s.src[s.pos:], "...")) {
			panic(giveUp{})
		}
		return true
	}
	return false
}

func (s *scanner) skipLine() {
	end := strings.IndexByte(s.src[s.pos:], '\n')
	if end < 0 {
		s.pos = len(s.src)
		return
	}
	s.pos += end + 1
	s.line++
}

// endOfValue leaves the line of a finished value, which only a comment may follow, for the next line of content.
// A deeper line would continue the value in a way that quick does not read.
func (s *scanner) endOfValue(indent int) {
	before := s.pos
	s.spaces()
	switch {
	case s.pos >= len(s.src):
		return
	case s.src[s.pos] == '\n':
	case s.src[s.pos] == '#' && s.pos > before:
	default:
		panic(giveUp{})
	}
	s.skipLine()
	if s.nextLine() && s.indent() > indent {
		panic(giveUp{})
	}
}

func (s *scanner) atItem() bool {
	return s.peek() == '-' && (s.pos+1 == len(s.src) || s.src[s.pos+1] == ' ' || s.src[s.pos+1] == '\n')
}

func (s *scanner) block(indent int) Node {
	if s.atItem() {
		return s.sequence(indent)
	}
	return s.mapping(indent)
}

// ends reports whether the block whose lines begin at indent is over.
func (s *scanner) ends(indent int) bool {
	if s.pos >= len(s.src) || s.indent() < indent {
		return true
	}
	if s.indent() > indent {
		panic(giveUp{})
	}
	return false
}

func (s *scanner) mapping(indent int) Node {
	n := s.node(Mapping)
	for first := true; first || !s.ends(indent); first = false {
		if s.atItem() {
			panic(giveUp{})
		}
		key := s.key()
		for i := range n.Pairs {
			if n.Pairs[i].Key.Value == key.Value {
				panic(giveUp{})
			}
		}
		n.Pairs = append(n.Pairs, Pair{key, s.value(indent, true)})
	}
	return n
}

// key reads up to and over a colon.
func (s *scanner) key() Node {
	n := s.node(Scalar)
	start := s.pos
	for s.pos < len(s.src) && isKeyByte(s.src[s.pos]) {
		s.pos++
	}
	n.Value = s.src[start:s.pos]
	if n.Value == "" || len(n.Value) > 128 || s.peek() != ':' || strings.HasPrefix(n.Value, "-") {
		panic(giveUp{})
	}
	s.pos++
	if c := s.peek(); c != ' ' && c != '\n' {
		panic(giveUp{})
	}
	return n
}

func isKeyByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.'
}

// value reads what follows a key or a dash of a block that begins at indent.
func (s *scanner) value(indent int, ofKey bool) Node {
	null := s.node(Scalar)
	s.spaces()
	if c := s.peek(); c != '\n' && c != '#' {
		null.Col++ // what stands after the space
		n := s.inline()
		s.endOfValue(indent)
		return n
	}
	s.skipLine()
	if !s.nextLine() {
		return null
	}
	switch {
	case s.indent() > indent:
		return s.block(s.indent())
	case ofKey && s.indent() == indent && s.atItem():
		return s.sequence(indent)
	}
	return null
}

func (s *scanner) sequence(indent int) Node {
	n := s.node(Sequence)
	for first := true; first || !s.ends(indent) && s.atItem(); first = false {
		s.pos++
		dash := s.pos
		s.spaces()
		if s.itemIsMapping() {
			n.Items = append(n.Items, s.mapping(s.indent()))
			continue
		}
		s.pos = dash
		n.Items = append(n.Items, s.value(indent, false))
	}
	return n
}

// itemIsMapping reports whether the list item at pos opens a mapping on its own line: "- id: x".
func (s *scanner) itemIsMapping() bool {
	i := s.pos
	for i < len(s.src) && isKeyByte(s.src[i]) {
		i++
	}
	return i > s.pos && i < len(s.src) && s.src[i] == ':' &&
		(i+1 == len(s.src) || s.src[i+1] == ' ' || s.src[i+1] == '\n')
}

func (s *scanner) inline() Node {
	switch s.peek() {
	case '"':
		return s.doubleQuoted()
	case '\'':
		return s.singleQuoted()
	case '[', '{':
		return s.flow(0)
	}
	n := s.node(Scalar)
	end := strings.IndexByte(s.src[s.pos:], '\n')
	if end < 0 {
		end = len(s.src) - s.pos
	}
	text := s.src[s.pos : s.pos+end]
	if i := strings.Index(text, " #"); i >= 0 {
		text = text[:i]
	}
	text = strings.TrimRight(text, " ")
	if !isPlain(text) {
		panic(giveUp{})
	}
	s.pos += len(text)
	n.Value = text
	return n
}

// isPlain reports whether text is certainly one plain scalar.
func isPlain(text string) bool {
	if text == "" || strings.IndexByte(",[]{}#&*!|>'\"%@`", text[0]) >= 0 {
		return false
	}
	if strings.IndexByte("-?:", text[0]) >= 0 && (len(text) == 1 || text[1] == ' ' || text[0] != '-') {
		return false
	}
	if text[len(text)-1] == ':' || strings.Contains(text, ": ") {
		return false
	}
	for i := 0; i < len(text); i++ {
		if text[i] < ' ' || text[i] == 0x7f {
			return false
		}
	}
	return true
}
