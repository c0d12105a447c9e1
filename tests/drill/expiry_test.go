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
	t    *testing.T
	jobs *jobRunner
	wish booking.Choice
	// around is what happens around the calls of the provider; nil for nothing.
	around interceptor
	a, b   booking.Order // b has no ID until it could be ordered
}

func newHoldExpiry(t *testing.T, d database, n int, without guard, slowFor time.Duration) *holdExpiry {
	c := &holdExpiry{t: t}
	c.shop, c.jobs = d.openWithJobs(t, shopParts{
		slowFor: slowFor, store: without.wrapStore,
		provider: intercept(func(ctx context.Context, call string, do action) (any, error) {
			if c.around != nil {
				return c.around(ctx, call, do)
			}
			return do(ctx)
		}),
	})
	c.wish = choiceOfSeats(c.clock.now(), instant, single, n, 1)
	return c
}

func (c *holdExpiry) buyFirst() { c.a = c.mustOrder(c.t, 1, c.wish) }

// trySecond tries to take the seat and reports whether that succeeded.
func (c *holdExpiry) trySecond() bool {
	cart := fmt.Sprint("cart-", lastNumber.Add(1))
	if _, err := c.AddItem(c.t.Context(), testDeployment, cart, c.wish); err != nil {
		return false
	}
	o, err := c.order(c.t.Context(), cart, 2, seatPrice)
	if err == nil {
		c.b = o
	}
	return err == nil
}

func (c *holdExpiry) advance(d time.Duration) { c.jobs.advance(c.t.Context(), d) }

// finalStates returns the final states of both: "confirmed, expired" and the like.
func (c *holdExpiry) finalStates() string {
	c.advance(24 * time.Hour)
	second := "none"
	if c.b.ID != "" {
		second = string(c.readOrder(c.t, c.b.ID).Bookings[0].Status)
	}
	return string(c.readOrder(c.t, c.a.ID).Bookings[0].Status) + ", " + second
}

// holdDurations are those that the crossings go by.
var holdDurations = booking.DefaultDurations

// holdExpiries are the ways in which time may pass the end of a hold, and who has the seat then.
var holdExpiries = []struct {
	name    string
	slowFor time.Duration
	run     func(c *holdExpiry)
	want    string
}{
	{"while the payment page is being opened, and the page is paid all the same", 0, func(c *holdExpiry) {
		c.around = func(ctx context.Context, _ string, do action) (any, error) {
			session, err := do(ctx)
			c.around = unreachable
			c.advance(holdDurations.Hold + time.Minute)
			c.around = nil
			if !c.trySecond() {
				c.t.Error("the seat is not free after its hold")
			}
			return session, err
		}
		c.buyFirst()
		c.pay(c.t, c.readOrder(c.t, c.a.ID), sandbox.CardSuccess)
		c.pay(c.t, c.b, sandbox.CardSuccess)
		must(c.t, c.PaymentEvent(c.t.Context(), "sandbox", c.readOrder(c.t, c.a.ID).Payment.SessionID))
	}, "EXPIRED, CONFIRMED"},
	{"while the payment page is open", 0, func(c *holdExpiry) {
		c.buyFirst()
		c.advance(holdDurations.PaymentPage + holdDurations.AfterPaymentPage/2)
		if c.trySecond() {
			c.t.Error("the seat was sold while it was held")
		}
		if _, err := c.bank.Pay(c.t.Context(), c.a.Payment.SessionID, sandbox.CardSuccess); err == nil {
			c.t.Error("the page could be paid after its end")
		}
		c.advance(holdDurations.AfterPaymentPage)
		if !c.trySecond() {
			c.t.Error("the seat is not free after its hold")
		}
		c.pay(c.t, c.b, sandbox.CardSuccess)
	}, "EXPIRED, CONFIRMED"},
	{"just after it was paid, and no event comes", 0, func(c *holdExpiry) {
		c.buyFirst()
		c.advance(holdDurations.PaymentPage - time.Second)
		c.pay(c.t, c.a, sandbox.CardSuccess)
		c.advance(10 * time.Minute)
		if c.trySecond() {
			c.t.Error("the seat was sold twice")
		}
	}, "CONFIRMED, none"},
	{"after it was paid, without settling for an hour", 0, func(c *holdExpiry) {
		c.buyFirst()
		c.clock.advance(5 * time.Minute)
		c.pay(c.t, c.a, sandbox.CardSuccess)
		c.clock.advance(time.Hour)
		if c.trySecond() {
			c.t.Error("the seat was sold twice")
		}
	}, "CONFIRMED, none"},
	{"while the card's bank thinks for ten minutes", 10 * time.Minute, func(c *holdExpiry) {
		c.buyFirst()
		c.advance(holdDurations.PaymentPage - time.Minute)
		c.pay(c.t, c.a, sandbox.CardSlow)
		c.advance(9 * time.Minute)
		if c.trySecond() {
			c.t.Error("the seat was sold while its payment was under way")
		}
	}, "CONFIRMED, none"},
	{"while the card's bank thinks for three hours, and somebody else buys", 3 * time.Hour, func(c *holdExpiry) {
		c.buyFirst()
		c.advance(5 * time.Minute)
		c.pay(c.t, c.a, sandbox.CardSlow)
		c.advance(150 * time.Minute)
		if !c.trySecond() {
			c.t.Error("the seat was kept for hours")
		}
		c.pay(c.t, c.b, sandbox.CardSuccess)
	}, "EXPIRED, CONFIRMED"},
	{"while the payment is processing for three hours, without other buyers", 3 * time.Hour, func(c *holdExpiry) {
		c.buyFirst()
		c.advance(5 * time.Minute)
		c.pay(c.t, c.a, sandbox.CardSlow)
	}, "CONFIRMED, none"},
	{"while the provider does not know of the page, which is paid after all", 0, func(c *holdExpiry) {
		c.buyFirst()
		c.around = func(ctx context.Context, call string, do action) (any, error) {
			if call == state {
				return nil, payment.ErrUnknown
			}
			return do(ctx)
		}
		c.advance(holdDurations.RetryDeclined + time.Minute)
		c.around = nil
		c.pay(c.t, c.a, sandbox.CardSuccess)
		must(c.t, c.PaymentEvent(c.t.Context(), "sandbox", c.a.Payment.SessionID))
	}, "CONFIRMED, none"},
	{"while two settle it, and the seat is sold between them", 0, func(c *holdExpiry) {
		c.buyFirst()
		c.clock.advance(holdDurations.PaymentPage + holdDurations.AfterPaymentPage)
		late := c.settleOvertaken()
		if !c.trySecond() {
			c.t.Error("the seat is not free after its hold")
		}
		late()
		if !c.trySecond() && c.b.ID == "" {
			c.t.Error("no one got the seat")
		}
	}, "EXPIRED, EXPIRED"},
}

// settleOvertaken settles the first order while another settle has already fetched the payment; late lets that one
// continue.
func (c *holdExpiry) settleOvertaken() (continueFirst func()) {
	looked, release := make(chan struct{}), make(chan struct{})
	var once sync.Once
	c.around = func(ctx context.Context, call string, do action) (any, error) {
		answer, err := do(ctx)
		slow := false
		once.Do(func() { slow = call == state })
		if slow {
			close(looked)
			<-release
		}
		return answer, err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = c.Settle(c.t.Context(), c.a.ID) // what it answers is not the point
	}()
	<-looked
	_, err := c.Settle(c.t.Context(), c.a.ID)
	must(c.t, err)
	return func() {
		close(release)
		<-ended
	}
}

func TestASeatIsNeverHeldAndSoldAtOnceWhenItsHoldEnds(t *testing.T) {
	onEach(t, func(t *testing.T, make func(testing.TB) database) {
		d := make(t)
		for i, test := range holdExpiries {
			t.Run(test.name, func(t *testing.T) {
				c := newHoldExpiry(t, d, i, "", test.slowFor)
				test.run(c)
				if got := c.finalStates(); got != test.want {
					t.Errorf("%s, want %s", got, test.want)
				}
				c.books.mustBalance(t)
			})
		}
		c := newHoldExpiry(t, make(t), 0, lockGuard, 0)
		holdExpiries[len(holdExpiries)-1].run(c)
		wrong, err := c.books.contradictions(t.Context())
		must(t, err)
		if len(wrong) == 0 {
			t.Error("without the lock no seat is lost either")
		}
		printRow(4, "hold expiry on %s: the clock crosses it in %d ways: no seat held and sold at once; control "+
			"(settled on what was read "+
			"before) %d contradictions", d, len(holdExpiries), len(wrong))
	})
}

// All at one moment: the first pays, the provider's event arrives, two settle, the hold ends, and three others want the
// seat.
func TestASeatIsNeverHeldAndSoldAtOnceWhateverComesFirst(t *testing.T) {
	onEach(t, func(t *testing.T, make func(testing.TB) database) {
		d, rounds, closing := make(t), sized(8, 100), holdDurations
		closing.AfterPaymentPage = time.Millisecond // the page can be paid to the very end of the hold
		s, jobs := d.openWithJobs(t, shopParts{slowFor: time.Minute, terms: closing})
		looks, stop := watchSeats(t, s.books)
		kept := 0
		for n := range rounds {
			wish := choiceOfSeats(s.clock.now(), instant, single, 0, 1)
			var rivals []string
			for range 3 {
				rivals = append(rivals, s.cart(t, wish))
			}
			a := s.mustOrder(t, 1, wish)
			s.clock.advance(closing.PaymentPage - time.Second)
			concurrently(5+len(rivals), func(i int) {
				time.Sleep(rand.N(8 * time.Millisecond)) // or the clock, which waits for nothing, were always the first
				switch i {
				case 0:
					_, _ = s.bank.Pay(t.Context(), a.Payment.SessionID,
						[]string{sandbox.CardSuccess, sandbox.CardSlow}[n%2])
				case 1:
					s.clock.advance(2 * time.Second)
				case 2, 3:
					_, _ = s.Settle(t.Context(), a.ID)
				case 4:
					_ = s.PaymentEvent(t.Context(), "sandbox", a.Payment.SessionID)
				default:
					if o, err := s.order(t.Context(), rivals[i-5], i, seatPrice); err == nil {
						_, _ = s.bank.Pay(t.Context(), o.Payment.SessionID, sandbox.CardSuccess)
					}
				}
			})
			must(t, s.PaymentEvent(t.Context(), "sandbox", a.Payment.SessionID)) // it may have been too early above
			jobs.advance(t.Context(), 24*time.Hour)
			if s.readOrder(t, a.ID).Bookings[0].Status == booking.Confirmed {
				kept++
			}
		}
		stop()
		s.books.mustBalance(t)
		printRow(4, "hold expiry on %s, all at one moment: %d rounds, the first kept the seat in %d; %d looks "+
			"meanwhile saw no seat twice", d,
			rounds, kept, looks.Load())
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
			wrong := &findings{}
			bookedSeats(wrong, all)
			if len(*wrong) > 0 {
				t.Error(*wrong)
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
