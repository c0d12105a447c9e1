package catalog

import (
	"fmt"
	"math"

	"storefront/internal/core/payload"
)

// Product is a product: the facts of product.yaml, the texts of its language files, its reviews.
type Product struct {
	Slug             string                   `yaml:"-"`
	City             string                   `yaml:"city,required"`
	Categories       []string                 `yaml:"categories,required"`
	Supplier         string                   `yaml:"supplier,required"`
	Labels           []string                 `yaml:"labels"`
	Occasions        []string                 `yaml:"occasions"`
	Weight           int                      `yaml:"weight"`
	Status           payload.ProductStatus    `yaml:"status"`
	AvailabilityType payload.AvailabilityType `yaml:"availabilityType,required"`
	PricingPer       payload.PricingPer       `yaml:"pricingPer"`
	Currency         string                   `yaml:"currency,required"`
	NoFixedPrice     bool                     `yaml:"noFixedPrice"`
	Duration         Duration                 `yaml:"duration,required"`
	MinimumDuration  Duration                 `yaml:"minimumDuration"`
	Ages             *Range                   `yaml:"ages"`
	GuideLanguages   []string                 `yaml:"guideLanguages"`
	Location         Coordinates              `yaml:"location,required"`
	Pickup           *Transfer                `yaml:"pickup"`
	DropOff          *Transfer                `yaml:"dropOff"`
	Images           []string                 `yaml:"images,required"`
	Schedule         *Schedule                `yaml:"schedule"`
	Cancellation     []Tier                   `yaml:"cancellation,required"`
	PayLater         *PayLaterTerms           `yaml:"payLater"`
	Options          []Option                 `yaml:"options,required"`
	Extras           []Extra                  `yaml:"extras"`
	Itinerary        []Step                   `yaml:"itinerary"`
	Related          []string                 `yaml:"related"`
	Draft            bool                     `yaml:"draft"`
	Aliases          []string                 `yaml:"aliases"`
	// SourceID is the product's id in its source; an import with --update identifies the product by it.
	SourceID string `yaml:"sourceId"`

	Texts   map[string]*ProductText `yaml:"-"` // by language
	Reviews []Review                `yaml:"-"`
}

// Coordinates are WGS 84 degrees.
type Coordinates struct {
	Latitude  float64 `yaml:"latitude,required"`
	Longitude float64 `yaml:"longitude,required"`
}

// maxCityDistance is the largest distance of a place from its city, in degrees.
const maxCityDistance = 5

// CheckNear returns an error if a place is far from a city, and near it with latitude and longitude exchanged or with
// other signs.
func (c Coordinates) CheckNear(city *City) error {
	if c == (Coordinates{}) || c.isNear(city.Location) {
		return nil
	}
	for _, other := range []struct {
		meant Coordinates
		do    string
	}{
		{Coordinates{c.Longitude, c.Latitude}, "exchange latitude and longitude"},
		{Coordinates{c.Latitude, -c.Longitude}, "change the sign of the longitude"},
		{Coordinates{-c.Latitude, c.Longitude}, "change the sign of the latitude"},
		{Coordinates{-c.Latitude, -c.Longitude}, "change both signs"},
	} {
		if other.meant.isNear(city.Location) {
			return fmt.Errorf("%v, %v is far from %s, and %v, %v is near it; %s, here or in cities/%[3]s/city.yaml",
				c.Latitude, c.Longitude, city.Slug, other.meant.Latitude, other.meant.Longitude, other.do)
		}
	}
	return nil
}

func (c Coordinates) isNear(other Coordinates) bool {
	return math.Abs(c.Latitude-other.Latitude) < maxCityDistance &&
		math.Abs(c.Longitude-other.Longitude) < maxCityDistance
}

// Range is a closed interval; a Max of 0 is open.
type Range struct {
	Min int `yaml:"min"`
	Max int `yaml:"max"`
}

// Transfer is pickup or drop-off.
type Transfer struct {
	Included bool `yaml:"included"`
	// Extra is the id of the extra that pays for it, if the price does not include it.
	Extra string `yaml:"extra"`
	// AddressRequired is true if visitors enter their hotel or address, unless they choose a point that is exact.
	AddressRequired bool    `yaml:"addressRequired"`
	Points          []Point `yaml:"points"`
}

// Point is a place where visitors are collected or left; its name is in the language files.
// The time of a pickup follows from the booked start, by MinutesBefore or the table of Times. It is never later.
type Point struct {
	ID            string       `yaml:"id,required"`
	MinutesBefore *int         `yaml:"minutesBefore"`
	Times         []PickupTime `yaml:"times"`
	Time          Clock        `yaml:"time"`
	// Exact is a spot, such as a car park; other points are areas.
	Exact     bool    `yaml:"exact"`
	Latitude  float64 `yaml:"latitude"`
	Longitude float64 `yaml:"longitude"`
}

// PickupTime is the time of a pickup for one start or for all, from one day to another or always.
type PickupTime struct {
	Start Clock `yaml:"start"`
	From  Date  `yaml:"from"`
	To    Date  `yaml:"to"`
	Time  Clock `yaml:"time,required"`
}

// Schedule is when an option runs, in the local time of its city.
type Schedule struct {
	Weekdays     []Weekday `yaml:"weekdays"`
	StartTimes   []Clock   `yaml:"startTimes"`
	OpeningHours []Hours   `yaml:"openingHours"`
	Seasons      []Season  `yaml:"seasons"`
	ClosedDays   []Date    `yaml:"closedDays"`
	LeadTime     Duration  `yaml:"leadTime"`
}

// Season is a stretch of days, both ends included, that may have its own days and times.
type Season struct {
	From         Date      `yaml:"from,required"`
	To           Date      `yaml:"to,required"`
	Weekdays     []Weekday `yaml:"weekdays"`
	StartTimes   []Clock   `yaml:"startTimes"`
	OpeningHours []Hours   `yaml:"openingHours"`
}

// Hours is a stretch of opening; a To before From ends on the next day.
type Hours struct {
	From Clock `yaml:"from,required"`
	To   Clock `yaml:"to,required"`
}

// Tier is a step of a cancellation policy: cancelling at least Before ahead of the start refunds Refund percent.
type Tier struct {
	Before Duration `yaml:"before,required"`
	Refund int      `yaml:"refund,required"`
}

// Option is a variant of a product.
type Option struct {
	ID            string    `yaml:"id,required"`
	Capacity      int       `yaml:"capacity,required"`
	MaxTravellers int       `yaml:"maxTravellers"`
	Duration      Duration  `yaml:"duration"`
	Price         Decimal   `yaml:"price"`
	OriginalPrice Decimal   `yaml:"originalPrice"`
	Schedule      *Schedule `yaml:"schedule"`
	Cancellation  []Tier    `yaml:"cancellation"`
	// MinimumParticipants is the number of travellers that a departure needs; DecideBefore ahead of the start it is
	// decided whether it takes place.
	MinimumParticipants int      `yaml:"minimumParticipants"`
	DecideBefore        Duration `yaml:"decideBefore"`
	Units               []Unit   `yaml:"units,required"`
}

// Unit is a kind of traveller or thing that is counted.
type Unit struct {
	ID       string           `yaml:"id"`
	Type     payload.UnitType `yaml:"type,required"`
	PricedBy payload.PricedBy `yaml:"pricedBy"`
	// Item is the thing that an OTHER unit counts, for words such as "per vehicle".
	Item          payload.Item `yaml:"item"`
	Price         Decimal      `yaml:"price"`
	OriginalPrice Decimal      `yaml:"originalPrice"`
	Ages          *Range       `yaml:"ages"`
	Min           int          `yaml:"min"`
	Max           int          `yaml:"max"`
	PaxCount      int          `yaml:"paxCount"`
	// AccompaniedBy names units of the same option. At least one of them has to be booked with this one.
	AccompaniedBy []string `yaml:"accompaniedBy"`
}

// TopRated is the label that a build gives to well reviewed products; editors cannot set it.
const TopRated = "top-rated"

// Extra is optional and priced per traveller who takes it (PerUnit) or once (PerBooking).
type Extra struct {
	ID         string             `yaml:"id,required"`
	PricingPer payload.PricingPer `yaml:"pricingPer"`
	Price      Decimal            `yaml:"price,required"`
	Max        int                `yaml:"max"`
}

// Step of the itinerary.
type Step struct {
	ID       string   `yaml:"id,required"`
	At       Clock    `yaml:"at"`
	Duration Duration `yaml:"duration"`
}

// IsUnitNamed reports whether one of the texts has a title of a unit.
func IsUnitNamed(texts map[string]*ProductText, unit string) bool {
	for _, t := range texts {
		if t.Units[unit] != "" {
			return true
		}
	}
	return false
}

// ProductText is the text of a product in one language.
type ProductText struct {
	Draft bool `yaml:"draft"` // the translation is not shown yet
	// TranslationOf is the language and the hash of the text that this one was translated from.
	TranslationOf   string              `yaml:"translationOf"`
	Title           string              `yaml:"title,required"`
	Summary         string              `yaml:"summary,required"`
	SEOTitle        string              `yaml:"seoTitle"`
	SEODescription  string              `yaml:"seoDescription"`
	Place           string              `yaml:"place,required"`
	Address         string              `yaml:"address"`
	Options         map[string]ItemText `yaml:"options,required"`
	Units           map[string]string   `yaml:"units"`
	Extras          map[string]ItemText `yaml:"extras"`
	PickupPoints    map[string]string   `yaml:"pickupPoints"`
	DropOffPoints   map[string]string   `yaml:"dropOffPoints"`
	Highlights      []string            `yaml:"highlights"`
	Includes        []string            `yaml:"includes"`
	Excludes        []string            `yaml:"excludes"`
	Itinerary       map[string]StepText `yaml:"itinerary"`
	KnowBeforeYouGo []string            `yaml:"knowBeforeYouGo"`
	WhatToBring     []string            `yaml:"whatToBring"`
	// Slug is the end of its address in this language, Aliases are its former addresses.
	Slug    string   `yaml:"slug"`
	Aliases []string `yaml:"aliases"`

	Body Prose `yaml:"-"`
}

// ItemText names an option or an extra.
type ItemText struct {
	Title       string `yaml:"title,required"`
	Description string `yaml:"description"`
}

// StepText names a step of the itinerary.
type StepText struct {
	Title string `yaml:"title,required"`
	Text  string `yaml:"text"`
}

// Review is a traveller's review, in the language in which it was written.
type Review struct {
	Author   string `yaml:"author,required"`
	Country  string `yaml:"country"`
	Rating   int    `yaml:"rating,required"`
	Date     Date   `yaml:"date,required"`
	Language string `yaml:"language,required"`
	Title    string `yaml:"title"`
	Text     string `yaml:"text,required"`

	// ID and Deployment are set for reviews that the API has exported.
	ID         string `yaml:"-"`
	Deployment string `yaml:"-"`
}
