package booking_test

import (
	"testing"

	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// The build changes while there are bookings: what was sold stays as it was sold.

func TestBookingThatKeepsItsPriceKeepsItsPolicy(t *testing.T) {
	for name, move := range map[string]func(*world, booking.Order){
		"its departure is moved": func(w *world, o booking.Order) {
			change, err := w.MoveDeparture(w.ctx, dunesSlot(day, afternoon),
				booking.DepartureChange{To: dunesSlot(day, "16:00")})
			w.must(err)
			w.continueChange(change)
		},
		"its pickup is changed with a move": func(w *world, o booking.Order) {
			_, err := w.moveFirstBooking(o, booking.Move{Pickup: &booking.Place{Point: "car-park"}}, 0)
			w.must(err)
		},
		"an operator moves it at its price": func(w *world, o booking.Order) {
			_, err := w.MoveByOperator(w.ctx, o.ID, o.Bookings[0].ID, booking.Move{Date: nextDay},
				booking.MoveRules{KeepPrice: true}, 0)
			w.must(err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.catalog.add(productWithPickup())
			choice := choiceWithPickup(1)
			o := w.paidOrder("cart", choice)
			strict := productWithPickup()
			strict.Options[0].Cancellation = nil
			w.catalog.add(strict)
			move(w, o)
			o = w.settleOrder(o)
			b := &o.Bookings[0]
			if quote, _, err := w.QuoteCancellation(w.ctx, wayfare, visitorWithCart("cart"), o.ID, b.ID); err != nil ||
				b.Detail.Changes == 0 || quote.Percent != 100 {
				t.Errorf("change %d, and cancelling refunds %d %%, %v", b.Detail.Changes, quote.Percent, err)
			}
		})
	}
}

func TestPickupOfARemovedStartCanBeChangedAgain(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(productWithPickup())
	choice := choiceWithPickup(2)
	o := w.paidOrder("cart", choice)
	until := o.Bookings[0].Detail.TransfersUntil
	p := productWithPickup()
	p.Options[0].Schedule.Seasons[0].StartTimes = []string{"16:00"}
	w.catalog.add(p)
	o, err := w.moveFirstBooking(o, booking.Move{Pickup: &booking.Place{Point: "car-park"}}, 0)
	w.must(err)
	if b := &o.Bookings[0]; !b.Detail.TransfersUntil.Equal(until) || !b.TransfersChangeable(w.clock()) {
		t.Errorf("the pickup can be changed until %s, before until %s", b.Detail.TransfersUntil, until)
	}
}

func TestTravellersOfARemovedPickupPointChooseAnother(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(productWithPickup())
	choice := choiceWithPickup(2)
	o := w.paidOrder("cart", choice)
	p := productWithPickup()
	p.Pickup.Points = append(p.Pickup.Points[1:], payload.Point{ID: "hotel", Name: "The hotel", Exact: true})
	w.catalog.add(p)
	places, err := w.TransfersOf(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID)
	if err != nil || places.Pickup == nil || places.Pickup.Point != "" {
		t.Fatalf("%+v, %v", places.Pickup, err)
	}
	o, err = w.ChangeTransfers(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID,
		booking.Place{Point: "car-park"}, booking.Place{})
	w.must(err)
	if d := o.Bookings[0].Detail; placeText(&d) != "14:30 Car park of the mall" {
		t.Errorf("the booking has %q", placeText(&d))
	}
}

func TestBookingStaysWithItsSupplierAtItsStart(t *testing.T) {
	w := newWorld(t)
	w.setSupplier(payload.Instant, payload.AllSupplierNews...)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 2))
	p := *w.catalog["dunes"]
	p.Supplier = payload.Supplier{ID: "camels", Name: "Camels", Confirmation: payload.Instant}
	p.TimeZone = zone("Asia/Riyadh")
	w.catalog.add(&p)
	o, err := w.moveFirstBooking(o, booking.Move{Units: adults(1)}, -39500)
	w.must(err)
	if d := o.Bookings[0].Detail; d.Supplier.ID != "sands" || d.TimeZone != "Asia/Dubai" {
		t.Errorf("it is with %s, by the clock of %s", d.Supplier.ID, d.TimeZone)
	}
	w.wantSupplierNotices("supplier_booking", "supplier_booking_changed")
}

func TestCartShowsAPriceInAnotherCurrencyAsChanged(t *testing.T) {
	w := newWorld(t)
	quarter, err := money.ParseRate("0.25")
	w.must(err)
	shop := wayfare
	shop.Exchange = money.Exchange{Own: "AED", Rates: map[string]money.Rate{"USD": quarter}}
	_, err = w.AddItem(w.ctx, shop, "cart", dunesChoice(day, afternoon, 1))
	w.must(err)
	p := dunes()
	p.Currency = "USD" // with the same numbers
	w.catalog.add(p)
	c, err := w.Cart(w.ctx, shop, "cart")
	w.must(err)
	if item := c.Checked[0]; c.Outcome != booking.PricesChanged || item.SeenTotal != 39500 || c.Currency != "AED" ||
		c.Total != 4*39500 {
		t.Errorf("%s: %d was seen, and it is %d %s", c.Outcome, item.SeenTotal, c.Total, c.Currency)
	}
	_, err = w.AcceptCheck(w.ctx, shop, "cart", false)
	w.must(err)
	if c, err = w.Cart(w.ctx, shop, "cart"); err != nil || c.Outcome != booking.AllAvailable {
		t.Errorf("accepted, and yet %s, %v", c.Outcome, err)
	}
}
