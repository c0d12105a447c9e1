package sqlstore

import (
	"testing"

	"storefront/internal/shop/booking"
)

func TestHomeURLOfAnOldOrderJoinsReturnURLAndPrefix(t *testing.T) {
	for document, want := range map[string]string{
		`{"prefix": "/ar", "payment": {"returnTo": "https://www.wayfare.example"}}`: "https://www.wayfare.example/ar",
		`{"payment": {"returnTo": "https://www.wayfare.example"}}`:                  "https://www.wayfare.example",
		`{"payment": {"returnTo": "https://www.wayfare.example/ar"}}`:               "https://www.wayfare.example/ar",
	} {
		var o booking.Order
		if err := (orderRow{document: document}).decode(&o); err != nil || o.HomeURL != want {
			t.Errorf("%s: %q, %v", document, o.HomeURL, err)
			continue
		}
		saved, err := encodeOrder(o)
		var again booking.Order
		if err != nil || saved.decode(&again) != nil || again.HomeURL != want {
			t.Errorf("%s saved again: %q, %v", document, again.HomeURL, err)
		}
	}
}
