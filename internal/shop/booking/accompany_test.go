package booking_test

import (
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// withInfants are the dunes with infants for nothing, who need an adult.
func withInfants() *booking.Product {
	p := dunes()
	units := p.Options[0].Units
	units[1].AccompaniedBy = []string{"adult"}
	p.Options[0].Units = append(units, payload.Unit{
		ID: "infant", Type: "INFANT", PricedBy: "PERSON", PaxCount: 1, Max: 3, AccompaniedBy: []string{"adult"},
	})
	return p
}

func party(units ...booking.Quantity) booking.Choice {
	return booking.Choice{Product: "dunes", Option: "shared", Date: day, StartTime: afternoon, Units: units}
}

func TestInfantsCannotBeBookedWithoutAnAdult(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(withInfants())
	infants := booking.Quantity{ID: "infant", Quantity: 2}
	for name, choice := range map[string]booking.Choice{
		"infants only":            party(infants),
		"a quantity of no adults": party(infants, booking.Quantity{ID: "adult", Quantity: 0}),
		"infants with an extra": {Product: "dunes", Option: "shared", Date: day, StartTime: afternoon,
			Units: []booking.Quantity{infants}, Extras: []booking.Quantity{{ID: "cake", Quantity: 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := w.CheckChoice(w.ctx, wayfare, choice)
			w.wantFault(err, fault.Invalid, "units.infant accompanied")
			_, err = w.AddItem(w.ctx, wayfare, "cart", choice)
			w.wantFault(err, fault.Invalid, "units.infant accompanied")
		})
	}
	_, err := w.AddItem(w.ctx, wayfare, "cart", party(infants, booking.Quantity{ID: "child", Quantity: 1}))
	w.wantFault(err, fault.Invalid, "units.child accompanied", "units.infant accompanied")

	checked, err := w.AddItem(w.ctx, wayfare, "cart", party(infants, booking.Quantity{ID: "adult", Quantity: 1}))
	w.must(err)
	_, err = w.ChangeItem(w.ctx, wayfare, "cart", checked.Items[0].ID, party(infants))
	w.wantFault(err, fault.Invalid, "units.infant accompanied")
}

func TestCheckoutRejectsAnOlderCartWithInfantsOnly(t *testing.T) {
	w := newWorld(t)
	former := withInfants()
	former.Options[0].Units[2].AccompaniedBy = nil
	former.Options[0].Units[0].Price, former.Options[0].Units[1].Price = 0, 0 // every unit was free
	w.catalog.add(former)
	_, err := w.AddItem(w.ctx, wayfare, "cart", party(booking.Quantity{ID: "infant", Quantity: 2}))
	w.must(err)
	w.catalog.add(withInfants())
	checked, err := w.Cart(w.ctx, wayfare, "cart")
	w.must(err)
	if checked.Outcome != booking.NoneAvailable {
		t.Errorf("the cart is %s", checked.Outcome)
	}
	_, err = w.checkout("cart", booking.Card)
	w.wantFault(err, fault.CartChanged)
	if left := w.vacancies(day, afternoon); left != 4 {
		t.Errorf("%d seats are left, want 4", left)
	}
}

func TestFreeUnitsNeedAPaidUnitUnlessAllUnitsAreFree(t *testing.T) {
	w := newWorld(t)
	p := withInfants()
	p.Options[0].Units[2].AccompaniedBy = nil
	w.catalog.add(p)
	_, err := w.AddItem(w.ctx, wayfare, "cart", party(booking.Quantity{ID: "infant", Quantity: 2}))
	w.wantFault(err, fault.Invalid, "units.infant accompanied")

	free := dunes()
	for i := range free.Options[0].Units {
		free.Options[0].Units[i].Price, free.Options[0].Units[i].OriginalPrice = 0, 0
	}
	w.catalog.add(free)
	o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 2))
	w.wantOrder(o, booking.Success, booking.PaymentCaptured, booking.Confirmed)
}
