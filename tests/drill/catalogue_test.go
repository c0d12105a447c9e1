package drill_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
	"storefront/internal/search"
	"storefront/internal/shop/booking"
)

// The catalogue of the drills has two products that differ only in their suppliers. Every option has a start at each
// hour of each day; the number in its id is its capacity, and priceOf returns its price.
const (
	deployment = "drills"
	seatPrice  = 10_050

	instant   = "balloon"  // its supplier confirms at once
	onRequest = "falconry" // its supplier confirms on request

	single = "cap-1"
	pair   = "cap-2"
	trio   = "cap-3"
	four   = "cap-4"
	dear   = "cap-5"
	dearer = "cap-6"
	dozen  = "cap-12"
	wide   = "cap-10000"
)

var (
	products   = []string{instant, onRequest}
	capacities = []int{1, 2, 3, 4, 5, 6, 12, 10_000}
)

// priceOf returns the price of a seat of an option: seatPrice, or more for the dear options.
func priceOf(option string) int64 {
	switch option {
	case dear:
		return seatPrice + 2_000
	case dearer:
		return seatPrice + 5_050
	}
	return seatPrice
}

// refundPolicy is the cancellation policy of every option: a full refund until a day before the start, and half of it
// later.
var refundPolicy = []payload.CancellationTier{{Before: 24 * 60, Refund: 100}, {Before: 0, Refund: 50}}

var testDeployment = booking.Deployment{ID: deployment, HomeURL: "http://drills.test", Name: "Drills", Language: "en",
	Currency: "AED", Card: true, PayLater: true}

// The hosts of the deployments. Requests to local addresses are served by the first deployment.
const (
	drillsHost = "www.drills.test"
	sisterHost = "www.sister.test"
)

// deployments returns the deployment that sells the products, and a second one with its own visitors.
func deployments() []payload.Deployment {
	newDeployment := func(id, host string) payload.Deployment {
		return payload.Deployment{
			ID: id, Hosts: []string{host}, BaseURL: "https://" + host,
			Name:      map[string]string{"en": strings.ToTitle(id[:1]) + id[1:]},
			Languages: []string{"en"}, Currencies: []string{"AED"}, Card: true, PayLater: true,
			Contact: payload.DeploymentContact{Email: "shop@" + host},
		}
	}
	return []payload.Deployment{newDeployment(deployment, drillsHost), newDeployment("sister", sisterHost)}
}

// writeTestBuilds writes a folder of builds in the layout that package engine writes and livecatalog reads, and returns
// its path.
func writeTestBuilds(t testing.TB) string {
	t.Helper()
	root := t.TempDir()
	const build = "0123456789abcdef"
	files := map[string]any{"meta/deployments.json": deployments()}
	for _, d := range deployments() {
		meta := filepath.Join("public", d.ID, "builds/meta")
		files[filepath.Join(meta, "latest.json")] = map[string]string{"id": build}
		files[filepath.Join(meta, build+".json")] = payload.Manifest{ID: build, Deployment: d.ID,
			Locales: []payload.LocaleInfo{{Code: "en"}}}
	}
	must(t, os.MkdirAll(filepath.Join(root, "public", deployment, ".search"), 0o755))
	must(t, os.WriteFile(filepath.Join(root, "public", deployment, search.File("en")), searchIndex(t), 0o644))
	must(t, os.WriteFile(filepath.Join(root, "public", deployment, "index.html"),
		[]byte("<!doctype html><title>Drills</title>"), 0o644))
	for _, slug := range products {
		files["public/drills/things-to-do-in-dubai/"+slug+"/_payload.json"] = productPage(slug)
	}
	for name, content := range files {
		must(t, writeJSON(filepath.Join(root, name), content))
	}
	return root
}

// searchIndex returns a search index of the products' names.
func searchIndex(t testing.TB) []byte {
	t.Helper()
	content := search.Content{Currency: "AED"}
	for _, slug := range products {
		words := search.NewEntry()
		words.Add(search.Title, slug)
		dubai := payload.Named{ID: "dubai", Name: "Dubai"}
		card, err := payload.JSON(payload.ProductCard{Slug: slug, Title: slug, City: dubai,
			Category: payload.Named{ID: "air", Name: "Air"}, Status: "AVAILABLE"})
		must(t, err)
		content.Products = append(content.Products, search.Product{
			Slug: slug, City: "dubai", Categories: []string{"air"}, Price: seatPrice, Currency: "AED", Minutes: 60,
			Available: true, Card: card,
			Key: search.Key(digest.Of([]byte(slug))), Entry: func() ([]byte, error) { return words.Bytes(), nil },
		})
	}
	data, err := search.Write(content, nil)
	must(t, err)
	return data
}

func writeJSON(path string, content any) error {
	data, err := json.Marshal(content)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

// productPage returns the payload of a product's page.
func productPage(slug string) any {
	confirmation := payload.Instant
	if slug == onRequest {
		confirmation = payload.OnRequest
	}
	detail := payload.ProductDetail{
		Status: "AVAILABLE", AvailabilityType: "START_TIME", PricingPer: "UNIT", Currency: "AED", CurrencyExponent: 2,
		TimeZone: "Asia/Dubai", Supplier: payload.Supplier{Name: "Sands", Confirmation: confirmation},
		Duration: payload.Duration{Minutes: 60},
	}
	for _, capacity := range capacities {
		id := fmt.Sprint("cap-", capacity)
		detail.Options = append(detail.Options, payload.Option{
			ID: id, Title: fmt.Sprint("For ", capacity), Capacity: capacity,
			MaxTravellers: capacity,
			Units: []payload.Unit{{ID: "adult", Type: "ADULT", PricedBy: "PERSON", Price: priceOf(id),
				PaxCount: 1}},
			Schedule: payload.Schedule{Seasons: []payload.Season{{Weekdays: []int{0, 1, 2, 3, 4, 5, 6},
				StartTimes: startTimes()}}},
			Cancellation: refundPolicy,
		})
	}
	return struct {
		payload.Page
		Slug    string                `json:"slug"`
		City    payload.Named         `json:"city"`
		Product payload.ProductDetail `json:"product"`
	}{
		Page: payload.Page{Kind: payload.KindProduct, Locale: "en", Path: "/things-to-do-in-dubai/" + slug,
			Title: slug},
		Slug: slug, City: payload.Named{ID: "dubai", Name: "Dubai"}, Product: detail,
	}
}

func startTimes() []string {
	var all []string
	for h := range 24 {
		all = append(all, fmt.Sprintf("%02d:00", h))
	}
	return all
}

// choiceOfSeats returns a choice of seats of the n-th start of an option, counted from the date three days ahead in
// UTC. In the evening, the date two days ahead begins in Dubai in less than a day, too late for a full refund. A choice
// to be paid later needs n >= 24, or in the evening it starts too soon.
func choiceOfSeats(now time.Time, product, option string, n, quantity int) booking.Choice {
	day := now.AddDate(0, 0, 3+n/24).Format(time.DateOnly)
	return booking.Choice{
		Product: product, Option: option, Date: day, StartTime: fmt.Sprintf("%02d:00", n%24),
		Units: []booking.Quantity{{ID: "adult", Quantity: quantity}},
	}
}

// slotOf returns the slot of a choice.
func slotOf(c booking.Choice) booking.Slot {
	return booking.Slot{Product: c.Product, Option: c.Option, Date: c.Date, StartTime: c.StartTime}
}

// buyer returns the details of buyer i.
func buyer(i int) booking.Buyer {
	return booking.Buyer{
		FirstName: "Buyer", LastName: fmt.Sprint("Number ", i), Email: fmt.Sprintf("buyer%d@example.com", i),
		PhoneCountry: "AE", Phone: "501234567",
	}
}
