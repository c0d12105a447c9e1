package booking

import (
	"context"

	"storefront/internal/core/fault"
)

// supersede ends the holds of an unpaid order, since its cart is ordered again; a later payment of it is voided. The
// caller has to return what it frees.
func (s *Service) supersede(ctx context.Context, tx Tx, id string) (freedResources, error) {
	order, err := unpaidOrder(ctx, tx, id)
	if err != nil || order == nil {
		return freedResources{}, err
	}
	order.Superseded = true
	free := order.endBookings(func(b *Booking) bool { return b.Status == OnHold }, Expired)
	order.Payment.Status = PaymentFailed
	if err := tx.SettleLater(ctx, order.ID, s.now()); err != nil {
		return freedResources{}, err
	}
	return free, s.save(ctx, tx, order)
}

// unpaidOrder returns an order if it still holds seats; nil otherwise.
func unpaidOrder(ctx context.Context, tx Tx, id string) (*Order, error) {
	if id == "" {
		return nil, nil
	}
	order, err := tx.Order(ctx, id)
	if fault.Is(err, fault.NotFound) || err == nil && order.count(OnHold) == 0 {
		return nil, nil
	}
	return &order, err
}

// exchangeSeats releases and takes seats, slot by slot in the order of Gather. Releasing all before taking any would
// lock slots in two orders, and concurrent checkouts could deadlock.
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

// exchangePromo uncounts the use of one code and counts another, in the order of the codes, to prevent deadlocks as
// well.
func exchangePromo(ctx context.Context, tx Tx, back freedResources, order *Order, wanted *AppliedPromo) error {
	use := func() error { return tx.UsePromoCode(ctx, wanted.PromoCode, order.promoBuyer()) }
	useFirst := wanted != nil && wanted.Code < back.promoCode
	if useFirst {
		if err := use(); err != nil {
			return err
		}
	}
	if err := returnPromoCode(ctx, tx, order.Deployment, back); err != nil || wanted == nil || useFirst {
		return err
	}
	return use()
}

func returnPromoCode(ctx context.Context, tx Tx, deployment string, free freedResources) error {
	if free.promoCode == "" {
		return nil
	}
	return tx.ReturnPromoCode(ctx, deployment, free.promoCode, free.promoBuyer)
}
