package pages

import (
	"math"
	"strconv"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
)

// googleCurrencies are the currencies of a deployment's prices in Google's feed, beside those of products.
type googleCurrencies struct {
	exchange money.Exchange
	accepted []string // those that orders can be paid in and whose countries are known
}

// countriesOf lists, by currency, the countries (ISO 3166-1) whose travellers see Google's prices in it. A price in any
// other currency would be shown to all travellers.
var countriesOf = map[string][]string{
	"AED": {"AE"}, "AUD": {"AU"}, "BHD": {"BH"}, "CAD": {"CA"}, "CHF": {"CH", "LI"}, "CNY": {"CN"}, "DKK": {"DK"},
	"EGP": {"EG"}, "GBP": {"GB"}, "HKD": {"HK"}, "IDR": {"ID"}, "INR": {"IN"}, "JOD": {"JO"}, "JPY": {"JP"},
	"KRW": {"KR"}, "KWD": {"KW"}, "MAD": {"MA"}, "MYR": {"MY"}, "NOK": {"NO"}, "NZD": {"NZ"}, "OMR": {"OM"},
	"PKR": {"PK"}, "PLN": {"PL"}, "QAR": {"QA"}, "SAR": {"SA"}, "SEK": {"SE"}, "SGD": {"SG"}, "THB": {"TH"},
	"TND": {"TN"}, "TRY": {"TR"}, "USD": {"US"}, "ZAR": {"ZA"},
	"EUR": {"AT", "BE", "BG", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR", "IE", "IT", "LT", "LU", "LV", "MT", "NL",
		"PT", "SI", "SK"},
}

func googleCurrenciesOf(d *catalog.Deployment) googleCurrencies {
	shop := payload.Deployment{Currencies: d.Currencies, Currency: currencyTableOf(d)}
	g := googleCurrencies{exchange: shop.Exchange()}
	if len(g.exchange.Rates) == 0 {
		return g
	}
	for _, code := range d.Currencies {
		if countriesOf[code] != nil {
			g.accepted = append(g.accepted, code)
		}
	}
	return g
}

// landingPage returns the address of a page as Google opens it: in the traveller's currency, which replaces
// "{currency}".
func (g *googleCurrencies) landingPage(page string) string {
	if len(g.accepted) == 0 {
		return page
	}
	return page + "?currency={currency}"
}

// key returns the values that prices depend on beside the offer.
func (g *googleCurrencies) key() []byte { return mustJSON([]any{g.exchange, g.accepted}) }

// A stored price is the amount of one of a unit in minor units, by how many it is multiplied, its currency and its id.
func (p *sellingPrice) encode(currency string) string {
	return strings.Join([]string{strconv.FormatInt(p.unitAmount, 10), strconv.FormatInt(p.multiplier, 10), currency,
		p.id}, " ")
}

// appendPrices appends a stored price in each currency: in the product's own last, for the travellers of all countries
// that no other price is for.
func (g *googleCurrencies) appendPrices(out, stored, title []byte) []byte {
	parts := strings.SplitN(string(stored), " ", 4)
	productCurrency, id := parts[2], parts[3]
	unitAmount, _ := strconv.ParseInt(parts[0], 10, 64) // as stored wrote them
	multiplier, _ := strconv.ParseInt(parts[1], 10, 64)
	for _, currency := range g.accepted {
		converted, ok := g.exchange.Convert(unitAmount, productCurrency, currency)
		if currency == productCurrency || !ok || converted > math.MaxInt64/max(multiplier, 1) {
			continue
		}
		out = appendPrice(out, title, converted*multiplier, currency)
		out = append(out, `,"geo_criteria":[`...)
		for i, country := range countriesOf[currency] {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(append(append(out, `{"country_code":"`...), country...), `","is_negative":false}`...)
		}
		out = append(appendQuoted(append(out, `],"id":`...), id+"-"+strings.ToLower(currency)), '}', ',')
	}
	out = appendPrice(out, title, unitAmount*multiplier, productCurrency)
	return append(appendQuoted(append(out, `,"id":`...), id), '}')
}

// appendPrice appends a price without its end. title is JSON.
func appendPrice(out, title []byte, amount int64, currency string) []byte {
	exponent, _ := money.Exponent(currency)
	minorPerUnit := int64(1)
	for range exponent {
		minorPerUnit *= 10
	}
	out = append(append(append(out, `{"title":`...), title...), `,"price":{"currency_code":`...)
	out = append(appendQuoted(out, currency), `,"units":`...)
	out = append(strconv.AppendInt(out, amount/minorPerUnit, 10), `,"nanos":`...)
	return append(strconv.AppendInt(out, amount%minorPerUnit*(1_000_000_000/minorPerUnit), 10), '}')
}
