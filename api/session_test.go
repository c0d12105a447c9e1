package api_test

import (
	"crypto/tls"
	"net/http"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment/sandbox"
)

func cookieOf(v *visitor, name string) string {
	for _, pair := range strings.Split(v.cookie, "; ") {
		if value, found := strings.CutPrefix(pair, name+"="); found {
			return value
		}
	}
	return ""
}

const session = "__Host-session"

func TestSessionCookieIsSecureAndBoundToHost(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	v := s.visitor()
	response, _ := v.send("POST", "/session", credentials(amina, password))
	var names []string
	for _, c := range response.Cookies() {
		names = append(names, c.Name)
		if !strings.HasPrefix(c.Name, "__Host-") || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode ||
			c.Path != "/" ||
			c.Domain != "" || len(c.Value) < 43 || c.MaxAge < 29*24*3600 {
			t.Errorf("%+v", c)
		}
	}
	if len(names) != 2 || !strings.Contains(v.cookie, session) || !strings.Contains(v.cookie, "__Host-device") {
		t.Errorf("the cookies are %q", names)
	}
	response, _ = v.send("DELETE", "/session", "")
	c := response.Cookies()[0]
	if c.Name != session || c.MaxAge >= 0 || c.Value != "" || !c.Secure || c.Path != "/" {
		t.Errorf("signing out leaves %+v", c)
	}
	if response := v.mustReturn(204, "DELETE", "/session", ""); len(response.Cookies()) > 0 {
		t.Error("signing out again sets a cookie")
	}
}

func TestEverySignInStartsNewSession(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	planted := strings.Repeat("A", 43)
	v := s.visitor()
	v.cookie = session + "=" + planted
	v.signIn(amina)
	first := cookieOf(v, session)
	v.signIn(amina)
	second := cookieOf(v, session)
	if first == planted || first == second || first == "" || second == "" {
		t.Errorf("the secrets are %q, then %q", first, second)
	}
	for _, old := range []string{planted, first} {
		if name := (&visitor{shop: s, host: v.host, cookie: session + "=" + old}).signedInAs(); name != "" {
			t.Errorf("%s is signed in with an old secret", name)
		}
	}
	if v.signedInAs() != amina {
		t.Error("the new one is not signed in")
	}
}

func TestSessionCannotBeUsedAfterSignOut(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	v := s.visitor()
	v.signIn(amina)
	kept := v.cookie
	v.mustReturn(204, "DELETE", "/session", "")
	again := &visitor{shop: s, host: v.host, cookie: kept}
	if v.signedInAs() != "" || again.signedInAs() != "" {
		t.Error("somebody is signed in")
	}
	again.mustFail(401, fault.SignedOut, "GET", "/invoices", "")
}

func TestSessionIsValidAtItsDeploymentOnly(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	s.createUser("trails", amina)
	v := s.visitor()
	v.signIn(amina)
	elsewhere := &visitor{shop: s, host: "www.trails.example", cookie: v.cookie}
	if name := elsewhere.signedInAs(); name != "" {
		t.Errorf("%s is signed in elsewhere", name)
	}
	elsewhere.mustFail(401, fault.SignedOut, "GET", "/invoices", "")
}

func TestSessionExpiresUnusedAndIsSeldomWritten(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	v := s.visitor()
	for range 20 {
		v.signedInAs()
	}
	if n := s.sessions.commits.Load(); n != 0 || v.cookie != "" {
		t.Errorf("a guest's session is written %d times, cookie %q", n, v.cookie)
	}
	v.signIn(amina)
	for range 20 {
		v.signedInAs()
		mustSend[api.Cart](v, "GET", "/cart", "")
	}
	if n := s.sessions.commits.Load(); n != 1 {
		t.Errorf("the session is written %d times, want once", n)
	}
	for range 3 {
		s.clock.advance(6 * 24 * time.Hour)
		if v.signedInAs() != amina {
			t.Fatal("a session in use has ended")
		}
	}
	if n := s.sessions.commits.Load(); n != 4 {
		t.Errorf("the session is written %d times, want 4", n)
	}
	s.clock.advance(7*24*time.Hour + time.Second)
	if v.signedInAs() != "" {
		t.Error("an unused session has not ended")
	}
}

func TestCrossSiteWritesAreRefused(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	v := s.visitor()
	mustSend[api.Cart](v, "POST", "/cart/items", choice("1"))
	v.signIn(amina)
	origins := map[string][]string{
		"no origin":          {"Sec-Fetch-Site", ""},
		"another site":       {"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"},
		"another subdomain":  {"Sec-Fetch-Site", "same-site", "Origin", "https://evil.wayfare.example"},
		"an old browser":     {"Sec-Fetch-Site", "", "Origin", "https://evil.example"},
		"a hidden origin":    {"Sec-Fetch-Site", "", "Origin", "null"},
		"another deployment": {"Sec-Fetch-Site", "", "Origin", "https://www.trails.example"},
	}
	for name, header := range origins {
		t.Run(name, func(t *testing.T) {
			for _, try := range [][3]string{
				{"DELETE", "/session", ""}, {"POST", "/session", credentials(amina, password)},
				{"POST", "/account", accountRequest},
				{"PUT", "/account/password", `{}`}, {"POST", "/cart/items", choice("1")},
				{"DELETE", "/cart/promo-code", ""},
				{"POST", "/orders/x/payment", ""}, {"POST", "/checkout", order("1")},
			} {
				v.mustFail(403, fault.Forbidden, try[0], try[1], try[2],
					append(header, "Idempotency-Key", "0123456789")...)
			}
		})
	}
	if v.signedInAs() != amina || len(mustSend[api.Cart](v, "GET", "/cart", "").Items) != 1 {
		t.Error("a cross-site request had an effect")
	}
	v.mustReturn(204, "DELETE", "/session", "", "Sec-Fetch-Site", "", "Origin", "http://www.wayfare.example")
	// A request without cookies cannot misuse a session.
	(&visitor{shop: s, host: v.host}).mustReturn(202, "POST", "/account/password-reset", `{"email": "a@example.com"}`,
		"Sec-Fetch-Site", "")
}

func TestPublicDataIsServedWithoutReadingSession(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	v := s.visitor()
	v.signIn(amina)
	before := s.sessions.finds.Load()
	for _, path := range []string{"/redirects?path=/x", "/availability?product=dunes&option=shared&date=" + day,
		"/reviews?product=dunes"} {
		if status, body := v.fetch("GET", path, ""); status >= 500 {
			t.Fatalf("%s: %d %s", path, status, body)
		}
	}
	v.fetch("POST", "/contact", `{"name": "Amina", "email": "amina@example.com", "text": "Hello"}`)
	if n := s.sessions.finds.Load() - before; n != 0 {
		t.Errorf("the session is read %d times for public data", n)
	}
	if v.signedInAs() != amina || s.sessions.finds.Load() == before {
		t.Error("the session is not read when it is needed")
	}
}

func TestBrowsersCartJoinsUsersCartAtSignIn(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	v := s.visitor()
	item := mustSend[api.Cart](v, "POST", "/cart/items", choice("1")).Items[0].Id
	mustSend[api.Cart](v, "PUT", "/cart/guest", `{"name": "Sami", "email": "sami@example.com", "phone": "1"}`)
	guest := v.cookie
	v.signIn(amina)
	cart := mustSend[api.Cart](v, "GET", "/cart", "")
	if len(cart.Items) != 1 || cart.Items[0].Id != item || cart.Guest.Name != "Sami" {
		t.Fatalf("%+v", cart)
	}
	v.signIn(amina) // does not join the items twice
	phone := s.visitor()
	mustSend[api.Cart](phone, "POST", "/cart/items", choice("2"))
	phone.signIn(amina)
	if n := len(mustSend[api.Cart](v, "GET", "/cart", "").Items); n != 2 {
		t.Errorf("the user's cart has %d items, want 2", n)
	}
	mustSend[api.Cart](v, "DELETE", "/cart/items/"+item, "")
	v.mustReturn(204, "DELETE", "/session", "")
	for name, c := range map[string]*visitor{"signed out": v,
		"with the guest's cookie": {shop: s, host: v.host, cookie: guest}} {
		if cart := mustSend[api.Cart](c, "GET", "/cart", ""); len(cart.Items) != 0 || cart.Guest != (api.Guest{}) {
			t.Errorf("%s the cart is %+v", name, cart)
		}
	}
	v.signIn(amina)
	if n := len(mustSend[api.Cart](v, "GET", "/cart", "").Items); n != 1 {
		t.Errorf("the user's cart has %d items, want 1", n)
	}
}

func TestPaidItemsLeaveUsersCartAfterSignInDuringPayment(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", "another@example.com")
	v := s.visitor()
	mustSend[api.Cart](v, "POST", "/cart/items", choice("1"))
	o := mustSend[api.Order](v, "POST", "/checkout", order("39500"), "Idempotency-Key", "0123456789")
	v.signIn("another@example.com")
	if n := len(mustSend[api.Cart](v, "GET", "/cart", "").Items); n != 1 {
		t.Fatalf("the user's cart has %d items, want 1", n)
	}
	if _, err := s.sandbox.Pay(t.Context(), filepath.Base(o.Payment.Url), sandbox.CardSuccess); err != nil {
		t.Fatal(err)
	}
	if got := mustSend[api.Order](v, "GET", "/orders/"+o.Id, ""); got.Result != booking.Success {
		t.Errorf("the order is %s", got.Result)
	}
	if n := len(mustSend[api.Cart](v, "GET", "/cart", "").Items); n != 0 {
		t.Errorf("%d items that are paid are still in the cart", n)
	}
}

func TestGuestsOrderJoinsAccountOfItsAddress(t *testing.T) {
	s := open(t)
	s.createUser("wayfare", amina)
	s.createUser("wayfare", "another@example.com")
	s.createUser("trails", amina)
	guest := s.visitor()
	mustSend[api.Cart](guest, "POST", "/cart/items", choice("1"))
	o := mustSend[api.Order](guest, "POST", "/checkout", strings.Replace(order("39500"), amina, "Amina@Example.com", 1),
		"Idempotency-Key", "0123456789")
	her, other, elsewhere := s.visitor(), s.visitor(), &visitor{shop: s, host: "www.trails.example"}
	her.signIn(amina)
	other.signIn("another@example.com")
	elsewhere.signIn(amina)
	if got := mustSend[api.Order](her, "GET", "/orders/"+o.Id, ""); got.Id != o.Id {
		t.Error("it is not hers")
	}
	other.mustFail(404, fault.NotFound, "GET", "/orders/"+o.Id, "")
	elsewhere.mustFail(404, fault.NotFound, "GET", "/orders/"+o.Id, "")
	her.mustReturn(204, "DELETE", "/session", "")
	her.mustFail(404, fault.NotFound, "GET", "/orders/"+o.Id, "")
}

func TestForwardedProtoCountsFromTrustedProxiesOnly(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for name, test := range map[string]struct {
		peer, forwarded string
		tls             bool
		want            string
	}{
		"a visitor":                      {"192.0.2.1:1234", "", false, "http"},
		"a visitor with TLS":             {"192.0.2.1:1234", "", true, "https"},
		"a visitor with a forged header": {"192.0.2.1:1234", "https", false, "http"},
		"a trusted proxy":                {"10.1.2.3:1234", "https", false, "https"},
		"a proxy without TLS":            {"10.1.2.3:1234", "http", false, "http"},
		"a proxy without the header":     {"10.1.2.3:1234", "", false, "http"},
		"a proxy as IPv4-mapped IPv6":    {"[::ffff:10.1.2.3]:1234", "https", false, "https"},
	} {
		t.Run(name, func(t *testing.T) {
			r := &http.Request{RemoteAddr: test.peer, Header: http.Header{"X-Forwarded-Proto": {test.forwarded}}}
			if test.tls {
				r.TLS = &tls.ConnectionState{}
			}
			if got := api.Scheme(r, proxies); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestNetworkIsThatOfLastUntrustedAddress(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for name, test := range map[string]struct{ peer, forwarded, want string }{
		"a visitor":                          {"192.0.2.1:1234", "", "192.0.2.1"},
		"a visitor with a forged header":     {"192.0.2.1:1234", "203.0.113.9", "192.0.2.1"},
		"a visitor behind a proxy":           {"10.1.2.3:1234", "203.0.113.9", "203.0.113.9"},
		"a visitor behind two proxies":       {"10.1.2.3:1234", "203.0.113.9, 10.9.9.9", "203.0.113.9"},
		"a forged header behind a proxy":     {"10.1.2.3:1234", "198.51.100.1, 203.0.113.9", "203.0.113.9"},
		"an invalid address behind a proxy":  {"10.1.2.3:1234", "203.0.113.9, nonsense", "10.1.2.3"},
		"a proxy that adds the port":         {"10.1.2.3:1234", "198.51.100.1:80, 203.0.113.9:567", "203.0.113.9"},
		"a proxy that adds the port to IPv6": {"[fd00::1]:1234", "[2001:db8:1:2::9]:567", "2001:db8:1:2::/64"},
		"IPv6 in brackets":                   {"[fd00::1]:1234", "[2001:db8:1:2::9]", "2001:db8:1:2::/64"},
		"two proxies that add the port":      {"10.1.2.3:1234", "203.0.113.9:567,10.9.9.9:80", "203.0.113.9"},
		"an invalid port":                    {"10.1.2.3:1234", "203.0.113.9:http", "10.1.2.3"},
		"a proxy's own request":              {"10.1.2.3:1234", "", "10.1.2.3"},
		"IPv6 by its /64 prefix":             {"[2001:db8:1:2:3:4:5:6]:1234", "", "2001:db8:1:2::/64"},
		"IPv6 behind a proxy":                {"[fd00::1]:1234", "2001:db8:1:2::9", "2001:db8:1:2::/64"},
		"IPv4-mapped IPv6":                   {"[::ffff:192.0.2.1]:1234", "", "192.0.2.1"},
		"a proxy as IPv4-mapped IPv6":        {"[::ffff:10.1.2.3]:1234", "::ffff:203.0.113.9", "203.0.113.9"},
	} {
		t.Run(name, func(t *testing.T) {
			r := &http.Request{RemoteAddr: test.peer, Header: http.Header{}}
			if test.forwarded != "" {
				r.Header.Set("X-Forwarded-For", test.forwarded)
			}
			if got := api.NetworkOf(r, proxies); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
