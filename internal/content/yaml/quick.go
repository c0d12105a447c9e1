package yaml

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// parseQuick reads the common part of YAML. ok is false if the document needs the general parser, or is wrong.
func parseQuick(src string, firstLine int) (node *Node, ok bool) {
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
	s := scanners.Get().(*scanner)
	defer scanners.Put(s)
	*s = scanner{src: src, line: firstLine, pairs: s.pairs[:0], items: s.items[:0]}
	if !s.nextLine() {
		return &Node{Kind: Mapping, Line: firstLine, Col: 1}, true
	}
	n := s.parseBlock(s.indent())
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

// scanners keep the memory of their entries for the next document.
var scanners = sync.Pool{New: func() any { return &scanner{} }}

// giveUp unwinds to quick: the document needs the general parser.
type giveUp struct{}

type scanner struct {
	src       string
	pos       int
	line      int
	lineStart int
	counted   int // up to which offset the characters of the line are counted
	column    int // how many those are
	// The entries of collections that are not closed yet. A closed one gets a list of its own length.
	pairs []Pair
	items []Node
}

// indent is the number of bytes before pos on its line; only spaces do when a line's content begins.
func (s *scanner) indent() int { return s.pos - s.lineStart }

func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return '\n'
}

func (s *scanner) newNode(kind Kind) Node {
	if s.counted < s.lineStart || s.counted > s.pos {
		s.counted, s.column = s.lineStart, 0
	}
	s.column += utf8.RuneCountInString(s.src[s.counted:s.pos])
	s.counted = s.pos
	return Node{Kind: kind, Line: s.line, Col: s.column + 1}
}

// popFrom returns the entries from a place on in a list of their own, and removes them from those that are not closed.
func popFrom[T any](open *[]T, from int) []T {
	if from == len(*open) {
		return nil
	}
	own := make([]T, len(*open)-from)
	copy(own, (*open)[from:])
	*open = (*open)[:from]
	return own
}

// hasKey reports whether a mapping, whose pairs begin at a place, has a key already.
func (s *scanner) hasKey(from int, key string) bool {
	for i := from; i < len(s.pairs); i++ {
		if s.pairs[i].Key.Value == key {
			return true
		}
	}
	return false
}

func (s *scanner) skipSpaces() {
	for s.pos < len(s.src) && s.src[s.pos] == ' ' {
		s.pos++
	}
}

// nextLine moves to the first character of the next line that has content; it begins at pos, a line's start.
func (s *scanner) nextLine() bool {
	for s.pos < len(s.src) {
		s.lineStart = s.pos
		s.skipSpaces()
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

// finishValue leaves the line of a finished value, which only a comment may follow, for the next line of content.
// A deeper line would continue the value in a way that quick does not read.
func (s *scanner) finishValue(indent int) {
	before := s.pos
	s.skipSpaces()
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

func (s *scanner) isAtItem() bool {
	return s.peek() == '-' && (s.pos+1 == len(s.src) || s.src[s.pos+1] == ' ' || s.src[s.pos+1] == '\n')
}

func (s *scanner) parseBlock(indent int) Node {
	if s.isAtItem() {
		return s.parseSequence(indent)
	}
	return s.parseMapping(indent)
}

// isBlockOver reports whether the block whose lines begin at indent is over.
func (s *scanner) isBlockOver(indent int) bool {
	if s.pos >= len(s.src) || s.indent() < indent {
		return true
	}
	if s.indent() > indent {
		panic(giveUp{})
	}
	return false
}

func (s *scanner) parseMapping(indent int) Node {
	n, from := s.newNode(Mapping), len(s.pairs)
	for first := true; first || !s.isBlockOver(indent); first = false {
		if s.isAtItem() {
			panic(giveUp{})
		}
		key := s.parseKey()
		if s.hasKey(from, key.Value) {
			panic(giveUp{})
		}
		value := s.parseValue(indent, true)
		s.pairs = append(s.pairs, Pair{key, value})
	}
	n.Pairs = popFrom(&s.pairs, from)
	return n
}

// parseKey reads up to and over a colon.
func (s *scanner) parseKey() Node {
	n := s.newNode(Scalar)
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

// parseValue reads what follows a key or a dash of a block that begins at indent.
func (s *scanner) parseValue(indent int, ofKey bool) Node {
	null := s.newNode(Scalar)
	s.skipSpaces()
	if c := s.peek(); c != '\n' && c != '#' {
		null.Col++ // what follows the space
		n := s.parseInline()
		s.finishValue(indent)
		return n
	}
	s.skipLine()
	if !s.nextLine() {
		return null
	}
	switch {
	case s.indent() > indent:
		return s.parseBlock(s.indent())
	case ofKey && s.indent() == indent && s.isAtItem():
		return s.parseSequence(indent)
	}
	return null
}

func (s *scanner) parseSequence(indent int) Node {
	n, from := s.newNode(Sequence), len(s.items)
	for first := true; first || !s.isBlockOver(indent) && s.isAtItem(); first = false {
		s.pos++
		dash := s.pos
		s.skipSpaces()
		if s.itemIsMapping() {
			item := s.parseMapping(s.indent())
			s.items = append(s.items, item)
			continue
		}
		s.pos = dash
		item := s.parseValue(indent, false)
		s.items = append(s.items, item)
	}
	n.Items = popFrom(&s.items, from)
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

func (s *scanner) parseInline() Node {
	switch s.peek() {
	case '"':
		return s.parseDoubleQuoted()
	case '\'':
		return s.parseSingleQuoted()
	case '[', '{':
		return s.parseFlow(0)
	}
	n := s.newNode(Scalar)
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
