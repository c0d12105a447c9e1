package drill_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"storefront/internal/booking"
	"storefront/internal/fault"
	"storefront/internal/payment/sandbox"
)

const (
	departures = 20 // of 12 seats each
	guests     = 50 // of one hotel, who come after the hoarder
)

// hoarded is the result of a script that reserves every departure from one network, and of the guests of a hotel behind
// another address who come to book and pay.
type hoarded struct {
	taken, refused int // seats of the script, and its refused reservations
	booked         int // guests with a confirmed booking
	failures       []error
}

func hoard(t *testing.T, d database, limits booking.UnpaidLimits) (h hoarded) {
	t.Helper()
	s := d.open(t, parts{unpaid: limits})
	script := booking.Origin{Network: "198.51.100.7", Wide: "198.51.100.0/24"}
	for n := range departures {
		for range 4 {
			const party = 3
			_, err := s.reserve(t, int(last.Add(1)), script, seats(s.clock.now(), instant, dozen, n, party), booking.PayLater)
			switch {
			case err == nil:
				h.taken += party
			case fault.Is(err, fault.TooManyUnpaid):
				h.refused++
			default:
				h.failures = append(h.failures, err)
			}
		}
	}
	var mu sync.Mutex
	hotel := booking.Origin{Network: "203.0.113.9", Wide: "203.0.113.0/24"}
	together(guests, func(i int) {
		c := seats(s.clock.now(), instant, dozen, i%departures, 2)
		o, err := s.reserve(t, int(last.Add(1)), hotel, c, booking.Card)
		if err == nil {
			_, err = s.bank.Pay(t.Context(), o.Payment.SessionID, sandbox.CardSuccess)
		}
		if err == nil {
			_, err = s.Settle(t.Context(), o.ID)
		}
		mu.Lock()
		defer mu.Unlock()
		switch {
		case fault.Is(err, fault.SoldOut) || fault.Is(err, fault.CartChanged):
		case err != nil:
			h.failures = append(h.failures, err)
		default:
			if o = s.find(t, o.ID); o.Result() == booking.Success {
				h.booked++
			}
		}
	})
	return h
}

// reserve makes a cart of one choice and checks it out, as buyer i from somewhere.
func (s *shop) reserve(t *testing.T, i int, from booking.Origin, c booking.Choice, method booking.Method) (booking.Order, error) {
	id := fmt.Sprint("cart-", last.Add(1))
	if _, err := s.AddItem(t.Context(), drills, id, c); err != nil {
		return booking.Order{}, err
	}
	b := buyer(i)
	b.Phone = fmt.Sprintf("50%07d", 1_000_000+i)
	return s.Checkout(t.Context(), drills, booking.Checkout{
		Key: fmt.Sprint("key-", last.Add(1)), Cart: id, Buyer: b, Method: method, From: from,
		Total: int64(c.Units[0].Quantity) * seatPrice, ReturnTo: "http://drills.test",
	})
}

func TestOneNetworkCannotHoardEveryDeparture(t *testing.T) {
	onEach(t, func(t *testing.T, make func(testing.TB) database) {
		d := make(t)
		limited, control := hoard(t, d, booking.DefaultUnpaidLimits), hoard(t, make(t), booking.UnpaidLimits{})
		if err := errors.Join(append(limited.failures, control.failures...)...); err != nil {
			t.Fatal(err)
		}
		if limited.booked != guests {
			t.Errorf("%d of %d guests have booked", limited.booked, guests)
		}
		if half := departures * 12 / 2; limited.taken > half {
			t.Errorf("the script holds %d seats, more than %d", limited.taken, half)
		}
		if control.booked > 0 {
			t.Errorf("without limits %d guests have booked: the script held too little for this to show anything", control.booked)
		}
		figures(31, "a script reserves %d departures of 12 seats from one network on %s | it holds %d of %d seats, %d reservations "+
			"were refused; %d of %d guests behind one other address booked and paid (control, without limits: it holds %d, %d booked)",
			departures, d, limited.taken, departures*12, limited.refused, limited.booked, guests, control.taken, control.booked)
	})
}
