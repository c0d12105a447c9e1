package ordertext

import (
	"slices"
	"time"

	"storefront/internal/core/money"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
)

// Totals are the amounts of an order, in minor units.
type Totals struct {
	Discount, Promo int64 // the reductions of the original price
	Dropped         int64 // never charged
	Total           int64 // the price without the dropped part
	Captured        int64
	Authorised      int64 // reserved on the card
	Refunded        int64
	WrittenOff      int64 // owed to the buyer once, and settled without a refund
	RefundDue       int64 // on its way back to the buyer
	Due             int64 // to be paid
	// of bookings that were confirmed before they are paid; the shop and the buyer agree on the payment
	Arranged int64
}

// TotalsOf returns the amounts of an order.
func TotalsOf(o *booking.Order) Totals {
	t := Totals{
		Promo: max(o.PromoDiscount(), 0), Dropped: o.Uncharged(), Captured: o.Payment.TotalReceived(),
		Refunded: o.Payment.TotalRefunded(), WrittenOff: o.Payment.WrittenOff(), RefundDue: o.RefundDue(),
	}
	t.Discount = max(o.Original-o.Total-t.Promo, 0)
	for _, b := range o.Bookings {
		switch b.Status {
		case booking.Confirmed, booking.Redeemed:
			t.Arranged += b.Amount - b.Refunded
		case booking.Pending, booking.OnHold:
			t.Due += b.Amount
		}
	}
	t.Total = o.Total - t.Dropped
	if o.Payment.Status == booking.PaymentAuthorised {
		t.Authorised = max(o.Payment.Authorised-t.Captured, 0)
	}
	if t.Captured > 0 || t.Authorised > 0 {
		t.Due = o.Due()
	}
	if o.Method != booking.PayLater || t.Captured > 0 {
		t.Arranged = 0
	}
	return t
}

// IsBill reports whether an order is, was or may have to be paid.
func IsBill(o *booking.Order) bool {
	t := TotalsOf(o)
	return o.Total == 0 || t.Total > 0 || t.Captured > 0 || t.Authorised > 0
}

// Sum is a labelled amount.
type Sum struct {
	Label, Amount string
	Main          bool // the total
}

// Sums returns the lines from an order's original price to its total, and from there to the amounts that were paid,
// refunded or are due. Lines that are zero are left out, except the total.
func Sums(o *booking.Order) (sums []Sum) {
	w, t := &wording.In(o.Language).Sums, TotalsOf(o)
	add := func(label string, amount int64) {
		if amount != 0 {
			sums = append(sums, Sum{Label: label, Amount: Money(o, amount)})
		}
	}
	if t.Discount != 0 || t.Promo != 0 || t.Dropped != 0 {
		add(w.Original, o.Original)
		add(w.Discount, -t.Discount)
		add(wording.Fill(w.PromoCode, "code", wording.IsolateLTR(o.PromoCode)), -t.Promo)
		add(w.Dropped, -t.Dropped)
	}
	sums = append(sums, Sum{wording.In(o.Language).Labels.Total, Money(o, t.Total), true})
	add(w.Captured, t.Captured)
	add(w.Authorised, t.Authorised)
	add(w.Refunded, -t.Refunded)
	add(w.WrittenOff, -t.WrittenOff)
	refundDue := w.RefundDue
	if o.IsRefundedByShop() {
		refundDue = w.RefundByShop
	}
	add(refundDue, -t.RefundDue)
	add(dueLabel(o), t.Due)
	add(w.Arranged, t.Arranged)
	return sums
}

// dueLabel returns the label of the amount that is due, with the deadline by the clock of the order.
func dueLabel(o *booking.Order) string {
	w := wording.In(o.Language)
	by := o.PaymentDeadline().In(Zone(o))
	if by.IsZero() {
		return w.Sums.Due
	}
	return wording.Fill(w.Sums.DueBy, "moment", w.List(w.ShortDate(by), w.Time(by)))
}

// Zone returns the time zone of an order's own dates: that of its first destination.
func Zone(o *booking.Order) *time.Location {
	if len(o.Bookings) > 0 {
		if starts, err := LocalStart(&o.Bookings[0]); err == nil {
			return starts.Location()
		}
	}
	return time.UTC
}

// Notes returns the sentences below the sums: the outcome of a payment that failed, and the rates of converted prices.
func Notes(o *booking.Order) (notes []string) {
	w := wording.In(o.Language)
	if o.Method != booking.PayLater {
		switch o.Payment.Status {
		case booking.PaymentFailed:
			notes = append(notes, w.Sums.Failed)
		case booking.PaymentVoided:
			notes = append(notes, w.Sums.Voided)
		}
	}
	for _, b := range o.Bookings {
		e := b.Detail.Unconverted
		if e == nil {
			continue
		}
		currency, rate := wording.IsolateLTR(e.Currency), rateText(e.Currency, e.Rate, o.Currency)
		if note := wording.Fill(w.Sums.Exchanged, "currency", currency, "rate", rate); !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	if s := o.Shown; s != nil {
		amount, rate := w.Money(s.Total, s.Currency, s.Exponent), rateText(o.Currency, s.Rate, s.Currency)
		notes = append(notes, wording.Fill(w.Sums.Shown, "amount", amount, "rate", rate))
	}
	return notes
}

func rateText(from string, rate money.Rate, to string) string {
	return wording.IsolateLTR("1\u00a0" + from + " = " + rate.String() + "\u00a0" + to)
}
