package booking

import (
	"cmp"
	"slices"
	"time"

	"storefront/internal/core/money"
	"storefront/internal/shop/wording"
)

// CancellationTerms describe the refunds of cancelling a booking, from now on.
type CancellationTerms struct {
	// FreeUntil is the event until which cancelling is free whatever the steps; NoFreePeriod if there is none.
	FreeUntil FreeUntil
	// Steps apply one after the other, each until its instant. Nothing is refunded after the last.
	Steps []RefundStep
}

// RefundStep refunds Percent of a booking that is cancelled at Until or before.
type RefundStep struct {
	Percent int
	Until   time.Time
	Refund  int64 // the amount, if a price is known, less earlier refunds
}

// FreeUntil is an event before which nothing is charged for a booking.
type FreeUntil string

const (
	NoFreePeriod      FreeUntil = ""
	UntilConfirmation FreeUntil = "confirmation" // the supplier has not accepted it: the card is not charged
	UntilPayment      FreeUntil = "payment"      // it is paid later and not paid yet
)

// refundSteps returns the refunds of a policy for a start, if it is cancelled at now or later. Past steps are left out,
// and adjacent steps with the same percentage are merged. It is the only place that turns a policy into instants: both
// the displayed and the actual refunds come from it.
func refundSteps(tiers []RefundTier, start, now time.Time) []RefundStep {
	sorted := slices.SortedFunc(slices.Values(tiers),
		func(a, b RefundTier) int { return cmp.Compare(a.Before, b.Before) })
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

// termsAt returns the terms of a start at now, without amounts. They are empty once it has begun: after opening, a
// booking can be made but not cancelled.
func termsAt(tiers []RefundTier, start, now time.Time, free FreeUntil) CancellationTerms {
	if !now.Before(start) {
		return CancellationTerms{}
	}
	return CancellationTerms{FreeUntil: free, Steps: refundSteps(tiers, start, now)}
}

// withAmounts sets the amount of each step, less earlier refunds.
func (c CancellationTerms) withAmounts(amount, refunded int64, currency string) CancellationTerms {
	for i := range c.Steps {
		c.Steps[i].Refund = max(money.Percent(amount, c.Steps[i].Percent, currency)-refunded, 0)
	}
	return c
}

// Terms returns the cancellation terms of an item if it were ordered now. They are empty if the item is not on sale.
func (i *CheckedItem) Terms(now time.Time) CancellationTerms {
	q := i.Quote
	if q == nil {
		return CancellationTerms{}
	}
	return termsAt(q.Option.Cancellation, q.StartsAt, now, q.product.freeUntil()).
		withAmounts(q.Price.Total-i.promo, 0, q.product.Currency)
}

// TermsOf returns the cancellation terms of a slot, without amounts.
func (d *DaySlots) TermsOf(a *Availability) CancellationTerms {
	return termsAt(d.Option.Cancellation, a.StartsAt, d.now, d.Product.freeUntil())
}

// termsUntil returns an instant until which the terms of all slots are the same. They change with steps and starts.
func (d *DaySlots) termsUntil() time.Time {
	until := d.now.Add(time.Hour)
	for i := range d.Slots {
		start := d.Slots[i].StartsAt
		for _, tier := range append([]RefundTier{{}}, d.Option.Cancellation...) {
			if step := start.Add(-time.Duration(tier.Before) * time.Minute); !step.Before(d.now) {
				until = minTime(until, step)
			}
		}
	}
	return until
}

// Terms returns the cancellation terms of a booking. They are empty once it cannot be cancelled.
func (o *Order) Terms(b *Booking, now time.Time) CancellationTerms {
	if !o.Cancellable(b, now) {
		return CancellationTerms{}
	}
	return o.termsOf(b, now, o.freeUntil(b), b.Refunded)
}

// TermsWhenOrdered returns the cancellation terms that a booking's payment page shows, as they are at now.
func (o *Order) TermsWhenOrdered(b *Booking, now time.Time) CancellationTerms {
	free := NoFreePeriod
	if b.Decision == Undecided {
		free = UntilConfirmation
	}
	return o.termsOf(b, now, free, 0)
}

func (o *Order) termsOf(b *Booking, now time.Time, free FreeUntil, refunded int64) CancellationTerms {
	terms := termsAt(b.Detail.Cancellation, b.StartsAt, now, free)
	terms.Steps = b.refundSteps(now)
	return terms.withAmounts(b.Amount, refunded, o.Currency)
}

// freeUntil returns the event until which a new booking of the product is not charged.
func (p *Product) freeUntil() FreeUntil {
	if p.OnRequest() {
		return UntilConfirmation
	}
	return NoFreePeriod
}

// FreeToCancel reports whether a booking costs nothing or is not charged yet, whatever its policy.
func (o *Order) FreeToCancel(b *Booking) bool { return b.Amount == 0 || o.freeUntil(b) != NoFreePeriod }

// freeUntil returns the event until which a booking is not charged. What is paid for other bookings of its order does
// not matter.
func (o *Order) freeUntil(b *Booking) FreeUntil {
	switch {
	case o.Total == 0:
		return NoFreePeriod
	case o.Method == PayLater && o.DueFor(b.ID) == b.unrefunded():
		return UntilPayment
	case o.Payment.TotalReceived() > 0:
		return NoFreePeriod
	case b.Status == Pending && b.Decision != Accepted:
		return UntilConfirmation
	}
	return NoFreePeriod
}

// Lines returns the terms in words, in a language and a time zone.
func (c CancellationTerms) Lines(language string, zone *time.Location) []wording.Line {
	terms := wording.Cancellation{
		UntilConfirmation: c.FreeUntil == UntilConfirmation, UntilPayment: c.FreeUntil == UntilPayment,
	}
	for _, s := range c.Steps {
		terms.Steps = append(terms.Steps, wording.RefundStep{Percent: s.Percent, Until: s.Until.In(zone)})
	}
	return terms.Lines(language)
}
