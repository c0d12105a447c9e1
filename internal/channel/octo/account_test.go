package octo_test

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/reseller"
)

// inDollars changes the currency of a reseller's account.
func (w *world) inDollars(name string) error {
	_, err := w.resellers.Update(w.Context(), name, func(r *reseller.Reseller) error {
		r.Currency = "USD"
		return nil
	})
	return err
}

func TestResellerAccountKeepsOneCurrency(t *testing.T) {
	onBoth(t, func(w *world) {
		_, path := w.atlas.buys(reservation(1))
		_, err := w.resellers.RecordPayment(t.Context(), "atlas", 31600, "paid")
		w.must(err)
		if err := w.inDollars("atlas"); !fault.Is(err, fault.NotPossible) {
			t.Errorf("dirhams would be credited as dollars: %v", err)
		}
		w.atlas.gets("POST", path+"/cancel", nil)
		if w.balance("atlas") != -31600 {
			t.Errorf("%d owed", w.balance("atlas"))
		}

		fresh := w.reseller(reseller.Reseller{Name: "fresh", Deployments: []string{"wayfare"}})
		fresh.capabilities = "octo/pricing"
		_, path = fresh.reserves(reservation(1))
		w.must(w.inDollars("fresh"))
		w.pass(3 * time.Second) // until its terms are read again
		fresh.refused("UNPROCESSABLE_ENTITY", "POST", path+"/confirm", amina)
		fresh.gets("POST", path+"/cancel", nil)
		if w.balance("fresh") != 0 {
			t.Errorf("%d owed, in dollars", w.balance("fresh"))
		}
	})
}
