package yaml

import "strings"

const maxFlowDepth = 64

// parseFlow reads a flow collection, which may run over lines.
func (s *scanner) parseFlow(depth int) Node {
	if depth > maxFlowDepth {
		panic(giveUp{})
	}
	n, closing := s.newNode(Sequence), byte(']')
	if s.peek() == '{' {
		n.Kind, closing = Mapping, '}'
	}
	pairs, items := len(s.pairs), len(s.items)
	s.pos++
	for {
		s.skipFlowSpace()
		if s.peek() == closing {
			s.pos++
			n.Pairs, n.Items = popFrom(&s.pairs, pairs), popFrom(&s.items, items)
			return n
		}
		if n.Kind == Mapping {
			key := s.parseKey()
			s.skipFlowSpace()
			if s.hasKey(pairs, key.Value) {
				panic(giveUp{})
			}
			value := s.parseFlowValue(depth)
			s.pairs = append(s.pairs, Pair{key, value})
		} else {
			item := s.parseFlowValue(depth)
			s.items = append(s.items, item)
		}
		s.skipFlowSpace()
		switch s.peek() {
		case ',':
			s.pos++
		case closing:
		default:
			panic(giveUp{})
		}
	}
}

// skipFlowSpace passes spaces and line ends inside a flow collection.
func (s *scanner) skipFlowSpace() {
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ':
			s.pos++
		case '\n':
			s.pos++
			s.line++
			s.lineStart = s.pos
			if s.peek() != ' ' && s.peek() != '\n' {
				panic(giveUp{}) // a continuation without indent
			}
		default:
			return
		}
	}
	panic(giveUp{})
}

func (s *scanner) parseFlowValue(depth int) Node {
	switch s.peek() {
	case '"', '\'':
		n := s.parseInline()
		if s.peek() == ':' {
			panic(giveUp{})
		}
		return n
	case '[', '{':
		return s.parseFlow(depth + 1)
	}
	n := s.newNode(Scalar)
	end := strings.IndexAny(s.src[s.pos:], ",[]{}\n")
	if end < 0 {
		panic(giveUp{})
	}
	text := strings.TrimRight(s.src[s.pos:s.pos+end], " ")
	if !isPlain(text) || strings.Contains(text, " #") || s.src[s.pos+end] == '[' || s.src[s.pos+end] == '{' {
		panic(giveUp{})
	}
	s.pos += len(text)
	n.Value = text
	return n
}
