package route

import "net/url"

// CheckoutResults returns the addresses of the pages that show an order after its payment, and after its buyer gave up.
// homeURL is the storefront's address in the buyer's language.
func CheckoutResults(homeURL, orderID string) (paid, cancelled string) {
	query := "?order=" + url.QueryEscape(orderID)
	return homeURL + "/checkout/success" + query, homeURL + "/checkout/error" + query
}
