package search

import (
	"strings"
	"unicode/utf8"

	"storefront/internal/search/analysis"
)

// matchUnit adds the matches of a unit of the query, as typed or by the lexicon.
func (s *matcher) matchUnit(u *unit, in Field) (exact bool) {
	fields := in
	if u.isCorrect && len(s.lexicon.withMeanings(u.groups)) == 0 { // a name: passing mentions of its words do not count
		fields &= nameFields
		u.terms[len(u.terms)-1].prefix = false
	}
	if len(u.terms) == 1 {
		exact = s.addTerm(u.terms[0], fields)
	} else {
		exact = s.addPhrase(u.terms, 1, fields)
	}
	exact = s.addMeanings(u.groups, 1, in) || exact
	exact = s.addTargets(u.groups, 1) || exact
	if last := u.terms[len(u.terms)-1]; !exact && last.prefix && len(u.terms) == 1 &&
		utf8.RuneCountInString(last.text) > 2 {
		completed := s.lexicon.groupsWithPrefix(last.text)
		exact = s.addMeanings(completed, prefixScore, in)
		exact = s.addTargets(completed, prefixScore) || exact
	}
	return exact
}

// addMeanings adds the words of groups of the lexicon.
func (s *matcher) addMeanings(groups []int, score float32, in Field) (occurs bool) {
	for _, g := range groups {
		for _, meaning := range s.lexicon.groups[g].meanings {
			if !strings.HasPrefix(meaning, idPrefix) {
				occurs = s.addMeaning(meaning, score, in) || occurs
			}
		}
	}
	return occurs
}

func (s *matcher) addMeaning(text string, score float32, in Field) (occurs bool) {
	if first, rest, several := strings.Cut(text, " "); several {
		terms := []term{{text: first}}
		for word := range strings.SplitSeq(rest, " ") {
			terms = append(terms, term{text: word})
		}
		return s.addPhrase(terms, score*synonymScore, in)
	}
	return s.addStem(analysis.Stem(text), score*synonymScore, in)
}

// addTargets adds the targets of groups of the lexicon. Targets that also contain the words rank first.
func (s *matcher) addTargets(groups []int, score float32) (occurs bool) {
	total, targets := s.wordScore, s.buffers[0]
	clear(targets)
	s.wordScore = targets
	for _, g := range groups {
		for _, id := range s.lexicon.groups[g].meanings {
			i, found := s.words.find(id)
			if !found || !strings.HasPrefix(id, idPrefix) {
				continue
			}
			if strings.HasPrefix(id, cityIDPrefix) {
				s.words.eachDocument(i, nameFields, func(doc int, _ Field) { s.inNamedCity[doc] = true })
			}
			occurs = s.addWord(&s.words, i, score*targetScore, allFields) || occurs
		}
	}
	s.wordScore = total
	if !occurs {
		return false
	}
	for doc, v := range targets {
		if v > 0 {
			total[doc] = max(total[doc], v+targetWordBonus*total[doc])
		}
	}
	return true
}

// addPhrase adds the documents that contain every one of some terms.
func (s *matcher) addPhrase(terms []term, score float32, in Field) (occurs bool) {
	for _, t := range terms {
		if _, known := s.stems.all.find(analysis.Stem(t.text)); !known && !t.prefix {
			return false
		}
	}
	total, all, part := s.wordScore, s.buffers[0], s.buffers[1]
	clear(all)
	for i, t := range terms {
		clear(part)
		s.wordScore = part
		s.addTerm(t, in)
		for doc, v := range part {
			if i == 0 {
				all[doc] = v
			} else {
				all[doc] = min(all[doc], v)
			}
		}
	}
	s.wordScore = total
	for doc, v := range all {
		if v > 0 {
			occurs = true
			total[doc] = max(total[doc], v*score)
		}
	}
	return occurs
}
