package booking

import (
	"context"
	"time"

	"storefront/internal/fault"
	"storefront/internal/form"
	"storefront/internal/notice"
	"storefront/internal/pages"
)

// Places is what of a booking's pickup and drop-off can still be changed, and until when.
type Places struct {
	Pickup, DropOff *Transfer // nil where nothing is asked
	Day, StartTime  string
	Until           time.Time
}

// PlacesOf tells what can be changed. It returns NotPossible where nothing can be changed any more.
func (s *Service) PlacesOf(ctx context.Context, shop Shop, visitor Visitor, orderID, bookingID string) (Places, error) {
	order, err := s.own(ctx, shop, visitor, orderID)
	if err != nil {
		return Places{}, err
	}
	b := order.booking(bookingID)
	if b == nil {
		return Places{}, errNoBooking
	}
	offer, err := s.offerOf(shop, &order, b, b.Wish.Pickup, b.Wish.DropOff)
	if err != nil {
		return Places{}, err
	}
	return Places{offer.PickupAsked(), offer.DropOffAsked(), b.Wish.Day, b.Wish.StartTime, b.Detail.PlacesUntil}, nil
}

// MovePickup changes where the travellers of a booking are collected and left, and mails its buyer what holds now.
func (s *Service) MovePickup(ctx context.Context, shop Shop, visitor Visitor, orderID, bookingID string, pickup, dropOff Place) (Order, error) {
	if _, err := s.own(ctx, shop, visitor, orderID); err != nil {
		return Order{}, err
	}
	return s.actOn(ctx, orderID, bookingID, func(tx Tx, order *Order, b *Booking) error {
		offer, err := s.offerOf(shop, order, b, pickup, dropOff)
		if err != nil {
			return err
		}
		var w form.Wrongs
		offer.noteMissing("", &w)
		if err := w.Err("Something is missing."); err != nil {
			return err
		}
		if b.Wish.Pickup == offer.Pickup && b.Wish.DropOff == offer.DropOff {
			return nil
		}
		b.Wish.Pickup, b.Wish.DropOff = offer.Pickup, offer.DropOff
		d := &b.Detail
		d.Meeting, d.Pickup, d.DropOff = offer.places()
		d.Changes++
		err = tx.TellLater(ctx, notice.Notice{
			Kind: notice.BookingChanged, Deployment: order.Deployment, Language: order.Language, To: order.Buyer.Email,
			Subject: order.ID, Booking: b.ID,
		})
		if err != nil {
			return err
		}
		return s.keep(ctx, tx, order)
	})
}

// PlacesMovable says that where the travellers of a booking are collected or left can still be changed.
func (b *Booking) PlacesMovable(now time.Time) bool {
	return (b.Status == Confirmed || b.Status == Pending) && now.Before(b.Detail.PlacesUntil)
}

var errNotMovable = fault.New(fault.NotPossible, "The pickup of the booking cannot be changed any more.")

// offerOf reads a booking against the catalogue of today, with other places, in the language of its order.
func (s *Service) offerOf(shop Shop, order *Order, b *Booking, pickup, dropOff Place) (*Offer, error) {
	if !b.PlacesMovable(s.now()) {
		return nil, errNotMovable
	}
	shop.Language = order.Language
	wish := b.Wish
	wish.Pickup, wish.DropOff = Place{}, Place{}
	if _, err := s.offerFor(shop, wish); err != nil {
		return nil, errNotMovable // it is sold otherwise now
	}
	wish.Pickup, wish.DropOff = pickup, dropOff
	offer, err := s.offerFor(shop, wish)
	if err != nil {
		return nil, err
	}
	offer.hours = offer.hours[:0]
	for _, h := range b.Detail.Hours {
		offer.hours = append(offer.hours, pages.Hours{From: h.From, To: h.To})
	}
	if offer.PickupAsked() == nil && offer.DropOffAsked() == nil {
		return nil, errNotMovable
	}
	return offer, nil
}
