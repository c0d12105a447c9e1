package booking_test

import (
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

func TestCorrectedAddressOpensAnOrderInPlaceOfTheFormerOne(t *testing.T) {
	w := newWorld(t)
	o := w.order("guest", booking.PayLater, dunesChoice(day, afternoon, 1))
	before := o.LinkSubject()
	o, err := w.CorrectBuyer(w.ctx, o.ID, booking.Correction{Email: " amina@work.example ", Phone: "+971507654321"})
	w.must(err)
	if b := o.Buyer; b.Email != "amina@work.example" || booking.PhoneE164(b.Phone, b.PhoneCountry) != "+971507654321" {
		t.Errorf("the buyer is %+v", b)
	}
	if o.EmailNow(amina.Email) != "amina@work.example" || o.EmailNow("layla@example.com") != "layla@example.com" {
		t.Errorf("mails to %s go to %s", amina.Email, o.EmailNow(amina.Email))
	}
	for name, c := range map[string]struct {
		visitor booking.Visitor
		may     bool
	}{
		"the cart":                      {visitorWithCart("guest"), true},
		"the new address":               {booking.Visitor{Cart: "user:1", Email: "amina@work.example"}, true},
		"the former address":            {booking.Visitor{Cart: "user:1", Email: amina.Email}, false},
		"a link from now on":            {booking.Visitor{Cart: "other", Orders: []string{o.LinkSubject()}}, true},
		"a link that was opened before": {booking.Visitor{Cart: "other", Orders: []string{before}}, false},
	} {
		if _, err := w.Order(w.ctx, wayfare, c.visitor, o.ID); (err == nil) != c.may {
			t.Errorf("by %s: %v", name, err)
		}
	}
	second, err := w.CorrectBuyer(w.ctx, o.ID, booking.Correction{Email: amina.Email})
	w.must(err)
	if s := second.LinkSubject(); s == o.LinkSubject() || s == before {
		t.Error("a link to an address that was corrected opens the order again")
	}
	second.RemoveBuyer()
	if second.LinkSubject() == before || second.EmailNow("amina@work.example") != "amina@work.example" {
		t.Error("without personal data, the order still has the addresses, or former links open it")
	}
}

func TestCorrectionOfABuyerIsCheckedBeforeAnythingChanges(t *testing.T) {
	w := newWorld(t)
	o := w.order("guest", booking.PayLater, dunesChoice(day, afternoon, 1))
	_, err := w.CorrectBuyer(w.ctx, o.ID, booking.Correction{Email: "amina@", Phone: "12"})
	w.wantFault(err, fault.Invalid, "buyer.email format", "buyer.phone format")
	now, err := w.store.Read().Order(w.ctx, o.ID)
	w.must(err)
	if now.Buyer != o.Buyer || now.LinkSubject() != o.LinkSubject() {
		t.Errorf("the buyer is %+v", now.Buyer)
	}
	for name, order := range map[string]booking.Order{
		"a reseller's":            {Resale: &booking.Resale{}},
		"one that pays a move":    {Supplement: &booking.Supplement{}},
		"one without its buyer's": {Removed: booking.BuyerRemoved},
	} {
		if !fault.Is(order.CheckCorrectable(), fault.NotPossible) {
			t.Errorf("the buyer of %s can be corrected", name)
		}
	}
}
