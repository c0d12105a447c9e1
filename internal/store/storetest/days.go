package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

var days = []promise{
	{"all bookings of a date are found, and no others", bookingsOfDay},
	{"all bookings of a supplier are found, and no others", bookingsOfSupplier},
	{"a named task is done once", doneOnce},
	{"a named task is not done again for a year", staysDone},
	{"the address of a supplier's calendar can be replaced", feeds},
	{"orders are listed by creation time and deployment", ordersSince},
}

func bookingsOfDay(t *testing.T, s Store) {
	on := func(line int, product, day string) booking.Booking {
		id := fmt.Sprintf("b-%d", nextNumber())
		return booking.Booking{ID: id, Line: line, Status: booking.Confirmed,
			Choice: booking.Choice{Product: product, Date: day}}
	}
	const saturday, sunday = "2026-12-05", "2026-12-06"
	all := make([]booking.Order, 150) // more than the default limit
	for i := range all {
		all[i] = sparseOrder("wayfare", fmt.Sprintf("cart-%d", i), "key")
		all[i].Bookings = []booking.Booking{on(0, "dunes", saturday), on(1, "dunes", sunday), on(2, "museum", saturday)}
	}
	all[0].Deployment = "souk"
	all[1].Bookings = all[1].Bookings[1:2]
	all[2].Bookings = nil
	insert(t, s, all...)
	for _, c := range []struct{ deployment, product, day string }{
		{"", "", saturday}, {"", "", sunday}, {"wayfare", "", saturday}, {"souk", "", saturday},
		{"", "dunes", saturday},
		{"wayfare", "museum", saturday}, {"souk", "dunes", sunday}, {"", "", "2026-12-07"}, {"none", "", saturday},
		{"", "none", saturday},
	} {
		var want []booking.Order
		for _, o := range all {
			o.Bookings = slices.Clone(o.Bookings)
			o.Bookings = slices.DeleteFunc(o.Bookings, func(b booking.Booking) bool {
				return b.Choice.Date != c.day || c.product != "" && b.Choice.Product != c.product
			})
			if len(o.Bookings) > 0 && (c.deployment == "" || o.Deployment == c.deployment) {
				want = append(want, o)
			}
		}
		same := func(r booking.Reader) {
			got, err := r.BookingsOn(ctx, c.deployment, c.product, c.day)
			must(t, err)
			for _, orders := range [][]booking.Order{got, want} {
				slices.SortFunc(orders, func(a, b booking.Order) int { return cmp.Compare(a.ID, b.ID) })
			}
			if len(got)+len(want) > 0 {
				wantEqual(t, got, want)
			}
		}
		same(s.Read())
		do(t, s, func(tx booking.Tx) error {
			same(tx)
			return nil
		})
	}
}

func ordersSince(t *testing.T, s Store) {
	all := make([]booking.Order, 4)
	for i := range all {
		all[i] = sparseOrder("wayfare", fmt.Sprintf("cart-%d", i), "key")
		all[i].CreatedAt = noon.Add(time.Duration(i) * time.Hour)
		all[i].Buyer.Email = "Amina@Example.com"
	}
	all[1].Buyer.Email = "layla@example.com"
	insert(t, s, all...)
	for _, c := range []struct {
		filter booking.OrderFilter
		want   []int
	}{
		{booking.OrderFilter{Since: all[2].CreatedAt}, []int{3, 2}},
		{booking.OrderFilter{Since: all[1].CreatedAt, Before: all[3].CreatedAt}, []int{2, 1}},
		{booking.OrderFilter{Since: all[3].CreatedAt.Add(time.Microsecond)}, nil},
		{booking.OrderFilter{Email: "amina@example.com"}, []int{3, 2, 0}},
		{booking.OrderFilter{Email: "amina@example.com", Since: all[1].CreatedAt, Limit: 1}, []int{3}},
	} {
		var want []booking.Order
		for _, i := range c.want {
			want = append(want, all[i])
		}
		wantRead(t, want)(s.Read().Orders(ctx, c.filter))
	}
}

func bookingsOfSupplier(t *testing.T, s Store) {
	all := make([]booking.Order, 3)
	for i := range all {
		all[i] = sparseOrder("wayfare", fmt.Sprintf("cart-%d", i), "key")
		all[i].Bookings = []booking.Booking{{ID: fmt.Sprintf("b-%d", nextNumber()), Status: booking.Confirmed,
			Choice: booking.Choice{Product: "dunes", Date: fmt.Sprintf("2026-12-0%d", 5+i)},
			Detail: booking.Detail{Supplier: booking.Supplier{ID: "sands", Name: "Sands"}}}}
	}
	all[2].Bookings[0].Detail.Supplier.ID = "others"
	insert(t, s, all...)
	find := func(f booking.OrderFilter, want ...booking.Order) {
		t.Helper()
		got, err := s.Read().Orders(ctx, f)
		must(t, err)
		if len(got) != len(want) || len(got) == 1 && got[0].ID != want[0].ID {
			t.Errorf("%+v finds %d orders, want %d", f, len(got), len(want))
		}
	}
	find(booking.OrderFilter{Supplier: "sands"}, all[0], all[1])
	find(booking.OrderFilter{Supplier: "sands", FirstDay: "2026-12-06", LastDay: "2026-12-07"}, all[1])
	find(booking.OrderFilter{Supplier: "sands", FirstDay: "2026-12-07"})
	find(booking.OrderFilter{Supplier: "none"})
	do(t, s, func(tx booking.Tx) error { // of a booking that is moved to another product and day
		o, err := tx.Order(ctx, all[0].ID)
		must(t, err)
		o.Bookings[0].Detail.Supplier.ID, o.Bookings[0].Choice.Date = "others", "2026-12-20"
		return tx.SaveOrder(ctx, o)
	})
	find(booking.OrderFilter{Supplier: "sands"}, all[1])
	find(booking.OrderFilter{Supplier: "others"}, all[0], all[2])
	find(booking.OrderFilter{Supplier: "others", FirstDay: "2026-12-20"}, all[0])
}

func doneOnce(t *testing.T, s Store) {
	var firsts atomic.Int64
	var group sync.WaitGroup
	for range 10 {
		group.Go(func() {
			do(t, s, func(tx booking.Tx) error {
				first, err := tx.ClaimOnce(ctx, "list")
				if first {
					firsts.Add(1)
				}
				return err
			})
		})
	}
	group.Wait()
	do(t, s, func(tx booking.Tx) error {
		if first, err := tx.ClaimOnce(ctx, "another"); err != nil || !first {
			t.Errorf("another name is %v, %v", first, err)
		}
		return nil
	})
	if firsts.Load() != 1 {
		t.Errorf("%d transactions were the first", firsts.Load())
	}
}

// staysDone tests that the name of a task about a departure is kept until the departure can be past: departures are
// sold a year ahead.
func staysDone(t *testing.T, s Store) {
	claim := func() (first bool) {
		do(t, s, func(tx booking.Tx) (err error) {
			first, err = tx.ClaimOnce(ctx, "a conflict of a departure")
			return err
		})
		return first
	}
	claim()
	for _, step := range []struct {
		days  int
		first bool
	}{{31, false}, {366, false}, {500, true}} {
		if _, err := s.Purge(ctx, sqlstore.Expiry{Now: time.Now().AddDate(0, 0, step.days)}); err != nil {
			t.Fatal(err)
		}
		if first := claim(); first != step.first {
			t.Errorf("after %d days it is the first: %v", step.days, first)
		}
	}
}

func feeds(t *testing.T, s Store) {
	for want := range 3 {
		got, err := s.Read().FeedVersion(ctx, "sands")
		if err != nil || got != want {
			t.Errorf("version %d, %v, want %d", got, err, want)
		}
		do(t, s, func(tx booking.Tx) error { return tx.ReplaceFeed(ctx, "sands") })
	}
	if got, err := s.Read().FeedVersion(ctx, "others"); err != nil || got != 0 {
		t.Errorf("%d, %v", got, err)
	}
}
