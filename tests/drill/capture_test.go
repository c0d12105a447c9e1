package drill_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// captureScenario is two weeks of a shop whose suppliers confirm or reject bookings late, or never.
type captureScenario struct {
	*shop
	t             *testing.T
	jobs          *jobRunner
	orders        []booking.Order
	accepted      map[string]bool // by booking id: the supplier's decision, if it came in time
	lateDecisions int             // pairs of decisions that came after the booking was released
}

// authorisationLifetime is how long an authorisation lasts: a week with most cards.
var authorisationLifetime = time.Duration(sized(3, 7)) * 24 * time.Hour

// newCaptureScenario opens a shop and places n orders.
func newCaptureScenario(t *testing.T, d database, n int,
	provider func(*sandbox.Provider) payment.Provider) *captureScenario {
	t.Helper()
	s := &captureScenario{t: t, accepted: map[string]bool{}}
	s.shop, s.jobs = d.openWithJobs(t, shopOptions{authorisationLifetime: authorisationLifetime,
		wrapProvider: provider})
	must(t, s.NewPromoCode(t.Context(), booking.PromoCode{Deployment: deployment, Code: "THIRD", Percent: 33}))
	for i := range n {
		s.placeOrder(i)
	}
	return s
}

// placeOrder orders and pays for two to four items of both suppliers, in the next three weeks, some with a promo code.
// For most bookings on request it schedules two concurrent decisions, some of them after the authorisation has lapsed.
func (s *captureScenario) placeOrder(i int) {
	var (
		choices []booking.Choice
		total   int64
	)
	split := i%4 == 0 // one item of each supplier; the second supplier never decides
	for k := range 2 + rand.IntN(3) {
		quantity, product := 1+rand.IntN(3), products[rand.IntN(2)]
		if split && k < 2 {
			product = products[k]
		}
		choices = append(choices, choiceOfSeats(s.clock.now(), product, wide, rand.IntN(24*20), quantity))
		total += int64(quantity) * seatPrice
	}
	cart := s.cart(s.t, choices...)
	if i%3 == 0 {
		_, err := s.ApplyPromo(s.t.Context(), testDeployment, cart, "THIRD")
		must(s.t, err)
		total -= (total*33 + 50) / 100
	}
	o, err := s.order(s.t.Context(), cart, i, total)
	must(s.t, err)
	s.pay(s.t, o, sandbox.CardSuccess)
	s.orders = append(s.orders, o)
	for k, b := range o.Bookings {
		if b.Choice.Product == onRequest && rand.IntN(4) > 0 && !(split && k == 1) {
			s.jobs.schedule(s.clock.now().Add(rand.N(authorisationLifetime*5/4)), func() { s.decideTwice(o.ID, b.ID) })
		}
	}
}

// decideTwice has two operators decide on a booking at once. At most one decision may succeed.
func (s *captureScenario) decideTwice(order, item string) {
	decisions := []bool{rand.IntN(3) > 0, rand.IntN(3) > 0}
	decided := 0
	failures := make([]error, 2)
	concurrently(2, func(i int) { _, failures[i] = s.Decide(s.t.Context(), order, item, decisions[i]) })
	for i, err := range failures {
		switch {
		case err == nil:
			decided++
			s.accepted[item] = decisions[i]
		case !fault.Is(err, fault.NotPossible):
			s.t.Error(err)
		}
	}
	if decided > 1 {
		s.t.Errorf("booking %s was decided twice", item)
	}
	if decided == 0 {
		s.lateDecisions++
	}
}

// outcome sums up the amounts of a scenario, and counts the bookings and the orders that went wrong.
type outcome struct {
	authorised, captured, confirmed     int64
	bookings, mismatched, wrongDecision int // wrongDecision: bookings that contradict their supplier
}

// outcome compares the orders with the suppliers' decisions and the provider's ledger.
func (s *captureScenario) outcome() (out outcome) {
	s.t.Helper()
	ledger, err := s.sandbox.Ledger(s.t.Context())
	must(s.t, err)
	captured := map[string]int64{}
	for _, e := range ledger {
		switch e.Kind {
		case sandbox.Captured:
			captured[e.Session] += e.Amount
			out.captured += e.Amount
		case sandbox.Authorised:
			out.authorised += e.Amount
		}
	}
	for _, o := range s.orders {
		o = s.readOrder(s.t, o.ID)
		sum := int64(0)
		for _, b := range o.Bookings {
			out.bookings++
			wanted := b.Choice.Product == instant || s.accepted[b.ID]
			if wanted != (b.Status == booking.Confirmed) {
				out.wrongDecision++
			}
			if b.Status == booking.Confirmed {
				sum += b.Amount
			}
		}
		out.confirmed += sum
		if captured[o.Payment.SessionID] != sum {
			out.mismatched++
		}
	}
	return out
}

// overCapturingProvider captures the whole authorised amount, whatever was confirmed.
type overCapturingProvider struct{ *sandbox.Provider }

func (p overCapturingProvider) Capture(ctx context.Context, id string, amount int64, key string) (payment.State,
	error) {
	current, err := p.State(ctx, id)
	if err != nil {
		return current, err
	}
	return p.Provider.Capture(ctx, id, current.Authorised, key)
}

// orderCount returns the number of orders of a scenario: fewer on PostgreSQL, where each hourly poll of an order costs
// a round trip.
func orderCount(d database) int {
	if d.DSN != "" {
		return sized(6, 80)
	}
	return sized(20, 300)
}

func TestCapturedAmountIsThatOfConfirmedBookings(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		n := orderCount(d)
		s := newCaptureScenario(t, d, n, nil)
		s.jobs.advance(t.Context(), 14*24*time.Hour)
		got := s.outcome()
		if got.mismatched+got.wrongDecision > 0 || got.captured != got.confirmed || got.captured == 0 ||
			got.captured == got.authorised {
			t.Errorf("%+v", got)
		}
		s.books.mustBalance(t)

		controlOrders := sized(4, 20)
		control := newCaptureScenario(t, newDatabase(t), controlOrders,
			func(p *sandbox.Provider) payment.Provider { return overCapturingProvider{p} })
		control.jobs.advance(t.Context(), 14*24*time.Hour)
		controlOutcome := control.outcome()
		if controlOutcome.mismatched == 0 {
			t.Error("the control captured no more than was confirmed")
		}
		printRow(9, "authorise, then capture on %s: %d orders of %d bookings past the end of their authorisation: %d "+
			"authorised, %d captured, %d confirmed, %d orders with another amount, %d decisions too late; control "+
			"(the authorised amount is captured): %d of %d orders with another amount", d, n, got.bookings,
			got.authorised, got.captured, got.confirmed, got.mismatched, s.lateDecisions, controlOutcome.mismatched,
			controlOrders)
	})
}

// TestLapsedAuthorisationConfirmsNoBooking settles orders only after their authorisations have lapsed: no money can
// be captured, so no booking may be confirmed.
func TestLapsedAuthorisationConfirmsNoBooking(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		n := orderCount(d)
		s := newCaptureScenario(t, d, n, nil)
		s.clock.advance(authorisationLifetime + time.Hour)
		s.jobs.advance(t.Context(), 14*24*time.Hour)
		got := s.outcome()
		if got.captured+got.confirmed > 0 || got.authorised == 0 {
			t.Errorf("%+v", got)
		}
		results := map[string]int{}
		for _, o := range s.orders {
			o = s.readOrder(t, o.ID)
			results[fmt.Sprint(o.Result(), " ", o.Payment.Status)]++
		}
		s.books.mustBalance(t)
		printRow(9, "authorisations that lapse before any settling on %s: %d orders: %d authorised, %d captured, %d "+
			"confirmed; %v", d, n, got.authorised, got.captured, got.confirmed, results)
	})
}
