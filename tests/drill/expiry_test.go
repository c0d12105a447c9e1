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

// holdExpiry is a shop with one seat and two buyers, and a clock that passes the end of the first buyer's hold.
type holdExpiry struct {
	*shop
	t      *testing.T
	jobs   *jobRunner
	choice booking.Choice
	// intercept runs in place of each call of the provider; nil to make the call.
	intercept     interceptor
	first, second booking.Order // second has no ID until its buyer could order
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

// buyFirst orders the seat for the first buyer.
func (h *holdExpiry) buyFirst() { h.first = h.mustOrder(h.t, 1, h.choice) }

// trySecond orders the seat for the second buyer and reports whether that succeeded.
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

// advance advances the clock and runs the jobs that become due.
func (h *holdExpiry) advance(d time.Duration) { h.jobs.advance(h.t.Context(), d) }

// finalStates returns the statuses of both bookings a day later, such as "CONFIRMED, EXPIRED"; none for a second buyer
// without an order.
func (h *holdExpiry) finalStates() string {
	h.advance(24 * time.Hour)
	second := "none"
	if h.second.ID != "" {
		second = string(h.readOrder(h.t, h.second.ID).Bookings[0].Status)
	}
	return string(h.readOrder(h.t, h.first.ID).Bookings[0].Status) + ", " + second
}

// holdDurations are the durations of the shop.
var holdDurations = booking.DefaultDurations

// holdExpiries are the ways in which a hold may end, with the final states of both bookings.
var holdExpiries = []struct {
	name          string
	slowCardDelay time.Duration
	run           func(h *holdExpiry)
	want          string
}{
	{"while the payment page is being opened, and the page is paid afterwards", 0, func(h *holdExpiry) {
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
			h.t.Error("the page could be paid after it expired")
		}
		h.advance(holdDurations.AfterPaymentPage)
		if !h.trySecond() {
			h.t.Error("the seat is not free after its hold")
		}
		h.pay(h.t, h.second, sandbox.CardSuccess)
	}, "EXPIRED, CONFIRMED"},
	{"just after it was paid, without an event", 0, func(h *holdExpiry) {
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
	{"while the payment is processing for ten minutes", 10 * time.Minute, func(h *holdExpiry) {
		h.buyFirst()
		h.advance(holdDurations.PaymentPage - time.Minute)
		h.pay(h.t, h.first, sandbox.CardSlow)
		h.advance(9 * time.Minute)
		if h.trySecond() {
			h.t.Error("the seat was sold while its payment was processing")
		}
	}, "CONFIRMED, none"},
	{"while the payment is processing for three hours, with a second buyer", 3 * time.Hour, func(h *holdExpiry) {
		h.buyFirst()
		h.advance(5 * time.Minute)
		h.pay(h.t, h.first, sandbox.CardSlow)
		h.advance(150 * time.Minute)
		if !h.trySecond() {
			h.t.Error("the seat was held for hours")
		}
		h.pay(h.t, h.second, sandbox.CardSuccess)
	}, "EXPIRED, CONFIRMED"},
	{"while the payment is processing for three hours, without other buyers", 3 * time.Hour, func(h *holdExpiry) {
		h.buyFirst()
		h.advance(5 * time.Minute)
		h.pay(h.t, h.first, sandbox.CardSlow)
	}, "CONFIRMED, none"},
	{"while the provider does not know the page, which is paid later", 0, func(h *holdExpiry) {
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
	{"while two calls settle it, and the seat is sold between them", 0, func(h *holdExpiry) {
		h.buyFirst()
		h.clock.advance(holdDurations.PaymentPage + holdDurations.AfterPaymentPage)
		late := h.settleOvertaken()
		if !h.trySecond() {
			h.t.Error("the seat is not free after its hold")
		}
		late()
		if !h.trySecond() && h.second.ID == "" {
			h.t.Error("neither buyer got the seat")
		}
	}, "EXPIRED, EXPIRED"},
}

// settleOvertaken settles the first order while an earlier Settle is paused after it has fetched the payment. It
// returns a function that lets the earlier one continue.
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
		_, _ = h.Settle(h.t.Context(), h.first.ID) // it may fail
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
					t.Errorf("the bookings are %s, want %s", got, test.want)
				}
				h.books.mustBalance(t)
			})
		}
		h := newHoldExpiry(t, newDatabase(t), 0, rereadGuard, 0)
		holdExpiries[len(holdExpiries)-1].run(h)
		problems, err := h.books.contradictions(t.Context())
		must(t, err)
		if len(problems) == 0 {
			t.Error("without reading the order again the books balance too")
		}
		printRow(4, "hold expiry on %s: %d ways in which a hold ends: no seat held and sold at once; control (orders "+
			"settled on what was read before the lock): %d contradictions", d, len(holdExpiries), len(problems))
	})
}

// TestASeatIsSoldOnceIfPaymentsAndHoldExpiryCoincide has all of this happen at once: the first buyer pays, the
// provider's event arrives, two calls settle the order, the hold ends, and three other buyers order the seat.
func TestASeatIsSoldOnceIfPaymentsAndHoldExpiryCoincide(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d, rounds, durations := newDatabase(t), sized(8, 100), holdDurations
		durations.AfterPaymentPage = time.Millisecond // the page can be paid until the hold ends
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
				time.Sleep(rand.N(8 * time.Millisecond)) // otherwise the clock would always be first
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
			// The event above may have come before the payment.
			must(t, s.PaymentEvent(t.Context(), "sandbox", a.Payment.SessionID))
			jobs.advance(t.Context(), 24*time.Hour)
			if s.readOrder(t, a.ID).Bookings[0].Status == booking.Confirmed {
				confirmed++
			}
		}
		stop()
		s.books.mustBalance(t)
		printRow(4, "hold expiry on %s, all at once: %d rounds, the first buyer got the seat in %d; %d checks "+
			"meanwhile found no seat sold twice", d, rounds, confirmed, checks.Load())
	})
}

// watchSeats checks repeatedly, until stopped, that no start has more booked seats than its capacity.
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
