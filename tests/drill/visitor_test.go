package drill_test

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"storefront/api"
	"storefront/internal/shop/booking"
)

// visitor is a browser with its own cart, for any of the servers of a database.
type visitor struct {
	base   string
	cookie string
	number int
}

// newVisitor returns a visitor with a new cart, who orders as the buyer of a number.
func newVisitor(base string, number int) *visitor {
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // never fails
	return &visitor{base, base64.RawURLEncoding.EncodeToString(secret[:]), number}
}

func (v *visitor) post(ctx context.Context, path, key string, body any) orderResponse {
	return sendOrderRequest(ctx, http.MethodPost, v.base+"/api/v1"+path, v.cookie, key, body)
}

// add puts a choice into the cart.
func (v *visitor) add(ctx context.Context, c booking.Choice) orderResponse {
	body := api.Choice{Product: c.Product, Option: c.Option, Date: c.Date, StartTime: c.StartTime}
	for _, q := range c.Units {
		body.Units = append(body.Units, api.Quantity{Id: q.ID, Quantity: q.Quantity})
	}
	return v.post(ctx, "/cart/items", "", body)
}

// checkout orders the cart under an idempotency key, to be paid by card.
func (v *visitor) checkout(ctx context.Context, key string, total int64) orderResponse {
	b := buyer(v.number)
	return v.post(ctx, "/checkout", key, api.CheckoutInput{
		Method: booking.Card, Total: total,
		Buyer: api.Buyer{FirstName: b.FirstName, LastName: b.LastName, Email: b.Email, PhoneCountry: b.PhoneCountry,
			Phone: b.Phone},
	})
}

// order fetches an order.
func (v *visitor) order(ctx context.Context, id string) orderResponse {
	return sendOrderRequest(ctx, http.MethodGet, v.base+"/api/v1/orders/"+id, v.cookie, "", nil)
}

// cancel cancels a booking for the refund that was quoted.
func (v *visitor) cancel(ctx context.Context, order, item string, refund int64) orderResponse {
	return v.post(ctx, "/orders/"+order+"/bookings/"+item+"/cancellation", "", api.CancellationInput{Refund: refund})
}

var tokenField = regexp.MustCompile(`name="token" value="([^"]+)"`)

// payOnPage fills in and submits the form of a payment page.
func payOnPage(ctx context.Context, page, card string) error {
	send := func(method, body string) (*http.Response, string, error) {
		r, err := http.NewRequestWithContext(ctx, method, page, strings.NewReader(body))
		if err != nil {
			return nil, "", err
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		response, err := apiClient.Do(r)
		if err != nil {
			return nil, "", err
		}
		defer response.Body.Close()
		content, err := io.ReadAll(response.Body)
		return response, string(content), err
	}
	_, form, err := send(http.MethodGet, "")
	if err != nil {
		return err
	}
	found := tokenField.FindStringSubmatch(form)
	if found == nil {
		return fmt.Errorf("the payment page %s has no form", page)
	}
	response, _, err := send(http.MethodPost, url.Values{
		"token": {found[1]}, "number": {card}, "expiry": {"12/39"}, "cvc": {"123"}, "holder": {"A Buyer"},
	}.Encode())
	if err == nil && response.StatusCode != http.StatusSeeOther {
		err = fmt.Errorf("the payment page answered %s", response.Status)
	}
	return err
}
