package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

func TestNextStartsOfSeveralProductsAreInOneResponse(t *testing.T) {
	s := open(t)
	v := s.visitor()
	response, body := v.send("GET", "/starts?products=bespoke,sea,dunes,dunes", "")
	if response.StatusCode != http.StatusOK || response.Header.Get("Cache-Control") != "no-store" || v.cookie != "" {
		t.Fatalf("%d %v %s", response.StatusCode, response.Header, body)
	}
	got := mustSend[api.StartList](v, "GET", "/starts?products=bespoke,sea,dunes,dunes", "").Products
	if len(got) != 2 || got[0].Product != "bespoke" || got[1].Product != "dunes" {
		t.Fatalf("%+v", got)
	}
	dunes := got[1]
	first := dunes.Starts[0]
	if len(dunes.Starts) != 3 || dunes.TimeZone != "UTC" || dunes.Today != time.Now().UTC().Format(time.DateOnly) ||
		dunes.Status != booking.Available ||
		first.StartTime != "15:00" || first.Status != booking.Available || first.Vacancies != 4 ||
		first.OpeningHours != nil ||
		first.StartsAt.Format("2006-01-02 15:04") != first.Date+" 15:00" || first.Date < dunes.Today {
		t.Errorf("%+v", dunes)
	}

	// Three seats of the first start are sold.
	soon := strings.Replace(choice("3"), day, first.Date, 1)
	mustSend[api.Cart](v, "POST", "/cart/items", soon)
	mustSend[api.Order](v, "POST", "/checkout", order("118500"), "Idempotency-Key", "0123456789")
	first = mustSend[api.StartList](v, "GET", "/starts?products=dunes", "").Products[0].Starts[0]
	if first.Status != booking.Limited || first.Vacancies != 1 {
		t.Errorf("with one seat left: %+v", first)
	}
}

func TestStartsOfTooManyProductsAreRefused(t *testing.T) {
	v := open(t).visitor()
	many := strings.Repeat("a,", 23)
	if got := mustSend[api.StartList](v, "GET", "/starts?products="+many+"dunes", ""); len(got.Products) != 1 {
		t.Errorf("24 products return %+v", got)
	}
	for query, want := range map[string]fault.FieldCode{"?products=" + many + "a,a": fault.Max, "": fault.Required} {
		p := v.mustFail(http.StatusBadRequest, fault.Invalid, "GET", "/starts"+query, "")
		if len(p.Fields) != 1 || p.Fields[0] != (api.ProblemField{Name: "products", Code: want}) {
			t.Errorf("%q: %+v", query, p)
		}
	}
	if got := mustSend[api.StartList](v, "GET", "/starts?products=", ""); got.Products == nil ||
		len(got.Products) != 0 {
		t.Errorf("an empty list returns %+v", got)
	}
}
