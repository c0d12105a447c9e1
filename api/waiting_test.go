package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/orderlink"
)

func TestWaitingVisitorBooksOfferedSeats(t *testing.T) {
	s := open(t)
	joinBody := func(adults, email string) string {
		return `{"choice": ` + choice(adults) + `, "email": "` + email + `"}`
	}
	v := s.visitor()
	v.mustFail(http.StatusConflict, fault.NotFull, "POST", "/waiting", joinBody("2", "amina@example.com"))
	limit := func(seats int) {
		t.Helper()
		slot := booking.Slot{Product: "dunes", Option: "shared", Date: day, StartTime: "15:00"}
		change := booking.DepartureChange{Act: booking.ActLimit, Limit: seats}
		if _, err := s.booking.ChangeDeparture(t.Context(), slot, change); err != nil {
			t.Fatal(err)
		}
	}
	limit(1)
	v.mustFail(http.StatusBadRequest, fault.Invalid, "POST", "/waiting", joinBody("2", "amina"))
	for i, email := range []string{"amina@example.com", "omar@example.com"} {
		if got := mustSend[api.WaitingPlace](v, "POST", "/waiting", joinBody("2", email)); got.Place != i+1 {
			t.Errorf("%s has place %d", email, got.Place)
		}
	}
	// Joining again changes the party and keeps the place.
	mustSend[api.WaitingPlace](v, "POST", "/waiting", joinBody("3", "omar@example.com"))
	limit(3)
	offers := v.notices(notice.WaitingOffer)
	if len(offers) != 1 || offers[0].To != "amina@example.com" || len(v.notices(notice.WaitingJoined)) != 3 {
		t.Fatalf("the offers are %+v", offers)
	}
	got := mustSend[api.WaitingPlace](v, "POST", "/waiting", joinBody("4", "amina@example.com"))
	if got.Place != 0 || !got.Kept || len(v.notices(notice.WaitingOffer)) != 2 {
		t.Errorf("with an offer, it is %+v", got)
	}
	party, _, err := s.booking.Waiting(t.Context(), offers[0].Subject)
	if err != nil {
		t.Fatal(err)
	}
	link := func(purpose orderlink.Purpose) string {
		return "/ar/buy/dunes?offer=" + url.QueryEscape(linkKey(t).SignAs(purpose, party.ID, party.Until))
	}
	expectRedirect := func(link, to string) {
		t.Helper()
		if got := v.get(link).Header.Get("Location"); !strings.HasSuffix(got, to) {
			t.Errorf("%s leads to %s", link, got)
		}
	}
	expectRedirect(link(orderlink.WaitingPlace), "#ticket") // a link for another purpose
	for range 2 {
		expectRedirect(link(orderlink.WaitingOffer), "/ar/cart")
	}
	cart := mustSend[api.Cart](v, "GET", "/cart", "")
	if len(cart.Items) != 1 || !cart.Items[0].Available || cart.Total != 79000 {
		t.Fatalf("%+v", cart)
	}
	s.visitor().mustFail(http.StatusConflict, fault.SoldOut, "POST", "/cart/items", choice("2"))
	mustSend[api.Order](v, "POST", "/checkout", order("79000"), "Idempotency-Key", orderKey)
	if party, _, err = s.booking.Waiting(t.Context(), party.ID); err != nil || party.State != booking.WaitingOrdered {
		t.Errorf("it is %s, %v", party.State, err)
	}
}
