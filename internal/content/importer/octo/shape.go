package octo

// The shapes of OCTO that are read: https://docs.octo.travel, with the capabilities octo/content, octo/pricing and
// octo/pickups. Where servers still send the earlier content fields, those are read too.
// encoding/json finds the names of OCTO, which differ from these in case alone.

type supplierAnswer struct{ ID, Name string }

type product struct {
	ID, InternalName, Reference, Locale, TimeZone string
	InstantConfirmation                           bool
	AvailabilityType                              string
	Options                                       []option

	DefaultCurrency     string
	AvailableCurrencies []string
	PricingPer          string

	Title, ShortDescription, Description   string
	Features                               []feature
	FAQs                                   []question
	Media                                  []medium
	Locations                              []location
	CategoryLabels                         []string
	DurationMinutesFrom, DurationMinutesTo int
	Commentary                             []commentary

	Subtitle                                                 string
	Highlights, Inclusions, Exclusions                       []string
	BookingTerms, RedemptionInstructions, CancellationPolicy string
	Destination                                              *place
	Categories                                               []category
	CoverImageURL, VideoURL                                  string
	GalleryImages                                            []image
}

type feature struct{ ShortDescription, Type string }

type question struct{ Question, Answer string }

type medium struct{ Src, Type, Rel, Title, Caption, Copyright string }

type image struct{ URL, Title, Caption string }

type location struct {
	Title, ShortDescription string
	Types                   []string
	MinutesAt               int
	Place                   struct {
		Latitude, Longitude float64
		PostalAddress       struct {
			StreetAddress, AddressLocality string
		}
	}
}

type place struct {
	Name                string
	Latitude, Longitude float64
}

type category struct{ Title string }

type commentary struct{ Format, Language string }

type option struct {
	ID                          string
	Default                     bool
	InternalName                string
	AvailabilityLocalStartTimes []string
	CancellationCutoff          string
	CancellationCutoffAmount    *int
	CancellationCutoffUnit      string
	Restrictions                limits
	Units                       []unit
	PricingFrom, Pricing        []price

	Title, ShortDescription, Language string
	DurationAmount                    any // a number, or one in quotation marks
	DurationUnit                      string

	PickupRequired, PickupAvailable bool
	PickupPoints                    []pickup
}

type limits struct{ MinUnits, MaxUnits, MaxPaxCount int }

type pickup struct {
	ID, Name, Address   string
	Latitude, Longitude float64
}

type unit struct {
	ID, InternalName, Type, Title string
	Restrictions                  struct {
		MinAge, MaxAge                     int
		IDRequired                         bool
		MinQuantity, MaxQuantity, PaxCount int
		AccompaniedBy                      []string
	}
	PricingFrom, Pricing []price
}

type price struct {
	Original, Retail  int64
	Currency          string
	CurrencyPrecision int
}
