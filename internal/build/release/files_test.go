package release

import (
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
