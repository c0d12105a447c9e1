package booking

import (
	"context"

	"storefront/internal/core/fault"
)

// payMoves opens a payment page for each move of an order that is not paid, unless its page is open. It reports whether
// the order has such moves. It returns fault.HoldExpired if the seats of none are held any more.
func (s *Service) payMoves(ctx, providerCtx context.Context, o *Order, network string) (ok bool, err error) {
	for _, supplement := range s.PendingMoves(ctx, o) {
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
