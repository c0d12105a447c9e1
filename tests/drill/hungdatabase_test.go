package drill_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/store/pgtest"
)

// maxHungResponse bounds the time of a request while the database hangs: the server waits 4 s for it, and a busy
// machine adds some.
const maxHungResponse = 8 * time.Second

// dbRequest is a request that needs a database.
type dbRequest struct {
	name, method, path string
	body               any
	page               bool // a page of the sandbox, whose own database does not hang
}

// dbRequests returns one request of each kind that a visitor sends, for a cart with an item and an order with an open
// payment page.
func dbRequests(t testing.TB, v *visitor) (list []dbRequest) {
	t.Helper()
	choice := choiceOfSeats(time.Now(), instant, wide, 1, 1)
	if a := v.add(t.Context(), choice); !a.ok() {
		t.Fatal(a)
	}
	a := v.checkout(t.Context(), "the-key-of-the-hung", seatPrice)
	if !a.ok() {
		t.Fatal(a)
	}
	page, err := url.Parse(a.order.Payment.Url)
	must(t, err)
	slot := url.Values{"product": {choice.Product}, "option": {choice.Option}}.Encode()
	return []dbRequest{
		{name: "cart", path: "/api/v1/cart"},
		{name: "availability", path: "/api/v1/availability?" + slot + "&date=" + choice.Date},
		{name: "calendar", path: "/api/v1/availability/calendar?" + slot + "&month=" + choice.Date[:7]},
		{name: "starts", path: "/api/v1/starts?products=" + choice.Product},
		{name: "search with a date", path: "/api/v1/search?date=" + choice.Date},
		{name: "order", path: "/api/v1/orders/" + a.order.Id},
		{name: "payment page", path: page.Path, page: true},
		{name: "add to cart", method: http.MethodPost, path: "/api/v1/cart/items", body: apiChoice(choice)},
		{name: "sign-in", method: http.MethodPost, path: "/api/v1/session",
			body: api.SignInInput{Email: "nobody@drills.test", Password: "the password"}},
	}
}

// send sends a request and returns how long it took, and the problem of its response: too late; other than a 503 with
// Retry-After while the database is down; or a 5xx otherwise.
func (q dbRequest) send(t testing.TB, base string, v *visitor, down bool) (took time.Duration, problem string) {
	t.Helper()
	data, err := json.Marshal(q.body)
	must(t, err)
	r, err := http.NewRequestWithContext(t.Context(), cmp.Or(q.method, http.MethodGet), base+q.path,
		bytes.NewReader(data))
	must(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.AddCookie(&http.Cookie{Name: "__Host-cart", Value: v.cookie})
	began := time.Now()
	response, err := apiClient.Do(r)
	if err != nil {
		return time.Since(began), fmt.Sprintf("%s: %v", q.name, err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	took = time.Since(began)
	kind, retry := response.Header.Get("Content-Type"), response.Header.Get("Retry-After")
	refused := response.StatusCode == http.StatusServiceUnavailable && retry != "" &&
		kind == "application/problem+json"
	down = down && !q.page
	if err != nil || took > maxHungResponse || refused != down || !down &&
		response.StatusCode >= http.StatusInternalServerError {
		problem = fmt.Sprintf("%s: %d %s, Retry-After %q, after %s, %v: %.200s", q.name, response.StatusCode, kind,
			retry, took, err, content)
	}
	return took, problem
}

// sendAll sends each request several times at once. It returns the longest time of a request, and the different
// problems.
func sendAll(t testing.TB, list []dbRequest, times int, base string, v *visitor,
	down bool) (slowest time.Duration, problems []string) {
	t.Helper()
	var mu sync.Mutex
	concurrently(times*len(list), func(i int) {
		r := list[i%len(list)]
		took, failure := r.send(t, base, v, down)
		mu.Lock()
		defer mu.Unlock()
		if slowest = max(slowest, took); failure != "" {
			problems = append(problems, failure)
		}
	})
	slices.Sort(problems)
	return slowest, slices.Compact(problems)
}

func TestRequestsAreAnsweredInTimeWhileTheDatabaseHangs(t *testing.T) {
	d := onPostgres(t)
	p := startAPI(t, d, freeAddr(t))
	v := newVisitor(p.url, 1)
	list := dbRequests(t, v)
	const each = 8 // in total more than the server has connections
	if _, problems := sendAll(t, list, each, p.url, v, false); len(problems) > 0 {
		t.Fatalf("before the outage:\n%s", strings.Join(problems, "\n"))
	}
	var slowest time.Duration
	for range sized(1, 5) {
		thaw := pgtest.Freeze(t)
		took, problems := sendAll(t, list, each, p.url, v, true)
		slowest = max(slowest, took)
		thaw()
		if len(problems) > 0 {
			t.Errorf("%d kinds of wrong responses:\n%s", len(problems), strings.Join(problems, "\n"))
		}
		back, remaining := eventually(maxRecovery, func() []string {
			_, problems := sendAll(t, list, 1, p.url, v, false)
			return problems
		})
		if len(remaining) > 0 {
			t.Fatalf("requests fail %s after the recovery:\n%s", back, strings.Join(remaining, "\n"))
		}
	}
	printRow(29, "PostgreSQL frozen %d times, each time %d requests of %d kinds at once | all but those of the "+
		"sandbox's pages got 503 with Retry-After, the slowest after %d ms; all answered again within %s", sized(1, 5),
		each*len(list), len(list), slowest.Milliseconds(), maxRecovery)
}

// TestAServerStartsWithoutItsDatabase starts a server while PostgreSQL is down: it serves pages, and its API answers
// 503. Once the database is back, the whole shop works, including jobs, without a restart.
func TestAServerStartsWithoutItsDatabase(t *testing.T) {
	d := onPostgres(t)
	pgtest.Stop(t)
	start := sync.OnceFunc(func() { pgtest.Start(t) })
	defer start() // the other tests need it
	p := startAPI(t, d, freeAddr(t))
	if p.hasExited() {
		t.Fatalf("the server has exited: %s", p.stderr())
	}
	v := newVisitor(p.url, 1)
	home := dbRequest{name: "home page", path: "/"}
	if _, problem := home.send(t, p.url, v, false); problem != "" {
		t.Error(problem)
	}
	closed := []dbRequest{
		{name: "cart", path: "/api/v1/cart"},
		{name: "sign-in", method: http.MethodPost, path: "/api/v1/session",
			body: api.SignInInput{Email: "nobody@drills.test", Password: "the password"}},
		{name: "payment page", path: "/sandbox/pay/none"},
	}
	if _, problems := sendAll(t, closed, 2, p.url, v, true); len(problems) > 0 {
		t.Errorf("without a database:\n%s", strings.Join(problems, "\n"))
	}
	start()
	back, remaining := eventually(time.Minute, func() []string {
		_, problems := sendAll(t, closed, 1, p.url, v, false)
		return problems
	})
	if len(remaining) > 0 {
		t.Fatalf("requests fail %s after the recovery:\n%s", back, strings.Join(remaining, "\n"))
	}
	if a := v.add(t.Context(), choiceOfSeats(time.Now(), instant, wide, 1, 1)); !a.ok() {
		t.Fatal(a)
	}
	a := v.checkout(t.Context(), "the-key-of-this", seatPrice)
	if !a.ok() {
		t.Fatal(a)
	}
	must(t, payOnPage(t.Context(), a.order.Payment.Url, sandbox.CardSuccess))
	_, remaining = eventually(settledWithin, func() []string {
		if o := v.order(t.Context(), a.order.Id); o.order.Result != booking.Success {
			return []string{o.String(), string(o.order.Result)}
		}
		mails, _ := filepath.Glob(filepath.Join(d.Data, "mail", "*"))
		if len(mails) == 0 {
			return []string{"no mail is sent"}
		}
		return nil
	})
	if len(remaining) > 0 {
		t.Errorf("the order is not confirmed: %s", remaining)
	}
	p.stop()
	printRow(29, "a server started while PostgreSQL is down | pages served, the API 503 with Retry-After; it works "+
		"fully %d ms after the database is back", back.Milliseconds())
}
