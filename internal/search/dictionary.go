package search

import (
	"sort"
	"strings"
)

// dictionary maps words, in order, to their postings.
type dictionary struct {
	text  string   // all words, one after another
	at    []uint32 // the start of each in text, and the end
	lists []byte   // all postings
	from  []uint32 // the start of each word's postings in lists, first those of names, then the others, and the end
}

func (d *dictionary) len() int          { return len(d.at) - 1 }
func (d *dictionary) word(i int) string { return d.text[d.at[i]:d.at[i+1]] }

// find returns the number of a word.
func (d *dictionary) find(word string) (int, bool) {
	i, found := sort.Find(d.len(), func(i int) int { return strings.Compare(word, d.word(i)) })
	return i, found
}

// beginning returns the range of the words with a prefix.
func (d *dictionary) beginning(prefix string) (from, to int) {
	from, _ = d.find(prefix)
	return from, d.behind(prefix, from)
}

// behind returns the first word after those with a prefix; from is a word that is not before them.
func (d *dictionary) behind(prefix string, from int) int {
	return from + sort.Search(d.len()-from, func(i int) bool {
		w := d.word(from + i)
		return w > prefix && !strings.HasPrefix(w, prefix)
	})
}

// each calls found for each document that contains a word in one of the fields.
func (d *dictionary) each(word int, in Field, found func(doc int, field Field)) {
	eachPosting(d.lists[d.from[2*word]:d.from[2*word+1]], found)
	if in&^names != 0 {
		eachPosting(d.lists[d.from[2*word+1]:d.from[2*word+2]], found)
	}
}

// A typing error is an additional, missing or wrong letter, or two letters that are swapped.
