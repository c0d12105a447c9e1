package sandbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// shop receives events with the answers that a test chooses.
type shop struct {
	*httptest.Server
	answer atomic.Int64 // a status; 0 keeps the caller waiting
	now    func() time.Time

	mu   sync.Mutex
	took []told
}

type told struct {
	header http.Header
	body   []byte
	ID     string
	Type   string
	at     time.Time
}

func newShop(t testing.TB) *shop {
	s := &shop{now: time.Now}
	s.answer.Store(http.StatusNoContent)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, _ := io.ReadAll(r.Body)
		e := told{header: r.Header, body: content, at: s.now()}
		_ = json.Unmarshal(content, &e)
		s.mu.Lock()
		s.took = append(s.took, e)
		s.mu.Unlock()
		if s.answer.Load() == 0 {
			<-r.Context().Done()
			return
		}
		w.WriteHeader(int(s.answer.Load()))
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *shop) events() []told {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.took)
}

func (s *shop) reached() string { return s.URL + "/events" }

// running runs a provider until stop is called.
func running(t testing.TB, p *sandbox.Provider) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var ran sync.WaitGroup
	ran.Go(func() { p.Run(ctx) })
	stop = func() { cancel(); ran.Wait() }
	t.Cleanup(stop)
	return stop
}

func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: " + what)
		}
	}
}

func undelivered(t testing.TB, p *sandbox.Provider) int {
	t.Helper()
	return must[int](t)(p.Undelivered(t.Context()))
}

func TestEveryChangeIsDeliveredAndSigned(t *testing.T) {
	var at clock
	s := newShop(t)
	s.now = at.now
	p := open(t, func(c *sandbox.Config) { c.Clock, c.EventsURL = at.now, s.reached })
	running(t, p)
	paid, slow, left, gone := start(t, p, "1"), start(t, p, "2"), start(t, p, "3"), start(t, p, "4")
	must[sandbox.Outcome](t)(p.Pay(t.Context(), paid, sandbox.CardDecline))
	must[sandbox.Outcome](t)(p.Pay(t.Context(), paid, sandbox.CardSuccess))
	must[payment.State](t)(p.Capture(t.Context(), paid, 39550, "c"))
	must[payment.State](t)(p.Refund(t.Context(), paid, 50, "r"))
	must[sandbox.Outcome](t)(p.Pay(t.Context(), slow, sandbox.CardSlow))
	must[payment.State](t)(p.Void(t.Context(), left, "v"))
	if err := p.GiveUp(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	start(t, p, "5")
	eventually(t, "all delivered", func() bool { return undelivered(t, p) == 0 })
	at.advance(8 * 24 * time.Hour)
	want := []string{"authorised", "authorised", "cancelled", "captured", "declined", "expired", "lapsed", "processing",
		"refunded", "voided"}
	eventually(t, fmt.Sprint(len(want), " events"), func() bool { return len(s.events()) >= len(want) })
	var types []string
	for _, e := range s.events() {
		types = append(types, e.Type[len("session."):])
		if session, err := p.Event(t.Context(), e.header, e.body, e.at); err != nil || len(session) != len(paid) {
			t.Errorf("%s: %q, %v", e.body, session, err)
		}
	}
	slices.Sort(types)
	if !slices.Equal(types, want) {
		t.Errorf("delivered %v", types)
	}
}

func TestEventsAreDeliveredIndependently(t *testing.T) {
	s := newShop(t)
	p := open(t, func(c *sandbox.Config) { c.EventsURL = s.reached })
	running(t, p)
	for i := range 20 {
		must[sandbox.Outcome](t)(p.Pay(t.Context(), start(t, p, fmt.Sprint(i)), sandbox.CardSuccess))
		eventually(t, "delivered", func() bool { return len(s.events()) > i })
	}
}

func TestEventsComeAgainUntilTheShopTakesThem(t *testing.T) {
	var at clock
	s := newShop(t)
	s.answer.Store(http.StatusServiceUnavailable)
	p := open(t, func(c *sandbox.Config) { c.Clock, c.EventsURL = at.now, s.reached })
	running(t, p)
	must[sandbox.Outcome](t)(p.Pay(t.Context(), start(t, p, "1"), sandbox.CardSuccess))
	// The shop gets an event before the sandbox has stored that the delivery failed, and when the next one is due.
	later := func(what string, is func() bool) {
		t.Helper()
		eventually(t, what, func() bool {
			at.advance(time.Minute)
			return is()
		})
	}
	for tries := range 6 {
		later("another try", func() bool { return len(s.events()) > tries })
	}
	s.answer.Store(http.StatusOK)
	later("taken", func() bool { return undelivered(t, p) == 0 })
	for _, e := range s.events() {
		if e.ID != s.events()[0].ID {
			t.Errorf("%s came as %s", s.events()[0].ID, e.ID)
		}
	}
}

func TestEventsOutliveTheProgram(t *testing.T) {
	s := newShop(t)
	s.answer.Store(http.StatusInternalServerError)
	file := filepath.Join(t.TempDir(), "sandbox.db")
	life := func() (*sandbox.Provider, func()) {
		p := openFile(t, file, func(c *sandbox.Config) { c.EventsURL = s.reached })
		stop := running(t, p)
		return p, func() { stop(); _ = p.Close() }
	}
	p, end := life()
	must[sandbox.Outcome](t)(p.Pay(t.Context(), start(t, p, "1"), sandbox.CardSuccess))
	eventually(t, "a try", func() bool { return len(s.events()) > 0 })
	end()
	s.answer.Store(http.StatusOK)
	p, end = life()
	eventually(t, "taken", func() bool { return undelivered(t, p) == 0 })
	end()
}

func TestAnEventDeliveredDuringShutdownIsDeliveredAgain(t *testing.T) {
	s := newShop(t)
	s.answer.Store(0)
	p := open(t, func(c *sandbox.Config) { c.EventsURL = s.reached })
	stop := running(t, p)
	must[sandbox.Outcome](t)(p.Pay(t.Context(), start(t, p, "1"), sandbox.CardSuccess))
	eventually(t, "a try", func() bool { return len(s.events()) == 1 })
	stop()
	s.answer.Store(http.StatusOK)
	running(t, p)
	eventually(t, "taken", func() bool { return undelivered(t, p) == 0 })
}

func TestAnEventThatAKilledProcessHeldComesAgain(t *testing.T) {
	var at clock
	file := filepath.Join(t.TempDir(), "sandbox.db")
	dead, alive := newShop(t), newShop(t)
	dead.answer.Store(0)
	process := func(s *shop) *sandbox.Provider {
		return openFile(t, file, func(c *sandbox.Config) { c.Clock, c.EventsURL = at.now, s.reached })
	}
	first := process(dead) // as good as killed: it hangs in its delivery
	running(t, first)
	must[sandbox.Outcome](t)(first.Pay(t.Context(), start(t, first, "1"), sandbox.CardSuccess))
	eventually(t, "a try", func() bool { return len(dead.events()) == 1 })
	running(t, process(alive))
	time.Sleep(700 * time.Millisecond)
	if n := len(alive.events()); n != 0 {
		t.Errorf("%d events were delivered twice at once", n)
	}
	at.advance(6 * time.Second)
	eventually(t, "delivered by the other process", func() bool { return len(alive.events()) == 1 })
}

func TestThreeProcessesDeliverEachEventOnce(t *testing.T) {
	s := newShop(t)
	all := openThree(t, func(c *sandbox.Config) { c.EventsURL = s.reached })
	for _, p := range all {
		running(t, p)
	}
	const sessions = 60
	var buyers sync.WaitGroup
	for i := range sessions {
		buyers.Go(func() {
			p := all[i%3]
			id := start(t, p, fmt.Sprint(i))
			must[sandbox.Outcome](t)(p.Pay(t.Context(), id, sandbox.CardSuccess))
			must[payment.State](t)(all[(i+1)%3].Capture(t.Context(), id, 100, id))
		})
	}
	buyers.Wait()
	eventually(t, "all delivered", func() bool { return undelivered(t, all[0]) == 0 })
	times := map[string]int{}
	for _, e := range s.events() {
		times[e.ID]++
	}
	if len(times) != 2*sessions || len(s.events()) != 2*sessions {
		t.Errorf("%d events were delivered %d times", len(times), len(s.events()))
	}
}
