// Package money keeps amounts as integers in minor units of an ISO 4217 currency, so that no price is ever a float.
package money

import (
	"fmt"
	"strconv"
	"strings"
)

// exponents lists the currencies whose minor unit is not a hundredth (ISO 4217). All others of known have two decimals.
var exponents = map[string]int{
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
	"CLP": 0, "ISK": 0, "JPY": 0, "KRW": 0, "PYG": 0, "UGX": 0, "VND": 0, "XAF": 0, "XOF": 0,
}

var currencyCodes = " AED AUD BHD BRL CAD CHF CLP CNY CZK DKK EGP EUR GBP HKD HUF IDR ILS INR IQD ISK JOD JPY KRW " +
	"KWD LBP LYD MAD MXN MYR NOK NZD OMR PHP PKR PLN PYG QAR RON RUB SAR SEK SGD THB TND TRY TWD UAH UGX USD VND " +
	"XAF XOF ZAR "

// Currencies returns the codes of the currencies that prices can be in, in order.
func Currencies() []string { return strings.Fields(currencyCodes) }

// UnknownCurrencyMessage returns the error message for a code that is not one of Currencies.
func UnknownCurrencyMessage(code string) string {
	return fmt.Sprintf("%q is not the code of a currency that prices can be in, such as EUR", code)
}

// Exponent returns the number of decimals of a currency; ok is false for an unknown code.
func Exponent(currency string) (exponent int, ok bool) {
	if len(currency) != 3 || !strings.Contains(currencyCodes, " "+currency+" ") {
		return 0, false
	}
	if e, ok := exponents[currency]; ok {
		return e, true
	}
	return 2, true
}

// Parse reads a plain decimal of main units, "29.5", as minor units of the currency.
func Parse(text, currency string) (int64, error) {
	exponent, ok := Exponent(currency)
	if !ok {
		return 0, fmt.Errorf("%q is not a currency code", currency)
	}
	whole, decimals, _ := strings.Cut(text, ".")
	if len(decimals) > exponent {
		plural := map[bool]string{true: "s"}[len(decimals) > 1]
		return 0, fmt.Errorf("%s has %d decimal%s; %s has at most %d", text, len(decimals), plural, currency, exponent)
	}
	digits := whole + decimals + strings.Repeat("0", exponent-len(decimals))
	n, err := strconv.ParseUint(digits, 10, 53)
	if err != nil || whole == "" {
		return 0, fmt.Errorf("%q is not an amount such as 395 or 29.50", text)
	}
	return int64(n), nil
}

// Format writes minor units as a plain decimal of main units with all of the currency's decimals, "29.50".
func Format(minor int64, currency string) string {
	exponent, _ := Exponent(currency)
	sign := ""
	if minor < 0 {
		sign, minor = "-", -minor
	}
	digits := strconv.FormatInt(minor, 10)
	if exponent == 0 {
		return sign + digits
	}
	if missing := exponent + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	return sign + digits[:len(digits)-exponent] + "." + digits[len(digits)-exponent:]
}
