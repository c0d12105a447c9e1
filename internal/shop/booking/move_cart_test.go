package booking_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
)

const users = "user:amina"

func (w *world) moveCart(from string) {
	w.t.Helper()
	w.must(w.MoveCart(w.ctx, wayfare, from, users))
}

func TestSignInMovesItemsOfTheBrowsersCartOnce(t *testing.T) {
	w := newWorld(t)
	w.must(w.NewPromoCode(w.ctx, booking.PromoCode{Deployment: "wayfare", Code: "TEN", Percent: 10}))
	w.add("guest", dunesChoice(day, afternoon, 1))
	w.add(users, dunesChoice(day, "16:00", 1))
	_, err := w.SetGuest(w.ctx, wayfare, "guest", booking.Guest{Name: "Sami", Email: "sami@example.com", Phone: "1"})
	w.must(err)
	_, err = w.ApplyPromo(w.ctx, wayfare, "guest", "TEN")
	w.must(err)
	for range 2 {
		w.moveCart("guest")
	}
	user, guest := w.cart(users), w.cart("guest")
	if len(user.Items) != 2 || user.PromoCode != "TEN" || user.Guest == nil || user.Guest.Name != "Sami" {
		t.Errorf("the user's cart is %+v", user.Cart)
	}
	if len(guest.Items) != 0 || guest.PromoCode != "" || guest.Guest != nil {
		t.Errorf("the guest's cart is %+v", guest.Cart)
	}
	w.add("guest", dunesChoice(day, afternoon, 1))
	_, err = w.SetGuest(w.ctx, wayfare, "guest", booking.Guest{Name: "Another", Email: "a@example.com", Phone: "1"})
	w.must(err)
	w.moveCart("guest")
	if user = w.cart(users); len(user.Items) != 3 || user.Guest.Name != "Sami" {
		t.Errorf("the user's own guest is now %+v, of %d items", user.Guest, len(user.Items))
	}
}

func TestItemsBeyondTheCartLimitStayInTheBrowsersCart(t *testing.T) {
	w := newWorld(t)
	for i := range 15 {
		w.add("guest", dunesChoice(fmt.Sprintf("2026-12-%02d", i+1), afternoon, 1))
		w.add(users, dunesChoice(fmt.Sprintf("2026-12-%02d", i+1), "16:00", 1))
	}
	w.moveCart("guest")
	if user, guest := len(w.cart(users).Items), len(w.cart("guest").Items); user != 20 || guest != 10 {
		t.Errorf("the user has %d items and the guest %d, want 20 and 10", user, guest)
	}
}

func TestSignInLeavesACartOfAnotherCurrencyOrDeployment(t *testing.T) {
	w := newWorld(t)
	dollars := dunes()
	dollars.Slug, dollars.Currency = "dollars", "USD"
	w.catalog.add(dollars)
	other := dunesChoice(day, afternoon, 1)
	other.Product = "dollars"
	w.add("guest", other)
	w.add(users, dunesChoice(day, afternoon, 1))
	w.moveCart("guest")
	if user, guest := len(w.cart(users).Items), len(w.cart("guest").Items); user != 1 || guest != 1 {
		t.Errorf("the user has %d items and the guest %d, want 1 and 1", user, guest)
	}
	trails := wayfare
	trails.ID = "trails"
	w.must(w.MoveCart(w.ctx, trails, "guest", "user:of-trails"))
	if n := len(w.cart("guest").Items); n != 1 {
		t.Errorf("the guest has %d items left, want 1", n)
	}
	w.must(w.MoveCart(w.ctx, wayfare, "none", users))
}

func TestConcurrentSignInsMoveAllItemsOnce(t *testing.T) {
	w := newWorld(t)
	const browsers = 8
	for i := range browsers {
		w.add(fmt.Sprint("guest-", i), dunesChoice(day, afternoon, 1))
	}
	var group sync.WaitGroup
	for i := range 2 * browsers {
		group.Go(func() {
			if err := w.MoveCart(w.ctx, wayfare, fmt.Sprint("guest-", i%browsers), users); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if n := len(w.cart(users).Items); n != browsers {
		t.Errorf("the user's cart has %d items, want %d", n, browsers)
	}
}

func TestSignedInUserGetsTheSeatsOfTheUnpaidOrder(t *testing.T) {
	w := newWorld(t)
	before := w.order("guest", booking.Card, dunesChoice(day, afternoon, 4))
	w.moveCart("guest")
	if c := w.cart(users); len(c.Checked) != 1 || !c.Checked[0].Available {
		t.Fatalf("the seats that he holds are not his: %+v", c.Checked)
	}
	after, err := w.checkout(users, booking.Card)
	w.must(err)
	w.pay(after, goodCard)
	if o := w.settleOrder(after); o.Result() != booking.Success {
		t.Errorf("the new order is %s", o.Result())
	}
	if o := w.settleOrder(before); o.Result() != booking.Failed {
		t.Errorf("the order before is %s", o.Result())
	}
	both := booking.Visitor{Cart: users, BrowserCart: "guest"}
	for _, o := range []booking.Order{before, after} {
		_, err := w.Order(w.ctx, wayfare, both, o.ID)
		w.must(err)
	}
	_, err = w.Order(w.ctx, wayfare, visitorWithCart("guest"), after.ID)
	w.wantFault(err, fault.NotFound)
}

func TestSeatsHeldBeforeSignInStayAvailableToTheUser(t *testing.T) {
	w := newWorld(t)
	w.paidOrder(users, dunesChoice("2026-12-20", afternoon, 1))
	before := w.order("guest", booking.Card, dunesChoice(day, afternoon, 4))
	w.moveCart("guest")
	if c := w.cart(users); c.Outcome != booking.AllAvailable {
		t.Fatalf("the seats that he holds are not his: %s", c.Outcome)
	}
	after, err := w.checkout(users, booking.Card)
	w.must(err)
	w.pay(before, goodCard)
	w.wantOrder(w.settleOrder(before), booking.Failed, booking.PaymentVoided, booking.Expired)
	w.pay(after, goodCard)
	w.wantOrder(w.settleOrder(after), booking.Success, booking.PaymentCaptured, booking.Confirmed)
}

func TestSignInSupersedesTheUnpaidOrderOfTheBrowser(t *testing.T) {
	w := newWorld(t)
	w.must(w.NewPromoCode(w.ctx, booking.PromoCode{Deployment: "wayfare", Code: "TEN", Percent: 10, MaxUses: 1}))
	own := w.order(users, booking.Card, dunesChoice(day, afternoon, 2))
	w.add("guest", dunesChoice(day, afternoon, 2))
	_, err := w.ApplyPromo(w.ctx, wayfare, "guest", "TEN")
	w.must(err)
	guests, err := w.checkout("guest", booking.Card)
	w.must(err)
	w.moveCart("guest")
	if n := w.vacancies(day, afternoon); n != 2 {
		t.Errorf("%d seats are free, want those of the guest", n)
	}
	w.pay(guests, goodCard)
	w.wantOrder(w.settleOrder(guests), booking.Failed, booking.PaymentVoided, booking.Expired)
	if c := w.cart(users); len(c.Items) != 2 || c.Outcome != booking.AllAvailable || c.Promo == nil ||
		c.Promo.Problem != nil {
		t.Fatalf("%d items, %s, the code is %+v", len(c.Items), c.Outcome, c.Promo)
	}
	w.wantOrder(w.settleOrder(own), booking.InProgress, booking.PaymentNone, booking.OnHold)
	both, err := w.checkout(users, booking.Card)
	w.must(err)
	w.wantOrder(w.settleOrder(own), booking.Failed, booking.PaymentFailed, booking.Expired)
	w.pay(both, goodCard)
	w.wantOrder(w.settleOrder(both), booking.Success, booking.PaymentCaptured, booking.Confirmed, booking.Confirmed)
}

func TestAgreedPriceOfAnUnpaidOrderMovesToTheUser(t *testing.T) {
	for name, first := range map[string]string{"user without an order": "", "user with an unpaid order": users} {
		t.Run(name, func(t *testing.T) {
			w, total := newNegotiableWorld(t), int64(agreed)
			if first != "" {
				w.addAgreedPrice(first, time.Time{})
				_, err := w.checkout(first, booking.Card)
				w.must(err)
				total += agreed
			}
			w.addAgreedPrice("guest", time.Time{})
			_, err := w.checkout("guest", booking.Card)
			w.must(err)
			w.moveCart("guest")
			if c := w.cart(users); c.Outcome != booking.AllAvailable || c.Total != total {
				t.Fatalf("%s, %d", c.Outcome, c.Total)
			}
			o, err := w.checkout(users, booking.Card)
			w.must(err)
			if o.Total != total {
				t.Errorf("he pays %d, want %d", o.Total, total)
			}
		})
	}
}

func TestSignInMovesNoItemsOfAPlacedOrder(t *testing.T) {
	w := newWorld(t)
	own := w.order(users, booking.Card, dunesChoice(day, afternoon, 4))
	w.order("guest", booking.PayLater, dunesChoice(day, "16:00", 1))
	w.add("guest", dunesChoice(day, "16:00", 1))
	w.moveCart("guest")
	if c := w.cart(users); len(c.Items) != 2 || c.Outcome != booking.AllAvailable {
		t.Errorf("%d items, %s", len(c.Items), c.Outcome)
	}
	w.wantOrder(w.settleOrder(own), booking.InProgress, booking.PaymentNone, booking.OnHold)
}

func TestPaidItemsLeaveTheirCartAfterASecondUserSignsIn(t *testing.T) {
	w := newWorld(t)
	o := w.order("guest", booking.Card, dunesChoice(day, afternoon, 1))
	w.moveCart("guest")
	w.add("guest", dunesChoice(day, "16:00", 1))
	w.must(w.MoveCart(w.ctx, wayfare, "guest", "user:sami"))
	w.pay(o, goodCard)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
	if first, second := len(w.cart(users).Items), len(w.cart("user:sami").Items); first != 0 || second != 1 {
		t.Errorf("%d items are left of the first and %d of the second, want 0 and 1", first, second)
	}
}

// stateInterceptor is a provider that runs meanwhile once, after it has read a state.
type stateInterceptor struct {
	payment.Provider
	meanwhile func()
}

func (p *stateInterceptor) State(ctx context.Context, session string) (payment.State, error) {
	state, err := p.Provider.State(ctx, session)
	if happen := p.meanwhile; happen != nil {
		p.meanwhile = nil
		happen()
	}
	return state, err
}

func TestItemsMovedWhileTheirOrderSettlesLeaveTheCart(t *testing.T) {
	w := newWorld(t)
	o := w.order("guest", booking.Card, dunesChoice(day, afternoon, 1))
	w.pay(o, goodCard)
	_, err := w.serviceWith(&stateInterceptor{w.sandbox, func() { w.moveCart("guest") }}).Settle(w.ctx, o.ID)
	w.must(err)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
	if n := len(w.cart(users).Items); n != 0 {
		t.Errorf("%d items are left", n)
	}
}

func TestPaidItemsLeaveTheCartOfTheUser(t *testing.T) {
	w := newWorld(t)
	o := w.order("guest", booking.Card, dunesChoice(day, afternoon, 1))
	w.add("guest", dunesChoice(day, "16:00", 1))
	w.moveCart("guest")
	w.pay(o, goodCard)
	if o = w.settleOrder(o); o.Result() != booking.Success {
		t.Fatal(o.Result())
	}
	if c := w.cart(users); len(c.Items) != 1 || c.Items[0].Choice.StartTime != "16:00" {
		t.Errorf("the user's cart is %+v", c.Items)
	}
}
