package document

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"storefront/internal/shop/document/typeset"
)

// A4, in points.
const (
	pageWidth  = 595.28
	pageHeight = 841.89
)

// colour is one of the site's, by day (site/styles/tokens.css).
type colour [3]byte

var (
	ink      = colour{0x12, 0x26, 0x2b}
	surface  = colour{0xff, 0xff, 0xff}
	accent   = colour{0xf2, 0xb2, 0x33}
	wash     = colour{0xdc, 0xeb, 0xe6}
	muted    = colour{0x51, 0x65, 0x6a}
	hairline = colour{0xc9, 0xd2, 0xd0}
	alarm    = colour{0xa6, 0x19, 0x3c}
	link     = colour{0x0b, 0x5a, 0x6b}
)

func (c colour) operand() string {
	var out strings.Builder
	for _, part := range c {
		out.WriteString(decimal(float64(part)/255) + " ")
	}
	return out.String()
}

// decimal is a number as PDF has it, to a thousandth of a point.
func decimal(v float64) string {
	text := strconv.FormatFloat(v, 'f', 3, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

// sheet is a document in the making. Places on it are told from where lines of its language start, and from the top down.
type sheet struct {
	pdf   *fpdf.Fpdf
	set   *typeset.Setter
	rtl   bool
	fonts map[string]bool
}

func newSheet(w *Words, title string, at time.Time) *sheet {
	pdf := fpdf.New("P", "pt", "A4", "")
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	// The same order makes the same bytes: nothing is to come from the clock or from the order of a map.
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(at.UTC())
	pdf.SetModificationDate(at.UTC())
	pdf.SetProducer("storefront", false)
	pdf.SetTitle(title, true)
	pdf.SetLang(w.Code)
	return &sheet{pdf: pdf, set: typeset.New(w.Code, w.RTL), rtl: w.RTL, fonts: map[string]bool{}}
}

func (s *sheet) bytes() ([]byte, error) {
	var out bytes.Buffer
	if err := s.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("write the PDF: %w", err)
	}
	return out.Bytes(), nil
}

func (s *sheet) page() { s.pdf.AddPage() }

// x is the left side of what starts somewhere and has a width.
func (s *sheet) x(start, width float64) float64 {
	if s.rtl {
		return pageWidth - start - width
	}
	return start
}

func (s *sheet) write(format string, values ...float64) {
	parts := make([]any, len(values))
	for i, v := range values {
		parts[i] = decimal(v)
	}
	s.pdf.RawWriteStr(fmt.Sprintf(format, parts...) + "\n")
}

func (s *sheet) fillRect(start, top, width, height float64, c colour) {
	s.write("q "+c.operand()+"rg %s %s %s %s re f Q", s.x(start, width), pageHeight-top-height, width, height)
}

// rule draws a line along the text, dashed where dash is not 0.
func (s *sheet) rule(start, y, width, weight, dash float64, c colour) {
	pattern := "[] 0 d "
	if dash > 0 {
		pattern = "[" + decimal(dash) + "] 0 d "
	}
	x := s.x(start, width)
	s.write("q "+pattern+c.operand()+"RG %s w %s %s m %s %s l S Q", weight, x, pageHeight-y, x+width, pageHeight-y)
}

// text draws a line that starts at start, its baseline at y.
func (s *sheet) text(l typeset.Line, start, y float64, c colour) {
	s.draw(l, s.x(start, l.Width), pageHeight-y, c)
}

// draw is text in PDF's own coordinates: the outlines, and under them the letters that they stand for.
func (s *sheet) draw(l typeset.Line, x, y float64, c colour) {
	var out strings.Builder
	out.WriteString("q " + c.operand() + "rg\n")
	for _, run := range l.Runs {
		scale := strconv.FormatFloat(run.Size/run.Face.UnitsPerEm(), 'f', 6, 64)
		for _, g := range run.Glyphs {
			if path := run.Face.Path(g.ID); path != "" {
				fmt.Fprintf(&out, "q %s 0 0 %s %s %s cm %s Q\n", scale, scale, decimal(x+g.X), decimal(y+g.Y), path)
			}
		}
	}
	s.pdf.RawWriteStr(out.String() + "Q\n")
	for _, run := range l.Runs {
		s.shadow(run, x, y)
	}
}

// shadow writes a run's letters where they can be found but not seen, each word as wide as its glyphs.
func (s *sheet) shadow(run typeset.Run, x, y float64) {
	for _, word := range run.Words {
		if strings.TrimSpace(word.Text) == "" || strings.ContainsFunc(word.Text, func(r rune) bool { return r > 0xffff }) {
			continue // the library knows no letters past the first plane
		}
		s.shadowFont(run.Face.Name, run.Size)
		width := s.pdf.GetStringWidth(word.Text)
		if width <= 0 || word.Width <= 0 {
			continue
		}
		s.write("q 3 Tr %s Tz", 100*word.Width/width)
		s.pdf.Text(x+word.X, pageHeight-y, word.Text)
		s.write("Q")
	}
}

func (s *sheet) shadowFont(face string, size float64) {
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
