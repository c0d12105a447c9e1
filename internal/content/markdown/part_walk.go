package markdown

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"storefront/internal/lib/suggest"
)

// processPart checks a part and makes a block of it, or leaves a note where it is. A part with mistakes is taken out.
func (w *walker) processPart(parent ast.Node, n *partNode) {
	wrong := func(at int, message string) {
		place := w.placeOf(n, at)
		w.doc.Remarks = append(w.doc.Remarks, Remark{Line: place.Line, Col: place.Col, Message: message, Error: true})
	}
	before := len(w.doc.Remarks)
	kind, known := partKinds[n.name]
	switch {
	case !known:
		wrong(n.nameAt, fmt.Sprintf("there is no part %q; parts are %s%s", n.name, strings.Join(PartNames(), ", "),
			suggest.DidYouMean(n.name, PartNames())))
	case kind.isContainer != n.isContainer():
		wrong(n.nameAt, map[bool]string{true: "a " + n.name + " contains lines: :::" + n.name + ", and ::: after them",
			false: n.name + " is written with two colons, ::" + n.name}[kind.isContainer])
	case n.isContainer() && !n.closed:
		wrong(n.nameAt, "this "+n.name+" has no end: a line with :::")
	case !kind.allowedAnywhere && !w.isPage:
		wrong(n.nameAt, n.name+" is possible in stories and pages only")
	case !kind.allowedAnywhere && parent.Kind() != ast.KindDocument:
		wrong(n.nameAt, n.name+" cannot be within a note, a list or a quotation")
	}
	for _, m := range n.mistakes {
		wrong(m.at, m.message)
	}
	if len(w.doc.Remarks) == before {
		if v, ok := kind.readAttributes(&n.directive, wrong); ok {
			w.addBlock(n, v)
		}
	}
	if slices.ContainsFunc(w.doc.Remarks[before:], func(r Remark) bool { return r.Error }) {
		parent.RemoveChild(parent, n)
		return
	}
	w.walk(n)
}

// addBlock makes the block of a part whose attributes are in order.
func (w *walker) addBlock(n *partNode, v attributeValues) {
	if n.name == "note" {
		n.SetAttributeString("kind", v.text["kind"])
		return
	}
	b := Block{At: w.placeOf(n, n.nameAt), Title: strings.TrimSpace(n.label)}
	named := func(name string) PlacedSlug { return PlacedSlug{v.text[name], w.placeOf(n, v.at[name])} }
	switch n.name {
	case "card":
		b.Kind, b.Products, b.Limit = BlockCards, []PlacedSlug{named("product")}, 1
	case "cards":
		b.Kind, b.City, b.Category, b.Limit = BlockCards, named("city"), named("category"), maxCards
		b.Products = w.wordsOf(n, v, "products")
		if v.has("limit") {
			b.Limit = int(v.numbers["limit"])
		}
	case "gallery":
		b.Kind = BlockGallery
		for _, file := range w.wordsOf(n, v, "pictures") {
			b.Pictures = append(b.Pictures, w.findPicture(file)...)
		}
	case "map":
		b.Kind, b.Latitude, b.Longitude = BlockMap, v.numbers["latitude"], v.numbers["longitude"]
		if b.Title == "" {
			w.doc.Remarks = append(w.doc.Remarks, Remark{Line: b.At.Line, Col: b.At.Col,
				Message: "this map has no title, and readers see no name of the place; write ::map[Old town]{…}"})
		}
	case "video":
		b.Kind, b.Pictures = BlockVideo, w.findPicture(named("picture"))
		b.Provider, b.ID, _ = ParseVideoURL(v.text["url"])
		w.doc.ExternalLinks = append(w.doc.ExternalLinks, Link{To: v.text["url"], Line: b.At.Line})
	case "toc":
		b.Kind, b.Limit = BlockContents, 3
		if v.has("depth") {
			b.Limit = int(v.numbers["depth"])
		}
	}
	n.blockIndex = len(w.doc.Blocks)
	w.doc.Blocks = append(w.doc.Blocks, b)
}

// wordsOf returns the words of an attribute, with the place of each. A repeated word counts once and is reported.
func (w *walker) wordsOf(n *partNode, v attributeValues, name string) (all []PlacedSlug) {
	text, at := v.text[name], v.at[name]
	for _, word := range strings.Fields(text) {
		i := strings.Index(text, word)
		here := PlacedSlug{word, w.placeOf(n, at+i)}
		if slices.ContainsFunc(all, func(other PlacedSlug) bool { return other.Slug == word }) {
			w.doc.Remarks = append(w.doc.Remarks, Remark{Line: here.Line, Col: here.Col,
				Message: fmt.Sprintf("%q appears twice in this list", word)})
		} else {
			all = append(all, here)
		}
		text, at = text[i+len(word):], at+i+len(word)
	}
	return all
}

// findPicture returns a picture; it reports one that there is not.
func (w *walker) findPicture(file PlacedSlug) []Picture {
	if p := w.picture(file.Slug); p != nil {
		return []Picture{*p}
	}
	w.doc.Remarks = append(w.doc.Remarks, Remark{Line: file.Line, Col: file.Col, Error: true,
		Message: UnknownPictureMessage(file.Slug), Picture: file.Slug})
	return nil
}

// placeOf returns the place of an offset in a part's line.
func (w *walker) placeOf(n *partNode, at int) Place {
	line := bytes.Count(w.source[:n.offset], []byte("\n"))
	begin := bytes.LastIndexByte(w.source[:n.offset], '\n') + 1
	return Place{w.firstLine + line, utf8.RuneCount(w.source[begin:min(n.offset+at, len(w.source))]) + 1}
}

// fillTablesOfContents gives each table of contents the headings of the text down to its depth.
func (w *walker) fillTablesOfContents() {
	for i := range w.doc.Blocks {
		b := &w.doc.Blocks[i]
		if b.Kind != BlockContents {
			continue
		}
		for _, h := range w.headings {
			if h.Level <= b.Limit {
				b.Headings = append(b.Headings, h)
			}
		}
		b.Limit = 0
	}
}

// plainText returns the words of a node without its marks.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(source))
			if n.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.Image:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return html.UnescapeString(strings.TrimSpace(b.String()))
}

// partRenderer writes notes, and markers for blocks.
type partRenderer struct{}

func (partRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindPart, renderPart)
}

func renderPart(out util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*partNode)
	switch {
	case n.blockIndex >= 0 && entering:
		_, _ = out.WriteString(Marker(n.blockIndex) + "\n")
	case n.blockIndex >= 0:
	case entering:
		kind, _ := n.AttributeString("kind")
		if kind == "" || kind == nil {
			kind = NoteKinds[0]
		}
		_, _ = fmt.Fprintf(out, `<div class="note note-%s" role="note">`+"\n", kind)
		if n.label != "" {
			_, _ = out.WriteString(`<p class="note-title">` + html.EscapeString(n.label) + "</p>\n")
		}
	default:
		_, _ = out.WriteString("</div>\n")
	}
	return ast.WalkContinue, nil
}

var rendererOption = renderer.WithNodeRenderers(util.Prioritized(partRenderer{}, partPriority))
