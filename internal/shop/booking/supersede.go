package booking

import (
	"context"

	"storefront/internal/core/fault"
)

// supersede has an order that was never paid give up its seats, since its cart is being ordered anew. Whatever is paid
// for it from now on is voided. What it gives up is the caller's to give back.
func (s *Service) supersede(ctx context.Context, tx Tx, id string) (freed, error) {
	order, err := underWay(ctx, tx, id)
	if err != nil || order == nil {
		return freed{}, err
	}
	order.Superseded = true
	free := order.giveUp(func(b *Booking) bool { return b.Status == OnHold }, Expired)
	order.Payment.Status = PaymentFailed
	if err := tx.SettleLater(ctx, order.ID, s.now()); err != nil {
		return freed{}, err
	}
	return free, s.save(ctx, tx, order)
}

// underWay is a cart's order where it is still to be paid; nil otherwise.
func underWay(ctx context.Context, tx Tx, id string) (*Order, error) {
	if id == "" {
		return nil, nil
	}
	order, err := tx.Order(ctx, id)
	if fault.Is(err, fault.NotFound) || err == nil && order.count(OnHold) == 0 {
		return nil, nil
	}
	return &order, err
}

// exchangeSeats gives seats back and takes others, slot by slot in the order of Gather. All of one before all of the other
// would lock slots in two orders, and carts that are ordered anew could wait for each other.
func exchangeSeats(ctx context.Context, tx Tx, back, wanted []Demand) error {
	for len(back)+len(wanted) > 0 {
		if len(wanted) == 0 || len(back) > 0 && back[0].compare(wanted[0].Slot) <= 0 {
			if err := tx.ReleaseSeats(ctx, back[:1]); err != nil {
				return err
			}
			back = back[1:]
			continue
		}
		if err := tx.TakeSeats(ctx, wanted[:1]); err != nil {
			return err
		}
		wanted = wanted[1:]
	}
	return nil
}

// exchangePromo gives the use of a code back and counts another, after the seats and in the order of the codes, for the
// same reason.
func exchangePromo(ctx context.Context, tx Tx, back freed, order *Order, wanted *AppliedPromo) error {
	give := func() error {
		if back.code == "" {
			return nil
		}
		return tx.ReturnPromoCode(ctx, order.Deployment, back.code, back.email)
	}
	use := func() error {
		if wanted == nil {
			return nil
		}
		return tx.UsePromoCode(ctx, wanted.PromoCode, order.promoBuyer())
	}
	first, then := give, use
	if wanted != nil && wanted.Code < back.code {
		first, then = use, give
	}
	if err := first(); err != nil {
		return err
	}
	return then()
}
