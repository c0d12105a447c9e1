package booking

import (
	"context"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/secret"
)

// UnpaidLimits bound the seats that are held without payment. A limit of 0 means none. The limits are shares and sums,
// not numbers of visitors: fifty guests of a hotel take a few seats each and pay, a script takes all seats and does
// not.
type UnpaidLimits struct {
	// Share is the part of a departure, in percent, that one network or account may hold unpaid at a time. Each seat
	// that it has paid for within a day adds one. The first party of a departure may exceed it, while the network or
	// account holds no more than half of Seats in total.
	Share int
	// Seats is how many seats one network or account may leave unpaid within a day. Each seat that it has paid for in
	// that day adds two. A wide network, of many customers, may leave four times as many.
	Seats int
	// Orders is how many unpaid orders with seats one e-mail address, one phone number, or one account may have at a
	// time.
	Orders int
}

// DefaultUnpaidLimits apply if the operator sets none.
var DefaultUnpaidLimits = UnpaidLimits{Share: 50, Seats: 120, Orders: 5}

const (
	unpaidWithin = 24 * time.Hour
	perPaidSeat  = 2
	wideFactor   = 4
)

// Origin is the network and the account that a checkout comes from.
type Origin struct {
	Network string // an IPv4 address or an IPv6 /64; empty if unknown
	Wide    string // the network of many customers around it: a /24 or a /48
	Account string // the signed-in account's verified address; it counts instead of the buyer's address and phone
	desk    bool   // an operator books: no limits apply
}

// Standing is how an order counts towards the limits on unpaid seats.
type Standing string

const (
	Uncounted   Standing = ""       // superseded, rejected by its supplier, or free by a promo code or negotiation
	HeldSeats   Standing = "held"   // unpaid, with its seats
	LapsedSeats Standing = "lapsed" // never paid, without its seats
	PaidSeats   Standing = "paid"
)

// Standing returns how the order counts now.
func (o *Order) Standing() Standing {
	if o.Resale != nil {
		return Uncounted // its reseller has a credit limit
	}
	if o.Payment.TotalReceived() > 0 {
		return PaidSeats
	}
	switch o.Payment.Status {
	case PaymentVoided:
		return Uncounted
	case PaymentAuthorised, PaymentCaptured, PaymentRefundPending, PaymentRefundFailed, PaymentRefunded:
		if o.Total > 0 {
			return PaidSeats
		}
		agreed := slices.ContainsFunc(o.Bookings, func(b Booking) bool { return b.Choice.Negotiation != "" })
		if o.PromoCode != "" || agreed {
			return Uncounted // promo codes and negotiations have limits of their own
		}
	}
	switch {
	case o.Superseded:
		return Uncounted
	case len(o.SeatsTaken()) == 0:
		return LapsedSeats
	}
	return HeldSeats
}

// Unpaid sums the unpaid and paid seats of a holder. It leaves out seats of dates before the instant that recent orders
// count from.
type Unpaid struct {
	Held   map[Slot]int // unpaid seats that are held
	Orders int          // number of orders that hold them
	Recent int          // unpaid seats of all orders since the instant
	Paid   int          // paid seats of all orders since the instant
}

// holder is a network, account, address or phone number with its limits. key is a hash of it.
type holder struct {
	key string
	UnpaidLimits
}

// holdersOf returns the holders of an order's seats, in the order in which they are locked.
func (l UnpaidLimits) holdersOf(o *Order, from Origin) (holders []holder) {
	add := func(kind, name string, limits UnpaidLimits) {
		if name != "" {
			holders = append(holders, holder{secret.HashOf("unpaid", kind, name), limits})
		}
	}
	network := UnpaidLimits{Share: l.Share, Seats: l.Seats}
	if from.Account != "" {
		// Orders of strangers with the address of an account do not count against its owner.
		add("account", o.Deployment+" "+from.Account, l)
		network = network.ofAccounts()
	} else {
		add("email", o.Deployment+" "+form.Mailbox(o.Buyer.Email), UnpaidLimits{Orders: l.Orders})
		add("phone", o.Deployment+" "+Dialled(o.Buyer.Phone, o.Buyer.PhoneCountry), UnpaidLimits{Orders: l.Orders})
	}
	add("network", from.Network, network)
	add("wide", from.Wide, UnpaidLimits{Seats: wideFactor * network.Seats})
	slices.SortFunc(holders, func(a, b holder) int { return strings.Compare(a.key, b.key) })
	return holders
}

// ofAccounts returns a network's limits for signed-in visitors: they can order when its other visitors have used up
// theirs, and accounts opened by a script cannot take a whole departure.
func (l UnpaidLimits) ofAccounts() UnpaidLimits {
	if l.Share > 0 {
		l.Share += (100 - l.Share) / 2
	}
	l.Seats *= 2
	return l
}

// mayHold returns the keys of the holders of the order's seats. It returns fault.TooManyUnpaid if a holder is over its
// limits with those that are wanted of them. The order that this one replaces must be superseded before, and this one
// inserted after.
func (s *Service) mayHold(
	ctx context.Context, tx Tx, order *Order, wanted []Demand, from Origin,
) ([]string, error) {
	if s.unpaid == (UnpaidLimits{}) || from.desk {
		return nil, nil
	}
	var keys []string
	for _, h := range s.unpaid.holdersOf(order, from) {
		has, err := tx.Unpaid(ctx, h.key, s.now().Add(-unpaidWithin))
		if err != nil {
			return nil, err
		}
		if order.Standing() == HeldSeats && !h.allow(has, wanted) {
			e := fault.New(fault.TooManyUnpaid, "Too many seats are held without payment.")
			e.RetryAfter = s.durations.Hold
			return nil, e
		}
		keys = append(keys, h.key)
	}
	return keys, nil
}

// mayHoldMoved is mayHold for an order with a moved booking, which takes some seats more. It returns the holders of its
// seats from now on, and forgets those that are stored: of another network, the earlier one has them as well.
func (s *Service) mayHoldMoved(
	ctx context.Context, tx Tx, order *Order, more []Demand, from Origin,
) ([]string, error) {
	holders, err := tx.DeleteUnpaid(ctx, order.ID)
	if err != nil || len(more) == 0 || order.Standing() != HeldSeats {
		return holders, err
	}
	grows := func(d Demand) bool {
		return slices.ContainsFunc(more, func(m Demand) bool { return m.Slot == d.Slot })
	}
	wanted := slices.DeleteFunc(order.SeatsTaken(), func(d Demand) bool { return !grows(d) })
	keys, err := s.mayHold(ctx, tx, order, wanted, from)
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(holders, keys)))), err
}

// allow reports whether a holder may hold more unpaid seats.
func (l UnpaidLimits) allow(has Unpaid, wanted []Demand) bool {
	if l.Orders > 0 && has.Orders >= l.Orders {
		return false
	}
	sum, large := 0, false
	for _, d := range wanted {
		sum += d.Seats
		held := has.Held[d.Slot]
		if l.Share == 0 || (held+d.Seats-has.Paid)*100 <= l.Share*d.Capacity {
			continue
		}
		if held > 0 {
			return false
		}
		large = true
	}
	earned := perPaidSeat * has.Paid
	if all := has.held(); large && l.Seats > 0 && all > 0 && all+sum > l.Seats/2+earned {
		return false
	}
	return l.Seats == 0 || has.Recent == 0 || has.Recent+sum <= l.Seats+earned
}

func (u *Unpaid) held() (sum int) {
	for _, seats := range u.Held {
		sum += seats
	}
	return sum
}
