package booking

import (
	"context"

	"storefront/internal/core/fault"
)

// payMoves opens a payment page for each move of an order that is not paid, unless its page is open. It reports whether
// the order has such moves. It returns fault.HoldExpired if the seats of none are held any more.
func (s *Service) payMoves(ctx, providerCtx context.Context, o *Order, network string) (ok bool, err error) {
	pending, err := s.PendingMoves(ctx, o)
	if err != nil {
		return false, err
	}
	for _, supplement := range pending {
		if supplement.count(OnHold) == 0 {
			continue // it is paid, and about to be made
		}
		if !s.IsPaymentPageOpen(supplement) && !s.CanPayMove(supplement) {
			err = fault.New(fault.HoldExpired, "The seats of the move are no longer held.")
			continue
		}
		if _, err := s.openNextPage(ctx, providerCtx, *supplement, network); err != nil {
			return false, err
		}
		ok = true
	}
	if ok {
		return true, nil
	}
	return false, err
}

// CanPayMove reports whether Pay can open a payment page for the order that pays for a move.
func (s *Service) CanPayMove(supplement *Order) bool {
	return s.CanPay(supplement) ||
		supplement.count(OnHold) > 0 && supplement.Payment.SessionID == "" && s.now().Before(supplement.HoldUntil)
}

// PendingMoves returns the orders that pay for moves of an order's bookings, by booking, until they are paid.
func (s *Service) PendingMoves(ctx context.Context, o *Order) (map[string]*Order, error) {
	pending := map[string]*Order{}
	for i := range o.Bookings {
		b := &o.Bookings[i]
		supplement, err := s.pendingMove(ctx, b)
		if err != nil {
			return nil, err
		}
		if supplement != nil && supplement.count(OnHold, Pending) > 0 {
			pending[b.ID] = supplement
		}
	}
	return pending, nil
}

// pendingMove returns the order of a booking's PendingMove; nil if there is none.
func (s *Service) pendingMove(ctx context.Context, b *Booking) (*Order, error) {
	if b.PendingMove == "" {
		return nil, nil
	}
	supplement, err := s.store.Read().Order(ctx, b.PendingMove)
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	return &supplement, err
}

// heldForMove returns the seats that are held for a move of a booking, which another move of it can have.
func (s *Service) heldForMove(ctx context.Context, b *Booking) ([]Demand, error) {
	supplement, err := s.pendingMove(ctx, b)
	if supplement == nil || err != nil {
		return nil, err
	}
	return supplement.seatsIn(OnHold), nil
}

// settleMoves settles the orders that pay for moves of an order, and returns the order after it.
func (s *Service) settleMoves(ctx context.Context, o Order) (Order, error) {
	pending, err := s.PendingMoves(ctx, &o)
	if len(pending) == 0 {
		return o, err
	}
	for _, supplement := range pending {
		if s.pollTimes.due(supplement.ID, s.now()) {
			s.settleNow(ctx, *supplement)
		}
	}
	return s.store.Read().Order(ctx, o.ID)
}
