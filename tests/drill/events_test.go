package drill_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// event is one of the sandbox's own, as it was sent.
type event struct {
	signature string
	body      []byte
}

// eventInbox receives the sandbox's events and keeps them until they are fetched.
type eventInbox struct {
	mu   sync.Mutex
	kept []event
	all  int
}

func (c *eventInbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept = append(c.kept, event{r.Header.Get(sandbox.SignatureHeader), body})
	c.all++
	w.WriteHeader(http.StatusNoContent)
}

func (c *eventInbox) fetch() []event {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.kept
	c.kept = nil
	return kept
}

// The ways of paying, dealt to the orders in turn.
const (
	pays = iota
	paysAtSecondTry
	paysSlowly
	givesUp
	paysAndCancels
	cannotBeCaptured
	asksTheBank
	ways
)

// eventScenario is a shop in which nothing settles orders but the provider's events.
type eventScenario struct {
	*shop
	t      *testing.T
	orders []booking.Order
}

func newEventScenario(t *testing.T, n int, eventsTo func() string,
	provider func(*sandbox.Provider) payment.Provider) *eventScenario {
	t.Helper()
	s := &eventScenario{shop: onSQLite(t).open(t, shopParts{
		clock: newRealClock(), slowFor: 20 * time.Millisecond, eventsTo: eventsTo, provider: provider,
	}), t: t}
	for i := range n {
		s.orders = append(s.orders, s.mustOrder(t, i, choiceOfSeats(s.clock.now(), instant, wide, i, 1)))
	}
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { s.bank.Run(ctx) })
	t.Cleanup(func() {
		stop()
		group.Wait()
	})
	return s
}

func (s *eventScenario) payAll() {
	for i, o := range s.orders {
		try := func(_ sandbox.Outcome, err error) { must(s.t, err) }
		ctx, id := s.t.Context(), o.Payment.SessionID
		switch i % ways {
		case paysAtSecondTry:
			try(s.bank.Pay(ctx, id, sandbox.CardDecline))
			try(s.bank.Pay(ctx, id, sandbox.CardSuccess))
		case paysSlowly:
			try(s.bank.Pay(ctx, id, sandbox.CardSlow))
		case givesUp:
			must(s.t, s.bank.GiveUp(ctx, id))
		case cannotBeCaptured:
			try(s.bank.Pay(ctx, id, sandbox.CardUncapturable))
		case asksTheBank:
			try(s.bank.Pay(ctx, id, sandbox.CardChallenge))
			try(s.bank.Answer(ctx, id, true))
		default:
			try(s.bank.Pay(ctx, id, sandbox.CardSuccess))
		}
	}
}

// cancelSome cancels what was to be cancelled, where that is possible by now.
func (s *eventScenario) cancelSome() {
	for i, o := range s.orders {
		if i%ways == paysAndCancels {
			_, _ = s.Cancel(s.t.Context(), testDeployment, booking.Visitor{Cart: o.Cart}, o.ID, o.Bookings[0].ID,
				seatPrice)
		}
	}
}

// outcomes returns the outcome of each order.
func (s *eventScenario) outcomes() []string {
	var all []string
	for _, o := range s.orders {
		o = s.readOrder(s.t, o.ID)
		all = append(all, fmt.Sprint(o.Bookings[0].Status, " ", o.Payment.Status, " ", o.Payment.Captured, " ",
			o.Payment.Refunded, " ", o.Result()))
	}
	return all
}

// waitUntilSettled waits until no payment is in progress and the sandbox has delivered all events.
func (s *eventScenario) waitUntilSettled() {
	_, left := eventually(60*time.Second, func() []string {
		sessions, err := s.bank.Sessions(s.t.Context())
		must(s.t, err)
		n, err := s.bank.Undelivered(s.t.Context())
		must(s.t, err)
		for _, session := range sessions {
			if session.Status == payment.Processing {
				n++
			}
		}
		return slices.Repeat([]string{"an event"}, n)
	})
	if len(left) > 0 {
		s.t.Fatalf("%d events are still to come or to be delivered", len(left))
	}
}

// outcomesInOrder is what becomes of the orders when the sandbox itself delivers its events.
func outcomesInOrder(t *testing.T, n int) []string {
	var url atomic.Value // while it is empty, events wait
	url.Store("")
	s := newEventScenario(t, n, func() string { return url.Load().(string) }, nil)
	url.Store(s.serve(t) + "/api/v1/payments/sandbox/events")
	s.payAll()
	s.waitUntilSettled()
	s.cancelSome()
	s.waitUntilSettled()
	s.books.mustBalance(t)
	return s.outcomes()
}

// shuffledResult is what came of delivering every event three times in any order, and others that were not to be
// believed.
type shuffledResult struct {
	events, delivered, refused, bad, badTaken int
	ends                                      []string
}

func deliverShuffled(t *testing.T, n int, provider func(*sandbox.Provider) payment.Provider) (shuffledResult,
	*eventScenario) {
	post := &eventInbox{}
	server := httptest.NewServer(post)
	t.Cleanup(server.Close)
	s := newEventScenario(t, n, func() string { return server.URL }, provider)
	target := s.serve(t) + "/api/v1/payments/sandbox/events"
	s.payAll()
	var out shuffledResult
	for quietRounds := 0; quietRounds < 2; {
		s.waitUntilSettled()
		fresh := post.fetch()
		if len(fresh) == 0 {
			quietRounds++
			s.cancelSome()
			continue
		}
		quietRounds = 0
		s.deliver(&out, target, fresh)
	}
	out.events, out.ends = post.all, s.outcomes()
	return out, s
}

// delivery is one request with an event.
type delivery struct {
	event
	bad bool
}

func (s *eventScenario) deliver(out *shuffledResult, target string, fresh []event) {
	var pool []delivery
	for i, e := range fresh {
		for range 3 {
			pool = append(pool, delivery{event: e})
		}
		if i%10 == 0 {
			pool = append(pool, delivery{s.forgedEvent(i/10, e), true})
		}
	}
	rand.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	var mu sync.Mutex
	queue := make(chan delivery)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for d := range queue {
				status := s.send(target, d.event)
				mu.Lock()
				out.delivered++
				switch {
				case d.bad:
					out.bad++
					if status < 400 || status > 499 {
						out.badTaken++
					}
				case status != http.StatusNoContent:
					out.refused++
				}
				mu.Unlock()
			}
		})
	}
	for _, d := range pool {
		queue <- d
	}
	close(queue)
	group.Wait()
}

func (s *eventScenario) send(target string, e event) int {
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, target, bytes.NewReader(e.body))
	must(s.t, err)
	r.Header.Set("Content-Type", "application/json")
	if e.signature != "" {
		r.Header.Set(sandbox.SignatureHeader, e.signature)
	}
	response, err := client.Do(r)
	if err != nil {
		return 0
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	return response.StatusCode
}

// forgedEvent makes a false event from a true one: that an order was paid whose visitor gave up.
func (s *eventScenario) forgedEvent(i int, e event) event {
	victim := s.orders[givesUp+i%(len(s.orders)/ways)*ways].Payment.SessionID
	claim := []byte(fmt.Sprintf(`{"id":"evt_x_%d","type":"session.captured","session":%q,"createdAt":%q}`, i, victim,
		s.clock.now().Format(time.RFC3339)))
	switch i % 5 {
	case 0: // tampered with
		return event{e.signature, claim}
	case 1: // signed with another secret
		return event{signature("another secret", claim, s.clock.now()), claim}
	case 2: // stale
		return event{s.bank.Signature(claim, s.clock.now().Add(-6*time.Minute)), claim}
	case 3: // from the future
		return event{s.bank.Signature(claim, s.clock.now().Add(6*time.Minute)), claim}
	}
	return event{"", claim} // not signed
}

// signature signs as the sandbox does.
func signature(secret string, body []byte, at time.Time) string {
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d.%s", at.Unix(), body)
	return fmt.Sprintf("t=%d,v1=%x", at.Unix(), mac.Sum(nil))
}

// trustingProvider trusts every event, whoever sent it.
type trustingProvider struct {
	*sandbox.Provider
	mu    sync.Mutex
	words map[string]string
}

func (g *trustingProvider) ParseEvent(_ context.Context, _ map[string][]string, body []byte,
	_ time.Time) (string, error) {
	var e struct{ Type, Session string }
	if err := json.Unmarshal(body, &e); err != nil {
		return "", err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.words[e.Session] = strings.TrimPrefix(e.Type, "session.")
	return e.Session, nil
}

func (g *trustingProvider) State(ctx context.Context, id string) (payment.State, error) {
	g.mu.Lock()
	word := g.words[id]
	g.mu.Unlock()
	said := payment.State{Session: id, Authorised: seatPrice, Captured: seatPrice}
	switch word {
	case "captured":
		said.Status = payment.Captured
	case "refunded":
		said.Status, said.Refunded = payment.Captured, seatPrice
	case "authorised":
		said.Status, said.Captured = payment.Authorised, 0
	case "processing":
		return payment.State{Session: id, Status: payment.Processing}, nil
	case "voided", "cancelled", "expired":
		return payment.State{Session: id, Status: payment.Failed}, nil
	default:
		return g.Provider.State(ctx, id)
	}
	return said, nil
}

func countDifferences(a, b []string) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

func TestEventsInAnyOrderEndAsInOrder(t *testing.T) {
	n := sized(10*ways, 63*ways)
	want := outcomesInOrder(t, n)
	got, s := deliverShuffled(t, n, nil)
	for i := range want {
		if got.ends[i] != want[i] {
			t.Errorf("order %d ended as %s, want %s", i, got.ends[i], want[i])
		}
	}
	if got.refused > 0 || got.badTaken > 0 {
		t.Errorf("%d genuine events were refused, %d bad ones were not", got.refused, got.badTaken)
	}
	if long && got.events < 1000 {
		t.Errorf("only %d events", got.events)
	}
	s.books.mustBalance(t)

	words := map[string]string{}
	bad, s := deliverShuffled(t, n, func(p *sandbox.Provider) payment.Provider {
		return &trustingProvider{Provider: p,
			words: words}
	})
	wrong, err := s.books.contradictions(t.Context())
	must(t, err)
	if countDifferences(bad.ends, want) == 0 || len(wrong) == 0 {
		t.Error("who believes events ends the same")
	}
	printRow(7, "events: %d of %d orders, each delivered three times in any order (%d requests, %d of them forged, "+
		"stale or tampered with): "+
		"%d orders ended otherwise than in order, %d genuine refused, %d bad taken; control (events believed): %d "+
		"orders ended otherwise, "+
		"%d contradictions", got.events, n, got.delivered, got.bad, countDifferences(got.ends, want), got.refused,
		got.badTaken,
		countDifferences(bad.ends, want), len(wrong))
}
