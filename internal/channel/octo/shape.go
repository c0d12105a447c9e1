package octo

// The shapes of the standard, with the capabilities that this server has. Fields of capabilities that a client has not
// chosen are left out.

type supplierShape struct {
	ID       string       `json:"id"`
	Name     string       `json:"name"`
	Endpoint string       `json:"endpoint"`
	Contact  contactPoint `json:"contact"`

	*supplierContent
}

type supplierContent struct {
	ShortDescription *string `json:"shortDescription"`
	Media            []media `json:"media"`
}

type contactPoint struct {
	Website   *string `json:"website"`
	Email     *string `json:"email"`
	Telephone *string `json:"telephone"`
	Address   *string `json:"address"`
}

type productShape struct {
	ID                   string        `json:"id"`
	InternalName         string        `json:"internalName"`
	Reference            *string       `json:"reference"`
	Locale               string        `json:"locale"`
	TimeZone             string        `json:"timeZone"`
	AllowFreesale        bool          `json:"allowFreesale"`
	InstantConfirmation  bool          `json:"instantConfirmation"`
	InstantDelivery      bool          `json:"instantDelivery"`
	AvailabilityRequired bool          `json:"availabilityRequired"`
	AvailabilityType     string        `json:"availabilityType"`
	DeliveryFormats      []string      `json:"deliveryFormats"`
	DeliveryMethods      []string      `json:"deliveryMethods"`
	RedemptionMethod     string        `json:"redemptionMethod"`
	Options              []optionShape `json:"options"`

	*productPricing
	*content
}

type productPricing struct {
	DefaultCurrency     string   `json:"defaultCurrency"`
	AvailableCurrencies []string `json:"availableCurrencies"`
	PricingPer          string   `json:"pricingPer"`
}

// content describes a product or an option to travellers.
type content struct {
	Title               string       `json:"title"`
	ShortDescription    *string      `json:"shortDescription"`
	Description         *string      `json:"description"`
	Features            []feature    `json:"features"`
	FAQs                []struct{}   `json:"faqs"`
	Media               []media      `json:"media"`
	Locations           []location   `json:"locations"`
	CategoryLabels      []string     `json:"categoryLabels"`
	DurationMinutesFrom int          `json:"durationMinutesFrom"`
	DurationMinutesTo   *int         `json:"durationMinutesTo"`
	Commentary          []commentary `json:"commentary"`
}

type feature struct {
	ShortDescription string `json:"shortDescription"`
	Type             string `json:"type"`
}

type media struct {
	Src       string  `json:"src"`
	Type      string  `json:"type"`
	Rel       string  `json:"rel"`
	Title     *string `json:"title"`
	Caption   *string `json:"caption"`
	Copyright *string `json:"copyright"`
}

type location struct {
	Title            *string  `json:"title"`
	ShortDescription *string  `json:"shortDescription"`
	Types            []string `json:"types"`
	MinutesTo        *int     `json:"minutesTo"`
	MinutesAt        *int     `json:"minutesAt"`
	Place            place    `json:"place"`
}

type place struct {
	Latitude      float64            `json:"latitude"`
	Longitude     float64            `json:"longitude"`
	PostalAddress postalAddress      `json:"postalAddress"`
	Identifiers   map[string]*string `json:"identifiers"`
	SameAs        []string           `json:"sameAs"`
}

type postalAddress struct {
	StreetAddress       *string `json:"streetAddress"`
	AddressLocality     *string `json:"addressLocality"`
	AddressRegion       *string `json:"addressRegion"`
	PostalCode          *string `json:"postalCode"`
	AddressCountry      *string `json:"addressCountry"`
	PostOfficeBoxNumber *string `json:"postOfficeBoxNumber"`
}

type commentary struct {
	Format   string `json:"format"`
	Language string `json:"language"`
}

type optionShape struct {
	ID                          string             `json:"id"`
	Default                     bool               `json:"default"`
	InternalName                string             `json:"internalName"`
	Reference                   *string            `json:"reference"`
	AvailabilityLocalStartTimes []string           `json:"availabilityLocalStartTimes"`
	CancellationCutoff          string             `json:"cancellationCutoff"`
	CancellationCutoffAmount    int                `json:"cancellationCutoffAmount"`
	CancellationCutoffUnit      string             `json:"cancellationCutoffUnit"`
	RequiredContactFields       []string           `json:"requiredContactFields"`
	Restrictions                optionRestrictions `json:"restrictions"`
	Units                       []unitShape        `json:"units"`

	PricingFrom []pricing `json:"pricingFrom,omitempty"`
	Pricing     []pricing `json:"pricing,omitempty"` // of an option in a booking
	*pickups
	*content
}

type optionRestrictions struct {
	MinUnits int  `json:"minUnits"`
	MaxUnits *int `json:"maxUnits"`
	// MaxPaxCount is the most people, which the standard leaves to suppliers.
	MaxPaxCount int `json:"maxPaxCount"`
}

type unitShape struct {
	ID                    string           `json:"id"`
	InternalName          string           `json:"internalName"`
	Reference             *string          `json:"reference"`
	Type                  string           `json:"type"`
	Restrictions          unitRestrictions `json:"restrictions"`
	RequiredContactFields []string         `json:"requiredContactFields"`

	PricingFrom []pricing `json:"pricingFrom,omitempty"`
	Pricing     []pricing `json:"pricing,omitempty"` // of a unit in a booking
	*unitContent
}

type unitContent struct {
	Title            string    `json:"title"`
	ShortDescription string    `json:"shortDescription"`
	Features         []feature `json:"features"`
}

type unitRestrictions struct {
	MinAge        int      `json:"minAge"`
	MaxAge        int      `json:"maxAge"`
	IDRequired    bool     `json:"idRequired"`
	MinQuantity   *int     `json:"minQuantity"`
	MaxQuantity   *int     `json:"maxQuantity"`
	PaxCount      int      `json:"paxCount"`
	AccompaniedBy []string `json:"accompaniedBy"`
}

type pricing struct {
	UnitID            string     `json:"unitId,omitempty"` // of the price of a unit
	Original          int64      `json:"original"`
	Retail            int64      `json:"retail"`
	Net               int64      `json:"net"`
	Currency          string     `json:"currency"`
	CurrencyPrecision int        `json:"currencyPrecision"`
	IncludedTaxes     []struct{} `json:"includedTaxes"`
}

// pickups are those of an option, or of an availability with their times.
type pickups struct {
	PickupRequired  bool          `json:"pickupRequired"`
	PickupAvailable bool          `json:"pickupAvailable"`
	PickupPoints    []pickupPoint `json:"pickupPoints"`
}

type pickupPoint struct {
	ID            string   `json:"id"`
	Name          string   `json:"name"`
	Directions    *string  `json:"directions"`
	Address       string   `json:"address"`
	Latitude      *float64 `json:"latitude"`
	Longitude     *float64 `json:"longitude"`
	GooglePlaceID *string  `json:"googlePlaceId"`
	Street        *string  `json:"street"`
	PostalCode    *string  `json:"postalCode"`
	Locality      *string  `json:"locality"`
	Region        *string  `json:"region"`
	State         *string  `json:"state"`
	Country       *string  `json:"country"`
	LocalDateTime *string  `json:"localDateTime,omitempty"` // when travellers are collected
}

type hoursShape struct {
	From string `json:"from"`
	To   string `json:"to"`
}

type availabilityShape struct {
	ID                 string       `json:"id"`
	LocalDateTimeStart string       `json:"localDateTimeStart"`
	LocalDateTimeEnd   string       `json:"localDateTimeEnd"`
	UTCCutoffAt        string       `json:"utcCutoffAt"`
	AllDay             bool         `json:"allDay"`
	Available          bool         `json:"available"`
	Status             string       `json:"status"`
	Vacancies          int          `json:"vacancies"`
	Capacity           int          `json:"capacity"`
	MaxUnits           *int         `json:"maxUnits"`
	OpeningHours       []hoursShape `json:"openingHours"`

	UnitPricing []pricing `json:"unitPricing,omitempty"`
	Pricing     *pricing  `json:"pricing,omitempty"`
	*availabilityContent
	*pickups
}

type availabilityContent struct {
	Title            *string `json:"title"`
	ShortDescription string  `json:"shortDescription"`
}

type calendarShape struct {
	LocalDate    string       `json:"localDate"`
	Available    bool         `json:"available"`
	Status       string       `json:"status"`
	Vacancies    int          `json:"vacancies"`
	Capacity     int          `json:"capacity"`
	OpeningHours []hoursShape `json:"openingHours"`

	UnitPricingFrom []pricing `json:"unitPricingFrom,omitempty"`
	PricingFrom     *pricing  `json:"pricingFrom,omitempty"`
}

type bookingShape struct {
	ID                string             `json:"id"`
	UUID              string             `json:"uuid"`
	TestMode          bool               `json:"testMode"`
	ResellerReference *string            `json:"resellerReference"`
	SupplierReference *string            `json:"supplierReference"`
	Status            string             `json:"status"`
	UTCCreatedAt      string             `json:"utcCreatedAt"`
	UTCUpdatedAt      string             `json:"utcUpdatedAt"`
	UTCExpiresAt      *string            `json:"utcExpiresAt"`
	UTCRedeemedAt     *string            `json:"utcRedeemedAt"`
	UTCConfirmedAt    *string            `json:"utcConfirmedAt"`
	ProductID         string             `json:"productId"`
	Product           *productShape      `json:"product,omitempty"` // while it is on sale
	OptionID          string             `json:"optionId"`
	Option            *optionShape       `json:"option,omitempty"`
	Cancellable       bool               `json:"cancellable"`
	Cancellation      *cancellation      `json:"cancellation"`
	Freesale          bool               `json:"freesale"`
	AvailabilityID    string             `json:"availabilityId"`
	Availability      *availabilityShape `json:"availability"`
	Contact           contactShape       `json:"contact"`
	Notes             *string            `json:"notes"`
	DeliveryMethods   []string           `json:"deliveryMethods"`
	Voucher           *ticketShape       `json:"voucher"`
	UnitItems         []unitItem         `json:"unitItems"`

	Pricing *pricing `json:"pricing,omitempty"`
	*bookingPickup
}

type bookingPickup struct {
	PickupRequested bool         `json:"pickupRequested"`
	PickupPointID   *string      `json:"pickupPointId"`
	PickupHotel     *string      `json:"pickupHotel"`
	PickupHotelRoom *string      `json:"pickupHotelRoom"`
	PickupPoint     *pickupPoint `json:"pickupPoint"`
}

type cancellation struct {
	Refund         string  `json:"refund"`
	Reason         *string `json:"reason"`
	UTCCancelledAt string  `json:"utcCancelledAt"`
}

type contactShape struct {
	FullName     *string  `json:"fullName"`
	FirstName    *string  `json:"firstName"`
	LastName     *string  `json:"lastName"`
	EmailAddress *string  `json:"emailAddress"`
	PhoneNumber  *string  `json:"phoneNumber"`
	Locales      []string `json:"locales"`
	PostalCode   *string  `json:"postalCode"`
	Country      *string  `json:"country"`
	Notes        *string  `json:"notes"`
}

type ticketShape struct {
	RedemptionMethod string           `json:"redemptionMethod"`
	UTCRedeemedAt    *string          `json:"utcRedeemedAt"`
	DeliveryOptions  []deliveryOption `json:"deliveryOptions"`
}

type deliveryOption struct {
	DeliveryFormat string `json:"deliveryFormat"`
	DeliveryValue  string `json:"deliveryValue"`
}

type unitItem struct {
	UUID              string       `json:"uuid"`
	ResellerReference *string      `json:"resellerReference"`
	SupplierReference *string      `json:"supplierReference"`
	UnitID            string       `json:"unitId"`
	Unit              *unitShape   `json:"unit,omitempty"`
	Status            string       `json:"status"`
	UTCRedeemedAt     *string      `json:"utcRedeemedAt"`
	Contact           contactShape `json:"contact"`
	Ticket            *ticketShape `json:"ticket"`
	Pricing           *pricing     `json:"pricing,omitempty"`
}

// orNull returns nil for an empty text.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
