package drill_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/orderlink"
	"storefront/internal/shop/payment/sandbox"
)

// person is a visitor with a browser, and with orders and a cart after a purchase.
type person struct {
	name string
	*browser
	email  string
	orders []api.Order
	items  []string // ids of the items in their cart
}

// mustSend sends a request that must succeed, and returns the decoded response.
func mustSend[T any](t testing.TB, b *browser, method, path string, body any, header ...string) (out T) {
	t.Helper()
	r := b.send(t, method, path, body, header...)
	if r.status != http.StatusOK {
		t.Fatalf("%s %s: %v", method, path, r)
	}
	must(t, json.Unmarshal([]byte(r.body), &out))
	return out
}

// makePurchases has a person put two more items into their cart, order it, pay, and put one item into the next cart.
func (p *person) makePurchases(t testing.TB, s *shop, round int) {
	t.Helper()
	put := func(n int) api.Cart {
		c := choiceOfSeats(s.clock.now(), instant, wide, n, 1)
		return mustSend[api.Cart](t, p.browser, http.MethodPost, "/cart/items", apiChoice(c))
	}
	put(round)
	total := put(round + 1).Total
	o := mustSend[api.Order](t, p.browser, http.MethodPost, "/checkout", api.CheckoutInput{
		Method: booking.Card, Total: total,
		Buyer: api.Buyer{FirstName: "A", LastName: "Buyer", Email: p.email, PhoneCountry: "AE", Phone: "501234567"},
	}, "Idempotency-Key", fmt.Sprint("the key of ", p.name, lastNumber.Add(1)))
	_, err := s.sandbox.Pay(t.Context(), filepath.Base(o.Payment.Url), sandbox.CardSuccess)
	must(t, err)
	o = mustSend[api.Order](t, p.browser, http.MethodGet, "/orders/"+o.Id, nil)
	if o.Result != booking.Success || len(o.Bookings) < 2 {
		t.Fatalf("the order is %s, with %d bookings", o.Result, len(o.Bookings))
	}
	p.orders = append(p.orders, o)
	p.items = nil
	for _, item := range put(round + 2).Items {
		p.items = append(p.items, item.Id)
	}
}

// apiChoice returns a choice as the API has it.
func apiChoice(c booking.Choice) api.Choice {
	body := api.Choice{Product: c.Product, Option: c.Option, Date: c.Date, StartTime: c.StartTime}
	for _, q := range c.Units {
		body.Units = append(body.Units, api.Quantity{Id: q.ID, Quantity: q.Quantity})
	}
	return body
}

// newPeople returns all kinds of visitors: buyers with and without an account, a buyer who opened their order by its
// mailed link, a visitor and a user without orders, and at another deployment a user with the same address and a
// browser with a user's cookies.
func newPeople(t *testing.T, s *shop, base string) (all []*person) {
	t.Helper()
	join := func(name, host string, user bool, buys int) *person {
		n := int(lastNumber.Add(1))
		p := &person{name: name, browser: newBrowser(base, host), email: emailOf(n)}
		if user {
			s.createUser(t, deployment, n)
			p.mustSignIn(t, n)
		}
		for round := range buys {
			p.makePurchases(t, s, 3*(len(all)*2+round))
		}
		all = append(all, p)
		return p
	}
	join("a buyer", drillsHost, false, 1)
	join("another buyer", drillsHost, false, 2)
	user := join("a user", drillsHost, true, 2)
	join("another user", drillsHost, true, 1)
	linked := join("a buyer with a link", drillsHost, false, 1)
	join("a visitor without data", drillsHost, false, 0)
	join("a user without orders", drillsHost, true, 0)

	// The link is opened in a browser without other cookies.
	key, err := orderlink.NewKey(keySecret)
	must(t, err)
	linked.browser = newBrowser(base, drillsHost)
	token := key.Sign(linked.orders[0].Id, s.clock.now().Add(time.Hour))
	mustSend[api.Order](t, linked.browser, http.MethodPost, "/orders/access", api.LinkInput{Token: token})
	linked.items = nil

	n := 0
	_, err = fmt.Sscanf(user.email, "buyer%d@", &n)
	must(t, err)
	s.createUser(t, "sister", n)
	sister := &person{name: "the user's address at another deployment",
		browser: newBrowser(base, sisterHost).mustSignIn(t, n),
		email:   user.email}
	copied := &person{name: "the user's cookies at another deployment",
		browser: newBrowser(base, sisterHost).withCookies(user.cookieValues())}
	copied.host = sisterHost
	return append(all, sister, copied)
}

// resourceIDs holds the ids for the path of an operation: of an order and its booking, or of a cart item.
type resourceIDs struct{ order, booking, item string }

// resources returns the ids of everything that belongs to a person.
func (p *person) resources() (all []resourceIDs) {
	for _, o := range p.orders {
		for _, b := range o.Bookings {
			all = append(all, resourceIDs{order: o.Id, booking: b.Id})
		}
	}
	for _, item := range p.items {
		all = append(all, resourceIDs{item: item})
	}
	return all
}

// guessIDs returns ids that an attacker could derive from known ones.
func guessIDs(known resourceIDs) (all []resourceIDs) {
	for _, change := range []func(string) string{
		func(id string) string { return id[:len(id)-1] + string(id[len(id)-1]^1) },
		func(id string) string { return strings.ToUpper(id) + "0" },
		func(string) string { return "1" },
		func(string) string { return "00000000-0000-0000-0000-000000000000" },
		func(string) string { return "%2e%2e%2f" },
		func(string) string { return "%27%20OR%201=1" },
		func(string) string { return strings.Repeat("9", 64) },
	} {
		if known.item != "" {
			all = append(all, resourceIDs{item: change(known.item)})
			continue
		}
		all = append(all, resourceIDs{order: change(known.order), booking: known.booking},
			resourceIDs{order: known.order, booking: change(known.booking)})
	}
	return all
}

// resourceOperations returns the operations of the API whose path has the id of an order, booking or cart item.
func resourceOperations(t testing.TB) []operation {
	t.Helper()
	var all []operation
	for _, o := range apiOperations(t) {
		rest := strings.NewReplacer("{orderId}", "", "{bookingId}", "", "{itemId}", "", "{provider}",
			"").Replace(o.path)
		if strings.Contains(rest, "{") {
			t.Fatalf("%s has a parameter that the drill does not know", o.path)
		}
		if strings.Contains(o.path, "{") && !strings.Contains(o.path, "{provider}") {
			all = append(all, o)
		}
	}
	return all
}

// pathFor returns the operation's path with ids; empty if the path needs an id that is missing.
func (o operation) pathFor(ids resourceIDs) string {
	path := o.path
	for name, id := range map[string]string{"{orderId}": ids.order, "{bookingId}": ids.booking, "{itemId}": ids.item} {
		if strings.Contains(path, name) && id == "" {
			return ""
		}
		path = strings.ReplaceAll(path, name, id)
	}
	return path
}

// sendAs sends an operation with a body that the API accepts from the owner of the ids.
func (o operation) sendAs(t testing.TB, s *shop, p *person, path string) apiResponse {
	t.Helper()
	body := map[string]any{
		"changeCartItem":  apiChoice(choiceOfSeats(s.clock.now(), instant, wide, 900, 1)),
		"cancelBooking":   api.CancellationInput{Refund: seatPrice},
		"changeTransfers": api.TransfersInput{Pickup: api.Place{Address: "Hotel Creek"}},
		"quoteMove":       api.MoveChoice{Date: apiChoice(choiceOfSeats(s.clock.now(), instant, wide, 900, 1)).Date},
		"moveBooking":     api.MoveInput{Date: apiChoice(choiceOfSeats(s.clock.now(), instant, wide, 900, 1)).Date},
	}[o.id]
	return p.send(t, o.method, path, body)
}

// accessCounts counts requests for the visitors' own data, for other visitors' data and for guessed ids.
type accessCounts struct {
	foreign, foreignHidden int // requests for other visitors' data, and how many were answered 404
	guessed, guessedHidden int // requests with guessed ids, and how many were answered 404
	own, reached           int // requests for own data, and how many reached it
	foreignListed          int // entries of other visitors in the lists that visitors fetch
}

// tryForeignData sends every operation as every person with everybody else's ids and with guessed ids.
func (c *accessCounts) tryForeignData(t *testing.T, s *shop, all []*person, operations []operation) {
	t.Helper()
	isHidden := func(r apiResponse) bool { return r.status == http.StatusNotFound && r.code == "not_found" }
	for _, p := range all {
		for _, o := range operations {
			for _, owner := range all {
				if owner == p {
					continue
				}
				for _, ids := range owner.resources() {
					path := o.pathFor(ids)
					if path == "" {
						continue
					}
					c.foreign++
					if r := o.sendAs(t, s, p, path); isHidden(r) {
						c.foreignHidden++
					} else {
						t.Errorf("%s, %s of %s: %v", p.name, o.id, owner.name, r)
					}
				}
			}
			for _, own := range p.resources() {
				for _, ids := range guessIDs(own) {
					// An own order with a guessed booking is answered 404 only if the path has the booking.
					path := o.pathFor(ids)
					if path == "" || ids.order == own.order && own.order != "" &&
						!strings.Contains(o.path, "{bookingId}") {
						continue
					}
					c.guessed++
					if r := o.sendAs(t, s, p, path); isHidden(r) {
						c.guessedHidden++
					} else {
						t.Errorf("%s, %s at %s: %v", p.name, o.id, path, r)
					}
				}
			}
		}
		c.foreignListed += countForeignEntries(t, p)
	}
}

// countForeignEntries counts cart items and orders of other visitors in a visitor's lists.
func countForeignEntries(t *testing.T, p *person) (n int) {
	t.Helper()
	for _, item := range mustSend[api.Cart](t, p.browser, http.MethodGet, "/cart", nil).Items {
		if !slices.Contains(p.items, item.Id) {
			n++
		}
	}
	r := p.send(t, http.MethodGet, "/invoices", nil)
	if r.status == http.StatusUnauthorized {
		return n
	}
	var list api.InvoiceList
	must(t, json.Unmarshal([]byte(r.body), &list))
	for _, o := range list.Invoices {
		if !slices.ContainsFunc(p.orders, func(own api.Order) bool { return own.Id == o.Id }) {
			n++
		}
	}
	return n
}

// useOwnData sends every operation with a person's own ids. Operations that delete data are sent last.
func (c *accessCounts) useOwnData(t *testing.T, s *shop, all []*person, operations []operation) {
	t.Helper()
	slices.SortStableFunc(operations, func(a, b operation) int { return deletionRank(a) - deletionRank(b) })
	for _, o := range operations {
		for _, p := range all {
			for _, ids := range p.resources() {
				if path := o.pathFor(ids); path != "" {
					c.own++
					if r := o.sendAs(t, s, p, path); r.status != http.StatusNotFound && r.status < 500 {
						c.reached++
					} else {
						t.Errorf("%s, %s of their own data: %v", p.name, o.id, r)
					}
				}
			}
		}
	}
}

// deletionRank returns 1 for operations that delete data, otherwise 0.
func deletionRank(o operation) int {
	return map[string]int{"cancelBooking": 1, "removeCartItem": 1}[o.id]
}

func TestVisitorsCannotReachOthersData(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, newDatabase func(testing.TB) database) {
		d := newDatabase(t)
		var c accessCounts
		visitors, orders, operations := 0, 0, resourceOperations(t)
		for range sized(1, 5) {
			s := d.open(t, shopOptions{passwords: plainPasswords{}})
			all := newPeople(t, s, s.serve(t))
			c.tryForeignData(t, s, all, operations)
			c.useOwnData(t, s, all, operations)
			visitors += len(all)
			for _, p := range all {
				orders += len(p.orders)
			}
		}
		if c.foreign == 0 || c.foreignHidden != c.foreign || c.guessedHidden != c.guessed || c.foreignListed > 0 ||
			c.own == 0 || c.reached != c.own {
			t.Errorf("%+v", c)
		}
		ids := map[string]bool{}
		for _, o := range operations {
			ids[o.id] = true
		}
		printRow(21, "other visitors' data on %s: %d visitors, %d orders, %d operations (%s): %d requests for other "+
			"visitors' data, %d answered 404; %d with guessed ids, %d answered 404; %d entries of other visitors in "+
			"lists; control: %d requests for own data, %d reached it", d, visitors, orders, len(operations),
			strings.Join(slices.Sorted(maps.Keys(ids)), " "), c.foreign, c.foreignHidden, c.guessed, c.guessedHidden,
			c.foreignListed, c.own, c.reached)
	})
}
