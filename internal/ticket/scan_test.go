package ticket_test

import (
	"testing"

	"storefront/internal/booking"
	"storefront/internal/ticket"
	"storefront/internal/ticket/tickettest"
)

func TestAGateReadsTheCodeOffAPrintedTicket(t *testing.T) {
	for _, o := range []booking.Order{englishOrder(), arabicOrder()} {
		b := &o.Bookings[0]
		document, err := ticket.Ticket(&o, b, key(t))
		if err != nil {
			t.Fatal(err)
		}
		want := ticket.ClaimsOf(&o, b)
		want.Key = ticket.KeyID(key(t).Public())
		for _, dpi := range []string{"96", "150"} { // a telephone's screen, and a poor printer
			if got, err := ticket.Verify(key(t).Public(), tickettest.Scan(t, document, dpi)); err != nil || got != want {
				t.Errorf("%s at %s: %+v, %v; want %+v", o.Language, dpi, got, err, want)
			}
		}
	}
}
