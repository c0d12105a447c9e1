package starter

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
)

// Place has the values of a city's file beside its name.
type Place struct {
	Country             string
	TimeZone            string
	Latitude, Longitude float64
	Currency            string
	Price               int // a usual price of half a day, in the currency
}

// cities are the known cities, for which a name is enough.
var cities = []struct {
	en, ar string
	Place
}{
	{"Dubai", "دبي", Place{"AE", "Asia/Dubai", 25.2048, 55.2708, "AED", 200}},
	{"Abu Dhabi", "أبوظبي", Place{"AE", "Asia/Dubai", 24.4539, 54.3773, "AED", 200}},
	{"Sharjah", "الشارقة", Place{"AE", "Asia/Dubai", 25.3463, 55.4209, "AED", 200}},
	{"Ras Al Khaimah", "رأس الخيمة", Place{"AE", "Asia/Dubai", 25.7895, 55.9432, "AED", 200}},
	{"Muscat", "مسقط", Place{"OM", "Asia/Muscat", 23.5880, 58.3829, "OMR", 20}},
	{"Nizwa", "نزوى", Place{"OM", "Asia/Muscat", 22.9333, 57.5333, "OMR", 20}},
	{"Salalah", "صلالة", Place{"OM", "Asia/Muscat", 17.0151, 54.0924, "OMR", 20}},
	{"Doha", "الدوحة", Place{"QA", "Asia/Qatar", 25.2854, 51.5310, "QAR", 200}},
	{"Manama", "المنامة", Place{"BH", "Asia/Bahrain", 26.2285, 50.5860, "BHD", 20}},
	{"Kuwait City", "مدينة الكويت", Place{"KW", "Asia/Kuwait", 29.3759, 47.9774, "KWD", 20}},
	{"Riyadh", "الرياض", Place{"SA", "Asia/Riyadh", 24.7136, 46.6753, "SAR", 200}},
	{"Jeddah", "جدة", Place{"SA", "Asia/Riyadh", 21.4858, 39.1925, "SAR", 200}},
	{"AlUla", "العُلا", Place{"SA", "Asia/Riyadh", 26.6085, 37.9232, "SAR", 200}},
	{"Amman", "عمّان", Place{"JO", "Asia/Amman", 31.9539, 35.9106, "JOD", 40}},
	{"Petra", "البتراء", Place{"JO", "Asia/Amman", 30.3206, 35.4802, "JOD", 40}},
	{"Beirut", "بيروت", Place{"LB", "Asia/Beirut", 33.8938, 35.5018, "USD", 50}},
	{"Cairo", "القاهرة", Place{"EG", "Africa/Cairo", 30.0444, 31.2357, "EGP", 1500}},
	{"Luxor", "الأقصر", Place{"EG", "Africa/Cairo", 25.6989, 32.6421, "EGP", 1500}},
	{"Tunis", "تونس", Place{"TN", "Africa/Tunis", 36.8065, 10.1815, "TND", 100}},
	{"Marrakech", "مراكش", Place{"MA", "Africa/Casablanca", 31.6258, -7.9891, "MAD", 400}},
	{"Istanbul", "إسطنبول", Place{"TR", "Europe/Istanbul", 41.0082, 28.9784, "TRY", 1500}},
}

// findPlace finds the city by its name in any language. Of another one country, time zone and location are those of the
// first city whose currency the shop takes, and the editor's to correct.
func (s *Shop) findPlace() {
	for _, c := range cities {
		for _, name := range s.City {
			if isSameName(name, c.en) || isSameName(name, c.ar) {
				s.Place, s.Known = c.Place, true
				s.fillCityNames(c.en, c.ar)
				break
			}
		}
	}
	if len(s.City) == 0 {
		first := cities[0]
		s.Place, s.Known = first.Place, true
		s.fillCityNames(first.en, first.ar)
	}
	if !s.Known {
		s.City, s.Place = completeNames(s.City, s.Languages, ""), cities[0].Place
		for _, c := range cities {
			if c.Currency == s.Currency {
				s.Place = c.Place
				break
			}
		}
	}
	if s.Currency != "" && s.Currency != s.Place.Currency {
		s.Place.Price = 0
	}
	s.CitySlug = cmp.Or(scaffold.Slug(s.City["en"]), slugOf(s.City, s.Languages), "city")
}

// fillCityNames fills in a known city's name where it is not given, or given in the other of its two languages.
// Languages that it has no name in take the English one.
func (s *Shop) fillCityNames(english, arabic string) {
	whole := catalog.Localized{}
	for _, language := range slices.Concat(s.Languages, Languages) {
		own, other := english, arabic
		if language == "ar" {
			own, other = arabic, english
		}
		if whole[language] = s.City[language]; whole[language] == "" || isSameName(whole[language], other) {
			whole[language] = own
		}
	}
	s.City = whole
}

func isSameName(a, b string) bool { return a != "" && strings.EqualFold(strings.TrimSpace(a), b) }
