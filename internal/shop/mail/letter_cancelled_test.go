package mail_test

import (
	"strings"
	"testing"

	"storefront/internal/shop/booking"
)

func TestCancellationMailStatesTheRefund(t *testing.T) {
	for _, c := range []struct {
		payment booking.Payment
		refund  int64
		want    string
	}{
		{booking.Payment{Captured: 2 * total}, 50_000, "We refund AED 500.00 to your card within 24 hours"},
		{booking.Payment{Captured: 2 * total}, 0, "nothing is refunded"},
		{booking.Payment{Captured: 2 * total, RefundProblem: "disputed"}, 50_000,
			"We give AED 500.00 back to you ourselves"},
		// The buyer's bank has given it back after a dispute.
		{booking.Payment{Authorised: 2 * total, Captured: 2 * total,
			Dispute: booking.Dispute{Status: "lost", Amount: 2 * total}}, total,
			"AED 1,065.00 has been given back to you."},
		// Cancelled before the other booking was charged.
		{booking.Payment{Authorised: 2 * total, Captured: total}, total, "reserved on your card for it is released"},
		{booking.Payment{Authorised: total}, total, "reserved on your card for it is released"},
		{booking.Payment{Status: booking.PaymentDue}, total, "nothing is owed for it"},
		// A part was paid in cash: the buyer gets back no more than that, and not by card.
		{cashPayment(total + 10_000), total, "We give AED 100.00 back to you ourselves"},
		{cashPayment(total+10_000, 10_000), total, "AED 100.00 has been given back to you."},
		// The card was closed, and the shop has given it back in another way.
		{withReturns(booking.Payment{Captured: 2 * total, RefundFailed: 50_000}, 50_000), 50_000,
			"AED 500.00 has been given back to you."},
	} {
		w := newWorld()
		o := order("en", booking.Confirmed, booking.Cancelled)
		o.Bookings[1].Refunded = c.refund
		if c.payment.Captured == 0 && len(c.payment.Records) > 0 {
			o.Method = booking.PayLater
		}
		w.put(o, c.payment)
		written, err := w.mailer(t, nil).Write(t.Context(), sceneOf("booking_cancelled").in("en"))
		if err != nil || !strings.Contains(plainText(written.Text), c.want) {
			t.Errorf("%v, want %q in\n%s", err, c.want, written.Text)
		}
		if strings.Contains(written.Text, "5 December") {
			t.Error("it mentions the other booking")
		}
	}
}

func TestCancellationMailLeavesOutEarlierRefunds(t *testing.T) {
	for _, c := range []struct {
		refunded int64
		want     string
	}{
		{20_000 + 50_000, "We refund AED 500.00 to your card within 24 hours"},
		{20_000, "AED 200.00 has been given back to you."},
	} {
		w := newWorld()
		o := order("en", booking.Confirmed, booking.Cancelled)
		o.Bookings[1].Refunded, o.Bookings[1].RefundedBefore = c.refunded, 20_000
		w.put(o, booking.Payment{Authorised: 2 * total, Captured: 2 * total, Refunded: c.refunded})
		written, err := w.mailer(t, nil).Write(t.Context(), sceneOf("booking_cancelled").in("en"))
		if err != nil || !strings.Contains(plainText(written.Text), c.want) {
			t.Errorf("%v, want %q in\n%s", err, c.want, written.Text)
		}
	}
}

func TestCancellationMailOfAFreeBookingMentionsNoCard(t *testing.T) {
	for _, p := range []booking.Payment{{Authorised: total, Captured: total}, {Authorised: total}} {
		w := newWorld()
		o := order("en", booking.Confirmed, booking.Cancelled)
		o.Bookings[1].Amount, o.Total = 0, total // a promo code covers it
		w.put(o, p)
		written, err := w.mailer(t, nil).Write(t.Context(), sceneOf("booking_cancelled").in("en"))
		if err != nil || !strings.Contains(plainText(written.Text), "Nothing was charged for it, and nothing is owed") {
			t.Errorf("%v in\n%s", err, written.Text)
		}
	}
}

func TestCancellationMailBeforeTheChargeStatesWhatIsReleased(t *testing.T) {
	for _, c := range []struct {
		payment  booking.Payment
		released int64
		want     string
	}{
		{booking.Payment{Authorised: 2 * total, Captured: total + total/2}, total / 2,
			"is charged; the rest is released"},
		{booking.Payment{Authorised: 2 * total, Captured: total, Refunded: total}, total, // of the other booking
			"reserved on your card for it is released"},
	} {
		w := newWorld()
		o := order("en", booking.Confirmed, booking.Cancelled)
		o.Bookings[1].Refunded, o.Bookings[1].Waived = c.released, c.released
		w.put(o, c.payment)
		written, err := w.mailer(t, nil).Write(t.Context(), sceneOf("booking_cancelled").in("en"))
		if err != nil || !strings.Contains(plainText(written.Text), c.want) {
			t.Errorf("%v, want %q in\n%s", err, c.want, written.Text)
		}
	}
}

func TestCancellationMailStatesWhatIsStillToBePaid(t *testing.T) {
	for _, c := range []struct {
		paid, refunded, waived, applied int64
		want                            string
	}{
		{20_000, total / 2, total / 2, 0, "AED 532.50 of its price is charged; AED 332.50 is still to be paid for it."},
		{total - total/2, total / 2, total / 2, 0, "nothing is refunded for it"},
		{total, total, total, total, "AED 1,065.00 that you paid for it counts for the rest of your order."},
		{total + 70_000, total, total - 70_000, total - 70_000, "We give AED 700.00 back to you ourselves"},
	} {
		w := newWorld()
		o := order("en", booking.Confirmed, booking.Cancelled)
		o.Method = booking.PayLater
		b := &o.Bookings[1]
		b.Refunded, b.Waived, b.Applied = c.refunded, c.waived, c.applied
		w.put(o, booking.Payment{Status: booking.PaymentDue, Records: []booking.Record{
			{Kind: booking.RecordedPayment, By: booking.InCash, Amount: c.paid, Booking: b.ID}}})
		written, err := w.mailer(t, nil).Write(t.Context(), sceneOf("booking_cancelled").in("en"))
		if err != nil || !strings.Contains(plainText(written.Text), c.want) {
			t.Errorf("%v, want %q in\n%s", err, c.want, written.Text)
		}
		if counts := "that you paid for it counts for the rest"; strings.Contains(plainText(written.Text), counts) !=
			(c.applied > 0) {
			t.Errorf("%d counts for the rest, and the mail is\n%s", c.applied, written.Text)
		}
	}
}

// cashPayment returns a payment in cash with its refunds.
func cashPayment(paid int64, returned ...int64) booking.Payment {
	p := booking.Payment{Status: booking.PaymentRefundPending, Records: []booking.Record{
		{Kind: booking.RecordedPayment, By: booking.InCash, Amount: paid},
	}}
	return withReturns(p, returned...)
}

// withReturns returns a payment with amounts that the shop has refunded itself.
func withReturns(p booking.Payment, amounts ...int64) booking.Payment {
	for _, amount := range amounts {
		p.Records = append(p.Records, booking.Record{Kind: booking.RecordedRefund, By: booking.InCash, Amount: amount})
	}
	return p
}
