package search

import (
	"context"
	"math"
	"strings"
	"sync"
	"unicode/utf8"

	"storefront/internal/search/analysis"
)

// What a word is worth that is not quite the one that was typed.
const (
	asBeginning = 0.8
	asRest      = 0.9 // without an Arabic particle
	oneTypo     = 0.6
	twoTypos    = 0.4
	asOneWord   = 0.5 // what neighbours add that stand together in a name
)

// term is a word of a query.
type term struct {
	text   string
	prefix bool // it may be the beginning of a word
}

// parse cuts a query into terms. Stop words are left out, but not while they are being typed: "th" may become a theatre,
// and so may "the".
func parse(text string, typing bool) []term {
	words := analysis.Words(cut(text), mostWords)
	var out []term
	for i, w := range words {
		last := i == len(words)-1
		if analysis.IsStop(w) && !(last && (typing || len(out) == 0)) {
			continue
		}
		out = append(out, term{text: w, prefix: last})
	}
	return out
}

// scratch is the table that one query is worked out in, a row a document. It is used again.
type scratch struct {
	*index
	score      []float32 // of all words so far
	best       []float32 // of the word at hand
	has        []uint16  // which words of the query match, one bit each
	found      []int32
	inexact    bool
	everything bool // nothing was asked for
}

var tables = sync.Pool{New: func() any { return &scratch{} }}

func newScratch(x *index) *scratch {
	s := tables.Get().(*scratch)
	s.index, s.inexact, s.everything = x, false, false
	n := x.documents()
	if cap(s.score) < n {
		s.score, s.best, s.has = make([]float32, n), make([]float32, n), make([]uint16, n)
	}
	s.score, s.best, s.has = s.score[:n], s.best[:n], s.has[:n]
	return s
}

// free gives the table back. It does not hold on to the index of a build that may be gone.
func (s *scratch) free() {
	s.index = nil
	tables.Put(s)
}

// match finds the documents that have every word of a text in one of the fields. Typing errors are forgiven in words that
// are not found at all; where that finds nothing, in all words. No text finds all documents, a text without words none.
func (s *scratch) match(ctx context.Context, text string, typing bool, in Field) error {
	s.found = s.found[:0]
	terms := parse(text, typing)
	s.everything = strings.TrimSpace(text) == ""
	if s.everything {
		clear(s.score)
		for i := range s.documents() {
			s.found = append(s.found, int32(i))
		}
		return nil
	}
	possible := len(terms) > 0
	var err error
	for _, forgiving := range []bool{false, true} {
		if possible && len(s.found) == 0 && err == nil {
			possible, err = s.try(ctx, terms, in, forgiving)
		}
	}
	s.inexact = s.inexact && len(s.found) > 0
	return err
}

// try finds what matches all terms. Where there is a word that nothing has, however forgiving, there is no use in trying
// again.
func (s *scratch) try(ctx context.Context, terms []term, in Field, forgiving bool) (possible bool, err error) {
	clear(s.score)
	clear(s.has)
	clear(s.best)
	s.inexact = false
	joined := s.together(terms, in)
	for i, t := range terms {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		exact := s.expand(t, in) || joined&(1<<i) != 0
		if forgiving || !exact {
			forgiven := s.forgive(t, in)
			if !exact && !forgiven {
				return false, nil
			}
			s.inexact = s.inexact || forgiven
		}
		s.count(1<<i, 1)
	}
	for doc, has := range s.has {
		if has == 1<<len(terms)-1 {
			s.found = append(s.found, int32(doc))
		}
	}
	return true, nil
}

// add notes a word of the dictionary for the term at hand, and whether it occurs at all.
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

// expand notes all words that a term stands for without a typing error.
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
		if utf8.RuneCountInString(t.text) < 2 {
			within &= names
		}
		exact = s.beginning(&s.words, t.text, within) || exact
		if !exact {
			exact = s.beginning(&s.pairs, t.text, within)
		}
	}
	if bare := analysis.Bare(t.text); bare != t.text {
		within := in
		if exact { // the word is one, so that its first letter may well be its own
			within &= names
		}
		exact = s.stem(analysis.Stem(bare), asRest, within) || exact
	}
	return exact
}

// beginning notes all words that begin so.
func (s *scratch) beginning(d *dictionary, prefix string, in Field) (occurs bool) {
	for i, to := d.beginning(prefix); i < to; i++ {
		occurs = s.add(d, i, asBeginning, in) || occurs
	}
	return occurs
}

// stem notes all words of a stem.
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

// forgive notes the words that a term may have been meant to be, with all that have the stem of one.
func (s *scratch) forgive(t term, in Field) (occurs bool) {
	letters := []rune(t.text)
	most := mostTypos(len(letters), analysis.IsArabic(t.text))
	if most == 0 {
		return false
	}
	worth := [...]float32{1, oneTypo, twoTypos}
	nearest := map[uint32]int{} // by stem
	s.words.near(letters, most, t.prefix, func(word, typos int) {
		stem := s.stems.of[word]
		if before, known := nearest[stem]; !known || typos < before {
			nearest[stem] = typos
		}
	})
	for stem, typos := range nearest {
		occurs = s.addStem(stem, worth[typos], in) || occurs
	}
	if !occurs {
		s.pairs.near(letters, most, t.prefix, func(word, typos int) {
			occurs = s.add(&s.pairs, word, worth[typos], in) || occurs
		})
	}
	return occurs
}

// count adds what the word at hand is worth to every document that has it: the more, the fewer do.
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
			s.best[doc] = 0
		}
	}
}

// together finds neighbouring terms that are written as one word, and lifts the names in which they stand together. It
// gives the terms of which there are such, a bit each: those are no typing errors.
func (s *scratch) together(terms []term, in Field) (joined uint16) {
	for i := range len(terms) - 1 {
		both, found := terms[i].text+terms[i+1].text, false
		for _, d := range []*dictionary{&s.words, &s.pairs} {
			if word, known := d.find(both); known {
				found = s.add(d, word, 1, in) || found
			}
		}
		if terms[i+1].prefix {
			found = s.beginning(&s.words, both, in&names) || found
		}
		if found {
			joined |= 3 << i
		}
		s.count(3<<i, asOneWord)
	}
	return joined
}
