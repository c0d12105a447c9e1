package search

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
)

// Key identifies the words of a document: equal keys, equal words.
type Key [16]byte

// index is the index of one deployment in one language. It is immutable.
type index struct {
	currency   string // the deployment's first, in which prices are compared by default
	currencies []string
	languages  []string // of guides
	cities     []namedSlug
	categories []namedSlug
	products   []product    // in the order of their slugs
	places     []placeEntry // numbered after the products
	words      dictionary
	pairs      dictionary
	stems      stemTable
	lexicon    lexicon
	popular    atomic.Pointer[[]string] // queries with results, computed at first use

	listingOrder []int32 // of the products in listings
	cards        io.ReaderAt
}

type namedSlug struct{ slug, name string }

// product has the values for filters and orders.
type product struct {
	slug       string
	city       int
	categories []int
	languages  []int
	price      int // in minor units; 0: no fixed price
	currency   int
	minutes    int
	average    float64
	reviews    int
	rank       int
	flags      int
	card       cardPosition
	key        Key
}

const (
	flagFree = 1 << iota
	flagPickup
	flagAvailable
)

// placeEntry is a city or a category as a result.
type placeEntry struct {
	kind PlaceKind
	slug string
	rank int
	card cardPosition
	key  Key
}

// cardPosition is the position of a document's JSON in the file.
type cardPosition struct {
	offset int64
	size   int
}

// stemTable maps a stem to its words, all by numbers in the dictionary of words.
type stemTable struct {
	all        dictionary // without lists
	stemOfWord []uint32   // word → stem
	words      []uint32   // stem after stem
	wordStarts []uint32   // the start of each stem's words, and the end
}

func (x *index) documentCount() int { return len(x.products) + len(x.places) }

func (x *index) cardPosition(doc int) cardPosition {
	if doc < len(x.products) {
		return x.products[doc].card
	}
	return x.places[doc-len(x.products)].card
}

func (x *index) readCard(doc int) ([]byte, error) {
	at := x.cardPosition(doc)
	b := make([]byte, at.size)
	if _, err := x.cards.ReadAt(b, at.offset); err != nil {
		return nil, fmt.Errorf("search: read a card: %w", err)
	}
	return b, nil
}

// openIndex reads the core of an index file. The file stays open while the index is in use, for its cards: it stays the
// same file when a newer build takes its name.
func openIndex(f *os.File) (*index, error) {
	head := make([]byte, headerSize)
	if _, err := io.ReadFull(f, head); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrFormat, err)
	}
	size, checksum, err := parseHeader(head)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if int64(size) > info.Size() {
		return nil, fmt.Errorf("%w: it is cut off", ErrFormat)
	}
	core := make([]byte, size)
	if _, err := io.ReadFull(f, core); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrFormat, err)
	}
	return decodeIndex(core, checksum, info.Size(), f)
}

func decodeIndex(core []byte, checksum uint32, fileSize int64, cards io.ReaderAt) (*index, error) {
	if err := checkCore(core, checksum); err != nil {
		return nil, err
	}
	d := &decoder{b: core}
	x := &index{cards: cards, currency: d.text()}
	x.currencies, x.languages = readTexts(d), readTexts(d)
	x.cities, x.categories = readNamed(d), readNamed(d)
	offset := int64(headerSize + len(core))
	x.products = make([]product, d.count())
	x.listingOrder = make([]int32, len(x.products))
	for i := range x.products {
		x.products[i] = x.readProduct(d, &offset)
		x.listingOrder[min(x.products[i].rank, len(x.listingOrder)-1)] = int32(i)
	}
	x.places = make([]placeEntry, d.count())
	for i := range x.places {
		p := &x.places[i]
		p.kind, p.slug, p.rank = PlaceKind(d.text()), d.text(), d.number()
		p.card, p.key = readCardSize(d, &offset), readKey(d)
	}
	x.words, x.pairs = readDictionary(d, true), readDictionary(d, true)
	x.stems = readStems(d, x.words.len())
	x.lexicon = readLexicon(d)
	if d.failed || len(d.b) > 0 || offset > fileSize {
		return nil, fmt.Errorf("%w: it is damaged", ErrFormat)
	}
	return x, nil
}

func (x *index) readProduct(d *decoder, at *int64) product {
	p := product{
		slug: d.text(), city: d.numberBelow(len(x.cities)), categories: d.numbers(len(x.categories)),
		languages: d.numbers(len(x.languages)),
		price:     d.number(), currency: d.numberBelow(len(x.currencies)), minutes: d.number(),
		average: float64(d.number()) / 10,
		reviews: d.number(), rank: d.numberBelow(len(x.products)), flags: d.number(),
	}
	p.card, p.key = readCardSize(d, at), readKey(d)
	return p
}

func readCardSize(d *decoder, at *int64) cardPosition {
	c := cardPosition{offset: *at, size: d.number()}
	*at += int64(c.size)
	return c
}

func readKey(d *decoder) (k Key) {
	copy(k[:], d.raw(len(k)))
	return k
}

func readTexts(d *decoder) []string {
	out := make([]string, d.count())
	for i := range out {
		out[i] = d.text()
	}
	return out
}

func readNamed(d *decoder) []namedSlug {
	out := make([]namedSlug, d.count())
	for i := range out {
		out[i] = namedSlug{d.text(), d.text()}
	}
	return out
}

// readDictionary restores the words that dictionary shortened.
func readDictionary(d *decoder, withLists bool) dictionary {
	n := d.count()
	x := dictionary{wordStarts: make([]uint32, 1, n+1), listStarts: make([]uint32, 1, 2*n+1)}
	var text strings.Builder
	last, end := 0, 0
	for range n {
		previous := text.String()[last:]
		shared := d.number()
		if shared > len(previous) {
			d.failed = true
			return dictionary{wordStarts: []uint32{0}, listStarts: []uint32{0}}
		}
		last = text.Len()
		text.WriteString(previous[:shared])
		text.Write(d.raw(d.number()))
		x.wordStarts = append(x.wordStarts, uint32(text.Len()))
		if withLists {
			for range 2 {
				end += d.number()
				x.listStarts = append(x.listStarts, uint32(end))
			}
		}
	}
	x.text, x.postings = text.String(), d.raw(end)
	return x
}

func readStems(d *decoder, words int) stemTable {
	s := stemTable{all: readDictionary(d, false), stemOfWord: make([]uint32, words), words: make([]uint32, words)}
	s.wordStarts = make([]uint32, s.all.len()+1)
	for i := range s.stemOfWord {
		s.stemOfWord[i] = uint32(d.numberBelow(s.all.len()))
		if d.failed {
			return s
		}
		s.wordStarts[s.stemOfWord[i]+1]++
	}
	for i := range s.all.len() {
		s.wordStarts[i+1] += s.wordStarts[i]
	}
	next := append([]uint32{}, s.wordStarts...)
	for i, stem := range s.stemOfWord {
		s.words[next[stem]] = uint32(i)
		next[stem]++
	}
	return s
}
