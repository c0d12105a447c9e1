package octo_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/reseller"
)

func TestAResellerReservesConfirmsChangesAndCancels(t *testing.T) {
	onBoth(t, func(w *world) {
		a := w.atlas
		held, path := a.reserves(reservation(2, body{"notes": "Two vegetarians"}))
		if held["status"] != "ON_HOLD" || held["availabilityId"] != three ||
			held["utcExpiresAt"] != "2026-11-20T08:30:00Z" ||
			w.seats(three) != 2 || w.balance("atlas") != 0 || held["cancellable"] != true {
			t.Fatalf("reserved: %v, %d seats left, %d owed", held, w.seats(three), w.balance("atlas"))
		}
		price := held["pricing"].(body)
		if price["retail"] != 79000.0 || price["original"] != 90000.0 || price["net"] != 63200.0 {
			t.Errorf("the price is %v", price)
		}

		sold := a.gets("POST", path+"/confirm", amina)
		if sold["status"] != "CONFIRMED" || sold["resellerReference"] != "VOUCHER-1" ||
			sold["notes"] != "Two vegetarians" ||
			sold["utcExpiresAt"] != nil || sold["utcConfirmedAt"] != "2026-11-20T08:00:00Z" ||
			w.balance("atlas") != 63200 {
			t.Fatalf("confirmed: %v, %d owed", sold, w.balance("atlas"))
		}
		contact := sold["contact"].(body)
		if contact["firstName"] != "Amina" || contact["lastName"] != "Haddad" || contact["fullName"] != "Amina Haddad" {
			t.Errorf("the contact is %v", contact)
		}
		if again := a.gets("POST", path+"/confirm", amina); again["status"] != "CONFIRMED" ||
			w.balance("atlas") != 63200 {
			t.Errorf("confirmed twice: %v, %d owed", again["status"], w.balance("atlas"))
		}

		moved := a.gets("PATCH", path, body{"availabilityId": next, "unitItems": units("adult", 3)})
		if moved["availabilityId"] != next || len(moved["unitItems"].([]any)) != 3 || w.seats(three) != 4 ||
			w.seats(next) != 1 || w.balance("atlas") != 94800 {
			t.Errorf("moved to another day: %v, %d owed", moved, w.balance("atlas"))
		}
		for query, want := range map[string]int{
			"resellerReference=VOUCHER-1": 1, "resellerReference=OTHER": 0,
			"supplierReference=" + sold["supplierReference"].(string): 1, "localDate=2026-12-06": 1,
			"localDateStart=2026-12-01&localDateEnd=2026-12-05":                            0,
			"localDateStart=2026-12-06T00:00:00%2B04:00&localDateEnd=2026-12-07T00:00:00Z": 1,
			"localDate=2026-12-06&productId=dunes&optionId=shared":                         1,
			"localDate=2026-12-06&productId=museum":                                        0,
			"resellerReference=VOUCHER-1&optionId=day":                                     0,
			"productId=museum&supplierReference=" + sold["supplierReference"].(string):     0,
		} {
			if got := a.lists("GET", "/bookings?"+query, nil); len(got) != want {
				t.Errorf("%s lists %d bookings, want %d", query, len(got), want)
			}
		}

		a.refused("BAD_REQUEST", "GET", "/bookings?productId=dunes", nil)
		if byID := a.gets("GET", "/bookings/"+sold["id"].(string), nil); byID["uuid"] != sold["uuid"] {
			t.Errorf("by its id it is %v", byID["uuid"])
		}

		ended := a.gets("POST", path+"/cancel", body{"reason": "They are ill"})
		how := ended["cancellation"].(body)
		if ended["status"] != "CANCELLED" || how["refund"] != "FULL" || how["reason"] != "They are ill" ||
			ended["cancellable"] != false || w.seats(next) != 4 || w.balance("atlas") != 0 {
			t.Errorf("cancelled: %v, %d owed", ended, w.balance("atlas"))
		}
		if again := a.gets("POST", path+"/cancel", nil); again["status"] != "CANCELLED" || w.balance("atlas") != 0 {
			t.Errorf("cancelled twice: %v", again["status"])
		}
		a.refused("UNPROCESSABLE_ENTITY", "PATCH", path, body{"notes": "too late"})
	})
}

func TestAReservationExpiresAndCanBeExtended(t *testing.T) {
	onBoth(t, func(w *world) {
		_, path := w.atlas.reserves(reservation(4, body{"expirationMinutes": 10}))
		w.pass(9 * time.Minute)
		held := w.atlas.gets("POST", path+"/extend", body{"expirationMinutes": 31})
		if held["utcExpiresAt"] != "2026-11-20T08:40:00Z" {
			t.Errorf("extended until %v", held["utcExpiresAt"])
		}
		w.pass(20 * time.Minute)
		if w.seats(three) != 0 {
			t.Error("the seats of an extended reservation were released")
		}
		w.pass(12 * time.Minute)
		got := w.atlas.refused("INVALID_BOOKING_UUID", "POST", path+"/confirm", amina)
		if !strings.HasSuffix(path, got["uuid"].(string)) || w.seats(three) != 4 {
			t.Errorf("%v, %d seats left", got, w.seats(three))
		}
		ended := w.atlas.gets("GET", path, nil)
		if ended["status"] != "EXPIRED" || ended["utcExpiresAt"] != "2026-11-20T08:40:00Z" {
			t.Errorf("expired: %v", ended)
		}
		w.atlas.refused("UNPROCESSABLE_ENTITY", "POST", path+"/extend", nil)
		if w.balance("atlas") != 0 {
			t.Error("an expired reservation was charged")
		}
	})
}

func TestResellerReleasesAHold(t *testing.T) {
	onBoth(t, func(w *world) {
		_, path := w.atlas.reserves(reservation(4))
		if ended := w.atlas.gets("DELETE", path, nil); ended["status"] != "CANCELLED" ||
			ended["cancellation"].(body)["refund"] != "FULL" || w.seats(three) != 4 {
			t.Errorf("released: %v", ended)
		}
	})
}

func TestInvalidReservationsAreRejectedWithStandardCodes(t *testing.T) {
	onBoth(t, func(w *world) {
		a := w.atlas
		a.buys(reservation(4, body{"availabilityId": next}))
		_, path := a.reserves(reservation(1))
		for name, c := range map[string]struct {
			code string
			in   body
			id   string // of the field that names it
		}{
			"sold out": {"UNPROCESSABLE_ENTITY", body{"availabilityId": next}, ""},
			"a closed day": {"INVALID_AVAILABILITY_ID", body{"availabilityId": "2026-12-25T15:00:00+04:00"},
				"availabilityId"},
			"an unknown start": {"INVALID_AVAILABILITY_ID", body{"availabilityId": "2026-12-05T15:30:00+04:00"},
				"availabilityId"},
			"another offset": {"INVALID_AVAILABILITY_ID", body{"availabilityId": "2026-12-05T15:00:00+03:00"},
				"availabilityId"},
			"no availability":    {"INVALID_AVAILABILITY_ID", body{"availabilityId": nil}, "availabilityId"},
			"too soon":           {"UNPROCESSABLE_ENTITY", body{"availabilityId": "2026-11-20T15:00:00+04:00"}, ""},
			"an unknown product": {"INVALID_PRODUCT_ID", body{"productId": "camels"}, "productId"},
			"a negotiated price": {"INVALID_PRODUCT_ID", body{"productId": "secret"}, "productId"},
			"an unknown option":  {"INVALID_OPTION_ID", body{"optionId": "private"}, "optionId"},
			"an unknown unit":    {"INVALID_UNIT_ID", body{"unitItems": units("senior", 1)}, "unitId"},
			"too many units":     {"UNPROCESSABLE_ENTITY", body{"unitItems": units("adult", 5)}, ""},
			"a lone child":       {"UNPROCESSABLE_ENTITY", body{"unitItems": units("child", 1)}, ""},
			"no units":           {"UNPROCESSABLE_ENTITY", body{"unitItems": []body{}}, ""},
			"missing units":      {"UNPROCESSABLE_ENTITY", body{"unitItems": nil}, ""},
			"an invalid uuid":    {"INVALID_BOOKING_UUID", body{"uuid": "mine"}, "uuid"},
			"another currency":   {"BAD_REQUEST", body{"currency": "USD"}, ""},
			"a wrong type":       {"BAD_REQUEST", body{"unitItems": "adult"}, ""},
			"no e-mail address":  {"BAD_REQUEST", body{"contact": body{"emailAddress": "amina"}}, ""},
			"an unknown pickup":  {"UNPROCESSABLE_ENTITY", body{"pickupPointId": "moon"}, ""},
			"a pickup not offered": {"UNPROCESSABLE_ENTITY", body{"productId": "boat", "optionId": "whole",
				"pickupPointId": "x", "availabilityId": "2026-12-05T09:00:00+04:00", "unitItems": units("guest", 1)},
				""},
			"two units of one uuid": {"BAD_REQUEST", body{"unitItems": []body{
				{"unitId": "adult", "uuid": "7d8a1f4e-0b6c-4b0e-8b3e-1f6f0a8f3a01"},
				{"unitId": "adult", "uuid": "7d8a1f4e-0b6c-4b0e-8b3e-1f6f0a8f3a01"}}}, ""},
		} {
			got := a.refused(c.code, "POST", "/bookings", reservation(1, c.in))
			if _, has := got[c.id]; c.id != "" && !has {
				t.Errorf("%s: %v has no %s", name, got, c.id)
			}
			if name == "sold out" || c.in["unitItems"] != nil && name != "a wrong type" && !strings.HasPrefix(name,
				"two") &&
				name != "a pickup not offered" {
				a.refused(c.code, "PATCH", path, c.in)
			}
		}
		a.refused("UNPROCESSABLE_ENTITY", "POST", path+"/confirm", body{"contact": body{}})
		a.refused("INVALID_UNIT_ID", "POST", path+"/confirm", body{"contact": amina["contact"],
			"unitItems": units("x", 1)})
		a.refused("INVALID_BOOKING_UUID", "GET", "/bookings/"+uuid.NewString(), nil)
		a.refused("INVALID_BOOKING_UUID", "GET", "/bookings/mine", nil)
		a.refused("BAD_REQUEST", "GET", "/bookings", nil)
		if w.seats(three) != 3 || w.seats(next) != 0 {
			t.Errorf("%d and %d seats are left", w.seats(three), w.seats(next))
		}
	})
}

func TestRepeatedReservationReturnsTheFirst(t *testing.T) {
	onBoth(t, func(w *world) {
		id := uuid.NewString()
		first, _ := w.atlas.reserves(reservation(2, body{"uuid": strings.ToUpper(id)}))
		again, _ := w.atlas.reserves(reservation(2, body{"uuid": id}))
		if first["id"] != again["id"] || again["uuid"] != id || w.seats(three) != 2 {
			t.Errorf("%v and %v, %d seats left", first["id"], again["id"], w.seats(three))
		}
		w.atlas.refused("INVALID_BOOKING_UUID", "POST", "/bookings", reservation(1, body{"uuid": id}))
	})
}

func TestCancellationRefundsByThePolicy(t *testing.T) {
	onBoth(t, func(w *world) {
		_, path := w.atlas.buys(reservation(1))
		w.pass(14*24*time.Hour + 20*time.Hour) // seven hours before the start
		ended := w.atlas.gets("POST", path+"/cancel", nil)
		if ended["cancellation"].(body)["refund"] != "PARTIAL" || w.balance("atlas") != 15800 {
			t.Errorf("%v, %d owed", ended["cancellation"], w.balance("atlas"))
		}
	})
	onBoth(t, func(w *world) {
		_, path := w.atlas.buys(reservation(1))
		w.pass(14*24*time.Hour + 22*time.Hour) // five hours before it
		if b := w.atlas.gets("GET", path, nil); b["cancellable"] != false {
			t.Error("a booking without a refund is cancellable")
		}
		w.atlas.refused("UNPROCESSABLE_ENTITY", "POST", path+"/cancel", nil)
		if w.balance("atlas") != 31600 {
			t.Errorf("%d owed", w.balance("atlas"))
		}
	})
}

func TestABookingOnRequestWaitsForItsSupplier(t *testing.T) {
	onBoth(t, func(w *world) {
		day := body{"productId": "museum", "optionId": "day", "availabilityId": "2026-12-05T00:00:00+04:00"}
		sold, path := w.atlas.buys(reservation(1, day))
		if sold["status"] != "PENDING" || sold["utcConfirmedAt"] != nil || w.balance("atlas") != 31600 ||
			len(sold["voucher"].(body)["deliveryOptions"].([]any)) != 0 {
			t.Fatalf("%v, %d owed", sold, w.balance("atlas"))
		}
		order := w.order(sold)
		_, err := w.booking.Decide(t.Context(), order.ID, order.Bookings[0].ID, true)
		w.must(err)
		if b := w.atlas.gets("GET", path, nil); b["status"] != "CONFIRMED" {
			t.Errorf("accepted: %v", b["status"])
		}
		sold, path = w.atlas.buys(reservation(1, day))
		order = w.order(sold)
		_, err = w.booking.Decide(t.Context(), order.ID, order.Bookings[0].ID, false)
		w.must(err)
		if b := w.atlas.gets("GET", path, nil); b["status"] != "REJECTED" || w.balance("atlas") != 31600 {
			t.Errorf("declined: %v, %d owed", b["status"], w.balance("atlas"))
		}
	})
}

func (w *world) order(b body) booking.Order {
	w.Helper()
	o, err := w.store.Read().Order(w.Context(), b["id"].(string))
	w.must(err)
	return o
}

func TestAnOperatorsCancellationCreditsTheReseller(t *testing.T) {
	onBoth(t, func(w *world) {
		sold, path := w.atlas.buys(reservation(2))
		o := w.order(sold)
		quote, err := w.booking.QuoteOperatorCancellation(&o, &o.Bookings[0], nil)
		w.must(err)
		_, err = w.booking.CancelByOperator(t.Context(), o.ID, o.Bookings[0].ID, nil, quote)
		w.must(err)
		if b := w.atlas.gets("GET", path, nil); b["status"] != "CANCELLED" || w.balance("atlas") != 0 ||
			w.seats(three) != 4 {
			t.Errorf("%v, %d owed", b["status"], w.balance("atlas"))
		}
	})
}

func TestBookingsOverTheCreditLimitAreRejected(t *testing.T) {
	onBoth(t, func(w *world) {
		small := w.reseller(reseller.Reseller{Name: "small", Deployments: []string{"wayfare"}, CreditLimit: 70000})
		small.buys(reservation(2))
		held, path := small.reserves(reservation(1))
		small.refused("UNPROCESSABLE_ENTITY", "POST", path+"/confirm", amina)
		if b := small.gets("GET", path, nil); b["status"] != "ON_HOLD" || w.balance("small") != 63200 {
			t.Errorf("%v of %v, %d owed", b["status"], held["id"], w.balance("small"))
		}
		_, err := w.resellers.RecordPayment(t.Context(), "small", 63200, "paid")
		w.must(err)
		if b := small.gets("POST", path+"/confirm", amina); b["status"] != "CONFIRMED" || w.balance("small") != 31600 {
			t.Errorf("%v, %d owed", b["status"], w.balance("small"))
		}
	})
}

func TestTestBookingTakesNoSeatsAndIsNotCharged(t *testing.T) {
	onBoth(t, func(w *world) {
		trial := *w.atlas
		trial.env = "test"
		sold, path := trial.buys(reservation(4))
		_, headers, _ := trial.send("GET", path, nil)
		code := sold["voucher"].(body)["deliveryOptions"].([]any)[0].(body)["deliveryValue"].(string)
		if sold["testMode"] != true || w.seats(three) != 4 || w.balance("atlas") != 0 ||
			headers.Get("Octo-Env") != "test" ||
			!strings.HasPrefix(code, "TEST-") {
			t.Errorf("%v", sold)
		}
		o := w.order(sold)
		if _, err := w.booking.Redeem(t.Context(), o.ID, o.Bookings[0].ID); err == nil {
			t.Error("a test admits travellers")
		}
		later := booking.Move{Date: "2026-12-06", StartTime: "15:00"}
		_, err := w.booking.QuoteOperatorMove(t.Context(), &o, &o.Bookings[0], later, booking.MoveRules{})
		if err == nil || !strings.Contains(err.Error(), "A test booking of a reseller is changed by the reseller.") {
			t.Errorf("the shop moves a test: %v", err)
		}
		real, path := w.atlas.buys(reservation(1))
		for _, request := range []string{"GET ", "PATCH ", "POST /confirm", "POST /extend", "POST /cancel"} {
			method, action, _ := strings.Cut(request, " ")
			trial.refused("INVALID_BOOKING_UUID", method, path+action, body{})
		}
		for c, want := range map[*client]int{&trial: 1, w.atlas: 2} {
			if found := c.lists("GET", "/bookings?localDate="+three[:10], nil); len(found) != want {
				t.Errorf("with Octo-Env %q there are %d bookings", c.env, len(found))
			}
		}
		if still := w.atlas.gets("GET", path, nil); still["status"] != "CONFIRMED" || still["id"] != real["id"] {
			t.Errorf("a test has made it %v", still["status"])
		}
	})
}

func TestTicketWaitsForAFreeRenderer(t *testing.T) {
	onBoth(t, func(w *world) {
		sold, _ := w.atlas.buys(reservation(2))
		address := sold["voucher"].(body)["deliveryOptions"].([]any)[1].(body)["deliveryValue"].(string)
		open := func(ctx context.Context) *httptest.ResponseRecorder {
			answer := httptest.NewRecorder()
			w.door.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, "GET", address, nil))
			return answer
		}
		free := w.door.Draw()
		gone, leave := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer leave()
		if answer := open(gone); answer.Code != 503 {
			t.Errorf("all places are taken: %d %.40s", answer.Code, answer.Body)
		}
		free()
		if answer := open(t.Context()); !strings.HasPrefix(answer.Body.String(), "%PDF") {
			t.Errorf("a place is free: %d %.40s", answer.Code, answer.Body)
		}
	})
}

func TestTicketURLNeedsNoKeyAndWorksOnlyOnItsHost(t *testing.T) {
	onBoth(t, func(w *world) {
		sold, path := w.atlas.buys(reservation(2))
		options := sold["voucher"].(body)["deliveryOptions"].([]any)
		var formats []string
		for _, o := range options {
			formats = append(formats, o.(body)["deliveryFormat"].(string))
		}
		if !slices.Equal(formats, []string{"QRCODE", "PDF_URL"}) {
			t.Fatalf("the formats are %v", formats)
		}
		address := options[1].(body)["deliveryValue"].(string)
		get := func(host string) (int, string) {
			r, err := http.NewRequestWithContext(t.Context(), "GET", strings.Replace(address,
				"http://www.wayfare.example",
				w.server.URL, 1), nil)
			w.must(err)
			r.Host = host
			response, err := w.server.Client().Do(r)
			w.must(err)
			defer response.Body.Close()
			data, _ := io.ReadAll(response.Body)
			return response.StatusCode, string(data)
		}
		if status, data := get("www.wayfare.example"); status != 200 || !strings.HasPrefix(data, "%PDF") {
			t.Errorf("the ticket is %d %.40s", status, data)
		}
		if status, _ := get("www.trails.example"); status != 404 {
			t.Errorf("at another deployment it is %d", status)
		}
		w.atlas.gets("POST", path+"/cancel", nil)
		if status, _ := get("www.wayfare.example"); status != 404 {
			t.Errorf("that of a cancelled booking is %d", status)
		}
	})
}

func TestStartsThatDaylightSavingMovesToOneInstantAreSoldApart(t *testing.T) {
	london, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	before := products["endunes"]
	p := *before
	p.TimeZone, p.Options = london, slices.Clone(p.Options)
	p.Options[0].Schedule.Seasons = []payload.Season{{Weekdays: everyDay, StartTimes: []string{"01:30", "02:30"}}}
	products["endunes"] = &p
	t.Cleanup(func() { products["endunes"] = before })
	onBoth(t, func(w *world) {
		all := w.atlas.lists("POST", "/availability", body{"productId": "dunes", "optionId": "shared",
			"localDate": "2027-03-28"}) // there is no 01:30 on this day
		if len(all) != 2 || all[0]["id"] == all[1]["id"] {
			t.Fatalf("the availabilities are %v", all)
		}
		for i, a := range all {
			if a["localDateTimeStart"] != "2027-03-28T02:30:00+01:00" {
				t.Errorf("availability %d is %v", i, a)
			}
			b, path := w.atlas.reserves(reservation(1+i, body{"availabilityId": a["id"]}))
			if b["availabilityId"] != a["id"] || w.atlas.gets("GET", path, nil)["availabilityId"] != a["id"] {
				t.Errorf("%v was reserved for %v", b["availabilityId"], a["id"])
			}
		}
		for i, a := range w.atlas.lists("POST", "/availability", body{"productId": "dunes", "optionId": "shared",
			"availabilityIds": []any{all[0]["id"], all[1]["id"]}}) {
			if a["id"] != all[i]["id"] || a["vacancies"] != float64(3-i) {
				t.Errorf("availability %d has %v", i, a)
			}
		}
	})
}
