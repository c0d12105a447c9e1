package octo_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/mail"
	"storefront/internal/shop/reseller"
)

func TestAvailabilityHasPricesAndTimesOfTheDestination(t *testing.T) {
	onBoth(t, func(w *world) {
		w.atlas.buys(reservation(3))
		days := body{"productId": "dunes", "optionId": "shared", "localDateStart": "2026-12-05",
			"localDateEnd": "2026-12-06", "units": []body{{"id": "adult", "quantity": 2}}}
		all := w.atlas.lists("POST", "/availability", days)
		if len(all) != 4 {
			t.Fatalf("%d availabilities", len(all))
		}
		first := all[0]
		for field, want := range map[string]any{
			"id": three, "localDateTimeStart": three, "localDateTimeEnd": "2026-12-05T21:00:00+04:00", "allDay": false,
			"utcCutoffAt": "2026-12-05T07:00:00Z", "status": "LIMITED", "vacancies": 1.0, "capacity": 4.0,
			"available": false, // for two
		} {
			if first[field] != want {
				t.Errorf("%s is %v, want %v", field, first[field], want)
			}
		}
		if price := all[1]["pricing"].(body); price["retail"] != 79000.0 || price["net"] != 63200.0 ||
			all[1]["available"] != true || len(all[1]["unitPricing"].([]any)) != 2 {
			t.Errorf("the price of two is %v of %v", price, all[1])
		}
		byID := w.atlas.lists("POST", "/availability", body{"productId": "dunes", "optionId": "shared",
			"availabilityIds": []string{next, "2027-01-01T15:10:00+04:00", "no id"}})
		if len(byID) != 1 || byID[0]["id"] != next {
			t.Errorf("by id: %v", byID)
		}
		open := w.atlas.lists("POST", "/availability", body{"productId": "museum", "optionId": "day",
			"localDate": "2026-12-05T00:00:00+04:00"}) // clients send the time too
		if len(open) != 1 || open[0]["allDay"] != true || open[0]["id"] != "2026-12-05T00:00:00+04:00" ||
			open[0]["localDateTimeEnd"] != "2026-12-06T00:00:00+04:00" || len(open[0]["openingHours"].([]any)) != 1 {
			t.Errorf("opening hours: %v", open)
		}
	})
}

func TestCalendarShowsTheBestAvailabilityOfEachDay(t *testing.T) {
	onBoth(t, func(w *world) {
		for _, at := range []string{"15", "16"} {
			w.atlas.buys(reservation(4, body{"availabilityId": "2026-12-05T" + at + ":00:00+04:00"}))
		}
		w.atlas.buys(reservation(2, body{"availabilityId": next}))
		days := w.atlas.lists("POST", "/availability/calendar", body{"productId": "dunes", "optionId": "shared",
			"localDateStart": "2026-12-05", "localDateEnd": "2026-12-25"})
		var got []string
		for _, i := range []int{0, 1, 20} {
			got = append(got, fmt.Sprint(days[i]["localDate"], days[i]["status"], days[i]["available"],
				days[i]["vacancies"]))
		}
		want := []string{"2026-12-05SOLD_OUTfalse0", "2026-12-06AVAILABLEtrue4", "2026-12-25CLOSEDfalse0"}
		for i := range want {
			if strings.ReplaceAll(got[i], " ", "") != want[i] {
				t.Errorf("%q, want %q", got[i], want[i])
			}
		}
		if len(days) != 21 {
			t.Errorf("%d days", len(days))
		}
	})
}

func TestInvalidAvailabilityRequestsAreRejected(t *testing.T) {
	onBoth(t, func(w *world) {
		of := body{"productId": "dunes", "optionId": "shared"}
		for code, list := range map[string][]body{
			"BAD_REQUEST": {{}, {"localDateEnd": "2026-12-06"}, {"localDateStart": "2026-12-06"},
				{"localDateStart": "2026-12-06", "localDateEnd": "2026-12-05"},
				{"localDateStart": "2026-12-05", "localDateEnd": "2027-12-07"},
				{"localDateStart": "5 December", "localDateEnd": "6 December"},
				{"localDateStart": "2026-12-05", "localDateEnd": "2026-12-06", "localDate": "2026-12-05"},
				{"localDateStart": "2026-12-05", "localDateEnd": "2026-12-06", "currency": "USD"},
				{"localDateStart": "2026-12-05", "localDateEnd": "2026-12-06", "units": []body{{"id": "adult",
					"quantity": -1}}}},
			"INVALID_PRODUCT_ID": {{"productId": "camels"}, {"productId": nil}},
			"INVALID_OPTION_ID":  {{"optionId": "private"}, {"optionId": nil}},
			"INVALID_UNIT_ID":    {{"units": []body{{"id": "senior", "quantity": 1}}}},
		} {
			for _, in := range list {
				whole := body{}
				for _, part := range []body{of, in} {
					for k, v := range part {
						whole[k] = v
					}
				}
				w.atlas.refused(code, "POST", "/availability", whole)
				w.atlas.refused(code, "POST", "/availability/calendar", whole)
			}
		}
		// The standard's validator expects this refusal.
		w.atlas.refused("BAD_REQUEST", "POST", "/availability", body{"productId": "dunes", "optionId": "shared",
			"localDateStart": "2026-12-05", "localDateEnd": "2026-12-06", "availabilityIds": []string{three}})
	})
}

func TestProductsHaveTheFieldsOfTheRequestedCapabilities(t *testing.T) {
	onBoth(t, func(w *world) {
		bare := *w.atlas
		bare.capabilities = "octo/unknown"
		_, headers, _ := bare.send("GET", "/products", nil)
		all := bare.lists("GET", "/products/", nil)
		var ids []string
		for _, p := range all {
			ids = append(ids, p["id"].(string))
			if p["title"] != nil || p["pricingPer"] != nil || p["options"].([]any)[0].(body)["pickupPoints"] != nil {
				t.Errorf("without capabilities %s has %v", p["id"], p)
			}
		}
		suppliers := bare.lists("GET", "/suppliers", nil)
		one := bare.gets("GET", "/suppliers/wayfare", nil)
		if len(suppliers) != 1 || suppliers[0]["endpoint"] != one["endpoint"] || one["id"] != "wayfare" {
			t.Errorf("the suppliers are %v, and one is %v", suppliers, one)
		}
		if status, _, _ := bare.send("GET", "/suppliers/trails", nil); status != http.StatusNotFound {
			t.Errorf("another supplier is answered with %d", status)
		}
		if !slices.Equal(ids, []string{"boat", "dunes", "museum"}) || headers.Get("Octo-Capabilities") != "" {
			t.Errorf("products %v, capabilities %q", ids, headers.Get("Octo-Capabilities"))
		}

		full := *w.atlas
		full.capabilities, full.language = "Octo/Pricing,content , pickups,octo/offers", "fr, ar;q=0.8, en;q=0.1"
		_, headers, _ = full.send("GET", "/products/dunes", nil)
		p := full.gets("GET", "/products/dunes", nil)
		option := p["options"].([]any)[0].(body)
		unit := option["units"].([]any)[0].(body)
		if headers.Get("Octo-Capabilities") != "octo/content, octo/pickups, octo/pricing" ||
			headers.Get("Content-Language") != "ar" || p["title"] != "الكثبان" || p["locale"] != "ar" ||
			p["description"] != "First.\n\n- One" || unit["internalName"] != "بالغ" {
			t.Errorf("%v, %v", headers, p)
		}
		for field, want := range map[string]any{"cancellationCutoffAmount": 1.0, "cancellationCutoffUnit": "day",
			"pickupAvailable": true, "pickupRequired": false} {
			if option[field] != want {
				t.Errorf("%s is %v, want %v", field, option[field], want)
			}
		}
		if price := unit["pricingFrom"].([]any)[0].(body); price["retail"] != 39500.0 || price["net"] != 31600.0 ||
			price["original"] != 45000.0 || price["currency"] != "AED" || price["currencyPrecision"] != 2.0 {
			t.Errorf("the price is %v", price)
		}
	})
}

func TestPickupIsBookedAtItsPoint(t *testing.T) {
	onBoth(t, func(w *world) {
		sold, _ := w.atlas.buys(reservation(1, body{"pickupRequested": true, "pickupPointId": "mall"}))
		point, _ := sold["pickupPoint"].(body)
		if sold["pickupRequested"] != true || sold["pickupPointId"] != "mall" || point["name"] != "The mall" ||
			point["localDateTime"] != three {
			t.Errorf("%v of %v", point, sold)
		}
		if o := w.order(sold); o.Bookings[0].Detail.Pickup == nil {
			t.Error("the manifest has no pickup")
		}
	})
}

func TestKeyGrantsAccessOnlyToItsOwnProductsAndBookings(t *testing.T) {
	onBoth(t, func(w *world) {
		other := w.reseller(reseller.Reseller{Name: "other", Deployments: []string{"wayfare", "trails"},
			Products: []string{"dunes"}})
		sold, path := w.atlas.buys(reservation(1))
		_, held := w.atlas.reserves(reservation(1))
		hook := w.atlas.gets("POST", "/webhooks", body{"event": "booking_update", "url": w.server.URL})

		elsewhere, nobody, stranger := *w.atlas, *w.atlas, *w.atlas
		elsewhere.host, nobody.key, stranger.key = "www.trails.example", "", "octo_"+strings.Repeat("a", 43)
		for _, r := range []struct{ method, path string }{
			{"GET", "/supplier"}, {"GET", "/products"}, {"GET", path}, {"POST", held + "/confirm"},
			{"POST", "/availability"}, {"POST", "/bookings"}, {"GET", "/bookings?localDate=2026-12-05"}, {"GET",
				"/webhooks"},
		} {
			elsewhere.refused("FORBIDDEN", r.method, r.path, amina)
			stranger.refused("FORBIDDEN", r.method, r.path, amina)
			nobody.refused("UNAUTHORIZED", r.method, r.path, amina)
		}
		for _, at := range []string{"www.wayfare.example", "www.trails.example"} {
			other.host = at
			for _, r := range []struct{ method, path string }{
				{"GET", path}, {"PATCH", path}, {"POST", path + "/cancel"}, {"POST", held + "/confirm"},
				{"POST", held + "/extend"}, {"POST", held + "/cancel"}, {"DELETE", held},
				{"GET", "/bookings/" + sold["id"].(string)}, {"DELETE", "/bookings/" + sold["id"].(string)},
			} {
				other.refused("INVALID_BOOKING_UUID", r.method, r.path, amina)
			}
			for _, query := range []string{"supplierReference=" + sold["supplierReference"].(string),
				"resellerReference=VOUCHER-1", "localDate=2026-12-05"} {
				if got := other.lists("GET", "/bookings?"+query, nil); len(got) != 0 {
					t.Errorf("%s lists %v", query, got)
				}
			}
			if got := other.lists("GET", "/webhooks", nil); len(got) != 0 {
				t.Errorf("webhooks: %v", got)
			}
			other.refused("UNPROCESSABLE_ENTITY", "DELETE", "/webhooks/"+hook["id"].(string), nil)
			if got := other.lists("GET", "/products", nil); len(got) != 1 {
				t.Errorf("%d products", len(got))
			}
			other.refused("INVALID_PRODUCT_ID", "GET", "/products/museum", nil)
		}
		if b := w.atlas.gets("GET", held, nil); b["status"] != "ON_HOLD" {
			t.Errorf("another reseller has made it %v", b["status"])
		}
		// Neither a visitor with the traveller's address nor one with the cart's name owns it.
		o := w.order(sold)
		for _, v := range []booking.Visitor{{Email: "amina@example.com"}, {Cart: o.Cart}, {Orders: []string{o.ID}}} {
			_, err := w.booking.Order(t.Context(), booking.Deployment{ID: "wayfare"}, v, o.ID)
			if !fault.Is(err, fault.NotFound) {
				t.Errorf("%+v sees it: %v", v, err)
			}
		}

		_, err := w.resellers.SetDisabled(t.Context(), "atlas", true)
		w.must(err)
		w.pass(3 * time.Second)
		w.atlas.refused("FORBIDDEN", "GET", path, nil)
	})
}

func TestRequestsOverTheRateLimitAreRejected(t *testing.T) {
	onBoth(t, func(w *world) {
		busy := w.reseller(reseller.Reseller{Name: "busy", Deployments: []string{"wayfare"}, RateLimit: 6})
		for range 6 { // a minute's requests, all at once
			busy.gets("GET", "/supplier", nil)
		}
		status, headers, data := busy.send("GET", "/supplier", nil)
		if status != http.StatusTooManyRequests || headers.Get("Retry-After") == "" ||
			!strings.Contains(string(data), "TOO_MANY_REQUESTS") {
			t.Errorf("%d %v %s", status, headers, data)
		}
		w.atlas.gets("GET", "/supplier", nil)
		lists := w.reseller(reseller.Reseller{Name: "lists", Deployments: []string{"wayfare"}, RateLimit: 20})
		for range 2 { // lists count as ten requests each
			lists.lists("GET", "/bookings?localDate=2026-12-05", nil)
		}
		if status, _, _ := lists.send("GET", "/bookings?localDate=2026-12-05", nil); status != 429 {
			t.Errorf("a third list: %d", status)
		}
	})
}

func TestErrorsAreInTheLanguageOfTheClient(t *testing.T) {
	onBoth(t, func(w *world) {
		w.atlas.language = "ar"
		got := w.atlas.refused("INVALID_PRODUCT_ID", "GET", "/products/camels", nil)
		if got["productId"] != "camels" || !strings.Contains(got["errorMessage"].(string), "معرّف المنتج") {
			t.Errorf("%v", got)
		}
		status, _, data := w.atlas.send("GET", "/nothing", nil)
		if status != 404 || !strings.Contains(string(data), "NOT_FOUND") {
			t.Errorf("%d %s", status, data)
		}
	})
}

func TestWebhookReceivesChangesByResellerAndShop(t *testing.T) {
	onBoth(t, func(w *world) {
		type message struct{ signature, key, body string }
		var mu sync.Mutex
		var heard []message
		var failing atomic.Bool
		receiver := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			data, _ := io.ReadAll(r.Body)
			if failing.Load() {
				rw.WriteHeader(http.StatusInternalServerError)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			heard = append(heard, message{r.Header.Get(mail.SignatureHeader), r.Header.Get("Idempotency-Key"),
				string(data)})
		}))
		defer receiver.Close()
		w.atlas.refused("BAD_REQUEST", "POST", "/webhooks", body{"event": "moon", "url": receiver.URL})
		w.atlas.refused("BAD_REQUEST", "POST", "/webhooks", body{"event": "booking_update", "url": "ftp://x"})
		hook := w.atlas.gets("POST", "/webhooks", body{"event": "booking_update", "url": receiver.URL})
		sold, _ := w.atlas.buys(reservation(1))
		o := w.order(sold)

		n := notice.Notice{ID: "n1", Kind: notice.ResellerUpdate, Deployment: "wayfare", To: w.atlas.id, Subject: o.ID,
			Webhook: hook["id"].(string)}
		failing.Store(true)
		if err := w.door.Send(t.Context(), n); err == nil || strings.Contains(err.Error(), receiver.URL) {
			t.Errorf("a failure is %v", err)
		}
		failing.Store(false)
		w.must(w.door.Send(t.Context(), n))
		r, err := w.resellers.ResellerByName(t.Context(), "atlas")
		w.must(err)
		if len(heard) != 1 || heard[0].key != "n1" || heard[0].signature != mail.Signature(r.Secret, w.clock(),
			[]byte(heard[0].body)) {
			t.Fatalf("heard %v", heard)
		}
		var in struct {
			ID               string
			Booking, Webhook body
		}
		w.must(json.Unmarshal([]byte(heard[0].body), &in))
		if in.Booking["uuid"] != sold["uuid"] || in.Booking["status"] != "CONFIRMED" || in.Booking["pricing"] == nil ||
			in.Webhook["id"] != hook["id"] || in.ID != "n1" {
			t.Errorf("it says %v", in)
		}
		if !slices.Contains(o.Notified, "reseller_update 2") {
			t.Errorf("the order has noted %v", o.Notified)
		}
		quote, err := w.booking.QuoteOperatorCancellation(&o, &o.Bookings[0], nil)
		w.must(err)
		after, err := w.booking.CancelByOperator(t.Context(), o.ID, o.Bookings[0].ID, nil, quote)
		w.must(err)
		if !slices.Contains(after.Notified, "reseller_update 3") || !slices.ContainsFunc(after.Notified,
			func(key string) bool { return strings.HasPrefix(key, "shop_booking_cancelled") }) {
			t.Errorf("after the operator's cancellation it has noted %v", after.Notified)
		}
		w.atlas.gets("DELETE", "/webhooks/"+hook["id"].(string), nil)
		w.must(w.door.Send(t.Context(), n))
		if len(heard) != 1 {
			t.Error("a deleted webhook heard of it")
		}
	})
}
