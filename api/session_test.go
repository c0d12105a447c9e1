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

func TestTheSessionsCookieCannotBeReadOrSentElsewhere(t *testing.T) {
	s := open(t)
	s.user("wayfare", amina)
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
	if response := v.does(204, "DELETE", "/session", ""); len(response.Cookies()) > 0 {
		t.Error("who is signed out is given a cookie")
	}
}

func TestASessionIsNewWithEverySignIn(t *testing.T) {
	s := open(t)
	s.user("wayfare", amina)
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
		if name := (&visitor{shop: s, host: v.host, cookie: session + "=" + old}).who(); name != "" {
			t.Errorf("with an old secret %s is signed in", name)
		}
	}
	if v.who() != amina {
		t.Error("the new one is not signed in")
	}
}

func TestASignedOutSessionStaysEnded(t *testing.T) {
	s := open(t)
	s.user("wayfare", amina)
	v := s.visitor()
	v.signIn(amina)
	kept := v.cookie
	v.does(204, "DELETE", "/session", "")
	again := &visitor{shop: s, host: v.host, cookie: kept}
	if v.who() != "" || again.who() != "" {
		t.Error("somebody is signed in")
	}
	again.fails(401, fault.SignedOut, "GET", "/invoices", "")
}

func TestASessionCountsAtItsDeploymentOnly(t *testing.T) {
	s := open(t)
	s.user("wayfare", amina)
	s.user("trails", amina)
	v := s.visitor()
	v.signIn(amina)
	elsewhere := &visitor{shop: s, host: "www.trails.example", cookie: v.cookie}
	if name := elsewhere.who(); name != "" {
		t.Errorf("%s is signed in elsewhere", name)
	}
	elsewhere.fails(401, fault.SignedOut, "GET", "/invoices", "")
}

func TestASessionEndsWhenItIsNotUsedAndIsSeldomWritten(t *testing.T) {
	s := open(t)
	s.user("wayfare", amina)
	v := s.visitor()
	for range 20 {
		v.who()
	}
	if n := s.sessions.commits.Load(); n != 0 || v.cookie != "" {
		t.Errorf("a guest's session is written %d times, cookie %q", n, v.cookie)
	}
	v.signIn(amina)
	for range 20 {
		v.who()
		gets[api.Cart](v, "GET", "/cart", "")
	}
	if n := s.sessions.commits.Load(); n != 1 {
		t.Errorf("the session is written %d times, want once", n)
	}
	for range 3 {
		s.clock.pass(6 * 24 * time.Hour)
		if v.who() != amina {
			t.Fatal("a session that is used has ended")
		}
	}
	if n := s.sessions.commits.Load(); n != 4 {
		t.Errorf("the session is written %d times, want 4", n)
	}
	s.clock.pass(7*24*time.Hour + time.Second)
	if v.who() != "" {
		t.Error("a session that is not used goes on")
	}
}

func TestRequestsOfOtherSitesPagesAreRefused(t *testing.T) {
	s := open(t)
	s.user("wayfare", amina)
	v := s.visitor()
	gets[api.Cart](v, "POST", "/cart/items", choice("1"))
	v.signIn(amina)
	origins := map[string][]string{
		"none at all":        {"Sec-Fetch-Site", ""},
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
				{"POST", "/account", asksForAccount},
				{"PUT", "/account/password", `{}`}, {"POST", "/cart/items", choice("1")},
				{"DELETE", "/cart/promo-code", ""},
				{"POST", "/orders/x/payment", ""}, {"POST", "/checkout", order("1")},
			} {
				v.fails(403, fault.Forbidden, try[0], try[1], try[2],
					append(header, "Idempotency-Key", "0123456789")...)
			}
		})
	}
	if v.who() != amina || len(gets[api.Cart](v, "GET", "/cart", "").Items) != 1 {
		t.Error("something was done")
	}
	v.does(204, "DELETE", "/session", "", "Sec-Fetch-Site", "", "Origin", "http://www.wayfare.example")
	// A program without cookies has nothing that another's page could use.
	(&visitor{shop: s, host: v.host}).does(202, "POST", "/account/password-reset", `{"email": "a@example.com"}`,
		"Sec-Fetch-Site", "")
}

func TestASessionIsReadOnlyByHandlersThatNeedIt(t *testing.T) {
	s := open(t)
	s.user("wayfare", amina)
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
		t.Errorf("it is read %d times for public data", n)
	}
	if v.who() != amina || s.sessions.finds.Load() == before {
		t.Error("it is not read where it matters")
	}
}

func TestTheBrowsersCartBecomesTheUsers(t *testing.T) {
	s := open(t)
	s.user("wayfare", amina)
	v := s.visitor()
	item := gets[api.Cart](v, "POST", "/cart/items", choice("1")).Items[0].Id
	gets[api.Cart](v, "PUT", "/cart/guest", `{"name": "Sami", "email": "sami@example.com", "phone": "1"}`)
	guest := v.cookie
	v.signIn(amina)
	cart := gets[api.Cart](v, "GET", "/cart", "")
	if len(cart.Items) != 1 || cart.Items[0].Id != item || cart.Guest.Name != "Sami" {
		t.Fatalf("%+v", cart)
	}
	v.signIn(amina) // and nothing twice
	phone := s.visitor()
	gets[api.Cart](phone, "POST", "/cart/items", choice("2"))
	phone.signIn(amina)
	if n := len(gets[api.Cart](v, "GET", "/cart", "").Items); n != 2 {
		t.Errorf("the user's cart has %d items, want 2", n)
	}
	gets[api.Cart](v, "DELETE", "/cart/items/"+item, "")
	v.does(204, "DELETE", "/session", "")
	for name, c := range map[string]*visitor{"signed out": v,
		"with the guest's cookie": {shop: s, host: v.host, cookie: guest}} {
		if cart := gets[api.Cart](c, "GET", "/cart", ""); len(cart.Items) != 0 || cart.Guest != (api.Guest{}) {
			t.Errorf("%s the cart is %+v", name, cart)
		}
	}
	v.signIn(amina)
	if n := len(gets[api.Cart](v, "GET", "/cart", "").Items); n != 1 {
		t.Errorf("the user's cart has %d items, want 1", n)
	}
}

func TestAnOrderUnderWayStaysAndItsItemsLeaveTheUsersCartOncePaid(t *testing.T) {
	s := open(t)
	s.user("wayfare", "another@example.com")
	v := s.visitor()
	gets[api.Cart](v, "POST", "/cart/items", choice("1"))
	o := gets[api.Order](v, "POST", "/checkout", order("39500"), "Idempotency-Key", "0123456789")
	v.signIn("another@example.com")
	if n := len(gets[api.Cart](v, "GET", "/cart", "").Items); n != 1 {
		t.Fatalf("the user's cart has %d items, want 1", n)
	}
	if _, err := s.sandbox.Pay(t.Context(), filepath.Base(o.Payment.Url), sandbox.CardSuccess); err != nil {
		t.Fatal(err)
	}
	if got := gets[api.Order](v, "GET", "/orders/"+o.Id, ""); got.Result != booking.Success {
		t.Errorf("the order is %s", got.Result)
	}
	if n := len(gets[api.Cart](v, "GET", "/cart", "").Items); n != 0 {
		t.Errorf("%d items that are paid are still in the cart", n)
	}
}

func TestAGuestsOrderJoinsTheAccountOfItsAddress(t *testing.T) {
	s := open(t)
	s.user("wayfare", amina)
	s.user("wayfare", "another@example.com")
	s.user("trails", amina)
	guest := s.visitor()
	gets[api.Cart](guest, "POST", "/cart/items", choice("1"))
	o := gets[api.Order](guest, "POST", "/checkout", strings.Replace(order("39500"), amina, "Amina@Example.com", 1),
		"Idempotency-Key", "0123456789")
	her, other, elsewhere := s.visitor(), s.visitor(), &visitor{shop: s, host: "www.trails.example"}
	her.signIn(amina)
	other.signIn("another@example.com")
	elsewhere.signIn(amina)
	if got := gets[api.Order](her, "GET", "/orders/"+o.Id, ""); got.Id != o.Id {
		t.Error("it is not hers")
	}
	other.fails(404, fault.NotFound, "GET", "/orders/"+o.Id, "")
	elsewhere.fails(404, fault.NotFound, "GET", "/orders/"+o.Id, "")
	her.does(204, "DELETE", "/session", "")
	her.fails(404, fault.NotFound, "GET", "/orders/"+o.Id, "")
}

func TestAProxySaysThatTLSIsUsedIfItIsTrusted(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for name, test := range map[string]struct {
		peer, forwarded string
		tls             bool
		want            string
	}{
		"a visitor":                        {"192.0.2.1:1234", "", false, "http"},
		"a visitor with TLS":               {"192.0.2.1:1234", "", true, "https"},
		"a visitor who makes something up": {"192.0.2.1:1234", "https", false, "http"},
		"a proxy":                          {"10.1.2.3:1234", "https", false, "https"},
		"a proxy without TLS":              {"10.1.2.3:1234", "http", false, "http"},
		"a proxy that says nothing":        {"10.1.2.3:1234", "", false, "http"},
		"a proxy in IPv6's writing":        {"[::ffff:10.1.2.3]:1234", "https", false, "https"},
	} {
		t.Run(name, func(t *testing.T) {
			r := &http.Request{RemoteAddr: test.peer, Header: http.Header{"X-Forwarded-Proto": {test.forwarded}}}
			if test.tls {
				r.TLS = &tls.ConnectionState{}
			}
			if got := api.SchemeOf(r, proxies); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestANetworkIsTheClientOfTheLastTrustedProxy(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for name, test := range map[string]struct{ peer, forwarded, want string }{
		"a visitor":                         {"192.0.2.1:1234", "", "192.0.2.1"},
		"a visitor who makes something up":  {"192.0.2.1:1234", "203.0.113.9", "192.0.2.1"},
		"behind a proxy":                    {"10.1.2.3:1234", "203.0.113.9", "203.0.113.9"},
		"behind two":                        {"10.1.2.3:1234", "203.0.113.9, 10.9.9.9", "203.0.113.9"},
		"makes something up behind a proxy": {"10.1.2.3:1234", "198.51.100.1, 203.0.113.9", "203.0.113.9"},
		"writes nonsense behind a proxy":    {"10.1.2.3:1234", "203.0.113.9, nonsense", "10.1.2.3"},
		"behind a proxy that adds the port": {"10.1.2.3:1234", "198.51.100.1:80, 203.0.113.9:567", "203.0.113.9"},
		"IPv6 behind such a proxy":          {"[fd00::1]:1234", "[2001:db8:1:2::9]:567", "2001:db8:1:2::/64"},
		"IPv6 in brackets":                  {"[fd00::1]:1234", "[2001:db8:1:2::9]", "2001:db8:1:2::/64"},
		"behind two such proxies":           {"10.1.2.3:1234", "203.0.113.9:567,10.9.9.9:80", "203.0.113.9"},
		"a port that is none":               {"10.1.2.3:1234", "203.0.113.9:http", "10.1.2.3"},
		"a proxy's own request":             {"10.1.2.3:1234", "", "10.1.2.3"},
		"IPv6 by its customer":              {"[2001:db8:1:2:3:4:5:6]:1234", "", "2001:db8:1:2::/64"},
		"IPv6 behind a proxy":               {"[fd00::1]:1234", "2001:db8:1:2::9", "2001:db8:1:2::/64"},
		"IPv4 in IPv6":                      {"[::ffff:192.0.2.1]:1234", "", "192.0.2.1"},
		"a proxy in IPv6's writing":         {"[::ffff:10.1.2.3]:1234", "::ffff:203.0.113.9", "203.0.113.9"},
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
