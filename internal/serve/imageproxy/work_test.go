package imageproxy_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/serve/imageproxy"
)

func TestEveryPictureIsServedFromAnEmptyCache(t *testing.T) {
	w := newWorld(t, func(p *imageproxy.Config) { p.Sizes = nil })
	var addresses []string
	for i := range 24 {
		name := fmt.Sprintf("dunes-%d.0123456789.png", i)
		w.media.put(t, name, asPNG(t, testImage(400+i, 300)))
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

// queue is the proxy's queue of tasks, for clients and keys.
type queue func(ctx context.Context, client, key string, do func(context.Context) ([]byte, error)) ([]byte, error)

// testQueue runs a test of a queue in a bubble of synctest.
func testQueue(t *testing.T, atOnce, waiting int, test func(*testing.T, queue)) {
	synctest.Test(t, func(t *testing.T) {
		test(t, imageproxy.NewQueue(10*time.Second, imageproxy.Limits{MaxQueued: waiting,
			QueueTimeout: 5 * time.Second}, atOnce))
	})
}

func atOnce(context.Context) ([]byte, error) { return nil, nil }

func TestManyRequestsOfOneClientDoNotDelayOthers(t *testing.T) {
	testQueue(t, 2, 200, func(t *testing.T, q queue) {
		wait, began := make(chan struct{}), time.Now()
		var flood sync.WaitGroup
		for i := range 100 {
			flood.Go(func() {
				_, err := q(t.Context(), "flood", fmt.Sprint(i), func(context.Context) ([]byte, error) {
					<-wait
					return nil, nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait() // the flood is there
		if _, err := q(t.Context(), "visitor", "own", atOnce); err != nil || time.Since(began) > 0 {
			t.Errorf("the visitor waits for %v: %v", time.Since(began), err)
		}
		close(wait)
		flood.Wait()
	})
}

func TestCancelledRequestFreesItsPlaceInTheQueue(t *testing.T) {
	testQueue(t, 1, 3, func(t *testing.T, q queue) {
		wait, made := make(chan struct{}), atomic.Int64{}
		send := func(ctx context.Context, key int, check func(error)) {
			_, err := q(ctx, "one", fmt.Sprint(key), func(context.Context) ([]byte, error) {
				made.Add(1)
				<-wait
				return nil, nil
			})
			check(err)
		}
		served := func(err error) {
			if err != nil {
				t.Errorf("who stays: %v", err)
			}
		}
		go send(t.Context(), 10, served)
		synctest.Wait()
		for range 5 { // each time others take the places of those who have gone
			ctx, leave := context.WithCancel(t.Context())
			var left sync.WaitGroup
			for i := range 3 {
				left.Go(func() {
					send(ctx, i+20, func(err error) {
						if !fault.Is(err, fault.Unavailable) || !errors.Is(err, context.Canceled) {
							t.Errorf("who left: %v", err)
						}
					})
				})
			}
			synctest.Wait()
			leave()
			left.Wait()
		}
		for i := range 3 {
			go send(t.Context(), i+30, served)
		}
		synctest.Wait()
		if _, err := q(t.Context(), "one", "50", atOnce); !fault.Is(err, fault.Unavailable) {
			t.Errorf("who comes when all places are taken: %v", err)
		}
		close(wait)
		synctest.Wait()
		if n := made.Load(); n != 4 {
			t.Errorf("%d were made, of which 4 were wanted", n)
		}
	})
}

func TestRequestTimesOutInTheQueueAndInItsTask(t *testing.T) {
	testQueue(t, 1, 3, func(t *testing.T, q queue) {
		wait, began := make(chan struct{}), time.Now()
		stuck := func(context.Context) ([]byte, error) { // although its context has ended
			<-wait
			return nil, nil
		}
		go func() { _, _ = q(t.Context(), "one", "stuck", stuck) }()
		synctest.Wait()
		_, err := q(t.Context(), "two", "own", atOnce)
		if !fault.Is(err, fault.Unavailable) || time.Since(began) != 15*time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		close(wait)
		began = time.Now()
		_, err = q(t.Context(), "two", "slow", func(ctx context.Context) ([]byte, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 10*time.Second {
			t.Errorf("a slow task: after %v: %v", time.Since(began), err)
		}
	})
}
