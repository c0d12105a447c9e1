package api

import (
	"context"

	"storefront/internal/shop/booking"
)

// GetMove returns what a booking can be moved to.
func (s *server) GetMove(ctx context.Context, r GetMoveRequestObject) (GetMoveResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	m, err := s.Booking.MoveOptions(ctx, d, visitor, r.OrderId, r.BookingId)
	if err != nil {
		return nil, err
	}
	c := &m.Choice
	out := GetMove200JSONResponse{
		Until: m.Until.UTC(), Product: c.Product, Option: c.Option, Date: c.Date, StartTime: c.StartTime,
		Length: c.Length, Options: []MoveOption{}, FixedParty: m.FixedParty, FixedDay: m.FixedDay,
	}
	if m.Guest != nil {
		out.Guest = guestTo(*m.Guest)
	}
	for i := range m.Options {
		o := &m.Options[i]
		chosen := c.Units
		if o.ID != c.Option {
			chosen = nil
		}
		out.Options = append(out.Options, MoveOption{
			Id: o.ID, Title: o.Title, MaxTravellers: o.MaxTravellers, Units: unitsTo(o, chosen),
		})
	}
	return out, nil
}

// QuoteMove returns what moving a booking would cost now.
func (s *server) QuoteMove(ctx context.Context, r QuoteMoveRequestObject) (QuoteMoveResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	quote, order, err := s.Booking.QuoteMove(ctx, d, visitor, r.OrderId, r.BookingId, moveFrom(r.Body))
	if err != nil {
		return nil, err
	}
	return QuoteMove200JSONResponse{
		Amount: quote.Amount, Difference: quote.Difference, Back: quote.Payout, LessDue: quote.LessDue,
		PaidFirst: quote.PaidFirst, Currency: order.Currency, Exponent: order.Exponent,
	}, nil
}

// MoveBooking moves a booking to another start, option or party.
func (s *server) MoveBooking(ctx context.Context, r MoveBookingRequestObject) (MoveBookingResponseObject, error) {
	d, visitor, err := s.identify(ctx)
	if err != nil {
		return nil, err
	}
	b := r.Body
	choice := MoveChoice{
		Option: b.Option, Date: b.Date, StartTime: b.StartTime, Length: b.Length, Units: b.Units, Pickup: b.Pickup,
		DropOff: b.DropOff, Guest: b.Guest,
	}
	m := moveFrom(&choice)
	m.From = s.originOf(ctx, visitor)
	order, err := s.Booking.MoveBooking(ctx, d, visitor, r.OrderId, r.BookingId, m, b.Difference)
	if err != nil {
		return nil, err
	}
	out, err := s.orderWithMoves(ctx, &order)
	return MoveBooking200JSONResponse{out}, err
}

// moveFrom returns a move. What is absent stays as booked.
func moveFrom(c *MoveChoice) booking.Move {
	m := booking.Move{Option: c.Option, Date: c.Date, StartTime: c.StartTime, Length: c.Length}
	if len(c.Units) > 0 {
		m.Units = quantitiesFrom(c.Units)
	}
	if c.Pickup != (Place{}) {
		m.Pickup = new(placeFrom(c.Pickup))
	}
	if c.DropOff != (Place{}) {
		m.DropOff = new(placeFrom(c.DropOff))
	}
	if c.Guest != (Guest{}) {
		m.Guest = new(guestFrom(c.Guest))
	}
	return m
}
