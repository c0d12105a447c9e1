package booking

import (
	"context"
	"slices"
	"strings"
	"time"

	"storefront/internal/fault"
	"storefront/internal/form"
	"storefront/internal/secret"
)

// UnpaidLimits bound the seats that are taken without being paid for. A limit of 0 is none. They are shares and sums, not
// numbers of visitors: fifty guests of a hotel take a few seats each and pay, a script takes all of them and does not.
type UnpaidLimits struct {
	// Share is the part of a departure, in percent, that one network, or one account, may have unpaid at a time. The first
	// party of a departure is taken whatever its size, and each seat that the network has paid for in a day adds one.
	Share int
	// Seats is how many seats one network, or one account, may leave unpaid within a day. Each seat that it has paid for in
	// that day adds two. A wider network, of many customers, may leave four times as many.
	Seats int
	// Orders is how many orders one e-mail address, one phone number, or one account may have unpaid at a time.
	Orders int
}

// DefaultUnpaidLimits are those of a server that sets none.
var DefaultUnpaidLimits = UnpaidLimits{Share: 50, Seats: 120, Orders: 5}

const (
	unpaidWithin = 24 * time.Hour
	perPaidSeat  = 2
	wideFactor   = 4
)

// Origin is where a checkout comes from.
type Origin struct {
	Network string // an address of IPv4, or a /64 of IPv6; empty where that is not known
	Wide    string // the network of many customers around it: a /24 or a /48
	Account string // the verified address of the account that is signed in; it counts in place of all others
}

// Standing is how an order counts in the limits on unpaid seats.
type Standing string

const (
	Uncounted     Standing = "" // replaced by another order of its cart, or refused by its supplier
	UnpaidSeats   Standing = "unpaid"
	PaidSeats     Standing = "paid"
	freeByPromise          = Uncounted // a promo code or an agreed price says that it costs nothing, and has limits of its own
)

// Standing returns how the order counts now. An order whose seats were given up unpaid goes on counting as unpaid.
func (o *Order) Standing() Standing {
	switch o.Payment.Status {
	case PaymentVoided:
		return Uncounted
	case PaymentAuthorised, PaymentCaptured, PaymentRefundPending, PaymentRefunded:
		if o.Total > 0 {
			return PaidSeats
		}
		agreed := slices.ContainsFunc(o.Bookings, func(b Booking) bool { return b.Wish.Negotiation != "" })
		if o.PromoCode != "" || agreed {
			return freeByPromise
		}
	}
	if o.Superseded {
		return Uncounted
	}
	return UnpaidSeats
}

// Unpaid is what a holder of seats has not paid for, and has.
type Unpaid struct {
	Open   map[Slot]int // seats of open orders that are not paid
	Orders int          // how many open orders those are
	Recent int          // seats of all orders since an instant that were not paid
	Paid   int          // seats of orders since that instant that were paid
}

// holder is who answers for unpaid seats, by a hash, with what is allowed to it.
type holder struct {
	key    string
	share  int
	seats  int
	orders int
}

// holdersOf are those of an order, in the order in which they are locked.
func (l UnpaidLimits) holdersOf(o *Order, from Origin) (holders []holder) {
	add := func(kind, name string, h holder) {
		if name != "" {
			h.key = secret.HashOf("unpaid", kind, name)
			holders = append(holders, h)
		}
	}
	if from.Account != "" {
		// Strangers who use the address of an account for orders of theirs do not keep its owner from ordering.
		add("account", o.Deployment+" "+from.Account, holder{share: l.Share, seats: l.Seats, orders: l.Orders})
		return holders
	}
	add("network", from.Network, holder{share: l.Share, seats: l.Seats})
	add("wide", from.Wide, holder{seats: wideFactor * l.Seats})
	add("email", o.Deployment+" "+form.Mailbox(o.Buyer.Email), holder{orders: l.Orders})
	add("phone", o.Deployment+" "+Dialled(o.Buyer.Phone, o.Buyer.PhoneCountry), holder{orders: l.Orders})
	slices.SortFunc(holders, func(a, b holder) int { return strings.Compare(a.key, b.key) })
	return holders
}

// mayHold notes who answers for the order's seats, unless one of them has too much unpaid: that is fault.TooManyUnpaid. The
// order that this one replaces has to be superseded before, and this one inserted after.
func (s *Service) mayHold(ctx context.Context, tx Tx, order *Order, from Origin) ([]string, error) {
	if s.unpaid == (UnpaidLimits{}) {
		return nil, nil
	}
	var keys []string
	wanted := order.SeatsTaken()
	for _, h := range s.unpaid.holdersOf(order, from) {
		has, err := tx.Unpaid(ctx, h.key, order.CreatedAt.Add(-unpaidWithin))
		if err != nil {
			return nil, err
		}
		if order.Standing() == UnpaidSeats && !h.allows(has, wanted) {
			e := fault.New(fault.TooManyUnpaid, "Too many seats are held and not paid from here.")
			e.RetryAfter = s.terms.Hold
			return nil, e
		}
		keys = append(keys, h.key)
	}
	return keys, nil
}

func (h holder) allows(has Unpaid, wanted []Demand) bool {
	if h.orders > 0 && has.Orders >= h.orders {
		return false
	}
	sum := 0
	for _, d := range wanted {
		sum += d.Seats
		held := has.Open[d.Slot]
		if h.share > 0 && held > 0 && (held+d.Seats-has.Paid)*100 > h.share*d.Capacity {
			return false
		}
	}
	return h.seats == 0 || has.Recent == 0 || has.Recent+sum <= h.seats+perPaidSeat*has.Paid
}
