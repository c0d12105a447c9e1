package booking

import (
	"context"
	"slices"
	"strconv"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
)

// Correction is how the buyer of an order can be reached in place of what was typed. What is empty stays.
type Correction struct {
	Email string
	Phone string // with its calling code
}

// CheckCorrectable returns NotPossible if the buyer of an order cannot be corrected.
func (o *Order) CheckCorrectable() error {
	refuse := func(why string) error { return fault.New(fault.NotPossible, why) }
	switch {
	case o.Resale != nil:
		return refuse("The reseller corrects the contact of this order.")
	case o.Supplement != nil:
		return refuse("The order pays for a move: correct the buyer of the order that has the booking.")
	case o.Removed == BuyerRemoved:
		return refuse("The personal data of the order was removed.")
	}
	return nil
}

// CorrectBuyer corrects how the buyer of an order can be reached. With another e-mail address, the order's mails that
// wait go to that one, and links in mails to the former one no longer open the order.
func (s *Service) CorrectBuyer(ctx context.Context, orderID string, c Correction) (o Order, err error) {
	err = s.store.Do(ctx, func(tx Tx) error {
		if o, err = tx.Order(ctx, orderID); err != nil {
			return err
		}
		if err := o.CheckCorrectable(); err != nil {
			return err
		}
		former := o.Buyer.Email
		if err := o.Buyer.correct(c); err != nil {
			return err
		}
		if o.Buyer.Email != former && former != "" {
			o.FormerEmails = append(slices.Clip(o.FormerEmails), former)
		}
		if err := tx.SaveOrder(ctx, o); err != nil {
			return err
		}
		return tx.ReplaceSearchWords(ctx, o)
	})
	return o, err
}

// correct replaces address and phone number as far as they are given.
func (b *Buyer) correct(c Correction) error {
	var w form.FieldErrors
	if c.Email != "" && w.RequireEmail("buyer.email", &c.Email) {
		b.Email = c.Email
	}
	if c.Phone != "" {
		b.Phone, b.PhoneCountry = c.Phone, ""
		b.checkPhoneAtDesk(&w)
	}
	return w.Err("The address or the number is not valid.")
}

// EmailNow returns the buyer's address in place of one that was corrected, and any other address as it is.
func (o *Order) EmailNow(email string) string {
	if slices.Contains(o.FormerEmails, email) {
		return o.Buyer.Email
	}
	return email
}

// LinkSubject identifies the order in links that are mailed to its buyer. It is another one once the buyer's address
// was corrected, so that nobody else can open the order.
func (o *Order) LinkSubject() string {
	if len(o.FormerEmails) == 0 {
		return o.ID
	}
	return o.ID + " " + strconv.Itoa(len(o.FormerEmails))
}
