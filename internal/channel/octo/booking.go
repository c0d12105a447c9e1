package octo

import (
	"context"

	"storefront/internal/core/clock"
	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/ticket"
)

// bookingBody returns the body of a booking.
func (s *Server) bookingBody(ctx context.Context, r *request, o *booking.Order) (*bookingShape, error) {
	b, resale, now := &o.Bookings[0], o.Resale, s.Now()
	out := &bookingShape{
		ID: o.ID, UUID: o.Key, TestMode: resale.Test, ResellerReference: orNull(resale.Reference),
		SupplierReference: &o.Reference, Status: string(b.Status), UTCCreatedAt: utc(o.CreatedAt),
		UTCUpdatedAt: utc(resale.UpdatedAt), UTCRedeemedAt: utcOrNull(b.RedeemedAt),
		UTCConfirmedAt: utcOrNull(resale.ConfirmedAt), ProductID: b.Choice.Product, OptionID: b.Choice.Option,
		Cancellable: o.ResaleChangeable(now), Cancellation: cancellationOf(o, b),
		Contact: contactOf(&resale.Contact), Notes: orNull(resale.Notes), DeliveryMethods: []string{voucher},
	}
	switch b.Status {
	case booking.OnHold:
		out.UTCExpiresAt = utcOrNull(o.HoldUntil)
	case booking.Expired:
		out.UTCExpiresAt = utcOrNull(resale.HeldUntil)
	}
	var err error
	if out.Voucher, err = s.voucherOf(r, o, b); err != nil {
		return nil, err
	}
	p, err := s.fixedPriceProduct(inOrderCurrency(r, o), b.Choice.Product)
	if err != nil && fault.Is(err, fault.Internal) {
		return nil, err
	}
	if err != nil || p.Option(b.Choice.Option) == nil {
		p = nil // it is not on sale any more
	}
	if err := s.addProduct(r, out, p); err != nil {
		return nil, err
	}
	if err := s.addAvailability(ctx, r, out, p, b); err != nil {
		return nil, err
	}
	out.UnitItems = s.unitItems(r, o, p)
	if r.pricing {
		total := r.bookedPrice(o, b.Detail.Price.Original, b.Amount)
		out.Pricing = &total
	}
	if r.pickups {
		out.bookingPickup = pickupOf(p, b)
	}
	return out, nil
}

// inOrderCurrency returns the deployment of a request with the currency of an order.
func inOrderCurrency(r *request, o *booking.Order) booking.Deployment {
	d := r.deployment
	d.Currency = o.Currency
	return d
}

// addProduct adds the product and the option, if they are on sale.
func (s *Server) addProduct(r *request, out *bookingShape, p *booking.Product) (err error) {
	if p == nil {
		return nil
	}
	if out.Product, err = s.productShape(r, p); err != nil {
		return err
	}
	var d *productContent
	if r.content {
		if d, err = s.describe(r, p); err != nil {
			return err
		}
	}
	option := optionOf(r, p, p.Option(out.OptionID), d, true)
	out.Option = &option
	return nil
}

// addAvailability adds the slot of a booking as it is now. A slot that the option no longer has is CLOSED.
func (s *Server) addAvailability(
	ctx context.Context, r *request, out *bookingShape, p *booking.Product, b *booking.Booking,
) error {
	c := &b.Choice
	if p != nil {
		found, err := s.Booking.SlotsBetween(ctx, inProductCurrency(r, p), c.Product, c.Option, c.Date, c.Date, nil)
		if err != nil {
			return err
		}
		unpriced := *r
		unpriced.pricing = false // the booking has its own
		e := newEncoder(&unpriced, &availabilityQuery{product: p, option: p.Option(c.Option)})
		days, _ := found.Days()
		for i := range days[0].Slots {
			if a := &days[0].Slots[i]; a.StartTime == c.StartTime {
				shape := e.availability(c.Date, a)
				out.Availability, out.AvailabilityID = &shape, shape.ID
				return nil
			}
		}
	}
	zone, err := clock.Zone(b.Detail.TimeZone)
	if err != nil {
		return err
	}
	placeholder := &booking.Product{TimeZone: zone, Duration: payload.Duration{Minutes: b.Detail.Minutes}}
	slot := booking.Availability{StartTime: c.StartTime, StartsAt: b.StartsAt, ClosesAt: b.StartsAt}
	shape := availabilityShape{
		ID: slotID(placeholder, c.Date, c.StartTime), UTCCutoffAt: utc(b.StartsAt), Status: string(booking.Closed),
		OpeningHours: hoursOf(b.Detail.Hours),
	}
	shape.LocalDateTimeStart, shape.LocalDateTimeEnd, shape.AllDay = timesOf(placeholder, &payload.Option{}, c.Date,
		&slot)
	out.Availability, out.AvailabilityID = &shape, shape.ID
	return nil
}

func inProductCurrency(r *request, p *booking.Product) booking.Deployment {
	d := r.deployment
	d.Currency = p.Currency
	return d
}

func cancellationOf(o *booking.Order, b *booking.Booking) *cancellation {
	if b.Status != booking.Cancelled {
		return nil
	}
	c := &cancellation{Refund: "PARTIAL", Reason: orNull(o.Resale.Reason), UTCCancelledAt: utc(o.Resale.CancelledAt)}
	switch {
	case b.Refunded >= b.Amount:
		c.Refund = "FULL"
	case b.Refunded == 0:
		c.Refund = "NONE"
	}
	return c
}

func contactOf(c *booking.ResaleContact) contactShape {
	out := contactShape{
		FullName: orNull(c.Name()), FirstName: orNull(c.FirstName), LastName: orNull(c.LastName),
		EmailAddress: orNull(c.Email), PhoneNumber: orNull(c.Phone), Locales: []string{},
		PostalCode: orNull(c.PostalCode),
		Country:    orNull(c.Country), Notes: orNull(c.Notes),
	}
	out.Locales = append(out.Locales, c.Locales...)
	return out
}

// voucherOf returns the ticket of a booking: its code and its document, once it is confirmed. Those of a test admit
// nobody.
func (s *Server) voucherOf(r *request, o *booking.Order, b *booking.Booking) (*ticketShape, error) {
	out := &ticketShape{RedemptionMethod: digital, UTCRedeemedAt: utcOrNull(b.RedeemedAt),
		DeliveryOptions: []deliveryOption{}}
	switch {
	case !b.HasTicket():
		return out, nil
	case o.Resale.Test:
		out.DeliveryOptions = append(out.DeliveryOptions, deliveryOption{qrCode, "TEST-" + o.Reference})
		return out, nil
	}
	code, err := s.Tickets.Sign(ticket.ClaimsOf(o, b))
	if err != nil {
		return nil, err
	}
	out.DeliveryOptions = append(out.DeliveryOptions, deliveryOption{qrCode, code},
		deliveryOption{pdfURL, r.origin + Path + "tickets/" + s.ticketToken(o)})
	return out, nil
}

func (s *Server) unitItems(r *request, o *booking.Order, p *booking.Product) []unitItem {
	b, all := &o.Bookings[0], []unitItem{}
	prices := map[string]pricing{}
	for _, line := range b.Detail.Price.Lines {
		if line.Kind == booking.UnitLine {
			times := int64(max(line.Length, 1))
			prices[line.ID] = r.bookedPrice(o, max(line.OriginalUnit, line.UnitPrice)*times, line.UnitPrice*times)
		}
	}
	for i := range o.Resale.Units {
		u := &o.Resale.Units[i]
		item := unitItem{
			UUID: u.ID, ResellerReference: orNull(u.Reference), SupplierReference: &o.Reference, UnitID: u.Unit,
			Status: string(b.Status), UTCRedeemedAt: utcOrNull(b.RedeemedAt), Contact: contactOf(&u.Contact),
		}
		if price, ok := prices[u.Unit]; ok && r.pricing {
			item.Pricing = &price
		}
		if p != nil {
			option := p.Option(b.Choice.Option)
			for j := range option.Units {
				if option.Units[j].ID == u.Unit {
					unit := unitOf(r, p, option, &option.Units[j], true)
					item.Unit = &unit
				}
			}
		}
		all = append(all, item)
	}
	return all
}

// bookedPrice returns a price of an order, with the part of it that the reseller owes by the terms of that order.
func (r *request) bookedPrice(o *booking.Order, original, retail int64) pricing {
	p := r.price(original, retail, o.Currency, o.Exponent)
	p.Net = o.Resale.Net(retail)
	return p
}

// pickupOf returns where the travellers of a booking are collected.
func pickupOf(p *booking.Product, b *booking.Booking) *bookingPickup {
	chosen := &b.Choice.Pickup
	out := &bookingPickup{PickupRequested: *chosen != (booking.Place{}), PickupPointID: orNull(chosen.Point),
		PickupHotel: orNull(chosen.Address)}
	if p == nil || p.Pickup == nil {
		return out
	}
	for i := range p.Pickup.Points {
		if p.Pickup.Points[i].ID == chosen.Point {
			point := pointOf(p, &p.Pickup.Points[i], b.Choice.Date, b.Choice.StartTime)
			out.PickupPoint = &point
		}
	}
	return out
}
