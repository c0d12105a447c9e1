package api_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/core/redirect"
	"storefront/internal/search"
	"storefront/internal/serve/live"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/limit"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/shop/review"
	"storefront/internal/store/sqlite"
	"storefront/internal/store/sqlstore"
)

// shop is a server with its own database and provider, and three deployments by host.
type shop struct {
	t        *testing.T
	server   *httptest.Server
	sandbox  *sandbox.Provider
	booking  *booking.Service
	accounts *account.Service
	reviews  *review.Service
	store    store
	clock    *clock
	sessions *countedSessions
	builds   string // the folder of its search indexes
}

type testDeployments struct{ site }

func (testDeployments) Deployment(host string) (payload.Deployment, error) {
	d := payload.Deployment{
		ID: "wayfare", BaseURL: "https://booking.wayfare.example",
		Contact: payload.DeploymentContact{Email: "hello@wayfare.example", Phone: "+971 4 555 0142",
			TaxNumber: "100345217800003"},
		Name: map[string]string{"en": "Wayfare", "ar": "دروب"}, Languages: []string{"en", "ar"},
		Currencies: []string{"AED", "USD"}, Card: true, PayLater: true,
		Currency: payload.CurrencyTable{Default: "AED", Date: "2026-11-20",
			Rates: map[string]string{"USD": "0.27229", "EUR": "0.2351"}},
	}
	switch host {
	case "www.trails.example":
		d.ID = "trails"
	case "www.desk.example": // a hotel without card payment
		d.ID, d.Card = "desk", false
	case unknownHost:
		return d, errUnknownHost
	}
	return d, nil
}

func (t testDeployments) LastDeployment(host string) string {
	d, err := t.Deployment(host)
	if err != nil {
		return ""
	}
	return d.ID
}

// unknownHost is a host without a deployment.
const unknownHost = "www.nobody.example"

var errUnknownHost = fault.New(fault.Misdirected, "This server does not answer for this host.")

// testRedirect redirects one path of wayfare.
func testRedirect(host, path string) (*redirect.Target, error) {
	switch {
	case host == unknownHost:
		return nil, errUnknownHost
	case host == "www.wayfare.example" && path == "/divers":
		return &redirect.Target{To: "/pearl-diving", Status: 301}, nil
	}
	return nil, nil
}

// testCatalog sells "dunes", with 4 seats at 15:00; "balloon", the same on request; "bespoke", the same without a fixed
// price; and at wayfare only "pearl", the same for up to 30 nights.
type testCatalog struct{}

func (testCatalog) Product(deployment, language, slug string) (*booking.Product, error) {
	confirmation := payload.Instant
	if slug == "balloon" {
		confirmation = payload.OnRequest
	}
	if slug != "dunes" && slug != "balloon" && slug != "bespoke" && (slug != "pearl" || deployment != "wayfare") {
		return nil, fault.New(fault.NotFound, "Not on sale.")
	}
	pricedBy, minimum := payload.ByPerson, (*payload.Duration)(nil)
	if slug == "pearl" {
		pricedBy, minimum = payload.ByNight, &payload.Duration{Nights: 1}
	}
	return &booking.Product{
		Slug: slug, NoFixedPrice: slug == "bespoke", Title: map[string]string{"en": "Dunes", "ar": "الكثبان"}[language],
		Path:   "/things-to-do-in-dubai/dunes",
		Status: "AVAILABLE", AvailabilityType: "START_TIME", PricingPer: "UNIT", Currency: "AED", Exponent: 2,
		TimeZone: time.UTC,
		Supplier: payload.Supplier{Confirmation: confirmation}, MinimumDuration: minimum,
		Extras: []payload.Extra{{ID: "tea", Title: "Tea", PricingPer: payload.PerBooking, Price: 1500}},
		Pickup: &payload.Transfer{Points: []payload.Point{{ID: "mall", Name: "The mall"}}},
		Options: []payload.Option{{
			ID: "shared", Title: "Shared", Capacity: 4, MaxTravellers: 4,
			Units: []payload.Unit{{ID: "adult", Type: "ADULT", PricedBy: pricedBy, Price: 39500,
				OriginalPrice: 45000, PaxCount: 1}},
			Schedule: payload.Schedule{Seasons: []payload.Season{{Weekdays: []int{0, 1, 2, 3, 4, 5, 6},
				StartTimes: []string{"15:00"}}}},
			Cancellation: []payload.CancellationTier{{Before: 1440, Refund: 100}},
		}},
	}, nil
}

// store is the interface of both databases that tests use.
type store interface {
	booking.Store
	Jobs() *sqlstore.Jobs
	Accounts() account.Store
	Sessions() scs.CtxStore
	Limits() limit.Store
	Reviews() review.Store
	Messages() contact.Store
	Close() error
}

// shopLimits are the rate limits of a shop.
type shopLimits struct {
	rates  booking.Rates
	unpaid booking.UnpaidLimits
}

func open(t *testing.T, limits ...shopLimits) *shop {
	t.Helper()
	dir := t.TempDir()
	store, err := sqlite.Open(t.Context(), filepath.Join(dir, "shop.db"), quiet)
	if err != nil {
		t.Fatal(err)
	}
	return openOn(t, store, limits...)
}

func openOnSQLite(t *testing.T) *shop { return open(t) }

var quiet = slog.New(slog.DiscardHandler)

// openOn is open on a store, which it closes.
func openOn(t *testing.T, store store, with ...shopLimits) *shop {
	t.Helper()
	var own shopLimits
	if len(with) > 0 {
		own = with[0]
	}
	p, err := sandbox.Open(sandbox.Config{File: filepath.Join(t.TempDir(), "sandbox.db"), Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	providers := map[string]payment.Provider{p.Name(): p}
	s := &shop{t: t, sandbox: p, store: store, clock: &clock{}, builds: filepath.Join(t.TempDir(), "builds")}
	limits := limit.New(store.Limits(), s.clock.now)
	s.booking = booking.New(booking.Config{
		Store: store, Catalog: testCatalog{}, Providers: providers, Provider: p.Name(), Log: quiet, Unpaid: own.unpaid,
		Rates: own.rates, Limits: limits,
	})
	s.sessions = &countedSessions{CtxStore: store.Sessions()}
	s.accounts = account.New(account.Config{Store: store.Accounts(), Limits: limits, Log: quiet, Now: s.clock.now,
		Passwords: plainPasswords{}})
	s.reviews = review.New(review.Config{Store: store.Reviews(), Now: s.clock.now})
	s.server = httptest.NewServer(api.New(api.Config{
		Site: testDeployments{site{redirect: testRedirect}}, Booking: s.booking,
		Searcher: search.Open(live.Open(s.builds)),
		Reviews:  s.reviews,
		Contact:  contact.New(contact.Config{Store: store.Messages(), Limits: limits}),
		Accounts: s.accounts, Sessions: s.sessions, Limits: limits, Log: quiet,
		TicketKey: ticketKey(t), Links: linkKey(t),
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	}))
	t.Cleanup(func() {
		s.server.Close()
		_ = store.Close()
		_ = p.Close()
	})
	return s
}

// visitor is a browser with cookies.
type visitor struct {
	*shop
	host, language, cookie string
}

func (s *shop) visitor() *visitor {
	return &visitor{shop: s, host: "www.wayfare.example", language: "en"}
}

func (v *visitor) send(method, path, body string, header ...string) (*http.Response, string) {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), method, v.server.URL+"/api/v1"+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	r.Host = v.host
	r.Header.Set("Accept-Language", v.language)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if v.cookie != "" {
		r.Header.Set("Cookie", v.cookie)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := v.server.Client().Transport.RoundTrip(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer response.Body.Close()
	for _, c := range response.Cookies() {
		v.storeCookie(c)
	}
	got, err := io.ReadAll(response.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return response, string(got)
}

// storeCookie stores or deletes a cookie as a browser does.
func (v *visitor) storeCookie(c *http.Cookie) {
	var kept []string
	for _, pair := range strings.Split(v.cookie, "; ") {
		if pair != "" && !strings.HasPrefix(pair, c.Name+"=") {
			kept = append(kept, pair)
		}
	}
	if c.MaxAge >= 0 {
		kept = append(kept, c.Name+"="+c.Value)
	}
	v.cookie = strings.Join(kept, "; ")
}

// mustSend sends a request that must succeed, and returns the decoded response.
func mustSend[T any](v *visitor, method, path, body string, header ...string) (out T) {
	v.t.Helper()
	response, got := v.send(method, path, body, header...)
	if response.StatusCode != http.StatusOK {
		v.t.Fatalf("%s %s: %d %s", method, path, response.StatusCode, got)
	}
	if err := json.Unmarshal([]byte(got), &out); err != nil {
		v.t.Fatal(err)
	}
	return out
}
