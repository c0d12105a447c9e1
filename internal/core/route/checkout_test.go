package route_test

import (
	"testing"

	"storefront/internal/core/route"
)

func TestCheckoutResultURLsKeepOrderAndLanguage(t *testing.T) {
	paid, cancelled := route.CheckoutResultURLs("https://www.wayfare.example/ar", "o-1")
	if paid != "https://www.wayfare.example/ar/checkout/success?order=o-1" ||
		cancelled != "https://www.wayfare.example/ar/checkout/error?order=o-1" {
		t.Errorf("%s, %s", paid, cancelled)
	}
}
