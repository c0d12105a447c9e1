package drill_test

import (
	"strconv"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// promoRace has buyers redeem one promo code at the same moment.
type promoRace struct {
	code  booking.PromoCode
	email func(i int) int // the number of the buyer of order i
}

// run returns how many orders have redeemed the code, and errors other than refusals.
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
			"a promo code for one use",
			promoRace{code: booking.PromoCode{Deployment: deployment, Code: "ONCE", Percent: 10, MaxUses: 1},
				email: func(i int) int { return i }}, 1,
		},
		{
			"a promo code for one use per buyer, by 5 buyers",
			promoRace{code: booking.PromoCode{Deployment: deployment, Code: "EACH", Percent: 10, MaxPerBuyer: 1},
				email: func(i int) int { return i % 5 }}, 5,
		},
	}
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		guarded, unguarded := openShops(t, d, ""), openShops(t, newDatabase(t), promoLimitGuard)
		for _, test := range races {
			redeemed, unexpected := test.run(t, guarded, 100)
			if redeemed != test.uses || len(unexpected) > 0 {
				t.Errorf("%d orders have redeemed the code, %d other errors: %v", redeemed, len(unexpected), unexpected)
			}
			inControl := 0
			for round := 0; round < 5 && inControl <= test.uses; round++ { // checkouts may not overlap by chance
				again := test.promoRace
				again.code.Code += strconv.Itoa(round)
				inControl, _ = again.run(t, unguarded, 30)
			}
			if inControl <= test.uses {
				t.Errorf("without the limit the code was used only %d times", inControl)
			}
			printRow(4, "%s on %s: 100 checkouts at once: %d uses, %d other errors; control (no limit): %d uses by "+
				"30 checkouts", test.name, d, redeemed, len(unexpected), inControl)
		}
		guarded[0].books.mustBalance(t)
	})
}
