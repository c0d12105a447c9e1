package booking_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

// joinWaiting joins the list of the dunes at three, and returns the party.
func (w *world) joinWaiting(email string, adults, place int) booking.Waiting {
	w.t.Helper()
	got, err := w.JoinWaiting(w.ctx, wayfare, dunesChoice(day, afternoon, adults), email, "10.0.0.1")
	w.must(err)
	if got.Place != place {
		w.t.Fatalf("%s has place %d, want %d", email, got.Place, place)
	}
	all, err := w.Waitings(w.ctx, booking.WaitingFilter{Deployment: "wayfare", Email: email})
	w.must(err)
	return all[len(all)-1]
}

func (w *world) readParty(p booking.Waiting) booking.Waiting {
	w.t.Helper()
	p, _, err := w.Waiting(w.ctx, p.ID)
	w.must(err)
	return p
}

// countQueuedNotices counts the notices by kind.
func (w *world) countQueuedNotices() map[notice.Kind]int {
	w.t.Helper()
	all, err := w.store.Jobs().List(w.ctx, sqlstore.JobFilter{Kind: "tell"})
	w.must(err)
	counts := map[notice.Kind]int{}
	for _, j := range all {
		var job struct{ Notice notice.Notice }
		w.must(json.Unmarshal(j.Args, &job))
		counts[job.Notice.Kind]++
	}
	return counts
}

func (w *world) wantState(p booking.Waiting, state booking.WaitingState) booking.Waiting {
	w.t.Helper()
	if p = w.readParty(p); p.State != state {
		w.t.Fatalf("%s is %s, want %s", p.Email, p.State, state)
	}
	return p
}

func (w *world) cancelOrder(o booking.Order) {
	w.t.Helper()
	_, err := w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, nil, booking.CancellationQuote{Percent: 100,
		Refund: o.Bookings[0].Amount, Payout: o.Bookings[0].Amount})
	w.must(err)
}

func (w *world) claimOffer(p booking.Waiting, cart string) (booking.Order, error) {
	w.t.Helper()
	if _, err := w.AddOffered(w.ctx, wayfare, cart, p.ID); err != nil {
		return booking.Order{}, err
	}
	return w.checkout(cart, booking.Card)
}

func TestFreedSeatsAreOfferedToTheFirstPartyThatFits(t *testing.T) {
	w := newWorld(t)
	two, other := w.paidOrder("a", dunesChoice(day, afternoon, 2)), w.paidOrder("b", dunesChoice(day, afternoon, 2))
	large, first := w.joinWaiting("large@example.com", 4, 1), w.joinWaiting("first@example.com", 2, 2)
	second := w.joinWaiting("second@example.com", 1, 3)
	w.cancelOrder(two)
	w.wantState(large, booking.WaitingOpen)
	first = w.wantState(first, booking.WaitingOffered)
	w.wantState(second, booking.WaitingOpen)
	if want := w.clock().Add(12 * time.Hour); !first.Until.Equal(want) {
		t.Errorf("the offer ends at %s, want %s", first.Until, want)
	}
	if n := w.vacancies(day, afternoon); n != 0 {
		t.Errorf("%d seats are for sale", n)
	}
	_, err := w.AddItem(w.ctx, wayfare, "visitor", dunesChoice(day, afternoon, 1))
	w.wantFault(err, fault.SoldOut)
	o, err := w.claimOffer(first, "mine")
	w.must(err)
	w.wantState(first, booking.WaitingOrdered)
	w.pay(o, goodCard)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
	_, err = w.claimOffer(first, "again")
	w.wantFault(err, fault.LinkExpired)
	w.cancelOrder(other)
	w.wantState(second, booking.WaitingOffered)
	if n := w.vacancies(day, afternoon); n != 1 { // nobody else fits
		t.Errorf("%d seats are for sale", n)
	}
	if n := w.countQueuedNotices(); n[notice.WaitingJoined] != 3 || n[notice.WaitingOffer] != 2 {
		t.Errorf("the notices are %v", n)
	}
}

func TestSeatsOfAStayAreOfferedOnceFree(t *testing.T) {
	for _, by := range []payload.PricedBy{payload.ByNight, payload.ByDay} {
		t.Run(string(by), func(t *testing.T) {
			w := newWorld(t)
			p := dunes()
			for i := range p.Options[0].Units {
				p.Options[0].Units[i].PricedBy = by
			}
			p.Duration = payload.Duration{Nights: 1}
			w.catalog.add(p)
			all := w.paidOrder("a", dunesChoice(day, afternoon, 4))
			first, second := w.joinWaiting("first@example.com", 4, 1), w.joinWaiting("second@example.com", 1, 2)
			list, err := w.Waitings(w.ctx, booking.WaitingFilter{Slot: dunesSlot(day, "")})
			w.must(err)
			if len(list) != 2 {
				t.Errorf("%d wait for the day", len(list))
			}
			w.cancelOrder(all)
			first = w.wantState(first, booking.WaitingOffered)
			w.wantState(second, booking.WaitingOpen)
			if w.vacancies(day, afternoon) != 0 || w.vacancies(day, "16:00") != 0 {
				t.Error("the seats of the offer are for sale")
			}
			o, err := w.claimOffer(first, "mine")
			w.must(err)
			w.pay(o, goodCard)
			w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
			w.wantState(first, booking.WaitingOrdered)
			w.cancelOrder(o)
			second = w.wantState(second, booking.WaitingOffered)
			_, err = w.LeaveWaiting(w.ctx, second.ID)
			w.must(err)
			if d := w.departure(dunesSlot(day, "")); d.Taken != 0 {
				t.Errorf("%d seats are taken", d.Taken)
			}
		})
	}
}

func TestLapsedOfferGoesToTheNextParty(t *testing.T) {
	w := newWorld(t)
	all := w.paidOrder("a", dunesChoice(day, afternoon, 4))
	first, second := w.joinWaiting("first@example.com", 3, 1), w.joinWaiting("second@example.com", 3, 2)
	w.cancelOrder(all)
	first = w.wantState(first, booking.WaitingOffered)
	w.must(w.UpdateWaitingLists(w.ctx))
	w.wantState(second, booking.WaitingOpen)
	w.advance(first.Until.Sub(w.clock()))
	_, err := w.claimOffer(first, "late")
	w.wantFault(err, fault.LinkExpired)
	w.must(w.UpdateWaitingLists(w.ctx))
	w.wantState(first, booking.WaitingLapsed)
	second = w.wantState(second, booking.WaitingOffered)
	_, err = w.LeaveWaiting(w.ctx, second.ID)
	w.must(err)
	if n := w.vacancies(day, afternoon); n != 4 {
		t.Errorf("%d seats are for sale", n)
	}
}

func TestOfferSurvivesAnUnpaidCheckout(t *testing.T) {
	w := newWorld(t)
	all := w.paidOrder("a", dunesChoice(day, afternoon, 4))
	first, second := w.joinWaiting("first@example.com", 4, 1), w.joinWaiting("second@example.com", 4, 2)
	w.cancelOrder(all)
	o, err := w.claimOffer(first, "mine")
	w.must(err)
	again, err := w.checkout("mine", booking.Card) // which replaces the first order
	w.must(err)
	if p := w.wantState(first, booking.WaitingOrdered); p.Order != again.ID {
		t.Errorf("the seats are those of %s, want %s", p.Order, again.ID)
	}
	w.advance(again.HoldUntil.Sub(w.clock()))
	w.settleOrder(o)
	w.wantOrder(w.settleOrder(again), booking.Failed, booking.PaymentFailed, booking.Expired)
	w.wantState(first, booking.WaitingOffered)
	w.wantState(second, booking.WaitingOpen)
	o, err = w.checkout("mine", booking.Card)
	w.must(err)
	w.pay(o, goodCard)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
	w.advance(24 * time.Hour)
	w.must(w.UpdateWaitingLists(w.ctx))
	w.wantState(first, booking.WaitingOrdered)
}

func TestSeatsAddedByAnOperatorAreOffered(t *testing.T) {
	w := newWorld(t)
	w.paidOrder("a", dunesChoice(day, afternoon, 4))
	first := w.joinWaiting("first@example.com", 2, 1)
	_, err := w.ChangeDeparture(w.ctx, dunesSlot(day, afternoon),
		booking.DepartureChange{Act: booking.ActLimit, Limit: 6})
	w.must(err)
	w.wantState(first, booking.WaitingOffered)
	_, err = w.ChangeDeparture(w.ctx, dunesSlot(day, afternoon), booking.DepartureChange{Act: booking.ActClose})
	w.must(err)
	w.wantState(first, booking.WaitingOpen)
	if n := w.countQueuedNotices(); n[notice.WaitingWithdrawn] != 1 {
		t.Errorf("the notices are %v", n)
	}
	_, err = w.OfferWaiting(w.ctx, first.ID, time.Hour)
	w.wantFault(err, fault.NotPossible)
	_, err = w.ChangeDeparture(w.ctx, dunesSlot(day, afternoon), booking.DepartureChange{Act: booking.ActOpen})
	w.must(err)
	w.wantState(first, booking.WaitingOffered)
}

func TestLowerLimitWithdrawsOffersFromTheEndOfTheList(t *testing.T) {
	w := newWorld(t)
	limit := func(seats int) {
		t.Helper()
		_, err := w.ChangeDeparture(w.ctx, dunesSlot(day, afternoon),
			booking.DepartureChange{Act: booking.ActLimit, Limit: seats})
		w.must(err)
	}
	w.paidOrder("a", dunesChoice(day, afternoon, 4))
	first, second := w.joinWaiting("first@example.com", 2, 1), w.joinWaiting("second@example.com", 1, 2)
	limit(7)
	w.wantState(first, booking.WaitingOffered)
	w.wantState(second, booking.WaitingOffered)
	limit(6)
	w.wantState(first, booking.WaitingOffered)
	w.wantState(second, booking.WaitingOpen)
	limit(5) // too few for the first party, and enough for the second
	w.wantState(first, booking.WaitingOpen)
	w.wantState(second, booking.WaitingOffered)
	limit(4)
	w.wantState(second, booking.WaitingOpen)
	if n := w.countQueuedNotices(); n[notice.WaitingWithdrawn] != 3 {
		t.Errorf("the notices are %v", n)
	}
	limit(7)
	w.wantState(first, booking.WaitingOffered)
	w.wantState(second, booking.WaitingOffered)
	o, err := w.claimOffer(first, "mine")
	w.must(err)
	w.pay(o, goodCard)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestOperatorRepeatsALapsedOffer(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("a", dunesChoice(day, afternoon, 4))
	first := w.joinWaiting("first@example.com", 4, 1)
	_, err := w.OfferWaiting(w.ctx, first.ID, time.Hour)
	w.wantFault(err, fault.SoldOut)
	w.cancelOrder(o)
	_, err = w.OfferWaiting(w.ctx, first.ID, time.Hour)
	w.wantFault(err, fault.NotPossible) // it has them
	w.advance(13 * time.Hour)
	w.must(w.UpdateWaitingLists(w.ctx))
	w.wantState(first, booking.WaitingLapsed)
	got, err := w.OfferWaiting(w.ctx, first.ID, time.Hour)
	w.must(err)
	if want := w.clock().Add(time.Hour); !got.Until.Equal(want) || w.vacancies(day, afternoon) != 0 {
		t.Errorf("it ends at %s, and %d seats are for sale", got.Until, w.vacancies(day, afternoon))
	}
}

func TestWaitingListEndsWithItsDeparture(t *testing.T) {
	w := newWorld(t)
	all := w.paidOrder("a", dunesChoice(day, afternoon, 4))
	first, second := w.joinWaiting("first@example.com", 4, 1), w.joinWaiting("second@example.com", 1, 2)
	w.cancelOrder(all)
	w.wantState(first, booking.WaitingOffered)
	w.continueChange(w.cancelDeparture(booking.DepartureChange{BuyerReason: booking.Weather}))
	w.wantState(first, booking.WaitingCancelled)
	w.wantState(second, booking.WaitingCancelled)
	if n := w.countQueuedNotices(); n[notice.WaitingCancelled] != 2 {
		t.Errorf("the notices are %v", n)
	}
	w.paidOrder("b", dunesChoice(day, "16:00", 4))
	_, err := w.JoinWaiting(w.ctx, wayfare, dunesChoice(day, "16:00", 2), "late@example.com", "")
	w.must(err)
	w.advance(all.Bookings[0].StartsAt.Add(-2 * time.Hour).Sub(w.clock())) // booking closes four hours before the start
	w.must(w.UpdateWaitingLists(w.ctx))
	list, err := w.Waitings(w.ctx, booking.WaitingFilter{Slot: dunesSlot(day, "16:00")})
	w.must(err)
	if len(list) != 1 || list[0].State != booking.WaitingClosed || list[0].EndedAt.IsZero() {
		t.Errorf("the list is %+v", list)
	}
}

func TestJoiningAgainKeepsThePartyOfTheAddress(t *testing.T) {
	w := newWorld(t)
	w.paidOrder("a", dunesChoice(day, afternoon, 4))
	w.joinWaiting("first@example.com", 3, 1)
	second := w.joinWaiting("second@example.com", 2, 2)
	for adults, kept := range map[int]bool{2: false, 1: true, 4: true} {
		got, err := w.JoinWaiting(w.ctx, wayfare, dunesChoice(day, afternoon, adults), "second@example.com", "")
		if want := (booking.WaitingPlace{Place: 2, KeepsEarlierParty: kept}); err != nil || got != want {
			t.Errorf("with %d adults it has %+v, %v; want %+v", adults, got, err, want)
		}
	}
	if got := w.readParty(second); !reflect.DeepEqual(got, second) {
		t.Errorf("it is %+v, and was %+v", got, second)
	}
}

func TestJoiningAgainKeepsTheOffer(t *testing.T) {
	w := newWorld(t)
	all := w.paidOrder("a", dunesChoice(day, afternoon, 4))
	first := w.joinWaiting("first@example.com", 4, 1)
	w.cancelOrder(all)
	w.wantState(first, booking.WaitingOffered)
	first = w.joinWaiting("first@example.com", 2, 0)
	if first.State != booking.WaitingOffered || first.Seats != 4 {
		t.Errorf("it is %+v", first)
	}
	if n := w.countQueuedNotices(); n[notice.WaitingOffer] != 2 || n[notice.WaitingJoined] != 1 {
		t.Errorf("the notices are %v", n)
	}
}

func TestPartyWithALapsedOfferJoinsAgain(t *testing.T) {
	w := newWorld(t)
	all := w.paidOrder("a", dunesChoice(day, afternoon, 4))
	first, second := w.joinWaiting("first@example.com", 4, 1), w.joinWaiting("second@example.com", 4, 2)
	w.cancelOrder(all)
	first = w.wantState(first, booking.WaitingOffered)
	w.advance(first.Until.Sub(w.clock()))
	w.joinWaiting("first@example.com", 3, 2)
	w.wantState(first, booking.WaitingLapsed)
	w.wantState(second, booking.WaitingOffered)
}

func TestJoiningTheWaitingListNeedsAFullDepartureAndAValidParty(t *testing.T) {
	w := newWorld(t)
	join := func(c booking.Choice, email, network string) error {
		_, err := w.JoinWaiting(w.ctx, wayfare, c, email, network)
		return err
	}
	w.wantFault(join(dunesChoice(day, afternoon, 2), "a@example.com", "n"), fault.NotFull)
	w.paidOrder("a", dunesChoice(day, afternoon, 3))
	w.wantFault(join(dunesChoice(day, afternoon, 1), "a@example.com", "n"), fault.NotFull)
	w.must(join(dunesChoice(day, afternoon, 2), "A+tag@example.com", "n"))
	w.must(join(dunesChoice(day, afternoon, 4), "a@example.com", "n"))
	list, err := w.Waitings(w.ctx, booking.WaitingFilter{Slot: dunesSlot(day, afternoon)})
	w.must(err)
	if len(list) != 1 || list[0].Seats != 2 {
		t.Errorf("the list is %+v", list)
	}
	w.wantFault(join(dunesChoice(day, afternoon, 2), "nobody", "n"), fault.Invalid, "email format")
	w.wantFault(join(dunesChoice(day, afternoon, 5), "b@example.com", "n"), fault.Invalid, "units.adult max",
		"units max")
	w.wantFault(join(dunesChoice(day, "17:00", 1), "b@example.com", "n"), fault.Invalid, "startTime unknown")
	for i := range 4 {
		w.must(join(dunesChoice(day, afternoon, 2), string(rune('b'+i))+"@example.com", "n"))
	}
	w.wantFault(join(dunesChoice(day, afternoon, 2), "z@example.com", "n"), fault.TooManyTries)
	w.must(join(dunesChoice(day, afternoon, 2), "z@example.com", "other"))
	n, err := w.EraseWaiting(w.ctx, "wayfare", "Z@example.com ")
	w.must(err)
	list, err = w.Waitings(w.ctx, booking.WaitingFilter{Deployment: "wayfare", Email: "z@example.com"})
	w.must(err)
	if n != 1 || len(list) != 0 {
		t.Errorf("%d erased, %d left", n, len(list))
	}
}
