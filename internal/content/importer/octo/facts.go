package octo

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/scaffold"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/lib/lazyregexp"
)

// mapping maps one product.
type mapping struct {
	*supplier
	p         *importer.Product
	from      *product
	optionIDs map[string]string // ours by OCTO's
	unitIDs   map[string]string // ours by OCTO's option and unit
	steps     []string          // ids of the itinerary, in the order of locations
}

func (o *mapping) note(field, value, why, do string) {
	n := o.p.NoteFor(field)
	n.Value, n.Why, n.Do = value, why, do
	o.Report.Note(n)
}

func (o *mapping) facts() {
	f, from := &o.p.Facts, o.from
	f.AvailabilityType, f.PricingPer = payload.StartTime, payload.PerUnit
	if from.AvailabilityType == "OPENING_HOURS" {
		f.AvailabilityType = payload.OpeningHours
	}
	if from.PricingPer == string(payload.PerBooking) {
		f.PricingPer = payload.PerBooking
	}
	f.Currency = cmp.Or(o.Facts.Currency, from.DefaultCurrency)
	if f.Currency == "" && len(from.AvailableCurrencies) > 0 {
		f.Currency = from.AvailableCurrencies[0]
	}
	o.categories()
	f.City = o.city()
	o.setPlace()
	f.Duration.Minutes = from.DurationMinutesFrom
	if from.DurationMinutesTo > from.DurationMinutesFrom {
		o.note("durationMinutesTo", strconv.Itoa(from.DurationMinutesTo),
			"a product has one duration; the shorter is used", "mention the longer in its text")
	}
	for _, c := range from.Commentary {
		if language := strings.ToLower(c.Language); c.Format == "IN_PERSON" && language != "" &&
			!slices.Contains(f.GuideLanguages, language) {
			f.GuideLanguages = append(f.GuideLanguages, language)
		}
	}
	for i := range from.Options {
		o.option(&from.Options[i])
	}
	o.moveCommonToProduct()
	o.Assume(o.p, "schedule", "", "an OCTO catalogue has neither days nor seats of slots; every day is assumed")
}

// categories are those of content that have the name of one of the product's.
func (o *mapping) categories() {
	labels := slices.Clone(o.from.CategoryLabels)
	for _, c := range o.from.Categories {
		labels = append(labels, c.Title)
	}
	for _, label := range labels {
		known := ""
		for _, c := range o.Library.Categories {
			if c.Slug == scaffold.Slug(strings.ReplaceAll(label, "_", " ")) ||
				slices.ContainsFunc(o.Languages, func(l string) bool {
					return c.Texts[l] != nil &&
						strings.EqualFold(c.Texts[l].Title, label)
				}) {
				known = c.Slug
			}
		}
		if known != "" && !slices.Contains(o.p.Facts.Categories, known) {
			o.p.Facts.Categories = append(o.p.Facts.Categories, known)
		} else if known == "" {
			o.note("category", label, "content has no such category", "")
		}
	}
}

// city is the one of content that the product's places name.
func (o *mapping) city() string {
	var names []string
	if o.from.Destination != nil {
		names = append(names, o.from.Destination.Name)
	}
	for _, l := range o.from.Locations {
		names = append(names, l.Place.PostalAddress.AddressLocality)
	}
	for _, c := range o.Library.Cities {
		for _, name := range names {
			if name != "" && (c.Slug == scaffold.Slug(name) ||
				slices.ContainsFunc(o.Languages, func(l string) bool {
					return c.Texts[l] != nil &&
						strings.EqualFold(c.Texts[l].Title, name)
				})) {
				return c.Slug
			}
		}
	}
	return ""
}

// start is the location where a product begins.
func (p *product) start() *location {
	for i := range p.Locations {
		if slices.Contains(p.Locations[i].Types, "START") {
			return &p.Locations[i]
		}
	}
	if len(p.Locations) > 0 {
		return &p.Locations[0]
	}
	return nil
}

func (o *mapping) setPlace() {
	f := &o.p.Facts
	if at := o.from.start(); at != nil {
		f.Location = catalog.Coordinates{Latitude: at.Place.Latitude, Longitude: at.Place.Longitude}
	}
	if d := o.from.Destination; d != nil && f.Location == (catalog.Coordinates{}) {
		f.Location = catalog.Coordinates{Latitude: d.Latitude, Longitude: d.Longitude}
	}
	used := map[string]bool{}
	for i, l := range o.from.Locations {
		id := ""
		if slices.Contains(l.Types, "ITINERARY_ITEM") {
			id = importer.UniqueID(scaffold.Slug(l.Title), "step", used)
			step := catalog.Step{ID: id}
			step.Duration.Minutes = l.MinutesAt
			f.Itinerary = append(f.Itinerary, step)
		} else if i > 0 && !slices.Contains(l.Types, "START") {
			o.note("locations", l.Title, "only the start and the itinerary are shown", "")
		}
		o.steps = append(o.steps, id)
	}
}

func (o *mapping) option(from *option) {
	f := &o.p.Facts
	used := map[string]bool{}
	for _, other := range f.Options {
		used[other.ID] = true
	}
	name := cmp.Or(scaffold.Slug(from.InternalName), scaffold.Slug(from.Title), scaffold.Slug(from.ID))
	id := importer.UniqueID(name, "option", used)
	o.optionIDs[from.ID] = id
	out := catalog.Option{ID: id, Capacity: cmp.Or(o.client.Facts.Capacity, from.Restrictions.MaxPaxCount,
		from.Restrictions.MaxUnits, 10)}
	if most := cmp.Or(from.Restrictions.MaxPaxCount, from.Restrictions.MaxUnits); most > 0 && most < out.Capacity {
		out.MaxTravellers = most
	}
	if from.Restrictions.MinUnits > 1 {
		o.note("restrictions.minUnits", strconv.Itoa(from.Restrictions.MinUnits),
			"an option has no minimum number of travellers; a unit has one", "write min at the unit")
	}
	if minutes := minutesOf(from.DurationAmount, from.DurationUnit); minutes > 0 {
		if f.Duration.IsZero() {
			f.Duration.Minutes = minutes
		} else if minutes != f.Duration.Minutes {
			out.Duration.Minutes = minutes
		}
	}
	out.Schedule = o.times(from)
	out.Cancellation = o.cutoff(from)
	if f.PricingPer == payload.PerBooking {
		out.Price, out.OriginalPrice = o.price(cmp.Or(from.ID, id), slices.Concat(from.PricingFrom, from.Pricing))
	}
	o.units(from, &out)
	o.pickup(from)
	if from.Language != "" && !slices.Contains(f.GuideLanguages, strings.ToLower(from.Language)) {
		f.GuideLanguages = append(f.GuideLanguages, strings.ToLower(from.Language))
	}
	if from.Default {
		f.Options = slices.Insert(f.Options, 0, out)
	} else {
		f.Options = append(f.Options, out)
	}
}

// times returns the times of an option; commons moves common ones to the product.
func (o *mapping) times(from *option) *catalog.Schedule {
	s := &catalog.Schedule{}
	if o.p.Facts.AvailabilityType == payload.OpeningHours {
		s.OpeningHours = []catalog.Hours{{From: "09:00", To: "18:00"}}
		o.Assume(o.p, "openingHours", "09:00-18:00", "an OCTO catalogue does not have them; these are assumed")
		return s
	}
	for _, text := range from.AvailabilityLocalStartTimes {
		var at catalog.Clock
		if at.UnmarshalText([]byte(text[:min(len(text), len("15:04"))])) != nil {
			o.note("availabilityLocalStartTimes", text, "this is not a time", "")
		} else if !slices.Contains(s.StartTimes, at) {
			s.StartTimes = append(s.StartTimes, at)
		}
	}
	if slices.Sort(s.StartTimes); len(s.StartTimes) == 0 {
		s.StartTimes = []catalog.Clock{"09:00"}
		o.Assume(o.p, "availabilityLocalStartTimes", "09:00", "the option "+importer.Short(from.InternalName)+
			" has none; this is used")
	}
	return s
}

var cutoffForm = lazyregexp.New(`^(\d+)\s*(minute|hour|day)s?$`)

func (o *mapping) cutoff(from *option) []catalog.Tier {
	minutes := -1
	if from.CancellationCutoffAmount != nil && from.CancellationCutoffUnit != "" {
		minutes = minutesOf(float64(*from.CancellationCutoffAmount), from.CancellationCutoffUnit)
	} else if m := cutoffForm.FindStringSubmatch(strings.ToLower(from.CancellationCutoff)); m != nil {
		n, _ := strconv.ParseFloat(m[1], 64)
		minutes = minutesOf(n, m[2])
	}
	if minutes < 0 {
		if from.CancellationCutoff != "" {
			o.note("cancellationCutoff", from.CancellationCutoff, "this cannot be read", "write cancellation")
		}
		return nil
	}
	return []catalog.Tier{{Before: catalog.Duration{Minutes: minutes}, Refund: 100}}
}

func minutesOf(amount any, unit string) int {
	n, err := strconv.ParseFloat(fmt.Sprint(amount), 64)
	each := map[string]float64{"minute": 1, "hour": 60, "day": 1440}[strings.TrimSuffix(strings.ToLower(unit), "s")]
	if err != nil || n < 0 || n*each > 1e6 {
		return 0
	}
	return int(n * each)
}

// moveCommonToProduct makes the first option's schedule and policy the product's, and keeps those of others only if
// they differ.
func (o *mapping) moveCommonToProduct() {
	f := &o.p.Facts
	f.Schedule, f.Cancellation = f.Options[0].Schedule, f.Options[0].Cancellation
	for i := range f.Options {
		out := &f.Options[i]
		if slices.Equal(out.Schedule.StartTimes, f.Schedule.StartTimes) {
			out.Schedule = nil
		}
		if slices.Equal(out.Cancellation, f.Cancellation) {
			out.Cancellation = nil
		}
	}
}

func (o *mapping) units(from *option, out *catalog.Option) {
	used := map[string]bool{}
	if o.unitIDs == nil {
		o.unitIDs = map[string]string{}
	}
	for _, u := range from.Units {
		unit := catalog.Unit{Type: payload.UnitType(u.Type), Min: u.Restrictions.MinQuantity,
			Max: u.Restrictions.MaxQuantity}
		if unit.Type.Check() != nil {
			unit.Type = payload.OtherUnit
			o.note("unit type", u.Type, "there is no such type; it becomes OTHER", "")
		}
		plainID := strings.ToLower(string(unit.Type))
		id := scaffold.Slug(cmp.Or(u.InternalName, u.ID))
		if used[plainID] || unit.Type == payload.OtherUnit && id != "" {
			unit.ID = importer.UniqueID(id, plainID, used)
		} else {
			used[plainID] = true
		}
		o.unitIDs[from.ID+" "+u.ID] = cmp.Or(unit.ID, plainID)
		if r := u.Restrictions; r.MinAge > 0 || r.MaxAge > 0 && r.MaxAge < 99 {
			unit.Ages = &catalog.Range{Min: r.MinAge, Max: r.MaxAge}
			if r.MaxAge >= 99 {
				unit.Ages.Max = 0
			}
		}
		if u.Restrictions.PaxCount > 1 {
			unit.PaxCount = u.Restrictions.PaxCount
		}
		if u.Restrictions.IDRequired {
			o.note("unit "+u.InternalName, "", "the requirement of an ID is not kept", "mention it in knowBeforeYouGo")
		}
		if o.p.Facts.PricingPer == payload.PerUnit {
			unit.Price, unit.OriginalPrice = o.price(u.ID, slices.Concat(u.PricingFrom, u.Pricing))
		}
		out.Units = append(out.Units, unit)
	}
	o.setCompanions(from, out)
	if len(out.Units) == 0 {
		out.Units = []catalog.Unit{{Type: payload.Adult}}
		o.NoteMissing(o.p, "units", from.InternalName, "the option has no units", "ask the supplier")
	}
}

// setCompanions sets which units have to be booked with others. It runs once all units have their ids here.
func (o *mapping) setCompanions(from *option, out *catalog.Option) {
	for i, u := range from.Units {
		for _, id := range u.Restrictions.AccompaniedBy {
			if known := o.unitIDs[from.ID+" "+id]; known != "" && id != u.ID {
				out.Units[i].AccompaniedBy = append(out.Units[i].AccompaniedBy, known)
			} else {
				o.note("unit "+u.InternalName, id, "accompaniedBy names no other unit of the option",
					"ask the supplier")
			}
		}
	}
}

// price is the one in the product's currency, in main units.
func (o *mapping) price(of string, all []price) (price, original catalog.Decimal) {
	currency := o.p.Facts.Currency
	exponent, ok := money.Exponent(currency)
	if !ok {
		return "", "" // reported of the product
	}
	for _, p := range all {
		if p.Currency != currency {
			continue
		}
		now, whole := rescale(p.Retail, p.CurrencyPrecision, exponent)
		before, wholeBefore := rescale(p.Original, p.CurrencyPrecision, exponent)
		if !whole || p.Retail < 0 {
			o.NoteMissing(o.p, "pricing", strconv.FormatInt(p.Retail, 10),
				fmt.Sprintf("the price of %s has %d decimals, and %s has %d", of, p.CurrencyPrecision, currency,
					exponent), "ask the supplier")
			return "", ""
		}
		if price = catalog.Decimal(trimmed(now, currency)); wholeBefore && before > now {
			original = catalog.Decimal(trimmed(before, currency))
		}
		return price, original
	}
	o.NoteMissing(o.p, "pricing", of, "it has no price in "+currency, "give --currency, or ask the supplier")
	return "", ""
}

// trimmed is an amount without decimals that are all zero.
func trimmed(minor int64, currency string) string {
	exponent, _ := money.Exponent(currency)
	return strings.TrimSuffix(money.Format(minor, currency), "."+strings.Repeat("0", exponent))
}

func rescale(amount int64, from, to int) (int64, bool) {
	if from < 0 || from > 6 || amount > 1e12 {
		return 0, false
	}
	for ; from < to; from++ {
		amount *= 10
	}
	for ; from > to; from-- {
		if amount%10 != 0 {
			return 0, false
		}
		amount /= 10
	}
	return amount, true
}

func (o *mapping) pickup(from *option) {
	if !from.PickupAvailable && !from.PickupRequired || o.p.Facts.Pickup != nil {
		return
	}
	pickup, used := &catalog.Transfer{Included: from.PickupRequired}, map[string]bool{}
	for _, point := range from.PickupPoints {
		pickup.Points = append(pickup.Points, catalog.Point{ID: importer.UniqueID(cmp.Or(scaffold.Slug(point.Name),
			scaffold.Slug(point.ID)), "point", used), Latitude: point.Latitude, Longitude: point.Longitude})
	}
	o.p.Facts.Pickup = pickup
}
