package linkpage_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/lib/clientgone"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/linkpage"
	"storefront/internal/shop/orderlink"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/shop/wording/ordertext"
	"storefront/internal/store/sqlite"
)

// shop sells an evening of a supplier, and serves the pages of its links.
type shop struct {
	*booking.Service
	t        *testing.T
	store    *sqlite.Store
	sandbox  *sandbox.Provider
	now      time.Time
	language string
	supplier string // of all products
	links    linkpage.Links
	server   *httptest.Server
	carts    int
}

var wayfare = booking.Deployment{ID: "wayfare", HomeURL: "http://127.0.0.1", Name: "Wayfare", Language: "en",
	Currency: "AED", Card: true, PayLater: true}

func (s *shop) Supplier(id string) (payload.SupplierContact, bool) {
	return payload.SupplierContact{ID: id, Name: map[string]string{"en": "Sands", "ar": "رمال"}, Language: s.language,
		Email: "sands@sands.example", Notify: payload.AllSupplierNews}, id == "sands" || id == "camels"
}

func (s *shop) Suppliers() []payload.SupplierContact { return nil }

func (s *shop) Product(_, language, slug string) (*booking.Product, error) {
	confirmation, known := map[string]payload.Confirmation{"dunes": payload.Instant, "camp": payload.OnRequest,
		"felucca": payload.OnRequest, "souk": payload.Instant}[slug]
	if !known {
		return nil, fault.New(fault.NotFound, "not on sale")
	}
	city, zone := payload.Named{ID: "dubai", Name: "Dubai"}, "Asia/Dubai"
	if slug == "felucca" {
		city, zone = payload.Named{ID: "cairo", Name: "Cairo"}, "Africa/Cairo"
	}
	clock, err := time.LoadLocation(zone)
	title := map[string]string{"en": "Evening", "ar": "أمسية"}[language]
	kind, season := payload.StartTime, payload.Season{Weekdays: []int{0, 1, 2, 3, 4, 5, 6}}
	if season.StartTimes = []string{"15:00"}; slug == "souk" {
		kind, season.StartTimes = payload.OpeningHours, nil
		season.OpeningHours = []payload.Hours{{From: "10:00", To: "22:00"}}
	}
	return &booking.Product{
		Slug: slug, Path: "/" + slug, Title: title, City: city,
		Status:           "AVAILABLE",
		AvailabilityType: kind, PricingPer: "UNIT", Currency: "AED", Exponent: 2, TimeZone: clock,
		Location: payload.Location{Place: "The station", Address: "Exit 1"},
		Supplier: payload.Supplier{ID: s.supplier, Name: "Sands", Confirmation: confirmation},
		Options: []payload.Option{{ID: "shared", Title: "Shared", Capacity: 20, MaxTravellers: 20,
			Units: []payload.Unit{{ID: "adult", Type: "ADULT", PricedBy: "PERSON", Price: 39500, PaxCount: 1,
				Max: 9}},
			Schedule: payload.Schedule{Seasons: []payload.Season{season}}}},
	}, err
}

func newShop(t *testing.T) *shop {
	t.Helper()
	s := &shop{t: t, now: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC), language: "en",
		supplier: "sands"}
	clock, quiet, dir := func() time.Time { return s.now }, slog.New(slog.DiscardHandler), t.TempDir()
	var err error
	s.store, err = sqlite.Open(t.Context(), filepath.Join(dir, "shop.db"), quiet)
	s.must(err)
	s.sandbox, err = sandbox.Open(sandbox.Config{File: filepath.Join(dir, "sandbox.db"), Clock: clock, Log: quiet})
	s.must(err)
	t.Cleanup(func() { s.must(s.store.Close()); s.must(s.sandbox.Close()) })
	s.Service = booking.New(booking.Config{Store: s.store, Catalog: s, Suppliers: s, Log: quiet, Now: clock,
		Providers: map[string]payment.Provider{"sandbox": s.sandbox}, Provider: "sandbox"})
	key, err := orderlink.NewKey(bytes.Repeat([]byte{7}, 32))
	s.must(err)
	s.links = linkpage.Links{Key: key, AnswerBy: s.RequestExpiresAt}
	s.server = httptest.NewServer(linkpage.Handler(linkpage.Config{Links: s.links, Booking: s.Service,
		Orders: s.store.Read(), Suppliers: s, Deployments: func() []payload.Deployment {
			return []payload.Deployment{{ID: "wayfare", Languages: []string{"en", "ar"},
				Name: map[string]string{"en": "Wayfare", "ar": "دروب"}}}
		}, Log: quiet, Now: clock}))
	t.Cleanup(s.server.Close)
	return s
}

func (s *shop) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) order(product string, method booking.Method) booking.Order {
	s.t.Helper()
	s.carts++
	cart := strings.Repeat("c", s.carts)
	c, err := s.AddItem(s.t.Context(), wayfare, cart, booking.Choice{Product: product, Option: "shared",
		Date: "2026-12-05", StartTime: "15:00", Units: []booking.Quantity{{ID: "adult", Quantity: 2}}})
	s.must(err)
	_, err = s.SetGuest(s.t.Context(), wayfare, cart, booking.Guest{Name: "Noor <b>Al-Hinai</b>",
		Email: "noor@example.com", Phone: "+96891234567", Info: "A wheelchair that folds."})
	s.must(err)
	o, err := s.Checkout(s.t.Context(), wayfare, booking.Checkout{Key: "key", Cart: cart, Method: method,
		Total: c.Total, Buyer: booking.Buyer{FirstName: "Amina", LastName: "Haddad", Email: "amina@example.com",
			PhoneCountry: "AE", Phone: "501234567"}})
	s.must(err)
	if method == booking.Card {
		_, err = s.sandbox.Pay(s.t.Context(), o.Payment.SessionID, "4242424242424242")
		s.must(err)
		_, err = s.Settle(s.t.Context(), o.ID)
		s.must(err)
	}
	return s.reload(o)
}

// reload returns an order as it is now.
func (s *shop) reload(o booking.Order) booking.Order {
	s.t.Helper()
	o, err := s.store.Read().Order(s.t.Context(), o.ID)
	s.must(err)
	return o
}

// wantPage requests a page and wants its status and texts.
func (s *shop) wantPage(r *http.Request, status int, texts ...string) {
	s.t.Helper()
	response, err := s.server.Client().Do(r)
	s.must(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	s.must(err)
	if response.StatusCode != status {
		s.t.Fatalf("%s: %d, want %d\n%s", r.URL, response.StatusCode, status, body)
	}
	for _, text := range texts {
		if !strings.Contains(string(body), text) {
			s.t.Errorf("%s lacks %q:\n%s", r.URL, text, body)
		}
	}
	if !strings.HasPrefix(response.Header.Get("Content-Type"), "text/html") {
		return
	}
	if strings.Contains(string(body), "<script") || strings.Contains(string(body), "<b>") {
		s.t.Errorf("%s has what a stranger typed, or a script:\n%s", r.URL, body)
	}
}

func (s *shop) get(address string) *http.Request {
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, address, nil)
	s.must(err)
	return r
}

func (s *shop) post(address string, form url.Values) *http.Request {
	r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, address,
		strings.NewReader(form.Encode()))
	s.must(err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r
}

func TestSupplierAcceptsOrDeclinesByLinkOnce(t *testing.T) {
	s := newShop(t)
	o := s.order("camp", booking.Card)
	link := s.links.AnswerURL(s.server.URL, &o, &o.Bookings[0])
	for range 2 { // mail programs open links on their own
		s.wantPage(s.get(link+"?do=accept"), 200, "Accept this booking?", "Noor &lt;b&gt;Al-Hinai",
			"A wheelchair that folds.",
			"The station", "Wayfare", "You can do this only once.")
		s.wantPage(s.get(link+"?do=decline"), 200, "Decline this booking?")
	}
	if got := s.reload(o).Bookings[0]; got.Decision != booking.Undecided {
		t.Fatalf("a look has decided: %s", got.Decision)
	}
	s.wantPage(s.post(link, url.Values{"do": {"whatever"}}), 200, "Accept this booking?")
	s.wantPage(s.post(link, url.Values{"do": {"accept"}}), 200, "Accepted", "Confirmed")
	s.wantPage(s.post(link, url.Values{"do": {"decline"}}), 200, "Accepted")
	if got := s.reload(o).Bookings[0]; got.Status != booking.Confirmed {
		t.Fatalf("the booking is %s", got.Status)
	}
	// A second link for the same request finds it answered.
	s.wantPage(s.get(s.links.AnswerURL(s.server.URL, &o, &o.Bookings[0])+"?x"), 200)
	other := s.order("camp", booking.Card)
	s.wantPage(s.post(s.links.AnswerURL(s.server.URL, &other, &other.Bookings[0]), url.Values{"do": {"decline"}}), 200,
		"Declined")
	if got := s.reload(other).Bookings[0]; got.Status != booking.Rejected {
		t.Fatalf("the booking is %s", got.Status)
	}
}

func TestSupplierAcceptsAnUnpaidReservation(t *testing.T) {
	s := newShop(t)
	o := s.order("camp", booking.PayLater)
	link := s.links.AnswerURL(s.server.URL, &o, &o.Bookings[0])
	due := ordertext.Money(&o, o.Due())
	s.wantPage(s.get(link+"?do=accept"), 200, "Still to be paid",
		"The places stay reserved, and the booking is confirmed once its order is paid.", due)
	s.wantPage(s.post(link, url.Values{"do": {"accept"}}), 200, "Accepted", due, "Reserved")
	if got := s.reload(o).Bookings[0]; got.Status != booking.Pending || got.Decision != booking.Accepted {
		t.Fatalf("the booking is %s, %s", got.Status, got.Decision)
	}
}

func TestSupplierMarksAPaymentByLinkOnce(t *testing.T) {
	s := newShop(t)
	s.language = "ar"
	o := s.order("dunes", booking.PayLater)
	link := s.links.PaidURL(s.server.URL, &o, &o.Bookings[0])
	s.wantPage(s.get(link), 200, `<html lang="ar" dir="rtl">`, "هل تسجّلون الدفعة؟", "790.00", "أمسية", "دروب", "نقدًا")
	s.wantPage(s.post(link, url.Values{"means": {"gold"}}), 200, "هل تسجّلون الدفعة؟")
	s.wantPage(s.post(link, url.Values{"means": {"terminal"}}), 200, "سُجّلت الدفعة")
	s.wantPage(s.post(link, url.Values{"means": {"cash"}}), 200, "سُجّلت الدفعة")
	got := s.reload(o)
	if r := got.Payment.Records; len(r) != 1 || r[0].By != booking.AtTerminal || r[0].Amount != 79000 ||
		r[0].Actor != "supplier:sands" || got.Bookings[0].Status != booking.Confirmed {
		t.Errorf("%+v %s", r, got.Bookings[0].Status)
	}
}

var hiddenInput = regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)">`)

// page returns the HTML of a page.
func (s *shop) page(address string) string {
	response, err := s.server.Client().Do(s.get(address))
	s.must(err)
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	s.must(err)
	return string(page)
}

// fillForm returns what a browser posts of an open page: its hidden fields and a choice.
func (s *shop) fillForm(address string, chosen url.Values) *http.Request {
	for _, field := range hiddenInput.FindAllStringSubmatch(s.page(address), -1) {
		chosen.Set(field[1], field[2])
	}
	return s.post(address, chosen)
}

func TestSupplierMustConfirmAgainAfterTheBookingChanged(t *testing.T) {
	s := newShop(t)
	larger := booking.Move{Units: []booking.Quantity{{ID: "adult", Quantity: 5}}}
	rules := booking.MoveRules{IgnorePolicy: true}

	o := s.order("dunes", booking.PayLater)
	link := s.links.PaidURL(s.server.URL, &o, &o.Bookings[0])
	early := s.fillForm(link, url.Values{"means": {"cash"}})
	_, err := s.MoveByOperator(t.Context(), o.ID, o.Bookings[0].ID, larger, rules, 3*39500)
	s.must(err)
	s.wantPage(early, 200, "The booking has changed", "1,975.00", `value="cash"`)
	if got := s.reload(o).Payment.Records; len(got) > 0 {
		t.Errorf("another amount than the page showed is recorded: %+v", got)
	}
	s.wantPage(s.fillForm(link, url.Values{"means": {"cash"}}), 200, "Marked as paid")

	o = s.order("camp", booking.PayLater)
	link = s.links.AnswerURL(s.server.URL, &o, &o.Bookings[0])
	early = s.fillForm(link, url.Values{"do": {"accept"}})
	_, err = s.MoveByOperator(t.Context(), o.ID, o.Bookings[0].ID, larger, rules, 3*39500)
	s.must(err)
	s.wantPage(early, 200, "Accept this booking?", "The booking has changed", "5 × ")
	if got := s.reload(o).Bookings[0]; got.Decision != booking.Undecided {
		t.Errorf("a larger party than the page showed is %s", got.Decision)
	}
	s.wantPage(s.fillForm(link, url.Values{"do": {"accept"}}), 200, "Accepted")
}

func TestAmountAddedByAChangeHasItsOwnPaymentLink(t *testing.T) {
	s := newShop(t)
	o := s.order("dunes", booking.PayLater)
	first := s.links.PaidURL(s.server.URL, &o, &o.Bookings[0])
	s.wantPage(s.post(first, url.Values{"means": {"cash"}}), 200, "Marked as paid")
	larger := booking.Move{Units: []booking.Quantity{{ID: "adult", Quantity: 3}}}
	rules := booking.MoveRules{IgnorePolicy: true}
	_, err := s.MoveByOperator(t.Context(), o.ID, o.Bookings[0].ID, larger, rules, 39500)
	s.must(err)
	o = s.reload(o)
	second := s.links.PaidURL(s.server.URL, &o, &o.Bookings[0])
	s.wantPage(s.get(second), 200, "395.00", `value="cash"`)
	s.wantPage(s.post(second, url.Values{"means": {"cash"}}), 200, "Marked as paid")
	s.wantPage(s.post(first, url.Values{"means": {"cash"}}), 200, "Marked as paid")
	if got := s.reload(o).Payment.Records; len(got) != 2 || got[1].Amount != 39500 {
		t.Errorf("%+v", got)
	}
}

func TestLinksExpireAndWorkOnlyForTheirPurpose(t *testing.T) {
	s := newShop(t)
	o := s.order("camp", booking.Card)
	b := &o.Bookings[0]
	answer, paid := s.links.AnswerURL(s.server.URL, &o, b), s.links.PaidURL(s.server.URL, &o, b)
	calendar := s.links.CalendarURL(s.server.URL, "sands", 0)
	token := func(address string) string {
		return strings.TrimSuffix(address[strings.LastIndexByte(address, '/')+1:], ".ics")
	}
	const gone = "This link does not work any more"
	for _, address := range []string{
		strings.Replace(paid, token(paid), token(answer), 1), strings.Replace(answer, token(answer), token(paid), 1),
		strings.Replace(answer, token(answer), token(calendar), 1),
		strings.Replace(calendar, token(calendar), token(answer), 1), answer[:len(answer)-1], answer + "A",
		strings.Replace(answer, token(answer), s.links.Key.Sign(o.ID, s.now.Add(time.Hour)), 1),
		s.server.URL + linkpage.Path, s.server.URL + linkpage.Path + "answer/",
	} {
		s.wantPage(s.get(address), 410, gone)
	}
	r := s.get(answer + "A")
	r.Header.Set("Accept-Language", "ar,en")
	s.wantPage(r, 410, "لم يعد هذا الرابط يعمل")
	crossOrigin := s.post(answer, url.Values{"do": {"accept"}})
	crossOrigin.Header.Set("Origin", "https://elsewhere.example")
	crossOrigin.Header.Set("Sec-Fetch-Site", "cross-site")
	s.wantPage(crossOrigin, 410, gone)
	s.now = s.RequestExpiresAt(&o, b)
	s.wantPage(s.post(answer, url.Values{"do": {"accept"}}), 410, gone)
	if got := s.reload(o).Bookings[0]; got.Decision != booking.Undecided {
		t.Errorf("the booking is %s", got.Decision)
	}
}

func TestSupplierCalendarWorksUntilItsAddressIsReplaced(t *testing.T) {
	s := newShop(t)
	o := s.order("dunes", booking.Card)
	cancelled := s.order("dunes", booking.PayLater)
	quote, err := s.QuoteOperatorCancellation(&cancelled, &cancelled.Bookings[0], nil)
	s.must(err)
	_, err = s.CancelByOperator(t.Context(), cancelled.ID, cancelled.Bookings[0].ID, nil, quote)
	s.must(err)
	address := s.links.CalendarURL(s.server.URL, "sands", 0)
	response, err := s.server.Client().Do(s.get(address))
	s.must(err)
	defer response.Body.Close()
	cal, err := ics.ParseCalendar(response.Body)
	s.must(err)
	states := map[string]string{}
	for _, e := range cal.Events() {
		states[e.Id()] = e.GetProperty(ics.ComponentPropertyStatus).Value
		if got := e.GetProperty(ics.ComponentPropertySummary).Value; got != "2 × Evening: Noor <b>Al-Hinai</b>" {
			t.Errorf("the summary is %q", got)
		}
	}
	if len(states) != 2 || states[o.Bookings[0].ID+"@wayfare"] != "CONFIRMED" ||
		states[cancelled.Bookings[0].ID+"@wayfare"] != "CANCELLED" {
		t.Errorf("%v", states)
	}
	version, err := s.ReplaceFeed(t.Context(), "sands")
	s.must(err)
	s.wantPage(s.get(address), 410)
	s.wantPage(s.get(s.links.CalendarURL(s.server.URL, "others", 0)), 410)
	s.wantPage(s.get(s.links.CalendarURL(s.server.URL, "sands", version)), 200)
}

func TestARequestWhoseClientLeftIsNoFailureOfTheServer(t *testing.T) {
	s := newShop(t)
	o := s.order("camp", booking.Card)
	ctx, leave := context.WithCancel(t.Context())
	leave()
	page := httptest.NewRecorder()
	s.server.Config.Handler.ServeHTTP(page, s.get(s.links.AnswerURL("", &o, &o.Bookings[0])).WithContext(ctx))
	if page.Code != clientgone.Status {
		t.Errorf("status %d: %s", page.Code, page.Body)
	}
}
