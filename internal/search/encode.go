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
	currencies := w.distinctValues(func(p *Product) []string { return []string{p.Currency} })
	languages := w.distinctValues(func(p *Product) []string { return p.Languages })
	cities := w.distinctValues(func(p *Product) []string { return []string{p.City} })
	categories := w.distinctValues(func(p *Product) []string { return p.Categories })
	for _, all := range [][]string{currencies, languages} {
		e.list(len(all), func(i int) { e.text(all[i]) })
	}
	w.writeNamed(cities, CityPlace)
	w.writeNamed(categories, CategoryPlace)
	e.list(len(w.products), func(i int) {
		p := &w.products[i]
		e.text(p.Slug)
		e.number(indexIn(cities, p.City))
		e.numbers(indexesIn(categories, p.Categories))
		e.numbers(indexesIn(languages, p.Languages))
		e.number(int(max(p.Price, 0)))
		e.number(indexIn(currencies, p.Currency))
		e.number(max(p.Minutes, 0))
		e.number(int(math.Round(p.Average * 10)))
		e.number(p.Reviews)
		e.number(p.rank)
		e.number(flagIf(p.FreeCancellation, flagFree) | flagIf(p.Pickup, flagPickup) | flagIf(p.Available,
			flagAvailable))
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
	if w.stale != nil {
		lastWords, lastPairs = &w.previous.words, &w.previous.pairs
	}
	words := w.writeDictionary(w.mergedEntries(w.words, lastWords))
	w.writeDictionary(w.mergedEntries(w.pairs, lastPairs))
	w.writeStems(words)
	w.writeLexicon(c.Lexicon)
}

func flagIf(set bool, flag int) int {
	if set {
		return flag
	}
	return 0
}

// distinctValues returns all values of a kind of the products, sorted.
func (w *indexWriter) distinctValues(value func(*Product) []string) []string {
	seen := map[string]bool{}
	var out []string
	for i := range w.products {
		for _, s := range value(w.products[i].Product) {
			if !seen[s] {
				seen[s] = true
				out = append(out, s)
			}
		}
	}
	slices.Sort(out)
	return out
}

func indexIn(table []string, s string) int {
	i, _ := slices.BinarySearch(table, s)
	return i
}

func indexesIn(table, all []string) []int {
	out := make([]int, len(all))
	for i, s := range all {
		out[i] = indexIn(table, s)
	}
	return out
}

// writeNamed writes a table with the names of its places; a value without a place has its slug as name.
func (w *indexWriter) writeNamed(slugs []string, kind PlaceKind) {
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

// wordEntry is a word with its postings.
type wordEntry struct {
	word          string
	named, others []byte
	last          int // its number in the last index, or -1
}

// mergedEntries returns words in order: those of lists, and those of the last index, if it is given, less the postings
// of documents that have changed.
func (w *indexWriter) mergedEntries(added postingsByWord, last *dictionary) []wordEntry {
	sorted := make([]wordEntry, 0, len(added))
	for word, list := range added {
		sorted = append(sorted, wordEntry{word, list.named.bytes, list.others.bytes, -1})
	}
	slices.SortFunc(sorted, func(a, b wordEntry) int { return strings.Compare(a.word, b.word) })
	if last == nil {
		return sorted
	}
	all := make([]wordEntry, 0, last.len()+len(sorted))
	for i := range last.len() {
		word := last.word(i)
		for len(sorted) > 0 && sorted[0].word < word {
			all, sorted = append(all, sorted[0]), sorted[1:]
		}
		e := wordEntry{word, last.postings[last.listStarts[2*i]:last.listStarts[2*i+1]],
			last.postings[last.listStarts[2*i+1]:last.listStarts[2*i+2]], i}
		var more postings
		if len(sorted) > 0 && sorted[0].word == word {
			more, sorted = *added[word], sorted[1:]
		}
		e.named, e.others = w.mergedPostings(e.named, &more.named), w.mergedPostings(e.others, &more.others)
		if len(e.named)+len(e.others) > 0 {
			all = append(all, e)
		}
	}
	return append(all, sorted...)
}

// mergedPostings returns a list of the last index less the documents that have changed, with the postings that they
// have now.
func (w *indexWriter) mergedPostings(last []byte, current *postingList) []byte {
	changed := len(current.bytes) > 0
	eachPosting(last, func(doc int, _ Field) { changed = changed || w.isStale(doc) })
	if !changed {
		return last
	}
	current.merge(last, w.isStale)
	return current.bytes
}

// isStale reports whether a document of the last index has changed, or is not there.
func (w *indexWriter) isStale(doc int) bool { return doc >= len(w.stale) || w.stale[doc] }

// writeDictionary writes words, each without the beginning that it shares with the one before, and then their postings.
func (w *indexWriter) writeDictionary(all []wordEntry) []wordEntry {
	previous, size := "", 0
	w.core.list(len(all), func(i int) {
		w.writeShortened(all[i].word, &previous)
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

func (w *indexWriter) writeShortened(word string, previous *string) {
	shared := 0
	for shared < min(len(word), len(*previous)) && word[shared] == (*previous)[shared] {
		shared++
	}
	w.core.number(shared)
	w.core.text(word[shared:])
	*previous = word
}

func (w *indexWriter) writeStems(words []wordEntry) {
	stemOf := make([]string, len(words))
	seen := map[string]bool{}
	var all []string
	for i := range words {
		stemOf[i] = w.stem(&words[i])
		if !seen[stemOf[i]] {
			seen[stemOf[i]] = true
			all = append(all, stemOf[i])
		}
	}
	slices.Sort(all)
	previous := ""
	w.core.list(len(all), func(i int) { w.writeShortened(all[i], &previous) })
	for _, stem := range stemOf {
		w.core.number(indexIn(all, stem))
	}
}

// stem returns the stem of a word, from the last index if possible: English stems cost a microsecond each.
func (w *indexWriter) stem(e *wordEntry) string {
	if w.previous == nil {
		return analysis.Stem(e.word)
	}
	i, found := e.last, e.last >= 0
	if !found {
		i, found = w.previous.words.find(e.word)
	}
	if !found {
		return analysis.Stem(e.word)
	}
	return w.previous.stems.all.word(int(w.previous.stems.stemOfWord[i]))
}
