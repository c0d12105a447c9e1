package picture_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/picture"
)

func TestFilesOfUnknownFormatsAreRejected(t *testing.T) {
	for name, data := range map[string]string{
		"nothing":                   "",
		"SVG":                       `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>`,
		"SVG with a prolog":         `<?xml version="1.0"?><!DOCTYPE svg><svg/>`,
		"PDF":                       "%PDF-1.7\n",
		"HTML":                      "<!doctype html><script>",
		"TIFF":                      "II*\x00",
		"PostScript":                "%!PS",
		"ImageMagick commands":      "push graphic-context",
		"HEIC":                      "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic",
		"half a JPEG marker":        "\xff\xd8",
		"only the signature of PNG": "\x89PNG\r\n\x1a\n",
		"a RIFF of sound":           "RIFF\x00\x00\x00\x00WAVEfmt ",
		"an AVIF with no size": "\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif" +
			"\x00\x00\x00\x0cmeta\x00\x00\x00\x00",
	} {
		if h, err := picture.Probe([]byte(data)); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %+v %v", name, h, err)
		}
	}
}

func TestProbeReadsTheSizeOfAHugePictureFromItsHeader(t *testing.T) {
	h, err := picture.Probe(bombPNG(t, 20000, 20000)[:64])
	if err != nil || h != (picture.Header{Format: picture.PNG, Width: 20000, Height: 20000}) {
		t.Errorf("%+v %v", h, err)
	}
}

func TestProbeReadsJPEGSizesWithAnyChromaSubsampling(t *testing.T) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewRGBA(image.Rect(0, 0, 30, 20)), nil); err != nil {
		t.Fatal(err)
	}
	want := picture.Header{Format: picture.JPEG, Width: 30, Height: 20}
	unusual := bytes.Clone(b.Bytes())
	frame := bytes.Index(unusual, []byte{0xff, 0xc0})
	unusual[frame+14], unusual[frame+17] = 0x21, 0x12 // one chroma subsampled across, the other down
	if _, err := jpeg.DecodeConfig(bytes.NewReader(unusual)); err == nil {
		t.Error("image/jpeg accepts it too, so this test shows nothing")
	}
	filled := slices.Concat(unusual[:frame], []byte{0xff, 0xff}, unusual[frame:])
	deep := bytes.Clone(b.Bytes())
	deep[frame+4] = 12
	lossless := bytes.Clone(b.Bytes())
	lossless[frame+1] = 0xc3
	for name, of := range map[string]struct {
		data []byte
		want picture.Header
	}{
		"a usual JPEG":               {b.Bytes(), want},
		"unusual chroma subsampling": {unusual, want},
		"fill bytes before a marker": {filled, want},
		"12 bits a colour":           {deep, picture.Header{}},
		"lossless":                   {lossless, picture.Header{}},
		"truncated before the size":  {unusual[:frame+8], picture.Header{}},
	} {
		if h, err := picture.Probe(of.data); h != of.want || (err == nil) != (of.want.Width > 0) {
			t.Errorf("%s: %+v %v", name, h, err)
		}
	}
}

// bombPNG is a small picture whose header describes a large one.
func bombPNG(t testing.TB, width, height uint32) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	return picture.ResizedHeader(b.Bytes(), width, height)
}

func FuzzProbe(f *testing.F) {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2)), nil); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(bombPNG(f, 20000, 20000))
	f.Add(held(f, 6, binary.BigEndian, "MM\x00*"))
	f.Add([]byte("\x00\x00\x00\x1cftypavif\x00\x00\x00\x00mif1avif" +
		"\x00\x00\x00\x30meta\x00\x00\x00\x00\x00\x00\x00\x24iprp\x00\x00\x00\x1cipco\x00\x00\x00\x14ispe\x00\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x09"))
	f.Add([]byte("RIFF\x0c\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff"))
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := picture.Probe(data)
		if err == nil && (h.Width < 1 || h.Height < 1 || h.Format == "") || err != nil &&
			!fault.Is(err, fault.Invalid) {
			t.Fatalf("%+v %v", h, err)
		}
	})
}
