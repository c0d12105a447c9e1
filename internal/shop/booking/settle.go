package booking

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/payment"
)

// maxSteps bounds one run of settling: fetching, capturing, refunding and fetching again are four.
const maxSteps = 8

// Settle brings an order in line with its payment and the time, and returns when to call it again; zero if the order is
// at rest. It may be called at any time and any number of times: what to do is derived from the provider's and the
// stored state. A failed call has to be repeated.
func (s *Service) Settle(ctx context.Context, id string) (again time.Time, err error) {
	order, err := s.settleIfOpen(ctx, id)
	if fault.Is(err, fault.NotFound) {
		return time.Time{}, nil
	}
	if unknown, is := errors.AsType[*UnknownPayment](err); is {
		s.log.ErrorContext(ctx, "payment unknown to the provider; the order waits", unknown.attributes()...)
	}
	if err != nil {
		return time.Time{}, err
	}
	return s.nextCheck(&order, s.now()), nil
}

func (s *Service) settleIfOpen(ctx context.Context, id string) (Order, error) {
	order, err := s.store.Read().Order(ctx, id)
	if err != nil || !order.Open {
		return order, err
	}
	return s.settleOrder(ctx, order)
}

// settleOrder settles an order, open or not.
func (s *Service) settleOrder(ctx context.Context, order Order) (_ Order, err error) {
	waited, end := s.turns.wait(ctx, order.ID)
	defer end()
	if waited {
		if order, err = s.store.Read().Order(ctx, order.ID); err != nil {
			return order, err
		}
	}
	if order.awaitsPage() && s.now().Before(order.HoldUntil) {
		if order, err = s.startPayment(ctx, order); err != nil {
			return order, err
		}
	}
	snapshot, err := s.fetchState(ctx, &order)
	if err != nil {
		return order, err
	}
	for range maxSteps {
		var next step
		if order, next, err = s.apply(ctx, order, snapshot); err != nil || next == nil {
			return order, err
		}
		if snapshot, err = next(ctx); err != nil {
			return order, err
		}
	}
	return order, fmt.Errorf("order %s is not settled after %d steps", order.ID, maxSteps)
}

// paymentSnapshot is what the provider last reported about an order's payment.
type paymentSnapshot struct {
	session        string         // the session that was fetched
	state          *payment.State // nil without a session
	captureRefused bool           // the provider refuses to capture
	refundKey      string         // the key of the refund that the provider has answered; empty without one
	refundProblem  string         // why the provider refused it; empty if it did not
}

// isStale reports whether the stored payment is newer than the snapshot: money that was reserved, captured or refunded
// stays so.
func (n paymentSnapshot) isStale(p *Payment) bool {
	if n.state == nil {
		return false
	}
	unpaid := n.state.Status == payment.Open || n.state.Status == payment.Processing
	more, back := p.topUpSums()
	return unpaid && p.Authorised > 0 || n.state.Captured < p.Captured-more ||
		n.state.Refunded+n.state.RefundFailed < p.Refunded-back+p.RefundFailed
}

// isPaid reports whether money was reserved or taken.
func (n paymentSnapshot) isPaid() bool {
	return n.state.Status == payment.Authorised || n.state.Status == payment.Captured
}

func (n paymentSnapshot) isCaptured() bool {
	return n.state != nil && n.state.Status == payment.Captured
}

// wasAttempted reports whether the buyer attempted a payment, even if it was declined.
func (n paymentSnapshot) wasAttempted() bool {
	untouched := n.state.Status == payment.Open || n.state.Status == payment.Failed
	return n.state.Declined || !untouched
}

// A step does one thing at the provider, and returns the payment after it.
type step func(context.Context) (paymentSnapshot, error)

// fetchState returns the current state of an order's payment.
func (s *Service) fetchState(ctx context.Context, o *Order) (paymentSnapshot, error) {
	if o.Payment.SessionID == "" {
		return paymentSnapshot{}, nil
	}
	provider, err := s.providerOf(o)
	if err != nil {
		return paymentSnapshot{}, err
	}
	state, err := provider.State(ctx, o.Payment.SessionID)
	if errors.Is(err, payment.ErrUnknown) {
		// The configured account is not the one that has the payment.
		return paymentSnapshot{}, &UnknownPayment{order: o, inUse: accountOf(ctx, provider), err: err}
	}
	return paymentSnapshot{session: o.Payment.SessionID, state: &state}, err
}

// apply stores what a snapshot changes of an order, and returns the next step at the provider; nil if there is none.
func (s *Service) apply(
	ctx context.Context, readOrder Order, snapshot paymentSnapshot,
) (order Order, next step, err error) {
	if s.unchanged(&readOrder, snapshot) {
		return readOrder, s.nextStep(&readOrder, snapshot), nil
	}
	err = s.store.Do(ctx, func(tx Tx) error {
		held := readOrder.count(OnHold) > 0 // only then its cart may change
		if held {
			if err := readOrder.lockCarts(ctx, tx); err != nil { // carts are locked before orders
				return err
			}
		}
		parent, err := readOrder.lockMovedOrder(ctx, tx) // locked before the order that pays for its move
		if err != nil {
			return err
		}
		if order, err = tx.Order(ctx, readOrder.ID); err != nil {
			return err
		}
		switch {
		case order.Payment.SessionID != snapshot.session: // another payment page was opened in the meantime
			next = nil
		case order.MovedToCart != readOrder.MovedToCart || !held && order.count(OnHold) > 0 ||
			snapshot.isStale(&order.Payment):
			// Another cart to lock, or newer state.
			next = func(ctx context.Context) (paymentSnapshot, error) { return s.fetchState(ctx, &readOrder) }
		default:
			next, err = s.applyLocked(ctx, tx, &order, parent, snapshot)
		}
		return err
	})
	return order, next, err
}

// applyLocked is apply for an order that is locked with its carts.
func (s *Service) applyLocked(
	ctx context.Context, tx Tx, o, parent *Order, snapshot paymentSnapshot,
) (next step, err error) {
	wasHeld, wasOpen := o.count(OnHold) > 0, o.Open
	if err := s.applySnapshot(ctx, tx, o, snapshot); err != nil {
		return nil, err
	}
	if o.Supplement != nil {
		if err := s.applySupplement(ctx, tx, o, parent); err != nil {
			return nil, err
		}
	}
	if err := s.refundTopUps(ctx, tx, o); err != nil {
		return nil, err
	}
	if wasHeld && o.count(OnHold) == 0 && o.Payment.Status == PaymentAuthorised {
		if err := s.removeOrderedItems(ctx, tx, o); err != nil {
			return nil, err
		}
	}
	if snapshot.isCaptured() {
		o.beginRefund()
	}
	next = s.nextStep(o, snapshot)
	o.Open = next != nil || !s.nextCheck(o, s.now()).IsZero()
	if o.Open && !wasOpen {
		return next, s.saveOpen(ctx, tx, o) // its job has ended
	}
	return next, s.save(ctx, tx, o)
}

// unchanged reports whether a snapshot changes nothing of an order as it was read, so that no lock is needed: the order
// is held and not paid yet, or has the amounts of the snapshot already. It may report false for such an order.
func (s *Service) unchanged(o *Order, snapshot paymentSnapshot) bool {
	now := s.now()
	if snapshot.state == nil || snapshot.captureRefused || o.Superseded || len(o.Payment.TopUps) > 0 &&
		o.owedToBuyer() > 0 ||
		o.Supplement != nil && !o.Supplement.Done {
		return false
	}
	after := *o
	after.Bookings = slices.Clone(o.Bookings)
	after.applyMoney(snapshot)
	switch snapshot.state.Status {
	case payment.Open, payment.Processing:
		return o.count(OnHold) > 0 && now.Before(o.HoldUntil)
	case payment.Authorised:
		if o.Payment.Status != PaymentAuthorised || !now.Before(s.supplierDeadline(o)) {
			return false
		}
	case payment.Captured:
		s.applyCaptured(&after)
		after.beginRefund()
	default:
		return false
	}
	after.Open = s.nextStep(&after, snapshot) != nil || !s.nextCheck(&after, now).IsZero()
	unsent := func(due dueNotice) bool { return !o.notified(due.key()) }
	return o.Method == Card && reflect.DeepEqual(after, *o) && !slices.ContainsFunc(s.dueNotices(&after), unsent)
}

// nextCheck returns when an order has to be settled again; zero if it is at rest.
func (s *Service) nextCheck(o *Order, now time.Time) time.Time {
	switch {
	case o.Resale != nil:
		return s.nextResaleCheck(o)
	case o.Payment.Refunding.Key != "", o.Method == PayLater && o.hasOpenSession():
		return now.Add(s.durations.Recheck)
	case o.Method == PayLater && o.Payment.Status == PaymentDue && o.count(Pending) > 0:
		if at := s.reminderAt(o); !at.IsZero() && now.Before(at) {
			return at
		}
		if o.Payment.AtStart && !o.isUndecided() {
			return time.Time{} // an operator records the payment
		}
		if o.awaitsChoice() {
			return time.Time{} // the choice, or the job that cancels the booking, opens the order again
		}
		return o.Payment.PayBy
	case o.isUndecided() && (o.isSettledOutsideProvider() || o.Total == 0 && o.Payment.SessionID == ""):
		return s.supplierDeadline(o)
	case o.Method == PayLater || o.Total == 0 && o.Payment.SessionID == "":
		return time.Time{}
	case o.count(OnHold) > 0:
		return minTime(now.Add(s.durations.Recheck), o.HoldUntil)
	case slices.Contains([]PaymentStatus{PaymentAuthorised, PaymentRefundPending}, o.Payment.Status):
		if _, decided := o.captureAmount(); !decided {
			return minTime(s.supplierDeadline(o), now.Add(time.Hour))
		}
		return now.Add(s.durations.Recheck)
	case o.Payment.SessionID != "" && o.Payment.Status == PaymentFailed && !o.Payment.SessionEnded:
		// The page is still open: a payment there is voided.
		return now.Add(s.durations.Recheck)
	}
	return time.Time{}
}

// decideBefore is how long before the travellers have to be ready suppliers have to decide; for what is booked or paid
// later it is half of the time that remains then.
const decideBefore = 6 * time.Hour

// supplierDeadline returns when suppliers have to decide: before the reserved amount lapses, and before the first
// travellers have to be ready. If they were asked during opening hours, it is before closing.
func (s *Service) supplierDeadline(o *Order) time.Time {
	by := o.CreatedAt.Add(365 * 24 * time.Hour)
	if !o.Payment.LapsesAt.IsZero() {
		by = o.Payment.LapsesAt.Add(-s.durations.ReleaseBeforeLapse)
	}
	for i := range o.Bookings {
		b := &o.Bookings[i]
		if b.Status != Pending || b.awaitsChoice() {
			continue
		}
		asked, ready := o.supplierAskedAt(b), b.ReadyAt()
		if !asked.Before(ready) { // during the opening hours
			ready = b.LastEntry()
		}
		by = minTime(by, ready.Add(-min(decideBefore, ready.Sub(asked)/2)))
	}
	return by
}
