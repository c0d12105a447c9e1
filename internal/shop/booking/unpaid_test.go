package booking_test

import (
	"fmt"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

// manyVisitors is a shop with limits. Each checkout is another visitor's, of one network unless from is set.
type manyVisitors struct {
	*world
	n int
}

func newCrowd(t *testing.T, limits booking.UnpaidLimits, capacity int) *manyVisitors {
	w := newWorld(t)
	w.unpaid = limits
	w.Service = w.serviceWith(w.sandbox)
	p := dunes()
	p.Options[0].Capacity, p.Options[0].MaxTravellers = capacity, capacity
	for i := range p.Options[0].Units {
		p.Options[0].Units[i].Max = capacity
	}
	w.catalog.add(p)
	w.from = booking.Origin{Network: "192.0.2.7", WideNetwork: "192.0.2.0/24"}
	return &manyVisitors{world: w}
}

// take has another visitor check out some seats.
func (c *manyVisitors) take(method booking.Method, on booking.Choice) (booking.Order, error) {
	c.t.Helper()
	c.n++
	cart := fmt.Sprint("cart ", c.n)
	c.buyer.Email, c.buyer.Phone = fmt.Sprintf("visitor%d@example.com", c.n), fmt.Sprintf("50%07d", 1000000+c.n)
	_, err := c.AddItem(c.ctx, wayfare, cart, on)
	c.must(err)
	return c.checkout(cart, method)
}

func (c *manyVisitors) taken(method booking.Method, on booking.Choice) booking.Order {
	c.t.Helper()
	o, err := c.take(method, on)
	c.must(err)
	return o
}

func TestNetworkHoldsALimitedShareOfADepartureUnpaid(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Share: 50}, 8)
	c.taken(booking.PayLater, dunesChoice(day, afternoon, 3))
	_, err := c.take(booking.Card, dunesChoice(day, afternoon, 2)) // 5 of 8
	c.wantFault(err, fault.TooManyUnpaid)
	if e := fault.Of(err); e.RetryAfter < time.Minute {
		t.Errorf("to be tried again after %v", e.RetryAfter)
	}
	c.taken(booking.Card, dunesChoice(day, afternoon, 1))
	c.taken(booking.Card, dunesChoice(day, "16:00", 6)) // the first party of another departure is admitted whole

	c.from.Network = "192.0.2.8"
	paid := c.taken(booking.Card, dunesChoice(day, afternoon, 2))
	c.pay(paid, goodCard)
	c.settleOrder(paid)
	if left := c.vacancies(day, afternoon); left != 2 {
		t.Errorf("%d seats are left, want 2", left)
	}
}

func TestPaidSeatsRaiseTheLimitOfANetwork(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Share: 50, Seats: 4}, 12)
	for range 5 {
		o := c.taken(booking.Card, dunesChoice(day, afternoon, 2))
		c.pay(o, goodCard)
		c.settleOrder(o)
	}
	// With 10 seats paid, 4 and 20 more may be left unpaid.
	for i := range 6 {
		c.taken(booking.Card, dunesChoice(fmt.Sprintf("2026-12-1%d", i), afternoon, 4))
	}
	_, err := c.take(booking.Card, dunesChoice("2026-12-18", afternoon, 1))
	c.wantFault(err, fault.TooManyUnpaid)
	c.advance(24 * time.Hour)
	c.taken(booking.Card, dunesChoice("2026-12-18", afternoon, 1))
}

func TestExpiredHoldsStillCountTowardsTheLimit(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Seats: 6}, 12)
	for range 3 {
		o := c.taken(booking.Card, dunesChoice(day, afternoon, 2))
		c.advance(2 * time.Hour)
		c.settleOrder(o)
	}
	_, err := c.take(booking.Card, dunesChoice(day, afternoon, 1))
	c.wantFault(err, fault.TooManyUnpaid)
	c.from.Network = "192.0.2.8"
	c.taken(booking.Card, dunesChoice(day, afternoon, 2))
}

func TestWideNetworkHasALimitOfItsOwn(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Seats: 3}, 100)
	for i := range 12 {
		c.from.Network = fmt.Sprint("192.0.2.", i)
		c.taken(booking.Card, dunesChoice(day, afternoon, 1))
	}
	c.from.Network = "192.0.2.99"
	_, err := c.take(booking.Card, dunesChoice(day, afternoon, 1))
	c.wantFault(err, fault.TooManyUnpaid)
	c.from.Account = "amina@example.com" // is known, and counts alone
	c.taken(booking.Card, dunesChoice(day, afternoon, 3))
	_, err = c.take(booking.Card, dunesChoice(day, afternoon, 1))
	c.wantFault(err, fault.TooManyUnpaid)
}

func TestReplacedUnpaidOrderDoesNotCountTwice(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Share: 50, Seats: 4, Orders: 1}, 8)
	c.taken(booking.Card, dunesChoice(day, afternoon, 4))
	for range 3 {
		_, err := c.checkout("cart 1", booking.Card)
		c.must(err)
	}
}

func TestEmailAddressAndPhoneHaveFewUnpaidOrders(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Orders: 2}, 100)
	for i := range 2 {
		c.taken(booking.PayLater, dunesChoice(day, afternoon, 1))
		c.buyer = amina
		cart := fmt.Sprint("amina ", i)
		_, err := c.AddItem(c.ctx, wayfare, cart, dunesChoice(day, afternoon, 1))
		c.must(err)
		_, err = c.checkout(cart, booking.PayLater)
		c.must(err)
	}
	again := func(buyer booking.Buyer) error {
		c.n++
		c.buyer = buyer
		cart := fmt.Sprint("again ", c.n)
		_, err := c.AddItem(c.ctx, wayfare, cart, dunesChoice(day, afternoon, 1))
		c.must(err)
		_, err = c.checkout(cart, booking.PayLater)
		return err
	}
	sameAddress, samePhone := amina, amina
	sameAddress.Email, sameAddress.Phone = "Amina+2@Example.com", "509999999"
	samePhone.Email, samePhone.Phone = "another@example.com", "050 123 4567"
	c.wantFault(again(sameAddress), fault.TooManyUnpaid)
	c.wantFault(again(samePhone), fault.TooManyUnpaid)
	neither := samePhone
	neither.Phone = "508888888"
	c.must(again(neither))

	c.from.Account = amina.Email // signed in, whatever others have done with the address
	c.must(again(amina))
	c.must(again(amina))
	c.wantFault(again(amina), fault.TooManyUnpaid)
}

func TestFreeOptionsAreLimitedAndFullDiscountsAreNot(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Seats: 2}, 100)
	c.must(c.NewPromoCode(c.ctx, booking.PromoCode{Deployment: "wayfare", Code: "GIFT", Percent: 100}))
	for i := range 5 {
		cart := fmt.Sprint("gift ", i)
		_, err := c.AddItem(c.ctx, wayfare, cart, dunesChoice(day, afternoon, 2))
		c.must(err)
		_, err = c.ApplyPromo(c.ctx, wayfare, cart, "GIFT")
		c.must(err)
		_, err = c.checkout(cart, booking.Card)
		c.must(err)
	}
	free := dunes()
	free.Options[0].Capacity, free.Options[0].MaxTravellers = 100, 100
	for i := range free.Options[0].Units {
		free.Options[0].Units[i].Price, free.Options[0].Units[i].OriginalPrice = 0, 0
	}
	c.catalog.add(free)
	c.taken(booking.Card, dunesChoice(day, afternoon, 2))
	_, err := c.take(booking.Card, dunesChoice(day, afternoon, 1))
	c.wantFault(err, fault.TooManyUnpaid)
}

func TestSeatsToBePaidAtTheStartCountUntilTheirDate(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Share: 50, Orders: 1}, 8)
	c.catalog["dunes"].PayLater = &payload.PayLaterTerms{AtStart: true}
	c.settleOrder(c.taken(booking.PayLater, dunesChoice(day, afternoon, 3)))
	first := c.buyer
	c.advance(3 * 24 * time.Hour)
	_, err := c.take(booking.PayLater, dunesChoice(day, afternoon, 2)) // 5 of 8
	c.wantFault(err, fault.TooManyUnpaid)
	again := func(cart, day string) error {
		c.buyer = first
		_, err := c.AddItem(c.ctx, wayfare, cart, dunesChoice(day, afternoon, 1))
		c.must(err)
		_, err = c.checkout(cart, booking.PayLater)
		return err
	}
	c.wantFault(again("before", "2026-12-09"), fault.TooManyUnpaid)
	c.advance(15 * 24 * time.Hour) // two days after the tour, without a recorded payment
	c.must(again("after", "2026-12-20"))
}

func TestFewPartiesHoldAWholeDepartureUnpaid(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Share: 50, Seats: 40}, 8)
	first := c.taken(booking.Card, dunesChoice("2026-12-01", afternoon, 8))
	c.taken(booking.Card, dunesChoice("2026-12-02", afternoon, 8))
	_, err := c.take(booking.Card, dunesChoice("2026-12-03", afternoon, 8)) // 24 of the 20 that whole parties may hold
	c.wantFault(err, fault.TooManyUnpaid)
	c.taken(booking.Card, dunesChoice("2026-12-03", afternoon, 4))
	c.pay(first, goodCard)
	c.settleOrder(first)
	c.taken(booking.Card, dunesChoice("2026-12-04", afternoon, 8))
	c.from.Network = "192.0.2.8"
	c.taken(booking.Card, dunesChoice("2026-12-05", afternoon, 8))
}

func TestReleasedSeatsLeaveRoomForWholeParties(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Share: 50, Seats: 40}, 8)
	for _, day := range []string{"2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"} {
		o := c.taken(booking.Card, dunesChoice(day, afternoon, 8))
		c.advance(2 * time.Hour)
		c.settleOrder(o)
	}
}

func TestNewAccountsShareTheLimitOfTheirNetwork(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Share: 50, Seats: 4}, 8)
	c.taken(booking.PayLater, dunesChoice(day, afternoon, 4))
	_, err := c.take(booking.PayLater, dunesChoice(day, afternoon, 1))
	c.wantFault(err, fault.TooManyUnpaid)
	for i, want := range []bool{true, true, false} {
		c.from.Account = fmt.Sprintf("account%d@example.com", i)
		_, err := c.take(booking.PayLater, dunesChoice(day, afternoon, 1))
		if (err == nil) != want {
			t.Errorf("account %d: %v", i, err) // two more are 6 of 8
		}
	}
	_, err = c.take(booking.PayLater, dunesChoice("2026-12-06", afternoon, 3)) // 9 of 8 seats in a day
	c.wantFault(err, fault.TooManyUnpaid)
	c.from.Network = "192.0.2.8"
	c.taken(booking.PayLater, dunesChoice(day, afternoon, 1))
}

func TestMovedReservationCountsForItsNewDeparture(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Share: 50}, 4)
	c.taken(booking.PayLater, dunesChoice(day, afternoon, 2))
	o := c.taken(booking.PayLater, dunesChoice(nextDay, afternoon, 2))
	_, err := c.moveFirstBooking(o, booking.Move{Date: day}, 0) // 4 of 4
	c.wantFault(err, fault.TooManyUnpaid)
	moved, err := c.moveFirstBooking(o, booking.Move{Date: "2026-12-07"}, 0)
	c.must(err)
	_, err = c.take(booking.PayLater, dunesChoice("2026-12-07", afternoon, 1)) // 3 of 4
	c.wantFault(err, fault.TooManyUnpaid)
	c.taken(booking.PayLater, dunesChoice(nextDay, afternoon, 2))
	_, err = c.moveFirstBooking(moved, booking.Move{Units: adults(1)}, -39500)
	c.must(err)
	c.taken(booking.PayLater, dunesChoice("2026-12-07", afternoon, 1))

	c.from.Network = "192.0.2.8" // which is unknown
	moved, err = c.moveFirstBooking(o, booking.Move{Date: day}, 0)
	c.must(err)
	c.from.Network = "192.0.2.7"
	_, err = c.take(booking.PayLater, dunesChoice(day, afternoon, 1)) // the network still has the booking too
	c.wantFault(err, fault.TooManyUnpaid)
	if c.vacancies(day, afternoon) != 1 || moved.Bookings[0].Choice.Date != day {
		t.Errorf("%d seats are free", c.vacancies(day, afternoon))
	}
}

func TestOperatorMovesAreNotLimitedAsUnpaid(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Share: 50, Orders: 1}, 4)
	c.taken(booking.PayLater, dunesChoice(day, afternoon, 2))
	o := c.taken(booking.PayLater, dunesChoice(nextDay, afternoon, 2))
	_, err := c.MoveByOperator(c.ctx, o.ID, o.Bookings[0].ID, booking.Move{Date: day, From: c.from},
		booking.MoveRules{}, 0)
	c.must(err)
}

func TestSeatsOfAnUnpaidMoveCountUntilPaid(t *testing.T) {
	c := newCrowd(t, booking.UnpaidLimits{Share: 50}, 4)
	o := c.taken(booking.Card, dunesChoice(day, afternoon, 1))
	c.pay(o, goodCard)
	o = c.settleOrder(o)
	c.taken(booking.PayLater, dunesChoice(nextDay, afternoon, 2))
	two := booking.Move{Date: nextDay, Units: adults(2)}
	_, err := c.moveFirstBooking(o, two, 39500) // 4 of 4, and one seat is paid
	c.wantFault(err, fault.TooManyUnpaid)
	two.Date = "2026-12-07"
	waiting, err := c.moveFirstBooking(o, two, 39500)
	c.must(err)
	_, err = c.take(booking.PayLater, dunesChoice("2026-12-07", afternoon, 2))
	c.wantFault(err, fault.TooManyUnpaid)
	extra := c.supplementOf(waiting)
	c.pay(extra, goodCard)
	c.settleOrder(extra)
	c.taken(booking.PayLater, dunesChoice("2026-12-07", afternoon, 2))
}
