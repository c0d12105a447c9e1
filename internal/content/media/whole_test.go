package media

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"storefront/internal/picture"
)

func TestIsCompleteRejectsTruncatedPictures(t *testing.T) {
	drawn := image.NewNRGBA(image.Rect(0, 0, 60, 40))
	for i := range drawn.Pix {
		drawn.Pix[i] = uint8(i * i)
	}
	drawn.Set(1, 1, color.White)
	var asPNG, asJPEG bytes.Buffer
	if err := png.Encode(&asPNG, drawn); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&asJPEG, drawn, nil); err != nil {
		t.Fatal(err)
	}
	webp, err := filepath.Glob("../../../content/media/*.webp")
	if err != nil || len(webp) == 0 {
		t.Fatal("no WebP to try", err)
	}
	asWebP, err := os.ReadFile(webp[0])
	if err != nil {
		t.Fatal(err)
	}
	// A thumbnail in an APP1 segment ends before its picture does.
	thumbnail := append([]byte{0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9}, asJPEG.Bytes()[2:]...)
	for format, data := range map[picture.Format][]byte{picture.PNG: asPNG.Bytes(),
		picture.JPEG: asJPEG.Bytes(), picture.WebP: asWebP} {
		if !IsComplete(data, format) || !IsComplete(append(bytes.Clone(data), "after it"...), format) {
			t.Errorf("%s: a complete picture is rejected", format)
		}
		for size := range len(data) {
			if size < 2000 || size > len(data)-50 {
				if IsComplete(data[:size], format) {
					t.Errorf("%s: %d of %d bytes are accepted as a complete picture", format, size, len(data))
					break
				}
			}
		}
	}
	withThumbnail := append([]byte{0xff, 0xd8}, thumbnail...)
	if !IsComplete(withThumbnail, picture.JPEG) || IsComplete(withThumbnail[:len(withThumbnail)/2], picture.JPEG) {
		t.Error("the end of a thumbnail is accepted as the end of its picture")
	}
}
