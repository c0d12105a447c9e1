package release

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A list of files is JSON with one file a line, sorted by path.
const (
	listStart = "{\"files\": [\n"
	listEnd   = "]}\n"
	lineStart = `{"path": "`
	lineSize  = 100 // the maximum length of a line without the path
)

// EncodeList returns the list of a build for ParseList. It sorts all.
func EncodeList(all []File) []byte {
	all = sortedByPath(all)
	size := 64
	for i := range all {
		size += len(all[i].Path) + lineSize
	}
	list := append(make([]byte, 0, size), listStart...)
	for i := range all {
		if i > 0 {
			list = append(list, ",\n"...)
		}
		list = appendLine(list, &all[i])
	}
	if len(all) > 0 {
		list = append(list, '\n')
	}
	return append(list, listEnd...)
}

// appendLine appends the line of a file without its end. Its path has slugs, hashes and names of media: nothing to
// escape.
func appendLine(list []byte, f *File) []byte {
	list = append(append(append(list, lineStart...), f.Path...), `", "hash": "`...)
	list = append(hex.AppendEncode(list, f.Hash[:]), `", "size": `...)
	return append(strconv.AppendInt(list, f.Size, 10), '}')
}

// sortedByPath returns files sorted by path. It sorts each half on a core of its own and merges them.
func sortedByPath(all []File) []File {
	byPath := func(a, b File) int { return strings.Compare(a.Path, b.Path) }
	first, second := all[:len(all)/2], all[len(all)/2:]
	var sorting sync.WaitGroup
	sorting.Go(func() { slices.SortFunc(first, byPath) })
	slices.SortFunc(second, byPath)
	sorting.Wait()
	merged := make([]File, 0, len(all))
	for len(first) > 0 && len(second) > 0 {
		from := &first
		if byPath(second[0], first[0]) < 0 {
			from = &second
		}
		merged = append(merged, (*from)[0])
		*from = (*from)[1:]
	}
	return append(append(merged, first...), second...)
}

// UpdateList returns what EncodeList would return after some changes to the files of list, which EncodeList has
// returned. changed has the new content of files by path, or nil for files that are removed. The result is in parts,
// which share memory with list.
func UpdateList(list []byte, changed map[string]*File) (parts [][]byte) {
	lines := bytes.TrimSuffix(bytes.TrimPrefix(list, []byte(listStart)), []byte(listEnd))
	separator := []byte(listStart)
	add := func(lines []byte) {
		if lines = bytes.TrimSuffix(bytes.TrimSuffix(lines, []byte("\n")), []byte(",")); len(lines) > 0 {
			parts = append(parts, separator, lines)
			separator = []byte(",\n")
		}
	}
	for _, path := range slices.Sorted(maps.Keys(changed)) {
		start, end := findLine(lines, path)
		add(lines[:start])
		lines = lines[end:]
		if f := changed[path]; f != nil {
			add(appendLine(nil, f))
		}
	}
	add(lines)
	if len(parts) == 0 {
		return [][]byte{[]byte(listStart + listEnd)}
	}
	return append(parts, []byte("\n"+listEnd))
}

// findLine returns where the line of a path begins and ends among sorted lines. If there is none, both are the place
// where it belongs.
func findLine(lines []byte, path string) (start, end int) {
	low, high := 0, len(lines)
	for low < high {
		middle := low + 1 + bytes.LastIndexByte(lines[low:(low+high)/2], '\n')
		next := len(lines)
		if n := bytes.IndexByte(lines[middle:], '\n'); n >= 0 {
			next = middle + n + 1
		}
		found, _, _ := bytes.Cut(bytes.TrimPrefix(lines[middle:next], []byte(lineStart)), []byte(`"`))
		switch order := strings.Compare(string(found), path); {
		case order == 0:
			return middle, next
		case order < 0:
			low = next
		default:
			high = middle
		}
	}
	return low, low
}

// ParseList reads a build's list of files.
func ParseList(data []byte) (List, error) {
	var raw struct{ Files []File }
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, err
	}
	l := make(List, len(raw.Files))
	for _, f := range raw.Files {
		if !fs.ValidPath(f.Path) {
			return nil, fmt.Errorf("%q is not a path of a web root", f.Path)
		}
		l[f.Path] = f
	}
	return l, nil
}
