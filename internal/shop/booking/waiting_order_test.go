package booking_test

import (
	"testing"
	"time"

	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
)

func TestPartyWaitsAgainIfItsOrderExpiresWithNoSeatsForSale(t *testing.T) {
	for _, change := range []booking.DepartureChange{
		{Act: booking.ActClose}, {Act: booking.ActLimit, Limit: 2}, {Act: booking.ActCancel},
	} {
		t.Run(string(change.Act), func(t *testing.T) {
			w := newWorld(t)
			two := w.paidOrder("a", dunesChoice(day, afternoon, 2))
			w.paidOrder("b", dunesChoice(day, afternoon, 2))
			party := w.joinWaiting("first@example.com", 2, 1)
			w.cancelOrder(two)
			o, err := w.claimOffer(w.wantState(party, booking.WaitingOffered), "mine")
			w.must(err)
			if change.Act == booking.ActCancel {
				w.continueChange(w.cancelDeparture(booking.DepartureChange{}))
			} else {
				w.override(dunesSlot(day, afternoon), change)
			}
			w.advance(2 * time.Hour)
			w.settleOrder(o)
			if change.Act == booking.ActCancel {
				w.wantState(party, booking.WaitingCancelled)
				return
			}
			w.wantState(party, booking.WaitingOpen)
			if sent := w.countQueuedNotices()[notice.WaitingWithdrawn]; sent != 1 {
				t.Errorf("%d mails say that the offer is withdrawn", sent)
			}
			w.override(dunesSlot(day, afternoon), booking.DepartureChange{Act: booking.ActReset})
			w.wantState(party, booking.WaitingOffered)
		})
	}
}
