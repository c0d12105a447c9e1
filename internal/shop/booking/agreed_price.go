package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
)

// agreedQuote quotes a choice of a product at its negotiated price, if it has one that can still be used;
// Choice.Negotiation of the quote is empty otherwise. order is the id of the visitor's own order, which does not count
// as a use of the price until it is paid.
func (s *Service) agreedQuote(ctx context.Context, d Deployment, p *Product, c Choice, order string) (*Quote, error) {
	q, err := p.quote(c)
	if err != nil || c.Negotiation == "" {
		return q, err
	}
	q.Negotiation = ""
	n, err := s.store.Read().Negotiation(ctx, c.Negotiation)
	if fault.Is(err, fault.NotFound) {
		return q, nil
	}
	if err != nil {
		return nil, err
	}
	if order, _, err = s.unpaidUse(ctx, order, &n); err != nil {
		return nil, err
	}
	price, known := d.Exchange.Convert(n.Price, n.Currency, q.product.Currency)
	if known && n.Deployment == d.ID && n.usableBy(order, s.now()) && n.covers(&q.Choice) {
		q.unconvertedTotal = agreedPrice(&n, n.Price, q.product.inOwnCurrency().priceOf(&q.Choice)).Total
		q.Negotiation, q.Agreed, q.AgreedUntil, q.Price = n.ID, true, n.ExpiresAt, agreedPrice(&n, price, q.Price)
		q.negotiatedPrice = n.Price
	}
	return q, nil
}

// usableBy reports whether an order may have the price: no other order uses it.
func (n *Negotiation) usableBy(order string, now time.Time) bool {
	return n.Status == NegotiationAnswered && !n.Expired(now) && (n.Order == "" || n.Order == order)
}

// covers reports whether a choice is the negotiated one. Its start time, pickup and extras are free.
func (n *Negotiation) covers(c *Choice) bool {
	negotiated := &n.Choice
	return negotiated.Product == c.Product && negotiated.Option == c.Option && negotiated.Date == c.Date &&
		negotiated.Length == c.Length &&
		slices.Equal(negotiated.Units, c.Units)
}

// agreedPrice returns catalogue prices with one line of the negotiated price instead of those of units. Lines of extras
// stay.
func agreedPrice(n *Negotiation, price int64, catalogue PriceDetails) PriceDetails {
	var d PriceDetails
	d.add(PriceLine{Kind: BookingLine, ID: n.Choice.Option, Title: n.OptionTitle, Quantity: 1, UnitPrice: price})
	for _, line := range catalogue.Lines {
		if line.Kind == ExtraLine {
			d.add(line)
		}
	}
	return d
}

// exchangeNegotiations frees the released negotiations and marks those in prices as used by the order. It locks them in
// the order of their ids. It returns CartChanged if another order uses one of them, or if its price is not the one in
// prices.
func (s *Service) exchangeNegotiations(
	ctx context.Context, tx Tx, released []string, order *Order, prices map[string]int64,
) error {
	ids := slices.Clone(released)
	for _, b := range order.Bookings {
		if id := b.Choice.Negotiation; id != "" {
			ids = append(ids, id)
		}
	}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		n, err := tx.Negotiation(ctx, id)
		if _, use := prices[id]; !use && fault.Is(err, fault.NotFound) {
			continue // its retention has ended
		}
		if err != nil {
			return err
		}
		if slices.Contains(released, id) {
			n.Order = ""
		}
		if price, use := prices[id]; use {
			if !n.usableBy("", s.now()) || n.Price != price {
				return fault.New(fault.CartChanged, "The agreed price is no longer available.")
			}
			n.Order = order.ID
		}
		if err := tx.SaveNegotiation(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// returnNegotiations makes negotiated prices usable again.
func returnNegotiations(ctx context.Context, tx Tx, ids []string) error {
	for _, id := range slices.Sorted(slices.Values(ids)) {
		n, err := tx.Negotiation(ctx, id)
		if fault.Is(err, fault.NotFound) {
			continue // its retention has ended
		}
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
