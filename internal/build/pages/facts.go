package pages

import (
	"cmp"
	"math"

	"storefront/internal/content/catalog"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
)

// facts are the values of a product that do not depend on the language.
type facts struct {
	exponent         int
	price            *payload.Price
	rating           *payload.Rating
	stars            []int
	startTimes       []string
	freeCancellation int
}

func factsOf(p *catalog.Product) facts {
	f := facts{price: lowestPrice(p), freeCancellation: freeCancellation(p)}
	f.exponent, _ = money.Exponent(p.Currency)
	if n := len(p.Reviews); n > 0 {
		f.stars = make([]int, 5)
		sum := 0
		for _, r := range p.Reviews {
			f.stars[r.Rating-1]++
			sum += r.Rating
		}
		f.rating = &payload.Rating{Average: math.Round(float64(sum)*10/float64(n)) / 10, Count: n}
	}
	for _, o := range p.Options {
		for _, season := range schedule(p, o).Seasons {
			if len(f.startTimes) == 0 {
				f.startTimes = season.StartTimes
			}
		}
	}
	return f
}

// The label catalog.TopRated needs so many reviews, with this average.
const (
	topRatedReviews = 4
	topRatedAverage = 4.7
)

// labelsOf returns the ids of a product's labels: the one that its reviews earn, where the content has a name for it,
// then the editors' own.
func (m *Summarizer) labelsOf(p *catalog.Product) []string {
	if _, named := m.lib.Labels[catalog.TopRated]; !named || len(p.Reviews) < topRatedReviews {
		return p.Labels
	}
	sum := 0
	for _, r := range p.Reviews {
		sum += r.Rating
	}
	if float64(sum) < topRatedAverage*float64(len(p.Reviews)) {
		return p.Labels
	}
	return append([]string{catalog.TopRated}, p.Labels...)
}

// lowestPrice returns the product's "from" price: that of its cheapest option, or nil if there is no fixed price.
func lowestPrice(p *catalog.Product) *payload.Price {
	return lowestPriceOf(p, p.Options)
}

// lowestPriceOf returns the lowest price of some of a product's options. If the product is priced per booking, it is an
// option's own price, and otherwise that of the cheapest leading unit, or of any unit if none leads. It is zero only if
// all prices are.
func lowestPriceOf(p *catalog.Product, options []catalog.Option) *payload.Price {
	if p.NoFixedPrice {
		return nil
	}
	var prices, others []*payload.Price
	for _, o := range options {
		if p.PricingPer == payload.PerBooking {
			prices = append(prices, priceOf(p, o.Price, o.OriginalPrice, payload.ByBooking, ""))
			continue
		}
		for _, u := range o.Units {
			price := priceOf(p, u.Price, u.OriginalPrice, u.PricedBy, itemOf(u))
			if u.Type.SetsFromPrice() {
				prices = append(prices, price)
			} else {
				others = append(others, price)
			}
		}
	}
	return cmp.Or(cheapest(prices, 1), cheapest(others, 1), cheapest(prices, 0), cheapest(others, 0))
}

// cheapest returns the lowest price from least on, the first where several are the same, or nil.
func cheapest(prices []*payload.Price, minimum int64) *payload.Price {
	var lowest *payload.Price
	for _, price := range prices {
		if price != nil && price.Amount >= minimum && (lowest == nil || price.Amount < lowest.Amount) {
			lowest = price
		}
	}
	return lowest
}

func priceOf(p *catalog.Product, price, original catalog.Decimal, per payload.PricedBy,
	of payload.Item) *payload.Price {
	amount, err := money.Parse(string(price), p.Currency)
	if err != nil {
		return nil
	}
	exponent, _ := money.Exponent(p.Currency)
	return &payload.Price{
		Money:    payload.Money{Amount: amount, Currency: p.Currency, Exponent: exponent},
		Original: minorUnits(original, p.Currency), Per: per, Of: of,
	}
}

// itemOf returns the kind of thing that a unit counts, for the words beside its price.
func itemOf(u catalog.Unit) payload.Item {
	switch {
	case u.Type == payload.Family:
		return payload.WholeFamily
	case u.Type != payload.OtherUnit:
		return payload.Person
	case u.Item == "" && u.PaxCount < 2:
		return payload.AnyItem
	}
	return cmp.Or(u.Item, payload.Group)
}

// freeCancellation returns how many minutes before the start a full refund ends, if every booking can be cancelled free
// of charge when it is made: every option has a full refund, and its booking closes before that refund ends. Otherwise
// it returns 0, since a prerendered page does not know which starts are left when it is read.
func freeCancellation(p *catalog.Product) int {
	longest := 0
	for _, o := range p.Options {
		tiers := o.Cancellation
		if tiers == nil {
			tiers = p.Cancellation
		}
		if len(tiers) == 0 || tiers[0].Refund != 100 || tiers[0].Before.Minutes > leadMinutes(p, o) {
			return 0
		}
		longest = max(longest, tiers[0].Before.Minutes, 1)
	}
	return longest
}

// leadMinutes returns how long before the start an option's booking closes.
func leadMinutes(p *catalog.Product, o catalog.Option) int { return schedule(p, o).LeadMinutes }
