package ticket_test

import (
	"testing"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/documenttest"
	"storefront/internal/shop/document/ticket"
)

func TestScannerReadsTheCodeOfARenderedTicket(t *testing.T) {
	for _, o := range []booking.Order{documenttest.EnglishOrder(), documenttest.ArabicOrder()} {
		b := &o.Bookings[0]
		pdf, err := ticket.PDF(&o, b, key(t))
		if err != nil {
			t.Fatal(err)
		}
		want := ticket.ClaimsOf(&o, b)
		want.Key = ticket.KeyID(key(t).Public())
		for _, dpi := range []string{"96", "150"} { // a telephone's screen, and a poor printer
			if got, err := ticket.Verify(key(t).Public(), documenttest.Scan(t, pdf, dpi)); err != nil || got != want {
				t.Errorf("%s at %s: %+v, %v; want %+v", o.Language, dpi, got, err, want)
			}
		}
	}
}
