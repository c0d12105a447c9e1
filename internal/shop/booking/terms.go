package booking

import (
	"cmp"
	"slices"
	"time"

	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/shop/wording"
)

// CancellationTerms is what cancelling a booking gives back, from a moment on.
type CancellationTerms struct {
	// FreeUntil is what ends a time in which cancelling costs nothing whatever the steps say; NoFreePeriod where there is none.
	FreeUntil FreeUntil
	// Steps hold one after the other, each until its instant. After the last, and where there is none, nothing is given back.
	Steps []RefundStep
}

// RefundStep gives Percent back if the booking is cancelled at Until or before.
type RefundStep struct {
	Percent int
	Until   time.Time
	Refund  int64 // the amount, where a price is known; less what was given back before
}

// FreeUntil is an event before which nothing is charged for a booking.
type FreeUntil string

const (
	NoFreePeriod      FreeUntil = ""
	UntilConfirmation FreeUntil = "confirmation" // the supplier has not accepted it: the card is not charged
	UntilPayment      FreeUntil = "payment"      // it is paid later and not paid yet
)

// refundSteps returns what the tiers of a policy give back of a booking that starts at start, if it is cancelled at now or
// later. Steps whose time has passed are left out; neighbours of the same percent are one. It is the only place that
// turns a policy into dates: what visitors read and what they get back both come from it.
func refundSteps(tiers []RefundTier, start, now time.Time) []RefundStep {
	sorted := slices.SortedFunc(slices.Values(tiers), func(a, b RefundTier) int { return cmp.Compare(a.Before, b.Before) })
	var steps []RefundStep // the latest first
	best := 0
	for _, tier := range sorted {
		until := start.Add(-time.Duration(tier.Before) * time.Minute)
		if tier.Refund <= best || now.After(until) {
			continue
		}
		best = tier.Refund
		steps = append(steps, RefundStep{Percent: best, Until: until})
	}
	slices.Reverse(steps)
	return steps
}

// priced adds to each step what it gives back of an amount of which refunded was given back before.
func priced(steps []RefundStep, amount, refunded int64, currency string) []RefundStep {
	for i := range steps {
		steps[i].Refund = max(money.Percent(amount, steps[i].Percent, currency)-refunded, 0)
	}
	return steps
}

// Terms returns the cancellation terms of an item as it would be ordered now. They are empty for an item that is not on
// sale.
func (i *CheckedItem) Terms(now time.Time) (terms CancellationTerms) {
	f := i.Offer
	if f == nil || !now.Before(f.startsAt) { // what has opened today can still be booked, and not cancelled
		return terms
	}
	if f.product.OnRequest() {
		terms.FreeUntil = UntilConfirmation
	}
	terms.Steps = priced(refundSteps(tiersOf(f.option), f.startsAt, now), f.price.Total-i.promo, 0, f.product.Currency)
	return terms
}

// TermsOf returns the cancellation terms of a slot, without amounts.
func (d *DaySlots) TermsOf(a *Availability) (terms CancellationTerms) {
	if !d.now.Before(a.StartsAt) {
		return terms
	}
	if d.Product.OnRequest() {
		terms.FreeUntil = UntilConfirmation
	}
	terms.Steps = refundSteps(tiersOf(d.Option), a.StartsAt, d.now)
	return terms
}

// Terms returns the cancellation terms of a booking. They are empty once it cannot be cancelled.
func (o *Order) Terms(b *Booking, now time.Time) (terms CancellationTerms) {
	if !o.Cancellable(b, now) {
		return terms
	}
	terms.FreeUntil = o.freeUntil(b)
	terms.Steps = priced(refundSteps(b.Detail.Cancellation, b.StartsAt, now), b.Amount, b.Refunded, o.Currency)
	return terms
}

// TermsWhenOrdered returns the cancellation terms that a booking's payment page shows, as they are at now.
func (o *Order) TermsWhenOrdered(b *Booking, now time.Time) (terms CancellationTerms) {
	if !now.Before(b.StartsAt) {
		return terms
	}
	if b.Decision == Undecided {
		terms.FreeUntil = UntilConfirmation
	}
	terms.Steps = priced(refundSteps(b.Detail.Cancellation, b.StartsAt, now), b.Amount, 0, o.Currency)
	return terms
}

// FreeToCancel reports whether nothing is charged for a booking yet, whatever its policy says.
func (o *Order) FreeToCancel(b *Booking) bool { return o.Total == 0 || o.freeUntil(b) != NoFreePeriod }

// freeUntil returns what has to happen before anything is charged for a booking.
func (o *Order) freeUntil(b *Booking) FreeUntil {
	switch {
	case o.Payment.Taken() > 0 || o.Total == 0:
		return NoFreePeriod
	case o.Method == PayLater:
		return UntilPayment
	case b.Status == Pending && b.Decision != Accepted:
		return UntilConfirmation
	}
	return NoFreePeriod
}

func tiersOf(o *payload.Option) []RefundTier {
	tiers := make([]RefundTier, 0, len(o.Cancellation))
	for _, t := range o.Cancellation {
		tiers = append(tiers, RefundTier{t.Before, t.Refund})
	}
	return tiers
}

// Lines returns the terms in a language's words, by the clock of a time zone.
func (c CancellationTerms) Lines(language string, zone *time.Location) []wording.Line {
	terms := wording.Cancellation{
		UntilConfirmation: c.FreeUntil == UntilConfirmation, UntilPayment: c.FreeUntil == UntilPayment,
	}
	for _, s := range c.Steps {
		terms.Steps = append(terms.Steps, wording.RefundStep{Percent: s.Percent, Until: s.Until.In(zone)})
	}
	return terms.Lines(language)
}
