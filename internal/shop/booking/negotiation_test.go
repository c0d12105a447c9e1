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

// newNegotiableWorld is a world whose dunes have no fixed price.
func newNegotiableWorld(t *testing.T) *world {
	w := newWorld(t)
	p := dunes()
	p.NoFixedPrice = true
	for i := range p.Options[0].Units {
		p.Options[0].Units[i].Price, p.Options[0].Units[i].OriginalPrice = 0, 0
	}
	w.catalog.add(p)
	return w
}

func priceRequest() booking.Negotiation {
	return booking.Negotiation{
		Choice: dunesChoice(day, afternoon, 2), Offer: 90000, Name: "Amina Haddad", Email: "amina@example.com",
		Phone:   "+971 50 123 4567",
		Message: "With a cake, if that can be.",
	}
}

func (w *world) requestPrice() booking.Negotiation {
	w.t.Helper()
	n, err := w.RequestPrice(w.ctx, wayfare, priceRequest(), "")
	w.must(err)
	return n
}

// addAgreedPrice puts an answered negotiation into a cart.
func (w *world) addAgreedPrice(cart string, expires time.Time) booking.Negotiation {
	w.t.Helper()
	n, err := w.AnswerNegotiation(w.ctx, w.requestPrice().ID, agreed, expires, "With pleasure.")
	w.must(err)
	_, err = w.AddNegotiated(w.ctx, wayfare, cart, n.ID)
	w.must(err)
	return n
}

func TestAgreedPriceIsSoldOnce(t *testing.T) {
	w := newNegotiableWorld(t)
	n := w.addAgreedPrice("cart", time.Time{})
	if n.City != "Dubai" || n.TimeZone != "Asia/Dubai" {
		t.Errorf("it is in %q, %q", n.City, n.TimeZone)
	}
	again, err := w.AddNegotiated(w.ctx, wayfare, "cart", n.ID)
	w.must(err)
	if len(again.Items) != 1 || again.Total != agreed || again.Outcome != booking.AllAvailable {
		t.Fatalf("%d items for %d, %s", len(again.Items), again.Total, again.Outcome)
	}
	o, err := w.checkout("cart", booking.Card)
	w.must(err)
	_, err = w.AddNegotiated(w.ctx, wayfare, "another cart", n.ID)
	w.wantFault(err, fault.LinkExpired)
	w.pay(o, goodCard)
	if o = w.settleOrder(o); o.Payment.Captured != agreed || o.Result() != booking.Success {
		t.Errorf("captured %d, %s", o.Payment.Captured, o.Result())
	}
	_, err = w.AnswerNegotiation(w.ctx, n.ID, agreed/2, time.Time{}, "")
	w.wantFault(err, fault.NotPossible)
}

func TestOneOfManyConcurrentOrdersGetsAnAgreedPrice(t *testing.T) {
	w := newNegotiableWorld(t)
	n, err := w.AnswerNegotiation(w.ctx, w.requestPrice().ID, agreed, time.Time{}, "")
	w.must(err)
	const buyers = 8
	for i := range buyers {
		_, err := w.AddNegotiated(w.ctx, wayfare, fmt.Sprint("cart-", i), n.ID)
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

func TestAgreedPriceOpenedTwiceAtOnceIsInTheCartOnce(t *testing.T) {
	w := newNegotiableWorld(t)
	n, err := w.AnswerNegotiation(w.ctx, w.requestPrice().ID, agreed, time.Time{}, "")
	w.must(err)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := w.AddNegotiated(w.ctx, wayfare, "cart", n.ID); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if c := w.cart("cart"); len(c.Items) != 1 || c.Outcome != booking.AllAvailable {
		t.Errorf("%d items, %s", len(c.Items), c.Outcome)
	}
}

func TestAgreedPriceOfAFailedOrderCanBeUsedAgain(t *testing.T) {
	w := newNegotiableWorld(t)
	n := w.addAgreedPrice("cart", time.Time{})
	first, err := w.checkout("cart", booking.Card)
	w.must(err)
	again, err := w.checkout("cart", booking.Card)
	w.must(err)
	if again.ID == first.ID || again.Total != agreed {
		t.Fatalf("ordered again: %d", again.Total)
	}
	w.advance(2 * time.Hour)
	w.settleOrder(first)
	w.settleOrder(again)
	if _, err := w.AddNegotiated(w.ctx, wayfare, "another cart", n.ID); err != nil {
		t.Errorf("after the hold has lapsed: %v", err)
	}
}

func TestAgreedPriceExpiresAtItsDeadline(t *testing.T) {
	w := newNegotiableWorld(t)
	n := w.addAgreedPrice("cart", w.clock().Add(time.Hour))
	w.advance(time.Hour)
	c, err := w.Cart(w.ctx, wayfare, "cart")
	w.must(err)
	if c.Outcome != booking.NoneAvailable || c.Total != 0 {
		t.Errorf("in the cart it is still there: %s, %d", c.Outcome, c.Total)
	}
	_, err = w.AddNegotiated(w.ctx, wayfare, "another cart", n.ID)
	w.wantFault(err, fault.LinkExpired)
}

func TestFixedPriceAppliesOnceTheAgreedPriceExpires(t *testing.T) {
	w := newNegotiableWorld(t)
	n := w.addAgreedPrice("cart", w.clock().Add(time.Hour))
	w.catalog.add(dunes())
	w.advance(time.Hour)
	if c := w.cart("cart"); c.Outcome != booking.PricesChanged || c.Total != 79000 {
		t.Fatalf("%s, %d", c.Outcome, c.Total)
	}
	_, err := w.AcceptCheck(w.ctx, wayfare, "cart", false)
	w.must(err)
	o, err := w.checkout("cart", booking.Card)
	w.must(err)
	w.pay(o, goodCard)
	w.wantOrder(w.settleOrder(o), booking.Success, booking.PaymentCaptured, booking.Confirmed)
	n, err = w.store.Read().Negotiation(w.ctx, n.ID)
	w.must(err)
	if n.Order != "" || o.Bookings[0].Choice.Negotiation != "" {
		t.Errorf("the order uses the price that it was not sold for: %+v", n)
	}
}

func TestItemRegainsItsAgreedPriceWithTheAgreedParty(t *testing.T) {
	w := newNegotiableWorld(t)
	w.addAgreedPrice("cart", time.Time{})
	w.catalog.add(dunes())
	id := w.cart("cart").Items[0].ID
	for _, c := range []struct {
		adults int
		total  int64
	}{{1, 39500}, {2, agreed}} {
		changed, err := w.ChangeItem(w.ctx, wayfare, "cart", id, dunesChoice(day, afternoon, c.adults))
		w.must(err)
		if changed.Total != c.total {
			t.Errorf("%d adults cost %d, want %d", c.adults, changed.Total, c.total)
		}
	}
}

func TestPickupCanBeChangedAfterTheAgreedPriceExpires(t *testing.T) {
	w := newNegotiableWorld(t)
	w.catalog["dunes"].Pickup = &payload.Transfer{AddressRequired: true}
	w.addAgreedPrice("cart", w.clock().Add(time.Hour))
	w.advance(time.Hour)
	there := dunesChoice(day, afternoon, 2)
	there.Pickup.Address = "Al Rigga 5"
	c, err := w.ChangeItem(w.ctx, wayfare, "cart", w.cart("cart").Items[0].ID, there)
	w.must(err)
	if c.Items[0].Choice.Pickup.Address != "Al Rigga 5" {
		t.Errorf("%+v", c.Items[0].Choice)
	}
}

func TestAgreedPriceIsForTheAgreedPartyAtAnyStart(t *testing.T) {
	w := newNegotiableWorld(t)
	w.addAgreedPrice("cart", time.Time{})
	c, err := w.Cart(w.ctx, wayfare, "cart")
	w.must(err)
	item := c.Items[0]
	_, err = w.ChangeItem(w.ctx, wayfare, "cart", item.ID, dunesChoice(day, afternoon, 4))
	w.wantFault(err, fault.Invalid, "startTime closed")
	later := dunesChoice(day, "16:00", 2)
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

func TestBuyerMovesAnAgreedPriceWithinItsOptionAndDay(t *testing.T) {
	for name, c := range map[string]struct {
		move    booking.Move
		refused bool // to the buyer; an operator can keep the price
	}{
		"another start":  {booking.Move{StartTime: "16:00"}, false},
		"another day":    {booking.Move{Date: nextDay}, true},
		"another option": {booking.Move{Option: "royal"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newNegotiableWorld(t)
			royal := w.catalog["dunes"].Options[0]
			royal.ID, royal.Title = "royal", "Royal yacht"
			w.catalog["dunes"].Options = append(w.catalog["dunes"].Options, royal)
			w.addAgreedPrice("cart", time.Time{})
			o, err := w.checkout("cart", booking.Card)
			w.must(err)
			w.pay(o, goodCard)
			o = w.settleOrder(o)
			_, _, err = w.QuoteMove(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, c.move)
			if !c.refused {
				w.must(err)
				moved, err := w.moveFirstBooking(o, c.move, 0)
				w.must(err)
				if moved.Total != agreed {
					t.Errorf("the total is %d", moved.Total)
				}
				return
			}
			w.wantFault(err, fault.NotPossible)
			for _, shown := range []int64{0, -agreed} {
				if _, err = w.moveFirstBooking(o, c.move, shown); err == nil {
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

func TestNewAnswerReplacesTheAgreedPriceInTheCart(t *testing.T) {
	w := newNegotiableWorld(t)
	n := w.addAgreedPrice("cart", time.Time{})
	_, err := w.AnswerNegotiation(w.ctx, n.ID, agreed-1, time.Time{}, "")
	w.must(err)
	_, err = w.Checkout(w.ctx, wayfare, booking.Checkout{Key: "the old price", Cart: "cart", Buyer: amina,
		Method: booking.Card, Total: agreed})
	w.wantFault(err, fault.CartChanged)
	_, err = w.DeclineNegotiation(w.ctx, n.ID, "Sold elsewhere, sorry.")
	w.must(err)
	c, err := w.Cart(w.ctx, wayfare, "cart")
	w.must(err)
	if c.Outcome != booking.NoneAvailable {
		t.Errorf("taken back: %s", c.Outcome)
	}
}

func TestPriceRequestsAndAnswersAreValidated(t *testing.T) {
	w := newNegotiableWorld(t)
	bad := priceRequest()
	bad.Name, bad.Email, bad.Phone = " ", "amina@", "call me"
	_, err := w.RequestPrice(w.ctx, wayfare, bad, "")
	w.wantFault(err, fault.Invalid, "name required", "email format", "phone format")
	past := priceRequest()
	past.Choice.Date = "2026-11-01"
	_, err = w.RequestPrice(w.ctx, wayfare, past, "")
	w.wantFault(err, fault.Invalid, "startTime closed")
	w.catalog.add(dunes())
	_, err = w.RequestPrice(w.ctx, wayfare, priceRequest(), "")
	w.wantFault(err, fault.NotPossible)
	_, err = w.AnswerNegotiation(w.ctx, "unknown", agreed, time.Time{}, "")
	w.wantFault(err, fault.NotFound)
	_, err = w.AnswerNegotiation(w.ctx, "unknown", 0, w.clock(), "")
	w.wantFault(err, fault.Invalid, "price min", "expiresAt min")
	trails := wayfare
	trails.ID = "trails"
	w.catalog["dunes"].NoFixedPrice = true
	_, err = w.AddNegotiated(w.ctx, trails, "cart", w.requestPrice().ID)
	w.wantFault(err, fault.NotFound)
}

func TestProductWithoutAFixedPriceShowsItsSlots(t *testing.T) {
	w := newNegotiableWorld(t)
	found, err := w.Slots(w.ctx, wayfare, "dunes", "shared", day, 0)
	w.must(err)
	if len(found.Slots) == 0 || !found.Slots[0].Status.Bookable() {
		t.Errorf("%+v", found.Slots)
	}
	check, err := w.CheckChoice(w.ctx, wayfare, dunesChoice(day, afternoon, 2))
	w.must(err)
	if check.Unavailable == nil || check.Status != booking.Closed || check.Vacancies != 0 {
		t.Errorf("without a price it can be had: %+v", check)
	}
}

func TestCartHasTheDeadlineOfAnAgreedPrice(t *testing.T) {
	for _, until := range []time.Time{{}, time.Now().Add(2000 * time.Hour).UTC().Truncate(time.Second)} {
		w := newNegotiableWorld(t)
		w.addAgreedPrice("cart", until)
		if offer := w.cart("cart").Checked[0].Quote; !offer.Agreed || !offer.AgreedUntil.Equal(until) {
			t.Errorf("%v, want %v", offer.AgreedUntil, until)
		}
	}
}

func TestOrderSettlesAfterItsNegotiationIsPurged(t *testing.T) {
	w := newNegotiableWorld(t)
	w.addAgreedPrice("cart", time.Time{})
	o, err := w.checkout("cart", booking.Card)
	w.must(err)
	_, err = w.store.Purge(w.ctx, sqlstore.Expiry{Now: w.clock(), Messages: w.clock().AddDate(0, 0, 1)})
	w.must(err)
	w.advance(time.Hour)
	w.wantOrder(w.settleOrder(o), booking.Failed, booking.PaymentFailed, booking.Expired)
}

func TestMoveOptionsAtAnAgreedPriceFixThePartyAndDay(t *testing.T) {
	w := newNegotiableWorld(t)
	p := w.catalog["dunes"]
	other := p.Options[0]
	other.ID = "private"
	p.Options = append(p.Options, other)
	w.addAgreedPrice("cart", time.Time{})
	o, err := w.checkout("cart", booking.Card)
	w.must(err)
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	can := func() booking.MoveOptions {
		t.Helper()
		m, err := w.MoveOptions(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID)
		w.must(err)
		return m
	}
	if m := can(); len(m.Options) != 1 || m.Options[0].ID != "shared" || !m.FixedParty || !m.FixedDay {
		t.Errorf("it can be moved to %+v", m)
	}
	w.continueChange(w.moveDeparture(booking.DepartureChange{Until: w.clock().Add(time.Hour)}))
	if m := can(); len(m.Options) != 1 || !m.FixedParty || m.FixedDay {
		t.Errorf("after a move by the shop it can be moved to %+v", m)
	}
	p.Options = p.Options[1:]
	_, err = w.MoveOptions(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID)
	w.wantFault(err, fault.NotPossible)
}

func TestRequestForAPastDayCanOnlyBeDeclined(t *testing.T) {
	w := newNegotiableWorld(t)
	n := w.requestPrice()
	w.advance(time.Date(2026, 12, 5, 19, 59, 0, 0, time.UTC).Sub(w.clock())) // the day ends at 20:00 in Dubai
	_, err := w.AnswerNegotiation(w.ctx, n.ID, agreed, time.Time{}, "")
	w.must(err)
	w.advance(time.Minute)
	answers := len(w.jobs())
	_, err = w.AnswerNegotiation(w.ctx, n.ID, agreed/2, time.Time{}, "")
	w.wantFault(err, fault.NotPossible)
	if got := len(w.jobs()); got != answers {
		t.Errorf("%d mails are sent about a price that cannot be used", got-answers)
	}
	_, err = w.DeclineNegotiation(w.ctx, n.ID, "")
	w.must(err)
}
