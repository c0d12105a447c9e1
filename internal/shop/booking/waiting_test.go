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

// waits joins the list of the dunes at three, and returns the party.
func (w *world) waits(email string, adults, place int) booking.Waiting {
	w.t.Helper()
	got, err := w.JoinWaiting(w.ctx, wayfare, on(day, three, adults), email, "10.0.0.1")
	w.must(err)
	if got.Place != place {
		w.t.Fatalf("%s has place %d, want %d", email, got.Place, place)
	}
	all, err := w.Waitings(w.ctx, booking.WaitingFilter{Deployment: "wayfare", Email: email})
	w.must(err)
	return all[len(all)-1]
}

func (w *world) party(p booking.Waiting) booking.Waiting {
	w.t.Helper()
	p, _, err := w.Waiting(w.ctx, p.ID)
	w.must(err)
	return p
}

// queued counts the notices by kind.
func (w *world) queued() map[notice.Kind]int {
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
	if p = w.party(p); p.State != state {
		w.t.Fatalf("%s is %s, want %s", p.Email, p.State, state)
	}
	return p
}

func (w *world) cancels(o booking.Order) {
	w.t.Helper()
	_, err := w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, nil, booking.CancellationQuote{Percent: 100,
		Refund: o.Bookings[0].Amount, Payout: o.Bookings[0].Amount})
	w.must(err)
}

func (w *world) claims(p booking.Waiting, cart string) (booking.Order, error) {
	w.t.Helper()
	if _, err := w.TakeOffered(w.ctx, wayfare, cart, p.ID); err != nil {
		return booking.Order{}, err
	}
	return w.checkout(cart, booking.Card)
}

func TestFreedSeatsAreOfferedToTheFirstThatFitsAndSoldToNobodyElse(t *testing.T) {
	w := newWorld(t)
	two, other := w.paid("a", on(day, three, 2)), w.paid("b", on(day, three, 2))
	large, first := w.waits("large@example.com", 4, 1), w.waits("first@example.com", 2, 2)
	second := w.waits("second@example.com", 1, 3)
	w.cancels(two)
	w.wantState(large, booking.WaitingOpen)
	first = w.wantState(first, booking.WaitingOffered)
	w.wantState(second, booking.WaitingOpen)
	if want := w.clock().Add(12 * time.Hour); !first.Until.Equal(want) {
		t.Errorf("the offer ends at %s, want %s", first.Until, want)
	}
	if n := w.vacancies(day, three); n != 0 {
		t.Errorf("%d seats are for sale", n)
	}
	_, err := w.AddItem(w.ctx, wayfare, "visitor", on(day, three, 1))
	w.fails(err, fault.SoldOut)
	o, err := w.claims(first, "mine")
	w.must(err)
	w.wantState(first, booking.WaitingOrdered)
	w.pay(o, good)
	w.is(w.settled(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
	_, err = w.claims(first, "again")
	w.fails(err, fault.LinkExpired)
	w.cancels(other)
	w.wantState(second, booking.WaitingOffered)
	if n := w.vacancies(day, three); n != 1 { // nobody else fits
		t.Errorf("%d seats are for sale", n)
	}
	if n := w.queued(); n[notice.WaitingJoined] != 3 || n[notice.WaitingOffer] != 2 {
		t.Errorf("the notices are %v", n)
	}
}

func TestTheNextNightIsOfferedOnceItIsFree(t *testing.T) {
	for _, by := range []payload.PricedBy{payload.ByNight, payload.ByDay} {
		t.Run(string(by), func(t *testing.T) {
			w := newWorld(t)
			p := dunes()
			for i := range p.Options[0].Units {
				p.Options[0].Units[i].PricedBy = by
			}
			p.Duration = payload.Duration{Nights: 1}
			w.catalog.add(p)
			all := w.paid("a", on(day, three, 4))
			first, second := w.waits("first@example.com", 4, 1), w.waits("second@example.com", 1, 2)
			list, err := w.Waitings(w.ctx, booking.WaitingFilter{Slot: at(day, "")})
			w.must(err)
			if len(list) != 2 {
				t.Errorf("%d wait for the day", len(list))
			}
			w.cancels(all)
			first = w.wantState(first, booking.WaitingOffered)
			w.wantState(second, booking.WaitingOpen)
			if w.vacancies(day, three) != 0 || w.vacancies(day, "16:00") != 0 {
				t.Error("the seats of the offer are for sale")
			}
			o, err := w.claims(first, "mine")
			w.must(err)
			w.pay(o, good)
			w.is(w.settled(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
			w.wantState(first, booking.WaitingOrdered)
			w.cancels(o)
			second = w.wantState(second, booking.WaitingOffered)
			_, err = w.LeaveWaiting(w.ctx, second.ID)
			w.must(err)
			if d := w.departure(at(day, "")); d.Taken != 0 {
				t.Errorf("%d seats are taken", d.Taken)
			}
		})
	}
}

func TestAnOfferThatLapsesGoesToTheNext(t *testing.T) {
	w := newWorld(t)
	all := w.paid("a", on(day, three, 4))
	first, second := w.waits("first@example.com", 3, 1), w.waits("second@example.com", 3, 2)
	w.cancels(all)
	first = w.wantState(first, booking.WaitingOffered)
	w.must(w.WatchWaiting(w.ctx))
	w.wantState(second, booking.WaitingOpen)
	w.pass(first.Until.Sub(w.clock()))
	_, err := w.claims(first, "late")
	w.fails(err, fault.LinkExpired)
	w.must(w.WatchWaiting(w.ctx))
	w.wantState(first, booking.WaitingLapsed)
	second = w.wantState(second, booking.WaitingOffered)
	_, err = w.LeaveWaiting(w.ctx, second.ID)
	w.must(err)
	if n := w.vacancies(day, three); n != 4 {
		t.Errorf("%d seats are for sale", n)
	}
}

func TestAnOfferOutlivesTheCheckoutThatWasNotPaid(t *testing.T) {
	w := newWorld(t)
	all := w.paid("a", on(day, three, 4))
	first, second := w.waits("first@example.com", 4, 1), w.waits("second@example.com", 4, 2)
	w.cancels(all)
	o, err := w.claims(first, "mine")
	w.must(err)
	again, err := w.checkout("mine", booking.Card) // which replaces the first order
	w.must(err)
	if p := w.wantState(first, booking.WaitingOrdered); p.Order != again.ID {
		t.Errorf("the seats are those of %s, want %s", p.Order, again.ID)
	}
	w.pass(again.HoldUntil.Sub(w.clock()))
	w.settled(o)
	w.is(w.settled(again), booking.Failed, booking.PaymentFailed, booking.Expired)
	w.wantState(first, booking.WaitingOffered)
	w.wantState(second, booking.WaitingOpen)
	o, err = w.checkout("mine", booking.Card)
	w.must(err)
	w.pay(o, good)
	w.is(w.settled(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
	w.pass(24 * time.Hour)
	w.must(w.WatchWaiting(w.ctx))
	w.wantState(first, booking.WaitingOrdered)
}

func TestSeatsThatOperatorsAddAreOffered(t *testing.T) {
	w := newWorld(t)
	w.paid("a", on(day, three, 4))
	first := w.waits("first@example.com", 2, 1)
	_, err := w.ChangeDeparture(w.ctx, at(day, three), booking.DepartureChange{Act: booking.ActLimit, Limit: 6})
	w.must(err)
	w.wantState(first, booking.WaitingOffered)
	_, err = w.ChangeDeparture(w.ctx, at(day, three), booking.DepartureChange{Act: booking.ActClose})
	w.must(err)
	w.wantState(first, booking.WaitingOpen)
	if n := w.queued(); n[notice.WaitingWithdrawn] != 1 {
		t.Errorf("the notices are %v", n)
	}
	_, err = w.OfferWaiting(w.ctx, first.ID, time.Hour)
	w.fails(err, fault.NotPossible)
	_, err = w.ChangeDeparture(w.ctx, at(day, three), booking.DepartureChange{Act: booking.ActOpen})
	w.must(err)
	w.wantState(first, booking.WaitingOffered)
}

func TestALowerLimitWithdrawsOffersTheLastPartysFirst(t *testing.T) {
	w := newWorld(t)
	limit := func(seats int) {
		t.Helper()
		_, err := w.ChangeDeparture(w.ctx, at(day, three), booking.DepartureChange{Act: booking.ActLimit, Limit: seats})
		w.must(err)
	}
	w.paid("a", on(day, three, 4))
	first, second := w.waits("first@example.com", 2, 1), w.waits("second@example.com", 1, 2)
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
	if n := w.queued(); n[notice.WaitingWithdrawn] != 3 {
		t.Errorf("the notices are %v", n)
	}
	limit(7)
	w.wantState(first, booking.WaitingOffered)
	w.wantState(second, booking.WaitingOffered)
	o, err := w.claims(first, "mine")
	w.must(err)
	w.pay(o, good)
	w.is(w.settled(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestAnOperatorCanOfferAgainWhatHasLapsed(t *testing.T) {
	w := newWorld(t)
	o := w.paid("a", on(day, three, 4))
	first := w.waits("first@example.com", 4, 1)
	_, err := w.OfferWaiting(w.ctx, first.ID, time.Hour)
	w.fails(err, fault.SoldOut)
	w.cancels(o)
	_, err = w.OfferWaiting(w.ctx, first.ID, time.Hour)
	w.fails(err, fault.NotPossible) // it has them
	w.pass(13 * time.Hour)
	w.must(w.WatchWaiting(w.ctx))
	w.wantState(first, booking.WaitingLapsed)
	got, err := w.OfferWaiting(w.ctx, first.ID, time.Hour)
	w.must(err)
	if want := w.clock().Add(time.Hour); !got.Until.Equal(want) || w.vacancies(day, three) != 0 {
		t.Errorf("it ends at %s, and %d seats are for sale", got.Until, w.vacancies(day, three))
	}
}

func TestAListEndsWithItsDeparture(t *testing.T) {
	w := newWorld(t)
	all := w.paid("a", on(day, three, 4))
	first, second := w.waits("first@example.com", 4, 1), w.waits("second@example.com", 1, 2)
	w.cancels(all)
	w.wantState(first, booking.WaitingOffered)
	w.act(w.cancelDeparture(booking.DepartureChange{Because: booking.Weather}))
	w.wantState(first, booking.WaitingCancelled)
	w.wantState(second, booking.WaitingCancelled)
	if n := w.queued(); n[notice.WaitingCancelled] != 2 {
		t.Errorf("the notices are %v", n)
	}
	w.paid("b", on(day, "16:00", 4))
	_, err := w.JoinWaiting(w.ctx, wayfare, on(day, "16:00", 2), "late@example.com", "")
	w.must(err)
	w.pass(all.Bookings[0].StartsAt.Add(-2 * time.Hour).Sub(w.clock())) // booking closes four hours before the start
	w.must(w.WatchWaiting(w.ctx))
	list, err := w.Waitings(w.ctx, booking.WaitingFilter{Slot: at(day, "16:00")})
	w.must(err)
	if len(list) != 1 || list[0].State != booking.WaitingClosed || list[0].EndedAt.IsZero() {
		t.Errorf("the list is %+v", list)
	}
}

func TestAnAddressOnTheListKeepsItsParty(t *testing.T) {
	w := newWorld(t)
	w.paid("a", on(day, three, 4))
	w.waits("first@example.com", 3, 1)
	second := w.waits("second@example.com", 2, 2)
	for adults, kept := range map[int]bool{2: false, 1: true, 4: true} {
		got, err := w.JoinWaiting(w.ctx, wayfare, on(day, three, adults), "second@example.com", "")
		if want := (booking.WaitingPlace{Place: 2, Kept: kept}); err != nil || got != want {
			t.Errorf("with %d adults it has %+v, %v; want %+v", adults, got, err, want)
		}
	}
	if got := w.party(second); !reflect.DeepEqual(got, second) {
		t.Errorf("it is %+v, and was %+v", got, second)
	}
}

func TestAPartyWithAnOfferKeepsIt(t *testing.T) {
	w := newWorld(t)
	all := w.paid("a", on(day, three, 4))
	first := w.waits("first@example.com", 4, 1)
	w.cancels(all)
	w.wantState(first, booking.WaitingOffered)
	first = w.waits("first@example.com", 2, 0)
	if first.State != booking.WaitingOffered || first.Seats != 4 {
		t.Errorf("it is %+v", first)
	}
	if n := w.queued(); n[notice.WaitingOffer] != 2 || n[notice.WaitingJoined] != 1 {
		t.Errorf("the notices are %v", n)
	}
}

func TestAPartyWhoseOfferHasLapsedJoinsAnew(t *testing.T) {
	w := newWorld(t)
	all := w.paid("a", on(day, three, 4))
	first, second := w.waits("first@example.com", 4, 1), w.waits("second@example.com", 4, 2)
	w.cancels(all)
	first = w.wantState(first, booking.WaitingOffered)
	w.pass(first.Until.Sub(w.clock()))
	w.waits("first@example.com", 3, 2)
	w.wantState(first, booking.WaitingLapsed)
	w.wantState(second, booking.WaitingOffered)
}

func TestWhoCanWait(t *testing.T) {
	w := newWorld(t)
	join := func(c booking.Choice, email, network string) error {
		_, err := w.JoinWaiting(w.ctx, wayfare, c, email, network)
		return err
	}
	w.fails(join(on(day, three, 2), "a@example.com", "n"), fault.NotFull)
	w.paid("a", on(day, three, 3))
	w.fails(join(on(day, three, 1), "a@example.com", "n"), fault.NotFull)
	w.must(join(on(day, three, 2), "A+tag@example.com", "n"))
	w.must(join(on(day, three, 4), "a@example.com", "n"))
	list, err := w.Waitings(w.ctx, booking.WaitingFilter{Slot: at(day, three)})
	w.must(err)
	if len(list) != 1 || list[0].Seats != 2 {
		t.Errorf("the list is %+v", list)
	}
	w.fails(join(on(day, three, 2), "nobody", "n"), fault.Invalid, "email format")
	w.fails(join(on(day, three, 5), "b@example.com", "n"), fault.Invalid, "units.adult max", "units max")
	w.fails(join(on(day, "17:00", 1), "b@example.com", "n"), fault.Invalid, "startTime unknown")
	for i := range 4 {
		w.must(join(on(day, three, 2), string(rune('b'+i))+"@example.com", "n"))
	}
	w.fails(join(on(day, three, 2), "z@example.com", "n"), fault.TooManyTries)
	w.must(join(on(day, three, 2), "z@example.com", "other"))
	n, err := w.EraseWaiting(w.ctx, "wayfare", "Z@example.com ")
	w.must(err)
	list, err = w.Waitings(w.ctx, booking.WaitingFilter{Deployment: "wayfare", Email: "z@example.com"})
	w.must(err)
	if n != 1 || len(list) != 0 {
		t.Errorf("%d erased, %d left", n, len(list))
	}
}
