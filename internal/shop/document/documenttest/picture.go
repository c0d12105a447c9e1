package documenttest

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Text returns the text of a document as programs find it, line by line.
func Text(t testing.TB, document []byte) string {
	t.Helper()
	text := string(Poppler(t, "pdftotext", document, "-layout", "-", "-"))
	return strings.Map(func(r rune) rune {
		if r >= '\u202a' && r <= '\u202e' || r == '\u200e' || r == '\u200f' {
			return -1 // added by the tool
		}
		return r
	}, text)
}

// Versions of poppler smooth edges slightly differently all over a page. A real difference has many pixels in one
// block.
const (
	shade        = 96
	block        = 16
	maxDifferent = 20 // of a block's pixels
)

// SamePicture compares a document's first page with the golden picture at a path.
func SamePicture(t testing.TB, path string, document []byte) {
	t.Helper()
	got := Picture(t, document, "96")
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
	if different[worst] > maxDifferent {
		actual := filepath.Join(os.TempDir(), filepath.Base(path))
		if err := os.WriteFile(actual, got, 0o644); err != nil {
			t.Fatal(err)
		}
		t.Errorf("it is not the picture of %s, worst at %v; see %s, and run with UPDATE_GOLDEN=1 if it is better",
			path, worst.Mul(block), actual)
	}
}

func decode(t testing.TB, data []byte) image.Image {
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
