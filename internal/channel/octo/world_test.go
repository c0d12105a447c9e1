package octo_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/channel/octo"
	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/core/secret"
	"storefront/internal/serve/livecatalog"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/orderlink"
	"storefront/internal/shop/reseller"
	"storefront/internal/store/pgtest"
	"storefront/internal/store/postgres"
	"storefront/internal/store/sqlite"
	"storefront/internal/store/sqlstore"
)

func TestMain(m *testing.M) { pgtest.Main(m, postgres.Migrate) }

var quiet = slog.New(slog.DiscardHandler)

// store is what both databases are.
type store interface {
	booking.Store
	Resellers() reseller.Store
	Jobs() *sqlstore.Jobs
	Close() error
}

// onBoth runs a test with each database.
func onBoth(t *testing.T, run func(w *world)) {
	for name, open := range map[string]func(t *testing.T) (store, error){
		"SQLite": func(t *testing.T) (store, error) {
			return sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "shop.db"), quiet)
		},
		"PostgreSQL": func(t *testing.T) (store, error) { return postgres.Open(t.Context(), pgtest.New(t), quiet) },
	} {
		t.Run(name, func(t *testing.T) {
			s, err := open(t)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			run(newWorld(t, s))
		})
	}
}

// world is a shop with resellers, and a clock that tests move. It is the morning of 20 November 2026.
type world struct {
	*testing.T
	store     store
	booking   *booking.Service
	resellers *reseller.Service
	door      *octo.Server
	server    *httptest.Server
	atlas     *client
	mu        sync.Mutex
	now       time.Time
}

func newWorld(t *testing.T, s store) *world {
	t.Helper()
	w := &world{T: t, store: s, now: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)}
	w.booking = booking.New(booking.Config{Store: s, Catalog: catalog{}, Log: quiet, Now: w.clock})
	w.resellers = reseller.New(s.Resellers(), w.clock)
	tickets, err := ticket.NewKey(bytes.Repeat([]byte{7}, 32))
	w.must(err)
	links, err := orderlink.NewKey(bytes.Repeat([]byte{7}, secret.MinBytes))
	w.must(err)
	w.door = octo.New(octo.Config{
		Site: site{}, Catalog: catalog{}, Booking: w.booking, Resellers: w.resellers, Tickets: tickets, Links: links,
		Scheme: func(*http.Request) string { return "http" }, Now: w.clock, Log: quiet,
		IsReachable: func(netip.Addr) bool { return true },
	})
	w.server = httptest.NewServer(w.door)
	t.Cleanup(w.server.Close)
	w.atlas = w.reseller(reseller.Reseller{Name: "atlas", Deployments: []string{"wayfare"}})
	return w
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// reseller creates a reseller that owes four fifths of its sales.
func (w *world) reseller(r reseller.Reseller) *client {
	w.Helper()
	r.NetRate, r.Currency = 80_00, "AED"
	if r.CreditLimit == 0 {
		r.CreditLimit = 1_000_000_00
	}
	created, key, err := w.resellers.Create(w.Context(), r)
	w.must(err)
	return &client{world: w, key: key, id: created.ID, name: r.Name, host: "www.wayfare.example",
		capabilities: "octo/content, octo/pricing, octo/pickups"}
}

// balance returns what a reseller owes, which is the sum of its entries.
func (w *world) balance(name string) int64 {
	w.Helper()
	r, err := w.resellers.ResellerByName(w.Context(), name)
	w.must(err)
	_, sum, err := w.resellers.ResellerEntries(w.Context(), r.ID, w.clock().AddDate(1, 0, 0), w.clock().AddDate(2, 0,
		0))
	w.must(err)
	if sum != r.Balance {
		w.Errorf("%s owes %d, and its entries sum up to %d", name, r.Balance, sum)
	}
	return r.Balance
}

// seats returns the vacancies of the dunes at a start.
func (w *world) seats(id string) int {
	w.Helper()
	d, err := w.booking.Slots(context.Background(), booking.Deployment{ID: "wayfare", Language: "en", Currency: "AED"},
		"dunes", "shared", id[:10], 0)
	w.must(err)
	for _, s := range d.Slots {
		if s.StartTime == id[11:16] {
			return s.Vacancies
		}
	}
	w.Fatalf("nothing starts at %s", id)
	return 0
}

// client is a program of a reseller.
type client struct {
	*world
	key, id, name, host, capabilities, language, env string
}

// body is a JSON object.
type body = map[string]any

// send sends a request, as JSON unless it is bytes, and returns the status, the headers and the body.
func (c *client) send(method, path string, in any) (int, http.Header, []byte) {
	c.Helper()
	data, raw := in.([]byte)
	if in != nil && !raw {
		var err error
		if data, err = json.Marshal(in); err != nil {
			c.Fatal(err)
		}
	}
	r, err := http.NewRequestWithContext(c.Context(), method, c.server.URL+"/octo"+path, bytes.NewReader(data))
	c.must(err)
	r.Host = c.host
	for name, value := range map[string]string{"Octo-Capabilities": c.capabilities, "Accept-Language": c.language,
		"Octo-Env": c.env} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	if c.key != "" {
		r.Header.Set("Authorization", "Bearer "+c.key)
	}
	response, err := c.server.Client().Do(r)
	c.must(err)
	defer response.Body.Close()
	out, err := io.ReadAll(response.Body)
	c.must(err)
	if status := response.StatusCode; status != http.StatusNoContent && response.ContentLength != int64(len(out)) {
		c.Errorf("%s %s: %d bytes with the length %d", method, path, len(out), response.ContentLength)
	}
	return response.StatusCode, response.Header, out
}

// gets sends a request that must succeed.
func (c *client) gets(method, path string, in any) body {
	c.Helper()
	status, _, data := c.send(method, path, in)
	out := body{}
	if status != http.StatusOK || json.Unmarshal(data, &out) != nil {
		c.Fatalf("%s %s: %d %s", method, path, status, data)
	}
	return out
}

// lists sends a request that must be answered with a list.
func (c *client) lists(method, path string, in any) []body {
	c.Helper()
	status, _, data := c.send(method, path, in)
	var out []body
	if status != http.StatusOK || json.Unmarshal(data, &out) != nil {
		c.Fatalf("%s %s: %d %s", method, path, status, data)
	}
	return out
}

// refused sends a request that must be refused with the status 400 and a code. It returns the body.
func (c *client) refused(code, method, path string, in any) body {
	c.Helper()
	status, _, data := c.send(method, path, in)
	out := body{}
	if status != http.StatusBadRequest || json.Unmarshal(data, &out) != nil || out["error"] != code ||
		out["errorMessage"] == "" {
		c.Errorf("%s %s: %d %s, want %s", method, path, status, data, code)
	}
	return out
}

const (
	three = "2026-12-05T15:00:00+04:00"
	next  = "2026-12-06T15:00:00+04:00"
)

// units are some units of one kind.
func units(id string, n int) (all []body) {
	for range n {
		all = append(all, body{"unitId": id})
	}
	return all
}

// reservation is a request for some adults in the dunes.
func reservation(adults int, more ...body) body {
	b := body{"productId": "dunes", "optionId": "shared", "availabilityId": three, "unitItems": units("adult", adults)}
	for _, m := range more {
		for k, v := range m {
			b[k] = v
		}
	}
	return b
}

// reserves holds seats and returns the booking with its path.
func (c *client) reserves(in body) (body, string) {
	c.Helper()
	b := c.gets("POST", "/bookings", in)
	return b, "/bookings/" + b["uuid"].(string)
}

var amina = body{"contact": body{"fullName": "Amina Haddad", "emailAddress": "amina@example.com",
	"phoneNumber": "+971501234567"}, "resellerReference": "VOUCHER-1"}

// buys reserves and confirms.
func (c *client) buys(in body) (body, string) {
	c.Helper()
	_, path := c.reserves(in)
	return c.gets("POST", path+"/confirm", amina), path
}

// site has two deployments by host.
type site struct{}

func (site) Deployment(host string) (payload.Deployment, error) {
	for _, d := range (site{}).Deployments() {
		if d.Hosts[0] == host {
			return d, nil
		}
	}
	return payload.Deployment{}, fault.New(fault.Misdirected, "unknown host")
}

func (site) Deployments() (all []payload.Deployment) {
	for _, id := range []string{"wayfare", "trails"} {
		all = append(all, payload.Deployment{
			ID: id, Hosts: []string{"www." + id + ".example"}, BaseURL: "https://www." + id + ".example",
			Name: map[string]string{"en": strings.ToUpper(id[:1]) + id[1:], "ar": "دروب"}, Languages: []string{"en",
				"ar"},
			Currencies: []string{"AED"}, Contact: payload.DeploymentContact{Email: "hello@" + id + ".example"},
		})
	}
	return all
}

// whileReading runs once, when the catalogue is read next.
var whileReading atomic.Pointer[func()]

// catalog sells the dunes, with 4 seats at 15:00 and 16:00 in Dubai; a museum with opening hours, whose supplier
// confirms on request; a boat for one party; and a secret without a price.
type catalog struct{}

func (catalog) Slugs(string) ([]string, error) {
	return []string{"boat", "dunes", "museum", "secret"}, nil
}

func (catalog) Product(_, language, slug string) (*booking.Product, error) {
	if during := whileReading.Swap(nil); during != nil {
		(*during)()
	}
	if p := products[language+slug]; p != nil {
		return p, nil
	}
	return nil, fault.New(fault.NotFound, "not on sale")
}

func (c catalog) Page(deployment, language, slug string) (*livecatalog.Page, error) {
	p, err := c.Product(deployment, language, slug)
	if err != nil {
		return nil, err
	}
	return &livecatalog.Page{Page: payload.Page{Title: p.Title}, City: p.City, Product: payload.ProductDetail{
		Summary: "A summary.", Overview: "<p>First.</p><ul><li>One</li></ul>", Duration: p.Duration, Options: p.Options,
		Location: p.Location, Includes: []string{"Tea"},
	}}, nil
}

var products = func() map[string]*booking.Product {
	all := map[string]*booking.Product{}
	for _, language := range []string{"en", "ar"} {
		for slug, p := range productsTitled(map[string]string{"en": "Dunes", "ar": "الكثبان"}[language]) {
			all[language+slug] = p
		}
	}
	return all
}()

var everyDay = []int{0, 1, 2, 3, 4, 5, 6}

func productsTitled(title string) map[string]*booking.Product {
	dubai, err := time.LoadLocation("Asia/Dubai")
	if err != nil {
		panic(err)
	}
	base := booking.Product{
		Title: title, City: payload.Named{ID: "dubai", Name: "Dubai"}, Status: "AVAILABLE", Currency: "AED",
		Exponent: 2,
		TimeZone: dubai, Location: payload.Location{Place: "The gate", Latitude: 25, Longitude: 55},
		Supplier: payload.Supplier{ID: "sands", Name: "Sands", Confirmation: payload.Instant},
	}
	adult := payload.Unit{ID: "adult", Type: "ADULT", PricedBy: "PERSON", Price: 39500, OriginalPrice: 45000,
		PaxCount: 1,
		Max:      4}
	dunes := base
	dunes.Slug, dunes.AvailabilityType, dunes.PricingPer = "dunes", payload.StartTime, payload.PerUnit
	dunes.Duration.Minutes = 360
	dunes.Pickup = &payload.Transfer{Points: []payload.Point{{ID: "mall", Name: "The mall", MinutesBefore: new(int)}}}
	dunes.Options = []payload.Option{{
		ID: "shared", Title: "Shared car", Capacity: 4, MaxTravellers: 4,
		Units: []payload.Unit{adult, {ID: "child", Type: "CHILD", PricedBy: "PERSON", Price: 27500, PaxCount: 1, Max: 3,
			AccompaniedBy: []string{"adult"}}},
		Schedule: payload.Schedule{Seasons: []payload.Season{{Weekdays: everyDay,
			StartTimes: []string{"15:00", "16:00"}}}, LeadMinutes: 240, ClosedDays: []string{"12-25"}},
		Cancellation: []payload.CancellationTier{{Before: 1440, Refund: 100}, {Before: 360, Refund: 50}},
	}}
	museum := base
	museum.Slug, museum.AvailabilityType, museum.PricingPer = "museum", payload.OpeningHours, payload.PerUnit
	museum.Supplier.Confirmation = payload.OnRequest
	museum.Options = []payload.Option{{ID: "day", Title: "Day", Capacity: 50, MaxTravellers: 10,
		Units: []payload.Unit{adult}, Schedule: payload.Schedule{Seasons: []payload.Season{{Weekdays: everyDay,
			OpeningHours: []payload.Hours{{From: "10:00", To: "18:00"}}}}}}}
	boat := base
	boat.Slug, boat.AvailabilityType, boat.PricingPer = "boat", payload.StartTime, payload.PerBooking
	boat.Options = []payload.Option{{ID: "whole", Title: "Whole", Capacity: 8, MaxTravellers: 8,
		Price:        &payload.Price{Money: payload.Money{Amount: 100000, Currency: "AED", Exponent: 2}},
		Units:        []payload.Unit{{ID: "guest", Type: "OTHER", PricedBy: "PERSON", PaxCount: 1}},
		Schedule:     payload.Schedule{Seasons: []payload.Season{{Weekdays: everyDay, StartTimes: []string{"09:00"}}}},
		Cancellation: []payload.CancellationTier{{Before: 1440, Refund: 100}}}}
	secret := dunes
	secret.Slug, secret.NoFixedPrice = "secret", true
	return map[string]*booking.Product{"dunes": &dunes, "museum": &museum, "boat": &boat, "secret": &secret}
}
