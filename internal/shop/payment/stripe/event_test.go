package stripe_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v84/webhook"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/paymenttest"
	"storefront/internal/shop/payment/stripe"
)

const secret = "whsec_test"

var sentAt = time.Unix(1_800_000_000, 0)

const completed = `{"id":"evt_1","object":"event","api_version":"2025-03-31.basil","type":"checkout.session.completed",
	"data":{"object":{"id":"cs_test_1","object":"checkout.session","status":"complete"}}}`

func sign(at time.Time, body, with string) string {
	return fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(webhook.ComputeSignature(at, []byte(body), with)))
}

func TestOnlyFreshSignedEventsOfStripeAreAccepted(t *testing.T) {
	p := newProvider(t, stripe.Config{})
	own, otherSignature := sign(sentAt, completed, secret), sign(sentAt, completed, "whsec_other")
	hash := own[strings.Index(own, "v1="):]
	intent := `{"object":"event","type":"payment_intent.canceled","data":{"object":{"id":"pi_1","object":"payment_intent"}}}`
	for name, c := range map[string]struct {
		header, body string
		now          time.Time
		session      string
		genuine      bool
	}{
		"as sent":                    {own, completed, sentAt, "cs_test_1", true},
		"four minutes old":           {own, completed, sentAt.Add(4 * time.Minute), "cs_test_1", true},
		"while the secret is rolled": {otherSignature + "," + hash, completed, sentAt, "cs_test_1", true},
		"about another object":       {sign(sentAt, intent, secret), intent, sentAt, "", true},
		"of another kind":            {sign(sentAt, "{}", secret), "{}", sentAt, "", true},
		"six minutes old":            {own, completed, sentAt.Add(6 * time.Minute), "", false},
		"from the future":            {own, completed, sentAt.Add(-6 * time.Minute), "", false},
		"signed by a stranger":       {otherSignature, completed, sentAt, "", false},
		"for another session":        {own, strings.Replace(completed, "cs_test_1", "cs_test_2", 1), sentAt, "", false},
		"with a changed time":        {fmt.Sprintf("t=%d,%s", sentAt.Unix()+1, hash), completed, sentAt, "", false},
		"with two times":             {own + ",t=1", completed, sentAt, "", false},
		"with an older version only": {strings.Replace(own, "v1=", "v0=", 1), completed, sentAt, "", false},
		"without a signature":        {"", completed, sentAt, "", false},
		"signed, but unreadable":     {sign(sentAt, "[", secret), "[", sentAt, "", false},
	} {
		session, err := p.ParseEvent(t.Context(), http.Header{"Stripe-Signature": {c.header}}, []byte(c.body), c.now)
		if session != c.session || c.genuine != (err == nil) || err != nil && !errors.Is(err, payment.ErrForged) {
			t.Errorf("%s: %q, %v", name, session, err)
		}
	}
}

func FuzzEvent(f *testing.F) {
	p := newProvider(f, stripe.Config{})
	for _, header := range []string{sign(sentAt, completed, secret), "", "t=,v1=", "t=1,t=2,v1=00",
		strings.Repeat("v1=00,", 20)} {
		f.Add(header, completed)
	}
	f.Fuzz(func(t *testing.T, header, body string) {
		session, err := p.ParseEvent(t.Context(), http.Header{"Stripe-Signature": {header}}, []byte(body), sentAt)
		if err == nil && (session != "cs_test_1" || body != completed) || err != nil &&
			!errors.Is(err, payment.ErrForged) {
			t.Errorf("%q: %q, %v", header, session, err)
		}
	})
}

func TestRefundAndDisputeEventsFindTheirSession(t *testing.T) {
	f := newFake(t)
	p := newProvider(t, stripe.Config{BaseURL: f.URL})
	session, err := p.Start(t.Context(), paymenttest.Request("order"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.payAs("requires_capture", "complete", nil)(session.ID); err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]string{"charge": session.ID, "refund": session.ID, "dispute": session.ID,
		"payment_method": ""} {
		body := fmt.Sprintf(`{"type":"any","data":{"object":{"id":"x_1","object":%q,"payment_intent":"pi_of_%s"}}}`,
			kind, session.ID)
		got, err := p.ParseEvent(t.Context(), http.Header{"Stripe-Signature": {sign(sentAt, body, secret)}},
			[]byte(body), sentAt)
		if err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", kind, got, err, want)
		}
	}
}

func TestAPaymentUnderInquiryIsRefundable(t *testing.T) {
	f := newFake(t)
	p := newProvider(t, stripe.Config{BaseURL: f.URL})
	session := f.captured(t, p, 100)
	f.dispute(session)
	for _, inquiry := range []bool{false, true} {
		if inquiry {
			f.setCharge(session, "inquiry")
		}
		state, err := p.State(t.Context(), session)
		if err != nil || state.Dispute.Status == "" || state.Dispute.BlocksRefunds() == inquiry {
			t.Errorf("inquiry %v: %+v, %v", inquiry, state.Dispute, err)
		}
	}
}

func TestProvidersOfTwoAccountsHaveDifferentNames(t *testing.T) {
	f := newFake(t)
	shared, own := newProvider(t, stripe.Config{BaseURL: f.URL}),
		newProvider(t, stripe.Config{BaseURL: f.URL, Name: "stripe-derb-house"})
	if shared.Name() != "stripe" || own.Name() != "stripe-derb-house" {
		t.Errorf("%s, %s", shared.Name(), own.Name())
	}
	if account, err := own.Account(t.Context()); err != nil || account != "acct_1Fake (test)" {
		t.Errorf("%q, %v", account, err)
	}
}
