// Package yaml reads YAML into one small tree that remembers where everything stood.
//
// Most of what editors write is a small part of YAML: indented mappings and lists, scalars on one line, flow
// collections. That part is read by quick.go, several times as fast as a general parser. It gives up on
// input that it is not sure of. A general parser (full.go) reads everything else, errors included. A test holds the
// two equal.
package yaml

import "fmt"

// Kind of a Node.
type Kind uint8

const (
	Scalar Kind = iota
	Mapping
	Sequence
)

// Node is a value with where it begins: line and column from 1, columns in characters.
type Node struct {
	Kind   Kind
	Quoted bool   // the scalar is a string whatever it looks like
	Value  string // of a scalar, unescaped
	Line   int
	Col    int
	Pairs  []Pair // of a mapping, in order
	Items  []Node // of a sequence
}

// Pair is a key of a mapping with its value.
type Pair struct {
	Key   Node
	Value Node
}

// IsNull reports whether the value is empty.
func (n *Node) IsNull() bool {
	return n.Kind == Scalar && !n.Quoted && (n.Value == "" || n.Value == "null" || n.Value == "~")
}

// Text is the value of a scalar; empty of null, of other kinds and of nil.
func (n *Node) Text() string {
	if n == nil || n.Kind != Scalar || n.IsNull() {
		return ""
	}
	return n.Value
}

// Get finds the value of a key of a mapping; nil if there is none, and of nil.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for i := range n.Pairs {
		if n.Pairs[i].Key.Value == key {
			return &n.Pairs[i].Value
		}
	}
	return nil
}

// At walks down keys and indexes as far as they exist, so that an error can point at the nearest thing written.
func (n *Node) At(path ...any) *Node {
	for _, step := range path {
		var next *Node
		switch step := step.(type) {
		case string:
			next = n.Get(step)
		case int:
			if step < len(n.Items) {
				next = &n.Items[step]
			}
		}
		if next == nil {
			return n
		}
		n = next
	}
	return n
}

// Error is a mistake at a place.
type Error struct {
	Line, Col int
	Message   string
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Message) }

// Parse reads one document. firstLine is the number of src's first line in its file.
// An empty document is an empty mapping. A second document is an error. Errors are *Error.
func Parse(src string, firstLine int) (*Node, error) {
	if n, ok := parseQuick(src, firstLine); ok {
		return rejectWideColon(n, src, firstLine)
	}
	return parseFull(src, firstLine, nil)
}

// ParseAllowingRepeats reads as Parse does, but where a mapping has a key twice the last one counts, as it does for
// some parsers. It calls onRepeatedKey with each pair that does not count, and passes over documents after the first,
// which SecondDocument finds.
func ParseAllowingRepeats(src string, firstLine int, onRepeatedKey func(Pair)) (*Node, error) {
	if n, ok := parseQuick(src, firstLine); ok {
		return rejectWideColon(n, src, firstLine)
	}
	return parseFull(src, firstLine, onRepeatedKey)
}

// rejectWideColon returns a document, or the error of one that is a text since its first key has a sign of another
// keyboard.
func rejectWideColon(n *Node, src string, firstLine int) (*Node, error) {
	if n.Kind == Scalar && !n.Quoted {
		if sign := wideSignError(src, n.Line-firstLine+1); sign != nil {
			sign.Line += firstLine - 1
			return nil, sign
		}
	}
	return n, nil
}
