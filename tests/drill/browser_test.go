package drill_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"storefront/api"
	"storefront/internal/shop/account"
)

// browser is a client that stores cookies as browsers do, and sends the headers of same-origin requests.
type browser struct {
	base, host, network string
	mu                  sync.Mutex
	cookies             map[string]string
}

// newBrowser returns a browser without cookies for a host, with an unused network.
func newBrowser(base, host string) *browser {
	n := lastNumber.Add(1)
	return &browser{
		base: base, host: host, network: fmt.Sprintf("198.18.%d.%d", n/250%250, n%250), cookies: map[string]string{},
	}
}

// withCookies returns a new browser with copies of cookies.
func (b *browser) withCookies(cookies map[string]string) *browser {
	other := newBrowser(b.base, b.host)
	maps.Copy(other.cookies, cookies)
	return other
}

// cookieValues returns a copy of the cookies.
func (b *browser) cookieValues() map[string]string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.cookies)
}

// apiResponse is a response of the API; code is that of its problem document.
type apiResponse struct {
	status int
	code   string
	body   string
	header http.Header
}

func (r apiResponse) String() string { return fmt.Sprintf("%d %s", r.status, r.body) }

// send sends a body as JSON, or a string as it is. header holds pairs of name and value; an empty value removes a
// header.
func (b *browser) send(t testing.TB, method, path string, body any, header ...string) apiResponse {
	t.Helper()
	data, raw := body.(string)
	if !raw && body != nil {
		encoded, err := json.Marshal(body)
		must(t, err)
		data = string(encoded)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, b.base+"/api/v1"+path, bytes.NewReader([]byte(data)))
	must(t, err)
	r.Host = b.host
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("X-Forwarded-For", b.network)
	for i := 0; i < len(header); i += 2 {
		if r.Header.Set(header[i], header[i+1]); header[i+1] == "" {
			r.Header.Del(header[i])
		}
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	for name, value := range b.cookieValues() {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	response, err := apiClient.Do(r)
	must(t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	must(t, err)
	b.storeCookies(response.Cookies())
	answered := apiResponse{status: response.StatusCode, body: string(content), header: response.Header}
	var p api.Problem
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/problem+json") {
		must(t, json.Unmarshal(content, &p))
		answered.code = string(p.Code)
	}
	return answered
}

// storeCookies stores the cookies of a response, and deletes those that have expired.
func (b *browser) storeCookies(cookies []*http.Cookie) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range cookies {
		if b.cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
}

const sessionCookie = "__Host-session"

const password = "a password of the drills"

// emailOf returns the email address of buyer i.
func emailOf(i int) string { return fmt.Sprintf("buyer%d@example.com", i) }

// createUser creates an account for buyer i.
func (s *shop) createUser(t testing.TB, deployment string, i int) account.User {
	t.Helper()
	u, err := s.accounts.Create(t.Context(), deployment, emailOf(i), "Buyer", fmt.Sprint("Number ", i), password)
	must(t, err)
	return u
}

// signIn signs in with an email address and a password.
func (b *browser) signIn(t testing.TB, email, password string) apiResponse {
	t.Helper()
	return b.send(t, http.MethodPost, "/session", api.SignInInput{Email: email, Password: password})
}

// mustSignIn signs in buyer i, which must succeed.
func (b *browser) mustSignIn(t testing.TB, i int) *browser {
	t.Helper()
	if r := b.signIn(t, emailOf(i), password); r.status != http.StatusOK {
		t.Fatal(r)
	}
	return b
}

// signedInAs returns the signed-in user's email address; empty if nobody is signed in.
func (b *browser) signedInAs(t testing.TB) string {
	t.Helper()
	r := b.send(t, http.MethodGet, "/session", nil)
	var session api.Session
	if r.status != http.StatusOK {
		t.Fatal(r)
	}
	must(t, json.Unmarshal([]byte(r.body), &session))
	return session.User.Email
}

// hashCounter counts how many passwords are hashed.
type hashCounter struct {
	account.Passwords
	done atomic.Int64
}

func (h *hashCounter) Hash(ctx context.Context, password string) (string, error) {
	h.done.Add(1)
	return h.Passwords.Hash(ctx, password)
}

func (h *hashCounter) Matches(ctx context.Context, password, hash string) (ok, old bool, err error) {
	h.done.Add(1)
	return h.Passwords.Matches(ctx, password, hash)
}

// plainPasswords stores passwords without hashing, to save time in drills that do not test hashing.
type plainPasswords struct{}

func (plainPasswords) Hash(_ context.Context, password string) (string, error) {
	return "plain:" + password, nil
}

func (plainPasswords) Matches(_ context.Context, password, hash string) (ok, old bool, err error) {
	return "plain:"+password == hash, false, nil
}

// operation is an operation of the API's contract.
type operation struct {
	id, method, path string
	*openapi3.Operation
}

// apiSpec loads the API's contract.
func apiSpec(t testing.TB) *openapi3.T {
	t.Helper()
	d, err := openapi3.NewLoader().LoadFromFile("../../api/openapi.yaml")
	must(t, err)
	return d
}

// apiOperations returns every operation of the contract, so that drills cover new operations too.
func apiOperations(t testing.TB) []operation {
	t.Helper()
	var all []operation
	for path, item := range apiSpec(t).Paths.Map() {
		for method, o := range item.Operations() {
			all = append(all, operation{o.OperationID, method, path, o})
		}
	}
	if len(all) < 30 {
		t.Fatalf("the contract has %d operations", len(all))
	}
	slices.SortFunc(all, func(a, b operation) int { return cmp.Compare(a.path+a.method, b.path+b.method) })
	return all
}

// isWrite reports whether the operation may change data.
func (o operation) isWrite() bool { return o.method != http.MethodGet }
