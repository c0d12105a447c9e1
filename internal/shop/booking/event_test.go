package booking_test

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/core/trail"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/store/sqlstore"
)

// recordEvents makes a new Service, whose log and events are recorded.
func (w *world) recordEvents() (log *bytes.Buffer, events func() []booking.EventKind) {
	log = &bytes.Buffer{}
	var kinds []booking.EventKind
	w.Service = booking.New(booking.Config{
		Store: w.store, Catalog: w.catalog, Providers: map[string]payment.Provider{w.sandbox.Name(): w.sandbox},
		Provider: w.sandbox.Name(),
		Log:      slog.New(trail.LogHandler(slog.NewTextHandler(log, nil))), Now: w.clock,
	})
	w.Observe(func(e booking.Event) { kinds = append(kinds, e.Kind) })
	return log, func() []booking.EventKind {
		got := kinds
		kinds = nil
		return got
	}
}

func TestEveryChangeOfAnOrderIsOneEventWithoutPersonalData(t *testing.T) {
	w := newWorld(t)
	log, events := w.recordEvents()
	is := func(want ...booking.EventKind) {
		t.Helper()
		if got := events(); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	w.ctx = trail.NewContext(w.ctx, trail.Trail{Request: "5f2c", Actor: trail.Visitor})
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 2))
	is(booking.OrderPlaced, booking.PageOpened)
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	is(booking.MoneyAuthorised, booking.MoneyCaptured, booking.BookingConfirmed, booking.OrderOutcome)
	w.settleOrder(o)
	is()
	w.ctx = trail.WithActor(w.ctx, trail.Operator("amina"))
	quote, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], nil)
	w.must(err)
	_, err = w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, nil, quote)
	w.must(err)
	is(booking.BookingCancelled, booking.RefundOwed, booking.MoneyRefunded)

	for _, line := range strings.Split(strings.TrimSpace(log.String()), "\n") {
		for _, want := range []string{"reference=" + o.Reference, "order=" + o.ID, "deployment=wayfare", "request=5f2c",
			"actor="} {
			if strings.Count(line, want) != 1 {
				t.Errorf("%q is not once in %s", want, line)
			}
		}
		if strings.Contains(line, "example.com") || strings.Contains(line, "Amina") {
			t.Errorf("a person is named: %s", line)
		}
	}
	for _, want := range []string{
		`msg="order placed" deployment=wayfare`, "actor=visitor", "provider=sandbox", `msg="booking cancelled"`,
		"booking=" + o.Reference + "/1", "actor=operator:amina",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is not in %s", want, log)
		}
	}
}

func TestAbandonedCheckoutIsNotReportedAsAFailedPayment(t *testing.T) {
	w := newWorld(t)
	_, events := w.recordEvents()
	o := w.order("left", booking.Card, dunesChoice(day, afternoon, 1))
	w.advance(2 * time.Hour)
	w.settleOrder(o)
	want := []booking.EventKind{booking.OrderPlaced, booking.PageOpened, booking.BookingExpired, booking.OrderAbandoned}
	if got := events(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestJobsCarryTheTrailOfTheirOrder(t *testing.T) {
	w := newWorld(t)
	w.ctx = trail.NewContext(w.ctx, trail.Trail{Request: "5f2c", Actor: trail.Visitor})
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
	jobs, err := w.store.Jobs().List(w.ctx, sqlstore.JobFilter{})
	w.must(err)
	if len(jobs) < 2 {
		t.Fatalf("%d jobs", len(jobs))
	}
	for _, j := range jobs {
		if j.Trail.Reference != o.Reference || j.Trail.Deployment != "wayfare" || j.Trail.Request != "5f2c" ||
			j.Trail.Actor != trail.Visitor {
			t.Errorf("%s: %+v", j.Kind, j.Trail)
		}
	}
}

// stateHook is a provider that counts the calls of State.
type stateHook struct {
	payment.Provider
	states atomic.Int32
}

func (a *stateHook) State(ctx context.Context, session string) (payment.State, error) {
	a.states.Add(1)
	return a.Provider.State(ctx, session)
}

func TestPollsOfAnOrderCallTheProviderAtMostEveryTwoSeconds(t *testing.T) {
	w := newWorld(t)
	counted := &stateHook{Provider: w.sandbox}
	w.Service = w.serviceWith(counted)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
	poll := func() booking.Order {
		t.Helper()
		o, err := w.Order(w.ctx, wayfare, visitorWithCart("cart"), o.ID)
		w.must(err)
		return o
	}
	for range 10 {
		poll()
	}
	if n := counted.states.Load(); n != 1 {
		t.Errorf("10 polls made %d calls", n)
	}
	// The next poll has the state after an event without another call.
	w.pay(o, goodCard)
	w.must(w.PaymentEvent(w.ctx, counted.Name(), o.Payment.SessionID))
	calls := counted.states.Load()
	if got := poll(); got.Result() != booking.Success || counted.states.Load() != calls {
		t.Errorf("%s after the event, %d calls more", got.Result(), counted.states.Load()-calls)
	}
}

func TestPollDetectsAPaymentWithoutAnEvent(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
	_, err := w.Order(w.ctx, wayfare, visitorWithCart("cart"), o.ID)
	w.must(err)
	w.pay(o, goodCard)
	w.advance(2 * time.Second)
	got, err := w.Order(w.ctx, wayfare, visitorWithCart("cart"), o.ID)
	w.must(err)
	w.wantOrder(got, booking.Success, booking.PaymentCaptured, booking.Confirmed)
}
