package api_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/secret"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/documenttest"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/orderlink"
	"storefront/internal/store/sqlstore"
)

func ticketKey(t *testing.T) ticket.Key {
	t.Helper()
	key, err := ticket.NewKey(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func linkKey(t *testing.T) orderlink.Key {
	t.Helper()
	key, err := orderlink.NewKey(bytes.Repeat([]byte{7}, secret.MinBytes))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// buy orders the dunes and, with a card, pays for them.
func (v *visitor) buy(method booking.Method, card string) api.Order {
	v.t.Helper()
	total := mustSend[api.Cart](v, "POST", "/cart/items", choice("1")).Total
	if total != 39500 {
		v.t.Fatalf("the cart comes to %d", total)
	}
	body := strings.Replace(order("39500"), `"card"`, `"`+string(method)+`"`, 1)
	key := strings.Repeat("k", 8) + time.Now().String()
	o := mustSend[api.Order](v, "POST", "/checkout", body, "Idempotency-Key", key)
	if card != "" {
		if _, err := v.sandbox.Pay(v.t.Context(), filepath.Base(o.Payment.Url), card); err != nil {
			v.t.Fatal(err)
		}
		o = mustSend[api.Order](v, "GET", "/orders/"+o.Id, "")
	}
	return o
}

const card = "4242424242424242"

func TestOnlySignedInUserSeesTheirOrders(t *testing.T) {
	s := open(t)
	asGuest := s.visitor().buy(booking.PayLater, "")
	user := s.signUp(amina)
	asUser := user.buy(booking.Card, card)
	user.buy(booking.Card, "") // and does not pay
	list := mustSend[api.InvoiceList](user, "GET", "/invoices", "")
	if len(list.Invoices) != 2 || list.Invoices[0].Id != asUser.Id || list.Invoices[1].Id != asGuest.Id ||
		list.Next != "" {
		t.Errorf("%+v", list)
	}
	if got := list.Invoices[0]; got.InvoiceNumber != "INV-"+got.Reference || !got.HasInvoice ||
		got.Result != booking.Success || !got.Bookings[0].HasTicket {
		t.Errorf("%+v", got)
	}
	if other := mustSend[api.InvoiceList](s.signUp("other@example.com"), "GET", "/invoices",
		""); len(other.Invoices) != 0 || other.Invoices == nil {
		t.Errorf("another user sees %+v", other)
	}
	s.visitor().mustFail(401, fault.SignedOut, "GET", "/invoices", "")
	user.mustFail(400, fault.Invalid, "GET", "/invoices?before=nonsense", "")
}

func TestOrderLookupDoesNotRevealOrders(t *testing.T) {
	s := open(t)
	o := s.visitor().buy(booking.PayLater, "")
	stranger := s.visitor()
	var answers []string
	for _, form := range [][2]string{{o.Reference, "amina@example.com"}, {o.Reference, "other@example.com"},
		{"AAAAAAAA", "amina@example.com"}} {
		response, body := stranger.send("POST", "/orders/lookup", `{"reference": "`+form[0]+`", "email": "`+form[1]+`"}`)
		if response.StatusCode != http.StatusAccepted || len(response.Cookies()) != 0 {
			t.Errorf("%v: %d %s", form, response.StatusCode, body)
		}
		response.Header.Del("Date")
		answers = append(answers, response.Status+body+headers(response))
	}
	if answers[0] != answers[1] || answers[0] != answers[2] {
		t.Errorf("the responses differ: %q", answers)
	}
	sent := s.notices(notice.OrderLink)
	if len(sent) != 3 {
		t.Fatalf("%d jobs for 3 lookups: the work differs", len(sent))
	}
	for _, n := range sent {
		if n.Subject != "" && (n.Subject != o.Id || n.To != "amina@example.com") || n.Subject == "" && n.To != "" {
			t.Errorf("%+v", n)
		}
	}
	if p := stranger.mustFail(400, fault.Invalid, "POST", "/orders/lookup",
		`{"reference": "", "email": "amina"}`); len(p.Fields) != 2 {
		t.Errorf("%+v", p)
	}
}

func headers(r *http.Response) string {
	data, _ := json.Marshal(r.Header) // sorted
	return string(data)
}

// notices returns the queued notices of a kind.
func (s *shop) notices(kind notice.Kind) (list []notice.Notice) {
	s.t.Helper()
	jobs, err := s.store.Jobs().List(s.t.Context(), sqlstore.JobFilter{})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, j := range jobs {
		var args struct{ Notice notice.Notice }
		if err := json.Unmarshal(j.Args, &args); err != nil {
			s.t.Fatal(err)
		}
		if args.Notice.Kind == kind {
			list = append(list, args.Notice)
		}
	}
	return list
}

// Text that is copied from an Arabic mail or document has invisible direction marks.
func TestOrderLookupIgnoresDirectionMarksInReference(t *testing.T) {
	s := open(t)
	o := s.visitor().buy(booking.PayLater, "")
	for _, copied := range []string{"\u2066" + o.Reference + "\u2069", "\u2066INV-" + o.Reference + "\u2069"} {
		body := `{"reference": "` + copied + `", "email": "amina@example.com"}`
		s.visitor().mustReturn(202, "POST", "/orders/lookup", body)
	}
	for i, n := range s.notices(notice.OrderLink) {
		if n.Subject != o.Id {
			t.Errorf("order %d is not found: %+v", i, n)
		}
	}
}

func TestMailedOrderLinksAreLimited(t *testing.T) {
	s := open(t)
	o := s.visitor().buy(booking.PayLater, "")
	for range 8 {
		s.visitor().mustReturn(202, "POST", "/orders/lookup", `{"reference": "`+
			o.Reference+`", "email": " Amina@example.com"}`)
	}
	if n := len(s.notices(notice.OrderLink)); n != 5 {
		t.Errorf("%d links are mailed to one address", n)
	}
	var response *http.Response
	var body string
	for range 30 {
		response, body = s.visitor().send("POST", "/orders/lookup",
			`{"reference": "AAAAAAAA", "email": "other@example.com"}`)
	}
	problem(t, response, body, 429, fault.TooManyTries)
}

func TestMailedLinkOpensOrderForRestOfSession(t *testing.T) {
	s := open(t)
	o := s.visitor().buy(booking.Card, card)
	token := linkKey(t).Sign(o.Id, time.Now().Add(time.Hour))
	friend := s.visitor()
	friend.mustFail(404, fault.NotFound, "GET", "/orders/"+o.Id, "")
	if got := mustSend[api.Order](friend, "POST", "/orders/access", `{"token": "`+token+`"}`); got.Id != o.Id {
		t.Fatalf("%+v", got)
	}
	booked := "/orders/" + o.Id + "/bookings/" + o.Bookings[0].Id
	for _, path := range []string{"/orders/" + o.Id, booked + "/cancellation", booked + "/ticket.pdf",
		"/orders/" + o.Id + "/invoice.pdf"} {
		if response, body := friend.send("GET", path, ""); response.StatusCode != 200 {
			t.Errorf("%s: %d %.200s", path, response.StatusCode, body)
		}
	}
	friend.mustFail(401, fault.SignedOut, "GET", "/invoices", "")
	for name, c := range map[string]struct{ host, token string }{
		"an expired link":      {"www.wayfare.example", linkKey(t).Sign(o.Id, time.Now().Add(-time.Second))},
		"an altered link":      {"www.wayfare.example", strings.ToLower(token)},
		"an empty link":        {"www.wayfare.example", ""},
		"another deployment's": {"www.trails.example", token},
		"a link to no order":   {"www.wayfare.example", linkKey(t).Sign("none", time.Now().Add(time.Hour))},
	} {
		v := s.visitor()
		v.host = c.host
		v.mustFail(410, fault.LinkExpired, "POST", "/orders/access", `{"token": "`+c.token+`"}`)
		if v.cookie != "" {
			t.Errorf("%s sets %s", name, v.cookie)
		}
	}
}

func TestLinkToACorrectedAddressNoLongerOpensTheOrder(t *testing.T) {
	s := open(t)
	o := s.visitor().buy(booking.Card, card)
	access := func(subject string) string {
		return `{"token": "` + linkKey(t).Sign(subject, time.Now().Add(time.Hour)) + `"}`
	}
	stranger, buyer := s.visitor(), s.visitor()
	mustSend[api.Order](stranger, "POST", "/orders/access", access(o.Id))
	corrected, err := s.booking.CorrectBuyer(t.Context(), o.Id, booking.Correction{Email: "amina@work.example"})
	if err != nil {
		t.Fatal(err)
	}
	stranger.mustFail(404, fault.NotFound, "GET", "/orders/"+o.Id, "")
	stranger.mustFail(410, fault.LinkExpired, "POST", "/orders/access", access(o.Id))
	mustSend[api.Order](buyer, "POST", "/orders/access", access(corrected.LinkSubject()))
	if got := mustSend[api.Order](buyer, "GET", "/orders/"+o.Id, ""); got.Buyer.Email != "amina@work.example" {
		t.Errorf("%+v", got.Buyer)
	}
}

func TestDownloadedTicketIsValidAtGate(t *testing.T) {
	v := open(t).visitor()
	v.language = "ar"
	o := v.buy(booking.Card, card)
	v.language = "en" // the document is in the order's language, not the reader's
	path := "/orders/" + o.Id + "/bookings/" + o.Bookings[0].Id
	pdf := v.downloads(path+"/ticket.pdf", "application/pdf", "wayfare-ticket-"+o.Reference+"-1.pdf")
	claims, err := ticket.Verify(ticketKey(t).Public(), documenttest.Scan(t, pdf, "150"))
	if err != nil || claims.Reference != o.Reference || claims.Date != day || claims.StartTime != "15:00" ||
		claims.Seats != 1 || claims.Product != "dunes" {
		t.Errorf("%+v, %v", claims, err)
	}
	if text := string(documenttest.Poppler(t, "pdftotext", pdf, "-", "-")); !strings.Contains(text, "الكثبان") {
		t.Errorf("the ticket is not in Arabic:\n%s", text)
	}
	invoice := v.downloads("/orders/"+o.Id+"/invoice.pdf", "application/pdf", "wayfare-"+o.InvoiceNumber+".pdf")
	text := string(documenttest.Poppler(t, "pdftotext", invoice, "-", "-"))
	for _, want := range []string{o.InvoiceNumber, "دروب", "booking.wayfare.example", "hello@wayfare.example",
		"+971 4 555 0142", "100345217800003"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not on the invoice:\n%s", want, text)
		}
	}
	event := string(v.downloads(path+"/event.ics", "text/calendar", "wayfare-"+o.Reference+"-1.ics"))
	if start := "DTSTART:" + strings.ReplaceAll(day, "-", "") + "T150000Z"; !strings.Contains(event, start) ||
		!strings.Contains(event, "SUMMARY:الكثبان") {
		t.Errorf("%q is not in\n%s", start, event)
	}
}

func (v *visitor) downloads(path, kind, name string) []byte {
	v.t.Helper()
	response, body := v.send("GET", path, "")
	h := response.Header
	if response.StatusCode != 200 || h.Get("Content-Type") != kind ||
		h.Get("Content-Disposition") != `attachment; filename="`+name+`"` ||
		h.Get("Cache-Control") != "no-store" || response.ContentLength != int64(len(body)) || len(body) == 0 {
		v.t.Fatalf("%s: %d, %d bytes, %v", path, response.StatusCode, len(body), h)
	}
	return []byte(body)
}

func TestOnlyAConfirmedBookingHasATicket(t *testing.T) {
	s := open(t)
	v := s.visitor()
	o := v.buy(booking.PayLater, "")
	path := "/orders/" + o.Id + "/bookings/" + o.Bookings[0].Id
	if o.Bookings[0].HasTicket {
		t.Error("a pending booking has a ticket")
	}
	v.mustFail(409, fault.NotPossible, "GET", path+"/ticket.pdf", "")
	event := string(v.downloads(path+"/event.ics", "text/calendar", "wayfare-"+o.Reference+"-1.ics"))
	if !strings.Contains(event, "TENTATIVE") {
		t.Error(event)
	}
	mustSend[api.Order](v, "POST", path+"/cancellation", `{"refund": 0}`)
	v.mustFail(409, fault.NotPossible, "GET", path+"/event.ics", "")
	if o.HasInvoice {
		t.Error("an unpaid pay-later order has an invoice")
	}
	v.downloads("/orders/"+o.Id+"/invoice.pdf", "application/pdf", "wayfare-booking-"+o.Reference+".pdf")
	for _, missing := range []string{"/ticket.pdf", "/event.ics"} {
		v.mustFail(404, fault.NotFound, "GET", "/orders/"+o.Id+"/bookings/none"+missing, "")
	}
}
