package booking

import (
	"context"
	"slices"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
)

// DisruptionReason is the reason, in the words for buyers, why a departure does not take place.
type DisruptionReason string

const (
	NoReason         DisruptionReason = ""
	Weather          DisruptionReason = "weather"
	TooFewTravellers DisruptionReason = "minimum" // the minimum was not reached
	GuideMissing     DisruptionReason = "guide"   // is ill, or the like
	Unsafe           DisruptionReason = "safety"
	Rescheduled      DisruptionReason = "schedule" // it was planned differently
)

// DisruptionReasons lists the reasons that buyers read.
var DisruptionReasons = []DisruptionReason{Weather, TooFewTravellers, GuideMissing, Unsafe, Rescheduled}

// Disruption describes how the shop cancelled or moved the departure of a booking.
type Disruption struct {
	ChangeID    string           `json:"act"` // the id of the DepartureChange
	BuyerReason DisruptionReason `json:"because,omitempty"`
	// Until is the deadline for the buyer to choose another start or a refund; zero without a choice.
	Until time.Time `json:"until,omitzero"`
	Moved bool      `json:"moved,omitempty"` // to this start, by the shop
}

// CancelDeparture ends a departure: nothing more is sold, and a job cancels every booking of it with a full refund.
// With change.Until, buyers can choose another start until then. The end of the sale and the job are stored in one
// transaction.
func (s *Service) CancelDeparture(ctx context.Context, slot Slot, change DepartureChange) (DepartureChange, error) {
	change.Act = ActCancel
	return s.saveDepartureChange(ctx, slot, change)
}

// MoveDeparture moves the bookings of a departure to another start of its product and keeps their prices: nothing more
// is sold of the departure, and a job moves every booking that fits. With change.Until, buyers can choose another start
// or a refund until then. The report lists bookings that do not fit.
func (s *Service) MoveDeparture(ctx context.Context, slot Slot, change DepartureChange) (DepartureChange, error) {
	change.Act = ActMove
	if to := change.To; to.Product != slot.Product || to == slot {
		return change, fault.New(fault.Invalid, "A departure can be moved to another start of its product.")
	}
	return s.saveDepartureChange(ctx, slot, change)
}

func (s *Service) saveDepartureChange(ctx context.Context, slot Slot, change DepartureChange) (DepartureChange, error) {
	change.ID, change.At = newID(), s.now()
	if change.BuyerReason != NoReason && !slices.Contains(DisruptionReasons, change.BuyerReason) {
		return change, fault.New(fault.Invalid, "There is no such reason.")
	}
	if !change.Until.IsZero() && !change.Until.After(change.At) {
		return change, fault.New(fault.Invalid, "The time to choose has passed.")
	}
	err := s.store.Do(ctx, func(tx Tx) error {
		_, before, err := tx.Departure(ctx, slot)
		if err != nil {
			return err
		}
		after, err := before.apply(change)
		if err != nil {
			return err
		}
		if err := tx.SaveDeparture(ctx, slot, after, change); err != nil {
			return err
		}
		return tx.ContinueDepartureChangeLater(ctx, change.ID, change.At)
	})
	return change, err
}

// maxBookingsPerRun bounds the bookings that one run of a departure's job changes. Those that do not fit where the
// departure is moved to do not count: the next run tries them again.
const maxBookingsPerRun = 50

// ContinueDepartureChange applies a change to the bookings of its departure, and returns when to call it again; zero
// when all is done. It may be called at any time and any number of times: each booking has a transaction of its own,
// which checks first whether the booking still has to be changed.
func (s *Service) ContinueDepartureChange(ctx context.Context, id string) (next time.Time, err error) {
	slot, change, err := s.store.Read().DepartureChange(ctx, id)
	if fault.Is(err, fault.NotFound) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	orders, err := s.BookedOn(ctx, slot)
	if err != nil {
		return time.Time{}, err
	}
	handled := 0
	for i := range orders {
		for _, b := range orders[i].Bookings {
			if !s.needsChange(&change, &b) {
				continue
			}
			if handled == maxBookingsPerRun {
				return s.now(), nil
			}
			done := true
			if change.Act == ActCancel || b.Status == OnHold || orders[i].Supplement != nil {
				err = s.changeBookingOfDeparture(ctx, slot, &change, orders[i].ID, b.ID)
			}
			if err == nil && change.Act == ActMove { // of a hold: it may have been paid in the meantime
				done, err = s.moveWithDeparture(ctx, slot, &change, orders[i].ID, b.ID)
			}
			if err != nil {
				return time.Time{}, err
			}
			if done {
				handled++
			}
		}
	}
	if s.now().Before(change.Until) && change.Act == ActCancel {
		return change.Until, s.reportDeparture(ctx, slot, &change, "offered")
	}
	return time.Time{}, s.reportDeparture(ctx, slot, &change, "done")
}

// needsChange reports whether a departure's change still has to be applied to a booking.
func (s *Service) needsChange(change *DepartureChange, b *Booking) bool {
	offered := b.Disruption != nil && b.Disruption.ChangeID == change.ID
	switch {
	case b.Status == Redeemed:
		return false
	case b.Status == OnHold:
		return true
	case change.Act == ActCancel:
		return !offered || !s.now().Before(change.Until)
	}
	return !offered
}

// changeBookingOfDeparture applies the change of a departure to one booking, in a transaction: to any booking of a
// cancelled departure, and of a moved one to those that hold seats for a payment or a move. The order is then settled
// by its job.
func (s *Service) changeBookingOfDeparture(
	ctx context.Context, slot Slot, change *DepartureChange, order, id string,
) error {
	return s.store.Do(ctx, func(tx Tx) error {
		o, err := tx.Order(ctx, order)
		if err != nil {
			return err
		}
		b := o.booking(id)
		if b == nil || !b.occupies(slot) || !s.needsChange(change, b) {
			return nil // the buyer was faster
		}
		disruption := &Disruption{ChangeID: change.ID, BuyerReason: change.BuyerReason}
		isThis := func(other *Booking) bool { return other == b }
		switch {
		case b.Status == OnHold: // a payment that comes all the same is released
			if o.Resale != nil {
				o.Resale.HeldUntil = s.now()
			}
			if err = s.releaseBookings(ctx, tx, &o, isThis, Expired); o.count(OnHold) == 0 {
				o.Payment.Status = PaymentFailed // its page is followed until it has ended
			}
		case o.Supplement != nil: // the booking that it would move is another one
			err = s.releaseBookings(ctx, tx, &o, isThis, Rejected)
		case change.Act == ActMove:
			return nil // it was paid in the meantime
		case s.now().Before(change.Until) && o.Resale == nil: // a reseller offers its own guests another start
			disruption.Until = change.Until
			b.Disruption = disruption
			err = tx.NotifyLater(ctx, o.notice(notice.BookingDisrupted, b.ID))
		default:
			hadChoice := b.awaitsChoice()
			b.Disruption = disruption
			o.endCharge(b, b.unrefunded())
			if err = s.releaseBookings(ctx, tx, &o, isThis, Cancelled); hadChoice {
				o.extendPayBy(s.now())
			}
		}
		if err != nil {
			return err
		}
		o.Open = true
		if err := s.save(ctx, tx, &o); err != nil {
			return err
		}
		return tx.SettleLater(ctx, o.ID, s.now())
	})
}

// moveWithDeparture moves one booking with its departure, if it still has to be moved, and reports whether it is
// finished. A booking that does not fit, or whose storefront does not sell the other start, stays, for the report.
func (s *Service) moveWithDeparture(
	ctx context.Context, slot Slot, change *DepartureChange, order, id string,
) (done bool, err error) {
	known, b, err := s.readBooking(ctx, order, id)
	if err != nil || !b.occupies(slot) || !s.needsChange(change, b) {
		return true, err
	}
	m := Move{Option: change.To.Option, Date: change.To.Date, StartTime: change.To.StartTime, From: Origin{desk: true},
		disruption: &Disruption{ChangeID: change.ID, BuyerReason: change.BuyerReason, Until: change.Until, Moved: true}}
	rules := MoveRules{IgnorePolicy: true, KeepPrice: true}
	quote, err := s.quoteMove(ctx, &known, b, m, rules)
	if err == nil {
		_, err = s.applyMove(ctx, &known, b, m, rules, &quote)
	}
	switch {
	case fault.Is(err, fault.SoldOut), fault.Is(err, fault.Invalid), fault.Is(err, fault.NotPossible),
		fault.Is(err, fault.NotFound):
		s.warn(ctx, "a booking cannot be moved with its departure", &known, err)
		return false, nil
	}
	return true, err
}

// reportDeparture notifies the suppliers of a cancelled departure once, and every shop with bookings of a departure
// once for each stage. A shop gets its notice also if none of the bookings fits the start that they are moved to.
func (s *Service) reportDeparture(ctx context.Context, slot Slot, change *DepartureChange, stage string) error {
	report, err := s.DepartureReport(ctx, change.ID)
	if err != nil {
		return err
	}
	return s.store.Do(ctx, func(tx Tx) error {
		if err := s.notifySuppliers(ctx, tx, &report); err != nil {
			return err
		}
		first, err := tx.ClaimOnce(ctx, "departure "+change.ID+" "+stage)
		if err != nil || !first {
			return err
		}
		notified := map[string]bool{}
		for _, part := range report.Deployments {
			if notified[part.Deployment] {
				continue // bookings in two currencies are two parts of the report
			}
			notified[part.Deployment] = true
			n := notice.Notice{Kind: notice.ShopDeparture, Deployment: part.Deployment, Subject: change.ID}
			if err := tx.NotifyLater(ctx, n); err != nil {
				return err
			}
		}
		s.log.InfoContext(ctx, "departure handled", "departure", slot.String(), "act", string(change.Act),
			"stage", stage)
		return nil
	})
}

// DepartureReport is the outcome for the bookings of a departure that the shop has cancelled or moved.
type DepartureReport struct {
	Slot        Slot
	Change      DepartureChange
	Deployments []DeploymentReport
}

// DeploymentReport is the part of a report for the bookings of one deployment in one currency.
type DeploymentReport struct {
	Deployment, Seller string
	Title, OptionTitle string
	Cancelled, Moved   int
	Choosing           int // bookings whose buyers still have a choice
	Travellers         int
	WithoutEmail       []string // the names of bookings whose buyers have no e-mail address
	Refunded           int64    // refunds of the cancelled bookings, made or on their way
	Currency           string
	Exponent           int
	Bookings           []string // their names
	Unhandled          []string // the names of bookings that are still to be handled, or that do not fit
	Suppliers          []string // the ids of those who were notified of one of the bookings
}

// DepartureReport returns the report of a change of a departure.
func (s *Service) DepartureReport(ctx context.Context, id string) (DepartureReport, error) {
	slot, change, err := s.store.Read().DepartureChange(ctx, id)
	if err != nil {
		return DepartureReport{}, err
	}
	r := DepartureReport{Slot: slot, Change: change}
	filter := OrderFilter{Product: slot.Product, FirstDay: addDays(slot.Date, 1-maxStay),
		LastDay: addDays(slot.Date, horizonDays)}
	err = s.eachOrder(ctx, filter, func(o *Order) {
		for j := range o.Bookings {
			b := &o.Bookings[j]
			if b.Disruption == nil || b.Disruption.ChangeID != id {
				if b.occupies(slot) && b.Status != Redeemed {
					part := r.deploymentReport(o, b)
					part.Unhandled = append(part.Unhandled, o.Name(b))
				}
				continue
			}
			r.deploymentReport(o, b).add(o, b, s.now())
		}
	})
	return r, err
}

// deploymentReport returns the part of an order's deployment and currency.
func (r *DepartureReport) deploymentReport(o *Order, b *Booking) *DeploymentReport {
	for i := range r.Deployments {
		if report := &r.Deployments[i]; report.Deployment == o.Deployment && report.Currency == o.Currency {
			return report
		}
	}
	r.Deployments = append(r.Deployments, DeploymentReport{
		Deployment: o.Deployment, Seller: o.Seller, Title: b.Detail.ProductTitle, OptionTitle: b.Detail.OptionTitle,
		Currency: o.Currency, Exponent: o.Exponent,
	})
	return &r.Deployments[len(r.Deployments)-1]
}

func (d *DeploymentReport) add(o *Order, b *Booking, now time.Time) {
	d.Bookings = append(d.Bookings, o.Name(b))
	d.Travellers += b.Detail.Travellers
	if o.Buyer.Email == "" && o.Resale == nil {
		d.WithoutEmail = append(d.WithoutEmail, o.Name(b))
	}
	if id := b.Detail.Supplier.ID; o.supplierNotified(b) && !slices.Contains(d.Suppliers, id) {
		d.Suppliers = append(d.Suppliers, id)
	}
	switch {
	case b.Status == Cancelled:
		d.Cancelled++
		d.Refunded += o.RefundsFor(b)
	case !b.Disruption.Moved && now.Before(b.Disruption.Until):
		d.Choosing++
	default:
		d.Moved++
	}
}

// afterChoice returns the disruption of a booking whose buyer has chosen another start: without a further choice.
// d may be nil.
func (d *Disruption) afterChoice() *Disruption {
	if d == nil {
		return nil
	}
	after := *d
	after.Until, after.Moved = time.Time{}, true
	return &after
}

// CanChoose reports whether the buyer can choose another start or their money now, because of what the shop has done to
// the departure.
func (b *Booking) CanChoose(now time.Time) bool {
	return b.isComing() && b.Disruption != nil && now.Before(minTime(b.Disruption.Until, b.StartsAt))
}

// refundSteps returns what cancelling a booking refunds: all of it while its buyer has a choice.
func (b *Booking) refundSteps(now time.Time) []RefundStep {
	if b.CanChoose(now) {
		return []RefundStep{{Percent: 100, Until: minTime(b.Disruption.Until, b.StartsAt)}}
	}
	if !now.Before(b.StartsAt) {
		return nil
	}
	return refundSteps(b.Detail.Cancellation, b.StartsAt, now)
}

// relaxedFor returns the rules of a move of a booking whose buyer has a choice: to another start of its option, for the
// same party at the same price, whatever the policy.
func (r MoveRules) relaxedFor(b *Booking, after Choice, now time.Time) MoveRules {
	if b.CanChoose(now) && after.Option == b.Choice.Option && sameParty(after, b.Choice) {
		return MoveRules{IgnorePolicy: true, KeepPrice: true}
	}
	return r
}
