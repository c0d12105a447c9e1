package storetest

import (
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

var waitingLists = []promise{
	{"a saved party is read back unchanged", func(t *testing.T, s Store) {
		w := filled[booking.Waiting]()
		saveWaiting(t, s, w)
		wantRead(t, w)(s.Read().Waiting(ctx, w.ID))
		w.State, w.Until, w.Order, w.EndedAt, w.Seats = booking.WaitingOrdered, noon, "o", noon.Add(time.Hour), 7
		saveWaiting(t, s, w)
		wantRead(t, w)(s.Read().Waiting(ctx, w.ID))
		wantFault(t, errOf(s.Read().Waiting(ctx, "none")), fault.NotFound)
	}},
	{"parties are listed oldest first, by departure, address and state", func(t *testing.T, s Store) {
		late, early := party("b", slot(1), noon.Add(time.Second)), party("c", slot(1), noon)
		other, gone := party("a", slot(2), noon), party("d", slot(1), noon)
		used, unpaid := party("e", slot(1), noon.Add(time.Minute)), party("f", slot(1), noon.Add(time.Hour))
		gone.State, gone.EndedAt, gone.Email = booking.WaitingLeft, noon.Add(time.Hour), "gone@example.com"
		used.State, used.EndedAt = booking.WaitingOrdered, noon
		unpaid.State, unpaid.EndedAt = booking.WaitingOrdered, noon.Add(time.Second)
		saveWaiting(t, s, other, late, gone, early, used, unpaid)
		live := booking.WaitingFilter{ActiveAt: noon}
		wantRead(t, []booking.Waiting{early, late, unpaid, other})(s.Read().Waitings(ctx, live))
		live.Slot = slot(1)
		wantRead(t, []booking.Waiting{early, late, unpaid})(s.Read().Waitings(ctx, live))
		wantRead(t, []booking.Waiting{gone})(s.Read().Waitings(ctx, booking.WaitingFilter{Deployment: "wayfare",
			Email: "gone@example.com"}))
		wantRead(t, []booking.Waiting{early})(s.Read().Waitings(ctx, booking.WaitingFilter{Slot: slot(1), Limit: 1}))
		do(t, s, func(tx booking.Tx) error { return tx.DeleteWaiting(ctx, "wayfare", "gone@example.com") })
		wantFault(t, errOf(s.Read().Waiting(ctx, "d")), fault.NotFound)
		// Those that have ended are purged after a week.
		read[sqlstore.Purged](t)(s.Purge(ctx, sqlstore.Expiry{Now: noon.Add(7 * 24 * time.Hour)}))
		wantFault(t, errOf(s.Read().Waiting(ctx, "e")), fault.NotFound)
		wantRead(t, []booking.Waiting{early, late, unpaid, other})(s.Read().Waitings(ctx, booking.WaitingFilter{}))
	}},
	{"a party for which seats are held is not deleted: nobody would release them", func(t *testing.T, s Store) {
		offered := party("a", slot(1), noon)
		offered.State, offered.Until, offered.Seats = booking.WaitingOffered, noon.Add(time.Hour), 2
		saveWaiting(t, s, offered)
		do(t, s, func(tx booking.Tx) error { return tx.DeleteWaiting(ctx, "wayfare", offered.Email) })
		wantRead(t, offered)(s.Read().Waiting(ctx, offered.ID))
	}},
}

func party(id string, on booking.Slot, at time.Time) booking.Waiting {
	return booking.Waiting{
		ID: id, Deployment: "wayfare", Email: id + "@example.com", State: booking.WaitingOpen, CreatedAt: at,
		Choice: booking.Choice{Product: on.Product, Option: on.Option, Date: on.Date, StartTime: on.StartTime},
	}
}

func saveWaiting(t testing.TB, s Store, all ...booking.Waiting) {
	t.Helper()
	do(t, s, func(tx booking.Tx) error {
		for _, w := range all {
			if err := tx.SaveWaiting(ctx, w); err != nil {
				return err
			}
		}
		return nil
	})
}
