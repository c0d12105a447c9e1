package search

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"storefront/internal/search/analysis"
)

// Field is where a word stands. What is found in a stronger field ranks higher.
type Field uint8

// The fields, strongest first. The first three are names: what is suggested while somebody types is found by them.
const (
	Title Field = 1 << iota
	City
	Category
	Label
	Where // the place, as people call it
	Summary
	Detail // highlights and stops
	Remark // what is included, options

	names = Title | City | Category
	every = ^Field(0)
)

// strength is what a word in a field is worth. The strongest field counts alone: a title is not better for being repeated,
// so that equally good products are left to their ratings.
var strength = func() (table [256]float32) {
	for i, worth := range [8]float32{10, 9, 9, 4, 5, 3, 2, 1} {
		for mask := range table {
			if mask&(1<<i) != 0 {
				table[mask] = max(table[mask], worth)
			}
		}
	}
	return table
}()

// Entry collects the words of one document.
type Entry struct {
	words map[string]Field
	pairs map[string]Field // of neighbouring words, as if they were written as one: abu dhabi is abudhabi
}

// NewEntry begins a document.
func NewEntry() *Entry { return &Entry{map[string]Field{}, map[string]Field{}} }

// Add adds a text. Neighbouring words of names are also remembered together.
func (e *Entry) Add(field Field, texts ...string) {
	for _, text := range texts {
		before := ""
		for _, word := range analysis.Words(text, 0) {
			if analysis.IsStop(word) {
				continue
			}
			e.words[word] |= field
			if bare := analysis.Bare(word); bare != word {
				e.words[bare] |= field
			}
			if field&names != 0 && before != "" {
				e.pairs[before+word] |= field
			}
			before = word
		}
	}
}

// Bytes is the entry as the writer of the index takes it: the same texts give the same bytes.
func (e *Entry) Bytes() []byte {
	return appendWords(appendWords(nil, e.words), e.pairs)
}

func appendWords(b []byte, words map[string]Field) []byte {
	all := make([]string, 0, len(words))
	for w := range words {
		all = append(all, w)
	}
	slices.SortFunc(all, strings.Compare)
	b = binary.AppendUvarint(b, uint64(len(all)))
	for _, w := range all {
		b = append(b, byte(words[w]))
		b = binary.AppendUvarint(b, uint64(len(w)))
		b = append(b, w...)
	}
	return b
}

var errEntry = errors.New("search: this is no entry")

// readWords calls found for each word of one half of an entry, and gives what is left.
func readWords(b []byte, found func(word []byte, field Field)) ([]byte, error) {
	n, size := binary.Uvarint(b)
	if size <= 0 {
		return nil, errEntry
	}
	b = b[size:]
	for range n {
		if len(b) == 0 {
			return nil, errEntry
		}
		field := Field(b[0])
		length, size := binary.Uvarint(b[1:])
		if size <= 0 || uint64(len(b)-1-size) < length {
			return nil, errEntry
		}
		b = b[1+size:]
		found(b[:length], field)
		b = b[length:]
	}
	return b, nil
}
