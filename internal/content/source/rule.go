package source

import (
	"reflect"
	"strconv"

	"storefront/internal/content/catalog"
	"storefront/internal/core/locale"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/lib/lazyregexp"
)

// Rule is the part of a key's check that needs no other keys and files. JSON Schemas are made of rules, and the checks
// use the same expressions and bounds.
type Rule struct {
	Pattern  *lazyregexp.Regexp
	Enum     []string
	Min, Max *float64
	// Items is the rule of each item of a list; Least and Most are how many there are, with a Most of 0 for any number.
	Items       *Rule
	Least, Most int
	Unique      bool
	// Not is a text that is refused.
	Not string
}

// Bounds of numbers.
const (
	leastStars, mostStars   = 1, 5
	leastRefund, mostRefund = 1, 100
	mostLatitude            = 90
	mostLongitude           = 180
	leastSynonyms           = 2
	leastMinimum            = 2 // participants
	movedPermanently        = 301
	permanentRedirect       = 308
	pathOfAlias             = `^/[^/]`
	pathOfRedirect          = `^/($|[^/?#\\ ])[^?#\\ ]*$`
	targetOfRedirect        = `^(/($|[^/\\])[^\\]*|https://[^/]+.*)$`
	httpsAddress            = `^https://[^/]+`
	dayWithYear             = `^\d{4}-`
	withoutNights           = `^[^n]*$`
	addressOfDeployment     = `^https?://[^/?#]+$`
	nameOfHost              = `^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`
	addressOfMail           = `^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$`
	placeOfLink             = `^(/|product:|https://[^/]|mailto:|tel:)`
	pageSlug                = "page" // of the addresses of further pages, /blog/page/2
)

func between(low, high float64) Rule { return Rule{Min: &low, Max: &high} }

func atLeast(low float64) Rule { return Rule{Min: &low} }

func like(pattern string) Rule { return Rule{Pattern: lazyregexp.New(pattern)} }

func oneOf(words ...string) Rule { return Rule{Enum: words} }

func eachOf(item Rule, least int) Rule { return Rule{Items: &item, Least: least} }

func some(least int) Rule { return Rule{Least: least} }

func numbered(least, most int) Rule { return Rule{Least: least, Most: most} }

var (
	id        = Rule{Pattern: slugForm}
	country   = Rule{Pattern: countryForm}
	language  = Rule{Pattern: languageForm}
	stars     = between(leastStars, mostStars)
	aliases   = eachOf(like(pathOfAlias), 0)
	currency  = oneOf(money.Currencies()...)
	languages = oneOf(locale.Codes()...)
	tier      = like(withoutNights)
	fontFiles = Rule{Items: &Rule{Pattern: fontName}, Most: mostFontFiles}
	address   = Rule{Pattern: addressForm, Not: pageSlug}
	host      = like(nameOfHost)
)

// rules are those of the keys of each type, by their names in YAML.
var rules = map[reflect.Type]map[string]Rule{
	reflect.TypeFor[catalog.Product](): {
		"categories": some(1), "images": some(1), "options": some(1), "currency": currency, "aliases": aliases,
		"labels": eachOf(Rule{Not: catalog.TopRated}, 0), "guideLanguages": eachOf(language, 0),
	},
	reflect.TypeFor[catalog.Coordinates](): {
		"latitude":  between(-mostLatitude, mostLatitude),
		"longitude": between(-mostLongitude, mostLongitude),
	},
	reflect.TypeFor[catalog.Point](): {
		"id": id, "minutesBefore": between(0, longestPickup), "latitude": between(-mostLatitude, mostLatitude),
		"longitude": between(-mostLongitude, mostLongitude),
	},
	reflect.TypeFor[catalog.Schedule](): {"weekdays": some(1), "leadTime": tier},
	reflect.TypeFor[catalog.Tier]():     {"refund": between(leastRefund, mostRefund), "before": tier},
	reflect.TypeFor[catalog.Option](): {
		"id": id, "capacity": atLeast(1), "units": some(1), "minimumParticipants": atLeast(leastMinimum),
		"decideBefore": tier,
	},
	reflect.TypeFor[catalog.Supplier](): {
		"email": like(addressOfMail), "language": languages, "notify": eachOf(oneOf(supplierNews()...), 0),
	},
	reflect.TypeFor[catalog.Extra](): {"id": id},
	reflect.TypeFor[catalog.Step]():  {"id": id},
	reflect.TypeFor[catalog.Review](): {
		"rating": stars, "country": country, "language": language, "date": like(dayWithYear),
	},
	reflect.TypeFor[catalog.City]():        {"country": country, "aliases": aliases},
	reflect.TypeFor[catalog.Category]():    {"aliases": aliases},
	reflect.TypeFor[catalog.Testimonial](): {"rating": stars, "country": country},
	reflect.TypeFor[catalog.TextPage]():    {"deployments": some(1)},
	reflect.TypeFor[catalog.Post]():        {"aliases": aliases, "slug": address},
	reflect.TypeFor[catalog.ProductText](): {"aliases": aliases, "slug": address},
	reflect.TypeFor[catalog.PlaceText]():   {"aliases": aliases, "slug": address},
	reflect.TypeFor[catalog.PageText]():    {"aliases": aliases, "slug": address},
	reflect.TypeFor[payload.Redirect](): {
		"from": like(pathOfRedirect), "to": like(targetOfRedirect),
		"status": oneOf(strconv.Itoa(movedPermanently), strconv.Itoa(permanentRedirect)),
	},
	reflect.TypeFor[catalog.SearchWords](): {
		"synonyms": {Items: &Rule{Least: leastSynonyms, Most: mostSearchWords}, Most: mostSearchGroups},
		"names":    numbered(0, mostSearchGroups), "filler": numbered(0, mostSearchGroups),
		"known": numbered(0, mostSearchGroups), "popular": numbered(0, mostPopular),
	},
	reflect.TypeFor[catalog.SearchName](): {
		"words": numbered(1, mostSearchWords), "audiences": eachOf(oneOf(catalog.Audiences...), 0),
		"sort": oneOf(searchSorts...),
	},
	reflect.TypeFor[catalog.Deployment](): {
		"hosts": eachOf(host, 1), "baseUrl": like(addressOfDeployment), "layoutType": oneOf(layoutTypes...),
		"languages":    eachOf(languages, 1),
		"untranslated": oneOf(untranslated...),
		"currencies":   eachOf(currency, 1), "payments": {Items: &Rule{Enum: payments}, Least: 1, Unique: true},
		"videos":   eachOf(oneOf(videoProviders...), 0),
		"maps":     oneOf(mapProviders...),
		"pageSize": atLeast(1), "menu": some(1), "footer": some(1), "social": some(1),
		"pictureProvider": oneOf(pictureProviders...),
	},
	reflect.TypeFor[catalog.Contact](): {
		"email": like(addressOfMail), "language": languages, "chatUrl": like(httpsAddress),
	},
	reflect.TypeFor[catalog.Exchange]():  {"date": like(dayWithYear)},
	reflect.TypeFor[catalog.Link]():      {"to": like(placeOfLink)},
	reflect.TypeFor[catalog.Social]():    {"to": like(httpsAddress)},
	reflect.TypeFor[catalog.Theme]():     {"radius": between(0, mostRadius)},
	reflect.TypeFor[payload.Analytics](): {"script": {Pattern: scriptAddress}},
	reflect.TypeFor[catalog.FontFiles](): {"latin": fontFiles, "arabic": fontFiles},
	reflect.TypeFor[catalog.Logo](): {
		"image": like(`^[^/\\]+\.svg$`), "dark": like(`^[^/\\]+\.svg$`), "icon": like(`^[^/\\]+\.svg$`),
	},
}

// SlugPattern is the form of slugs, as a regular expression.
func SlugPattern() string { return slugForm.String() }

// supplierNews are the names of all news for suppliers.
func supplierNews() (all []string) {
	for _, news := range payload.AllSupplierNews {
		all = append(all, string(news))
	}
	return all
}

// RuleOf returns the rule of a key of a type, and reports whether it has one.
func RuleOf(t reflect.Type, key string) (Rule, bool) {
	r, ok := rules[t][key]
	return r, ok
}
