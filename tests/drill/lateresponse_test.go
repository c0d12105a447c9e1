package drill_test

import (
	"context"
	"sync"
	"testing"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/payment/sandbox"
)

// TestLateProviderResponseDoesNotUndoEvent settles an order by a visitor's poll and by the provider's event. The
// provider's response to the poll arrives after the event has settled the order.
func TestLateProviderResponseDoesNotUndoEvent(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		var (
			mu      sync.Mutex
			late    bool
			fetched = make(chan struct{})
			release = make(chan struct{})
		)
		wrapProvider := intercept(func(ctx context.Context, call string, do action) (any, error) {
			result, err := do(ctx)
			mu.Lock()
			held := late && call == state
			late = late && !held
			mu.Unlock()
			if held {
				close(fetched)
				<-release
			}
			return result, err
		})
		s := newDatabase(t).open(t, shopOptions{wrapProvider: wrapProvider})
		o := s.mustOrder(t, 1, choiceOfSeats(s.clock.now(), instant, single, 0, 1))
		s.pay(t, o, sandbox.CardSuccess)
		mu.Lock()
		late = true
		mu.Unlock()
		ended := make(chan error)
		go func() {
			_, err := s.Settle(t.Context(), o.ID)
			ended <- err
		}()
		<-fetched
		must(t, s.PaymentEvent(t.Context(), "sandbox", o.Payment.SessionID))
		close(release)
		if err := <-ended; err != nil {
			t.Errorf("the late response failed: %v", err)
		}
		if got := s.readOrder(t, o.ID); got.Open || got.Bookings[0].Status != booking.Confirmed ||
			got.Payment.Captured != seatPrice {
			t.Errorf("open %v, %s, %d captured", got.Open, got.Bookings[0].Status, got.Payment.Captured)
		}
		s.books.mustBalance(t)
	})
}
