package booking

import (
	"context"
	"fmt"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/wording"
)

// startPayment asks the provider for a payment page and has the hold outlive it.
func (s *Service) startPayment(ctx context.Context, o Order) (Order, error) {
	ctx, cancel := s.waiting(ctx)
	defer cancel()
	provider, err := s.providerOf(&o)
	if err != nil {
		return o, err
	}
	session, err := provider.Start(ctx, s.requestFor(&o))
	if err != nil {
		return o, err
	}
	account := accountOf(ctx, provider)
	err = s.store.Do(ctx, func(tx Tx) error {
		attempt := o.Payment.Attempt
		now, err := tx.Order(ctx, o.ID)
		if err != nil {
			return err
		}
		if now.Payment.Attempt != attempt {
			o = now
			return nil
		}
		now.Payment.SessionID, now.Payment.URL, now.Payment.Account = session.ID, session.URL, account
		if now.Method == PayLater {
			o = now
			return s.keep(ctx, tx, &o) // the deadline stays, and the page is followed beside it
		}
		if now.count(OnHold) == 0 {
			o = now
			return s.keep(ctx, tx, &o) // the seats are gone: the page has to be closed again
		}
		now.Payment.Status = PaymentNone
		now.HoldUntil = session.ExpiresAt.Add(s.terms.Grace)
		o = now
		return s.save(ctx, tx, &o)
	})
	return o, err
}

func (s *Service) requestFor(o *Order) payment.Request {
	back := func(page string) string {
		return o.Payment.ReturnTo + o.Prefix + "/checkout/" + page + "?order=" + o.ID
	}
	r := payment.Request{
		Key: fmt.Sprintf("%s:%d", o.ID, o.Payment.Attempt), Order: o.ID, Reference: o.Reference, Seller: o.Seller,
		Language: o.Language, Email: o.Buyer.Email, Currency: o.Currency, Exponent: o.Exponent, Total: o.Total,
		ReturnURL: back("success"), CancelURL: back("error"),
		// Of the order, not of the clock: a repeated request is the same request.
		ExpiresAt: o.pageFrom().Add(s.terms.Pay),
	}
	for _, b := range o.Bookings {
		detail := b.Detail.OptionTitle + " · " + wording.In(o.Language).Day(b.Wish.Date)
		if b.Wish.StartTime != "" {
			detail += " · " + b.Wish.StartTime
		}
		line := payment.Line{Title: b.Detail.ProductTitle, Detail: detail, Amount: b.Amount}
		if zone, err := time.LoadLocation(b.Detail.TimeZone); err == nil {
			for _, l := range o.TermsWhenOrdered(&b, o.pageFrom()).Lines(o.Language, zone) {
				line.Terms = append(line.Terms, l.Text)
			}
		}
		r.Lines = append(r.Lines, line)
	}
	return r
}

// pageFrom is when the present payment page was asked for.
func (o *Order) pageFrom() time.Time {
	if o.Payment.AskedAt.IsZero() {
		return o.CreatedAt
	}
	return o.Payment.AskedAt
}

// mostAttempts bounds how often the seats of one order are kept for another payment page.
const mostAttempts = 5

// Pay gives a payment page again where a payment did not go through and the seats are still held. begin refuses what would begin
// too often; it is called before another page is opened, and may be nil.
func (s *Service) Pay(ctx context.Context, d Deployment, visitor Visitor, id string, begin func() error) (Order, error) {
	waits, cancel := s.waiting(ctx)
	defer cancel()
	order, err := s.orderWhile(ctx, waits, d, visitor, id)
	if err != nil {
		return Order{}, err
	}
	if order.Method == PayLater {
		return s.payReservation(ctx, waits, order, begin)
	}
	switch {
	case order.Method != Card || order.count(Confirmed, Pending, Redeemed) > 0 || order.Payment.Attempt >= mostAttempts:
		return Order{}, errNothingToPay
	case order.count(OnHold) == 0 || !s.now().Before(order.HoldUntil):
		return Order{}, fault.New(fault.HoldExpired, "The seats are not held any more.")
	case order.Payment.Status == PaymentNone && order.Payment.SessionID != "":
		return order, nil // the page is still there
	}
	if order.Payment.Status == PaymentFailed {
		if err := begun(begin); err != nil {
			return Order{}, err
		}
		attempt := order.Payment.Attempt
		err := s.store.Do(ctx, func(tx Tx) error {
			if order, err = tx.Order(ctx, id); err != nil || order.Payment.Attempt != attempt || order.count(OnHold) == 0 {
				return err
			}
			order.Payment = Payment{
				Status: PaymentNone, Attempt: attempt + 1, Provider: s.providerFor(order.Deployment), ReturnTo: order.Payment.ReturnTo, AskedAt: s.now(),
			}
			return s.save(ctx, tx, &order)
		})
		if err != nil {
			return Order{}, err
		}
	}
	started, err := s.startPayment(waits, order)
	if err != nil {
		s.log.WarnContext(ctx, "the payment page is not there yet", "order", order.ID, "reference", order.Reference, "error", err)
		return order, nil
	}
	return started, nil
}

// begun returns why nothing may begin; nil without a begin.
func begun(begin func() error) error {
	if begin == nil {
		return nil
	}
	return begin()
}

var errNothingToPay = fault.New(fault.NotPossible, "There is nothing to pay.")

// payReservation gives the payment page of what was to be paid later.
func (s *Service) payReservation(ctx, waits context.Context, order Order, begin func() error) (Order, error) {
	switch {
	case !s.payableLater(&order):
		return Order{}, errNothingToPay
	case order.paysByCard():
		return order, nil // the page is still there
	}
	if err := begun(begin); err != nil {
		return Order{}, err
	}
	attempt := order.Payment.Attempt
	err := s.store.Do(ctx, func(tx Tx) (err error) {
		if order, err = tx.Order(ctx, order.ID); err != nil || order.Payment.Attempt != attempt {
			return err
		}
		if !s.payableLater(&order) {
			return errNothingToPay // the deadline has passed, or it was cancelled meanwhile
		}
		p := &order.Payment
		p.Attempt, p.Provider, p.AskedAt, p.SessionID, p.URL, p.Ended = attempt+1, s.providerFor(order.Deployment), s.now(), "", "", false
		return s.save(ctx, tx, &order)
	})
	if err != nil {
		return Order{}, err
	}
	started, err := s.startPayment(waits, order)
	if err != nil {
		s.log.WarnContext(ctx, "the payment page is not there yet", "order", order.ID, "reference", order.Reference, "error", err)
		return order, nil
	}
	return started, nil
}

// Retryable says that Pay gives a payment page.
func (s *Service) Retryable(o *Order) bool {
	return s.payableLater(o) || o.Method == Card && o.count(OnHold) > 0 && s.now().Before(o.HoldUntil) && o.Payment.Status == PaymentFailed &&
		o.Payment.Attempt < mostAttempts
}

// AwaitsPayment says that an order's payment page is there to be paid on.
func (s *Service) AwaitsPayment(o *Order) bool {
	if o.Method == PayLater {
		return s.payableLater(o) && o.paysByCard()
	}
	return o.Method == Card && o.count(OnHold) > 0 && o.Payment.SessionID != "" && o.Payment.Status == PaymentNone
}

// Now is the instant that the rules go by.
func (s *Service) Now() time.Time { return s.now() }
