package wording

import "fmt"

// Money returns an amount with all decimals of its currency, "US$ 1,234.50". The amount is in minor units.
func (d *Dictionary) Money(minor int64, currency string, exponent int) string {
	symbol := currency
	if own, ok := d.Currencies[currency]; ok {
		symbol = own
	}
	if !d.RTL {
		return IsolateLTR(Amount(minor, symbol, exponent))
	}
	sign, digits := decimal(minor, exponent)
	return d.IsolateOwn(IsolateLTR(sign+digits) + "\u00a0" + Isolate(symbol))
}

// Amount returns an amount after its currency in any language, "AED 1,234.50".
func Amount(minor int64, currency string, exponent int) string {
	sign, digits := decimal(minor, exponent)
	return sign + currency + "\u00a0" + digits
}

// decimal returns an amount in main units, with commas between thousands.
func decimal(minor int64, exponent int) (sign, digits string) {
	if minor < 0 {
		sign, minor = "−", -minor
	}
	digits = fmt.Sprintf("%0*d", exponent+1, minor)
	whole, decimals := digits[:len(digits)-exponent], digits[len(digits)-exponent:]
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if decimals != "" {
		decimals = "." + decimals
	}
	return sign, whole + decimals
}
