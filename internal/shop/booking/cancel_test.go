package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

func TestCancellationRefundsByTheTiersOfThePolicy(t *testing.T) {
	start := time.Date(2026, 12, 5, 11, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		before time.Duration
		refund int64
		status booking.PaymentStatus
	}{
		"a day before the start":          {24 * time.Hour, 79000, booking.PaymentRefunded},
		"a minute less than a day before": {24*time.Hour - time.Minute, 39500, booking.PaymentCaptured},
		"at the last tier":                {6 * time.Hour, 39500, booking.PaymentCaptured},
		"after the last tier":             {6*time.Hour - time.Minute, 0, booking.PaymentCaptured},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 2))
			w.pay(o, goodCard)
			o = w.settleOrder(o)
			w.advance(start.Add(-test.before).Sub(w.now))
			quote, _, err := w.QuoteCancellation(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID)
			w.must(err)
			if quote.Refund != test.refund {
				t.Fatalf("%d would be given back, want %d", quote.Refund, test.refund)
			}
			_, err = w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, quote.Refund+1)
			w.wantFault(err, fault.PriceChanged)
			_, err = w.Cancel(w.ctx, wayfare, visitorWithCart("other"), o.ID, o.Bookings[0].ID, quote.Refund)
			w.wantFault(err, fault.NotFound)
			o, err = w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, quote.Refund)
			w.must(err)
			w.wantOrder(o, booking.Success, test.status, booking.Cancelled)
			if o.Payment.Refunded != test.refund || w.vacancies(day, "16:00") < 0 {
				t.Errorf("%d was given back", o.Payment.Refunded)
			}
			_, err = w.Cancel(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, quote.Refund)
			w.wantFault(err, fault.NotPossible)
		})
	}
}
