package octo

import (
	"net/mail"
	"strings"
	"time"

	"github.com/google/uuid"

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

// chooses reports whether a request changes what is booked beside its units.
func (in *bookingRequest) chooses() bool {
	return in.ProductID != nil || in.OptionID != nil || in.AvailabilityID != nil || in.PickupRequested != nil ||
		in.PickupPointID != nil || in.PickupHotel != nil
}
