package storetest

import (
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
)

const movers = 50

// boatCatalog has one product with a start in the morning and another in the evening, of as many seats as there are
// movers and one more.
type boatCatalog struct{ supplier string }

func (c boatCatalog) Product(_, _, slug string) (*booking.Product, error) {
	return &booking.Product{
		Slug: slug, Title: "Boat", Status: payload.Available, AvailabilityType: payload.StartTime,
		PricingPer: payload.PerUnit, Currency: "AED", Exponent: 2, TimeZone: time.UTC,
		Supplier: payload.Supplier{ID: c.supplier, Confirmation: payload.Instant},
		Options: []payload.Option{{
			ID: "shared", Title: "Shared", Capacity: movers + 1, MaxTravellers: movers,
			Units: []payload.Unit{{ID: "adult", Type: "ADULT", PricedBy: "PERSON", Price: 10000, PaxCount: 1}},
			Schedule: payload.Schedule{Seasons: []payload.Season{{Weekdays: []int{0, 1, 2, 3, 4, 5, 6},
				StartTimes: []string{"09:00", "18:00"}}}},
			Cancellation: []payload.CancellationTier{{Refund: 100}},
		}},
	}, nil
}

var harbour = booking.Deployment{ID: "harbour", Language: "en", Currency: "AED", PayLater: true}

// boatShop returns the rules on a store. Its orders are paid later, without a provider.
func boatShop(s Store) *booking.Service { return boatShopOf(s, "") }

// boatShopOf is boatShop with a supplier of the boat.
func boatShopOf(s Store, supplier string) *booking.Service {
	return booking.New(booking.Config{Store: s, Catalog: boatCatalog{supplier}, Log: slog.New(slog.DiscardHandler),
		Suppliers: crews{}, Now: func() time.Time { return noon }})
}

// crews are suppliers who want all news.
type crews struct{}

func (crews) Supplier(id string) (payload.SupplierContact, bool) {
	return payload.SupplierContact{ID: id, Email: id + "@crew.example", Notify: payload.AllSupplierNews}, id != ""
}

func (crews) Suppliers() []payload.SupplierContact { return nil }

// boatOrder reserves seats of the boat.
func boatOrder(t testing.TB, shop *booking.Service, cart, date, start string, seats int) booking.Order {
	t.Helper()
	_, err := shop.AddItem(ctx, harbour, cart, booking.Choice{Product: "boat", Option: "shared", Date: date,
		StartTime: start, Units: []booking.Quantity{{ID: "adult", Quantity: seats}}})
	must(t, err)
	order, err := shop.Checkout(ctx, harbour, booking.Checkout{
		Key: "key", Cart: cart, Method: booking.PayLater, Total: int64(seats) * 10000,
		Buyer: booking.Buyer{FirstName: "Zoë", LastName: "Marchetti", Email: cart + "@post.example", PhoneCountry: "AE",
			Phone: "501234567"},
	})
	must(t, err)
	return order
}

// fullMorning returns the orders of movers in the morning, and the evening's slot with one seat left.
func fullMorning(t testing.TB, shop *booking.Service, day int) (orders []booking.Order, evening booking.Slot) {
	date := noon.AddDate(0, 0, 10+day).Format(time.DateOnly)
	boatOrder(t, shop, fmt.Sprint("evening-", day), date, "18:00", movers)
	for i := range movers {
		orders = append(orders, boatOrder(t, shop, fmt.Sprintf("cart-%d-%d", day, i), date, "09:00", 1))
	}
	return orders, booking.Slot{Product: "boat", Option: "shared", Date: date, StartTime: "18:00"}
}

var moves = []promise{
	{"one of 50 concurrent moves gets the last seat", func(t *testing.T, s Store) {
		shop := boatShop(s)
		for day := range min(Rounds(), 10) {
			orders, evening := fullMorning(t, shop, day)
			morning := evening
			morning.StartTime = "09:00"
			Race(movers, fault.SoldOut, warmUp(s), func(i int) error {
				o := &orders[i]
				_, err := shop.MoveBooking(ctx, harbour, booking.Visitor{Cart: o.Cart}, o.ID, o.Bookings[0].ID,
					booking.Move{StartTime: "18:00"}, 0)
				return err
			}).want(t, 1, movers-1)
			wantTaken(t, s, evening, movers+1)
			wantTaken(t, s, morning, movers-1)
		}
	}},
	{"paid moves never oversell a departure, and their money adds up", func(t *testing.T, s Store) {
		paidMoves(t, s, 20)
	}},
	{"a booking that moves to another supplier is reported once to the former one, by concurrent moves too",
		movesToAnotherSupplier},
	{"more than one move gets the last seat without the guard of the store", func(t *testing.T, s Store) {
		shop := boatShop(s)
		for day := range 20 {
			orders, evening := fullMorning(t, shop, day)
			tally := Race(movers, fault.SoldOut, warmUp(s), func(i int) error {
				return moveUnguarded(s, &orders[i], evening)
			})
			if len(tally.Other) > 0 {
				t.Fatal(tally.Other)
			}
			if tally.Won > 1 && taken(t, s, evening) > movers+1 {
				return
			}
		}
		t.Error("it never happened: the race proves nothing")
	}},
}

func movesToAnotherSupplier(t *testing.T, s Store) {
	date := noon.AddDate(0, 0, 10).Format(time.DateOnly)
	o := boatOrder(t, boatShopOf(s, "red"), "cart", date, "09:00", 2)
	shop := boatShopOf(s, "blue")
	moved := Race(8, fault.PriceChanged, warmUp(s), func(int) error {
		_, err := shop.MoveBooking(ctx, harbour, booking.Visitor{Cart: o.Cart}, o.ID, o.Bookings[0].ID,
			booking.Move{StartTime: "18:00"}, 0)
		return err
	})
	if moved.Won == 0 || len(moved.Other) > 0 {
		t.Fatalf("%+v", moved)
	}
	o = read[booking.Order](t)(s.Read().Order(ctx, o.ID))
	b := &o.Bookings[0]
	if len(b.Former) != 1 || b.Former[0].Choice.StartTime != "09:00" || b.Detail.Supplier.ID != "blue" {
		t.Fatalf("it is with %s, and was with %+v", b.Detail.Supplier.ID, b.Former)
	}
	var sent []string
	for _, m := range read[[]notice.Delivery](t)(s.Deliveries().DeliveriesOf(ctx, o.ID)) {
		if m.Kind.IsToSupplier() {
			sent = append(sent, fmt.Sprint(m.Kind, " ", m.Supplier))
		}
	}
	slices.Sort(sent)
	wantEqual(t, sent, []string{"supplier_booking 1", "supplier_booking 2", "supplier_booking_cancelled 1"})
	if n := len(read[[]booking.Order](t)(s.Read().Orders(ctx, booking.OrderFilter{Supplier: "red"}))); n != 0 {
		t.Errorf("the former supplier still has %d orders", n)
	}
}

// moveUnguarded checks for a free seat and then moves to it, without a lock in between.
func moveUnguarded(s Store, o *booking.Order, to booking.Slot) error {
	use, err := s.Read().Taken(ctx, to.Product, to.Option, to.Date, to.Date)
	if err != nil {
		return err
	}
	if use.Seats[to] > movers {
		return fault.New(fault.SoldOut, "")
	}
	return s.Do(ctx, func(tx booking.Tx) error {
		if err := tx.ReleaseSeats(ctx, booking.MergeDemands(o.Bookings[0].Seats)); err != nil {
			return err
		}
		return tx.TakeSeats(ctx, demand(to, 1, 10*movers))
	})
}
