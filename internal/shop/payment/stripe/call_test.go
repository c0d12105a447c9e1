package stripe_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/paymenttest"
	"storefront/internal/shop/payment/stripe"
)

func TestStripeErrorsMapToPaymentErrors(t *testing.T) {
	_, refused := invalid("payment_intent_unexpected_state", "no")
	_, expired := invalid("charge_expired_for_capture", "too late")
	_, param := invalid("parameter_invalid_integer", "our mistake")
	_, unknown := missing("checkout.session", "x")
	for name, c := range map[string]struct {
		status int
		body   any
		want   error // nil for a failure that may pass
	}{
		"a missing session":            {404, unknown, payment.ErrUnknown},
		"a card that declines":         {402, failure("card_error", "card_declined", "declined"), payment.ErrRefused},
		"a payment in another state":   {400, refused, payment.ErrRefused},
		"an authorisation that lapsed": {400, expired, payment.ErrRefused},
		"a mistake in the request":     {400, param, nil},
		"a wrong key":                  {401, failure("invalid_request_error", "", "Invalid API Key provided"), nil},
		"a key in use":                 {409, failure("idempotency_error", "idempotency_key_in_use", "in use"), nil},
		"too many requests": {429, failure("invalid_request_error", "rate_limit", "slow down"),
			payment.ErrUnavailable},
		"a server error of Stripe":     {500, failure("api_error", "", "sorry"), payment.ErrUnavailable},
		"a response of another server": {502, "bad gateway", payment.ErrUnavailable},
	} {
		_, err := newAnsweringProvider(t, c.status, c.body).State(t.Context(), "cs_test_1")
		translated := errors.Is(err, payment.ErrRefused) || errors.Is(err, payment.ErrUnknown) ||
			errors.Is(err, payment.ErrUnavailable)
		if err == nil || c.want != nil && !errors.Is(err, c.want) || c.want == nil && translated {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestLostResponseIsRetriedWithTheSameIdempotencyKey(t *testing.T) {
	session, _, _ := newSession(t)
	var mu sync.Mutex
	var keys []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		first := len(keys) == 1
		mu.Unlock()
		if first {
			c, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_ = c.Close()
			}
			return
		}
		_ = json.NewEncoder(w).Encode(session)
	}))
	defer server.Close()
	if _, err := newProvider(t, stripe.Config{BaseURL: server.URL}).Start(t.Context(),
		paymenttest.Request("order")); err != nil {
		t.Fatal(err)
	}
	if strings.Join(keys, " ") != "start:order start:order" {
		t.Errorf("%q", keys)
	}
}

func TestHangingStripeRequestTimesOut(t *testing.T) {
	done := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-done }))
	defer server.Close()
	defer close(done)
	p := newProvider(t, stripe.Config{BaseURL: server.URL, HTTPClient: &http.Client{Timeout: 100 * time.Millisecond}})
	if _, err := p.Capture(t.Context(), "cs_test_1", 100, "k"); !errors.Is(err, payment.ErrUnavailable) {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.State(ctx, "cs_test_1"); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// startAndRecord returns the form that Start posts for a request.
func startAndRecord(t *testing.T, r payment.Request) (form map[string]string, err error) {
	f := newFake(t)
	var sent *http.Request
	client := &http.Client{Transport: spy(func(r *http.Request) { sent = r })}
	if _, err = newProvider(t, stripe.Config{BaseURL: f.URL, HTTPClient: client}).Start(t.Context(), r); err != nil {
		return nil, err
	}
	body, _ := sent.GetBody()
	again, _ := http.NewRequest(http.MethodPost, "/", body)
	again.Header = sent.Header
	if err := again.ParseForm(); err != nil {
		t.Fatal(err)
	}
	form = map[string]string{}
	for name := range again.PostForm {
		form[name] = again.PostForm.Get(name)
	}
	return form, nil
}

type spy func(*http.Request)

func (s spy) RoundTrip(r *http.Request) (*http.Response, error) {
	s(r)
	return http.DefaultTransport.RoundTrip(r)
}

func TestCheckoutSessionIsCreatedWithTheOrderDetails(t *testing.T) {
	discounted := []payment.Line{{Title: "Desert safari", Amount: 40000}, {Title: "Promo code", Amount: -450}}
	for name, c := range map[string]struct {
		change func(*payment.Request)
		want   map[string]string
	}{
		"in full": {func(*payment.Request) {}, map[string]string{
			"mode": "payment", "payment_intent_data[capture_method]": "manual", "locale": "en",
			"client_reference_id": "order-in full",
			"customer_email":      "guest@example.com", "success_url": "https://dubai.example/orders/1",
			"cancel_url":                          "https://dubai.example/checkout",
			"line_items[0][price_data][currency]": "aed", "line_items[0][price_data][unit_amount]": "39000",
			"line_items[0][price_data][product_data][name]":        "Desert safari",
			"line_items[0][price_data][product_data][description]": "2 adults",
			"line_items[1][price_data][unit_amount]":               "550", "adaptive_pricing[enabled]": "false",
		}},
		"in Arabic, which Stripe's page does not support": {func(r *payment.Request) { r.Language = "ar" },
			map[string]string{"locale": "auto"}},
		"with a discount, as one line": {func(r *payment.Request) { r.Lines = discounted }, map[string]string{
			"line_items[0][price_data][unit_amount]":        "39550",
			"line_items[0][price_data][product_data][name]": "Dubai Tours · AB12CD", "line_items[1][quantity]": "",
		}},
		"without decimals": {func(r *payment.Request) { r.Currency, r.Total, r.Lines = "JPY", 5000, nil },
			map[string]string{"line_items[0][price_data][unit_amount]": "5000",
				"line_items[0][price_data][currency]": "jpy"}},
		"without decimals, except at Stripe": {func(r *payment.Request) {
			r.Currency, r.Total, r.Lines = "ISK", 5000,
				nil
		},
			map[string]string{"line_items[0][price_data][unit_amount]": "500000"}},
		"with three decimals": {func(r *payment.Request) { r.Currency, r.Total, r.Lines = "KWD", 5120, nil },
			map[string]string{"line_items[0][price_data][unit_amount]": "5120"}},
		"with three decimals in a line": {func(r *payment.Request) {
			r.Currency, r.Total, r.Lines = "KWD", 5120,
				[]payment.Line{{Title: "a", Amount: 5115}, {Title: "b", Amount: 5}}
		}, map[string]string{"line_items[0][price_data][unit_amount]": "5120", "line_items[1][quantity]": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			r := paymenttest.Request(name)
			c.change(&r)
			form, err := startAndRecord(t, r)
			if err != nil {
				t.Fatal(err)
			}
			for field, want := range c.want {
				if form[field] != want {
					t.Errorf("%s is %q and not %q", field, form[field], want)
				}
			}
		})
	}
}

func TestUnsupportedAmountsAreNotSentToStripe(t *testing.T) {
	for _, change := range []func(*payment.Request){
		func(r *payment.Request) { r.Currency, r.Total, r.Lines = "KWD", 5125, nil },
		func(r *payment.Request) { r.Currency = "XYZ" },
		func(r *payment.Request) { r.Total++ },
	} {
		r := paymenttest.Request("odd")
		change(&r)
		if form, err := startAndRecord(t, r); err == nil {
			t.Errorf("%v", form)
		}
	}
}

// A failure that may pass is tried again; this one does not pass.
func TestUnsupportedAmountIsRefusedPermanently(t *testing.T) {
	f := newFake(t)
	p := newProvider(t, stripe.Config{BaseURL: f.URL})
	r := paymenttest.Request("order")
	r.Currency, r.Total, r.Lines = "KWD", 39550, nil
	s, err := p.Start(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.payAs("requires_capture", "complete", nil)(s.ID); err != nil {
		t.Fatal(err)
	}
	if state, err := p.Capture(t.Context(), s.ID, 30005, "odd"); !errors.Is(err, payment.ErrRefused) {
		t.Errorf("captured: %+v, %v", state, err)
	}
	if _, err := p.Capture(t.Context(), s.ID, 30000, "c"); err != nil {
		t.Fatal(err)
	}
	if state, err := p.Refund(t.Context(), s.ID, 1255, "r"); !errors.Is(err, payment.ErrRefused) {
		t.Errorf("refunded: %+v, %v", state, err)
	}
}

func TestStripeMockRejectsInvalidRequests(t *testing.T) {
	for _, form := range []string{"mode=payment&locale=ar", "mode=payment&no_such_field=1", "expires_at=soon"} {
		r, _ := http.NewRequest(http.MethodPost, stripeMock(t)+"/v1/checkout/sessions", strings.NewReader(form))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Authorization", "Bearer sk_test_123")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", form, answer.StatusCode)
		}
	}
}

func TestVoidSucceedsWhenThePageIsPaidMeanwhile(t *testing.T) {
	f := newFake(t)
	pay := f.payAs("requires_capture", "complete", nil)
	p := newProvider(t, stripe.Config{BaseURL: f.URL, HTTPClient: &http.Client{Transport: spy(func(r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/expire") {
			_ = pay(strings.Split(r.URL.Path, "/")[4])
		}
	})}})
	s, err := p.Start(t.Context(), paymenttest.Request("late"))
	if err != nil {
		t.Fatal(err)
	}
	state, err := p.Void(t.Context(), s.ID, "v")
	if err != nil || state.Status != payment.Voided {
		t.Errorf("%+v, %v", state, err)
	}
}

func TestProviderRequiresItsSecrets(t *testing.T) {
	for _, c := range []stripe.Config{{Key: "sk_test_123"}, {WebhookSecret: secret}} {
		if _, err := stripe.New(c); err == nil {
			t.Errorf("%+v", c)
		}
	}
}

// captured makes a payment, captures an amount of it, and returns its session.
func (f *fake) captured(t *testing.T, p *stripe.Provider, amount int64) string {
	t.Helper()
	session, err := p.Start(t.Context(), paymenttest.Request("order"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.payAs("requires_capture", "complete", nil)(session.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Capture(t.Context(), session.ID, amount, "order"); err != nil {
		t.Fatal(err)
	}
	return session.ID
}

// A charge contains its latest 10 refunds; a failed one must not be forgotten, or the money would seem to go backwards.
func TestAFailedRefundIsCountedAmongMoreThanTen(t *testing.T) {
	f := newFake(t)
	p := newProvider(t, stripe.Config{BaseURL: f.URL})
	session := f.captured(t, p, 5000)
	for n := range 12 {
		if _, err := p.Refund(t.Context(), session, 100, fmt.Sprintf("refund %d", n)); err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			f.failRefunds(session)
		}
	}
	state, err := p.State(t.Context(), session)
	if err != nil || state.Refunded != 1100 || state.RefundFailed != 100 {
		t.Errorf("%d are refunded and %d came back, %v; want 1100 and 100", state.Refunded, state.RefundFailed, err)
	}
}

func TestMoneyIsNotMovedTwiceWhenStripeHasForgottenTheKeys(t *testing.T) {
	f := newFake(t)
	p := newProvider(t, stripe.Config{BaseURL: f.URL})
	s, err := p.Start(t.Context(), paymenttest.Request("order"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.payAs("requires_capture", "complete", nil)(s.ID); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if state, err := p.Capture(t.Context(), s.ID, 30000, "c"); err != nil || state.Captured != 30000 {
			t.Errorf("%+v, %v", state, err)
		}
		if state, err := p.Refund(t.Context(), s.ID, 10000, "r"); err != nil || state.Refunded != 10000 {
			t.Errorf("%+v, %v", state, err)
		}
		f.mu.Lock()
		clear(f.answers)
		f.mu.Unlock()
	}
}
