package api_test

import (
	"strings"
	"testing"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

func TestCheckoutOffersPaymentMethodsOfDeployment(t *testing.T) {
	s := open(t)
	guest := &visitor{shop: s, host: "www.desk.example", language: "en"}
	if c := mustSend[api.Cart](guest, "POST", "/cart/items", choice("1")); c.Card || !c.PayLater || c.PayBy.IsZero() {
		t.Errorf("at the desk: by card %v, later %v", c.Card, c.PayLater)
	}
	if c := mustSend[api.Cart](s.visitor(), "GET", "/cart", ""); !c.Card || !c.PayLater {
		t.Errorf("elsewhere: by card %v, later %v", c.Card, c.PayLater)
	}
	guest.mustFail(409, fault.MethodUnavailable, "POST", "/checkout", order("39500"), "Idempotency-Key", "0123456789")
	later := strings.Replace(order("39500"), `"card"`, `"pay_later"`, 1)
	if o := mustSend[api.Order](guest, "POST", "/checkout", later, "Idempotency-Key",
		"0123456789"); o.Payment.Method != booking.PayLater {
		t.Errorf("paid %s", o.Payment.Method)
	}
}
