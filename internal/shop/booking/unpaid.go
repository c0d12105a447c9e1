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
	unpaidWindow      = 24 * time.Hour
	seatsPerPaidSeat  = 2
	wideNetworkFactor = 4
)

// Origin is the network and the account that a checkout comes from.
type Origin struct {
	Network     string // an IPv4 address or an IPv6 /64; empty if unknown
	WideNetwork string // the network of many customers around it: a /24 or a /48
	Account     string // the signed-in account's verified address; it counts instead of the buyer's address and phone
	desk        bool   // an operator books: no limits apply
}

// LimitStatus is how an order counts towards the limits on unpaid seats.
type LimitStatus string

const (
	Uncounted   LimitStatus = ""       // superseded, rejected by its supplier, or free by a promo code or negotiation
	HeldSeats   LimitStatus = "held"   // unpaid, with its seats
	LapsedSeats LimitStatus = "lapsed" // never paid, without its seats
	PaidSeats   LimitStatus = "paid"
)

// LimitStatus returns how the order counts now.
func (o *Order) LimitStatus() LimitStatus {
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

// UnpaidSeats sums the unpaid and paid seats of a holder. It leaves out seats of dates before the instant that recent
// orders count from.
type UnpaidSeats struct {
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
			holders = append(holders, holder{secret.Hash("unpaid", kind, name), limits})
		}
	}
	network := UnpaidLimits{Share: l.Share, Seats: l.Seats}
	if from.Account != "" {
		// Orders of strangers with the address of an account do not count against its owner.
		add("account", o.Deployment+" "+from.Account, l)
		network = network.forSignedIn()
	} else {
		add("email", o.Deployment+" "+form.CanonicalMailbox(o.Buyer.Email), UnpaidLimits{Orders: l.Orders})
		add("phone", o.Deployment+" "+PhoneE164(o.Buyer.Phone, o.Buyer.PhoneCountry), UnpaidLimits{Orders: l.Orders})
	}
	add("network", from.Network, network)
	add("wide", from.WideNetwork, UnpaidLimits{Seats: wideNetworkFactor * network.Seats})
	slices.SortFunc(holders, func(a, b holder) int { return strings.Compare(a.key, b.key) })
	return holders
}

// forSignedIn returns a network's limits for signed-in visitors: they can order when its other visitors have used up
// theirs, and accounts opened by a script cannot take a whole departure.
func (l UnpaidLimits) forSignedIn() UnpaidLimits {
	if l.Share > 0 {
		l.Share += (100 - l.Share) / 2
	}
	l.Seats *= 2
	return l
}

// checkUnpaidLimits returns the keys of the holders of the order's seats. It returns fault.TooManyUnpaid if a holder is
// over its limits with the demanded seats. The order that this one replaces must be superseded before, and this one
// inserted after.
func (s *Service) checkUnpaidLimits(
	ctx context.Context, tx Tx, order *Order, demands []Demand, from Origin,
) ([]string, error) {
	if s.unpaid == (UnpaidLimits{}) || from.desk {
		return nil, nil
	}
	var keys []string
	for _, h := range s.unpaid.holdersOf(order, from) {
		usage, err := tx.UnpaidSeats(ctx, h.key, s.now().Add(-unpaidWindow))
		if err != nil {
			return nil, err
		}
		if order.LimitStatus() == HeldSeats && !h.allows(usage, demands) {
			e := fault.New(fault.TooManyUnpaid, "Too many seats are held without payment.")
			e.RetryAfter = s.durations.Hold
			return nil, e
		}
		keys = append(keys, h.key)
	}
	return keys, nil
}

// checkUnpaidLimitsOfMove is checkUnpaidLimits for an order with a moved booking, which takes more seats. It deletes
// the stored holders of the order, and returns them with those of the move's origin: if the buyer has another network
// now, the seats count for both.
func (s *Service) checkUnpaidLimitsOfMove(
	ctx context.Context, tx Tx, order *Order, more []Demand, from Origin,
) ([]string, error) {
	holders, err := tx.DeleteSeatHolders(ctx, order.ID)
	if err != nil || len(more) == 0 || order.LimitStatus() != HeldSeats {
		return holders, err
	}
	grows := func(d Demand) bool {
		return slices.ContainsFunc(more, func(m Demand) bool { return m.Slot == d.Slot })
	}
	wanted := slices.DeleteFunc(order.SeatsTaken(), func(d Demand) bool { return !grows(d) })
	keys, err := s.checkUnpaidLimits(ctx, tx, order, wanted, from)
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(holders, keys)))), err
}

// allows reports whether a holder may hold more unpaid seats.
func (l UnpaidLimits) allows(usage UnpaidSeats, demands []Demand) bool {
	if l.Orders > 0 && usage.Orders >= l.Orders {
		return false
	}
	sum, large := 0, false
	for _, d := range demands {
		sum += d.Seats
		held := usage.Held[d.Slot]
		if l.Share == 0 || (held+d.Seats-usage.Paid)*100 <= l.Share*d.Capacity {
			continue
		}
		if held > 0 {
			return false
		}
		large = true
	}
	earned := seatsPerPaidSeat * usage.Paid
	if all := usage.totalHeld(); large && l.Seats > 0 && all > 0 && all+sum > l.Seats/2+earned {
		return false
	}
	return l.Seats == 0 || usage.Recent == 0 || usage.Recent+sum <= l.Seats+earned
}

func (u *UnpaidSeats) totalHeld() (sum int) {
	for _, seats := range u.Held {
		sum += seats
	}
	return sum
}
