package storetest

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"storefront/internal/shop/booking"
)

// noon has the microseconds that stores keep.
var noon = time.Date(2026, 12, 5, 12, 0, 0, 123456000, time.UTC)

// filled returns a value with different content in each field, so that a field that a store forgets is noticed.
func filled[T any]() T {
	var value T
	fill(reflect.ValueOf(&value).Elem())
	return value
}

func fill(v reflect.Value) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(noon.Add(time.Duration(nextNumber()) * time.Hour)))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("نزهة \"%d\" <&> \u2028 dunes", nextNumber()))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(nextNumber()))
	case reflect.Float64:
		v.SetFloat(float64(nextNumber()) + 0.125)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	default:
		panic("no value for " + v.Type().String())
	}
}

func filledOrder() booking.Order {
	order := filled[booking.Order]()
	for i := range order.Bookings {
		order.Bookings[i].Line = i
	}
	return order
}

// sparseOrder has only the fields that every order has.
func sparseOrder(deployment, cart, key string) booking.Order {
	id := fmt.Sprintf("order-%d", nextNumber())
	return booking.Order{
		ID: id, Reference: "ref-" + id, Deployment: deployment, Cart: cart, Key: key, CreatedAt: noon, Open: true,
		Bookings: []booking.Booking{{ID: id + "-1", Status: booking.OnHold, Choice: booking.Choice{Product: "dunes"}}},
	}
}

func insert(t testing.TB, s booking.Store, orders ...booking.Order) {
	t.Helper()
	do(t, s, func(tx booking.Tx) error {
		for _, o := range orders {
			if err := tx.InsertOrder(ctx, o); err != nil {
				return err
			}
		}
		return nil
	})
}

func wantEqual[T any](t testing.TB, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

func slot(day int) booking.Slot {
	date := noon.AddDate(0, 0, day).Format(time.DateOnly)
	return booking.Slot{Product: "dunes", Option: "shared", Date: date, StartTime: "15:30"}
}

func demand(s booking.Slot, seats, capacity int) []booking.Demand {
	return []booking.Demand{{Slot: s, Seats: seats, Capacity: capacity}}
}

func taken(t testing.TB, s booking.Store, slot booking.Slot) int {
	t.Helper()
	return read[booking.SlotUse](t)(s.Read().Taken(ctx, slot.Product, slot.Option, slot.Date, slot.Date)).Seats[slot]
}

func wantTaken(t testing.TB, s booking.Store, slot booking.Slot, want int) {
	t.Helper()
	if n := taken(t, s, slot); n != want {
		t.Errorf("%d seats are taken on %s, want %d", n, slot.Date, want)
	}
}

// slotUse returns the use of slots without overrides.
func slotUse(seats map[booking.Slot]int) booking.SlotUse {
	return booking.SlotUse{Seats: seats, Overrides: map[booking.Slot]booking.Override{}}
}
