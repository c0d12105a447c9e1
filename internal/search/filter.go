package search

import (
	"context"
	"math"
	"slices"

	"storefront/internal/core/money"
)

// Facets count the products of each choice. A filter does not narrow its own counts, so that visitors see the
// alternatives.
type Facets struct {
	Cities, Categories, Languages []Facet
	FreeCancellation, Pickup      int
	Ratings                       []RatingFacet
	// Price and Minutes span the values of the products: in minor units of Currency, and in minutes.
	Price, Minutes Range
	Currency       string
}

// Facet is one value of a list, the most frequent first, then by value. Name is in the language of the index; guides'
// languages have none.
type Facet struct {
	Value, Name string
	Count       int
}

// RatingFacet counts the products with at least From stars.
type RatingFacet struct {
	From  float64
	Count int
}

var ratingSteps = [...]float64{4.5, 4, 3.5, 3}

// The filters, one bit each. The site has them too, in site/widgets/listing-filters/filter-cards.ts; both run the table
// of testdata/filters.json.
const (
	byCity = 1 << iota
	byCategory
	byLanguage
	byPrice
	byMinutes
	byRating
	byFree
	byPickup
)

// filter is a query's filter with its names resolved.
type filter struct {
	*index
	Filter
	cities, categories, languages []bool    // by number
	rates                         []float64 // minor units of the query's currency for one of each; NaN: unknown
	currency                      string
	step                          float64 // the unit to which its amounts are rounded
}

func (x *index) newFilter(q Query) *filter {
	f := &filter{index: x, Filter: q.Filter, currency: q.Currency}
	if f.currency == "" {
		f.currency = x.currency
	}
	f.step = float64(money.Step(f.currency))
	f.cities, f.categories = selected(x.cities, q.Filter.Cities), selected(x.categories, q.Filter.Categories)
	f.languages = make([]bool, len(x.languages))
	for i, l := range x.languages {
		f.languages[i] = slices.Contains(q.Filter.Languages, l)
	}
	to, _ := money.Exponent(f.currency)
	for _, c := range x.currencies {
		from, _ := money.Exponent(c)
		f.rates = append(f.rates, ratio(q.Exchange, c, f.currency)*math.Pow10(to-from))
	}
	return f
}

// ratio returns the value of one unit of a currency in another; NaN if unknown.
func ratio(e money.Exchange, from, to string) float64 {
	switch {
	case from == to:
		return 1
	case !e.CanConvert(from, to):
		return math.NaN()
	}
	rate := func(c string) float64 {
		if c == e.Own {
			return ownRate
		}
		return float64(e.Rates[c])
	}
	return rate(to) / rate(from)
}

// ownRate is 1 as a money.Rate.
var ownRate = float64(money.Exchange{}.Rate("", ""))

func selected(all []namedSlug, slugs []string) []bool {
	out := make([]bool, len(all))
	for i, n := range all {
		out[i] = slices.Contains(slugs, n.slug)
	}
	return out
}

// price returns a product's price in the query's currency, 0 if unknown.
func (f *filter) price(p *product) int {
	if f.rates[p.currency] == 1 {
		return p.price
	}
	// Converts as money.Exchange does, except for halves that no float represents: filters need no exact amount, and
	// each query converts every price.
	v := math.Round(float64(p.price)*f.rates[p.currency]/f.step) * f.step
	if !(v >= 0 && v < 1<<53) {
		return 0
	}
	return int(v)
}

// failedFilters returns the filters that a product does not pass.
func (f *filter) failedFilters(p *product) (bits int) {
	check := func(on, ok bool, bit int) {
		if on && !ok {
			bits |= bit
		}
	}
	check(len(f.Cities) > 0, f.cities[p.city], byCity)
	check(len(f.Categories) > 0, anySelected(f.categories, p.categories), byCategory)
	check(len(f.Languages) > 0, anySelected(f.languages, p.languages), byLanguage)
	check(f.Rating > 0, p.average >= f.Rating, byRating)
	check(f.Minutes != Range{}, f.Minutes.contains(p.minutes), byMinutes)
	check(f.FreeCancellation, p.flags&flagFree != 0, byFree)
	check(f.Pickup, p.flags&flagPickup != 0, byPickup)
	if f.Price != (Range{}) {
		price := f.price(p)
		check(true, price > 0 && f.Price.contains(price), byPrice)
	}
	return bits
}

// keepAvailable removes the products that a query's Only refuses. Products that miss two filters count nowhere, and are
// not passed to Only.
func (f *filter) keepAvailable(ctx context.Context, found []int32,
	isAvailable func(context.Context, []string) ([]bool, error)) ([]int32, error) {
	candidates, slugs := found[:0], []string{}
	for _, doc := range found {
		if failed := f.failedFilters(&f.products[doc]); failed&(failed-1) == 0 {
			candidates, slugs = append(candidates, doc), append(slugs, f.products[doc].slug)
		}
	}
	available, err := isAvailable(ctx, slugs)
	if err != nil {
		return nil, err
	}
	passed := candidates[:0]
	for i, doc := range candidates {
		if available[i] {
			passed = append(passed, doc)
		}
	}
	return passed, nil
}

func anySelected(chosen []bool, of []int) bool {
	return slices.ContainsFunc(of, func(i int) bool { return chosen[i] })
}

func (r Range) contains(n int) bool { return n >= r.Min && (r.Max == 0 || n <= r.Max) }

func (r *Range) include(n int) {
	if r.Max == 0 || n < r.Min {
		r.Min = n
	}
	r.Max = max(r.Max, n)
}

// apply removes the products that do not pass, and counts facets.
func (f *filter) apply(found []int32) ([]int32, Facets) {
	out := Facets{Currency: f.currency}
	cities, categories := make([]int, len(f.cities)), make([]int, len(f.categories))
	languages := make([]int, len(f.languages))
	var ratings [len(ratingSteps)]int
	passed := found[:0]
	for _, doc := range found {
		p := &f.products[doc]
		failed := f.failedFilters(p)
		counts := func(by int) bool { return failed&^by == 0 }
		if failed == 0 {
			passed = append(passed, doc)
		}
		if failed&(failed-1) != 0 { // at least two: it counts nowhere
			continue
		}
		if counts(byCity) {
			cities[p.city]++
		}
		if counts(byCategory) {
			countAll(categories, p.categories)
		}
		if counts(byLanguage) {
			countAll(languages, p.languages)
		}
		if counts(byFree) && p.flags&flagFree != 0 {
			out.FreeCancellation++
		}
		if counts(byPickup) && p.flags&flagPickup != 0 {
			out.Pickup++
		}
		for i, from := range ratingSteps {
			if counts(byRating) && p.average >= from {
				ratings[i]++
			}
		}
		if price := f.price(p); counts(byPrice) && price > 0 {
			out.Price.include(price)
		}
		if counts(byMinutes) && p.minutes > 0 {
			out.Minutes.include(p.minutes)
		}
	}
	for i, from := range ratingSteps {
		out.Ratings = append(out.Ratings, RatingFacet{from, ratings[i]})
	}
	out.Cities = facets(cities, func(i int) namedSlug { return f.index.cities[i] })
	out.Categories = facets(categories, func(i int) namedSlug { return f.index.categories[i] })
	out.Languages = facets(languages, func(i int) namedSlug { return namedSlug{slug: f.index.languages[i]} })
	return passed, out
}

func countAll(counts []int, values []int) {
	for _, v := range values {
		counts[v]++
	}
}

func facets(counts []int, of func(int) namedSlug) []Facet {
	out := []Facet{}
	for i, n := range counts {
		if n > 0 {
			out = append(out, Facet{of(i).slug, of(i).name, n})
		}
	}
	slices.SortStableFunc(out, func(a, b Facet) int { return b.Count - a.Count })
	return out
}
