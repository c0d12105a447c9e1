package importer

import (
	"slices"
	"strings"

	"storefront/internal/content/scaffold"
	"storefront/internal/content/yaml"
)

// merger merges three states of a file's keys: the last import, content, and the source.
type merger struct {
	preferSource bool
	// forNextBase computes the base of the next update: the source's values, except those in conflict, which remain
	// conflicts until one side takes the other's value.
	forNextBase bool
	conflicts   []conflict
}

// conflict is a value that changed both here and in the source.
type conflict struct {
	path   string
	theirs *yaml.Node // nil if the source has it no more
}

// mergeValue returns the merged value; nil means none. A value that the source did not change stays, and a value that
// was not changed here becomes the source's.
func (m *merger) mergeValue(path string, base, ours, theirs *yaml.Node) *yaml.Node {
	switch {
	case m.forNextBase && (equal(theirs, base) || equal(ours, theirs) || equal(ours, base)):
		return theirs
	case equal(theirs, base), equal(ours, theirs):
		return ours
	case equal(ours, base):
		return theirs
	case isKind(yaml.Mapping, ours, theirs) && (base == nil || base.Kind == yaml.Mapping):
		return m.mergeMapping(path, base, ours, theirs)
	}
	if merged, ok := m.mergeList(path, base, ours, theirs); ok {
		return merged
	}
	switch {
	case m.preferSource:
		return theirs
	case m.forNextBase:
		return base
	}
	m.conflicts = append(m.conflicts, conflict{path, theirs})
	return ours
}

func (m *merger) mergeMapping(path string, base, ours, theirs *yaml.Node) *yaml.Node {
	out := &yaml.Node{Kind: yaml.Mapping}
	add := func(key yaml.Node) {
		if n := m.mergeValue(joinPath(path, key.Value), base.Get(key.Value), ours.Get(key.Value),
			theirs.Get(key.Value)); n != nil {
			out.Pairs = append(out.Pairs, yaml.Pair{Key: key, Value: *n})
		}
	}
	for _, p := range ours.Pairs {
		add(p.Key)
	}
	for _, p := range theirs.Pairs {
		if ours.Get(p.Key.Value) == nil {
			add(p.Key)
		}
	}
	return out
}

// mergeList merges lists whose entries have ids, entry by entry.
func (m *merger) mergeList(path string, base, ours, theirs *yaml.Node) (*yaml.Node, bool) {
	if base == nil {
		base = &yaml.Node{Kind: yaml.Sequence}
	}
	if !isKind(yaml.Sequence, base, ours, theirs) || !hasUniqueIDs(base) || !hasUniqueIDs(ours) ||
		!hasUniqueIDs(theirs) {
		return nil, false
	}
	out := &yaml.Node{Kind: yaml.Sequence}
	add := func(id string) {
		n := m.mergeValue(joinPath(path, id), entryByID(base, id), entryByID(ours, id), entryByID(theirs, id))
		if n != nil {
			out.Items = append(out.Items, *n)
		}
	}
	for i := range ours.Items {
		add(idOf(&ours.Items[i]))
	}
	for i := range theirs.Items {
		if id := idOf(&theirs.Items[i]); entryByID(ours, id) == nil {
			add(id)
		}
	}
	return out, true
}

func joinPath(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func isKind(kind yaml.Kind, nodes ...*yaml.Node) bool {
	return !slices.ContainsFunc(nodes, func(n *yaml.Node) bool { return n == nil || n.Kind != kind })
}

// idOf returns the identifier of a list entry: its id, or the type of a unit.
func idOf(n *yaml.Node) string {
	if id := n.Get("id"); id != nil {
		return id.Value
	}
	if kind := n.Get("type"); kind != nil {
		return strings.ToLower(kind.Value)
	}
	return ""
}

func hasUniqueIDs(list *yaml.Node) bool {
	seen := map[string]bool{"": true}
	for i := range list.Items {
		id := idOf(&list.Items[i])
		if seen[id] {
			return false
		}
		seen[id] = true
	}
	return true
}

func entryByID(list *yaml.Node, id string) *yaml.Node {
	for i := range list.Items {
		if idOf(&list.Items[i]) == id {
			return &list.Items[i]
		}
	}
	return nil
}

// equal reports whether two values are the same, regardless of the order of keys.
func equal(a, b *yaml.Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Kind != b.Kind || a.Value != b.Value || len(a.Items) != len(b.Items) || len(a.Pairs) != len(b.Pairs) {
		return false
	}
	for i := range a.Items {
		if !equal(&a.Items[i], &b.Items[i]) {
			return false
		}
	}
	for i := range a.Pairs {
		if !equal(&a.Pairs[i].Value, b.Get(a.Pairs[i].Key.Value)) {
			return false
		}
	}
	return true
}

// maxLineLength is the length from which values are written in block style.
const maxLineLength = 110

func keysText(n *yaml.Node, indent string) string {
	var b strings.Builder
	for i := range n.Pairs {
		b.WriteString(pairText(n.Pairs[i].Key.Value, &n.Pairs[i].Value, indent))
	}
	return b.String()
}

func pairText(key string, n *yaml.Node, indent string) string {
	head := indent + pairHead(key)
	line, simple := flowText(n)
	if n.Kind == yaml.Scalar || len(n.Items)+len(n.Pairs) == 0 || simple && len(head)+len(line) < maxLineLength {
		return head + " " + line + "\n"
	}
	if n.Kind == yaml.Mapping {
		return head + "\n" + keysText(n, indent+"  ")
	}
	var b strings.Builder
	for i := range n.Items {
		b.WriteString(indent + "  - " + itemText(&n.Items[i], indent+"  "))
	}
	return head + "\n" + b.String()
}

func pairHead(key string) string { return scaffold.YAMLKey(key) + ":" }

// itemText returns a list entry in block style, after its hyphen.
func itemText(item *yaml.Node, indent string) string {
	line, simple := flowText(item)
	if item.Kind != yaml.Mapping || simple && len(indent)+len(line) < maxLineLength {
		return line + "\n"
	}
	return strings.TrimPrefix(keysText(item, indent+"  "), indent+"  ")
}

// flowText returns a value on one line; simple is false if it contains lists of mappings.
func flowText(n *yaml.Node) (line string, simple bool) {
	var parts []string
	simple = true
	switch n.Kind {
	case yaml.Scalar:
		if n.Quoted || n.Value != "" && scaffold.YAMLText(n.Value) == n.Value {
			return scaffold.YAMLText(n.Value), true
		}
		if again, err := yaml.Parse("k: ["+n.Value+"]\n", 1); err == nil && len(again.Get("k").Items) == 1 &&
			again.Get("k").Items[0].Value == n.Value {
			return n.Value, true // a number, a time or the like
		}
		return scaffold.YAMLText(n.Value), true
	case yaml.Sequence:
		for i := range n.Items {
			text, ok := flowText(&n.Items[i])
			parts, simple = append(parts, text), simple && ok && (n.Items[i].Kind == yaml.Scalar || len(n.Items) == 1)
		}
		return "[" + strings.Join(parts, ", ") + "]", simple
	}
	for i := range n.Pairs {
		text, ok := flowText(&n.Pairs[i].Value)
		ofMappings := len(n.Pairs[i].Value.Items) > 0 && n.Pairs[i].Value.Items[0].Kind == yaml.Mapping
		parts, simple = append(parts, scaffold.YAMLKey(n.Pairs[i].Key.Value)+": "+text), simple && ok && !ofMappings
	}
	return "{" + strings.Join(parts, ", ") + "}", simple
}
