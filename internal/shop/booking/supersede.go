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
	freed := order.endBookings(func(b *Booking) bool { return b.Status == OnHold }, Expired)
	order.Payment.Status = PaymentFailed
	if err := tx.SettleLater(ctx, order.ID, s.now()); err != nil {
		return freedResources{}, err
	}
	return freed, s.save(ctx, tx, order)
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

// exchangeSeats releases and takes seats, slot by slot in the order of MergeDemands. Releasing all before taking any
// would lock slots in two orders, and concurrent checkouts could deadlock.
func exchangeSeats(ctx context.Context, tx Tx, release, take []Demand) error {
	for len(release)+len(take) > 0 {
		if len(take) == 0 || len(release) > 0 && release[0].compare(take[0].Slot) <= 0 {
			if err := tx.ReleaseSeats(ctx, release[:1]); err != nil {
				return err
			}
			release = release[1:]
			continue
		}
		if err := tx.TakeSeats(ctx, take[:1]); err != nil {
			return err
		}
		take = take[1:]
	}
	return nil
}

// exchangePromo uncounts the use of one code and counts another, in the order of the codes, to prevent deadlocks as
// well.
func exchangePromo(ctx context.Context, tx Tx, freed freedResources, order *Order, promo *AppliedPromo) error {
	use := func() error { return tx.UsePromoCode(ctx, promo.PromoCode, order.promoBuyer()) }
	useFirst := promo != nil && promo.Code < freed.promoCode
	if useFirst {
		if err := use(); err != nil {
			return err
		}
	}
	if err := returnPromoCode(ctx, tx, order.Deployment, freed); err != nil || promo == nil || useFirst {
		return err
	}
	return use()
}

func returnPromoCode(ctx context.Context, tx Tx, deployment string, freed freedResources) error {
	if freed.promoCode == "" {
		return nil
	}
	return tx.ReturnPromoCode(ctx, deployment, freed.promoCode, freed.promoBuyer)
}
