package importer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"storefront/internal/content/importer/prose"
	"storefront/internal/content/yaml"
)

// spliced returns a mapping in YAML whose keys have the values of another. Different values are changed in place;
// everything else stays as it is written, with its comments.
func spliced(text string, ours, merged *yaml.Node, read reader) string {
	written, err := yaml.Parse(text, 1)
	if err != nil || written.Kind != yaml.Mapping || len(written.Pairs) == 0 {
		return keysText(merged, "")
	}
	text = strings.TrimSuffix(text, "\n") + "\n"
	for _, isWhole := range []bool{false, true} {
		s := splicing{Edits: prose.Edits{Text: text}, isWhole: isWhole}
		for at := range len(text) {
			if at == 0 || text[at-1] == '\n' {
				s.lines = append(s.lines, at)
			}
		}
		s.lines = append(s.lines, len(text))
		if !s.value(written, ours, merged, len(s.lines)-1, false) {
			continue
		}
		now, _ := s.Apply()
		if again, err := read(now); err == nil && equal(again, merged) {
			return now
		}
	}
	for i, p := range written.Pairs { // those that nobody asks for stay
		if ours.Get(p.Key.Value) == nil && merged.Get(p.Key.Value) == nil {
			merged.Pairs = append(merged.Pairs, written.Pairs[i])
		}
	}
	return keysText(merged, "")
}

// splicing changes values of a text in YAML.
type splicing struct {
	prose.Edits
	lines   []int // where lines begin, and the end of the text
	isWhole bool  // values of the outermost mapping are written again as a whole
}

// child is an entry of a mapping or a sequence.
type child struct {
	id        string
	at, end   int // of its key or itself, to the end of its value
	last      int // the line behind its last one, in a block
	value     *yaml.Node
	was, then *yaml.Node // its values before and after; nil if there is none
	key       string     // as it is written with its colon, of a mapping
}

// value changes a value that is written into another; ok is false if that has to be written as a whole. The value
// ends before a line.
func (s *splicing) value(written, ours, merged *yaml.Node, last int, inFlow bool) (ok bool) {
	if equal(ours, merged) {
		return true
	}
	if ours == nil || merged == nil || ours.Kind != merged.Kind || written.Kind != merged.Kind {
		return false
	}
	at := s.at(written)
	inFlow = inFlow || strings.ContainsRune("{[", rune(s.Text[at]))
	if merged.Kind == yaml.Scalar {
		end := s.end(written, inFlow)
		if end < 0 || !inFlow && end < s.lines[last-1] {
			return false
		}
		line, _ := flowText(merged)
		s.Replace(at, end, line)
		return true
	}
	all, ok := s.children(written, ours, merged, last, inFlow)
	if !ok || !slices.ContainsFunc(all, func(c child) bool { return c.isKept() }) || !inOrder(all, merged) {
		return false
	}
	for i := range all {
		if !s.child(all, i, inFlow) {
			return false
		}
	}
	return s.insert(all, merged, inFlow)
}

// inOrder reports whether the entries of a list that stay come first in it, in their order.
func inOrder(all []child, merged *yaml.Node) bool {
	at := 0
	for i := range all {
		if merged.Kind == yaml.Sequence && all[i].then != nil {
			if nameOf(&merged.Items[at]) != all[i].id {
				return false
			}
			at++
		}
	}
	return true
}

func (c *child) isKept() bool { return c.then != nil || c.was == nil }

// children returns the entries of a mapping or a sequence with their places; ok is false if the places cannot be
// determined.
func (s *splicing) children(written, ours, merged *yaml.Node, last int, inFlow bool) (all []child, ok bool) {
	if written.Kind == yaml.Mapping {
		for i := range written.Pairs {
			p := &written.Pairs[i]
			c := child{id: p.Key.Value, at: s.at(&p.Key), last: last, value: &p.Value, was: ours.Get(p.Key.Value),
				then: merged.Get(p.Key.Value)}
			colon := s.end(&p.Key, true)
			if c.key = s.Text[c.at:max(colon, c.at)]; i+1 < len(written.Pairs) {
				c.last = written.Pairs[i+1].Key.Line - 1
			}
			all = append(all, c)
		}
	} else {
		if len(written.Items) != len(ours.Items) || !distinct(ours) || !distinct(merged) {
			return nil, false
		}
		for i := range written.Items {
			c := child{id: nameOf(&ours.Items[i]), at: s.at(&written.Items[i]), last: last, value: &written.Items[i],
				was: &ours.Items[i]}
			for k := range merged.Items {
				if nameOf(&merged.Items[k]) == c.id {
					c.then = &merged.Items[k]
				}
			}
			if i+1 < len(written.Items) {
				c.last = written.Items[i+1].Line - 1
			}
			all = append(all, c)
		}
	}
	for i := range all {
		c := &all[i]
		if inFlow {
			if c.end = s.end(c.value, true); c.end < 0 || c.value.IsNull() {
				return nil, false
			}
			continue
		}
		if written.Kind == yaml.Sequence && strings.Trim(s.before(c.at), " ") != "-" {
			return nil, false
		}
		c.last = s.trimmed(c)
	}
	return all, true
}

// before returns the text before a place on its line.
func (s *splicing) before(at int) string {
	return s.Text[strings.LastIndexByte(s.Text[:at], '\n')+1 : at]
}

// trimmed is the line behind the last of an entry in a block. Comments and empty lines behind it belong to the next.
func (s *splicing) trimmed(c *child) int {
	first := strings.Count(s.Text[:c.at], "\n")
	isText := strings.ContainsRune("|>", rune(s.Text[s.at(c.value)]))
	last := c.last
	for ; last > first+1; last-- {
		line := s.Text[s.lines[last-1]:s.lines[last]]
		words := strings.TrimSpace(line)
		if words != "" && !strings.HasPrefix(line, "#") && (isText || words[0] != '#') {
			break
		}
	}
	return last
}

// child changes, replaces or takes out one entry.
func (s *splicing) child(all []child, i int, inFlow bool) (ok bool) {
	c := &all[i]
	isItem := c.key == ""
	switch {
	case !c.isKept() && inFlow && i > 0:
		s.Replace(all[i-1].end, c.end, "")
		return true
	case !c.isKept() && inFlow:
		s.Replace(c.at, all[1].at, "") // one is kept
		return all[1].isKept()
	case !c.isKept():
		s.Replace(c.at-len(s.before(c.at)), s.lines[c.last], "")
		return isItem || strings.Trim(s.before(c.at), " ") == ""
	case c.then == nil || equal(c.was, c.then):
		return true
	}
	mark := len(s.List)
	if (!s.isWhole || s.before(c.at) != "") && s.value(c.value, c.was, c.then, c.last, inFlow) {
		return true
	}
	s.List = s.List[:mark]
	line, _ := flowText(c.then)
	switch {
	case inFlow:
		s.Replace(s.at(c.value), c.end, line)
	case isItem:
		s.Replace(c.at, s.lines[c.last], itemText(c.then, strings.TrimSuffix(s.indent(c.at), "  ")))
	default:
		indent := s.indent(c.at)
		text := strings.TrimPrefix(pairText(c.id, c.then, indent), indent)
		if comment := s.comment(c); comment != "" {
			head, rest, _ := strings.Cut(text, "\n")
			text = head + " " + comment + "\n" + rest
		}
		s.Replace(c.at, s.lines[c.last], text)
	}
	return true
}

func (s *splicing) indent(at int) string { return strings.Repeat(" ", len(s.before(at))) }

// comment is that on the line of a key in a block, or behind its value on that line.
func (s *splicing) comment(c *child) string {
	behind := c.at + len(c.key)
	line, _, _ := strings.Cut(s.Text[behind:], "\n")
	if end := s.end(c.value, false); end > 0 && s.at(c.value) < behind+len(line) {
		line, _, _ = strings.Cut(s.Text[end:], "\n")
	}
	if line = strings.TrimLeft(line, ": "); strings.HasPrefix(line, "#") {
		return line
	}
	return ""
}

// insert adds the entries that are new, behind the last one.
func (s *splicing) insert(all []child, merged *yaml.Node, inFlow bool) bool {
	isNew := func(id string) bool {
		return !slices.ContainsFunc(all, func(c child) bool { return c.id == id })
	}
	behind := &all[len(all)-1]
	indent, text := s.indent(behind.at), ""
	for i := range merged.Pairs {
		p := &merged.Pairs[i]
		switch line, _ := flowText(&p.Value); {
		case !isNew(p.Key.Value):
		case inFlow:
			text += ", " + strings.TrimSpace(pairHead(p.Key.Value)) + " " + line
		default:
			text += pairText(p.Key.Value, &p.Value, indent)
		}
	}
	for i := range merged.Items {
		item := &merged.Items[i]
		switch line, _ := flowText(item); {
		case !isNew(nameOf(item)):
		case inFlow:
			text += ", " + line
		default:
			dash := strings.TrimRight(s.before(behind.at), " ")
			text += dash + " " + itemText(item, strings.TrimSuffix(dash, "-"))
		}
	}
	if text == "" {
		return true
	}
	if inFlow {
		s.Replace(behind.end, behind.end, text)
		return true
	}
	s.Replace(s.lines[behind.last], s.lines[behind.last], text)
	return true
}

// nameOf returns the identifier of an entry of a sequence: its id, or itself.
func nameOf(n *yaml.Node) string {
	if n.Kind == yaml.Scalar {
		return n.Value
	}
	return idOf(n)
}

// distinct reports whether entries of a sequence have names, each its own.
func distinct(list *yaml.Node) bool {
	seen := map[string]bool{"": true}
	for i := range list.Items {
		name := nameOf(&list.Items[i])
		if seen[name] {
			return false
		}
		seen[name] = true
	}
	return true
}

// at is the place of a value in the text.
func (s *splicing) at(n *yaml.Node) int {
	at := s.lines[min(max(n.Line, 1), len(s.lines))-1]
	for range n.Col - 1 {
		_, size := utf8.DecodeRuneInString(s.Text[at:])
		at += size
	}
	return min(at, len(s.Text)-1)
}

// end is the place behind a value that is written on one line or in brackets, or -1.
func (s *splicing) end(n *yaml.Node, inFlow bool) int {
	at := s.at(n)
	switch s.Text[at] {
	case '"', '\'':
		return s.quoted(at)
	case '{', '[':
		return s.brackets(at)
	case '|', '>', '&', '*', '!', '\n', '#':
		return -1
	}
	line, _, _ := strings.Cut(s.Text[at:], "\n")
	for i := range len(line) {
		next := line[i+1:]
		if line[i] == ' ' && strings.HasPrefix(next, "#") || line[i] == ':' && (next == "" || next[0] == ' ') ||
			inFlow && strings.ContainsRune(",]}", rune(line[i])) {
			line = line[:i]
			break
		}
	}
	return at + len(strings.TrimRight(line, " \t"))
}

// quoted is the place behind a text in quotation marks.
func (s *splicing) quoted(at int) int {
	mark := s.Text[at]
	for i := at + 1; i < len(s.Text); i++ {
		switch {
		case mark == '"' && s.Text[i] == '\\':
			i++
		case s.Text[i] == mark && mark == '\'' && i+1 < len(s.Text) && s.Text[i+1] == mark:
			i++
		case s.Text[i] == mark:
			return i + 1
		}
	}
	return -1
}

// brackets is the place behind a list or a mapping in brackets.
func (s *splicing) brackets(at int) int {
	depth, begins := 0, true // a value begins here
	for i := at; i < len(s.Text); i++ {
		switch b := s.Text[i]; {
		case begins && (b == '"' || b == '\''):
			end := s.quoted(i)
			if end < 0 {
				return -1
			}
			i, begins = end-1, false
		case b == '#' && (s.Text[i-1] == ' ' || s.Text[i-1] == '\n'):
			i += strings.IndexByte(s.Text[i:], '\n')
		case b == '{' || b == '[':
			depth, begins = depth+1, true
		case b == '}' || b == ']':
			if depth--; depth == 0 {
				return i + 1
			}
			begins = false
		case b == ',' || b == ':':
			begins = true
		case b != ' ' && b != '\n':
			begins = false
		}
	}
	return -1
}
