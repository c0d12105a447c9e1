package booking_test

import (
	"testing"

	"storefront/internal/shop/booking"
)

func TestDueAmountsOfBookingsSumToThatOfTheOrder(t *testing.T) {
	paid := func(id string, amount int64) booking.Record {
		return booking.Record{Kind: booking.RecordedPayment, Booking: id, Amount: amount}
	}
	for name, c := range map[string]struct {
		records []booking.Record
		want    [4]int64
	}{
		"nothing is paid":                        {nil, [4]int64{100, 100, 30, 0}},
		"a part of one booking is paid":          {[]booking.Record{paid("b", 40)}, [4]int64{100, 60, 30, 0}},
		"one booking is paid in full":            {[]booking.Record{paid("b", 100)}, [4]int64{100, 0, 30, 0}},
		"one booking is paid more than it costs": {[]booking.Record{paid("a", 150)}, [4]int64{0, 80, 0, 0}},
		"the last booking pays for all":          {[]booking.Record{paid("c", 230)}, [4]int64{}},
	} {
		o := booking.Order{Method: booking.PayLater, Payment: booking.Payment{Records: c.records},
			Bookings: []booking.Booking{
				{ID: "a", Amount: 100, Status: booking.Confirmed}, {ID: "b", Amount: 100, Status: booking.Pending},
				{ID: "c", Amount: 100, Refunded: 70, Status: booking.Cancelled},
				{ID: "d", Amount: 100, Status: booking.Expired},
			}}
		sum := int64(0)
		for i, id := range []string{"a", "b", "c", "d"} {
			got := o.DueFor(id)
			if sum += got; got != c.want[i] {
				t.Errorf("%s: %d is due for %s, want %d", name, got, id, c.want[i])
			}
		}
		if sum != o.Due() {
			t.Errorf("%s: %d is due for the bookings, and %d of the order", name, sum, o.Due())
		}
	}
}
