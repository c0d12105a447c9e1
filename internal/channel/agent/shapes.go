package agent

import (
	"cmp"
	"time"

	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/wording"
)

// Money is an amount for programs and for people.
type Money struct {
	Amount   int64  `json:"amount" jsonschema:"in minor units of the currency"`
	Currency string `json:"currency" jsonschema:"ISO 4217"`
	Text     string `json:"text" jsonschema:"the amount as a decimal number with its currency"`
}

func moneyOf(amount int64, currency string) Money {
	return Money{amount, currency, money.Format(amount, currency) + " " + currency}
}

// Experience is a product in a list.
type Experience struct {
	Product  string  `json:"product" jsonschema:"the id that other tools take"`
	Title    string  `json:"title"`
	City     string  `json:"city"`
	Category string  `json:"category"`
	From     *Money  `json:"from,omitempty" jsonschema:"the lowest price; absent if it is negotiated"`
	Per      string  `json:"per,omitempty" jsonschema:"what the price is for"`
	Rating   float64 `json:"rating,omitempty" jsonschema:"out of 5"`
	Reviews  int     `json:"reviews,omitempty"`
	Minutes  int     `json:"minutes,omitempty"`
	Nights   int     `json:"nights,omitempty"`
	Pickup   bool    `json:"pickup"`
	URL      string  `json:"url"`
}

func experienceOf(c *payload.ProductCard, url string) Experience {
	e := Experience{
		Product: c.Slug, Title: c.Title, City: c.City.Name, Category: c.Category.Name,
		Minutes: c.Duration.Minutes, Nights: c.Duration.Nights, Pickup: c.Pickup, URL: url,
	}
	if c.Price != nil {
		from := moneyOf(c.Price.Amount, c.Price.Currency)
		e.From, e.Per = &from, string(cmp.Or(payload.PricedBy(c.Price.Of), c.Price.Per))
	}
	if c.Rating != nil {
		e.Rating, e.Reviews = c.Rating.Average, c.Rating.Count
	}
	return e
}

// Option is a variant of an experience.
type Option struct {
	ID            string   `json:"id"`
	Title         string   `json:"title"`
	Description   string   `json:"description,omitempty"`
	Price         *Money   `json:"price,omitempty" jsonschema:"of the whole booking; absent if units are priced"`
	Units         []Unit   `json:"units"`
	MaxTravellers int      `json:"maxTravellers,omitempty"`
	Cancellation  []Refund `json:"cancellation" jsonschema:"what is refunded of a booking that is cancelled in time; nothing later than the last"`
	LeadMinutes   int      `json:"bookAtLeastMinutesBefore,omitempty"`
	Length        *Length  `json:"length,omitempty" jsonschema:"absent if no price depends on it"`
}

// Length is how many days or nights of an option can be booked.
type Length struct {
	Unit string `json:"unit" jsonschema:"DAY or NIGHT"`
	Min  int    `json:"min" jsonschema:"also that of a choice without a length"`
	Max  int    `json:"max"`
}

// Extra is what can be added to a booking.
type Extra struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
	Price       *Money `json:"price,omitempty"`
	Per         string `json:"per" jsonschema:"BOOKING, or UNIT if each traveller who takes it pays"`
	Max         int    `json:"max,omitempty" jsonschema:"absent for one a booking, or one a traveller"`
}

func extraOf(p *booking.Product, e *payload.Extra) Extra {
	out := Extra{ID: e.ID, Title: e.Title, Description: e.Description, Per: string(e.PricingPer), Max: e.Max}
	if !p.NoFixedPrice {
		price := moneyOf(e.Price, p.Currency)
		out.Price = &price
	}
	return out
}

// Unit is a kind of traveller or thing that is counted.
type Unit struct {
	ID            string   `json:"id"`
	Type          string   `json:"type"`
	Title         string   `json:"title,omitempty"`
	Price         *Money   `json:"price,omitempty"`
	PricedBy      string   `json:"pricedBy,omitempty"`
	MinAge        int      `json:"minAge,omitempty"`
	MaxAge        int      `json:"maxAge,omitempty"`
	Min           int      `json:"min,omitempty"`
	Max           int      `json:"max,omitempty"`
	Travellers    int      `json:"travellers" jsonschema:"how many travellers one of it is"`
	AccompaniedBy []string `json:"accompaniedBy,omitempty" jsonschema:"units; one of them has to be booked with it"`
}

// Refund is a step of a cancellation policy.
type Refund struct {
	Percent       int `json:"percent"`
	MinutesBefore int `json:"minutesBefore" jsonschema:"of the start"`
}

func optionOf(p *booking.Product, o *payload.Option, language string) Option {
	words := wording.In(language)
	out := Option{
		ID: o.ID, Title: o.Title, Description: o.Description, Units: []Unit{}, MaxTravellers: o.MaxTravellers,
		Cancellation: []Refund{}, LeadMinutes: o.Schedule.LeadMinutes,
	}
	if lengthUnit := o.LengthBy(); lengthUnit != "" {
		shortest, longest := p.StayLimits(o)
		out.Length = &Length{string(lengthUnit), shortest, longest}
	}
	if o.Price != nil && !p.NoFixedPrice {
		price := moneyOf(o.Price.Amount, p.Currency)
		out.Price = &price
	}
	for _, u := range o.Units {
		unit := Unit{
			ID: u.ID, Type: string(u.Type), Title: cmp.Or(u.Title, words.Units[u.Type]), PricedBy: string(u.PricedBy),
			Min: u.Min, Max: u.Max, Travellers: u.PaxCount, AccompaniedBy: u.AccompaniedBy,
		}
		if o.Price == nil && !p.NoFixedPrice {
			price := moneyOf(u.Price, p.Currency)
			unit.Price = &price
		}
		if u.Ages != nil {
			unit.MinAge, unit.MaxAge = u.Ages.Min, u.Ages.Max
		}
		out.Units = append(out.Units, unit)
	}
	for _, tier := range o.Cancellation {
		out.Cancellation = append(out.Cancellation, Refund{tier.Refund, tier.Before})
	}
	return out
}

// Start is a departure, or a day of opening.
type Start struct {
	Option       string          `json:"option"`
	StartTime    string          `json:"startTime,omitempty" jsonschema:"local; absent if the visitor comes within opening hours"`
	StartsAt     time.Time       `json:"startsAt"`
	OpeningHours []payload.Hours `json:"openingHours,omitempty"`
	Status       string          `json:"status" jsonschema:"AVAILABLE, LIMITED, SOLD_OUT or CLOSED"`
	Vacancies    int             `json:"vacancies"`
}

// Day is a day of a month.
type Day struct {
	Option    string `json:"option"`
	Date      string `json:"date"`
	Status    string `json:"status"`
	Vacancies int    `json:"vacancies" jsonschema:"of the start with the most"`
}

// Line is a part of a total.
type Line struct {
	Title    string `json:"title"`
	Quantity int    `json:"quantity"`
	Unit     Money  `json:"unit"`
	Amount   Money  `json:"amount"`
}

// linesOf returns the lines of a price, with the titles of a language.
func linesOf(p *booking.PriceDetails, currency, language string) []Line {
	lines, words := []Line{}, wording.In(language)
	for _, l := range p.Lines {
		lines = append(lines, Line{
			Title: cmp.Or(l.Title, words.Units[l.Type], string(l.Kind)), Quantity: l.Quantity,
			Unit: moneyOf(l.UnitPrice, currency), Amount: moneyOf(l.Amount, currency),
		})
	}
	return lines
}
