package search

import "math"

// keepPartial keeps the documents that match some units, ordered by the share of the query that they match.
func (s *matcher) keepPartial() {
	var rarity [maxQueryWords]float32
	for i := range s.units {
		n := 0
		for _, matched := range s.matchedUnits {
			n += int(matched >> i & 1)
		}
		rarity[i] = float32(math.Log(1 + float64(len(s.matchedUnits))/float64(max(n, 1))))
	}
	share := func(doc int) (sum float32) {
		for i := range s.units {
			if s.matchedUnits[doc]&(1<<i) != 0 {
				sum += rarity[i]
			}
		}
		return sum
	}
	var best float32
	for doc, peak := range s.bestScore {
		if peak >= partialMinScore {
			best = max(best, share(doc))
		}
	}
	for doc, peak := range s.bestScore {
		if matched := share(doc); peak >= partialMinScore && matched >= best*partialMinShare {
			s.found = append(s.found, int32(doc))
			s.score[doc] += matchedWordBonus * matched
		}
	}
}
