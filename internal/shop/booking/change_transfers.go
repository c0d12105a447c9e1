package booking

import (
	"context"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
)

// Transfers are the pickup and drop-off of a booking that its buyer can still change.
type Transfers struct {
	Pickup, DropOff *Transfer // nil if the booking has none
	Day, StartTime  string
	Until           time.Time // the deadline for a change
}

// TransfersOf returns the transfers of a booking. It returns NotPossible once the deadline has passed.
func (s *Service) TransfersOf(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string,
) (Transfers, error) {
	b, quote, err := s.withTransfers(ctx, d, visitor, orderID, bookingID, nil)
	if err != nil {
		return Transfers{}, err
	}
	return Transfers{quote.PickupTransfer(), quote.DropOffTransfer(), b.Choice.Date, b.Choice.StartTime,
		b.Detail.TransfersUntil}, nil
}

// ChangeTransfers sets the pickup and drop-off of a booking and notifies its buyer.
func (s *Service) ChangeTransfers(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string, pickup, dropOff Place,
) (Order, error) {
	_, quote, err := s.withTransfers(ctx, d, visitor, orderID, bookingID, &[2]Place{pickup, dropOff})
	if err != nil {
		return Order{}, err
	}
	var w form.FieldErrors
	quote.reportMissing("", &w)
	if err := w.Err("Transfer details missing."); err != nil {
		return Order{}, err
	}
	return s.changeBooking(ctx, orderID, bookingID, func(tx Tx, order *Order, b *Booking) error {
		if !b.TransfersChangeable(s.now()) {
			return ErrTransfersFixed
		}
		if b.Choice.Pickup == quote.Pickup && b.Choice.DropOff == quote.DropOff {
			return nil
		}
		b.Choice.Pickup, b.Choice.DropOff = quote.Pickup, quote.DropOff
		d := &b.Detail
		d.Meeting, d.Pickup, d.DropOff = quote.places()
		d.Changes++
		if err := tx.NotifyLater(ctx, order.notice(notice.BookingChanged, b.ID)); err != nil {
			return err
		}
		return s.saveOpen(ctx, tx, order)
	})
}

// TransfersChangeable reports whether the buyer can still change pickup and drop-off.
func (b *Booking) TransfersChangeable(now time.Time) bool {
	return b.isComing() && now.Before(b.Detail.TransfersUntil)
}

// ErrTransfersFixed is the failure of a change of pickup or drop-off after its deadline.
var ErrTransfersFixed = fault.New(fault.NotPossible, "The pickup of this booking can no longer be changed.")

// withTransfers returns a visitor's booking and its quote in the current catalogue, in the order's language. Places
// other than nil replace the booked pickup and drop-off.
func (s *Service) withTransfers(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string, places *[2]Place,
) (*Booking, *Quote, error) {
	order, b, err := s.visitorBooking(ctx, d, visitor, orderID, bookingID)
	if err != nil {
		return nil, nil, err
	}
	if !b.TransfersChangeable(s.now()) {
		return nil, nil, ErrTransfersFixed
	}
	d.Language = order.Language
	p, err := s.Product(d, b.Choice.Product)
	if err != nil {
		return nil, nil, ErrTransfersFixed
	}
	choice := b.Choice
	choice.Pickup, choice.DropOff = knownPlace(p.Pickup, choice.Pickup), knownPlace(p.DropOff, choice.DropOff)
	quote, err := p.quote(choice)
	if err != nil {
		return nil, nil, ErrTransfersFixed // the catalogue no longer sells what was booked
	}
	if places != nil {
		choice.Pickup, choice.DropOff = places[0], places[1]
		if quote, err = p.quote(choice); err != nil {
			return nil, nil, err
		}
	}
	quote.Hours, quote.now = b.Detail.Hours, s.now()
	if quote.PickupTransfer() == nil && quote.DropOffTransfer() == nil {
		return nil, nil, ErrTransfersFixed
	}
	return b, quote, nil
}

// knownPlace returns a place; a zero one if its point is no longer one of the transfer: another can be chosen.
func knownPlace(t *payload.Transfer, at Place) Place {
	if at.Point != "" && (t == nil || pointOf(t, at.Point) == nil) {
		return Place{}
	}
	return at
}
