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

// unreadableStore is a store that cannot read one order.
type unreadableStore struct {
	booking.Store
	order string
}

type unreadableReader struct {
	booking.Reader
	order string
}

func (s unreadableStore) Read() booking.Reader { return unreadableReader{s.Store.Read(), s.order} }

func (r unreadableReader) Order(ctx context.Context, id string) (booking.Order, error) {
	if id == r.order {
		return booking.Order{}, errBroken
	}
	return r.Reader.Order(ctx, id)
}

func TestUnpaidMoveThatCannotBeReadIsNotTakenForNone(t *testing.T) {
	w := newWorld(t)
	o := w.paidOrder("cart", dunesChoice(day, afternoon, 1))
	extra := w.requestDearerMove(o, 3)
	service := booking.New(booking.Config{
		Store: unreadableStore{w.store, extra.ID}, Catalog: w.catalog, Provider: w.sandbox.Name(),
		Providers: map[string]payment.Provider{w.sandbox.Name(): w.sandbox}, Now: w.clock,
	})
	visitor, move := visitorWithCart("cart"), booking.Move{Units: adults(3), From: w.from}
	_, shown := service.Order(w.ctx, wayfare, visitor, o.ID)
	_, paid := service.Pay(w.ctx, wayfare, visitor, o.ID, "")
	_, _, quoted := service.QuoteMove(w.ctx, wayfare, visitor, o.ID, o.Bookings[0].ID, move)
	_, moved := service.MoveBooking(w.ctx, wayfare, visitor, o.ID, o.Bookings[0].ID, move, 79000)
	for name, err := range map[string]error{"Order": shown, "Pay": paid, "QuoteMove": quoted, "MoveBooking": moved} {
		if !errors.Is(err, errBroken) {
			t.Errorf("%s returned %v", name, err)
		}
	}
}

// changingStore is a store in which another request changes each cart while it is checked out, and that cannot read
// which orders were made from it.
type changingStore struct{ booking.Store }

type changingTx struct{ booking.Tx }

func (s changingStore) Do(ctx context.Context, work func(booking.Tx) error) error {
	return s.Store.Do(ctx, func(tx booking.Tx) error { return work(changingTx{tx}) })
}

func (t changingTx) Cart(ctx context.Context, id string) (booking.Cart, error) {
	cart, err := t.Tx.Cart(ctx, id)
	cart.UpdatedAt = cart.UpdatedAt.Add(1)
	return cart, err
}

func (changingTx) OrderByKey(context.Context, string, string) (booking.Order, error) {
	return booking.Order{}, errBroken
}

func TestCheckoutThatCannotReadItsOrderDoesNotSayThatTheCartChanged(t *testing.T) {
	w := newWorld(t)
	w.add("cart", dunesChoice(day, afternoon, 1))
	w.Service = booking.New(booking.Config{
		Store: changingStore{w.store}, Catalog: w.catalog, Provider: w.sandbox.Name(),
		Providers: map[string]payment.Provider{w.sandbox.Name(): w.sandbox}, Now: w.clock,
	})
	if _, err := w.checkout("cart", booking.Card); !errors.Is(err, errBroken) {
		t.Errorf("it returned %v", err)
	}
}
