package drill_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"storefront/api"
	"storefront/internal/channel/agent"
	"storefront/internal/channel/octo"
	"storefront/internal/core/fault"
	"storefront/internal/shop/booking"
)

// doorway is a way to a seat. before prepares a bidder; try returns the order of one who has a seat.
type doorway struct {
	name   string
	within time.Duration // the bidders come: later where they need fewer requests, or no server
	before func(c *throng, b *bidder)
	try    func(c *throng, b *bidder) string
}

// bidder is a buyer at a door.
type bidder struct {
	*patient
	wish  booking.Choice
	order api.Order // that is moved
	path  string    // of the reseller's booking that is moved

	filled bool // the cart
}

func doorways() []doorway {
	nothing := func(*throng, *bidder) {}
	return []doorway{
		{"web", time.Millisecond, (*throng).fill, (*throng).checkOut},
		{"assistant", time.Millisecond, (*throng).some, (*throng).assistant},
		{"reseller", 200 * time.Millisecond, nothing, (*throng).resell},
		{"desk", 2 * time.Second, nothing, (*throng).atDesk},
		{"move", 200 * time.Millisecond, (*throng).elsewhere, (*throng).move},
		{"reseller's move", 400 * time.Millisecond, (*throng).resoldElsewhere, (*throng).moveResale},
	}
}

// refused notes an answer that is no refusal for want of seats.
func (c *throng) refused(what string, a answer) string {
	if !slices.Contains([]string{"sold_out", "cart_changed", "not_possible"}, a.code) {
		c.t.Errorf("%s: %v", what, a)
	}
	return ""
}

func (c *throng) fill(b *bidder) {
	if a := b.send(func() answer { return b.add(c.t.Context(), b.wish) }); !a.ok() {
		c.t.Errorf("the cart: %v", a)
	}
}

// checkOut orders what is in the cart, and pays.
func (c *throng) checkOut(b *bidder) string {
	key := fmt.Sprint("key-at-the-doors-", b.number)
	a := b.send(func() answer { return b.checkout(c.t.Context(), key, priceOf(b.wish.Option)) })
	if !a.ok() {
		return c.refused("the checkout", a)
	}
	order := a.order
	for deadline := time.Now().Add(settledWithin); order.Payment.Url == "" && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
		order = b.send(func() answer { return b.visitor.order(c.t.Context(), order.Id) }).order
	}
	b.pay(order.Payment.Url)
	return order.Id
}

// some of the bidders of assistants come with a full cart, others while the seats are sold.
func (c *throng) some(b *bidder) { b.filled = b.number%2 == 0 && c.open(b) }

func (c *throng) assistant(b *bidder) string {
	if !b.filled && !c.open(b) {
		return ""
	}
	return c.checkOut(b)
}

// open asks the tools for a link and opens it as the traveller. It reports whether the seat is in the cart.
func (c *throng) open(b *bidder) bool {
	arguments := agent.ChoiceInput{Product: b.wish.Product, Option: b.wish.Option, Date: b.wish.Date,
		StartTime: b.wish.StartTime, Units: []booking.Quantity{{ID: "adult", Quantity: 1}}}
	var called struct {
		Result struct {
			IsError bool
			Content []struct{ Text string }
			Cart    agent.CartOutput `json:"structuredContent"`
		}
	}
	_, data := c.ask(b, http.MethodPost, b.patient.base+agent.Path, map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": "prepare_cart", "arguments": arguments}})
	if err := json.Unmarshal(data, &called); err != nil || called.Result.IsError {
		if !bytes.Contains(data, []byte("(sold_out)")) {
			c.t.Errorf("prepare_cart: %s", data)
		}
		return false
	}
	switch status, to := c.ask(b, http.MethodGet, called.Result.Cart.URL, nil); {
	case status != http.StatusSeeOther:
		c.t.Errorf("the link is answered with %d", status)
		return false
	case !bytes.HasSuffix(to, []byte("/cart")):
		return false // to the page of the product: the seats are gone by now
	}
	return true
}

// ask repeats a request until it is answered. The data of a redirection is its address.
func (c *throng) ask(b *bidder, method, url string, body any) (status int, data []byte) {
	a := b.send(func() answer {
		encoded, err := json.Marshal(body)
		if err != nil {
			return answer{err: err}
		}
		r, err := http.NewRequestWithContext(c.t.Context(), method, url, bytes.NewReader(encoded))
		if err != nil {
			return answer{err: err}
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Cookie", "__Host-cart="+b.cookie)
		r.Header.Set("Authorization", "Bearer "+c.key)
		response, err := client.Do(r)
		if err != nil {
			return answer{err: err}
		}
		defer response.Body.Close()
		if data, err = io.ReadAll(response.Body); response.StatusCode == http.StatusSeeOther {
			data = []byte(response.Header.Get("Location"))
		}
		return answer{status: response.StatusCode, err: err}
	})
	return a.status, data
}

// octo asks the API of resellers, and returns nil where no seats are left.
func (c *throng) octo(b *bidder, method, path string, body map[string]any) map[string]any {
	status, data := c.ask(b, method, b.patient.base+strings.TrimSuffix(octo.Path, "/")+path, body)
	var out map[string]any
	if err := json.Unmarshal(data, &out); err != nil {
		c.t.Errorf("%s %s: %d %s", method, path, status, data)
	}
	if status != http.StatusOK {
		if !bytes.Contains(data, []byte("not enough seats")) {
			c.t.Errorf("%s %s: %d %s", method, path, status, data)
		}
		return nil
	}
	return out
}

func resold(wish booking.Choice) map[string]any {
	return map[string]any{"productId": wish.Product, "optionId": wish.Option,
		"availabilityId": wish.Date + "T" + wish.StartTime + ":00+04:00"}
}

func (c *throng) resell(b *bidder) string {
	body := resold(b.wish)
	body["uuid"], body["unitItems"] = uuid.NewString(), []any{map[string]any{"unitId": "adult"}}
	if c.octo(b, http.MethodPost, "/bookings", body) == nil {
		return ""
	}
	b.path = "/bookings/" + body["uuid"].(string)
	sold := c.octo(b, http.MethodPost, b.path+"/confirm", map[string]any{"contact": map[string]any{"fullName": "A B"}})
	if sold == nil {
		c.t.Errorf("%s was held and cannot be confirmed", b.path)
		return ""
	}
	return sold["id"].(string)
}

func (c *throng) atDesk(b *bidder) string {
	for {
		o, err := c.desk.BookAtDesk(c.t.Context(), drills, booking.DeskBooking{Choice: b.wish, Actor: "drill",
			Buyer: booking.Buyer{FirstName: "Guest"}, Paid: booking.InCash})
		switch {
		case err == nil:
			return o.ID
		case fault.Is(err, fault.Unavailable):
			continue
		case !fault.Is(err, fault.SoldOut) && !fault.Is(err, fault.CartChanged):
			c.t.Errorf("the desk: %v", err)
		}
		return ""
	}
}

// elsewhere books a seat of another start, which is paid later.
func (c *throng) elsewhere(b *bidder) {
	ctx, n := c.t.Context(), b.number
	a := b.add(ctx, seats(time.Now(), instant, wide, 24+n%200, 1))
	if a.ok() {
		to := buyer(n)
		a = b.post(ctx, "/checkout", fmt.Sprint("key-elsewhere-", n), api.CheckoutInput{
			Method: booking.PayLater, Total: seatPrice, Buyer: api.Buyer{FirstName: to.FirstName, LastName: to.LastName,
				Email: to.Email, PhoneCountry: to.PhoneCountry, Phone: to.Phone},
		})
	}
	if b.order = a.order; !a.ok() {
		c.t.Fatalf("a booking elsewhere: %v", a)
	}
}

func (c *throng) move(b *bidder) string {
	path := "/api/v1/orders/" + b.order.Id + "/bookings/" + b.order.Bookings[0].Id + "/move"
	a := b.send(func() answer {
		return send(c.t.Context(), http.MethodPut, b.patient.base+path, b.cookie, "", api.MoveInput{
			Option: b.wish.Option, Date: b.wish.Date, StartTime: b.wish.StartTime})
	})
	if !a.ok() {
		return c.refused("a move", a)
	}
	return b.order.Id
}

func (c *throng) resoldElsewhere(b *bidder) {
	wish := b.wish
	b.wish = seats(time.Now(), instant, wide, b.number%200, 1)
	c.resell(b)
	b.wish = wish
}

func (c *throng) moveResale(b *bidder) string {
	moved := c.octo(b, http.MethodPatch, b.path, resold(b.wish))
	if moved == nil {
		return ""
	}
	return moved["id"].(string)
}
