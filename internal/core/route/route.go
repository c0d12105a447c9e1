// Package route spells the paths of languages, lists and products on a storefront (specification, section 2). A
// supplier's own storefront has experiences; any other has things to do, and its products below their cities.
package route

import (
	"net/url"
	"strings"
)

const (
	experiences = "experiences"
	thingsToDo  = "things-to-do"
	cityPrefix  = "things-to-do-in-"
)

// ListPath returns the path of the list of all products.
func ListPath(supplier bool) string {
	if supplier {
		return "/" + experiences
	}
	return "/" + thingsToDo
}

// CityPath returns the path of the page of a city.
func CityPath(slug string) string { return "/" + cityPrefix + slug }

// ProductPath returns the path of a product.
func ProductPath(supplier bool, city, slug string) string {
	if supplier {
		return ListPath(supplier) + "/" + slug
	}
	return CityPath(city) + "/" + slug
}

// HoldsProducts reports whether storefronts of a type have their products below a first segment of a path.
func HoldsProducts(supplier bool, segment string) bool {
	if supplier {
		return segment == experiences
	}
	return strings.HasPrefix(segment, cityPrefix)
}

// CheckoutResultURLs returns the addresses of the pages that show an order after its payment, and after its buyer gave
// up. homeURL is the storefront's address in the buyer's language.
func CheckoutResultURLs(homeURL, orderID string) (paid, cancelled string) {
	query := "?order=" + url.QueryEscape(orderID)
	return homeURL + "/checkout/success" + query, homeURL + "/checkout/error" + query
}
