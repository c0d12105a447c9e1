package stripe

import (
	"fmt"
	"strings"

	"storefront/internal/core/money"
	"storefront/internal/shop/payment"
)

// hundredths has the currencies without decimals whose hundredths Stripe counts
// (docs.stripe.com/currencies#special-cases).
var hundredths = map[string]bool{"ISK": true, "UGX": true}

// stripeAmount converts an amount to Stripe's unit. Stripe accepts only multiples of ten of currencies with three
// decimals (docs.stripe.com/currencies#three-decimal): it returns payment.ErrRefused for others.
func stripeAmount(minor int64, currency string) (int64, error) {
	exponent, ok := money.Exponent(currency)
	switch {
	case !ok:
		return 0, fmt.Errorf("%q is not a currency code", currency)
	case hundredths[currency]:
		return minor * 100, nil
	case exponent == 3 && minor%10 != 0:
		return 0, fmt.Errorf("%w: %d thousandths of %s are not a valid amount for Stripe: the last digit must be 0",
			payment.ErrRefused, minor, currency)
	}
	return minor, nil
}

// shopAmount converts an amount from Stripe's unit.
func shopAmount(amount int64, currency string) int64 {
	if hundredths[shopCurrency(currency)] {
		return amount / 100
	}
	return amount
}

func stripeCurrency(currency string) string { return strings.ToLower(currency) }

func shopCurrency(currency string) string { return strings.ToUpper(currency) }
