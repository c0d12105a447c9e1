package table

import (
	"cmp"
	"maps"
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/core/payload"
)

// isScheduled reports whether each option has start times or opening hours.
func isScheduled(f *catalog.Product) bool {
	hours := func(s *catalog.Schedule) bool {
		return s != nil && (len(s.StartTimes)+len(s.OpeningHours) > 0 ||
			slices.ContainsFunc(s.Seasons, func(s catalog.Season) bool {
				return len(s.StartTimes)+len(s.OpeningHours) > 0
			}))
	}
	return hours(f.Schedule) ||
		!slices.ContainsFunc(f.Options, func(o catalog.Option) bool { return !hours(o.Schedule) })
}

// shopFacts sets assumed values for facts that a shop's table does not have.
func (t *table) shopFacts(p *importer.Product) {
	f := &p.Facts
	seats := t.Facts.Capacity
	if t.Shop != "" && seats == 0 {
		seats = 10
	}
	for i := range f.Options {
		if o := &f.Options[i]; o.Capacity == 0 && seats > 0 {
			o.Capacity = seats
			if t.Facts.Capacity == 0 {
				t.Assume(p, "capacity "+o.ID, "10", "a shop's table has no numbers of seats; this is assumed")
			}
		}
	}
	if t.Shop != "" && !isScheduled(f) {
		scheduleOf(f).StartTimes = []catalog.Clock{"09:00"}
		t.Assume(p, "startTimes", "09:00", "a shop's table has no start times; every day at this time is assumed")
	}
}

// noteUnit reports a family of unknown size, and a unit of several people without a title.
func (t *table) noteUnit(p *importer.Product, option string, u catalog.Unit) {
	column, why := "paxCount", "each takes one seat until paxCount has its number of people"
	switch {
	case u.Type == payload.Family && u.PaxCount == 0:
	case u.Type == payload.OtherUnit && u.PaxCount > 1 && !catalog.IsUnitNamed(p.Texts, unitID(u)):
		column, why = "unitTitle", "visitors see it as a guest"
	default:
		return
	}
	n := p.NoteFor(column)
	n.Value, n.Why, n.Do = option+" "+string(u.Type), why, "write "+column+" on its row"
	t.Report.Note(n)
}

// assumeCurrency uses the only currency of the storefronts if no option names one.
func (t *table) assumeCurrency() {
	if only := t.Library.Currencies(); t.Facts.Currency == "" && len(only) == 1 {
		t.Facts.Currency, t.assumesCurrency = only[0], true
	}
}

// noteCurrency reports once that the only currency of the storefronts is used.
func (t *table) noteCurrency(p *importer.Product) {
	if !t.assumesCurrency || p.Facts.Currency != "" {
		return
	}
	t.assumesCurrency = false
	t.Report.Note(importer.Note{Path: t.path, Line: 1, Col: 1, Field: "currency", Value: t.Facts.Currency,
		Why: "nothing names the currency of prices; the only one of the storefronts is used",
		Do:  "give --currency if it is another"})
}

// coordinates reports a latitude or a longitude without the other.
func (t *table) coordinates(p *importer.Product) {
	latitude, longitude := t.firstCells[p]["latitude"], t.firstCells[p]["longitude"]
	switch {
	case p.Matched:
	case latitude != nil && longitude == nil:
		latitude.wrong("there is no longitude beside it")
	case longitude != nil && latitude == nil:
		longitude.wrong("there is no latitude beside it")
	}
	t.noteExchangedCoordinates(p, latitude)
}

// noteExchangedCoordinates reports a place that is far from its city, and near it with latitude and longitude exchanged
// or with other signs.
func (t *table) noteExchangedCoordinates(p *importer.Product, latitude *cell) {
	for _, city := range t.Library.Cities {
		err := p.Facts.Location.CheckNear(city)
		if latitude != nil && city.Slug == cmp.Or(p.Facts.City, t.Facts.City) && err != nil {
			latitude.wrong("%v", err)
		}
	}
}

// complete derives and checks what depends on several rows.
func (t *table) complete(p *importer.Product) {
	t.parts(p)
	t.coordinates(p)
	t.compareTexts(p)
	t.removeSwitchedOff(p)
	t.noteWithoutRows(p)
	t.makeUnmarkedDraft(p)
	f := &p.Facts
	t.removeEqualOriginalPrices(f)
	if f.AvailabilityType == "" {
		f.AvailabilityType = payload.StartTime
		if f.Schedule != nil && len(f.Schedule.OpeningHours) > 0 {
			f.AvailabilityType = payload.OpeningHours
		}
	}
	t.shopFacts(p)
	if !isScheduled(f) {
		t.NoteMissing(p, "startTimes", "", "it has neither startTimes nor openingHours", "write when it takes place")
	}
	for _, language := range slices.Sorted(maps.Keys(p.Texts)) {
		if cmp.Or(p.Texts[language].Title, t.ContentText(p, language).Title) == "" {
			t.NoteMissing(p, "title "+language, "", "it has texts in this language, but no title", "write one")
		}
	}
	for _, o := range f.Options {
		if o.Capacity == 0 {
			t.NoteMissing(p, "capacity", o.ID, "the option has none: seats in one slot", "write one on its first row")
		}
		if f.NoFixedPrice || cmp.Or(f.Currency, t.Facts.Currency) == "" { // a missing currency is reported elsewhere
			continue
		}
		if f.PricingPer == payload.PerBooking && o.Price == "" {
			t.NoteMissing(p, "optionPrice", o.ID, "the option of a product priced per BOOKING has none",
				"write one on its first row")
		}
		for _, u := range o.Units {
			t.noteUnit(p, o.ID, u)
			if f.PricingPer != payload.PerBooking && u.Price == "" {
				t.NoteMissing(p, "price", o.ID+" "+string(u.Type), "the unit has none",
					"write one on its row, or noFixedPrice")
			}
		}
	}
}
