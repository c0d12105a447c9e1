package monitor

import (
	"context"
	"errors"
	"time"

	"storefront/internal/shop/payment"
)

// WrapProvider measures the calls of a payment provider.
func (m *Monitor) WrapProvider(p payment.Provider) payment.Provider {
	return payment.Observed(p, func(ctx context.Context, call string) (context.Context, func(error)) {
		began := time.Now()
		return ctx, func(err error) {
			outcome := "ok"
			switch {
			case errors.Is(err, payment.ErrRefused):
				outcome = "refused"
			case errors.Is(err, payment.ErrUnknown):
				outcome = "unknown"
			case err != nil:
				outcome = "error"
			}
			m.providerDuration.WithLabelValues(p.Name(), call, outcome).Observe(time.Since(began).Seconds())
			if call == "refund" && err != nil {
				m.refunds.WithLabelValues(p.Name(), "failed").Inc()
			}
		}
	})
}
