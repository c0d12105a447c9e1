package drill_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// guard names what a control does without.
type guard string

const (
	capacity    guard = "capacity"    // seats are read, and then written whatever they are by then
	sums        guard = "sums"        // each line of a cart is held against the capacity by itself
	order       guard = "order"       // slots are taken in the order of the cart
	promoLimit  guard = "promo limit" // the uses of a code are read, and then written
	agreed      guard = "agreed"      // no check whether an agreed price is already used
	keys        guard = "keys"        // a key that was used already is not noticed
	transaction guard = "transaction" // the seats are taken in a transaction after that of the order
	lock        guard = "lock"        // an order is not read again once it is locked
	jobs        guard = "jobs"        // only visitors' polls settle an order
	unheld      guard = "unheld"      // an offer to a waiting list holds no seats
	unchecked   guard = "unchecked"   // a paid move is made whatever its booking is by then
	apart       guard = "apart"       // buyers of a departure are notified in a transaction before that of their refund
)

// from returns a store without the guard.
func (g guard) from(inner booking.Store) booking.Store {
	switch g {
	case order:
		return &weakened{Store: inner, wrap: func(tx booking.Tx) booking.Tx { return &tangledTx{Tx: tx} }}
	case capacity, sums, promoLimit, agreed, unheld:
		return &weakened{Store: inner, wrap: func(tx booking.Tx) booking.Tx { return weakTx{tx, g} }}
	case keys:
		return &weakened{Store: inner, wrap: func(tx booking.Tx) booking.Tx { return keyless{tx} }, read: forgetful}
	case lock:
		known := &memory{orders: map[string]booking.Order{}}
		return &weakened{
			Store: inner,
			wrap:  func(tx booking.Tx) booking.Tx { return rememberingTx{tx, known} },
			read:  func(r booking.Reader) booking.Reader { return rememberingReader{r, known} },
		}
	case unchecked:
		return &weakened{Store: inner, wrap: func(tx booking.Tx) booking.Tx {
			return uncheckedTx{tx, map[string]booking.Order{}}
		}}
	case transaction:
		return halved{inner}
	}
	return inner
}

// weakened hands out transactions that lack something.
type weakened struct {
	booking.Store
	wrap func(booking.Tx) booking.Tx
	read func(booking.Reader) booking.Reader
}

func (w *weakened) Do(ctx context.Context, work func(booking.Tx) error) error {
	return w.Store.Do(ctx, func(tx booking.Tx) error { return work(w.wrap(tx)) })
}

func (w *weakened) Read() booking.Reader {
	if w.read != nil {
		return w.read(w.Store.Read())
	}
	return w.Store.Read()
}

type weakTx struct {
	booking.Tx
	without guard
}

// limitless removes the capacity from demands.
func limitless(demands []booking.Demand) []booking.Demand {
	var out []booking.Demand
	for _, d := range demands {
		d.Capacity = math.MaxInt32
		out = append(out, d)
	}
	return out
}

func (t weakTx) TakeSeats(ctx context.Context, demands []booking.Demand) error {
	switch t.without {
	case capacity:
		return t.Tx.TakeSeats(ctx, limitless(demands))
	case sums:
		for _, d := range booking.MergeDemands(demands) {
			rest := d
			d.Seats, rest.Seats = 1, d.Seats-1
			if err := t.Tx.TakeSeats(ctx, []booking.Demand{d}); err != nil {
				return err
			}
			if err := t.Tx.TakeSeats(ctx, limitless([]booking.Demand{rest})); err != nil {
				return err
			}
		}
		return nil
	}
	return t.Tx.TakeSeats(ctx, demands)
}

// tangledTx takes its slots when the order is written: from the first in one transaction and from the last in the next.
type tangledTx struct {
	booking.Tx
	demands []booking.Demand
}

var turn atomic.Int64

func (t *tangledTx) TakeSeats(_ context.Context, demands []booking.Demand) error {
	t.demands = append(t.demands, demands...)
	return nil
}

func (t *tangledTx) InsertOrder(ctx context.Context, o booking.Order) error {
	if turn.Add(1)%2 == 0 {
		slices.Reverse(t.demands)
	}
	for i := range t.demands {
		if err := t.Tx.TakeSeats(ctx, t.demands[i:i+1]); err != nil {
			return err
		}
	}
	return t.Tx.InsertOrder(ctx, o)
}

func (t weakTx) UsePromoCode(ctx context.Context, code booking.PromoCode, email string) error {
	err := t.Tx.UsePromoCode(ctx, code, email)
	if t.without == promoLimit && fault.Is(err, fault.PromoUsedUp) {
		return nil
	}
	return err
}

func (t weakTx) Negotiation(ctx context.Context, id string) (booking.Negotiation, error) {
	n, err := t.Tx.Negotiation(ctx, id)
	if t.without == agreed {
		n.Order = ""
	}
	return n, err
}

// SaveWaiting releases the seats of an offer at once.
func (t weakTx) SaveWaiting(ctx context.Context, w booking.Waiting) error {
	if t.without == unheld && w.State == booking.WaitingOffered {
		held := []booking.Demand{{Slot: w.Slot(), Seats: w.Seats}}
		if err := t.Tx.ReleaseSeats(ctx, held); err != nil {
			return err
		}
	}
	return t.Tx.SaveWaiting(ctx, w)
}

type keyless struct{ booking.Tx }

var lastKey atomic.Int64

func (t keyless) InsertOrder(ctx context.Context, o booking.Order) error {
	o.Key = fmt.Sprint(o.Key, " ", lastKey.Add(1))
	return t.Tx.InsertOrder(ctx, o)
}

func (t keyless) OrderByKey(context.Context, string, string) (booking.Order, error) {
	return booking.Order{}, errForgotten
}

type keylessReader struct{ booking.Reader }

func forgetful(r booking.Reader) booking.Reader { return keylessReader{r} }

func (keylessReader) OrderByKey(context.Context, string, string) (booking.Order, error) {
	return booking.Order{}, errForgotten
}

var errForgotten = fault.New(fault.NotFound, "There is no such order.")

// halved takes seats after the transaction that requested them has committed.
type halved struct{ booking.Store }

type halfTx struct {
	booking.Tx
	later *[]booking.Demand
}

func (t halfTx) TakeSeats(_ context.Context, demands []booking.Demand) error {
	*t.later = append(*t.later, demands...)
	return nil
}

func (s halved) Do(ctx context.Context, work func(booking.Tx) error) error {
	var later []booking.Demand
	err := s.Store.Do(ctx, func(tx booking.Tx) error {
		later = nil
		return work(halfTx{tx, &later})
	})
	if err != nil || len(later) == 0 {
		return err
	}
	return s.Store.Do(ctx, func(tx booking.Tx) error { return tx.TakeSeats(ctx, later) })
}

// memory has orders in the state in which they first had a payment page.
type memory struct {
	mu     sync.Mutex
	orders map[string]booking.Order
}

type rememberingReader struct {
	booking.Reader
	known *memory
}

func (r rememberingReader) Order(ctx context.Context, id string) (booking.Order, error) {
	o, err := r.Reader.Order(ctx, id)
	r.known.mu.Lock()
	defer r.known.mu.Unlock()
	if _, seen := r.known.orders[id]; !seen && err == nil &&
		(o.Payment.SessionID != "" || o.Method == booking.PayLater) {
		r.known.orders[id] = o
	}
	return o, err
}

type rememberingTx struct {
	booking.Tx
	known *memory
}

func (t rememberingTx) Order(ctx context.Context, id string) (booking.Order, error) {
	o, err := t.Tx.Order(ctx, id)
	t.known.mu.Lock()
	defer t.known.mu.Unlock()
	if before, seen := t.known.orders[id]; seen {
		before.Bookings = slices.Clone(before.Bookings)
		return before, nil
	}
	return o, err
}

// uncheckedTx returns an order whose booking is as it was when its move was quoted, once the move is paid.
type uncheckedTx struct {
	booking.Tx
	read map[string]booking.Order
}

func (t uncheckedTx) Order(ctx context.Context, id string) (booking.Order, error) {
	o, err := t.Tx.Order(ctx, id)
	if sup := o.Supplement; sup != nil && !sup.Done && o.Bookings[0].Status == booking.Pending {
		for i := range t.read[sup.Order].Bookings { // the caller has the same bookings
			b := &t.read[sup.Order].Bookings[i]
			b.Status, b.PendingMove, b.Refunded = booking.Confirmed, o.ID, 0
			b.Choice, b.Amount = sup.Before, sup.Amount
		}
	}
	t.read[id] = o
	return o, err
}
