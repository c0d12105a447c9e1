// Package sheet draws text, lines and rectangles on A4 pages of a PDF. Positions are in points, from the side where
// lines of the language start and from the top down.
//
// Letters are drawn as outlines, since the PDF library cannot join Arabic ones. The same text is invisible under
// them, for searching, copying and reading aloud. The same calls make the same bytes.
package sheet

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"storefront/internal/shop/document/typeset"
	"storefront/internal/shop/wording"
)

// Width and Height are those of A4, in points.
const (
	Width  = 595.28
	Height = 841.89
)

// Colour is an RGB colour of the site's light theme (site/styles/tokens.css).
type Colour [3]byte

// The colours of documents.
var (
	Ink      = Colour{0x12, 0x26, 0x2b}
	Surface  = Colour{0xff, 0xff, 0xff}
	Accent   = Colour{0xf2, 0xb2, 0x33}
	Wash     = Colour{0xdc, 0xeb, 0xe6}
	Muted    = Colour{0x51, 0x65, 0x6a}
	Hairline = Colour{0xc9, 0xd2, 0xd0}
	Error    = Colour{0xa6, 0x19, 0x3c}
	Link     = Colour{0x0b, 0x5a, 0x6b}
)

// Operand returns the colour as operands of PDF's operators rg and RG.
func (c Colour) Operand() string {
	var out strings.Builder
	for _, part := range c {
		out.WriteString(Decimal(float64(part)/255) + " ")
	}
	return out.String()
}

// Decimal returns a number as PDF writes it, to a thousandth of a point.
func Decimal(v float64) string {
	text := strconv.FormatFloat(v, 'f', 3, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// Sheet is a PDF that is being drawn.
type Sheet struct {
	RTL    bool
	pdf    *fpdf.Fpdf
	setter *typeset.Setter
	fonts  map[string]bool // those that the PDF has, for the invisible text
}

// New returns a PDF without pages in the language of a dictionary. Its dates are those of at.
func New(w *wording.Dictionary, title string, at time.Time) *Sheet {
	pdf := fpdf.New("P", "pt", "A4", "")
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	// The bytes must not depend on the clock or on the order of a map.
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(at.UTC())
	pdf.SetModificationDate(at.UTC())
	pdf.SetProducer("storefront", false)
	pdf.SetTitle(title, true)
	pdf.SetLang(w.Code)
	return &Sheet{pdf: pdf, setter: typeset.New(w.Code, w.RTL), RTL: w.RTL, fonts: map[string]bool{}}
}

// Bytes returns the PDF.
func (s *Sheet) Bytes() ([]byte, error) {
	var out bytes.Buffer
	if err := s.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("write the PDF: %w", err)
	}
	return out.Bytes(), nil
}

// AddPage begins a page.
func (s *Sheet) AddPage() { s.pdf.AddPage() }

// X returns the left side of a thing that starts at start and has a width.
func (s *Sheet) X(start, width float64) float64 {
	if s.RTL {
		return Width - start - width
	}
	return start
}

// Write writes PDF operators, with values for each %s of the format.
func (s *Sheet) Write(format string, values ...float64) {
	parts := make([]any, len(values))
	for i, v := range values {
		parts[i] = Decimal(v)
	}
	s.pdf.RawWriteStr(fmt.Sprintf(format, parts...) + "\n")
}

// Rotate draws rotated by degrees around a point, which is in PDF's coordinates across and from the top down.
func (s *Sheet) Rotate(degrees, x, top float64, draw func()) {
	s.pdf.TransformBegin()
	s.pdf.TransformRotate(degrees, x, top)
	draw()
	s.pdf.TransformEnd()
}

// FillRect draws a filled rectangle.
func (s *Sheet) FillRect(start, top, width, height float64, c Colour) {
	s.Write("q "+c.Operand()+"rg %s %s %s %s re f Q", s.X(start, width), Height-top-height, width, height)
}

// Rule draws a horizontal line, dashed if dash is not 0.
func (s *Sheet) Rule(start, y, width, weight, dash float64, c Colour) {
	pattern := "[] 0 d "
	if dash > 0 {
		pattern = "[" + Decimal(dash) + "] 0 d "
	}
	x := s.X(start, width)
	s.Write("q "+pattern+c.Operand()+"RG %s w %s %s m %s %s l S Q", weight, x, Height-y, x+width, Height-y)
}

// Line sets a text as one line.
func (s *Sheet) Line(text string, l TextStyle) typeset.Line { return s.setter.Line(text, l.Style) }

// Text draws a line that starts at start, with its baseline at y.
func (s *Sheet) Text(l typeset.Line, start, y float64, c Colour) {
	left, bottom := s.X(start, l.Width), Height-y
	var out strings.Builder
	out.WriteString("q " + c.Operand() + "rg\n")
	for _, run := range l.Runs {
		scale := strconv.FormatFloat(run.Size/run.Face.UnitsPerEm(), 'f', 6, 64)
		for _, g := range run.Glyphs {
			if path := run.Face.Path(g.ID); path != "" {
				x, y := Decimal(left+g.X), Decimal(bottom+g.Y)
				fmt.Fprintf(&out, "q %s 0 0 %s %s %s cm %s Q\n", scale, scale, x, y, path)
			}
		}
	}
	s.pdf.RawWriteStr(out.String() + "Q\n")
	for _, run := range l.Runs {
		s.invisibleText(run, left, y)
	}
}

// invisibleText writes the words of a run, each as wide as its glyphs.
func (s *Sheet) invisibleText(run typeset.Run, left, y float64) {
	for _, word := range run.Words {
		outsideBMP := func(r rune) bool { return r > 0xffff } // the plane of characters that the PDF library has
		if strings.TrimSpace(word.Text) == "" || strings.ContainsFunc(word.Text, outsideBMP) {
			continue
		}
		s.setFont(run.Face.Name, run.Size)
		width := s.pdf.GetStringWidth(word.Text)
		if width <= 0 || word.Width <= 0 {
			continue
		}
		s.Write("q 3 Tr %s Tz", 100*word.Width/width)
		s.pdf.Text(left+word.X, y, word.Text)
		s.Write("Q")
	}
}

func (s *Sheet) setFont(face string, size float64) {
	if !s.fonts[face] {
		data, err := typeset.File(face)
		if err != nil {
			s.pdf.SetError(err)
			return
		}
		s.pdf.AddUTF8FontFromBytes(face, "", data)
		s.fonts[face] = true
	}
	s.pdf.SetFont(face, "", size)
}
