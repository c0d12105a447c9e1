package money

import (
	"fmt"
	"math/big"
	"strings"
)

// rateDecimals is the number of decimals of a rate. Rates are integers in units of the last decimal, because floats are
// not exact.
const rateDecimals = 9

// Bounds of a rate, so that products of an amount with two of them stay far from where numbers end.
const maxWholeDigits = 6

const rateScale = int64(1_000_000_000) // 10^rateDecimals

// Rate is the value of one unit of a currency in another, in parts of a thousand million. As text it is a plain
// decimal.
type Rate int64

// ParseRate reads a plain decimal such as 0.27229 or 4300.
func ParseRate(text string) (Rate, error) {
	whole, decimals, _ := strings.Cut(text, ".")
	digits := whole + decimals
	if whole == "" || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, fmt.Errorf("%q is not a rate such as 0.27229 or 4300", text)
	}
	if len(decimals) > rateDecimals || len(strings.TrimLeft(whole, "0")) > maxWholeDigits {
		return 0, fmt.Errorf("a rate has at most %d digits before the point and %d behind it", maxWholeDigits,
			rateDecimals)
	}
	var n Rate
	for _, d := range digits + strings.Repeat("0", rateDecimals-len(decimals)) {
		n = n*10 + Rate(d-'0')
	}
	if n == 0 {
		return 0, fmt.Errorf("a rate is more than 0")
	}
	return n, nil
}

// String returns the shortest decimal.
func (r Rate) String() string {
	text := fmt.Sprintf("%d.%0*d", int64(r)/rateScale, rateDecimals, int64(r)%rateScale)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// MarshalText writes what ParseRate reads.
func (r Rate) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText writes, so also the 0 of Exchange.Rate.
func (r *Rate) UnmarshalText(text []byte) (err error) {
	if string(text) == "0" {
		*r = 0
		return nil
	}
	*r, err = ParseRate(string(text))
	return err
}

// Exchange converts amounts between currencies. The zero value converts each currency only to itself.
type Exchange struct {
	Own   string          // the currency that the rates are of
	Rates map[string]Rate // what one unit of Own is, by currency
}

func (e Exchange) rate(currency string) int64 {
	if currency == e.Own {
		return rateScale
	}
	return int64(e.Rates[currency])
}

// CanConvert reports whether amounts of one currency can be converted into the other.
func (e Exchange) CanConvert(from, to string) bool {
	return from == to || e.rate(from) > 0 && e.rate(to) > 0
}

// Step returns the least amount that can be charged in a currency: with three decimals the last is always 0, as card
// networks require.
func Step(currency string) int64 {
	if exponent, _ := Exponent(currency); exponent == 3 {
		return 10
	}
	return 1
}

// Percent returns a percentage of an amount, rounded to the nearest Step, halves up, and at most the amount. 100
// percent is not rounded.
func Percent(minor int64, percent int, currency string) int64 {
	if percent == 100 {
		return minor
	}
	step := Step(currency)
	return min((minor*int64(percent)+50*step)/(100*step)*step, minor)
}

// Convert converts an amount of minor units of one currency into another, rounded to its Step, halves away from zero.
// ok is false if a rate is unknown or the amount overflows. site/lib/money/exchange.ts does the same; both pass
// testdata/conversions.json.
func (e Exchange) Convert(minor int64, from, to string) (converted int64, ok bool) {
	if from == to {
		return minor, true
	}
	fromExponent, fromOK := Exponent(from)
	toExponent, toOK := Exponent(to)
	if !fromOK || !toOK || !e.CanConvert(from, to) {
		return 0, false
	}
	step := Step(to)
	numerator := big.NewInt(minor)
	numerator.Mul(numerator.Abs(numerator), big.NewInt(e.rate(to))).Mul(numerator, pow10(toExponent-fromExponent))
	denominator := big.NewInt(e.rate(from))
	denominator.Mul(denominator, pow10(fromExponent-toExponent)).Mul(denominator, big.NewInt(step))
	numerator.Lsh(numerator, 1).Add(numerator, denominator).Quo(numerator, denominator.Lsh(denominator, 1))
	if !numerator.IsInt64() || numerator.Int64() > maxSafeAmount/step {
		return 0, false
	}
	converted = numerator.Int64() * step
	if minor < 0 {
		converted = -converted
	}
	return converted, true
}

// maxSafeAmount is the largest integer that a JavaScript number holds exactly.
const maxSafeAmount = 1<<53 - 1

func pow10(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n, 0))), nil)
}

// Rate returns the value of one unit of a currency in another, for people to read; 0 if it is unknown or too large.
func (e Exchange) Rate(from, to string) Rate {
	if from == to {
		return Rate(rateScale)
	}
	if !e.CanConvert(from, to) {
		return 0
	}
	n := new(big.Int).Mul(big.NewInt(e.rate(to)), big.NewInt(2*rateScale))
	n.Add(n, big.NewInt(e.rate(from))).Quo(n, big.NewInt(2*e.rate(from)))
	if !n.IsInt64() || n.Int64() >= rateScale*1_000_000 {
		return 0
	}
	return Rate(n.Int64())
}
