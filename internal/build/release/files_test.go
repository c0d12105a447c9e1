package release

import (
	"bytes"
	"crypto/sha256"
	"testing"
)

func TestFileMatchesItsContentByNewAndOldHashes(t *testing.T) {
	data := []byte("dunes")
	is := FileOf("index.html", data)
	old := is
	sum := sha256.Sum256(data)
	copy(old.Hash[:], sum[:])
	for _, f := range []File{is, old} {
		if !f.matches(data) || f.matches([]byte("Dunes")) {
			t.Errorf("%s: by %x", f.Path, f.Hash)
		}
	}
}

func TestEncodeListSortsFilesByPath(t *testing.T) {
	for n := range 8 {
		var forward, backward []File
		for i := range n {
			f := File{Path: string(rune('a' + i)), Size: int64(i)}
			forward, backward = append(forward, f), append([]File{f}, backward...)
		}
		sum, list := EncodeList(forward)
		otherSum, other := EncodeList(backward)
		if !bytes.Equal(list, other) || !bytes.Equal(sum, otherSum) {
			t.Errorf("%d files are listed as\n%s\nand as\n%s", n, list, other)
		}
		if parsed, err := ParseList(list); err != nil || len(parsed) != n {
			t.Errorf("%d files are read as %v: %v", n, parsed, err)
		}
	}
}
