package storetest

import (
	"testing"

	"storefront/internal/shop/booking"
)

// losesWords tests that an erased order keeps no words, also of travellers that it had earlier.
func losesWords(t *testing.T, s Store) {
	o := sparseOrder("wayfare", "cart", "key")
	o.Buyer = booking.Buyer{FirstName: "Amina", Email: "amina@example.com"}
	o.Guest = &booking.Guest{Name: "Zoe"}
	insert(t, s, o)
	do(t, s, func(tx booking.Tx) error {
		o.Guest = &booking.Guest{Name: "Noor Amina"}
		return tx.SaveSearchWords(ctx, o)
	})
	words := []string{"amina", "zoe", "noor"}
	for _, word := range words {
		if !foundBy(t, s, o, word) {
			t.Errorf("the order is not found by %q", word)
		}
	}
	erase(t, s, o)
	for _, word := range words {
		if foundBy(t, s, o, word) {
			t.Errorf("the erased order is found by %q", word)
		}
	}
	if !foundBy(t, s, o, o.Reference) {
		t.Error("the erased order is not found by its reference")
	}
}

func erase(t testing.TB, s booking.Store, o booking.Order) {
	t.Helper()
	do(t, s, func(tx booking.Tx) error {
		read, err := tx.Order(ctx, o.ID)
		if err != nil {
			return err
		}
		return tx.EraseOrder(ctx, &read)
	})
}
