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
	departureCount = 20 // with 12 seats each
	totalSeats     = departureCount * 12
	guestCount     = 50 // of one hotel, who book after the script
)

// hoardingScript is a script that reserves seats of a departure for parties of given sizes, one after the other.
type hoardingScript struct {
	name    string
	parties []int
	shop    booking.Deployment
}

// hoardingScripts returns a script that reserves for small parties, and one that reserves whole departures.
func hoardingScripts() []hoardingScript {
	payAtStart := testDeployment
	payAtStart.PayLaterTerms = booking.PayLaterTerms{AtStart: true}
	return []hoardingScript{
		{"parties of 3", []int{3, 3, 3, 3}, testDeployment},
		{"whole departures, to be paid at the start", []int{12, 6, 6}, payAtStart},
	}
}

// hoardResult counts the reservations of a script that tries to reserve every departure from one network, and the
// bookings of hotel guests at another address who then book and pay.
type hoardResult struct {
	seats          int // held by the script
	fullDepartures int // departures whose seats are all held by the script
	refused        int // reservations of the script that a limit refused
	booked         int // guests with a confirmed booking
	retries        int // how often a limit made a guest choose another departure
	failures       []error
}

// hoardSeats runs a script and then the guests on a new shop with limits.
func hoardSeats(t *testing.T, d database, script hoardingScript, limits booking.UnpaidLimits) (result hoardResult) {
	t.Helper()
	s := d.open(t, shopOptions{unpaid: limits})
	origin := booking.Origin{Network: "198.51.100.7", WideNetwork: "198.51.100.0/24"}
	for n := range departureCount {
		held := 0
		for _, party := range script.parties {
			_, err := s.reserveFrom(t, script.shop, origin, choiceOfSeats(s.clock.now(), instant, dozen, n, party),
				booking.PayLater)
			switch {
			case err == nil:
				held += party
			case fault.Is(err, fault.TooManyUnpaid):
				result.refused++
			case !fault.Is(err, fault.SoldOut):
				result.failures = append(result.failures, err)
			}
		}
		if result.seats += held; held == 12 {
			result.fullDepartures++
		}
	}
	var mu sync.Mutex
	concurrently(guestCount, func(i int) {
		booked, retries, err := s.bookAsGuest(t, i)
		mu.Lock()
		defer mu.Unlock()
		result.retries += retries
		if booked {
			result.booked++
		}
		if err != nil {
			result.failures = append(result.failures, err)
		}
	})
	return result
}

// bookAsGuest has guest i of the hotel book and pay for two seats, of their preferred departure or the next one with
// seats. They try each departure at most twice.
func (s *shop) bookAsGuest(t *testing.T, i int) (booked bool, retries int, err error) {
	hotel := booking.Origin{Network: "203.0.113.9", WideNetwork: "203.0.113.0/24"}
	for n := range 2 * departureCount {
		c := choiceOfSeats(s.clock.now(), instant, dozen, (i+n)%departureCount, 2)
		o, err := s.reserveFrom(t, testDeployment, hotel, c, booking.Card)
		if fault.Is(err, fault.TooManyUnpaid) {
			retries++
			continue
		}
		if fault.Is(err, fault.SoldOut) || fault.Is(err, fault.CartChanged) {
			continue
		}
		if err == nil {
			_, err = s.sandbox.Pay(t.Context(), o.Payment.SessionID, sandbox.CardSuccess)
		}
		if err == nil {
			_, err = s.Settle(t.Context(), o.ID)
		}
		if err != nil {
			return false, retries, err
		}
		o = s.readOrder(t, o.ID)
		return o.Result() == booking.Success, retries, nil
	}
	return false, retries, nil
}

// reserveFrom fills a cart with a choice and checks it out as a new buyer with an origin.
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
	for _, script := range hoardingScripts() {
		t.Run(script.name, func(t *testing.T) {
			onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
				d := newDatabase(t)
				limited, control := hoardSeats(t, d, script, booking.DefaultUnpaidLimits),
					hoardSeats(t, newDatabase(t), script, booking.UnpaidLimits{})
				if err := errors.Join(append(limited.failures, control.failures...)...); err != nil {
					t.Fatal(err)
				}
				if limited.booked != guestCount {
					t.Errorf("%d of %d guests have a booking", limited.booked, guestCount)
				}
				if limited.seats > totalSeats/2 || limited.fullDepartures > 5 {
					t.Errorf("the script holds %d seats, and all seats of %d departures", limited.seats,
						limited.fullDepartures)
				}
				if control.booked > 0 || control.fullDepartures != departureCount {
					t.Errorf("without limits %d guests have a booking: the script held too few seats to prove anything",
						control.booked)
				}
				printRow(31, "a script reserves %d departures of 12 seats from one network on %s: %s | it holds %d "+
					"of %d seats, and all seats of %d departures; %d reservations refused; %d of %d guests at one "+
					"other address booked and paid, limits made them choose another departure %d times (control, no "+
					"limits: it holds %d seats, %d guests booked)", departureCount, d, script.name, limited.seats,
					totalSeats, limited.fullDepartures, limited.refused, limited.booked, guestCount, limited.retries,
					control.seats, control.booked)
			})
		})
	}
}
