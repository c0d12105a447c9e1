package pages

import (
	"math"

	"storefront/internal/catalog"
	"storefront/internal/money"
)

// facts are what is computed once of a product, whatever the language.
type facts struct {
	exponent int
	price    *Price
	rating   *Rating
	stars    []int
	starts   []string
	free     int
}

func factsOf(p *catalog.Product) facts {
	f := facts{price: lowestPrice(p), free: freeCancellation(p)}
	f.exponent, _ = money.Exponent(p.Currency)
	if n := len(p.Reviews); n > 0 {
		f.stars = make([]int, 5)
		sum := 0
		for _, r := range p.Reviews {
			f.stars[r.Rating-1]++
			sum += r.Rating
		}
		f.rating = &Rating{Average: math.Round(float64(sum)*10/float64(n)) / 10, Count: n}
	}
	for _, o := range p.Options {
		for _, season := range schedule(p, o).Seasons {
			if len(f.starts) == 0 {
				f.starts = season.StartTimes
			}
		}
	}
	return f
}

// lowestPrice is the "from" price: the cheapest unit that pays at all, or the cheapest option of a product priced per booking.
func lowestPrice(p *catalog.Product) *Price {
	if p.NoFixedPrice {
		return nil
	}
	exponent, _ := money.Exponent(p.Currency)
	var lowest *Price
	consider := func(price, original catalog.Decimal, per string) {
		amount, err := money.Parse(string(price), p.Currency)
		if err != nil || amount == 0 || lowest != nil && lowest.Amount <= amount {
			return
		}
		before, _ := money.Parse(string(original), p.Currency)
		lowest = &Price{Money: Money{Amount: amount, Currency: p.Currency, Exponent: exponent}, Original: before, Per: per}
	}
	for _, o := range p.Options {
		if p.PricingPer == "BOOKING" {
			consider(o.Price, o.OriginalPrice, "BOOKING")
			continue
		}
		for _, u := range o.Units {
			if Leading(string(u.Type)) {
				consider(u.Price, u.OriginalPrice, string(u.PricedBy))
			}
		}
	}
	if lowest == nil && p.PricingPer == "UNIT" {
		for _, o := range p.Options {
			for _, u := range o.Units {
				consider(u.Price, u.OriginalPrice, string(u.PricedBy))
			}
		}
	}
	return lowest
}

// Leading says that units of a type tell what a product costs from: adults and whole parties, and not children.
func Leading(unitType string) bool {
	return unitType == "ADULT" || unitType == "OTHER" || unitType == "FAMILY"
}

// freeCancellation returns how many minutes before the start a full refund ends, if whatever can be booked can also be
// cancelled for nothing: every option has a full refund, and its booking closes no later than that ends. It returns 0
// otherwise, since a page that is written once cannot know which starts are left when it is read.
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
