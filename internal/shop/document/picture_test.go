package document_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/shop/document"
	"storefront/internal/shop/document/tickettest"
)

func TestPicturesOfTheDocuments(t *testing.T) {
	english, arabic, nothing := englishOrder(), arabicOrder(), arabicOrder()
	states["released"].change(&nothing)
	for name, document := range map[string]func() ([]byte, error){
		"ticket-en":  func() ([]byte, error) { return document.Ticket(&english, &english.Bookings[0], key(t)) },
		"ticket-ar":  func() ([]byte, error) { return document.Ticket(&arabic, &arabic.Bookings[0], key(t)) },
		"invoice-en": func() ([]byte, error) { return document.Invoice(&english) },
		"invoice-ar": func() ([]byte, error) { return document.Invoice(&arabic) },
		"nothing-ar": func() ([]byte, error) { return document.Invoice(&nothing) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, err := document()
			if err != nil {
				t.Fatal(err)
			}
			samePicture(t, filepath.Join("testdata", name+".png"), picture(t, data))
		})
	}
}

func picture(t *testing.T, document []byte) []byte {
	t.Helper()
	return tickettest.Picture(t, document, "96")
}

// words are a document's as programs find them, one line after the other.
func words(t *testing.T, document []byte) string {
	t.Helper()
	text := string(tickettest.Poppler(t, "pdftotext", document, "-layout", "-", "-"))
	return strings.Map(func(r rune) rune {
		if r >= '\u202a' && r <= '\u202e' || r == '\u200e' || r == '\u200f' {
			return -1 // of the tool's own
		}
		return r
	}, text)
}

// Versions of poppler smooth edges differently, here and there and by a shade; letters out of order differ in one place.
const (
	shade         = 96
	block         = 16
	mostDifferent = 20 // of a block's pixels
)

func samePicture(t *testing.T, path string, got []byte) {
	t.Helper()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a, b := decode(t, want), decode(t, got)
	if a.Bounds() != b.Bounds() {
		t.Fatalf("%s is %v; now it would be %v", path, a.Bounds(), b.Bounds())
	}
	different := map[image.Point]int{}
	worst := image.Point{}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			before, now, at := gray(a, x, y), gray(b, x, y), image.Pt(x/block, y/block)
			if max(before, now)-min(before, now) <= shade {
				continue
			}
			if different[at]++; different[at] > different[worst] {
				worst = at
			}
		}
	}
	if different[worst] > mostDifferent {
		seen := filepath.Join(os.TempDir(), filepath.Base(path))
		if err := os.WriteFile(seen, got, 0o644); err != nil {
			t.Fatal(err)
		}
		t.Errorf("it is not the picture of %s, worst at %v; see %s, and run with UPDATE_GOLDEN=1 if it is better", path, worst.Mul(block), seen)
	}
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	out, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func gray(i image.Image, x, y int) uint32 {
	r, g, b, _ := i.At(x, y).RGBA()
	return (r + g + b) / 3 >> 8
}
