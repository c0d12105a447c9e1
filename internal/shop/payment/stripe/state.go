package stripe

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	sdk "github.com/stripe/stripe-go/v84"

	"storefront/internal/shop/payment"
)

// State requests the session from Stripe, and with further requests its dispute and more than 10 refunds.
func (p *Provider) State(ctx context.Context, session string) (payment.State, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_, state, err := p.fetch(ctx, session)
	if err != nil {
		return payment.State{}, fmt.Errorf("state of a Stripe payment: %w", err)
	}
	return state, nil
}

// fetch returns a session and its state.
func (p *Provider) fetch(ctx context.Context, session string) (*sdk.CheckoutSession, payment.State, error) {
	s, err := p.retrieve(ctx, session)
	if err != nil {
		return nil, payment.State{}, err
	}
	state, err := stateOf(s)
	if err != nil || state.Status != payment.Captured {
		return s, state, err
	}
	charge := s.PaymentIntent.LatestCharge
	if charge == nil {
		return s, state, nil
	}
	if charge.Refunds != nil && charge.Refunds.HasMore {
		if err := p.addRefunds(ctx, s.PaymentIntent, &state); err != nil {
			return s, state, err
		}
	}
	if charge.Disputed {
		state.Dispute, err = p.disputeOf(ctx, s.PaymentIntent.ID)
	}
	return s, state, err
}

// disputeOf returns the latest dispute of a payment.
func (p *Provider) disputeOf(ctx context.Context, intent string) (payment.Dispute, error) {
	params := &sdk.DisputeListParams{PaymentIntent: sdk.String(intent)}
	params.Limit = sdk.Int64(1)
	for d, err := range p.client.V1Disputes.List(ctx, params) {
		if err != nil {
			return payment.Dispute{}, translateError(err)
		}
		return payment.Dispute{Status: string(d.Status), Amount: shopAmount(d.Amount, string(d.Currency)),
			Refundable: d.IsChargeRefundable}, nil
	}
	return payment.Dispute{}, nil
}

// addRefunds sets the sums of all refunds of a payment. Its charge contains only the latest 10.
func (p *Provider) addRefunds(ctx context.Context, intent *sdk.PaymentIntent, state *payment.State) error {
	var all []*sdk.Refund
	for r, err := range p.refunds(ctx, intent.ID) {
		if err != nil {
			return translateError(err)
		}
		all = append(all, r)
	}
	setRefunds(state, all, intent.Currency)
	return nil
}

// setRefunds sums refunds: those that are made or pending, and those that failed, whose money came back.
func setRefunds(state *payment.State, refunds []*sdk.Refund, currency sdk.Currency) {
	var made, failures int64
	for _, r := range refunds {
		if isFailed(r) {
			failures += r.Amount
		} else {
			made += r.Amount
		}
	}
	state.Refunded, state.RefundFailed = shopAmount(made, string(currency)), shopAmount(failures, string(currency))
}

func (p *Provider) retrieve(ctx context.Context, session string) (*sdk.CheckoutSession, error) {
	if session == "" {
		return nil, payment.ErrUnknown
	}
	s, err := p.client.V1CheckoutSessions.Retrieve(ctx, session, &sdk.CheckoutSessionRetrieveParams{
		Expand: sdk.StringSlice([]string{"payment_intent.latest_charge.refunds"}),
	})
	if err != nil {
		return nil, translateError(err)
	}
	return s, nil
}

// stateOf reads a Checkout Session with its payment intent and latest charge expanded. The intent decides, because it
// has the money; the session decides only while there is no intent, or none that was ever authorised.
func stateOf(s *sdk.CheckoutSession) (payment.State, error) {
	intent := s.PaymentIntent
	if intent == nil {
		intent = &sdk.PaymentIntent{}
	}
	state := payment.State{Session: s.ID, Declined: intent.LastPaymentError != nil}
	state.Status = statusOf(s, intent)
	switch state.Status {
	case payment.Authorised:
		state.Authorised = shopAmount(intent.AmountCapturable, string(intent.Currency))
		state.LapsesAt = lapsesAt(intent.LatestCharge)
	case payment.Captured:
		state.Authorised = shopAmount(intent.Amount, string(intent.Currency))
		state.Captured = shopAmount(intent.AmountReceived, string(intent.Currency))
		switch charge := intent.LatestCharge; {
		case charge == nil:
		case charge.Refunds == nil:
			state.Refunded = shopAmount(charge.AmountRefunded, string(intent.Currency))
		default:
			setRefunds(&state, charge.Refunds.Data, intent.Currency)
		}
	case payment.Voided:
		state.Authorised = shopAmount(intent.Amount, string(intent.Currency))
	case "":
		return state, fmt.Errorf("the Stripe session %s is %q with a payment that is %q", s.ID, s.Status, intent.Status)
	}
	if state.Authorised > 0 {
		state.Declined = false
	}
	return state, nil
}

// statusOf returns "" for a combination that must not occur.
func statusOf(s *sdk.CheckoutSession, intent *sdk.PaymentIntent) payment.Status {
	switch intent.Status {
	case sdk.PaymentIntentStatusRequiresCapture:
		return payment.Authorised
	case sdk.PaymentIntentStatusProcessing:
		return payment.Processing
	case sdk.PaymentIntentStatusSucceeded:
		return payment.Captured
	}
	switch s.Status {
	case sdk.CheckoutSessionStatusOpen:
		return payment.Open
	case sdk.CheckoutSessionStatusExpired:
		return payment.Failed
	case sdk.CheckoutSessionStatusComplete:
		switch intent.Status {
		case sdk.PaymentIntentStatusCanceled:
			return payment.Voided
		case sdk.PaymentIntentStatusRequiresPaymentMethod: // a delayed payment method that failed
			return payment.Failed
		}
	}
	return ""
}

func lapsesAt(c *sdk.Charge) time.Time {
	if c == nil || c.PaymentMethodDetails == nil || c.PaymentMethodDetails.Card == nil ||
		c.PaymentMethodDetails.Card.CaptureBefore == 0 {
		return time.Time{}
	}
	return time.Unix(c.PaymentMethodDetails.Card.CaptureBefore, 0).UTC()
}

// refusals are Stripe's error codes for calls that the state of a payment does not allow.
var refusals = map[sdk.ErrorCode]bool{
	sdk.ErrorCodeAmountTooLarge:                    true,
	sdk.ErrorCodeAmountTooSmall:                    true,
	sdk.ErrorCodeCaptureChargeAuthorizationExpired: true,
	sdk.ErrorCodeCaptureUnauthorizedPayment:        true,
	sdk.ErrorCodeChargeAlreadyCaptured:             true,
	sdk.ErrorCodeChargeAlreadyRefunded:             true,
	sdk.ErrorCodeChargeDisputed:                    true,
	sdk.ErrorCodeChargeExpiredForCapture:           true,
	sdk.ErrorCodeChargeNotRefundable:               true,
	sdk.ErrorCodeIntentInvalidState:                true,
	sdk.ErrorCodePaymentIntentUnexpectedState:      true,
	sdk.ErrorCodeRefundDisputedPayment:             true,
}

// translateError wraps an error of Stripe with the error of package payment that the shop acts on. All others may be
// temporary.
func translateError(err error) error {
	e, ok := errors.AsType[*sdk.Error](err)
	switch {
	case !ok:
		return fmt.Errorf("%w: Stripe did not respond: %w", payment.ErrUnavailable, err)
	case e.HTTPStatusCode == http.StatusTooManyRequests || e.HTTPStatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("%w: Stripe answers %d: %w", payment.ErrUnavailable, e.HTTPStatusCode, err)
	case e.Code == sdk.ErrorCodeResourceMissing:
		return fmt.Errorf("%w: %s (request %s)", payment.ErrUnknown, e.Msg, e.RequestID)
	case e.Type == sdk.ErrorTypeCard, refusals[e.Code]:
		return fmt.Errorf("%w: %s (%s, request %s)", payment.ErrRefused, e.Msg, e.Code, e.RequestID)
	}
	return err
}
