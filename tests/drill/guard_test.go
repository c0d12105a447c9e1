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
	capacityGuard       guard = "capacity"    // seats are read, and then written whatever they are by then
	cartSumGuard        guard = "sums"        // each line of a cart is held against the capacity by itself
	lockOrderGuard      guard = "order"       // slots are taken in the order of the cart
	promoLimitGuard     guard = "promo limit" // the uses of a code are read, and then written
	agreedPriceGuard    guard = "agreed"      // no check whether an agreed price is already used
	idempotencyGuard    guard = "keys"        // a key that was used already is not noticed
	oneTransactionGuard guard = "transaction" // the seats are taken in a transaction after that of the order
	rereadGuard         guard = "lock"        // an order is not read again once it is locked
	jobGuard            guard = "jobs"        // only visitors' polls settle an order
	offerHoldGuard      guard = "unheld"      // an offer to a waiting list holds no seats
	moveCheckGuard      guard = "unchecked"   // a paid move is made whatever its booking is by then
	// buyers of a departure are notified in a transaction before that of their refund
	noticeGuard guard = "apart"
)

// wrapStore returns a store without the guard.
func (g guard) wrapStore(inner booking.Store) booking.Store {
	switch g {
	case lockOrderGuard:
		return &unguardedStore{Store: inner, wrap: func(tx booking.Tx) booking.Tx { return &unorderedTx{Tx: tx} }}
	case capacityGuard, cartSumGuard, promoLimitGuard, agreedPriceGuard, offerHoldGuard:
		return &unguardedStore{Store: inner, wrap: func(tx booking.Tx) booking.Tx { return unguardedTx{tx, g} }}
	case idempotencyGuard:
		return &unguardedStore{Store: inner, wrap: func(tx booking.Tx) booking.Tx { return keylessTx{tx} },
			read: withoutKeys}
	case rereadGuard:
		stale := &staleOrders{orders: map[string]booking.Order{}}
		return &unguardedStore{
			Store: inner,
			wrap:  func(tx booking.Tx) booking.Tx { return staleTx{tx, stale} },
			read:  func(r booking.Reader) booking.Reader { return staleReader{r, stale} },
		}
	case moveCheckGuard:
		return &unguardedStore{Store: inner, wrap: func(tx booking.Tx) booking.Tx {
			return uncheckedTx{tx, map[string]booking.Order{}}
		}}
	case oneTransactionGuard:
		return splitStore{inner}
	}
	return inner
}

// weakenedStore hands out transactions that lack something.
type unguardedStore struct {
	booking.Store
	wrap func(booking.Tx) booking.Tx
	read func(booking.Reader) booking.Reader
}

func (w *unguardedStore) Do(ctx context.Context, work func(booking.Tx) error) error {
	return w.Store.Do(ctx, func(tx booking.Tx) error { return work(w.wrap(tx)) })
}

func (w *unguardedStore) Read() booking.Reader {
	if w.read != nil {
		return w.read(w.Store.Read())
	}
	return w.Store.Read()
}

type unguardedTx struct {
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

func (t unguardedTx) TakeSeats(ctx context.Context, demands []booking.Demand) error {
	switch t.without {
	case capacityGuard:
		return t.Tx.TakeSeats(ctx, withoutCapacity(demands))
	case cartSumGuard:
		for _, d := range booking.MergeDemands(demands) {
			uncapped := d
			d.Seats, uncapped.Seats = 1, d.Seats-1
			if err := t.Tx.TakeSeats(ctx, []booking.Demand{d}); err != nil {
				return err
			}
			if err := t.Tx.TakeSeats(ctx, withoutCapacity([]booking.Demand{uncapped})); err != nil {
				return err
			}
		}
		return nil
	}
	return t.Tx.TakeSeats(ctx, demands)
}

// tangledTx takes its slots when the order is written: from the first in one transaction and from the last in the next.
type unorderedTx struct {
	booking.Tx
	demands []booking.Demand
}

var unorderedCount atomic.Int64

func (t *unorderedTx) TakeSeats(_ context.Context, demands []booking.Demand) error {
	t.demands = append(t.demands, demands...)
	return nil
}

func (t *unorderedTx) InsertOrder(ctx context.Context, o booking.Order) error {
	if unorderedCount.Add(1)%2 == 0 {
		slices.Reverse(t.demands)
	}
	for i := range t.demands {
		if err := t.Tx.TakeSeats(ctx, t.demands[i:i+1]); err != nil {
			return err
		}
	}
	return t.Tx.InsertOrder(ctx, o)
}

func (t unguardedTx) UsePromoCode(ctx context.Context, code booking.PromoCode, email string) error {
	err := t.Tx.UsePromoCode(ctx, code, email)
	if t.without == promoLimitGuard && fault.Is(err, fault.PromoUsedUp) {
		return nil
	}
	return err
}

func (t unguardedTx) Negotiation(ctx context.Context, id string) (booking.Negotiation, error) {
	n, err := t.Tx.Negotiation(ctx, id)
	if t.without == agreedPriceGuard {
		n.Order = ""
	}
	return n, err
}

// SaveWaiting releases the seats of an offer at once.
func (t unguardedTx) SaveWaiting(ctx context.Context, w booking.Waiting) error {
	if t.without == offerHoldGuard && w.State == booking.WaitingOffered {
		held := []booking.Demand{{Slot: w.Slot(), Seats: w.Seats}}
		if err := t.Tx.ReleaseSeats(ctx, held); err != nil {
			return err
		}
	}
	return t.Tx.SaveWaiting(ctx, w)
}

type keylessTx struct{ booking.Tx }

var lastKey atomic.Int64

func (t keylessTx) InsertOrder(ctx context.Context, o booking.Order) error {
	o.Key = fmt.Sprint(o.Key, " ", lastKey.Add(1))
	return t.Tx.InsertOrder(ctx, o)
}

func (t keylessTx) OrderByKey(context.Context, string, string) (booking.Order, error) {
	return booking.Order{}, errNoOrder
}

type keylessReader struct{ booking.Reader }

func withoutKeys(r booking.Reader) booking.Reader { return keylessReader{r} }

func (keylessReader) OrderByKey(context.Context, string, string) (booking.Order, error) {
	return booking.Order{}, errNoOrder
}

var errNoOrder = fault.New(fault.NotFound, "There is no such order.")

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
type staleOrders struct {
	mu     sync.Mutex
	orders map[string]booking.Order
}

type staleReader struct {
	booking.Reader
	stale *staleOrders
}

func (r staleReader) Order(ctx context.Context, id string) (booking.Order, error) {
	o, err := r.Reader.Order(ctx, id)
	r.stale.mu.Lock()
	defer r.stale.mu.Unlock()
	if _, seen := r.stale.orders[id]; !seen && err == nil &&
		(o.Payment.SessionID != "" || o.Method == booking.PayLater) {
		r.stale.orders[id] = o
	}
	return o, err
}

type staleTx struct {
	booking.Tx
	stale *staleOrders
}

func (t staleTx) Order(ctx context.Context, id string) (booking.Order, error) {
	o, err := t.Tx.Order(ctx, id)
	t.stale.mu.Lock()
	defer t.stale.mu.Unlock()
	if before, seen := t.stale.orders[id]; seen {
		before.Bookings = slices.Clone(before.Bookings)
		return before, nil
	}
	return o, err
}

// uncheckedTx returns an order whose booking is as it was when its move was quoted, once the move is paid.
type uncheckedTx struct {
	booking.Tx
	lastRead map[string]booking.Order
}

func (t uncheckedTx) Order(ctx context.Context, id string) (booking.Order, error) {
	o, err := t.Tx.Order(ctx, id)
	if sup := o.Supplement; sup != nil && !sup.Done && o.Bookings[0].Status == booking.Pending {
		for i := range t.lastRead[sup.Order].Bookings { // the caller has the same bookings
			b := &t.lastRead[sup.Order].Bookings[i]
			b.Status, b.PendingMove, b.Refunded = booking.Confirmed, o.ID, 0
			b.Choice, b.Amount = sup.Before, sup.Amount
		}
	}
	t.lastRead[id] = o
	return o, err
}
