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

// outage is two days of a shop: for six hours the provider cannot be reached, and afterwards one call in five is cut
// after it was done.
type outage struct {
	*shop
	t    *testing.T
	jobs *agenda
	from time.Time
	due  map[string]*claim // by order
}

// claim is a refund that a buyer must get.
type claim struct {
	since  time.Time // of the last part of it
	amount int64     // 0 if a reserved amount must be released
	parts  int
}

const (
	outageLasts = 6 * time.Hour
	bankThinks  = 3 * time.Hour // about a slow card; seats are kept for two
)

func newOutage(t *testing.T, d database, attempts int) *outage {
	t.Helper()
	o := &outage{t: t, due: map[string]*claim{}}
	o.shop, o.jobs = d.openWithAgenda(t, parts{slowFor: bankThinks, provider: between(o.around)})
	o.jobs.attempts = attempts
	o.from = o.clock.now().Add(37 * time.Hour) // 23 hours before the first starts
	return o
}

func (o *outage) around(ctx context.Context, _ string, do action) (any, error) {
	now := o.clock.now()
	if !now.Before(o.from) && now.Before(o.from.Add(outageLasts)) {
		return nil, errReset
	}
	answer, err := do(ctx)
	if err == nil && now.After(o.from) && rand.IntN(5) == 0 {
		return nil, errReset
	}
	return answer, err
}

// owing are the ways in which a refund becomes due, dealt to the orders in turn.
var owing = []func(o *outage, i int){
	func(o *outage, i int) { // cancelled in time
		a := o.confirmed(i, 24*5)
		o.during(func() { o.cancelled(a, 0, seatPrice) })
	},
	func(o *outage, i int) { // cancelled too late for all of it
		a := o.confirmed(i, 0)
		o.during(func() { o.cancelled(a, 0, seatPrice/2) })
	},
	func(o *outage, i int) { // two of three cancelled, one after the other
		a := o.confirmed(i, 24*5, 24*6, 24*7)
		o.during(func() { o.cancelled(a, 0, seatPrice) })
		o.during(func() { o.cancelled(a, 1, seatPrice) })
	},
	func(o *outage, i int) { // paid for a seat that was sold while the bank was thinking
		o.tooLate(i, func(booking.Order) {})
	},
	func(o *outage, i int) { // the same, and the provider captures by itself
		o.tooLate(i, func(a booking.Order) {
			_, err := o.bank.Capture(o.t.Context(), a.Payment.SessionID, seatPrice, "of the provider's own "+a.ID)
			must(o.t, err)
			o.due[a.ID].amount = seatPrice
		})
	},
	func(o *outage, i int) { // ordered again, and then paid on the former page
		o.jobs.at(o.from.Add(-5*time.Minute), func() {
			cart := o.cart(o.t, seats(o.clock.now(), instant, wide, 24*9, 1))
			a, err := o.order(o.t.Context(), cart, i, seatPrice)
			must(o.t, err)
			o.jobs.at(o.from.Add(time.Minute), func() {
				_, err := o.order(o.t.Context(), cart, i, seatPrice)
				must(o.t, err)
				o.pay(o.t, a, sandbox.CardSuccess)
				o.owes(a, 0)
			})
		})
	},
}

func (o *outage) confirmed(i int, starts ...int) booking.Order {
	var choices []booking.Choice
	for _, n := range starts {
		choices = append(choices, seats(o.clock.now(), instant, wide, n, 1))
	}
	a := o.bought(o.t, i, choices...)
	o.pay(o.t, a, sandbox.CardSuccess)
	_, err := o.Settle(o.t.Context(), a.ID)
	must(o.t, err)
	return o.find(o.t, a.ID)
}

// during has something done at some time of the outage.
func (o *outage) during(do func()) { o.jobs.at(o.from.Add(rand.N(outageLasts)), do) }

func (o *outage) owes(a booking.Order, amount int64) {
	c := o.due[a.ID]
	if c == nil {
		c = &claim{}
		o.due[a.ID] = c
	}
	c.since, c.amount, c.parts = o.clock.now(), c.amount+amount, c.parts+1
}

func (o *outage) cancelled(a booking.Order, line int, refund int64) {
	_, err := o.Cancel(o.t.Context(), drills, booking.Visitor{Cart: a.Cart}, a.ID, a.Bookings[line].ID, refund)
	must(o.t, err)
	o.owes(a, refund)
}

// tooLate has a buyer pay with a card whose bank answers in the outage, when another has the seat.
func (o *outage) tooLate(i int, then func(booking.Order)) {
	o.jobs.at(o.from.Add(-150*time.Minute), func() {
		wish := seats(o.clock.now(), instant, single, 24*10+i, 1)
		a := o.bought(o.t, i, wish)
		o.pay(o.t, a, sandbox.CardSlow)
		o.jobs.at(o.from.Add(-20*time.Minute), func() {
			b := o.bought(o.t, 100_000+i, wish)
			o.pay(o.t, b, sandbox.CardSuccess)
		})
		o.jobs.at(o.clock.now().Add(bankThinks+time.Second), func() {
			o.owes(a, 0)
			then(a)
		})
	})
}

// redress is how the claims were met.
type redress struct {
	refunds, releases      int
	unmet, doubled, tooLow int
	slowest                time.Duration
}

func (o *outage) redress() (r redress) {
	ledger, err := o.bank.Ledger(o.t.Context())
	must(o.t, err)
	bySession := map[string][]sandbox.Entry{}
	for _, e := range ledger {
		bySession[e.Session] = append(bySession[e.Session], e)
	}
	for id, c := range o.due {
		var (
			sum   int64
			times int
			at    time.Time
		)
		for _, e := range bySession[o.find(o.t, id).Payment.SessionID] {
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
			r.unmet++
		case times > c.parts || sum > c.amount:
			r.doubled++
		case sum < c.amount:
			r.tooLow++
		}
		r.slowest = max(r.slowest, at.Sub(c.since))
	}
	return r
}

// live runs n orders through three days.
func (o *outage) live(n int) redress {
	for i := range n {
		owing[i%len(owing)](o, i)
	}
	o.jobs.pass(o.t.Context(), 72*time.Hour)
	if len(o.due) != n {
		o.t.Errorf("%d of %d orders came to be owed something", len(o.due), n)
	}
	return o.redress()
}

func TestADebtIsRefundedOnceWithinADay(t *testing.T) {
	onEach(t, func(t *testing.T, make func(testing.TB) database) {
		d := make(t)
		n := sized(2, 25) * len(owing)
		if d.DSN == "" {
			n *= 2
		}
		o := newOutage(t, d, 0)
		got := o.live(n)
		if got.unmet+got.doubled+got.tooLow > 0 || got.refunds == 0 || got.releases == 0 || got.slowest > 24*time.Hour {
			t.Errorf("%+v", got)
		}
		o.books.balance(t)
		open, err := o.books.store.Read().Orders(t.Context(), booking.OrderFilter{Open: true})
		must(t, err)
		if len(open) > 0 {
			t.Errorf("%d orders are not at rest", len(open))
		}

		bad := newOutage(t, make(t), 5).live(len(owing))
		if bad.unmet == 0 {
			t.Error("jobs that give up after five failures give back all the same")
		}
		figures(10, "provider down for 6 h on %s: %d orders owed: %d refunds, %d releases, unmet %d, doubled %d, "+
			"too little %d, slowest after "+
			"%.1f h, %d failures of jobs; control (jobs give up after 5 failures) unmet %d of %d", d, n, got.refunds,
			got.releases, got.unmet,
			got.doubled, got.tooLow, got.slowest.Hours(), o.jobs.failures, bad.unmet, len(owing))
	})
}

// The job, the provider's event and the visitor's page all find out at one moment that something is owed.
func TestConcurrentRefundsAreMadeOnce(t *testing.T) {
	const askers = 4
	rounds := sized(3, 50)
	run := func(t *testing.T, d database, keyed bool) (doubled int, b *books) {
		var (
			down    atomic.Bool
			waiting atomic.Int64
		)
		// All have fetched the payment without a refund before the first refunds.
		s := d.open(t, parts{provider: func(p *sandbox.Provider) payment.Provider {
			t := &troubled{p, func(ctx context.Context, call string, do action) (any, error) {
				if call != refund {
					return do(ctx)
				}
				if down.Load() {
					return nil, errReset
				}
				waiting.Add(1)
				for waiting.Load() < askers {
					time.Sleep(time.Millisecond)
				}
				return do(ctx)
			}}
			if keyed {
				return t
			}
			return &keychanger{*t}
		}})
		for range rounds {
			down.Store(true)
			waiting.Store(0)
			a := s.bought(t, 1, seats(s.clock.now(), instant, wide, 0, 1))
			s.pay(t, a, sandbox.CardSuccess)
			_, err := s.Settle(t.Context(), a.ID)
			must(t, err)
			s.clock.until(a.Bookings[0].StartsAt.Add(-12 * time.Hour)) // too late for all of it
			_, err = s.Cancel(t.Context(), drills, booking.Visitor{Cart: a.Cart}, a.ID, a.Bookings[0].ID, seatPrice/2)
			must(t, err)
			down.Store(false)
			together(askers, func(int) { _, _ = s.Settle(t.Context(), a.ID) }) // the next poll has the result
			_, err = s.Settle(t.Context(), a.ID)
			must(t, err)
			seen, err := s.bank.State(t.Context(), a.Payment.SessionID)
			must(t, err)
			if seen.Refunded > seatPrice/2 {
				doubled++
			}
		}
		return doubled, s.books
	}
	onEach(t, func(t *testing.T, make func(testing.TB) database) {
		d := make(t)
		doubled, b := run(t, d, true)
		if doubled > 0 {
			t.Errorf("%d of %d refunds were made twice", doubled, rounds)
		}
		b.balance(t)
		bad, _ := run(t, make(t), false)
		if bad == 0 {
			t.Error("without keys no refund is made twice either")
		}
		figures(10, "refunds by %d at once on %s: %d rounds: doubled %d; control (a fresh key each time) "+
			"doubled %d", askers, d, rounds,
			doubled, bad)
	})
}
