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
	prefixScore     = 0.8
	strippedScore   = 0.9 // without an Arabic particle
	targetScore     = 1.3 // a target of the lexicon, which ranks before documents that contain the word
	targetWordBonus = 0.2 // addition for the words of such a target
	synonymScore    = 0.85
	oneTypoScore    = 0.6
	twoTyposScore   = 0.4
	compoundScore   = 0.5 // addition for neighbours that are adjacent in a name
)

const (
	// cityBonus raises the score of products in a city that the query names above those that only mention it.
	cityBonus = 1000
	// A document that matches only some words needs one of them in a field of this strength, so that a passing mention
	// does not count, and this share of the best score.
	partialMinScore = 3.2
	partialMinShare = 0.5
	// clearMatchShare is the share of the best score from which the order that a word requests applies: "cheap desert".
	clearMatchShare = 0.6
	// matchedWordBonus is the score of each matched word in the order of partial matches, beside its quality.
	matchedWordBonus = 15
)

// matcher is the table of one query, a row for each document. It is reused.
type matcher struct {
	*index
	parsedQuery
	score          []float32 // of all words so far
	wordScore      []float32 // of the current word
	matchedUnits   []uint16  // which units of the query match, one bit each
	inNamedCity    []bool    // the document takes place in a city that the query names
	bestScore      []float32 // the strongest match of any word
	buffers        [2][]float32
	found          []int32
	inexact        bool
	partial        bool    // nothing matches every word; the results match some
	orderThreshold float32 // if a word requests an order: lower scores are listed after it
}

var matcherPool = sync.Pool{New: func() any { return &matcher{} }}

func newMatcher(x *index) *matcher {
	s := matcherPool.Get().(*matcher)
	s.index, s.inexact, s.partial, s.parsedQuery = x, false, false, parsedQuery{}
	n := x.documentCount()
	if cap(s.score) < n {
		s.score, s.wordScore, s.matchedUnits, s.bestScore = make([]float32, n), make([]float32, n), make([]uint16, n),
			make([]float32, n)
		s.inNamedCity, s.buffers = make([]bool, n), [2][]float32{make([]float32, n), make([]float32, n)}
	}
	s.score, s.wordScore, s.matchedUnits, s.bestScore, s.inNamedCity = s.score[:n], s.wordScore[:n], s.matchedUnits[:n],
		s.bestScore[:n], s.inNamedCity[:n]
	for i := range s.buffers {
		s.buffers[i] = s.buffers[i][:n]
	}
	return s
}

// release returns the table to the pool. It drops the index, whose build may be gone.
func (s *matcher) release() {
	s.index = nil
	matcherPool.Put(s)
}

// match returns the documents that contain every word of a text in one of the fields. Typing errors are forgiven first
// in words without a match, then in all words. If nothing has every word, and the text is complete, it returns
// documents with some words. An empty text matches all documents, a text without words none.
func (s *matcher) match(ctx context.Context, text string, typing bool, in Field) error {
	s.found, s.inexact, s.partial, s.orderThreshold = s.found[:0], false, false, 0
	s.parsedQuery = s.parse(text, typing)
	if s.matchesAll {
		clear(s.score)
		for i := range s.documentCount() {
			s.found = append(s.found, int32(i))
		}
		return nil
	}
	if len(s.units) == 0 {
		return nil
	}
	for _, allowTypos := range []bool{false, true} {
		possible, err := s.matchUnits(ctx, in, allowTypos, false)
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
	_, err := s.matchUnits(ctx, in, false, true)
	s.partial = len(s.found) > 0
	s.inexact = s.inexact && s.partial
	return err
}

// matchUnits matches all units, or with some, some of them. If a unit has no match, however forgiving, not all can
// match.
func (s *matcher) matchUnits(ctx context.Context, in Field, allowTypos, some bool) (possible bool, err error) {
	clear(s.score)
	clear(s.matchedUnits)
	clear(s.wordScore)
	clear(s.inNamedCity)
	clear(s.bestScore)
	s.inexact = false
	compounds := s.matchCompounds(in)
	for i := range s.units {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		u := &s.units[i]
		exact := s.matchUnit(u, in) || compounds&(1<<i) != 0
		if !exact || allowTypos && len(u.groups) == 0 {
			corrected := s.addSimilar(u, in)
			if !exact && !corrected && !some {
				return false, nil
			}
			s.inexact = s.inexact || corrected
		}
		s.accumulate(1<<i, 1)
	}
	if some {
		s.keepPartial()
		return true, nil
	}
	for doc, units := range s.matchedUnits {
		if units == 1<<len(s.units)-1 {
			s.found = append(s.found, int32(doc))
			if s.inNamedCity[doc] {
				s.score[doc] += cityBonus
			}
		}
	}
	return true, nil
}

// addWord adds a word of the dictionary for the current term, and reports whether it occurs at all.
func (s *matcher) addWord(d *dictionary, word int, score float32, in Field) (occurs bool) {
	best := s.wordScore
	d.eachDocument(word, in, func(doc int, field Field) {
		if v := fieldScores[field&in] * score; uint(doc) < uint(len(best)) && v > 0 {
			occurs = true
			best[doc] = max(best[doc], v)
		}
	})
	return occurs
}

// addTerm adds all words of a term without a typing error.
func (s *matcher) addTerm(t term, in Field) (exact bool) {
	if i, found := s.words.find(t.text); found {
		exact = s.addWord(&s.words, i, 1, in)
	}
	exact = s.addStem(analysis.Stem(t.text), 1, in) || exact
	if i, found := s.pairs.find(t.text); found {
		exact = s.addWord(&s.pairs, i, 1, in) || exact
	}
	if t.prefix {
		within := in
		if exact || utf8.RuneCountInString(t.text) < 4 { // a whole word, or too few letters
			within &= nameFields
		}
		exact = s.addPrefix(&s.words, t.text, within) || exact
		if !exact {
			exact = s.addPrefix(&s.pairs, t.text, within)
		}
	}
	if stripped := analysis.StripPrefix(t.text); stripped != t.text {
		within := in
		if exact { // the word exists, so that its first letter may be part of it
			within &= nameFields
		}
		exact = s.addStem(analysis.Stem(stripped), strippedScore, within) || exact
	}
	return exact
}

// addPrefix adds all words with a prefix.
func (s *matcher) addPrefix(d *dictionary, prefix string, in Field) (occurs bool) {
	for i, to := d.prefixRange(prefix); i < to; i++ {
		occurs = s.addWord(d, i, prefixScore, in) || occurs
	}
	return occurs
}

// addStem adds all words of a stem.
func (s *matcher) addStem(stem string, score float32, in Field) (occurs bool) {
	i, found := s.stems.all.find(stem)
	return found && s.addStemWords(uint32(i), score, in)
}

func (s *matcher) addStemWords(i uint32, score float32, in Field) (occurs bool) {
	for _, word := range s.stems.words[s.stems.wordStarts[i]:s.stems.wordStarts[i+1]] {
		occurs = s.addWord(&s.words, int(word), score, in) || occurs
	}
	return occurs
}

// addSimilar adds the words that resemble the only term of a unit, with all words of their stems.
func (s *matcher) addSimilar(u *unit, in Field) (occurs bool) {
	t := u.terms[0]
	if len(u.groups) > 0 { // spelled correctly, and not on sale here
		return false
	}
	if utf8.RuneCountInString(t.text) < 7 { // short words resemble many
		in &^= Detail | Remark
	}
	scores := [...]float32{1, oneTypoScore, twoTyposScore}
	nearest := map[uint32]int{} // by stem
	t.eachSimilar(&s.words, func(word, typos int) {
		stem := s.stems.stemOfWord[word]
		if previous, known := nearest[stem]; !known || typos < previous {
			nearest[stem] = typos
		}
	})
	for stem, typos := range nearest {
		occurs = s.addStemWords(stem, scores[typos], in) || occurs
	}
	similar := s.lexicon.similarGroups(t)
	occurs = s.addMeanings(similar, oneTypoScore, in) || occurs
	occurs = s.addTargets(similar, oneTypoScore) || occurs
	if !occurs {
		t.eachSimilar(&s.pairs, func(word, typos int) {
			occurs = s.addWord(&s.pairs, word, scores[typos], in) || occurs
		})
	}
	return occurs
}

// accumulate adds the score of the current word to every document that contains it: the fewer, the higher.
func (s *matcher) accumulate(bits uint16, share float32) {
	n := 0
	for _, v := range s.wordScore {
		if v > 0 {
			n++
		}
	}
	if n == 0 {
		return
	}
	rarity := share * float32(math.Log(1+float64(len(s.wordScore))/float64(n)))
	for doc, v := range s.wordScore {
		if v > 0 {
			s.score[doc] += v * rarity
			s.matchedUnits[doc] |= bits
			s.bestScore[doc] = max(s.bestScore[doc], v)
			s.wordScore[doc] = 0
		}
	}
}

// matchCompounds finds neighbouring terms that are written as one word, and raises names in which they are adjacent.
// It returns the units of such terms, one bit each: those are no typing errors.
func (s *matcher) matchCompounds(in Field) (joined uint16) {
	for i := range len(s.terms) - 1 {
		both, found := s.terms[i].text+s.terms[i+1].text, false
		for _, d := range []*dictionary{&s.words, &s.pairs} {
			if word, known := d.find(both); known {
				found = s.addWord(d, word, 1, in) || found
			}
		}
		if s.terms[i+1].prefix {
			found = s.addPrefix(&s.words, both, in&nameFields) || found
		}
		bits := uint16(1<<s.unitOfTerm[i] | 1<<s.unitOfTerm[i+1])
		if found {
			joined |= bits
		}
		s.accumulate(bits, compoundScore)
	}
	return joined
}
