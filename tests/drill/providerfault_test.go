package drill_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// shorten returns a duration, or a tenth of it in the short form of the drill.
func shorten(d time.Duration) time.Duration {
	if long {
		return d
	}
	return d / 10
}

// maxWait bounds the time of a visitor's request, whatever the provider does.
const maxWait = 20 * time.Second

// providerFault delays or cuts one kind of call of the provider until it is cleared.
type providerFault struct {
	call string
	// wait is the delay until the provider gets the call, which ends early when the fault is cleared.
	wait      time.Duration
	cut       bool // the connection is cut before the call is carried out
	afterCall bool // cut after it instead

	mu        sync.Mutex
	cleared   chan struct{}  // closed when the fault is cleared; nil while there is none
	affected  int            // the number of calls
	abandoned sync.WaitGroup // delayed calls, whose callers may have given up
}

func (f *providerFault) String() string {
	switch {
	case f.wait > 0:
		return fmt.Sprintf("%s takes %s", f.call, f.wait)
	case f.afterCall:
		return f.call + " is cut after it was carried out"
	}
	return f.call + " is cut before it is carried out"
}

// setActive starts or clears the fault.
func (f *providerFault) setActive(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case on && f.cleared == nil:
		f.cleared = make(chan struct{})
	case !on && f.cleared != nil:
		close(f.cleared)
		f.cleared = nil
	}
}

// affects reports whether the fault affects a call, and returns a channel that is closed when the fault is cleared.
func (f *providerFault) affects(call string) (cleared <-chan struct{}, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.cleared == nil || call != f.call {
		return nil, false
	}
	f.affected++
	return f.cleared, true
}

// interceptCall makes a call with the fault.
func (f *providerFault) interceptCall(ctx context.Context, call string, do action) (any, error) {
	cleared, affected := f.affects(call)
	if !affected {
		return do(ctx)
	}
	if f.cut {
		if f.afterCall {
			_, _ = do(ctx)
		}
		return nil, errReset
	}
	type result struct {
		answer any
		err    error
	}
	outcomes := make(chan result, 1)
	f.abandoned.Go(func() {
		select {
		case <-time.After(f.wait):
		case <-cleared:
		}
		answer, err := do(context.WithoutCancel(ctx))
		outcomes <- result{answer, err}
	})
	select {
	case r := <-outcomes:
		return r.answer, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// checkoutScenario is a visit from the cart to a cancelled order, with a fault of the provider.
type checkoutScenario struct {
	*shop
	*providerFault
	t       *testing.T
	visitor *visitor
	slowest time.Duration
	order   api.Order
}

// newCheckoutScenario opens a shop with a fault, or another provider, and a visitor with an item in the cart.
func newCheckoutScenario(t *testing.T, o *providerFault,
	provider func(*sandbox.Provider) payment.Provider) *checkoutScenario {
	t.Helper()
	durations := booking.DefaultDurations
	durations.ProviderTimeout = shorten(durations.ProviderTimeout)
	if provider == nil {
		provider = intercept(o.interceptCall)
	}
	scenario := &checkoutScenario{t: t, providerFault: o, shop: onSQLite(t).open(t,
		shopOptions{clock: &clock{at: time.Now()}, durations: durations, wrapProvider: provider})}
	scenario.visitor = newVisitor(scenario.serve(t), 1)
	// The start must be more than a day ahead even when it is evening in UTC, so that the refund is full.
	if a := scenario.visitor.add(t.Context(), choiceOfSeats(time.Now(), instant, single, 24, 1)); !a.ok() {
		t.Fatal(a)
	}
	return scenario
}

// request sends a visitor's request, and checks the time and the response: the order may show no state that the
// provider does not have.
func (s *checkoutScenario) request(action string, send func() orderResponse) {
	s.t.Helper()
	began := time.Now()
	a := send()
	took := time.Since(began)
	s.slowest = max(s.slowest, took)
	if took > maxWait {
		s.t.Errorf("%s took %s", action, took)
	}
	if !a.ok() {
		s.t.Fatalf("%s: %v", action, a)
	}
	s.order = a.order
	s.checkForGuesses(action)
}

// checkForGuesses fails the test if the order shows payments or a result that contradict the provider's ledger.
func (s *checkoutScenario) checkForGuesses(action string) {
	s.t.Helper()
	captured, refunded, reserved := s.ledger()
	p := s.order.Payment
	if p.Captured > captured || p.Refunded > refunded || p.Authorised > captured+reserved && captured == 0 {
		s.t.Errorf("%s shows %d captured and %d refunded, the ledger has %d and %d", action, p.Captured, p.Refunded,
			captured, refunded)
	}
	if s.order.Result == booking.Success && captured == 0 || s.order.Result == booking.Failed {
		s.t.Errorf("%s shows %s, the ledger has %d captured", action, s.order.Result, captured)
	}
}

// ledger returns the sums of the provider's sessions.
func (s *checkoutScenario) ledger() (captured, refunded, reserved int64) {
	s.t.Helper()
	sessions, err := s.sandbox.Sessions(s.t.Context())
	must(s.t, err)
	for _, session := range sessions {
		captured, refunded = captured+session.Captured, refunded+session.Refunded
		if session.Status == payment.Authorised {
			reserved += session.Authorised
		}
	}
	return captured, refunded, reserved
}

// pollOrder fetches the order two seconds after the last request, since polls call the provider no more often.
func (s *checkoutScenario) pollOrder(action string) {
	s.t.Helper()
	s.clock.advance(2 * time.Second)
	s.request(action, func() orderResponse { return s.visitor.order(s.t.Context(), s.order.Id) })
}

// payEveryPage pays all payment pages that the provider has, as a visitor could with each page in a tab. It returns how
// many sessions the provider has.
func (s *checkoutScenario) payEveryPage() (pages int) {
	s.t.Helper()
	sessions, err := s.sandbox.Sessions(s.t.Context())
	must(s.t, err)
	for _, session := range sessions {
		if session.Status == payment.Open {
			_, err := s.sandbox.Pay(s.t.Context(), session.Session, sandbox.CardSuccess)
			must(s.t, err)
		}
	}
	return len(sessions)
}

// clearFault clears the fault and waits for delayed calls.
func (s *checkoutScenario) clearFault() {
	s.setActive(false)
	s.abandoned.Wait()
}

// run runs the visit: checkout, payment and cancellation, with the fault active for the calls that it affects.
func (s *checkoutScenario) run() {
	s.setActive(s.call == start)
	s.request("checkout", func() orderResponse {
		return s.visitor.checkout(s.t.Context(), "the-key-of-this", seatPrice)
	})
	if s.order.Result != booking.InProgress {
		s.t.Errorf("after checkout the order is %s", s.order.Result)
	}
	s.pollOrder("the order before it is paid")
	s.clearFault()
	s.pollOrder("the order")
	if s.order.Payment.Url == "" {
		s.t.Error("there is no payment page")
	}
	if pages := s.payEveryPage(); pages != 1 {
		s.t.Errorf("the provider has %d payment pages", pages)
	}
	s.setActive(s.call == state || s.call == capture)
	s.pollOrder("the order that was paid")
	s.pollOrder("the order that was paid, once more")
	s.clearFault()
	s.pollOrder("the order, later")
	if s.order.Result != booking.Success {
		s.t.Errorf("in the end the order is %s", s.order.Result)
	}
	s.books.mustBalance(s.t)
	s.setActive(s.call == refund)
	item := s.order.Bookings[0].Id
	s.request("cancellation", func() orderResponse {
		return s.visitor.cancel(s.t.Context(), s.order.Id, item, seatPrice)
	})
	s.pollOrder("the cancelled order")
	s.clearFault()
	s.pollOrder("the cancelled order, later")
	if s.order.Payment.Refunded != seatPrice {
		s.t.Errorf("%d were refunded", s.order.Payment.Refunded)
	}
	s.books.mustBalance(s.t)
}

// providerFaults returns four faults for each kind of call: a short and a long delay, and a cut before and after it.
func providerFaults() (all []*providerFault) {
	for _, call := range []string{start, state, capture, refund} {
		all = append(all,
			&providerFault{call: call, wait: shorten(5 * time.Second)},
			&providerFault{call: call, wait: maxWait + 5*time.Second},
			&providerFault{call: call, cut: true}, &providerFault{call: call, cut: true, afterCall: true})
	}
	return all
}

func TestProviderFaultsDelayNoVisitorAndNoStateIsGuessed(t *testing.T) {
	var (
		mu       sync.Mutex
		slowest  time.Duration
		affected int
	)
	t.Run("all", func(t *testing.T) {
		for _, o := range providerFaults() {
			t.Run(o.String(), func(t *testing.T) {
				t.Parallel()
				scenario := newCheckoutScenario(t, o, nil)
				scenario.run()
				if o.affected == 0 {
					t.Error("the fault affected no call")
				}
				mu.Lock()
				defer mu.Unlock()
				slowest, affected = max(slowest, scenario.slowest), affected+o.affected
			})
		}
	})
	pages := repeatWithoutKeys(t)
	wrong := assumeCaptureDone(t)
	printRow(8, "provider slow or cut: %d faults, %d calls affected: slowest response %.1f s of %.0f s allowed, no "+
		"state guessed, one page and one charge each; control (a new idempotency key for each call): %d pages for "+
		"one order, all paid; control (a cut capture assumed done): %d contradictions", len(providerFaults()), affected,
		slowest.Seconds(), maxWait.Seconds(), pages, wrong)
}

// repeatWithoutKeys is the control without idempotency keys: a call that was cut after it was carried out is carried
// out again. It returns the number of payment pages.
func repeatWithoutKeys(t *testing.T) (pages int) {
	o := &providerFault{call: start, cut: true, afterCall: true}
	scenario := newCheckoutScenario(t, o, func(p *sandbox.Provider) payment.Provider {
		return &freshKeysProvider{interceptedProvider: interceptedProvider{p,
			o.interceptCall}}
	})
	scenario.setActive(true)
	scenario.request("checkout", func() orderResponse {
		return scenario.visitor.checkout(t.Context(), "the-key-of-this", seatPrice)
	})
	scenario.clearFault()
	scenario.pollOrder("the order")
	pages = scenario.payEveryPage()
	problems, err := scenario.books.contradictions(t.Context())
	must(t, err)
	if pages < 2 || len(problems) == 0 {
		t.Errorf("without idempotency keys there are %d pages and %d contradictions", pages, len(problems))
	}
	return pages
}

// assumeCaptureDone is the control that assumes that a cut capture was done. It returns the number of contradictions.
func assumeCaptureDone(t *testing.T) int {
	o := &providerFault{call: capture, cut: true}
	scenario := newCheckoutScenario(t, o, intercept(func(ctx context.Context, call string, do action) (any, error) {
		result, err := o.interceptCall(ctx, call, do)
		if call == capture && err != nil {
			return payment.State{Status: payment.Captured, Authorised: seatPrice, Captured: seatPrice}, nil
		}
		return result, err
	}))
	o.setActive(true)
	placed, err := scenario.Checkout(t.Context(), testDeployment, booking.Checkout{
		Key: "the-key-of-this", Cart: scenario.cart(t, choiceOfSeats(time.Now(), instant, single, 1, 1)),
		Buyer: buyer(1), Method: booking.Card, Total: seatPrice,
	})
	must(t, err)
	scenario.pay(t, placed, sandbox.CardSuccess)
	_, err = scenario.Settle(t.Context(), placed.ID)
	must(t, err)
	problems, err := scenario.books.contradictions(t.Context())
	must(t, err)
	if len(problems) == 0 {
		t.Error("a capture that was assumed done causes no contradiction")
	}
	return len(problems)
}
