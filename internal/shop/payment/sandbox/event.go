package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/signature"
)

// SignatureHeader is the header with an event's signature, in the format of signature.Sign.
const SignatureHeader = "Sandbox-Signature"

// event is the body of a notification to the shop.
type event struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Session   string    `json:"session"`
	CreatedAt time.Time `json:"createdAt"`
}

// ParseEvent returns the session that a notification is about.
func (p *Provider) ParseEvent(_ context.Context, header map[string][]string, body []byte, now time.Time) (string,
	error) {
	if err := signature.Check(http.Header(header).Get(SignatureHeader), body, p.db.secret, now); err != nil {
		return "", err
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil {
		return "", fmt.Errorf("%w: the body is not valid", payment.ErrForged)
	}
	return e.Session, nil
}

// Signature returns the value of SignatureHeader for a body sent at a time, for tests of receivers.
func (p *Provider) Signature(body []byte, at time.Time) string {
	return signature.Sign(body, p.db.secret, at)
}

// ChangedSessions lists the sessions with a refund, a failed refund or a dispute since a time.
func (p *Provider) ChangedSessions(ctx context.Context, since time.Time) (sessions []string, err error) {
	for more := true; more; {
		if more, err = p.settleDue(ctx); err != nil {
			return nil, err
		}
	}
	if sessions, err = p.db.queryColumn(ctx, selectChanged, micros(since)); err != nil {
		return nil, fmt.Errorf("list the changed payments: %w", err)
	}
	return sessions, nil
}
