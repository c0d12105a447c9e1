package search

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"storefront/internal/search/analysis"
)

// Product is what the index is told of a product in one language. Slugs differ.
type Product struct {
	Slug       string
	City       string
	Categories []string
	Languages  []string // of its guides
	Price      int64    // in minor units of Currency; 0 where there is no fixed price
	Currency   string
	Minutes    int
	Average    float64 // stars
	Reviews    int
	// FreeCancellation, Pickup and Available tell whether there is some, and whether it can be booked at all.
	FreeCancellation, Pickup, Available bool
	// Card is the JSON that a result shows.
	Card []byte
	Key  Key
	// Entry gives the words. It is only called where the last index does not have them under the same Key.
	Entry func() ([]byte, error)
}

// PlaceKind is what leads to a listing.
type PlaceKind string

// The kinds of places.
const (
	CityPlace     PlaceKind = "city"
	CategoryPlace PlaceKind = "category"
)

// Place is a city or a category.
type Place struct {
	Kind PlaceKind
	Slug string
	Name string
	Card []byte
	Key  Key
	// Entry gives the words.
	Entry func() ([]byte, error)
}

// Content is all of an index. Products and places are in the order of the listings.
type Content struct {
	Currency string
	Products []Product
	Places   []Place
}

// Write makes an index file: the same content gives the same bytes, whatever last is. Last is the file before it, or nil;
// the words of documents that it has are taken from there.
func Write(c Content, last []byte) ([]byte, error) {
	w := &indexWriter{words: lists{}, pairs: lists{}}
	w.arrange(c)
	if err := w.gather(last); err != nil {
		return nil, err
	}
	w.encode(c.Currency)
	size := headerSize + len(w.core.b)
	for _, p := range w.products {
		size += len(p.Card)
	}
	out := append(append(make([]byte, 0, size), header(w.core.b)...), w.core.b...)
	for _, p := range w.products {
		out = append(out, p.Card...)
	}
	for _, p := range w.places {
		out = append(out, p.Card...)
	}
	return out, nil
}

type posting struct {
	doc   uint32
	field Field
}

// lists are the postings of words.
type lists map[string]*[]posting

func (l lists) put(word []byte, doc uint32, field Field) {
	list := l[string(word)]
	if list == nil {
		list = new([]posting)
		l[string(word)] = list
	}
	*list = append(*list, posting{doc, field})
}

type indexWriter struct {
	products []rankedProduct
	places   []rankedPlace
	words    lists
	pairs    lists
	last     *index // what stems it knows are not looked for again
	core     encoder
}

type rankedProduct struct {
	Product
	rank int
}

type rankedPlace struct {
	Place
	rank int
}

// arrange puts documents in the order of their slugs, which changes less from build to build than that of the listings.
func (w *indexWriter) arrange(c Content) {
	for i, p := range c.Products {
		w.products = append(w.products, rankedProduct{p, i})
	}
	for i, p := range c.Places {
		w.places = append(w.places, rankedPlace{p, i})
	}
	slices.SortFunc(w.products, func(a, b rankedProduct) int { return strings.Compare(a.Slug, b.Slug) })
	slices.SortFunc(w.places, func(a, b rankedPlace) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Slug, b.Slug))
	})
}

// document is one of either kind while words are gathered.
type document struct {
	name  [2]string
	key   Key
	entry func() ([]byte, error)
}

func (w *indexWriter) documents() []document {
	var out []document
	for _, p := range w.products {
		out = append(out, document{[2]string{"", p.Slug}, p.Key, p.Entry})
	}
	for _, p := range w.places {
		out = append(out, document{[2]string{string(p.Kind), p.Slug}, p.Key, p.Entry})
	}
	return out
}

// gather fills words and pairs, from the last index what is the same there, from entries the rest.
func (w *indexWriter) gather(lastFile []byte) error {
	documents := w.documents()
	kept := make([]bool, len(documents))
	if old, err := readFile(lastFile); err == nil {
		w.last = old
		w.keep(old, documents, kept)
	}
	for i, d := range documents {
		if kept[i] {
			continue
		}
		entry, err := d.entry()
		if err != nil {
			return err
		}
		rest, err := readWords(entry, func(word []byte, field Field) { w.words.put(word, uint32(i), field) })
		if err == nil {
			_, err = readWords(rest, func(word []byte, field Field) { w.pairs.put(word, uint32(i), field) })
		}
		if err != nil {
			return fmt.Errorf("%s: %w", d.name[1], err)
		}
	}
	return nil
}

func readFile(file []byte) (*index, error) {
	size, checksum, err := sizeOfCore(file)
	if err != nil {
		return nil, err
	}
	if size > len(file)-headerSize {
		return nil, ErrFormat
	}
	return read(file[headerSize:headerSize+size], checksum, int64(len(file)), bytes.NewReader(file))
}

// keep takes over the words of what has the same key in the last index, under its new number.
func (w *indexWriter) keep(old *index, documents []document, kept []bool) {
	now := make(map[[2]string]int, len(documents))
	for i, d := range documents {
		now[d.name] = i
	}
	number := make([]int32, 0, old.documents())
	move := func(name [2]string, key Key) {
		i, there := now[name]
		if !there || documents[i].key != key {
			i = -1
		} else {
			kept[i] = true
		}
		number = append(number, int32(i))
	}
	for _, p := range old.products {
		move([2]string{"", p.slug}, p.key)
	}
	for _, p := range old.places {
		move([2]string{string(p.kind), p.slug}, p.key)
	}
	for from, into := range map[*dictionary]lists{&old.words: w.words, &old.pairs: w.pairs} {
		for i := range from.len() {
			list := new([]posting)
			from.each(i, func(doc int, field Field) {
				if doc < len(number) && number[doc] >= 0 {
					*list = append(*list, posting{uint32(number[doc]), field})
				}
			})
			if len(*list) > 0 {
				into[from.word(i)] = list
			}
		}
	}
}

func (w *indexWriter) encode(currency string) {
	e := &w.core
	e.text(currency)
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
}

func flags(set bool, flag int) int {
	if set {
		return flag
	}
	return 0
}

// table is everything that products have of a kind, in order.
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

// named writes a table with the names of its places; what has no place goes by its slug.
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

// dictionary writes words, each less what it shares with the one before, and then their postings.
func (w *indexWriter) dictionary(of lists) []string {
	words := make([]string, 0, len(of))
	for word := range of {
		words = append(words, word)
	}
	slices.Sort(words)
	var postings []byte
	before := ""
	w.core.list(len(words), func(i int) {
		begin := len(postings)
		postings = appendPostings(postings, *of[words[i]])
		w.shortened(words[i], &before)
		w.core.number(len(postings) - begin)
	})
	w.core.raw(postings...)
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

func appendPostings(b []byte, list []posting) []byte {
	if !slices.IsSortedFunc(list, byDocument) { // what was kept comes before what is new
		slices.SortFunc(list, byDocument)
	}
	before := -1
	for _, p := range list {
		b = binary.AppendUvarint(b, uint64(int(p.doc)-before))
		b = append(b, byte(p.field))
		before = int(p.doc)
	}
	return b
}

func byDocument(a, b posting) int { return cmp.Compare(a.doc, b.doc) }

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

// stem takes what the last index knows: English stems cost a microsecond each.
func (w *indexWriter) stem(word string) string {
	if w.last != nil {
		if i, found := w.last.words.find(word); found {
			return w.last.stems.all.word(int(w.last.stems.of[i]))
		}
	}
	return analysis.Stem(word)
}
