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

// guard names a safeguard that a control experiment removes. The comments describe the shop without it.
type guard string

const (
	capacityGuard       guard = "capacity"     // seats are taken without a check of the capacity
	cartSumGuard        guard = "cart sum"     // only the first seat of a cart on a slot is checked
	lockOrderGuard      guard = "order"        // slots are locked one by one, in the order of the cart or its reverse
	promoLimitGuard     guard = "promo limit"  // a promo code that is used up can still be used
	agreedPriceGuard    guard = "agreed price" // an agreed price can be used again
	idempotencyGuard    guard = "keys"         // a used idempotency key is not recognised
	oneTransactionGuard guard = "transaction"  // seats are taken in a transaction after that of the order
	rereadGuard         guard = "reread"       // an order is not read again after it is locked
	jobGuard            guard = "jobs"         // only visitors' requests settle an order
	offerHoldGuard      guard = "offer hold"   // an offer to a waiting list holds no seats
	moveCheckGuard      guard = "move check"   // a paid move is made without a check of its booking
	// buyers of a cancelled departure are notified in a transaction before that of their refund
	noticeGuard guard = "notice"
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

// unguardedStore is a store whose transactions, and readers if read is set, are wrapped.
type unguardedStore struct {
	booking.Store
	wrap func(booking.Tx) booking.Tx
	read func(booking.Reader) booking.Reader
}

func (s *unguardedStore) Do(ctx context.Context, work func(booking.Tx) error) error {
	return s.Store.Do(ctx, func(tx booking.Tx) error { return work(s.wrap(tx)) })
}

func (s *unguardedStore) Read() booking.Reader {
	if s.read != nil {
		return s.read(s.Store.Read())
	}
	return s.Store.Read()
}

// unguardedTx is a transaction without one of the guards that wrapStore lists for it.
type unguardedTx struct {
	booking.Tx
	without guard
}

// withoutCapacity returns demands with unlimited capacity.
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

// unorderedTx takes the slots of an order one by one when the order is inserted: in every second transaction from the
// last to the first.
type unorderedTx struct {
	booking.Tx
	demands []booking.Demand
}

// unorderedCount counts the orders of unorderedTx. Every second order takes its slots in reverse.
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

// UsePromoCode does not fail when the code is used up.
func (t unguardedTx) UsePromoCode(ctx context.Context, code booking.PromoCode, email string) error {
	err := t.Tx.UsePromoCode(ctx, code, email)
	if t.without == promoLimitGuard && fault.Is(err, fault.PromoUsedUp) {
		return nil
	}
	return err
}

// Negotiation returns a negotiation without the order that has used it.
func (t unguardedTx) Negotiation(ctx context.Context, id string) (booking.Negotiation, error) {
	n, err := t.Tx.Negotiation(ctx, id)
	if t.without == agreedPriceGuard {
		n.Order = ""
	}
	return n, err
}

// SaveWaiting releases the seats of an offer as soon as it is made.
func (t unguardedTx) SaveWaiting(ctx context.Context, w booking.Waiting) error {
	if t.without == offerHoldGuard && w.State == booking.WaitingOffered {
		held := []booking.Demand{{Slot: w.Slot(), Seats: w.Seats}}
		if err := t.Tx.ReleaseSeats(ctx, held); err != nil {
			return err
		}
	}
	return t.Tx.SaveWaiting(ctx, w)
}

// keylessTx inserts each order under a new key and finds no order by its key.
type keylessTx struct{ booking.Tx }

var lastKey atomic.Int64

func (t keylessTx) InsertOrder(ctx context.Context, o booking.Order) error {
	o.Key = fmt.Sprint(o.Key, " ", lastKey.Add(1))
	return t.Tx.InsertOrder(ctx, o)
}

func (t keylessTx) OrderByKey(context.Context, string, string) (booking.Order, error) {
	return booking.Order{}, errNoOrder
}

// keylessReader finds no order by its key.
type keylessReader struct{ booking.Reader }

func withoutKeys(r booking.Reader) booking.Reader { return keylessReader{r} }

func (keylessReader) OrderByKey(context.Context, string, string) (booking.Order, error) {
	return booking.Order{}, errNoOrder
}

var errNoOrder = fault.New(fault.NotFound, "There is no such order.")

// splitStore takes the seats of a transaction in a second transaction.
type splitStore struct{ booking.Store }

// splitTx collects the seats that a transaction takes.
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

// staleOrders holds orders as they were when first read with a payment page, or to be paid later.
type staleOrders struct {
	mu     sync.Mutex
	orders map[string]booking.Order
}

// staleReader records orders in staleOrders.
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

// staleTx returns the orders of staleOrders instead of the current ones.
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

// uncheckedTx makes the check of a paid move pass: when the move is read, it changes the booking that was read before
// to what it was when the move was quoted.
type uncheckedTx struct {
	booking.Tx
	lastRead map[string]booking.Order
}

func (t uncheckedTx) Order(ctx context.Context, id string) (booking.Order, error) {
	o, err := t.Tx.Order(ctx, id)
	if sup := o.Supplement; sup != nil && !sup.Done && o.Bookings[0].Status == booking.Pending {
		for i := range t.lastRead[sup.Order].Bookings { // the caller's order shares this slice
			b := &t.lastRead[sup.Order].Bookings[i]
			b.Status, b.PendingMove, b.Refunded = booking.Confirmed, o.ID, 0
			b.Choice, b.Amount = sup.Before, sup.Amount
		}
	}
	t.lastRead[id] = o
	return o, err
}
