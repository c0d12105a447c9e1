package yaml

import "strings"

const maxFlowDepth = 64

// flow reads a flow collection, which may run over lines.
func (s *scanner) flow(depth int) Node {
	if depth > maxFlowDepth {
		panic(giveUp{})
	}
	n, closing := s.node(Sequence), byte(']')
	if s.peek() == '{' {
		n.Kind, closing = Mapping, '}'
	}
	pairs, items := len(s.pairs), len(s.items)
	s.pos++
	for {
		s.flowSpace()
		if s.peek() == closing {
			s.pos++
			n.Pairs, n.Items = take(&s.pairs, pairs), take(&s.items, items)
			return n
		}
		if n.Kind == Mapping {
			key := s.key()
			s.flowSpace()
			if s.twice(pairs, key.Value) {
				panic(giveUp{})
			}
			value := s.flowValue(depth)
			s.pairs = append(s.pairs, Pair{key, value})
		} else {
			item := s.flowValue(depth)
			s.items = append(s.items, item)
		}
		s.flowSpace()
		switch s.peek() {
		case ',':
			s.pos++
		case closing:
		default:
			panic(giveUp{})
		}
	}
}

// flowSpace passes spaces and line ends inside a flow collection.
func (s *scanner) flowSpace() {
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

func (s *scanner) flowValue(depth int) Node {
	switch s.peek() {
	case '"', '\'':
		n := s.inline()
		if s.peek() == ':' {
			panic(giveUp{})
		}
		return n
	case '[', '{':
		return s.flow(depth + 1)
	}
	n := s.node(Scalar)
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
