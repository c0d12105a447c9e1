package table

import (
	"cmp"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/content/importer/prose"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
)

// level is the part of a product that a column describes.
type level int

const (
	ofProduct level = iota
	ofOption
	ofUnit
)

// column is one that a table may have.
type column struct {
	name      string
	level     level
	localized bool // occurs once for each language: title en, title ar
	set       func(c *cell, p *importer.Product, o *catalog.Option, u *catalog.Unit)
}

func factColumn(name string, set func(c *cell, f *catalog.Product)) column {
	return column{name, ofProduct, false, func(c *cell, p *importer.Product, _ *catalog.Option,
		_ *catalog.Unit) {
		set(c, &p.Facts)
	}}
}

func textColumn(name string, set func(c *cell, t *catalog.ProductText)) column {
	return column{name, ofProduct, true, func(c *cell, p *importer.Product, _ *catalog.Option,
		_ *catalog.Unit) {
		set(c, p.Text(c.language))
	}}
}

func option(name string, set func(c *cell, o *catalog.Option)) column {
	return column{name, ofOption, false,
		func(c *cell, _ *importer.Product, o *catalog.Option, _ *catalog.Unit) { set(c, o) }}
}

func unit(name string, set func(c *cell, u *catalog.Unit)) column {
	return column{name, ofUnit, false,
		func(c *cell, _ *importer.Product, _ *catalog.Option, u *catalog.Unit) { set(c, u) }}
}

// columns are all columns; docs/importing.md describes them. The currency comes before amounts.
var columns = []column{
	{"product", ofProduct, false, func(*cell, *importer.Product, *catalog.Option, *catalog.Unit) {}},
	factColumn("sourceId", func(c *cell, f *catalog.Product) { f.SourceID = c.text }),
	factColumn("currency", func(c *cell, f *catalog.Product) {
		if f.Currency = strings.ToUpper(c.text); !isCurrency(f.Currency) {
			c.wrong("%s", money.UnknownCurrencyMessage(c.text))
		}
	}),
	factColumn("city", func(c *cell, f *catalog.Product) { f.City = c.ids("city", []string{f.City}, c.text)[0] }),
	factColumn("categories", func(c *cell, f *catalog.Product) {
		f.Categories = c.ids("categories", f.Categories, c.list()...)
	}),
	factColumn("supplier", func(c *cell, f *catalog.Product) {
		f.Supplier = c.ids("supplier", []string{f.Supplier}, c.text)[0]
	}),
	factColumn("labels", func(c *cell, f *catalog.Product) { f.Labels = c.ids("labels", f.Labels, c.list()...) }),
	factColumn("occasions", func(c *cell, f *catalog.Product) {
		f.Occasions = c.ids("occasions", f.Occasions, c.list()...)
	}),
	factColumn("weight", func(c *cell, f *catalog.Product) { f.Weight = c.wholeNumber() }),
	{"status", ofProduct, false, setStatus},
	factColumn("availabilityType", func(c *cell, f *catalog.Product) { readEnum(c, &f.AvailabilityType, c.text) }),
	factColumn("pricingPer", func(c *cell, f *catalog.Product) { readEnum(c, &f.PricingPer, c.text) }),
	factColumn("noFixedPrice", func(c *cell, f *catalog.Product) { f.NoFixedPrice = c.yesOrNo() }),
	factColumn("duration", func(c *cell, f *catalog.Product) {
		if c.read(&f.Duration, span(c.text)) && f.Duration.IsZero() {
			c.wrong("a duration must be more than zero")
		}
	}),
	factColumn("guideLanguages", func(c *cell, f *catalog.Product) { f.GuideLanguages = c.languages() }),
	factColumn("ages", func(c *cell, f *catalog.Product) { f.Ages = c.span() }),
	factColumn("latitude", func(c *cell, f *catalog.Product) { f.Location.Latitude = c.degrees(90) }),
	factColumn("longitude", func(c *cell, f *catalog.Product) { f.Location.Longitude = c.degrees(180) }),
	partsColumn("images", false),
	partsColumn("imageAlts", true),
	factColumn("weekdays", func(c *cell, f *catalog.Product) { scheduleOf(f).Weekdays = c.days() }),
	factColumn("startTimes", func(c *cell, f *catalog.Product) {
		var all []catalog.Clock
		for _, text := range c.listSplitBy(isClock, betweenItems) {
			all = append(all, c.clock(text))
		}
		scheduleOf(f).StartTimes = all
	}),
	factColumn("openingHours", func(c *cell, f *catalog.Product) {
		var all []catalog.Hours
		for _, text := range c.list() {
			from, to, ok := strings.Cut(strings.ReplaceAll(text, "–", "-"), "-")
			if !ok {
				c.wrong("%q is not a range of hours such as 10:00-22:00", text)
				continue
			}
			all = append(all, catalog.Hours{From: c.clock(from), To: c.clock(to)})
		}
		scheduleOf(f).OpeningHours = all
	}),
	factColumn("closedDays", func(c *cell, f *catalog.Product) {
		var all []catalog.Date
		for _, text := range c.listSplitBy(isDate, betweenDays) {
			all = append(all, c.day(text))
		}
		scheduleOf(f).ClosedDays = all
	}),
	factColumn("seasons", func(c *cell, f *catalog.Product) {
		var all []catalog.Season
		for _, text := range c.list() {
			from, to, ok := strings.Cut(text, "/")
			if !ok {
				c.wrong("%q is not a season such as 2026-10-01/2027-04-30 or 10-01/04-30", text)
				continue
			}
			all = append(all, catalog.Season{From: c.day(from), To: c.day(to)})
		}
		scheduleOf(f).Seasons = all
	}),
	factColumn("leadTime", func(c *cell, f *catalog.Product) { c.read(&scheduleOf(f).LeadTime, span(c.text)) }),
	factColumn("schedule", func(c *cell, f *catalog.Product) {
		f.Schedule = &catalog.Schedule{}
		c.yaml(f.Schedule)
	}),
	factColumn("minimumDuration", func(c *cell, f *catalog.Product) { c.read(&f.MinimumDuration, span(c.text)) }),
	factColumn("payLater", func(c *cell, f *catalog.Product) {
		f.PayLater = &catalog.PayLaterTerms{}
		c.yaml(f.PayLater)
	}),
	factColumn("related", func(c *cell, f *catalog.Product) { f.Related = c.list() }),
	factColumn("aliases", func(c *cell, f *catalog.Product) { f.Aliases = c.list() }),
	factColumn("cancellation", func(c *cell, f *catalog.Product) { f.Cancellation = c.tiers() }),
	partsColumn("pickup", false),
	partsColumn("pickupAddressRequired", false),
	partsColumn("pickupPoints", false),
	partsColumn("pickupPointTitles", true),
	partsColumn("dropOff", false),
	partsColumn("dropOffPointTitles", true),
	partsColumn("extras", false),
	partsColumn("extraTitles", true),
	partsColumn("extraDescriptions", true),
	partsColumn("itinerary", false),
	partsColumn("itineraryTitles", true),
	partsColumn("itineraryTexts", true),
	{"draft", ofProduct, false, setWithdrawn},
	textColumn("title", func(c *cell, t *catalog.ProductText) { t.Title = prose.SingleLine(c.text) }),
	textColumn("translationDraft", func(c *cell, t *catalog.ProductText) { t.Draft = c.yesOrNo() }),
	textColumn("translationOf", func(c *cell, t *catalog.ProductText) { t.TranslationOf = c.text }),
	textColumn("translationSlug", func(c *cell, t *catalog.ProductText) { t.Slug = c.text }),
	textColumn("translationAliases", func(c *cell, t *catalog.ProductText) { t.Aliases = c.list() }),
	textColumn("summary", func(c *cell, t *catalog.ProductText) { t.Summary = prose.SingleLine(c.text) }),
	textColumn("seoTitle", func(c *cell, t *catalog.ProductText) { t.SEOTitle = prose.SingleLine(c.text) }),
	textColumn("seoDescription", func(c *cell, t *catalog.ProductText) { t.SEODescription = prose.SingleLine(c.text) }),
	textColumn("place", func(c *cell, t *catalog.ProductText) { t.Place = prose.SingleLine(c.text) }),
	textColumn("address", func(c *cell, t *catalog.ProductText) { t.Address = prose.SingleLine(c.text) }),
	textColumn("highlights", func(c *cell, t *catalog.ProductText) { t.Highlights = c.items() }),
	textColumn("includes", func(c *cell, t *catalog.ProductText) { t.Includes = c.items() }),
	textColumn("excludes", func(c *cell, t *catalog.ProductText) { t.Excludes = c.items() }),
	textColumn("knowBeforeYouGo", func(c *cell, t *catalog.ProductText) { t.KnowBeforeYouGo = c.items() }),
	textColumn("whatToBring", func(c *cell, t *catalog.ProductText) { t.WhatToBring = c.items() }),
	textColumn("description", func(c *cell, t *catalog.ProductText) { t.Body.Source = c.prose() }),
	{"option", ofOption, false, func(*cell, *importer.Product, *catalog.Option, *catalog.Unit) {}},
	{"optionTitle", ofOption, true, func(c *cell, p *importer.Product, o *catalog.Option, _ *catalog.Unit) {
		p.Text(c.language).Options[o.ID] = catalog.ItemText{Title: prose.SingleLine(c.text),
			Description: p.Text(c.language).Options[o.ID].Description}
	}},
	{"optionDescription", ofOption, true, func(c *cell, p *importer.Product, o *catalog.Option, _ *catalog.Unit) {
		p.Text(c.language).Options[o.ID] = catalog.ItemText{Title: p.Text(c.language).Options[o.ID].Title,
			Description: prose.SingleLine(c.text)}
	}},
	option("capacity", func(c *cell, o *catalog.Option) { o.Capacity = c.seats() }),
	option("maxTravellers", func(c *cell, o *catalog.Option) { o.MaxTravellers = c.wholeNumber() }),
	option("minimumParticipants", func(c *cell, o *catalog.Option) { o.MinimumParticipants = c.wholeNumber() }),
	option("decideBefore", func(c *cell, o *catalog.Option) { c.read(&o.DecideBefore, span(c.text)) }),
	option("optionDuration", func(c *cell, o *catalog.Option) { c.read(&o.Duration, span(c.text)) }),
	option("optionSchedule", func(c *cell, o *catalog.Option) {
		o.Schedule = &catalog.Schedule{}
		c.yaml(o.Schedule)
	}),
	option("optionCancellation", func(c *cell, o *catalog.Option) { o.Cancellation = c.tiers() }),
	{"optionPrice", ofOption, false, func(c *cell, p *importer.Product, o *catalog.Option,
		_ *catalog.Unit) {
		o.Price = c.money(p)
	}},
	{"optionOriginalPrice", ofOption, false, func(c *cell, p *importer.Product, o *catalog.Option,
		_ *catalog.Unit) {
		o.OriginalPrice = c.money(p)
	}},
	unit("unit", func(c *cell, u *catalog.Unit) {
		if unit, known := travellers[smallLetters(c.text)]; known {
			u.Type = unit
			return
		}
		readEnum(c, &u.Type, c.text)
	}),
	unit("unitId", func(c *cell, u *catalog.Unit) { u.ID = c.text }),
	{"unitTitle", ofUnit, true, func(c *cell, p *importer.Product, _ *catalog.Option, u *catalog.Unit) {
		t := p.Text(c.language)
		if t.Units == nil {
			t.Units = map[string]string{}
		}
		t.Units[cmp.Or(u.ID, strings.ToLower(string(cmp.Or(u.Type, payload.Adult))))] = prose.SingleLine(c.text)
	}},
	unit("pricedBy", func(c *cell, u *catalog.Unit) { readEnum(c, &u.PricedBy, c.text) }),
	unit("item", func(c *cell, u *catalog.Unit) { readEnum(c, &u.Item, c.text) }),
	{"price", ofUnit, false,
		func(c *cell, p *importer.Product, _ *catalog.Option, u *catalog.Unit) { u.Price = c.money(p) }},
	{"originalPrice", ofUnit, false, func(c *cell, p *importer.Product, _ *catalog.Option,
		u *catalog.Unit) {
		u.OriginalPrice = c.money(p)
	}},
	unit("unitAges", func(c *cell, u *catalog.Unit) { u.Ages = c.span() }),
	unit("min", func(c *cell, u *catalog.Unit) { u.Min = c.wholeNumber() }),
	unit("max", func(c *cell, u *catalog.Unit) { u.Max = c.wholeNumber() }),
	unit("paxCount", func(c *cell, u *catalog.Unit) { u.PaxCount = c.wholeNumber() }),
	unit("accompaniedBy", func(c *cell, u *catalog.Unit) { u.AccompaniedBy = c.list() }),
}

func isCurrency(code string) bool {
	_, ok := money.Exponent(code)
	return ok
}

func scheduleOf(f *catalog.Product) *catalog.Schedule {
	if f.Schedule == nil {
		f.Schedule = &catalog.Schedule{}
	}
	return f.Schedule
}
