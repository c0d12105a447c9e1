package yaml

import (
	"fmt"
	"slices"

	reference "go.yaml.in/yaml/v3"
)

const (
	maxDepth = 100
	tooDeep  = "nested too deeply"
	// maxAliased is the number of nodes that the aliases of a document may refer to. Texts that a document repeats are
	// some dozens.
	maxAliased = 10_000
)

// converter makes our tree of the parser's.
type converter struct {
	offset       int             // added to line numbers
	alias        *reference.Node // the outermost alias that is being converted
	aliasedNodes int             // nodes made of aliases
	anchored     []*reference.Node
	referred     map[*reference.Node]bool // what aliases refer to
	open         []*reference.Node        // the anchored nodes that are being converted
	// onRepeatedKey is called with pairs whose key is repeated in their mapping. If it is nil, that is an error.
	onRepeatedKey func(Pair)
}

// quotedStyles are the styles of a scalar that is a text whatever it looks like.
const quotedStyles = reference.DoubleQuotedStyle | reference.SingleQuotedStyle | reference.LiteralStyle |
	reference.FoldedStyle

// enterAnchored records that a node with an anchor is being converted. It returns the function that ends this.
func (c *converter) enterAnchored(n *reference.Node) (leave func()) {
	if c.alias == nil {
		c.anchored = append(c.anchored, n)
	}
	c.open = append(c.open, n)
	return func() { c.open = c.open[:len(c.open)-1] }
}

// unusedAnchor returns the error of the first anchor that no alias refers to: it is the first word of a text that
// begins with &. It returns nil if there is none.
func (c *converter) unusedAnchor() *Error {
	for _, n := range c.anchored {
		if !c.referred[n] {
			return &Error{Line: n.Line + c.offset, Col: n.Column, Message: fmt.Sprintf(
				"YAML reads &%s as an anchor: a text that begins with & needs quotation marks", n.Anchor)}
		}
	}
	return nil
}

func (c *converter) convert(n *reference.Node, depth int) (Node, error) {
	out := Node{Line: n.Line + c.offset, Col: n.Column}
	fail := func(format string, args ...any) (Node, error) {
		return out, &Error{Line: out.Line, Col: out.Col, Message: fmt.Sprintf(format, args...)}
	}
	if depth > maxDepth {
		return fail(tooDeep)
	}
	if n.Style&reference.TaggedStyle != 0 {
		return fail("tags such as %s are not used here", n.Tag)
	}
	if c.alias != nil {
		if c.aliasedNodes++; c.aliasedNodes > maxAliased {
			return out, &Error{Line: c.alias.Line + c.offset, Col: c.alias.Column,
				Message: "aliases repeat too much here"}
		}
	}
	if n.Anchor != "" {
		defer c.enterAnchored(n)()
	}
	switch n.Kind {
	case reference.AliasNode:
		if slices.Contains(c.open, n.Alias) {
			return fail("this alias contains itself")
		}
		c.referred[n.Alias] = true
		if c.alias == nil {
			c.alias = n
			defer func() { c.alias = nil }()
		}
		return c.convert(n.Alias, depth+1)
	case reference.ScalarNode:
		out.Value = n.Value
		out.Quoted = n.Style&quotedStyles != 0
	case reference.SequenceNode:
		out.Kind = Sequence
		for _, item := range n.Content {
			v, err := c.convert(item, depth+1)
			if err != nil {
				return out, err
			}
			out.Items = append(out.Items, v)
		}
	case reference.MappingNode:
		out.Kind = Mapping
		for i := 0; i < len(n.Content); i += 2 {
			if err := c.addPair(&out, n.Content[i], n.Content[i+1], depth+1); err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

// addPair adds a key with its value to a mapping.
func (c *converter) addPair(to *Node, from, fromValue *reference.Node, depth int) error {
	key, err := c.convert(from, depth)
	if err != nil {
		return err
	}
	fail := func(format string, args ...any) error {
		return &Error{Line: key.Line, Col: key.Col, Message: fmt.Sprintf(format, args...)}
	}
	if key.Kind != Scalar {
		return fail("keys are plain words here")
	}
	if key.Value == "<<" {
		return fail("the merge key << is not used here: write the keys themselves")
	}
	value, err := c.convert(fromValue, depth)
	if err != nil {
		return err
	}
	if at := slices.IndexFunc(to.Pairs, func(p Pair) bool { return p.Key.Value == key.Value }); at >= 0 {
		if c.onRepeatedKey == nil {
			return fail("the key %q appears twice", key.Value)
		}
		c.onRepeatedKey(to.Pairs[at])
		to.Pairs = slices.Delete(to.Pairs, at, at+1)
	}
	to.Pairs = append(to.Pairs, Pair{key, value})
	return nil
}
