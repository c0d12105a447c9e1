package storetest

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

var limits = []promise{
	{"unpaid seats are summed by the outcome of their orders", unpaidSums},
	{"seat holders of a moved order hold its new seats", unpaidMoves},
	{"concurrent orders of one holder count each other's seats", unpaidRaces},
	{"abandoned carts are purged", purgesAbandoned},
	{"unpaid orders are purged with their mails, and no others", purgesUnpaid},
	{"seat holders are deleted when they no longer count", purgesHolders},
	{"more rows than one batch are purged", purgesManyRows},
}

var heldSlot = booking.Slot{Product: "dunes", Option: "shared", Date: "2026-12-05", StartTime: "15:00"}

// unpaidOrder returns an order with a number of unpaid seats.
func unpaidOrder(at time.Time, seats int) booking.Order {
	o := sparseOrder("wayfare", fmt.Sprint("cart ", nextNumber()), "key")
	o.Open, o.CreatedAt, o.Total, o.Method, o.Payment.Status = true, at, 100, booking.PayLater, booking.PaymentDue
	o.Bookings = []booking.Booking{{
		ID: o.ID + "-1", Status: booking.Pending, Choice: booking.Choice{Product: heldSlot.Product,
			Date: heldSlot.Date},
		Seats: []booking.Demand{{Slot: heldSlot, Seats: seats, Capacity: 12}},
	}}
	return o
}

// insertUnpaid inserts an order with its holders, and saves its later states.
func insertUnpaid(
	t testing.TB, s Store, holder string, o booking.Order, changes ...func(*booking.Order),
) booking.Order {
	t.Helper()
	do(t, s, func(tx booking.Tx) error {
		if err := tx.InsertOrder(ctx, o); err != nil {
			return err
		}
		return tx.InsertSeatHolders(ctx, &o, []string{holder, "other " + holder})
	})
	for _, change := range changes {
		do(t, s, func(tx booking.Tx) (err error) {
			if o, err = tx.Order(ctx, o.ID); err != nil {
				return err
			}
			change(&o)
			return tx.SaveOrder(ctx, o)
		})
	}
	return o
}

// The states of orders.
func lapse(o *booking.Order) {
	o.Open, o.Payment.Status, o.Bookings[0].Status = false, booking.PaymentFailed, booking.Expired
}

// abandon is a checkout by card that was abandoned.
func abandon(o *booking.Order) {
	o.Method = booking.Card
	lapse(o)
}

func pay(o *booking.Order) {
	o.Open, o.Payment.Status, o.Payment.Captured, o.Bookings[0].Status = false, booking.PaymentCaptured, 100,
		booking.Confirmed
}

func payAtStart(o *booking.Order) { o.Open = false }
func supersede(o *booking.Order)  { o.Superseded = true }
func cancel(o *booking.Order)     { o.Bookings[0].Status = booking.Cancelled }

func unpaidOf(t testing.TB, s Store, holder string) (u booking.UnpaidSeats) {
	t.Helper()
	do(t, s, func(tx booking.Tx) (err error) {
		u, err = tx.UnpaidSeats(ctx, holder, noon.Add(-24*time.Hour))
		return err
	})
	return u
}

func unpaidSums(t *testing.T, s Store) {
	old := noon.Add(-48 * time.Hour)
	insertUnpaid(t, s, "a", unpaidOrder(noon, 1))
	insertUnpaid(t, s, "a", unpaidOrder(old, 2), payAtStart) // to be paid at the start
	insertUnpaid(t, s, "a", unpaidOrder(noon, 4), lapse)
	insertUnpaid(t, s, "a", unpaidOrder(old, 8), lapse)
	insertUnpaid(t, s, "a", unpaidOrder(noon, 16), pay)
	insertUnpaid(t, s, "a", unpaidOrder(old, 32), pay)
	insertUnpaid(t, s, "b", unpaidOrder(noon, 64))
	insertUnpaid(t, s, "a", unpaidOrder(noon, 128), supersede)
	insertUnpaid(t, s, "a", unpaidOrder(noon, 256), cancel)
	past := unpaidOrder(noon, 512)
	past.Bookings[0].Seats[0].Date = "2026-11-01"
	insertUnpaid(t, s, "a", past)
	wantEqual(t, unpaidOf(t, s, "a"), booking.UnpaidSeats{Held: map[booking.Slot]int{heldSlot: 3}, Orders: 2,
		Recent: 1 + 4 + 256, Paid: 16})
	wantEqual(t, unpaidOf(t, s, "none"), booking.UnpaidSeats{Held: map[booking.Slot]int{}})

	long := unpaidOrder(noon, 1)
	ended := heldSlot
	ended.Date = "2026-11-01"
	long.Bookings[0].Seats = append(long.Bookings[0].Seats, booking.Demand{Slot: ended, Seats: 1, Capacity: 12})
	insertUnpaid(t, s, "c", long)
	wantEqual(t, unpaidOf(t, s, "c"),
		booking.UnpaidSeats{Held: map[booking.Slot]int{heldSlot: 1}, Orders: 1, Recent: 1})
}

func unpaidMoves(t *testing.T, s Store) {
	o := insertUnpaid(t, s, "a", unpaidOrder(noon, 2))
	insertUnpaid(t, s, "a", unpaidOrder(noon, 1))
	to := heldSlot
	to.Date = "2026-12-06"
	do(t, s, func(tx booking.Tx) (err error) {
		if o, err = tx.Order(ctx, o.ID); err != nil {
			return err
		}
		holders, err := tx.DeleteSeatHolders(ctx, o.ID)
		if err != nil {
			return err
		}
		wantEqual(t, holders, []string{"a", "other a"})
		u, err := tx.UnpaidSeats(ctx, "a", noon.Add(-24*time.Hour))
		if err != nil {
			return err
		}
		wantEqual(t, u, booking.UnpaidSeats{Held: map[booking.Slot]int{heldSlot: 1}, Orders: 1, Recent: 1})
		o.Bookings[0].Seats = []booking.Demand{{Slot: to, Seats: 2, Capacity: 12}}
		if err := tx.InsertSeatHolders(ctx, &o, append(holders, "b")); err != nil {
			return err
		}
		return tx.SaveOrder(ctx, o)
	})
	moved := booking.UnpaidSeats{Held: map[booking.Slot]int{to: 2}, Orders: 1, Recent: 2}
	wantEqual(t, unpaidOf(t, s, "b"), moved)
	moved.Held[heldSlot], moved.Orders, moved.Recent = 1, 2, 3
	wantEqual(t, unpaidOf(t, s, "a"), moved)
	wantEqual(t, unpaidOf(t, s, "other a"), moved)
	do(t, s, func(tx booking.Tx) error {
		holders, err := tx.DeleteSeatHolders(ctx, "none")
		if len(holders) != 0 {
			t.Errorf("%v have the seats of no order", holders)
		}
		return err
	})
}

func unpaidRaces(t *testing.T, s Store) {
	var most atomic.Int64
	Race(20, fault.SoldOut, warmUp(s), func(int) error {
		return s.Do(ctx, func(tx booking.Tx) error {
			u, err := tx.UnpaidSeats(ctx, "a", noon.Add(-24*time.Hour))
			if err != nil {
				return err
			}
			if u.Orders >= 5 {
				return fault.New(fault.SoldOut, "There are enough.")
			}
			most.Store(max(most.Load(), int64(u.Orders)))
			o := unpaidOrder(noon, 1)
			if err := tx.InsertOrder(ctx, o); err != nil {
				return err
			}
			return tx.InsertSeatHolders(ctx, &o, []string{"a"})
		})
	}).want(t, 5, 15)
	if got := unpaidOf(t, s, "a"); got.Orders != 5 || most.Load() != 4 {
		t.Errorf("%+v, the last had seen %d", got, most.Load())
	}
}

func purgesAbandoned(t *testing.T, s Store) {
	before, after := noon.Add(-time.Hour), noon.Add(time.Hour)
	for id, at := range map[string]time.Time{"old": before, "young": after} {
		do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, booking.Cart{ID: id, UpdatedAt: at}) })
	}
	got, err := s.Purge(ctx, sqlstore.Expiry{Now: noon, Carts: noon})
	if err != nil || got.Carts != 1 || got.Orders != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	wantFault(t, errOf(s.Read().Cart(ctx, "old")), fault.NotFound)
	if _, err := s.Read().Cart(ctx, "young"); err != nil {
		t.Error(err)
	}
}

// purgesUnpaid purges a month after the date of all orders but those that say otherwise.
func purgesUnpaid(t *testing.T, s Store) {
	later := noon.AddDate(0, 2, 0)
	toCome := func(o *booking.Order) { o.Bookings[0].Choice.Date = "2027-06-01" }
	tried := func(o *booking.Order) { o.PaymentAttempted = true }
	status := func(p booking.PaymentStatus, b booking.BookingStatus) func(*booking.Order) {
		return func(o *booking.Order) { o.Open, o.Payment.Status, o.Bookings[0].Status = false, p, b }
	}
	of := func(changes ...func(*booking.Order)) booking.Order {
		o := unpaidOrder(noon, 1)
		o.Payment.SessionID = ""
		for _, change := range changes {
			change(&o)
		}
		return o
	}
	disputed := func(o *booking.Order) { o.Payment.Dispute.Status = "lost" }
	young := of(abandon)
	young.CreatedAt = later
	kept := map[string]booking.Order{
		"reserved":             of(),
		"reserved and at rest": of(payAtStart),
		"under way": of(func(o *booking.Order) {
			o.Method, o.Payment.Status = booking.Card,
				booking.PaymentNone
		}),
		"young":                      young,
		"paid":                       of(pay),
		"paid and cancelled":         of(pay, cancel),
		"disputed":                   of(pay, cancel, disputed),
		"reserved at the bank":       of(status(booking.PaymentAuthorised, booking.Pending)),
		"released at the bank":       of(status(booking.PaymentVoided, booking.Rejected)),
		"refunded":                   of(status(booking.PaymentRefunded, booking.Cancelled)),
		"to be refunded":             of(status(booking.PaymentRefundPending, booking.Cancelled)),
		"not refunded":               of(status(booking.PaymentRefundFailed, booking.Cancelled)),
		"lapsed, of a day to come":   of(lapse, toCome),
		"declined, of a day to come": of(abandon, tried, toCome),
		"left with seats":            of(abandon, func(o *booking.Order) { o.Bookings[0].Status = booking.Pending }),
		"left while it still waits":  of(abandon, func(o *booking.Order) { o.Open = true }),
		"partly paid in cash, and cancelled": of(lapse, func(o *booking.Order) {
			o.Payment.Records = []booking.Record{{Kind: booking.RecordedPayment, Amount: 50, At: noon}}
		}),
	}
	gone := map[string]booking.Order{
		"left": of(abandon), "left, of a day to come": of(abandon, toCome), "declined": of(abandon,
			tried), "lapsed": of(lapse),
	}
	for _, all := range []map[string]booking.Order{kept, gone} {
		for name, o := range all {
			insertUnpaid(t, s, "a", o)
			do(t, s, func(tx booking.Tx) error {
				return tx.NotifyLater(ctx, notice.Notice{Kind: notice.OrderFailed, Subject: o.ID,
					To: name + "@example.com"})
			})
		}
	}
	got, err := s.Purge(ctx, sqlstore.Expiry{Now: noon, Unpaid: later.Add(-time.Hour)})
	if err != nil || got.Orders != int64(len(gone)) {
		t.Errorf("%+v, %v", got, err)
	}
	for name, o := range kept {
		if _, err := s.Read().Order(ctx, o.ID); err != nil {
			t.Errorf("the order that is %s: %v", name, err)
		}
		if mails, err := s.Deliveries().DeliveriesOf(ctx, o.ID); err != nil || len(mails) != 1 {
			t.Errorf("the order that is %s has %d mails, %v", name, len(mails), err)
		}
	}
	for name, o := range gone {
		if _, err := s.Read().Order(ctx, o.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("the order that is %s: %v", name, err)
		}
		if mails, err := s.Deliveries().DeliveriesOf(ctx, o.ID); err != nil || len(mails) != 0 {
			t.Errorf("the order that is %s has %d mails, %v", name, len(mails), err)
		}
	}
}

// purgesHolders deletes the holders of an order's seats: a while after they were released or paid for, or after their
// date.
func purgesHolders(t *testing.T, s Store) {
	o := unpaidOrder(noon, 1)
	o.Bookings[0].Seats[0].Date = "2026-12-20"
	insertUnpaid(t, s, "a", o, payAtStart)
	insertUnpaid(t, s, "b", unpaidOrder(noon, 1), lapse)
	insertUnpaid(t, s, "c", unpaidOrder(noon, 1), pay)
	seen := func() (n [3]int) {
		for i, holder := range []string{"a", "b", "c"} {
			u := unpaidOf(t, s, holder)
			n[i] = u.Recent + u.Paid
		}
		return n
	}
	for _, step := range []struct {
		now  time.Time
		want [3]int
	}{
		{noon.Add(time.Hour), [3]int{1, 1, 1}},
		{noon.Add(72 * time.Hour), [3]int{1, 0, 0}},
		{time.Date(2026, 12, 23, 0, 0, 0, 0, time.UTC), [3]int{}},
	} {
		if _, err := s.Purge(ctx, sqlstore.Expiry{Now: step.now}); err != nil {
			t.Fatal(err)
		}
		if got := seen(); got != step.want {
			t.Errorf("at %v %v, want %v", step.now, got, step.want)
		}
	}
}

func purgesManyRows(t *testing.T, s Store) {
	const n = 1200
	do(t, s, func(tx booking.Tx) error {
		for i := range n {
			if err := tx.SaveCart(ctx, booking.Cart{ID: fmt.Sprint(i), UpdatedAt: noon}); err != nil {
				return err
			}
		}
		return nil
	})
	if got, err := s.Purge(ctx, sqlstore.Expiry{Now: noon, Carts: noon.Add(time.Second)}); err != nil ||
		got.Carts != n {
		t.Errorf("%+v, %v", got, err)
	}
}
