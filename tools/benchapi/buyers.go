package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment/sandbox"
	"storefront/tools/gauge"
)

var shop = booking.Deployment{ID: deploymentID, HomeURL: "http://" + host, Name: "Bench", Language: language,
	Currency: "AED", Card: true, PayLater: true}

// choiceOf returns the choice of the i-th buyer: two seats, each time of the next slot.
func choiceOf(now time.Time, i int) booking.Choice {
	start, day := i/productCount%len(startTimes), i/productCount/len(startTimes)
	return booking.Choice{
		Product: productSlug(i), Option: optionID, Date: dateFrom(now, day), StartTime: startTimes[start],
		Units:  []booking.Quantity{{ID: "adult", Quantity: 2}},
		Pickup: booking.Place{Point: "marina-hotels", Address: "Hotel Bay, room 12"},
	}
}

// warmupCheckouts is the number of uncounted checkouts of each buyer, which open connections and prepare statements.
const warmupCheckouts = 4

// runBuyers is a process of the API in which buyers check out. Their carts are filled beforehand.
func runBuyers(ctx context.Context, t task) (ready, run, func() error, error) {
	b, err := newBackend(ctx, t)
	if err != nil {
		return ready{}, nil, nil, err
	}
	stop, err := b.serve(ctx, t.Builds)
	if err != nil {
		return ready{}, nil, nil, err
	}
	now := time.Now()
	fill := func(ctx context.Context, i int) error {
		_, err := b.booking.AddItem(ctx, shop, cartOf(i), choiceOf(now, i))
		return err
	}
	sell := func(ctx context.Context, first, n int) (result, error) {
		began := time.Now()
		took, err := gauge.RunConcurrently(ctx, t.Buyers, first, n, b.buy)
		r := result{Done: n, Took: took, Elapsed: time.Since(began)}
		if err == nil {
			r.Delivered, err = b.waitForEvents(ctx, began)
		}
		return r, err
	}
	warm := warmupCheckouts * t.Buyers
	if _, err = gauge.RunConcurrently(ctx, t.Buyers, t.First, warm+t.Checkouts, fill); err == nil {
		_, err = sell(ctx, t.First, warm)
	}
	act := func(ctx context.Context, n int) (result, error) { return sell(ctx, t.First+warm, n) }
	return ready{Address: b.listener.Addr().String()}, act, stop, err
}

func cartOf(i int) string { return fmt.Sprintf("%064x", i) }

// buy checks out as a visitor does: an order, a payment at the sandbox, and a page that polls the order until it is
// confirmed.
func (b *backend) buy(ctx context.Context, i int) error {
	order, err := b.booking.Checkout(ctx, shop, booking.Checkout{
		Key: fmt.Sprintf("checkout-%d", i), Cart: cartOf(i), Method: booking.Card, Total: 2 * price,
		Buyer: booking.Buyer{FirstName: "Amina", LastName: "Al Balushi", Email: "amina@example.com", PhoneCountry: "OM",
			Phone: "92123456"},
	})
	if err != nil {
		return err
	}
	if outcome, err := b.sandbox.Pay(ctx, order.Payment.SessionID, sandbox.CardSuccess); err != nil ||
		outcome != sandbox.Accepted {
		return fmt.Errorf("paying was %q: %w", outcome, err)
	}
	for range 100 {
		if order, err = b.booking.Order(ctx, shop, booking.Visitor{Cart: order.Cart}, order.ID); err != nil {
			return err
		}
		if order.Bookings[0].Status == booking.Confirmed && order.Payment.Status == booking.PaymentCaptured &&
			order.Payment.Captured == order.Total {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return fmt.Errorf("order %s is %s, its payment %s", order.ID, order.Bookings[0].Status, order.Payment.Status)
}

// waitForEvents waits until the sandbox has delivered the event of every payment, and returns how long that took.
func (b *backend) waitForEvents(ctx context.Context, began time.Time) (time.Duration, error) {
	for range 10_000 {
		var left int
		err := b.sandboxDB.QueryRowContext(ctx, `SELECT count(*) FROM sandbox_journal WHERE next_at > 0`).Scan(&left)
		if err != nil {
			return 0, err
		}
		if left == 0 {
			return time.Since(began), nil
		}
		time.Sleep(2 * time.Millisecond)
	}
	return 0, errors.New("the sandbox does not deliver its events")
}
