package booking

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"storefront/internal/core/clock"
	"storefront/internal/core/fault"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/wording"
)

// startPayment opens a payment page and extends a hold until after its end. A reservation keeps its deadline.
func (s *Service) startPayment(ctx context.Context, o Order) (Order, error) {
	provider, err := s.providerOf(&o)
	if err != nil {
		return o, err
	}
	session, err := provider.Start(ctx, s.paymentRequest(&o))
	if err != nil {
		return o, err
	}
	account := accountOf(ctx, provider)
	id, attempt := o.ID, o.Payment.Attempt
	err = s.store.Do(ctx, func(tx Tx) error {
		stored, err := tx.Order(ctx, id)
		if err != nil {
			return err
		}
		if stored.Payment.Attempt != attempt {
			o = stored
			return nil
		}
		stored.Payment.SessionID, stored.Payment.URL, stored.Payment.Account = session.ID, session.URL, account
		if stored.Method == PayLater {
			o = stored
			return s.saveOpen(ctx, tx, &o)
		}
		if stored.count(OnHold) == 0 {
			o = stored
			return s.saveOpen(ctx, tx, &o) // the seats are gone: settling closes the page
		}
		stored.Payment.Status = PaymentNone
		stored.HoldUntil = session.ExpiresAt.Add(s.durations.AfterPaymentPage)
		o = stored
		return s.save(ctx, tx, &o)
	})
	return o, err
}

// paymentRequest returns the request for an order's payment page.
func (s *Service) paymentRequest(o *Order) payment.Request {
	paid, cancelled := s.returnURLs(o.HomeURL, o.ID)
	if o.Supplement != nil {
		paid = strings.TrimSuffix(o.HomeURL, "/") + "/invoices/" + o.Supplement.Order
		cancelled = paid
	}
	r := payment.Request{
		Key: fmt.Sprintf("%s:%d", o.ID, o.Payment.Attempt), Order: o.ID, Reference: o.Reference, Seller: o.Seller,
		Language: o.Language, Email: o.Buyer.Email, Currency: o.Currency, Exponent: o.Exponent,
		ReturnURL: paid, CancelURL: cancelled,
		// Derived from the order, so that a repeated request is identical.
		ExpiresAt: o.pageRequestedAt().Add(s.durations.PaymentPage),
	}
	if o.Supplement != nil { // a page that is opened again shortly before the deadline is open as long as any other
		r.ExpiresAt = maxTime(r.ExpiresAt, o.Supplement.Until)
	}
	for _, b := range o.Bookings {
		amount := b.unrefunded()
		if o.Method == PayLater && (!o.isCharged(&b) || amount == 0) {
			continue // ended before it was paid
		}
		option := wording.OptionTitle(b.Detail.OptionTitle, b.Detail.ProductTitle)
		w := wording.In(o.Language)
		detail := wording.Join(" · ", option, w.Day(b.Choice.Date),
			wording.WithoutIsolates(w.TimeOf(b.Choice.StartTime)))
		line := payment.Line{Title: b.Detail.ProductTitle, Detail: detail, Amount: amount}
		if zone, err := clock.Zone(b.Detail.TimeZone); err == nil {
			for _, l := range o.TermsWhenOrdered(&b, o.pageRequestedAt()).Lines(o.Language, zone) {
				line.Terms = append(line.Terms, l.Text)
			}
		}
		r.Lines, r.Total = append(r.Lines, line), r.Total+amount
	}
	return r
}

// pageRequestedAt returns when the current payment page was requested.
func (o *Order) pageRequestedAt() time.Time {
	if o.Payment.RequestedAt.IsZero() {
		return o.CreatedAt
	}
	return o.Payment.RequestedAt
}

// maxAttempts bounds the payment pages of one order.
const maxAttempts = 5

// Pay returns an order with an open payment page if a payment failed and the seats are still held, or if it is a
// reservation to be paid later. For an order with unpaid moves it opens the pages of these instead. A new page counts
// as a checkout of the visitor's network; another try to open the same page does not.
func (s *Service) Pay(ctx context.Context, d Deployment, visitor Visitor, id, network string) (Order, error) {
	providerCtx, cancel := s.withProviderTimeout(ctx)
	defer cancel()
	order, err := s.visitorOrder(ctx, d, visitor, id)
	if err != nil {
		return Order{}, err
	}
	order, err = s.settleMoves(ctx, s.settleWithin(ctx, providerCtx, order))
	if err != nil {
		return Order{}, err
	}
	if ok, err := s.payMoves(ctx, providerCtx, &order, network); ok || err != nil {
		return order, err
	}
	if order.Method == PayLater {
		return s.payReservation(ctx, providerCtx, order, network)
	}
	switch {
	case order.Method != Card || order.count(Confirmed, Pending, Redeemed) > 0 || order.Payment.Attempt >= maxAttempts:
		return Order{}, errNothingToPay
	case order.count(OnHold) == 0 || !s.now().Before(order.HoldUntil):
		return Order{}, fault.New(fault.HoldExpired, "The seats are no longer held.")
	}
	return s.openNextPage(ctx, providerCtx, order, network)
}

// openNextPage returns an order with its open payment page. After a failed payment that is another page, which counts
// as a checkout of the network.
func (s *Service) openNextPage(ctx, providerCtx context.Context, order Order, network string) (Order, error) {
	if s.IsPaymentPageOpen(&order) {
		return order, nil
	}
	if order.Payment.Status == PaymentFailed {
		if err := s.countCheckout(ctx, order.ID, network); err != nil {
			return Order{}, err
		}
		id, attempt := order.ID, order.Payment.Attempt
		err := s.store.Do(ctx, func(tx Tx) (err error) {
			if order, err = tx.Order(ctx, id); err != nil || order.Payment.Attempt != attempt ||
				order.count(OnHold) == 0 {
				return err
			}
			order.Payment = Payment{
				Status: PaymentNone, Attempt: attempt + 1, Provider: s.providerFor(order.Deployment),
				RequestedAt: s.now(),
			}
			return s.save(ctx, tx, &order)
		})
		if err != nil {
			return Order{}, err
		}
	}
	return s.openPaymentPage(ctx, providerCtx, order), nil
}

// openPaymentPage returns the order with its payment page; unchanged if the provider does not answer before providerCtx
// ends.
func (s *Service) openPaymentPage(ctx, providerCtx context.Context, order Order) Order {
	started, err := s.startPayment(providerCtx, order)
	if err != nil {
		s.warn(ctx, "payment page not open yet", &order, err)
		return order
	}
	return started
}

var errNothingToPay = fault.New(fault.NotPossible, "There is nothing to pay.")

// payReservation opens the payment page of a reservation, unless it is open.
func (s *Service) payReservation(ctx, providerCtx context.Context, order Order, network string) (Order, error) {
	switch {
	case !s.canPayReservation(&order):
		return Order{}, errNothingToPay
	case order.hasOpenSession():
		return order, nil // the page is still there
	}
	if err := s.closeLastPage(providerCtx, &order); err != nil {
		return Order{}, err
	}
	if err := s.countCheckout(ctx, order.ID, network); err != nil {
		return Order{}, err
	}
	id, attempt := order.ID, order.Payment.Attempt
	err := s.store.Do(ctx, func(tx Tx) (err error) {
		if order, err = tx.Order(ctx, id); err != nil || order.Payment.Attempt != attempt {
			return err
		}
		if !s.canPayReservation(&order) {
			return errNothingToPay // expired or cancelled in the meantime
		}
		p := &order.Payment
		p.Attempt, p.Provider, p.RequestedAt = attempt+1, s.providerFor(order.Deployment), s.now()
		p.SessionID, p.URL, p.SessionEnded = "", "", false
		return s.save(ctx, tx, &order)
	})
	if err != nil {
		return Order{}, err
	}
	return s.openPaymentPage(ctx, providerCtx, order), nil
}

// closeLastPage releases what is still reserved on the last payment page of an order, which has ended. No other page is
// opened before that: the order would no longer know of this one.
func (s *Service) closeLastPage(ctx context.Context, o *Order) error {
	if o.Payment.SessionID == "" {
		return nil
	}
	provider, err := s.providerOf(o)
	if err != nil {
		return err
	}
	state, err := provider.State(ctx, o.Payment.SessionID)
	if err == nil && (state.Status == payment.Open || state.Status == payment.Authorised) {
		state, err = provider.Void(ctx, o.Payment.SessionID, o.requestKey("void"))
	}
	if err != nil {
		return errors.Join(fault.New(fault.Unavailable, "The payment provider does not respond."), err)
	}
	if state.Status != payment.Failed && state.Status != payment.Voided {
		return fault.New(fault.InFlight, "An earlier payment is not finished.")
	}
	return nil
}

// CanPay reports whether Pay can open a payment page.
func (s *Service) CanPay(o *Order) bool {
	return s.canPayReservation(o) || o.Method == Card && o.count(OnHold) > 0 && s.now().Before(o.HoldUntil) &&
		o.Payment.Status == PaymentFailed && o.Payment.Attempt < maxAttempts
}

// IsPaymentPageOpen reports whether an order's payment page is open.
func (s *Service) IsPaymentPageOpen(o *Order) bool {
	if o.Method == PayLater {
		return s.canPayReservation(o) && o.hasOpenSession()
	}
	return o.Method == Card && o.count(OnHold) > 0 && o.Payment.SessionID != "" && o.Payment.Status == PaymentNone
}
