package booking_test

import (
	"slices"
	"testing"
	"time"

	"storefront/internal/core/fault"
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

// payAtDesk is a deployment that is paid on arrival only.
var payAtDesk = booking.Deployment{ID: "wayfare", HomeURL: "http://127.0.0.1", Name: "Wayfare", Language: "en",
	Currency: "AED", PayLater: true, PayLaterTerms: booking.PayLaterTerms{AtStart: true, Where: "At the desk"}}

// closing is when the opening hours of the day end.
var closing = time.Date(2026, 12, 5, 18, 0, 0, 0, time.UTC)

func TestPaymentOnArrivalIsDueUntilClosing(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(openDunes())
	for _, at := range []string{"2026-12-04 11:00", "2026-12-05 11:00"} {
		w.setClock(at)
		o, err := w.reserve(payAtDesk, at, dunesChoice(day, "", 1))
		if err != nil {
			t.Errorf("at %s it cannot be reserved: %v", at, err)
			continue
		}
		if p := o.Payment; !p.AtStart || !p.PayBy.Equal(closing) {
			t.Errorf("at %s it is to be paid by %s", at, p.PayBy)
		}
		w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentDue, booking.Pending)
	}
}

func TestPartyOfAReservationChangesDuringOpeningHours(t *testing.T) {
	w := newWorld(t)
	w.setSupplier(payload.OnRequest)
	p := openDunes()
	p.Supplier = w.catalog["dunes"].Supplier
	w.catalog.add(p)
	w.setClock("2026-12-05 11:00")
	o, err := w.reserve(payAtDesk, "cart", dunesChoice(day, "", 1))
	w.must(err)
	o, err = w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, booking.Move{Units: adults(2)},
		booking.MoveRules{IgnorePolicy: true}, 39500)
	w.must(err)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentDue, booking.Pending)
}

func TestDeskBookingOnRequestAwaitsItsSupplierDuringOpeningHours(t *testing.T) {
	w := newWorld(t)
	p := openDunes()
	p.Supplier.Confirmation = payload.OnRequest
	w.catalog.add(p)
	w.setClock("2026-12-05 11:00")
	o, err := w.BookAtDesk(w.ctx, cardsOnly, booking.DeskBooking{Choice: dunesChoice(day, "", 1), Buyer: walkIn})
	w.must(err)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentDue, booking.Pending)
	w.advance(closing.Sub(w.clock()))
	w.wantOrder(w.settleOrder(o), booking.Failed, booking.PaymentFailed, booking.Expired)
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

// withHotelPickup has all travellers of the dunes collected at their hotel at a time that they choose. The next day is
// open from 15:00 to 20:00 only.
func (w *world) withHotelPickup() booking.Choice {
	p := openDunes()
	p.Pickup = &payload.Transfer{Included: true, AddressRequired: true}
	s := &p.Options[0].Schedule
	s.LeadMinutes = 240
	s.Seasons = append([]payload.Season{{From: nextDay, To: nextDay, Weekdays: everyDay,
		OpeningHours: []payload.Hours{{From: "15:00", To: "20:00"}}}}, s.Seasons...)
	w.catalog.add(p)
	c := dunesChoice(day, "", 1)
	c.Pickup = booking.Place{Address: "Rove", Time: "10:30"}
	return c
}

func TestMoveToADayWithOtherHoursNeedsAPickupTimeOfThatDay(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", w.withHotelPickup())
	_, err := w.moveFirstBooking(o, booking.Move{Date: nextDay}, 0)
	w.wantFault(err, fault.Invalid, "pickup.time required")
	starts, err := w.OtherStarts(w.ctx, &o, &o.Bookings[0], 20)
	w.must(err)
	if slices.ContainsFunc(starts, func(s booking.Start) bool { return s.Date == nextDay }) || len(starts) == 0 {
		t.Errorf("the other starts are %v", starts)
	}
	later := booking.Place{Address: "Rove", Time: "15:30"}
	o, err = w.moveFirstBooking(o, booking.Move{Date: nextDay, Pickup: &later}, 0)
	w.must(err)
	if at := o.Bookings[0].ReadyAt().In(zone("Asia/Dubai")).Format("2006-01-02 15:04"); at != nextDay+" 15:30" {
		t.Errorf("they are collected at %s", at)
	}
	_, err = w.moveFirstBooking(o, booking.Move{Guest: &booking.Guest{Name: "Omar Haddad", Email: "omar@example.com",
		Phone: "+971501234567"}}, 0)
	w.must(err)
}

func TestPickupTimeIsChangedWithTheLeadTime(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", w.withHotelPickup())
	change := func(at string) error {
		_, err := w.ChangeTransfers(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID,
			booking.Place{Address: "Rove", Time: at}, booking.Place{})
		return err
	}
	w.setClock("2026-12-05 09:50")
	w.wantFault(change("10:00"), fault.Invalid, "pickup.time required")
	w.must(change("14:00"))
}

func TestVenueIsSoldAfterMidnightUntilItCloses(t *testing.T) {
	w := newWorld(t)
	p := openDunes()
	saturdays := payload.Season{Weekdays: []int{6}, OpeningHours: []payload.Hours{{From: "18:00", To: "02:00"}}}
	p.Options[0].Schedule.Seasons = []payload.Season{saturdays}
	w.catalog.add(p)
	for _, c := range []struct {
		at   string
		open bool
	}{{"2026-12-06 00:30", true}, {"2026-12-06 02:00", false}} {
		w.setClock(c.at)
		if got := w.bookableOn(nextDay, "dunes")[0]; got != c.open {
			t.Errorf("at %s, search for today has it: %v", c.at, got)
		}
		starts, err := w.NextStarts(w.ctx, wayfare, []string{"dunes"})
		w.must(err)
		if got := len(starts[0].Next) > 0 && starts[0].Next[0].Date == day; got != c.open {
			t.Errorf("at %s its next starts are %+v", c.at, starts[0].Next)
		}
		month, err := w.Calendar(w.ctx, wayfare, "dunes", "shared", day[:7], 0)
		w.must(err)
		if got := month.Days[0].Date == day && month.Days[0].Status.Bookable(); got != c.open {
			t.Errorf("at %s the calendar begins with %+v", c.at, month.Days[0])
		}
		if month.Days[0].Date < day || month.Days[0].Date == day && !c.open {
			t.Errorf("at %s the calendar begins in the past, with %+v", c.at, month.Days[0])
		}
		_, err = w.AddItem(w.ctx, wayfare, "cart", dunesChoice(day, "", 1))
		if (err == nil) != c.open {
			t.Errorf("at %s it is sold: %v", c.at, err)
		}
	}
}
