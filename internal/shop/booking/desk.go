package booking

import (
	"cmp"
	"context"

	"github.com/nyaruka/phonenumbers"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
)

// DeskBooking is a booking that an operator makes for a guest on the phone or at the desk.
type DeskBooking struct {
	Choice Choice
	Buyer  Buyer  // only a name is needed
	Note   string // of the guest, for the staff
	Paid   Means  // how all of it was paid; empty: it is paid later
	Actor  string // the operator
}

// BookAtDesk books a choice under the rules of a checkout: the same transaction takes the seats, with the same guard.
// Unlike visitors, operators can book until the start, without an e-mail address, and on a deployment whose visitors
// cannot pay later. What is paid later is due by the deployment's terms, or at the start if they leave no time.
// Operators are authorised by the caller.
func (s *Service) BookAtDesk(ctx context.Context, d Deployment, in DeskBooking) (Order, error) {
	if in.Paid != "" {
		if err := in.Paid.check(); err != nil {
			return Order{}, err
		}
	}
	d.PayLater, d.AtDesk = true, true
	cart := "desk-" + newID()
	checked, err := s.AddItem(ctx, d, cart, in.Choice)
	if err == nil && in.Note != "" {
		checked, err = s.SetGuest(ctx, d, cart, Guest{Info: in.Note})
	}
	if err != nil {
		return Order{}, err
	}
	return s.Checkout(ctx, d, Checkout{
		Key: newID(), Cart: cart, Buyer: in.Buyer, Method: PayLater, Total: checked.Total, Currency: checked.Currency,
		desk: &in,
	})
}

// QuoteAtDesk returns the price and the availability of a choice as BookAtDesk sees them.
func (s *Service) QuoteAtDesk(ctx context.Context, d Deployment, c Choice) (ChoiceCheck, error) {
	d.AtDesk = true
	return s.CheckChoice(ctx, d, c)
}

// deskPayLaterOffer returns the terms of paying later for a booking at the desk.
func deskPayLaterOffer(c *CheckedCart, in *DeskBooking) PayLaterOffer {
	if c.PayLater.Offered && in.Paid == "" {
		return c.PayLater
	}
	later := PayLaterOffer{Offered: true, AtStart: true, Where: c.PayLater.Where}
	for _, item := range c.Checked {
		q := item.Quote
		if q == nil {
			continue
		}
		by := lastEntry(q.Date, q.Hours, q.StartsAt, q.product.TimeZone)
		if later.PayBy.IsZero() || by.Before(later.PayBy) {
			later.PayBy = by
		}
	}
	return later
}

// payAtDesk records that all of a new order was paid.
func (s *Service) payAtDesk(o *Order, in *DeskBooking) {
	if in.Paid == "" || o.Total == 0 {
		return
	}
	for i := range o.Bookings {
		b := &o.Bookings[i]
		o.Payment.Records = append(o.Payment.Records, Record{Kind: RecordedPayment, By: in.Paid, Amount: b.Amount,
			Booking: b.ID, At: o.CreatedAt, Actor: in.Actor})
	}
	s.applyCaptured(o)
}

// checkAtDesk trims the fields and notes their mistakes. Address and phone number may be missing.
func (b *Buyer) checkAtDesk(w *form.FieldErrors) {
	w.RequireText("buyer.firstName", &b.FirstName)
	if b.LastName != "" {
		w.RequireText("buyer.lastName", &b.LastName)
	}
	if b.Email != "" {
		w.RequireEmail("buyer.email", &b.Email)
	}
	b.checkPhoneAtDesk(w)
}

// checkPhoneAtDesk sets the country of the phone number, and notes a mistake in the number.
func (b *Buyer) checkPhoneAtDesk(w *form.FieldErrors) {
	if b.Phone == "" {
		b.PhoneCountry = ""
		return
	}
	number, err := phonenumbers.Parse(b.Phone, b.PhoneCountry)
	if err != nil || !phonenumbers.IsPossibleNumber(number) {
		w.Add("buyer.phone", fault.Format)
		return
	}
	b.PhoneCountry = cmp.Or(b.PhoneCountry, phonenumbers.GetRegionCodeForNumber(number))
}
