package payload

import (
	"slices"
	"time"
)

// ProductDetail is the content of a product's page in one language.
type ProductDetail struct {
	Summary          string           `json:"summary"`
	Overview         string           `json:"overview"`
	Images           []Image          `json:"images"`
	Labels           []Named          `json:"labels,omitempty"`
	Occasions        []Named          `json:"occasions,omitempty"`
	Status           ProductStatus    `json:"status"`
	AvailabilityType AvailabilityType `json:"availabilityType"`
	PricingPer       PricingPer       `json:"pricingPer"`
	Currency         string           `json:"currency"`
	CurrencyExponent int              `json:"currencyExponent"`
	Price            *Price           `json:"price,omitempty"`
	NoFixedPrice     bool             `json:"noFixedPrice,omitempty"`
	Duration         Duration         `json:"duration"`
	// MinimumDuration is set where the visitor chooses how long.
	MinimumDuration *Duration `json:"minimumDuration,omitempty"`
	Ages            *Range    `json:"ages,omitempty"`
	GuideLanguages  []string  `json:"guideLanguages,omitempty"`
	TimeZone        string    `json:"timeZone"`
	Location        Location  `json:"location"`
	Pickup          *Transfer `json:"pickup,omitempty"`
	DropOff         *Transfer `json:"dropOff,omitempty"`
	Supplier        Supplier  `json:"supplier"`
	// PayLater are the product's own terms of paying later, where they differ from the deployment's.
	PayLater        *PayLaterTerms  `json:"payLater,omitempty"`
	Options         []Option        `json:"options"`
	Extras          []Extra         `json:"extras,omitempty"`
	Highlights      []string        `json:"highlights,omitempty"`
	Includes        []string        `json:"includes,omitempty"`
	Excludes        []string        `json:"excludes,omitempty"`
	Itinerary       []ItineraryStep `json:"itinerary,omitempty"`
	KnowBeforeYouGo []string        `json:"knowBeforeYouGo,omitempty"`
	WhatToBring     []string        `json:"whatToBring,omitempty"`
	Rating          *Rating         `json:"rating,omitempty"`
	// Stars counts reviews by stars, from one to five.
	Stars   []int    `json:"stars,omitempty"`
	Reviews []Review `json:"reviews,omitempty"`
}

// PayLaterTerms say by when a reservation has to be paid, and where. Lengths are minutes.
type PayLaterTerms struct {
	BeforeStart  int               `json:"beforeStart,omitempty"`
	AfterBooking int               `json:"afterBooking,omitempty"`
	AtStart      bool              `json:"atStart,omitempty"`
	Minimum      int               `json:"minimum,omitempty"`
	Where        map[string]string `json:"where,omitempty"`
}

// Range is a closed interval; a Max of 0 is open.
type Range struct {
	Min int `json:"min"`
	Max int `json:"max,omitempty"`
}

// Location is where a product takes place.
type Location struct {
	Place     string  `json:"place"`
	Address   string  `json:"address,omitempty"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// Transfer is pickup or drop-off. Without points of its own, a pickup is at the address that visitors give, and a
// drop-off where they were collected.
type Transfer struct {
	Included bool `json:"included"`
	// Extra is the id of the extra that pays for it: there is no such transfer without it.
	Extra string `json:"extra,omitempty"`
	// AddressRequired is true if visitors enter their hotel or address, whichever point they choose, unless that is
	// exact.
	AddressRequired bool    `json:"addressRequired,omitempty"`
	Points          []Point `json:"points,omitempty"`
}

// Point is one place of a Transfer.
type Point struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// MinutesBefore is how long before the start of what is booked visitors are collected; absent where that is not
	// fixed.
	MinutesBefore *int `json:"minutesBefore,omitempty"`
	// Times are of certain starts or stretches of days; the first that fits counts, before MinutesBefore.
	Times []PickupTime `json:"times,omitempty"`
	// Time is local, "15:30", and the same for every start.
	Time string `json:"time,omitempty"`
	// Exact is true if travellers wait at this very spot, so that no address is needed.
	Exact     bool    `json:"exact,omitempty"`
	Latitude  float64 `json:"latitude,omitempty"`
	Longitude float64 `json:"longitude,omitempty"`
}

// PickupTime is the local time of a pickup for a start, or for any, in a stretch of days, "12-02" every year, or in
// all.
type PickupTime struct {
	Start string `json:"start,omitempty"`
	From  string `json:"from,omitempty"`
	To    string `json:"to,omitempty"`
	Time  string `json:"time"`
}

// Supplier runs the product.
type Supplier struct {
	ID           string       `json:"id"`
	Name         string       `json:"name"`
	Confirmation Confirmation `json:"confirmation"`
	// WrittenIn is the language of Name, where that is not the page's.
	WrittenIn *Language `json:"writtenIn,omitempty"`
}

// Option is a variant of a product.
type Option struct {
	ID            string    `json:"id"`
	Title         string    `json:"title"`
	Description   string    `json:"description,omitempty"`
	Duration      *Duration `json:"duration,omitempty"`
	Capacity      int       `json:"capacity"`
	MaxTravellers int       `json:"maxTravellers"`
	Units         []Unit    `json:"units"`
	Price         *Price    `json:"price,omitempty"`
	// From is the lowest that the option can be had for; absent where there is no fixed price.
	From         *Price             `json:"from,omitempty"`
	Schedule     Schedule           `json:"schedule"`
	Cancellation []CancellationTier `json:"cancellation"`
	// MinimumParticipants is how many travellers a departure needs to take place, which is decided DecideBefore minutes
	// before its start; 0: it takes place with any number.
	MinimumParticipants int `json:"minimumParticipants,omitempty"`
	DecideBefore        int `json:"decideBefore,omitempty"`
}

// Unit is a kind of traveller or thing that is counted. Amounts are minor units of the product's currency.
type Unit struct {
	ID       string   `json:"id"`
	Type     UnitType `json:"type"`
	Title    string   `json:"title,omitempty"`
	PricedBy PricedBy `json:"pricedBy"`
	// Of is what one of it is, as in Price.
	Of            Item   `json:"of"`
	Price         int64  `json:"price"`
	OriginalPrice int64  `json:"originalPrice,omitempty"`
	Ages          *Range `json:"ages,omitempty"`
	Min           int    `json:"min,omitempty"`
	Max           int    `json:"max,omitempty"`
	PaxCount      int    `json:"paxCount"`
	// AccompaniedBy are the ids of units. At least one of them has to be booked with this one.
	AccompaniedBy []string `json:"accompaniedBy,omitempty"`
}

// Extra can be added to a booking. PricingPer is PerUnit if each traveller who takes it pays.
type Extra struct {
	ID          string     `json:"id"`
	Title       string     `json:"title"`
	Description string     `json:"description,omitempty"`
	PricingPer  PricingPer `json:"pricingPer"`
	Price       int64      `json:"price"`
	Max         int        `json:"max,omitempty"`
}

// Schedule says when an option runs, in the destination's local time.
type Schedule struct {
	// Seasons in order; the first that holds a day decides it. A day in none of them is closed.
	Seasons []Season `json:"seasons"`
	// ClosedDays are "2026-12-02" or, every year, "12-02".
	ClosedDays []string `json:"closedDays,omitempty"`
	// LeadMinutes is how long before the start booking closes.
	LeadMinutes int `json:"leadMinutes,omitempty"`
}

// Season is a stretch of days with the same times. From and To are days like ClosedDays, both included; empty is all
// year.
type Season struct {
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Weekdays are 0 (Sunday) to 6.
	Weekdays     []int    `json:"weekdays"`
	StartTimes   []string `json:"startTimes,omitempty"`
	OpeningHours []Hours  `json:"openingHours,omitempty"`
}

// Hours is one stretch of opening, "10:00" to "22:00"; a To before From ends on the next day.
type Hours struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// CancellationTier refunds Refund percent of a booking that is cancelled at least Before minutes before the start.
type CancellationTier struct {
	Before int `json:"before"`
	Refund int `json:"refund"`
}

// ItineraryStep is one stop of the day.
type ItineraryStep struct {
	ID      string `json:"id"`
	At      string `json:"at,omitempty"`
	Minutes int    `json:"minutes,omitempty"`
	Title   string `json:"title"`
	Text    string `json:"text,omitempty"`
}

// Review is a traveller's, in the language it was written in.
type Review struct {
	// ID is the API's id of a review that a buyer wrote there.
	ID       string `json:"id,omitempty"`
	Author   string `json:"author"`
	Country  string `json:"country,omitempty"`
	Rating   int    `json:"rating"`
	Date     string `json:"date"`
	Language string `json:"language"`
	Title    string `json:"title,omitempty"`
	Text     string `json:"text"`
}

const clockLayout = "15:04"

// PickupTimeFor returns the local time, "14:30", at which travellers are collected at a point for a start, "15:00", on
// a day, "2026-12-02": the time of its table, or so many minutes before the start. It is empty if the content sets no
// time, or if the time depends on a start and none is given. Operators open starts that the content does not know: a
// time after the start, or on the day before, does not apply.
func (p *Point) PickupTimeFor(day, start string) string {
	isInTime := func(at string) bool { return start == "" || at <= start }
	for i := range p.Times {
		t := &p.Times[i]
		if (t.Start == "" || t.Start == start) && InDateRange(t.From, t.To, day) && isInTime(t.Time) {
			return t.Time
		}
	}
	at := p.Time
	if p.MinutesBefore != nil {
		begins, err := time.Parse(clockLayout, start)
		if err != nil {
			return ""
		}
		at = begins.Add(-time.Duration(*p.MinutesBefore) * time.Minute).Format(clockLayout)
	}
	if !isInTime(at) {
		return ""
	}
	return at
}

// InDateRange reports whether a day is in a stretch of days, both ends included. Ends without a year return every year,
// and the stretch may then cross the end of a year. Without ends every day is in it.
func InDateRange(first, last, day string) bool {
	if first == "" || last == "" {
		return true
	}
	yearly := len("01-02")
	if len(first) == yearly && len(last) == yearly {
		day = day[5:]
	} else if len(first) == yearly {
		first = day[:5] + first
	} else if len(last) == yearly {
		last = day[:5] + last
	}
	if first <= last {
		return first <= day && day <= last
	}
	return day >= first || day <= last
}

// SeasonOn returns the season of a day, "2026-12-05"; nil if the option does not run on that day.
func (s *Schedule) SeasonOn(day string) *Season {
	for _, closed := range s.ClosedDays {
		if closed == day || closed == day[5:] {
			return nil
		}
	}
	for i := range s.Seasons {
		season := &s.Seasons[i]
		if !InDateRange(season.From, season.To, day) {
			continue
		}
		if slices.Contains(season.Weekdays, int(ParseDate(day).Weekday())) {
			return season
		}
		return nil
	}
	return nil
}

// ParseDate returns midnight UTC of a valid date, "2026-12-05".
func ParseDate(day string) time.Time {
	n := func(s string) (n int) {
		for _, c := range []byte(s) {
			n = n*10 + int(c-'0')
		}
		return n
	}
	return time.Date(n(day[:4]), time.Month(n(day[5:7])), n(day[8:10]), 0, 0, 0, 0, time.UTC)
}

// LengthBy returns ByDay or ByNight if a unit of the option is priced by it; empty otherwise.
func (o *Option) LengthBy() PricedBy {
	for i := range o.Units {
		if by := o.Units[i].PricedBy; by.IsByLength() {
			return by
		}
	}
	return ""
}

// ShortestStay returns the shortest length of a booking of the option, in days or nights; 1 if no price depends on it.
// usual and minimum are the durations of the option's product.
func (o *Option) ShortestStay(usual Duration, minimum *Duration) int {
	by, d := o.LengthBy(), usual
	if minimum != nil {
		d = *minimum
	} else if o.Duration != nil {
		d = *o.Duration
	}
	const dayMinutes = 24 * 60
	switch by {
	case ByNight:
		return max(1, d.Nights)
	case ByDay:
		return max(1, (d.Minutes+dayMinutes-1)/dayMinutes)
	}
	return 1
}
