package booking_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

const agreed = 100000

// bargain is a world whose dunes have no fixed price.
func bargain(t *testing.T) *world {
	w := newWorld(t)
	p := dunes()
	p.NoFixedPrice = true
	for i := range p.Options[0].Units {
		p.Options[0].Units[i].Price, p.Options[0].Units[i].OriginalPrice = 0, 0
	}
	w.catalog.add(p)
	return w
}

func request() booking.Negotiation {
	return booking.Negotiation{
		Choice: on(day, three, 2), Offer: 90000, Name: "Amina Haddad", Email: "amina@example.com",
		Phone:   "+971 50 123 4567",
		Message: "With a cake, if that can be.",
	}
}

func (w *world) requestedPrice() booking.Negotiation {
	w.t.Helper()
	n, err := w.AskForPrice(w.ctx, wayfare, request(), "")
	w.must(err)
	return n
}

// agreedIn puts an answered negotiation into a cart.
func (w *world) agreedIn(cart string, expires time.Time) booking.Negotiation {
	w.t.Helper()
	n, err := w.AnswerNegotiation(w.ctx, w.requestedPrice().ID, agreed, expires, "With pleasure.")
	w.must(err)
	_, err = w.TakeAgreed(w.ctx, wayfare, cart, n.ID)
	w.must(err)
	return n
}

func TestAnAgreedPriceIsSoldOnce(t *testing.T) {
	w := bargain(t)
	n := w.agreedIn("cart", time.Time{})
	if n.City != "Dubai" || n.TimeZone != "Asia/Dubai" {
		t.Errorf("it is in %q, %q", n.City, n.TimeZone)
	}
	again, err := w.TakeAgreed(w.ctx, wayfare, "cart", n.ID)
	w.must(err)
	if len(again.Items) != 1 || again.Total != agreed || again.Outcome != booking.AllAvailable {
		t.Fatalf("%d items for %d, %s", len(again.Items), again.Total, again.Outcome)
	}
	o, err := w.checkout("cart", booking.Card)
	w.must(err)
	_, err = w.TakeAgreed(w.ctx, wayfare, "another cart", n.ID)
	w.fails(err, fault.LinkExpired)
	w.pay(o, good)
	if o = w.settled(o); o.Payment.Captured != agreed || o.Result() != booking.Success {
		t.Errorf("captured %d, %s", o.Payment.Captured, o.Result())
	}
	_, err = w.AnswerNegotiation(w.ctx, n.ID, agreed/2, time.Time{}, "")
	w.fails(err, fault.NotPossible)
}

func TestOneOfManyConcurrentOrdersGetsAnAgreedPrice(t *testing.T) {
	w := bargain(t)
	n, err := w.AnswerNegotiation(w.ctx, w.requestedPrice().ID, agreed, time.Time{}, "")
	w.must(err)
	const buyers = 8
	for i := range buyers {
		_, err := w.TakeAgreed(w.ctx, wayfare, fmt.Sprint("cart-", i), n.ID)
		w.must(err)
	}
	results := make(chan error, buyers)
	var all sync.WaitGroup
	for i := range buyers {
		all.Go(func() {
			_, err := w.Checkout(w.ctx, wayfare, booking.Checkout{
				Key: fmt.Sprint("race-key-", i), Cart: fmt.Sprint("cart-", i), Buyer: amina, Method: booking.PayLater,
				Total: agreed,
			})
			results <- err
		})
	}
	all.Wait()
	close(results)
	sold := 0
	for err := range results {
		if err == nil {
			sold++
		} else if !fault.Is(err, fault.CartChanged) {
			t.Error(err)
		}
	}
	if sold != 1 {
		t.Errorf("sold %d times", sold)
	}
}

func TestAnAgreedPriceOfAFailedOrderCanBeUsedAgain(t *testing.T) {
	w := bargain(t)
	n := w.agreedIn("cart", time.Time{})
	first, err := w.checkout("cart", booking.Card)
	w.must(err)
	again, err := w.checkout("cart", booking.Card)
	w.must(err)
	if again.ID == first.ID || again.Total != agreed {
		t.Fatalf("ordered again: %d", again.Total)
	}
	w.pass(2 * time.Hour)
	w.settled(first)
	w.settled(again)
	if _, err := w.TakeAgreed(w.ctx, wayfare, "another cart", n.ID); err != nil {
		t.Errorf("after the hold has lapsed: %v", err)
	}
}

func TestAnAgreedPriceExpiresAtItsInstant(t *testing.T) {
	w := bargain(t)
	n := w.agreedIn("cart", w.clock().Add(time.Hour))
	w.pass(time.Hour)
	c, err := w.Cart(w.ctx, wayfare, "cart")
	w.must(err)
	if c.Outcome != booking.NoneAvailable || c.Total != 0 {
		t.Errorf("in the cart it is still there: %s, %d", c.Outcome, c.Total)
	}
	_, err = w.TakeAgreed(w.ctx, wayfare, "another cart", n.ID)
	w.fails(err, fault.LinkExpired)
}

func TestAFixedPriceAppliesOnceTheAgreedOneHasExpired(t *testing.T) {
	w := bargain(t)
	n := w.agreedIn("cart", w.clock().Add(time.Hour))
	w.catalog.add(dunes())
	w.pass(time.Hour)
	if c := w.cart("cart"); c.Outcome != booking.PricesChanged || c.Total != 79000 {
		t.Fatalf("%s, %d", c.Outcome, c.Total)
	}
	_, err := w.AcceptCheck(w.ctx, wayfare, "cart", false)
	w.must(err)
	o, err := w.checkout("cart", booking.Card)
	w.must(err)
	w.pay(o, good)
	w.is(w.settled(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
	n, err = w.store.Read().Negotiation(w.ctx, n.ID)
	w.must(err)
	if n.Order != "" || o.Bookings[0].Choice.Negotiation != "" {
		t.Errorf("the order uses the price that it was not sold for: %+v", n)
	}
}

func TestAnItemKeepsItsAgreedPriceWhileSomethingElseIsChosen(t *testing.T) {
	w := bargain(t)
	w.agreedIn("cart", time.Time{})
	w.catalog.add(dunes())
	id := w.cart("cart").Items[0].ID
	for _, c := range []struct {
		adults int
		total  int64
	}{{1, 39500}, {2, agreed}} {
		changed, err := w.ChangeItem(w.ctx, wayfare, "cart", id, on(day, three, c.adults))
		w.must(err)
		if changed.Total != c.total {
			t.Errorf("%d adults cost %d, want %d", c.adults, changed.Total, c.total)
		}
	}
}

func TestThePickupCanBeChangedAfterTheAgreedPriceHasExpired(t *testing.T) {
	w := bargain(t)
	w.catalog["dunes"].Pickup = &payload.Transfer{AddressRequired: true}
	w.agreedIn("cart", w.clock().Add(time.Hour))
	w.pass(time.Hour)
	there := on(day, three, 2)
	there.Pickup.Address = "Al Rigga 5"
	c, err := w.ChangeItem(w.ctx, wayfare, "cart", w.cart("cart").Items[0].ID, there)
	w.must(err)
	if c.Items[0].Choice.Pickup.Address != "Al Rigga 5" {
		t.Errorf("%+v", c.Items[0].Choice)
	}
}

func TestAnAgreedPriceIsForTheAgreedChoice(t *testing.T) {
	w := bargain(t)
	w.agreedIn("cart", time.Time{})
	c, err := w.Cart(w.ctx, wayfare, "cart")
	w.must(err)
	item := c.Items[0]
	_, err = w.ChangeItem(w.ctx, wayfare, "cart", item.ID, on(day, three, 4))
	w.fails(err, fault.Invalid, "startTime closed")
	later := on(day, "16:00", 2)
	later.Extras = []booking.Quantity{{ID: "cake", Quantity: 1}}
	c, err = w.ChangeItem(w.ctx, wayfare, "cart", item.ID, later)
	w.must(err)
	if c.Total != agreed+9500 {
		t.Errorf("an hour later with a cake: %d", c.Total)
	}
	o, err := w.checkout("cart", booking.PayLater)
	w.must(err)
	if o.Total != agreed+9500 || o.Bookings[0].Choice.StartTime != "16:00" {
		t.Errorf("%d at %s", o.Total, o.Bookings[0].Choice.StartTime)
	}
}

func TestABookingAtAnAgreedPriceMovesWithinItsOptionAndDay(t *testing.T) {
	for name, c := range map[string]struct {
		move    booking.Move
		refused bool // to the buyer; an operator can keep the price
	}{
		"another start":  {booking.Move{StartTime: "16:00"}, false},
		"another day":    {booking.Move{Date: nextDay}, true},
		"another option": {booking.Move{Option: "royal"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := bargain(t)
			royal := w.catalog["dunes"].Options[0]
			royal.ID, royal.Title = "royal", "Royal yacht"
			w.catalog["dunes"].Options = append(w.catalog["dunes"].Options, royal)
			w.agreedIn("cart", time.Time{})
			o, err := w.checkout("cart", booking.Card)
			w.must(err)
			w.pay(o, good)
			o = w.settled(o)
			_, _, err = w.QuoteMove(w.ctx, wayfare, by("cart"), o.ID, o.Bookings[0].ID, c.move)
			if !c.refused {
				w.must(err)
				moved, err := w.rebook(o, c.move, 0)
				w.must(err)
				if moved.Total != agreed {
					t.Errorf("the total is %d", moved.Total)
				}
				return
			}
			w.fails(err, fault.NotPossible)
			for _, shown := range []int64{0, -agreed} {
				if _, err = w.rebook(o, c.move, shown); err == nil {
					t.Errorf("it moved for %d", shown)
				}
			}
			moved, err := w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, c.move, booking.MoveRules{KeepPrice: true}, 0)
			w.must(err)
			if moved.Total != agreed {
				t.Errorf("the total is %d", moved.Total)
			}
		})
	}
}

func TestANewAnswerReplacesTheOneInTheCart(t *testing.T) {
	w := bargain(t)
	n := w.agreedIn("cart", time.Time{})
	_, err := w.AnswerNegotiation(w.ctx, n.ID, agreed-1, time.Time{}, "")
	w.must(err)
	_, err = w.Checkout(w.ctx, wayfare, booking.Checkout{Key: "the old price", Cart: "cart", Buyer: amina,
		Method: booking.Card, Total: agreed})
	w.fails(err, fault.CartChanged)
	_, err = w.DeclineNegotiation(w.ctx, n.ID, "Sold elsewhere, sorry.")
	w.must(err)
	c, err := w.Cart(w.ctx, wayfare, "cart")
	w.must(err)
	if c.Outcome != booking.NoneAvailable {
		t.Errorf("taken back: %s", c.Outcome)
	}
}

func TestARequestForAPriceIsCheckedAsABookingIs(t *testing.T) {
	w := bargain(t)
	bad := request()
	bad.Name, bad.Email, bad.Phone = " ", "amina@", "call me"
	_, err := w.AskForPrice(w.ctx, wayfare, bad, "")
	w.fails(err, fault.Invalid, "name required", "email format", "phone format")
	past := request()
	past.Choice.Date = "2026-11-01"
	_, err = w.AskForPrice(w.ctx, wayfare, past, "")
	w.fails(err, fault.Invalid, "startTime closed")
	w.catalog.add(dunes())
	_, err = w.AskForPrice(w.ctx, wayfare, request(), "")
	w.fails(err, fault.NotPossible)
	_, err = w.AnswerNegotiation(w.ctx, "unknown", agreed, time.Time{}, "")
	w.fails(err, fault.NotFound)
	_, err = w.AnswerNegotiation(w.ctx, "unknown", 0, w.clock(), "")
	w.fails(err, fault.Invalid, "price min", "expiresAt min")
	trails := wayfare
	trails.ID = "trails"
	w.catalog["dunes"].NoFixedPrice = true
	_, err = w.TakeAgreed(w.ctx, trails, "cart", w.requestedPrice().ID)
	w.fails(err, fault.NotFound)
}

func TestSeatsAreShownForProductsWithoutAFixedPrice(t *testing.T) {
	w := bargain(t)
	found, err := w.Slots(w.ctx, wayfare, "dunes", "shared", day, 0)
	w.must(err)
	if len(found.Slots) == 0 || !found.Slots[0].Status.Bookable() {
		t.Errorf("%+v", found.Slots)
	}
	check, err := w.CheckChoice(w.ctx, wayfare, on(day, three, 2))
	w.must(err)
	if check.Unavailable == nil || check.Status != booking.Closed || check.Vacancies != 0 {
		t.Errorf("without a price it can be had: %+v", check)
	}
}

func TestACartHasTheEndOfAnAgreedPrice(t *testing.T) {
	for _, until := range []time.Time{{}, time.Now().Add(2000 * time.Hour).UTC().Truncate(time.Second)} {
		w := bargain(t)
		w.agreedIn("cart", until)
		if offer := w.cart("cart").Checked[0].Quote; !offer.Agreed || !offer.AgreedUntil.Equal(until) {
			t.Errorf("%v, want %v", offer.AgreedUntil, until)
		}
	}
}

func TestAnOrderOutlastsTheRequestForItsPrice(t *testing.T) {
	w := bargain(t)
	w.agreedIn("cart", time.Time{})
	o, err := w.checkout("cart", booking.Card)
	w.must(err)
	_, err = w.store.Purge(w.ctx, sqlstore.Expiry{Now: w.clock(), Messages: w.clock().AddDate(0, 0, 1)})
	w.must(err)
	w.pass(time.Hour)
	w.is(w.settled(o), booking.Failed, booking.PaymentFailed, booking.Expired)
}

func TestAnAgreedPriceLeavesItsBuyerAnotherStart(t *testing.T) {
	w := bargain(t)
	p := w.catalog["dunes"]
	other := p.Options[0]
	other.ID = "private"
	p.Options = append(p.Options, other)
	w.agreedIn("cart", time.Time{})
	o, err := w.checkout("cart", booking.Card)
	w.must(err)
	w.pay(o, good)
	o = w.settled(o)
	can := func() booking.MoveOptions {
		t.Helper()
		m, err := w.MoveOptions(w.ctx, wayfare, by("cart"), o.ID, o.Bookings[0].ID)
		w.must(err)
		return m
	}
	if m := can(); len(m.Options) != 1 || m.Options[0].ID != "shared" || !m.FixedParty || !m.FixedDay {
		t.Errorf("it can be moved to %+v", m)
	}
	w.act(w.moveDeparture(booking.DepartureChange{Until: w.clock().Add(time.Hour)}))
	if m := can(); len(m.Options) != 1 || !m.FixedParty || m.FixedDay {
		t.Errorf("after a move by the shop it can be moved to %+v", m)
	}
	p.Options = p.Options[1:]
	_, err = w.MoveOptions(w.ctx, wayfare, by("cart"), o.ID, o.Bookings[0].ID)
	w.fails(err, fault.NotPossible)
}
