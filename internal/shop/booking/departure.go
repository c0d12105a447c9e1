package booking

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
)

// DepartureAct is an act of an operator on a departure.
type DepartureAct string

const (
	ActOpen   DepartureAct = "open"   // sell it, even if the build has no such start
	ActClose  DepartureAct = "close"  // sell no more of it
	ActLimit  DepartureAct = "limit"  // sell another number of seats than the option's capacity
	ActRun    DepartureAct = "run"    // it takes place with fewer travellers than the minimum
	ActReset  DepartureAct = "reset"  // follow the build again
	ActCancel DepartureAct = "cancel" // it does not take place
	ActMove   DepartureAct = "move"   // its bookings have another start
)

// DepartureChange is who changed a departure, when and why.
type DepartureChange struct {
	ID     string
	Act    DepartureAct
	Limit  int // of ActLimit; 0: the option's capacity again
	Actor  string
	Reason string
	At     time.Time
	// Of ActCancel and ActMove: why, as buyers read it, until when they can choose, and where they are moved to.
	BuyerReason DisruptionReason
	Until       time.Time
	To          Slot
}

// ChangeDeparture changes the override of a departure. It is in force at once: availability, carts and checkouts see it
// from the end of the transaction. It returns fault.Invalid for a limit that is not possible, and NotPossible for an
// act on a cancelled departure.
func (s *Service) ChangeDeparture(ctx context.Context, slot Slot, change DepartureChange) (Override, error) {
	change.ID, change.At = newID(), s.now()
	change.Reason = strings.TrimSpace(change.Reason)
	var after Override
	err := s.store.Do(ctx, func(tx Tx) error {
		_, before, err := tx.Departure(ctx, slot)
		if err != nil {
			return err
		}
		if after, err = before.apply(change); err != nil {
			return err
		}
		return tx.SaveDeparture(ctx, slot, after, change)
	})
	return after, err
}

// CheckAct returns why an act on a departure with the override is not possible; nil if it is.
func (o Override) CheckAct(act DepartureAct) error {
	switch {
	case o.State == DepartureCancelled:
		return fault.New(fault.NotPossible, "The departure is cancelled.")
	case o.State == DepartureMoved && act != ActCancel && act != ActMove:
		return fault.New(fault.NotPossible, "The departure was moved.")
	}
	return nil
}

// apply returns the override with a change applied.
func (o Override) apply(change DepartureChange) (Override, error) {
	if err := o.CheckAct(change.Act); err != nil {
		return o, err
	}
	switch change.Act {
	case ActOpen:
		o.State = DepartureOpen
	case ActClose:
		o.State = DepartureClosed
	case ActLimit:
		if change.Limit < 0 {
			return o, fault.New(fault.Invalid, "A limit is 1 or more seats, or 0 for the option's capacity.")
		}
		o.Limit = change.Limit
	case ActRun:
		o.RunsBelowMinimum = true
	case ActReset:
		o = Override{}
	case ActCancel:
		o.State = DepartureCancelled
	case ActMove:
		o.State = DepartureMoved
	default:
		return o, fmt.Errorf("%q is not an act on a departure", change.Act)
	}
	return o, nil
}

// DepartureChanges returns what operators have changed of a departure, in the order of time.
func (s *Service) DepartureChanges(ctx context.Context, slot Slot) ([]DepartureChange, error) {
	return s.store.Read().DepartureChanges(ctx, slot)
}

// CheckOpenable returns why operators cannot open a departure that the build does not have; nil if they can. An option
// with start times needs a start time; any other needs a season with opening hours or starts on that day.
func (p *Product) CheckOpenable(slot Slot) error {
	o := p.Option(slot.Option)
	if o == nil {
		return errNoOption
	}
	if o.LengthBy() == "" && p.AvailabilityType != payload.OpeningHours {
		if slot.StartTime == "" {
			return fault.New(fault.Invalid, "The option has start times: name one.")
		}
		return nil
	}
	schedule := o.Schedule
	schedule.ClosedDays = nil
	if slot.StartTime != "" || len(startsOn(nil, &schedule, slot.Date, &clocks{zone: p.TimeZone})) == 0 {
		return fault.New(fault.Invalid, "The option has no opening hours or starts of the season on that day.")
	}
	return nil
}

// BookedOn returns the orders with live bookings of a departure, the oldest first, each with those bookings only.
func (s *Service) BookedOn(ctx context.Context, slot Slot) ([]Order, error) {
	first := slot.Date
	var found []Order
	for daysBefore := range maxStay { // a stay that began earlier has the night, too
		if daysBefore > 0 && slot.StartTime != "" {
			break
		}
		orders, err := s.store.Read().BookingsOn(ctx, "", slot.Product, addDays(first, -daysBefore))
		if err != nil {
			return nil, err
		}
		for _, o := range orders {
			o.Bookings = slices.DeleteFunc(o.Bookings, func(b Booking) bool { return !b.occupies(slot) })
			if len(o.Bookings) > 0 {
				found = append(found, o)
			}
		}
	}
	slices.SortFunc(found, func(a, b Order) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID))
	})
	return found, nil
}

// occupies reports whether a booking has seats of a slot.
func (b *Booking) occupies(slot Slot) bool {
	switch b.Status {
	case OnHold, Pending, Confirmed, Redeemed:
		return slices.ContainsFunc(b.Seats, func(d Demand) bool { return d.Slot == slot })
	}
	return false
}
