package document_test

import (
	"testing"

	"storefront/internal/shop/booking"
	"storefront/internal/shop/document"
	"storefront/internal/shop/document/tickettest"
)

func TestAGateReadsTheCodeOffAPrintedTicket(t *testing.T) {
	for _, o := range []booking.Order{englishOrder(), arabicOrder()} {
		b := &o.Bookings[0]
		pdf, err := document.Ticket(&o, b, key(t))
		if err != nil {
			t.Fatal(err)
		}
		want := document.ClaimsOf(&o, b)
		want.Key = document.KeyID(key(t).Public())
		for _, dpi := range []string{"96", "150"} { // a telephone's screen, and a poor printer
			if got, err := document.Verify(key(t).Public(), tickettest.Scan(t, pdf, dpi)); err != nil || got != want {
				t.Errorf("%s at %s: %+v, %v; want %+v", o.Language, dpi, got, err, want)
			}
		}
	}
}
