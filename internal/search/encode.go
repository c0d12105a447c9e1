package search

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"storefront/internal/search/analysis"
)

func (w *indexWriter) encode(c Content) {
	e := &w.core
	e.text(c.Currency)
	currencies := w.table(func(p *Product) []string { return []string{p.Currency} })
	languages := w.table(func(p *Product) []string { return p.Languages })
	cities := w.table(func(p *Product) []string { return []string{p.City} })
	categories := w.table(func(p *Product) []string { return p.Categories })
	for _, all := range [][]string{currencies, languages} {
		e.list(len(all), func(i int) { e.text(all[i]) })
	}
	w.named(cities, CityPlace)
	w.named(categories, CategoryPlace)
	e.list(len(w.products), func(i int) {
		p := &w.products[i]
		e.text(p.Slug)
		e.number(place(cities, p.City))
		e.numbers(placesOf(categories, p.Categories))
		e.numbers(placesOf(languages, p.Languages))
		e.number(int(max(p.Price, 0)))
		e.number(place(currencies, p.Currency))
		e.number(max(p.Minutes, 0))
		e.number(int(math.Round(p.Average * 10)))
		e.number(p.Reviews)
		e.number(p.rank)
		e.number(flags(p.FreeCancellation, flagFree) | flags(p.Pickup, flagPickup) | flags(p.Available, flagAvailable))
		e.number(len(p.Card))
		e.raw(p.Key[:]...)
	})
	e.list(len(w.places), func(i int) {
		p := &w.places[i]
		e.text(string(p.Kind))
		e.text(p.Slug)
		e.number(p.rank)
		e.number(len(p.Card))
		e.raw(p.Key[:]...)
	})
	var lastWords, lastPairs *dictionary
	if w.changed != nil {
		lastWords, lastPairs = &w.last.words, &w.last.pairs
	}
	words := w.dictionary(w.entries(w.words, lastWords))
	w.dictionary(w.entries(w.pairs, lastPairs))
	w.stems(words)
	w.lexicon(c.Lexicon)
}

func flags(set bool, flag int) int {
	if set {
		return flag
	}
	return 0
}

// table returns all values of a kind of the products, sorted.
func (w *indexWriter) table(of func(*Product) []string) []string {
	seen := map[string]bool{}
	var out []string
	for i := range w.products {
		for _, s := range of(w.products[i].Product) {
			if !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
	}
	slices.Sort(out)
	return out
}

func place(table []string, s string) int {
	i, _ := slices.BinarySearch(table, s)
	return i
}

func placesOf(table, all []string) []int {
	out := make([]int, len(all))
	for i, s := range all {
		out[i] = place(table, s)
	}
	return out
}

// named writes a table with the names of its places; a value without a place has its slug as name.
func (w *indexWriter) named(slugs []string, kind PlaceKind) {
	names := map[string]string{}
	for _, p := range w.places {
		if p.Kind == kind {
			names[p.Slug] = p.Name
		}
	}
	w.core.list(len(slugs), func(i int) {
		w.core.text(slugs[i])
		w.core.text(cmp.Or(names[slugs[i]], slugs[i]))
	})
}

// entry is a word with its postings.
type entry struct {
	word          string
	named, others []byte
	last          int // its number in the last index, or -1
}

// entries returns words in order: those of lists, and those of the last index, if it is given, less the postings of
// documents that have changed.
func (w *indexWriter) entries(of lists, last *dictionary) []entry {
	own := make([]entry, 0, len(of))
	for word, list := range of {
		own = append(own, entry{word, list.named.bytes, list.others.bytes, -1})
	}
	slices.SortFunc(own, func(a, b entry) int { return strings.Compare(a.word, b.word) })
	if last == nil {
		return own
	}
	all := make([]entry, 0, last.len()+len(own))
	for i := range last.len() {
		word := last.word(i)
		for len(own) > 0 && own[0].word < word {
			all, own = append(all, own[0]), own[1:]
		}
		e := entry{word, last.lists[last.from[2*i]:last.from[2*i+1]], last.lists[last.from[2*i+1]:last.from[2*i+2]], i}
		var more postings
		if len(own) > 0 && own[0].word == word {
			more, own = *of[word], own[1:]
		}
		e.named, e.others = w.renewed(e.named, &more.named), w.renewed(e.others, &more.others)
		if len(e.named)+len(e.others) > 0 {
			all = append(all, e)
		}
	}
	return append(all, own...)
}

// renewed returns a list of the last index less the documents that have changed, with the postings that they have now.
func (w *indexWriter) renewed(last []byte, now *postingList) []byte {
	touched := len(now.bytes) > 0
	eachPosting(last, func(doc int, _ Field) { touched = touched || w.gone(doc) })
	if !touched {
		return last
	}
	now.merge(last, w.gone)
	return now.bytes
}

// gone reports whether a document of the last index has changed, or is not there.
func (w *indexWriter) gone(doc int) bool { return doc >= len(w.changed) || w.changed[doc] }

// dictionary writes words, each without the beginning that it shares with the one before, and then their postings.
func (w *indexWriter) dictionary(all []entry) []entry {
	before, size := "", 0
	w.core.list(len(all), func(i int) {
		w.shortened(all[i].word, &before)
		w.core.number(len(all[i].named))
		w.core.number(len(all[i].others))
		size += len(all[i].named) + len(all[i].others)
	})
	w.core.b = slices.Grow(w.core.b, size)
	for i := range all {
		w.core.b = append(append(w.core.b, all[i].named...), all[i].others...)
	}
	return all
}

func (w *indexWriter) shortened(word string, before *string) {
	shared := 0
	for shared < min(len(word), len(*before)) && word[shared] == (*before)[shared] {
		shared++
	}
	w.core.number(shared)
	w.core.text(word[shared:])
	*before = word
}

func (w *indexWriter) stems(words []entry) {
	of := make([]string, len(words))
	known := map[string]bool{}
	var all []string
	for i := range words {
		of[i] = w.stem(&words[i])
		if !known[of[i]] {
			known[of[i]] = true
			all = append(all, of[i])
		}
	}
	slices.Sort(all)
	before := ""
	w.core.list(len(all), func(i int) { w.shortened(all[i], &before) })
	for _, stem := range of {
		w.core.number(place(all, stem))
	}
}

// stem returns the stem of a word, from the last index if possible: English stems cost a microsecond each.
func (w *indexWriter) stem(e *entry) string {
	if w.last == nil {
		return analysis.Stem(e.word)
	}
	i, found := e.last, e.last >= 0
	if !found {
		i, found = w.last.words.find(e.word)
	}
	if !found {
		return analysis.Stem(e.word)
	}
	return w.last.stems.all.word(int(w.last.stems.of[i]))
}
