package booking_test

import (
	"fmt"
	"sync"
	"testing"

	"storefront/internal/booking"
	"storefront/internal/fault"
)

const users = "user:amina"

func (w *world) move(from string) {
	w.t.Helper()
	w.must(w.MoveCart(w.ctx, wayfare, from, users))
}

func TestWhatMovesLeavesTheGuestsCartAndNothingMovesTwice(t *testing.T) {
	w := newWorld(t)
	w.must(w.NewPromoCode(w.ctx, booking.PromoCode{Deployment: "wayfare", Code: "TEN", Percent: 10}))
	w.add("guest", on(day, three, 1))
	w.add(users, on(day, "16:00", 1))
	_, err := w.SetGuest(w.ctx, wayfare, "guest", booking.Guest{Name: "Sami", Email: "sami@example.com", Phone: "1"})
	w.must(err)
	_, err = w.ApplyPromo(w.ctx, wayfare, "guest", "TEN")
	w.must(err)
	for range 2 {
		w.move("guest")
	}
	user, guest := w.cart(users), w.cart("guest")
	if len(user.Items) != 2 || user.PromoCode != "TEN" || user.Guest == nil || user.Guest.Name != "Sami" {
		t.Errorf("the user's cart is %+v", user.Cart)
	}
	if len(guest.Items) != 0 || guest.PromoCode != "" || guest.Guest != nil {
		t.Errorf("the guest's cart is %+v", guest.Cart)
	}
	w.add("guest", on(day, three, 1))
	_, err = w.SetGuest(w.ctx, wayfare, "guest", booking.Guest{Name: "Another", Email: "a@example.com", Phone: "1"})
	w.must(err)
	w.move("guest")
	if user = w.cart(users); len(user.Items) != 3 || user.Guest.Name != "Sami" {
		t.Errorf("the user's own guest is now %+v, of %d items", user.Guest, len(user.Items))
	}
}

func TestWhatTheUsersCartHasNoRoomForStays(t *testing.T) {
	w := newWorld(t)
	for i := range 15 {
		w.add("guest", on(fmt.Sprintf("2026-12-%02d", i+1), three, 1))
		w.add(users, on(fmt.Sprintf("2026-12-%02d", i+1), "16:00", 1))
	}
	w.move("guest")
	if user, guest := len(w.cart(users).Items), len(w.cart("guest").Items); user != 20 || guest != 10 {
		t.Errorf("the user has %d items and the guest %d, want 20 and 10", user, guest)
	}
}

func TestACartOfAnotherCurrencyOrDeploymentStays(t *testing.T) {
	w := newWorld(t)
	dollars := dunes()
	dollars.Slug, dollars.Currency = "dollars", "USD"
	w.catalog.add(dollars)
	other := on(day, three, 1)
	other.Product = "dollars"
	w.add("guest", other)
	w.add(users, on(day, three, 1))
	w.move("guest")
	if user, guest := len(w.cart(users).Items), len(w.cart("guest").Items); user != 1 || guest != 1 {
		t.Errorf("the user has %d items and the guest %d, want 1 and 1", user, guest)
	}
	trails := wayfare
	trails.Deployment = "trails"
	w.must(w.MoveCart(w.ctx, trails, "guest", "user:of-trails"))
	if n := len(w.cart("guest").Items); n != 1 {
		t.Errorf("the guest has %d items left, want 1", n)
	}
	w.must(w.MoveCart(w.ctx, wayfare, "none", users))
}

func TestTwoBrowsersThatSignInAtOnceLoseNothing(t *testing.T) {
	w := newWorld(t)
	const browsers = 8
	for i := range browsers {
		w.add(fmt.Sprint("guest-", i), on(day, three, 1))
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

func TestAnOrderUnderWayGivesUpItsSeatsToTheUsersOwn(t *testing.T) {
	w := newWorld(t)
	before := w.order("guest", booking.Card, on(day, three, 4))
	w.move("guest")
	if c := w.cart(users); len(c.Checked) != 1 || !c.Checked[0].Available {
		t.Fatalf("the seats that he holds are not his: %+v", c.Checked)
	}
	after, err := w.checkout(users, booking.Card)
	w.must(err)
	w.pay(after, good)
	if o := w.settled(after); o.Result() != booking.Success {
		t.Errorf("the new order is %s", o.Result())
	}
	if o := w.settled(before); o.Result() != booking.Failed {
		t.Errorf("the order before is %s", o.Result())
	}
	both := booking.Visitor{Cart: users, Guest: "guest"}
	for _, o := range []booking.Order{before, after} {
		_, err := w.Order(w.ctx, wayfare, both, o.ID)
		w.must(err)
	}
	_, err = w.Order(w.ctx, wayfare, by("guest"), after.ID)
	w.fails(err, fault.NotFound)
}

func TestWhatIsPaidLeavesTheCartThatItWasMovedTo(t *testing.T) {
	w := newWorld(t)
	o := w.order("guest", booking.Card, on(day, three, 1))
	w.add("guest", on(day, "16:00", 1))
	w.move("guest")
	w.pay(o, good)
	if o = w.settled(o); o.Result() != booking.Success {
		t.Fatal(o.Result())
	}
	if c := w.cart(users); len(c.Items) != 1 || c.Items[0].Choice.StartTime != "16:00" {
		t.Errorf("the user's cart is %+v", c.Items)
	}
}
