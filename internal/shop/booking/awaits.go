package booking

import (
	"net/url"
	"strings"
)

// AwaitsPayment reports whether an order has reserved seats that are still to be paid.
func (o *Order) AwaitsPayment() bool { return o.Payment.Status == PaymentDue && o.count(Pending) > 0 }

// HomePath returns the path of the storefront's home page in the order's language: "" or "/ar".
func (o *Order) HomePath() string {
	home, err := url.Parse(o.HomeURL)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(home.Path, "/")
}
