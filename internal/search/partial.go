package search

import "math"

// keepPartial keeps the documents that match some units, ordered by the share of the query that they match.
func (s *scratch) keepPartial() {
	var rarity [mostWords]float32
	for i := range s.units {
		n := 0
		for _, has := range s.has {
			n += int(has >> i & 1)
		}
		rarity[i] = float32(math.Log(1 + float64(len(s.has))/float64(max(n, 1))))
	}
	share := func(doc int) (sum float32) {
		for i := range s.units {
			if s.has[doc]&(1<<i) != 0 {
				sum += rarity[i]
			}
		}
		return sum
	}
	var most float32
	for doc, peak := range s.peak {
		if peak >= partialStrength {
			most = max(most, share(doc))
		}
	}
	for doc, peak := range s.peak {
		if matched := share(doc); peak >= partialStrength && matched >= most*partialShare {
			s.found = append(s.found, int32(doc))
			s.score[doc] += perWord * matched
		}
	}
}
