package booking_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/store/sqlite"
)

// The sandbox's test cards.
const (
	goodCard         = "4242424242424242"
	declinedCard     = "4000000000000002"
	slowCard         = "4000000000000259"
	uncapturableCard = "4000000000003055"
)

// world is a shop with a real database and a real provider, and a clock that tests move.
type world struct {
	*booking.Service
	t       *testing.T
	ctx     context.Context
	catalog catalog
	store   *sqlite.Store
	sandbox *sandbox.Provider
	mu      sync.Mutex
	now     time.Time
	keys    int
	unpaid  booking.UnpaidLimits
	from    booking.Origin
	buyer   booking.Buyer
}

var wayfare = booking.Deployment{ID: "wayfare", HomeURL: "http://127.0.0.1", Name: "Wayfare", Language: "en",
	Currency: "AED", Card: true, PayLater: true, Contact: booking.Contact{Email: "hello@wayfare.example"}}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, ctx: t.Context(), now: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC), buyer: amina,
		catalog: catalog{}}
	dir := t.TempDir()
	var err error
	if w.store, err = sqlite.Open(t.Context(), filepath.Join(dir, "shop.db"),
		slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.must(w.store.Close()) })
	w.sandbox, err = sandbox.Open(sandbox.Config{
		File: filepath.Join(dir, "sandbox.db"), Clock: w.clock, Log: slog.New(slog.DiscardHandler),
	})
	w.must(err)
	t.Cleanup(func() { w.must(w.sandbox.Close()) })
	w.Service = w.serviceWith(w.sandbox)
	w.catalog.add(dunes())
	return w
}

// serviceWith returns the shop's Service with another provider instead of the sandbox.
func (w *world) serviceWith(p payment.Provider) *booking.Service {
	return booking.New(booking.Config{
		Store: w.store, Catalog: w.catalog, Providers: map[string]payment.Provider{p.Name(): p}, Provider: p.Name(),
		Log: slog.New(slog.DiscardHandler), Now: w.clock, Unpaid: w.unpaid,
	})
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *world) advance(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// catalog is a live build by slug.
type catalog map[string]*booking.Product

func (c catalog) add(p *booking.Product) { c[p.Slug] = p }

func (c catalog) Product(_, _, slug string) (*booking.Product, error) {
	if p := c[slug]; p != nil {
		return p, nil
	}
	return nil, fault.New(fault.NotFound, "not on sale")
}

func zone(name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return z
}

var everyDay = []int{0, 1, 2, 3, 4, 5, 6}

// dunes starts every day at 15:00 and 16:00 in Dubai, with 4 seats each.
func dunes() *booking.Product {
	return &booking.Product{
		Slug: "dunes", Path: "/things-to-do-in-dubai/dunes", Title: "Dunes",
		City:       payload.Named{ID: "dubai", Name: "Dubai"},
		Categories: []string{"desert"}, Status: "AVAILABLE", AvailabilityType: "START_TIME", PricingPer: "UNIT",
		Currency: "AED", Exponent: 2, TimeZone: zone("Asia/Dubai"),
		Supplier: payload.Supplier{Name: "Sands", Confirmation: "instant"},
		Duration: payload.Duration{Minutes: 360},
		Options: []payload.Option{{
			ID: "shared", Title: "Shared car", Capacity: 4, MaxTravellers: 4,
			Units: []payload.Unit{
				{ID: "adult", Type: "ADULT", PricedBy: "PERSON", Price: 39500, OriginalPrice: 45000, PaxCount: 1,
					Max: 4},
				{ID: "child", Type: "CHILD", PricedBy: "PERSON", Price: 27500, PaxCount: 1, Max: 3},
			},
			Schedule: payload.Schedule{Seasons: []payload.Season{{Weekdays: everyDay,
				StartTimes: []string{"15:00", "16:00"}}}, LeadMinutes: 240},
			Cancellation: []payload.CancellationTier{{Before: 1440, Refund: 100}, {Before: 360, Refund: 50}},
		}},
		Extras: []payload.Extra{
			{ID: "quad", Title: "Quad bike", PricingPer: "UNIT", Price: 15000, Max: 4},
			{ID: "cake", Title: "Cake", PricingPer: "BOOKING", Price: 9500},
		},
	}
}

// dunesChoice is a choice of the dunes for some adults.
func dunesChoice(day, at string, adults int) booking.Choice {
	return booking.Choice{Product: "dunes", Option: "shared", Date: day, StartTime: at,
		Units: []booking.Quantity{{ID: "adult", Quantity: adults}}}
}

const (
	day       = "2026-12-05"
	afternoon = "15:00"
)

var amina = booking.Buyer{FirstName: "Amina", LastName: "Haddad", Email: "amina@example.com", PhoneCountry: "AE",
	Phone: "501234567"}

// order checks out a cart with the choices, and returns the order.
func (w *world) order(cart string, method booking.Method, choices ...booking.Choice) booking.Order {
	w.t.Helper()
	for _, c := range choices {
		_, err := w.AddItem(w.ctx, wayfare, cart, c)
		w.must(err)
	}
	o, err := w.checkout(cart, method)
	w.must(err)
	return o
}

func (w *world) checkout(cart string, method booking.Method) (booking.Order, error) {
	w.t.Helper()
	w.keys++
	return w.checkoutWith(fmt.Sprintf("key-%d", w.keys), cart, method)
}

func (w *world) checkoutWith(key, cart string, method booking.Method) (booking.Order, error) {
	w.t.Helper()
	c, err := w.Cart(w.ctx, wayfare, cart)
	w.must(err)
	return w.Checkout(w.ctx, wayfare, booking.Checkout{
		Key: key, Cart: cart, Buyer: w.buyer, Method: method, Total: c.Total, From: w.from,
	})
}

// pay has the buyer pay on the provider's page.
func (w *world) pay(o booking.Order, card string) {
	w.t.Helper()
	_, err := w.sandbox.Pay(w.ctx, o.Payment.SessionID, card)
	w.must(err)
}

// settleOrder settles an order and returns it as stored.
func (w *world) settleOrder(o booking.Order) booking.Order {
	w.t.Helper()
	_, err := w.Settle(w.ctx, o.ID)
	w.must(err)
	o, err = w.store.Read().Order(w.ctx, o.ID)
	w.must(err)
	return o
}

func (w *world) vacancies(day, at string) int {
	w.t.Helper()
	d, err := w.Slots(w.ctx, wayfare, "dunes", "shared", day, 0)
	w.must(err)
	for _, s := range d.Slots {
		if s.StartTime == at {
			return s.Vacancies
		}
	}
	w.t.Fatalf("nothing starts at %s %s", day, at)
	return 0
}

func (w *world) wantFault(err error, code fault.Code, fields ...string) {
	w.t.Helper()
	if err == nil {
		w.t.Fatalf("it did not fail with %s", code)
	}
	e := fault.Of(err)
	var names []string
	for _, f := range e.Fields {
		names = append(names, f.Name+" "+string(f.Code))
	}
	if e.Code != code || len(names) != len(fields) {
		w.t.Fatalf("%s %v (%v), want %s %v", e.Code, names, err, code, fields)
	}
	for i := range fields {
		if names[i] != fields[i] {
			w.t.Fatalf("%s %v, want %s %v", e.Code, names, code, fields)
		}
	}
}

func statuses(o booking.Order) (out []booking.BookingStatus) {
	for _, b := range o.Bookings {
		out = append(out, b.Status)
	}
	return out
}

// visitorWithCart returns a visitor with a cart and no account.
func visitorWithCart(cart string) booking.Visitor { return booking.Visitor{Cart: cart} }

// wantOrder checks the order's result, the statuses of its bookings, and that of its money.
func (w *world) wantOrder(o booking.Order, result booking.Result, money booking.PaymentStatus,
	bookings ...booking.BookingStatus) {
	w.t.Helper()
	if o.Result() != result || o.Payment.Status != money || !slices.Equal(statuses(o), bookings) {
		w.t.Fatalf("%s %s %v, want %s %s %v", o.Result(), o.Payment.Status, statuses(o), result, money, bookings)
	}
}
