package drill_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// holdExpiry is a shop with one seat, two who want it, and a clock that passes the end of the first one's hold.
type holdExpiry struct {
	*shop
	t      *testing.T
	jobs   *jobRunner
	choice booking.Choice
	// around is what happens around the calls of the provider; nil for nothing.
	intercept     interceptor
	first, second booking.Order // b has no ID until it could be ordered
}

func newHoldExpiry(t *testing.T, d database, n int, without guard, slowCardDelay time.Duration) *holdExpiry {
	h := &holdExpiry{t: t}
	h.shop, h.jobs = d.openWithJobs(t, shopOptions{
		slowCardDelay: slowCardDelay, wrapStore: without.wrapStore,
		wrapProvider: intercept(func(ctx context.Context, call string, do action) (any, error) {
			if h.intercept != nil {
				return h.intercept(ctx, call, do)
			}
			return do(ctx)
		}),
	})
	h.choice = choiceOfSeats(h.clock.now(), instant, single, n, 1)
	return h
}

func (h *holdExpiry) buyFirst() { h.first = h.mustOrder(h.t, 1, h.choice) }

// trySecond tries to take the seat and reports whether that succeeded.
func (h *holdExpiry) trySecond() bool {
	cart := fmt.Sprint("cart-", lastNumber.Add(1))
	if _, err := h.AddItem(h.t.Context(), testDeployment, cart, h.choice); err != nil {
		return false
	}
	o, err := h.order(h.t.Context(), cart, 2, seatPrice)
	if err == nil {
		h.second = o
	}
	return err == nil
}

func (h *holdExpiry) advance(d time.Duration) { h.jobs.advance(h.t.Context(), d) }

// finalStates returns the final states of both: "confirmed, expired" and the like.
func (h *holdExpiry) finalStates() string {
	h.advance(24 * time.Hour)
	second := "none"
	if h.second.ID != "" {
		second = string(h.readOrder(h.t, h.second.ID).Bookings[0].Status)
	}
	return string(h.readOrder(h.t, h.first.ID).Bookings[0].Status) + ", " + second
}

// holdDurations are those that the crossings go by.
var holdDurations = booking.DefaultDurations

// holdExpiries are the ways in which time may pass the end of a hold, and who has the seat then.
var holdExpiries = []struct {
	name          string
	slowCardDelay time.Duration
	run           func(h *holdExpiry)
	want          string
}{
	{"while the payment page is being opened, and the page is paid all the same", 0, func(h *holdExpiry) {
		h.intercept = func(ctx context.Context, _ string, do action) (any, error) {
			session, err := do(ctx)
			h.intercept = unreachable
			h.advance(holdDurations.Hold + time.Minute)
			h.intercept = nil
			if !h.trySecond() {
				h.t.Error("the seat is not free after its hold")
			}
			return session, err
		}
		h.buyFirst()
		h.pay(h.t, h.readOrder(h.t, h.first.ID), sandbox.CardSuccess)
		h.pay(h.t, h.second, sandbox.CardSuccess)
		must(h.t, h.PaymentEvent(h.t.Context(), "sandbox", h.readOrder(h.t, h.first.ID).Payment.SessionID))
	}, "EXPIRED, CONFIRMED"},
	{"while the payment page is open", 0, func(h *holdExpiry) {
		h.buyFirst()
		h.advance(holdDurations.PaymentPage + holdDurations.AfterPaymentPage/2)
		if h.trySecond() {
			h.t.Error("the seat was sold while it was held")
		}
		if _, err := h.sandbox.Pay(h.t.Context(), h.first.Payment.SessionID, sandbox.CardSuccess); err == nil {
			h.t.Error("the page could be paid after its end")
		}
		h.advance(holdDurations.AfterPaymentPage)
		if !h.trySecond() {
			h.t.Error("the seat is not free after its hold")
		}
		h.pay(h.t, h.second, sandbox.CardSuccess)
	}, "EXPIRED, CONFIRMED"},
	{"just after it was paid, and no event comes", 0, func(h *holdExpiry) {
		h.buyFirst()
		h.advance(holdDurations.PaymentPage - time.Second)
		h.pay(h.t, h.first, sandbox.CardSuccess)
		h.advance(10 * time.Minute)
		if h.trySecond() {
			h.t.Error("the seat was sold twice")
		}
	}, "CONFIRMED, none"},
	{"after it was paid, without settling for an hour", 0, func(h *holdExpiry) {
		h.buyFirst()
		h.clock.advance(5 * time.Minute)
		h.pay(h.t, h.first, sandbox.CardSuccess)
		h.clock.advance(time.Hour)
		if h.trySecond() {
			h.t.Error("the seat was sold twice")
		}
	}, "CONFIRMED, none"},
	{"while the card's bank thinks for ten minutes", 10 * time.Minute, func(h *holdExpiry) {
		h.buyFirst()
		h.advance(holdDurations.PaymentPage - time.Minute)
		h.pay(h.t, h.first, sandbox.CardSlow)
		h.advance(9 * time.Minute)
		if h.trySecond() {
			h.t.Error("the seat was sold while its payment was under way")
		}
	}, "CONFIRMED, none"},
	{"while the card's bank thinks for three hours, and somebody else buys", 3 * time.Hour, func(h *holdExpiry) {
		h.buyFirst()
		h.advance(5 * time.Minute)
		h.pay(h.t, h.first, sandbox.CardSlow)
		h.advance(150 * time.Minute)
		if !h.trySecond() {
			h.t.Error("the seat was kept for hours")
		}
		h.pay(h.t, h.second, sandbox.CardSuccess)
	}, "EXPIRED, CONFIRMED"},
	{"while the payment is processing for three hours, without other buyers", 3 * time.Hour, func(h *holdExpiry) {
		h.buyFirst()
		h.advance(5 * time.Minute)
		h.pay(h.t, h.first, sandbox.CardSlow)
	}, "CONFIRMED, none"},
	{"while the provider does not know of the page, which is paid after all", 0, func(h *holdExpiry) {
		h.buyFirst()
		h.intercept = func(ctx context.Context, call string, do action) (any, error) {
			if call == state {
				return nil, payment.ErrUnknown
			}
			return do(ctx)
		}
		h.advance(holdDurations.RetryDeclined + time.Minute)
		h.intercept = nil
		h.pay(h.t, h.first, sandbox.CardSuccess)
		must(h.t, h.PaymentEvent(h.t.Context(), "sandbox", h.first.Payment.SessionID))
	}, "CONFIRMED, none"},
	{"while two settle it, and the seat is sold between them", 0, func(h *holdExpiry) {
		h.buyFirst()
		h.clock.advance(holdDurations.PaymentPage + holdDurations.AfterPaymentPage)
		late := h.settleOvertaken()
		if !h.trySecond() {
			h.t.Error("the seat is not free after its hold")
		}
		late()
		if !h.trySecond() && h.second.ID == "" {
			h.t.Error("no one got the seat")
		}
	}, "EXPIRED, EXPIRED"},
}

// settleOvertaken settles the first order while another settle has already fetched the payment; late lets that one
// continue.
func (h *holdExpiry) settleOvertaken() (continueFirst func()) {
	fetched, release := make(chan struct{}), make(chan struct{})
	var once sync.Once
	h.intercept = func(ctx context.Context, call string, do action) (any, error) {
		result, err := do(ctx)
		slow := false
		once.Do(func() { slow = call == state })
		if slow {
			close(fetched)
			<-release
		}
		return result, err
	}
	settled := make(chan struct{})
	go func() {
		defer close(settled)
		_, _ = h.Settle(h.t.Context(), h.first.ID) // what it answers is not the point
	}()
	<-fetched
	_, err := h.Settle(h.t.Context(), h.first.ID)
	must(h.t, err)
	return func() {
		close(release)
		<-settled
	}
}

func TestASeatIsNeverHeldAndSoldAtOnceWhenItsHoldEnds(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		for i, test := range holdExpiries {
			t.Run(test.name, func(t *testing.T) {
				h := newHoldExpiry(t, d, i, "", test.slowCardDelay)
				test.run(h)
				if got := h.finalStates(); got != test.want {
					t.Errorf("%s, want %s", got, test.want)
				}
				h.books.mustBalance(t)
			})
		}
		h := newHoldExpiry(t, newDatabase(t), 0, rereadGuard, 0)
		holdExpiries[len(holdExpiries)-1].run(h)
		problems, err := h.books.contradictions(t.Context())
		must(t, err)
		if len(problems) == 0 {
			t.Error("without the lock no seat is lost either")
		}
		printRow(4, "hold expiry on %s: the clock crosses it in %d ways: no seat held and sold at once; control "+
			"(settled on what was read "+
			"before) %d contradictions", d, len(holdExpiries), len(problems))
	})
}

// All at one moment: the first pays, the provider's event arrives, two settle, the hold ends, and three others want the
// seat.
func TestASeatIsNeverHeldAndSoldAtOnceWhateverComesFirst(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d, rounds, durations := newDatabase(t), sized(8, 100), holdDurations
		durations.AfterPaymentPage = time.Millisecond // the page can be paid to the very end of the hold
		s, jobs := d.openWithJobs(t, shopOptions{slowCardDelay: time.Minute, durations: durations})
		checks, stop := watchSeats(t, s.books)
		confirmed := 0
		for n := range rounds {
			choice := choiceOfSeats(s.clock.now(), instant, single, 0, 1)
			var rivals []string
			for range 3 {
				rivals = append(rivals, s.cart(t, choice))
			}
			a := s.mustOrder(t, 1, choice)
			s.clock.advance(durations.PaymentPage - time.Second)
			concurrently(5+len(rivals), func(i int) {
				time.Sleep(rand.N(8 * time.Millisecond)) // or the clock, which waits for nothing, were always the first
				switch i {
				case 0:
					_, _ = s.sandbox.Pay(t.Context(), a.Payment.SessionID,
						[]string{sandbox.CardSuccess, sandbox.CardSlow}[n%2])
				case 1:
					s.clock.advance(2 * time.Second)
				case 2, 3:
					_, _ = s.Settle(t.Context(), a.ID)
				case 4:
					_ = s.PaymentEvent(t.Context(), "sandbox", a.Payment.SessionID)
				default:
					if o, err := s.order(t.Context(), rivals[i-5], i, seatPrice); err == nil {
						_, _ = s.sandbox.Pay(t.Context(), o.Payment.SessionID, sandbox.CardSuccess)
					}
				}
			})
			must(t, s.PaymentEvent(t.Context(), "sandbox", a.Payment.SessionID)) // it may have been too early above
			jobs.advance(t.Context(), 24*time.Hour)
			if s.readOrder(t, a.ID).Bookings[0].Status == booking.Confirmed {
				confirmed++
			}
		}
		stop()
		s.books.mustBalance(t)
		printRow(4, "hold expiry on %s, all at one moment: %d rounds, the first kept the seat in %d; %d looks "+
			"meanwhile saw no seat twice", d,
			rounds, confirmed, checks.Load())
	})
}

// watchSeats checks repeatedly, until stopped, whether a start has more live bookings than seats.
func watchSeats(t *testing.T, b *books) (checks *atomic.Int64, stop func()) {
	t.Helper()
	checks = &atomic.Int64{}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-end:
				return
			case <-time.After(2 * time.Millisecond):
			}
			all, err := allOrders(t.Context(), b.store)
			if err != nil {
				t.Error(err)
				return
			}
			problems := &findings{}
			bookedSeats(problems, all)
			if len(*problems) > 0 {
				t.Error(*problems)
				return
			}
			checks.Add(1)
		}
	}()
	return checks, func() {
		close(end)
		<-ended
	}
}
