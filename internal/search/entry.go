package search

import (
	"cmp"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"storefront/internal/search/analysis"
)

// Field is the part of a document in which a word occurs. Matches in a stronger field rank higher.
type Field uint8

// The fields, with their scores in fieldScores. The first three are names, which suggestions match.
const (
	Title Field = 1 << iota
	City
	Category
	Label
	Where // the place, as people call it
	Summary
	Detail // highlights and stops
	Remark // what is included, options

	nameFields = Title | City | Category
	allFields  = ^Field(0)
)

// fieldScores is the score of a word by its field. Only the strongest field counts: a repeated word does not make a
// title better, so that ratings decide between equally good products.
var fieldScores = func() (table [256]float32) {
	for i, score := range [8]float32{10, 9, 9, 4, 5, 3, 2, 1} {
		for mask := range table {
			if mask&(1<<i) != 0 {
				table[mask] = max(table[mask], score)
			}
		}
	}
	return table
}()

// Entry collects the words of one document.
type Entry struct {
	*vocabulary
	fields []Field // by number of a word; 0 where it does not occur
	words  []int32 // the words that occur
	pairs  map[string]Field
}

// vocabulary caches words of earlier documents: most words of a text occurred before.
type vocabulary struct {
	ids map[string]int32
	all []vocabularyWord
}

type vocabularyWord struct {
	word      string
	prefixKey uint64 // its first eight bytes, in whose order words are
	stripped  int32  // the number of the word without Arabic article or particle; its own number if it has none
	isStop    bool
}

// maxVocabulary bounds the words of a vocabulary.
const maxVocabulary = 200_000

var entries = sync.Pool{New: func() any {
	return &Entry{vocabulary: &vocabulary{ids: map[string]int32{}}, pairs: map[string]Field{}}
}}

// NewEntry returns the entry of a new document.
func NewEntry() *Entry { return entries.Get().(*Entry) }

func (v *vocabulary) wordID(word []byte) int32 {
	if i, ok := v.ids[string(word)]; ok {
		return i
	}
	return v.addWord(string(word))
}

func (v *vocabulary) addWord(word string) int32 {
	i := int32(len(v.all))
	v.ids[word] = i
	var prefix [8]byte
	copy(prefix[:], word)
	v.all = append(v.all, vocabularyWord{word: word, prefixKey: binary.BigEndian.Uint64(prefix[:]), stripped: i,
		isStop: analysis.IsStop(word)})
	if stripped := analysis.StripPrefix(word); stripped != word {
		n, ok := v.ids[stripped]
		if !ok {
			n = v.addWord(stripped)
		}
		v.all[i].stripped = n
	}
	return i
}

// Add adds a text. Neighbouring words of names are also added as one word: abu dhabi as abudhabi.
func (e *Entry) Add(field Field, texts ...string) {
	for _, text := range texts {
		previous := ""
		analysis.EachWord(text, func(word []byte) bool {
			i := e.wordID(word)
			k := e.all[i]
			if k.isStop {
				return true
			}
			e.addWordField(i, field)
			e.addWordField(k.stripped, field)
			if first, second := analysis.SplitCJK(word); first != nil {
				e.addWordField(e.wordID(first), field)
				e.addWordField(e.wordID(second), field)
			}
			if field&nameFields != 0 {
				if previous != "" {
					e.pairs[previous+k.word] |= field
				}
				previous = k.word
			}
			return true
		})
	}
}

// AddID adds identifiers of the document, as ID returns them.
func (e *Entry) AddID(field Field, ids ...string) {
	for _, id := range ids {
		e.addWordField(e.wordID([]byte(id)), field)
	}
}

func (e *Entry) addWordField(word int32, field Field) {
	if n := len(e.all); len(e.fields) < n {
		e.fields = append(e.fields, make([]Field, n-len(e.fields))...)
	}
	if e.fields[word] == 0 {
		e.words = append(e.words, word)
	}
	e.fields[word] |= field
}

// Bytes returns the document for the writer of the index: the same texts give the same bytes.
func (e *Entry) Bytes() []byte {
	slices.SortFunc(e.words, func(a, b int32) int {
		if one, other := e.all[a].prefixKey, e.all[b].prefixKey; one != other {
			return cmp.Compare(one, other)
		}
		return strings.Compare(e.all[a].word, e.all[b].word)
	})
	b := binary.AppendUvarint(make([]byte, 0, 16*(len(e.words)+len(e.pairs))), uint64(len(e.words)))
	for _, i := range e.words {
		b = appendWord(b, e.all[i].word, e.fields[i])
		e.fields[i] = 0
	}
	b = binary.AppendUvarint(b, uint64(len(e.pairs)))
	for _, pair := range slices.Sorted(maps.Keys(e.pairs)) {
		b = appendWord(b, pair, e.pairs[pair])
	}
	e.words = e.words[:0]
	clear(e.pairs)
	if len(e.all) < maxVocabulary {
		entries.Put(e)
	}
	return b
}

func appendWord(b []byte, word string, field Field) []byte {
	b = binary.AppendUvarint(append(b, byte(field)), uint64(len(word)))
	return append(b, word...)
}

var errEntry = errors.New("search: this is not an entry")

// readWords calls found for each word of one half of an entry, and returns the rest.
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
