package drill_test

import (
	"fmt"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// agreedPriceRace has buyers use one negotiated price at the same moment, round after round. Each buyer chooses another
// start, because the lock on shared seats would put their checkouts in sequence.
type agreedPriceRace struct{ buyers, rounds int }

const agreedPrice = seatPrice / 2

// run returns in how many rounds the price was used once and in how many several times, and errors other than a changed
// cart.
func (r agreedPriceRace) run(t *testing.T, shops []*shop) (once, moreThanOnce int, unexpected []error) {
	t.Helper()
	at := func(i int) *shop { return shops[i%len(shops)] }
	for round := range r.rounds {
		n := booking.Negotiation{
			ID: fmt.Sprint("negotiation-", lastNumber.Add(1)), Reference: fmt.Sprint(lastNumber.Add(1)),
			Deployment: deployment,
			Language:   "en",
			Choice:     choiceOfSeats(shops[0].clock.now(), instant, wide, round, 1),
			Status:     booking.NegotiationAnswered,
			Price:      agreedPrice, Currency: "AED", Exponent: 2,
		}
		must(t, shops[0].store.Do(t.Context(), func(tx booking.Tx) error { return tx.SaveNegotiation(t.Context(), n) }))
		carts := make([]string, r.buyers)
		for i := range carts {
			choice := n.Choice
			choice.Negotiation, choice.StartTime = n.ID, fmt.Sprintf("%02d:00", i%24)
			carts[i] = at(i).cart(t, choice)
		}
		failures := make([]error, r.buyers)
		concurrently(r.buyers, func(i int) { _, failures[i] = at(i).order(t.Context(), carts[i], i, agreedPrice) })
		sold := 0
		for _, err := range failures {
			switch {
			case err == nil:
				sold++
			case !fault.Is(err, fault.CartChanged):
				unexpected = append(unexpected, err)
			}
		}
		switch {
		case sold == 1:
			once++
		case sold > 1:
			moreThanOnce++
		}
	}
	return once, moreThanOnce, unexpected
}

func TestAnAgreedPriceIsNotUsedTwice(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		race := agreedPriceRace{buyers: sized(30, 100), rounds: sized(3, 30)}
		d := newDatabase(t)
		guarded := openShops(t, d, "")
		once, moreThanOnce, unexpected := race.run(t, guarded)
		if once != race.rounds || len(unexpected) > 0 {
			t.Errorf("%d of %d rounds used the price once, %d several times; other errors: %v", once, race.rounds,
				moreThanOnce, unexpected)
		}
		guarded[0].books.mustBalance(t)
		_, inControl, _ := race.run(t, openShops(t, newDatabase(t), agreedPriceGuard))
		if inControl == 0 {
			t.Error("without the check the price is not used twice either")
		}
		printRow(4, "an agreed price on %s: %d rounds × %d checkouts at once: used once in %d, %d other errors; "+
			"control (no check of an earlier use): used several times in %d", d, race.rounds, race.buyers, once,
			len(unexpected), inControl)
	})
}
