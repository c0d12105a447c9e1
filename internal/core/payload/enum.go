package payload

// The enumerations of OCTO that content, builds and the shop share.

// ProductStatus is whether a product can be booked.
type ProductStatus string

const (
	Available ProductStatus = "AVAILABLE"
	SoldOut   ProductStatus = "SOLD_OUT"
	Closed    ProductStatus = "CLOSED"
)

// AvailabilityType is what travellers choose of a day.
type AvailabilityType string

const (
	StartTime    AvailabilityType = "START_TIME"
	OpeningHours AvailabilityType = "OPENING_HOURS"
)

// PricingPer is what a price is for: each unit, or the whole booking.
type PricingPer string

const (
	PerUnit    PricingPer = "UNIT"
	PerBooking PricingPer = "BOOKING"
)

// PricedBy is what one unit is.
type PricedBy string

const (
	ByPerson PricedBy = "PERSON"
	ByItem   PricedBy = "ITEM"
	ByDay    PricedBy = "DAY"
	ByNight  PricedBy = "NIGHT"
)

// ByLength reports whether the price is multiplied by the days or nights of the booking.
func (p PricedBy) ByLength() bool { return p == ByDay || p == ByNight }
