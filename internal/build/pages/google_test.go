package pages_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"storefront/internal/build/pages"
	"storefront/internal/content/contenttest"
	"storefront/internal/lib/digest"
)

// googleRule is a field of Google's product feed: what its value is, whether its object has to have it, how many
// characters or entries it may have (0: any number), and the values that it may have.
type googleRule struct {
	path, kind string
	required   bool
	most       int
	values     string
}

// googleRules are the fields that we use, as
// https://developers.google.com/actions-center/verticals/things-to-do/reference/feed-spec/product-feed has them and
// .../feed-spec/sample shows them. "texts" is a LocalizedTextSet, "money" a google.type.Money.
var googleRules = []googleRule{
	{"feed_metadata", "object", true, 0, ""},
	{"feed_metadata.shard_id", "integer", true, 0, ""},
	{"feed_metadata.total_shards_count", "integer", true, 0, ""},
	{"feed_metadata.nonce", "integer", true, 0, ""},
	{"feed_metadata.processing_instruction", "string", true, 0, "PROCESS_AS_SNAPSHOT"},
	{"products", "list", true, 0, ""},
	{"products.id", "string", true, 255, ""},
	{"products.title", "texts", true, 150, ""},
	{"products.description", "texts", true, 16_000, ""},
	{"products.rating", "object", false, 0, ""},
	{"products.rating.average_value", "number", true, 0, ""},
	{"products.rating.rating_count", "integer", true, 0, ""},
	{"products.related_media", "list", true, 50, ""},
	{"products.related_media.url", "string", true, 2000, ""},
	{"products.related_media.type", "string", true, 0, "MEDIA_TYPE_PHOTO"},
	{"products.operator", "object", true, 0, ""},
	{"products.operator.google_business_profile_name", "texts", true, 0, ""},
	{"products.confirmation_type", "string", true, 0, "CONFIRMATION_TYPE_INSTANT CONFIRMATION_TYPE_PENDING"},
	{"products.fulfillment_type", "object", true, 0, ""},
	{"products.fulfillment_type.mobile", "boolean", true, 0, ""},
	{"products.fulfillment_type.print_at_home", "boolean", true, 0, ""},
	{"products.fulfillment_type.pickup", "boolean", true, 0, ""},
	{"products.options", "list", true, 100, ""},
	{"products.options.id", "string", true, 255, ""},
	{"products.options.title", "texts", true, 150, ""},
	{"products.options.description", "texts", false, 16_000, ""},
	{"products.options.landing_page", "object", true, 0, ""},
	{"products.options.landing_page.url", "string", true, 2000, ""},
	{"products.options.duration_sec", "integer", false, 0, ""},
	{"products.options.cancellation_policy", "object", false, 0, ""},
	{"products.options.cancellation_policy.refund_conditions", "list", true, 0, ""},
	{refundCondition + ".min_duration_before_start_time_sec", "integer", true, 0, ""},
	{refundCondition + ".refund_percent", "integer", true, 0, ""},
	{"products.options.option_features", "list", false, 100, ""},
	{"products.options.option_features.feature_type", "string", true, 0, "TEXT_FEATURE_MUST_KNOW"},
	{"products.options.option_features.value", "texts", true, 16_000, ""},
	{"products.options.option_categories", "list", true, 30, ""},
	{"products.options.option_categories.label", "string", true, 0, ""},
	{"products.options.price_options", "list", true, 100, ""},
	{"products.options.price_options.id", "string", true, 255, ""},
	{"products.options.price_options.title", "string", true, 150, ""},
	{"products.options.price_options.price", "money", true, 0, ""},
	{"products.options.price_options.geo_criteria", "list", false, 0, ""},
	{"products.options.price_options.geo_criteria.country_code", "string", true, 2, ""},
	{"products.options.price_options.geo_criteria.is_negative", "boolean", true, 0, ""},
	{"products.options.meeting_point", "object", true, 0, ""},
	{"products.options.meeting_point.description", "texts", true, 0, ""},
	{"products.options.meeting_point.location", "object", true, 0, ""},
	{"products.options.meeting_point.location.place_info", "object", true, 0, ""},
	{"products.options.meeting_point.location.place_info.name", "string", true, 0, ""},
	{"products.options.meeting_point.location.place_info.unstructured_address", "string", false, 0, ""},
	{"products.options.meeting_point.location.place_info.coordinates", "object", true, 0, ""},
	{"products.options.meeting_point.location.place_info.coordinates.latitude", "number", true, 0, ""},
	{"products.options.meeting_point.location.place_info.coordinates.longitude", "number", true, 0, ""},
}

const refundCondition = "products.options.cancellation_policy.refund_conditions"

type object = map[string]any

// violations returns a sentence for each breach of Google's rules in an object at a path.
func violations(path string, o object, languages []string) (all []string) {
	prefix := strings.TrimPrefix(path+".", ".")
	known := map[string]bool{}
	for _, rule := range googleRules {
		name, own := strings.CutPrefix(rule.path, prefix)
		if !own || strings.Contains(name, ".") {
			continue
		}
		known[name] = true
		value, there := o[name]
		if !there {
			if rule.required {
				all = append(all, rule.path+" is missing")
			}
			continue
		}
		if wrong := rule.violation(value, languages); wrong != "" {
			all = append(all, fmt.Sprintf("%s %s: %v", rule.path, wrong, value))
		}
		for _, inner := range objectsIn(value) {
			if rule.kind == "object" || rule.kind == "list" {
				all = append(all, violations(rule.path, inner, languages)...)
			}
		}
	}
	for name := range o {
		if !known[name] {
			all = append(all, prefix+name+" is no field")
		}
	}
	return all
}

func objectsIn(value any) (all []object) {
	if o, ok := value.(object); ok {
		return []object{o}
	}
	list, _ := value.([]any)
	for _, entry := range list {
		if o, ok := entry.(object); ok {
			all = append(all, o)
		}
	}
	return all
}

func (r googleRule) violation(value any, languages []string) string {
	length := 0
	number, isNumber := value.(float64)
	text, isText := value.(string)
	list, isList := value.([]any)
	_, isObject := value.(object)
	_, isBool := value.(bool)
	right := map[string]bool{
		"string": isText && text != "", "list": isList, "object": isObject && len(value.(object)) > 0,
		"boolean": isBool,
		"number":  isNumber, "integer": isNumber && number == math.Trunc(number) && number >= 0,
		"money": isMoney(value), "texts": isObject && areTexts(value.(object), languages, &length),
	}[r.kind]
	length = max(length, utf8.RuneCountInString(text), len(list))
	switch {
	case !right:
		return "is no " + r.kind
	case r.most > 0 && length > r.most:
		return "is too long"
	case r.values != "" && !slices.Contains(strings.Fields(r.values), text):
		return "is none of " + r.values
	}
	return ""
}

func isMoney(value any) bool {
	o, _ := value.(object)
	currency, _ := o["currency_code"].(string)
	units, whole := o["units"].(float64)
	nanos, part := o["nanos"].(float64)
	return len(o) == 3 && len(currency) == 3 && whole && part && units == math.Trunc(units) && nanos >= 0 &&
		nanos < 1e9 && units+nanos > 0
}

func areTexts(o object, languages []string, longest *int) bool {
	list, _ := o["localized_texts"].([]any)
	seen := map[string]bool{}
	for _, entry := range objectsIn(list) {
		code, _ := entry["language_code"].(string)
		text, _ := entry["text"].(string)
		if len(entry) != 2 || text == "" || seen[code] || !slices.Contains(languages, code) {
			return false
		}
		seen[code] = true
		*longest = max(*longest, utf8.RuneCountInString(text))
	}
	return len(o) == 1 && len(seen) > 0
}

// noLines returns empty lines of a feed.
func noLines() *pages.FeedLines { return &pages.FeedLines{} }

func fileOf(shard *pages.FeedShard) []byte { return bytes.Join(shard.Parts, nil) }

// parseShard reads a shard.
func parseShard(t *testing.T, shard *pages.FeedShard) (feed object, products []object) {
	t.Helper()
	if err := json.Unmarshal(fileOf(shard), &feed); err != nil {
		t.Fatalf("%s: %v", shard.Path, err)
	}
	return feed, objectsIn(feed["products"])
}

func TestGoogleFeedFollowsTheSchemaOfGoogle(t *testing.T) {
	content, stored := read(t, "../../../content")
	for _, d := range content.Library.Deployments {
		site := pages.NewSite(content, d, pages.Visibility{AsOf: today})
		shards, err := pages.GoogleShards(site.GoogleFeed(), stored.fetch, noLines(), 40<<20)
		if err != nil || len(shards) != 1 {
			t.Fatal(len(shards), err)
		}
		feed, products := parseShard(t, shards[0])
		for _, breach := range violations("", feed, d.Languages) {
			t.Errorf("%s: %s", d.ID, breach)
		}
		listed := map[string]bool{}
		for _, item := range site.Plan() {
			listed[d.BaseURL+item.Path] = item.InSitemap
		}
		seen := map[any]bool{}
		for _, p := range products {
			if rating, rated := p["rating"].(object); rated {
				if average := rating["average_value"].(float64); average < 1 || average > 5 {
					t.Errorf("%s: %v has a rating of %v", d.ID, p["id"], average)
				}
			}
			ids := []any{p["id"]}
			for _, o := range objectsIn(p["options"]) {
				ids = append(ids, fmt.Sprint(p["id"], " ", o["id"]))
				url := o["landing_page"].(object)["url"].(string)
				page, query, _ := strings.Cut(url, "?")
				if query != "currency={currency}" && (query != "" || d.Exchange != nil) || !listed[page] {
					t.Errorf("%s: %v leads to %s, which is no listed page", d.ID, p["id"], url)
				}
			}
			for _, id := range ids {
				if seen[id] {
					t.Errorf("%s: the id %v is used twice", d.ID, id)
				}
				seen[id] = true
			}
		}
		if len(products) == 0 {
			t.Errorf("the feed of %s has no products", d.ID)
		}
	}
}

func TestGoogleFeedDescribesAgeGroupPricesAndOffersAdultPrices(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "products/dunes/product.yaml", "price: 275.50", "price: 0")
	site, stored := siteOf(t, root, pages.Visibility{AsOf: today})
	shards, err := pages.GoogleShards(site.GoogleFeed(), stored.fetch, noLines(), 40<<20)
	if err != nil {
		t.Fatal(err)
	}
	_, products := parseShard(t, shards[0])
	for option, want := range map[int][]string{
		0: {
			"en Adult (Aged 12 and over): 395.00 AED per person", "ar بالغ (من عمر 12 فأكثر): 395.00 AED للشخص",
			"en Child (Ages 5 to 11): Free", "ar طفل (من عمر 5 إلى 11): مجانًا", "Adult (12+) 395 AED",
		},
		1: {"Your group 600 AED"}, // a price of the whole booking needs no more words
	} {
		var got []string
		o := objectsIn(products[option]["options"])[0]
		for _, feature := range objectsIn(o["option_features"]) {
			for _, text := range objectsIn(feature["value"].(object)["localized_texts"]) {
				got = append(got, fmt.Sprint(text["language_code"], " ", text["text"]))
			}
		}
		for _, offered := range objectsIn(o["price_options"]) {
			price := offered["price"].(object)
			got = append(got, fmt.Sprint(offered["title"], " ", price["units"], " ", price["currency_code"]))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v %v has\n%q, not\n%q", products[option]["id"], o["id"], got, want)
		}
	}
}

func TestGoogleFeedHasAPriceInEachAcceptedCurrency(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "deployments/wayfare.yaml", "currencies: [AED]",
		"currencies: [AED, USD, EUR, VND]\n"+
			"exchange: {date: 2026-11-20, rates: {USD: 0.27229, GBP: 0.2, EUR: 0.2351, VND: 7000}}")
	prices := func() (all []string, key digest.Digest) {
		site, stored := siteOf(t, root, pages.Visibility{AsOf: today})
		feed := site.GoogleFeed()
		shards, err := pages.GoogleShards(feed, stored.fetch, noLines(), 40<<20)
		if err != nil {
			t.Fatal(err)
		}
		_, products := parseShard(t, shards[0])
		for _, price := range objectsIn(objectsIn(products[0]["options"])[0]["price_options"]) {
			money, where := price["price"].(object), objectsIn(price["geo_criteria"])
			all = append(all, fmt.Sprintf("%s %s %.2f %d %s", price["id"], price["title"],
				money["units"].(float64)+money["nanos"].(float64)/1e9, len(where), money["currency_code"]))
		}
		return all, feed.Key
	}
	want := []string{"adult-usd Adult (12+) 107.55 1 USD", "adult-eur Adult (12+) 92.86 21 EUR",
		"adult Adult (12+) 395.00 0 AED"}
	got, before := prices()
	if !slices.Equal(got, want) {
		t.Errorf("the prices are %q, not %q", got, want)
	}
	contenttest.Replace(t, root, "deployments/wayfare.yaml", "USD: 0.27229", "USD: 0.28")
	if got, after := prices(); !strings.Contains(got[0], "110.60") || after == before {
		t.Errorf("with another rate the first price is %q", got[0])
	}
}

func TestGoogleFeedOmitsSoldOutProducts(t *testing.T) {
	root := contenttest.Copy(t)
	ids := func() (all []string) {
		site, stored := siteOf(t, root, pages.Visibility{AsOf: today})
		shards, err := pages.GoogleShards(site.GoogleFeed(), stored.fetch, noLines(), 40<<20)
		if err != nil {
			t.Fatal(err)
		}
		_, products := parseShard(t, shards[0])
		for _, p := range products {
			all = append(all, p["id"].(string))
		}
		return all
	}
	if got := ids(); !slices.Equal(got, []string{"dunes", "walk"}) {
		t.Errorf("on sale: %v", got)
	}
	contenttest.Replace(t, root, "products/walk/product.yaml", "city: dubai", "city: dubai\nstatus: SOLD_OUT")
	if got := ids(); !slices.Equal(got, []string{"dunes"}) {
		t.Errorf("with one sold out: %v", got)
	}
}

func TestGoogleFeedShardsShareANonceThatChangesWithContent(t *testing.T) {
	root := contenttest.Copy(t)
	shardsOf := func() ([]*pages.FeedShard, float64) {
		site, stored := siteOf(t, root, pages.Visibility{AsOf: today})
		shards, err := pages.GoogleShards(site.GoogleFeed(), stored.fetch, noLines(), 1)
		if err != nil || len(shards) != 2 {
			t.Fatal(len(shards), err)
		}
		nonces := map[float64]bool{}
		for i, shard := range shards {
			feed, products := parseShard(t, shard)
			meta := feed["feed_metadata"].(object)
			nonces[meta["nonce"].(float64)] = true
			if len(products) != 1 || meta["shard_id"] != float64(i) || meta["total_shards_count"] != 2.0 {
				t.Errorf("shard %d has %d products and %v", i, len(products), meta)
			}
		}
		if len(nonces) != 1 {
			t.Errorf("one feed has the nonces %v", nonces)
		}
		return shards, slices.Collect(maps.Keys(nonces))[0]
	}
	one, nonce := shardsOf()
	again, _ := shardsOf()
	for i := range one {
		if !bytes.Equal(fileOf(one[i]), fileOf(again[i])) {
			t.Error("equal content makes different feeds")
		}
	}
	contenttest.Replace(t, root, "products/dunes/en.md", "title: Sunset dunes", "title: Dunes at dusk")
	if _, other := shardsOf(); other == nonce {
		t.Error("another feed has the same nonce")
	}
}

func TestGoogleFeedRewritesOnlyTheLineOfAnEditedProduct(t *testing.T) {
	root := contenttest.Copy(t)
	site, stored := siteOf(t, root, pages.Visibility{AsOf: today})
	before, err := pages.GoogleShards(site.GoogleFeed(), stored.fetch, noLines(), 40<<20)
	if err != nil {
		t.Fatal(err)
	}
	contenttest.Replace(t, root, "products/dunes/en.md", "title: Sunset dunes", "title: Dunes at dusk")
	site, stored = siteOf(t, root, pages.Visibility{AsOf: today})
	clean, err := pages.GoogleShards(site.GoogleFeed(), stored.fetch, noLines(), 40<<20)
	if err != nil {
		t.Fatal(err)
	}
	fetched := 0
	fetch := func(s pages.StoredRef) ([]byte, error) {
		if fetched++; s.Source != "dunes" {
			return nil, errors.New(s.Source + " is read again")
		}
		return stored.fetch(s)
	}
	lines := &pages.FeedLines{}
	lines.Add(fileOf(before[0]), before[0].Lines)
	after, err := pages.GoogleShards(site.GoogleFeed(), fetch, lines, 40<<20)
	if err != nil || fetched != 1 || !bytes.Equal(fileOf(after[0]), fileOf(clean[0])) {
		t.Errorf("%d products were made again (%v); as a clean build: %v", fetched, err, string(fileOf(after[0])))
	}
}

// A build overwrites the first line of each shard if there are more or fewer shards than before.
func TestFirstLinesOfAGoogleFeedHaveOneLength(t *testing.T) {
	var feed pages.GoogleFeed
	if fewer, more := feed.Head(8, 9), feed.Head(9, 100); len(fewer) != len(more) {
		t.Errorf("%d and %d bytes: %q, %q", len(fewer), len(more), fewer, more)
	}
}
