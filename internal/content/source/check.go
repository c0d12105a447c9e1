package source

import (
	"net/mail"
	"strings"
	"time"

	bcp47 "golang.org/x/text/language"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/core/payload"
	"storefront/internal/lib/lazyregexp"
)

var (
	countryForm  = lazyregexp.New(`^[A-Z]{2}$`)
	timeZoneForm = lazyregexp.New(`^[A-Z]\w*([/+-]\w+)*$`)
	mailForm     = lazyregexp.New(emailPattern)
	languageForm = lazyregexp.New(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)
)

func checkCountry(f *file, at []any, country string) {
	region, err := bcp47.ParseRegion(strings.ToUpper(country))
	code := region.Canonicalize().String()
	isKnown := err == nil && region.IsCountry()
	switch {
	case country == "" || isKnown && code == country:
	case isKnown && len(country) == len(code):
		f.errorAt(at, "%q is not a country code such as AE; did you mean %q?", country, code)
	case countryForm.MatchString(country):
		f.errorAt(at, "there is no country with the code %q", country)
	default:
		f.errorAt(at, "%q is not a country code such as AE", country)
	}
}

// isTimeZone reports whether browsers, too, know a time zone by a name. Machines have files of other names beside
// those, such as posixrules, and a zone of their own, Local.
func isTimeZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil && timeZoneForm.MatchString(name) && name != "Local" && name != "Factory"
}

func checkCoordinates(f *file, at []any, latitude, longitude float64) {
	if latitude < -maxLatitude || latitude > maxLatitude {
		f.errorAt(childPath(at, "latitude"), "a latitude is between -90 and 90, not %v", latitude)
	}
	if longitude < -maxLongitude || longitude > maxLongitude {
		f.errorAt(childPath(at, "longitude"), "a longitude is between -180 and 180, not %v", longitude)
	}
}

func checkMail(f *file, at []any, address string) {
	a, err := mail.ParseAddress(address)
	if address != "" && (err != nil || a.Address != address || !mailForm.MatchString(address)) {
		f.errorAt(at, "%q is not an e-mail address", address)
	}
}

func checkStars(f *file, at []any, stars int) {
	if n := f.root.At(at...); stars == 0 && n != nil && n.Text() != "0" { // which is reported
		return
	}
	if stars < minStars || stars > maxStars {
		f.errorAt(at, "a rating is 1 to 5 stars, not %d", stars)
	}
}

func checkLanguage(f *file, at []any, language string) {
	if !languageForm.MatchString(language) {
		f.errorAt(at, "%q is not a language code such as en", language)
		return
	}
	tag, err := bcp47.Parse(language)
	switch {
	case err != nil:
		f.errorAt(at, "there is no language with the code %q", language)
	case !strings.EqualFold(tag.String(), language):
		f.errorAt(at, "the language with the code %q is written %s", language, tag)
	}
}

// checkReview checks the values that reviews of a product's folder and of an export have in common.
func checkReview(f *file, at []any, stars int, date catalog.Date, language string) {
	checkStars(f, childPath(at, "rating"), stars)
	if date.IsYearly() {
		f.errorAt(childPath(at, "date"), "a review's date has its year, such as 2026-03-14")
	}
	checkLanguage(f, childPath(at, "language"), language)
}

// checkPicture reports an unknown picture of content/media.
func checkPicture(f *file, at []any, lib *catalog.Library, name string) {
	if lib.Pictures[name] == nil {
		f.errorAt(at, "%s%s", markdown.UnknownPictureMessage(name), lib.PictureHint(name))
	}
}

func checkRange(f *file, at []any, r *catalog.Range) {
	if r != nil && r.Max != 0 && r.Min > r.Max {
		f.errorAt(at, "from %d to %d is not a range", r.Min, r.Max)
	}
}

// childPath is a path with more steps, in memory of its own.
func childPath(at []any, more ...any) []any { return append(at[:len(at):len(at)], more...) }

// checkSchedule reports a schedule without any possible start. kind is the product's availabilityType.
func checkSchedule(f *file, at []any, s *catalog.Schedule, kind payload.AvailabilityType) {
	ownTimes := checkTimes(f, at, s.StartTimes, s.OpeningHours, kind)
	if len(s.Seasons) == 0 && !ownTimes && !f.hasErrorAt(childPath(at, timesKey(kind))...) {
		f.errorAt(at, "an impossible schedule: it has no %s", timesKey(kind))
	}
	if len(s.Weekdays) == 0 && f.root.At(at...).Get("weekdays") != nil && !f.hasErrorAt(childPath(at, "weekdays")...) {
		f.errorAt(childPath(at, "weekdays"), "an impossible schedule: it has no weekday")
	}
	for i, season := range s.Seasons {
		here := childPath(at, "seasons", i)
		hasTimes := checkTimes(f, here, season.StartTimes, season.OpeningHours, kind)
		if !hasTimes && !ownTimes && !f.isUnread(childPath(here, timesKey(kind))...) {
			f.errorAt(here, "an impossible schedule: this season has no %s", timesKey(kind))
		}
		checkSeason(f, here, season)
		if season.From != "" && season.To != "" && len(season.Weekdays)+len(s.Weekdays) > 0 && neverRuns(season, s) {
			f.errorAt(here, "an impossible schedule: none of its weekdays is in this season")
		}
	}
	if s.LeadTime.Nights > 0 {
		f.errorAt(childPath(at, "leadTime"), "a lead time is in days, hours and minutes, not nights")
	}
}

func timesKey(kind payload.AvailabilityType) string {
	if kind == payload.OpeningHours {
		return "openingHours"
	}
	return "startTimes"
}

// checkTimes reports times of the wrong sort, and returns whether there are any of the right one.
func checkTimes(f *file, at []any, starts []catalog.Clock, hours []catalog.Hours, kind payload.AvailabilityType) bool {
	if kind == payload.StartTime && len(hours) > 0 {
		f.errorAt(childPath(at, "openingHours"), "a START_TIME product has startTimes, not openingHours")
	}
	if kind == payload.OpeningHours && len(starts) > 0 {
		f.errorAt(childPath(at, "startTimes"), "an OPENING_HOURS product has openingHours, not startTimes")
	}
	seen := map[catalog.Clock]bool{}
	for i, t := range starts {
		if seen[t] && t != "" {
			f.errorAt(childPath(at, "startTimes", i), "the start time %s appears twice", t)
		}
		seen[t] = true
	}
	for i, h := range hours {
		if h.From == h.To && h.From != "" {
			f.errorAt(childPath(at, "openingHours", i), "an impossible schedule: it opens and closes at %s", h.From)
		}
	}
	if kind == payload.OpeningHours {
		return len(hours) > 0
	}
	return len(starts) > 0
}

func checkSeason(f *file, at []any, s catalog.Season) {
	if s.From == "" || s.To == "" {
		return
	}
	if s.From.IsYearly() != s.To.IsYearly() {
		f.errorAt(at, "from and to are both with a year or both without")
		return
	}
	if !s.From.IsYearly() && s.From > s.To {
		f.errorAt(at, "an impossible schedule: this season ends (%s) before it begins (%s)", s.To, s.From)
	}
}

// neverRuns reports whether a season with years contains none of its weekdays.
func neverRuns(season catalog.Season, s *catalog.Schedule) bool {
	if season.From.IsYearly() || season.From > season.To {
		return false
	}
	days := season.Weekdays
	if len(days) == 0 {
		days = s.Weekdays
	}
	from, _ := time.Parse(time.DateOnly, string(season.From))
	to, _ := time.Parse(time.DateOnly, string(season.To))
	for d := from; !d.After(to) && d.Before(from.AddDate(0, 0, 7)); d = d.AddDate(0, 0, 1) {
		for _, w := range days {
			if int(w) == int(d.Weekday()) {
				return false
			}
		}
	}
	return true
}

func checkTiers(f *file, at []any, tiers []catalog.Tier) {
	for i, t := range tiers {
		isRead := !f.hasErrorAt(childPath(at, i, "before")...) && !f.hasErrorAt(childPath(at, i, "refund")...)
		if isRead && (t.Refund < minRefund || t.Refund > maxRefund) {
			f.errorAt(childPath(at, i, "refund"), "a refund is 1 to 100 percent, not %d", t.Refund)
		}
		if t.Before.Nights > 0 {
			f.errorAt(childPath(at, i, "before"), "a tier is in days, hours and minutes, not nights")
		}
		if i > 0 && isRead && (t.Before.Minutes >= tiers[i-1].Before.Minutes || t.Refund >= tiers[i-1].Refund) {
			f.errorAt(childPath(at, i), "each tier is nearer to the start and refunds less than the one above it")
		}
	}
}
