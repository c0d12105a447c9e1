package money

import (
	"fmt"
	"math/big"
	"strings"
)

// rateDecimals is how exactly rates are kept: as integers of so small parts, since a float has none of them exactly.
const rateDecimals = 9

// Bounds of a rate, so that products of an amount with two of them stay far from where numbers end.
const mostWholeDigits = 6

const ratePart = int64(1_000_000_000) // 10^rateDecimals

// Rate is what one unit of a currency is in another, in parts of a thousand million. As text it is a plain decimal.
type Rate int64

// ParseRate reads a plain decimal such as 0.27229 or 4300.
func ParseRate(text string) (Rate, error) {
	whole, decimals, _ := strings.Cut(text, ".")
	digits := whole + decimals
	if whole == "" || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, fmt.Errorf("%q is not a rate such as 0.27229 or 4300", text)
	}
	if len(decimals) > rateDecimals || len(strings.TrimLeft(whole, "0")) > mostWholeDigits {
		return 0, fmt.Errorf("a rate has at most %d digits before the point and %d behind it", mostWholeDigits,
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

// String is the shortest decimal.
func (r Rate) String() string {
	text := fmt.Sprintf("%d.%0*d", int64(r)/ratePart, rateDecimals, int64(r)%ratePart)
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

// Exchange knows what amounts of one currency are in another. The zero value knows only that each currency is itself.
type Exchange struct {
	Own   string          // the currency that the rates are of
	Rates map[string]Rate // what one unit of Own is, by currency
}

func (e Exchange) rate(currency string) int64 {
	if currency == e.Own {
		return ratePart
	}
	return int64(e.Rates[currency])
}

// Knows reports whether amounts of one currency can be converted into the other.
func (e Exchange) Knows(from, to string) bool {
	return from == to || e.rate(from) > 0 && e.rate(to) > 0
}

// Step is the least amount that is charged of a currency: of three decimals the last is always 0, as card networks want
// it.
func Step(currency string) int64 {
	if exponent, _ := Exponent(currency); exponent == 3 {
		return 10
	}
	return 1
}

// Percent is a part of an amount to the nearest Step, halves up, and never more than it. All of it is all of it: prices
// in a currency's own are as their editors write them.
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
	fromExponent, known := Exponent(from)
	toExponent, both := Exponent(to)
	if !known || !both || !e.Knows(from, to) {
		return 0, false
	}
	step := Step(to)
	above := big.NewInt(minor)
	above.Mul(above.Abs(above), big.NewInt(e.rate(to))).Mul(above, pow10(toExponent-fromExponent))
	below := big.NewInt(e.rate(from))
	below.Mul(below, pow10(fromExponent-toExponent)).Mul(below, big.NewInt(step))
	above.Lsh(above, 1).Add(above, below).Quo(above, below.Lsh(below, 1))
	if !above.IsInt64() || above.Int64() > mostMinor/step {
		return 0, false
	}
	converted = above.Int64() * step
	if minor < 0 {
		converted = -converted
	}
	return converted, true
}

// mostMinor is what a JavaScript number still counts exactly.
const mostMinor = 1<<53 - 1

func pow10(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(n, 0))), nil)
}

// Rate is what one unit of a currency is in another, for people to read; 0 where that is not known or too small to say.
func (e Exchange) Rate(from, to string) Rate {
	if from == to {
		return Rate(ratePart)
	}
	if !e.Knows(from, to) {
		return 0
	}
	n := new(big.Int).Mul(big.NewInt(e.rate(to)), big.NewInt(2*ratePart))
	n.Add(n, big.NewInt(e.rate(from))).Quo(n, big.NewInt(2*e.rate(from)))
	if !n.IsInt64() || n.Int64() >= ratePart*1_000_000 {
		return 0
	}
	return Rate(n.Int64())
}
