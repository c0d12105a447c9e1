package search

import (
	"strings"

	"storefront/internal/search/analysis"
)

// term is a word of a query.
type term struct {
	text   string
	prefix bool // it can be the beginning of a word
}

// unit is one word of a query, or one phrase of the lexicon.
type unit struct {
	terms     []term
	groups    []int // of the lexicon
	isCorrect bool  // spelled correctly
}

// parsedQuery is the text of a query as units.
type parsedQuery struct {
	units      []unit
	terms      []term // of all units, in order
	unitOfTerm []int  // term → unit
	sort       Sort   // the order that words request, or none
	// matchesAll: there is no text, or nothing but filler.
	matchesAll bool
}

// parse splits a query into units. Stop words are dropped, except while they are being typed: "th" may become a
// theatre, and so may "the". Filler and words that only request an order are dropped, too.
func (x *index) parse(text string, typing bool) parsedQuery {
	words := analysis.Words(truncate(text), maxQueryWords)
	var terms []term
	for i, w := range words {
		last := i == len(words)-1
		if analysis.IsStop(w) && !(last && (typing || len(terms) == 0)) {
			continue
		}
		terms = append(terms, term{text: w, prefix: last})
	}
	q := parsedQuery{matchesAll: strings.TrimSpace(text) == ""}
	for i := 0; i < len(terms); {
		n, groups := x.lexicon.longestPhrase(terms[i:])
		u := unit{terms: terms[i : i+max(n, 1)], groups: groups}
		i += len(u.terms)
		if x.isFillerOrSort(&u, &q) {
			continue
		}
		for range u.terms {
			q.unitOfTerm = append(q.unitOfTerm, len(q.units))
		}
		q.terms = append(q.terms, u.terms...)
		q.units = append(q.units, u)
	}
	q.matchesAll = q.matchesAll || len(terms) > 0 && len(q.units) == 0
	return q
}

// isFillerOrSort reports whether a unit is filler or only requests an order, which it records.
func (x *index) isFillerOrSort(u *unit, q *parsedQuery) bool {
	filler := false
	for _, i := range u.groups {
		g := &x.lexicon.groups[i]
		if g.sort != "" && q.sort == "" {
			q.sort = g.sort
		}
		filler = filler || g.sort != "" || g.flags&groupFiller != 0
		u.isCorrect = u.isCorrect || g.flags&groupKnown != 0
	}
	return filler && len(x.lexicon.withMeanings(u.groups)) == 0
}
