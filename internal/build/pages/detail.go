package pages

import (
	"sort"

	"storefront/internal/content/catalog"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
)

func (m *Summarizer) detail(p *catalog.Product, f facts, t *catalog.ProductText, view catalog.View,
	overview string) *payload.ProductDetail {
	d := &payload.ProductDetail{
		Summary: t.Summary, Overview: overview,
		Labels: namesOf(m.labelsOf(p), m.lib.Labels, view), Occasions: namesOf(p.Occasions, m.lib.Occasions, view),
		Status: p.Status, AvailabilityType: p.AvailabilityType,
		PricingPer: p.PricingPer,
		Currency:   p.Currency, CurrencyExponent: f.exponent, Price: f.price, NoFixedPrice: p.NoFixedPrice,
		Duration: payload.Duration(p.Duration), Ages: (*payload.Range)(p.Ages), GuideLanguages: p.GuideLanguages,
		Location: payload.Location{Place: t.Place, Address: t.Address, Latitude: p.Location.Latitude,
			Longitude: p.Location.Longitude},
		Pickup: transfer(p.Pickup, t.PickupPoints), DropOff: transfer(p.DropOff, t.DropOffPoints),
		Highlights: t.Highlights, Includes: t.Includes, Excludes: t.Excludes,
		KnowBeforeYouGo: t.KnowBeforeYouGo, WhatToBring: t.WhatToBring,
		PayLater: payLaterTermsOf(p.PayLater), Rating: f.rating, Stars: f.stars,
		Reviews: reviews(p.Reviews, view.Language),
	}
	if c := m.cities[p.City]; c != nil {
		d.TimeZone = c.TimeZone
	}
	if s := m.lib.Suppliers[p.Supplier]; s != nil {
		name, language := view.TextWithFallback(s.Name)
		d.Supplier = payload.Supplier{ID: s.ID, Name: name, Confirmation: s.Confirmation,
			WrittenIn: writtenInOf(language, view)}
	}
	if !p.MinimumDuration.IsZero() {
		d.MinimumDuration = (*payload.Duration)(&p.MinimumDuration)
	}
	for _, name := range p.Images {
		if i := m.image(name, view); i != nil {
			d.Images = append(d.Images, *i)
		}
	}
	for _, o := range p.Options {
		d.Options = append(d.Options, option(p, o, t, f.exponent))
	}
	for _, e := range p.Extras {
		d.Extras = append(d.Extras, payload.Extra{
			ID: e.ID, Title: t.Extras[e.ID].Title, Description: t.Extras[e.ID].Description,
			PricingPer: e.PricingPer, Price: minorUnits(e.Price, p.Currency), Max: e.Max,
		})
	}
	for _, s := range p.Itinerary {
		d.Itinerary = append(d.Itinerary, payload.ItineraryStep{
			ID: s.ID, At: string(s.At), Minutes: s.Duration.Minutes, Title: t.Itinerary[s.ID].Title,
			Text: t.Itinerary[s.ID].Text,
		})
	}
	return d
}

// minorUnits returns the amount of a checked price in minor units.
func minorUnits(d catalog.Decimal, currency string) int64 {
	n, _ := money.Parse(string(d), currency)
	return n
}

func transfer(t *catalog.Transfer, names map[string]string) *payload.Transfer {
	if t == nil {
		return nil
	}
	out := &payload.Transfer{Included: t.Included, Extra: t.Extra, AddressRequired: t.AddressRequired}
	for _, p := range t.Points {
		point := payload.Point{
			ID: p.ID, Name: names[p.ID], MinutesBefore: p.MinutesBefore, Time: string(p.Time), Exact: p.Exact,
			Latitude: p.Latitude, Longitude: p.Longitude,
		}
		for _, at := range p.Times {
			point.Times = append(point.Times, payload.PickupTime{
				Start: string(at.Start), From: string(at.From), To: string(at.To), Time: string(at.Time),
			})
		}
		out.Points = append(out.Points, point)
	}
	return out
}

func option(p *catalog.Product, o catalog.Option, t *catalog.ProductText, exponent int) payload.Option {
	out := payload.Option{
		ID: o.ID, Title: t.Options[o.ID].Title, Description: t.Options[o.ID].Description,
		Capacity: o.Capacity, MaxTravellers: o.MaxTravellers, Schedule: schedule(p, o),
		Cancellation: cancellationTiers(p, o),
		From:         lowestPriceOf(p, []catalog.Option{o}), MinimumParticipants: o.MinimumParticipants,
		DecideBefore: o.DecideBefore.Minutes,
	}
	if !o.Duration.IsZero() {
		out.Duration = (*payload.Duration)(&o.Duration)
	}
	if o.Price != "" {
		out.Price = &payload.Price{
			Money:    payload.Money{Amount: minorUnits(o.Price, p.Currency), Currency: p.Currency, Exponent: exponent},
			Original: minorUnits(o.OriginalPrice, p.Currency), Per: payload.ByBooking,
		}
	}
	for _, u := range o.Units {
		out.Units = append(out.Units, payload.Unit{
			ID: u.ID, Type: u.Type, Title: t.Units[u.ID], PricedBy: u.PricedBy, Of: itemOf(u),
			Price: minorUnits(u.Price, p.Currency), OriginalPrice: minorUnits(u.OriginalPrice, p.Currency),
			Ages: (*payload.Range)(u.Ages), Min: u.Min, Max: u.Max, PaxCount: u.PaxCount,
			AccompaniedBy: u.AccompaniedBy,
		})
	}
	return out
}

// OptionOf returns an option as a build would have it, without its texts.
func OptionOf(p *catalog.Product, o catalog.Option) *payload.Option {
	out := option(p, o, &catalog.ProductText{}, 0)
	return &out
}

func cancellationTiers(p *catalog.Product, o catalog.Option) []payload.CancellationTier {
	from := o.Cancellation
	if from == nil {
		from = p.Cancellation
	}
	out := []payload.CancellationTier{}
	for _, t := range from {
		out = append(out, payload.CancellationTier{Before: t.Before.Minutes, Refund: t.Refund})
	}
	return out
}

// schedule returns an option's own schedule, or the product's, as seasons that are complete in themselves.
func schedule(p *catalog.Product, o catalog.Option) payload.Schedule {
	s := o.Schedule
	if s == nil {
		s = p.Schedule
	}
	if s == nil {
		return payload.Schedule{Seasons: []payload.Season{}}
	}
	out := payload.Schedule{LeadMinutes: s.LeadTime.Minutes, Seasons: []payload.Season{}}
	for _, day := range s.ClosedDays {
		out.ClosedDays = append(out.ClosedDays, string(day))
	}
	seasons := s.Seasons
	if len(seasons) == 0 {
		seasons = []catalog.Season{{}}
	}
	for _, season := range seasons {
		out.Seasons = append(out.Seasons, payload.Season{
			From: string(season.From), To: string(season.To),
			Weekdays:     weekdays(season.Weekdays, s.Weekdays),
			StartTimes:   startTimes(season.StartTimes, s.StartTimes),
			OpeningHours: openingHours(season.OpeningHours, s.OpeningHours),
		})
	}
	return out
}

func weekdays(own, common []catalog.Weekday) []int {
	if len(own) == 0 {
		own = common
	}
	if len(own) == 0 {
		return []int{0, 1, 2, 3, 4, 5, 6}
	}
	var out []int
	for _, d := range own {
		out = append(out, int(d))
	}
	sort.Ints(out)
	return out
}

func startTimes(own, common []catalog.Clock) []string {
	if len(own) == 0 {
		own = common
	}
	var out []string
	for _, c := range own {
		out = append(out, string(c))
	}
	sort.Strings(out)
	return out
}

func openingHours(own, common []catalog.Hours) []payload.Hours {
	if len(own) == 0 {
		own = common
	}
	var out []payload.Hours
	for _, h := range own {
		out = append(out, payload.Hours{From: string(h.From), To: string(h.To)})
	}
	return out
}

// reviews returns the reviews in the page's language first, and in each group the newest first.
func reviews(from []catalog.Review, language string) []payload.Review {
	out := make([]payload.Review, 0, len(from))
	for _, r := range from {
		out = append(out, payload.Review{
			ID: r.ID, Author: r.Author, Country: r.Country, Rating: r.Rating, Date: string(r.Date),
			Language: r.Language, Title: r.Title, Text: r.Text,
		})
	}
	sort.SliceStable(out, func(i, j int) bool {
		if a, b := out[i].Language == language, out[j].Language == language; a != b {
			return a
		}
		return out[i].Date > out[j].Date
	})
	return out
}
