package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// Of three decimals the last of what cards are charged with is 0: 12.505 dinars cannot be paid.

// kuwaitDeployment returns the shop in dinars, and sells the dunes for 39.500 of them.
func kuwaitDeployment(w *world) booking.Deployment {
	p := dunes()
	p.Currency, p.Exponent = "KWD", 3
	p.Options[0].Units[0].OriginalPrice = 0
	w.catalog.add(p)
	kuwait := wayfare
	kuwait.Currency = "KWD"
	return kuwait
}

func TestPromoCodeAmountIsOneThatCardsCanPay(t *testing.T) {
	w := newWorld(t)
	kuwait := kuwaitDeployment(w)
	odd := booking.PromoCode{Deployment: "wayfare", Code: "ODD", Amount: 12505, Currency: "KWD"}
	w.wantFault(w.NewPromoCode(w.ctx, odd), fault.Invalid, "amount format")
	even := odd
	even.Code, even.Amount = "EVEN", 12500
	w.must(w.NewPromoCode(w.ctx, even))
	set := func(code string, change func(*booking.PromoCode)) error {
		_, err := w.ChangePromoCode(w.ctx, "wayfare", code, func(c *booking.PromoCode) error {
			change(c)
			return nil
		})
		return err
	}
	w.wantFault(set("EVEN", func(c *booking.PromoCode) { c.Amount = 12505 }), fault.Invalid, "amount format")

	w.must(w.store.Do(w.ctx, func(tx booking.Tx) error { return tx.InsertPromoCode(w.ctx, odd) })) // as before
	_, err := w.AddItem(w.ctx, kuwait, "cart", dunesChoice(day, afternoon, 1))
	w.must(err)
	cart, err := w.ApplyPromo(w.ctx, kuwait, "cart", "ODD")
	w.must(err)
	if cart.Total != 27000 {
		t.Errorf("39.500 less 12.505 comes to %d thousandths", cart.Total)
	}
	w.must(set("ODD", func(c *booking.PromoCode) { c.Disabled = true }))
}

func TestAgreedPriceIsOneThatCardsCanPay(t *testing.T) {
	w := newWorld(t)
	kuwait := kuwaitDeployment(w)
	p := *w.catalog["dunes"]
	p.NoFixedPrice, p.Options = true, append([]payload.Option{}, p.Options...)
	w.catalog.add(&p)
	n, err := w.RequestPrice(w.ctx, kuwait, priceRequest(), "")
	w.must(err)
	_, err = w.AnswerNegotiation(w.ctx, n.ID, 100005, time.Time{}, "")
	w.wantFault(err, fault.Invalid, "price format")
	n, err = w.AnswerNegotiation(w.ctx, n.ID, 100010, time.Time{}, "")
	w.must(err)
	if n.Price != 100010 {
		t.Errorf("the price is %d", n.Price)
	}
}

func TestRefundIsOneThatCardsCanPay(t *testing.T) {
	w := newWorld(t)
	kuwait := kuwaitDeployment(w)
	_, err := w.AddItem(w.ctx, kuwait, "cart", dunesChoice(day, afternoon, 1))
	w.must(err)
	o, err := w.Checkout(w.ctx, kuwait, booking.Checkout{Key: "kuwait", Cart: "cart", Buyer: amina,
		Method: booking.Card, Total: 39500})
	w.must(err)
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	b := &o.Bookings[0]
	_, err = w.Refund(w.ctx, o.ID, b.ID, 1255, 0)
	w.wantFault(err, fault.Invalid, "refund format")
	odd := int64(1255)
	_, err = w.QuoteOperatorCancellation(&o, b, &odd)
	w.wantFault(err, fault.Invalid, "refund format")
	_, err = w.Refund(w.ctx, o.ID, b.ID, 1250, 0)
	w.must(err)
	w.wantRefunded(w.settleOrder(o), 1250)
}
