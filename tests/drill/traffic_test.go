package drill_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/shop/booking"
)

// maxRetryTime is how long a visitor repeats a request that is answered 503.
const maxRetryTime = 30 * time.Second

// traffic is a number of visitors who request availability, fill carts and check out until they are stopped.
type traffic struct {
	t           testing.TB
	base        string
	retries     bool // visitors repeat a request after 503; otherwise a 503 is a failure
	requests    atomic.Int64
	refused     atomic.Int64 // responses 503 with Retry-After
	slowest     atomic.Int64 // the longest time of a request, in nanoseconds
	lastRefused atomic.Int64 // when a request was last refused, in Unix nanoseconds
	stopped     atomic.Bool
	group       sync.WaitGroup

	mu       sync.Mutex
	failures []string
	carts    []*visitor // each with an acknowledged item
	orders   []string   // ids of acknowledged orders
}

// startTraffic starts the visitors of a server.
func startTraffic(t testing.TB, base string, visitors int, patient bool) *traffic {
	load := &traffic{t: t, base: base, retries: patient}
	for range visitors {
		load.group.Go(func() {
			for !load.stopped.Load() {
				load.visit()
			}
		})
	}
	t.Cleanup(load.stop)
	return load
}

// stop stops the visitors and waits for their requests.
func (tr *traffic) stop() {
	tr.stopped.Store(true)
	tr.group.Wait()
}

// waitForResponses waits until n more requests are answered, for at most a minute.
func (tr *traffic) waitForResponses(n int64) {
	want := tr.requests.Load() + n
	for deadline := time.Now().Add(time.Minute); tr.requests.Load() < want && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
}

// visit fills a cart; every second visitor also orders it.
func (tr *traffic) visit() {
	n := int(lastNumber.Add(1))
	v := newVisitor(tr.base, n)
	choice := choiceOfSeats(time.Now(), instant, wide, n%200, 1)
	tr.send(v, http.MethodGet, fmt.Sprintf("/availability?product=%s&option=%s&date=%s", choice.Product, choice.Option,
		choice.Date), "", nil)
	status, _ := tr.send(v, http.MethodPost, "/cart/items", "", api.Choice{
		Product: choice.Product, Option: choice.Option, Date: choice.Date, StartTime: choice.StartTime,
		Units: []api.Quantity{{Id: choice.Units[0].ID, Quantity: 1}},
	})
	if status != http.StatusOK {
		return
	}
	if n%2 == 0 {
		tr.mu.Lock()
		tr.carts = append(tr.carts, v)
		tr.mu.Unlock()
		tr.send(v, http.MethodGet, "/cart", "", nil)
		return
	}
	tr.order(v, n)
}

// order checks out a visitor's cart.
func (tr *traffic) order(v *visitor, n int) {
	// A refused request may have been carried out. The cart then has the item twice, and a higher total.
	_, content := tr.send(v, http.MethodGet, "/cart", "", nil)
	var cart api.Cart
	if json.Unmarshal(content, &cart) != nil {
		return
	}
	b := buyer(n)
	status, content := tr.send(v, http.MethodPost, "/checkout", fmt.Sprint("key-of-traffic-", n), api.CheckoutInput{
		Method: booking.Card, Total: cart.Total,
		Buyer: api.Buyer{FirstName: b.FirstName, LastName: b.LastName, Email: b.Email, PhoneCountry: b.PhoneCountry,
			Phone: b.Phone},
	})
	var order api.Order
	if status != http.StatusOK || json.Unmarshal(content, &order) != nil {
		return
	}
	tr.mu.Lock()
	tr.orders = append(tr.orders, order.Id)
	tr.mu.Unlock()
	tr.send(v, http.MethodGet, "/orders/"+order.Id, "", nil)
}

// send sends a request. If retries is set, it repeats the request until the response is other than 503.
func (tr *traffic) send(v *visitor, method, path, key string, body any) (status int, content []byte) {
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		status, content = tr.sendOnce(v, method, path, key, body)
		if status != http.StatusServiceUnavailable || !tr.retries || time.Since(began) > maxRetryTime {
			return status, content
		}
	}
}

// sendOnce sends a request and records its time and what is wrong with the response.
func (tr *traffic) sendOnce(v *visitor, method, path, key string, body any) (status int, content []byte) {
	began := time.Now()
	response, content, err := sendVisitorRequest(context.Background(), v, method, path, key, body)
	tr.requests.Add(1)
	for took := int64(time.Since(began)); ; {
		if slowest := tr.slowest.Load(); took <= slowest || tr.slowest.CompareAndSwap(slowest, took) {
			break
		}
	}
	if err != nil {
		tr.recordFailure("%s %s: %v", method, path, err)
		return 0, nil
	}
	var p api.Problem
	switch status = response.StatusCode; {
	case status == http.StatusOK:
	case json.Unmarshal(content, &p) != nil || response.Header.Get("Content-Type") != "application/problem+json":
		tr.recordFailure("%s %s: %d and no problem document: %s", method, path, status, content)
	case tr.retries && status == http.StatusServiceUnavailable && p.Code == "unavailable" &&
		response.Header.Get("Retry-After") != "":
		tr.refused.Add(1)
		tr.lastRefused.Store(time.Now().UnixNano())
	case tr.retries && p.Code == "in_flight": // the first request is still in progress
		return http.StatusServiceUnavailable, content
	default:
		tr.recordFailure("%s %s: %d %s, Retry-After %q", method, path, status, p.Code,
			response.Header.Get("Retry-After"))
	}
	return status, content
}

func (tr *traffic) recordFailure(format string, args ...any) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.failures = append(tr.failures, fmt.Sprintf(format, args...))
}

// mustHaveNoFailures fails the test if a visitor got an unexpected response.
func (tr *traffic) mustHaveNoFailures() {
	tr.t.Helper()
	if n := len(tr.failures); n > 0 {
		tr.t.Errorf("%d requests, %d failed:\n%s", tr.requests.Load(), n,
			strings.Join(tr.failures[:min(n, 10)], "\n"))
	}
}

// sendVisitorRequest sends a request of a visitor and returns the response and its body.
func sendVisitorRequest(ctx context.Context, v *visitor, method, path, key string, body any) (*http.Response, []byte,
	error) {
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return nil, nil, err
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, v.base+"/api/v1"+path, bytes.NewReader(data))
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cookie", "__Host-cart="+v.cookie)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	response, err := apiClient.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	return response, content, err
}

// lost returns how many of the acknowledged carts and orders are lost.
func (tr *traffic) lost(b *books) (carts, orders int) {
	tr.t.Helper()
	for _, v := range tr.carts {
		_, content, err := sendVisitorRequest(context.Background(), v, http.MethodGet, "/cart", "", nil)
		must(tr.t, err)
		var cart api.Cart
		must(tr.t, json.Unmarshal(content, &cart))
		if cart.Count == 0 {
			carts++
		}
	}
	return carts, tr.lostOrders(b)
}

// lostOrders returns how many of the acknowledged orders are lost.
func (tr *traffic) lostOrders(b *books) (n int) {
	tr.t.Helper()
	tr.mu.Lock()
	acknowledged := slices.Clone(tr.orders)
	tr.mu.Unlock()
	stored, err := allOrders(context.Background(), b.store)
	must(tr.t, err)
	exists := map[string]bool{}
	for _, o := range stored {
		exists[o.ID] = true
	}
	for _, id := range acknowledged {
		if !exists[id] {
			n++
		}
	}
	return n
}
