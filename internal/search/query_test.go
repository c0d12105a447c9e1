package search_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/search"
)

var catalogue = []item{
	{slug: "dunes", title: "Sunset dunes by vintage Land Rover", city: "dubai", category: "desert",
		summary: "Six hours in the red sand, with henna and dinner.", price: 39500, minutes: 360, stars: 4.8,
		reviews: 40, languages: []string{"en", "ar"}, free: true, pickup: true},
	{slug: "camp", title: "A night in the desert", city: "abu-dhabi", category: "desert",
		summary: "Camel ride, dinner and stars.", price: 90000, minutes: 1440, stars: 4.2, reviews: 10,
		languages: []string{"en"}, free: true, pickup: true},
	{slug: "dhow", title: "Dinner on a wooden dhow", city: "dubai", category: "boat-trips",
		summary: "Along the creek of old Dubai.", price: 22000, minutes: 120, stars: 4.5, reviews: 100,
		languages: []string{"en", "fr"}, free: true},
	{slug: "louvre", title: "Louvre Abu Dhabi with a guide", city: "abu-dhabi", category: "museums",
		summary: "Two hours under the dome.", price: 25000, minutes: 120, stars: 4.9, reviews: 7,
		languages: []string{"en", "ar", "fr"}},
	{slug: "egyptian", title: "Egyptian Museum highlights", city: "cairo", category: "museums",
		summary: "With an Egyptologist, before the crowds.", price: 0, minutes: 180, languages: []string{"ar"}},
	{slug: "felucca", title: "Felucca at sunset", city: "cairo", category: "boat-trips",
		summary: "An hour on the Nile.", price: 15000, minutes: 60, stars: 4.5, reviews: 12, soldOut: true},
}

// arabic is the same with Arabic words.
var arabic = []item{
	{slug: "dunes", title: "غروب الكثبان بسيارة لاند روفر قديمة", city: "dubai", category: "desert",
		summary: "ست ساعات بين الرمال الحمراء، مع الحنّاء والعشاء.", stars: 4.8, reviews: 40},
	{slug: "camp", title: "ليلة في الصحراء", city: "abu-dhabi", category: "desert",
		summary: "ركوب الجمال وعشاء تحت النجوم، ٣٠ كم من المدينة.", stars: 4.2, reviews: 10},
	{slug: "dhow", title: "رحلة عشاء على متن سفينة خشبية", city: "dubai", category: "boat-trips",
		summary: "على ضفاف خور دبي القديمة.", stars: 4.5, reviews: 100},
	{slug: "louvre", title: "اللوفر أبوظبي مع مرشدة", city: "abu-dhabi", category: "museums",
		summary: "ساعتان تحت القبّة.", stars: 4.9, reviews: 7},
	{slug: "egyptian", title: "أبرز ما في المتحف المصري", city: "cairo", category: "museums",
		summary: "مع عالمة آثار، قبل الزحام."},
	{slug: "souk", title: "سوق التوابل والذهب", city: "dubai", category: "museums",
		summary: "جولة مشي عائلية بدبي القديمة.", stars: 4.1, reviews: 3},
}

func TestEnglishQueriesFindTheExpectedProducts(t *testing.T) {
	s := open(t, catalogue)
	for _, c := range []struct{ text, want, why string }{
		{"dunes", "dunes", "the word"},
		{"DUNE", "dunes", "the singular, in capitals"},
		{"dubai", "dunes dhow", "the city, the better rated first"},
		{"desert", "camp dunes", "the title counts more than the category"},
		{"museums", "egyptian louvre", "a stem, the title first"},
		{"the dinner on a dhow", "dhow", "stop words are no matter"},
		{"henna", "dunes", "a word of the summary"},
		{"dhow dubai", "dhow", "all words have to match"},
		{"sun", "dunes felucca", "the beginning of a word, what is sold out last"},
		{"dinner dho", "dhow", "the last word may be a beginning"},
		{"louvre abu dhabi", "louvre", "three words"},
		{"abudhabi", "louvre camp", "two words typed as one, the title first"},
		{"abu dhabi", "louvre camp", "and as two"},
		{"museum highlights", "egyptian", "a phrase"},
		{"!!! ... ؟", "", "nothing but punctuation"},
		{"tokyo", "", "nothing found"},
		{"دبي", "dunes dhow", "an Arabic name on an English page"},
	} {
		if got := s.find(c.text); got != c.want {
			t.Errorf("%q finds %q, want %q: %s", c.text, got, c.want, c.why)
		}
	}
}

func TestChineseQueriesFindPartsOfUnspacedText(t *testing.T) {
	s := open(t, []item{
		{slug: "walk", title: "老城清晨漫步", city: "dubai", category: "desert", summary: "俯瞰特茹河，品尝红茶。", stars: 4},
		{slug: "fado", title: "享用晚餐与法多音乐", city: "dubai", category: "desert", summary: "河边的夜晚。", stars: 3},
	})
	for _, c := range []struct{ text, want, why string }{
		{"清晨", "walk", "within the title"},
		{"漫步", "walk", "at its end"},
		{"特茹河", "walk", "three signs of the summary"},
		{"音乐 晚餐", "fado", "two words in another order"},
		{"茶", "walk", "one sign at the end of a run"},
		{"河", "walk fado", "one sign anywhere, the better rated first"},
		{"步漫", "", "another order of signs"},
	} {
		if got := s.find(c.text); got != c.want {
			t.Errorf("%q finds %q, want %q: %s", c.text, got, c.want, c.why)
		}
	}
}

func TestArabicQueriesFindTheExpectedProducts(t *testing.T) {
	s := open(t, arabic)
	for _, c := range []struct{ text, want, why string }{
		{"دبي", "dunes dhow souk", "the city"},
		{"دبى", "dunes dhow souk", "final ya without dots"},
		{"بدبي", "dunes dhow souk", "in Dubai"},
		{"صحراء", "camp dunes", "without the article"},
		{"الصحراء", "camp dunes", "with it"},
		{"صحرا", "camp dunes", "without the hamza"},
		{"رحلات", "dhow", "the plural"},
		{"رحلة", "dhow", "the singular"},
		{"رحله", "dhow", "ha for ta marbuta"},
		{"رِحْلَةٌ", "dhow", "with vowels"},
		{"رحـــلة", "dhow", "stretched"},
		{"ابوظبي", "louvre camp", "one word, without hamza"},
		{"أبو ظبي", "louvre camp", "two words"},
		{"أبوظبي", "louvre camp", "one word"},
		{"متحف", "egyptian louvre souk", "the singular of the category's broken plural"},
		{"أسواق", "souk", "a broken plural"},
		{"اسواق", "souk", "without hamza"},
		{"30 كم", "camp", "Latin digits find Arabic ones"},
		{"٣٠", "camp", "and the other way"},
		{"سفينه خشبيه", "dhow", "a phrase with ha for ta marbuta"},
		{"عشاء", "dhow dunes camp", "the title first; with and without particles"},
		{"كثب", "dunes", "a beginning behind the article"},
		{"القاهره", "egyptian", "the city with ha for ta marbuta"},
		{"dubai", "dunes dhow souk", "a Latin name on an Arabic page"},
		{"طوكيو", "", "nothing found"},
	} {
		if got := s.find(c.text); got != c.want {
			t.Errorf("%q finds %q, want %q: %s", c.text, got, c.want, c.why)
		}
	}
}

func TestTypingErrorsAreCorrected(t *testing.T) {
	english, arabic := open(t, catalogue), open(t, arabic)
	for _, c := range []struct {
		in         storefront
		text, want string
	}{
		{english, "dubia", "dunes dhow"},         // letters changed places
		{english, "dubay", "dunes dhow"},         // a wrong letter
		{english, "dubbai", "dunes dhow"},        // one too many
		{english, "musem", "egyptian louvre"},    // one too few
		{english, "egiptain", "egyptian"},        // two in a long word
		{english, "lovre dhabi", "louvre"},       // one of two words
		{english, "feluca at", "felucca"},        // with a stop word behind it
		{english, "dessert safri", "camp dunes"}, // both
		{english, "dinner dhwo", "dhow"},         // in the last, which may be a beginning
		{english, "museum hihgl", "egyptian"},    // in a beginning
		{arabic, "دوبي", "dunes dhow souk"},
		{arabic, "سفيتة", "dhow"},
		{arabic, "متخف", "egyptian louvre souk"},
		{arabic, "دبييي", ""}, // two in a short word are too many
	} {
		r := c.in.ask(search.Query{Text: c.text})
		if got := texts(r.Cards); got != c.want {
			t.Errorf("%q finds %q, want %q", c.text, got, c.want)
		}
		if r.Inexact != (c.want != "") {
			t.Errorf("%q: whether it was found exactly is told wrong", c.text)
		}
	}
	for _, text := range []string{"dubai", "abudhabi", "abu dhabi", "lou vre"} {
		if r := english.ask(search.Query{Text: text}); r.Inexact || r.Total == 0 {
			t.Errorf("%q: what is found exactly is called inexact", text)
		}
	}
}

func TestShortWordsAreNotCorrected(t *testing.T) {
	s := open(t, []item{{slug: "tea", title: "Tea", city: "dubai", category: "desert"}})
	if got := s.find("sea"); got != "" {
		t.Errorf("sea finds %s", got)
	}
}

func TestEquallyRelevantProductsAreOrderedByRating(t *testing.T) {
	s := open(t, []item{
		{slug: "a", title: "Kayak tour", city: "dubai", category: "desert", stars: 4.1, reviews: 9},
		{slug: "b", title: "Kayak tour", city: "dubai", category: "desert", stars: 4.9, reviews: 2},
		{slug: "c", title: "Kayak tour", city: "dubai", category: "desert", stars: 4.9, reviews: 5},
		{slug: "d", title: "Lagoon", summary: "By kayak.", city: "dubai", category: "desert", stars: 5, reviews: 500},
		{slug: "e", title: "Kayaking", city: "dubai", category: "desert"},
	})
	if got, want := s.find("kayak"), "c b a e d"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAdjacentWordsRankHigher(t *testing.T) {
	s := open(t, []item{
		{slug: "a", title: "Walk through an old fort town", city: "dubai", category: "desert", stars: 5, reviews: 9},
		{slug: "b", title: "The old town on foot", city: "dubai", category: "desert", stars: 3, reviews: 9},
	})
	if got, want := s.find("old town"), "b a"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestFiltersNarrowTheResults(t *testing.T) {
	s := open(t, catalogue)
	for _, c := range []struct {
		filter search.Filter
		want   string
	}{
		{search.Filter{Cities: []string{"dubai"}}, "dunes dhow"},
		{search.Filter{Cities: []string{"dubai", "cairo"}}, "dunes dhow egyptian felucca"},
		{search.Filter{Categories: []string{"museums"}}, "louvre egyptian"},
		{search.Filter{Languages: []string{"fr"}}, "dhow louvre"},
		{search.Filter{Price: search.Range{Min: 20000, Max: 30000}}, "dhow louvre"},
		{search.Filter{Price: search.Range{Max: 22000}}, "dhow felucca"},
		{search.Filter{Price: search.Range{Min: 39500}}, "dunes camp"},
		{search.Filter{Minutes: search.Range{Min: 61, Max: 180}}, "dhow louvre egyptian"},
		{search.Filter{Rating: 4.5}, "dunes dhow louvre felucca"},
		{search.Filter{FreeCancellation: true}, "dunes camp dhow"},
		{search.Filter{Pickup: true}, "dunes camp"},
		{search.Filter{Cities: []string{"dubai"}, Pickup: true}, "dunes"},
		{search.Filter{Cities: []string{"atlantis"}}, ""},
	} {
		if got := s.slugs(search.Query{Filter: c.filter}); got != c.want {
			t.Errorf("%+v leaves %q, want %q", c.filter, got, c.want)
		}
	}
	if got := s.slugs(search.Query{Text: "dinner", Filter: search.Filter{Rating: 4.5}}); got != "dhow dunes" {
		t.Errorf("with a text: %q", got)
	}
}

func TestAFilterDoesNotNarrowItsOwnCounts(t *testing.T) {
	s := open(t, catalogue)
	counts := func(list []search.Facet) map[string]int {
		out := map[string]int{}
		for _, f := range list {
			out[f.Value] = f.Count
		}
		return out
	}
	f := s.ask(search.Query{Filter: search.Filter{Cities: []string{"dubai"}}}).Facets
	if got := counts(f.Cities); got["dubai"] != 2 || got["cairo"] != 2 || got["abu-dhabi"] != 2 {
		t.Errorf("cities: %v", got)
	}
	if got := counts(f.Categories); len(got) != 2 || got["desert"] != 1 || got["boat-trips"] != 1 {
		t.Errorf("categories: %v", got)
	}
	if f.Price != (search.Range{Min: 22000, Max: 39500}) || f.Minutes != (search.Range{Min: 120, Max: 360}) ||
		f.Pickup != 1 || f.FreeCancellation != 2 {
		t.Errorf("%+v", f)
	}
	if f.Cities[0].Name == "" || f.Currency != "AED" {
		t.Errorf("%+v", f)
	}
	f = s.ask(search.Query{Filter: search.Filter{Cities: []string{"dubai"}, Rating: 4.6}}).Facets
	if got := counts(f.Cities); got["dubai"] != 1 || got["abu-dhabi"] != 1 {
		t.Errorf("cities under another filter: %v", got)
	}
	if f.Ratings[0] != (search.RatingFacet{From: 4.5, Count: 2}) {
		t.Errorf("ratings: %v", f.Ratings)
	}
}

func TestResultsAreSortedAsRequested(t *testing.T) {
	s := open(t, catalogue)
	for sort, want := range map[search.Sort]string{ // the felucca is sold out; the Egyptian museum has no fixed price
		"":                  "dunes camp dhow louvre egyptian felucca",
		search.Relevance:    "dunes camp dhow louvre egyptian felucca",
		search.PriceUp:      "dhow louvre dunes camp egyptian felucca",
		search.PriceDown:    "camp dunes louvre dhow egyptian felucca",
		search.DurationUp:   "dhow louvre egyptian dunes camp felucca",
		search.DurationDown: "camp dunes egyptian dhow louvre felucca",
		search.RatingDown:   "louvre dunes dhow camp egyptian felucca",
	} {
		if got := s.slugs(search.Query{Sort: sort}); got != want {
			t.Errorf("%q: %q, want %q", sort, got, want)
		}
	}
}

func TestPagesContainEveryResultOnce(t *testing.T) {
	var items []item
	for i := range 57 {
		items = append(items, item{slug: "p" + string(rune('A'+i)), title: "Tour", city: "dubai", category: "desert",
			minutes: 60 + i*7%57})
	}
	s := open(t, items)
	for _, sort := range []search.Sort{search.Relevance, search.DurationUp} {
		whole := strings.Fields(s.slugs(search.Query{Text: "tour", Sort: sort}))
		var parts []string
		for page := 1; page <= 7; page++ {
			r := s.ask(search.Query{Text: "tour", Sort: sort, Page: page, PageSize: 10})
			if r.Total != 57 {
				t.Errorf("page %d tells of %d", page, r.Total)
			}
			parts = append(parts, strings.Fields(texts(r.Cards))...)
		}
		if !slices.Equal(whole, parts) {
			t.Errorf("%s: the pages hold %v, all of it is %v", sort, parts, whole)
		}
	}
}

func TestQueryReturnsMatchingCategories(t *testing.T) {
	s := open(t, catalogue)
	var kinds []string
	for _, p := range s.ask(search.Query{Text: "desert", Filter: search.Filter{Cities: []string{"cairo"}}}).Places {
		kinds = append(kinds, string(p.Kind)+string(p.Card))
	}
	if !slices.Equal(kinds, []string{`category"desert"`}) {
		t.Error(kinds)
	}
}

func TestSuggestionsCompleteTheTypedText(t *testing.T) {
	s := open(t, catalogue)
	for _, c := range []struct{ text, cities, categories, products string }{
		{"d", "dubai abu-dhabi", "desert", "louvre dunes"},
		{"du", "dubai", "", "dunes dhow"},
		{"dub", "dubai", "", "dunes dhow"},
		{"abu dh", "abu-dhabi", "", "louvre camp"},
		{"abudh", "abu-dhabi", "", "louvre camp"},
		{"boat", "", "boat-trips", "dhow felucca"},
		{"henna", "", "", ""},
		{"dubia", "dubai", "", "dunes dhow"},
		{"musuem", "", "museums", "egyptian louvre"},
		{"a", "abu-dhabi", "", "louvre camp"},
		{"دب", "dubai", "", "dunes dhow"},
		{"القاه", "cairo", "", "egyptian felucca"},
		{"ابو ظ", "abu-dhabi", "", "louvre camp"},
		{"?", "", "", ""},
		{"", "dubai abu-dhabi", "desert boat-trips", "dunes camp"},
	} {
		r, err := s.Suggest(context.Background(), "wayfare", "en", c.text, 2)
		must(t, err)
		if got := [3]string{texts(r.Cities), texts(r.Categories), texts(r.Products)}; got != [3]string{c.cities,
			c.categories, c.products} {
			t.Errorf("%q becomes %q", c.text, got)
		}
	}
}

func TestInvalidQueriesAreRejected(t *testing.T) {
	s := open(t, catalogue)
	page := func(f search.Filter) search.Query { return search.Query{Page: 1, PageSize: 10, Filter: f} }
	for _, c := range []struct {
		search.Query
		field string
		code  fault.FieldCode
	}{
		{search.Query{Page: 1, PageSize: 10, Sort: "random"}, "sort", fault.Unknown},
		{search.Query{Page: 1, PageSize: 10, Currency: "XYZ"}, "currency", fault.Unknown},
		{page(search.Filter{Price: search.Range{Min: 5, Max: 4}}), "priceMax", fault.Min},
		{page(search.Filter{Minutes: search.Range{Min: 5, Max: 4}}), "minutesMax", fault.Min},
	} {
		_, err := s.Query(context.Background(), "wayfare", "en", c.Query)
		if !fault.Is(err, fault.Invalid) || !slices.Equal(fault.Of(err).Fields,
			[]fault.Field{{Name: c.field, Code: c.code}}) {
			t.Errorf("%s %s: %v", c.field, c.code, err)
		}
	}
	for _, language := range []string{"sv", "", "../en"} {
		if _, err := s.Suggest(context.Background(), "wayfare", language, "d", 2); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: %v", language, err)
		}
	}
}

func TestQueryStopsWhenItsRequestIsCancelled(t *testing.T) {
	s := open(t, catalogue)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Query(ctx, "wayfare", "en", search.Query{Text: "dubai", Page: 1, PageSize: 10}); !errors.Is(err,
		context.Canceled) {
		t.Error(err)
	}
}

func TestPartialMatchesAreReturnedAndMarked(t *testing.T) {
	s := open(t, catalogue)
	for _, c := range []struct {
		text, want string
		partial    bool
	}{
		{"desert cairo", "camp dunes egyptian felucca", true},
		{"din dhow", "dhow", true},
		{"zzz dhow", "dhow", true},
		{"zzz henna", "", false}, // a passing word of a summary is not what was looked for
		{"dhow dubai", "dhow", false},
		{"zzz", "", false},
	} {
		r := s.ask(search.Query{Text: c.text})
		if got := texts(r.Cards); got != c.want || r.Partial != c.partial {
			t.Errorf("%q finds %q, partial %t; want %q, %t", c.text, got, r.Partial, c.want, c.partial)
		}
	}
}
