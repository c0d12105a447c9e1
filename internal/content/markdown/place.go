package markdown

import (
	"bytes"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

func (w *walker) addRemark(n ast.Node, message string) {
	w.addRemarkOn(n, "", Remark{Message: message})
}

// addRemarkOn adds a remark about a node, at the place of an address in it, if it has one.
func (w *walker) addRemarkOn(n ast.Node, address string, r Remark) {
	at := max(w.startOf(n), 0)
	if i := bytes.Index(w.source[at:], []byte(address)); address != "" && i >= 0 {
		at += i
		r.Col = utf8.RuneCount(w.source[bytes.LastIndexByte(w.source[:at], '\n')+1:at]) + 1
	}
	r.Line = w.lineOf(at)
	w.doc.Remarks = append(w.doc.Remarks, r)
}

// lineOfNode returns the line on which a node begins, as far as it is known.
func (w *walker) lineOfNode(n ast.Node) int { return w.lineOf(max(w.startOf(n), 0)) }

func (w *walker) lineOf(at int) int { return w.firstLine + bytes.Count(w.source[:at], []byte("\n")) }

// startOf returns where a node begins: at its first text, after the text before it, or where its block does; -1 where
// none of these is known.
func (w *walker) startOf(n ast.Node) int {
	if at := textOffset(n, false); at >= 0 {
		return at
	}
	for before := n.PreviousSibling(); n.Type() == ast.TypeInline && before != nil; before = before.PreviousSibling() {
		if at := textOffset(before, true); at >= 0 {
			return at
		}
	}
	for m := n; m != nil; m = m.Parent() {
		if m.Type() == ast.TypeBlock && m.Lines().Len() > 0 {
			return m.Lines().At(0).Start
		}
	}
	return -1
}

// textOffset returns where the first text in a node begins, or, if after, where the last one ends, with the end of its
// line; -1 where there is none.
func textOffset(n ast.Node, after bool) int {
	switch t := n.(type) {
	case *ast.Text:
		switch {
		case !after:
			return t.Segment.Start
		case t.SoftLineBreak() || t.HardLineBreak():
			return t.Segment.Stop + 1
		}
		return t.Segment.Stop
	case *ast.RawHTML:
		if t.Segments.Len() > 0 {
			return t.Segments.At(0).Start
		}
	}
	next := ast.Node.NextSibling
	child := n.FirstChild()
	if after {
		next, child = ast.Node.PreviousSibling, n.LastChild()
	}
	for ; child != nil; child = next(child) {
		if at := textOffset(child, after); at >= 0 {
			return at
		}
	}
	return -1
}
