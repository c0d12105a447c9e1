package octo_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"storefront/internal/core/payload"
	"storefront/internal/core/secret"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/linkpage"
	"storefront/internal/shop/orderlink"
)

// suppliers has one, who answers by links.
type suppliers struct{}

func (suppliers) Supplier(id string) (payload.SupplierContact, bool) {
	return payload.SupplierContact{ID: id, Name: map[string]string{"en": "Sands"}, Language: "en",
		Email: "sands@sands.example"}, id == "sands"
}

func (suppliers) Suppliers() []payload.SupplierContact { return nil }

func TestSupplierAnswersEachResellerRequestByLink(t *testing.T) {
	onBoth(t, func(w *world) {
		w.changes("enmuseum", func(o *payload.Option) {
			o.Cancellation = []payload.CancellationTier{{Before: 1440, Refund: 100}}
		})
		key, err := orderlink.NewKey([]byte(strings.Repeat("7", secret.MinBytes)))
		w.must(err)
		links := linkpage.Links{Key: key, AnswerBy: w.booking.RequestExpiresAt}
		pages := httptest.NewServer(linkpage.Handler(linkpage.Config{Links: links, Booking: w.booking,
			Orders: w.store.Read(), Suppliers: suppliers{}, Deployments: site{}.Deployments,
			Log: slog.New(slog.DiscardHandler), Now: w.clock}))
		w.Cleanup(pages.Close)
		answers := func(b body) {
			w.Helper()
			o := w.order(b)
			response, err := http.PostForm(links.AnswerURL(pages.URL, &o, &o.Bookings[0]), url.Values{"do": {"accept"}})
			w.must(err)
			defer response.Body.Close()
			page, err := io.ReadAll(response.Body)
			w.must(err)
			if o = w.order(b); o.Bookings[0].Status != booking.Confirmed {
				w.Errorf("accepted, the booking is %s: %d %s", o.Bookings[0].Status, response.StatusCode, page)
			}
		}
		sold, path := w.atlas.buys(reservation(1, body{"productId": "museum", "optionId": "day",
			"availabilityId": "2026-12-05T00:00:00+04:00"}))
		answers(sold)
		larger := w.atlas.gets("PATCH", path, body{"unitItems": units("adult", 2)})
		if larger["status"] != "PENDING" {
			t.Fatalf("with one more traveller it is %v", larger["status"])
		}
		answers(larger)
	})
}
