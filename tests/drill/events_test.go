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

// event is an event as the sandbox has sent it.
type event struct {
	signature string
	body      []byte
}

// eventInbox receives the sandbox's events over HTTP and keeps them until they are fetched.
type eventInbox struct {
	mu     sync.Mutex
	unread []event
	total  int
}

func (i *eventInbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.unread = append(i.unread, event{r.Header.Get(sandbox.SignatureHeader), body})
	i.total++
	w.WriteHeader(http.StatusNoContent)
}

// fetch returns the events since the last fetch.
func (i *eventInbox) fetch() []event {
	i.mu.Lock()
	defer i.mu.Unlock()
	unread := i.unread
	i.unread = nil
	return unread
}

// The cases of paying. Order i has case i % paymentCases.
const (
	paysAtOnce = iota
	paysAtSecondTry
	paysSlowly
	leavesPage
	paysAndCancels
	cannotBeCaptured
	paysWithChallenge
	paymentCases
)

// eventScenario is a shop without jobs: only the provider's events settle its orders.
type eventScenario struct {
	*shop
	t      *testing.T
	orders []booking.Order
}

// newEventScenario opens a shop with n orders. The sandbox sends its events to the URL that eventsURL returns.
func newEventScenario(t *testing.T, n int, eventsURL func() string,
	provider func(*sandbox.Provider) payment.Provider) *eventScenario {
	t.Helper()
	s := &eventScenario{shop: onSQLite(t).open(t, shopOptions{
		clock: newRealClock(), slowCardDelay: 20 * time.Millisecond, eventsURL: eventsURL, wrapProvider: provider,
	}), t: t}
	for i := range n {
		s.orders = append(s.orders, s.mustOrder(t, i, choiceOfSeats(s.clock.now(), instant, wide, i, 1)))
	}
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { s.sandbox.Run(ctx) })
	t.Cleanup(func() {
		stop()
		group.Wait()
	})
	return s
}

// payAll pays the orders, each according to its case.
func (s *eventScenario) payAll() {
	for i, o := range s.orders {
		try := func(_ sandbox.Outcome, err error) { must(s.t, err) }
		ctx, id := s.t.Context(), o.Payment.SessionID
		switch i % paymentCases {
		case paysAtSecondTry:
			try(s.sandbox.Pay(ctx, id, sandbox.CardDecline))
			try(s.sandbox.Pay(ctx, id, sandbox.CardSuccess))
		case paysSlowly:
			try(s.sandbox.Pay(ctx, id, sandbox.CardSlow))
		case leavesPage:
			must(s.t, s.sandbox.GiveUp(ctx, id))
		case cannotBeCaptured:
			try(s.sandbox.Pay(ctx, id, sandbox.CardUncapturable))
		case paysWithChallenge:
			try(s.sandbox.Pay(ctx, id, sandbox.CardChallenge))
			try(s.sandbox.Answer(ctx, id, true))
		default:
			try(s.sandbox.Pay(ctx, id, sandbox.CardSuccess))
		}
	}
}

// cancelSome cancels the orders of the case paysAndCancels. Orders that are not settled yet cannot be cancelled.
func (s *eventScenario) cancelSome() {
	for i, o := range s.orders {
		if i%paymentCases == paysAndCancels {
			_, _ = s.Cancel(s.t.Context(), testDeployment, booking.Visitor{Cart: o.Cart}, o.ID, o.Bookings[0].ID,
				seatPrice)
		}
	}
}

// outcomes returns the status, payment and result of each order.
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
	_, remaining := eventually(60*time.Second, func() []string {
		sessions, err := s.sandbox.Sessions(s.t.Context())
		must(s.t, err)
		n, err := s.sandbox.Undelivered(s.t.Context())
		must(s.t, err)
		for _, session := range sessions {
			if session.Status == payment.Processing {
				n++
			}
		}
		return slices.Repeat([]string{"a pending event"}, n)
	})
	if len(remaining) > 0 {
		s.t.Fatalf("%d payments or deliveries are still pending", len(remaining))
	}
}

// outcomesInOrder returns the outcomes of orders whose events the sandbox itself delivers.
func outcomesInOrder(t *testing.T, n int) []string {
	var url atomic.Value // while it is empty, the sandbox sends no events
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

// shuffledResult counts the deliveries of genuine events, each three times in random order, and of forged events.
type shuffledResult struct {
	events, delivered, refused, forged, forgedAccepted int
	outcomes                                           []string
}

// deliverShuffled runs a scenario whose events are delivered three times in random order, with forged events between
// them.
func deliverShuffled(t *testing.T, n int, provider func(*sandbox.Provider) payment.Provider) (shuffledResult,
	*eventScenario) {
	inbox := &eventInbox{}
	server := httptest.NewServer(inbox)
	t.Cleanup(server.Close)
	s := newEventScenario(t, n, func() string { return server.URL }, provider)
	target := s.serve(t) + "/api/v1/payments/sandbox/events"
	s.payAll()
	var out shuffledResult
	for quietRounds := 0; quietRounds < 2; {
		s.waitUntilSettled()
		events := inbox.fetch()
		if len(events) == 0 {
			quietRounds++
			s.cancelSome()
			continue
		}
		quietRounds = 0
		s.deliver(&out, target, events)
	}
	out.events, out.outcomes = inbox.total, s.outcomes()
	return out, s
}

// delivery is a request with a genuine or forged event.
type delivery struct {
	event
	forged bool
}

// deliver sends events in random order over several connections, and counts the responses.
func (s *eventScenario) deliver(out *shuffledResult, target string, events []event) {
	var pool []delivery
	for i, e := range events {
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
				case d.forged:
					out.forged++
					if status < 400 || status > 499 {
						out.forgedAccepted++
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

// send posts an event and returns the status of the response; 0 if there is none.
func (s *eventScenario) send(target string, e event) int {
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, target, bytes.NewReader(e.body))
	must(s.t, err)
	r.Header.Set("Content-Type", "application/json")
	if e.signature != "" {
		r.Header.Set(sandbox.SignatureHeader, e.signature)
	}
	response, err := apiClient.Do(r)
	if err != nil {
		return 0
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	return response.StatusCode
}

// forgedEvent returns an event that claims the payment of an order whose visitor has left the payment page.
func (s *eventScenario) forgedEvent(i int, e event) event {
	victim := s.orders[leavesPage+i%(len(s.orders)/paymentCases)*paymentCases].Payment.SessionID
	body := []byte(fmt.Sprintf(`{"id":"evt_x_%d","type":"session.captured","session":%q,"createdAt":%q}`, i, victim,
		s.clock.now().Format(time.RFC3339)))
	switch i % 5 {
	case 0: // the signature of another body
		return event{e.signature, body}
	case 1: // signed with another secret
		return event{signature("another secret", body, s.clock.now()), body}
	case 2: // stale
		return event{s.sandbox.Signature(body, s.clock.now().Add(-6*time.Minute)), body}
	case 3: // from the future
		return event{s.sandbox.Signature(body, s.clock.now().Add(6*time.Minute)), body}
	}
	return event{"", body} // not signed
}

// signature returns a signature as the sandbox makes it.
func signature(secret string, body []byte, at time.Time) string {
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d.%s", at.Unix(), body)
	return fmt.Sprintf("t=%d,v1=%x", at.Unix(), mac.Sum(nil))
}

// trustingProvider accepts every event without checking its signature, and returns the state that the last one claims.
type trustingProvider struct {
	*sandbox.Provider
	mu     sync.Mutex
	claims map[string]string
}

func (p *trustingProvider) ParseEvent(_ context.Context, _ map[string][]string, body []byte,
	_ time.Time) (string, error) {
	var e struct{ Type, Session string }
	if err := json.Unmarshal(body, &e); err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.claims[e.Session] = strings.TrimPrefix(e.Type, "session.")
	return e.Session, nil
}

func (p *trustingProvider) State(ctx context.Context, id string) (payment.State, error) {
	p.mu.Lock()
	claim := p.claims[id]
	p.mu.Unlock()
	state := payment.State{Session: id, Authorised: seatPrice, Captured: seatPrice}
	switch claim {
	case "captured":
		state.Status = payment.Captured
	case "refunded":
		state.Status, state.Refunded = payment.Captured, seatPrice
	case "authorised":
		state.Status, state.Captured = payment.Authorised, 0
	case "processing":
		return payment.State{Session: id, Status: payment.Processing}, nil
	case "voided", "cancelled", "expired":
		return payment.State{Session: id, Status: payment.Failed}, nil
	default:
		return p.Provider.State(ctx, id)
	}
	return state, nil
}

// countDifferences returns in how many places two lists of equal length differ.
func countDifferences(a, b []string) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

func TestEventsInAnyOrderHaveTheSameOutcome(t *testing.T) {
	n := sized(10*paymentCases, 63*paymentCases)
	want := outcomesInOrder(t, n)
	got, s := deliverShuffled(t, n, nil)
	for i := range want {
		if got.outcomes[i] != want[i] {
			t.Errorf("order %d: %s, want %s", i, got.outcomes[i], want[i])
		}
	}
	if got.refused > 0 || got.forgedAccepted > 0 {
		t.Errorf("%d genuine events were refused, %d forged events were accepted", got.refused, got.forgedAccepted)
	}
	if long && got.events < 1000 {
		t.Errorf("only %d events, too few to prove anything", got.events)
	}
	s.books.mustBalance(t)

	claims := map[string]string{}
	trusting, s := deliverShuffled(t, n, func(p *sandbox.Provider) payment.Provider {
		return &trustingProvider{Provider: p,
			claims: claims}
	})
	problems, err := s.books.contradictions(t.Context())
	must(t, err)
	if countDifferences(trusting.outcomes, want) == 0 || len(problems) == 0 {
		t.Error("a provider that accepts every event has the same outcomes")
	}
	printRow(7, "events: %d of %d orders, each delivered three times in random order (%d requests, %d of them "+
		"forged, stale or tampered with): %d orders with another outcome, %d genuine events refused, %d forged "+
		"accepted; control (every event accepted): %d orders with another outcome, %d contradictions", got.events, n,
		got.delivered, got.forged, countDifferences(got.outcomes, want), got.refused, got.forgedAccepted,
		countDifferences(trusting.outcomes, want), len(problems))
}
