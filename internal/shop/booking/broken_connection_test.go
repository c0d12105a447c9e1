package booking_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment"
)

// restartedStore is a store whose connections were broken by a restart of the database: it runs each work once on a
// connection that answers nothing, and then again on another, as PostgreSQL's does.
type restartedStore struct{ booking.Store }

func (s restartedStore) Do(ctx context.Context, work func(booking.Tx) error) error {
	return s.Store.Do(ctx, func(tx booking.Tx) error {
		_ = work(brokenTx{tx})
		return work(tx)
	})
}

type brokenTx struct{ booking.Tx }

var errBroken = errors.New("the connection was broken")

func (brokenTx) Order(context.Context, string) (booking.Order, error) {
	return booking.Order{}, errBroken
}

func TestPaymentPageOpensAfterTheDatabaseWasRestarted(t *testing.T) {
	for name, unpaid := range map[string]func(*world) booking.Order{
		"of a reservation": func(w *world) booking.Order {
			return w.order("cart", booking.PayLater, dunesChoice(day, afternoon, 2))
		},
		"after a failed payment": func(w *world) booking.Order {
			o := w.order("cart", booking.Card, dunesChoice(day, afternoon, 2))
			w.must(w.sandbox.GiveUp(w.ctx, o.Payment.SessionID))
			return w.settleOrder(o)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			o := unpaid(w)
			service := booking.New(booking.Config{
				Store: restartedStore{w.store}, Catalog: w.catalog, Provider: w.sandbox.Name(),
				Providers: map[string]payment.Provider{w.sandbox.Name(): w.sandbox},
				Log:       slog.New(slog.DiscardHandler), Now: w.clock,
			})
			paid, err := service.Pay(w.ctx, wayfare, visitorWithCart("cart"), o.ID, "")
			w.must(err)
			if !w.IsPaymentPageOpen(&paid) || paid.Payment.SessionID == o.Payment.SessionID {
				t.Errorf("there is no new payment page: %+v", paid.Payment)
			}
		})
	}
}
