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

// findsCorrectedBuyer tests that an order is found by the corrected address of its buyer, and no longer by the former.
func findsCorrectedBuyer(t *testing.T, s Store) {
	o := sparseOrder("wayfare", "cart", "key")
	o.Buyer = booking.Buyer{FirstName: "Amina", Email: "anima@example.com"}
	insert(t, s, o)
	former := o
	o.Buyer.Email = "Amina@work.example"
	do(t, s, func(tx booking.Tx) error {
		if err := tx.SaveOrder(ctx, o); err != nil {
			return err
		}
		return tx.ReplaceSearchWords(ctx, o)
	})
	for email, want := range map[string]bool{"amina@work.example": true, former.Buyer.Email: false} {
		found, err := s.Read().Orders(ctx, booking.OrderFilter{Deployment: o.Deployment, Email: email})
		if err != nil || (len(found) == 1) != want || foundBy(t, s, o, email) != want {
			t.Errorf("by %s: %d orders (%v), by the word: %v", email, len(found), err, foundBy(t, s, o, email))
		}
	}
	if !foundBy(t, s, o, "amina") {
		t.Error("the order is no longer found by the name of its buyer")
	}
	erase(t, s, o)
	found, err := s.Read().Orders(ctx, booking.OrderFilter{Email: "amina@work.example"})
	if err != nil || len(found) > 0 {
		t.Errorf("the erased order is found by its address: %v", err)
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
