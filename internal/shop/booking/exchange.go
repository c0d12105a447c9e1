package booking

import (
	"slices"

	"storefront/internal/core/money"
)

// Exchanged is what a booking's prices were before they were converted, and by which rate.
type Exchanged struct {
	Currency string     `json:"currency"` // the product's own
	Exponent int        `json:"exponent"`
	Total    int64      `json:"total"` // in it, before any promo code
	Rate     money.Rate `json:"rate"`  // what one unit of it was in the order's currency
}

// Shown is what a buyer saw who looked at prices in a currency that is not paid in.
type Shown struct {
	Currency string     `json:"currency"`
	Exponent int        `json:"exponent"`
	Total    int64      `json:"total"`
	Rate     money.Rate `json:"rate"` // what one unit of the order's currency was in it
}

// in gives a product with prices in another currency; itself where one of them cannot be told in it.
func (p *Product) in(currency string, e money.Exchange) *Product {
	if !e.Knows(p.Currency, currency) {
		return p
	}
	known := true
	tell := func(minor int64) int64 {
		converted, ok := e.Convert(minor, p.Currency, currency)
		known = known && ok
		return converted
	}
	out := *p
	out.Currency = currency
	out.Exponent, _ = money.Exponent(currency)
	out.Options = slices.Clone(p.Options)
	for i := range out.Options {
		o := &out.Options[i]
		if o.Price != nil {
			price := *o.Price
			price.Currency, price.Exponent = currency, out.Exponent
			price.Amount, price.Original = tell(price.Amount), tell(price.Original)
			o.Price = &price
		}
		o.Units = slices.Clone(o.Units)
		for j := range o.Units {
			u := &o.Units[j]
			u.Price, u.OriginalPrice = tell(u.Price), tell(u.OriginalPrice)
		}
	}
	out.Extras = slices.Clone(p.Extras)
	for i := range out.Extras {
		out.Extras[i].Price = tell(out.Extras[i].Price)
	}
	if !known {
		return p
	}
	return &out
}

// exchanged is what is kept of a price that was converted; nil where it was not.
func (f *Quote) exchanged(e money.Exchange) *Exchanged {
	if f.own == nil || f.own.Currency == f.product.Currency {
		return nil
	}
	return &Exchanged{
		Currency: f.own.Currency, Exponent: f.own.Exponent, Total: f.quote, Rate: e.Rate(f.own.Currency, f.product.Currency),
	}
}

// shown is what a total was in the currency that the visitor saw; nil where he saw what is paid in.
func (d *Deployment) shown(total int64, currency string) *Shown {
	if d.Shown == "" || d.Shown == currency {
		return nil
	}
	converted, ok := d.Exchange.Convert(total, currency, d.Shown)
	if !ok {
		return nil
	}
	s := &Shown{Currency: d.Shown, Total: converted, Rate: d.Exchange.Rate(currency, d.Shown)}
	s.Exponent, _ = money.Exponent(d.Shown)
	return s
}

// in gives a code with its amounts in another currency; as it is where it has none or they cannot be told in it.
func (code PromoCode) in(currency string, e money.Exchange) PromoCode {
	if code.Currency == "" || code.Currency == currency {
		return code
	}
	amount, ok := e.Convert(code.Amount, code.Currency, currency)
	minimum, also := e.Convert(code.Minimum, code.Currency, currency)
	if ok && also {
		code.Amount, code.Minimum, code.Currency = amount, minimum, currency
	}
	return code
}

// seen is a total that was quoted in the product's own currency in that of the offer: what it comes to by its lines where it
// has not changed.
func (f *Quote) seen(quoted int64, e money.Exchange) int64 {
	if quoted == f.quote {
		return f.price.Total
	}
	converted, _ := e.Convert(quoted, f.own.Currency, f.product.Currency)
	return converted
}
