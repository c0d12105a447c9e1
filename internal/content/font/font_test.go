package font_test

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/font"
)

// packages is the folder of the site's fonts in node_modules.
const packages = "../../../node_modules/@fontsource-variable"

func TestReadReturnsTheFactsOfAFontForStylesheets(t *testing.T) {
	for name, want := range map[string]struct {
		low, high     int
		italic        bool
		latin, arabic bool
		width         float64
	}{
		"kufam/files/kufam-latin-wght-normal.woff2":            {400, 900, false, true, false, 0.5},
		"kufam/files/kufam-latin-wght-italic.woff2":            {400, 900, true, true, false, 0.5},
		"kufam/files/kufam-arabic-wght-normal.woff2":           {400, 900, false, false, true, 0},
		"readex-pro/files/readex-pro-latin-wght-normal.woff2":  {160, 700, false, true, false, 0.5},
		"readex-pro/files/readex-pro-arabic-wght-normal.woff2": {160, 700, false, false, true, 0},
	} {
		f, err := font.Read(filepath.Join(packages, filepath.FromSlash(name)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		t.Logf("%+v", *f)
		if f.MinWeight != want.low || f.MaxWeight != want.high || f.Italic != want.italic || f.Latin != want.latin ||
			f.Arabic != want.arabic || math.Abs(f.Width-want.width) > 0.06 || len(f.Hash) != 10 ||
			f.Ascent < 0.7 || f.Ascent > 1.2 || f.Descent < 0.2 || f.Descent > 0.6 {
			t.Errorf("%s is %+v", name, *f)
		}
	}
}

func TestReadRejectsInvalidFonts(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(packages, "kufam/files/kufam-latin-wght-normal.woff2"))
	if err != nil {
		t.Fatal(err)
	}
	// whole writes the actual length of a file into its header, as a damaged file may have it.
	whole := func(data []byte) []byte {
		binary.BigEndian.PutUint32(data[8:], uint32(len(data)))
		return data
	}
	clone := func() []byte { return append([]byte(nil), data...) }
	garbled := clone()
	for i := 200; i < 400; i++ {
		garbled[i] ^= 0x5a
	}
	many := clone()
	binary.BigEndian.PutUint16(many[12:], 65535)
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"with another format":      {[]byte("\x00\x01\x00\x00" + strings.Repeat("a font", 40)), "not a WOFF2 font"},
		"empty":                    {nil, "not a WOFF2 font"},
		"truncated":                {data[:len(data)-100], "damaged or truncated"},
		"truncated, with its size": {whole(clone()[:len(data)/2]), "damaged or truncated"},
		"with only a header":       {whole(clone()[:48]), "damaged or truncated"},
		"garbled":                  {garbled, "damaged or truncated"},
		"with too many tables":     {many, "damaged or truncated"},
		"too large":                {make([]byte, 200_001), "this font has 201 kB, and may have 200"},
	} {
		path := filepath.Join(t.TempDir(), "own.woff2")
		if err := os.WriteFile(path, test.data, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := font.Read(path); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("a file %s: %v", name, err)
		}
	}
	if _, err := font.Read("none.woff2"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
