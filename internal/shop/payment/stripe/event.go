package stripe

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	sdk "github.com/stripe/stripe-go/v84"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/signature"
)

// ParseEvent returns the Checkout Session that a notification is about. A notification about a charge, a refund or a
// dispute has only the payment; ParseEvent then requests its session.
func (p *Provider) ParseEvent(ctx context.Context, header map[string][]string, body []byte, now time.Time) (string,
	error) {
	if err := signature.Check(http.Header(header).Get("Stripe-Signature"), body, p.secret, now); err != nil {
		return "", err
	}
	var event struct {
		Data struct {
			Object json.RawMessage `json:"object"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return "", fmt.Errorf("%w: the body is not valid", payment.ErrForged)
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return p.sessionOf(ctx, event.Data.Object)
}

// moneyEvents are the types of events about refunds and disputes. Their objects have the id of the payment.
var moneyEvents = []string{
	"charge.refunded", "refund.created", "refund.updated", "refund.failed",
	"charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed",
	"charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated",
}

// ChangedSessions lists the sessions of the money events since a time, which Stripe keeps for 30 days.
func (p *Provider) ChangedSessions(ctx context.Context, since time.Time) (sessions []string, err error) {
	params := &sdk.EventListParams{
		Types: sdk.StringSlice(moneyEvents), CreatedRange: &sdk.RangeQueryParams{GreaterThanOrEqual: since.Unix()},
	}
	params.Limit = sdk.Int64(100)
	known := map[string]string{} // sessions by payment
	for event, err := range p.client.V1Events.List(ctx, params) {
		if err != nil {
			return nil, fmt.Errorf("list the events of Stripe: %w", translateError(err))
		}
		intent := intentOf(event.Data.Raw)
		if _, seen := known[intent]; seen || intent == "" {
			continue
		}
		session, err := p.sessionOf(ctx, event.Data.Raw)
		if err != nil {
			return nil, err
		}
		if known[intent] = session; session != "" {
			sessions = append(sessions, session)
		}
	}
	return sessions, nil
}

// sessionOf returns the Checkout Session of an event's object; empty if it has none.
func (p *Provider) sessionOf(ctx context.Context, object json.RawMessage) (string, error) {
	var session struct {
		ID     string `json:"id"`
		Object string `json:"object"`
	}
	if err := json.Unmarshal(object, &session); err != nil {
		return "", nil
	}
	if session.Object == "checkout.session" {
		return session.ID, nil
	}
	intent := intentOf(object)
	if intent == "" {
		return "", nil
	}
	params := &sdk.CheckoutSessionListParams{PaymentIntent: sdk.String(intent)}
	params.Limit = sdk.Int64(1)
	for s, err := range p.client.V1CheckoutSessions.List(ctx, params) {
		if err != nil {
			return "", fmt.Errorf("find the session of the Stripe payment %s: %w", intent, translateError(err))
		}
		return s.ID, nil
	}
	return "", nil
}

// intentOf returns the payment of a charge, a refund or a dispute; empty for any other object.
func intentOf(object json.RawMessage) string {
	var of struct {
		Object string `json:"object"`
		Intent string `json:"payment_intent"`
	}
	if json.Unmarshal(object, &of) != nil || !slices.Contains([]string{"charge", "refund", "dispute"}, of.Object) {
		return ""
	}
	return of.Intent
}
