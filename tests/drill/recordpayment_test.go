package drill_test

import (
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// paymentRace has clerks record the same payment of an order at the same moment, round after round.
type paymentRace struct{ clerks, rounds int }

// run returns in how many rounds the payment was recorded once and in how many several times, and errors other than
// refusals.
func (r paymentRace) run(t *testing.T, shops []*shop) (once, moreThanOnce int, unexpected []error) {
	t.Helper()
	at := func(i int) *shop { return shops[i%len(shops)] }
	for round := range r.rounds {
		cart := at(0).cart(t, choiceOfSeats(at(0).clock.now(), instant, wide, 24*4+round%24, 1))
		o, err := at(0).Checkout(t.Context(), testDeployment, booking.Checkout{
			Key: "0123456789", Cart: cart, Buyer: buyer(round), Method: booking.PayLater, Total: seatPrice,
		})
		must(t, err)
		for _, s := range shops { // each shop has read the order before the race
			_, err := s.Settle(t.Context(), o.ID)
			must(t, err)
		}
		failures := make([]error, r.clerks)
		concurrently(r.clerks, func(i int) {
			record := booking.Record{By: booking.InCash, Amount: seatPrice}
			_, failures[i] = at(i).RecordPayment(t.Context(), o.ID, o.Bookings[0].ID, record, 0)
		})
		recorded := 0
		for _, err := range failures {
			switch {
			case err == nil:
				recorded++
			case !fault.Is(err, fault.PriceChanged) && !fault.Is(err, fault.NotPossible):
				unexpected = append(unexpected, err)
			}
		}
		if o = at(0).readOrder(t, o.ID); recorded == 1 && o.Payment.TotalReceived() == seatPrice &&
			o.Bookings[0].Status == booking.Confirmed {
			once++
		} else if recorded > 1 {
			moreThanOnce++
		}
	}
	return once, moreThanOnce, unexpected
}

func TestAPaymentIsNotRecordedTwice(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		race := paymentRace{clerks: sized(8, 20), rounds: sized(5, 50)}
		d := newDatabase(t)
		once, moreThanOnce, unexpected := race.run(t, openShops(t, d, ""))
		if once != race.rounds || len(unexpected) > 0 {
			t.Errorf("%d of %d rounds recorded the payment once, %d several times; other errors: %v", once, race.rounds,
				moreThanOnce, unexpected)
		}
		_, inControl, _ := race.run(t, openShops(t, newDatabase(t), rereadGuard))
		if inControl == 0 {
			t.Error("without reading the order again the payment is not recorded twice either")
		}
		printRow(28, "a payment in cash on %s: %d rounds × %d clerks at once: recorded once in %d; control (order "+
			"not read again after it is locked): several times in %d", d, race.rounds, race.clerks, once, inControl)
	})
}
