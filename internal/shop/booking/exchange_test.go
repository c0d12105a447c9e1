package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/money"
	"storefront/internal/shop/booking"
)

var rates = money.Exchange{Own: "AED", Rates: map[string]money.Rate{"USD": 272290000, "EUR": 235100000,
	"OMR": 104700000}}

// deploymentIn is the shop of a visitor who pays in one currency and sees prices in another; in the same where that is
// empty.
func deploymentIn(currency, shown string) booking.Deployment {
	shop := wayfare
	shop.Exchange, shop.Currency, shop.ShownCurrency = rates, currency, shown
	return shop
}

// checkoutOf checks the cart out as it is shown to a shop's visitor.
func (w *world) checkoutOf(shop booking.Deployment, key, cart string) (booking.Order, error) {
	w.t.Helper()
	c, err := w.Cart(w.ctx, shop, cart)
	w.must(err)
	return w.Checkout(w.ctx, shop, booking.Checkout{
		Key: key, Cart: cart, Buyer: amina, Method: booking.Card, Total: c.Total, Currency: c.Currency,
	})
}

func TestPricesAreConvertedPerUnitSoThatLinesSumToTheTotal(t *testing.T) {
	w := newWorld(t)
	choice := dunesChoice(day, afternoon, 3)
	choice.Extras = []booking.Quantity{{ID: "cake", Quantity: 1}}
	c, err := w.AddItem(w.ctx, deploymentIn("USD", ""), "cart", choice)
	w.must(err)
	price := c.Checked[0].Quote.Price
	if c.Currency != "USD" || c.Exponent != 2 || price.Lines[0].UnitPrice != 10755 ||
		price.Lines[0].OriginalUnit != 12253 {
		t.Fatalf("%s %d: %+v", c.Currency, c.Exponent, price)
	}
	var sum int64
	for _, line := range price.Lines {
		sum += line.Amount
	}
	if want := int64(3*10755 + 2587); sum != want || c.Total != want {
		t.Errorf("lines come to %d, the cart to %d, want %d", sum, c.Total, want)
	}
	for _, shop := range []booking.Deployment{deploymentIn("USD", ""), deploymentIn("AED", "EUR")} {
		d, err := w.CheckChoice(w.ctx, shop, choice)
		w.must(err)
		if d.Product.Currency != shop.Currency {
			t.Errorf("a choice is priced in %s, paid in %s", d.Product.Currency, shop.Currency)
		}
	}
	if p, _ := w.catalog.Product("", "", "dunes"); p.Currency != "AED" || p.Options[0].Units[0].Price != 39500 {
		t.Error("the catalogue was changed")
	}
}

func TestSwitchingTheCurrencyIsNoPriceChange(t *testing.T) {
	w := newWorld(t)
	_, err := w.AddItem(w.ctx, deploymentIn("AED", ""), "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	for _, currency := range []string{"USD", "OMR", "AED"} {
		c, err := w.Cart(w.ctx, deploymentIn(currency, ""), "cart")
		w.must(err)
		if c.Outcome != booking.AllAvailable || c.Currency != currency ||
			c.Checked[0].SeenTotal != c.Checked[0].Quote.Price.Total {
			t.Errorf("in %s: %s, seen %d", currency, c.Outcome, c.Checked[0].SeenTotal)
		}
	}
	w.catalog["dunes"].Options[0].Units[0].Price = 40000
	c, err := w.Cart(w.ctx, deploymentIn("USD", ""), "cart")
	w.must(err)
	if c.Outcome != booking.PricesChanged || c.Checked[0].SeenTotal != 21511 || c.Total != 2*10892 {
		t.Errorf("%s: seen %d, now %d", c.Outcome, c.Checked[0].SeenTotal, c.Total)
	}
}

func TestOrderIsChargedInTheCurrencyOfTheCart(t *testing.T) {
	w := newWorld(t)
	_, err := w.AddItem(w.ctx, deploymentIn("USD", ""), "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	_, err = w.Checkout(w.ctx, deploymentIn("AED", ""), booking.Checkout{
		Key: "one", Cart: "cart", Buyer: amina, Method: booking.Card, Total: 79000, Currency: "USD",
	})
	w.wantFault(err, fault.CartChanged)
	o, err := w.checkoutOf(deploymentIn("USD", ""), "two", "cart")
	w.must(err)
	e := o.Bookings[0].Detail.Unconverted
	if o.Currency != "USD" || o.Total != 21510 || o.Shown != nil || e == nil || e.Currency != "AED" ||
		e.Total != 79000 || e.Rate != rates.Rates["USD"] {
		t.Fatalf("%s %d, shown %+v, exchanged %+v", o.Currency, o.Total, o.Shown, e)
	}
	w.pay(o, goodCard)
	if paid := w.settleOrder(o); paid.Payment.Captured != 21510 || paid.Bookings[0].Status != booking.Confirmed {
		t.Errorf("captured %d, %s", paid.Payment.Captured, paid.Bookings[0].Status)
	}
}

func TestOrderKeepsItsExchangeRate(t *testing.T) {
	w := newWorld(t)
	shop := deploymentIn("AED", "EUR")
	_, err := w.AddItem(w.ctx, shop, "cart", dunesChoice(day, afternoon, 1))
	w.must(err)
	o, err := w.checkoutOf(shop, "one", "cart")
	w.must(err)
	want := booking.ShownTotal{Currency: "EUR", Exponent: 2, Total: 9286, Rate: rates.Rates["EUR"]}
	if o.Currency != "AED" || o.Total != 39500 || o.Shown == nil || *o.Shown != want ||
		o.Bookings[0].Detail.Unconverted != nil {
		t.Fatalf("%s %d, shown %+v", o.Currency, o.Total, o.Shown)
	}
	later := shop
	later.Exchange = money.Exchange{Own: "AED", Rates: map[string]money.Rate{"EUR": 300000000}}
	read, err := w.Service.Order(w.ctx, later, visitorWithCart("cart"), o.ID)
	w.must(err)
	if *read.Shown != want {
		t.Errorf("shown %+v after the rates have changed", read.Shown)
	}
	next, err := w.checkoutOf(later, "two", "cart")
	w.must(err)
	if next.Shown.Total != 11850 || next.Shown.Rate != 300000000 {
		t.Errorf("a new order was shown %+v", next.Shown)
	}
}

func TestCheckoutRejectsATotalOfEarlierRates(t *testing.T) {
	w := newWorld(t)
	_, err := w.AddItem(w.ctx, deploymentIn("USD", ""), "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	later := deploymentIn("USD", "")
	later.Exchange.Rates = map[string]money.Rate{"USD": 280000000}
	_, err = w.Checkout(w.ctx, later, booking.Checkout{
		Key: "one", Cart: "cart", Buyer: amina, Method: booking.Card, Total: 21510, Currency: "USD",
	})
	w.wantFault(err, fault.CartChanged)
}

func TestCartMixesCurrenciesWithKnownRates(t *testing.T) {
	w := newWorld(t)
	p := *dunes()
	p.Slug, p.Currency, p.Exponent = "wadi", "OMR", 3
	w.catalog.add(&p)
	wadi := dunesChoice(day, afternoon, 1)
	wadi.Product = "wadi"
	shop := deploymentIn("AED", "")
	_, err := w.AddItem(w.ctx, shop, "cart", dunesChoice(day, afternoon, 1))
	w.must(err)
	c, err := w.AddItem(w.ctx, shop, "cart", wadi)
	w.must(err)
	if c.Currency != "AED" || c.Total != 39500+37727 {
		t.Errorf("%s %d", c.Currency, c.Total)
	}
	o, err := w.checkoutOf(shop, "one", "cart")
	w.must(err)
	if e := o.Bookings[1].Detail.Unconverted; e == nil || e.Currency != "OMR" || e.Exponent != 3 || e.Total != 39500 ||
		e.Rate.String() != "9.551098376" {
		t.Errorf("%+v", e)
	}
	_, err = w.AddItem(w.ctx, wayfare, "other", dunesChoice(day, "16:00", 1))
	w.must(err)
	_, err = w.AddItem(w.ctx, wayfare, "other", wadi)
	w.wantFault(err, fault.CurrencyMismatch)
}

func TestPromoCodeAmountsAndMinimumsAreConverted(t *testing.T) {
	w := newWorld(t)
	w.must(w.NewPromoCode(w.ctx, booking.PromoCode{Deployment: "wayfare", Code: "FIFTY", Amount: 5000, Currency: "AED",
		Minimum: 79000}))
	w.must(w.NewPromoCode(w.ctx, booking.PromoCode{Deployment: "wayfare", Code: "SEVEN", Percent: 7}))
	shop := deploymentIn("USD", "")
	_, err := w.AddItem(w.ctx, shop, "cart", dunesChoice(day, afternoon, 1))
	w.must(err)
	_, err = w.ApplyPromo(w.ctx, shop, "cart", "FIFTY")
	w.wantFault(err, fault.PromoMinimum)
	_, err = w.AddItem(w.ctx, shop, "cart", dunesChoice(day, afternoon, 2))
	w.must(err)
	c, err := w.ApplyPromo(w.ctx, shop, "cart", "FIFTY")
	w.must(err)
	if c.Promo.Discount != 1361 || c.Total != 3*10755-1361 {
		t.Errorf("off %d, to pay %d", c.Promo.Discount, c.Total)
	}
	unknown := shop
	unknown.Exchange, unknown.Currency = money.Exchange{}, "AED"
	w.must(w.NewPromoCode(w.ctx, booking.PromoCode{Deployment: "wayfare", Code: "RIAL", Amount: 5000, Currency: "OMR"}))
	_, err = w.ApplyPromo(w.ctx, unknown, "cart", "RIAL")
	w.wantFault(err, fault.PromoNotApplicable)
}

// Amounts with three decimals are charged in multiples of ten: an order with another amount could not be paid.
func TestAmountsWithThreeDecimalsAreMultiplesOfTen(t *testing.T) {
	w := newWorld(t)
	w.must(w.NewPromoCode(w.ctx, booking.PromoCode{Deployment: "wayfare", Code: "SEVEN", Percent: 7}))
	shop := deploymentIn("OMR", "")
	for _, at := range []string{afternoon, "16:00"} {
		_, err := w.AddItem(w.ctx, shop, "cart", dunesChoice(day, at, 1))
		w.must(err)
	}
	_, err := w.ApplyPromo(w.ctx, shop, "cart", "SEVEN")
	w.must(err)
	o, err := w.checkoutOf(shop, "one", "cart")
	w.must(err)
	var sum int64
	for _, b := range o.Bookings {
		sum += b.Amount
		if b.Amount%10 != 0 {
			t.Errorf("a booking of %d thousandths", b.Amount)
		}
	}
	if o.Currency != "OMR" || o.Exponent != 3 || o.Total%10 != 0 || sum != o.Total || o.Total != 2*41360-5790 {
		t.Errorf("%s %d of %d", o.Currency, o.Total, sum)
	}
}

func TestAgreedPriceIsConvertedAndUsedOnce(t *testing.T) {
	w := newWorld(t)
	w.catalog["dunes"].NoFixedPrice = true
	shop := deploymentIn("USD", "")
	n, err := w.RequestPrice(w.ctx, shop, booking.Negotiation{
		Choice: dunesChoice(day, afternoon,
			2), Offer: 50000, Name: "Amina", Email: "amina@example.com", Phone: "+971501234567",
	}, "")
	w.must(err)
	if n.Currency != "AED" || n.Exponent != 2 {
		t.Fatalf("an offer in %s", n.Currency)
	}
	_, err = w.AnswerNegotiation(w.ctx, n.ID, 60000, time.Time{}, "")
	w.must(err)
	c, err := w.AddNegotiated(w.ctx, shop, "cart", n.ID)
	w.must(err)
	if c.Currency != "USD" || c.Total != 16337 || c.Outcome != booking.AllAvailable {
		t.Fatalf("%s %d, %s", c.Currency, c.Total, c.Outcome)
	}
	o, err := w.checkoutOf(shop, "one", "cart")
	w.must(err)
	if e := o.Bookings[0].Detail.Unconverted; o.Total != 16337 || e == nil || e.Total != 60000 {
		t.Errorf("%d, %+v", o.Total, e)
	}
	if used, err := w.store.Read().Negotiation(w.ctx, n.ID); err != nil || used.Order != o.ID {
		t.Errorf("used by %q, %v", used.Order, err)
	}
}

func TestShownTotalFollowsTheMovesOfAnOrder(t *testing.T) {
	w := newWorld(t)
	shop := deploymentIn("AED", "EUR")
	_, err := w.AddItem(w.ctx, shop, "cart", dunesChoice(day, afternoon, 3))
	w.must(err)
	o, err := w.checkoutOf(shop, "one", "cart")
	w.must(err)
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	is := func(total, shown int64) {
		t.Helper()
		if o = w.settleOrder(o); o.Total != total || o.Shown.Total != shown || o.Shown.Rate != rates.Rates["EUR"] {
			t.Errorf("the total is %d, shown %+v, want %d and %d", o.Total, o.Shown, total, shown)
		}
	}
	is(118500, 27859)
	_, err = w.moveFirstBooking(o, booking.Move{Units: adults(1)}, -79000)
	w.must(err)
	is(39500, 9286)
	extra := w.requestDearerMove(o, 2)
	is(39500, 9286)
	w.pay(extra, goodCard)
	w.settleOrder(extra)
	is(79000, 18573)
}
