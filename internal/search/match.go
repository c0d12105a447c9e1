package search

import (
	"context"
	"math"
	"sync"
	"unicode/utf8"

	"storefront/internal/search/analysis"
)

// Scores of words that are not exactly the typed one.
const (
	asBeginning = 0.8
	asRest      = 0.9 // without an Arabic particle
	asTarget    = 1.3 // a target of the lexicon, which ranks before documents that contain the word
	besides     = 0.2 // addition for the words of such a target
	asSame      = 0.85
	oneTypo     = 0.6
	twoTypos    = 0.4
	asOneWord   = 0.5 // addition for neighbours that stand together in a name
)

const (
	// inTown raises the score of products in a city that the query names above those that only mention it.
	inTown = 1000
	// A document that matches only some words needs one of them in a field of this strength, so that a passing mention
	// does not count, and this share of the best score.
	partialStrength = 3.2
	partialShare    = 0.5
	// clearly is the share of the best score from which the order that a word requests applies: "cheap desert".
	clearly = 0.6
	// perWord is the score of each matched word in the order of partial matches, beside its quality.
	perWord = 15
)

// scratch is the table of one query, a row for each document. It is reused.
type scratch struct {
	*index
	parsedQuery
	score   []float32 // of all words so far
	best    []float32 // of the current word
	has     []uint16  // which units of the query match, one bit each
	town    []bool    // the document takes place in a city that the query names
	peak    []float32 // the strongest match of any word
	spare   [2][]float32
	found   []int32
	inexact bool
	partial bool    // nothing matches every word; the results match some
	least   float32 // if a word requests an order: lower scores are listed after it
}

var tables = sync.Pool{New: func() any { return &scratch{} }}

func newScratch(x *index) *scratch {
	s := tables.Get().(*scratch)
	s.index, s.inexact, s.partial, s.parsedQuery = x, false, false, parsedQuery{}
	n := x.documents()
	if cap(s.score) < n {
		s.score, s.best, s.has, s.peak = make([]float32, n), make([]float32, n), make([]uint16, n), make([]float32, n)
		s.town, s.spare = make([]bool, n), [2][]float32{make([]float32, n), make([]float32, n)}
	}
	s.score, s.best, s.has, s.peak, s.town = s.score[:n], s.best[:n], s.has[:n], s.peak[:n], s.town[:n]
	for i := range s.spare {
		s.spare[i] = s.spare[i][:n]
	}
	return s
}

// free returns the table to the pool. It drops the index, whose build may be gone.
func (s *scratch) free() {
	s.index = nil
	tables.Put(s)
}

// match returns the documents that contain every word of a text in one of the fields. Typing errors are forgiven first
// in words without a match, then in all words. If nothing has every word, and the text is complete, it returns
// documents with some words. An empty text matches all documents, a text without words none.
func (s *scratch) match(ctx context.Context, text string, typing bool, in Field) error {
	s.found, s.inexact, s.partial, s.least = s.found[:0], false, false, 0
	s.parsedQuery = s.parse(text, typing)
	if s.everything {
		clear(s.score)
		for i := range s.documents() {
			s.found = append(s.found, int32(i))
		}
		return nil
	}
	if len(s.units) == 0 {
		return nil
	}
	for _, forgiving := range []bool{false, true} {
		possible, err := s.try(ctx, in, forgiving, false)
		if err != nil {
			return err
		}
		if len(s.found) > 0 {
			return nil
		}
		if !possible {
			break
		}
	}
	if typing || len(s.units) < 2 {
		s.inexact = false
		return nil
	}
	_, err := s.try(ctx, in, false, true)
	s.partial = len(s.found) > 0
	s.inexact = s.inexact && s.partial
	return err
}

// try matches all units, or with some, some of them. If a unit has no match, however forgiving, not all can match.
func (s *scratch) try(ctx context.Context, in Field, forgiving, some bool) (possible bool, err error) {
	clear(s.score)
	clear(s.has)
	clear(s.best)
	clear(s.town)
	clear(s.peak)
	s.inexact = false
	joined := s.together(in)
	for i := range s.units {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		u := &s.units[i]
		exact := s.unit(u, in) || joined&(1<<i) != 0
		if !exact || forgiving && len(u.groups) == 0 {
			forgiven := s.forgive(u, in)
			if !exact && !forgiven && !some {
				return false, nil
			}
			s.inexact = s.inexact || forgiven
		}
		s.count(1<<i, 1)
	}
	if some {
		s.keepPartial()
		return true, nil
	}
	for doc, has := range s.has {
		if has == 1<<len(s.units)-1 {
			s.found = append(s.found, int32(doc))
			if s.town[doc] {
				s.score[doc] += inTown
			}
		}
	}
	return true, nil
}

// add adds a word of the dictionary for the current term, and reports whether it occurs at all.
func (s *scratch) add(d *dictionary, word int, worth float32, in Field) (occurs bool) {
	best := s.best
	d.each(word, in, func(doc int, field Field) {
		if v := strength[field&in] * worth; uint(doc) < uint(len(best)) && v > 0 {
			occurs = true
			best[doc] = max(best[doc], v)
		}
	})
	return occurs
}

// expand adds all words of a term without a typing error.
func (s *scratch) expand(t term, in Field) (exact bool) {
	if i, found := s.words.find(t.text); found {
		exact = s.add(&s.words, i, 1, in)
	}
	exact = s.stem(analysis.Stem(t.text), 1, in) || exact
	if i, found := s.pairs.find(t.text); found {
		exact = s.add(&s.pairs, i, 1, in) || exact
	}
	if t.prefix {
		within := in
		if exact || utf8.RuneCountInString(t.text) < 4 { // a whole word, or too few letters
			within &= names
		}
		exact = s.beginning(&s.words, t.text, within) || exact
		if !exact {
			exact = s.beginning(&s.pairs, t.text, within)
		}
	}
	if bare := analysis.Bare(t.text); bare != t.text {
		within := in
		if exact { // the word exists, so that its first letter may be part of it
			within &= names
		}
		exact = s.stem(analysis.Stem(bare), asRest, within) || exact
	}
	return exact
}

// beginning adds all words with a prefix.
func (s *scratch) beginning(d *dictionary, prefix string, in Field) (occurs bool) {
	for i, to := d.beginning(prefix); i < to; i++ {
		occurs = s.add(d, i, asBeginning, in) || occurs
	}
	return occurs
}

// stem adds all words of a stem.
func (s *scratch) stem(stem string, worth float32, in Field) (occurs bool) {
	i, found := s.stems.all.find(stem)
	return found && s.addStem(uint32(i), worth, in)
}

func (s *scratch) addStem(i uint32, worth float32, in Field) (occurs bool) {
	for _, word := range s.stems.words[s.stems.from[i]:s.stems.from[i+1]] {
		occurs = s.add(&s.words, int(word), worth, in) || occurs
	}
	return occurs
}

// forgive adds the words that resemble the only term of a unit, with all words of their stems.
func (s *scratch) forgive(u *unit, in Field) (occurs bool) {
	t := u.terms[0]
	if len(u.groups) > 0 { // spelled correctly, and not on sale here
		return false
	}
	if utf8.RuneCountInString(t.text) < 7 { // short words resemble many
		in &^= Detail | Remark
	}
	worth := [...]float32{1, oneTypo, twoTypos}
	nearest := map[uint32]int{} // by stem
	t.eachNear(&s.words, func(word, typos int) {
		stem := s.stems.of[word]
		if before, known := nearest[stem]; !known || typos < before {
			nearest[stem] = typos
		}
	})
	for stem, typos := range nearest {
		occurs = s.addStem(stem, worth[typos], in) || occurs
	}
	resembling := s.lexicon.resembling(t)
	occurs = s.explain(resembling, oneTypo, in) || occurs
	occurs = s.aim(resembling, oneTypo) || occurs
	if !occurs {
		t.eachNear(&s.pairs, func(word, typos int) {
			occurs = s.add(&s.pairs, word, worth[typos], in) || occurs
		})
	}
	return occurs
}

// count adds the score of the current word to every document that contains it: the fewer, the higher.
func (s *scratch) count(bits uint16, share float32) {
	n := 0
	for _, v := range s.best {
		if v > 0 {
			n++
		}
	}
	if n == 0 {
		return
	}
	rarity := share * float32(math.Log(1+float64(len(s.best))/float64(n)))
	for doc, v := range s.best {
		if v > 0 {
			s.score[doc] += v * rarity
			s.has[doc] |= bits
			s.peak[doc] = max(s.peak[doc], v)
			s.best[doc] = 0
		}
	}
}

// together finds neighbouring terms that are written as one word, and raises names in which they stand together. It
// returns the units of such terms, one bit each: those are no typing errors.
func (s *scratch) together(in Field) (joined uint16) {
	for i := range len(s.terms) - 1 {
		both, found := s.terms[i].text+s.terms[i+1].text, false
		for _, d := range []*dictionary{&s.words, &s.pairs} {
			if word, known := d.find(both); known {
				found = s.add(d, word, 1, in) || found
			}
		}
		if s.terms[i+1].prefix {
			found = s.beginning(&s.words, both, in&names) || found
		}
		bits := uint16(1<<s.of[i] | 1<<s.of[i+1])
		if found {
			joined |= bits
		}
		s.count(bits, asOneWord)
	}
	return joined
}
