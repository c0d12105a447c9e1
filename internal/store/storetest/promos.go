package storetest

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

const guest = "guest@example.com"

func addCode(t testing.TB, s booking.Store, maxUses, maxPerBuyer int) booking.PromoCode {
	t.Helper()
	code := booking.PromoCode{Deployment: "wayfare", Code: "DUNES", Percent: 10, MaxUses: maxUses,
		MaxPerBuyer: maxPerBuyer}
	do(t, s, func(tx booking.Tx) error { return tx.InsertPromoCode(ctx, code) })
	return code
}

func usePromoCode(s booking.Store, code booking.PromoCode, email string) error {
	return s.Do(ctx, func(tx booking.Tx) error { return tx.UsePromoCode(ctx, code, email) })
}

func wantUses(t testing.TB, s booking.Store, code booking.PromoCode, all, byGuest int) {
	t.Helper()
	got, err := s.Read().PromoCode(ctx, code.Deployment, code.Code)
	must(t, err)
	n, err := s.Read().PromoUses(ctx, code.Deployment, code.Code, guest)
	must(t, err)
	if got.Uses != all || n != byGuest {
		t.Errorf("%d uses, %d by the guest, want %d and %d", got.Uses, n, all, byGuest)
	}
}

var promoCodes = []promise{
	{"an inserted promo code is read back unchanged", func(t *testing.T, s Store) {
		want := filled[booking.PromoCode]()
		do(t, s, func(tx booking.Tx) error { return tx.InsertPromoCode(ctx, want) })
		wantRead(t, want)(s.Read().PromoCode(ctx, want.Deployment, want.Code))
		wantRead(t, []booking.PromoCode{want})(s.Read().PromoCodes(ctx, want.Deployment))
	}},
	{"a promo code without limits is read back without limits", func(t *testing.T, s Store) {
		want := addCode(t, s, 0, 0)
		wantRead(t, want)(s.Read().PromoCode(ctx, want.Deployment, want.Code))
	}},
	{"a promo code is unique within its deployment", func(t *testing.T, s Store) {
		code := addCode(t, s, 0, 0)
		wantFault(t, s.Do(ctx, func(tx booking.Tx) error { return tx.InsertPromoCode(ctx, code) }), fault.Invalid)
		code.Deployment = "souk"
		do(t, s, func(tx booking.Tx) error { return tx.InsertPromoCode(ctx, code) })
	}},
	{"saving a promo code changes its terms, not its uses", func(t *testing.T, s Store) {
		want := addCode(t, s, 0, 0)
		must(t, usePromoCode(s, want, guest))
		terms := want
		terms.Percent, terms.Amount, terms.Currency, terms.Minimum, terms.MaxUses, terms.MaxPerBuyer = 0, 500, "OMR",
			2000, 7, 2
		terms.Cities, terms.Products, terms.Disabled, terms.Uses = []string{"muscat"}, nil, true, 99
		terms.StartsAt, terms.EndsAt = noon, noon.Add(time.Hour)
		do(t, s, func(tx booking.Tx) error { return tx.SavePromoCode(ctx, terms) })
		want = terms
		want.Uses = 1
		wantRead(t, want)(s.Read().PromoCode(ctx, want.Deployment, want.Code))
	}},
	{"reading an unknown promo code fails", func(t *testing.T, s Store) {
		wantFault(t, errOf(s.Read().PromoCode(ctx, "wayfare", "NONE")), fault.NotFound)
		wantFault(t, usePromoCode(s, booking.PromoCode{Deployment: "wayfare", Code: "NONE"}, guest), fault.NotFound)
		wantFault(t, s.Do(ctx, func(tx booking.Tx) error {
			return tx.SavePromoCode(ctx, booking.PromoCode{Deployment: "wayfare", Code: "NONE"})
		}), fault.NotFound)
	}},
	{"uses are counted in total and by buyer, and can be returned", func(t *testing.T, s Store) {
		code := addCode(t, s, 0, 0)
		for _, email := range []string{guest, guest, "other@example.com"} {
			must(t, usePromoCode(s, code, email))
		}
		wantUses(t, s, code, 3, 2)
		do(t, s, func(tx booking.Tx) error { return tx.ReturnPromoCode(ctx, code.Deployment, code.Code, guest) })
		wantUses(t, s, code, 2, 1)
	}},
	{"an unused promo code cannot be returned", func(t *testing.T, s Store) {
		code := addCode(t, s, 0, 0)
		must(t, usePromoCode(s, code, "other@example.com"))
		err := s.Do(ctx, func(tx booking.Tx) error {
			return tx.ReturnPromoCode(ctx, code.Deployment, code.Code,
				guest)
		})
		if err == nil {
			t.Error("a use that never happened was returned")
		}
		wantUses(t, s, code, 1, 0)
	}},
	{"a rejected use does not count, and the transaction continues", func(t *testing.T, s Store) {
		code := addCode(t, s, 3, 1)
		do(t, s, func(tx booking.Tx) error {
			if err := tx.UsePromoCode(ctx, code, guest); err != nil {
				return err
			}
			wantFault(t, tx.UsePromoCode(ctx, code, guest), fault.PromoUsedUp)
			return tx.UsePromoCode(ctx, code, "other@example.com")
		})
		wantUses(t, s, code, 2, 1)
	}},
	{"100 concurrent buyers do not exceed the limit of a code", func(t *testing.T, s Store) {
		code := addCode(t, s, 7, 0)
		Race(100, fault.PromoUsedUp, warmUp(s), func(int) error { return usePromoCode(s, code, guest) }).want(t, 7, 93)
		wantUses(t, s, code, 7, 7)
	}},
	{"100 concurrent browsers of a buyer do not exceed the limit per buyer", func(t *testing.T, s Store) {
		code := addCode(t, s, 50, 2)
		Race(100, fault.PromoUsedUp, warmUp(s), func(int) error { return usePromoCode(s, code, guest) }).want(t, 2, 98)
		wantUses(t, s, code, 2, 2)
	}},
}
