package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"storefront/api"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/payment/sandbox"
	"storefront/tools/gauge"
)

// ours is api serve with its sandbox of payments.
type ours struct {
	process  *process
	products []product
	months   []string
	choices  []api.Choice
	words    []string
}

func (s *ours) address() string { return s.process.url }

func (o options) startOurs(ctx context.Context, dsn string, products []product) (*ours, error) {
	data, err := os.MkdirTemp(o.dir, "data-")
	if err != nil {
		return nil, err
	}
	program, err := filepath.Abs(filepath.Join(o.programs, "api"))
	if err != nil {
		return nil, err
	}
	ready := filepath.Join(data, "address")
	key := filepath.Join(data, "ticket.pem")
	if _, err := ticket.LoadOrCreateKey(key); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, program, "serve", "--addr", "127.0.0.1:0", "--builds", o.builds(), "--data", data,
		"--ready-file", ready, "--log-level", "error")
	// All visitors come from one network, which is usually limited.
	cmd.Env = append(os.Environ(), "PAYMENT=sandbox", "DATABASE_URL="+dsn, "UNPAID_SHARE=0", "UNPAID_SEATS=0",
		"UNPAID_ORDERS=0", "NETWORK_CARTS=0", "NETWORK_CHECKOUTS=0", "TICKET_KEY_FILE="+key,
		"LINK_SECRET="+strings.Repeat("bench", 8))
	p, err := startProcess(cmd, addressFromFile(ready))
	if err != nil {
		return nil, err
	}
	s := &ours{process: p, products: products}
	now := time.Now()
	for i := range 2 {
		month := time.Date(now.Year(), now.Month()+1+time.Month(i), 1, 0, 0, 0, 0, time.UTC)
		s.months = append(s.months, month.Format("2006-01"))
	}
	if err := s.listChoices(ctx, o.buyers); err != nil {
		return nil, errors.Join(err, p.stop())
	}
	return s, nil
}

// listChoices lists what visitors book: each start of each product that is confirmed at once, product after product.
func (s *ours) listChoices(ctx context.Context, workers int) error {
	byProduct := make([][]api.Choice, len(s.products))
	clients := newClients(s.address(), workers)
	_, err := gauge.RunConcurrently(ctx, workers, 0, len(s.products), func(ctx context.Context, i int) (err error) {
		byProduct[i], err = s.choicesOf(ctx, clients[i%workers], s.products[i])
		return err
	})
	if err != nil {
		return err
	}
	for start := 0; ; start++ {
		before := len(s.choices)
		for _, choices := range byProduct {
			if start < len(choices) {
				s.choices = append(s.choices, choices[start])
			}
		}
		if len(s.choices) == before {
			break
		}
	}
	if len(s.choices) == 0 {
		return errors.New("nothing can be booked")
	}
	return nil
}

func (s *ours) choicesOf(ctx context.Context, c *client, p product) (all []api.Choice, err error) {
	option := p.Product.Options[0]
	units := []api.Quantity{{Id: option.Units[0].ID, Quantity: max(1, option.Units[0].Min)}}
	if !p.isSimple() {
		return nil, nil
	}
	for _, month := range s.months {
		var calendar api.Calendar
		if err := s.getJSON(ctx, c, calendarOf(p, month), &calendar); err != nil {
			return nil, err
		}
		for _, day := range calendar.Days {
			if day.Status != booking.Available {
				continue
			}
			var slots api.DayAvailability
			path := "/api/v1/availability?" + url.Values{"product": {p.Slug}, "option": {option.ID},
				"date": {day.Date}}.Encode()
			if err := s.getJSON(ctx, c, path, &slots); err != nil {
				return nil, err
			}
			for _, slot := range slots.Slots {
				if slot.Status == booking.Available {
					all = append(all, api.Choice{Product: p.Slug, Option: option.ID, Date: day.Date,
						StartTime: slot.StartTime,
						Units:     units})
				}
			}
		}
	}
	return all, nil
}

func calendarOf(p product, month string) string {
	return "/api/v1/availability/calendar?" + url.Values{"product": {p.Slug}, "option": {p.Product.Options[0].ID},
		"month": {month}}.Encode()
}

func (s *ours) getJSON(ctx context.Context, c *client, path string, into any) error {
	_, content, err := c.send(ctx, request{method: http.MethodGet, path: path, host: host}, http.StatusOK)
	if err != nil {
		return err
	}
	return json.Unmarshal(content, into)
}

// readProduct requests what a product's page shows, in two requests: its payload and the calendar of a month.
func (s *ours) readProduct(ctx context.Context, c *client, i int) error {
	p := s.products[i%len(s.products)]
	var page product
	if err := s.getJSON(ctx, c, p.Path+"/_payload.json", &page); err != nil {
		return err
	}
	var calendar api.Calendar
	if err := s.getJSON(ctx, c, calendarOf(p, s.months[0]), &calendar); err != nil {
		return err
	}
	if page.Slug != p.Slug || page.price() != p.price() || len(calendar.Days) < 28 {
		return fmt.Errorf("product %s is %s with %d days", p.Slug, page.Slug, len(calendar.Days))
	}
	return nil
}

func (s *ours) addToCart(ctx context.Context, c *client, i int) error {
	_, _, err := s.fillCart(ctx, c, i)
	return err
}

// post sends a request as a page's script does.
func (s *ours) post(ctx context.Context, c *client, path, cookie, key string, body, into any) (http.Header, error) {
	r := request{method: http.MethodPost, path: path, host: host, body: body,
		header: map[string]string{"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"}}
	if cookie != "" {
		r.header["Cookie"] = cookie
	}
	if key != "" {
		r.header["Idempotency-Key"] = key
	}
	header, content, err := c.send(ctx, r, http.StatusOK)
	if err != nil {
		return nil, err
	}
	return header, json.Unmarshal(content, into)
}

// fillCart puts a product into a new cart, and returns the cart's cookie.
func (s *ours) fillCart(ctx context.Context, c *client, i int) (cookie string, cart api.Cart, err error) {
	choice := s.choices[i%len(s.choices)]
	header, err := s.post(ctx, c, "/api/v1/cart/items", "", "", choice, &cart)
	if err != nil {
		return "", cart, fmt.Errorf("%s on %s at %s: %w", choice.Product, choice.Date, choice.StartTime, err)
	}
	cookies := (&http.Response{Header: header}).Cookies()
	at := slices.IndexFunc(cookies, func(c *http.Cookie) bool { return c.Name == "__Host-cart" })
	if at < 0 || cart.Count != 1 || cart.Total <= 0 {
		return "", cart, fmt.Errorf("the cart has %d items for %d, cookies %v", cart.Count, cart.Total, cookies)
	}
	return cookies[at].Name + "=" + cookies[at].Value, cart, nil
}

func email(i int) string { return fmt.Sprintf("buyer%d@example.com", i) }

func (s *ours) checkOut(ctx context.Context, c *client, i int) error {
	cookie, cart, err := s.fillCart(ctx, c, i)
	if err != nil {
		return err
	}
	var order api.Order
	_, err = s.post(ctx, c, "/api/v1/checkout", cookie, fmt.Sprintf("checkout-%d", i), api.CheckoutInput{
		Method: booking.Card, Total: cart.Total, Buyer: api.Buyer{FirstName: "Amina", LastName: "Al Balushi",
			Email:        email(i),
			PhoneCountry: "OM", Phone: "92123456"},
	}, &order)
	if err != nil {
		return err
	}
	if err := pay(ctx, c, order.Payment.Url); err != nil {
		return err
	}
	for range 200 {
		if err := s.readOrder(ctx, c, cookie, &order); err != nil {
			return err
		}
		if order.Bookings[0].Status == booking.Confirmed && order.Payment.Captured == cart.Total {
			return nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	return fmt.Errorf("order %s is %s, its payment %s", order.Id, order.Bookings[0].Status, order.Payment.Status)
}

func (s *ours) readOrder(ctx context.Context, c *client, cookie string, into *api.Order) error {
	id := into.Id
	*into = api.Order{}
	_, content, err := c.send(ctx, request{method: http.MethodGet, path: "/api/v1/orders/" + id, host: host,
		header: map[string]string{"Cookie": cookie}}, http.StatusOK)
	if err != nil {
		return err
	}
	return json.Unmarshal(content, into)
}

var token = regexp.MustCompile(`name="token" value="([^"]+)"`)

// pay opens the sandbox's payment page and fills in its form.
func pay(ctx context.Context, c *client, page string) error {
	u, err := url.Parse(page)
	if err != nil {
		return err
	}
	_, form, err := c.send(ctx, request{method: http.MethodGet, path: u.RequestURI(), host: host}, http.StatusOK)
	if err != nil {
		return err
	}
	found := token.FindSubmatch(form)
	if found == nil {
		return fmt.Errorf("there is no form at %s", page)
	}
	_, _, err = c.send(ctx, request{method: http.MethodPost, path: u.RequestURI(), host: host,
		header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
		body: url.Values{"token": {string(found[1])}, "number": {sandbox.CardSuccess}, "expiry": {"12/39"},
			"cvc":    {"123"},
			"holder": {"Amina Al Balushi"}}.Encode(),
	}, http.StatusSeeOther)
	return err
}

func (s *ours) search(ctx context.Context, c *client, i int) error {
	n, err := s.countResults(ctx, c, s.words[i%len(s.words)])
	if err == nil && n == 0 {
		err = fmt.Errorf("nothing is found for %s", s.words[i%len(s.words)])
	}
	return err
}

// countResults returns how many products a word finds.
func (s *ours) countResults(ctx context.Context, c *client, word string) (int, error) {
	var results api.SearchResults
	err := s.getJSON(ctx, c, "/api/v1/search?"+url.Values{"q": {word}, "pageSize": {"24"}}.Encode(), &results)
	return results.Total, err
}
