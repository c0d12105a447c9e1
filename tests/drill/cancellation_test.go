package drill_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/font"
	"storefront/internal/content/media"
	"storefront/internal/content/source"
	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/serve/livecatalog"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/store/sqlite"
)

// TestCancellationRefundEqualsTermsOfCart books every product × option × start of the demo content in the next
// demoDays, in every currency that a storefront accepts. It compares the cancellation quote of each booking with the
// terms that the cart showed just before checkout. The control compares the quote with the first tier of the policy,
// whatever the date. The test also checks that each booking has a pickup with place and time, or a meeting point.
func TestCancellationRefundEqualsTermsOfCart(t *testing.T) {
	shops, slugs := demoShops(t)
	for currency, shop := range shops {
		t.Run(currency, func(t *testing.T) {
			p := newPromiseCheck(t, shop)
			for _, slug := range slugs {
				p.book(slug)
			}
			if len(p.brokenPromises) > 0 {
				t.Errorf("%d of %d promises are broken, the first: %s", len(p.brokenPromises),
					p.keptPromises+len(p.brokenPromises), p.brokenPromises[0])
			}
			if len(p.withoutPlace) > 0 {
				t.Errorf("%d bookings have no place to be, the first: %s", len(p.withoutPlace), p.withoutPlace[0])
			}
			if p.withPickup == 0 || p.withPickup == p.keptPromises {
				t.Errorf("%d of %d bookings have a pickup, so that only pickups or only meeting points were tested",
					p.withPickup, p.keptPromises)
			}
			if p.keptPromises < 1000 || p.controlBroken == 0 {
				t.Errorf("%d promises were kept, and %d by the control were broken", p.keptPromises, p.controlBroken)
			}
			printRow(26, "cancelling right after booking, in %s | %d product × option × starts of %d days: %d broken "+
				"promises (control, policy's first tier: %d)", currency, p.keptPromises+len(p.brokenPromises), demoDays,
				len(p.brokenPromises), p.controlBroken)
		})
	}
}

// demoDays is the number of days whose starts are booked.
var demoDays = sized(20, 60)

// itemsAtOnce is the number of items of an order.
const itemsAtOnce = 15

// demoNow is a morning, before some starts of the day.
var demoNow = time.Date(2026, 11, 23, 5, 30, 0, 0, time.UTC)

// promiseCheck books products of the demo content and counts which promises of the cart are kept.
type promiseCheck struct {
	*testing.T
	*booking.Service
	shop    booking.Deployment
	catalog *livecatalog.Catalog
	sandbox *sandbox.Provider
	carts   int

	transfers                    map[string][2]*booking.Transfer // pickup and drop-off, by option and extras
	keptPromises, controlBroken  int
	withPickup                   int
	brokenPromises, withoutPlace []string
}

func newPromiseCheck(t *testing.T, s demoShop) *promiseCheck {
	dir := t.TempDir()
	store, err := sqlite.Open(t.Context(), filepath.Join(dir, "shop.db"), slog.New(slog.DiscardHandler))
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) })
	clock := func() time.Time { return demoNow }
	provider, err := sandbox.Open(sandbox.Config{File: filepath.Join(dir, "sandbox.db"), Clock: clock,
		Log: slog.New(slog.DiscardHandler)})
	must(t, err)
	t.Cleanup(func() { must(t, provider.Close()) })
	catalog := livecatalog.Open(s.builds, slog.New(slog.DiscardHandler))
	return &promiseCheck{T: t, transfers: map[string][2]*booking.Transfer{}, shop: s.Deployment, catalog: catalog,
		sandbox: provider, Service: booking.New(booking.Config{
			Store: store, Catalog: catalog, Providers: map[string]payment.Provider{provider.Name(): provider},
			Provider: provider.Name(),
			Log:      slog.New(slog.DiscardHandler), Now: clock,
		})}
}

// book orders every start of every option of a product, and compares the cancellation quotes with the cart.
func (p *promiseCheck) book(slug string) {
	product, err := p.catalog.Product(p.shop.ID, p.shop.Language, slug)
	must(p.T, err)
	if product.NoFixedPrice || product.Status != "AVAILABLE" {
		return
	}
	var choices []booking.Choice
	for i := range product.Options {
		o := &product.Options[i]
		for n := range demoDays {
			day := demoNow.AddDate(0, 0, n).Format(time.DateOnly)
			slots, err := p.Slots(p.Context(), p.shop, slug, o.ID, day, 0)
			must(p.T, err)
			for _, a := range slots.Slots {
				if a.Status.Bookable() && slots.Product.Currency == p.shop.Currency {
					choices = append(choices, smallestChoice(product, o, day, a.StartTime))
				}
			}
		}
	}
	for len(choices) > 0 {
		n := min(itemsAtOnce, len(choices))
		p.payAndCompare(choices[:n])
		choices = choices[n:]
	}
}

// smallestChoice returns a choice of the smallest party that an option allows.
func smallestChoice(product *booking.Product, o *payload.Option, day, start string) booking.Choice {
	c := booking.Choice{Product: product.Slug, Option: o.ID, Date: day, StartTime: start}
	for _, u := range o.Units {
		if u.Min > 0 {
			c.Units = append(c.Units, booking.Quantity{ID: u.ID, Quantity: u.Min})
		}
	}
	if len(c.Units) == 0 {
		c.Units = []booking.Quantity{{ID: o.Units[0].ID, Quantity: 1}}
	}
	return c
}

// withTransfers adds the required pickup and drop-off to a choice. n selects the points and times; an even n also adds
// the extra of the pickup. The transfers of an option are cached, since they are the same for every start.
func (p *promiseCheck) withTransfers(cart string, c booking.Choice, n int) booking.Choice {
	product, err := p.catalog.Product(p.shop.ID, p.shop.Language, c.Product)
	must(p.T, err)
	if product.Pickup == nil {
		return c
	}
	if product.Pickup.Extra != "" && n%2 == 0 {
		c.Extras = []booking.Quantity{{ID: product.Pickup.Extra, Quantity: 1}}
	}
	key := fmt.Sprint(c.Product, c.Option, c.Extras)
	if _, known := p.transfers[key]; !known {
		checked, err := p.AddItem(p.Context(), p.shop, cart, c)
		must(p.T, err)
		item := checked.Checked[len(checked.Checked)-1]
		p.transfers[key] = [2]*booking.Transfer{item.Quote.PickupTransfer(), item.Quote.DropOffTransfer()}
		_, err = p.RemoveItem(p.Context(), p.shop, cart, item.ID)
		must(p.T, err)
	}
	c.Pickup, c.DropOff = placeFor(p.transfers[key][0], n), placeFor(p.transfers[key][1], n)
	return c
}

// placeFor returns a place for a required transfer; n selects the point and the time.
func placeFor(t *booking.Transfer, n int) (place booking.Place) {
	if t == nil || t.Optional {
		return place
	}
	if len(t.Points) > 0 {
		place.Point = t.Points[n%len(t.Points)].ID
	}
	if len(t.Times) > 0 {
		place.Time = t.Times[n%len(t.Times)]
	}
	place.Address = "Hotel Creek"
	return place
}

// missingPlace returns what is wrong with the place of a booking: a pickup without place or time, a pickup after the
// start, or no meeting point. It is empty if the booking has a complete place.
func missingPlace(b *booking.Booking) string {
	d := &b.Detail
	switch {
	case d.Pickup == nil && (d.Meeting == nil || d.Meeting.Title+d.Meeting.Address == "" || d.Meeting.Latitude == 0):
		return fmt.Sprintf("no pickup, and the meeting point %+v", d.Meeting)
	case d.Pickup == nil:
		return ""
	case d.Meeting != nil:
		return "a pickup and a meeting point"
	case d.Pickup.Title+d.Pickup.Address == "" || d.Pickup.Time == "":
		return fmt.Sprintf("the pickup %+v", *d.Pickup)
	case b.Choice.StartTime != "" && d.Pickup.Time > b.Choice.StartTime:
		return "a pickup at " + d.Pickup.Time + ", after the start at " + b.Choice.StartTime
	}
	return ""
}

// payAndCompare orders and pays for choices, and compares their cancellation quotes with the terms of the cart.
func (p *promiseCheck) payAndCompare(choices []booking.Choice) {
	p.carts++
	cart := fmt.Sprintf("cart-%d", p.carts)
	var checked *booking.CheckedCart
	var err error
	for i, c := range choices {
		checked, err = p.AddItem(p.Context(), p.shop, cart, p.withTransfers(cart, c, i))
		must(p.T, err)
	}
	order, err := p.Checkout(p.Context(), p.shop, booking.Checkout{
		Key: "0123456789", Cart: cart, Method: booking.Card, Total: checked.Total,
		Buyer: booking.Buyer{FirstName: "Amina", LastName: "Haddad", Email: "amina@example.com", PhoneCountry: "AE",
			Phone: "501234567"},
	})
	must(p.T, err)
	for i := range order.Bookings {
		if what := missingPlace(&order.Bookings[i]); what != "" {
			p.withoutPlace = append(p.withoutPlace, fmt.Sprintf("%+v: %s", order.Bookings[i].Choice, what))
		}
		if order.Bookings[i].Detail.Pickup != nil {
			p.withPickup++
		}
	}
	if order.Total > 0 {
		_, err = p.sandbox.Pay(p.Context(), order.Payment.SessionID, "4242424242424242")
		must(p.T, err)
		_, err = p.Settle(p.Context(), order.ID)
		must(p.T, err)
	}
	for i, item := range checked.Checked {
		p.compareRefund(cart, order.ID, order.Bookings[i].ID, &item, checked.CheckedAt)
	}
}

// compareRefund compares the cancellation quote of a booking with the terms that the cart had at an instant.
func (p *promiseCheck) compareRefund(cart, order, id string, item *booking.CheckedItem, at time.Time) {
	quote, _, err := p.QuoteCancellation(p.Context(), p.shop, booking.Visitor{Cart: cart}, order, id)
	if !fault.Is(err, fault.NotPossible) { // a booking that has begun cannot be cancelled
		must(p.T, err)
	}
	terms := item.Terms(at)
	promised := booking.CancellationQuote{}
	switch {
	case terms.FreeUntil != booking.NoFreePeriod && item.Quote.Price.Total > 0:
		promised.Percent, promised.FreeUntil = 100, terms.FreeUntil // no refund, because the card is not charged yet
	case len(terms.Steps) > 0:
		first := terms.Steps[0]
		promised = booking.CancellationQuote{Percent: first.Percent, Refund: first.Refund, Payout: first.Refund}
	}
	if quote != promised {
		p.brokenPromises = append(p.brokenPromises,
			fmt.Sprintf("%+v: the cart promised %+v, the quote is %+v", item.Choice, promised, quote))
	} else {
		p.keptPromises++
	}
	if tiers := item.Quote.Option.Cancellation; len(tiers) > 0 && terms.FreeUntil == booking.NoFreePeriod &&
		tiers[0].Refund != quote.Percent {
		p.controlBroken++
	}
}

// demoShop is a storefront of the demo content in one currency.
type demoShop struct {
	booking.Deployment
	builds string
}

// englishDetail returns the JSON of a product's detail in English.
func englishDetail(languages []string, stored []pages.StoredContent) []byte {
	stored = slices.DeleteFunc(stored, func(c pages.StoredContent) bool { return c.Kind != pages.StoredDetail })
	asWritten := func(html []byte) string { return string(html) }
	var out bytes.Buffer
	pages.JoinDetail(&out, stored[slices.Index(languages, "en")].Data, asWritten)
	return out.Bytes()
}

// demoShops reads the demo content and writes a build with a payload of each product. It returns the shops by currency,
// and the slugs of the products.
func demoShops(t *testing.T) (map[string]demoShop, []string) {
	t.Helper()
	reader := source.NewReader("../../content")
	lib, found := reader.Library(media.Read, media.ReadDrawing, font.Read)
	if len(found) > 0 && lib == nil {
		t.Fatal(found)
	}
	var ignored []diag.Diagnostic
	slugs := reader.ProductSlugs(&ignored)
	known := map[string]bool{}
	for _, slug := range slugs {
		known[slug] = true
	}
	maker := pages.NewSummarizer(lib)
	builds := t.TempDir()
	root := filepath.Join(builds, "public", "wayfare")
	for _, slug := range slugs {
		product, _ := reader.Product(slug, lib, known)
		_, details, _ := maker.SummarizeProduct(product)
		writePayload(t, filepath.Join(root, "things-to-do-in-"+product.City, slug, "_payload.json"), map[string]any{
			"kind": payload.KindProduct, "path": "/things-to-do-in-" + product.City + "/" + slug, "slug": slug,
			"city":    payload.Named{ID: product.City, Name: product.City},
			"product": json.RawMessage(englishDetail(lib.Languages, details)),
		})
	}
	writePayload(t, filepath.Join(root, "builds", "meta", "latest.json"), map[string]string{"id": "demo"})
	shops := map[string]demoShop{}
	for _, d := range lib.Deployments {
		for _, currency := range d.Currencies {
			if _, has := shops[currency]; !has {
				shops[currency] = demoShop{shopOf(lib, d, currency), builds}
			}
		}
	}
	return shops, slugs
}

// shopOf returns the deployment of a shop in a currency.
func shopOf(lib *catalog.Library, d *catalog.Deployment, currency string) booking.Deployment {
	known := payload.Deployment{Currencies: d.Currencies, Currency: pages.ServerDeployment(lib, d, nil).Currency}
	return booking.Deployment{ID: "wayfare", Name: "Wayfare", HomeURL: "http://127.0.0.1", Language: "en",
		Currency: currency, Card: true, Exchange: known.Exchange()}
}

func writePayload(t *testing.T, path string, value any) {
	t.Helper()
	data, err := json.Marshal(value)
	must(t, err)
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, data, 0o644))
}
