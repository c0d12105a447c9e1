package drill_test

import (
	"strconv"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// promoRace is buyers who all redeem one code at the same moment.
type promoRace struct {
	code  booking.PromoCode
	email func(i int) int // the number of buyer i, who may order several times
}

// run returns how many orders have the code, and the failures that a buyer cannot act on.
func (r promoRace) run(t *testing.T, shops []*shop, buyers int) (redeemed int, unexpected []error) {
	t.Helper()
	must(t, shops[0].NewPromoCode(t.Context(), r.code))
	carts := make([]string, buyers)
	at := func(i int) *shop { return shops[i%len(shops)] }
	concurrently(buyers, func(i int) {
		carts[i] = at(i).cart(t, choiceOfSeats(at(i).clock.now(), instant, wide, i, 1))
		if _, err := at(i).ApplyPromo(t.Context(), testDeployment, carts[i], r.code.Code); err != nil {
			t.Error(err)
		}
	})
	failures := make([]error, buyers)
	concurrently(buyers, func(i int) {
		_, failures[i] = at(i).order(t.Context(), carts[i], r.email(i), seatPrice-seatPrice/10)
	})
	for _, err := range failures {
		switch {
		case err == nil:
			redeemed++
		case !fault.Is(err, fault.PromoUsedUp) && !fault.Is(err, fault.CartChanged):
			unexpected = append(unexpected, err)
		}
	}
	return redeemed, unexpected
}

func TestAPromoCodeIsNotRedeemedPastItsLimit(t *testing.T) {
	races := []struct {
		name string
		promoRace
		uses int
	}{
		{
			"a code for one use",
			promoRace{code: booking.PromoCode{Deployment: deployment, Code: "ONCE", Percent: 10, MaxUses: 1},
				email: func(i int) int { return i }}, 1,
		},
		{
			"a code for one use a buyer, by 5 buyers",
			promoRace{code: booking.PromoCode{Deployment: deployment, Code: "EACH", Percent: 10, MaxPerBuyer: 1},
				email: func(i int) int { return i % 5 }}, 5,
		},
	}
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		guarded, unguarded := openSeveral(t, d, ""), openSeveral(t, newDatabase(t), promoLimitGuard)
		for _, test := range races {
			redeemed, unexpected := test.run(t, guarded, 100)
			if redeemed != test.uses || len(unexpected) > 0 {
				t.Errorf("%d orders have it, %d failed otherwise: %v", redeemed, len(unexpected), unexpected)
			}
			inControl := 0
			for round := 0; round < 5 && inControl <= test.uses; round++ { // orders may be in turn by chance
				again := test.promoRace
				again.code.Code += strconv.Itoa(round)
				inControl, _ = again.run(t, unguarded, 30)
			}
			if inControl <= test.uses {
				t.Errorf("without its limit the code was used %d times", inControl)
			}
			printRow(4, "%s on %s: 100 checkouts at once: %d uses, %d failures of another kind; control (its limit "+
				"not held) %d uses by 30", test.name, d,
				redeemed, len(unexpected), inControl)
		}
		guarded[0].books.mustBalance(t)
	})
}
