package drill_test

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// books holds the three records that must agree when no request or job is in progress: the shop's orders, its counts of
// seats and of promo codes, and the provider's ledger.
type books struct {
	database database
	store    booking.Store
	sandbox  *paymentSandbox
}

// mustBalance ends the test if the books contradict each other.
func (b *books) mustBalance(t testing.TB) {
	t.Helper()
	problems, err := b.contradictions(context.WithoutCancel(t.Context()))
	must(t, err)
	if len(problems) > 0 {
		t.Fatalf("the books do not balance in %d places:\n%s", len(problems),
			strings.Join(problems[:min(len(problems), 20)], "\n"))
	}
}

// contradictions returns where the books contradict each other, or an order contradicts its payment.
func (b *books) contradictions(ctx context.Context) ([]string, error) {
	all, err := allOrders(ctx, b.store)
	if err != nil {
		return nil, err
	}
	sessions, err := b.sandbox.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	ledger, err := b.sandbox.Ledger(ctx)
	if err != nil {
		return nil, err
	}
	problems := &findings{}
	compareMoney(problems, all, sessions, ledger)
	if err := b.compareSeats(ctx, problems, all); err != nil {
		return nil, err
	}
	if err := b.comparePromos(ctx, problems, all); err != nil {
		return nil, err
	}
	sort.Strings(*problems)
	return *problems, nil
}

// findings is a list of problems.
type findings []string

func (f *findings) add(format string, args ...any) { *f = append(*f, fmt.Sprintf(format, args...)) }

// statusesWithSeats are the statuses of bookings that take seats.
var statusesWithSeats = []booking.BookingStatus{booking.OnHold, booking.Pending, booking.Confirmed, booking.Redeemed}

// bookedSeats returns the booked seats by slot, and adds a problem for each slot with more than its capacity.
func bookedSeats(problems *findings, all []booking.Order) map[booking.Slot]int {
	var demands []booking.Demand
	for _, o := range all {
		for _, item := range o.Bookings {
			if slices.Contains(statusesWithSeats, item.Status) {
				demands = append(demands, item.Seats...)
			}
		}
	}
	booked := map[booking.Slot]int{}
	for _, d := range booking.MergeDemands(demands) {
		booked[d.Slot] = d.Seats
		if d.Seats > d.Capacity {
			problems.add("oversold: %v has %d of %d seats booked", d.Slot, d.Seats, d.Capacity)
		}
	}
	return booked
}

// compareSeats adds a problem for each slot whose count of taken seats differs from its bookings.
func (b *books) compareSeats(ctx context.Context, problems *findings, all []booking.Order) error {
	booked := bookedSeats(problems, all)
	for _, product := range products {
		for _, capacity := range capacities {
			taken, err := b.store.Read().Taken(ctx, product, fmt.Sprint("cap-", capacity), "2000-01-01", "2100-01-01")
			if err != nil {
				return err
			}
			for slot, n := range taken.Seats {
				if n != booked[slot] {
					problems.add("seats: %v has %d taken, but bookings of %d", slot, n, booked[slot])
				}
				delete(booked, slot)
			}
		}
	}
	for slot, n := range booked {
		problems.add("seats: %v has none taken, but bookings of %d", slot, n)
	}
	return nil
}

// comparePromos adds a problem for each promo code whose counts of uses differ from its orders or exceed its limits.
func (b *books) comparePromos(ctx context.Context, problems *findings, all []booking.Order) error {
	codes, err := b.store.Read().PromoCodes(ctx, deployment)
	if err != nil {
		return err
	}
	for _, code := range codes {
		uses, byBuyer := 0, map[string]int{}
		for _, o := range all {
			if o.PromoUsed && o.PromoCode == code.Code {
				uses++
				byBuyer[o.PromoBuyer]++
			}
		}
		if uses != code.Uses || code.MaxUses > 0 && uses > code.MaxUses {
			problems.add("promo: %s counts %d of %d uses, but %d orders use it", code.Code, code.Uses, code.MaxUses,
				uses)
		}
		for buyer, n := range byBuyer {
			counted, err := b.store.Read().PromoUses(ctx, deployment, code.Code, buyer)
			if err != nil {
				return err
			}
			if n != counted || code.MaxPerBuyer > 0 && n > code.MaxPerBuyer {
				problems.add("promo: %s counts %d uses by %s, but %d of their orders use it", code.Code, counted, buyer,
					n)
			}
		}
	}
	return nil
}

// orderLedger holds the provider's records of one order.
type orderLedger struct {
	sessions           []sessionRecord
	captured, refunded int64
	captures           int
	reserved           int // sessions that are authorised, but neither captured nor voided
}

// ledgersByOrder returns the provider's records by order id, and adds a problem for each session that was refunded more
// than was captured.
func ledgersByOrder(problems *findings, sessions []sessionRecord, ledger []sandbox.Entry) map[string]*orderLedger {
	out, orderOf := map[string]*orderLedger{}, map[string]string{}
	for _, s := range sessions {
		l := out[s.Order]
		if l == nil {
			l = &orderLedger{}
			out[s.Order] = l
		}
		orderOf[s.Session] = s.Order
		l.sessions = append(l.sessions, s)
		if s.Status == payment.Authorised {
			l.reserved++
		}
		if s.Refunded > s.Captured {
			problems.add("ledger: session %s refunded %d of %d captured", s.Session, s.Refunded, s.Captured)
		}
	}
	for _, e := range ledger {
		l := out[orderOf[e.Session]]
		switch e.Kind {
		case sandbox.Captured:
			l.captured += e.Amount
			l.captures++
		case sandbox.Refunded:
			l.refunded += e.Amount
		}
	}
	return out
}

// compareMoney compares each order with the provider's records.
func compareMoney(problems *findings, all []booking.Order, sessions []sessionRecord, ledger []sandbox.Entry) {
	ledgers := ledgersByOrder(problems, sessions, ledger)
	for _, o := range all {
		l := ledgers[o.ID]
		if l == nil {
			l = &orderLedger{}
		}
		delete(ledgers, o.ID)
		compareOrder(problems, o, l)
	}
	for id := range ledgers {
		problems.add("order %s: the provider has a session, and the shop has no order", id)
	}
}

// compareOrder adds a problem for each difference between an order and the provider's records of it.
func compareOrder(problems *findings, o booking.Order, ledger *orderLedger) {
	add := func(format string, args ...any) { problems.add("order "+o.ID+": "+format, args...) }
	if ledger.captures > 1 || ledger.reserved > 1 || ledger.captures+ledger.reserved > 1 {
		add("charged twice: %d captures, %d authorised amounts", ledger.captures, ledger.reserved)
	}
	captured, refunded := ledger.captured, ledger.refunded
	for _, topUp := range o.Payment.TopUps { // paid by other orders
		captured, refunded = captured+topUp.Amount, refunded+topUp.Returned
	}
	if o.Payment.Captured != captured || o.Payment.Refunded != refunded {
		add("has %d captured and %d refunded, the ledger has %d and %d", o.Payment.Captured, o.Payment.Refunded,
			captured, refunded)
	}
	if o.Method != booking.Card || o.Total == 0 {
		return
	}
	due, amounts, undecided := int64(0), int64(0), false
	for _, b := range o.Bookings {
		amounts += b.Amount
		undecided = undecided || b.Status == booking.Pending && b.Decision == booking.Undecided
		switch b.Status {
		case booking.Confirmed, booking.Redeemed, booking.Cancelled:
			due += b.Amount - b.Refunded
		case booking.OnHold:
			if ledger.reserved+ledger.captures > 0 {
				add("is paid, but has a booking ON_HOLD")
			}
		case booking.Pending:
			if ledger.reserved == 0 {
				add("has a PENDING booking, but no authorised amount")
			}
		}
	}
	if amounts != o.Total {
		add("its bookings sum up to %d, its total is %d", amounts, o.Total)
	}
	if captured-refunded != due {
		add("the provider has %d after refunds, the bookings cost %d", captured-refunded, due)
	}
	if ledger.reserved > 0 && !undecided {
		add("is decided, but its amount is only authorised")
	}
}
