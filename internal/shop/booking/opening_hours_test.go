package booking_test

import (
	"slices"
	"testing"
	"time"

	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// openDunes returns the dunes without start times: they are open every day from 10:00 to 22:00 in Dubai.
func openDunes() *booking.Product {
	p := dunes()
	p.AvailabilityType = payload.OpeningHours
	p.Duration.Minutes = 120
	p.Options[0].Schedule = payload.Schedule{Seasons: []payload.Season{{Weekdays: everyDay,
		OpeningHours: []payload.Hours{{From: "10:00", To: "22:00"}}}}}
	return p
}

// setClock sets the time, "2026-12-05 11:00" in Dubai.
func (w *world) setClock(local string) {
	w.t.Helper()
	now, err := time.ParseInLocation("2006-01-02 15:04", local, zone("Asia/Dubai"))
	w.must(err)
	w.advance(now.Sub(w.clock()))
}

func TestReviewIsRequestedAfterTheOpeningHours(t *testing.T) {
	w := newWorld(t)
	w.setTripMails(payload.TripMails{Review: 120})
	w.catalog.add(openDunes())
	o := w.paidOrder("cart", dunesChoice(day, "", 1))
	w.queueTripNotices(o, "2026-12-05 20:00")
	if list := w.notices(o); slices.Contains(list, "review_request 0") {
		t.Error("a review is requested while the travellers can still come")
	}
	if o.CheckErasable(w.clock()) == nil {
		t.Error("the order can be erased while the travellers can still come")
	}
	w.queueTripNotices(o, "2026-12-06 00:00")
	if list := w.notices(o); !slices.Contains(list, "review_request 0") {
		t.Errorf("no review is requested two hours after closing: %q", list)
	}
}

func TestLatePaymentTakesSeatsDuringOpeningHours(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(openDunes())
	w.setClock("2026-12-05 11:00")
	o := w.order("cart", booking.Card, dunesChoice(day, "", 1))
	late := w.serviceWith(&lateProvider{Provider: w.sandbox, hide: true})
	w.pay(o, goodCard)
	w.advance(44 * time.Minute)
	if _, err := late.Settle(w.ctx, o.ID); err == nil {
		t.Fatal("the hold has not ended")
	}
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}
