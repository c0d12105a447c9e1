package api_test

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"storefront/api"
	"storefront/internal/shop/booking"
)

func TestNewCartsOfANetworkAreLimitedPerHour(t *testing.T) {
	s := open(t, shopLimits{rates: booking.Rates{Carts: 3}})
	elsewhere := []string{"X-Forwarded-For", "203.0.113.9"}
	begin := func(method, path, body string, header ...string) (*http.Response, string) {
		return s.visitor().send(method, path, body, header...)
	}
	first := s.visitor()
	mustSend[api.Cart](first, "POST", "/cart/items", choice("1"))
	begin("POST", "/cart/items", choice("1"))
	begin("PUT", "/cart/guest", `{"name":"A traveller"}`)
	for path, method := range map[string]string{"/cart/items": "POST", "/cart/guest": "PUT"} {
		body := choice("1")
		if method == "PUT" {
			body = `{"name":"A traveller"}`
		}
		response, got := begin(method, path, body)
		if response.StatusCode != http.StatusTooManyRequests || !strings.Contains(got, "too_many_tries") ||
			response.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s, to be tried again after %q", path, response.StatusCode, got,
				response.Header.Get("Retry-After"))
		}
		if len(response.Cookies()) > 0 {
			t.Errorf("%s sets %v", path, response.Cookies())
		}
	}
	mustSend[api.Cart](first, "POST", "/cart/items", choice("1")) // an existing cart is not limited
	mustSend[api.Cart](s.visitor(), "POST", "/cart/items", choice("1"), elsewhere...)
}

func TestRefusedFirstCartItemSetsNoCookie(t *testing.T) {
	v := open(t).visitor()
	response, got := v.send("POST", "/cart/items", choice("99"))
	if response.StatusCode < 400 || len(response.Cookies()) > 0 {
		t.Errorf("%d %s sets %v", response.StatusCode, got, response.Cookies())
	}
}

func TestCheckoutsOfACartAreLimitedPerHour(t *testing.T) {
	s := open(t, shopLimits{rates: booking.Rates{Checkouts: 20}})
	v := s.visitor()
	mustSend[api.Cart](v, "POST", "/cart/items", choice("1"))
	for i := range 3 {
		response, got := v.send("POST", "/checkout", order("39500"), "Idempotency-Key", "checkout-"+string(rune('a'+i)))
		if want := http.StatusOK; i < 2 && response.StatusCode != want {
			t.Fatalf("checkout %d: %d %s", i, response.StatusCode, got)
		} else if i == 2 && (response.StatusCode != http.StatusTooManyRequests ||
			response.Header.Get("Retry-After") == "") {
			t.Errorf("checkout %d: %d %s", i, response.StatusCode, got)
		}
	}
	// A repeated checkout does not count again.
	response, got := v.send("POST", "/checkout", order("39500"), "Idempotency-Key", "checkout-b")
	if response.StatusCode != http.StatusOK {
		t.Errorf("repeated: %d %s", response.StatusCode, got)
	}
}

func TestCheckoutAboveLimitOfUnpaidSeatsIsRefused(t *testing.T) {
	s := open(t, shopLimits{unpaid: booking.UnpaidLimits{Share: 50}})
	for i, want := range []string{"", "too_many_unpaid"} {
		v := s.visitor()
		mustSend[api.Cart](v, "POST", "/cart/items", choice("2"))
		response, got := v.send("POST", "/checkout", order("79000"), "Idempotency-Key", "too-much-"+string(rune('a'+i)))
		if refused := response.StatusCode == http.StatusTooManyRequests; refused != (want != "") ||
			!strings.Contains(got, want) {
			t.Errorf("checkout %d: %d %s", i, response.StatusCode, got)
		} else if refused && response.Header.Get("Retry-After") == "" {
			t.Error("there is no Retry-After")
		}
	}
}

func TestFurtherPaymentPagesCountAsCheckouts(t *testing.T) {
	s := open(t, shopLimits{rates: booking.Rates{Checkouts: 20}}) // two of an order
	v := s.visitor()
	mustSend[api.Cart](v, "POST", "/cart/items", choice("1"))
	o := mustSend[api.Order](v, "POST", "/checkout", order("39500"), "Idempotency-Key", "given-up")
	for i := range 3 {
		page, err := url.Parse(o.Payment.Url)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.sandbox.GiveUp(t.Context(), filepath.Base(page.Path)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.booking.Settle(t.Context(), o.Id); err != nil {
			t.Fatal(err)
		}
		if o = mustSend[api.Order](v, "GET", "/orders/"+o.Id, ""); !o.Payment.Retryable {
			t.Fatalf("try %d: %+v", i, o.Payment)
		}
		response, got := v.send("POST", "/orders/"+o.Id+"/payment", "")
		want := http.StatusOK
		if i == 2 {
			want = http.StatusTooManyRequests
		}
		if response.StatusCode != want || (response.Header.Get("Retry-After") != "") != (i == 2) {
			t.Fatalf("page %d: %d %s", i, response.StatusCode, got)
		}
		if i < 2 {
			// An open payment page is returned again, and does not count.
			o = mustSend[api.Order](v, "POST", "/orders/"+o.Id+"/payment", "")
		}
	}
}
