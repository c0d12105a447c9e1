package media

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A picture that the proxy would reject is a mistake in content.
func TestTooLargePicturesAreReported(t *testing.T) {
	var small bytes.Buffer
	if err := png.Encode(&small, image.NewGray(image.Rect(0, 0, 8, 6))); err != nil {
		t.Fatal(err)
	}
	wide := bytes.Clone(small.Bytes()) // a header of 12,000 × 9,000 pixels
	binary.BigEndian.PutUint32(wide[16:], 12_000)
	binary.BigEndian.PutUint32(wide[20:], 9_000)
	binary.BigEndian.PutUint32(wide[29:], crc32.ChecksumIEEE(wide[12:29]))
	heavy := append(bytes.Clone(small.Bytes()), make([]byte, 33<<20)...)
	dir := t.TempDir()
	for name, data := range map[string][]byte{"small.png": small.Bytes(), "wide.png": wide, "heavy.png": heavy} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, wrong := Read(dir)
	for i, want := range []string{
		"heavy.png:1:1: this file has 34 MB, and 32 are the most; make the picture smaller",
		"wide.png:1:1: this picture has 12000 × 9000 pixels, and 50 million in all are the most; make it smaller",
	} {
		if len(wrong) != 2 || !strings.HasSuffix(wrong[i].String(), want) {
			t.Errorf("got %v, want %s", wrong, want)
		}
	}
}

func TestPictureIsReadAgainOnlyIfItsFileChanged(t *testing.T) {
	var data bytes.Buffer
	if err := png.Encode(&data, image.NewGray(image.Rect(0, 0, 8, 6))); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "dunes.png")
	if err := os.WriteFile(file, data.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	first := NewReader(nil, nil)
	pictures, wrong := first.Read(dir)
	if len(wrong) > 0 || pictures["dunes.png"].Width != 8 {
		t.Fatal(pictures, wrong)
	}
	known := first.Facts()["dunes.png"]
	known.Hash = "as remembered"
	if got, _ := NewReader(map[string]Facts{"dunes.png": known}, nil).Read(dir); got["dunes.png"].Hash != known.Hash {
		t.Error("an unchanged file is read again")
	}
	if err := os.Chtimes(file, time.Time{}, time.Unix(0, known.Modified+1)); err != nil {
		t.Fatal(err)
	}
	if got, _ := NewReader(map[string]Facts{"dunes.png": known}, nil).Read(dir); got["dunes.png"].Hash == known.Hash {
		t.Error("a file with another time is not read again")
	}
}

func TestPictureNamesWithInvalidCharactersAreReported(t *testing.T) {
	var data bytes.Buffer
	if err := png.Encode(&data, image.NewGray(image.Rect(0, 0, 8, 6))); err != nil {
		t.Fatal(err)
	}
	for name, taken := range map[string]bool{
		"dunes.png": true, "Dunes_2.v1-b.PNG": true, "0.jpeg": true,
		"he ro.jpg": false, "he#ro.jpg": false, "he?ro.jpg": false, "he%20ro.jpg": false, `he"ro.jpg`: false,
		"he,ro.jpg": false, "he&ro.png": false, "he<b>ro.webp": false, "كثبان.png": false, "_hero.png": false,
		"-hero.png": false,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), data.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		pictures, wrong := Read(dir)
		if taken != (len(wrong) == 0) || pictures[name] == nil {
			t.Errorf("%s: %v, %v", name, pictures[name], wrong)
			continue
		}
		if want := name + `:1:1: the name of a picture has only the letters a to z, digits, ".", "_" and "-"`; !taken &&
			!strings.Contains(wrong[0].String(), want) {
			t.Errorf("got %s, want %s", wrong[0], want)
		}
	}
}
