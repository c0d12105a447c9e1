// Package signature signs and checks notifications of payment providers in Stripe's format: a header of
// "t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>", with a v1 for each secret while one is being replaced.
package signature

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v84/webhook"

	"storefront/internal/shop/payment"
)

// Sign returns the header for a body that is sent at a time.
func Sign(body []byte, secret string, at time.Time) string {
	return fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(webhook.ComputeSignature(at, body, secret)))
}

// Check returns payment.ErrForged unless the header is a signature of the body with the secret, within Stripe's
// tolerance of now.
func Check(header string, body []byte, secret string, now time.Time) error {
	if err := webhook.ValidatePayloadIgnoringTolerance(body, header, secret); err != nil {
		return fmt.Errorf("%w: %w", payment.ErrForged, err)
	}
	if sent := sentAt(header); now.Sub(sent).Abs() > webhook.DefaultTolerance {
		return fmt.Errorf("%w: its time is too far from now", payment.ErrForged)
	}
	return nil
}

// sentAt parses the time as the webhook package does, which uses the last one. That package can compare it with the
// machine's clock only.
func sentAt(header string) (at time.Time) {
	for pair := range strings.SplitSeq(header, ",") {
		if text, is := strings.CutPrefix(pair, "t="); is {
			seconds, _ := strconv.ParseInt(text, 10, 64)
			at = time.Unix(seconds, 0)
		}
	}
	return at
}
