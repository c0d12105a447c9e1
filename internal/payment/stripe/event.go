package stripe

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v84/webhook"

	"storefront/internal/payment"
)

// Event answers the Checkout Session of a notification; empty for events about anything else.
func (p *Provider) Event(header http.Header, body []byte, now time.Time) (string, error) {
	signature := header.Get("Stripe-Signature")
	if err := webhook.ValidatePayloadIgnoringTolerance(body, signature, p.secret); err != nil {
		return "", fmt.Errorf("%w: %w", payment.ErrForged, err)
	}
	sent := signedAt(signature)
	if sent.Before(now.Add(-webhook.DefaultTolerance)) || sent.After(now.Add(webhook.DefaultTolerance)) {
		return "", fmt.Errorf("%w: its time is too far from now", payment.ErrForged)
	}
	var event struct {
		Data struct {
			Object struct {
				ID     string `json:"id"`
				Object string `json:"object"`
			} `json:"object"`
		} `json:"data"`
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return "", fmt.Errorf("%w: it cannot be read", payment.ErrForged)
	}
	if event.Data.Object.Object != "checkout.session" {
		return "", nil
	}
	return event.Data.Object.ID, nil
}

// signedAt reads the time as the webhook package does (the last one counts), which checks it against the machine's clock
// only.
func signedAt(signature string) (at time.Time) {
	for pair := range strings.SplitSeq(signature, ",") {
		if text, is := strings.CutPrefix(pair, "t="); is {
			seconds, _ := strconv.ParseInt(text, 10, 64)
			at = time.Unix(seconds, 0)
		}
	}
	return at
}
