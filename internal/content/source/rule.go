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
	// Items is the rule of each item of a list; MinItems and MaxItems bound their number; a MaxItems of 0 is no bound.
	Items              *Rule
	MinItems, MaxItems int
	Unique             bool
	// Not is a text that is refused.
	Not string
}

// Bounds of numbers.
const (
	minStars, maxStars     = 1, 5
	minRefund, maxRefund   = 1, 100
	maxLatitude            = 90
	maxLongitude           = 180
	minSynonyms            = 2
	minMinimumParticipants = 2 // participants
	movedPermanently       = 301
	permanentRedirect      = 308
	aliasPattern           = `^/[^/]`
	redirectFromPattern    = `^/($|[^/?#\\ ])[^?#\\ ]*$`
	redirectToPattern      = `^(/($|[^/\\])[^\\]*|https://[^/]+.*)$`
	httpsPattern           = `^https://[^/]+`
	yearPattern            = `^\d{4}-`
	noNightsPattern        = `^[^n]*$`
	baseURLPattern         = `^https?://[^/?#]+$`
	hostPattern            = `^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$`
	emailPattern           = `^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$`
	linkTargetPattern      = `^(/|product:|https://[^/]|mailto:|tel:)`
	pageSlug               = "page" // of the addresses of further pages, /blog/page/2
)

func between(low, high float64) Rule { return Rule{Min: &low, Max: &high} }

func atLeast(low float64) Rule { return Rule{Min: &low} }

func patternRule(pattern string) Rule { return Rule{Pattern: lazyregexp.New(pattern)} }

func oneOf(words ...string) Rule { return Rule{Enum: words} }

func eachOf(item Rule, least int) Rule { return Rule{Items: &item, MinItems: least} }

func minItems(least int) Rule { return Rule{MinItems: least} }

func itemCount(least, most int) Rule { return Rule{MinItems: least, MaxItems: most} }

var (
	idRule           = Rule{Pattern: slugForm}
	countryRule      = Rule{Pattern: countryForm}
	languageRule     = Rule{Pattern: languageForm}
	ratingRule       = between(minStars, maxStars)
	aliasesRule      = eachOf(patternRule(aliasPattern), 0)
	currencyRule     = oneOf(money.Currencies()...)
	languageCodeRule = oneOf(locale.Codes()...)
	noNightsRule     = patternRule(noNightsPattern)
	fontFilesRule    = Rule{Items: &Rule{Pattern: fontName}, MaxItems: maxFontFiles}
	slugRule         = Rule{Pattern: localizedSlugForm, Not: pageSlug}
	hostRule         = patternRule(hostPattern)
)

// rules are those of the keys of each type, by their names in YAML.
var rules = map[reflect.Type]map[string]Rule{
	reflect.TypeFor[catalog.Product](): {
		"categories": minItems(1), "images": minItems(1), "options": minItems(1), "currency": currencyRule,
		"aliases": aliasesRule,
		"labels":  eachOf(Rule{Not: catalog.TopRated}, 0), "guideLanguages": eachOf(languageRule, 0),
	},
	reflect.TypeFor[catalog.Coordinates](): {
		"latitude":  between(-maxLatitude, maxLatitude),
		"longitude": between(-maxLongitude, maxLongitude),
	},
	reflect.TypeFor[catalog.Point](): {
		"id": idRule, "minutesBefore": between(0, maxPickupMinutes), "latitude": between(-maxLatitude, maxLatitude),
		"longitude": between(-maxLongitude, maxLongitude),
	},
	reflect.TypeFor[catalog.Schedule](): {"weekdays": minItems(1), "leadTime": noNightsRule},
	reflect.TypeFor[catalog.Tier]():     {"refund": between(minRefund, maxRefund), "before": noNightsRule},
	reflect.TypeFor[catalog.Option](): {
		"id": idRule, "capacity": atLeast(1), "units": minItems(1),
		"minimumParticipants": atLeast(minMinimumParticipants),
		"decideBefore":        noNightsRule,
	},
	reflect.TypeFor[catalog.Supplier](): {
		"email": patternRule(emailPattern), "language": languageCodeRule, "notify": eachOf(oneOf(supplierNews()...), 0),
	},
	reflect.TypeFor[catalog.Extra](): {"id": idRule},
	reflect.TypeFor[catalog.Step]():  {"id": idRule},
	reflect.TypeFor[catalog.Review](): {
		"rating": ratingRule, "country": countryRule, "language": languageRule, "date": patternRule(yearPattern),
	},
	reflect.TypeFor[catalog.City]():        {"country": countryRule, "aliases": aliasesRule},
	reflect.TypeFor[catalog.Category]():    {"aliases": aliasesRule},
	reflect.TypeFor[catalog.Testimonial](): {"rating": ratingRule, "country": countryRule},
	reflect.TypeFor[catalog.TextPage]():    {"deployments": minItems(1)},
	reflect.TypeFor[catalog.Post]():        {"aliases": aliasesRule, "slug": slugRule},
	reflect.TypeFor[catalog.ProductText](): {"aliases": aliasesRule, "slug": slugRule},
	reflect.TypeFor[catalog.PlaceText]():   {"aliases": aliasesRule, "slug": slugRule},
	reflect.TypeFor[catalog.PageText]():    {"aliases": aliasesRule, "slug": slugRule},
	reflect.TypeFor[payload.Redirect](): {
		"from": patternRule(redirectFromPattern), "to": patternRule(redirectToPattern),
		"status": oneOf(strconv.Itoa(movedPermanently), strconv.Itoa(permanentRedirect)),
	},
	reflect.TypeFor[catalog.SearchWords](): {
		"synonyms": {Items: &Rule{MinItems: minSynonyms, MaxItems: maxSearchWords}, MaxItems: maxSearchGroups},
		"names":    itemCount(0, maxSearchGroups), "filler": itemCount(0, maxSearchGroups),
		"known": itemCount(0, maxSearchGroups), "popular": itemCount(0, maxPopular),
	},
	reflect.TypeFor[catalog.SearchName](): {
		"words": itemCount(1, maxSearchWords), "audiences": eachOf(oneOf(catalog.Audiences...), 0),
		"sort": oneOf(searchSorts...),
	},
	reflect.TypeFor[catalog.Deployment](): {
		"hosts": eachOf(hostRule, 1), "baseUrl": patternRule(baseURLPattern), "layoutType": oneOf(layoutTypes...),
		"languages":    eachOf(languageCodeRule, 1),
		"untranslated": oneOf(untranslatedModes...),
		"currencies":   eachOf(currencyRule, 1), "payments": {Items: &Rule{Enum: paymentMethods}, MinItems: 1,
			Unique: true},
		"videos":   eachOf(oneOf(videoProviders...), 0),
		"maps":     oneOf(mapProviders...),
		"pageSize": atLeast(1), "menu": minItems(1), "footer": minItems(1), "social": minItems(1),
		"pictureProvider": oneOf(pictureProviders...),
	},
	reflect.TypeFor[catalog.Contact](): {
		"email": patternRule(emailPattern), "language": languageCodeRule, "chatUrl": patternRule(httpsPattern),
	},
	reflect.TypeFor[catalog.Exchange]():  {"date": patternRule(yearPattern)},
	reflect.TypeFor[catalog.Link]():      {"to": patternRule(linkTargetPattern)},
	reflect.TypeFor[catalog.Social]():    {"to": patternRule(httpsPattern)},
	reflect.TypeFor[catalog.Theme]():     {"radius": between(0, maxRadius)},
	reflect.TypeFor[payload.Analytics](): {"script": {Pattern: scriptAddress}},
	reflect.TypeFor[catalog.FontFiles](): {"latin": fontFilesRule, "arabic": fontFilesRule},
	reflect.TypeFor[catalog.Logo](): {
		"image": patternRule(`^[^/\\]+\.svg$`), "dark": patternRule(`^[^/\\]+\.svg$`),
		"icon": patternRule(`^[^/\\]+\.svg$`),
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
