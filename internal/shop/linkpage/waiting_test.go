package linkpage_test

import (
	"net/url"
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

// joinWaitingList fills the evening, puts a party on its list, and returns it with its link.
func (s *shop) joinWaitingList() (booking.Waiting, string) {
	s.t.Helper()
	return s.joinWaitingListOf(booking.Slot{Product: "dunes", Option: "shared", Date: "2026-12-05", StartTime: "15:00"})
}

func (s *shop) joinWaitingListOf(slot booking.Slot) (booking.Waiting, string) {
	s.t.Helper()
	evening := booking.Choice{Product: slot.Product, Option: slot.Option, Date: slot.Date, StartTime: slot.StartTime,
		Units: []booking.Quantity{{ID: "adult", Quantity: 4}}}
	_, err := s.ChangeDeparture(s.t.Context(), slot, booking.DepartureChange{Act: booking.ActLimit, Limit: 1})
	s.must(err)
	_, err = s.JoinWaiting(s.t.Context(), wayfare, evening, "amina@example.com", "")
	s.must(err)
	all, err := s.Waitings(s.t.Context(), booking.WaitingFilter{Slot: slot})
	s.must(err)
	return all[0], s.links.WaitingURL(s.server.URL, &all[0])
}

func TestWaitingListPageShowsThePlaceAndThenTheOffer(t *testing.T) {
	s := newShop(t)
	w, link := s.joinWaitingList()
	s.wantPage(s.get(link), 200, "You are on the waiting list", "number 1", "Evening", "4 × ", "Leave the waiting list",
		"Wayfare")
	s.wantPage(s.post(link, url.Values{"do": {"take"}}), 200, "You are on the waiting list")
	_, err := s.ChangeDeparture(t.Context(), w.Slot(), booking.DepartureChange{Act: booking.ActLimit, Limit: 4})
	s.must(err)
	s.wantPage(s.get(link), 200, "Seats are held for you", "Put them into my cart", "I no longer need them")
	answer, err := s.server.Client().Transport.RoundTrip(s.post(link, url.Values{"do": {"take"}}))
	s.must(err)
	s.must(answer.Body.Close())
	to, err := answer.Location()
	s.must(err)
	if to.Path != "/buy/dunes" || to.Query().Get("offer") == "" {
		t.Errorf("it leads to %s", to)
	}
	s.wantPage(s.post(link, url.Values{"do": {"leave"}}), 200, "You have left the waiting list")
	s.wantPage(s.post(link, url.Values{"do": {"take"}}), 200, "You have left the waiting list")
	s.now = w.StartsAt
	s.wantPage(s.get(link), 410)
}

func TestExpiredOfferShowsThatItHasEnded(t *testing.T) {
	s := newShop(t)
	w, link := s.joinWaitingList()
	_, err := s.ChangeDeparture(t.Context(), w.Slot(), booking.DepartureChange{Act: booking.ActLimit, Limit: 4})
	s.must(err)
	s.now = s.now.Add(13 * time.Hour)
	s.wantPage(s.get(link), 200, "This offer has ended", `<a href="/dunes">Go to the experience</a>`)
	s.must(s.UpdateWaitingLists(t.Context()))
	s.wantPage(s.post(link, url.Values{"do": {"take"}}), 200, "This offer has ended")
}

func TestOfferForOpeningHoursCanBeTakenAfterTheyBegin(t *testing.T) {
	s := newShop(t)
	s.now = time.Date(2026, 12, 5, 4, 0, 0, 0, time.UTC) // two hours before they begin
	w, link := s.joinWaitingListOf(booking.Slot{Product: "souk", Option: "shared", Date: "2026-12-05"})
	_, err := s.ChangeDeparture(t.Context(), w.Slot(), booking.DepartureChange{Act: booking.ActLimit, Limit: 4})
	s.must(err)
	s.now = s.now.Add(3 * time.Hour)
	s.wantPage(s.get(link), 200, "Seats are held for you", "Put them into my cart")
}
