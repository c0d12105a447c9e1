package api_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/account"
	"storefront/internal/booking"
	"storefront/internal/contact"
	"storefront/internal/fault"
	"storefront/internal/pages"
	"storefront/internal/payment"
	"storefront/internal/payment/sandbox"
	"storefront/internal/redirect"
	"storefront/internal/review"
	"storefront/internal/search"
	"storefront/internal/secret"
	"storefront/internal/store/sqlite"
)

// shop is a server with a database and a provider of its own, and two deployments by host.
type shop struct {
	t        *testing.T
	server   *httptest.Server
	sandbox  *sandbox.Provider
	booking  *booking.Service
	accounts *account.Service
	reviews  *review.Service
	store    *sqlite.Store
	clock    *clock
	sessions *countedSessions
	builds   string // where its indexes are
}

type tenants struct{ site }

func (tenants) Deployment(host string) (pages.Deployment, error) {
	d := pages.Deployment{
		ID:      "wayfare",
		Contact: pages.DeploymentContact{Email: "hello@wayfare.example", Phone: "+971 4 555 0142", TaxNumber: "100345217800003"},
		Name:    map[string]string{"en": "Wayfare", "ar": "دروب"}, Languages: []string{"en", "ar"}, Currencies: []string{"AED", "USD"}, PayLater: true,
		Currency: pages.CurrencyTable{Default: "AED", Date: "2026-11-20", Rates: map[string]string{"USD": "0.27229", "EUR": "0.2351"}},
	}
	if host == "www.trails.example" {
		d.ID = "trails"
	}
	return d, nil
}

func nowhere(_, _ string) (*redirect.Target, error) { return nil, nil }

// onSale is "dunes", with 4 seats at 15:00, and "bespoke", the same without a fixed price.
type onSale struct{}

func (onSale) Product(_, language, slug string) (*booking.Product, error) {
	if slug != "dunes" && slug != "bespoke" {
		return nil, fault.New(fault.NotFound, "Not on sale.")
	}
	return &booking.Product{
		Slug: slug, NoFixedPrice: slug == "bespoke", Title: map[string]string{"en": "Dunes", "ar": "الكثبان"}[language], Path: "/things-to-do-in-dubai/dunes",
		Status: "AVAILABLE", AvailabilityType: "START_TIME", PricingPer: "UNIT", Currency: "AED", Exponent: 2, TimeZone: time.UTC,
		Supplier: pages.Supplier{Confirmation: "instant"}, Pickup: &pages.Transfer{Points: []pages.Point{{ID: "mall", Name: "The mall"}}},
		Options: []pages.Option{{
			ID: "shared", Title: "Shared", Capacity: 4, MaxTravellers: 4,
			Units:        []pages.Unit{{ID: "adult", Type: "ADULT", PricedBy: "PERSON", Price: 39500, OriginalPrice: 45000, PaxCount: 1}},
			Schedule:     pages.Schedule{Seasons: []pages.Season{{Weekdays: []int{0, 1, 2, 3, 4, 5, 6}, StartTimes: []string{"15:00"}}}},
			Cancellation: []pages.CancellationTier{{Before: 1440, Refund: 100}},
		}},
	}, nil
}

func open(t *testing.T) *shop {
	t.Helper()
	dir := t.TempDir()
	quiet := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(t.Context(), filepath.Join(dir, "shop.db"), quiet)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sandbox.OpenFile(filepath.Join(dir, "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := sandbox.Open(sandbox.Config{DB: db, Dialect: sandbox.SQLite, Secret: []byte("secret"), Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	providers := map[string]payment.Provider{p.Name(): p}
	s := &shop{t: t, sandbox: p, store: store, clock: &clock{}, builds: filepath.Join(dir, "builds"), booking: booking.New(booking.Config{
		Store: store, Catalog: onSale{}, Providers: providers, Provider: p.Name(), Log: quiet,
	})}
	s.sessions = &countedSessions{CtxStore: store.Sessions()}
	s.accounts = account.New(account.Config{Store: store.Accounts(), Log: quiet, Now: s.clock.now, Passwords: cheap{}})
	s.reviews = review.New(review.Config{Store: store.Reviews(), Now: s.clock.now})
	s.server = httptest.NewServer(api.New(api.Config{
		Site: tenants{site{redirect: nowhere}}, Booking: s.booking, Search: search.Open(s.builds), Reviews: s.reviews, Contact: contact.New(contact.Config{Store: store.Messages()}),
		Accounts: s.accounts, Sessions: s.sessions, Providers: providers, Log: quiet, TicketKey: ticketKey(t), Links: linkKey(t),
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	}))
	t.Cleanup(func() {
		s.server.Close()
		_ = store.Close()
		_ = db.Close()
	})
	return s
}

// visitor is a browser, as far as cookies go.
type visitor struct {
	*shop
	host, language, cookie string
}

func (s *shop) visitor() *visitor {
	return &visitor{shop: s, host: "www.wayfare.example", language: "en"}
}

func (v *visitor) ask(method, path, body string, header ...string) (*http.Response, string) {
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
		v.keep(c)
	}
	got, err := io.ReadAll(response.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return response, string(got)
}

// keep does with a cookie what a browser does.
func (v *visitor) keep(c *http.Cookie) {
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

// gets asks for what has to succeed.
func gets[T any](v *visitor, method, path, body string, header ...string) (out T) {
	v.t.Helper()
	response, got := v.ask(method, path, body, header...)
	if response.StatusCode != http.StatusOK {
		v.t.Fatalf("%s %s: %d %s", method, path, response.StatusCode, got)
	}
	if err := json.Unmarshal([]byte(got), &out); err != nil {
		v.t.Fatal(err)
	}
	return out
}

// day is a day on which the dunes run.
var day = time.Now().UTC().AddDate(0, 0, 10).Format(time.DateOnly)

func choice(adults string) string {
	return `{"product": "dunes", "option": "shared", "date": "` + day + `", "startTime": "15:00", "units": [{"id": "adult", "quantity": ` + adults + `}], "pickup": {"point": "mall"}}`
}

func order(total string) string {
	return `{"method": "card", "total": ` + total + `, "buyer": {"firstName": "Amina", "lastName": "Haddad", "email": "amina@example.com", "phoneCountry": "AE", "phone": "501234567"}}`
}

func TestAVisitorBooksThroughTheAPI(t *testing.T) {
	v := open(t).visitor()
	month := gets[api.Calendar](v, "GET", "/availability/calendar?product=dunes&option=shared&month="+day[:7], "")
	if last := month.Days[len(month.Days)-1]; month.Exponent != 2 || month.Currency != "AED" || month.TimeZone != "UTC" || month.Month != day[:7] ||
		month.Product != "dunes" || month.Option != "shared" || last.Status != booking.Available || last.Price != 39500 ||
		last.OriginalPrice != 45000 || last.Vacancies != 4 || !strings.HasPrefix(last.Date, day[:7]) {
		t.Fatalf("%+v", month)
	}
	slots := gets[api.DayAvailability](v, "GET", "/availability?product=dunes&option=shared&date="+day, "")
	if len(slots.Slots) != 1 || slots.Slots[0].Vacancies != 4 {
		t.Fatalf("%+v", slots)
	}
	check := gets[api.ChoiceCheck](v, "POST", "/availability/check", choice("2"))
	if !check.Available || check.Price.Total != 79000 || check.Price.Discount != 11000 || v.cookie != "" {
		t.Fatalf("%+v, cookie %q", check, v.cookie)
	}
	cart := gets[api.Cart](v, "POST", "/cart/items", choice("2"))
	if cart.Outcome != booking.AllAvailable || cart.Items[0].Pickup.Point != "mall" || cart.Items[0].Product.Title != "Dunes" {
		t.Fatalf("%+v", cart)
	}
	o := gets[api.Order](v, "POST", "/checkout", order("79000"), "Idempotency-Key", "0123456789")
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
	o = gets[api.Order](v, "GET", "/orders/"+o.Id, "")
	if o.Result != booking.Success || o.Payment.Captured != 79000 || o.Payment.Url != "" || !o.Bookings[0].Cancellable {
		t.Fatalf("%+v", o)
	}
	quote := gets[api.CancellationQuote](v, "GET", "/orders/"+o.Id+"/bookings/"+o.Bookings[0].Id+"/cancellation", "")
	if quote.Refund != 79000 || quote.Percent != 100 {
		t.Fatalf("%+v", quote)
	}
	o = gets[api.Order](v, "POST", "/orders/"+o.Id+"/bookings/"+o.Bookings[0].Id+"/cancellation", `{"refund": 79000}`)
	if o.Payment.Refunded != 79000 || o.Bookings[0].Status != booking.Cancelled || o.Bookings[0].Refunded != 79000 {
		t.Errorf("%+v", o)
	}
}

func TestTheCartsCookieCannotBeReadOrSentElsewhere(t *testing.T) {
	v := open(t).visitor()
	response, _ := v.ask("POST", "/cart/items", choice("1"))
	c := response.Cookies()[0]
	if c.Name != "__Host-cart" || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" || len(c.Value) < 43 {
		t.Errorf("%+v", c)
	}
}

func TestACartAnswersInTheLanguageThatIsAskedFor(t *testing.T) {
	v := open(t).visitor()
	gets[api.Cart](v, "POST", "/cart/items", choice("1"))
	for language, title := range map[string]string{"ar-AE": "الكثبان", "fr": "Dunes", "": "Dunes"} {
		v.language = language
		if got := gets[api.Cart](v, "GET", "/cart", "").Items[0].Product.Title; got != title {
			t.Errorf("%q is answered with %q", language, got)
		}
	}
}

// TestNobodyReachesAnothersCartOrOrder tries every route that names something of a visitor's with other cookies.
func TestNobodyReachesAnothersCartOrOrder(t *testing.T) {
	s := open(t)
	owner := s.visitor()
	item := gets[api.Cart](owner, "POST", "/cart/items", choice("1")).Items[0].Id
	o := gets[api.Order](owner, "POST", "/checkout", order("39500"), "Idempotency-Key", "0123456789")
	stranger := s.visitor()
	gets[api.Cart](stranger, "POST", "/cart/items", choice("1"))
	for name, v := range map[string]*visitor{
		"without a cookie":          {shop: s, host: owner.host},
		"with a cart of his own":    stranger,
		"with a guessed cookie":     {shop: s, host: owner.host, cookie: "__Host-cart=" + strings.Repeat("A", 43)},
		"with a cookie of nonsense": {shop: s, host: owner.host, cookie: "__Host-cart=../../etc/passwd"},
		"of another deployment":     {shop: s, host: "www.trails.example", cookie: owner.cookie},
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
				response, body := v.ask(try[0], try[1], try[2])
				problem(t, response, body, 404, fault.NotFound)
			}
			for _, i := range gets[api.Cart](v, "GET", "/cart", "").Items {
				if i.Id == item {
					t.Error("he sees the item")
				}
			}
		})
	}
	if c := gets[api.Cart](owner, "GET", "/cart", ""); len(c.Items) != 1 || c.Items[0].Units[0].Quantity != 1 {
		t.Errorf("the owner's cart is %+v", c.Items)
	}
}

func TestFailuresOfBookingAreProblemDocumentsWithTheirFields(t *testing.T) {
	v := open(t).visitor()
	gets[api.Cart](v, "POST", "/cart/items", choice("1"))
	key := []string{"Idempotency-Key", "0123456789"}
	for name, test := range map[string]struct {
		method, path, body string
		header             []string
		status             int
		code               fault.Code
		fields             string
	}{
		"too many seats":       {"POST", "/cart/items", choice("9"), nil, 400, fault.Invalid, "units.adult max units max"},
		"not on sale":          {"POST", "/cart/items", `{"product": "sea", "option": "x", "date": "2026-12-01", "units": []}`, nil, 404, fault.NotFound, ""},
		"no JSON":              {"POST", "/cart/items", `{"product":`, nil, 400, fault.Invalid, ""},
		"a number as a word":   {"POST", "/cart/items", strings.Replace(choice("1"), "1}", `"one"}`, 1), nil, 400, fault.Invalid, ""},
		"no month":             {"GET", "/availability/calendar?product=dunes&option=shared", "", nil, 400, fault.Invalid, "month required"},
		"a month that is none": {"GET", "/availability/calendar?product=dunes&option=shared&month=soon", "", nil, 400, fault.Invalid, "month format"},
		"a date that is none":  {"GET", "/availability?product=dunes&option=shared&date=2026-02-31", "", nil, 400, fault.Invalid, "date format"},
		"no key":               {"POST", "/checkout", order("39500"), nil, 400, fault.Invalid, "Idempotency-Key required"},
		"a short key":          {"POST", "/checkout", order("39500"), []string{"Idempotency-Key", "1"}, 400, fault.Invalid, "Idempotency-Key format"},
		"another total":        {"POST", "/checkout", order("39499"), key, 409, fault.CartChanged, ""},
		"no buyer":             {"POST", "/checkout", `{"method": "card", "total": 39500}`, key, 400, fault.Invalid, "buyer.firstName required buyer.lastName required buyer.email required buyer.phoneCountry required buyer.phone required"},
		"a code that is none":  {"PUT", "/cart/promo-code", `{"code": "NONE"}`, nil, 422, fault.PromoUnknown, ""},
		"no code":              {"PUT", "/cart/promo-code", `{"code": " "}`, nil, 400, fault.Invalid, "code required"},
		"an unknown provider":  {"POST", "/payments/bank/events", "{}", nil, 404, fault.NotFound, ""},
		"a forged event":       {"POST", "/payments/sandbox/events", `{"session": "x"}`, []string{"Sandbox-Signature", "t=1,v1=00"}, 403, fault.Forbidden, ""},
		"another site's page":  {"POST", "/cart/items", choice("1"), []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"}, 403, fault.Forbidden, ""},
		"too large a body":     {"POST", "/cart/items", `{"product": "` + strings.Repeat("x", 2<<20) + `"}`, nil, 413, fault.TooLarge, ""},
		"another method":       {"PATCH", "/cart", "", nil, 405, fault.MethodNotAllowed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			response, body := v.ask(test.method, test.path, test.body, test.header...)
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
	if c := gets[api.Cart](v, "GET", "/cart", ""); len(c.Items) != 1 {
		t.Errorf("the cart has %d items", len(c.Items))
	}
}

func TestASignedEventSettlesItsOrderByWhatTheProviderSays(t *testing.T) {
	s := open(t)
	v := s.visitor()
	gets[api.Cart](v, "POST", "/cart/items", choice("1"))
	o := gets[api.Order](v, "POST", "/checkout", order("39500"), "Idempotency-Key", "0123456789")
	session := filepath.Base(o.Payment.Url)
	provider := &visitor{shop: s, host: "127.0.0.1"}
	tell := func() {
		t.Helper()
		// The event claims whatever it likes: only what the provider says of the session counts.
		body := `{"id": "evt_1", "type": "session.captured", "session": "` + session + `"}`
		response, got := provider.ask("POST", "/payments/sandbox/events", body, sandbox.SignatureHeader, s.sandbox.Signature([]byte(body), time.Now()))
		if response.StatusCode != http.StatusNoContent {
			t.Fatalf("%d %s", response.StatusCode, got)
		}
	}
	stored := func() booking.Order {
		t.Helper()
		found, err := s.booking.Order(context.Background(), booking.Shop{Deployment: "wayfare"}, booking.Visitor{Cart: secret.HashOf(strings.TrimPrefix(v.cookie, "__Host-cart="))}, o.Id)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	tell()
	if got := stored(); got.Result() != booking.InProgress {
		t.Fatalf("an unpaid order is %s", got.Result())
	}
	if _, err := s.sandbox.Pay(t.Context(), session, sandbox.CardSuccess); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		tell()
	}
	if got := stored(); got.Result() != booking.Success || got.Payment.Captured != 39500 {
		t.Errorf("%s %+v", got.Result(), got.Payment)
	}
}
