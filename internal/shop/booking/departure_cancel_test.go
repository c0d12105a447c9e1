package booking_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/store/sqlstore"
)

// continueChange does what the job of a departure's change does, until it is done or waits.
func (w *world) continueChange(change booking.DepartureChange) time.Time {
	w.t.Helper()
	for range 20 {
		again, err := w.ContinueDepartureChange(w.ctx, change.ID)
		w.must(err)
		if again.IsZero() || again.After(w.clock()) {
			return again
		}
	}
	w.t.Fatal("the job of a departure has no end")
	return time.Time{}
}

func (w *world) cancelDeparture(change booking.DepartureChange) booking.DepartureChange {
	w.t.Helper()
	change.Actor = "omar"
	change, err := w.CancelDeparture(w.ctx, dunesSlot(day, afternoon), change)
	w.must(err)
	return change
}

func TestCancelledDepartureRefundsItsBookingsInFull(t *testing.T) {
	w := newWorld(t)
	paid := w.paidOrder("paid", dunesChoice(day, afternoon, 1), dunesChoice(day, "16:00", 1))
	later := w.order("later", booking.PayLater, dunesChoice(day, afternoon, 1))
	held := w.order("held", booking.Card, dunesChoice(day, afternoon, 1))
	w.advance(paid.Bookings[0].StartsAt.Add(-time.Hour).Sub(w.now)) // the policy refunds nothing any more
	held, later = w.settleOrder(held), w.settleOrder(later)
	change := w.cancelDeparture(booking.DepartureChange{BuyerReason: booking.Weather})
	if again := w.continueChange(change); !again.IsZero() {
		t.Errorf("the job goes on at %s", again)
	}
	paid = w.settleOrder(paid)
	w.wantOrder(paid, booking.Success, booking.PaymentCaptured, booking.Cancelled, booking.Confirmed)
	if paid.Payment.Refunded != 39500 || paid.Bookings[0].Disruption.BuyerReason != booking.Weather {
		t.Errorf("%d was refunded, because of %+v", paid.Payment.Refunded, paid.Bookings[0].Disruption)
	}
	if d := w.departure(dunesSlot(day, afternoon)); d.Taken != 0 || d.State != booking.DepartureCancelled {
		t.Errorf("%d seats are taken, and it is %s", d.Taken, d.State)
	}
	w.continueChange(change)
	if n := w.countNotices(notice.BookingCancelled, notice.ShopBookingCancelled); n[notice.BookingCancelled] != 1 ||
		n[notice.ShopBookingCancelled] != 0 {
		t.Errorf("the notices are %v", n)
	}
	_, err := w.ChangeDeparture(w.ctx, dunesSlot(day, afternoon), booking.DepartureChange{Act: booking.ActReset})
	w.wantFault(err, fault.NotPossible)
	_, _ = later, held
}

func TestSlowPaymentOfACancelledDepartureIsVoided(t *testing.T) {
	w := newWorld(t)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 1))
	w.pay(o, slowCard)
	w.continueChange(w.cancelDeparture(booking.DepartureChange{}))
	if o = w.settleOrder(o); !o.Open {
		t.Error("the payment that the provider still processes is not followed")
	}
	w.advance(time.Minute)
	o = w.settleOrder(o)
	w.wantOrder(o, booking.Failed, booking.PaymentVoided, booking.Expired)
	if state, err := w.sandbox.State(w.ctx, o.Payment.SessionID); err != nil || state.Status != payment.Voided {
		t.Errorf("the payment is %s, %v", state.Status, err)
	}
}

// wantAllCancelled cancels the departure at three, or moves it to four, and does all of its job.
func (w *world) wantAllCancelled(act booking.DepartureAct) {
	w.t.Helper()
	if act == booking.ActCancel {
		w.continueChange(w.cancelDeparture(booking.DepartureChange{}))
		return
	}
	w.continueChange(w.moveDeparture(booking.DepartureChange{}))
}

// moveDeparture moves the departure at three to four.
func (w *world) moveDeparture(change booking.DepartureChange) booking.DepartureChange {
	w.t.Helper()
	change.Actor, change.To = "omar", dunesSlot(day, "16:00")
	change, err := w.MoveDeparture(w.ctx, dunesSlot(day, afternoon), change)
	w.must(err)
	return change
}

func TestPaymentForACancelledOrMovedDepartureIsVoided(t *testing.T) {
	for _, act := range []booking.DepartureAct{booking.ActCancel, booking.ActMove} {
		t.Run(string(act), func(t *testing.T) {
			w := newWorld(t)
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 2))
			w.wantAllCancelled(act)
			if d := w.departure(dunesSlot(day, afternoon)); d.Taken != 0 {
				t.Errorf("%d seats are taken", d.Taken)
			}
			w.pay(o, goodCard)
			w.wantOrder(w.settleOrder(w.settleOrder(o)), booking.Failed, booking.PaymentVoided, booking.Expired)
		})
	}
}

// captureRefuser is a provider whose captures fail because it cannot be reached.
type captureRefuser struct{ payment.Provider }

func (*captureRefuser) Capture(context.Context, string, int64, string) (payment.State, error) {
	return payment.State{}, errors.New("no connection")
}

func TestMoveToACancelledOrMovedDepartureIsVoided(t *testing.T) {
	for _, act := range []booking.DepartureAct{booking.ActCancel, booking.ActMove} {
		for name, c := range map[string]struct {
			paid   bool // before the departure ends
			status booking.BookingStatus
		}{"payment page open": {false, booking.Expired}, "paid but not captured": {true, booking.Rejected}} {
			t.Run(string(act)+" "+name, func(t *testing.T) {
				w := newWorld(t)
				o := w.paidOrder("cart", dunesChoice(nextDay, afternoon, 1))
				waiting, err := w.moveFirstBooking(o, booking.Move{Date: day, Units: adults(3)}, 79000)
				w.must(err)
				extra := w.supplementOf(waiting)
				if c.paid {
					w.pay(extra, goodCard)
					if _, err := w.serviceWith(&captureRefuser{w.sandbox}).Settle(w.ctx, extra.ID); err == nil {
						t.Fatal("the payment is captured already")
					}
				}
				w.wantAllCancelled(act)
				if !c.paid {
					w.pay(extra, goodCard)
				}
				w.wantOrder(w.settleOrder(w.settleOrder(extra)), booking.Failed, booking.PaymentVoided, c.status)
				o = w.settleOrder(o)
				if o.Bookings[0].Choice.Date != nextDay || o.Payment.Captured != 39500 ||
					w.departure(dunesSlot(day, afternoon)).Taken != 0 ||
					w.departure(dunesSlot(day, "16:00")).Taken != 0 {
					t.Errorf("it is on %s for %d", o.Bookings[0].Choice.Date, o.Payment.Captured)
				}
				if n := w.countNotices(notice.BookingDisrupted, notice.BookingCancelled); len(n) != 0 {
					t.Errorf("the notices are %v", n)
				}
			})
		}
	}
}

func TestBuyerChoosesAnotherStartOrARefundUntilTheDeadline(t *testing.T) {
	w := newWorld(t)
	moves, takes := w.paidOrder("a", dunesChoice(day, afternoon, 1)), w.paidOrder("b", dunesChoice(day, afternoon, 1))
	silent := w.paidOrder("c", dunesChoice(day, afternoon, 1))
	start := moves.Bookings[0].StartsAt
	w.advance(start.Add(-12 * time.Hour).Sub(w.now))
	p := dunes()
	p.Options[0].Units[0].Price = 99000
	w.catalog.add(p)
	until := start.Add(-6 * time.Hour)
	change := w.cancelDeparture(booking.DepartureChange{BuyerReason: booking.GuideMissing, Until: until})
	if again := w.continueChange(change); !again.Equal(until) {
		t.Errorf("the job goes on at %s", again)
	}
	if n := w.countNotices(notice.BookingDisrupted); n[notice.BookingDisrupted] != 3 {
		t.Errorf("the notices are %v", n)
	}
	moved, err := w.moveFirstBooking(moves, booking.Move{StartTime: "16:00"}, 0)
	w.must(err)
	if moved.Total != 39500 || moved.Bookings[0].Choice.StartTime != "16:00" {
		t.Errorf("it is at %s for %d", moved.Bookings[0].Choice.StartTime, moved.Total)
	}
	quote, _, err := w.QuoteCancellation(w.ctx, wayfare, visitorWithCart("b"), takes.ID, takes.Bookings[0].ID)
	w.must(err)
	if quote.Refund != 39500 {
		t.Errorf("the money back is %d", quote.Refund)
	}
	takes, err = w.Cancel(w.ctx, wayfare, visitorWithCart("b"), takes.ID, takes.Bookings[0].ID, 39500)
	w.must(err)
	w.wantOrder(takes, booking.Success, booking.PaymentRefunded, booking.Cancelled)
	w.advance(until.Sub(w.now))
	if again := w.continueChange(change); !again.IsZero() {
		t.Errorf("the job goes on at %s", again)
	}
	silent, moved = w.settleOrder(silent), w.settleOrder(moved)
	w.wantOrder(silent, booking.Success, booking.PaymentRefunded, booking.Cancelled)
	w.wantOrder(moved, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	report, err := w.DepartureReport(w.ctx, change.ID)
	w.must(err)
	if d := report.Deployments; len(d) != 1 || d[0].Cancelled != 2 || d[0].Moved != 1 || d[0].Choosing != 0 ||
		d[0].Refunded != 79000 || len(d[0].Unhandled) != 0 {
		t.Errorf("the report is %+v", report)
	}
}

func TestBuyerOfACancelledDeparturePaysForADearerOption(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	private := p.Options[0]
	private.ID, private.Title = "private", "Private car"
	private.Units = slices.Clone(private.Units)
	private.Units[0].Price = 395000
	p.Options = append(p.Options, private)
	w.catalog.add(p)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	w.continueChange(w.cancelDeparture(booking.DepartureChange{Until: w.clock().Add(24 * time.Hour)}))
	_, err := w.moveFirstBooking(o, booking.Move{Option: "private", Date: nextDay}, 0)
	w.wantFault(err, fault.PriceChanged)
	waiting, err := w.moveFirstBooking(o, booking.Move{Option: "private", Date: nextDay}, 395000-39500)
	w.must(err)
	extra := w.supplementOf(waiting)
	w.pay(extra, goodCard)
	w.settleOrder(extra)
	if o = w.settleOrder(o); o.Total != 395000 || o.Bookings[0].Choice.Option != "private" {
		t.Errorf("%s for %d", o.Bookings[0].Choice.Option, o.Total)
	}
}

func TestMovedDepartureMovesTheBookingsThatFit(t *testing.T) {
	w := newWorld(t)
	fits, large := w.paidOrder("a", dunesChoice(day, afternoon, 1)), w.paidOrder("b", dunesChoice(day, afternoon, 2))
	w.paidOrder("c", dunesChoice(day, "16:00", 2))
	change := w.moveDeparture(booking.DepartureChange{})
	w.continueChange(change)
	fits, large = w.settleOrder(fits), w.settleOrder(large)
	moved := 0
	for _, o := range []booking.Order{fits, large} {
		if b := o.Bookings[0]; b.Choice.StartTime == "16:00" && b.Disruption.Moved && b.Detail.Changes == 1 {
			moved++
		}
	}
	report, err := w.DepartureReport(w.ctx, change.ID)
	w.must(err)
	if d := report.Deployments; moved != 1 || len(d) != 1 || len(d[0].Unhandled) != 1 {
		t.Errorf("%d are moved, the report is %+v", moved, report)
	}
	w.continueChange(w.cancelDeparture(booking.DepartureChange{}))
	if d := w.departure(dunesSlot(day, afternoon)); d.Taken != 0 {
		t.Errorf("%d seats are taken", d.Taken)
	}
	_, err = w.MoveDeparture(w.ctx, dunesSlot(day, afternoon), booking.DepartureChange{To: dunesSlot(day, afternoon)})
	w.wantFault(err, fault.Invalid)
}

func TestDepartureMoveTriesEveryBookingAndEnds(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.Options[0].Capacity = 110
	w.catalog.add(p)
	for i := range 52 {
		n := 2
		if i == 51 {
			n = 1
		}
		w.order(fmt.Sprint("large ", i), booking.PayLater, dunesChoice(day, afternoon, n))
		w.advance(time.Second)
	}
	for i := range 27 {
		w.order(fmt.Sprint("there ", i), booking.PayLater, dunesChoice(day, "16:00", 4))
	}
	w.order("there", booking.PayLater, dunesChoice(day, "16:00", 1))
	change := w.moveDeparture(booking.DepartureChange{}) // one seat is left there, for the last of the bookings
	if again := w.continueChange(change); !again.IsZero() {
		t.Errorf("the job goes on at %s", again)
	}
	if there, stay := w.departure(dunesSlot(day, "16:00")).Taken, w.departure(dunesSlot(day,
		afternoon)).Taken; there != 110 ||
		stay != 102 {
		t.Errorf("%d seats are taken there, %d stay", there, stay)
	}
}

func TestDepartureMoveRunsInBatchesOfFifty(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.Options[0].Capacity = 120
	w.catalog.add(p)
	for i := range 60 {
		w.order(fmt.Sprint("cart ", i), booking.PayLater, dunesChoice(day, afternoon, 1))
	}
	change := w.moveDeparture(booking.DepartureChange{})
	for i, want := range []int{50, 60} {
		again, err := w.ContinueDepartureChange(w.ctx, change.ID)
		w.must(err)
		if there := w.departure(dunesSlot(day, "16:00")).Taken; there != want || again.IsZero() != (i == 1) {
			t.Errorf("%d seats are taken there after run %d, want %d; again at %s", there, i+1, want, again)
		}
	}
}

func TestDepartureMoveToAnUnknownOptionLeavesTheBookings(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	to := dunesSlot(day, afternoon)
	to.Option = "private"
	change, err := w.MoveDeparture(w.ctx, dunesSlot(day, afternoon), booking.DepartureChange{To: to})
	w.must(err)
	if again := w.continueChange(change); !again.IsZero() {
		t.Errorf("the job goes on at %s", again)
	}
	if o = w.settleOrder(o); o.Bookings[0].Choice.Option != "shared" {
		t.Errorf("it is %s", o.Bookings[0].Choice.Option)
	}
}

func TestShopIsNotifiedOnceOfConflictsAndLowParticipation(t *testing.T) {
	w := newWorld(t)
	w.paidOrder("a", dunesChoice(day, afternoon, 1))
	p := dunes()
	p.Options[0].MinimumParticipants, p.Options[0].DecideBefore = 3, 48*60
	w.catalog.add(p)
	count := func() (n int) {
		w.must(w.WatchDepartures(w.ctx, []booking.Deployment{wayfare, {ID: "other", Language: "en"}}))
		all, err := w.store.Jobs().List(w.ctx, sqlstore.JobFilter{Kind: "tell"})
		w.must(err)
		for _, j := range all {
			var job struct{ Notice notice.Notice }
			w.must(json.Unmarshal(j.Args, &job))
			if job.Notice.Kind == notice.DepartureBelowMinimum || job.Notice.Kind == notice.DepartureConflict {
				n++
			}
		}
		return n
	}
	if n := count(); n != 0 {
		t.Errorf("%d notices without a reason", n)
	}
	closed := dunes()
	closed.Options[0].Schedule.ClosedDays = []string{day}
	w.catalog.add(closed)
	if first, second := count(), count(); first != 1 || second != 1 {
		t.Errorf("%d and %d notices of a closed day", first, second)
	}
	if _, err := w.AddItem(w.ctx, wayfare, "late", dunesChoice(day, afternoon, 1)); err == nil {
		t.Error("a seat was sold where the build has no start")
	}
	w.catalog.add(p)
	_, err := w.ChangeDeparture(w.ctx, dunesSlot(day, afternoon), booking.DepartureChange{Act: booking.ActClose})
	w.must(err) // what was sold stays, and needs the decision
	w.advance(time.Date(2026, 12, 3, 12, 0, 0, 0, time.UTC).Sub(w.now))
	if n := count(); n != 2 {
		t.Errorf("%d notices at the decision time, want another one", n)
	}
}
