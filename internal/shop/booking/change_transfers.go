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
	Pickup, DropOff *Transfer // nil where the booking has none
	Day, StartTime  string
	Until           time.Time // the deadline for a change
}

// TransfersOf returns the transfers of a booking. It returns NotPossible once the deadline has passed.
func (s *Service) TransfersOf(ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string) (Transfers, error) {
	b, offer, err := s.withTransfers(ctx, d, visitor, orderID, bookingID, nil)
	if err != nil {
		return Transfers{}, err
	}
	return Transfers{offer.PickupTransfer(), offer.DropOffTransfer(), b.Wish.Date, b.Wish.StartTime, b.Detail.TransfersUntil}, nil
}

// ChangeTransfers sets the pickup and drop-off of a booking and notifies its buyer.
func (s *Service) ChangeTransfers(ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string, pickup, dropOff Place) (Order, error) {
	_, offer, err := s.withTransfers(ctx, d, visitor, orderID, bookingID, &[2]Place{pickup, dropOff})
	if err != nil {
		return Order{}, err
	}
	var w form.Wrongs
	offer.noteMissing("", &w)
	if err := w.Err("Something is missing."); err != nil {
		return Order{}, err
	}
	return s.actOn(ctx, orderID, bookingID, func(tx Tx, order *Order, b *Booking) error {
		if !b.TransfersChangeable(s.now()) {
			return errTransfersFixed
		}
		if b.Wish.Pickup == offer.Pickup && b.Wish.DropOff == offer.DropOff {
			return nil
		}
		b.Wish.Pickup, b.Wish.DropOff = offer.Pickup, offer.DropOff
		d := &b.Detail
		d.Meeting, d.Pickup, d.DropOff = offer.places()
		d.Changes++
		err := tx.TellLater(ctx, notice.Notice{
			Kind: notice.BookingChanged, Deployment: order.Deployment, Language: order.Language, To: order.Buyer.Email,
			Subject: order.ID, Booking: b.ID,
		})
		if err != nil {
			return err
		}
		return s.keep(ctx, tx, order)
	})
}

// TransfersChangeable reports whether the buyer can still change pickup and drop-off.
func (b *Booking) TransfersChangeable(now time.Time) bool {
	return (b.Status == Confirmed || b.Status == Pending) && now.Before(b.Detail.TransfersUntil)
}

var errTransfersFixed = fault.New(fault.NotPossible, "The pickup of this booking can no longer be changed.")

// withTransfers returns a visitor's booking and its offer in the current catalogue, in the order's language. Places other
// than nil replace the booked pickup and drop-off.
func (s *Service) withTransfers(
	ctx context.Context, d Deployment, visitor Visitor, orderID, bookingID string, places *[2]Place,
) (*Booking, *Quote, error) {
	order, err := s.own(ctx, d, visitor, orderID)
	if err != nil {
		return nil, nil, err
	}
	b := order.booking(bookingID)
	if b == nil {
		return nil, nil, errNoBooking
	}
	if !b.TransfersChangeable(s.now()) {
		return nil, nil, errTransfersFixed
	}
	d.Language = order.Language
	offer, err := s.offerFor(d, b.Wish)
	if err != nil {
		return nil, nil, errTransfersFixed // the catalogue no longer sells what was booked
	}
	if places != nil {
		wish := b.Wish
		wish.Pickup, wish.DropOff = places[0], places[1]
		if offer, err = s.offerFor(d, wish); err != nil {
			return nil, nil, err
		}
	}
	for _, h := range b.Detail.Hours {
		offer.hours = append(offer.hours, payload.Hours{From: h.From, To: h.To})
	}
	if offer.PickupTransfer() == nil && offer.DropOffTransfer() == nil {
		return nil, nil, errTransfersFixed
	}
	return b, offer, nil
}
