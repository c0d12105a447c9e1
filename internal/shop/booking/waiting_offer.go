package booking

import (
	"context"
	"errors"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
)

// minOffer is the shortest time for which seats are offered. Closer to the end of booking they are sold to anyone.
const minOffer = 10 * time.Minute

// recordFreed notes that a slot may have more seats: at the end of the transaction they are offered to its waiting
// list. The slot must be locked.
func recordFreed(tx Tx, slot Slot) {
	if t, ok := tx.(*eventTx); ok && !slices.Contains(t.freedSlots, slot) {
		t.freedSlots = append(t.freedSlots, slot)
	}
}

// ReleaseSeats notes the slots, for their waiting lists.
func (t *eventTx) ReleaseSeats(ctx context.Context, demands []Demand) error {
	err := t.Tx.ReleaseSeats(ctx, demands)
	for _, d := range demands {
		if err == nil && d.Seats > 0 {
			recordFreed(t, d.Slot)
		}
	}
	return err
}

// SaveDeparture notes the slot, for its waiting list.
func (t *eventTx) SaveDeparture(ctx context.Context, slot Slot, o Override, change DepartureChange) error {
	recordFreed(t, slot)
	return t.Tx.SaveDeparture(ctx, slot, o, change)
}

// updateFreedLists updates the waiting lists of the slots that a transaction has freed, as its last part: no other
// transaction can take the seats first.
func (s *Service) updateFreedLists(ctx context.Context, t *eventTx) error {
	for i := 0; i < len(t.freedSlots); i++ {
		if err := s.updateFreedList(ctx, t, t.freedSlots[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) updateFreedList(ctx context.Context, t *eventTx, slot Slot) error {
	now := s.now()
	list, err := t.Waitings(ctx, WaitingFilter{Slot: slot, ActiveAt: now})
	if err != nil || len(list) == 0 {
		return err
	}
	taken, override, err := t.Departure(ctx, slot)
	if err != nil {
		return err
	}
	for _, change := range s.planListChanges(list, taken, override, now, t.isOfferUnused) {
		if err := change.apply(ctx, t.Tx); err != nil {
			return err
		}
		s.log.InfoContext(ctx, "waiting list", "departure", slot.String(), "party", change.after.ID,
			"state", string(change.after.State), "seats", change.after.Seats)
	}
	return nil
}

// isOfferUnused reports whether the order of an offer has ended in this transaction without being paid.
func (t *eventTx) isOfferUnused(w *Waiting) bool {
	o, saved := t.after[w.Order]
	return saved && slices.ContainsFunc(o.Bookings, func(b Booking) bool {
		return b.Choice.Offer == w.ID && b.Status == Expired
	})
}

// waitingChange is a change of a party, the seats that it releases and takes, and what the party is mailed.
type waitingChange struct {
	after         Waiting
	release, take []Demand
	mail          notice.Kind
}

func (c *waitingChange) apply(ctx context.Context, tx Tx) error {
	if err := tx.ReleaseSeats(ctx, c.release); err != nil {
		return err
	}
	if err := tx.TakeSeats(ctx, c.take); err != nil {
		return err
	}
	if err := tx.SaveWaiting(ctx, c.after); err != nil || c.mail == "" {
		return err
	}
	return tx.NotifyLater(ctx, c.after.notice(c.mail))
}

// planListChanges returns the changes that are due of a list: offers that have lapsed or whose seats the departure has
// no longer, parties whose departure has gone, and offers to the first that fit into the seats that are left. unused
// reports whether the order of an offer has ended.
func (s *Service) planListChanges(
	list []Waiting, taken int, override Override, now time.Time, unused func(*Waiting) bool,
) (changes []waitingChange) {
	slot := list[0].Slot()
	use := SlotUse{map[Slot]int{slot: taken}, map[Slot]Override{slot: override}}
	var waiting []Waiting
	var offered []*Waiting
	for i := range list {
		w := &list[i]
		if w.State == WaitingOrdered {
			if change := s.restoreOffer(w, &use, now, unused); change != nil {
				changes = append(changes, *change)
			}
			continue
		}
		change := s.endIfDue(w, &use, now)
		if change == nil {
			if w.State == WaitingOpen {
				waiting = append(waiting, *w)
			} else {
				offered = append(offered, w)
			}
			continue
		}
		for _, d := range change.release {
			use.Seats[slot] -= d.Seats
		}
		changes = append(changes, *change)
	}
	for _, w := range slices.Backward(offered) { // the last party's offer is withdrawn first
		if change := s.withdrawIfOverbooked(w, &use, now); change != nil {
			changes = append(changes, *change)
		}
	}
	for i := range waiting {
		if change := s.offerIfFree(&waiting[i], &use, now); change != nil {
			changes = append(changes, *change)
		}
	}
	return changes
}

// quoteWaiting returns the quote of a party; nil if the product no longer sells its choice.
func (s *Service) quoteWaiting(w *Waiting, use *SlotUse, now time.Time) *Quote {
	q, err := s.quoteChoice(Deployment{ID: w.Deployment, Language: w.Language}, w.Choice)
	if err != nil || q.demands[0].Slot != w.Slot() { // the option is priced in another way by now
		return nil
	}
	q.applySlotUse(use, now)
	return q
}

// endIfDue returns the end of a party's waiting or of its offer, if that is due; nil otherwise.
func (s *Service) endIfDue(w *Waiting, use *SlotUse, now time.Time) *waitingChange {
	closes := w.StartsAt
	if q := s.quoteWaiting(w, use, now); q != nil && q.startExists {
		closes = q.closesAt
	}
	override := use.Overrides[w.Slot()]
	c := waitingChange{after: *w}
	c.after.EndedAt = now
	switch {
	case override.State == DepartureCancelled || override.State == DepartureMoved:
		c.after.State, c.mail = WaitingCancelled, notice.WaitingCancelled
	case w.State == WaitingOffered && !now.Before(w.Until):
		c.after.State = WaitingLapsed
	case !now.Before(closes):
		c.after.State = WaitingClosed
	case w.State == WaitingOffered && override.endsSale():
		return withdrawOffer(w)
	default:
		return nil
	}
	if w.State == WaitingOffered {
		c.release = []Demand{{Slot: w.Slot(), Seats: w.Seats}}
	}
	return &c
}

// withdrawOffer returns the withdrawal of an offer, whose party waits again.
func withdrawOffer(w *Waiting) *waitingChange {
	c := waitingChange{after: *w, mail: notice.WaitingWithdrawn,
		release: []Demand{{Slot: w.Slot(), Seats: w.Seats}}}
	c.after.State, c.after.Until = WaitingOpen, time.Time{}
	return &c
}

// withdrawIfOverbooked returns the withdrawal of an offer, and subtracts its seats from use, if the departure has fewer
// seats than are sold and offered, for example after an operator has lowered the limit; nil otherwise.
func (s *Service) withdrawIfOverbooked(w *Waiting, use *SlotUse, now time.Time) *waitingChange {
	use.Seats[w.Slot()] -= w.Seats
	if q := s.quoteWaiting(w, use, now); q != nil && q.startExists && q.Status != Closed && !q.bookable() {
		return withdrawOffer(w)
	}
	use.Seats[w.Slot()] += w.Seats
	return nil
}

// offerIfFree returns the offer of seats to a party, and takes them from use; nil if there are too few, or it is too
// late.
func (s *Service) offerIfFree(w *Waiting, use *SlotUse, now time.Time) *waitingChange {
	q := s.quoteWaiting(w, use, now)
	if q == nil || !q.bookable() || !q.canHaveWaitingList() {
		return nil
	}
	// An offer ends at the latest in half of the time until booking closes, so that the next party can have one.
	duration := min(s.durations.WaitingOffer, q.closesAt.Sub(now)/2)
	if duration < min(s.durations.WaitingOffer, minOffer) {
		return nil
	}
	use.Seats[w.Slot()] += q.demands[0].Seats
	return newOffer(w, q, now.Add(duration))
}

// newOffer returns the offer of a quote's seats to a party.
func newOffer(w *Waiting, q *Quote, until time.Time) *waitingChange {
	c := waitingChange{after: *w, take: q.demands, mail: notice.WaitingOffer}
	c.after.State, c.after.Seats, c.after.EndedAt = WaitingOffered, q.demands[0].Seats, time.Time{}
	c.after.Until = until
	return &c
}

// restoreOffer returns the offer of a party whose order was not paid, with its former deadline; nil if the order still
// has the seats. If the departure cannot be booked now, the party waits again, or its waiting ends.
func (s *Service) restoreOffer(w *Waiting, use *SlotUse, now time.Time, unused func(*Waiting) bool) *waitingChange {
	if !unused(w) {
		return nil
	}
	open := *w
	open.State, open.Order, open.Until, open.EndedAt = WaitingOpen, "", time.Time{}, time.Time{}
	if ended := s.endIfDue(&open, use, now); ended != nil {
		return ended
	}
	q := s.quoteWaiting(w, use, now)
	if q == nil || !q.bookable() {
		return &waitingChange{after: open, mail: notice.WaitingWithdrawn}
	}
	c := waitingChange{after: *w, take: q.demands}
	c.after.State, c.after.Order, c.after.EndedAt, c.after.Seats = WaitingOffered, "", time.Time{}, q.demands[0].Seats
	use.Seats[w.Slot()] += c.after.Seats
	return &c
}

// OfferWaiting offers seats to a party for a time, until booking closes at the latest: to one that waits, or whose
// offer has lapsed. It returns fault.SoldOut if there are too few seats, and fault.NotPossible if the party does not
// wait or booking has closed.
func (s *Service) OfferWaiting(ctx context.Context, id string, duration time.Duration) (Waiting, error) {
	return s.changeWaiting(ctx, id, func(tx Tx, w *Waiting) error {
		if w.State != WaitingOpen && w.State != WaitingLapsed {
			return fault.New(fault.NotPossible, "The party does not wait.")
		}
		taken, override, err := tx.Departure(ctx, w.Slot())
		if err != nil {
			return err
		}
		now := s.now()
		use := SlotUse{map[Slot]int{w.Slot(): taken}, map[Slot]Override{w.Slot(): override}}
		switch q := s.quoteWaiting(w, &use, now); {
		case q == nil || !q.startExists || q.Status == Closed:
			return fault.New(fault.NotPossible, "Booking has closed.")
		case !q.bookable():
			return fault.New(fault.SoldOut, "The departure has too few seats.")
		default:
			c := newOffer(w, q, minTime(now.Add(duration), q.closesAt))
			*w = c.after
			return c.apply(ctx, tx)
		}
	})
}

// UpdateWaitingLists updates all waiting lists to the time and the live build.
func (s *Service) UpdateWaitingLists(ctx context.Context) error {
	all, err := s.store.Read().Waitings(ctx, WaitingFilter{ActiveAt: s.now(), Limit: maxPartiesPerRound})
	if err != nil {
		return err
	}
	var failures []error
	for len(all) > 0 {
		slot := all[0].Slot()
		n := slices.IndexFunc(all, func(w Waiting) bool { return w.Slot() != slot })
		if n < 0 {
			n = len(all)
		}
		failures = append(failures, s.updateListIfDue(ctx, all[:n]))
		all = all[n:]
	}
	return errors.Join(failures...)
}

// maxPartiesPerRound bounds the parties of one round; the nearest departures come first.
const maxPartiesPerRound = 20_000

// updateListIfDue opens a transaction only if a change is due.
func (s *Service) updateListIfDue(ctx context.Context, list []Waiting) error {
	slot := list[0].Slot()
	use, err := s.store.Read().Taken(ctx, slot.Product, slot.Option, slot.Date, slot.Date)
	if err != nil {
		return err
	}
	never := func(*Waiting) bool { return false }
	if len(s.planListChanges(list, use.Seats[slot], use.Overrides[slot], s.now(), never)) == 0 {
		return nil
	}
	return s.store.Do(ctx, func(tx Tx) error {
		_, _, err := tx.Departure(ctx, slot)
		recordFreed(tx, slot)
		return err
	})
}
