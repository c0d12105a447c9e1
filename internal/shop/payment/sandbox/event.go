package sandbox

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"storefront/internal/shop/payment"
)

// SignatureHeader carries "t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>", with a v1 for each secret while one is
// being replaced.
const SignatureHeader = "Sandbox-Signature"

// tolerance is how far a notification's time may be from now, against replays; Stripe's own.
const tolerance = 5 * time.Minute

// event is what the shop is sent.
type event struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Session   string    `json:"session"`
	CreatedAt time.Time `json:"createdAt"`
}

// Event checks a notification in constant time. See SignatureHeader.
func (p *Provider) Event(_ context.Context, header map[string][]string, body []byte, now time.Time) (string, error) {
	at, signatures, ok := parseSignature(http.Header(header).Get(SignatureHeader))
	if !ok {
		return "", fmt.Errorf("%w: the signature is missing or malformed", payment.ErrForged)
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return "", fmt.Errorf("%w: its time is no number", payment.ErrForged)
	}
	if sent := time.Unix(seconds, 0); sent.Before(now.Add(-tolerance)) || sent.After(now.Add(tolerance)) {
		return "", fmt.Errorf("%w: its time is too far from now", payment.ErrForged)
	}
	want := sign(p.db.secret, at, body)
	genuine := false
	for _, s := range signatures {
		genuine = hmac.Equal(s, want) || genuine
	}
	if !genuine {
		return "", fmt.Errorf("%w: the signature does not fit", payment.ErrForged)
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil {
		return "", fmt.Errorf("%w: it cannot be read", payment.ErrForged)
	}
	return e.Session, nil
}

// Signature is the value of SignatureHeader for a body sent at a time: what a receiver's tests need.
func (p *Provider) Signature(body []byte, at time.Time) string {
	t := strconv.FormatInt(at.Unix(), 10)
	return "t=" + t + ",v1=" + hex.EncodeToString(sign(p.db.secret, t, body))
}

func sign(secret []byte, at string, body []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(at + "."))
	mac.Write(body)
	return mac.Sum(nil)
}

func parseSignature(header string) (at string, signatures [][]byte, ok bool) {
	for part := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			if at != "" {
				return "", nil, false
			}
			at = value
		case "v1":
			if s, err := hex.DecodeString(value); err == nil {
				signatures = append(signatures, s)
			}
		}
	}
	return at, signatures, at != "" && len(signatures) > 0
}
