package font

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/andybalholm/brotli"
)

// maxTableBytes is the largest unpacked size of the tables of a font. A WOFF2 file of maxFontBytes has less.
const maxTableBytes = 16 << 20

var (
	errNotWOFF2    = errors.New("this is not a WOFF2 font; convert it, for example with woff2_compress")
	errDamagedFont = errors.New("this font is damaged or truncated; copy it again")
)

// knownTables are the tags that a WOFF2 directory writes as a number (WOFF 2.0, section 4.1).
var knownTables = []string{
	"cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post", "cvt ", "fpgm", "glyf", "loca", "prep", "CFF ",
	"VORG", "EBDT", "EBLC", "gasp", "hdmx", "kern", "LTSH", "PCLT", "VDMX", "vhea", "vmtx", "BASE", "GDEF", "GPOS",
	"GSUB", "EBSC", "JSTF", "MATH", "CBDT", "CBLC", "COLR", "CPAL", "SVG ", "sbix", "acnt", "avar", "bdat", "bloc",
	"bsln", "cvar", "fdsc", "feat", "fmtx", "fvar", "gvar", "hsty", "just", "lcar", "mort", "morx", "opbd", "prop",
	"trak", "Zapf", "Silf", "Glat", "Gloc", "Feat", "Sill",
}

// Sizes and positions of the header of WOFF2 (section 4).
const (
	woff2Header     = 48
	woff2LengthAt   = 8
	woff2TablesAt   = 12
	woff2PackedAt   = 20
	tagIndexMask    = 0x3f
	ownTag          = 0x3f
	transformShift  = 6
	noTransformGlyf = 3
)

// table is a table of a font as it is packed: transformed, if its entry says so.
type table struct {
	data        []byte
	transformed bool
}

// unpackWOFF2 returns the tables of a font by tag.
func unpackWOFF2(data []byte) (map[string]table, error) {
	if len(data) < woff2Header || string(data[:4]) != "wOF2" || string(data[4:8]) == "ttcf" {
		return nil, errNotWOFF2
	}
	if int(binary.BigEndian.Uint32(data[woff2LengthAt:])) != len(data) {
		return nil, errDamagedFont
	}
	entries, at, ok := woff2Directory(data)
	packed := int(binary.BigEndian.Uint32(data[woff2PackedAt:]))
	if !ok || packed > len(data)-at {
		return nil, errDamagedFont
	}
	total := 0
	for _, e := range entries {
		if total += e.length; total > maxTableBytes {
			return nil, errDamagedFont
		}
	}
	whole := make([]byte, total)
	if _, err := io.ReadFull(brotli.NewReader(bytes.NewReader(data[at:at+packed])), whole); err != nil {
		return nil, errDamagedFont
	}
	tables := map[string]table{}
	for _, e := range entries {
		tables[e.tag] = table{whole[:e.length:e.length], e.transformed}
		whole = whole[e.length:]
	}
	return tables, nil
}

type woff2Entry struct {
	tag         string
	length      int // as it is packed
	transformed bool
}

// woff2Directory returns the entries of the directory and where it ends.
func woff2Directory(data []byte) (entries []woff2Entry, at int, ok bool) {
	at = woff2Header
	for range binary.BigEndian.Uint16(data[woff2TablesAt:]) {
		if at >= len(data) {
			return nil, 0, false
		}
		var e woff2Entry
		flags := data[at]
		at++
		if index := flags & tagIndexMask; index != ownTag {
			e.tag = knownTables[index]
		} else {
			if at+4 > len(data) {
				return nil, 0, false
			}
			e.tag = string(data[at : at+4])
			at += 4
		}
		version := flags >> transformShift
		e.transformed = version != 0
		if e.tag == "glyf" || e.tag == "loca" {
			e.transformed = version != noTransformGlyf
		}
		if e.length, at, ok = base128(data, at); ok && e.transformed {
			e.length, at, ok = base128(data, at)
		}
		if !ok {
			return nil, 0, false
		}
		entries = append(entries, e)
	}
	return entries, at, true
}

// base128 reads a UIntBase128 (WOFF 2.0, section 4.1) that is no larger than a table may be.
func base128(data []byte, at int) (value, next int, ok bool) {
	for n := 0; n < 5 && at < len(data); n++ {
		b := data[at]
		at++
		if value = value<<7 | int(b&0x7f); value > maxTableBytes {
			return 0, 0, false
		}
		if b&0x80 == 0 {
			return value, at, true
		}
	}
	return 0, 0, false
}
