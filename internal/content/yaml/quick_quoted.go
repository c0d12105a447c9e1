package yaml

import (
	"strconv"
	"strings"
)

func (s *scanner) parseSingleQuoted() Node {
	n := s.newNode(Scalar)
	n.Quoted = true
	start := s.pos + 1
	for i := start; i < len(s.src) && s.src[i] != '\n'; i++ {
		if s.src[i] != '\'' {
			continue
		}
		if i+1 < len(s.src) && s.src[i+1] == '\'' {
			i++
			continue
		}
		n.Value = strings.ReplaceAll(s.src[start:i], "''", "'")
		s.pos = i + 1
		return n
	}
	panic(giveUp{})
}

func (s *scanner) parseDoubleQuoted() Node {
	n := s.newNode(Scalar)
	n.Quoted = true
	start := s.pos + 1
	if text, _, closed := strings.Cut(s.src[start:], `"`); closed && strings.IndexByte(text, '\\') < 0 &&
		strings.IndexByte(text, '\n') < 0 {
		n.Value = text
		s.pos = start + len(text) + 1
		return n
	}
	escaped := false
	for i := start; i < len(s.src) && s.src[i] != '\n'; i++ {
		switch s.src[i] {
		case '\\':
			escaped = true
			i++
		case '"':
			n.Value = s.src[start:i]
			if escaped {
				n.Value = unescape(n.Value)
			}
			s.pos = i + 1
			return n
		}
	}
	panic(giveUp{})
}

func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		i++
		switch text[i] {
		case '"', '\\', '/':
			b.WriteByte(text[i])
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'u':
			if i+5 > len(text) {
				panic(giveUp{})
			}
			r, err := strconv.ParseUint(text[i+1:i+5], 16, 16)
			if err != nil || r >= 0xd800 && r < 0xe000 {
				panic(giveUp{})
			}
			b.WriteRune(rune(r))
			i += 4
		default:
			panic(giveUp{})
		}
	}
	return b.String()
}
