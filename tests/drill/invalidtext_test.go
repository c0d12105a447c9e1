package drill_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"storefront/api"
	"storefront/internal/shop/booking"
)

// TestInvalidTextIsRefusedEverywhere sends texts that are not UTF-8 or contain NUL, which PostgreSQL rejects, in
// headers, queries and paths.
func TestInvalidTextIsRefusedEverywhere(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		s := newDatabase(t).open(t, shopOptions{passwords: plainPasswords{}})
		base := s.serve(t)
		s.createUser(t, deployment, 1)
		b := newBrowser(base, drillsHost).mustSignIn(t, 1)
		c := choiceOfSeats(s.clock.now(), instant, wide, 1, 1)
		total := mustSend[api.Cart](t, b, http.MethodPost, "/cart/items", apiChoice(c)).Total
		input := api.CheckoutInput{Method: booking.Card, Total: total, Buyer: api.Buyer{
			FirstName: "A", LastName: "Buyer", Email: emailOf(1), PhoneCountry: "AE", Phone: "501234567",
		}}
		for _, key := range []string{"the key \xff", "Schl\xfcssel", "the key \xc3\x28"} {
			if r := b.send(t, http.MethodPost, "/checkout", input, "Idempotency-Key",
				key); r.status != http.StatusBadRequest || !strings.Contains(r.body, "Idempotency-Key") {
				t.Errorf("key %q: %v", key, r)
			}
		}
		for _, place := range []string{"1 \xff", "1 \x00", "1 \xc3\x28", "1 id\x00"} {
			if r := b.send(t, http.MethodGet, "/invoices?before="+base64.RawURLEncoding.EncodeToString([]byte(place)),
				nil); r.status != http.StatusBadRequest {
				t.Errorf("before %q: %v", place, r)
			}
		}
		for _, path := range []string{"/sandbox/pay/%ff", "/sandbox/pay/%00", "/sandbox/pay/%c3%28/bank"} {
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				r, err := http.NewRequestWithContext(t.Context(), method, base+path, nil)
				must(t, err)
				response, err := apiClient.Do(r)
				must(t, err)
				_ = response.Body.Close()
				if response.StatusCode < 400 || response.StatusCode >= 500 {
					t.Errorf("%s %s: %s", method, path, response.Status)
				}
			}
		}
	})
}
