package stripe_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/stripe"
)

// newAnsweringProvider is a provider whose Stripe answers every request alike.
func newAnsweringProvider(t testing.TB, status int, body any) *stripe.Provider {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}))
	t.Cleanup(server.Close)
	return newProvider(t, stripe.Config{BaseURL: server.URL})
}

func TestStripeStatesMapToPaymentStates(t *testing.T) {
	lapse := time.Unix(1800604861, 0).UTC()
	declined := object{"type": "card_error", "code": "card_declined", "decline_code": "generic_decline"}
	for name, c := range map[string]struct {
		session, intent, charge object
		want                    payment.State
	}{
		"not paid yet": {object{"status": "open", "payment_intent": nil}, nil, nil,
			payment.State{Status: payment.Open}},
		"the bank requires a confirmation": {object{"status": "open"},
			object{"status": "requires_action", "latest_charge": nil}, nil,
			payment.State{Status: payment.Open}},
		"a card was declined": {object{"status": "open"},
			object{"status": "requires_payment_method", "last_payment_error": declined, "latest_charge": nil}, nil,
			payment.State{Status: payment.Open, Declined: true}},
		"the bank has not answered": {nil, object{"status": "processing", "latest_charge": nil}, nil,
			payment.State{Status: payment.Processing}},
		"authorised": {nil, object{"status": "requires_capture", "amount_capturable": 39550}, nil,
			payment.State{Status: payment.Authorised, Authorised: 39550, LapsesAt: lapse}},
		"authorised with the second card": {nil, object{"status": "requires_capture", "amount_capturable": 39550,
			"last_payment_error": declined}, nil,
			payment.State{Status: payment.Authorised, Authorised: 39550, LapsesAt: lapse}},
		"captured in full": {nil, object{"status": "succeeded", "amount_received": 39550},
			object{"captured": true, "amount_captured": 39550},
			payment.State{Status: payment.Captured, Authorised: 39550, Captured: 39550}},
		"captured in part, then refunded in part": {nil, object{"status": "succeeded", "amount_received": 30000},
			object{"captured": true, "amount_captured": 30000, "amount_refunded": 12000},
			payment.State{Status: payment.Captured, Authorised: 39550, Captured: 30000, Refunded: 12000}},
		"cancelled by the shop or expired": {nil, object{"status": "canceled", "cancellation_reason": "expired"}, nil,
			payment.State{Status: payment.Voided, Authorised: 39550}},
		"the page expired": {object{"status": "expired", "payment_intent": nil}, nil, nil,
			payment.State{Status: payment.Failed}},
		"the page expired after a declined card": {object{"status": "expired"},
			object{"status": "canceled", "last_payment_error": declined, "latest_charge": nil}, nil,
			payment.State{Status: payment.Failed, Declined: true}},
		"a slow payment method failed": {nil,
			object{"status": "requires_payment_method", "last_payment_error": declined, "latest_charge": nil}, nil,
			payment.State{Status: payment.Failed, Declined: true}},
		"in krona, which Stripe counts in hundredths": {nil,
			object{"status": "succeeded", "amount": 500000, "amount_received": 500000, "currency": "isk"},
			object{"captured": true, "amount_refunded": 100000},
			payment.State{Status: payment.Captured, Authorised: 5000, Captured: 5000, Refunded: 1000}},
	} {
		t.Run(name, func(t *testing.T) {
			session, intent, charge := newSession(t)
			for into, fields := range map[*object]object{&session: c.session, &intent: c.intent, &charge: c.charge} {
				for field, value := range fields {
					(*into)[field] = value
				}
			}
			state, err := newAnsweringProvider(t, 200, session).State(t.Context(), "cs_test_1")
			c.want.Session = session["id"].(string)
			if err != nil || state != c.want {
				t.Errorf("%v\n%+v and not\n%+v", err, state, c.want)
			}
		})
	}
}

func TestUnknownStripeStatusIsAnError(t *testing.T) {
	session, intent, _ := newSession(t)
	intent["status"] = "a status to come"
	if state, err := newAnsweringProvider(t, 200, session).State(t.Context(), "cs_test_1"); err == nil {
		t.Errorf("%+v", state)
	}
}
