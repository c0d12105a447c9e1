package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
)

// fetch sends a request and returns the status and the code of its problem.
func (v *visitor) fetch(method, path, body string) (status int, text string) {
	v.t.Helper()
	response, got := v.send(method, path, body)
	return response.StatusCode, got
}

func (v *visitor) expect(status int, text, method, path, body string) {
	v.t.Helper()
	if got, answer := v.fetch(method, path, body); got != status || !strings.Contains(answer, text) {
		v.t.Errorf("%s %s: %d %s; want %d %s", method, path, got, answer, status, text)
	}
}

const amina = "amina@example.com"

// signUp creates an account and returns a visitor who is signed in to it.
func (s *shop) signUp(email string) *visitor {
	s.t.Helper()
	if _, err := s.accounts.Create(s.t.Context(), "wayfare", email, "Amina", "Haddad", "correct horse"); err != nil {
		s.t.Fatal(err)
	}
	v := s.visitor()
	mustSend[api.Session](v, "POST", "/session", `{"email": "`+email+`", "password": "correct horse"}`)
	return v
}

func (v *visitor) bookDunes() {
	v.t.Helper()
	mustSend[api.Cart](v, "POST", "/cart/items", choice("1"))
	o := mustSend[api.Order](v, "POST", "/checkout", strings.Replace(order("39500"), "card", "pay_later", 1),
		"Idempotency-Key", "0123456789")
	if _, err := v.booking.Decide(v.t.Context(), o.Id, o.Bookings[0].Id, true); err != nil {
		v.t.Fatal(err)
	}
}

func TestNegotiatedPriceEntersCartByLink(t *testing.T) {
	s := open(t)
	v := s.visitor()
	v.expect(http.StatusConflict, `"not_possible"`, "POST", "/negotiations",
		strings.Replace(priceRequest, "bespoke", "dunes", 1))
	v.expect(http.StatusBadRequest, `"phone"`, "POST", "/negotiations", strings.Replace(priceRequest, "+971", "call", 1))
	reference := mustSend[api.Negotiation](v, "POST", "/negotiations", priceRequest).Reference
	n, err := s.store.Read().NegotiationByReference(t.Context(), "wayfare", reference)
	if err != nil {
		t.Fatal(err)
	}
	link := `{"token": "` + n.ID + `"}`
	v.expect(http.StatusGone, `"link_expired"`, "POST", "/negotiations/acceptance", link)
	if _, err := s.booking.AnswerNegotiation(t.Context(), n.ID, 80000, time.Time{}, ""); err != nil {
		t.Fatal(err)
	}
	v.expect(http.StatusNotFound, `"not_found"`, "POST", "/negotiations/acceptance", `{"token": "guessed"}`)
	cart := mustSend[api.Cart](v, "POST", "/negotiations/acceptance", link)
	if item := cart.Items[0]; cart.Total != 80000 || cart.Outcome != booking.AllAvailable || !item.Agreed ||
		!item.AgreedUntil.IsZero() {
		t.Errorf("%+v", cart)
	}
	until := time.Now().Add(1000 * time.Hour).UTC().Truncate(time.Second)
	if _, err := s.booking.AnswerNegotiation(t.Context(), n.ID, 80000, until, ""); err != nil {
		t.Fatal(err)
	}
	if item := mustSend[api.Cart](v, "GET", "/cart", "").Items[0]; !item.Agreed || !item.AgreedUntil.Equal(until) {
		t.Errorf("%+v", item)
	}
}

func TestContactMessageReachesShop(t *testing.T) {
	v := open(t).visitor()
	v.expect(http.StatusBadRequest, `"email"`, "POST", "/contact",
		`{"name": "Amina", "email": "amina", "text": "Hello"}`)
	v.expect(http.StatusBadRequest, `"text"`, "POST", "/contact",
		`{"name": "Amina", "email": "amina@example.com", "text": " "}`)
	v.expect(http.StatusAccepted, "", "POST", "/contact",
		`{"name": "Amina", "email": "amina@example.com", "text": "Hello", "order": "K7M3Q9XW", "topic": "booking", "seconds": 20}`)
	if received, arrived := v.notices(notice.ContactReceived), v.notices(notice.ContactMessage); len(received) != 1 ||
		len(arrived) != 1 ||
		received[0].To != amina || arrived[0].To != "hello@wayfare.example" {
		t.Errorf("the visitor got %+v, the shop %+v", received, arrived)
	}
}

func TestSuspectMessagesAreAcceptedWithoutNotices(t *testing.T) {
	s := open(t)
	v := s.visitor()
	for _, filled := range []string{``, `, "seconds": 2`, `, "seconds": -9`,
		`, "seconds": 60, "website": "https://cheap.example"`} {
		v.expect(http.StatusAccepted, "", "POST", "/contact",
			`{"name": "Amina", "email": "amina@example.com", "text": "Watches"`+filled+`}`)
	}
	v.expect(http.StatusBadRequest, `"topic"`, "POST", "/contact",
		`{"name": "Amina", "email": "amina@example.com", "text": "Hello", "topic": "spam"}`)
	if received, arrived := v.notices(notice.ContactReceived), v.notices(notice.ContactMessage); len(received)+
		len(arrived) > 0 {
		t.Errorf("the visitor got %+v, the shop %+v", received, arrived)
	}
	if kept, err := s.store.Messages().Messages(t.Context(), contact.Filter{Suspect: true}); err != nil ||
		len(kept) != 4 {
		t.Errorf("%d are kept, %v", len(kept), err)
	}
}

func TestMessagesFromAnotherNetworkDoNotUseUpLimits(t *testing.T) {
	v := open(t).visitor()
	message := func(email, text string) string {
		return `{"name": "Amina", "email": "` + email + `", "text": "` + text + `", "seconds": 20}`
	}
	thief := []string{"X-Forwarded-For", "198.51.100.1"}
	for range 40 {
		v.mustFail(http.StatusBadRequest, fault.Invalid, "POST", "/contact", message(amina, " "), thief...)
		v.mustFail(http.StatusBadRequest, fault.Invalid, "POST", "/negotiations",
			strings.Replace(priceRequest, "+971", "call", 1), thief...)
	}
	for range 20 {
		v.mustReturn(http.StatusAccepted, "POST", "/contact", message("Amina@example.com", "Not theirs"), thief...)
		v.mustReturn(http.StatusAccepted, "POST", "/contact", message(amina, "Theirs"))
	}
	received, arrived := len(v.notices(notice.ContactReceived)), len(v.notices(notice.ContactMessage))
	if received != 5 || arrived != 40 {
		t.Errorf("the visitor got %d notices, want 5; the shop %d, want 40", received, arrived)
	}
	for range 10 {
		mustSend[api.Negotiation](v, "POST", "/negotiations", priceRequest)
	}
	v.mustFail(http.StatusTooManyRequests, fault.TooManyTries, "POST", "/negotiations", priceRequest)
	v.mustFail(http.StatusTooManyRequests, fault.TooManyTries, "POST", "/contact", message(amina, "And again"))
	mustSend[api.Negotiation](v, "POST", "/negotiations", priceRequest, "X-Forwarded-For", "192.0.2.9")
}

var priceRequest = `{"choice": ` + strings.Replace(choice("2"), "dunes", "bespoke", 1) + `, "offer": 90000, "name": "Amina",
	"email": "amina@example.com", "phone": "+971 50 123 4567", "message": "Somewhere quiet."}`
