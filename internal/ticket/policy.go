package ticket

import (
	"cmp"
	"slices"

	"storefront/internal/booking"
)

// term is a line of a cancellation policy.
type term struct {
	good bool
	text phrase
}

// policy says what tiers mean, as the product's page did: a full refund while there is one, then the penalty from each
// moment on.
func (w *Words) policy(tiers []booking.RefundTier) []term {
	sorted := slices.SortedStableFunc(slices.Values(tiers), func(a, b booking.RefundTier) int { return cmp.Compare(b.Before, a.Before) })
	if len(sorted) == 0 {
		return []term{{false, phrase(w.NoRefund)}}
	}
	first := sorted[0]
	if first.Refund == 100 && first.Before == 0 {
		return []term{{true, phrase(w.FreeAlways)}}
	}
	terms := []term{{false, say(w.RefundBefore, number(first.Refund), w.span(first.Before))}}
	if first.Refund == 100 {
		terms[0] = term{true, say(w.FreeBefore, w.span(first.Before))}
	}
	from := first
	for _, tier := range sorted[1:] {
		terms = append(terms, term{false, say(w.Penalty, w.span(from.Before), number(100-tier.Refund))})
		from = tier
	}
	if from.Before > 0 {
		terms = append(terms, term{false, say(w.NoneAfter, w.span(from.Before))})
	}
	return terms
}
