// Package font reads the fonts of content/media: the values that style sheets need, and the letters that they have.
package font

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"

	"storefront/internal/content/catalog"
)

// maxFontBytes is the largest size of a font's file: about four times that of the site's own Latin fonts.
const maxFontBytes = 200_000

// Read reads a WOFF2 font. The error describes its mistake.
func Read(path string) (*catalog.Font, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFontBytes {
		return nil, fmt.Errorf("this font has %d kB, and may have %d: take out the characters that pages do not need, "+
			"for example with pyftsubset", (info.Size()+999)/1000, maxFontBytes/1000)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	packed, err := unpackWOFF2(data)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	f := &catalog.Font{File: filepath.Base(path), Hash: hex.EncodeToString(sum[:5])}
	if err := readTables(f, packed); err != nil {
		return nil, errDamagedFont
	}
	return f, nil
}

// Bits of the field fsSelection of the table OS/2.
const (
	italicSelection  = 1 << 0
	useTypoSelection = 1 << 7
)

// readTables fills a font from its tables.
func readTables(f *catalog.Font, packed map[string]table) error {
	head, _, headErr := tables.ParseHead(packed["head"].data)
	hhea, _, hheaErr := tables.ParseHhea(packed["hhea"].data)
	os2, _, os2Err := tables.ParseOs2(packed["OS/2"].data)
	cmap, _, cmapErr := tables.ParseCmap(packed["cmap"].data)
	if err := errors.Join(headErr, hheaErr, os2Err, cmapErr); err != nil {
		return err
	}
	glyphs, _, err := font.ProcessCmap(cmap, os2.FontPage())
	if err != nil {
		return err
	}
	em := float64(head.Upem())
	ascent, descent, gap := hhea.Ascender, hhea.Descender, hhea.LineGap
	if os2.FsSelection&useTypoSelection != 0 {
		ascent, descent, gap = os2.STypoAscender, os2.STypoDescender, os2.STypoLineGap
	}
	f.Ascent, f.Descent, f.LineGap = float64(ascent)/em, -float64(descent)/em, float64(gap)/em
	f.Italic = os2.FsSelection&italicSelection != 0
	if f.MinWeight, f.MaxWeight, err = weightRange(packed["fvar"].data, int(os2.USWeightClass)); err != nil {
		return err
	}
	f.Latin, f.Arabic = hasLetters(glyphs, "aegnzAEGNZ"), hasLetters(glyphs, "ابجدسمنهي")
	f.Width = averageWidth(glyphs, advances{packed["hmtx"], int(hhea.NumOfLongMetrics)}) / em
	return nil
}

// weightRange returns the range of a variable font's axis wght, else the one weight.
func weightRange(fvar []byte, class int) (low, high int, err error) {
	if len(fvar) == 0 {
		return class, class, nil
	}
	variations, _, err := tables.ParseFvar(fvar)
	for _, axis := range variations.Axis {
		if axis.Tag == opentype.MustNewTag("wght") {
			return int(axis.Minimum), int(axis.Maximum), err
		}
	}
	return class, class, err
}

func hasLetters(glyphs font.Cmap, letters string) bool {
	for _, letter := range letters {
		if _, ok := glyphs.Lookup(letter); !ok {
			return false
		}
	}
	return true
}

// letterShares are the frequencies of each small letter and the space in a thousand characters of English.
var letterShares = map[rune]int{'a': 65, 'b': 12, 'c': 22, 'd': 33, 'e': 103, 'f': 18, 'g': 16, 'h': 50, 'i': 57,
	'j': 1, 'k': 6, 'l': 33, 'm': 20, 'n': 57, 'o': 62, 'p': 15, 'q': 1, 'r': 49, 's': 53, 't': 75, 'u': 23, 'v': 8,
	'w': 17, 'x': 1, 'y': 14, 'z': 1, ' ': 183}

// averageWidth returns the average advance of small letters in the font's units; zero if it lacks one.
func averageWidth(glyphs font.Cmap, widths advances) float64 {
	var sum, total int
	for letter, share := range letterShares {
		glyph, known := glyphs.Lookup(letter)
		width, ok := widths.widthOf(int(glyph))
		if !known || !ok {
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

func (a advances) widthOf(glyph int) (int, bool) {
	start, step := 0, 4 // a width and a bearing
	if a.transformed {  // flags, then all widths (WOFF 2.0, section 5.4)
		start, step = 1, 2
	}
	at := start + min(glyph, a.count-1)*step
	if at < 0 || at+2 > len(a.data) {
		return 0, false
	}
	return int(binary.BigEndian.Uint16(a.data[at:])), true
}
