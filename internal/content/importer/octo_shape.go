package importer

// The shapes of OCTO that are read: https://docs.octo.travel, with the capabilities octo/content, octo/pricing and
// octo/pickups. Where servers still send the earlier content fields, those are read too.
// encoding/json finds the names of OCTO, which differ from these in case alone.

type octoSupplier struct{ ID, Name string }

type octoProduct struct {
	ID, InternalName, Reference, Locale, TimeZone string
	InstantConfirmation                           bool
	AvailabilityType                              string
	Options                                       []octoOption

	DefaultCurrency     string
	AvailableCurrencies []string
	PricingPer          string

	Title, ShortDescription, Description   string
	Features                               []octoFeature
	FAQs                                   []octoFAQ
	Media                                  []octoMedia
	Locations                              []octoLocation
	CategoryLabels                         []string
	DurationMinutesFrom, DurationMinutesTo int
	Commentary                             []octoCommentary

	Subtitle                                                 string
	Highlights, Inclusions, Exclusions                       []string
	BookingTerms, RedemptionInstructions, CancellationPolicy string
	Destination                                              *octoPlace
	Categories                                               []octoCategory
	CoverImageURL, VideoURL                                  string
	GalleryImages                                            []octoImage
}

type octoFeature struct{ ShortDescription, Type string }

type octoFAQ struct{ Question, Answer string }

type octoMedia struct{ Src, Type, Rel, Title, Caption, Copyright string }

type octoImage struct{ URL, Title, Caption string }

type octoLocation struct {
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

type octoPlace struct {
	Name                string
	Latitude, Longitude float64
}

type octoCategory struct{ Title string }

type octoCommentary struct{ Format, Language string }

type octoOption struct {
	ID                          string
	Default                     bool
	InternalName                string
	AvailabilityLocalStartTimes []string
	CancellationCutoff          string
	CancellationCutoffAmount    *int
	CancellationCutoffUnit      string
	Restrictions                octoLimits
	Units                       []octoUnit
	PricingFrom, Pricing        []octoPrice

	Title, ShortDescription, Language string
	DurationAmount                    any // a number, or one in quotation marks
	DurationUnit                      string

	PickupRequired, PickupAvailable bool
	PickupPoints                    []octoPickup
}

type octoLimits struct{ MinUnits, MaxUnits, MaxPaxCount int }

type octoPickup struct {
	ID, Name, Address   string
	Latitude, Longitude float64
}

type octoUnit struct {
	ID, InternalName, Type, Title string
	Restrictions                  struct {
		MinAge, MaxAge                     int
		IDRequired                         bool
		MinQuantity, MaxQuantity, PaxCount int
		AccompaniedBy                      []string
	}
	PricingFrom, Pricing []octoPrice
}

type octoPrice struct {
	Original, Retail  int64
	Currency          string
	CurrencyPrecision int
}
