// Package paymenttest tests the behaviour that every payment provider must have, so that orders do not depend on one.
package paymenttest

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"storefront/internal/shop/payment"
)

// Harness is a provider with functions for its visitor and its clock.
type Harness struct {
	Provider payment.Provider
	// Pay pays with a good card. It returns an error if the page accepts none any more.
	Pay func(session string) error
	// Decline tries a card that is declined.
	Decline func(session string) error
	// Stall pays with a card whose bank does not respond yet; Settle lets it respond.
	Stall  func(session string) error
	Settle func(session string)
	// PayDisputed pays with a card whose buyer disputes the payment once it is captured. PayUnrefundable pays with one
	// whose refunds fail some time after they were made, and FailRefund lets that time pass.
	PayDisputed     func(session string) error
	PayUnrefundable func(session string) error
	FailRefund      func(session string)
	// Lapse lets the lifetime of an authorisation pass, and Expire that of the page.
	Lapse  func(session string)
	Expire func(session string)
}

// total is the total of each session of the suite.
const total = 39550

// Request is a payment of AED 395.50 in two lines.
func Request(key string) payment.Request {
	return payment.Request{
		Key: key, Order: "order-" + key, Reference: "AB12CD", Seller: "Dubai Tours", Language: "en",
		Email:    "guest@example.com",
		Currency: "AED", Exponent: 2, Total: total,
		Lines: []payment.Line{{Title: "Desert safari", Detail: "2 adults", Amount: 39000},
			{Title: "Pickup", Amount: 550}},
		ReturnURL: "https://dubai.example/orders/1", CancelURL: "https://dubai.example/checkout",
		ExpiresAt: time.Now().Add(time.Hour),
	}
}

// suite has the sessions of one test.
type suite struct {
	*testing.T
	Harness
	n int
}

// Run tests that a provider fulfils the contract of payment.Provider. open is called for every test.
func Run(t *testing.T, open func(*testing.T) Harness) {
	for _, promise := range []struct {
		name string
		keep func(*suite)
	}{
		{"the same key opens the same session", oneSessionPerKey},
		{"a key of another payment is refused", startWithReusedKey},
		{"every call reports an unknown session", unknown},
		{"a new session is open and has moved nothing", newSession},
		{"paying authorises the total and captures nothing", authorises},
		{"a declined card leaves the page open for another", declined},
		{"a processing payment is neither captured nor voided", stalled},
		{"an unpaid session is not captured", captureUnpaid},
		{"a capture takes a part and releases the rest", capturePart},
		{"a session is captured once", captureTwice},
		{"a repeated capture changes nothing and returns the same", captureAgain},
		{"a capture's key is refused with another amount", captureReused},
		{"no more is captured than was authorised", captureMore},
		{"twenty captures at once with one key take the money once", captureParallel},
		{"twenty captures at once with twenty keys take the money once", captureRace},
		{"a voided authorisation is never captured", voidAuthorised},
		{"a voided page accepts no payment", voidOpen},
		{"voiding again changes nothing", voidAgain},
		{"a captured payment is not voided", voidCaptured},
		{"refunds never exceed the captured amount", refunds},
		{"a repeated refund refunds once", refundAgain},
		{"a refund's key is refused with another amount", refundReused},
		{"an uncaptured payment is not refunded", refundUncaptured},
		{"twenty refunds at once with one key refund once", refundParallel},
		{"a refund that fails later does not count, and can be repeated", refundFails},
		{"a disputed payment reports the dispute, and is not refunded", disputes},
		{"refunded and disputed payments are listed", changes},
		{"the account has a name", accounts},
		{"an authorisation ends by itself", lapses},
		{"an unpaid page expires without money", expires},
		{"a notification without a signature is forged", unsigned},
	} {
		t.Run(promise.name, func(t *testing.T) { promise.keep(&suite{T: t, Harness: open(t)}) })
	}
}

func (s *suite) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *suite) wantRefused(_ payment.State, err error) {
	s.Helper()
	if !errors.Is(err, payment.ErrRefused) {
		s.Errorf("%v instead of a refusal", err)
	}
}

func (s *suite) start() string {
	s.Helper()
	s.n++
	session, err := s.Provider.Start(s.Context(), Request(fmt.Sprintf("%d-%d", time.Now().UnixNano(), s.n)))
	s.must(err)
	return session.ID
}

func (s *suite) startPaid() string {
	s.Helper()
	id := s.start()
	s.must(s.Pay(id))
	return id
}

func (s *suite) startCaptured() string {
	s.Helper()
	id := s.startPaid()
	_, err := s.Provider.Capture(s.Context(), id, total, "capture "+id)
	s.must(err)
	return id
}

// wantState checks a session's state, and LapsesAt only if want has it.
func (s *suite) wantState(id string, want payment.State) payment.State {
	s.Helper()
	got, err := s.Provider.State(s.Context(), id)
	s.must(err)
	s.wantSame(got, want)
	return got
}

func (s *suite) wantSame(got, want payment.State) {
	s.Helper()
	want.LapsesAt = got.LapsesAt
	if want.Session == "" {
		want.Session = got.Session
	}
	if got != want {
		s.Errorf("the session is\n%+v, want\n%+v", got, want)
	}
}

// parallel makes twenty concurrent calls and counts the successful ones.
func (s *suite) parallel(call func(i int) error) (succeeded int) {
	var all sync.WaitGroup
	results := make([]error, 20)
	for i := range results {
		all.Go(func() { results[i] = call(i) })
	}
	all.Wait()
	for _, err := range results {
		if err == nil {
			succeeded++
		}
	}
	return succeeded
}

func oneSessionPerKey(s *suite) {
	r := Request(fmt.Sprint("one-", time.Now().UnixNano()))
	first, err := s.Provider.Start(s.Context(), r)
	s.must(err)
	again, err := s.Provider.Start(s.Context(), r)
	s.must(err)
	if first != again || first.ID == "" || first.URL == "" {
		s.Errorf("%+v, then %+v", first, again)
	}
	if d := first.ExpiresAt.Sub(r.ExpiresAt).Abs(); d > time.Second {
		s.Errorf("the page closes %v off", d)
	}
}

func startWithReusedKey(s *suite) {
	r := Request(fmt.Sprint("foreign-", time.Now().UnixNano()))
	_, err := s.Provider.Start(s.Context(), r)
	s.must(err)
	r.Order = "another order"
	if session, err := s.Provider.Start(s.Context(), r); err == nil {
		s.Errorf("opened %s", session.ID)
	}
}

func unknown(s *suite) {
	p, ctx, id := s.Provider, s.Context(), "nobody-knows-this"
	_, state := p.State(ctx, id)
	_, capture := p.Capture(ctx, id, 1, "k")
	_, void := p.Void(ctx, id, "k")
	_, refund := p.Refund(ctx, id, 1, "k")
	for call, err := range map[string]error{"state": state, "capture": capture, "void": void, "refund": refund} {
		if !errors.Is(err, payment.ErrUnknown) {
			s.Errorf("%s: %v", call, err)
		}
	}
}

func newSession(s *suite) { s.wantState(s.start(), payment.State{Status: payment.Open}) }

func authorises(s *suite) {
	state := s.wantState(s.startPaid(), payment.State{Status: payment.Authorised, Authorised: total})
	if days := time.Until(state.LapsesAt).Hours() / 24; days < 1 || days > 31 {
		s.Errorf("lapses in %v days", days)
	}
}

func declined(s *suite) {
	id := s.start()
	s.must(s.Decline(id))
	s.wantState(id, payment.State{Status: payment.Open, Declined: true})
	s.must(s.Pay(id))
	s.wantState(id, payment.State{Status: payment.Authorised, Authorised: total})
}

func stalled(s *suite) {
	id := s.start()
	s.must(s.Stall(id))
	s.wantState(id, payment.State{Status: payment.Processing})
	s.wantRefused(s.Provider.Capture(s.Context(), id, total, "c "+id))
	s.wantRefused(s.Provider.Void(s.Context(), id, "v "+id))
	s.Settle(id)
	s.wantState(id, payment.State{Status: payment.Authorised, Authorised: total})
	_, err := s.Provider.Capture(s.Context(), id, total, "c "+id)
	s.must(err)
}

func unsigned(s *suite) {
	for _, header := range []http.Header{{}, {"Stripe-Signature": {"t=1,v1=00"}, "Sandbox-Signature": {"t=1,v1=00"}}} {
		if _, err := s.Provider.ParseEvent(s.Context(), header, []byte(`{"session":"x"}`), time.Now()); !errors.Is(err,
			payment.ErrForged) {
			s.Error(err)
		}
	}
}
