package storetest

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/reseller"
)

// insertReseller stores a reseller with a credit limit.
func insertReseller(t testing.TB, s Store, name string, limit int64) reseller.Reseller {
	t.Helper()
	r := filled[reseller.Reseller]()
	r.ID, r.Name, r.KeyHash, r.CreditLimit, r.Balance = "id of "+name, name, "hash of "+name, limit, 0
	must(t, s.Resellers().Do(ctx, func(tx reseller.Tx) error { return tx.SaveReseller(ctx, r) }))
	return r
}

func charge(s Store, id string, amount int64, at time.Time) error {
	return s.Do(ctx, func(tx booking.Tx) error {
		return tx.ChargeReseller(ctx, booking.ResellerEntry{Reseller: id, Amount: amount, At: at, Order: "o",
			Reference:  "R",
			Deployment: "wayfare", Note: "n"})
	})
}

var resellers = []promise{
	{"a saved reseller is read back unchanged, by its id, name and key", func(t *testing.T, s Store) {
		want := insertReseller(t, s, "atlas", 1000)
		wantRead(t, want)(s.Resellers().Reseller(ctx, want.ID))
		wantRead(t, want)(s.Resellers().ResellerByName(ctx, "atlas"))
		wantRead(t, want)(s.Resellers().ResellerByKey(ctx, want.KeyHash))
		wantRead(t, []reseller.Reseller{want})(s.Resellers().Resellers(ctx))
		wantFault(t, errOf(s.Resellers().ResellerByKey(ctx, "hash")), fault.NotFound)
		want.KeyHash, want.CreditLimit, want.Products = "another", 5, nil
		must(t, s.Resellers().Do(ctx, func(tx reseller.Tx) error { return tx.SaveReseller(ctx, want) }))
		wantRead(t, want)(s.Resellers().Reseller(ctx, want.ID))
		other := want
		other.ID, other.KeyHash = "other", "third"
		wantFault(t, s.Resellers().Do(ctx, func(tx reseller.Tx) error { return tx.SaveReseller(ctx, other) }),
			fault.Invalid)
	}},
	{"the debt of a reseller is the sum of its entries, up to its limit", func(t *testing.T, s Store) {
		r := insertReseller(t, s, "atlas", 1000)
		must(t, charge(s, r.ID, 700, noon))
		if err := charge(s, r.ID, 301, noon); !fault.Is(err, fault.NotPossible) {
			t.Errorf("beyond the limit: %v", err)
		}
		must(t, charge(s, r.ID, 300, noon.Add(time.Hour)))
		must(t, charge(s, r.ID, -200, noon.Add(2*time.Hour)))
		wantFault(t, charge(s, "nobody", 1, noon), fault.NotFound)
		wantEqual(t, read[reseller.Reseller](t)(s.Resellers().Reseller(ctx, r.ID)).Balance, 800)
		entries, before, err := s.Resellers().ResellerEntries(ctx, r.ID, noon.Add(time.Hour), noon.Add(2*time.Hour))
		must(t, err)
		wantEqual(t, before, 700)
		wantEqual(t, entries, []booking.ResellerEntry{{Reseller: r.ID, Amount: 300, At: noon.Add(time.Hour), Order: "o",
			Reference: "R", Deployment: "wayfare", Note: "n"}})
	}},
	{"a failed transaction charges nothing", func(t *testing.T, s Store) {
		r := insertReseller(t, s, "atlas", 1000)
		_ = s.Do(ctx, func(tx booking.Tx) error {
			if err := tx.ChargeReseller(ctx, booking.ResellerEntry{Reseller: r.ID, Amount: 5, At: noon}); err != nil {
				return err
			}
			return fault.New(fault.SoldOut, "")
		})
		wantEqual(t, read[reseller.Reseller](t)(s.Resellers().Reseller(ctx, r.ID)).Balance, 0)
	}},
	{"concurrent bookings do not exceed the limit of a reseller", func(t *testing.T, s Store) {
		for round := range Rounds() {
			r := insertReseller(t, s, "atlas-"+string(rune('a'+round)), 300)
			Race(buyers, fault.NotPossible, warmUp(s), func(int) error { return charge(s, r.ID, 100, noon) }).want(t, 3,
				buyers-3)
			wantEqual(t, read[reseller.Reseller](t)(s.Resellers().Reseller(ctx, r.ID)).Balance, 300)
		}
	}},
	{"webhooks are saved by reseller and deployment", func(t *testing.T, s Store) {
		r := insertReseller(t, s, "atlas", 0)
		want := filled[reseller.Webhook]()
		want.Reseller = r.ID
		add := func(tx reseller.Tx) error { return tx.InsertWebhook(ctx, want) }
		must(t, s.Resellers().Do(ctx, add))
		wantRead(t, []reseller.Webhook{want})(s.Resellers().Webhooks(ctx, r.ID, want.Deployment))
		wantRead(t, []reseller.Webhook(nil))(s.Resellers().Webhooks(ctx, r.ID, "another"))
		wantFault(t, s.Resellers().Do(ctx, func(tx reseller.Tx) error {
			return tx.DeleteWebhook(ctx, "other",
				want.ID)
		}),
			fault.NotFound)
		must(t, s.Resellers().Do(ctx, func(tx reseller.Tx) error { return tx.DeleteWebhook(ctx, r.ID, want.ID) }))
		wantRead(t, []reseller.Webhook(nil))(s.Resellers().Webhooks(ctx, r.ID, ""))
	}},
	{"orders are found by a reseller's reference", func(t *testing.T, s Store) {
		order := filledOrder()
		insert(t, s, order)
		filter := booking.OrderFilter{Carts: []string{order.Cart}, ResellerReference: order.Resale.Reference}
		wantEqual(t, len(read[[]booking.Order](t)(s.Read().Orders(ctx, filter))), 1)
		must(t, s.Do(ctx, func(tx booking.Tx) error {
			o, err := tx.Order(ctx, order.ID)
			if err != nil {
				return err
			}
			o.Resale.Reference = "another"
			return tx.SaveOrder(ctx, o)
		}))
		wantEqual(t, len(read[[]booking.Order](t)(s.Read().Orders(ctx, filter))), 0)
	}},
}
