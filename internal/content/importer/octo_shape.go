package importer

// The shapes of OCTO that are read: https://docs.octo.travel, with the capabilities octo/content, octo/pricing and
// octo/pickups. Where servers still send the earlier content fields, those are read too.

type octoSupplier struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type octoProduct struct {
	ID                  string       `json:"id"`
	InternalName        string       `json:"internalName"`
	Reference           string       `json:"reference"`
	Locale              string       `json:"locale"`
	TimeZone            string       `json:"timeZone"`
	InstantConfirmation bool         `json:"instantConfirmation"`
	AvailabilityType    string       `json:"availabilityType"`
	Options             []octoOption `json:"options"`

	DefaultCurrency     string   `json:"defaultCurrency"`
	AvailableCurrencies []string `json:"availableCurrencies"`
	PricingPer          string   `json:"pricingPer"`

	Title               string           `json:"title"`
	ShortDescription    string           `json:"shortDescription"`
	Description         string           `json:"description"`
	Features            []octoFeature    `json:"features"`
	FAQs                []octoFAQ        `json:"faqs"`
	Media               []octoMedia      `json:"media"`
	Locations           []octoLocation   `json:"locations"`
	CategoryLabels      []string         `json:"categoryLabels"`
	DurationMinutesFrom int              `json:"durationMinutesFrom"`
	DurationMinutesTo   int              `json:"durationMinutesTo"`
	Commentary          []octoCommentary `json:"commentary"`

	Subtitle               string         `json:"subtitle"`
	Highlights             []string       `json:"highlights"`
	Inclusions             []string       `json:"inclusions"`
	Exclusions             []string       `json:"exclusions"`
	BookingTerms           string         `json:"bookingTerms"`
	RedemptionInstructions string         `json:"redemptionInstructions"`
	CancellationPolicy     string         `json:"cancellationPolicy"`
	Destination            *octoPlace     `json:"destination"`
	Categories             []octoCategory `json:"categories"`
	CoverImageURL          string         `json:"coverImageUrl"`
	VideoURL               string         `json:"videoUrl"`
	GalleryImages          []octoImage    `json:"galleryImages"`
}

type octoFeature struct {
	ShortDescription string `json:"shortDescription"`
	Type             string `json:"type"`
}

type octoFAQ struct {
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

type octoMedia struct {
	Src       string `json:"src"`
	Type      string `json:"type"`
	Rel       string `json:"rel"`
	Title     string `json:"title"`
	Caption   string `json:"caption"`
	Copyright string `json:"copyright"`
}

type octoImage struct {
	URL     string `json:"url"`
	Title   string `json:"title"`
	Caption string `json:"caption"`
}

type octoLocation struct {
	Title            string   `json:"title"`
	ShortDescription string   `json:"shortDescription"`
	Types            []string `json:"types"`
	MinutesAt        int      `json:"minutesAt"`
	Place            struct {
		Latitude      float64 `json:"latitude"`
		Longitude     float64 `json:"longitude"`
		PostalAddress struct {
			StreetAddress   string `json:"streetAddress"`
			AddressLocality string `json:"addressLocality"`
		} `json:"postalAddress"`
	} `json:"place"`
}

type octoPlace struct {
	Name      string  `json:"name"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

type octoCategory struct {
	Title string `json:"title"`
}

type octoCommentary struct {
	Format   string `json:"format"`
	Language string `json:"language"`
}

type octoOption struct {
	ID                          string      `json:"id"`
	Default                     bool        `json:"default"`
	InternalName                string      `json:"internalName"`
	AvailabilityLocalStartTimes []string    `json:"availabilityLocalStartTimes"`
	CancellationCutoff          string      `json:"cancellationCutoff"`
	CancellationCutoffAmount    *int        `json:"cancellationCutoffAmount"`
	CancellationCutoffUnit      string      `json:"cancellationCutoffUnit"`
	Restrictions                octoLimits  `json:"restrictions"`
	Units                       []octoUnit  `json:"units"`
	PricingFrom                 []octoPrice `json:"pricingFrom"`
	Pricing                     []octoPrice `json:"pricing"`

	Title            string `json:"title"`
	ShortDescription string `json:"shortDescription"`
	Language         string `json:"language"`
	DurationAmount   any    `json:"durationAmount"` // a number, or one in quotation marks
	DurationUnit     string `json:"durationUnit"`

	PickupRequired  bool         `json:"pickupRequired"`
	PickupAvailable bool         `json:"pickupAvailable"`
	PickupPoints    []octoPickup `json:"pickupPoints"`
}

type octoLimits struct {
	MinUnits    int `json:"minUnits"`
	MaxUnits    int `json:"maxUnits"`
	MaxPaxCount int `json:"maxPaxCount"`
}

type octoPickup struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	Address   string  `json:"address"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

type octoUnit struct {
	ID           string `json:"id"`
	InternalName string `json:"internalName"`
	Type         string `json:"type"`
	Title        string `json:"title"`
	Restrictions struct {
		MinAge        int      `json:"minAge"`
		MaxAge        int      `json:"maxAge"`
		IDRequired    bool     `json:"idRequired"`
		MinQuantity   int      `json:"minQuantity"`
		MaxQuantity   int      `json:"maxQuantity"`
		PaxCount      int      `json:"paxCount"`
		AccompaniedBy []string `json:"accompaniedBy"`
	} `json:"restrictions"`
	PricingFrom []octoPrice `json:"pricingFrom"`
	Pricing     []octoPrice `json:"pricing"`
}

type octoPrice struct {
	Original          int64  `json:"original"`
	Retail            int64  `json:"retail"`
	Currency          string `json:"currency"`
	CurrencyPrecision int    `json:"currencyPrecision"`
}
