package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

func TestChangingTheLeadTravellerKeepsTheFullRefund(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 2))
	w.advance(o.Bookings[0].StartsAt.Add(-5 * time.Hour).Sub(w.now)) // the policy refunds nothing any more
	w.continueChange(w.cancelDeparture(booking.DepartureChange{Until: w.now.Add(2 * time.Hour)}))
	guest := booking.Guest{Name: "Noor Haddad", Email: "noor@example.com", Phone: "+971501234568"}
	o, err := w.moveFirstBooking(w.settleOrder(o), booking.Move{Guest: &guest}, 0)
	w.must(err)
	quote, _, err := w.QuoteCancellation(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID)
	w.must(err)
	if quote.Refund != 79000 {
		t.Errorf("a refund of %d is left", quote.Refund)
	}
}

func TestReservationOfACancelledDepartureIsNotDueBeforeTheChoice(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1))
	until := o.Payment.PayBy.Add(24 * time.Hour)
	w.continueChange(w.cancelDeparture(booking.DepartureChange{BuyerReason: booking.Weather, Until: until}))
	if o = w.settleOrder(o); w.CanPay(&o) || !o.PaymentDeadline().IsZero() {
		t.Error("the buyer can, or has to, pay for a cancelled departure")
	}
	w.advance(o.Payment.PayBy.Add(6 * time.Hour).Sub(w.now))
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentDue, booking.Pending)
	if sent := w.countNotices(notice.PaymentReminder, notice.OrderFailed); len(sent) > 0 {
		t.Errorf("%v", sent)
	}
	o, err := w.moveFirstBooking(o, booking.Move{Date: "2026-12-06"}, 0)
	w.must(err)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Pending)
	if left := o.Payment.PayBy.Sub(w.now); left < time.Hour || !w.CanPay(&o) {
		t.Errorf("%s are left to pay", left)
	}
	w.advance(3 * time.Hour)
	w.wantOrder(w.settleOrder(o), booking.Failed, booking.PaymentFailed, booking.Expired)
}

func TestOtherBookingsCanBePaidOnceTheChoiceEnds(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 1), dunesChoice("2026-12-06", afternoon, 1))
	until := o.Payment.PayBy.Add(24 * time.Hour)
	change := w.cancelDeparture(booking.DepartureChange{Until: until})
	w.continueChange(change)
	w.advance(until.Sub(w.now))
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentDue, booking.Pending, booking.Pending)
	w.continueChange(change)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Cancelled, booking.Pending)
	if !w.CanPay(&o) {
		t.Error("the other booking cannot be paid")
	}
}

func TestCancelledDepartureHasNoReminders(t *testing.T) {
	w := newWorld(t)
	w.setTripMails(payload.TripMails{Reminder: 1440, Review: 600})
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	w.advance(o.Bookings[0].StartsAt.Add(-40 * time.Hour).Sub(w.now))
	w.continueChange(w.cancelDeparture(booking.DepartureChange{Until: w.now.Add(20 * time.Hour)}))
	w.advance(17 * time.Hour)
	_, err := w.QueueTripNotices(w.ctx, o.ID, o.Bookings[0].ID)
	w.must(err)
	if sent := w.countNotices(notice.TripReminder); len(sent) > 0 {
		t.Errorf("%v", sent)
	}
}

func TestChosenOptionWithTheSameStartHasItsReminders(t *testing.T) {
	w := newWorld(t)
	w.setTripMails(payload.TripMails{Reminder: 1440, Review: 600})
	p := dunes()
	p.Options = append(p.Options, p.Options[0])
	p.Options[1].ID = "quiet"
	w.catalog.add(p)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	w.advance(o.Bookings[0].StartsAt.Add(-40 * time.Hour).Sub(w.now))
	w.continueChange(w.cancelDeparture(booking.DepartureChange{Until: w.now.Add(20 * time.Hour)}))
	w.advance(17 * time.Hour)
	next, err := w.QueueTripNotices(w.ctx, o.ID, o.Bookings[0].ID) // the reminder would be due
	w.must(err)
	jobs := w.countTripJobs()
	_, err = w.moveFirstBooking(o, booking.Move{Option: "quiet"}, 0)
	w.must(err)
	if !next.IsZero() || w.countTripJobs() != jobs+1 {
		t.Errorf("%d jobs follow the booking after %d", w.countTripJobs(), jobs)
	}
}

func TestNoOtherStartIsOfferedOfWhatIsNoLongerSold(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 2))
	p := dunes()
	p.Options[0].Units = p.Options[0].Units[1:] // children only
	w.catalog.add(p)
	starts, err := w.OtherStarts(w.ctx, &o, &o.Bookings[0], 5)
	w.must(err)
	if len(starts) > 0 {
		t.Errorf("adults are offered %v", starts)
	}
}
