package sandbox_test

import (
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/shop/payment/paymenttest"
	"storefront/internal/shop/payment/sandbox"
)

// clock is moved by hand.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time           { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *clock) advance(by time.Duration) { c.ahead.Add(int64(by)) }

func harness(t *testing.T) paymenttest.Harness {
	var at clock
	p := open(t, func(c *sandbox.Config) { c.Clock = at.now })
	pay := func(card string) func(string) error {
		return func(id string) error {
			_, err := p.Pay(t.Context(), id, card)
			return err
		}
	}
	later := func(by time.Duration) func(string) { return func(string) { at.advance(by) } }
	return paymenttest.Harness{
		Provider: p, Pay: pay(sandbox.CardSuccess), Decline: pay(sandbox.CardDecline), Stall: pay(sandbox.CardSlow),
		PayDisputed: pay(sandbox.CardDisputed), PayUnrefundable: pay(sandbox.CardRefundFails),
		FailRefund: later(9 * time.Second),
		Settle:     later(9 * time.Second), Lapse: later(7*24*time.Hour + time.Second), Expire: later(time.Hour),
	}
}

func TestSandboxMeetsTheProviderContract(t *testing.T) {
	paymenttest.Run(t, harness)
}
