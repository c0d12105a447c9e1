package storetest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

var orders = []promise{
	{"an inserted order is read back unchanged, by every key", ordersComeBack},
	{"an order without bookings, money or times is read back unchanged", func(t *testing.T, s Store) {
		want := booking.Order{ID: "order", Reference: "R", Deployment: "wayfare", Cart: "cart", Key: "key"}
		insert(t, s, want)
		wantRead(t, want)(s.Read().Order(ctx, want.ID))
	}},
	{"saving an order changes its mutable fields, read before or not", ordersChange},
	{"reading an unknown order fails", ordersNotFound},
	{"saving an unknown order fails", func(t *testing.T, s Store) {
		wantFault(t, s.Do(ctx, func(tx booking.Tx) error { return tx.SaveOrder(ctx, filledOrder()) }), fault.NotFound)
	}},
	{"an idempotency key makes one order of a cart", func(t *testing.T, s Store) {
		insert(t, s, sparseOrder("wayfare", "cart", "key"))
		again := sparseOrder("wayfare", "cart", "key")
		wantFault(t, s.Do(ctx, func(tx booking.Tx) error {
			return errors.Join(tx.SaveCart(ctx, booking.Cart{ID: "other"}), tx.InsertOrder(ctx, again))
		}), fault.InFlight)
		wantFault(t, errOf(s.Read().Order(ctx, again.ID)), fault.NotFound)
		wantFault(t, errOf(s.Read().Cart(ctx, "other")), fault.NotFound)
	}},
	{"an idempotency key can be used again in another cart", func(t *testing.T, s Store) {
		insert(t, s, sparseOrder("wayfare", "one", "key"), sparseOrder("wayfare", "two", "key"))
	}},
	{"a reference is unique within its deployment only", func(t *testing.T, s Store) {
		one, two := sparseOrder("wayfare", "one", "key"), sparseOrder("souk", "two", "key")
		two.Reference = one.Reference
		insert(t, s, one, two)
		third := sparseOrder("souk", "three", "key")
		third.Reference = one.Reference
		if err := s.Do(ctx, func(tx booking.Tx) error { return tx.InsertOrder(ctx, third) }); err == nil {
			t.Error("two orders of a deployment have one reference")
		}
	}},
	{"orders without a payment session are not found by an empty one", func(t *testing.T, s Store) {
		insert(t, s, sparseOrder("wayfare", "cart", "key"))
		wantFault(t, errOf(s.Read().OrderBySession(ctx, "", "")), fault.NotFound)
	}},
	{"orders are listed by filter, latest first", ordersListed},
	{"a buyer's orders are listed by carts and address, in pages", buyersOrdersListed},
}

func ordersComeBack(t *testing.T, s Store) {
	want := filledOrder()
	insert(t, s, filledOrder(), want, filledOrder())
	ways := map[string]func(booking.Reader) (booking.Order, error){
		"id":  func(r booking.Reader) (booking.Order, error) { return r.Order(ctx, want.ID) },
		"key": func(r booking.Reader) (booking.Order, error) { return r.OrderByKey(ctx, want.Cart, want.Key) },
		"reference": func(r booking.Reader) (booking.Order, error) {
			return r.OrderByReference(ctx, want.Deployment, want.Reference)
		},
		"session": func(r booking.Reader) (booking.Order, error) {
			return r.OrderBySession(ctx, want.Payment.Provider, want.Payment.SessionID)
		},
		"list": func(r booking.Reader) (booking.Order, error) {
			all, err := r.Orders(ctx, booking.OrderFilter{Deployment: want.Deployment})
			return all[0], err
		},
	}
	for way, find := range ways {
		got, err := find(s.Read())
		if err != nil {
			t.Fatalf("by %s: %v", way, err)
		}
		wantEqual(t, got, want)
		do(t, s, func(tx booking.Tx) error {
			got, err := find(tx)
			wantEqual(t, got, want)
			return err
		})
	}
}

func ordersChange(t *testing.T, s Store) {
	for _, read := range []bool{true, false} {
		order := filledOrder()
		insert(t, s, order)
		for _, change := range []func(o *booking.Order){
			func(o *booking.Order) { o.Payment = filled[booking.Payment]() },
			func(o *booking.Order) { o.Open, o.PromoUsed, o.HoldUntil = false, false, time.Time{} },
			func(o *booking.Order) { o.Bookings[1].Status = booking.Confirmed },
			func(o *booking.Order) { o.Bookings[0].Refunded, o.Bookings[1].Decision = 12_345, booking.Declined },
			func(o *booking.Order) { o.Bookings[0].StartsAt, o.Bookings[0].Seats = noon, nil },
			func(*booking.Order) {},
		} {
			change(&order)
			do(t, s, func(tx booking.Tx) error {
				if read {
					if _, err := tx.Order(ctx, order.ID); err != nil {
						return err
					}
				}
				return tx.SaveOrder(ctx, order)
			})
			wantRead(t, order)(s.Read().Order(ctx, order.ID))
		}
	}
}

func ordersNotFound(t *testing.T, s Store) {
	find := func(r booking.Reader) {
		wantFault(t, errOf(r.Order(ctx, "none")), fault.NotFound)
		wantFault(t, errOf(r.OrderByKey(ctx, "none", "none")), fault.NotFound)
		wantFault(t, errOf(r.OrderBySession(ctx, "none", "none")), fault.NotFound)
		wantFault(t, errOf(r.OrderByReference(ctx, "none", "none")), fault.NotFound)
		list, err := r.Orders(ctx, booking.OrderFilter{Deployment: "none"})
		if len(list) != 0 || err != nil {
			t.Errorf("%v, %v, want no orders", list, err)
		}
	}
	find(s.Read())
	do(t, s, func(tx booking.Tx) error {
		find(tx)
		return nil
	})
}

func ordersListed(t *testing.T, s Store) {
	all := make([]booking.Order, 4)
	for i := range all {
		all[i] = sparseOrder("wayfare", fmt.Sprintf("cart-%d", i), "key")
		all[i].CreatedAt = noon.Add(time.Duration(i) * time.Microsecond)
		all[i].Bookings = append(all[i].Bookings, booking.Booking{ID: "b", Line: 1, Status: booking.Confirmed})
	}
	all[0].Deployment = "souk"
	all[1].Open = false
	all[3].Bookings[0].Status = booking.Pending
	all[2].Buyer = booking.Buyer{FirstName: "Zoë", LastName: "Al-Hinai", Email: "Zoe@post.example", PhoneCountry: "AE",
		Phone: "050 123 4567"}
	all[1].Guest = &booking.Guest{Name: "أميرة الحدّاد", Phone: "+968 9123 4567"}
	all[2].Bookings[0].Choice.Product, all[2].Bookings[0].Choice.Date = "creek-walk", "2026-12-05"
	all[3].Bookings[0].Choice.Date, all[3].Bookings[1].Choice.Date = "2026-12-06", "2026-12-05"
	insert(t, s, all...)
	for _, c := range []struct {
		filter booking.OrderFilter
		want   []int
	}{
		{booking.OrderFilter{}, []int{3, 2, 1, 0}},
		{booking.OrderFilter{Limit: 2}, []int{3, 2}},
		{booking.OrderFilter{Deployment: "wayfare"}, []int{3, 2, 1}},
		{booking.OrderFilter{Open: true}, []int{3, 2, 0}},
		{booking.OrderFilter{Status: booking.Pending}, []int{3}},
		{booking.OrderFilter{Status: booking.Redeemed}, nil},
		{booking.OrderFilter{Before: all[2].CreatedAt}, []int{1, 0}},
		{booking.OrderFilter{Product: "creek-walk"}, []int{2}},
		{booking.OrderFilter{FirstDay: "2026-12-05", LastDay: "2026-12-05"}, []int{3, 2}},
		{booking.OrderFilter{FirstDay: "2026-12-06"}, []int{3}},
		{booking.OrderFilter{Product: "dunes", FirstDay: "2026-12-01"}, []int{3}},
		// the pending booking is of the day after
		{booking.OrderFilter{Status: booking.Pending, LastDay: "2026-12-05"}, nil},
		{booking.OrderFilter{SearchWords: booking.ParseSearchWords("zoe hina")}, []int{2}},
		{booking.OrderFilter{SearchWords: booking.ParseSearchWords("ZOE@post")}, []int{2}},
		{booking.OrderFilter{SearchWords: booking.ParseSearchWords("+971 50 123")}, []int{2}},
		{booking.OrderFilter{SearchWords: booking.ParseSearchWords("050 1234567")}, []int{2}},
		{booking.OrderFilter{SearchWords: booking.ParseSearchWords("(00968) 9123")}, []int{1}},
		{booking.OrderFilter{SearchWords: booking.ParseSearchWords("الحداد")}, []int{1}},
		{booking.OrderFilter{SearchWords: booking.ParseSearchWords("creek")}, []int{2}},
		{booking.OrderFilter{SearchWords: booking.ParseSearchWords(all[3].Reference), Limit: 1}, []int{3}},
		{booking.OrderFilter{SearchWords: booking.ParseSearchWords("zoe amina")}, nil},
		{booking.OrderFilter{SearchWords: []string{"zoe%"}}, nil},
		{booking.OrderFilter{
			Deployment: "wayfare", Open: true, Status: booking.OnHold, Before: all[3].CreatedAt, Limit: 1,
		}, []int{2}},
	} {
		var want []booking.Order
		for _, i := range c.want {
			want = append(want, all[i])
		}
		wantRead(t, want)(s.Read().Orders(ctx, c.filter))
		do(t, s, func(tx booking.Tx) error {
			got, err := tx.Orders(ctx, c.filter)
			wantEqual(t, got, want)
			return err
		})
	}
}

// buyersOrdersListed has two orders of one instant at each page boundary.
func buyersOrdersListed(t *testing.T, s Store) {
	all := make([]booking.Order, 10)
	for i := range all {
		all[i] = sparseOrder("wayfare", fmt.Sprintf("cart-%d", i), "key")
		all[i].Buyer.Email = "Amina@Example.com"
		all[i].Payment.Status = booking.PaymentCaptured
		all[i].CreatedAt = noon.Add(time.Duration(i/2) * time.Microsecond)
	}
	all[0].Buyer.Email = "amina@example.com.example"
	all[1].Payment.Status = booking.PaymentNone
	all[2].Deployment = "souk"
	all[9].Buyer.Email = "somebody@example.com"
	all[9].Cart = "user:amina"
	insert(t, s, all...)
	do(t, s, func(tx booking.Tx) error { // results follow the order as it changes
		all[8].Payment.Status = booking.PaymentNone
		return tx.SaveOrder(ctx, all[8])
	})
	slices.SortFunc(all, func(a, b booking.Order) int {
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), strings.Compare(a.ID, b.ID))
	})
	var want []string
	for _, o := range all {
		made := o.Cart == "user:amina" || o.Buyer.Email == "Amina@Example.com"
		if o.Deployment == "wayfare" && o.Payment.Status == booking.PaymentCaptured && made {
			want = append(want, o.ID)
		}
	}
	for limit := 1; limit <= len(want)+1; limit++ {
		filter := booking.OrderFilter{
			Deployment: "wayfare", ListedAsInvoice: true, Carts: []string{"none",
				"user:amina"}, Email: "amina@example.com",
			Limit: limit,
		}
		var got []string
		for page := range len(want) + 1 {
			orders, err := s.Read().Orders(ctx, filter)
			must(t, err)
			for _, o := range orders {
				got = append(got, o.ID)
				filter.Before, filter.BeforeID = o.CreatedAt, o.ID
			}
			if len(orders) < limit {
				break
			} else if page == len(want) {
				t.Fatalf("pages of %d do not end", limit)
			}
		}
		wantEqual(t, got, want)
	}
}

// OrdersSurviveMigrations reverts migrations to a version without the buyer's column, and applies them again. Seats
// that are taken survive too.
func OrdersSurviveMigrations(t *testing.T, open Open, migrations func() ([]sqlstore.Migration, error),
	down func() error) {
	const withBuyers = 5
	s := open(t)
	orders := make([]booking.Order, 5)
	for i := range orders {
		orders[i] = sparseOrder("wayfare", fmt.Sprintf("cart-%d", i), "key")
		orders[i].Buyer = booking.Buyer{FirstName: "Amina \"email\":\"", Email: "Amina@Example.com"}
		orders[i].CreatedAt = noon.Add(-time.Duration(i) * time.Hour)
	}
	orders[0].Payment.Status = booking.PaymentRefunded
	orders[1].Payment.Status = booking.PaymentNone
	orders[2].Payment.Status = booking.PaymentFailed
	orders[3].Payment.Status, orders[3].Method = booking.PaymentFailed, booking.PayLater
	// Not every database accepts these.
	orders[4].Buyer = booking.Buyer{FirstName: "A\x00\\u0000", Email: "nul@example.com"}
	insert(t, s, orders...)
	must(t, s.Do(ctx, func(tx booking.Tx) error {
		return tx.TakeSeats(ctx, []booking.Demand{{Slot: slot(1), Seats: 3, Capacity: 4}})
	}))
	must(t, s.Close())
	for {
		list, err := migrations()
		must(t, err)
		if !slices.ContainsFunc(list, func(m sqlstore.Migration) bool {
			return m.Applied && !m.Queue && m.Version >= withBuyers
		}) {
			break
		}
		must(t, down())
	}
	s = open(t)
	for want, filter := range map[*[]booking.Order]booking.OrderFilter{
		{orders[0], orders[3]}: {Deployment: "wayfare", ListedAsInvoice: true, Email: "amina@example.com"},
		{orders[2]}:            {SearchWords: []string{orders[2].Reference}},
	} {
		wantRead(t, *want)(s.Read().Orders(ctx, filter))
	}
	wantRead(t, orders[4])(s.Read().Order(ctx, orders[4].ID))
	wantTaken(t, s, slot(1), 3)
	erase(t, s, orders[3])
	if foundBy(t, s, orders[3], "amina") || !foundBy(t, s, orders[2], "amina") {
		t.Error("the erased order is found by its buyer, or another is not")
	}
}
