package sqlite_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlite"
	"storefront/internal/store/storetest"
)

// BenchmarkCommit is the floor: one row, one durable commit, one after the other, with the writer's settings.
func BenchmarkCommit(b *testing.B) {
	db, err := sqlite.OpenWriter(filepath.Join(b.TempDir(), "floor.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("CREATE TABLE floor (id TEXT PRIMARY KEY, document TEXT) STRICT"); err != nil {
		b.Fatal(err)
	}
	document := fmt.Sprintf("%01000d", 0)
	b.ResetTimer()
	for i := range b.N {
		if _, err := db.Exec("INSERT INTO floor VALUES ($1, $2)", strconv.Itoa(i), document); err != nil {
			b.Fatal(err)
		}
	}
	perSecond(b, b.N, "commits/s")
}

func BenchmarkSaveCart(b *testing.B) {
	for _, goroutines := range []int{1, 32} {
		b.Run(fmt.Sprintf("goroutines=%d", goroutines), func(b *testing.B) {
			s := open(b, fresh(b))
			var carts atomic.Int64
			parallel(b, goroutines, func() error {
				cart := cartOf(fmt.Sprintf("cart-%d", carts.Add(1)%10_000))
				return s.Do(ctx, func(tx booking.Tx) error { return tx.SaveCart(ctx, cart) })
			})
			perSecond(b, b.N, "carts/s")
		})
	}
}

// BenchmarkCheckout has the transactions of a checkout: the cart is saved, ordered with its seats held, the payment
// page is noted, and the payment settled.
func BenchmarkCheckout(b *testing.B) {
	s := open(b, fresh(b))
	var orders atomic.Int64
	parallel(b, 32, func() error { return checkout(s, orders.Add(1)) })
	perSecond(b, b.N, "checkouts/s")
}

func checkout(s *sqlite.Store, n int64) error {
	cart := cartOf(fmt.Sprintf("cart-%d", n))
	order := orderOf(cart, n)
	if err := s.Do(ctx, func(tx booking.Tx) error { return tx.SaveCart(ctx, cart) }); err != nil {
		return err
	}
	err := s.Do(ctx, func(tx booking.Tx) error {
		cart, err := tx.Cart(ctx, cart.ID)
		if err != nil {
			return err
		}
		if err := tx.InsertOrder(ctx, order); err != nil {
			return err
		}
		if err := tx.TakeSeats(ctx, order.Bookings[0].Seats); err != nil {
			return err
		}
		cart.Order = order.ID
		if err := tx.SaveCart(ctx, cart); err != nil {
			return err
		}
		return tx.SettleLater(ctx, order.ID, time.Now().Add(10*time.Minute))
	})
	if err != nil {
		return err
	}
	for _, change := range []func(*booking.Order){
		func(o *booking.Order) { o.Payment.Provider, o.Payment.SessionID = "sandbox", "session-"+o.ID },
		func(o *booking.Order) {
			o.Payment.Status, o.Payment.Captured, o.Open = booking.PaymentCaptured, o.Total, false
			o.Bookings[0].Status = booking.Confirmed
		},
	} {
		err := s.Do(ctx, func(tx booking.Tx) error {
			order, err := tx.Order(ctx, order.ID)
			if err != nil {
				return err
			}
			change(&order)
			return tx.SaveOrder(ctx, order)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func cartOf(id string) booking.Cart {
	return booking.Cart{ID: id, Deployment: "wayfare", UpdatedAt: time.Now(), Items: []booking.CartItem{{
		ID: "item", Quoted: 25_000, ProductTitle: "Evening in the dunes", OptionTitle: "Shared car",
		Choice: booking.Choice{
			Product: "dunes", Option: "shared", Date: "2026-12-05", StartTime: "15:30",
			Units: []booking.Quantity{{ID: "adult", Quantity: 2}, {ID: "child", Quantity: 1}},
		},
	}}}
}

func orderOf(cart booking.Cart, n int64) booking.Order {
	id := fmt.Sprintf("order-%d", n)
	item := cart.Items[0]
	day := time.Date(2026, 12, 5, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(n%300)).Format(time.DateOnly)
	slot := booking.Slot{Product: "dunes", Option: "shared", Date: day, StartTime: "15:30"}
	return booking.Order{
		ID: id, Reference: id, Deployment: "wayfare", Cart: cart.ID, Key: "key", Language: "en", Currency: "AED",
		Exponent: 2, Original: 25_000, Total: 25_000, Method: booking.Card, CreatedAt: time.Now(), Open: true,
		Buyer:     booking.Buyer{FirstName: "Maren", LastName: "Lund", Email: "maren@example.com"},
		HoldUntil: time.Now().Add(10 * time.Minute),
		Bookings: []booking.Booking{{
			ID: id + "-1", ItemID: item.ID, Status: booking.OnHold, Choice: item.Choice, Amount: 25_000,
			StartsAt: time.Now(),
			Seats:    []booking.Demand{{Slot: slot, Seats: 3, Capacity: 1 << 30}},
			Detail: booking.Detail{
				ProductTitle: item.ProductTitle, ProductPath: "/dubai/experiences/dunes", City: "Dubai",
				OptionTitle: item.OptionTitle, TimeZone: "Asia/Dubai", Travellers: 3,
				Units: []booking.DetailUnit{{ID: "adult", Quantity: 2, Title: "Adult"},
					{ID: "child", Quantity: 1}},
				Cancellation: []booking.RefundTier{{Before: 1440, Refund: 100}, {Before: 0, Refund: 0}},
			},
		}},
	}
}

func parallel(b *testing.B, goroutines int, act func() error) {
	b.Helper()
	var left atomic.Int64
	left.Store(int64(b.N))
	failed := make(chan error, goroutines)
	b.ResetTimer()
	for range goroutines {
		go func() {
			for left.Add(-1) >= 0 {
				if err := act(); err != nil {
					failed <- err
					return
				}
			}
			failed <- nil
		}()
	}
	for range goroutines {
		if err := <-failed; err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
}

func perSecond(b *testing.B, n int, unit string) {
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), unit)
}

func BenchmarkFound(b *testing.B) { storetest.BenchFound(b, open(b, fresh(b))) }
