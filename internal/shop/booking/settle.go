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

// mostSteps bounds one run of Settle: looking, capturing, refunding and looking again are four.
const mostSteps = 8

// Settle brings an order to where its payment and the clock say that it ought to be, and tells when to look again; zero
// means that it is at rest. Anybody may call it at any time, any number of times: what is to be done is always derived
// from what the provider and the store tell, never from what this program believes to have done. A failure is to be tried
// again.
func (s *Service) Settle(ctx context.Context, id string) (again time.Time, err error) {
	order, err := s.settle(ctx, id)
	if fault.Is(err, fault.NotFound) {
		return time.Time{}, nil
	}
	if unknown, is := errors.AsType[*UnknownPayment](err); is {
		s.log.ErrorContext(ctx, "the payment provider does not know the payment of an order, which waits", unknown.attributes()...)
	}
	if err != nil {
		return time.Time{}, err
	}
	return s.nextLook(&order, s.now()), nil
}

func (s *Service) settle(ctx context.Context, id string) (Order, error) {
	order, err := s.store.Read().Order(ctx, id)
	if err != nil || !order.Open {
		return order, err
	}
	return s.bring(ctx, order)
}

// bring settles an order whether or not it is at rest.
func (s *Service) bring(ctx context.Context, order Order) (_ Order, err error) {
	if order.awaitsPage() && s.now().Before(order.HoldUntil) {
		if order, err = s.startPayment(ctx, order); err != nil {
			return order, err
		}
	}
	seen, err := s.see(ctx, &order)
	if err != nil {
		return order, err
	}
	for range mostSteps {
		var step step
		if order, step, err = s.record(ctx, order, seen); err != nil || step == nil {
			return order, err
		}
		if seen, err = step(ctx); err != nil {
			return order, err
		}
	}
	return order, fmt.Errorf("order %s does not come to rest", order.ID)
}

// sight is what is known of an order's payment from outside.
type sight struct {
	session string         // the one that was looked at
	state   *payment.State // nil where there is no session
	refused bool           // the provider will not let the money be captured
	problem string         // why the provider has refused a refund; empty where it has not
}

// old says that others have seen more of the payment meanwhile: what was reserved, captured or given back once does not
// come undone.
func (n sight) old(p *Payment) bool {
	if n.state == nil {
		return false
	}
	unpaid := n.state.Status == payment.Open || n.state.Status == payment.Processing
	return unpaid && p.Authorised > 0 || n.state.Captured < p.Captured ||
		n.state.Refunded+n.state.RefundFailed < p.Refunded+p.RefundFailed
}

// paid reports whether money was reserved or taken.
func (n sight) paid() bool {
	return n.state.Status == payment.Authorised || n.state.Status == payment.Captured
}

// tried says that a payment was made, if only to be declined.
func (n sight) tried() bool {
	left := n.state.Status == payment.Open || n.state.Status == payment.Failed
	return n.state.Declined || !left
}

// A step does one thing at the provider and tells how the payment stands then.
type step func(context.Context) (sight, error)

func (s *Service) see(ctx context.Context, o *Order) (sight, error) {
	if o.Payment.SessionID == "" {
		return sight{}, nil
	}
	provider, err := s.providerOf(o)
	if err != nil {
		return sight{}, err
	}
	state, err := provider.State(ctx, o.Payment.SessionID)
	if errors.Is(err, payment.ErrUnknown) {
		// Another account is asked than the one that has the payment: the order waits until the right one is.
		return sight{}, &UnknownPayment{order: o, asked: accountOf(ctx, provider), err: err}
	}
	return sight{session: o.Payment.SessionID, state: &state}, err
}

// record writes down what was seen and what follows from it, and tells what is to be done next at the provider.
func (s *Service) record(ctx context.Context, known Order, seen sight) (order Order, next step, err error) {
	if o := known; s.steady(&o, seen) {
		return known, s.stepFor(&known, seen), nil
	}
	err = s.store.Do(ctx, func(tx Tx) error {
		next = nil
		carts, err := cartsOf(ctx, tx, &known)
		if err != nil {
			return err
		}
		if order, err = tx.Order(ctx, known.ID); err != nil {
			return err
		}
		if order.Payment.SessionID != seen.session {
			return nil // another payment page was opened meanwhile
		}
		moved := order.MovedTo != known.MovedTo // to a cart that is to be locked before the order
		if moved || seen.old(&order.Payment) {
			next = func(ctx context.Context) (sight, error) { return s.see(ctx, &known) }
			return nil
		}
		before := order
		before.Bookings = slices.Clone(order.Bookings)
		if err := s.follow(ctx, tx, &order, seen); err != nil {
			return err
		}
		if before.count(OnHold) > 0 && order.count(OnHold) == 0 && order.Payment.Status == PaymentAuthorised {
			if err := s.dropOrdered(ctx, tx, carts, &order); err != nil {
				return err
			}
		}
		next = s.stepFor(&order, seen)
		order.Open = next != nil || !s.nextLook(&order, s.now()).IsZero()
		if order.Open && !before.Open {
			return s.keep(ctx, tx, &order) // its job has ended
		}
		if err := s.tell(ctx, tx, &order); err != nil || reflect.DeepEqual(order, before) {
			return err
		}
		return tx.SaveOrder(ctx, order)
	})
	return order, next, err
}

// steady says that what was seen changes nothing of the order.
func (s *Service) steady(o *Order, seen sight) bool {
	now := s.now()
	if seen.state == nil || seen.refused || o.count(OnHold) == 0 {
		return false
	}
	open := seen.state.Status == payment.Open || seen.state.Status == payment.Processing
	return open && now.Before(o.HoldUntil) && !o.Superseded
}

// nextLook is when an order is to be looked at again by itself; zero where it is at rest.
func (s *Service) nextLook(o *Order, now time.Time) time.Time {
	switch {
	case o.Method == PayLater && o.paysByCard():
		return now.Add(s.terms.Look)
	case o.Method == PayLater && o.Payment.Status == PaymentDue && o.count(Pending) > 0:
		if at := s.remindAt(o); !at.IsZero() && now.Before(at) {
			return at
		}
		if o.Payment.AtStart {
			return time.Time{} // whoever takes the money there says what became of it
		}
		return o.Payment.PayBy
	case o.Method == PayLater || o.Total == 0:
		return time.Time{}
	case o.count(OnHold) > 0:
		return minTime(now.Add(s.terms.Look), o.HoldUntil)
	case slices.Contains([]PaymentStatus{PaymentAuthorised, PaymentRefundPending}, o.Payment.Status):
		if _, decided := o.accepted(); !decided {
			return minTime(s.decideBy(o), now.Add(time.Hour))
		}
		return now.Add(s.terms.Look)
	case o.Payment.SessionID != "" && o.Payment.Status == PaymentFailed && !o.Payment.Ended:
		// The page is still open: what is paid there now is voided.
		return now.Add(s.terms.Look)
	}
	return time.Time{}
}

// decideBefore is how long before travellers have to be ready a supplier has to have decided; of a booking that is made
// later, in half of the time that is left.
const decideBefore = 6 * time.Hour

// decideBy returns when suppliers have to have decided: a while before the reserved amount lapses, and a while before the
// first travellers have to be ready.
func (s *Service) decideBy(o *Order) time.Time {
	by := o.CreatedAt.Add(365 * 24 * time.Hour)
	if !o.Payment.LapsesAt.IsZero() {
		by = o.Payment.LapsesAt.Add(-s.terms.BeforeLapse)
	}
	for _, b := range o.Bookings {
		if b.Status == Pending {
			ready := b.ReadyAt()
			by = minTime(by, ready.Add(-min(decideBefore, ready.Sub(o.CreatedAt)/2)))
		}
	}
	return by
}
