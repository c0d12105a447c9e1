package drill_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"storefront/api"
)

// plantedSecrets returns a session secret that an attacker plants in a browser before its visitor signs in; n selects
// its kind.
func plantedSecrets(n int, known string) string {
	switch n % 4 {
	case 0:
		return strings.Repeat("A", 43)
	case 1:
		return known // of the attacker's own session
	case 2:
		return strings.Repeat("x", 4000)
	}
	return fmt.Sprintf("..%%00' OR 1=1 -- %d", n)
}

// fixateSessions signs in users whose browsers have a planted secret. It returns how many planted secrets then open the
// user's session.
func fixateSessions(t *testing.T, s *shop, base string, users int) (adopted int) {
	t.Helper()
	for i := range users {
		attacker, n := int(lastNumber.Add(1)), int(lastNumber.Add(1))
		s.createUser(t, deployment, attacker)
		s.createUser(t, deployment, n)
		attackers := newBrowser(base, drillsHost).mustSignIn(t, attacker)
		secret := plantedSecrets(i, attackers.cookieValues()[sessionCookie])
		victim := newBrowser(base, drillsHost).withCookies(map[string]string{sessionCookie: secret}).mustSignIn(t, n)
		signedIn := newBrowser(base, drillsHost).withCookies(map[string]string{sessionCookie: secret}).signedInAs(t)
		if signedIn == emailOf(n) || victim.cookieValues()[sessionCookie] == secret {
			adopted++
		}
		if victim.signedInAs(t) != emailOf(n) {
			t.Errorf("after signing in the victim is signed in as %q", victim.signedInAs(t))
		}
	}
	return adopted
}

// sessionEnds are the ways in which a session ends before it expires.
var sessionEnds = []struct {
	name string
	end  func(t *testing.T, s *shop, b *browser, n int)
}{
	{"sign-out", func(t *testing.T, _ *shop, b *browser, _ int) {
		if r := b.send(t, http.MethodDelete, "/session", nil); r.status != http.StatusNoContent {
			t.Error(r)
		}
	}},
	{"password reset", func(t *testing.T, s *shop, b *browser, n int) {
		token, _, err := s.accounts.ResetLink(t.Context(), deployment, emailOf(n))
		must(t, err)
		r := newBrowser(b.base, b.host).send(t, http.MethodPut, "/account/password",
			api.PasswordInput{Token: token, Password: "another password"})
		if r.status != http.StatusNoContent {
			t.Error(r)
		}
	}},
	{"signing in again", func(t *testing.T, _ *shop, b *browser, n int) { b.mustSignIn(t, n) }},
}

// reuseSessions ends sessions in each way while a request with the same cookies is in progress, which commits the
// session afterwards. It returns how many sessions it ended, and how many of them could be used again.
func reuseSessions(t *testing.T, s *shop, interrupted *interruptedSessions, base string,
	users int) (ended, reusable int) {
	t.Helper()
	for i := range users {
		sessionEnd := sessionEnds[i%len(sessionEnds)]
		n := int(lastNumber.Add(1))
		s.createUser(t, deployment, n)
		b := newBrowser(base, drillsHost).mustSignIn(t, n)
		stolen := b.withCookies(b.cookieValues())
		s.clock.advance(25 * time.Hour) // so that the next request commits the session
		interrupted.onNextRead(func() { sessionEnd.end(t, s, b, n) })
		stolen.signedInAs(t)
		ended++
		if newBrowser(base, drillsHost).withCookies(stolen.cookieValues()).signedInAs(t) != "" {
			reusable++
		}
	}
	return ended, reusable
}

// interruptedSessions runs a function of the test after a request has read its session and before it commits it.
type interruptedSessions struct {
	scs.CtxStore
	mu     sync.Mutex
	action func()
}

// onNextRead calls action once, after the next read of a session.
func (s *interruptedSessions) onNextRead(action func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.action = action
}

func (s *interruptedSessions) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	data, found, err := s.CtxStore.FindCtx(ctx, token)
	s.mu.Lock()
	action := s.action
	s.action = nil
	s.mu.Unlock()
	if action != nil {
		action()
	}
	return data, found, err
}

// deletingSessions lacks the guard: it deletes ended sessions, as is usual, instead of remembering that they have
// ended.
type deletingSessions struct {
	mu   sync.Mutex
	rows map[string][]byte
}

func (s *deletingSessions) FindCtx(_ context.Context, token string) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, found := s.rows[token]
	return data, found, nil
}

func (s *deletingSessions) CommitCtx(_ context.Context, token string, data []byte, _ time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rows[token] = data
	return nil
}

func (s *deletingSessions) DeleteCtx(_ context.Context, token string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.rows, token)
	return nil
}

func (s *deletingSessions) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

func (s *deletingSessions) Commit(token string, data []byte, expires time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expires)
}

func (s *deletingSessions) Delete(token string) error {
	return s.DeleteCtx(context.Background(), token)
}

// crossSiteHeaders are the headers that browsers send with requests from pages of other sites, and none, as programs
// may send them.
var crossSiteHeaders = map[string][]string{
	"none":                     {"Sec-Fetch-Site", ""},
	"another site":             {"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.test"},
	"another subdomain":        {"Sec-Fetch-Site", "same-site", "Origin", "https://evil.drills.test"},
	"an old browser's":         {"Sec-Fetch-Site", "", "Origin", "https://evil.test"},
	"hidden":                   {"Sec-Fetch-Site", "", "Origin", "null"},
	"another deployment":       {"Sec-Fetch-Site", "", "Origin", "https://" + sisterHost},
	"another port":             {"Sec-Fetch-Site", "", "Origin", "http://" + drillsHost + ":8081"},
	"a name that begins alike": {"Sec-Fetch-Site", "", "Origin", "http://" + drillsHost + ".evil.test"},
}

// forgeRequests sends every operation that changes data with a visitor's cookies, from other sites and from the site
// itself. It returns the number of cross-site requests, how many were refused, and how many of the site's own were
// refused.
func forgeRequests(t *testing.T, base string) (sent, refused, ownRefused int) {
	t.Helper()
	visitor := newBrowser(base, drillsHost)
	if r := visitor.send(t, http.MethodPut, "/cart/guest", api.Guest{}); r.status != http.StatusOK {
		t.Fatal(r)
	}
	isForgery := func(r apiResponse) bool {
		return r.status == http.StatusForbidden && r.code == "forbidden" && strings.Contains(r.body, "another site")
	}
	for _, o := range apiOperations(t) {
		if !o.isWrite() || o.id == "receivePaymentEvent" { // the provider sends events without cookies
			continue
		}
		path := strings.NewReplacer("{orderId}", "x", "{bookingId}", "x", "{itemId}", "x").Replace(o.path)
		for name, header := range crossSiteHeaders {
			sent++
			if r := visitor.send(t, o.method, path, "{}",
				append(header, "Idempotency-Key", "a key of drills")...); isForgery(r) {
				refused++
			} else {
				t.Errorf("%s with the origin %q: %v", o.id, name, r)
			}
		}
		for _, header := range [][]string{{}, {"Sec-Fetch-Site", "", "Origin", "http://" + drillsHost}} {
			r := visitor.send(t, o.method, path, "{}", append(header, "Idempotency-Key", "a key of drills")...)
			if isForgery(r) || r.status >= 500 {
				ownRefused++
				t.Errorf("%s from the site itself: %v", o.id, r)
			}
		}
	}
	return sent, refused, ownRefused
}

// wrongCookieAttributes returns the names of the cookies of a visitor who fills a cart, signs in and signs out, and the
// cookies with wrong attributes.
func wrongCookieAttributes(t *testing.T, s *shop, base string) (names []string, problems findings) {
	t.Helper()
	n := int(lastNumber.Add(1))
	s.createUser(t, deployment, n)
	b := newBrowser(base, drillsHost)
	for _, r := range []apiResponse{
		b.send(t, http.MethodPut, "/cart/guest", api.Guest{}), b.signIn(t, emailOf(n), password),
		b.send(t, http.MethodDelete, "/session", nil),
	} {
		for _, c := range (&http.Response{Header: r.header}).Cookies() {
			names = append(names, c.Name)
			if !strings.HasPrefix(c.Name, "__Host-") || !c.HttpOnly || !c.Secure ||
				c.SameSite != http.SameSiteLaxMode ||
				c.Path != "/" || c.Domain != "" {
				problems.add("%v", c)
			}
		}
	}
	return names, problems
}

func TestSessionsCannotBePlantedForgedOrReused(t *testing.T) {
	users := sized(12, 120)
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		s := d.open(t, shopOptions{passwords: plainPasswords{}})
		interrupted := &interruptedSessions{CtxStore: s.sessions}
		s.sessions = interrupted
		base := s.serve(t)
		adopted := fixateSessions(t, s, base, users)
		ended, reusable := reuseSessions(t, s, interrupted, base, users)
		if adopted > 0 || reusable > 0 {
			t.Errorf("%d planted secrets were adopted, %d ended sessions could be used again", adopted, reusable)
		}
		sent, refused, ownRefused := forgeRequests(t, base)
		names, problems := wrongCookieAttributes(t, s, base)
		if len(names) != 4 || len(problems) > 0 {
			t.Errorf("%q: cookies with wrong attributes, or other than four: %v", names, problems)
		}

		unguarded := newDatabase(t).open(t, shopOptions{passwords: plainPasswords{}})
		deleting := &interruptedSessions{CtxStore: &deletingSessions{rows: map[string][]byte{}}}
		unguarded.sessions = deleting
		_, unguardedReusable := reuseSessions(t, unguarded, deleting, unguarded.serve(t), users)
		if unguardedReusable == 0 {
			t.Error("with a store that deletes ended sessions none can be used again either")
		}
		printRow(18, "sessions on %s: %d planted secrets, %d adopted; %d sessions ended by sign-out, password reset "+
			"or another sign-in during a request, %d usable again, control (a store that deletes ended sessions): "+
			"%d; %d cross-site requests to every operation that changes data, %d refused, %d of the site's own "+
			"refused; cookies all __Host-, HttpOnly, Secure, SameSite=Lax", d, users, adopted, ended, reusable,
			unguardedReusable, sent, refused, ownRefused)
	})
}
