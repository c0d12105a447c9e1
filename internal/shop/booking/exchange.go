package booking

import (
	"cmp"
	"slices"

	"storefront/internal/core/fault"
	"storefront/internal/core/money"
)

// UnconvertedPrice is a booking's price before conversion, with the rate.
type UnconvertedPrice struct {
	Currency string     `json:"currency"` // the product's own
	Exponent int        `json:"exponent"`
	Total    int64      `json:"total"` // before any promo code
	Rate     money.Rate `json:"rate"`  // of Currency to the order's currency
}

// ShownTotal is a total in the currency that the buyer saw, if the shop cannot be paid in it.
type ShownTotal struct {
	Currency string     `json:"currency"`
	Exponent int        `json:"exponent"`
	Total    int64      `json:"total"`
	Rate     money.Rate `json:"rate"` // of the order's currency to Currency
}

// checkCardAmount returns an error for an amount that cards cannot be charged with: the last of three decimals is not
// 0.
func checkCardAmount(field string, minor int64, currency string) error {
	step := money.Step(currency)
	if minor%step == 0 {
		return nil
	}
	return fault.New(fault.Invalid, "Amounts of "+currency+" are multiples of "+money.Format(step, currency)+
		": cards take no others.", fault.Field{Name: field, Code: fault.Format})
}

// convertTo returns a product with prices in another currency; the product itself if one of them cannot be converted.
func (p *Product) convertTo(currency string, e money.Exchange) *Product {
	if !e.CanConvert(p.Currency, currency) {
		return p
	}
	known := true
	convert := func(minor int64) int64 {
		converted, ok := e.Convert(minor, p.Currency, currency)
		known = known && ok
		return converted
	}
	out := *p
	out.unconverted = p
	out.Currency = currency
	out.Exponent, _ = money.Exponent(currency)
	out.Options = slices.Clone(p.Options)
	for i := range out.Options {
		o := &out.Options[i]
		if o.Price != nil {
			price := *o.Price
			price.Currency, price.Exponent = currency, out.Exponent
			price.Amount, price.Original = convert(price.Amount), convert(price.Original)
			o.Price = &price
		}
		o.Units = slices.Clone(o.Units)
		for j := range o.Units {
			u := &o.Units[j]
			u.Price, u.OriginalPrice = convert(u.Price), convert(u.OriginalPrice)
		}
	}
	out.Extras = slices.Clone(p.Extras)
	for i := range out.Extras {
		out.Extras[i].Price = convert(out.Extras[i].Price)
	}
	if !known {
		return p
	}
	return &out
}

// inOwnCurrency returns the product with the prices of the catalogue.
func (p *Product) inOwnCurrency() *Product {
	if p.unconverted != nil {
		return p.unconverted
	}
	return p
}

// unconvertedPrice returns the price before conversion; nil if it was not converted.
func (q *Quote) unconvertedPrice(e money.Exchange) *UnconvertedPrice {
	if q.product.unconverted == nil {
		return nil
	}
	own := q.product.unconverted
	return &UnconvertedPrice{
		Currency: own.Currency, Exponent: own.Exponent, Total: q.unconvertedTotal,
		Rate: e.Rate(own.Currency, q.product.Currency),
	}
}

// shownTotal returns a total in the currency that the visitor sees; nil if that is the currency that is paid in.
func (d *Deployment) shownTotal(total int64, currency string) *ShownTotal {
	if d.ShownCurrency == "" || d.ShownCurrency == currency {
		return nil
	}
	converted, ok := d.Exchange.Convert(total, currency, d.ShownCurrency)
	if !ok {
		return nil
	}
	s := &ShownTotal{Currency: d.ShownCurrency, Total: converted, Rate: d.Exchange.Rate(currency, d.ShownCurrency)}
	s.Exponent, _ = money.Exponent(d.ShownCurrency)
	return s
}

// addToTotal changes the total of an order, also as its buyer saw it, by the rate of the checkout.
func (o *Order) addToTotal(amount int64) {
	o.Total += amount
	if o.Shown == nil || amount == 0 {
		return
	}
	e := money.Exchange{Own: o.Currency, Rates: map[string]money.Rate{o.Shown.Currency: o.Shown.Rate}}
	shown, known := *o.Shown, false
	if shown.Total, known = e.Convert(o.Total, o.Currency, shown.Currency); !known {
		o.Shown = nil // the rate has too many digits to be stored
		return
	}
	o.Shown = &shown
}

// convertTo returns a code with its amounts in another currency; unchanged if it has none or they cannot be converted.
func (code PromoCode) convertTo(currency string, e money.Exchange) PromoCode {
	if code.Currency == "" || code.Currency == currency {
		return code
	}
	amount, amountConverted := e.Convert(code.Amount, code.Currency, currency)
	minimum, minimumConverted := e.Convert(code.Minimum, code.Currency, currency)
	if amountConverted && minimumConverted {
		code.Amount, code.Minimum, code.Currency = amount, minimum, currency
	}
	return code
}

// compareQuoted returns the quoted total of an item in the currency of its quote, and whether the price has changed.
// The total is the quote's if the price has not changed, so that rounding shows no difference, and if no rate is known
// because the product has changed its currency.
func (q *Quote) compareQuoted(item *CartItem, e money.Exchange) (total int64, changed bool) {
	own := q.product.inOwnCurrency().Currency
	quotedIn := cmp.Or(item.Currency, own)
	if item.Quoted == q.unconvertedTotal && quotedIn == own {
		return q.Price.Total, false
	}
	total, known := e.Convert(item.Quoted, quotedIn, q.product.Currency)
	if !known {
		total = q.Price.Total
	}
	return total, true
}
