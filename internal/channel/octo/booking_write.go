package octo

import (
	"context"
	"net/mail"
	"strings"
	"time"

	"github.com/google/uuid"

	"storefront/internal/core/fault"
	"storefront/internal/core/plaintext"
	"storefront/internal/shop/booking"
)

// bookingRequest reserves a booking, or changes or confirms one. Absent fields leave it as it is.
type bookingRequest struct {
	UUID              string        `json:"uuid"`
	ProductID         *string       `json:"productId"`
	OptionID          *string       `json:"optionId"`
	AvailabilityID    *string       `json:"availabilityId"`
	ExpirationMinutes int           `json:"expirationMinutes"`
	Notes             *string       `json:"notes"`
	ResellerReference *string       `json:"resellerReference"`
	Currency          string        `json:"currency"`
	UnitItems         []unitRequest `json:"unitItems"`
	Contact           *contactShape `json:"contact"`

	PickupRequested *bool   `json:"pickupRequested"`
	PickupPointID   *string `json:"pickupPointId"`
	PickupHotel     *string `json:"pickupHotel"`
	PickupHotelRoom *string `json:"pickupHotelRoom"`
}

type unitRequest struct {
	UUID              string        `json:"uuid"`
	UnitID            string        `json:"unitId"`
	ResellerReference string        `json:"resellerReference"`
	Contact           *contactShape `json:"contact"`
}

// Bounds of what a reseller may write.
const (
	mostUnits   = 500
	longestText = 2000
	longestName = 200
)

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

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

func minutes(n int) time.Duration { return time.Duration(min(max(n, 0), 24*60)) * time.Minute }

func line(text *string) string  { return cut(plaintext.Line(value(text)), longestName) }
func lines(text *string) string { return cut(plaintext.Lines(value(text)), longestText) }

// cut truncates a text to a number of bytes, between letters.
func cut(text string, most int) string {
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	return text
}

// bookingID returns a uuid of the standard in lower case.
func bookingID(text string) (string, error) {
	const length = 36
	id, err := uuid.Parse(text)
	if err != nil || len(text) != length {
		return "", &failure{code: invalidBooking, id: text}
	}
	return id.String(), nil
}

// choice returns what a request chooses, and for the rest what was chosen before.
func (s *Server) choice(r *request, in *bookingRequest, before booking.Choice) (booking.Choice, error) {
	c := before
	if in.ProductID != nil || c.Product == "" {
		c.Product = value(in.ProductID)
	}
	if in.OptionID != nil || c.Option == "" {
		c.Option = value(in.OptionID)
	}
	p, o, err := s.option(r, c.Product, c.Option)
	if err != nil {
		return c, err
	}
	if moved := c.Product != before.Product || c.Option != before.Option; in.AvailabilityID != nil || moved {
		id := value(in.AvailabilityID)
		if id == "" && before.Date != "" {
			id = slotID(p, before.Date, before.StartTime)
		}
		day, start, ok := slotOf(p, o, id)
		if !ok {
			return c, &failure{code: invalidAvailability, id: id}
		}
		c.Date, c.StartTime, c.Length = day, start, 0
		if moved {
			c.Extras, c.Pickup, c.DropOff = nil, booking.Place{}, booking.Place{}
		}
	}
	return c, in.putPickup(p, &c)
}

// putPickup sets where the travellers are collected.
func (in *bookingRequest) putPickup(p *booking.Product, c *booking.Choice) error {
	if in.PickupRequested == nil && in.PickupPointID == nil && in.PickupHotel == nil {
		return nil
	}
	if in.PickupRequested != nil && !*in.PickupRequested {
		c.Pickup = booking.Place{}
		return nil
	}
	if p.Pickup == nil || p.Pickup.Extra != "" {
		return cannot(detailPickup)
	}
	if in.PickupPointID != nil {
		c.Pickup.Point = *in.PickupPointID
	}
	if in.PickupHotel != nil {
		c.Pickup.Address = strings.TrimSuffix(lines(in.PickupHotel)+", "+line(in.PickupHotelRoom), ", ")
	}
	return nil
}

// units returns the units of a request; nil if it has none. Units that a booking has already keep their contact and
// reference.
func (s *Server) units(
	r *request, in *bookingRequest, c booking.Choice, before []booking.ResaleUnit,
) ([]booking.ResaleUnit, error) {
	if in.UnitItems == nil {
		return nil, nil
	}
	if len(in.UnitItems) == 0 {
		return nil, cannot(detailNoUnits)
	}
	if len(in.UnitItems) > mostUnits {
		return nil, cannot(detailUnits)
	}
	_, o, err := s.option(r, c.Product, c.Option)
	if err != nil {
		return nil, err
	}
	known, kept, used := map[string]bool{}, map[string]booking.ResaleUnit{}, map[string]bool{}
	for _, u := range o.Units {
		known[u.ID] = true
	}
	for _, u := range before {
		kept[u.ID] = u
	}
	var units []booking.ResaleUnit
	for i := range in.UnitItems {
		item := &in.UnitItems[i]
		if !known[item.UnitID] {
			return nil, &failure{code: invalidUnit, id: item.UnitID}
		}
		unit, err := item.unit(kept)
		if err != nil {
			return nil, err
		}
		if used[unit.ID] {
			return nil, badRequest("two unitItems have the same uuid")
		}
		used[unit.ID] = true
		units = append(units, unit)
	}
	return units, nil
}

func (u *unitRequest) unit(kept map[string]booking.ResaleUnit) (booking.ResaleUnit, error) {
	id := uuid.NewString()
	if u.UUID != "" {
		parsed, err := uuid.Parse(u.UUID)
		if err != nil {
			return booking.ResaleUnit{}, badRequest("the uuid of a unitItem is not a UUID")
		}
		id = parsed.String()
	}
	out := kept[id]
	out.ID, out.Unit = id, u.UnitID
	if u.ResellerReference != "" {
		out.Reference = line(&u.ResellerReference)
	}
	if u.Contact != nil {
		contact, err := contactFrom(u.Contact)
		if err != nil {
			return out, err
		}
		out.Contact = contact
	}
	return out, nil
}

// contactFrom returns a contact. The full name and its parts stand for each other.
func contactFrom(c *contactShape) (out booking.ResaleContact, err error) {
	if c == nil {
		return out, nil
	}
	out = booking.ResaleContact{
		FullName: line(c.FullName), FirstName: line(c.FirstName), LastName: line(c.LastName),
		Email: line(c.EmailAddress), Phone: line(c.PhoneNumber), PostalCode: line(c.PostalCode),
		Country: line(c.Country),
		Notes:   lines(c.Notes),
	}
	for _, locale := range c.Locales[:min(len(c.Locales), 10)] {
		out.Locales = append(out.Locales, line(&locale))
	}
	if out.FirstName+out.LastName == "" {
		out.FirstName, out.LastName, _ = strings.Cut(out.FullName, " ")
	}
	if out.Email != "" {
		if address, err := mail.ParseAddress(out.Email); err != nil || address.Address != out.Email {
			return out, badRequest("emailAddress is not an e-mail address")
		}
	}
	return out, nil
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

// chooses reports whether a request changes what is booked beside its units.
func (in *bookingRequest) chooses() bool {
	return in.ProductID != nil || in.OptionID != nil || in.AvailabilityID != nil || in.PickupRequested != nil ||
		in.PickupPointID != nil || in.PickupHotel != nil
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
	if err == nil && p.Pickup != nil && p.Pickup.Included && len(p.Pickup.Points) > 0 && choice.Pickup.Point == "" {
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

// found returns the booking that a path names, if it is the reseller's.
func (s *Server) found(ctx context.Context, r *request) (booking.Order, error) {
	id, err := bookingID(r.PathValue("uuid"))
	if err != nil {
		return booking.Order{}, err
	}
	order, err := s.Booking.Resale(ctx, r.deployment, r.reseller.ID, id)
	if fault.Is(err, fault.NotFound) {
		return order, &failure{code: invalidBooking, id: r.PathValue("uuid")}
	}
	return order, err
}

// booking returns a booking.
func (s *Server) booking(ctx context.Context, r *request) (any, error) {
	order, err := s.found(ctx, r)
	if err != nil {
		return nil, err
	}
	return s.shown(ctx, r, &order)
}

// bookings lists bookings by a reference, or by the days on which they begin.
func (s *Server) bookings(ctx context.Context, r *request) (any, error) {
	q := r.URL.Query()
	f := booking.ResaleFilter{
		Reference:         strings.ToUpper(strings.TrimSpace(q.Get("supplierReference"))),
		ResellerReference: q.Get("resellerReference"), FirstDay: q.Get("localDateStart"),
		LastDay: q.Get("localDateEnd"),
	}
	if day := q.Get("localDate"); day != "" {
		f.FirstDay, f.LastDay = day, day
	}
	for _, day := range []string{f.FirstDay, f.LastDay} {
		if _, err := time.Parse(time.DateOnly, day); day != "" && err != nil {
			return nil, badRequest("a date is not of the form YYYY-MM-DD")
		}
	}
	if (f.FirstDay == "") != (f.LastDay == "") || f == (booking.ResaleFilter{}) {
		return nil, badRequest(
			"give resellerReference, supplierReference, localDate, or localDateStart and localDateEnd")
	}
	orders, err := s.Booking.Resales(ctx, r.deployment, r.reseller.ID, f)
	if err != nil {
		return nil, err
	}
	all := []*bookingShape{}
	for i := range orders {
		shape, err := s.shown(ctx, r, &orders[i])
		if err != nil {
			return nil, err
		}
		all = append(all, shape)
	}
	return all, nil
}
