package wording

import "fmt"

// Money returns an amount with all decimals of its currency, "US$ 1,234.50". The amount is in minor units.
func (d *Dictionary) Money(minor int64, currency string, exponent int) string {
	symbol := currency
	if own, ok := d.Currencies[currency]; ok {
		symbol = own
	}
	sign, digits := d.Numbers.decimal(minor, exponent)
	if !d.RTL {
		return IsolateLTR(sign + Fill(d.Numbers.Amount, "amount", digits, "symbol", symbol))
	}
	return d.IsolateOwn(Fill(d.Numbers.Amount, "amount", IsolateLTR(sign+digits), "symbol", Isolate(symbol)))
}

// Amount returns an amount with the code of its currency, for a text that runs from left to right: "AED 1,234.50".
func (d *Dictionary) Amount(minor int64, currency string, exponent int) string {
	sign, digits := d.Numbers.decimal(minor, exponent)
	if d.RTL {
		return sign + currency + "\u00a0" + digits
	}
	return sign + Fill(d.Numbers.Amount, "amount", digits, "symbol", currency)
}

// decimal returns an amount in main units, with the language's marks.
func (n *numbers) decimal(minor int64, exponent int) (sign, digits string) {
	if minor < 0 {
		sign, minor = "−", -minor
	}
	digits = fmt.Sprintf("%0*d", exponent+1, minor)
	whole, decimals := digits[:len(digits)-exponent], digits[len(digits)-exponent:]
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + n.Group + whole[i:]
	}
	if decimals != "" {
		decimals = n.Decimal + decimals
	}
	return sign, whole + decimals
}
