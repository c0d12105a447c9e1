// Package documenttest reads documents as people and gates do, and has orders to print.
package documenttest

import (
	"bytes"
	"image/png"
	"os/exec"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

// Poppler runs one of the tools of poppler-utils on a document.
func Poppler(t testing.TB, tool string, document []byte, options ...string) []byte {
	t.Helper()
	path, err := exec.LookPath(tool)
	if err != nil {
		t.Fatalf("%s is not installed; tools/need.sh poppler installs it", tool)
	}
	cmd := exec.Command(path, options...)
	cmd.Stdin = bytes.NewReader(document)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return out
}

// Picture returns a document's first page as PNG at a resolution.
func Picture(t testing.TB, document []byte, dpi string) []byte {
	t.Helper()
	return Poppler(t, "pdftoppm", document, "-png", "-r", dpi, "-singlefile", "-")
}

// Scan returns the text of the QR code on a ticket.
func Scan(t testing.TB, document []byte, dpi string) string {
	t.Helper()
	page, err := png.Decode(bytes.NewReader(Picture(t, document, dpi)))
	if err != nil {
		t.Fatal(err)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(page)
	if err != nil {
		t.Fatal(err)
	}
	hints := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true}
	result, err := qrcode.NewQRCodeReader().Decode(bitmap, hints)
	if err != nil {
		t.Fatalf("no code can be read at %s dots an inch: %v", dpi, err)
	}
	return result.GetText()
}
