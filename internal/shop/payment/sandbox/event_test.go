package sandbox_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
)

var sentAt = time.Unix(1_800_000_000, 0)

const body = `{"id":"evt_1","type":"session.captured","session":"abc"}`

func TestOnlyFreshSignedEventsAreAccepted(t *testing.T) {
	p := open(t, nil)
	stranger := open(t, nil)
	own, otherSignature := p.Signature([]byte(body), sentAt), stranger.Signature([]byte(body), sentAt)
	hash := func(signature string) string { return signature[strings.Index(signature, "v1="):] }
	for name, c := range map[string]struct {
		header, body string
		now          time.Time
		genuine      bool
	}{
		"as sent":                         {own, body, sentAt, true},
		"four minutes old":                {own, body, sentAt.Add(4 * time.Minute), true},
		"from a clock that is ahead":      {own, body, sentAt.Add(-4 * time.Minute), true},
		"while the secret is changed":     {otherSignature + "," + hash(own), body, sentAt, true},
		"with a later version too":        {own + ",v2=00", body, sentAt, true},
		"six minutes old":                 {own, body, sentAt.Add(6 * time.Minute), false},
		"from the future":                 {own, body, sentAt.Add(-6 * time.Minute), false},
		"signed by a stranger":            {otherSignature, body, sentAt, false},
		"for another session":             {own, strings.Replace(body, "abc", "abd", 1), sentAt, false},
		"with an additional byte":         {own, body + " ", sentAt, false},
		"with a changed time":             {fmt.Sprintf("t=%d,%s", sentAt.Unix()+1, hash(own)), body, sentAt, false},
		"with a later time after its own": {fmt.Sprintf("%s,t=%d", own, sentAt.Unix()+1), body, sentAt, false},
		"with an earlier time first":      {fmt.Sprintf("t=%d,%s", sentAt.Unix()-999, hash(own)), body, sentAt, false},
		"without a time":                  {hash(own), body, sentAt, false},
		"without a signature":             {"t=1800000000", body, sentAt, false},
		"with an invalid time":            {"t=soon," + hash(own), body, sentAt, false},
		"with a signature cut short":      {own[:len(own)-2], body, sentAt, false},
		"with an empty signature":         {"t=1800000000,v1=", body, sentAt, false},
		"without a header":                {"", body, sentAt, false},
		"signed, but not an event":        {p.Signature([]byte("[]"), sentAt), "[]", sentAt, false},
	} {
		session, err := p.ParseEvent(t.Context(), http.Header{sandbox.SignatureHeader: {c.header}}, []byte(c.body),
			c.now)
		if c.genuine && (err != nil || session != "abc") {
			t.Errorf("%s: %q, %v", name, session, err)
		}
		if !c.genuine && (!errors.Is(err, payment.ErrForged) || session != "") {
			t.Errorf("%s: %q, %v", name, session, err)
		}
	}
}

func FuzzEvent(f *testing.F) {
	p := open(f, nil)
	own := p.Signature([]byte(body), sentAt)
	for _, header := range []string{own, "", "t=,v1=", "t=1,t=2,v1=00", ",,=,", "v1=zz,t=-1",
		strings.Repeat("v1=00,", 50)} {
		f.Add(header, body)
	}
	f.Fuzz(func(t *testing.T, header, content string) {
		session, err := p.ParseEvent(t.Context(), http.Header{sandbox.SignatureHeader: {header}}, []byte(content),
			sentAt)
		if err == nil && (content != body || session != "abc") {
			t.Errorf("%q was taken for %q", header, content)
		}
		if err != nil && !errors.Is(err, payment.ErrForged) {
			t.Error(err)
		}
	})
}
