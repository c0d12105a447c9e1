package search

import (
	"strings"
	"unicode/utf8"

	"storefront/internal/search/analysis"
)

// unit adds the matches of a unit of the query, as typed or by the lexicon.
func (s *scratch) unit(u *unit, in Field) (exact bool) {
	own := in
	if u.known && len(s.lexicon.meaning(u.groups)) == 0 { // a name: passing mentions of its words do not count
		own &= names
		u.terms[len(u.terms)-1].prefix = false
	}
	if len(u.terms) == 1 {
		exact = s.expand(u.terms[0], own)
	} else {
		exact = s.phrase(u.terms, 1, own)
	}
	exact = s.explain(u.groups, 1, in) || exact
	exact = s.aim(u.groups, 1) || exact
	if last := u.terms[len(u.terms)-1]; !exact && last.prefix && len(u.terms) == 1 &&
		utf8.RuneCountInString(last.text) > 2 {
		begun := s.lexicon.begun(last.text)
		exact = s.explain(begun, asBeginning, in)
		exact = s.aim(begun, asBeginning) || exact
	}
	return exact
}

// explain adds the words of groups of the lexicon.
func (s *scratch) explain(groups []int, worth float32, in Field) (occurs bool) {
	for _, g := range groups {
		for _, meaning := range s.lexicon.groups[g].means {
			if !strings.HasPrefix(meaning, idMark) {
				occurs = s.meaning(meaning, worth, in) || occurs
			}
		}
	}
	return occurs
}

func (s *scratch) meaning(text string, worth float32, in Field) (occurs bool) {
	if first, rest, several := strings.Cut(text, " "); several {
		terms := []term{{text: first}}
		for word := range strings.SplitSeq(rest, " ") {
			terms = append(terms, term{text: word})
		}
		return s.phrase(terms, worth*asSame, in)
	}
	return s.stem(analysis.Stem(text), worth*asSame, in)
}

// aim adds the targets of groups of the lexicon. Targets that also contain the words rank first.
func (s *scratch) aim(groups []int, worth float32) (occurs bool) {
	total, aimed := s.best, s.spare[0]
	clear(aimed)
	s.best = aimed
	for _, g := range groups {
		for _, id := range s.lexicon.groups[g].means {
			i, found := s.words.find(id)
			if !found || !strings.HasPrefix(id, idMark) {
				continue
			}
			if strings.HasPrefix(id, cityID) {
				s.words.each(i, names, func(doc int, _ Field) { s.town[doc] = true })
			}
			occurs = s.add(&s.words, i, worth*asTarget, every) || occurs
		}
	}
	s.best = total
	if !occurs {
		return false
	}
	for doc, v := range aimed {
		if v > 0 {
			total[doc] = max(total[doc], v+besides*total[doc])
		}
	}
	return true
}

// phrase adds the documents that contain every one of some terms.
func (s *scratch) phrase(terms []term, worth float32, in Field) (occurs bool) {
	for _, t := range terms {
		if _, known := s.stems.all.find(analysis.Stem(t.text)); !known && !t.prefix {
			return false
		}
	}
	total, all, part := s.best, s.spare[0], s.spare[1]
	clear(all)
	for i, t := range terms {
		clear(part)
		s.best = part
		s.expand(t, in)
		for doc, v := range part {
			if i == 0 {
				all[doc] = v
			} else {
				all[doc] = min(all[doc], v)
			}
		}
	}
	s.best = total
	for doc, v := range all {
		if v > 0 {
			occurs = true
			total[doc] = max(total[doc], v*worth)
		}
	}
	return occurs
}
