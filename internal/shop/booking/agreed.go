package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
)

// agreedOffer is offerFor with the price that was negotiated, where that is so and still can be had: the offer names a
// negotiation only then. order is the visitor's own, whose use of the price does not count.
func (s *Service) agreedOffer(ctx context.Context, d Deployment, c Choice, order string) (*Quote, error) {
	f, err := s.offerFor(d, c)
	if err != nil || c.Negotiation == "" {
		return f, err
	}
	f.Negotiation = ""
	n, err := s.store.Read().Negotiation(ctx, c.Negotiation)
	if fault.Is(err, fault.NotFound) {
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	price, known := d.Exchange.Convert(n.Price, n.Currency, f.product.Currency)
	if known && n.Deployment == d.ID && n.usableBy(order, s.now()) && n.covers(&f.Choice) {
		f.quote = agreedPrice(&n, n.Price, f.own.price(f.own.Option(f.option.ID), &f.Choice)).Total
		f.Negotiation, f.agreed, f.agreedUntil, f.price = n.ID, true, n.ExpiresAt, agreedPrice(&n, price, f.price)
		f.answered = n.Price
	}
	return f, nil
}

// usableBy says that an order may have the price: nobody uses it, or that order itself does.
func (n *Negotiation) usableBy(order string, now time.Time) bool {
	return n.Status == NegotiationAnswered && !n.Expired(now) && (n.Order == "" || n.Order == order)
}

// covers says that a choice is what was negotiated. The start time is open, and so are pickup and extras.
func (n *Negotiation) covers(c *Choice) bool {
	w := &n.Wish
	return w.Product == c.Product && w.Option == c.Option && w.Date == c.Date && w.Length == c.Length && slices.Equal(w.Units, c.Units)
}

// agreedPrice puts the agreed price in place of the lines of units, and leaves those of extras.
func agreedPrice(n *Negotiation, price int64, catalogue PriceDetails) PriceDetails {
	var d PriceDetails
	d.add(PriceLine{Kind: BookingLine, ID: n.Wish.Option, Title: n.OptionTitle, Quantity: 1, UnitPrice: price})
	for _, line := range catalogue.Lines {
		if line.Kind == ExtraLine {
			d.add(line)
		}
	}
	return d
}

// exchangeAgreed gives the use of agreed prices back and has the order use its own, one negotiation after the other in the
// order of their ids, for the prices that were answered. It returns CartChanged where somebody else was faster, and where the
// answer is another by now.
func (s *Service) exchangeAgreed(ctx context.Context, tx Tx, back []string, order *Order, answered map[string]int64) error {
	ids := slices.Clone(back)
	for _, b := range order.Bookings {
		if id := b.Wish.Negotiation; id != "" {
			ids = append(ids, id)
		}
	}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		n, err := tx.Negotiation(ctx, id)
		if err != nil {
			return err
		}
		if slices.Contains(back, id) {
			n.Order = ""
		}
		if price, use := answered[id]; use {
			if !n.usableBy("", s.now()) || n.Price != price {
				return fault.New(fault.CartChanged, "The agreed price cannot be had any more.")
			}
			n.Order = order.ID
		}
		if err := tx.SaveNegotiation(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// returnAgreed lets agreed prices be used again.
func returnAgreed(ctx context.Context, tx Tx, ids []string) error {
	for _, id := range slices.Sorted(slices.Values(ids)) {
		n, err := tx.Negotiation(ctx, id)
		if err != nil {
			return err
		}
		n.Order = ""
		if err := tx.SaveNegotiation(ctx, n); err != nil {
			return err
		}
	}
	return nil
}
