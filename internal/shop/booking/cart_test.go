package booking_test

import (
	"fmt"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

func (w *world) add(cart string, c booking.Choice) *booking.CheckedCart {
	w.t.Helper()
	out, err := w.AddItem(w.ctx, wayfare, cart, c)
	w.must(err)
	return out
}

func (w *world) cart(id string) *booking.CheckedCart {
	w.t.Helper()
	c, err := w.Cart(w.ctx, wayfare, id)
	w.must(err)
	return c
}

func TestTotalSumsTheLinesInMinorUnits(t *testing.T) {
	w := newWorld(t)
	c := dunesChoice(day, afternoon, 2)
	c.Units = append(c.Units, booking.Quantity{ID: "child", Quantity: 1})
	c.Extras = []booking.Quantity{{ID: "quad", Quantity: 3}, {ID: "cake", Quantity: 1}}
	cart := w.add("cart", c)
	if cart.Total != 2*39500+27500+3*15000+9500 || cart.Original != cart.Total+2*5500 {
		t.Errorf("the total is %d, before discounts %d", cart.Total, cart.Original)
	}
	lines := cart.Checked[0].Quote.Price.Lines
	if len(lines) != 4 || lines[0].OriginalUnit != 45000 || lines[1].OriginalUnit != 0 || lines[2].Amount != 45000 {
		t.Errorf("%+v", lines)
	}
}

func TestErrorsOfAnInvalidChoiceNameTheField(t *testing.T) {
	edit := func(change func(*booking.Choice)) booking.Choice {
		c := dunesChoice(day, afternoon, 2)
		change(&c)
		return c
	}
	quantity := func(id string, n int) []booking.Quantity { return []booking.Quantity{{ID: id, Quantity: n}} }
	for name, test := range map[string]struct {
		choice booking.Choice
		fields []string
	}{
		"no units": {edit(func(c *booking.Choice) { c.Units = nil }), []string{"units required"}},
		"too many of a unit": {edit(func(c *booking.Choice) { c.Units = quantity("adult", 5) }),
			[]string{"units.adult max", "units max"}},
		"a negative quantity": {edit(func(c *booking.Choice) { c.Units = quantity("adult", -1) }),
			[]string{"units.adult min", "units required"}},
		"an unknown unit": {edit(func(c *booking.Choice) { c.Units = append(c.Units, quantity("dog", 1)...) }),
			[]string{"units.dog unknown"}},
		"more extras than travellers": {edit(func(c *booking.Choice) { c.Extras = quantity("quad", 3) }),
			[]string{"extras.quad max"}},
		"two of an extra per booking": {edit(func(c *booking.Choice) { c.Extras = quantity("cake", 2) }),
			[]string{"extras.cake max"}},
		"no start time": {edit(func(c *booking.Choice) { c.StartTime = "" }), []string{"startTime required"}},
		"an unknown start time": {edit(func(c *booking.Choice) { c.StartTime = "15:01" }),
			[]string{"startTime unknown"}},
		"an invalid date": {edit(func(c *booking.Choice) { c.Date = "2026-02-30" }), []string{"date format"}},
		"a past date":     {edit(func(c *booking.Choice) { c.Date = "2026-11-19" }), []string{"startTime closed"}},
		"a date too far ahead": {edit(func(c *booking.Choice) { c.Date = "2031-11-19" }),
			[]string{"startTime unknown"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			_, err := w.AddItem(w.ctx, wayfare, "cart", test.choice)
			w.wantFault(err, fault.Invalid, test.fields...)
			if n := len(w.cart("cart").Items); n != 0 {
				t.Errorf("%d items are in the cart nevertheless", n)
			}
		})
	}
}

func TestItemsOfOneCartShareTheSeatsOfASlot(t *testing.T) {
	w := newWorld(t)
	w.add("cart", dunesChoice(day, afternoon, 2))
	w.add("cart", dunesChoice(day, afternoon, 2))
	if got := w.add("cart", dunesChoice(day, afternoon, 1)); got.Outcome != booking.SomeUnavailable ||
		got.Checked[2].Available ||
		got.Total != 4*39500 {
		t.Fatalf("%s %v %d", got.Outcome, got.Checked[2].Available, got.Total)
	}
	c := w.cart("cart")
	_, err := w.Checkout(w.ctx, wayfare, booking.Checkout{Key: "0123456789", Cart: "cart", Buyer: amina,
		Method: booking.Card, Total: c.Total})
	w.wantFault(err, fault.CartChanged)
	if got := w.vacancies(day, afternoon); got != 4 {
		t.Errorf("after a refused checkout %d are left", got)
	}
}

func TestCartCheckHasFiveOutcomes(t *testing.T) {
	dearer := func(w *world) {
		p := dunes()
		p.Options[0].Units[0].Price = 42000
		w.catalog.add(p)
	}
	gone := func(w *world) { w.order("other", booking.Card, dunesChoice(day, "16:00", 4)) }
	for name, test := range map[string]struct {
		meanwhile []func(*world)
		outcome   booking.CartOutcome
		total     int64
	}{
		"all available":    {nil, booking.AllAvailable, 4 * 39500},
		"some unavailable": {[]func(*world){gone}, booking.SomeUnavailable, 2 * 39500},
		"prices changed":   {[]func(*world){dearer}, booking.PricesChanged, 4 * 42000},
		"both":             {[]func(*world){gone, dearer}, booking.UnavailableAndPricesChanged, 2 * 42000},
		"none available":   {[]func(*world){func(w *world) { delete(w.catalog, "dunes") }}, booking.NoneAvailable, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.add("cart", dunesChoice(day, afternoon, 2))
			w.add("cart", dunesChoice(day, "16:00", 2))
			for _, change := range test.meanwhile {
				change(w)
			}
			if c := w.cart("cart"); c.Outcome != test.outcome || c.Total != test.total {
				t.Errorf("%s %d, want %s %d", c.Outcome, c.Total, test.outcome, test.total)
			}
			after, err := w.AcceptCheck(w.ctx, wayfare, "cart", true)
			w.must(err)
			if after.Outcome != test.outcome {
				t.Errorf("accepting has the outcome %s", after.Outcome)
			}
			want := booking.AllAvailable
			if test.total == 0 {
				want = booking.CartEmpty
			}
			if c := w.cart("cart"); c.Outcome != want || c.Total != test.total {
				t.Errorf("once accepted it is %s %d", c.Outcome, c.Total)
			}
		})
	}
}

func TestCartHoldsOneCurrencyAndTwentyItems(t *testing.T) {
	w := newWorld(t)
	oman := dunes()
	oman.Slug, oman.Currency, oman.Exponent = "oman", "OMR", 3
	w.catalog.add(oman)
	w.add("cart", dunesChoice(day, afternoon, 1))
	other := dunesChoice(day, afternoon, 1)
	other.Product = "oman"
	_, err := w.AddItem(w.ctx, wayfare, "cart", other)
	w.wantFault(err, fault.CurrencyMismatch)
	for range 19 {
		w.add("cart", dunesChoice(day, afternoon, 1))
	}
	_, err = w.AddItem(w.ctx, wayfare, "cart", dunesChoice(day, afternoon, 1))
	w.wantFault(err, fault.CartFull)
}

func TestItemsCanBeChangedAndRemovedInTheirOwnCartOnly(t *testing.T) {
	w := newWorld(t)
	id := w.add("cart", dunesChoice(day, afternoon, 1)).Items[0].ID
	_, err := w.RemoveItem(w.ctx, wayfare, "another", id)
	w.wantFault(err, fault.NotFound)
	_, err = w.ChangeItem(w.ctx, wayfare, "another", id, dunesChoice(day, afternoon, 2))
	w.wantFault(err, fault.NotFound)
	changed, err := w.ChangeItem(w.ctx, wayfare, "cart", id, dunesChoice(day, "16:00", 2))
	w.must(err)
	if changed.Items[0].ID != id || changed.Items[0].Choice.StartTime != "16:00" || changed.Total != 2*39500 {
		t.Errorf("%+v", changed.Items)
	}
	trails := wayfare
	trails.ID = "trails"
	foreign, err := w.Cart(w.ctx, trails, "cart")
	w.must(err)
	if len(foreign.Items) != 0 {
		t.Error("another deployment sees the cart")
	}
	empty, err := w.RemoveItem(w.ctx, wayfare, "cart", id)
	w.must(err)
	if empty.Outcome != booking.CartEmpty {
		t.Errorf("%s", empty.Outcome)
	}
}

func TestSeatsHeldForTheVisitorCountAsFree(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.Pickup = transfer()
	w.catalog.add(p)
	choice := dunesChoice(day, afternoon, 4)
	choice.Pickup.Address = "Al Rigga 5"
	w.order("cart", booking.Card, choice)
	item := w.cart("cart").Items[0]
	c := item.Choice
	c.Pickup.Address = "Al Seef 1"
	changed, err := w.ChangeItem(w.ctx, wayfare, "cart", item.ID, c)
	w.must(err)
	if changed.Outcome != booking.AllAvailable || changed.Items[0].Choice.Pickup.Address != "Al Seef 1" {
		t.Errorf("%s %+v", changed.Outcome, changed.Items)
	}
}

func TestAddressOfASoldOutItemCanBeChanged(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.DropOff = transfer()
	w.catalog.add(p)
	item := w.add("cart", dunesChoice(day, afternoon, 2)).Items[0]
	c := dunesChoice(day, afternoon, 4)
	c.DropOff.Address = "Al Seef 1"
	w.order("other", booking.Card, c)
	c = item.Choice
	c.DropOff.Address = "Al Seef 2"
	changed, err := w.ChangeItem(w.ctx, wayfare, "cart", item.ID, c)
	w.must(err)
	if changed.Outcome != booking.NoneAvailable || changed.Items[0].Choice.DropOff.Address != "Al Seef 2" {
		t.Errorf("%s %+v", changed.Outcome, changed.Items)
	}
	c.Units[0].Quantity = 1
	_, err = w.ChangeItem(w.ctx, wayfare, "cart", item.ID, c)
	w.wantFault(err, fault.SoldOut)
}

func (w *world) addPromoCode(change func(*booking.PromoCode)) {
	w.t.Helper()
	code := booking.PromoCode{Deployment: "wayfare", Code: "desert", Percent: 10}
	change(&code)
	w.must(w.NewPromoCode(w.ctx, code))
}

func TestPromoCodeDiscountsOnlyItemsInItsScope(t *testing.T) {
	w := newWorld(t)
	walk := dunes()
	walk.Slug, walk.Categories, walk.Options[0].Units[0].Price = "walk", []string{"city-walk"}, 9999
	w.catalog.add(walk)
	w.addPromoCode(func(c *booking.PromoCode) { c.Categories = []string{"city-walk"} })
	stroll := dunesChoice(day, afternoon, 1)
	stroll.Product = "walk"
	w.add("cart", stroll)
	w.add("cart", dunesChoice(day, afternoon, 1))
	c, err := w.ApplyPromo(w.ctx, wayfare, "cart", " \u2066Desert\u2069 ")
	w.must(err)
	if c.Promo.Discount != 1000 || c.Total != 9999+39500-1000 {
		t.Errorf("10%% of 99.99 is %d, the total %d", c.Promo.Discount, c.Total)
	}
	if c, err = w.RemovePromo(w.ctx, wayfare, "cart"); err != nil || c.Total != 9999+39500 {
		t.Errorf("dropped: %d %v", c.Total, err)
	}
}

func TestDiscountIsSplitAmongBookingsToTheLastMinorUnit(t *testing.T) {
	w := newWorld(t)
	w.addPromoCode(func(c *booking.PromoCode) { c.Percent, c.Amount, c.Currency = 0, 10001, "AED" })
	for range 3 {
		w.add("cart", dunesChoice(day, afternoon, 1))
	}
	_, err := w.ApplyPromo(w.ctx, wayfare, "cart", "DESERT")
	w.must(err)
	o, err := w.checkout("cart", booking.Card)
	w.must(err)
	var sum int64
	for _, b := range o.Bookings {
		sum += b.Amount
	}
	if o.Total != 3*39500-10001 || sum != o.Total {
		t.Errorf("the order comes to %d, its bookings to %d", o.Total, sum)
	}
}

func TestRejectedPromoCodeHasAReason(t *testing.T) {
	for want, change := range map[fault.Code]func(*booking.PromoCode){
		fault.PromoNotStarted: func(c *booking.PromoCode) {
			c.StartsAt = time.Date(2027, 1, 1, 0, 0, 0, 0,
				time.UTC)
		},
		fault.PromoExpired: func(c *booking.PromoCode) {
			c.EndsAt = time.Date(2026, 11, 20, 8, 0, 0, 0,
				time.UTC)
		},
		fault.PromoMinimum:       func(c *booking.PromoCode) { c.Minimum, c.Currency = 39501, "AED" },
		fault.PromoNotApplicable: func(c *booking.PromoCode) { c.Cities = []string{"muscat"} },
		fault.PromoUnknown:       func(c *booking.PromoCode) { c.Code = "OTHER" },
	} {
		t.Run(string(want), func(t *testing.T) {
			w := newWorld(t)
			w.addPromoCode(change)
			w.add("cart", dunesChoice(day, afternoon, 1))
			_, err := w.ApplyPromo(w.ctx, wayfare, "cart", "desert")
			w.wantFault(err, want)
			if c := w.cart("cart"); c.Promo != nil || c.Total != 39500 {
				t.Errorf("the cart has it nevertheless: %+v", c.Promo)
			}
		})
	}
}

func TestPromoCodeLimitPerBuyerExcludesFailedOrders(t *testing.T) {
	w := newWorld(t)
	w.addPromoCode(func(c *booking.PromoCode) { c.MaxPerBuyer, c.MaxUses = 1, 5 })
	buy := func(cart string) (booking.Order, error) {
		w.add(cart, dunesChoice(day, afternoon, 1))
		_, err := w.ApplyPromo(w.ctx, wayfare, cart, "desert")
		w.must(err)
		return w.checkout(cart, booking.Card)
	}
	first, err := buy("a")
	w.must(err)
	_, err = buy("b")
	w.wantFault(err, fault.PromoUsedUp)
	w.advance(time.Hour)
	if first = w.settleOrder(first); first.Result() != booking.Failed {
		t.Fatalf("an hour later the first is %s", first.Result())
	}
	if _, err = w.checkout("b", booking.Card); err != nil {
		t.Errorf("once the first has lapsed: %v", err)
	}
}

// One mailbox has many spellings.
func TestPromoCodeLimitCountsSpellingsOfOneAddressTogether(t *testing.T) {
	w := newWorld(t)
	w.addPromoCode(func(c *booking.PromoCode) { c.MaxPerBuyer, c.MaxUses = 1, 5 })
	buy := func(cart, email string) (booking.Order, error) {
		w.buyer.Email = email
		w.add(cart, dunesChoice(day, afternoon, 1))
		_, err := w.ApplyPromo(w.ctx, wayfare, cart, "desert")
		w.must(err)
		return w.checkout(cart, booking.Card)
	}
	first, err := buy("a", "amina+first@example.com")
	w.must(err)
	for i, email := range []string{"amina@example.com", "Amina+again@Example.com", "\uff41mina@example.com"} {
		_, err = buy(fmt.Sprint("cart-", i), email)
		w.wantFault(err, fault.PromoUsedUp)
	}
	w.advance(time.Hour)
	w.settleOrder(first)
	if _, err = buy("b", "amina@example.com"); err != nil {
		t.Errorf("once the first has lapsed: %v", err)
	}
}

func TestProductWithoutAFixedPriceCannotBeAddedToTheCart(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.NoFixedPrice = true
	w.catalog.add(p)
	_, err := w.AddItem(w.ctx, wayfare, "cart", dunesChoice(day, afternoon, 1))
	w.wantFault(err, fault.Invalid, "startTime closed")
}

func TestGuestNeedsNameEmailAndPhoneTogether(t *testing.T) {
	w := newWorld(t)
	_, err := w.SetGuest(w.ctx, wayfare, "cart", booking.Guest{Email: "nobody", Phone: "call me"})
	w.wantFault(err, fault.Invalid, "guest.name required", "guest.email format", "guest.phone format")
	cart, err := w.SetGuest(w.ctx, wayfare, "cart", booking.Guest{Info: "A wheelchair"})
	w.must(err)
	if cart.Guest.Info != "A wheelchair" {
		t.Errorf("%+v", cart.Guest)
	}
	if none, err := w.SetGuest(w.ctx, wayfare, "cart", booking.Guest{}); err != nil || none.Guest != nil {
		t.Errorf("%+v %v", none.Guest, err)
	}
	c, err := w.SetGuest(w.ctx, wayfare, "cart", booking.Guest{Name: "نورة", Email: "noura@example.com",
		Phone: "+971 50 123 4567"})
	w.must(err)
	if c.Guest.Name != "نورة" {
		t.Errorf("%+v", c.Guest)
	}
}

func TestItemOfARemovedOptionKeepsItsProduct(t *testing.T) {
	w := newWorld(t)
	w.add("cart", dunesChoice(day, afternoon, 1))
	p := dunes()
	p.Options[0].ID = "private"
	w.catalog.add(p)
	if c := w.cart("cart"); c.Outcome != booking.NoneAvailable || c.Checked[0].Quote != nil ||
		c.Checked[0].Product == nil {
		t.Errorf("%s %+v", c.Outcome, c.Checked[0])
	}
	delete(w.catalog, "dunes")
	if c := w.cart("cart"); c.Checked[0].Product != nil {
		t.Errorf("%+v", c.Checked[0])
	}
}

func transfer() *payload.Transfer { return &payload.Transfer{Included: true, AddressRequired: true} }

func TestCheckoutRequiresThePickupAddressOfTheProduct(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.Pickup, p.DropOff = transfer(), transfer()
	w.catalog.add(p)
	item := w.add("cart", dunesChoice(day, afternoon, 1)).Items[0].ID
	_, err := w.checkout("cart", booking.Card)
	w.wantFault(err, fault.Invalid, "items."+item+".pickup.address required")
	c := dunesChoice(day, afternoon, 1)
	c.Pickup.Address = "Al Seef 1"
	_, err = w.ChangeItem(w.ctx, wayfare, "cart", item, c)
	w.must(err)
	if _, err = w.checkout("cart", booking.Card); err != nil {
		t.Error(err)
	}
}
