package drill_test

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// providerOutage is three days of a shop. For six hours the provider cannot be reached, and afterwards one call in five
// is cut after it was carried out.
type providerOutage struct {
	*shop
	t      *testing.T
	jobs   *jobRunner
	from   time.Time
	claims map[string]*claim // by order id
}

// claim is a refund that a buyer must get.
type claim struct {
	since  time.Time // when its last part became due
	amount int64     // 0 if an authorised amount must be released
	parts  int
}

const (
	outageDuration = 6 * time.Hour
	slowCardDelay  = 3 * time.Hour // of a card with slow processing, longer than the two hours for which seats are held
)

// newProviderOutage opens a shop whose jobs give up after a number of attempts; 0 for never.
func newProviderOutage(t *testing.T, d database, attempts int) *providerOutage {
	t.Helper()
	o := &providerOutage{t: t, claims: map[string]*claim{}}
	o.shop, o.jobs = d.openWithJobs(t, shopOptions{slowCardDelay: slowCardDelay,
		wrapProvider: intercept(o.interceptCall)})
	o.jobs.maxAttempts = attempts
	o.from = o.clock.now().Add(37 * time.Hour) // 23 hours before the first start
	return o
}

// interceptCall fails calls during the outage, and one call in five after it.
func (o *providerOutage) interceptCall(ctx context.Context, _ string, do action) (any, error) {
	now := o.clock.now()
	if !now.Before(o.from) && now.Before(o.from.Add(outageDuration)) {
		return nil, errReset
	}
	result, err := do(ctx)
	if err == nil && now.After(o.from) && rand.IntN(5) == 0 {
		return nil, errReset
	}
	return result, err
}

// refundCases are the ways in which a refund becomes due. Order i has case i % len(refundCases).
var refundCases = []func(o *providerOutage, i int){
	func(o *providerOutage, i int) { // cancelled in time
		a := o.confirmedOrder(i, 24*5)
		o.scheduleDuring(func() { o.cancelItem(a, 0, seatPrice) })
	},
	func(o *providerOutage, i int) { // cancelled too late for a full refund
		a := o.confirmedOrder(i, 0)
		o.scheduleDuring(func() { o.cancelItem(a, 0, seatPrice/2) })
	},
	func(o *providerOutage, i int) { // two of three bookings cancelled, one after the other
		a := o.confirmedOrder(i, 24*5, 24*6, 24*7)
		o.scheduleDuring(func() { o.cancelItem(a, 0, seatPrice) })
		o.scheduleDuring(func() { o.cancelItem(a, 1, seatPrice) })
	},
	func(o *providerOutage, i int) { // paid for a seat that was sold while the payment was processing
		o.payTooLate(i, func(booking.Order) {})
	},
	func(o *providerOutage, i int) { // the same, and the provider captures the payment unasked
		o.payTooLate(i, func(a booking.Order) {
			_, err := o.sandbox.Capture(o.t.Context(), a.Payment.SessionID, seatPrice, "key of the provider "+a.ID)
			must(o.t, err)
			o.claims[a.ID].amount = seatPrice
		})
	},
	func(o *providerOutage, i int) { // ordered again, and then paid on the first order's page
		o.jobs.schedule(o.from.Add(-5*time.Minute), func() {
			cart := o.cart(o.t, choiceOfSeats(o.clock.now(), instant, wide, 24*9, 1))
			a, err := o.order(o.t.Context(), cart, i, seatPrice)
			must(o.t, err)
			o.jobs.schedule(o.from.Add(time.Minute), func() {
				_, err := o.order(o.t.Context(), cart, i, seatPrice)
				must(o.t, err)
				o.pay(o.t, a, sandbox.CardSuccess)
				o.addClaim(a, 0)
			})
		})
	},
}

// confirmedOrder orders and pays for starts as buyer i.
func (o *providerOutage) confirmedOrder(i int, starts ...int) booking.Order {
	var choices []booking.Choice
	for _, n := range starts {
		choices = append(choices, choiceOfSeats(o.clock.now(), instant, wide, n, 1))
	}
	a := o.mustOrder(o.t, i, choices...)
	o.pay(o.t, a, sandbox.CardSuccess)
	_, err := o.Settle(o.t.Context(), a.ID)
	must(o.t, err)
	return o.readOrder(o.t, a.ID)
}

// scheduleDuring calls do at a random instant of the outage.
func (o *providerOutage) scheduleDuring(do func()) {
	o.jobs.schedule(o.from.Add(rand.N(outageDuration)), do)
}

// addClaim records that a refund is due from now on.
func (o *providerOutage) addClaim(a booking.Order, amount int64) {
	c := o.claims[a.ID]
	if c == nil {
		c = &claim{}
		o.claims[a.ID] = c
	}
	c.since, c.amount, c.parts = o.clock.now(), c.amount+amount, c.parts+1
}

// cancelItem cancels a booking of an order, with the refund that the buyer was quoted.
func (o *providerOutage) cancelItem(a booking.Order, line int, refund int64) {
	_, err := o.Cancel(o.t.Context(), testDeployment, booking.Visitor{Cart: a.Cart}, a.ID, a.Bookings[line].ID, refund)
	must(o.t, err)
	o.addClaim(a, refund)
}

// payTooLate has a buyer pay with a card that is processed until the outage, when another buyer has the seat.
func (o *providerOutage) payTooLate(i int, then func(booking.Order)) {
	o.jobs.schedule(o.from.Add(-150*time.Minute), func() {
		choice := choiceOfSeats(o.clock.now(), instant, single, 24*10+i, 1)
		a := o.mustOrder(o.t, i, choice)
		o.pay(o.t, a, sandbox.CardSlow)
		o.jobs.schedule(o.from.Add(-20*time.Minute), func() {
			b := o.mustOrder(o.t, 100_000+i, choice)
			o.pay(o.t, b, sandbox.CardSuccess)
		})
		o.jobs.schedule(o.clock.now().Add(slowCardDelay+time.Second), func() {
			o.addClaim(a, 0)
			then(a)
		})
	})
}

// claimResult counts how the claims were paid.
type claimResult struct {
	refunds, releases          int
	unpaid, doubled, underpaid int
	slowest                    time.Duration
}

// checkClaims compares the claims with the provider's ledger.
func (o *providerOutage) checkClaims() (r claimResult) {
	ledger, err := o.sandbox.Ledger(o.t.Context())
	must(o.t, err)
	bySession := map[string][]sandbox.Entry{}
	for _, e := range ledger {
		bySession[e.Session] = append(bySession[e.Session], e)
	}
	for id, c := range o.claims {
		var (
			sum   int64
			times int
			at    time.Time
		)
		for _, e := range bySession[o.readOrder(o.t, id).Payment.SessionID] {
			switch {
			case e.Kind == sandbox.Refunded:
				sum, times, at = sum+e.Amount, times+1, e.At
				r.refunds++
			case e.Kind == sandbox.Voided && c.amount == 0:
				times, at = times+1, e.At
				r.releases++
			}
		}
		switch {
		case times == 0 || at.Sub(c.since) > 24*time.Hour:
			r.unpaid++
		case times > c.parts || sum > c.amount:
			r.doubled++
		case sum < c.amount:
			r.underpaid++
		}
		r.slowest = max(r.slowest, at.Sub(c.since))
	}
	return r
}

// runDays runs n orders for three days and checks their claims.
func (o *providerOutage) runDays(n int) claimResult {
	for i := range n {
		refundCases[i%len(refundCases)](o, i)
	}
	o.jobs.advance(o.t.Context(), 72*time.Hour)
	if len(o.claims) != n {
		o.t.Errorf("%d of %d orders have a claim", len(o.claims), n)
	}
	return o.checkClaims()
}

func TestDueRefundIsMadeOnceWithinADay(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		n := sized(2, 25) * len(refundCases)
		if d.DSN == "" {
			n *= 2
		}
		o := newProviderOutage(t, d, 0)
		got := o.runDays(n)
		if got.unpaid+got.doubled+got.underpaid > 0 || got.refunds == 0 || got.releases == 0 ||
			got.slowest > 24*time.Hour {
			t.Errorf("%+v", got)
		}
		o.books.mustBalance(t)
		open, err := o.books.store.Read().Orders(t.Context(), booking.OrderFilter{Open: true})
		must(t, err)
		if len(open) > 0 {
			t.Errorf("%d orders are not settled", len(open))
		}

		control := newProviderOutage(t, newDatabase(t), 5).runDays(len(refundCases))
		if control.unpaid == 0 {
			t.Error("jobs that give up after five failures pay every claim too")
		}
		printRow(10, "provider down for 6 h on %s: %d orders with a claim: %d refunds, %d releases, unpaid %d, "+
			"doubled %d, underpaid %d, slowest after %.1f h, %d failures of jobs; control (jobs give up after 5 "+
			"failures): unpaid %d of %d", d, n, got.refunds, got.releases, got.unpaid, got.doubled, got.underpaid,
			got.slowest.Hours(), o.jobs.failures, control.unpaid, len(refundCases))
	})
}

// TestConcurrentRefundsAreMadeOnce settles an order with a due refund by several calls at once, as a job, an event and
// visitors' pages would.
func TestConcurrentRefundsAreMadeOnce(t *testing.T) {
	const settlers = 4
	rounds := sized(3, 50)
	run := func(t *testing.T, d database, keyed bool) (doubled int, b *books) {
		var (
			down    atomic.Bool
			waiting atomic.Int64
		)
		// The first refund waits until all callers have fetched the payment without one.
		s := d.open(t, shopOptions{wrapProvider: func(p *sandbox.Provider) payment.Provider {
			t := &interceptedProvider{p, func(ctx context.Context, call string, do action) (any, error) {
				if call != refund {
					return do(ctx)
				}
				if down.Load() {
					return nil, errReset
				}
				waiting.Add(1)
				for waiting.Load() < settlers {
					time.Sleep(time.Millisecond)
				}
				return do(ctx)
			}}
			if keyed {
				return t
			}
			return &freshKeysProvider{*t}
		}})
		for range rounds {
			down.Store(true)
			waiting.Store(0)
			order := s.mustOrder(t, 1, choiceOfSeats(s.clock.now(), instant, wide, 0, 1))
			s.pay(t, order, sandbox.CardSuccess)
			_, err := s.Settle(t.Context(), order.ID)
			must(t, err)
			s.clock.advanceTo(order.Bookings[0].StartsAt.Add(-12 * time.Hour)) // too late for a full refund
			_, err = s.Cancel(t.Context(), testDeployment, booking.Visitor{Cart: order.Cart}, order.ID,
				order.Bookings[0].ID, seatPrice/2)
			must(t, err)
			down.Store(false)
			// Each of these may fail; the one after them must succeed.
			concurrently(settlers, func(int) { _, _ = s.Settle(t.Context(), order.ID) })
			_, err = s.Settle(t.Context(), order.ID)
			must(t, err)
			current, err := s.sandbox.State(t.Context(), order.Payment.SessionID)
			must(t, err)
			if current.Refunded > seatPrice/2 {
				doubled++
			}
		}
		return doubled, s.books
	}
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		doubled, b := run(t, d, true)
		if doubled > 0 {
			t.Errorf("%d of %d refunds were made twice", doubled, rounds)
		}
		b.mustBalance(t)
		inControl, _ := run(t, newDatabase(t), false)
		if inControl == 0 {
			t.Error("without idempotency keys no refund is made twice either")
		}
		printRow(10, "refunds by %d callers at once on %s: %d rounds: doubled %d; control (a new idempotency key for "+
			"each call): doubled %d", settlers, d, rounds, doubled, inControl)
	})
}
