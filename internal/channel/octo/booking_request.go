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
	maxUnits     = 500
	maxTextBytes = 2000
	maxNameBytes = 200
)

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func holdDuration(n int) time.Duration { return time.Duration(min(max(n, 0), 24*60)) * time.Minute }

func singleLine(text *string) string {
	return truncate(plaintext.CleanLine(orEmpty(text)), maxNameBytes)
}
func multiLine(text *string) string {
	return truncate(plaintext.CleanLines(orEmpty(text)), maxTextBytes)
}

// truncate truncates a text to a number of bytes, between letters.
func truncate(text string, maxBytes int) string {
	if len(text) > maxBytes {
		text = strings.ToValidUTF8(text[:maxBytes], "")
	}
	return text
}

// parseBookingID returns a uuid of the standard in lower case.
func parseBookingID(text string) (string, error) {
	const length = 36
	id, err := uuid.Parse(text)
	if err != nil || len(text) != length {
		return "", &failure{code: invalidBooking, id: text}
	}
	return id.String(), nil
}

// resolveChoice returns the choice of a request; absent fields keep their previous values.
func (s *Server) resolveChoice(r *request, in *bookingRequest, previous booking.Choice) (booking.Choice, error) {
	c := previous
	if in.ProductID != nil || c.Product == "" {
		c.Product = orEmpty(in.ProductID)
	}
	if in.OptionID != nil || c.Option == "" {
		c.Option = orEmpty(in.OptionID)
	}
	p, o, err := s.resellerOption(r, c.Product, c.Option)
	if err != nil {
		return c, err
	}
	if isMoved := c.Product != previous.Product || c.Option != previous.Option; in.AvailabilityID != nil || isMoved {
		id := orEmpty(in.AvailabilityID)
		if id == "" && previous.Date != "" {
			id = slotID(p, previous.Date, previous.StartTime)
		}
		day, start, ok := parseSlotID(p, o, id)
		if !ok {
			return c, &failure{code: invalidAvailability, id: id}
		}
		c.Date, c.StartTime, c.Length = day, start, 0
		if isMoved {
			c.Extras, c.Pickup, c.DropOff = nil, booking.Place{}, booking.Place{}
		}
	}
	return c, in.setPickup(p, &c)
}

// setPickup sets where the travellers are collected.
func (in *bookingRequest) setPickup(p *booking.Product, c *booking.Choice) error {
	if in.PickupRequested == nil && in.PickupPointID == nil && in.PickupHotel == nil {
		return nil
	}
	if in.PickupRequested != nil && !*in.PickupRequested {
		c.Pickup = booking.Place{}
		return nil
	}
	if p.Pickup == nil || p.Pickup.Extra != "" {
		return cannotProcess(detailPickup)
	}
	if in.PickupPointID != nil {
		c.Pickup.Point = *in.PickupPointID
	}
	if in.PickupHotel != nil {
		c.Pickup.Address = strings.TrimSuffix(multiLine(in.PickupHotel)+", "+singleLine(in.PickupHotelRoom), ", ")
	}
	return nil
}

// resolveUnits returns the units of a request; nil if it has none. Units that a booking has already keep their contact
// and reference.
func (s *Server) resolveUnits(
	r *request, in *bookingRequest, c booking.Choice, previous []booking.ResaleUnit,
) ([]booking.ResaleUnit, error) {
	if in.UnitItems == nil {
		return nil, nil
	}
	if len(in.UnitItems) == 0 {
		return nil, cannotProcess(detailNoUnits)
	}
	if len(in.UnitItems) > maxUnits {
		return nil, cannotProcess(detailUnitLimits)
	}
	_, o, err := s.resellerOption(r, c.Product, c.Option)
	if err != nil {
		return nil, err
	}
	knownIDs, existing, seen := map[string]bool{}, map[string]booking.ResaleUnit{}, map[string]bool{}
	for _, u := range o.Units {
		knownIDs[u.ID] = true
	}
	for _, u := range previous {
		existing[u.ID] = u
	}
	var units []booking.ResaleUnit
	for i := range in.UnitItems {
		item := &in.UnitItems[i]
		if !knownIDs[item.UnitID] {
			return nil, &failure{code: invalidUnit, id: item.UnitID}
		}
		unit, err := item.resaleUnit(existing)
		if err != nil {
			return nil, err
		}
		if seen[unit.ID] {
			return nil, badRequest("two unitItems have the same uuid")
		}
		seen[unit.ID] = true
		units = append(units, unit)
	}
	return units, nil
}

func (u *unitRequest) resaleUnit(existing map[string]booking.ResaleUnit) (booking.ResaleUnit, error) {
	id := uuid.NewString()
	if u.UUID != "" {
		parsed, err := uuid.Parse(u.UUID)
		if err != nil {
			return booking.ResaleUnit{}, badRequest("the uuid of a unitItem is not a UUID")
		}
		id = parsed.String()
	}
	out := existing[id]
	out.ID, out.Unit = id, u.UnitID
	if u.ResellerReference != "" {
		out.Reference = singleLine(&u.ResellerReference)
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

// contactFrom converts and validates a contact. Without a first and a last name it splits the full name.
func contactFrom(c *contactShape) (out booking.ResaleContact, err error) {
	if c == nil {
		return out, nil
	}
	out = booking.ResaleContact{
		FullName: singleLine(c.FullName), FirstName: singleLine(c.FirstName), LastName: singleLine(c.LastName),
		Email: singleLine(c.EmailAddress), Phone: singleLine(c.PhoneNumber), PostalCode: singleLine(c.PostalCode),
		Country: singleLine(c.Country),
		Notes:   multiLine(c.Notes),
	}
	for _, locale := range c.Locales[:min(len(c.Locales), 10)] {
		out.Locales = append(out.Locales, singleLine(&locale))
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

// changesChoice reports whether a request changes what is booked beside its units.
func (in *bookingRequest) changesChoice() bool {
	return in.ProductID != nil || in.OptionID != nil || in.AvailabilityID != nil || in.PickupRequested != nil ||
		in.PickupPointID != nil || in.PickupHotel != nil
}
