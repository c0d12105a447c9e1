package booking_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
)

// cardsOnly is a deployment whose visitors cannot pay later.
var cardsOnly = booking.Deployment{ID: "wayfare", HomeURL: "http://127.0.0.1", Name: "Wayfare", Language: "en",
	Currency: "AED", Card: true}

var walkIn = booking.Buyer{FirstName: "Omar"}

func TestDeskBookingPaidInCashIsConfirmedAtOnce(t *testing.T) {
	w := newWorld(t)
	o, err := w.BookAtDesk(w.ctx, cardsOnly, booking.DeskBooking{Choice: dunesChoice(day, afternoon, 3), Buyer: walkIn,
		Note: "A wheelchair that folds.", Paid: booking.InCash, Actor: "amina"})
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
	if r := o.Payment.Records; len(r) != 1 || r[0].Amount != 3*39500 || r[0].By != booking.InCash ||
		r[0].Actor != "amina" || r[0].At.IsZero() || o.Due() != 0 || o.Guest.Info == "" {
		t.Errorf("%+v", o)
	}
	w.wantLeft(1)
	_, err = w.BookAtDesk(w.ctx, cardsOnly, booking.DeskBooking{Choice: dunesChoice(day, afternoon, 2), Buyer: walkIn})
	w.wantFault(err, fault.SoldOut)
	// What was paid in cash is given back by hand when it is cancelled.
	quote, err := w.QuoteOperatorCancellation(&o, &o.Bookings[0], nil)
	w.must(err)
	o, err = w.CancelByOperator(w.ctx, o.ID, o.Bookings[0].ID, nil, quote)
	w.must(err)
	if !o.NeedsManualRefund() || o.RefundDue() != 3*39500 {
		t.Errorf("%d is due by hand: %v", o.RefundDue(), o.NeedsManualRefund())
	}
	w.wantLeft(4)
}

// A buyer without an address gets no mail about a departure that the shop cancels: its report names the booking.
func TestDepartureReportListsBookingsWithoutAnEmailAddress(t *testing.T) {
	w := newWorld(t)
	w.paidOrder("a", dunesChoice(day, afternoon, 1))
	o, err := w.BookAtDesk(w.ctx, cardsOnly, booking.DeskBooking{Choice: dunesChoice(day, afternoon, 1), Buyer: walkIn,
		Paid: booking.InCash})
	w.must(err)
	change := w.cancelDeparture(booking.DepartureChange{})
	w.continueChange(change)
	report, err := w.DepartureReport(w.ctx, change.ID)
	w.must(err)
	d := report.Deployments
	if want := []string{o.Name(&o.Bookings[0])}; len(d) != 1 || !slices.Equal(d[0].WithoutEmail, want) {
		t.Errorf("the report is %+v, want %q without an address", report, want)
	}
}

func (w *world) wantLeft(want int) {
	w.t.Helper()
	if got := w.vacancies(day, afternoon); got != want {
		w.t.Errorf("%d seats are left, want %d", got, want)
	}
}

func TestPhoneBookingHasThePaymentTermsOfTheDeployment(t *testing.T) {
	w := newWorld(t)
	buyer := booking.Buyer{FirstName: "Amina", Email: amina.Email, Phone: "+971 50 123 4567"}
	o, err := w.BookAtDesk(w.ctx, cardsOnly, booking.DeskBooking{Choice: dunesChoice(day, afternoon, 1), Buyer: buyer})
	w.must(err)
	w.wantOrder(o, booking.Success, booking.PaymentDue, booking.Pending)
	if want := w.now.Add(24 * time.Hour); !o.Payment.PayBy.Equal(want) || o.Payment.AtStart ||
		o.Buyer.PhoneCountry != "AE" {
		t.Errorf("pay by %s (%v), want %s", o.Payment.PayBy, o.Payment.AtStart, want)
	}
	if got := w.notices(o); len(got) != 1 || got[0] != string(notice.OrderReceived) {
		t.Errorf("the buyer gets %v", got)
	}
	w.advance(25 * time.Hour)
	w.wantOrder(w.settleOrder(o), booking.Failed, booking.PaymentFailed, booking.Expired)
}

func TestDeskBooksUntilTheStart(t *testing.T) {
	w := newWorld(t)
	start := time.Date(2026, 12, 5, 11, 0, 0, 0, time.UTC) // 15:00 in Dubai; visitors' booking closes 4 hours before
	w.advance(start.Add(-10 * time.Minute).Sub(w.clock()))
	_, err := w.AddItem(w.ctx, wayfare, "cart", dunesChoice(day, afternoon, 1))
	w.wantFault(err, fault.Invalid, "startTime closed")
	o, err := w.BookAtDesk(w.ctx, cardsOnly, booking.DeskBooking{Choice: dunesChoice(day, afternoon, 1), Buyer: walkIn})
	w.must(err)
	if !o.Payment.AtStart || !o.Payment.PayBy.Equal(start) {
		t.Errorf("pay by %s (%v)", o.Payment.PayBy, o.Payment.AtStart)
	}
	w.advance(10 * time.Minute)
	_, err = w.BookAtDesk(w.ctx, cardsOnly, booking.DeskBooking{Choice: dunesChoice(day, afternoon, 1), Buyer: walkIn})
	w.wantFault(err, fault.Invalid, "startTime closed")
}

func TestDeskBookingNeedsANameAndAKnownMeansOfPayment(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		buyer booking.Buyer
		paid  booking.Means
		field []string
	}{
		{booking.Buyer{}, "", []string{"buyer.firstName required"}},
		{booking.Buyer{FirstName: "Omar", Email: "omar@"}, "", []string{"buyer.email format"}},
		{booking.Buyer{FirstName: "Omar", Phone: "12"}, "", []string{"buyer.phone format"}},
		{walkIn, "gold", nil},
	} {
		_, err := w.BookAtDesk(w.ctx, cardsOnly,
			booking.DeskBooking{Choice: dunesChoice(day, afternoon, 1), Buyer: c.buyer,
				Paid: c.paid})
		w.wantFault(err, fault.Invalid, c.field...)
	}
	w.wantLeft(4)
}

func TestDeskBookingsAreNotLimitedAsUnpaid(t *testing.T) {
	w := newWorld(t)
	w.unpaid = booking.UnpaidLimits{Share: 50, Seats: 4, Orders: 1}
	w.Service = w.serviceWith(w.sandbox)
	for i := range 4 {
		_, err := w.BookAtDesk(w.ctx, cardsOnly,
			booking.DeskBooking{Choice: dunesChoice(day, afternoon, 1), Buyer: walkIn})
		if err != nil {
			t.Fatalf("walk-in %d: %v", i+1, err)
		}
	}
}

func TestLastSeatIsSoldOnceAtTheDeskOrOnline(t *testing.T) {
	w := newWorld(t)
	w.order("first", booking.Card, dunesChoice(day, afternoon, 3))
	for i := range 4 {
		_, err := w.AddItem(w.ctx, wayfare, fmt.Sprint("cart-", i), dunesChoice(day, afternoon, 1))
		w.must(err)
	}
	var sold sync.Map
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			_, err := w.BookAtDesk(w.ctx, cardsOnly,
				booking.DeskBooking{Choice: dunesChoice(day, afternoon, 1), Buyer: walkIn,
					Paid: booking.InCash})
			if err == nil {
				sold.Store(fmt.Sprint("desk ", i), true)
			}
		})
		group.Go(func() {
			_, err := w.Checkout(w.ctx, wayfare, booking.Checkout{Key: "key", Cart: fmt.Sprint("cart-", i),
				Buyer: amina, Method: booking.Card, Total: 39500})
			if err == nil {
				sold.Store(fmt.Sprint("online ", i), true)
			}
		})
	}
	group.Wait()
	n := 0
	sold.Range(func(any, any) bool { n++; return true })
	if n != 1 {
		t.Errorf("the last seat was sold %d times", n)
	}
	w.wantLeft(0)
}
