package drill_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment/sandbox"
)

const (
	departures = 20 // of 12 seats each
	places     = departures * 12
	guests     = 50 // of one hotel, after the hoarder
)

// attack is how a script takes a departure: the sizes of the parties that it reserves for, one after the other.
type attack struct {
	name    string
	parties []int
	shop    booking.Deployment
}

func attacks() []attack {
	there := testDeployment
	there.PayLaterTerms = booking.PayLaterTerms{AtStart: true}
	return []attack{
		{"parties of 3", []int{3, 3, 3, 3}, testDeployment},
		{"whole departures, to be paid at the start", []int{12, 6, 6}, there},
	}
}

// hoardResult is the result of a script that reserves every departure from one network, and of the guests of a hotel
// behind another address who then book and pay.
type hoardResult struct {
	taken, whole, refused int // seats of the script, departures that it has wholly, and its refused reservations
	// guests with a confirmed booking, and how often the limits made one choose another departure
	booked, again int
	failures      []error
}

func hoardSeats(t *testing.T, d database, by attack, limits booking.UnpaidLimits) (h hoardResult) {
	t.Helper()
	s := d.open(t, shopParts{unpaid: limits})
	script := booking.Origin{Network: "198.51.100.7", WideNetwork: "198.51.100.0/24"}
	for n := range departures {
		of := 0
		for _, party := range by.parties {
			_, err := s.reserveFrom(t, by.shop, script, choiceOfSeats(s.clock.now(), instant, dozen, n, party),
				booking.PayLater)
			switch {
			case err == nil:
				of += party
			case fault.Is(err, fault.TooManyUnpaid):
				h.refused++
			case !fault.Is(err, fault.SoldOut):
				h.failures = append(h.failures, err)
			}
		}
		if h.taken += of; of == 12 {
			h.whole++
		}
	}
	var mu sync.Mutex
	concurrently(guests, func(i int) {
		booked, again, err := s.bookAsGuest(t, i)
		mu.Lock()
		defer mu.Unlock()
		h.again += again
		if booked {
			h.booked++
		}
		if err != nil {
			h.failures = append(h.failures, err)
		}
	})
	return h
}

// bookAsGuest has a guest of the hotel book two seats and pay for them: of the departure that they like best, or else
// of the next that has some, and once more of each.
func (s *shop) bookAsGuest(t *testing.T, i int) (booked bool, again int, err error) {
	hotel := booking.Origin{Network: "203.0.113.9", WideNetwork: "203.0.113.0/24"}
	for n := range 2 * departures {
		c := choiceOfSeats(s.clock.now(), instant, dozen, (i+n)%departures, 2)
		o, err := s.reserveFrom(t, testDeployment, hotel, c, booking.Card)
		if fault.Is(err, fault.TooManyUnpaid) {
			again++
			continue
		}
		if fault.Is(err, fault.SoldOut) || fault.Is(err, fault.CartChanged) {
			continue
		}
		if err == nil {
			_, err = s.bank.Pay(t.Context(), o.Payment.SessionID, sandbox.CardSuccess)
		}
		if err == nil {
			_, err = s.Settle(t.Context(), o.ID)
		}
		if err != nil {
			return false, again, err
		}
		o = s.readOrder(t, o.ID)
		return o.Result() == booking.Success, again, nil
	}
	return false, again, nil
}

// reserveFrom makes a cart of one choice and checks it out, as another buyer from somewhere.
func (s *shop) reserveFrom(t *testing.T, at booking.Deployment, from booking.Origin, c booking.Choice,
	method booking.Method) (booking.Order, error) {
	i := int(lastNumber.Add(1))
	id := fmt.Sprint("cart-", i)
	if _, err := s.AddItem(t.Context(), at, id, c); err != nil {
		return booking.Order{}, err
	}
	b := buyer(i)
	b.Phone = fmt.Sprintf("50%07d", 1_000_000+i)
	return s.Checkout(t.Context(), at, booking.Checkout{
		Key: fmt.Sprint("key-", i), Cart: id, Buyer: b, Method: method, From: from,
		Total: int64(c.Units[0].Quantity) * seatPrice,
	})
}

func TestOneNetworkCannotHoardEveryDeparture(t *testing.T) {
	for _, by := range attacks() {
		t.Run(by.name, func(t *testing.T) {
			onEach(t, func(t *testing.T, make func(testing.TB) database) {
				d := make(t)
				limited, control := hoardSeats(t, d, by, booking.DefaultUnpaidLimits),
					hoardSeats(t, make(t), by, booking.UnpaidLimits{})
				if err := errors.Join(append(limited.failures, control.failures...)...); err != nil {
					t.Fatal(err)
				}
				if limited.booked != guests {
					t.Errorf("%d of %d guests have booked", limited.booked, guests)
				}
				if limited.taken > places/2 || limited.whole > 5 {
					t.Errorf("the script holds %d seats, and all of %d departures", limited.taken, limited.whole)
				}
				if control.booked > 0 || control.whole != departures {
					t.Errorf("without limits %d guests have booked: the script held too little for this to show "+
						"anything", control.booked)
				}
				printRow(31, "a script reserves %d departures of 12 seats from one network on %s: %s | it holds %d "+
					"of %d seats, all of %d "+
					"departures; %d reservations were refused; %d of %d guests behind one other address booked and "+
					"paid, limits made them "+
					"choose another departure %d times (control, without limits: it holds %d, %d booked)", departures,
					d, by.name, limited.taken,
					places, limited.whole, limited.refused, limited.booked, guests, limited.again, control.taken,
					control.booked)
			})
		})
	}
}
