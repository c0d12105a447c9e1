package payload

// The enumerations that content, builds and the shop share, most of them OCTO's.

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

var productStatusValues = valuesOf(Available, SoldOut, Closed)

// Values implements Enumeration.
func (ProductStatus) Values() []string { return productStatusValues }

// Check reports a value that editors cannot write.
func (s ProductStatus) Check() error { return checkValue(s) }

// AvailabilityType is what travellers choose of a day.
type AvailabilityType string

const (
	StartTime    AvailabilityType = "START_TIME"
	OpeningHours AvailabilityType = "OPENING_HOURS"
)

var availabilityTypeValues = valuesOf(StartTime, OpeningHours)

// Values implements Enumeration.
func (AvailabilityType) Values() []string { return availabilityTypeValues }

// Check reports a value that editors cannot write.
func (t AvailabilityType) Check() error { return checkValue(t) }

// PricingPer is what a price is for: each unit, or the whole booking.
type PricingPer string

const (
	PerUnit    PricingPer = "UNIT"
	PerBooking PricingPer = "BOOKING"
)

var pricingPerValues = valuesOf(PerUnit, PerBooking)

// Values implements Enumeration.
func (PricingPer) Values() []string { return pricingPerValues }

// Check reports a value that editors cannot write.
func (p PricingPer) Check() error { return checkValue(p) }

// PricedBy is what a price is multiplied by. ByBooking is of a Price only; no unit has it.
type PricedBy string

const (
	ByPerson  PricedBy = "PERSON"
	ByItem    PricedBy = "ITEM"
	ByDay     PricedBy = "DAY"
	ByNight   PricedBy = "NIGHT"
	ByBooking PricedBy = "BOOKING"
)

var pricedByValues = valuesOf(ByPerson, ByItem, ByDay, ByNight)

// Values implements Enumeration.
func (PricedBy) Values() []string { return pricedByValues }

// Check reports a value that editors cannot write.
func (p PricedBy) Check() error { return checkValue(p) }

// IsByLength reports whether the price is multiplied by the days or nights of the booking.
func (p PricedBy) IsByLength() bool { return p == ByDay || p == ByNight }

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

var unitTypeValues = valuesOf(Adult, Youth, Child, Infant, Family, Senior, Student, Military, OtherUnit)

// Values implements Enumeration.
func (UnitType) Values() []string { return unitTypeValues }

// Check reports a value that editors cannot write.
func (t UnitType) Check() error { return checkValue(t) }

// SetsFromPrice reports whether a "from" price can be the price of units of the type: adults and whole parties, not
// children.
func (t UnitType) SetsFromPrice() bool { return t == Adult || t == OtherUnit || t == Family }

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

var itemValues = valuesOf(Group, Vehicle, Boat, Kayak, Tent, Cabin, Table)

// Values implements Enumeration.
func (Item) Values() []string { return itemValues }

// Check reports a value that editors cannot write.
func (i Item) Check() error { return checkValue(i) }

// Confirmation is how a supplier confirms bookings: at once, or after the operator's decision.
type Confirmation string

const (
	Instant   Confirmation = "instant"
	OnRequest Confirmation = "on_request"
)

var confirmationValues = valuesOf(Instant, OnRequest)

// Values implements Enumeration.
func (Confirmation) Values() []string { return confirmationValues }

// Check reports a value that editors cannot write.
func (c Confirmation) Check() error { return checkValue(c) }

// PictureProvider is how pages request pictures: a row of the table in site/lib/image/image.ts. ProxiedPictures have
// addresses of the picture proxy, WrittenPictures those of the files that a build wrote for the proxy's addresses, and
// OriginalPictures those of the sources. Editors choose the first or the last.
type PictureProvider string

const (
	ProxiedPictures  PictureProvider = "ipx"
	WrittenPictures  PictureProvider = "files"
	OriginalPictures PictureProvider = "none"
)

// Consent is whether a visitor agrees before a script of analytics is loaded.
type Consent string

const (
	ConsentRequired  Consent = "required"
	ConsentNotNeeded Consent = "not-needed"
)

var consentValues = valuesOf(ConsentRequired, ConsentNotNeeded)

// Values implements Enumeration.
func (Consent) Values() []string { return consentValues }

// Check reports a value that editors cannot write.
func (c Consent) Check() error { return checkValue(c) }

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

// ProsePartKind is the kind of a part of prose.
type ProsePartKind string

// Values of ProsePartKind.
const (
	CardsPart    ProsePartKind = "cards"
	GalleryPart  ProsePartKind = "gallery"
	MapPart      ProsePartKind = "map"
	VideoPart    ProsePartKind = "video"
	ContentsPart ProsePartKind = "contents"
)

// VideoProvider is where a video is.
type VideoProvider string

// Values of VideoProvider.
const (
	YouTube VideoProvider = "youtube"
	Vimeo   VideoProvider = "vimeo"
)

// MapProvider is where maps in pages come from.
type MapProvider string

// OpenStreetMap needs neither a key nor a contract: its frame for other sites names those who made the map.
const OpenStreetMap MapProvider = "openstreetmap"

// TermKind is the kind of a term of stories, which its address names.
type TermKind string

// Values of TermKind.
const (
	TagTerm    TermKind = "tag"
	AuthorTerm TermKind = "author"
	SeriesTerm TermKind = "series"
)
