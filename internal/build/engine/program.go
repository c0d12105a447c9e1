package engine

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"errors"
	"io"
	"os"

	"storefront/internal/lib/digest"
)

// engineKey returns a key of this program: a changed generator renders every page again. It is the build id of go
// build, a hash of the compiler, its flags and everything that is linked, so it changes with any line of any package,
// in test binaries too. Reading it is fast, while hashing tens of megabytes would take most of the time of a build that
// has nothing to do. A program without a build id is hashed as a whole.
func engineKey() (digest.Digest, error) {
	path, err := os.Executable()
	if err != nil {
		return digest.Digest{}, err
	}
	return programKey(path)
}

func programKey(path string) (digest.Digest, error) {
	var k digest.Digest
	f, err := os.Open(path)
	if err != nil {
		return k, err
	}
	defer f.Close()
	if id := buildIDOf(f); id != "" {
		return digest.Of([]byte("build id"), []byte(id)), nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return k, err
	}
	copy(k[:], h.Sum(nil))
	return k, nil
}

// goNote is the type and name of an ELF note of Go. The lengths of its name and content precede it.
var goNote = []byte("\x04\x00\x00\x00Go\x00\x00")

// buildIDMark precedes the build id near the start of programs that are not ELF files.
var buildIDMark = []byte("\xff Go build ID: \"")

// buildIDOf returns a program's build id, or "". It leaves the file at its start.
func buildIDOf(f *os.File) string {
	defer func() { _, _ = f.Seek(0, io.SeekStart) }()
	if program, err := elf.NewFile(f); err == nil {
		section := program.Section(".note.go.buildid")
		if section == nil {
			return ""
		}
		note, err := section.Data()
		if err != nil || len(note) < 16 || !bytes.Equal(note[8:16], goNote) {
			return ""
		}
		length := int(program.ByteOrder.Uint32(note[4:8]))
		return string(note[16:min(16+length, len(note))])
	}
	start := make([]byte, 64<<10)
	n, err := f.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return ""
	}
	_, after, found := bytes.Cut(start[:n], buildIDMark)
	id, _, closed := bytes.Cut(after, []byte{'"'})
	if !found || !closed {
		return ""
	}
	return string(id)
}
