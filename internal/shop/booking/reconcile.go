package booking

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"storefront/internal/shop/payment"
)

// UnknownPayment is the failure of an order whose payment the provider does not know, though it was begun there: another
// account is asked than the one that has it. The order waits.
type UnknownPayment struct {
	order *Order
	asked string
	err   error
}

func (u *UnknownPayment) Error() string {
	return fmt.Sprintf("order %s is paid at the account %q of %s, and %q is asked: %v", u.order.Reference, u.order.Payment.Account,
		u.order.Payment.Provider, u.asked, u.err)
}

func (u *UnknownPayment) Unwrap() error { return u.err }

func (u *UnknownPayment) attributes() []any {
	p := &u.order.Payment
	return []any{
		slog.String("reference", u.order.Reference), slog.String("order", u.order.ID), slog.String("deployment", u.order.Deployment),
		slog.String("provider", p.Provider), slog.String("paid at account", p.Account), slog.String("asked account", u.asked),
		slog.String("session", p.SessionID),
	}
}

// accountOf returns the account that a provider works with; empty where it cannot be known now.
func accountOf(ctx context.Context, provider payment.Provider) string {
	account, err := provider.Account(ctx)
	if err != nil {
		return ""
	}
	return account
}

// CheckAccounts logs an ERROR for each account that open orders are paid at and that no configured provider works with.
func (s *Service) CheckAccounts(ctx context.Context) error {
	open, err := s.store.Read().Orders(ctx, OrderFilter{Open: true, Limit: 10_000})
	if err != nil {
		return err
	}
	type place struct{ provider, account string }
	orders := map[place][]string{}
	for _, o := range open {
		if o.Payment.SessionID != "" && o.Payment.Account != "" {
			at := place{o.Payment.Provider, o.Payment.Account}
			orders[at] = append(orders[at], o.Reference)
		}
	}
	for at, references := range orders {
		asked := ""
		if provider := s.providers[at.provider]; provider != nil {
			if asked = accountOf(ctx, provider); asked == at.account || asked == "" {
				continue
			}
		}
		slices.Sort(references)
		s.log.ErrorContext(ctx, "orders wait whose payments belong to an account that is not configured", "provider", at.provider,
			"paid at account", at.account, "asked account", asked, "orders", len(references), "first", references[0])
	}
	return nil
}

// Reconcile settles the orders of which a provider says that money was given back, disputed or returned since a time. It
// returns how many there were.
func (s *Service) Reconcile(ctx context.Context, since time.Time) (n int, err error) {
	var failures []error
	for name, provider := range s.providers {
		sessions, err := provider.Changed(ctx, since)
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
