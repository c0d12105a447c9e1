package search

import (
	"cmp"
	"math"
	"slices"

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
	words := w.dictionary(w.words)
	w.dictionary(w.pairs)
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
		for _, s := range of(&w.products[i].Product) {
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

// dictionary writes words, each without the beginning that it shares with the one before, and then their postings.
func (w *indexWriter) dictionary(of lists) []string {
	words := make([]string, 0, len(of))
	for word := range of {
		words = append(words, word)
	}
	slices.Sort(words)
	var all []byte
	before := ""
	w.core.list(len(words), func(i int) {
		list := of[words[i]]
		all = append(append(all, list.named.bytes...), list.others.bytes...)
		w.shortened(words[i], &before)
		w.core.number(len(list.named.bytes))
		w.core.number(len(list.others.bytes))
	})
	w.core.raw(all...)
	return words
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

func (w *indexWriter) stems(words []string) {
	of := make([]string, len(words))
	known := map[string]bool{}
	var all []string
	for i, word := range words {
		of[i] = w.stem(word)
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
func (w *indexWriter) stem(word string) string {
	if w.last != nil {
		if i, found := w.last.words.find(word); found {
			return w.last.stems.all.word(int(w.last.stems.of[i]))
		}
	}
	return analysis.Stem(word)
}
