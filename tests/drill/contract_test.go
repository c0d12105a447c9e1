package drill_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"storefront/internal/shop/account"
	"storefront/internal/shop/limit"
)

// maxMemory bounds a server's memory, in MB. Password hashing needs 19 MB for each of two hashes at once. The large
// bodies alone would exceed the limit if the server kept them.
const maxMemory = 600

// contractViolation returns how a response violates the API's contract; empty if it does not.
func contractViolation(spec *openapi3.T, r operation, status int, contentType string, body []byte) string {
	kind, _, err := mime.ParseMediaType(contentType)
	switch {
	case status >= 500:
		return "an error of the server"
	case status == http.StatusNoContent || status == http.StatusNotModified || len(body) == 0 &&
		r.method == http.MethodHead:
		return ""
	case status >= 400:
		if err != nil || kind != "application/problem+json" {
			return "an error without a problem document"
		}
		return schemaViolation(spec.Components.Schemas["Problem"].Value, body)
	}
	documented := r.Responses.Status(status)
	if documented == nil {
		return "a status that is not in the contract"
	}
	if len(documented.Value.Content) == 0 {
		return strings.TrimSpace(string(body)) // a body that is not empty is the violation
	}
	content := documented.Value.Content.Get(kind)
	if content == nil {
		return "a content type that is not in the contract"
	}
	if kind != "application/json" {
		return ""
	}
	return schemaViolation(content.Schema.Value, body)
}

// schemaViolation returns how JSON violates a schema; empty if it does not.
func schemaViolation(schema *openapi3.Schema, body []byte) string {
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return err.Error()
	}
	if err := schema.VisitJSON(value); err != nil {
		return err.Error()
	}
	return ""
}

// contractTarget is a server with an order and a user, for generated requests.
type contractTarget struct {
	*process
	known   map[string][]any
	cookies []string // of a visitor without data, a buyer, a user, and with invented secrets
}

// newContractTarget starts a server, makes an order and creates a user.
func newContractTarget(t *testing.T, d database) *contractTarget {
	t.Helper()
	t.Setenv("TRUSTED_PROXIES", "127.0.0.0/8") // each request comes from another network, so that limits refuse few
	s := &contractTarget{process: startAPI(t, d, freeAddr(t))}
	b := openBooks(t, d)
	v := &retryingVisitor{t: t, base: s.url, books: b}
	id := v.visit()
	all, err := allOrders(t.Context(), b.store)
	must(t, err)
	n := int(lastNumber.Add(1))
	_, err = account.New(account.Config{Store: b.store.(shopStore).Accounts(),
		Limits: limit.New(b.store.(shopStore).Limits(), nil), Log: discardLog}).
		Create(t.Context(), deployment, emailOf(n), "Buyer", "Of the contract", password)
	must(t, err)
	user := newBrowser(s.url, drillsHost).mustSignIn(t, n)
	s.cookies = []string{
		"", "__Host-cart=" + v.cookie, sessionCookie + "=" + user.cookieValues()[sessionCookie],
		"__Host-cart=%00; __Host-session=" + strings.Repeat("x", 3000) + "; __Host-orders=a.b.c",
	}
	s.known = map[string][]any{
		"product": {instant, onRequest}, "products": {instant, instant + "," + onRequest},
		"option": {"cap-1", "cap-3", "cap-1000"}, "orderId": {id}, "id": {"adult"},
		"bookingId": {all[0].Bookings[0].ID, all[0].Bookings[1].ID}, "startTime": {"09:00", "23:00"},
		"email":    {emailOf(n), emailOf(1)},
		"date":     {time.Now().AddDate(0, 0, 5).Format(time.DateOnly)},
		"month":    {time.Now().AddDate(0, 1, 0).Format("2006-01")},
		"password": {password}, "phoneCountry": {"AE"}, "phone": {"501234567"}, "total": {seatPrice, 2 * seatPrice},
	}
	return s
}

// sendGenerated sends a request. It returns the status of the response and its violation of the contract.
func (s *contractTarget) sendGenerated(spec *openapi3.T, g generated, cookie, network string) (status int,
	problem string) {
	r, err := http.NewRequest(g.method, s.url+"/api/v1"+g.target, bytes.NewReader(g.body))
	if err != nil {
		return 0, "" // no client can send it
	}
	r.Header = g.header
	r.Host = drillsHost
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("X-Forwarded-For", network)
	r.Header.Set("Cookie", cookie)
	response, err := apiClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return response.StatusCode, err.Error()
	}
	return response.StatusCode, contractViolation(spec, g.operation, response.StatusCode,
		response.Header.Get("Content-Type"),
		body)
}

func TestGeneratedRequestsAreAnsweredByContract(t *testing.T) {
	spec := apiSpec(t)
	for name, newDatabase := range map[string]func(testing.TB) database{"SQLite": onSQLite, "PostgreSQL": onPostgres} {
		t.Run(name, func(t *testing.T) {
			s := newContractTarget(t, newDatabase(t))
			n := sized(1500, 10_000)
			seed := rand.Uint64()
			statuses := map[int]int{}
			var mu sync.Mutex
			var group sync.WaitGroup
			const senders = 4
			for i := range senders {
				group.Go(func() {
					g := &generator{Rand: rand.New(rand.NewPCG(seed, uint64(i))), routes: apiOperations(t),
						known: s.known}
					for range n / senders {
						request := g.request()
						network := fmt.Sprintf("198.%d.%d.%d", 18+g.IntN(2), g.IntN(256), g.IntN(256))
						status, problem := s.sendGenerated(spec, request, s.cookies[g.IntN(len(s.cookies))], network)
						mu.Lock()
						statuses[status/100]++
						mu.Unlock()
						if problem != "" {
							t.Errorf("seed %d: %s\n  %d: %.600s", seed, request, status, problem)
						}
					}
				})
			}
			group.Wait()
			if statuses[2] < n/20 || statuses[4] < n/20 {
				t.Errorf("too few requests succeeded, or too few were refused, to prove anything: %v", statuses)
			}
			memory := s.peakMemory(t)
			if memory > maxMemory {
				t.Errorf("the server used %d MB", memory)
			}
			printRow(14, "%d requests generated from the contract on %s: %d answered by the contract, %d refused "+
				"with a problem document, 0 failures; %d MB at most", n, name, statuses[2]+statuses[3], statuses[4],
				memory)
		})
	}
}

// TestContractViolationFindsEachKind is the control of TestGeneratedRequestsAreAnsweredByContract: contractViolation
// must find each kind of violation.
func TestContractViolationFindsEachKind(t *testing.T) {
	spec := apiSpec(t)
	cart := operation{method: http.MethodGet, path: "/cart", Operation: spec.Paths.Value("/cart").Get}
	for what, c := range map[string]struct {
		status      int
		contentType string
		body        string
	}{
		"a server error":     {500, "application/problem+json", `{}`},
		"a plain text error": {400, "text/plain; charset=utf-8", "bad request"},
		"a problem without a code": {404, "application/problem+json",
			`{"type":"t","title":"t","status":404,"detail":"d","instance":"i"}`},
		"a truncated response":   {200, "application/json", `{"items":[`},
		"a missing field":        {200, "application/json", `{}`},
		"an unexpected body":     {http.StatusAccepted, "text/plain", "done"},
		"an undocumented status": {200 + 26, "application/json", `{}`},
	} {
		if contractViolation(spec, cart, c.status, c.contentType, []byte(c.body)) == "" {
			t.Errorf("%s is not found", what)
		}
	}
}

// peakMemory returns the peak memory of the process, in MB.
func (p *process) peakMemory(t testing.TB) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	must(t, err)
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kb, err := strconv.Atoi(strings.Fields(rest)[0])
	must(t, err)
	return kb >> 10
}

// TestLargeAndSlowBodiesAreRefusedWithinMemoryLimit sends a body of 20 MB to every operation with a body, and meanwhile
// bodies that arrive byte by byte to one operation.
func TestLargeAndSlowBodiesAreRefusedWithinMemoryLimit(t *testing.T) {
	t.Parallel()
	spec := apiSpec(t)
	p := startAPI(t, onSQLite(t), freeAddr(t))
	before := p.peakMemory(t)

	var withBody []operation
	for _, r := range apiOperations(t) {
		if r.RequestBody != nil {
			withBody = append(withBody, r)
		}
	}
	slow := newSlowBodies(p.url, sized(20, 200))
	var large atomic.Int64
	body := []byte(`{"message":"` + strings.Repeat("x", 20<<20) + `"}`)
	concurrently(2*len(withBody), func(i int) {
		r := withBody[i/2]
		if problem := largeBody(spec, p.url, r, body, i%2 == 0); problem != "" {
			t.Errorf("%s %s: %s", r.method, r.path, problem)
		}
		large.Add(1)
	})
	answered, cut := slow.wait(40 * time.Second)
	if answered+cut != slow.n {
		t.Errorf("of %d slow bodies %d are still being read", slow.n, slow.n-answered-cut)
	}
	memory := p.peakMemory(t)
	if memory > maxMemory {
		t.Errorf("the server used %d MB", memory)
	}
	printRow(14, "%d bodies of 20 MB at once: refused, %d MB before and %d MB at most; %d bodies that arrive byte by "+
		"byte: %d answered, %d cut off", large.Load(), before, memory, slow.n, answered, cut)
}

// largeBody sends a body that is too large, with or without a Content-Length, and returns what is wrong with the
// response. The server may close the connection while it receives the body.
func largeBody(spec *openapi3.T, base string, r operation, body []byte, withLength bool) (problem string) {
	path := strings.NewReplacer("{", "", "}", "").Replace(r.path)
	var from io.Reader = bytes.NewReader(body)
	if !withLength {
		from = io.MultiReader(from)
	}
	request, err := http.NewRequest(r.method, base+"/api/v1"+path, from)
	if err != nil {
		return err.Error()
	}
	request.Host = drillsHost
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	request.Header.Set("Idempotency-Key", "the key of a large body")
	response, err := apiClient.Do(request)
	if err != nil {
		var cut net.Error
		if errors.As(err, &cut) && !cut.Timeout() {
			return ""
		}
		return err.Error()
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return ""
	}
	if response.StatusCode < 400 {
		return fmt.Sprint("accepted with ", response.StatusCode)
	}
	return contractViolation(spec, r, response.StatusCode, response.Header.Get("Content-Type"), content)
}

// slowBodies are n requests whose bodies arrive byte by byte.
type slowBodies struct {
	n             int
	answered, cut atomic.Int64
	group         sync.WaitGroup
}

// newSlowBodies starts n requests to the server at a URL.
func newSlowBodies(base string, n int) *slowBodies {
	s := &slowBodies{n: n}
	addr := strings.TrimPrefix(base, "http://")
	for range n {
		s.group.Go(func() {
			c, err := net.Dial("tcp", addr)
			if err != nil {
				s.cut.Add(1)
				return
			}
			defer c.Close()
			fmt.Fprintf(c, "POST /api/v1/contact HTTP/1.1\r\nHost: %s\r\nSec-Fetch-Site: "+
				"same-origin\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{", drillsHost)
			go func() {
				for {
					if _, err := c.Write([]byte(" ")); err != nil {
						return
					}
					time.Sleep(200 * time.Millisecond)
				}
			}()
			got, _ := io.ReadAll(c) // until the server closes the connection
			if bytes.HasPrefix(got, []byte("HTTP/1.1 4")) {
				s.answered.Add(1)
			} else {
				s.cut.Add(1)
			}
		})
	}
	return s
}

// wait waits until the requests end or the time is over. It returns how many were answered with 4xx, and how many were
// cut off.
func (b *slowBodies) wait(within time.Duration) (answered, cut int) {
	done := make(chan struct{})
	go func() {
		b.group.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(within):
	}
	return int(b.answered.Load()), int(b.cut.Load())
}
