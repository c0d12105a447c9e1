package payload

import (
	"fmt"
	"slices"
	"strings"
)

// The enumerations that content, builds and the shop share, most of them OCTO's.

func check[E ~string](value E, allowed ...E) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	var list []string
	for _, a := range allowed {
		list = append(list, string(a))
	}
	return fmt.Errorf("%q is not one of %s", string(value), strings.Join(list, ", "))
}

// Unpublished is why something that is written is not out.
type Unpublished string

// The reasons; one thing may have several.
const (
	Draft   Unpublished = "draft"
	Future  Unpublished = "future"
	Expired Unpublished = "expired"
)

// ProductStatus is whether a product can be booked.
type ProductStatus string

const (
	Available ProductStatus = "AVAILABLE"
	SoldOut   ProductStatus = "SOLD_OUT"
	Closed    ProductStatus = "CLOSED"
)

// Check reports a value that editors cannot write.
func (s ProductStatus) Check() error { return check(s, Available, SoldOut, Closed) }

// AvailabilityType is what travellers choose of a day.
type AvailabilityType string

const (
	StartTime    AvailabilityType = "START_TIME"
	OpeningHours AvailabilityType = "OPENING_HOURS"
)

// Check reports a value that editors cannot write.
func (t AvailabilityType) Check() error { return check(t, StartTime, OpeningHours) }

// PricingPer is what a price is for: each unit, or the whole booking.
type PricingPer string

const (
	PerUnit    PricingPer = "UNIT"
	PerBooking PricingPer = "BOOKING"
)

// Check reports a value that editors cannot write.
func (p PricingPer) Check() error { return check(p, PerUnit, PerBooking) }

// PricedBy is what a price is multiplied by. ByBooking is of a Price only; no unit has it.
type PricedBy string

const (
	ByPerson  PricedBy = "PERSON"
	ByItem    PricedBy = "ITEM"
	ByDay     PricedBy = "DAY"
	ByNight   PricedBy = "NIGHT"
	ByBooking PricedBy = "BOOKING"
)

// Check reports a value that editors cannot write.
func (p PricedBy) Check() error { return check(p, ByPerson, ByItem, ByDay, ByNight) }

// ByLength reports whether the price is multiplied by the days or nights of the booking.
func (p PricedBy) ByLength() bool { return p == ByDay || p == ByNight }

// UnitType is the kind of traveller or thing that a unit is.
type UnitType string

const (
	Adult     UnitType = "ADULT"
	Youth     UnitType = "YOUTH"
	Child     UnitType = "CHILD"
	Infant    UnitType = "INFANT"
	Family    UnitType = "FAMILY"
	Senior    UnitType = "SENIOR"
	Student   UnitType = "STUDENT"
	Military  UnitType = "MILITARY"
	OtherUnit UnitType = "OTHER"
)

// Check reports a value that editors cannot write.
func (t UnitType) Check() error {
	return check(t, Adult, Youth, Child, Infant, Family, Senior, Student, Military, OtherUnit)
}

// Leading reports whether a "from" price can be the price of units of the type: adults and whole parties, not children.
func (t UnitType) Leading() bool { return t == Adult || t == OtherUnit || t == Family }

// Item is what is counted, for the words beside a price. Editors write those from Group on.
type Item string

const (
	Person      Item = "PERSON"
	WholeFamily Item = "FAMILY"
	AnyItem     Item = "ITEM"
	Group       Item = "GROUP"
	Vehicle     Item = "VEHICLE"
	Boat        Item = "BOAT"
	Kayak       Item = "KAYAK"
	Tent        Item = "TENT"
	Cabin       Item = "CABIN"
	Table       Item = "TABLE"
)

// Check reports a value that editors cannot write.
func (i Item) Check() error { return check(i, Group, Vehicle, Boat, Kayak, Tent, Cabin, Table) }

// Confirmation is how a supplier confirms bookings: at once, or after the operator's decision.
type Confirmation string

const (
	Instant   Confirmation = "instant"
	OnRequest Confirmation = "on_request"
)

// Check reports a value that editors cannot write.
func (c Confirmation) Check() error { return check(c, Instant, OnRequest) }

// PictureProvider is how pages request pictures: a row of the table in site/lib/image/image.ts. ProxiedPictures have
// addresses of the picture proxy, WrittenPictures those of the files that a build wrote for the proxy's addresses, and
// OriginalPictures those of the sources. Editors choose the first or the last.
type PictureProvider string

const (
	ProxiedPictures  PictureProvider = "ipx"
	WrittenPictures  PictureProvider = "files"
	OriginalPictures PictureProvider = "none"
)

// Direction is that of a language's writing.
type Direction string

const (
	LeftToRight Direction = "ltr"
	RightToLeft Direction = "rtl"
)

// ListingOf is what a listing lists: everything, or the products of a city or a category.
type ListingOf string

const (
	OfAll      ListingOf = "all"
	OfCity     ListingOf = "city"
	OfCategory ListingOf = "category"
)

// Outcome is what a result page shows after a payment.
type Outcome string

const (
	OutcomeSuccess Outcome = "success"
	OutcomeError   Outcome = "error"
	OutcomeOnHold  Outcome = "on_hold"
)
