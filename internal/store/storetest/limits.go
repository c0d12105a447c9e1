package storetest

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/booking"
	"storefront/internal/fault"
	"storefront/internal/store/sqlstore"
)

var limits = []promise{
	{"seats are summed by what became of their orders", unpaidSums},
	{"two orders of one holder see each other's seats", unpaidRaces},
	{"carts and orders that were only left are purged, and nothing else", purgesLeft},
	{"more than a batch is purged", purgesMuch},
}

// holding is an order of some seats.
func holding(status booking.PaymentStatus, open bool, at time.Time, seats int) booking.Order {
	o := sparseOrder("wayfare", fmt.Sprint("cart ", number()), "key")
	o.Open, o.CreatedAt, o.Total, o.Payment.Status = open, at, 100, status
	slot := booking.Slot{Product: "dunes", Option: "shared", Day: "2026-12-05", StartTime: "15:00"}
	o.Bookings = []booking.Booking{{ID: o.ID + "-1", Status: booking.Pending, Seats: []booking.Demand{{Slot: slot, Seats: seats, Capacity: 12}}}}
	return o
}

func hold(t testing.TB, s Store, holder string, o booking.Order) booking.Order {
	t.Helper()
	do(t, s, func(tx booking.Tx) error {
		if err := tx.InsertOrder(ctx, o); err != nil {
			return err
		}
		return tx.InsertUnpaid(ctx, &o, []string{holder, "other " + holder})
	})
	return o
}

func unpaidOf(t testing.TB, s Store, holder string) (u booking.Unpaid) {
	t.Helper()
	do(t, s, func(tx booking.Tx) (err error) {
		u, err = tx.Unpaid(ctx, holder, noon.Add(-24*time.Hour))
		return err
	})
	return u
}

func unpaidSums(t *testing.T, s Store) {
	old := noon.Add(-48 * time.Hour)
	hold(t, s, "a", holding(booking.PaymentDue, true, noon, 1))
	hold(t, s, "a", holding(booking.PaymentDue, true, old, 2))
	hold(t, s, "a", holding(booking.PaymentFailed, false, noon, 4))
	hold(t, s, "a", holding(booking.PaymentFailed, false, old, 8))
	hold(t, s, "a", holding(booking.PaymentCaptured, true, noon, 16))
	hold(t, s, "a", holding(booking.PaymentCaptured, true, old, 32))
	hold(t, s, "b", holding(booking.PaymentDue, true, noon, 64))
	replaced := hold(t, s, "a", holding(booking.PaymentDue, true, noon, 128))
	paid := hold(t, s, "a", holding(booking.PaymentNone, true, noon, 256))
	do(t, s, func(tx booking.Tx) error {
		replaced.Superseded = true
		paid.Payment.Status = booking.PaymentAuthorised
		if err := tx.SaveOrder(ctx, replaced); err != nil {
			return err
		}
		return tx.SaveOrder(ctx, paid)
	})
	slot := booking.Slot{Product: "dunes", Option: "shared", Day: "2026-12-05", StartTime: "15:00"}
	wantEqual(t, unpaidOf(t, s, "a"), booking.Unpaid{Open: map[booking.Slot]int{slot: 3}, Orders: 2, Recent: 5, Paid: 272})
	wantEqual(t, unpaidOf(t, s, "none"), booking.Unpaid{Open: map[booking.Slot]int{}})
}

func unpaidRaces(t *testing.T, s Store) {
	var most atomic.Int64
	Race(20, fault.SoldOut, warm(s), func(int) error {
		return s.Do(ctx, func(tx booking.Tx) error {
			u, err := tx.Unpaid(ctx, "a", noon.Add(-24*time.Hour))
			if err != nil {
				return err
			}
			if u.Orders >= 5 {
				return fault.New(fault.SoldOut, "There are enough.")
			}
			most.Store(max(most.Load(), int64(u.Orders)))
			o := holding(booking.PaymentDue, true, noon, 1)
			if err := tx.InsertOrder(ctx, o); err != nil {
				return err
			}
			return tx.InsertUnpaid(ctx, &o, []string{"a"})
		})
	}).want(t, 5, 15)
	if got := unpaidOf(t, s, "a"); got.Orders != 5 || most.Load() != 4 {
		t.Errorf("%+v, the last had seen %d", got, most.Load())
	}
}

func purgesLeft(t *testing.T, s Store) {
	old, young := noon.Add(-time.Hour), noon.Add(time.Hour)
	for id, at := range map[string]time.Time{"old": old, "young": young} {
		do(t, s, func(tx booking.Tx) error { return tx.SaveCart(ctx, booking.Cart{ID: id, UpdatedAt: at}) })
	}
	left := holding(booking.PaymentFailed, false, old, 1)
	kept := map[string]booking.Order{
		"under way": holding(booking.PaymentNone, true, old, 1), "young": holding(booking.PaymentFailed, false, young, 1),
		"paid": holding(booking.PaymentCaptured, false, old, 1), "reserved": holding(booking.PaymentDue, false, old, 1),
	}
	tried := holding(booking.PaymentFailed, false, old, 1)
	tried.Tried = true
	kept["tried"] = tried
	hold(t, s, "a", left)
	for _, o := range kept {
		hold(t, s, "a", o)
	}
	got, err := s.Purge(ctx, sqlstore.Expiry{Now: noon, Carts: noon, Unpaid: noon})
	if err != nil || got.Carts != 1 || got.Orders != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	_, err = s.Read().Cart(ctx, "old")
	wantFault(t, err, fault.NotFound)
	if _, err := s.Read().Cart(ctx, "young"); err != nil {
		t.Error(err)
	}
	_, err = s.Read().Order(ctx, left.ID)
	wantFault(t, err, fault.NotFound)
	for name, o := range kept {
		if _, err := s.Read().Order(ctx, o.ID); err != nil {
			t.Errorf("the order that is %s: %v", name, err)
		}
	}
	// Who held the seats of orders that are closed is forgotten after the day in which it counts.
	if _, err := s.Purge(ctx, sqlstore.Expiry{Now: noon.Add(72 * time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if u := unpaidOf(t, s, "a"); u.Orders != 1 || u.Paid != 0 {
		t.Errorf("%+v", u)
	}
}

func purgesMuch(t *testing.T, s Store) {
	const n = 1200
	do(t, s, func(tx booking.Tx) error {
		for i := range n {
			if err := tx.SaveCart(ctx, booking.Cart{ID: fmt.Sprint(i), UpdatedAt: noon}); err != nil {
				return err
			}
		}
		return nil
	})
	if got, err := s.Purge(ctx, sqlstore.Expiry{Now: noon, Carts: noon.Add(time.Second)}); err != nil || got.Carts != n {
		t.Errorf("%+v, %v", got, err)
	}
}
