package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/account"
	"storefront/internal/booking"
	"storefront/internal/fault"
	"storefront/internal/notice"
	"storefront/internal/review"
)

// said sends a request and tells its status and the code of its problem.
func (v *visitor) said(method, path, body string) (status int, text string) {
	v.t.Helper()
	response, got := v.ask(method, path, body)
	return response.StatusCode, got
}

func (v *visitor) wants(status int, text, method, path, body string) {
	v.t.Helper()
	if got, said := v.said(method, path, body); got != status || !strings.Contains(said, text) {
		v.t.Errorf("%s %s: %d %s; want %d %s", method, path, got, said, status, text)
	}
}

const amina = "amina@example.com"

// member is somebody with an account who has signed in.
func (s *shop) member(email string) *visitor {
	s.t.Helper()
	if _, err := s.accounts.Create(s.t.Context(), "wayfare", email, "Amina", "Haddad", "correct horse"); err != nil {
		s.t.Fatal(err)
	}
	v := s.visitor()
	gets[api.Session](v, "POST", "/session", `{"email": "`+email+`", "password": "correct horse"}`)
	return v
}

func (v *visitor) booksTheDunes() {
	v.t.Helper()
	gets[api.Cart](v, "POST", "/cart/items", choice("1"))
	o := gets[api.Order](v, "POST", "/checkout", strings.Replace(order("39500"), "card", "pay_later", 1), "Idempotency-Key", "0123456789")
	if _, err := v.booking.Decide(v.t.Context(), o.Id, o.Bookings[0].Id, true); err != nil {
		v.t.Fatal(err)
	}
}

func TestABuyersReviewIsReadOnceItIsApproved(t *testing.T) {
	s := open(t)
	const written = `{"product": "dunes", "rating": 5, "title": "Dust", "text": "The driver knew every dune by name."}`
	s.visitor().wants(http.StatusUnauthorized, `"signed_out"`, "POST", "/reviews", written)
	v := s.member(amina)
	v.wants(http.StatusForbidden, `"forbidden"`, "POST", "/reviews", written)
	v.booksTheDunes()
	v.wants(http.StatusBadRequest, `"rating"`, "POST", "/reviews", strings.Replace(written, "5", "6", 1))
	v.wants(http.StatusAccepted, "", "POST", "/reviews", written)
	v.wants(http.StatusConflict, `"not_possible"`, "POST", "/reviews", written)
	reader := s.visitor()
	if got := gets[api.ReviewList](reader, "GET", "/reviews?product=dunes", ""); len(got.Reviews) != 0 {
		t.Fatalf("it is read before it is approved: %+v", got)
	}
	waiting, err := s.reviews.List(t.Context(), review.Filter{Status: review.Pending})
	if err != nil || len(waiting) != 1 {
		t.Fatal(waiting, err)
	}
	if _, err := s.reviews.Decide(t.Context(), waiting[0].ID, true); err != nil {
		t.Fatal(err)
	}
	got := gets[api.ReviewList](reader, "GET", "/reviews?product=dunes", "").Reviews
	if len(got) != 1 || got[0].Author != "Amina" || got[0].Rating != 5 || got[0].Title != "Dust" || got[0].Language != "en" {
		t.Errorf("%+v", got)
	}
	// Whoever opened his account in another browser has no name yet but that under which he booked.
	user, err := s.store.Accounts().UserByEmail(t.Context(), "wayfare", amina)
	if err != nil {
		t.Fatal(err)
	}
	user.FirstName, user.LastName = "", ""
	if err := s.store.Accounts().Do(t.Context(), func(tx account.Tx) error { return tx.SaveUser(t.Context(), user) }); err != nil {
		t.Fatal(err)
	}
	v.wants(http.StatusConflict, `"not_possible"`, "POST", "/reviews", written)
	elsewhere := s.visitor()
	elsewhere.host = "www.trails.example"
	if got := gets[api.ReviewList](elsewhere, "GET", "/reviews?product=dunes", ""); len(got.Reviews) != 0 {
		t.Errorf("another deployment shows it: %+v", got)
	}
}

func TestANegotiatedPriceGoesIntoTheCartByItsLink(t *testing.T) {
	s := open(t)
	v := s.visitor()
	v.wants(http.StatusConflict, `"not_possible"`, "POST", "/negotiations", strings.Replace(asksForPrice, "bespoke", "dunes", 1))
	v.wants(http.StatusBadRequest, `"phone"`, "POST", "/negotiations", strings.Replace(asksForPrice, "+971", "call", 1))
	reference := gets[api.Negotiation](v, "POST", "/negotiations", asksForPrice).Reference
	n, err := s.store.Read().NegotiationByReference(t.Context(), "wayfare", reference)
	if err != nil {
		t.Fatal(err)
	}
	link := `{"token": "` + n.ID + `"}`
	v.wants(http.StatusGone, `"link_expired"`, "POST", "/negotiations/acceptance", link)
	if _, err := s.booking.AnswerNegotiation(t.Context(), n.ID, 80000, time.Time{}, ""); err != nil {
		t.Fatal(err)
	}
	v.wants(http.StatusNotFound, `"not_found"`, "POST", "/negotiations/acceptance", `{"token": "guessed"}`)
	cart := gets[api.Cart](v, "POST", "/negotiations/acceptance", link)
	if cart.Total != 80000 || cart.Outcome != booking.AllAvailable || !cart.Items[0].Agreed {
		t.Errorf("%+v", cart)
	}
}

func TestWhatAVisitorWritesToTheShopArrives(t *testing.T) {
	v := open(t).visitor()
	v.wants(http.StatusBadRequest, `"email"`, "POST", "/contact", `{"name": "Amina", "email": "amina", "text": "Hello"}`)
	v.wants(http.StatusBadRequest, `"text"`, "POST", "/contact", `{"name": "Amina", "email": "amina@example.com", "text": " "}`)
	v.wants(http.StatusAccepted, "", "POST", "/contact", `{"name": "Amina", "email": "amina@example.com", "text": "Hello", "order": "K7M3Q9XW"}`)
	if received, arrived := v.told(notice.ContactReceived), v.told(notice.ContactMessage); len(received) != 1 || len(arrived) != 1 ||
		received[0].To != amina || arrived[0].To != "hello@wayfare.example" {
		t.Errorf("she is told %+v, the shop %+v", received, arrived)
	}
}

func TestWhoWritesInAnothersNameDoesNotKeepHerFromWriting(t *testing.T) {
	v := open(t).visitor()
	message := func(email, text string) string {
		return `{"name": "Amina", "email": "` + email + `", "text": "` + text + `"}`
	}
	thief := []string{"X-Forwarded-For", "198.51.100.1"}
	for range 40 {
		v.fails(http.StatusBadRequest, fault.Invalid, "POST", "/contact", message(amina, " "), thief...)
		v.fails(http.StatusBadRequest, fault.Invalid, "POST", "/negotiations", strings.Replace(asksForPrice, "+971", "call", 1), thief...)
	}
	for range 20 {
		v.does(http.StatusAccepted, "POST", "/contact", message("Amina@example.com", "Not hers"), thief...)
		v.does(http.StatusAccepted, "POST", "/contact", message(amina, "Hers"))
	}
	if received, arrived := len(v.told(notice.ContactReceived)), len(v.told(notice.ContactMessage)); received != 5 || arrived != 40 {
		t.Errorf("she is told %d times, want 5; the shop %d times, want 40", received, arrived)
	}
	for range 10 {
		gets[api.Negotiation](v, "POST", "/negotiations", asksForPrice)
	}
	v.fails(http.StatusTooManyRequests, fault.TooManyTries, "POST", "/negotiations", asksForPrice)
	v.fails(http.StatusTooManyRequests, fault.TooManyTries, "POST", "/contact", message(amina, "And again"))
	gets[api.Negotiation](v, "POST", "/negotiations", asksForPrice, "X-Forwarded-For", "192.0.2.9")
}

var asksForPrice = `{"choice": ` + strings.Replace(choice("2"), "dunes", "bespoke", 1) + `, "offer": 90000, "name": "Amina",
	"email": "amina@example.com", "phone": "+971 50 123 4567", "message": "Somewhere quiet."}`
