package drill_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

// TestAnExpiredPaymentPageIsNotPaid calls State after Pay has read its clock and before Pay has committed. State
// must wait for Pay, or it would report an expired page that is paid a moment later.
func TestAnExpiredPaymentPageIsNotPaid(t *testing.T) {
	d := onPostgres(t)
	var (
		payments *paymentSandbox
		calls    atomic.Int64
		state    payment.State
		end      time.Time
		id       string
	)
	payments, closeSandbox, err := d.openSandbox(sandbox.Config{Clock: func() time.Time {
		if id == "" {
			return end.Add(-time.Minute)
		}
		if calls.Add(1) == 1 { // Pay has read the time; State is called before Pay continues
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			state, _ = payments.State(ctx, id)
			return end.Add(-time.Second)
		}
		return end.Add(time.Second)
	}})
	must(t, err)
	defer closeSandbox()
	end = time.Now().Add(time.Hour)
	session, err := payments.Start(t.Context(), payment.Request{
		Key: "key", Order: "order", Currency: "AED", Exponent: 2, Total: seatPrice, ReturnURL: "http://drills.test",
		CancelURL: "http://drills.test",
		ExpiresAt: end,
	})
	must(t, err)
	id = session.ID
	outcome, err := payments.Pay(t.Context(), id, sandbox.CardSuccess)
	if state.Status == payment.Failed && outcome == sandbox.Accepted {
		t.Errorf("State returned %s, and then the page was paid (%v)", state.Status, err)
	}
}
