package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"storefront/internal/lib/lazyregexp"
)

// A part is written as a directive, the form of remark-directive and of Docusaurus: "::card{product=dunes}" on a line
// of its own, or lines between ":::note[Title]" and ":::".

// directive is a part as it is written.
type directive struct {
	name       string
	colons     int
	label      string
	labelAt    int // offsets in the line
	nameAt     int
	attributes []directiveAttribute
	mistakes   []directiveMistake
}

// isContainer reports whether the part holds the lines up to its end.
func (d *directive) isContainer() bool { return d.colons > 2 }

// directiveAttribute is an attribute as it is written.
type directiveAttribute struct {
	name, value     string
	nameAt, valueAt int
}

// directiveMistake is a part of a line that cannot be parsed, with its offset.
type directiveMistake struct {
	at      int
	message string
}

var (
	opening       = lazyregexp.New(`^ {0,3}(:{2,})( *)([A-Za-z][A-Za-z0-9_-]*)`)
	attributeName = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_-]*`)
)

// parseDirective reads a line. It returns nil for a line that opens no part; "::before is a selector" is text.
func parseDirective(line string) *directive {
	line = strings.TrimRight(line, " \t\r\n")
	found := opening.FindStringSubmatchIndex(line)
	if found == nil {
		return nil
	}
	d := &directive{colons: found[3] - found[2], nameAt: found[6], name: line[found[6]:found[7]]}
	if !d.isContainer() && found[4] != found[5] {
		return nil
	}
	at := found[7]
	if strings.HasPrefix(line[at:], "[") {
		end := strings.IndexByte(line[at:], ']')
		if end < 0 {
			d.addMistake(at, "this bracket is not closed on its line")
			return d
		}
		d.label, d.labelAt = line[at+1:at+end], at+1
		at += end + 1
	}
	if strings.HasPrefix(line[at:], "{") {
		at = d.readAttributes(line, at+1)
	}
	switch rest := strings.TrimSpace(line[at:]); {
	case len(d.mistakes) > 0 || rest == "":
	case !d.isContainer() && at == found[7]:
		return nil
	case d.isContainer() && at == found[7]:
		d.addMistake(at+1, "write the title in brackets: :::"+d.name+"["+rest+"]")
	default:
		d.addMistake(at, "a part needs a line of its own")
	}
	return d
}

func (d *directive) addMistake(at int, message string) {
	d.mistakes = append(d.mistakes, directiveMistake{at, message})
}

// readAttributes reads up to the closing brace, and returns the offset behind it.
func (d *directive) readAttributes(line string, at int) int {
	for {
		for at < len(line) && (line[at] == ' ' || line[at] == ',') {
			at++
		}
		if at == len(line) {
			d.addMistake(at, "this part's brace is not closed on its line")
			return at
		}
		if line[at] == '}' {
			return at + 1
		}
		name := attributeName.FindString(line[at:])
		if name == "" {
			d.addMistake(at, "attributes of a part are written as {product=dunes}")
			return len(line)
		}
		a := directiveAttribute{name: name, nameAt: at, valueAt: at}
		at += len(name)
		if at < len(line) && line[at] == '=' {
			a.value, a.valueAt, at = readValue(line, at+1)
		}
		if at < 0 {
			d.addMistake(a.valueAt-1, "this quotation mark is not closed on its line")
			return len(line)
		}
		d.attributes = append(d.attributes, a)
	}
}

// readValue reads a value, in quotation marks or up to a space. The offset behind it is -1 if its quotation mark is not
// closed.
func readValue(line string, at int) (value string, valueAt, behind int) {
	if at < len(line) && (line[at] == '"' || line[at] == '\'') {
		end := strings.IndexByte(line[at+1:], line[at])
		if end < 0 {
			return "", at + 1, -1
		}
		return line[at+1 : at+1+end], at + 1, at + end + 2
	}
	end := at
	for end < len(line) && line[end] != ' ' && line[end] != '}' {
		end++
	}
	return line[at:end], at, end
}

// partNode is a part in the tree of a text.
type partNode struct {
	ast.BaseBlock
	directive
	offset     int // of its line in the source
	closed     bool
	blockIndex int // its place in Document.Blocks; -1 where the tree has its text
}

var kindPart = ast.NewNodeKind("Part")

func (n *partNode) Kind() ast.NodeKind { return kindPart }

// IsPart reports whether a node is a part. The children of a note are the blocks in it.
func IsPart(n ast.Node) bool { return n.Kind() == kindPart }

func (n *partNode) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"Name": n.name}, nil)
}

// partParser reads parts.
type partParser struct{}

func (partParser) Trigger() []byte { return []byte{':'} }

func (partParser) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	d := parseDirective(string(line))
	if d == nil {
		return nil, parser.NoChildren
	}
	n := &partNode{directive: *d, offset: segment.Start, blockIndex: -1}
	reader.AdvanceToEOL()
	if d.isContainer() {
		return n, parser.HasChildren
	}
	return n, parser.NoChildren
}

func (partParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*partNode)
	if !n.isContainer() {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	fence := strings.TrimSpace(string(line))
	if len(fence) >= n.colons && strings.Trim(fence, ":") == "" {
		n.closed = true
		reader.AdvanceToEOL()
		return parser.Close
	}
	return parser.Continue | parser.HasChildren
}

func (partParser) Close(ast.Node, text.Reader, parser.Context) {}
func (partParser) CanInterruptParagraph() bool                 { return true }
func (partParser) CanAcceptIndentedLine() bool                 { return false }

// partPriority is the priority of parts: a definition begins with a colon too.
const partPriority = 90

var partOption = parser.WithBlockParsers(util.Prioritized(partParser{}, partPriority))
