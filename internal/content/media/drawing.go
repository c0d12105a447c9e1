package media

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"storefront/internal/content/catalog"
	"storefront/internal/lib/lazyregexp"
)

// ReadDrawing reads a self-contained SVG drawing: it has a size, no scripts and no references to other files, since a
// browser may open it as a page of the shop's host.
func ReadDrawing(path string) (*catalog.Picture, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d := drawing{xml.NewDecoder(bytes.NewReader(data))}
	root, err := d.rootElement()
	if err != nil {
		return nil, err
	}
	p := &catalog.Picture{File: filepath.Base(path), Hash: hashOf(data), Alt: catalog.Localized{}}
	if p.Width, p.Height, err = sizeOf(root); err != nil {
		return nil, err
	}
	return p, d.checkSafe(root)
}

const svgNamespace = "http://www.w3.org/2000/svg"

var errNotADrawing = errors.New("this is not an SVG drawing")

type drawing struct{ *xml.Decoder }

// rootElement is the first element, which has to be an svg.
func (d drawing) rootElement() (xml.StartElement, error) {
	for {
		t, err := d.Token()
		if err != nil {
			return xml.StartElement{}, errNotADrawing
		}
		switch t := t.(type) {
		case xml.Directive:
			return xml.StartElement{}, errDoctype
		case xml.ProcInst:
			if t.Target != "xml" {
				return xml.StartElement{}, errExternalReference
			}
		case xml.StartElement:
			if t.Name.Local != "svg" || t.Name.Space != svgNamespace {
				return t, errNotADrawing
			}
			return t, nil
		}
	}
}

var (
	errDoctype           = errors.New("a drawing has no document type: it could name other files")
	errExternalReference = errors.New("this drawing refers to something outside itself")
)

// sizeOf returns a drawing's size in whole pixels: its width and height, else its viewBox.
func sizeOf(root xml.StartElement) (width, height int, err error) {
	w, h := pixels(attribute(root, "width")), pixels(attribute(root, "height"))
	if w == 0 || h == 0 {
		box := strings.FieldsFunc(attribute(root, "viewBox"),
			func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
		if len(box) == 4 {
			w, h = pixels(box[2]), pixels(box[3])
		}
	}
	if w == 0 || h == 0 {
		return 0, 0, errors.New("this drawing has no size: it needs a viewBox, or width and height in pixels")
	}
	return int(math.Ceil(w)), int(math.Ceil(h)), nil
}

// pixels parses a size in pixels; it returns zero for other texts.
func pixels(text string) float64 {
	n, err := strconv.ParseFloat(strings.TrimSuffix(text, "px"), 64)
	if err != nil || !(n > 0 && n <= 10_000) {
		return 0
	}
	return n
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

// forbiddenElements are the elements that run scripts or embed other documents.
var forbiddenElements = []string{"script", "foreignObject", "iframe", "object", "embed", "audio", "video", "handler",
	"listener"}

// foreignNamespaces are the namespaces whose elements browsers know beside SVG's own, wherever they are: of HTML any
// may fetch or lead away. What other programs note in namespaces of their own does nothing.
var foreignNamespaces = []string{"http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"}

// checkSafe reads the rest, and returns an error for a dangerous part.
func (d drawing) checkSafe(e xml.StartElement) error {
	if err := checkSafeElement(e); err != nil {
		return err
	}
	text := []string{""} // of each open element what browsers take for its own, without what is between
	for {
		t, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return errNotADrawing
		}
		last := len(text) - 1
		switch t := t.(type) {
		case xml.StartElement:
			text = append(text, "")
			err = checkSafeElement(t)
		case xml.EndElement:
			if t.Name.Local == "style" {
				err = checkSafeStyle(text[last])
			}
			text = text[:last]
		case xml.CharData:
			if last >= 0 {
				text[last] += string(t)
			}
		case xml.ProcInst:
			err = errExternalReference
		case xml.Directive:
			err = errDoctype
		}
		if err != nil {
			return err
		}
	}
}

func checkSafeElement(e xml.StartElement) error {
	isNamed := func(name string) bool { return strings.EqualFold(name, e.Name.Local) }
	if slices.Contains(foreignNamespaces, e.Name.Space) || slices.ContainsFunc(forbiddenElements, isNamed) {
		return fmt.Errorf("this drawing has an element %s, which is not allowed", e.Name.Local)
	}
	for _, a := range e.Attr {
		name := strings.ToLower(a.Name.Local)
		switch {
		case a.Name.Space == "xmlns" || name == "xmlns":
		case strings.HasPrefix(name, "on"):
			return fmt.Errorf("this drawing has a script: %s", a.Name.Local)
		case (name == "href" || name == "src" || name == "base") && !strings.HasPrefix(a.Value, "#"):
			return errExternalReference
		case name == "attributename" && strings.Contains(strings.ToLower(a.Value), "href"):
			return errExternalReference // an animation that makes a link lead elsewhere
		default:
			if err := checkSafeStyle(a.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

var styleReference = lazyregexp.New(`(?i)url\(\s*['"]?\s*([^\s'")]?)|@import|image-set|\\`)

// checkSafeStyle accepts references to parts of the drawing itself, "url(#dunes)", and no others.
func checkSafeStyle(text string) error {
	for _, found := range styleReference.FindAllStringSubmatch(text, -1) {
		if found[1] != "#" {
			return errExternalReference
		}
	}
	return nil
}
