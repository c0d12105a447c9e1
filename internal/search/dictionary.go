package search

import (
	"sort"
	"strings"
)

// dictionary maps words, in order, to their postings.
type dictionary struct {
	text       string   // all words, one after another
	wordStarts []uint32 // the start of each in text, and the end
	postings   []byte   // all postings
	// listStarts has the starts of each word's postings: those of names, then the others; and the end of all.
	listStarts []uint32
}

func (d *dictionary) len() int          { return len(d.wordStarts) - 1 }
func (d *dictionary) word(i int) string { return d.text[d.wordStarts[i]:d.wordStarts[i+1]] }

// find returns the number of a word.
func (d *dictionary) find(word string) (int, bool) {
	i, found := sort.Find(d.len(), func(i int) int { return strings.Compare(word, d.word(i)) })
	return i, found
}

// prefixRange returns the range of the words with a prefix.
func (d *dictionary) prefixRange(prefix string) (from, to int) {
	from, _ = d.find(prefix)
	return from, d.afterPrefix(prefix, from)
}

// afterPrefix returns the first word after those with a prefix; from is a word that is not before them.
func (d *dictionary) afterPrefix(prefix string, from int) int {
	return from + sort.Search(d.len()-from, func(i int) bool {
		w := d.word(from + i)
		return w > prefix && !strings.HasPrefix(w, prefix)
	})
}

// eachDocument calls found for each document that contains a word in one of the fields.
func (d *dictionary) eachDocument(word int, in Field, found func(doc int, field Field)) {
	eachPosting(d.postings[d.listStarts[2*word]:d.listStarts[2*word+1]], found)
	if in&^nameFields != 0 {
		eachPosting(d.postings[d.listStarts[2*word+1]:d.listStarts[2*word+2]], found)
	}
}

// A typing error is an additional, missing or wrong letter, or two letters that are swapped.
