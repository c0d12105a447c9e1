package stripe

import (
	"context"
	"errors"
	"fmt"

	sdk "github.com/stripe/stripe-go/v84"

	"storefront/internal/shop/payment"
)

// keyField is the metadata field with our key. Stripe forgets idempotency keys after a day or so; therefore captures
// and refunds also store the key as metadata, and look for it before they request anything.
const keyField = "key"

// ErrKeyReused is returned for a key that was used with another amount.
var ErrKeyReused = errors.New("the idempotency key was used for another amount")

// withTimeout runs a change with callTimeout, and names the call in its error.
func withTimeout(ctx context.Context, call string, change func(context.Context) (payment.State, error)) (payment.State,
	error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	state, err := change(ctx)
	if err != nil {
		return payment.State{}, fmt.Errorf("%s a Stripe payment: %w", call, err)
	}
	return state, nil
}

// Capture needs two requests: one for the session's payment intent, one for the capture.
func (p *Provider) Capture(ctx context.Context, session string, amount int64, key string) (payment.State, error) {
	return withTimeout(ctx, "capture", func(ctx context.Context) (payment.State, error) {
		return p.capture(ctx, session, amount, key)
	})
}

func (p *Provider) capture(ctx context.Context, session string, amount int64, key string) (payment.State, error) {
	s, before, err := p.fetch(ctx, session)
	if err != nil {
		return payment.State{}, err
	}
	if before.Status == payment.Captured && s.PaymentIntent.Metadata[keyField] == key {
		if before.Captured != amount {
			return payment.State{}, ErrKeyReused
		}
		return before, nil
	}
	// Stripe would store its refusal and repeat it for this key after the payment was authorised.
	if before.Status != payment.Authorised {
		return payment.State{}, fmt.Errorf("%w: it is %s", payment.ErrRefused, before.Status)
	}
	if amount <= 0 || amount > before.Authorised {
		return payment.State{}, fmt.Errorf("%w: the amount exceeds the authorised amount", payment.ErrRefused)
	}
	toCapture, err := stripeAmount(amount, shopCurrency(string(s.PaymentIntent.Currency)))
	if err != nil {
		return payment.State{}, err
	}
	s.PaymentIntent, err = p.client.V1PaymentIntents.Capture(ctx, s.PaymentIntent.ID, &sdk.PaymentIntentCaptureParams{
		Params: idempotent("capture", key), AmountToCapture: sdk.Int64(toCapture),
		Metadata: map[string]string{keyField: key},
		Expand:   sdk.StringSlice([]string{"latest_charge.refunds"}),
	})
	if err != nil {
		return payment.State{}, translateError(err)
	}
	return stateOf(s)
}

// Void expires an open session and cancels an authorised payment. An ended one stays as it is; a processing or captured
// one is refused.
func (p *Provider) Void(ctx context.Context, session string, key string) (payment.State, error) {
	return withTimeout(ctx, "void", func(ctx context.Context) (payment.State, error) {
		return p.void(ctx, session, key)
	})
}

func (p *Provider) void(ctx context.Context, session string, key string) (payment.State, error) {
	s, before, err := p.fetch(ctx, session)
	if err != nil {
		return payment.State{}, err
	}
	if before.Status == payment.Open {
		s, err = p.client.V1CheckoutSessions.Expire(ctx, s.ID, &sdk.CheckoutSessionExpireParams{
			Params: idempotent("expire", key),
			Expand: sdk.StringSlice([]string{"payment_intent.latest_charge.refunds"}),
		})
		if err == nil {
			return stateOf(s)
		}
		// The visitor may just have paid, or the session may have expired; Stripe has no code for that.
		failure := translateError(err)
		if s, before, err = p.fetch(ctx, session); err != nil || before.Status == payment.Open {
			return payment.State{}, failure
		}
	}
	switch before.Status {
	case payment.Authorised:
		s.PaymentIntent, err = p.client.V1PaymentIntents.Cancel(ctx, s.PaymentIntent.ID, &sdk.PaymentIntentCancelParams{
			Params: idempotent("cancel", key), Expand: sdk.StringSlice([]string{"latest_charge.refunds"}),
		})
		if err != nil {
			return payment.State{}, translateError(err)
		}
		return stateOf(s)
	case payment.Processing, payment.Captured:
		return payment.State{}, fmt.Errorf("%w: it is %s", payment.ErrRefused, before.Status)
	}
	return before, nil
}

// Refund needs at least three requests: for the session, its refunds, and the new refund.
func (p *Provider) Refund(ctx context.Context, session string, amount int64, key string) (payment.State, error) {
	return withTimeout(ctx, "refund", func(ctx context.Context) (payment.State, error) {
		return p.refund(ctx, session, amount, key)
	})
}

func (p *Provider) refund(ctx context.Context, session string, amount int64, key string) (payment.State, error) {
	s, state, err := p.fetch(ctx, session)
	if err != nil {
		return payment.State{}, err
	}
	if state.Status != payment.Captured {
		return payment.State{}, fmt.Errorf("%w: it is %s", payment.ErrRefused, state.Status)
	}
	currency := shopCurrency(string(s.PaymentIntent.Currency))
	toRefund, err := stripeAmount(amount, currency)
	if err != nil {
		return payment.State{}, err
	}
	earlier, err := p.refundOf(ctx, s.PaymentIntent.ID, key)
	if err != nil {
		return payment.State{}, err
	}
	if earlier != nil {
		if earlier.Amount != toRefund {
			return payment.State{}, ErrKeyReused
		}
		return state, nil
	}
	if amount <= 0 || amount > state.Captured-state.Refunded {
		return payment.State{}, fmt.Errorf("%w: the amount exceeds the rest of the captured amount", payment.ErrRefused)
	}
	made, err := p.client.V1Refunds.Create(ctx, &sdk.RefundCreateParams{
		Params: idempotent("refund", key), PaymentIntent: sdk.String(s.PaymentIntent.ID), Amount: sdk.Int64(toRefund),
		Metadata: map[string]string{keyField: key},
	})
	if err != nil {
		return payment.State{}, translateError(err)
	}
	if isFailed(made) {
		return payment.State{}, fmt.Errorf("%w: the refund is %s: %s", payment.ErrRefused, made.Status,
			made.FailureReason)
	}
	state.Refunded += amount
	return state, nil
}

// refundOf returns the refund with a key, or nil.
func (p *Provider) refundOf(ctx context.Context, intent, key string) (*sdk.Refund, error) {
	for r, err := range p.refunds(ctx, intent) {
		if err != nil {
			return nil, translateError(err)
		}
		if r.Metadata[keyField] == key && !isFailed(r) {
			return r, nil
		}
	}
	return nil, nil
}

// refunds lists all refunds of a payment.
func (p *Provider) refunds(ctx context.Context, intent string) sdk.Seq2[*sdk.Refund, error] {
	params := &sdk.RefundListParams{PaymentIntent: sdk.String(intent)}
	params.Limit = sdk.Int64(100)
	return p.client.V1Refunds.List(ctx, params)
}

func isFailed(r *sdk.Refund) bool {
	return r.Status == sdk.RefundStatusFailed || r.Status == sdk.RefundStatusCanceled
}
