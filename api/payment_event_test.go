package api_test

import (
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v84/webhook"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/stripe"
)

// For an event about a refund the server fetches the session from Stripe. Stripe repeats events that are not answered
// with 2xx.
func TestProviderOutageAnswers503AndIsLoggedAsWarning(t *testing.T) {
	const (
		secret = "whsec_test"
		event  = `{"id":"evt_1","object":"event","type":"refund.updated","data":{"object":{"id":"re_1","object":"refund","payment_intent":"pi_1"}}}`
	)
	shop := open(t)
	for name, c := range map[string]struct {
		answer string
		status int // of Stripe
		want   int
		code   fault.Code
		level  string
	}{
		"too many requests": {`{"error":{"type":"invalid_request_error","code":"rate_limit","message":"slow down"}}`,
			429, 503, fault.Unavailable, "WARN"},
		"an error of Stripe": {`{"error":{"type":"api_error","message":"sorry"}}`, 500, 503, fault.Unavailable, "WARN"},
		"an invalid key": {`{"error":{"type":"invalid_request_error","message":"Invalid API Key"}}`, 401, 500,
			fault.Internal, "ERROR"},
	} {
		t.Run(name, func(t *testing.T) {
			remote := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(c.status)
				_, _ = fmt.Fprint(w, c.answer)
			}))
			defer remote.Close()
			p, err := stripe.New(stripe.Config{Key: "sk_test_1", WebhookSecret: secret, BaseURL: remote.URL})
			if err != nil {
				t.Fatal(err)
			}
			var log logBuffer
			server := httptest.NewServer(api.New(api.Config{
				Site: site{}, Log: slog.New(slog.NewTextHandler(&log, nil)),
				Booking: booking.New(booking.Config{Store: shop.store,
					Providers: map[string]payment.Provider{p.Name(): p}, Log: quiet}),
			}))
			defer server.Close()
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
				server.URL+"/api/v1/payments/stripe/events", strings.NewReader(event))
			if err != nil {
				t.Fatal(err)
			}
			at := shop.booking.Now()
			signature := hex.EncodeToString(webhook.ComputeSignature(time.Unix(at.Unix(), 0), []byte(event), secret))
			r.Header.Set("Stripe-Signature", fmt.Sprintf("t=%d,v1=%s", at.Unix(), signature))
			response, err := server.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			if response.StatusCode != c.want || (response.Header.Get("Retry-After") != "") != (c.want == 503) {
				t.Errorf("%s, Retry-After %q", response.Status, response.Header.Get("Retry-After"))
			}
			server.Close()
			if text := log.String(); !strings.Contains(text, "level="+c.level+" msg=\"request failed\"") ||
				!strings.Contains(text, "Stripe") ||
				!strings.Contains(text, "code="+string(c.code)) {
				t.Errorf("the log has\n%s", text)
			}
		})
	}
}
