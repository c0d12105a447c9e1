package table

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"storefront/internal/content/catalog"
	"storefront/internal/content/importer"
	"storefront/internal/core/money"
	"storefront/internal/lib/lazyregexp"
)

// money reads an amount in main units: 1,850.00 or 1.850,00 or AED 395. An ambiguous amount is a mistake.
func (c *cell) money(p *importer.Product) catalog.Decimal {
	currency := cmp.Or(p.Facts.Currency, c.Facts.Currency)
	exponent, ok := money.Exponent(currency)
	if !ok {
		return "0" // the currency is reported
	}
	if named := currenciesIn(c.shown); len(named) > 0 && !slices.Contains(named, currency) {
		c.wrong("an impossible price: the heading names %s, and the product is priced in %s", named[0], currency)
		return "0"
	}
	text := amountText(c.text, currency)
	point, err := decimals(text, exponent)
	if err == nil && strings.Trim(text, "0123456789.,") != "" {
		err = fmt.Errorf("is not an amount of %s such as 395 or 29.50", currency)
	}
	if err != nil {
		c.wrong("an impossible price: %q %v", importer.Short(c.text), err)
		return "0" // not that it has none, too
	}
	whole := strings.NewReplacer(",", "", ".", "").Replace(text)
	if point >= 0 {
		whole = strings.NewReplacer(",", "", ".", "").Replace(text[:point]) + "." + text[point+1:]
	}
	minor, err := money.Parse(whole, currency)
	if err != nil {
		c.wrong("an impossible price: %v", err)
		return "0"
	}
	if _, after, _ := strings.Cut(text, "."); len(after) == exponent && plainAmount.MatchString(text) {
		return catalog.Decimal(text)
	}
	return catalog.Decimal(strings.TrimSuffix(money.Format(minor, currency), "."+strings.Repeat("0", exponent)))
}

// currencySigns are the signs of currencies in tables.
var currencySigns = map[string]string{"EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "TRY": "₺", "ILS": "₪",
	"KRW": "₩", "UAH": "₴", "VND": "₫", "THB": "฿", "PHP": "₱", "NGN": "₦", "GEL": "₾",
	"AED": "د.إ", "USD": "$", "CHF": "Fr."}

// currencyWords are words for currencies beside amounts.
var currencyWords = map[string][]string{"TRY": {"TL"}, "AED": {"Dhs", "Dh"}, "MAD": {"Dhs", "Dh"}, "SAR": {"SR"},
	"QAR": {"QR"}, "EGP": {"LE"}, "JOD": {"JD"}}

// sharedSigns are those of several currencies.
var sharedSigns = map[string]string{"$": "USD AUD BRL CAD CLP HKD MXN NZD SGD TWD", "£": "GBP EGP LBP",
	"¥": "JPY CNY"}

// currenciesIn returns the codes of the currencies that a heading names by a sign or by a code as a word.
func currenciesIn(heading string) (codes []string) {
	words := strings.FieldsFunc(heading, func(r rune) bool { return !unicode.IsLetter(r) })
	for _, sign := range slices.Sorted(maps.Keys(sharedSigns)) {
		if strings.Contains(heading, sign) {
			codes = append(codes, strings.Fields(sharedSigns[sign])...)
		}
	}
	if m := lastWord.FindStringSubmatch(heading); m != nil && currencySigns[m[2]] == "" {
		if _, isCurrency := money.Exponent(m[2]); isCurrency {
			codes = append(codes, m[2])
		}
	}
	for _, code := range slices.Sorted(maps.Keys(currencySigns)) {
		if strings.Contains(heading, currencySigns[code]) || slices.Contains(words, code) {
			codes = append(codes, code)
		}
	}
	return codes
}

// centless matches the dash in place of no cents: 29,-.
var centless = lazyregexp.New(`[.,][-–—]+$`)

// amountText returns an amount without spaces, apostrophes and the sign, code or word of its currency.
func amountText(text, currency string) string {
	text = strings.TrimSpace(text)
	for _, sign := range append([]string{currency, currencySigns[currency]}, currencyWords[currency]...) {
		if len(text) > len(sign) && strings.EqualFold(text[:len(sign)], sign) {
			text = text[len(sign):]
		} else if len(text) > len(sign) && strings.EqualFold(text[len(text)-len(sign):], sign) {
			text = text[:len(text)-len(sign)]
		}
	}
	text = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "'", "", "’", "").Replace(latin(text))
	return centless.ReplaceAllString(text, "")
}

var plainAmount = lazyregexp.New(`^\d+(?:\.\d+)?$`)

var groups = lazyregexp.New(`^[1-9]\d{0,2}(?:[.,]\d{3})+$`)

var (
	errAmount    = errors.New("is not an amount such as 395 or 29.50")
	errAmbiguous = errors.New("can be read in two ways; write a point before decimals and nothing between thousands")
)

// decimals finds the mark before the decimals of an amount; -1 where it has none.
func decimals(text string, exponent int) (int, error) {
	last := strings.LastIndexAny(text, ".,")
	switch {
	case last < 0:
		return -1, nil
	case strings.Count(text, ".") > 0 && strings.Count(text, ",") > 0:
		if strings.Count(text, text[last:last+1]) > 1 || strings.ContainsAny(text[strings.IndexAny(text, ".,")+1:last],
			otherMark(text[last])) && !groups.MatchString(text[:last]) {
			return 0, errAmount
		}
		return last, nil
	case strings.Count(text, text[last:last+1]) > 1:
		if !groups.MatchString(text) {
			return 0, errAmount
		}
		return -1, nil
	case len(text)-last-1 == 3 && text[last] == ',' && exponent == 3:
		return 0, errAmbiguous
	case len(text)-last-1 == 3 && exponent < 3 && groups.MatchString(text):
		return -1, nil
	}
	return last, nil
}

func otherMark(mark byte) string {
	if mark == '.' {
		return ","
	}
	return "."
}
