package yaml

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	goyaml "github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/parser"
	reference "go.yaml.in/yaml/v3"
)

// full reads any YAML. The reference parser makes the tree; where it refuses, the other one says in which column.
func full(src string, firstLine int) (*Node, error) {
	var doc reference.Node
	if err := reference.Unmarshal([]byte(src), &doc); err != nil {
		return nil, syntaxError(src, err, firstLine)
	}
	if doc.Kind == 0 {
		return &Node{Kind: Mapping, Line: firstLine, Col: 1}, nil
	}
	n, err := convert(doc.Content[0], firstLine-1, 0)
	if err != nil {
		return nil, err
	}
	return &n, nil
}

var errorLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

func syntaxError(src string, cause error, firstLine int) error {
	var syntax *goyaml.SyntaxError
	if _, err := parser.ParseBytes([]byte(src), 0); errors.As(err, &syntax) && syntax.GetToken() != nil {
		at := syntax.GetToken().Position
		return &Error{Line: at.Line + firstLine - 1, Col: at.Column, Message: syntax.GetMessage()}
	}
	text := cause.Error()
	match := errorLine.FindStringSubmatch(text)
	line, _ := strconv.Atoi(match[1])
	return &Error{Line: max(line, 1) + firstLine - 1, Col: 1, Message: text[len(match[0]):]}
}

const maxDepth = 100

// convert makes our tree; offset is what is added to line numbers.
func convert(n *reference.Node, offset, depth int) (Node, error) {
	out := Node{Line: n.Line + offset, Col: n.Column}
	fail := func(format string, args ...any) (Node, error) {
		return out, &Error{Line: out.Line, Col: out.Col, Message: fmt.Sprintf(format, args...)}
	}
	if depth > maxDepth {
		return fail("nested too deeply")
	}
	if n.Style&reference.TaggedStyle != 0 {
		return fail("tags such as %s are not used here", n.Tag)
	}
	switch n.Kind {
	case reference.AliasNode:
		return convert(n.Alias, offset, depth+1)
	case reference.ScalarNode:
		out.Value = n.Value
		out.Quoted = n.Style&(reference.DoubleQuotedStyle|reference.SingleQuotedStyle|reference.LiteralStyle|reference.FoldedStyle) != 0
	case reference.SequenceNode:
		out.Kind = Sequence
		for _, item := range n.Content {
			v, err := convert(item, offset, depth+1)
			if err != nil {
				return out, err
			}
			out.Items = append(out.Items, v)
		}
	case reference.MappingNode:
		out.Kind = Mapping
		for i := 0; i < len(n.Content); i += 2 {
			key, err := convert(n.Content[i], offset, depth+1)
			if err != nil {
				return out, err
			}
			if key.Kind != Scalar || key.Value == "<<" {
				return fail("keys are plain words here")
			}
			value, err := convert(n.Content[i+1], offset, depth+1)
			if err != nil {
				return out, err
			}
			if out.Get(key.Value) != nil {
				return out, &Error{Line: key.Line, Col: key.Col, Message: fmt.Sprintf("the key %q stands twice", key.Value)}
			}
			out.Pairs = append(out.Pairs, Pair{key, value})
		}
	}
	return out, nil
}
