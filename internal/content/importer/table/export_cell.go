package table

import (
	"cmp"
	"fmt"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/source"
	"storefront/internal/core/payload"
)

// cells are the columns' values in an export, by name.
var cells = map[string]func(x *exported) string{
	"product":          func(x *exported) string { return x.p.Slug },
	"sourceId":         func(x *exported) string { return x.p.SourceID },
	"currency":         func(x *exported) string { return x.p.Currency },
	"city":             func(x *exported) string { return x.p.City },
	"categories":       func(x *exported) string { return listText(x.p.Categories) },
	"supplier":         func(x *exported) string { return x.p.Supplier },
	"labels":           func(x *exported) string { return listText(x.p.Labels) },
	"occasions":        func(x *exported) string { return listText(x.p.Occasions) },
	"weight":           func(x *exported) string { return unless(x.p.Weight, source.DefaultWeight) },
	"status":           func(x *exported) string { return unless(x.p.Status, payload.Available) },
	"availabilityType": func(x *exported) string { return string(x.p.AvailabilityType) },
	"pricingPer":       func(x *exported) string { return unless(x.p.PricingPer, payload.PerUnit) },
	"noFixedPrice":     func(x *exported) string { return yesText(x.p.NoFixedPrice) },
	"duration":         func(x *exported) string { return durationOf(x.p.Duration) },
	"minimumDuration":  func(x *exported) string { return durationOf(x.p.MinimumDuration) },
	"guideLanguages":   func(x *exported) string { return listText(x.p.GuideLanguages) },
	"ages":             func(x *exported) string { return spanOf(x.p.Ages) },
	"latitude":         func(x *exported) string { return degrees(x.p.Location.Latitude) },
	"longitude":        func(x *exported) string { return degrees(x.p.Location.Longitude) },
	"images":           func(x *exported) string { return listText(x.p.Images) },
	"imageAlts":        func(x *exported) string { return listUnlessEmpty(x.altsOf()) },
	"payLater":         func(x *exported) string { return yamlOf(x.p.PayLater) },
	"related":          func(x *exported) string { return listText(x.p.Related) },
	"aliases":          func(x *exported) string { return listText(x.p.Aliases) },
	"draft":            func(x *exported) string { return yesText(x.p.Draft) },
	"cancellation":     func(x *exported) string { return tiersOf(x.p.Cancellation) },

	"schedule": func(x *exported) string {
		if x.p.Schedule != nil && isZero(x.simpleSchedule()) {
			return yamlOf(x.p.Schedule)
		}
		return ""
	},
	"weekdays": func(x *exported) string {
		return each(x.simpleSchedule().Weekdays, func(d catalog.Weekday) string { return scaffold.FormatWeekday(d) })
	},
	"startTimes": func(x *exported) string {
		return each(x.simpleSchedule().StartTimes, func(c catalog.Clock) string { return string(c) })
	},
	"openingHours": func(x *exported) string {
		return each(x.simpleSchedule().OpeningHours,
			func(h catalog.Hours) string { return string(h.From) + "-" + string(h.To) })
	},
	"closedDays": func(x *exported) string {
		return each(x.simpleSchedule().ClosedDays, func(d catalog.Date) string { return string(d) })
	},
	"seasons": func(x *exported) string {
		return each(x.simpleSchedule().Seasons,
			func(s catalog.Season) string { return string(s.From) + "/" + string(s.To) })
	},
	"leadTime": func(x *exported) string { return durationOf(x.simpleSchedule().LeadTime) },

	"pickup": func(x *exported) string {
		if t := x.simplePickup(); t != nil {
			return kindOf(t)
		}
		return yamlOf(x.p.Pickup)
	},
	"pickupAddressRequired": func(x *exported) string {
		t := x.simplePickup()
		return yesText(t != nil && t.AddressRequired)
	},
	"pickupPoints": func(x *exported) string {
		t := x.simplePickup()
		if t == nil {
			return ""
		}
		return each(t.Points, func(p catalog.Point) string {
			switch {
			case p.MinutesBefore != nil:
				return fmt.Sprintf("%s=%dm", p.ID, *p.MinutesBefore)
			case p.Time != "":
				return p.ID + "=" + string(p.Time)
			}
			return p.ID
		})
	},
	"pickupPointTitles":  func(x *exported) string { return pointsOf(x.p.Pickup, x.t.PickupPoints) },
	"dropOff":            func(x *exported) string { return dropOffOf(x.p.DropOff) },
	"dropOffPointTitles": func(x *exported) string { return pointsOf(x.p.DropOff, x.t.DropOffPoints) },

	"extras": func(x *exported) string {
		return each(x.p.Extras, func(e catalog.Extra) string {
			text := e.ID + "=" + string(e.Price)
			if e.PricingPer == payload.PerBooking {
				text += " per booking"
			}
			if e.Max > 0 {
				text += fmt.Sprintf(" max %d", e.Max)
			}
			return text
		})
	},
	"extraTitles": func(x *exported) string {
		return listUnlessEmpty(extraTexts(x, func(t catalog.ItemText) string { return t.Title }))
	},
	"extraDescriptions": func(x *exported) string {
		return listUnlessEmpty(extraTexts(x, func(t catalog.ItemText) string { return t.Description }))
	},
	"itinerary": func(x *exported) string {
		return each(x.p.Itinerary, func(s catalog.Step) string {
			when := strings.TrimSpace(string(s.At) + " " + durationOf(s.Duration))
			if when == "" {
				return s.ID
			}
			return s.ID + "=" + when
		})
	},
	"itineraryTitles": func(x *exported) string {
		return listUnlessEmpty(stepTexts(x, func(t catalog.StepText) string { return t.Title }))
	},
	"itineraryTexts": func(x *exported) string {
		return listUnlessEmpty(stepTexts(x, func(t catalog.StepText) string { return t.Text }))
	},

	"translationOf":      func(x *exported) string { return string(x.t.TranslationOf) },
	"translationDraft":   func(x *exported) string { return yesText(x.t.Draft) },
	"translationSlug":    func(x *exported) string { return x.t.Slug },
	"translationAliases": func(x *exported) string { return listText(x.t.Aliases) },
	"title":              func(x *exported) string { return x.t.Title },
	"summary":            func(x *exported) string { return x.t.Summary },
	"seoTitle":           func(x *exported) string { return x.t.SEOTitle },
	"seoDescription":     func(x *exported) string { return x.t.SEODescription },
	"place":              func(x *exported) string { return x.t.Place },
	"address":            func(x *exported) string { return x.t.Address },
	"highlights":         func(x *exported) string { return listText(x.t.Highlights) },
	"includes":           func(x *exported) string { return listText(x.t.Includes) },
	"excludes":           func(x *exported) string { return listText(x.t.Excludes) },
	"knowBeforeYouGo":    func(x *exported) string { return listText(x.t.KnowBeforeYouGo) },
	"whatToBring":        func(x *exported) string { return listText(x.t.WhatToBring) },
	"description":        func(x *exported) string { return strings.TrimSpace(x.t.Body.Source) },

	"option":              func(x *exported) string { return x.o.ID },
	"optionTitle":         func(x *exported) string { return x.t.Options[x.o.ID].Title },
	"optionDescription":   func(x *exported) string { return x.t.Options[x.o.ID].Description },
	"capacity":            func(x *exported) string { return fmt.Sprint(x.o.Capacity) },
	"maxTravellers":       func(x *exported) string { return unless(x.o.MaxTravellers, x.o.Capacity) },
	"minimumParticipants": func(x *exported) string { return unless(x.o.MinimumParticipants, 0) },
	"decideBefore":        func(x *exported) string { return durationOf(x.o.DecideBefore) },
	"optionDuration":      func(x *exported) string { return durationOf(x.o.Duration) },
	"optionSchedule":      func(x *exported) string { return yamlOf(x.o.Schedule) },
	"optionCancellation":  func(x *exported) string { return tiersOf(x.o.Cancellation) },
	"optionPrice":         func(x *exported) string { return string(x.o.Price) },
	"optionOriginalPrice": func(x *exported) string { return string(x.o.OriginalPrice) },

	"unit":   func(x *exported) string { return string(x.u.Type) },
	"unitId": func(x *exported) string { return unless(x.u.ID, strings.ToLower(string(x.u.Type))) },
	"unitTitle": func(x *exported) string {
		if !x.first {
			return ""
		}
		return x.t.Units[cmp.Or(x.u.ID, strings.ToLower(string(x.u.Type)))]
	},
	"pricedBy":      func(x *exported) string { return unless(x.u.PricedBy, payload.ByPerson) },
	"item":          func(x *exported) string { return string(x.u.Item) },
	"price":         func(x *exported) string { return string(x.u.Price) },
	"originalPrice": func(x *exported) string { return string(x.u.OriginalPrice) },
	"unitAges":      func(x *exported) string { return spanOf(x.u.Ages) },
	"min":           func(x *exported) string { return unless(x.u.Min, 0) },
	"max":           func(x *exported) string { return unless(x.u.Max, 0) },
	"paxCount":      func(x *exported) string { return unless(x.u.PaxCount, 1) },
	"accompaniedBy": func(x *exported) string { return listText(x.u.AccompaniedBy) },
}

func isZero(s *catalog.Schedule) bool {
	return s.Weekdays == nil && s.StartTimes == nil && s.OpeningHours == nil && s.ClosedDays == nil &&
		s.Seasons == nil && s.LeadTime.IsZero()
}

func dropOffOf(t *catalog.Transfer) string {
	if t != nil && len(t.Points) == 0 && t.Extra == "" && !t.AddressRequired {
		return kindOf(t)
	}
	return yamlOf(t)
}
