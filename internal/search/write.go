package search

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Product is the content of a product in one language. Slugs are unique.
type Product struct {
	Slug       string
	City       string
	Categories []string
	Languages  []string // of its guides
	Price      int64    // in minor units of Currency; 0: no fixed price
	Currency   string
	Minutes    int
	Average    float64 // stars
	Reviews    int
	// FreeCancellation and Pickup are true if offered, Available if the product can be booked at all.
	FreeCancellation, Pickup, Available bool
	// Card is the JSON of a result.
	Card []byte
	Key  Key
	// Entry returns the words. It is called only if the last index does not have them under the same Key.
	Entry func() ([]byte, error)
}

// PlaceKind is a kind of page with a listing.
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
	// Entry returns the words.
	Entry func() ([]byte, error)
}

// Content is the content of an index. Products and places are in the order of the listings.
type Content struct {
	Currency string
	Products []Product
	Places   []Place
	Lexicon  Lexicon
}

// Write returns an index file: the same content gives the same bytes, whatever last is. Last is the file before it, or
// nil; words of unchanged documents are taken from there.
func Write(c Content, last []byte) ([]byte, error) {
	parts, err := Parts(c, last)
	return bytes.Join(parts, nil), err
}

// Parts returns what Write does, in parts.
func Parts(c Content, last []byte) ([][]byte, error) {
	w := &indexWriter{words: postingsByWord{}, pairs: postingsByWord{}}
	w.sortDocuments(c)
	if err := w.collectWords(last); err != nil {
		return nil, err
	}
	w.encode(c)
	parts := append(make([][]byte, 0, 2+len(w.products)+len(w.places)), newHeader(w.core.b), w.core.b)
	for i := range w.products {
		parts = append(parts, w.products[i].Card)
	}
	for i := range w.places {
		parts = append(parts, w.places[i].Card)
	}
	return parts, nil
}

// postingsByWord are the postings of words.
type postingsByWord map[string]*postings

func (l postingsByWord) add(word []byte, doc int, field Field) {
	list := l[string(word)]
	if list == nil {
		list = new(postings)
		l[string(word)] = list
	}
	list.add(doc, field)
}

type indexWriter struct {
	products []rankedProduct
	places   []rankedPlace
	words    postingsByWord
	pairs    postingsByWord
	previous *index // its stems are reused
	// stale are the documents whose postings in the last index do not count, where the others have the numbers that
	// they had: the dictionaries of the last index are then taken over but for the words of these documents. It is nil
	// where all words are in words and pairs.
	stale []bool
	core  encoder
}

type rankedProduct struct {
	*Product
	rank int
}

type rankedPlace struct {
	Place
	rank int
}

// sortDocuments sorts documents by their slugs, an order that changes less between builds than that of the listings.
func (w *indexWriter) sortDocuments(c Content) {
	w.products = make([]rankedProduct, 0, len(c.Products))
	for i := range c.Products {
		w.products = append(w.products, rankedProduct{&c.Products[i], i})
	}
	for i, p := range c.Places {
		w.places = append(w.places, rankedPlace{p, i})
	}
	slices.SortFunc(w.products, func(a, b rankedProduct) int { return strings.Compare(a.Slug, b.Slug) })
	slices.SortFunc(w.places, func(a, b rankedPlace) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), strings.Compare(a.Slug, b.Slug))
	})
}

// document is a product or a place while words are gathered.
type document struct {
	name  [2]string
	key   Key
	entry func() ([]byte, error)
}

func (w *indexWriter) documents() []document {
	out := make([]document, 0, len(w.products)+len(w.places))
	for i := range w.products {
		p := w.products[i]
		out = append(out, document{[2]string{"", p.Slug}, p.Key, p.Entry})
	}
	for _, p := range w.places {
		out = append(out, document{[2]string{string(p.Kind), p.Slug}, p.Key, p.Entry})
	}
	return out
}

// collectWords fills words and pairs: of unchanged documents from the last index, of others from entries.
func (w *indexWriter) collectWords(lastFile []byte) error {
	documents := w.documents()
	unchanged := make([]bool, len(documents))
	var numbers []int
	if old, err := decodeFile(lastFile); err == nil {
		w.previous, w.core.b = old, make([]byte, 0, len(lastFile))
		numbers = renumber(old, documents, unchanged)
	}
	for i, d := range documents {
		if unchanged[i] {
			continue
		}
		entry, err := d.entry()
		if err != nil {
			return err
		}
		rest, err := readWords(entry, func(word []byte, field Field) { w.words.add(word, i, field) })
		if err == nil {
			_, err = readWords(rest, func(word []byte, field Field) { w.pairs.add(word, i, field) })
		}
		if err != nil {
			return fmt.Errorf("%s: %w", d.name[1], err)
		}
	}
	switch {
	case w.previous == nil:
	case len(numbers) == len(documents) && numbersUnchanged(numbers):
		w.stale = make([]bool, len(numbers))
		for i, number := range numbers {
			w.stale[i] = number < 0
		}
	default:
		w.words.copyUnchanged(&w.previous.words, numbers)
		w.pairs.copyUnchanged(&w.previous.pairs, numbers)
	}
	return nil
}

// numbersUnchanged reports whether no document has another number than it had.
func numbersUnchanged(numbers []int) bool {
	for i, number := range numbers {
		if number >= 0 && number != i {
			return false
		}
	}
	return true
}

func decodeFile(file []byte) (*index, error) {
	size, checksum, err := parseHeader(file)
	if err != nil {
		return nil, err
	}
	if size > len(file)-headerSize {
		return nil, ErrFormat
	}
	return decodeIndex(file[headerSize:headerSize+size], checksum, int64(len(file)), bytes.NewReader(file))
}

// renumber returns the new numbers of the last index's documents, -1 for documents that are gone or changed. Their
// order stays.
func renumber(old *index, documents []document, unchanged []bool) []int {
	newNumbers := make(map[[2]string]int, len(documents))
	for i, d := range documents {
		newNumbers[d.name] = i
	}
	numbers := make([]int, 0, old.documentCount())
	move := func(name [2]string, key Key) {
		i, ok := newNumbers[name]
		if !ok || documents[i].key != key {
			i = -1
		} else {
			unchanged[i] = true
		}
		numbers = append(numbers, i)
	}
	for _, p := range old.products {
		move([2]string{"", p.slug}, p.key)
	}
	for _, p := range old.places {
		move([2]string{string(p.kind), p.slug}, p.key)
	}
	return numbers
}

// copyUnchanged copies the postings of unchanged documents, under their new numbers.
func (l postingsByWord) copyUnchanged(from *dictionary, numbers []int) {
	for i := range from.len() {
		remaining, any := new(postings), false
		from.eachDocument(i, allFields, func(doc int, field Field) {
			if doc < len(numbers) && numbers[doc] >= 0 {
				remaining.add(numbers[doc], field)
				any = true
			}
		})
		if own := l[from.word(i)]; own != nil {
			own.named.merge(remaining.named.bytes, nil)
			own.others.merge(remaining.others.bytes, nil)
		} else if any {
			l[from.word(i)] = remaining
		}
	}
}
