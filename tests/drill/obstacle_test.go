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
type obstacle struct {
	call string
	// wait is the time until the provider sees the call, even if its caller still waits, unless it is healed before.
	wait  time.Duration
	reset bool // the connection is cut,
	done  bool // after the provider has done the call

	mu     sync.Mutex
	healed chan struct{} // nil while there is no obstacle
	met    int
	behind sync.WaitGroup // calls that their callers have abandoned
}

func (o *obstacle) String() string {
	switch {
	case o.wait > 0:
		return fmt.Sprintf("%s takes %s", o.call, o.wait)
	case o.done:
		return o.call + " is cut after it was done"
	}
	return o.call + " is cut before"
}

func (o *obstacle) setActive(on bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case on && o.healed == nil:
		o.healed = make(chan struct{})
	case !on && o.healed != nil:
		close(o.healed)
		o.healed = nil
	}
}

// intercepts reports whether a call meets the obstacle, and returns a channel that is closed when it is healed.
func (o *obstacle) intercepts(call string) (healed <-chan struct{}, met bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.healed == nil || call != o.call {
		return nil, false
	}
	o.met++
	return o.healed, true
}

func (o *obstacle) interceptCall(ctx context.Context, call string, do action) (any, error) {
	healed, met := o.intercepts(call)
	if !met {
		return do(ctx)
	}
	if o.reset {
		if o.done {
			_, _ = do(ctx)
		}
		return nil, errReset
	}
	type result struct {
		answer any
		err    error
	}
	results := make(chan result, 1)
	o.behind.Go(func() {
		select {
		case <-time.After(o.wait):
		case <-healed:
		}
		answer, err := do(context.WithoutCancel(ctx))
		results <- result{answer, err}
	})
	select {
	case r := <-results:
		return r.answer, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// course is a visitor's way from the cart to a cancelled order, with an obstacle in it.
type course struct {
	*shop
	*obstacle
	t       *testing.T
	visitor *visitor
	slowest time.Duration
	order   api.Order
}

func newCourse(t *testing.T, o *obstacle, provider func(*sandbox.Provider) payment.Provider) *course {
	t.Helper()
	terms := booking.DefaultDurations
	terms.ProviderTimeout = shorten(terms.ProviderTimeout)
	if provider == nil {
		provider = intercept(o.interceptCall)
	}
	c := &course{t: t, obstacle: o, shop: onSQLite(t).open(t,
		shopParts{clock: &clock{at: time.Now()}, terms: terms, provider: provider})}
	c.visitor = newVisitor(c.serve(t), 1)
	// A start that is more than a day ahead in Dubai too, in the evening of UTC: the refund is full.
	if a := c.visitor.add(t.Context(), choiceOfSeats(time.Now(), instant, single, 24, 1)); !a.ok() {
		t.Fatal(a)
	}
	return c
}

// request sends a visitor's request, and checks the response against the time limit and the ledger.
func (c *course) request(what string, send func() answer) {
	c.t.Helper()
	began := time.Now()
	a := send()
	took := time.Since(began)
	c.slowest = max(c.slowest, took)
	if took > maxWait {
		c.t.Errorf("%s was answered after %s", what, took)
	}
	if !a.ok() {
		c.t.Fatalf("%s was answered %v", what, a)
	}
	c.order = a.order
	c.noteGuessedStates(what)
}

// noteGuessedStates notes states that the visitor sees but the provider does not have.
func (c *course) noteGuessedStates(what string) {
	c.t.Helper()
	captured, refunded, reserved := c.ledger()
	p := c.order.Payment
	if p.Captured > captured || p.Refunded > refunded || p.Authorised > captured+reserved && captured == 0 {
		c.t.Errorf("%s shows %d captured and %d refunded, the ledger %d and %d", what, p.Captured, p.Refunded,
			captured, refunded)
	}
	if c.order.Result == booking.Success && captured == 0 || c.order.Result == booking.Failed {
		c.t.Errorf("%s shows %s, the ledger %d captured", what, c.order.Result, captured)
	}
}

func (c *course) ledger() (captured, refunded, reserved int64) {
	c.t.Helper()
	sessions, err := c.bank.Sessions(c.t.Context())
	must(c.t, err)
	for _, s := range sessions {
		captured, refunded = captured+s.Captured, refunded+s.Refunded
		if s.Status == payment.Authorised {
			reserved += s.Authorised
		}
	}
	return captured, refunded, reserved
}

// pollOrder requests the order, two seconds after the previous poll: the provider is called no more often.
func (c *course) pollOrder(what string) {
	c.t.Helper()
	c.clock.advance(2 * time.Second)
	c.request(what, func() answer { return c.visitor.order(c.t.Context(), c.order.Id) })
}

// payEveryPage pays all the pages that the provider has for the order: a visitor may have each of them in a tab.
func (c *course) payEveryPage() (pages int) {
	c.t.Helper()
	sessions, err := c.bank.Sessions(c.t.Context())
	must(c.t, err)
	for _, s := range sessions {
		if s.Status == payment.Open {
			_, err := c.bank.Pay(c.t.Context(), s.Session, sandbox.CardSuccess)
			must(c.t, err)
		}
	}
	return len(sessions)
}

func (c *course) heal() {
	c.setActive(false)
	c.behind.Wait()
}

// run makes the whole visit.
func (c *course) run() {
	c.setActive(c.call == start)
	c.request("checkout", func() answer { return c.visitor.checkout(c.t.Context(), "the-key-of-this", seatPrice) })
	if c.order.Result != booking.InProgress {
		c.t.Errorf("after checkout the order is %s", c.order.Result)
	}
	c.pollOrder("the order before it is paid")
	c.heal()
	c.pollOrder("the order")
	if c.order.Payment.Url == "" {
		c.t.Error("there is no payment page")
	}
	if pages := c.payEveryPage(); pages != 1 {
		c.t.Errorf("the provider has %d payment pages", pages)
	}
	c.setActive(c.call == state || c.call == capture)
	c.pollOrder("the order that was paid")
	c.pollOrder("the order that was paid, once more")
	c.heal()
	c.pollOrder("the order, later")
	if c.order.Result != booking.Success {
		c.t.Errorf("in the end the order is %s", c.order.Result)
	}
	c.books.mustBalance(c.t)
	c.setActive(c.call == refund)
	item := c.order.Bookings[0].Id
	c.request("cancelling", func() answer { return c.visitor.cancel(c.t.Context(), c.order.Id, item, seatPrice) })
	c.pollOrder("the cancelled order")
	c.heal()
	c.pollOrder("the cancelled order, later")
	if c.order.Payment.Refunded != seatPrice {
		c.t.Errorf("%d were given back", c.order.Payment.Refunded)
	}
	c.books.mustBalance(c.t)
}

func obstacles() (all []*obstacle) {
	for _, call := range []string{start, state, capture, refund} {
		all = append(all,
			&obstacle{call: call, wait: shorten(5 * time.Second)},
			&obstacle{call: call, wait: maxWait + 5*time.Second},
			&obstacle{call: call, reset: true}, &obstacle{call: call, reset: true, done: true})
	}
	return all
}

func TestASlowOrUnreachableProviderIsNeitherWaitedForNorGuessed(t *testing.T) {
	var (
		mu      sync.Mutex
		slowest time.Duration
		met     int
	)
	t.Run("all", func(t *testing.T) {
		for _, o := range obstacles() {
			t.Run(o.String(), func(t *testing.T) {
				t.Parallel()
				c := newCourse(t, o, nil)
				c.run()
				if o.met == 0 {
					t.Error("the obstacle was never met")
				}
				mu.Lock()
				defer mu.Unlock()
				slowest, met = max(slowest, c.slowest), met+o.met
			})
		}
	})
	pages := repeatWithoutKeys(t)
	wrong := assumeCaptureDone(t)
	printRow(8, "provider slow or cut: %d ways, met %d times: slowest answer %.1f s of %.0f s allowed, nothing "+
		"guessed, one page and one charge each; "+
		"control (a fresh key each time) %d pages for one order, both paid; control (a cut capture taken for done) "+
		"%d contradictions",
		len(obstacles()), met, slowest.Seconds(), maxWait.Seconds(), pages, wrong)
}

// repeatWithoutKeys is the control without keys: what was done before the cut is done again.
func repeatWithoutKeys(t *testing.T) (pages int) {
	o := &obstacle{call: start, reset: true, done: true}
	c := newCourse(t, o, func(p *sandbox.Provider) payment.Provider {
		return &freshKeys{interceptedProvider: interceptedProvider{p,
			o.interceptCall}}
	})
	c.setActive(true)
	c.request("checkout", func() answer { return c.visitor.checkout(t.Context(), "the-key-of-this", seatPrice) })
	c.heal()
	c.pollOrder("the order")
	pages = c.payEveryPage()
	wrong, err := c.books.contradictions(t.Context())
	must(t, err)
	if pages < 2 || len(wrong) == 0 {
		t.Errorf("without keys there is %d page either, and %d contradictions", pages, len(wrong))
	}
	return pages
}

// assumeCaptureDone is the control that takes a capture whose answer was cut for done.
func assumeCaptureDone(t *testing.T) int {
	o := &obstacle{call: capture, reset: true}
	c := newCourse(t, o, intercept(func(ctx context.Context, call string, do action) (any, error) {
		answer, err := o.interceptCall(ctx, call, do)
		if call == capture && err != nil {
			return payment.State{Status: payment.Captured, Authorised: seatPrice, Captured: seatPrice}, nil
		}
		return answer, err
	}))
	o.setActive(true)
	placed, err := c.Checkout(t.Context(), testDeployment, booking.Checkout{
		Key: "the-key-of-this", Cart: c.cart(t, choiceOfSeats(time.Now(), instant, single, 1, 1)), Buyer: buyer(1),
		Method: booking.Card,
		Total:  seatPrice,
	})
	must(t, err)
	c.pay(t, placed, sandbox.CardSuccess)
	_, err = c.Settle(t.Context(), placed.ID)
	must(t, err)
	wrong, err := c.books.contradictions(t.Context())
	must(t, err)
	if len(wrong) == 0 {
		t.Error("a guess is not noticed")
	}
	return len(wrong)
}
