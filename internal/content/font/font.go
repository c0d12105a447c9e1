// Package font reads the fonts of content/media: what style sheets state of them, and which letters they have.
package font

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"storefront/internal/content/catalog"
)

// mostFontBytes is how large a font's file may be: about four times what the site's own Latin fonts have.
const mostFontBytes = 200_000

// Read reads a WOFF2 font. The error describes its mistake.
func Read(path string) (*catalog.Font, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > mostFontBytes {
		return nil, fmt.Errorf("this font has %d kB, and may have %d: take out the characters that pages do not need, "+
			"for example with pyftsubset", (info.Size()+999)/1000, mostFontBytes/1000)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	tables, err := unpackWOFF2(data)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	f := &catalog.Font{File: filepath.Base(path), Hash: hex.EncodeToString(sum[:5])}
	if !readMetrics(f, tables) {
		return nil, errCutFont
	}
	return f, nil
}

// Positions in tables of OpenType.
const (
	unitsPerEmAt        = 18 // head
	ascenderAt          = 4  // hhea, and lineGap after descender
	longMetricsAt       = 34 // hhea
	weightClassAt       = 4  // OS/2
	selectionAt         = 62
	typoAscenderAt      = 68
	italicSelection     = 1 << 0
	useTypoSelection    = 1 << 7
	axesAt, axisCountAt = 4, 8 // fvar
	axisSizeAt          = 10
)

// readMetrics fills a font from its tables, and reports whether they are whole.
func readMetrics(f *catalog.Font, tables map[string]table) bool {
	head, hhea, os2 := tables["head"].data, tables["hhea"].data, tables["OS/2"].data
	if len(head) < unitsPerEmAt+2 || len(hhea) < longMetricsAt+2 || len(os2) < typoAscenderAt+6 {
		return false
	}
	em := float64(u16(head, unitsPerEmAt))
	if em == 0 {
		return false
	}
	selection := u16(os2, selectionAt)
	lines, at := hhea, ascenderAt
	if selection&useTypoSelection != 0 {
		lines, at = os2, typoAscenderAt
	}
	f.Ascent, f.Descent, f.LineGap = float64(i16(lines, at))/em, -float64(i16(lines, at+2))/em,
		float64(i16(lines, at+4))/em
	f.Italic = selection&italicSelection != 0
	f.MinWeight, f.MaxWeight = weights(tables["fvar"].data, u16(os2, weightClassAt))
	glyphs := characterMap(tables["cmap"].data)
	if glyphs == nil {
		return false
	}
	f.Latin, f.Arabic = hasAll(glyphs, "aegnzAEGNZ"), hasAll(glyphs, "ابجدسمنهي")
	f.Width = averageWidth(glyphs, advances{tables["hmtx"], u16(hhea, longMetricsAt)}) / em
	return true
}

// weights returns the range of a variable font's axis wght, else the one weight.
func weights(fvar []byte, class int) (low, high int) {
	if len(fvar) < axisSizeAt+2 {
		return class, class
	}
	axes, size := u16(fvar, axesAt), u16(fvar, axisSizeAt)
	for i := range u16(fvar, axisCountAt) {
		at := axes + i*size
		if at+16 > len(fvar) {
			break
		}
		if string(fvar[at:at+4]) == "wght" { // minimum, default and maximum as 16.16
			return u16(fvar, at+4), u16(fvar, at+12)
		}
	}
	return class, class
}

func hasAll(glyphs characters, letters string) bool {
	for _, letter := range letters {
		if glyphs(letter) == 0 {
			return false
		}
	}
	return true
}

// letterShares are how often each small letter and the space stand in a thousand characters of English.
var letterShares = map[rune]int{'a': 65, 'b': 12, 'c': 22, 'd': 33, 'e': 103, 'f': 18, 'g': 16, 'h': 50, 'i': 57,
	'j': 1, 'k': 6, 'l': 33, 'm': 20, 'n': 57, 'o': 62, 'p': 15, 'q': 1, 'r': 49, 's': 53, 't': 75, 'u': 23, 'v': 8,
	'w': 17, 'x': 1, 'y': 14, 'z': 1, ' ': 183}

// averageWidth returns the average advance of small letters in the font's units; zero if it lacks one.
func averageWidth(glyphs characters, widths advances) float64 {
	var sum, total int
	for letter, share := range letterShares {
		glyph := glyphs(letter)
		width, ok := widths.of(glyph)
		if glyph == 0 || !ok {
			return 0
		}
		sum, total = sum+share*width, total+share
	}
	return float64(sum) / float64(total)
}

// advances are the widths of glyphs, from the table hmtx.
type advances struct {
	table
	count int // of those that have a width of their own; the others have the last
}

func (a advances) of(glyph int) (int, bool) {
	start, step := 0, 4 // a width and a bearing
	if a.transformed {  // flags, then all widths (WOFF 2.0, section 5.4)
		start, step = 1, 2
	}
	at := start + min(glyph, a.count-1)*step
	if at < 0 || at+2 > len(a.data) {
		return 0, false
	}
	return u16(a.data, at), true
}

func u16(b []byte, at int) int { return int(binary.BigEndian.Uint16(b[at:])) }

func i16(b []byte, at int) int { return int(int16(binary.BigEndian.Uint16(b[at:]))) }

func u32(b []byte, at int) int { return int(binary.BigEndian.Uint32(b[at:])) }
