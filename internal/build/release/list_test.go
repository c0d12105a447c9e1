package release

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

func TestEncodeListSortsFilesByPath(t *testing.T) {
	for n := range 8 {
		var forward, backward []File
		for i := range n {
			f := File{Path: string(rune('a' + i)), Size: int64(i)}
			forward, backward = append(forward, f), append([]File{f}, backward...)
		}
		list, other := EncodeList(forward), EncodeList(backward)
		if !bytes.Equal(list, other) {
			t.Errorf("%d files are listed as\n%s\nand as\n%s", n, list, other)
		}
		if parsed, err := ParseList(list); err != nil || len(parsed) != n {
			t.Errorf("%d files are read as %v: %v", n, parsed, err)
		}
	}
}

// An updated list is the list that EncodeList makes of the same files.
func TestUpdateList(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	randomFile := func() *File {
		f := FileOf(strconv.Itoa(random.IntN(40)), []byte(strconv.Itoa(random.IntN(1000))))
		return &f
	}
	encode := func(files map[string]*File) []byte {
		var all []File
		for _, f := range files {
			all = append(all, *f)
		}
		return EncodeList(all)
	}
	for range 2000 {
		files, changed := map[string]*File{}, map[string]*File{}
		for range random.IntN(30) {
			f := randomFile()
			files[f.Path] = f
		}
		before := encode(files)
		for range random.IntN(6) {
			f := randomFile()
			if changed[f.Path] = f; random.IntN(2) == 0 {
				changed[f.Path] = nil
			}
		}
		for range random.IntN(2) * len(files) { // often all files change
			f := randomFile()
			changed[f.Path] = nil
		}
		maps.Copy(files, changed)
		maps.DeleteFunc(files, func(_ string, f *File) bool { return f == nil })
		if got, want := slices.Concat(UpdateList(before, changed)...), encode(files); !bytes.Equal(got, want) {
			t.Fatalf("%s\nwith %v becomes\n%s\nin place of\n%s", before, changed, got, want)
		}
	}
}
