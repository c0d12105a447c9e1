package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/shop/account"
	"storefront/internal/store/sqlstore"
)

// clock is the machine's clock, which tests can advance.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// plainPasswords stores passwords without hashing, to save time.
type plainPasswords struct{}

func (plainPasswords) Hash(_ context.Context, password string) (string, error) {
	return "hash of " + password, nil
}

func (plainPasswords) Matches(_ context.Context, password, hash string) (ok, old bool, err error) {
	return "hash of "+password == hash, false, nil
}

type countedSessions struct {
	scs.CtxStore
	commits, finds atomic.Int64
}

func (c *countedSessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	c.finds.Add(1)
	return c.CtxStore.FindCtx(ctx, token)
}

func (c *countedSessions) CommitCtx(ctx context.Context, token string, data []byte, expires time.Time) error {
	c.commits.Add(1)
	return c.CtxStore.CommitCtx(ctx, token, data, expires)
}

const password = "eight words of hers"

// createUser creates an account of a deployment, as an operator does.
func (s *shop) createUser(deployment, email string) account.User {
	s.t.Helper()
	u, err := s.accounts.Create(s.t.Context(), deployment, email, "Amina", "Haddad", password)
	if err != nil {
		s.t.Fatal(err)
	}
	return u
}

// countQueuedMails returns how many mails are queued.
func (s *shop) countQueuedMails() int {
	s.t.Helper()
	jobs, err := s.store.Jobs().List(s.t.Context(), sqlstore.JobFilter{Kind: "tell", Limit: 1000})
	if err != nil {
		s.t.Fatal(err)
	}
	return len(jobs)
}

func credentials(email, password string) string {
	return fmt.Sprintf(`{"email": %q, "password": %q}`, email, password)
}

func (v *visitor) signIn(email string) {
	v.t.Helper()
	if got := mustSend[api.Session](v, "POST", "/session", credentials(email, password)); got.User.Email != email {
		v.t.Fatalf("signed in as %+v", got.User)
	}
}

// signedInAs returns the signed-in user's address; empty if nobody is signed in.
func (v *visitor) signedInAs() string {
	v.t.Helper()
	return mustSend[api.Session](v, "GET", "/session", "").User.Email
}

// mustFail sends a request that must fail with a status and a code.
func (v *visitor) mustFail(status int, code fault.Code, method, path, body string, header ...string) api.Problem {
	v.t.Helper()
	response, got := v.send(method, path, body, header...)
	return problem(v.t, response, got, status, code)
}

func (v *visitor) mustReturn(status int, method, path, body string, header ...string) *http.Response {
	v.t.Helper()
	response, got := v.send(method, path, body, header...)
	if response.StatusCode != status || got != "" {
		v.t.Fatalf("%s %s: %d %s, want %d", method, path, response.StatusCode, got, status)
	}
	return response
}

const accountRequest = `{"firstName": " Amina ", "lastName": "Haddad", "email": "Amina@Example.com", "password": "eight words of hers"}`

func TestAccountIsOpenedByMailedLink(t *testing.T) {
	s := open(t)
	v := s.visitor()
	v.mustReturn(202, "POST", "/account", accountRequest)
	if v.signedInAs() != "" || cookieOf(v, session) != "" {
		t.Fatalf("the request for an account signs in: %q", v.cookie)
	}
	v.mustFail(403, fault.WrongPassword, "POST", "/session", credentials(amina, password))
	mail, err := s.accounts.OpeningLink(t.Context(), "wayfare", amina)
	if err != nil || mail.Token == "" || mail.AccountExists || mail.FirstName != "Amina" {
		t.Fatalf("%+v, %v", mail, err)
	}
	body := `{"token": "` + mail.Token + `"}`
	elsewhere := &visitor{shop: s, host: "www.trails.example"}
	elsewhere.mustFail(410, fault.LinkExpired, "POST", "/account/verification", body)
	got := mustSend[api.Session](v, "POST", "/account/verification", body)
	if got.User != (api.User{Email: amina, FirstName: "Amina", LastName: "Haddad"}) || v.signedInAs() != amina {
		t.Errorf("%+v", got)
	}
	s.visitor().mustFail(410, fault.LinkExpired, "POST", "/account/verification", body)
	s.visitor().signIn(amina)
	v.mustReturn(202, "POST", "/account", accountRequest)
	if mail, err := s.accounts.OpeningLink(t.Context(), "wayfare", amina); err != nil || !mail.AccountExists ||
		mail.Token != "" {
		t.Errorf("the mail to a known address is %+v, %v", mail, err)
	}
	elsewhere.mustFail(403, fault.WrongPassword, "POST", "/session", credentials(amina, password))
}

// An attacker could forward the link to their own account, to read later which orders the victim makes in it.
func TestVerificationInAnotherBrowserDoesNotSignIn(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", "sami@example.com")
	thief, guest, signedIn := s.visitor(), s.visitor(), s.visitor()
	item := mustSend[api.Cart](guest, "POST", "/cart/items", choice("1")).Items[0].Id
	signedIn.signIn("sami@example.com")
	for name, victim := range map[string]*visitor{"a guest": guest, "a signed-in visitor": signedIn} {
		t.Run(name, func(t *testing.T) {
			address := strings.ReplaceAll(name, " ", ".") + "@evil.example"
			thief.mustReturn(202, "POST", "/account", strings.Replace(accountRequest, "Amina@Example.com", address, 1))
			mail, err := s.accounts.OpeningLink(t.Context(), "wayfare", address)
			if err != nil || mail.Token == "" {
				t.Fatal(mail, err)
			}
			before, cookies := victim.signedInAs(), victim.cookie
			if got := mustSend[api.Session](victim, "POST", "/account/verification",
				`{"token": "`+mail.Token+`"}`); got != (api.Session{}) {
				t.Errorf("signed in as %+v", got)
			}
			if victim.signedInAs() != before || victim.cookie != cookies {
				t.Errorf("%q is now %q, cookies %q", before, victim.signedInAs(), victim.cookie)
			}
			thief.mustFail(403, fault.WrongPassword, "POST", "/session", credentials(address, password))
		})
	}
	if cart := mustSend[api.Cart](guest, "GET", "/cart", ""); len(cart.Items) != 1 || cart.Items[0].Id != item {
		t.Errorf("the guest's cart is %+v", cart)
	}
}

func TestResponsesDoNotRevealWhichAddressesHaveAccounts(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	for _, request := range []struct{ method, path, body string }{
		{"POST", "/account", `{"firstName": "A", "lastName": "B", "email": "%s", "password": "long enough"}`},
		{"POST", "/account/password-reset", `{"email": "%s"}`},
		{"POST", "/session", `{"email": "%s", "password": "not hers at all"}`},
		{"POST", "/orders/lookup", `{"reference": "K7M3Q9XW", "email": "%s"}`},
	} {
		var answers []string
		for _, email := range []string{amina, "nobody@example.com"} {
			response, body := s.visitor().send(request.method, request.path, fmt.Sprintf(request.body, email))
			if i := strings.Index(body, `"instance"`); i >= 0 {
				body = body[:i] + body[i+strings.Index(body[i:], ","):] // random
			}
			response.Header.Del("Date")
			for _, c := range response.Cookies() { // their values are random
				response.Header.Set("Set-Cookie", strings.Replace(response.Header.Get("Set-Cookie"), c.Value,
					fmt.Sprint(len(c.Value)), 1))
			}
			answers = append(answers, fmt.Sprint(response.StatusCode, response.Header, response.ContentLength, body))
		}
		if answers[0] != answers[1] {
			t.Errorf("%s %s:\n%s\n%s", request.method, request.path, answers[0], answers[1])
		}
	}
}

func TestAccountErrorsNameInvalidFields(t *testing.T) {
	v := open(t).visitor()
	for name, test := range map[string]struct{ method, path, body, fields string }{
		"an empty sign-up": {"POST", "/account", `{}`,
			"firstName required lastName required email required password required"},
		"an invalid e-mail address": {"POST", "/account", strings.Replace(accountRequest, "@", " at ", 1),
			"email format"},
		"a short password": {"POST", "/account", strings.Replace(accountRequest, password, "1234567", 1),
			"password min"},
		"a password of seven Arabic characters": {"POST", "/account",
			strings.Replace(accountRequest, password, "كلمة سر", 1), "password min"},
		"a long password": {"POST", "/account",
			strings.Replace(accountRequest, password, strings.Repeat("x", 201), 1), "password max"},
		"a long name": {"POST", "/account",
			strings.Replace(accountRequest, "Haddad", strings.Repeat("x", 101), 1), "lastName max"},
		"an empty sign-in":              {"POST", "/session", `{}`, "email required password required"},
		"an invalid address to sign in": {"POST", "/session", credentials("amina", "x"), "email format"},
		"an empty password reset":       {"POST", "/account/password-reset", `{}`, "email required"},
		"a short new password": {"PUT", "/account/password", `{"token": "x", "password": "1234567"}`,
			"password min"},
	} {
		t.Run(name, func(t *testing.T) {
			p := v.mustFail(400, fault.Invalid, test.method, test.path, test.body)
			var fields []string
			for _, f := range p.Fields {
				fields = append(fields, f.Name+" "+string(f.Code))
			}
			if got := strings.Join(fields, " "); got != test.fields {
				t.Errorf("the fields are %q, want %q", got, test.fields)
			}
		})
	}
	v.mustReturn(202, "POST", "/account", strings.Replace(accountRequest, password, "كلمة سري", 1)) // eight
}

func TestNewPasswordEndsAllSessions(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	laptop, phone, other := s.visitor(), s.visitor(), s.visitor()
	laptop.signIn(amina)
	phone.signIn(amina)
	other.mustReturn(202, "POST", "/account/password-reset", `{"email": "AMINA@example.com"}`)
	token, known, err := s.accounts.ResetLink(t.Context(), "wayfare", amina)
	if err != nil || !known {
		t.Fatal(known, err)
	}
	body := `{"token": "` + token + `", "password": "another one of hers"}`
	(&visitor{shop: s, host: "www.trails.example"}).mustFail(410, fault.LinkExpired, "PUT", "/account/password", body)
	if laptop.signedInAs() != amina || phone.signedInAs() != amina {
		t.Error("the request for a link ends sessions")
	}
	other.mustReturn(204, "PUT", "/account/password", body)
	if laptop.signedInAs() != "" || phone.signedInAs() != "" || other.signedInAs() != "" {
		t.Errorf("signed in are %q, %q, %q", laptop.signedInAs(), phone.signedInAs(), other.signedInAs())
	}
	laptop.mustFail(401, fault.SignedOut, "GET", "/invoices", "")
	laptop.mustFail(403, fault.WrongPassword, "POST", "/session", credentials(amina, password))
	mustSend[api.Session](laptop, "POST", "/session", credentials(amina, "another one of hers"))
	other.mustFail(410, fault.LinkExpired, "PUT", "/account/password", body)
}

func TestEleventhSignInIsRefusedExceptOnOwnersDevice(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	owner := s.visitor()
	from := []string{"X-Forwarded-For", "192.0.2.7"}
	if got := mustSend[api.Session](owner, "POST", "/session", credentials(amina, password),
		from...); got.User.Email != amina {
		t.Fatal("not signed in")
	}
	owner.mustReturn(204, "DELETE", "/session", "")
	thief := s.visitor()
	for range 10 {
		thief.mustFail(403, fault.WrongPassword, "POST", "/session", credentials(amina, "a guess"), from...)
	}
	response, body := thief.send("POST", "/session", credentials(amina, password), from...)
	problem(t, response, body, 429, fault.TooManyTries)
	if after := response.Header.Get("Retry-After"); after == "" || after == "0" || len(after) > 3 {
		t.Errorf("Retry-After is %q", after)
	}
	thief.mustFail(429, fault.TooManyTries, "POST", "/session", credentials("Amina@Example.com", password), from...)
	thief.mustFail(403, fault.WrongPassword, "POST", "/session", credentials("another@example.com", "a guess"), from...)
	thief.mustFail(403, fault.WrongPassword, "POST", "/session", credentials(amina, "a guess"), "X-Forwarded-For",
		"192.0.2.8")
	owner.signIn(amina)
	mustSend[api.Session](owner, "POST", "/session", credentials(amina, password), from...)
	s.clock.advance(15 * time.Minute)
	thief.mustFail(403, fault.WrongPassword, "POST", "/session", credentials(amina, "a guess"), from...)
}

func TestSignInResetsFailedTries(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	for range 3 {
		v := s.visitor()
		for range 9 {
			v.mustFail(403, fault.WrongPassword, "POST", "/session", credentials(amina, "a guess"))
		}
		v.signIn(amina)
	}
}

func TestMailsToOneAddressAreLimitedWithoutAnError(t *testing.T) {
	s := open(t)
	v := s.visitor()
	request := func(i int, email string) (int, string) {
		response, body := v.send("POST", "/account/password-reset", `{"email": "`+email+`"}`, "X-Forwarded-For",
			fmt.Sprintf("192.0.2.%d", i))
		return response.StatusCode, body
	}
	for i := range 9 {
		if status, body := request(i, amina); status != 202 {
			t.Fatalf("mail %d: %d %s", i, status, body)
		}
	}
	if n := s.countQueuedMails(); n != 5 {
		t.Errorf("%d mails go to one address, want 5", n)
	}
	for i := range 40 {
		status, body := request(99, fmt.Sprintf("a%d@example.com", i))
		if want := map[bool]int{true: 202, false: 429}[i < 30]; status != want {
			t.Fatalf("mail %d of a network: %d %s", i, status, body)
		}
	}
	if n := s.countQueuedMails(); n != 35 {
		t.Errorf("%d mails, want 35", n)
	}
}

func TestOrderLookupsCountEverySpellingOfReference(t *testing.T) {
	v := open(t).visitor()
	for range 4 {
		for _, typed := range []string{"K7M3Q9XW", "INV-K7M3Q9XW", " inv-k7m3q9xw ", "\u2066K7M3Q9XW\u2069",
			"\u200eINV-K7M3Q9XW\u200b"} {
			v.mustReturn(202, "POST", "/orders/lookup", `{"reference": "`+typed+`", "email": "amina@example.com"}`)
		}
	}
	if n := v.countQueuedMails(); n != 5 {
		t.Errorf("it is looked for %d times, want 5", n)
	}
}
