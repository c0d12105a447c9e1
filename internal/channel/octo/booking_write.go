package octo

import (
	"context"
	"errors"

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
	id, err := parseBookingID(in.UUID)
	if err != nil {
		return nil, err
	}
	choice, err := s.resolveChoice(r, &in, booking.Choice{})
	if err != nil {
		return nil, err
	}
	if err := r.checkCurrency(in.Currency); err != nil {
		return nil, err
	}
	units, err := s.resolveUnits(r, &in, choice, nil)
	if err != nil {
		return nil, err
	}
	if len(units) == 0 {
		return nil, cannotProcess(detailNoUnits)
	}
	contact, err := contactFrom(in.Contact)
	if err != nil {
		return nil, err
	}
	order, err := s.Booking.Reserve(ctx, r.deployment, booking.Reservation{
		Key: id, Choice: choice, Hold: holdDuration(in.ExpirationMinutes),
		Resale: booking.Resale{
			Channel: "octo", Reseller: r.reseller.ID, Name: r.reseller.Name, NetRate: r.reseller.NetRate,
			Reference: singleLine(in.ResellerReference), Contact: contact, Notes: multiLine(in.Notes), Units: units,
			Test: r.test,
		},
	})
	if fault.Is(err, fault.KeyReused) {
		return nil, &failure{code: invalidBooking, id: in.UUID}
	}
	if err != nil {
		return nil, choiceFailure(err, &choice, orEmpty(in.AvailabilityID))
	}
	return s.bookingBody(ctx, r, &order)
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
	const tries = 3 // while other requests change the same booking
	for n := 1; ; n++ {
		body, err := s.changeOnce(ctx, r, &in, confirm)
		if !errors.Is(err, booking.ErrBookingChanged) || n == tries {
			return body, err
		}
	}
}

// changeOnce changes a booking. It returns booking.ErrBookingChanged if another request has changed it meanwhile.
func (s *Server) changeOnce(ctx context.Context, r *request, in *bookingRequest, confirm bool) (any, error) {
	order, err := s.findBooking(ctx, r)
	if err != nil {
		return nil, err
	}
	change, choice, err := s.parseChange(r, in, &order, confirm)
	if err != nil {
		return nil, err
	}
	order, err = s.Booking.ChangeResale(ctx, r.deployment, r.reseller.ID, order.Key, change)
	if fault.Is(err, fault.HoldExpired) {
		return nil, &failure{code: invalidBooking, id: r.PathValue("uuid")}
	}
	if err != nil {
		return nil, choiceFailure(err, &choice, orEmpty(in.AvailabilityID))
	}
	return s.bookingBody(ctx, r, &order)
}

// parseChange returns the change of a booking that a request has, with the choice that it leads to.
func (s *Server) parseChange(
	r *request, in *bookingRequest, order *booking.Order, confirm bool,
) (change booking.ResaleChange, choice booking.Choice, err error) {
	previous := order.Bookings[0].Choice
	change = booking.ResaleChange{Before: previous, Confirm: confirm, Hold: holdDuration(in.ExpirationMinutes)}
	if choice = previous; in.changesChoice() {
		if choice, err = s.resolveChoice(r, in, previous); err != nil {
			return change, choice, err
		}
		change.Choice = &choice
	}
	if change.Units, err = s.resolveUnits(r, in, choice, order.Resale.Units); err != nil {
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
		notes := multiLine(in.Notes)
		change.Notes = &notes
	}
	if in.ResellerReference != nil {
		reference := singleLine(in.ResellerReference)
		change.Reference = &reference
	}
	if confirm {
		change.Hold = 0
		err = s.checkConfirmable(r, order, &change, &choice)
	}
	return change, choice, err
}

// checkConfirmable refuses a booking without a name, and one without a pickup that its product needs, if the client
// knows pickups. Other clients' travellers come to the meeting point.
func (s *Server) checkConfirmable(
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
		return cannotProcess(detailName)
	}
	if !r.pickups {
		return nil
	}
	p, err := s.resellerProduct(r, choice.Product)
	if err == nil && requiresPickupPoint(p) && choice.Pickup.Point == "" {
		err = cannotProcess(detailPickup)
	}
	return err
}

// extend prolongs a hold.
func (s *Server) extend(ctx context.Context, r *request) (any, error) {
	var in bookingRequest
	if err := r.decode(&in); err != nil {
		return nil, err
	}
	order, err := s.findBooking(ctx, r)
	if err != nil {
		return nil, err
	}
	hold := holdDuration(in.ExpirationMinutes)
	if hold == 0 {
		hold = booking.DefaultResaleHold
	}
	order, err = s.Booking.ChangeResale(ctx, r.deployment, r.reseller.ID, order.Key, booking.ResaleChange{Hold: hold})
	if fault.Is(err, fault.HoldExpired) {
		err = booking.ErrNotOnHold
	}
	if err != nil {
		return nil, err
	}
	return s.bookingBody(ctx, r, &order)
}

// cancel cancels a booking, or releases a hold.
func (s *Server) cancel(ctx context.Context, r *request) (any, error) {
	var in struct {
		Reason *string `json:"reason"`
	}
	if err := r.decode(&in); err != nil {
		return nil, err
	}
	order, err := s.findBooking(ctx, r)
	if err == nil {
		order, err = s.Booking.CancelResale(ctx, r.deployment, r.reseller.ID, order.Key, multiLine(in.Reason))
	}
	if err != nil {
		return nil, err
	}
	return s.bookingBody(ctx, r, &order)
}
