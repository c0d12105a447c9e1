package mail_test

import (
	"slices"
	"strings"
	"testing"

	"storefront/internal/shop/booking"
)

// Anybody can enter another person's address: their text must not reach its owner in the shop's name.
func TestAMailToAnUnverifiedAddressHasNoTextOfTheSender(t *testing.T) {
	const evil = "Act now https://evil.example"
	for _, letter := range []string{
		"contact_received", "order_received", "order_received at start", "payment_reminder", "order_failed lapsed",
		"order_on_hold free",
	} {
		for _, language := range languages {
			w, s := newWorld(), sceneOf(letter)
			s.set(w, language)
			for id, m := range w.messages {
				m.Name, m.Text, m.Order = evil, evil, evil
				w.messages[id] = m
			}
			for id, o := range w.orders {
				o.Buyer.FirstName, o.Buyer.LastName = evil, evil
				o.Guest = &booking.Guest{Name: evil, Info: evil}
				o.Bookings = slices.Clone(o.Bookings)
				for i := range o.Bookings {
					d := &o.Bookings[i].Detail
					d.Pickup, d.DropOff = &booking.DetailPlace{Title: "Al Seef", Address: evil},
						&booking.DetailPlace{Address: evil}
				}
				w.orders[id] = o
			}
			written, err := w.mailer(t, nil).Write(t.Context(), s.in(language))
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{written.Subject, written.Text, written.HTML} {
				if strings.Contains(text, "evil") {
					t.Errorf("%s in %s has the sender's words:\n%s", letter, language, text)
				}
			}
		}
	}
}

func TestGreetingUsesOnlyPlausibleNames(t *testing.T) {
	for name, greeted := range map[string]bool{
		"Zoë": true, "نور الهدى": true, "Anne-Marie": true, "O’Neill": true, "J. R.": true, "Mª José": true, "李": true,
		"":             false,
		"evil.example": false, "Act now, call us": false, "call 0501234567": false, "https://evil.example": false,
		"Your booking is void unless you pay": false, "a@example.com": false,
	} {
		w, s := newWorld(), sceneOf("order_confirmed")
		s.set(w, "en")
		for id, o := range w.orders {
			o.Buyer.FirstName = name
			w.orders[id] = o
		}
		written, err := w.mailer(t, nil).Write(t.Context(), s.in("en"))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(plainText(written.Text), "Hello "+name+","); got != greeted {
			t.Errorf("%q is greeted: %v", name, got)
		}
	}
}
