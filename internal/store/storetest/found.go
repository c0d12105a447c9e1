package storetest

import (
	"fmt"
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

// manyOrders is a few years of a small shop.
const manyOrders = 20_000

// BenchFound measures searches for orders among many.
func BenchFound(b *testing.B, s Store) {
	first := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for from := 0; from < manyOrders; from += 1000 {
		do(b, s, func(tx booking.Tx) error {
			for i := from; i < from+1000; i++ {
				o := sparseOrder("wayfare", fmt.Sprintf("cart-%d", i), "key")
				o.Reference, o.CreatedAt = fmt.Sprintf("REF%05d", i), noon.Add(time.Duration(i)*time.Minute)
				o.Buyer = booking.Buyer{
					FirstName: "Amina", LastName: fmt.Sprintf("Haddad%d", i),
					Email: fmt.Sprintf("amina%d@example.com", i), PhoneCountry: "AE",
					Phone: fmt.Sprintf("50%07d", i),
				}
				o.Bookings[0].Choice.Product, o.Bookings[0].Choice.Date = fmt.Sprintf("product-%d", i%100),
					first.AddDate(0, 0, i%365).Format(time.DateOnly)
				if err := tx.InsertOrder(ctx, o); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for _, c := range []struct {
		name   string
		filter booking.OrderFilter
		want   int
	}{
		{"name", booking.OrderFilter{SearchWords: booking.ParseSearchWords("haddad777")}, 11},
		{"name of every buyer", booking.OrderFilter{SearchWords: booking.ParseSearchWords("amina")}, defaultLimit},
		{"two words", booking.OrderFilter{SearchWords: booking.ParseSearchWords("amina haddad19999")}, 1},
		{"phone", booking.OrderFilter{SearchWords: booking.ParseSearchWords("+971 50 001 9999")}, 1},
		{"reference", booking.OrderFilter{SearchWords: booking.ParseSearchWords("ref12345")}, 1},
		{"product", booking.OrderFilter{Product: "product-42"}, defaultLimit},
		{"product and dates", booking.OrderFilter{Product: "product-42", FirstDay: "2026-12-03", LastDay: "2026-12-03"},
			2},
		{"dates", booking.OrderFilter{FirstDay: "2026-12-05", LastDay: "2026-12-05"}, 55},
		{"latest", booking.OrderFilter{}, defaultLimit},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				found, err := s.Read().Orders(ctx, c.filter)
				if err != nil || len(found) != c.want {
					b.Fatalf("%v, %d orders, want %d", err, len(found), c.want)
				}
			}
		})
	}
}

// defaultLimit is the length of a list if the filter has none.
const defaultLimit = 100
