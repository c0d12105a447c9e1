package importer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"storefront/internal/content/importer/prose"
	"storefront/internal/content/yaml"
)

// spliceYAML returns a YAML mapping with the values of another. It changes only different values, and preserves
// everything else with its comments.
func spliceYAML(text string, ours, merged *yaml.Node, read keyReader) string {
	written, err := yaml.Parse(text, 1)
	if err != nil || written.Kind != yaml.Mapping || len(written.Pairs) == 0 {
		return keysText(merged, "")
	}
	text = strings.TrimSuffix(text, "\n") + "\n"
	for _, isWhole := range []bool{false, true} {
		s := splicer{Edits: prose.Edits{Text: text}, rewritesAll: isWhole}
		for at := range len(text) {
			if at == 0 || text[at-1] == '\n' {
				s.lines = append(s.lines, at)
			}
		}
		s.lines = append(s.lines, len(text))
		if !s.spliceValue(written, ours, merged, len(s.lines)-1, false) {
			continue
		}
		now, _ := s.Apply()
		if again, err := read(now); err == nil && equal(again, merged) {
			return now
		}
	}
	for i, p := range written.Pairs { // unknown keys stay
		if ours.Get(p.Key.Value) == nil && merged.Get(p.Key.Value) == nil {
			merged.Pairs = append(merged.Pairs, written.Pairs[i])
		}
	}
	return keysText(merged, "")
}

// splicer changes values in YAML text.
type splicer struct {
	prose.Edits
	lines       []int // where lines begin, and the end of the text
	rewritesAll bool  // values of the outermost mapping are written again as a whole
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

// spliceValue changes a value in place; ok is false if it must be written as a whole. The value ends before line last.
func (s *splicer) spliceValue(written, ours, merged *yaml.Node, last int, inFlow bool) (ok bool) {
	if equal(ours, merged) {
		return true
	}
	if ours == nil || merged == nil || ours.Kind != merged.Kind || written.Kind != merged.Kind {
		return false
	}
	at := s.offsetOf(written)
	inFlow = inFlow || strings.ContainsRune("{[", rune(s.Text[at]))
	if merged.Kind == yaml.Scalar {
		end := s.endOf(written, inFlow)
		if end < 0 || !inFlow && end < s.lines[last-1] {
			return false
		}
		line, _ := flowText(merged)
		s.Replace(at, end, line)
		return true
	}
	all, ok := s.children(written, ours, merged, last, inFlow)
	if !ok || !slices.ContainsFunc(all, func(c child) bool { return c.isKept() }) || !isInOrder(all, merged) {
		return false
	}
	for i := range all {
		if !s.spliceChild(all, i, inFlow) {
			return false
		}
	}
	return s.insertNew(all, merged, inFlow)
}

// isInOrder reports whether the entries that stay come first in the merged list, in the same order.
func isInOrder(all []child, merged *yaml.Node) bool {
	at := 0
	for i := range all {
		if merged.Kind == yaml.Sequence && all[i].then != nil {
			if entryName(&merged.Items[at]) != all[i].id {
				return false
			}
			at++
		}
	}
	return true
}

func (c *child) isKept() bool { return c.then != nil || c.was == nil }

// children returns the entries of a mapping or a sequence with their positions; ok is false if these cannot be
// determined.
func (s *splicer) children(written, ours, merged *yaml.Node, last int, inFlow bool) (all []child, ok bool) {
	if written.Kind == yaml.Mapping {
		for i := range written.Pairs {
			p := &written.Pairs[i]
			c := child{id: p.Key.Value, at: s.offsetOf(&p.Key), last: last, value: &p.Value, was: ours.Get(p.Key.Value),
				then: merged.Get(p.Key.Value)}
			colon := s.endOf(&p.Key, true)
			if c.key = s.Text[c.at:max(colon, c.at)]; i+1 < len(written.Pairs) {
				c.last = written.Pairs[i+1].Key.Line - 1
			}
			all = append(all, c)
		}
	} else {
		if len(written.Items) != len(ours.Items) || !hasDistinctNames(ours) || !hasDistinctNames(merged) {
			return nil, false
		}
		for i := range written.Items {
			c := child{id: entryName(&ours.Items[i]), at: s.offsetOf(&written.Items[i]), last: last,
				value: &written.Items[i],
				was:   &ours.Items[i]}
			for k := range merged.Items {
				if entryName(&merged.Items[k]) == c.id {
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
			if c.end = s.endOf(c.value, true); c.end < 0 || c.value.IsNull() {
				return nil, false
			}
			continue
		}
		if written.Kind == yaml.Sequence && strings.Trim(s.textBefore(c.at), " ") != "-" {
			return nil, false
		}
		c.last = s.trimmedEnd(c)
	}
	return all, true
}

// textBefore returns the text before an offset on its line.
func (s *splicer) textBefore(at int) string {
	return s.Text[strings.LastIndexByte(s.Text[:at], '\n')+1 : at]
}

// trimmedEnd returns the line after the last one of a block entry, without trailing comments and empty lines, which
// belong to the next entry.
func (s *splicer) trimmedEnd(c *child) int {
	first := strings.Count(s.Text[:c.at], "\n")
	isText := strings.ContainsRune("|>", rune(s.Text[s.offsetOf(c.value)]))
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

// spliceChild changes, replaces or removes an entry.
func (s *splicer) spliceChild(all []child, i int, inFlow bool) (ok bool) {
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
		s.Replace(c.at-len(s.textBefore(c.at)), s.lines[c.last], "")
		return isItem || strings.Trim(s.textBefore(c.at), " ") == ""
	case c.then == nil || equal(c.was, c.then):
		return true
	}
	mark := len(s.List)
	if (!s.rewritesAll || s.textBefore(c.at) != "") && s.spliceValue(c.value, c.was, c.then, c.last, inFlow) {
		return true
	}
	s.List = s.List[:mark]
	line, _ := flowText(c.then)
	switch {
	case inFlow:
		s.Replace(s.offsetOf(c.value), c.end, line)
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

func (s *splicer) indent(at int) string { return strings.Repeat(" ", len(s.textBefore(at))) }

// comment returns the comment on the line of a block key, or after its value on that line.
func (s *splicer) comment(c *child) string {
	behind := c.at + len(c.key)
	line, _, _ := strings.Cut(s.Text[behind:], "\n")
	if end := s.endOf(c.value, false); end > 0 && s.offsetOf(c.value) < behind+len(line) {
		line, _, _ = strings.Cut(s.Text[end:], "\n")
	}
	if line = strings.TrimLeft(line, ": "); strings.HasPrefix(line, "#") {
		return line
	}
	return ""
}

// insertNew adds the new entries after the last one.
func (s *splicer) insertNew(all []child, merged *yaml.Node, inFlow bool) bool {
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
		case !isNew(entryName(item)):
		case inFlow:
			text += ", " + line
		default:
			dash := strings.TrimRight(s.textBefore(behind.at), " ")
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

// entryName returns the identifier of a sequence entry: its id, or itself.
func entryName(n *yaml.Node) string {
	if n.Kind == yaml.Scalar {
		return n.Value
	}
	return idOf(n)
}

// hasDistinctNames reports whether the entries of a sequence have different names.
func hasDistinctNames(list *yaml.Node) bool {
	seen := map[string]bool{"": true}
	for i := range list.Items {
		name := entryName(&list.Items[i])
		if seen[name] {
			return false
		}
		seen[name] = true
	}
	return true
}

// offsetOf returns the offset of a value in the text.
func (s *splicer) offsetOf(n *yaml.Node) int {
	at := s.lines[min(max(n.Line, 1), len(s.lines))-1]
	for range n.Col - 1 {
		_, size := utf8.DecodeRuneInString(s.Text[at:])
		at += size
	}
	return min(at, len(s.Text)-1)
}

// endOf returns the end of a value on one line or in brackets, or -1.
func (s *splicer) endOf(n *yaml.Node, inFlow bool) int {
	at := s.offsetOf(n)
	switch s.Text[at] {
	case '"', '\'':
		return s.endOfQuoted(at)
	case '{', '[':
		return s.endOfBrackets(at)
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

// endOfQuoted returns the end of a quoted text.
func (s *splicer) endOfQuoted(at int) int {
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

// endOfBrackets returns the end of a list or a mapping in brackets.
func (s *splicer) endOfBrackets(at int) int {
	depth, begins := 0, true // a value begins here
	for i := at; i < len(s.Text); i++ {
		switch b := s.Text[i]; {
		case begins && (b == '"' || b == '\''):
			end := s.endOfQuoted(i)
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
