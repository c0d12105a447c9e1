package booking_test

import (
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

// TestMoveGivesBackWhatItsQuoteShows moves a booking of 79000 to one of 39500.
func TestMoveGivesBackWhatItsQuoteShows(t *testing.T) {
	lostDispute := func(amount int64) func(*world) booking.Order {
		return func(w *world) booking.Order {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 2))
			w.pay(o, disputed)
			w.settleOrder(o)
			w.Service = w.serviceWith(bankOfTheBuyer{w.sandbox, amount})
			_, err := w.Reconcile(w.ctx, w.now.Add(-time.Hour))
			w.must(err)
			return w.settleOrder(o)
		}
	}
	reservation := func(paid int64) func(*world) booking.Order {
		return func(w *world) booking.Order {
			o, err := w.reserve(payAtStartShop(), "cart", dunesChoice(day, afternoon, 2))
			w.must(err)
			if paid == 0 {
				return o
			}
			return w.recordDeposit(o, 0, paid)
		}
	}
	for name, c := range map[string]struct {
		order         func(*world) booking.Order
		back, lessDue int64
	}{
		"paid": {func(w *world) booking.Order {
			return w.paidOrder("cart", dunesChoice(day, afternoon, 2))
		}, 39500, 0},
		"reserved on a card": {func(w *world) booking.Order {
			w.onRequest()
			return w.paidOrder("cart", dunesChoice(day, afternoon, 2))
		}, 39500, 0},
		"a bank has given all of it back": {lostDispute(79000), 0, 0},
		"a bank has given a part back":    {lostDispute(10000), 29500, 0},
		"a bank has given as much back":   {lostDispute(39500), 0, 0},
		"not paid":                        {reservation(0), 0, 39500},
		"paid in part":                    {reservation(50000), 10500, 29000},
		"paid at the desk":                {reservation(79000), 39500, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := c.order(w)
			m := booking.Move{Units: adults(1)}
			quote, _, err := w.QuoteMove(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, m)
			w.must(err)
			if quote.Difference != -39500 || quote.Payout != c.back || quote.LessDue != c.lessDue {
				t.Errorf("of %d, %d come back and %d less are due; want %d and %d", quote.Difference, quote.Payout,
					quote.LessDue, c.back, c.lessDue)
			}
			moved, err := w.moveFirstBooking(o, m, -39500)
			w.must(err)
			if o.Payment.Status == booking.PaymentAuthorised {
				return // the rest is captured later
			}
			back := moved.RefundDue() + moved.Payment.TotalRefunded() - o.Payment.TotalRefunded()
			if back != c.back || o.Due()-moved.Due() != c.lessDue {
				t.Errorf("%d came back and %d less are due", back, o.Due()-moved.Due())
			}
		})
	}
}
