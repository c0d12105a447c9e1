package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"storefront/internal/shop/booking"
)

const (
	// removalBatchSize bounds the orders of a transaction, which are read and written whole.
	removalBatchSize = 100
	// maxRemovals bounds the orders of one run, which must end before the job's timeout. The next run continues.
	maxRemovals = 50 * removalBatchSize
)

// removePersonalData removes the personal data of old orders, and counts the orders.
func (s Store) removePersonalData(ctx context.Context, e Expiry, p *Purged) error {
	notes := func(_ context.Context, _ *Tx, o *booking.Order) error {
		o.RemoveNotes()
		return nil
	}
	buyer := func(ctx context.Context, tx *Tx, o *booking.Order) error {
		return tx.removeBuyer(ctx, o)
	}
	var failures []error
	remove := func(count *int64, from booking.Removal, before time.Time, act removal) {
		if before.IsZero() {
			return
		}
		n, err := s.removeFrom(ctx, from, before, act)
		*count += n
		failures = append(failures, err)
	}
	remove(&p.Buyers, booking.NothingRemoved, e.Buyers, buyer)
	remove(&p.Buyers, booking.NotesRemoved, e.Buyers, buyer)
	remove(&p.Notes, booking.NothingRemoved, e.Notes, notes)
	return errors.Join(failures...)
}

// removal removes data of an order in a transaction, which then saves the order.
type removal func(ctx context.Context, tx *Tx, o *booking.Order) error

// removeFrom calls remove for the orders of one state of removal that have been at rest since before an instant, the
// oldest first, in transactions of a few. It leaves out orders that are still disputed or owed a refund.
func (s Store) removeFrom(ctx context.Context, from booking.Removal, before time.Time, remove removal) (int64, error) {
	var sum int64
	var last booking.Order // the latest that was looked at
	for range maxRemovals / removalBatchSize {
		var found []booking.Order
		var n int64
		err := s.do(ctx, func(tx *Tx) (err error) {
			n = 0
			if found, err = tx.oldOrders(ctx, from, before, &last); err != nil {
				return err
			}
			for i := range found {
				o := &found[i]
				if !o.AtRestBefore(before) {
					continue
				}
				n++
				if err := tx.remove(ctx, o, remove); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || len(found) == 0 {
			return sum, err
		}
		sum += n
		last = slices.MaxFunc(found, func(a, b booking.Order) int {
			return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
		})
	}
	return sum, nil
}

// oldOrders locks and reads the next orders after one, by their creation, without those that have a booking that
// started at an instant or later. An activity never ends before its order is made.
func (t *Tx) oldOrders(ctx context.Context, from booking.Removal, before time.Time, after *booking.Order) (
	[]booking.Order, error) {
	ids, err := t.lockOrders(ctx, `removed = $1 AND removed <> 'buyer' AND NOT open AND created_at < $2
		AND (created_at > $3 OR created_at = $3 AND id > $4)
		AND NOT EXISTS (SELECT 1 FROM bookings b WHERE b.order_id = orders.id AND b.starts_at >= $2)
		ORDER BY created_at, id LIMIT $5`+t.forUpdate(),
		[]any{string(from), instant(before), instant(after.CreatedAt), after.ID, removalBatchSize})
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return t.Reader.orders(ctx, "SELECT * FROM orders WHERE id IN ("+placeholders(1, len(ids))+")", ids...)
}

// EraseOrder removes a buyer from an order and from the jobs about it, and saves the order. At the end of a retention,
// failed jobs are left to failedRetention.
func (t *Tx) EraseOrder(ctx context.Context, o *booking.Order) error {
	if err := t.deleteNoticesOfOrder(ctx, o.ID); err != nil {
		return err
	}
	return t.remove(ctx, o, func(ctx context.Context, tx *Tx, o *booking.Order) error { return tx.removeBuyer(ctx, o) })
}

// remove acts on an order, saves it, and replaces the words that it is found by.
func (t *Tx) remove(ctx context.Context, o *booking.Order, remove removal) error {
	if err := remove(ctx, t, o); err != nil {
		return err
	}
	if err := t.SaveOrder(ctx, *o); err != nil {
		return err
	}
	return t.replaceWords(ctx, o)
}

// removeBuyer removes a buyer from an order, with the mails about it and the count of their use of its promo code. The
// uses of the code by all buyers stay counted.
func (t *Tx) removeBuyer(ctx context.Context, o *booking.Order) error {
	if buyer := o.RemoveBuyer(); buyer != "" {
		key := []any{o.Deployment, o.PromoCode, buyer}
		const which = " WHERE deployment = $1 AND code = $2 AND email = $3"
		if _, err := t.exec(ctx, "forget use of promo code",
			"UPDATE promo_buyers SET uses = uses - 1"+which+" AND uses > 0", key...); err != nil {
			return err
		}
		if _, err := t.exec(ctx, "forget buyer of promo code",
			"DELETE FROM promo_buyers"+which+" AND uses = 0", key...); err != nil {
			return err
		}
	}
	if err := t.setEmail(ctx, o); err != nil {
		return err
	}
	_, err := t.exec(ctx, "delete mails", "DELETE FROM mails WHERE order_id = $1", o.ID)
	return err
}
