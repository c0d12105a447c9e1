package imageproxy_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/serve/imageproxy"
)

func TestTheFirstVisitorsOfAnEmptyCacheGetAllPictures(t *testing.T) {
	w := newWorld(t, func(p *imageproxy.Config) { p.Sizes = nil })
	var addresses []string
	for i := range 24 {
		name := fmt.Sprintf("dunes-%d.0123456789.png", i)
		w.media.put(t, name, asPNG(t, drawn(400+i, 300)))
		for _, modifiers := range []string{"s_320x240", "s_240x160", "s_80x80", "s_160x160", "s_96x72", "s_192x144"} {
			addresses = append(addresses, "/_ipx/"+modifiers+"/media/"+name)
		}
	}
	server := httptest.NewServer(w.proxy.Handler(func(rw http.ResponseWriter, _ *http.Request, err error) {
		http.Error(rw, err.Error(), http.StatusServiceUnavailable)
	}, func(*http.Request) string { return "one network" }))
	defer server.Close()
	next := make(chan string, len(addresses))
	for _, address := range addresses {
		next <- address
	}
	close(next)
	var group sync.WaitGroup
	for range 40 {
		group.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			for address := range next {
				r, err := client.Get(server.URL + address)
				if err != nil {
					t.Error(err)
					continue
				}
				if body := readAll(t, r.Body); r.StatusCode != http.StatusOK {
					t.Errorf("%s: %d %s", address, r.StatusCode, body)
				}
			}
		})
	}
	group.Wait()
}

// sendAs requests a picture as another client, and sends the answer to the channel.
func (w *world) sendAs(ctx context.Context, client, target string, got chan<- answer) {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	r.RemoteAddr = client
	go func() {
		var a answer
		recorder := httptest.NewRecorder()
		w.handler(&a.err).ServeHTTP(recorder, r)
		a.status = recorder.Code
		got <- a
	}()
}

func TestAFloodOfOneClientKeepsNoOtherWaiting(t *testing.T) {
	c := &counting{Engine: engine(t), wait: make(chan struct{}), free: 150}
	w := newWorld(t, func(p *imageproxy.Config) {
		p.Engine, p.Limits = c, imageproxy.Limits{Makers: 2, Waiting: 200, Make: time.Minute}
	})
	w.media.put(t, hashed, asPNG(t, drawn(60, 40)))
	flood, other := make(chan answer, 100), make(chan answer, 1)
	for i := range 100 {
		w.sendAs(t.Context(), "flood", fmt.Sprintf("/_ipx/w_%d,q_50/media/%s", i+1, hashed), flood)
	}
	for c.made.Load() == 0 { // the flood is there
		time.Sleep(time.Millisecond)
	}
	w.sendAs(t.Context(), "visitor", "/_ipx/w_150/media/"+hashed, other)
	waiting := 100
	select {
	case a := <-other: // although nothing of the flood was finished
		if a.err != nil {
			t.Error(a.err)
		}
	case <-flood:
		t.Error("the visitor waits for the flood")
		waiting--
	}
	close(c.wait)
	for range waiting {
		<-flood
	}
}

func TestALeavingClientFreesItsPlace(t *testing.T) {
	c := &counting{Engine: engine(t), wait: make(chan struct{})}
	w := newWorld(t, func(p *imageproxy.Config) {
		p.Engine, p.Limits = c, imageproxy.Limits{Makers: 1, Waiting: 3, Make: time.Minute}
	})
	w.media.put(t, hashed, asPNG(t, drawn(60, 40)))
	first, left, stay := make(chan answer, 1), make(chan answer, 3), make(chan answer, 3)
	w.sendAs(t.Context(), "one", "/_ipx/w_10/media/"+hashed, first)
	for c.made.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	for range 5 { // each time others take the places of those who have gone
		ctx, leave := context.WithCancel(t.Context())
		for i := range 3 {
			w.sendAs(ctx, "one", fmt.Sprintf("/_ipx/w_%d/media/%s", i+20, hashed), left)
		}
		leave()
		for range 3 {
			if a := <-left; !fault.Is(a.err, fault.Unavailable) {
				t.Errorf("who left: %v", a.err)
			}
		}
	}
	for i := range 3 {
		w.sendAs(t.Context(), "one", fmt.Sprintf("/_ipx/w_%d/media/%s", i+30, hashed), stay)
	}
	close(c.wait)
	for range 3 {
		if a := <-stay; a.err != nil {
			t.Errorf("who stays: %v", a.err)
		}
	}
	<-first
	if n := c.made.Load(); n != 4 {
		t.Errorf("%d were made, of which 4 were wanted", n)
	}
}
