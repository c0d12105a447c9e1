package booking

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"storefront/internal/shop/payment"
)

// UnknownPayment is the error of an order whose payment the provider does not know: the configured account differs from
// the one that has the payment. The order waits until the account is configured again.
type UnknownPayment struct {
	order *Order
	inUse string
	err   error
}

func (u *UnknownPayment) Error() string {
	return fmt.Sprintf("order %s is paid at account %q of %s, but the account in use is %q: %v",
		u.order.Reference, u.order.Payment.Account, u.order.Payment.Provider, u.inUse, u.err)
}

func (u *UnknownPayment) Unwrap() error { return u.err }

func (u *UnknownPayment) attributes() []any {
	p := &u.order.Payment
	return []any{
		"reference", u.order.Reference, "order", u.order.ID, "deployment", u.order.Deployment, "provider", p.Provider,
		"paid at account", p.Account, "account in use", u.inUse, "session", p.SessionID,
	}
}

// accountOf returns the account that a provider uses; empty if it cannot be determined now.
func accountOf(ctx context.Context, provider payment.Provider) string {
	account, err := provider.Account(ctx)
	if err != nil {
		return ""
	}
	return account
}

// CheckAccounts logs an error for each account that open orders are paid at and that no configured provider uses.
func (s *Service) CheckAccounts(ctx context.Context) error {
	type place struct{ provider, account string }
	orders := map[place][]string{}
	err := s.eachOrder(ctx, OrderFilter{Open: true}, func(o *Order) {
		if o.Payment.SessionID != "" && o.Payment.Account != "" {
			at := place{o.Payment.Provider, o.Payment.Account}
			orders[at] = append(orders[at], o.Reference)
		}
	})
	if err != nil {
		return err
	}
	for at, references := range orders {
		inUse := ""
		if provider := s.providers[at.provider]; provider != nil {
			if inUse = accountOf(ctx, provider); inUse == at.account || inUse == "" {
				continue
			}
		}
		slices.Sort(references)
		s.log.ErrorContext(ctx, "open orders are paid at an account that is not configured", "provider", at.provider,
			"paid at account", at.account, "account in use", inUse, "orders", len(references), "first", references[0])
	}
	return nil
}

// Reconcile settles the orders whose payments a provider reports as refunded, disputed or returned since a time. It
// returns the number of reported payments, including those without an order here.
func (s *Service) Reconcile(ctx context.Context, since time.Time) (n int, err error) {
	var failures []error
	for name, provider := range s.providers {
		sessions, err := provider.ChangedSessions(ctx, since)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		for _, session := range sessions {
			n++
			if err := s.PaymentEvent(ctx, name, session); err != nil {
				failures = append(failures, err)
			}
		}
	}
	return n, errors.Join(failures...)
}
