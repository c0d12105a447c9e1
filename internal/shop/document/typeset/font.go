package typeset

import (
	"bytes"
	"embed"
	"slices"
	"strconv"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

//go:embed fonts/*.ttf
var files embed.FS

// Family is one of the site's font families.
type Family int

const (
	Text Family = iota
	Display
)

// stack returns the fonts of a family, in the order in which a letter is looked up.
func (f Family) stack(rtl bool) []string {
	// Kufam has the letters of Persian and Urdu, which Readex Pro lacks.
	text := []string{
		"readex-pro-latin", "readex-pro-latin-ext", "readex-pro-vietnamese", "readex-pro-arabic", "kufam-arabic",
		"noto-sans-cyrillic", "noto-sans-greek",
	}
	switch {
	case f == Text:
		return text
	case rtl:
		// As on the site, digits and Latin names in Arabic headings are in Readex Pro.
		return append([]string{"kufam-arabic"}, text...)
	}
	return append([]string{"kufam-latin", "kufam-latin-ext", "kufam-arabic"}, text...)
}

var fontsByName = sync.OnceValue(func() map[string]*font.Font {
	entries, err := files.ReadDir("fonts")
	if err != nil {
		panic(err) // the fonts are part of the program
	}
	fonts := map[string]*font.Font{}
	for _, e := range entries {
		data, err := files.ReadFile("fonts/" + e.Name())
		if err != nil {
			panic(err)
		}
		face, err := font.ParseTTF(bytes.NewReader(data))
		if err != nil {
			panic(err)
		}
		fonts[e.Name()[:len(e.Name())-len(".ttf")]] = face.Font
	}
	return fonts
})

// File returns the TrueType file of a face.
func File(name string) ([]byte, error) { return files.ReadFile("fonts/" + name + ".ttf") }

// Face is a font at a weight.
type Face struct {
	Name  string
	face  *font.Face
	paths map[font.GID]string
}

func newFace(name string, weight int) *Face {
	face := font.NewFace(fontsByName()[name])
	face.SetVariations([]font.Variation{{Tag: opentype.MustNewTag("wght"), Value: float32(weight)}})
	return &Face{Name: name, face: face, paths: map[font.GID]string{}}
}

// UnitsPerEm returns the size of the em in the units of Path.
func (f *Face) UnitsPerEm() float64 { return float64(f.face.Upem()) }

// Glyph returns the glyph of a letter without neighbours, or 0 if the face has none.
func (f *Face) Glyph(r rune) uint32 {
	id, _ := f.face.NominalGlyph(r)
	return uint32(id)
}

func (f *Face) hasAll(letters ...rune) bool {
	return !slices.ContainsFunc(letters, func(r rune) bool {
		_, has := f.face.NominalGlyph(r)
		return !has
	})
}

// Path returns the outline of a glyph as PDF operators, in units of the font with y upwards. It is empty for a space.
func (f *Face) Path(id uint32) string {
	gid := font.GID(id)
	path, known := f.paths[gid]
	if !known {
		outline, _ := f.face.GlyphDataOutline(gid)
		path = pathOf(outline.Segments)
		f.paths[gid] = path
	}
	return path
}

func pathOf(segments []opentype.Segment) string {
	var out []byte
	point := func(x, y float32) { out = appendUnit(appendUnit(out, x), y) }
	var at opentype.SegmentPoint
	for n, s := range segments {
		a := s.Args
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			if n > 0 {
				out = append(out, "h "...)
			}
			point(a[0].X, a[0].Y)
			out, at = append(out, "m "...), a[0]
		case opentype.SegmentOpLineTo:
			point(a[0].X, a[0].Y)
			out, at = append(out, "l "...), a[0]
		case opentype.SegmentOpQuadTo:
			// PDF has cubic curves only.
			point(at.X+(a[0].X-at.X)*2/3, at.Y+(a[0].Y-at.Y)*2/3)
			point(a[1].X+(a[0].X-a[1].X)*2/3, a[1].Y+(a[0].Y-a[1].Y)*2/3)
			point(a[1].X, a[1].Y)
			out, at = append(out, "c "...), a[1]
		case opentype.SegmentOpCubeTo:
			point(a[0].X, a[0].Y)
			point(a[1].X, a[1].Y)
			point(a[2].X, a[2].Y)
			out, at = append(out, "c "...), a[2]
		}
	}
	if len(out) > 0 {
		out = append(out, "h f"...)
	}
	return string(out)
}

func appendUnit(out []byte, v float32) []byte {
	if v < 0 {
		v -= 0.5
	} else {
		v += 0.5
	}
	return append(strconv.AppendInt(out, int64(v), 10), ' ')
}
