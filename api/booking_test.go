package api_test

import (
	"context"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/core/secret"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment/sandbox"
)

// day is a date on which the dunes can be booked.
var day = time.Now().UTC().AddDate(0, 0, 10).Format(time.DateOnly)

func choice(adults string) string {
	return `{"product": "dunes", "option": "shared", "date": "` +
		day + `", "startTime": "15:00", "units": [{"id": "adult", "quantity": ` +
		adults + `}], "pickup": {"point": "mall"}}`
}

func order(total string) string {
	return `{"method": "card", "total": ` + total +
		`, "buyer": {"firstName": "Amina", "lastName": "Haddad", "email": "amina@example.com", "phoneCountry": "AE", "phone": "501234567"}}`
}

func TestAVisitorBooksThroughTheAPI(t *testing.T) {
	v := open(t).visitor()
	month := mustSend[api.Calendar](v, "GET", "/availability/calendar?product=dunes&option=shared&month="+day[:7], "")
	if last := month.Days[len(month.Days)-1]; month.Exponent != 2 || month.Currency != "AED" ||
		month.TimeZone != "UTC" || month.Month != day[:7] ||
		month.Product != "dunes" || month.Option != "shared" || last.Status != booking.Available ||
		last.Price != 39500 ||
		last.OriginalPrice != 45000 || last.Vacancies != 4 || !strings.HasPrefix(last.Date, day[:7]) {
		t.Fatalf("%+v", month)
	}
	slots := mustSend[api.DayAvailability](v, "GET", "/availability?product=dunes&option=shared&date="+day, "")
	if len(slots.Slots) != 1 || slots.Slots[0].Vacancies != 4 {
		t.Fatalf("%+v", slots)
	}
	check := mustSend[api.ChoiceCheck](v, "POST", "/availability/check", choice("2"))
	if !check.Available || check.Price.Total != 79000 || check.Price.Discount != 11000 || v.cookie != "" {
		t.Fatalf("%+v, cookie %q", check, v.cookie)
	}
	cart := mustSend[api.Cart](v, "POST", "/cart/items", choice("2"))
	if cart.Outcome != booking.AllAvailable || cart.Items[0].Pickup.Point != "mall" ||
		cart.Items[0].Product.Title != "Dunes" {
		t.Fatalf("%+v", cart)
	}
	o := mustSend[api.Order](v, "POST", "/checkout", order("79000"), "Idempotency-Key", "0123456789")
	if o.Result != booking.InProgress || !strings.Contains(o.Payment.Url, "www.wayfare.example/sandbox/") {
		t.Fatalf("%+v", o)
	}
	page, err := url.Parse(o.Payment.Url)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.sandbox.Pay(t.Context(), filepath.Base(page.Path), sandbox.CardSuccess); err != nil {
		t.Fatal(err)
	}
	o = mustSend[api.Order](v, "GET", "/orders/"+o.Id, "")
	if o.Result != booking.Success || o.Payment.Captured != 79000 || o.Payment.Url != "" ||
		!o.Bookings[0].Cancellable || o.Bookings[0].AwaitsSupplier ||
		o.BuyerPhone != "+971\u00a050\u00a0123\u00a04567" {
		t.Fatalf("%+v", o)
	}
	cancellation := "/orders/" + o.Id + "/bookings/" + o.Bookings[0].Id + "/cancellation"
	quote := mustSend[api.CancellationQuote](v, "GET", cancellation, "")
	if quote.Refund != 79000 || quote.Percent != 100 {
		t.Fatalf("%+v", quote)
	}
	shown := `{"refund": 79000, "quote": {"refund": 79000, "back": 79000, "percent": 100, "currency": "AED", "exponent": 2`
	v.mustFail(http.StatusConflict, fault.PriceChanged, "POST", cancellation, shown+`, "freeUntil": "payment"}}`)
	o = mustSend[api.Order](v, "POST", cancellation, shown+"}}")
	if b := o.Bookings[0]; o.Payment.Refunded != 79000 || b.Status != booking.Cancelled || b.Amount != 79000 ||
		b.Refunded != 79000 {
		t.Errorf("%+v", o)
	}
}

func TestOrderOnHoldHasConfirmationDeadline(t *testing.T) {
	v := open(t).visitor()
	mustSend[api.Cart](v, "POST", "/cart/items", strings.Replace(choice("1"), "dunes", "balloon", 1))
	o := mustSend[api.Order](v, "POST", "/checkout", order("39500"), "Idempotency-Key", "0123456789")
	if !o.ConfirmBy.IsZero() {
		t.Errorf("an unpaid order has the deadline %v", o.ConfirmBy)
	}
	page, err := url.Parse(o.Payment.Url)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.sandbox.Pay(t.Context(), filepath.Base(page.Path), sandbox.CardSuccess); err != nil {
		t.Fatal(err)
	}
	o = mustSend[api.Order](v, "GET", "/orders/"+o.Id, "")
	if o.Result != booking.ResultOnHold || o.ConfirmBy.Before(o.CreatedAt) ||
		o.ConfirmBy.After(o.Bookings[0].StartsAt) || !o.Bookings[0].AwaitsSupplier {
		t.Errorf("%s, confirmed by %v; its supplier has decided", o.Result, o.ConfirmBy)
	}
}

func TestCartCookieIsSecureAndBoundToHost(t *testing.T) {
	v := open(t).visitor()
	response, _ := v.send("POST", "/cart/items", choice("1"))
	c := response.Cookies()[0]
	if c.Name != "__Host-cart" || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" ||
		c.Domain != "" || len(c.Value) < 43 {
		t.Errorf("%+v", c)
	}
}

func TestCartIsInRequestedLanguage(t *testing.T) {
	v := open(t).visitor()
	mustSend[api.Cart](v, "POST", "/cart/items", choice("1"))
	for language, title := range map[string]string{"ar-AE": "الكثبان", "fr": "Dunes", "": "Dunes"} {
		v.language = language
		if got := mustSend[api.Cart](v, "GET", "/cart", "").Items[0].Product.Title; got != title {
			t.Errorf("%q is answered with %q", language, got)
		}
	}
}

// TestVisitorsCannotReachOthersCartsOrOrders sends every request with an id of a cart item, an order or a booking with
// other cookies than the owner's.
func TestVisitorsCannotReachOthersCartsOrOrders(t *testing.T) {
	s := open(t)
	owner := s.visitor()
	item := mustSend[api.Cart](owner, "POST", "/cart/items", choice("1")).Items[0].Id
	o := mustSend[api.Order](owner, "POST", "/checkout", order("39500"), "Idempotency-Key", "0123456789")
	stranger := s.visitor()
	mustSend[api.Cart](stranger, "POST", "/cart/items", choice("1"))
	for name, v := range map[string]*visitor{
		"without a cookie":       {shop: s, host: owner.host},
		"with their own cart":    stranger,
		"with a guessed cookie":  {shop: s, host: owner.host, cookie: "__Host-cart=" + strings.Repeat("A", 43)},
		"with an invalid cookie": {shop: s, host: owner.host, cookie: "__Host-cart=../../etc/passwd"},
		"at another deployment":  {shop: s, host: "www.trails.example", cookie: owner.cookie},
	} {
		t.Run(name, func(t *testing.T) {
			for _, try := range [][3]string{
				{"PUT", "/cart/items/" + item, choice("2")},
				{"DELETE", "/cart/items/" + item, ""},
				{"GET", "/orders/" + o.Id, ""},
				{"POST", "/orders/" + o.Id + "/payment", ""},
				{"POST", "/orders/" + o.Id + "/retry", ""},
				{"GET", "/orders/" + o.Id + "/bookings/" + o.Bookings[0].Id + "/cancellation", ""},
				{"POST", "/orders/" + o.Id + "/bookings/" + o.Bookings[0].Id + "/cancellation", `{"refund": 0}`},
				{"GET", "/orders/" + o.Id + "/invoice.pdf", ""},
				{"GET", "/orders/" + o.Id + "/bookings/" + o.Bookings[0].Id + "/ticket.pdf", ""},
				{"GET", "/orders/" + o.Id + "/bookings/" + o.Bookings[0].Id + "/event.ics", ""},
			} {
				response, body := v.send(try[0], try[1], try[2])
				problem(t, response, body, 404, fault.NotFound)
			}
			for _, i := range mustSend[api.Cart](v, "GET", "/cart", "").Items {
				if i.Id == item {
					t.Error("the item is in their cart")
				}
			}
		})
	}
	if c := mustSend[api.Cart](owner, "GET", "/cart", ""); len(c.Items) != 1 || c.Items[0].Units[0].Quantity != 1 {
		t.Errorf("the owner's cart is %+v", c.Items)
	}
}

func TestBookingErrorsAreProblemDocumentsWithFields(t *testing.T) {
	v := open(t).visitor()
	mustSend[api.Cart](v, "POST", "/cart/items", choice("1"))
	key := []string{"Idempotency-Key", "0123456789"}
	for name, test := range map[string]struct {
		method, path, body string
		header             []string
		status             int
		code               fault.Code
		fields             string
	}{
		"too many seats": {"POST", "/cart/items", choice("9"), nil, 400, fault.Invalid,
			"units.adult max units max"},
		"a product not on sale": {"POST", "/cart/items",
			`{"product": "sea", "option": "x", "date": "2026-12-01", "units": []}`, nil, 404, fault.NotFound, ""},
		"invalid JSON": {"POST", "/cart/items", `{"product":`, nil, 400, fault.Invalid, ""},
		"a number as a word": {"POST", "/cart/items", strings.Replace(choice("1"), "1}", `"one"}`, 1), nil, 400,
			fault.Invalid, ""},
		"a missing month": {"GET", "/availability/calendar?product=dunes&option=shared", "", nil, 400,
			fault.Invalid, "month required"},
		"an invalid month": {"GET", "/availability/calendar?product=dunes&option=shared&month=soon", "", nil, 400,
			fault.Invalid, "month format"},
		"an invalid date": {"GET", "/availability?product=dunes&option=shared&date=2026-02-31", "", nil, 400,
			fault.Invalid, "date format"},
		"a missing idempotency key": {"POST", "/checkout", order("39500"), nil, 400, fault.Invalid,
			"Idempotency-Key required"},
		"a short idempotency key": {"POST", "/checkout", order("39500"), []string{"Idempotency-Key", "1"}, 400,
			fault.Invalid, "Idempotency-Key min"},
		"another total": {"POST", "/checkout", order("39499"), key, 409, fault.CartChanged, ""},
		"a missing buyer": {"POST", "/checkout", `{"method": "card", "total": 39500}`, key, 400, fault.Invalid,
			"buyer.firstName required buyer.lastName required buyer.email required buyer.phoneCountry required " +
				"buyer.phone required"},
		"an unknown promo code": {"PUT", "/cart/promo-code", `{"code": "NONE"}`, nil, 422, fault.PromoUnknown, ""},
		"an empty promo code":   {"PUT", "/cart/promo-code", `{"code": " "}`, nil, 400, fault.Invalid, "code required"},
		"an unknown provider":   {"POST", "/payments/bank/events", "{}", nil, 404, fault.NotFound, ""},
		"a forged event": {"POST", "/payments/sandbox/events", `{"session": "x"}`,
			[]string{"Sandbox-Signature", "t=1,v1=00"}, 403, fault.Forbidden, ""},
		"a cross-site request": {"POST", "/cart/items", choice("1"),
			[]string{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"}, 403, fault.Forbidden, ""},
		"a large body": {"POST", "/cart/items", `{"product": "` + strings.Repeat("x", 2<<20) + `"}`, nil, 413,
			fault.TooLarge, ""},
		"an unsupported method": {"PATCH", "/cart", "", nil, 405, fault.MethodNotAllowed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			response, body := v.send(test.method, test.path, test.body, test.header...)
			p := problem(t, response, body, test.status, test.code)
			var fields []string
			for _, f := range p.Fields {
				fields = append(fields, f.Name+" "+string(f.Code))
			}
			if got := strings.Join(fields, " "); got != test.fields {
				t.Errorf("the fields are %q, want %q", got, test.fields)
			}
		})
	}
	if c := mustSend[api.Cart](v, "GET", "/cart", ""); len(c.Items) != 1 {
		t.Errorf("the cart has %d items", len(c.Items))
	}
}

func TestSignedEventSettlesOrderByProvidersState(t *testing.T) {
	s := open(t)
	v := s.visitor()
	mustSend[api.Cart](v, "POST", "/cart/items", choice("1"))
	o := mustSend[api.Order](v, "POST", "/checkout", order("39500"), "Idempotency-Key", "0123456789")
	session := filepath.Base(o.Payment.Url)
	provider := &visitor{shop: s, host: "127.0.0.1"}
	sendEvent := func() {
		t.Helper()
		// The event is wrong: only the provider's state of the session counts.
		body := `{"id": "evt_1", "type": "session.captured", "session": "` + session + `"}`
		response, got := provider.send("POST", "/payments/sandbox/events", body, sandbox.SignatureHeader,
			s.sandbox.Signature([]byte(body), time.Now()))
		if response.StatusCode != http.StatusNoContent {
			t.Fatalf("%d %s", response.StatusCode, got)
		}
	}
	stored := func() booking.Order {
		t.Helper()
		found, err := s.booking.Order(context.Background(), booking.Deployment{ID: "wayfare"},
			booking.Visitor{Cart: secret.Hash(strings.TrimPrefix(v.cookie, "__Host-cart="))}, o.Id)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	sendEvent()
	if got := stored(); got.Result() != booking.InProgress {
		t.Fatalf("an unpaid order is %s", got.Result())
	}
	if _, err := s.sandbox.Pay(t.Context(), session, sandbox.CardSuccess); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		sendEvent()
	}
	if got := stored(); got.Result() != booking.Success || got.Payment.Captured != 39500 {
		t.Errorf("%s %+v", got.Result(), got.Payment)
	}
}
