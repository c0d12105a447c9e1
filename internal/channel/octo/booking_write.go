package octo

import (
	"context"

	"github.com/google/uuid"

	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// reserve holds seats.
func (s *Server) reserve(ctx context.Context, r *request) (any, error) {
	var in bookingRequest
	if err := r.decode(&in); err != nil {
		return nil, err
	}
	if in.UUID == "" {
		in.UUID = uuid.NewString()
	}
	id, err := bookingID(in.UUID)
	if err != nil {
		return nil, err
	}
	choice, err := s.choice(r, &in, booking.Choice{})
	if err != nil {
		return nil, err
	}
	if err := r.checkCurrency(in.Currency); err != nil {
		return nil, err
	}
	units, err := s.units(r, &in, choice, nil)
	if err != nil {
		return nil, err
	}
	if len(units) == 0 {
		return nil, cannot(detailNoUnits)
	}
	contact, err := contactFrom(in.Contact)
	if err != nil {
		return nil, err
	}
	order, err := s.Booking.Reserve(ctx, r.deployment, booking.Reservation{
		Key: id, Choice: choice, Hold: minutes(in.ExpirationMinutes),
		Resale: booking.Resale{
			Channel: "octo", Reseller: r.reseller.ID, Name: r.reseller.Name, NetRate: r.reseller.NetRate,
			Reference: line(in.ResellerReference), Contact: contact, Notes: lines(in.Notes), Units: units, Test: r.test,
		},
	})
	if fault.Is(err, fault.KeyReused) {
		return nil, &failure{code: invalidBooking, id: in.UUID}
	}
	if err != nil {
		return nil, ofChoice(err, &choice, value(in.AvailabilityID))
	}
	return s.shown(ctx, r, &order)
}

// update changes a booking.
func (s *Server) update(ctx context.Context, r *request) (any, error) { return s.change(ctx, r, false) }

// confirm confirms a booking, with the changes that the request has.
func (s *Server) confirm(ctx context.Context, r *request) (any, error) { return s.change(ctx, r, true) }

func (s *Server) change(ctx context.Context, r *request, confirm bool) (any, error) {
	var in bookingRequest
	if err := r.decode(&in); err != nil {
		return nil, err
	}
	order, err := s.found(ctx, r)
	if err != nil {
		return nil, err
	}
	change, choice, err := s.changeOf(r, &in, &order, confirm)
	if err != nil {
		return nil, err
	}
	order, err = s.Booking.ChangeResale(ctx, r.deployment, r.reseller.ID, order.Key, change)
	if fault.Is(err, fault.HoldExpired) {
		return nil, &failure{code: invalidBooking, id: r.PathValue("uuid")}
	}
	if err != nil {
		return nil, ofChoice(err, &choice, value(in.AvailabilityID))
	}
	return s.shown(ctx, r, &order)
}

// changeOf returns the change of a booking that a request has, with the choice that it leads to.
func (s *Server) changeOf(
	r *request, in *bookingRequest, order *booking.Order, confirm bool,
) (change booking.ResaleChange, choice booking.Choice, err error) {
	before := order.Bookings[0].Choice
	change = booking.ResaleChange{Confirm: confirm, Hold: minutes(in.ExpirationMinutes)}
	if choice = before; in.chooses() {
		if choice, err = s.choice(r, in, before); err != nil {
			return change, choice, err
		}
		change.Choice = &choice
	}
	if change.Units, err = s.units(r, in, choice, order.Resale.Units); err != nil {
		return change, choice, err
	}
	if in.Contact != nil {
		contact, err := contactFrom(in.Contact)
		if err != nil {
			return change, choice, err
		}
		change.Contact = &contact
	}
	if in.Notes != nil {
		notes := lines(in.Notes)
		change.Notes = &notes
	}
	if in.ResellerReference != nil {
		reference := line(in.ResellerReference)
		change.Reference = &reference
	}
	if confirm {
		change.Hold = 0
		err = s.mayConfirm(r, order, &change, &choice)
	}
	return change, choice, err
}

// mayConfirm refuses a booking without a name, and one without a pickup that its product needs, if the client knows
// pickups. Other clients' travellers come to the meeting point.
func (s *Server) mayConfirm(
	r *request, order *booking.Order, change *booking.ResaleChange, choice *booking.Choice,
) error {
	contact := &order.Resale.Contact
	if change.Contact != nil {
		contact = change.Contact
	}
	if status := order.Bookings[0].Status; status != booking.OnHold {
		return nil // the booking decides
	}
	if contact.Name() == "" {
		return cannot(detailName)
	}
	if !r.pickups {
		return nil
	}
	p, err := s.sold(r, choice.Product)
	if err == nil && needsPoint(p) && choice.Pickup.Point == "" {
		err = cannot(detailPickup)
	}
	return err
}

// extend prolongs a hold.
func (s *Server) extend(ctx context.Context, r *request) (any, error) {
	var in bookingRequest
	if err := r.decode(&in); err != nil {
		return nil, err
	}
	order, err := s.found(ctx, r)
	if err != nil {
		return nil, err
	}
	hold := minutes(in.ExpirationMinutes)
	if hold == 0 {
		hold = booking.DefaultResaleHold
	}
	order, err = s.Booking.ChangeResale(ctx, r.deployment, r.reseller.ID, order.Key, booking.ResaleChange{Hold: hold})
	if fault.Is(err, fault.HoldExpired) {
		err = booking.ErrNotHeld
	}
	if err != nil {
		return nil, err
	}
	return s.shown(ctx, r, &order)
}

// cancel cancels a booking, or releases a hold.
func (s *Server) cancel(ctx context.Context, r *request) (any, error) {
	var in struct {
		Reason *string `json:"reason"`
	}
	if err := r.decode(&in); err != nil {
		return nil, err
	}
	order, err := s.found(ctx, r)
	if err == nil {
		order, err = s.Booking.CancelResale(ctx, r.deployment, r.reseller.ID, order.Key, lines(in.Reason))
	}
	if err != nil {
		return nil, err
	}
	return s.shown(ctx, r, &order)
}
