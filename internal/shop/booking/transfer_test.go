package booking_test

import (
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// choiceWithPickup returns a choice of productWithPickup for some adults, who are collected in its area.
func choiceWithPickup(adults int) booking.Choice {
	choice := dunesChoice(day, afternoon, adults)
	choice.Pickup = booking.Place{Point: "marina", Address: "Rove"}
	return choice
}

// productWithPickup returns the dunes with a pickup in an area, an hour before the start, or at a car park, half an
// hour before it.
func productWithPickup() *booking.Product {
	p, half, hour := dunes(), 30, 60
	p.Location = payload.Location{Place: "The dunes", Address: "Gate 4, Al Marmoom", Latitude: 25, Longitude: 55}
	p.Pickup = &payload.Transfer{Included: true, AddressRequired: true, Points: []payload.Point{
		{ID: "marina", Name: "Hotels in the Marina", MinutesBefore: &hour, Latitude: 25.07, Longitude: 55.13},
		{ID: "car-park", Name: "Car park of the mall", MinutesBefore: &half, Exact: true, Latitude: 25.1,
			Longitude: 55.2},
	}}
	p.DropOff = &payload.Transfer{Included: true}
	return p
}

// tryCheckout checks out a cart of one item. It returns the order, or the names of the fields that are missing.
func (w *world) tryCheckout(c *booking.CheckedCart) (booking.Order, string) {
	w.t.Helper()
	o, err := w.checkout("cart", booking.Card)
	if err == nil {
		return o, ""
	}
	var names []string
	for _, f := range fault.Of(err).Fields {
		names = append(names, strings.TrimPrefix(f.Name, "items."+c.Items[0].ID+"."))
	}
	return o, strings.Join(names, " ")
}

func TestPickupFieldsThatCheckoutRequires(t *testing.T) {
	onePoint, none := productWithPickup(), dunes()
	onePoint.Pickup.Points = onePoint.Pickup.Points[1:]
	byExtra := productWithPickup()
	byExtra.Pickup.Included, byExtra.Pickup.Extra, byExtra.DropOff = false, "cake", nil
	door := productWithPickup()
	door.Pickup.Points, door.Pickup.AddressRequired = nil, false
	free := productWithPickup()
	free.Pickup.Included, free.DropOff = false, nil
	for _, c := range []struct {
		name    string
		product *booking.Product
		pickup  booking.Place
		extra   string
		missing string // the fields to be answered
		pickups string // of the booking, else its meeting point
	}{
		{"a single pickup point is preselected", onePoint, booking.Place{}, "", "", "14:30 Car park of the mall"},
		{"a pickup without points requires an address", door, booking.Place{}, "", "pickup.address", ""},
		{"a pickup with several points requires one", productWithPickup(), booking.Place{}, "", "pickup.point", ""},
		{"an area requires an address", productWithPickup(), booking.Place{Point: "marina"}, "", "pickup.address", ""},
		{"an area accepts a hotel", productWithPickup(), booking.Place{Point: "marina", Address: "Rove"}, "", "",
			"14:00 Hotels in the Marina Rove"},
		{"an exact point drops the address", productWithPickup(), booking.Place{Point: "car-park", Address: "Rove"},
			"", "",
			"14:30 Car park of the mall"},
		{"a fixed start ignores a time", productWithPickup(), booking.Place{Point: "car-park", Time: "03:00"}, "", "",
			"14:30 Car park of the mall"},
		{"a pickup sold as an extra needs the extra", byExtra, booking.Place{Point: "car-park"}, "", "",
			"meet The dunes Gate 4, Al Marmoom"},
		{"a booked pickup extra requires a point", byExtra, booking.Place{}, "cake", "pickup.point", ""},
		{"a free pickup is optional", free, booking.Place{}, "", "",
			"meet The dunes Gate 4, Al Marmoom"},
		{"a free pickup can be chosen", free, booking.Place{Point: "car-park"}, "", "", "14:30 Car park of the mall"},
		{"a product without a pickup has a meeting point", none, booking.Place{Address: "Rove"}, "", "", "meet  "},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.catalog.add(c.product)
			choice := dunesChoice(day, afternoon, 2)
			choice.Pickup = c.pickup
			if c.extra != "" {
				choice.Extras = []booking.Quantity{{ID: c.extra, Quantity: 1}}
			}
			order, missing := w.tryCheckout(w.add("cart", choice))
			if missing != c.missing {
				t.Fatalf("requires %q, want %q", missing, c.missing)
			}
			if missing != "" {
				return
			}
			d := order.Bookings[0].Detail
			if got := placeText(&d); got != c.pickups {
				t.Errorf("the booking has %q, want %q", got, c.pickups)
			}
			if d.Pickup != nil && d.DropOff != nil && (d.DropOff.Title != d.Pickup.Title || d.DropOff.Time != "") {
				t.Errorf("they are left at %+v, collected at %+v", d.DropOff, d.Pickup)
			}
		})
	}
}

func placeText(d *booking.Detail) string {
	if p := d.Pickup; p != nil && d.Meeting == nil {
		return strings.TrimSpace(strings.Join([]string{p.Time, p.Title, p.Address}, " "))
	}
	return "meet " + d.Meeting.Title + " " + d.Meeting.Address
}

func TestBuyerChoosesThePickupTimeDuringOpeningHours(t *testing.T) {
	w := newWorld(t)
	p := productWithPickup()
	p.AvailabilityType, p.Duration = "OPENING_HOURS", payload.Duration{Minutes: 600}
	p.Options[0].Schedule.Seasons = []payload.Season{{Weekdays: everyDay,
		OpeningHours: []payload.Hours{{From: "07:00", To: "18:00"}}}}
	p.Pickup.Points = []payload.Point{{ID: "dubai", Name: "Any hotel in Dubai"}}
	w.catalog.add(p)
	choice := dunesChoice(day, "", 2)
	choice.Pickup.Address = "Rove"
	cart := w.add("cart", choice)
	times := cart.Checked[0].Quote.PickupTransfer().Times
	if strings.Join(times, " ") != "07:00 07:30 08:00" {
		t.Errorf("ten hours until 18:00 begin at %v", times)
	}
	if _, missing := w.tryCheckout(cart); missing != "pickup.time" {
		t.Errorf("requires %q", missing)
	}
	choice.Pickup.Time = "07:30"
	_, err := w.ChangeItem(w.ctx, wayfare, "cart", cart.Items[0].ID, choice)
	w.must(err)
	o, missing := w.tryCheckout(cart)
	if missing != "" {
		t.Fatalf("requires %q", missing)
	}
	if d := o.Bookings[0].Detail; placeText(&d) != "07:30 Any hotel in Dubai Rove" {
		t.Errorf("the booking has %q", placeText(&d))
	}

	// Each pickup can be booked until four hours before it, and the day until four hours before the last.
	w.advance(time.Date(2026, 12, 4, 23, 10, 0, 0, time.UTC).Sub(w.now))
	if times := w.cart("cart").Checked[0].Quote.PickupTransfer().Times; strings.Join(times, " ") != "07:30 08:00" {
		t.Errorf("at 3:10 one can still choose %v", times)
	}
	slots := func() booking.AvailabilityStatus {
		t.Helper()
		d, err := w.Slots(w.ctx, wayfare, "dunes", "shared", day, 0)
		w.must(err)
		return d.Slots[0].Status
	}
	if status := slots(); !status.Bookable() {
		t.Errorf("the day is %s before the last pickup closes", status)
	}
	w.advance(time.Hour)
	if status := slots(); status != booking.Closed {
		t.Errorf("the day is %s, without a possible pickup", status)
	}
}

func TestPickupCanBeChangedUntilBookingCloses(t *testing.T) {
	w := newWorld(t)
	w.catalog.add(productWithPickup())
	choice := choiceWithPickup(2)
	o := w.order("cart", booking.Card, choice)
	w.pay(o, goodCard)
	o = w.settleOrder(o)
	move := func(to booking.Place) (booking.Order, error) {
		return w.ChangeTransfers(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID, to, booking.Place{})
	}
	places, err := w.TransfersOf(w.ctx, wayfare, visitorWithCart("cart"), o.ID, o.Bookings[0].ID)
	w.must(err)
	// Booking of 15:00 in Dubai closes four hours before.
	if until := time.Date(2026, 12, 5, 7, 0, 0, 0, time.UTC); !places.Until.Equal(until) ||
		places.Pickup.Address != "Rove" {
		t.Errorf("until %s: %+v", places.Until, places.Pickup.Place)
	}
	_, err = move(booking.Place{})
	w.wantFault(err, fault.Invalid, "pickup.point required")
	moved, err := move(booking.Place{Point: "car-park"})
	w.must(err)
	d := moved.Bookings[0].Detail
	if placeText(&d) != "14:30 Car park of the mall" || d.DropOff.Title != "Car park of the mall" || d.Changes != 1 {
		t.Errorf("%q, left at %+v, %d changes", placeText(&d), d.DropOff, d.Changes)
	}
	if again, err := move(booking.Place{Point: "car-park"}); err != nil || again.Bookings[0].Detail.Changes != 1 {
		t.Errorf("the same again: %v, %d changes", err, again.Bookings[0].Detail.Changes)
	}
	if list := w.notices(moved); list[len(list)-1] != string(notice.BookingChanged)+" 0" ||
		strings.Count(strings.Join(list, " "), "changed") != 1 {
		t.Errorf("notices %q", list)
	}
	_, err = w.ChangeTransfers(w.ctx, wayfare, visitorWithCart("other"), o.ID, o.Bookings[0].ID,
		booking.Place{Point: "car-park"},
		booking.Place{})
	w.wantFault(err, fault.NotFound)
	w.advance(places.Until.Sub(w.clock()))
	_, err = move(booking.Place{Point: "marina", Address: "Rove"})
	w.wantFault(err, fault.NotPossible)
}

func TestPickupAfterMidnightIsOnTheNextDate(t *testing.T) {
	w := newWorld(t)
	p := dunes()
	p.AvailabilityType = "OPENING_HOURS"
	p.Duration.Minutes = 60
	p.Pickup = &payload.Transfer{Included: true, AddressRequired: true}
	p.Options[0].Schedule = payload.Schedule{Seasons: []payload.Season{{Weekdays: everyDay,
		OpeningHours: []payload.Hours{{From: "18:00", To: "02:00"}}}}}
	w.catalog.add(p)
	for clock, want := range map[string]string{
		"23:30": "2026-12-05T23:30:00+04:00", "00:30": "2026-12-06T00:30:00+04:00",
	} {
		c := dunesChoice(day, "", 1)
		c.Pickup = booking.Place{Address: "Rove", Time: clock}
		o := w.paidOrder("cart "+clock, c)
		if at := o.Bookings[0].ReadyAt().In(zone("Asia/Dubai")).Format(time.RFC3339); at != want {
			t.Errorf("a pickup at %s is at %s", clock, at)
		}
	}
}

func TestPickupThatIsNotBeforeAnOpenedStartHasNoTime(t *testing.T) {
	p := productWithPickup()
	p.Pickup.Points = append(p.Pickup.Points, payload.Point{ID: "gate", Name: "Gate 4", Time: "14:15", Exact: true})
	p.DropOff.Points = []payload.Point{{ID: "mall", Name: "The mall", Time: "21:00"}}
	for _, c := range []struct{ start, point, want string }{
		{"11:00", "gate", "Gate 4"},
		{"11:00", "car-park", "10:30 Car park of the mall"},
		{"00:15", "car-park", "Car park of the mall"}, // 23:45 is on the day before
		{"18:00", "gate", "14:15 Gate 4"},
	} {
		w := newWorld(t)
		w.catalog.add(p)
		w.override(dunesSlot(day, c.start), booking.DepartureChange{Act: booking.ActOpen})
		choice := dunesChoice(day, c.start, 1)
		choice.Pickup, choice.DropOff = booking.Place{Point: c.point}, booking.Place{Point: "mall"}
		order, missing := w.tryCheckout(w.add("cart", choice))
		if missing != "" {
			t.Fatalf("the start at %s lacks %s", c.start, missing)
		}
		k := &order.Bookings[0]
		if got := placeText(&k.Detail); got != c.want {
			t.Errorf("the start at %s collects at %q, want %q", c.start, got, c.want)
		}
		if got := k.Detail.DropOff.Time; got != "21:00" {
			t.Errorf("the start at %s is left at %q", c.start, got)
		}
		if k.ReadyAt().After(k.StartsAt) {
			t.Errorf("the travellers of %s are ready at %s", c.start, k.ReadyAt())
		}
	}
}
