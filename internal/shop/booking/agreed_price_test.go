package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

func TestRemovedAgreedPriceComesBackByItsLinkUntilItsOwnOrderIsPaid(t *testing.T) {
	w := newNegotiableWorld(t)
	n := w.addAgreedPrice("cart", time.Time{})
	first, err := w.checkout("cart", booking.Card)
	w.must(err)
	_, err = w.RemoveItem(w.ctx, wayfare, "cart", w.cart("cart").Items[0].ID)
	w.must(err)
	c, err := w.AddNegotiated(w.ctx, wayfare, "cart", n.ID)
	w.must(err)
	if c.Total != agreed || c.Outcome != booking.AllAvailable {
		t.Fatalf("%d, %s", c.Total, c.Outcome)
	}
	_, err = w.AddNegotiated(w.ctx, wayfare, "another cart", n.ID)
	w.wantFault(err, fault.LinkExpired)

	second, err := w.checkout("cart", booking.Card)
	w.must(err)
	w.settleOrder(first)
	w.pay(second, goodCard)
	if second = w.settleOrder(second); second.Payment.Captured != agreed || second.Result() != booking.Success {
		t.Errorf("captured %d, %s", second.Payment.Captured, second.Result())
	}
	_, err = w.AddNegotiated(w.ctx, wayfare, "cart", n.ID)
	w.wantFault(err, fault.LinkExpired)
}

func TestAgreedPriceThatCameBackLeavesTheCartWhenItsFirstOrderIsPaid(t *testing.T) {
	w := newNegotiableWorld(t)
	n := w.addAgreedPrice("cart", time.Time{})
	o, err := w.checkout("cart", booking.Card)
	w.must(err)
	_, err = w.RemoveItem(w.ctx, wayfare, "cart", w.cart("cart").Items[0].ID)
	w.must(err)
	_, err = w.AddNegotiated(w.ctx, wayfare, "cart", n.ID)
	w.must(err)
	w.pay(o, goodCard)
	if o = w.settleOrder(o); o.Result() != booking.Success {
		t.Error(o.Result())
	}
	if c := w.cart("cart"); c.Outcome != booking.CartEmpty {
		t.Errorf("%d items, %s", len(c.Items), c.Outcome)
	}
}

func TestAgreedPriceThatTheCartsOwnOrderHasPaidIsNotOffered(t *testing.T) {
	w := newNegotiableWorld(t)
	n := w.addAgreedPrice("browser", time.Time{})
	_, err := w.AddNegotiated(w.ctx, wayfare, "user", n.ID)
	w.must(err)
	o, err := w.checkout("browser", booking.Card)
	w.must(err)
	w.must(w.MoveCart(w.ctx, wayfare, "browser", "user"))
	w.pay(o, goodCard)
	w.settleOrder(o)
	if c := w.cart("user"); c.Total != 0 || c.Outcome != booking.NoneAvailable && c.Outcome != booking.CartEmpty {
		t.Errorf("%d items for %d, %s", len(c.Items), c.Total, c.Outcome)
	}
}

func TestAgreedPriceInBothCartsIsInTheUsersCartOnce(t *testing.T) {
	w := newNegotiableWorld(t)
	n := w.addAgreedPrice("browser", time.Time{})
	_, err := w.AddNegotiated(w.ctx, wayfare, "user", n.ID)
	w.must(err)
	w.must(w.MoveCart(w.ctx, wayfare, "browser", "user"))
	if c := w.cart("user"); len(c.Items) != 1 || c.Outcome != booking.AllAvailable {
		t.Errorf("%d items, %s", len(c.Items), c.Outcome)
	}
}
