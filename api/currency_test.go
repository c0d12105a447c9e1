package api_test

import (
	"strings"
	"testing"

	"storefront/api"
)

func TestCurrencyCookieDecidesCurrencyOfPayment(t *testing.T) {
	for _, c := range []struct {
		cookie, currency string
		unit             int64
		shown            string // of the order
		total            int64  // in that
	}{
		{"", "AED", 39500, "", 0},
		{"AED", "AED", 39500, "", 0},
		{"USD", "USD", 10755, "", 0},
		{"EUR", "AED", 39500, "EUR", 18573},
		{"SEK", "AED", 39500, "", 0},
		{"usd", "AED", 39500, "", 0},
	} {
		t.Run(c.cookie, func(t *testing.T) {
			v := open(t).visitor()
			if c.cookie != "" {
				v.cookie = "currency=" + c.cookie
			}
			month := mustSend[api.Calendar](v, "GET",
				"/availability/calendar?product=dunes&option=shared&month="+day[:7], "")
			if last := month.Days[len(month.Days)-1]; month.Currency != c.currency || last.Price != c.unit {
				t.Errorf("the calendar has %d %s", last.Price, month.Currency)
			}
			check := mustSend[api.ChoiceCheck](v, "POST", "/availability/check", choice("2"))
			if check.Currency != c.currency || check.Price.Total != 2*c.unit {
				t.Errorf("a choice is %d %s", check.Price.Total, check.Currency)
			}
			cart := mustSend[api.Cart](v, "POST", "/cart/items", choice("2"))
			if cart.Currency != c.currency || cart.Total != 2*c.unit || cart.Items[0].Quoted != cart.Total {
				t.Errorf("the cart is %d %s", cart.Total, cart.Currency)
			}
			body := strings.Replace(order("79000"), "79000", `79000, "currency": "OMR"`, 1)
			if r, text := v.send("POST", "/checkout", body, "Idempotency-Key", "0123456788"); r.StatusCode != 409 ||
				!strings.Contains(text, "cart_changed") {
				t.Errorf("a total in another currency: %d %s", r.StatusCode, text)
			}
			total := map[string]string{"AED": "79000", "USD": "21510"}[c.currency]
			body = strings.Replace(order(total), total, total+`, "currency": "`+c.currency+`"`, 1)
			made := mustSend[api.Order](v, "POST", "/checkout", body, "Idempotency-Key", "0123456789")
			if made.Currency != c.currency || made.Shown.Currency != c.shown || made.Shown.Total != c.total {
				t.Errorf("the order is in %s, shown %+v", made.Currency, made.Shown)
			}
			e := made.Bookings[0].Exchanged
			if c.currency == "USD" && (e.Currency != "AED" || e.Total != 79000 || e.Rate != "0.27229") ||
				c.currency == "AED" && e != (api.Exchanged{}) {
				t.Errorf("it was converted: %+v", e)
			}
		})
	}
}
