package sandbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// shop receives events with the answers that a test chooses. It is the transport of the sandbox's client: a bubble of
// synctest cannot wait for a network.
type shop struct {
	answer atomic.Int64 // a status; 0 keeps the caller waiting

	mu        sync.Mutex
	delivered []received
}

type received struct {
	header http.Header
	body   []byte
	ID     string
	Type   string
	at     time.Time
}

func newShop() *shop {
	s := &shop{}
	s.answer.Store(http.StatusNoContent)
	return s
}

// RoundTrip records an event and answers it.
func (s *shop) RoundTrip(r *http.Request) (*http.Response, error) {
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	e := received{header: r.Header, body: content, at: time.Now()}
	_ = json.Unmarshal(content, &e)
	s.mu.Lock()
	s.delivered = append(s.delivered, e)
	s.mu.Unlock()
	if s.answer.Load() == 0 {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	answer := httptest.NewRecorder()
	answer.WriteHeader(int(s.answer.Load()))
	return answer.Result(), nil
}

func (s *shop) events() []received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.delivered)
}

// configure makes a sandbox deliver its events to the shop.
func (s *shop) configure(c *sandbox.Config) {
	c.EventsURL = func() string { return "http://shop.test/events" }
	c.Client = &http.Client{Transport: s}
}

// run runs a provider until stop is called.
func run(t testing.TB, p *sandbox.Provider) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var ran sync.WaitGroup
	ran.Go(func() { p.Run(ctx) })
	stop = func() { cancel(); ran.Wait() }
	t.Cleanup(stop)
	return stop
}

// advance lets time pass, and waits for everything that is due in it.
func advance(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func undelivered(t testing.TB, p *sandbox.Provider) int {
	t.Helper()
	return must[int](t)(p.Undelivered(t.Context()))
}

func TestEveryChangeIsDeliveredAsASignedEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShop()
		p := open(t, s.configure)
		stop := run(t, p)
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
		synctest.Wait()
		if n := undelivered(t, p); n != 0 {
			t.Errorf("%d events wait", n)
		}
		advance(10 * time.Second) // the slow card is authorised
		stop()                    // Run polls: a week of it is a million rounds
		advance(8 * 24 * time.Hour)
		run(t, p)
		synctest.Wait()
		want := []string{"authorised", "authorised", "cancelled", "captured", "declined", "expired", "lapsed",
			"processing", "refunded", "voided"}
		var types []string
		for _, e := range s.events() {
			types = append(types, e.Type[len("session."):])
			session, err := p.ParseEvent(t.Context(), e.header, e.body, e.at)
			if err != nil || len(session) != len(paid) {
				t.Errorf("%s: %q, %v", e.body, session, err)
			}
		}
		slices.Sort(types)
		if !slices.Equal(types, want) {
			t.Errorf("delivered %v", types)
		}
	})
}

func TestEventsAreDeliveredImmediately(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShop()
		p := open(t, s.configure)
		run(t, p)
		for i := range 20 {
			must[sandbox.Outcome](t)(p.Pay(t.Context(), start(t, p, fmt.Sprint(i)), sandbox.CardSuccess))
			synctest.Wait()
			if n := len(s.events()); n != i+1 {
				t.Fatalf("%d of %d events are delivered", n, i+1)
			}
		}
	})
}

func TestEventsAreRedeliveredUntilTheShopAcceptsThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShop()
		s.answer.Store(http.StatusServiceUnavailable)
		p := open(t, s.configure)
		run(t, p)
		must[sandbox.Outcome](t)(p.Pay(t.Context(), start(t, p, "1"), sandbox.CardSuccess))
		advance(time.Second + 5*time.Second + 10*time.Second + 15*time.Second)
		var pauses []time.Duration
		for i, e := range s.events() {
			if e.ID != s.events()[0].ID {
				t.Errorf("%s came as %s", s.events()[0].ID, e.ID)
			}
			pauses = append(pauses, e.at.Sub(s.events()[max(i-1, 0)].at).Round(time.Second))
		}
		want := []time.Duration{0, 5 * time.Second, 10 * time.Second, 15 * time.Second}
		if !slices.Equal(pauses, want) {
			t.Errorf("delivered after %v, want %v", pauses, want)
		}
		advance(10 * time.Minute)
		tries := len(s.events())
		last := s.events()[tries-1].at.Sub(s.events()[tries-2].at).Round(time.Second)
		if last != time.Minute {
			t.Errorf("at last delivered after %v", last)
		}
		s.answer.Store(http.StatusOK)
		advance(5 * time.Minute)
		if n := undelivered(t, p); n != 0 || len(s.events()) != tries+1 {
			t.Errorf("%d events wait, after %d tries", n, len(s.events())-tries)
		}
	})
}

func TestUndeliveredEventsAreDeliveredAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShop()
		s.answer.Store(http.StatusInternalServerError)
		file := filepath.Join(t.TempDir(), "sandbox.db")
		life := func() (*sandbox.Provider, func()) {
			p := openFile(t, file, s.configure)
			stop := run(t, p)
			return p, func() { stop(); _ = p.Close() }
		}
		p, end := life()
		must[sandbox.Outcome](t)(p.Pay(t.Context(), start(t, p, "1"), sandbox.CardSuccess))
		synctest.Wait()
		end()
		if n := len(s.events()); n != 1 {
			t.Errorf("%d tries", n)
		}
		s.answer.Store(http.StatusOK)
		p, end = life()
		advance(6 * time.Second)
		if n := undelivered(t, p); n != 0 || len(s.events()) != 2 {
			t.Errorf("%d events wait, after %d tries", n, len(s.events()))
		}
		end()
	})
}

func TestAnEventDeliveredDuringShutdownIsDeliveredAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShop()
		s.answer.Store(0)
		p := open(t, s.configure)
		stop := run(t, p)
		must[sandbox.Outcome](t)(p.Pay(t.Context(), start(t, p, "1"), sandbox.CardSuccess))
		synctest.Wait()
		stop()
		if n := len(s.events()); n != 1 {
			t.Errorf("%d tries", n)
		}
		s.answer.Store(http.StatusOK)
		run(t, p)
		advance(6 * time.Second)
		if n := undelivered(t, p); n != 0 {
			t.Errorf("%d events wait", n)
		}
	})
}

func TestEventOfAKilledProcessIsDeliveredByAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "sandbox.db")
		dead, alive := newShop(), newShop()
		dead.answer.Store(0)
		first := openFile(t, file, dead.configure) // as good as killed: it hangs in its delivery
		stop := run(t, first)
		must[sandbox.Outcome](t)(first.Pay(t.Context(), start(t, first, "1"), sandbox.CardSuccess))
		synctest.Wait()
		if n := len(dead.events()); n != 1 {
			t.Errorf("%d tries of the first process", n)
		}
		run(t, openFile(t, file, alive.configure))
		advance(3 * time.Second)
		if n := len(alive.events()); n != 0 {
			t.Errorf("%d events were delivered twice at once", n)
		}
		stop()
		advance(3 * time.Second)
		if n := len(alive.events()); n != 1 {
			t.Errorf("the other process delivered %d events", n)
		}
	})
}

func TestThreeProcessesDeliverEachEventOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShop()
		all := openThree(t, s.configure)
		for _, p := range all {
			run(t, p)
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
		advance(time.Minute)
		if n := undelivered(t, all[0]); n != 0 {
			t.Errorf("%d events wait", n)
		}
		times := map[string]int{}
		for _, e := range s.events() {
			times[e.ID]++
		}
		if len(times) != 2*sessions || len(s.events()) != 2*sessions {
			t.Errorf("%d events were delivered %d times", len(times), len(s.events()))
		}
	})
}

func TestDeliveriesReuseTheirConnections(t *testing.T) {
	var connections atomic.Int64
	receiver := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	}))
	receiver.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	receiver.Start()
	t.Cleanup(receiver.Close)
	p := open(t, func(c *sandbox.Config) { c.EventsURL = func() string { return receiver.URL } })
	for i := range 64 {
		if err := p.GiveUp(t.Context(), start(t, p, fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	run(t, p)
	for undelivered(t, p) > 0 {
		time.Sleep(time.Millisecond)
	}
	if n := connections.Load(); n > 2*sandbox.MaxDeliveries { // one may be opened before another is idle
		t.Errorf("%d connections were opened for 64 events", n)
	}
}
