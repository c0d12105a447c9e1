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

// giveUpAfter is how long a visitor repeats what was refused for the moment.
const maxRetryTime = 30 * time.Second

// traffic is visitors who request availability, fill carts and check out, over and over until they are stopped. After a
// 503 they repeat the same request.
type traffic struct {
	t           testing.TB
	base        string
	retries     bool // 503 counts as a response, after which the request is repeated
	requests    atomic.Int64
	refused     atomic.Int64 // 503 with Retry-After
	slowest     atomic.Int64
	lastRefused atomic.Int64 // when a request was last refused
	stopped     atomic.Bool
	group       sync.WaitGroup

	mu       sync.Mutex
	failures []string
	carts    []*visitor // each with one item that was acknowledged
	orders   []string   // that were acknowledged
}

// startTraffic sends a number of visitors to a server.
func startTraffic(t testing.TB, base string, visitors int, patient bool) *traffic {
	m := &traffic{t: t, base: base, retries: patient}
	for range visitors {
		m.group.Go(func() {
			for !m.stopped.Load() {
				m.visit()
			}
		})
	}
	t.Cleanup(m.stop)
	return m
}

// stop waits for open requests.
func (m *traffic) stop() {
	m.stopped.Store(true)
	m.group.Wait()
}

// waitForAnswers waits for a number of requests more.
func (m *traffic) waitForAnswers(n int64) {
	want := m.requests.Load() + n
	for deadline := time.Now().Add(time.Minute); m.requests.Load() < want && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
}

// visit leaves a cart, or every other time an order.
func (m *traffic) visit() {
	n := int(lastNumber.Add(1))
	v := newVisitor(m.base, n)
	choice := choiceOfSeats(time.Now(), instant, wide, n%200, 1)
	m.send(v, http.MethodGet, fmt.Sprintf("/availability?product=%s&option=%s&date=%s", choice.Product, choice.Option,
		choice.Date), "", nil)
	status, _ := m.send(v, http.MethodPost, "/cart/items", "", api.Choice{
		Product: choice.Product, Option: choice.Option, Date: choice.Date, StartTime: choice.StartTime,
		Units: []api.Quantity{{Id: choice.Units[0].ID, Quantity: 1}},
	})
	if status != http.StatusOK {
		return
	}
	if n%2 == 0 {
		m.mu.Lock()
		m.carts = append(m.carts, v)
		m.mu.Unlock()
		m.send(v, http.MethodGet, "/cart", "", nil)
		return
	}
	m.order(v, n)
}

func (m *traffic) order(v *visitor, n int) {
	// A refused request may have been carried out: the cart then has the item twice, and another total than the visitor
	// agreed to.
	_, content := m.send(v, http.MethodGet, "/cart", "", nil)
	var cart api.Cart
	if json.Unmarshal(content, &cart) != nil {
		return
	}
	b := buyer(n)
	status, content := m.send(v, http.MethodPost, "/checkout", fmt.Sprint("key-of-traffic-", n), api.CheckoutInput{
		Method: booking.Card, Total: cart.Total,
		Buyer: api.Buyer{FirstName: b.FirstName, LastName: b.LastName, Email: b.Email, PhoneCountry: b.PhoneCountry,
			Phone: b.Phone},
	})
	var order api.Order
	if status != http.StatusOK || json.Unmarshal(content, &order) != nil {
		return
	}
	m.mu.Lock()
	m.orders = append(m.orders, order.Id)
	m.mu.Unlock()
	m.send(v, http.MethodGet, "/orders/"+order.Id, "", nil)
}

// send repeats a request until the response is not a 503.
func (m *traffic) send(v *visitor, method, path, key string, body any) (status int, content []byte) {
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		status, content = m.sendOnce(v, method, path, key, body)
		if status != http.StatusServiceUnavailable || !m.retries || time.Since(began) > maxRetryTime {
			return status, content
		}
	}
}

func (m *traffic) sendOnce(v *visitor, method, path, key string, body any) (status int, content []byte) {
	began := time.Now()
	response, content, err := request(context.Background(), v, method, path, key, body)
	m.requests.Add(1)
	for took := int64(time.Since(began)); ; {
		if slowest := m.slowest.Load(); took <= slowest || m.slowest.CompareAndSwap(slowest, took) {
			break
		}
	}
	if err != nil {
		m.recordFailure("%s %s: %v", method, path, err)
		return 0, nil
	}
	var p api.Problem
	switch status = response.StatusCode; {
	case status == http.StatusOK:
	case json.Unmarshal(content, &p) != nil || response.Header.Get("Content-Type") != "application/problem+json":
		m.recordFailure("%s %s: %d and no problem document: %s", method, path, status, content)
	case m.retries && status == http.StatusServiceUnavailable && p.Code == "unavailable" &&
		response.Header.Get("Retry-After") != "":
		m.refused.Add(1)
		m.lastRefused.Store(time.Now().UnixNano())
	case m.retries && p.Code == "in_flight": // the first try is not over yet
		return http.StatusServiceUnavailable, content
	default:
		m.recordFailure("%s %s: %d %s, Retry-After %q", method, path, status, p.Code, response.Header.Get("Retry-After"))
	}
	return status, content
}

func (m *traffic) recordFailure(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.failures = append(m.failures, fmt.Sprintf(format, args...))
}

// mustHaveNoErrors fails a test if a visitor got a response that must not occur.
func (m *traffic) mustHaveNoFailures() {
	m.t.Helper()
	if n := len(m.failures); n > 0 {
		m.t.Errorf("of %d requests %d failed:\n%s", m.requests.Load(), n, strings.Join(m.failures[:min(n, 10)], "\n"))
	}
}

func request(ctx context.Context, v *visitor, method, path, key string, body any) (*http.Response, []byte, error) {
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

// lost returns how many of the acknowledged carts and orders are missing.
func (m *traffic) lost(b *books) (carts, orders int) {
	m.t.Helper()
	for _, v := range m.carts {
		_, content, err := request(context.Background(), v, http.MethodGet, "/cart", "", nil)
		must(m.t, err)
		var cart api.Cart
		must(m.t, json.Unmarshal(content, &cart))
		if cart.Count == 0 {
			carts++
		}
	}
	return carts, m.lostOrders(b)
}

func (m *traffic) lostOrders(b *books) (n int) {
	m.t.Helper()
	m.mu.Lock()
	acknowledged := slices.Clone(m.orders)
	m.mu.Unlock()
	stored, err := allOrders(context.Background(), b.store)
	must(m.t, err)
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
