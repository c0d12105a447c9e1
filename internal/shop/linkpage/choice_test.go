package linkpage_test

import (
	"net/url"
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

// cancelDeparture cancels the departure of a paid order, and returns the order and the buyer's link.
func (s *shop) cancelDeparture() (booking.Order, string) {
	s.t.Helper()
	o := s.order("dunes", booking.Card)
	change, err := s.CancelDeparture(s.t.Context(), o.Bookings[0].Seats[0].Slot, booking.DepartureChange{Actor: "omar",
		BuyerReason: booking.Weather, Until: s.now.Add(48 * time.Hour)})
	s.must(err)
	_, err = s.ContinueDepartureChange(s.t.Context(), change.ID)
	s.must(err)
	o = s.reload(o)
	return o, s.links.ChoiceURL(s.server.URL, &o, &o.Bookings[0])
}

func TestBuyerChoosesAnotherStartByLinkOnce(t *testing.T) {
	s := newShop(t)
	o, link := s.cancelDeparture()
	for range 2 {
		s.wantPage(s.get(link), 200, "Another start, or your money back", "2026-12-06 15:00", "Give my money back",
			"Sunday, 6", "Dubai", "time)", "The weather does not allow it.", "Wayfare")
	}
	if s.reload(o).Bookings[0].Choice.Date != "2026-12-05" {
		t.Fatal("a look has moved it")
	}
	s.wantPage(s.post(link, url.Values{"do": {"move"}, "start": {"2026-12-06 09:00"}}), 200, "just filled up")
	s.wantPage(s.post(link, url.Values{"do": {"move"}, "start": {"2026-12-06 15:00"}}), 200, "Your booking stands")
	s.wantPage(s.post(link, url.Values{"do": {"money"}}), 200, "Your booking stands")
	if b := s.reload(o).Bookings[0]; b.Choice.Date != "2026-12-06" || b.Status != booking.Confirmed {
		t.Fatalf("the booking is %s on %s", b.Status, b.Choice.Date)
	}
}

func TestLinkToAnAddressThatWasCorrectedChoosesNothing(t *testing.T) {
	s := newShop(t)
	o, link := s.cancelDeparture()
	o, err := s.CorrectBuyer(s.t.Context(), o.ID, booking.Correction{Email: "amina@work.example"})
	s.must(err)
	s.wantPage(s.get(link), 410)
	s.wantPage(s.post(link, url.Values{"do": {"money"}}), 410)
	link = s.links.ChoiceURL(s.server.URL, &o, &o.Bookings[0])
	s.wantPage(s.post(link, url.Values{"do": {"move"}, "start": {"2026-12-06 15:00"}}), 200, "Your booking stands")
}

func TestBuyerTakesARefundByLink(t *testing.T) {
	s := newShop(t)
	o, link := s.cancelDeparture()
	s.wantPage(s.post(link, url.Values{"do": {"whatever"}}), 200, "Another start, or your money back")
	s.wantPage(s.post(link, url.Values{"do": {"money"}}), 200, "Your booking is cancelled")
	s.wantPage(s.post(link, url.Values{"do": {"move"}, "start": {"2026-12-06 15:00"}}), 200,
		"Your booking is cancelled")
	if got := s.reload(o); got.Bookings[0].Status != booking.Cancelled || got.Payment.Refunded != got.Total {
		t.Fatalf("the booking is %s, %d refunded", got.Bookings[0].Status, got.Payment.Refunded)
	}
	s.now = s.now.Add(72 * time.Hour)
	s.wantPage(s.get(link), 410)
}
