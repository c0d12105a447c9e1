package booking_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"storefront/internal/core/money"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

// reportRecipients returns the deployments whose shops are sent the report of a departure.
func (w *world) reportRecipients() (to []string) {
	w.t.Helper()
	all, err := w.store.Jobs().List(w.ctx, sqlstore.JobFilter{Kind: "tell"})
	w.must(err)
	for _, j := range all {
		var job struct{ Notice notice.Notice }
		w.must(json.Unmarshal(j.Args, &job))
		if job.Notice.Kind == notice.ShopDeparture {
			to = append(to, job.Notice.Deployment)
		}
	}
	slices.Sort(to)
	return to
}

// orderFrom has another deployment sell a choice that is paid later.
func (w *world) orderFrom(deployment, currency string, c booking.Choice) booking.Order {
	w.t.Helper()
	d := wayfare
	d.ID, d.Currency = deployment, currency
	d.Exchange = money.Exchange{Own: "AED", Rates: map[string]money.Rate{"USD": 272_290_000}}
	cart := deployment + " " + currency
	checked, err := w.AddItem(w.ctx, d, cart, c)
	w.must(err)
	o, err := w.Checkout(w.ctx, d, booking.Checkout{Key: "key", Cart: cart, Buyer: amina, Method: booking.PayLater,
		Total: checked.Total})
	w.must(err)
	return o
}

func TestDepartureReportListsUnmovedBookingsByDeployment(t *testing.T) {
	w := newWorld(t)
	w.paidOrder("fits", dunesChoice(day, afternoon, 1))
	stays := w.orderFrom("layl", "AED", dunesChoice(day, afternoon, 2))
	w.orderFrom("layl", "USD", dunesChoice(day, afternoon, 1))
	w.paidOrder("there", dunesChoice(day, "16:00", 3))
	change := w.moveDeparture(booking.DepartureChange{})
	w.continueChange(change)
	w.continueChange(change)
	if got := w.reportRecipients(); !slices.Equal(got, []string{"layl", "wayfare"}) {
		t.Errorf("the reports are for %v", got)
	}
	report, err := w.DepartureReport(w.ctx, change.ID)
	w.must(err)
	open := map[string][]string{}
	for _, d := range report.Deployments {
		open[d.Deployment] = append(open[d.Deployment], d.Unhandled...)
	}
	if len(open) != 2 || len(open["wayfare"]) != 0 || !slices.Contains(open["layl"], stays.Name(&stays.Bookings[0])) ||
		len(open["layl"]) != 2 {
		t.Errorf("the bookings that stay are %v", open)
	}
}

func TestDepartureReportIsCompleteWithManyOrders(t *testing.T) {
	w := newWorld(t)
	o := w.order("first", booking.PayLater, dunesChoice(day, afternoon, 1))
	moved := w.order("moves", booking.PayLater, dunesChoice(day, afternoon, 1))
	w.paidOrder("there", dunesChoice(day, "16:00", 3))
	w.advance(time.Second)
	w.must(w.store.Do(w.ctx, func(tx booking.Tx) error {
		for i := range 1_200 { // of another day, and newer
			other := o
			other.ID, other.Reference = fmt.Sprint("other-", i), fmt.Sprint("OTHER", i)
			other.Key, other.CreatedAt = fmt.Sprint("key ", i), w.clock()
			other.Bookings = slices.Clone(o.Bookings)
			b := &other.Bookings[0]
			b.ID, b.Seats, b.Choice.Date = other.ID+"-1", nil, nextDay
			if err := tx.InsertOrder(w.ctx, other); err != nil {
				return err
			}
		}
		return nil
	}))
	change := w.moveDeparture(booking.DepartureChange{})
	w.continueChange(change)
	report, err := w.DepartureReport(w.ctx, change.ID)
	w.must(err)
	if d := report.Deployments; len(d) != 1 || len(d[0].Unhandled)+d[0].Moved != 2 || d[0].Moved != 1 {
		t.Errorf("the report is %+v, without %s or %s", report, o.Reference, moved.Reference)
	}
}

// No report comes after the buyer's choice, so that the shop is notified as of every other cancellation.
func TestShopIsNotifiedIfABuyerCancelsAMovedBooking(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	w.continueChange(w.moveDeparture(booking.DepartureChange{Until: w.clock().Add(24 * time.Hour)}))
	_, quote := w.cancelBooking(w.settleOrder(o), 0)
	if n := w.countNotices(notice.BookingCancelled, notice.ShopBookingCancelled); quote.Refund != 39500 ||
		n[notice.BookingCancelled] != 1 || n[notice.ShopBookingCancelled] != 1 {
		t.Errorf("%d comes back, and the notices are %v", quote.Refund, n)
	}
}
