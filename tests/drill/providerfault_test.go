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

// shorten shortens the seconds of drill 8 where the short form runs.
func shorten(d time.Duration) time.Duration {
	if long {
		return d
	}
	return d / 10
}

// maxWait bounds a visitor's wait, whatever the provider does.
const maxWait = 20 * time.Second

// obstacle is what happens to one kind of call until it is healed.
type providerFault struct {
	call string
	// wait is the time until the provider sees the call, even if its caller still waits, unless it is healed before.
	wait      time.Duration
	cut       bool // the connection is cut,
	afterCall bool // after the provider has done the call

	mu        sync.Mutex
	cleared   chan struct{} // nil while there is no obstacle
	affected  int
	abandoned sync.WaitGroup // calls that their callers have abandoned
}

func (f *providerFault) String() string {
	switch {
	case f.wait > 0:
		return fmt.Sprintf("%s takes %s", f.call, f.wait)
	case f.afterCall:
		return f.call + " is cut after it was done"
	}
	return f.call + " is cut before"
}

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

// intercepts reports whether a call meets the obstacle, and returns a channel that is closed when it is healed.
func (f *providerFault) affects(call string) (cleared <-chan struct{}, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.cleared == nil || call != f.call {
		return nil, false
	}
	f.affected++
	return f.cleared, true
}

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

// course is a visitor's way from the cart to a cancelled order, with an obstacle in it.
type checkoutScenario struct {
	*shop
	*providerFault
	t       *testing.T
	visitor *visitor
	slowest time.Duration
	order   api.Order
}

func newCheckoutScenario(t *testing.T, o *providerFault, provider func(*sandbox.Provider) payment.Provider) *checkoutScenario {
	t.Helper()
	durations := booking.DefaultDurations
	durations.ProviderTimeout = shorten(durations.ProviderTimeout)
	if provider == nil {
		provider = intercept(o.interceptCall)
	}
	scenario := &checkoutScenario{t: t, providerFault: o, shop: onSQLite(t).open(t,
		shopOptions{clock: &clock{at: time.Now()}, durations: durations, wrapProvider: provider})}
	scenario.visitor = newVisitor(scenario.serve(t), 1)
	// A start that is more than a day ahead in Dubai too, in the evening of UTC: the refund is full.
	if a := scenario.visitor.add(t.Context(), choiceOfSeats(time.Now(), instant, single, 24, 1)); !a.ok() {
		t.Fatal(a)
	}
	return scenario
}

// request sends a visitor's request, and checks the response against the time limit and the ledger.
func (s *checkoutScenario) request(action string, send func() orderResponse) {
	s.t.Helper()
	began := time.Now()
	a := send()
	took := time.Since(began)
	s.slowest = max(s.slowest, took)
	if took > maxWait {
		s.t.Errorf("%s was answered after %s", action, took)
	}
	if !a.ok() {
		s.t.Fatalf("%s was answered %v", action, a)
	}
	s.order = a.order
	s.checkForGuesses(action)
}

// noteGuessedStates notes states that the visitor sees but the provider does not have.
func (s *checkoutScenario) checkForGuesses(action string) {
	s.t.Helper()
	captured, refunded, reserved := s.ledger()
	p := s.order.Payment
	if p.Captured > captured || p.Refunded > refunded || p.Authorised > captured+reserved && captured == 0 {
		s.t.Errorf("%s shows %d captured and %d refunded, the ledger %d and %d", action, p.Captured, p.Refunded,
			captured, refunded)
	}
	if s.order.Result == booking.Success && captured == 0 || s.order.Result == booking.Failed {
		s.t.Errorf("%s shows %s, the ledger %d captured", action, s.order.Result, captured)
	}
}

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

// pollOrder requests the order, two seconds after the previous poll: the provider is called no more often.
func (s *checkoutScenario) pollOrder(action string) {
	s.t.Helper()
	s.clock.advance(2 * time.Second)
	s.request(action, func() orderResponse { return s.visitor.order(s.t.Context(), s.order.Id) })
}

// payEveryPage pays all the pages that the provider has for the order: a visitor may have each of them in a tab.
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

func (s *checkoutScenario) clearFault() {
	s.setActive(false)
	s.abandoned.Wait()
}

// run makes the whole visit.
func (s *checkoutScenario) run() {
	s.setActive(s.call == start)
	s.request("checkout", func() orderResponse { return s.visitor.checkout(s.t.Context(), "the-key-of-this", seatPrice) })
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
	s.request("cancelling", func() orderResponse { return s.visitor.cancel(s.t.Context(), s.order.Id, item, seatPrice) })
	s.pollOrder("the cancelled order")
	s.clearFault()
	s.pollOrder("the cancelled order, later")
	if s.order.Payment.Refunded != seatPrice {
		s.t.Errorf("%d were given back", s.order.Payment.Refunded)
	}
	s.books.mustBalance(s.t)
}

func providerFaults() (all []*providerFault) {
	for _, call := range []string{start, state, capture, refund} {
		all = append(all,
			&providerFault{call: call, wait: shorten(5 * time.Second)},
			&providerFault{call: call, wait: maxWait + 5*time.Second},
			&providerFault{call: call, cut: true}, &providerFault{call: call, cut: true, afterCall: true})
	}
	return all
}

func TestASlowOrUnreachableProviderIsNeitherWaitedForNorGuessed(t *testing.T) {
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
					t.Error("the obstacle was never met")
				}
				mu.Lock()
				defer mu.Unlock()
				slowest, affected = max(slowest, scenario.slowest), affected+o.affected
			})
		}
	})
	pages := repeatWithoutKeys(t)
	wrong := assumeCaptureDone(t)
	printRow(8, "provider slow or cut: %d ways, met %d times: slowest answer %.1f s of %.0f s allowed, nothing "+
		"guessed, one page and one charge each; "+
		"control (a fresh key each time) %d pages for one order, both paid; control (a cut capture taken for done) "+
		"%d contradictions",
		len(providerFaults()), affected, slowest.Seconds(), maxWait.Seconds(), pages, wrong)
}

// repeatWithoutKeys is the control without keys: what was done before the cut is done again.
func repeatWithoutKeys(t *testing.T) (pages int) {
	o := &providerFault{call: start, cut: true, afterCall: true}
	scenario := newCheckoutScenario(t, o, func(p *sandbox.Provider) payment.Provider {
		return &freshKeys{interceptedProvider: interceptedProvider{p,
			o.interceptCall}}
	})
	scenario.setActive(true)
	scenario.request("checkout", func() orderResponse { return scenario.visitor.checkout(t.Context(), "the-key-of-this", seatPrice) })
	scenario.clearFault()
	scenario.pollOrder("the order")
	pages = scenario.payEveryPage()
	problems, err := scenario.books.contradictions(t.Context())
	must(t, err)
	if pages < 2 || len(problems) == 0 {
		t.Errorf("without keys there is %d page either, and %d contradictions", pages, len(problems))
	}
	return pages
}

// assumeCaptureDone is the control that takes a capture whose answer was cut for done.
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
		Key: "the-key-of-this", Cart: scenario.cart(t, choiceOfSeats(time.Now(), instant, single, 1, 1)), Buyer: buyer(1),
		Method: booking.Card,
		Total:  seatPrice,
	})
	must(t, err)
	scenario.pay(t, placed, sandbox.CardSuccess)
	_, err = scenario.Settle(t.Context(), placed.ID)
	must(t, err)
	problems, err := scenario.books.contradictions(t.Context())
	must(t, err)
	if len(problems) == 0 {
		t.Error("a guess is not noticed")
	}
	return len(problems)
}
