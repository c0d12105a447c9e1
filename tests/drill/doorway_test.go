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

// salesChannel is a way to a seat. before prepares a bidder; try returns the order of one who has a seat.
type salesChannel struct {
	name   string
	within time.Duration // the bidders come: later where they need fewer requests, or no server
	before func(c *lastSeatRush, b *bidder)
	try    func(c *lastSeatRush, b *bidder) string
}

// bidder is a buyer at a door.
type bidder struct {
	*patientVisitor
	wish  booking.Choice
	order api.Order // that is moved
	path  string    // of the reseller's booking that is moved

	filled bool // the cart
}

func salesChannels() []salesChannel {
	nothing := func(*lastSeatRush, *bidder) {}
	return []salesChannel{
		{"web", time.Millisecond, (*lastSeatRush).fillCart, (*lastSeatRush).checkOut},
		{"assistant", time.Millisecond, (*lastSeatRush).prepareSome, (*lastSeatRush).buyByAssistant},
		{"reseller", 200 * time.Millisecond, nothing, (*lastSeatRush).buyByReseller},
		{"desk", 2 * time.Second, nothing, (*lastSeatRush).buyAtDesk},
		{"move", 200 * time.Millisecond, (*lastSeatRush).bookElsewhere, (*lastSeatRush).moveBooking},
		{"reseller's move", 400 * time.Millisecond, (*lastSeatRush).reserveElsewhere, (*lastSeatRush).moveResale},
	}
}

// unexpectedAnswer notes an answer that is no refusal for want of seats.
func (c *lastSeatRush) unexpectedAnswer(what string, a answer) string {
	if !slices.Contains([]string{"sold_out", "cart_changed", "not_possible"}, a.code) {
		c.t.Errorf("%s: %v", what, a)
	}
	return ""
}

func (c *lastSeatRush) fillCart(b *bidder) {
	if a := b.send(func() answer { return b.add(c.t.Context(), b.wish) }); !a.ok() {
		c.t.Errorf("the cart: %v", a)
	}
}

// checkOut orders what is in the cart, and pays.
func (c *lastSeatRush) checkOut(b *bidder) string {
	key := fmt.Sprint("key-at-the-doors-", b.number)
	a := b.send(func() answer { return b.checkout(c.t.Context(), key, priceOf(b.wish.Option)) })
	if !a.ok() {
		return c.unexpectedAnswer("the checkout", a)
	}
	order := a.order
	for deadline := time.Now().Add(settledWithin); order.Payment.Url == "" && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
		order = b.send(func() answer { return b.visitor.order(c.t.Context(), order.Id) }).order
	}
	b.pay(order.Payment.Url)
	return order.Id
}

// prepareSome of the bidders of assistants come with a full cart, others while the seats are sold.
func (c *lastSeatRush) prepareSome(b *bidder) { b.filled = b.number%2 == 0 && c.openAssistantLink(b) }

func (c *lastSeatRush) buyByAssistant(b *bidder) string {
	if !b.filled && !c.openAssistantLink(b) {
		return ""
	}
	return c.checkOut(b)
}

// openAssistantLink asks the tools for a link and opens it as the traveller. It reports whether the seat is in the
// cart.
func (c *lastSeatRush) openAssistantLink(b *bidder) bool {
	arguments := agent.ChoiceInput{Product: b.wish.Product, Option: b.wish.Option, Date: b.wish.Date,
		StartTime: b.wish.StartTime, Units: []booking.Quantity{{ID: "adult", Quantity: 1}}}
	var called struct {
		Result struct {
			IsError bool
			Content []struct{ Text string }
			Cart    agent.CartOutput `json:"structuredContent"`
		}
	}
	_, data := c.sendUntilAnswered(b, http.MethodPost, b.patientVisitor.base+agent.Path, map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": "prepare_cart", "arguments": arguments}})
	if err := json.Unmarshal(data, &called); err != nil || called.Result.IsError {
		if !bytes.Contains(data, []byte("(sold_out)")) {
			c.t.Errorf("prepare_cart: %s", data)
		}
		return false
	}
	switch status, to := c.sendUntilAnswered(b, http.MethodGet, called.Result.Cart.URL, nil); {
	case status != http.StatusSeeOther:
		c.t.Errorf("the link is answered with %d", status)
		return false
	case !bytes.HasSuffix(to, []byte("/cart")):
		return false // to the page of the product: the seats are gone by now
	}
	return true
}

// sendUntilAnswered repeats a request until it is answered. The data of a redirection is its address.
func (c *lastSeatRush) sendUntilAnswered(b *bidder, method, url string, body any) (status int, data []byte) {
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

// callOcto asks the API of resellers, and returns nil where no seats are left.
func (c *lastSeatRush) callOcto(b *bidder, method, path string, body map[string]any) map[string]any {
	status, data := c.sendUntilAnswered(b, method, b.patientVisitor.base+strings.TrimSuffix(octo.Path, "/")+path, body)
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

func resaleBody(wish booking.Choice) map[string]any {
	return map[string]any{"productId": wish.Product, "optionId": wish.Option,
		"availabilityId": wish.Date + "T" + wish.StartTime + ":00+04:00"}
}

func (c *lastSeatRush) buyByReseller(b *bidder) string {
	body := resaleBody(b.wish)
	body["uuid"], body["unitItems"] = uuid.NewString(), []any{map[string]any{"unitId": "adult"}}
	if c.callOcto(b, http.MethodPost, "/bookings", body) == nil {
		return ""
	}
	b.path = "/bookings/" + body["uuid"].(string)
	sold := c.callOcto(b, http.MethodPost, b.path+"/confirm",
		map[string]any{"contact": map[string]any{"fullName": "A B"}})
	if sold == nil {
		c.t.Errorf("%s was held and cannot be confirmed", b.path)
		return ""
	}
	return sold["id"].(string)
}

func (c *lastSeatRush) buyAtDesk(b *bidder) string {
	for {
		o, err := c.desk.BookAtDesk(c.t.Context(), testDeployment, booking.DeskBooking{Choice: b.wish, Actor: "drill",
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

// bookElsewhere books a seat of another start, which is paid later.
func (c *lastSeatRush) bookElsewhere(b *bidder) {
	ctx, n := c.t.Context(), b.number
	a := b.add(ctx, choiceOfSeats(time.Now(), instant, wide, 24+n%200, 1))
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

func (c *lastSeatRush) moveBooking(b *bidder) string {
	path := "/api/v1/orders/" + b.order.Id + "/bookings/" + b.order.Bookings[0].Id + "/move"
	a := b.send(func() answer {
		return send(c.t.Context(), http.MethodPut, b.patientVisitor.base+path, b.cookie, "", api.MoveInput{
			Option: b.wish.Option, Date: b.wish.Date, StartTime: b.wish.StartTime})
	})
	if !a.ok() {
		return c.unexpectedAnswer("a move", a)
	}
	return b.order.Id
}

func (c *lastSeatRush) reserveElsewhere(b *bidder) {
	wish := b.wish
	b.wish = choiceOfSeats(time.Now(), instant, wide, b.number%200, 1)
	c.buyByReseller(b)
	b.wish = wish
}

func (c *lastSeatRush) moveResale(b *bidder) string {
	moved := c.callOcto(b, http.MethodPatch, b.path, resaleBody(b.wish))
	if moved == nil {
		return ""
	}
	return moved["id"].(string)
}
