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

// salesChannel is a way to buy a seat. prepare runs before the race; buy returns the order id of a buyer who got a
// seat, or empty.
type salesChannel struct {
	name     string
	maxDelay time.Duration // of a buyer's random delay; longer for channels that need fewer requests
	prepare  func(race *lastSeatsRace, b *channelBuyer)
	buy      func(race *lastSeatsRace, b *channelBuyer) string
}

// channelBuyer is a buyer in a sales channel.
type channelBuyer struct {
	*retryingVisitor
	choice      booking.Choice
	order       api.Order // the booking of another start, which the buyer moves
	bookingPath string    // of the reseller's booking, which the reseller moves

	cartFilled bool // an assistant's link has filled the cart before the race
}

// allSalesChannels returns every sales channel of the shop.
func allSalesChannels() []salesChannel {
	nothing := func(*lastSeatsRace, *channelBuyer) {}
	return []salesChannel{
		{"web", time.Millisecond, (*lastSeatsRace).fillCart, (*lastSeatsRace).checkOutCart},
		{"assistant", time.Millisecond, (*lastSeatsRace).fillEverySecondCart, (*lastSeatsRace).buyByAssistant},
		{"reseller", 200 * time.Millisecond, nothing, (*lastSeatsRace).bookByReseller},
		{"desk", 2 * time.Second, nothing, (*lastSeatsRace).bookAtDesk},
		{"move", 200 * time.Millisecond, (*lastSeatsRace).bookOtherStart, (*lastSeatsRace).moveBooking},
		{"reseller's move", 400 * time.Millisecond, (*lastSeatsRace).reserveOtherStart,
			(*lastSeatsRace).moveResellerBooking},
	}
}

// reportUnexpected fails the test unless a response is one of the refusals for lack of seats. It returns an empty order
// id.
func (r *lastSeatsRace) reportUnexpected(what string, a orderResponse) string {
	if !slices.Contains([]string{"sold_out", "cart_changed", "not_possible"}, a.code) {
		r.t.Errorf("%s: %v", what, a)
	}
	return ""
}

// fillCart puts the choice into the buyer's cart.
func (r *lastSeatsRace) fillCart(b *channelBuyer) {
	if a := b.send(func() orderResponse { return b.add(r.t.Context(), b.choice) }); !a.ok() {
		r.t.Errorf("adding to the cart: %v", a)
	}
}

// checkOutCart orders the cart and pays. It returns the order id.
func (r *lastSeatsRace) checkOutCart(b *channelBuyer) string {
	key := fmt.Sprint("key-of-channel-", b.number)
	a := b.send(func() orderResponse { return b.checkout(r.t.Context(), key, priceOf(b.choice.Option)) })
	if !a.ok() {
		return r.reportUnexpected("the checkout", a)
	}
	order := a.order
	for deadline := time.Now().Add(settledWithin); order.Payment.Url == "" && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
		order = b.send(func() orderResponse { return b.visitor.order(r.t.Context(), order.Id) }).order
	}
	b.pay(order.Payment.Url)
	return order.Id
}

// fillEverySecondCart fills the cart of every second buyer by an assistant's link. The other buyers use their link
// during the race.
func (r *lastSeatsRace) fillEverySecondCart(b *channelBuyer) {
	b.cartFilled = b.number%2 == 0 && r.openAssistantLink(b)
}

// buyByAssistant orders the cart that an assistant's link has filled, or fills now.
func (r *lastSeatsRace) buyByAssistant(b *channelBuyer) string {
	if !b.cartFilled && !r.openAssistantLink(b) {
		return ""
	}
	return r.checkOutCart(b)
}

// openAssistantLink gets a link from the assistant's tool prepare_cart and opens it as the traveller. It reports
// whether the seat is in the cart.
func (r *lastSeatsRace) openAssistantLink(b *channelBuyer) bool {
	arguments := agent.ChoiceInput{Product: b.choice.Product, Option: b.choice.Option, Date: b.choice.Date,
		StartTime: b.choice.StartTime, Units: []booking.Quantity{{ID: "adult", Quantity: 1}}}
	var called struct {
		Result struct {
			IsError bool
			Content []struct{ Text string }
			Cart    agent.CartOutput `json:"structuredContent"`
		}
	}
	_, data := r.sendUntilAnswered(b, http.MethodPost, b.retryingVisitor.base+agent.Path, map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": "prepare_cart", "arguments": arguments}})
	if err := json.Unmarshal(data, &called); err != nil || called.Result.IsError {
		if !bytes.Contains(data, []byte("(sold_out)")) {
			r.t.Errorf("prepare_cart: %s", data)
		}
		return false
	}
	switch status, to := r.sendUntilAnswered(b, http.MethodGet, called.Result.Cart.URL, nil); {
	case status != http.StatusSeeOther:
		r.t.Errorf("opening the link: status %d", status)
		return false
	case !bytes.HasSuffix(to, []byte("/cart")):
		return false // a redirect to the product page: the seats are sold out
	}
	return true
}

// sendUntilAnswered repeats a request until it gets a response. It returns the body, or the location of a redirect.
func (r *lastSeatsRace) sendUntilAnswered(b *channelBuyer, method, url string, body any) (status int, data []byte) {
	a := b.send(func() orderResponse {
		encoded, err := json.Marshal(body)
		if err != nil {
			return orderResponse{err: err}
		}
		req, err := http.NewRequestWithContext(r.t.Context(), method, url, bytes.NewReader(encoded))
		if err != nil {
			return orderResponse{err: err}
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		req.Header.Set("Cookie", "__Host-cart="+b.cookie)
		req.Header.Set("Authorization", "Bearer "+r.resellerKey)
		response, err := apiClient.Do(req)
		if err != nil {
			return orderResponse{err: err}
		}
		defer response.Body.Close()
		if data, err = io.ReadAll(response.Body); response.StatusCode == http.StatusSeeOther {
			data = []byte(response.Header.Get("Location"))
		}
		return orderResponse{status: response.StatusCode, err: err}
	})
	return a.status, data
}

// callOCTO sends a request to the API of resellers. It returns nil if the seats are sold out.
func (r *lastSeatsRace) callOCTO(b *channelBuyer, method, path string, body map[string]any) map[string]any {
	status, data := r.sendUntilAnswered(b, method, b.retryingVisitor.base+strings.TrimSuffix(octo.Path, "/")+path, body)
	var out map[string]any
	if err := json.Unmarshal(data, &out); err != nil {
		r.t.Errorf("%s %s: %d %s", method, path, status, data)
	}
	if status != http.StatusOK {
		if !bytes.Contains(data, []byte("not enough seats")) {
			r.t.Errorf("%s %s: %d %s", method, path, status, data)
		}
		return nil
	}
	return out
}

// resellerBookingBody returns the fields of a reseller's booking of a choice.
func resellerBookingBody(choice booking.Choice) map[string]any {
	return map[string]any{"productId": choice.Product, "optionId": choice.Option,
		"availabilityId": choice.Date + "T" + choice.StartTime + ":00+04:00"}
}

// bookByReseller has the reseller reserve and confirm a booking.
func (r *lastSeatsRace) bookByReseller(b *channelBuyer) string {
	body := resellerBookingBody(b.choice)
	body["uuid"], body["unitItems"] = uuid.NewString(), []any{map[string]any{"unitId": "adult"}}
	if r.callOCTO(b, http.MethodPost, "/bookings", body) == nil {
		return ""
	}
	b.bookingPath = "/bookings/" + body["uuid"].(string)
	sold := r.callOCTO(b, http.MethodPost, b.bookingPath+"/confirm",
		map[string]any{"contact": map[string]any{"fullName": "A B"}})
	if sold == nil {
		r.t.Errorf("the reseller holds %s, but cannot confirm it", b.bookingPath)
		return ""
	}
	return sold["id"].(string)
}

// bookAtDesk books at the desk, paid in cash.
func (r *lastSeatsRace) bookAtDesk(b *channelBuyer) string {
	for {
		o, err := r.desk.BookAtDesk(r.t.Context(), testDeployment, booking.DeskBooking{Choice: b.choice, Actor: "drill",
			Buyer: booking.Buyer{FirstName: "Guest"}, Paid: booking.InCash})
		switch {
		case err == nil:
			return o.ID
		case fault.Is(err, fault.Unavailable):
			continue
		case !fault.Is(err, fault.SoldOut) && !fault.Is(err, fault.CartChanged):
			r.t.Errorf("booking at the desk: %v", err)
		}
		return ""
	}
}

// bookOtherStart books a seat of another start, to be paid later.
func (r *lastSeatsRace) bookOtherStart(b *channelBuyer) {
	ctx, n := r.t.Context(), b.number
	a := b.add(ctx, choiceOfSeats(time.Now(), instant, wide, 24+n%200, 1))
	if a.ok() {
		to := buyer(n)
		a = b.post(ctx, "/checkout", fmt.Sprint("key-of-other-start-", n), api.CheckoutInput{
			Method: booking.PayLater, Total: seatPrice, Buyer: api.Buyer{FirstName: to.FirstName, LastName: to.LastName,
				Email: to.Email, PhoneCountry: to.PhoneCountry, Phone: to.Phone},
		})
	}
	if b.order = a.order; !a.ok() {
		r.t.Fatalf("booking another start: %v", a)
	}
}

// moveBooking has the buyer move their booking of another start to the choice.
func (r *lastSeatsRace) moveBooking(b *channelBuyer) string {
	path := "/api/v1/orders/" + b.order.Id + "/bookings/" + b.order.Bookings[0].Id + "/move"
	a := b.send(func() orderResponse {
		return sendOrderRequest(r.t.Context(), http.MethodPut, b.retryingVisitor.base+path, b.cookie, "", api.MoveInput{
			Option: b.choice.Option, Date: b.choice.Date, StartTime: b.choice.StartTime})
	})
	if !a.ok() {
		return r.reportUnexpected("moving a booking", a)
	}
	return b.order.Id
}

// reserveOtherStart has the reseller book a seat of another start.
func (r *lastSeatsRace) reserveOtherStart(b *channelBuyer) {
	choice := b.choice
	b.choice = choiceOfSeats(time.Now(), instant, wide, b.number%200, 1)
	r.bookByReseller(b)
	b.choice = choice
}

// moveResellerBooking has the reseller move its booking of another start to the choice.
func (r *lastSeatsRace) moveResellerBooking(b *channelBuyer) string {
	moved := r.callOCTO(b, http.MethodPatch, b.bookingPath, resellerBookingBody(b.choice))
	if moved == nil {
		return ""
	}
	return moved["id"].(string)
}
