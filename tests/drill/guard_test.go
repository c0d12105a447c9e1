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
	capacityGuard    guard = "capacity"    // seats are read, and then written whatever they are by then
	sumGuard         guard = "sums"        // each line of a cart is held against the capacity by itself
	orderGuard       guard = "order"       // slots are taken in the order of the cart
	promoLimitGuard  guard = "promo limit" // the uses of a code are read, and then written
	agreedPriceGuard guard = "agreed"      // no check whether an agreed price is already used
	keyGuard         guard = "keys"        // a key that was used already is not noticed
	transactionGuard guard = "transaction" // the seats are taken in a transaction after that of the order
	lockGuard        guard = "lock"        // an order is not read again once it is locked
	jobGuard         guard = "jobs"        // only visitors' polls settle an order
	offerGuard       guard = "unheld"      // an offer to a waiting list holds no seats
	moveGuard        guard = "unchecked"   // a paid move is made whatever its booking is by then
	// buyers of a departure are notified in a transaction before that of their refund
	noticeGuard guard = "apart"
)

// wrapStore returns a store without the guard.
func (g guard) wrapStore(inner booking.Store) booking.Store {
	switch g {
	case orderGuard:
		return &weakenedStore{Store: inner, wrap: func(tx booking.Tx) booking.Tx { return &tangledTx{Tx: tx} }}
	case capacityGuard, sumGuard, promoLimitGuard, agreedPriceGuard, offerGuard:
		return &weakenedStore{Store: inner, wrap: func(tx booking.Tx) booking.Tx { return weakTx{tx, g} }}
	case keyGuard:
		return &weakenedStore{Store: inner, wrap: func(tx booking.Tx) booking.Tx { return keyless{tx} },
			read: withoutKeys}
	case lockGuard:
		known := &firstStates{orders: map[string]booking.Order{}}
		return &weakenedStore{
			Store: inner,
			wrap:  func(tx booking.Tx) booking.Tx { return rememberingTx{tx, known} },
			read:  func(r booking.Reader) booking.Reader { return rememberingReader{r, known} },
		}
	case moveGuard:
		return &weakenedStore{Store: inner, wrap: func(tx booking.Tx) booking.Tx {
			return uncheckedTx{tx, map[string]booking.Order{}}
		}}
	case transactionGuard:
		return splitStore{inner}
	}
	return inner
}

// weakenedStore hands out transactions that lack something.
type weakenedStore struct {
	booking.Store
	wrap func(booking.Tx) booking.Tx
	read func(booking.Reader) booking.Reader
}

func (w *weakenedStore) Do(ctx context.Context, work func(booking.Tx) error) error {
	return w.Store.Do(ctx, func(tx booking.Tx) error { return work(w.wrap(tx)) })
}

func (w *weakenedStore) Read() booking.Reader {
	if w.read != nil {
		return w.read(w.Store.Read())
	}
	return w.Store.Read()
}

type weakTx struct {
	booking.Tx
	without guard
}

// withoutCapacity removes the capacity from demands.
func withoutCapacity(demands []booking.Demand) []booking.Demand {
	var out []booking.Demand
	for _, d := range demands {
		d.Capacity = math.MaxInt32
		out = append(out, d)
	}
	return out
}

func (t weakTx) TakeSeats(ctx context.Context, demands []booking.Demand) error {
	switch t.without {
	case capacityGuard:
		return t.Tx.TakeSeats(ctx, withoutCapacity(demands))
	case sumGuard:
		for _, d := range booking.MergeDemands(demands) {
			rest := d
			d.Seats, rest.Seats = 1, d.Seats-1
			if err := t.Tx.TakeSeats(ctx, []booking.Demand{d}); err != nil {
				return err
			}
			if err := t.Tx.TakeSeats(ctx, withoutCapacity([]booking.Demand{rest})); err != nil {
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

var takeTurn atomic.Int64

func (t *tangledTx) TakeSeats(_ context.Context, demands []booking.Demand) error {
	t.demands = append(t.demands, demands...)
	return nil
}

func (t *tangledTx) InsertOrder(ctx context.Context, o booking.Order) error {
	if takeTurn.Add(1)%2 == 0 {
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
	if t.without == promoLimitGuard && fault.Is(err, fault.PromoUsedUp) {
		return nil
	}
	return err
}

func (t weakTx) Negotiation(ctx context.Context, id string) (booking.Negotiation, error) {
	n, err := t.Tx.Negotiation(ctx, id)
	if t.without == agreedPriceGuard {
		n.Order = ""
	}
	return n, err
}

// SaveWaiting releases the seats of an offer at once.
func (t weakTx) SaveWaiting(ctx context.Context, w booking.Waiting) error {
	if t.without == offerGuard && w.State == booking.WaitingOffered {
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

func withoutKeys(r booking.Reader) booking.Reader { return keylessReader{r} }

func (keylessReader) OrderByKey(context.Context, string, string) (booking.Order, error) {
	return booking.Order{}, errForgotten
}

var errForgotten = fault.New(fault.NotFound, "There is no such order.")

// splitStore takes seats after the transaction that requested them has committed.
type splitStore struct{ booking.Store }

type splitTx struct {
	booking.Tx
	later *[]booking.Demand
}

func (t splitTx) TakeSeats(_ context.Context, demands []booking.Demand) error {
	*t.later = append(*t.later, demands...)
	return nil
}

func (s splitStore) Do(ctx context.Context, work func(booking.Tx) error) error {
	var later []booking.Demand
	err := s.Store.Do(ctx, func(tx booking.Tx) error {
		later = nil
		return work(splitTx{tx, &later})
	})
	if err != nil || len(later) == 0 {
		return err
	}
	return s.Store.Do(ctx, func(tx booking.Tx) error { return tx.TakeSeats(ctx, later) })
}

// firstStates has orders in the state in which they first had a payment page.
type firstStates struct {
	mu     sync.Mutex
	orders map[string]booking.Order
}

type rememberingReader struct {
	booking.Reader
	known *firstStates
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
	known *firstStates
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
