package booking

import (
	"context"
	"math/bits"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
)

// MoveEndedAt returns the past deadline for moving a booking that has not begun. It is zero if the buyer still can, or
// never could.
func (o *Order) MoveEndedAt(b *Booking, now time.Time) (ended time.Time) {
	if !b.isComing() || !now.Before(b.StartsAt) || o.isConfirmedOnRequest(b) ||
		!o.MovableUntil(b, now).IsZero() {
		return time.Time{}
	}
	for _, tier := range b.Detail.Cancellation {
		until := b.StartsAt.Add(-time.Duration(tier.Before) * time.Minute)
		if tier.Refund >= 100 && until.After(ended) && until.After(o.CreatedAt) {
			ended = until
		}
	}
	return ended
}

// checkMove returns why a booking cannot be moved; nil if it can.
func (s *Service) checkMove(o *Order, b *Booking, m *Move, quote *MoveQuote, rules MoveRules) error {
	now := s.now()
	ignoreDeadlines := rules.IgnorePolicy
	rules = rules.relaxedFor(b, quote.Choice, now)
	unpaidPage := o.Method == PayLater && o.hasOpenSession()
	switch {
	case o.IsTest():
		return fault.New(fault.NotPossible, "A test booking of a reseller is changed by the reseller.")
	case o.Resale != nil && !sameParty(quote.Choice, b.Choice):
		return fault.New(fault.NotPossible, "The party of a reseller's booking is changed by the reseller.")
	case !b.isComing(),
		!rules.IgnorePolicy && !samePrice(quote.Choice, b.Choice) && o.MovableUntil(b, now).IsZero(),
		!rules.IgnorePolicy && quote.Quote.product.OnRequest() && b.Decision == Accepted,
		!now.Before(b.StartsAt) && !rules.IgnorePolicy,
		!ignoreDeadlines && m.changesGuest(o) && o.MovableUntil(b, now).IsZero():
		return errNotMovable
	case !ignoreDeadlines && m.changesPlaces(b) && sameStart(quote.Choice, b.Choice) && !b.TransfersChangeable(now):
		return ErrTransfersFixed
	case (rules.KeepPrice || b.Choice.Negotiation != "") && !sameParty(quote.Choice, b.Choice):
		return fault.New(fault.NotPossible, "The price is for the party of the booking: it cannot be kept for another.")
	case b.Choice.Negotiation != "" && !rules.KeepPrice &&
		(quote.Choice.Option != b.Choice.Option || quote.Choice.Date != b.Choice.Date):
		return fault.New(fault.NotPossible, "The price was agreed for the option and the day of the booking.")
	case quote.Difference != 0 && b.Refunded > 0:
		return fault.New(fault.NotPossible, "A part of the booking was refunded: its price can no longer change.")
	case quote.Difference != 0 && unpaidPage:
		return fault.New(fault.NotPossible, "A payment page of the order is open.")
	case quote.PaidFirst && !o.canTakeSupplement(b):
		return errCostsMore
	case !rules.IgnorePolicy && o.LimitStatus() == HeldSeats && sumSeats(quote.Quote.demands) > sumSeats(b.Seats):
		return fault.New(fault.NotPossible, "More seats can be added once the order is paid.")
	}
	return nil
}

// changesGuest reports whether a move changes the lead traveller of an order.
func (m *Move) changesGuest(o *Order) bool {
	return m.Guest != nil && (o.Guest == nil || *m.Guest != *o.Guest)
}

// changesPlaces reports whether a move changes the pickup or the drop-off of a booking.
func (m *Move) changesPlaces(b *Booking) bool {
	return m.Pickup != nil && *m.Pickup != b.Choice.Pickup || m.DropOff != nil && *m.DropOff != b.Choice.DropOff
}

// sameParty reports whether two choices have the same travellers, length and extras.
func sameParty(a, b Choice) bool {
	return slices.Equal(a.Units, b.Units) && a.Length == b.Length && slices.Equal(a.Extras, b.Extras)
}

func sumSeats(demands []Demand) (sum int) {
	for _, d := range demands {
		sum += d.Seats
	}
	return sum
}

// amountAfter returns what a booking costs with another price: less the discount of its promo code, which shrinks with
// the price and never grows.
func (o *Order) amountAfter(b *Booking, total int64) int64 {
	before := b.Detail.Price.Total
	discount := before - b.Amount
	if discount <= 0 || before <= 0 || total >= before {
		return max(total-max(discount, 0), 0)
	}
	// The product may exceed 64 bits; the quotient is at most the discount.
	high, low := bits.Mul64(uint64(discount), uint64(total))
	part, _ := bits.Div64(high, low, uint64(before))
	step := money.Step(o.Currency)
	return total - int64(part)/step*step
}

// moneyOfLowerPrice returns what the buyer gets back if a booking costs only amount, and how much less is due. Neither
// is the case for what a bank has given back already.
func (o *Order) moneyOfLowerPrice(b *Booking, amount int64) (payout, lessDue int64) {
	switch {
	case amount >= b.Amount:
		return 0, 0
	case o.Payment.Status == PaymentAuthorised:
		return b.Amount - amount, 0
	}
	after := *o
	after.Bookings = slices.Clone(o.Bookings)
	after.booking(b.ID).Amount = amount
	return after.RefundDue() - o.RefundDue(), o.Due() - after.Due()
}

// exchangeOf returns the rate of a booking, so that a move costs nothing but the difference between two prices.
func exchangeOf(o *Order, b *Booking) money.Exchange {
	e := b.Detail.Unconverted
	if e == nil {
		return money.Exchange{}
	}
	return money.Exchange{Own: e.Currency, Rates: map[string]money.Rate{o.Currency: e.Rate}}
}

// MoveOptions are the options to which a booking can be moved: those of its product now.
type MoveOptions struct {
	Choice  Choice // as booked
	Guest   *Guest
	Until   time.Time
	Options []payload.Option
	// FixedParty and FixedDay report whether the price was agreed for the party and for the day of the booking.
	FixedParty, FixedDay bool
}

// MoveOptions returns the options to which a visitor's booking can be moved. It returns NotPossible if it cannot be
// moved.
func (s *Service) MoveOptions(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string,
) (MoveOptions, error) {
	order, b, err := s.visitorBooking(ctx, d, visitor, orderID, bookingID)
	if err != nil {
		return MoveOptions{}, err
	}
	until := order.MovableUntil(b, s.now())
	p, err := s.catalog.Product(d.ID, d.Language, b.Choice.Product)
	if until.IsZero() || err != nil {
		return MoveOptions{}, errNotMovable
	}
	m := MoveOptions{Choice: b.Choice, Guest: order.Guest, Until: until, Options: p.Options}
	if b.Choice.Negotiation == "" {
		return m, nil
	}
	option := p.Option(b.Choice.Option)
	if option == nil {
		return MoveOptions{}, errNotMovable
	}
	m.Options, m.FixedParty, m.FixedDay = []payload.Option{*option}, true, !b.CanChoose(s.now())
	return m, nil
}
