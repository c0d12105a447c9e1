package api_test

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"storefront/api"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/review"
	"storefront/internal/store/pgtest"
	"storefront/internal/store/postgres"
)

func TestMain(m *testing.M) { pgtest.Main(m, postgres.Migrate) }

func openOnPostgres(t *testing.T) *shop {
	t.Helper()
	store, err := postgres.Open(t.Context(), pgtest.New(t), quiet)
	if err != nil {
		t.Fatal(err)
	}
	return openOn(t, store)
}

const (
	ownHost    = "www.wayfare.example"
	otherHost  = "www.trails.example"
	orderKey   = "the key of an order"
	sameCode   = "SUMMER"
	ownCode    = "WAYFARE"
	newcomer   = "newcomer@example.com"
	reviewText = "Her own words of the dunes." // in a review of the deployment's
)

// deploymentData is the data of one deployment's visitors, with every secret that gives access to it.
type deploymentData struct {
	*shop
	guest  *visitor // with a cart, and an order of it that waits for its payment
	user   *visitor // signed in, with a cart
	linked *visitor // with an order that a mailed link has opened
	items  map[*visitor]string
	orders map[*visitor]api.Order
	due    api.Order // paid, which the shop does not know yet

	opening, reset, link, negotiation string // tokens of mailed links
}

// later is another date on which the dunes can be booked.
var later = time.Now().UTC().AddDate(0, 0, 11).Format(time.DateOnly)

func openDeploymentData(t *testing.T, s *shop) *deploymentData {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	e := &deploymentData{shop: s, guest: s.visitor(), linked: s.visitor(), items: map[*visitor]string{},
		orders: map[*visitor]api.Order{}}
	// The browser's order waits, and its item stays in the cart. The user's is paid, and their cart has another item.
	e.items[e.guest] = mustSend[api.Cart](e.guest, "POST", "/cart/items", choice("1")).Items[0].Id
	e.orders[e.guest] = mustSend[api.Order](e.guest, "POST", "/checkout", order("39500"), "Idempotency-Key", orderKey)
	e.user = s.signUp(amina)
	e.orders[e.user] = e.user.buy(booking.Card, card)
	e.items[e.user] = mustSend[api.Cart](e.user, "POST", "/cart/items", choice("1")).Items[0].Id
	for _, v := range []*visitor{e.guest, e.user} {
		mustSend[api.Cart](v, "PUT", "/cart/guest", `{"firstName": "Salma", "lastName": "Nasser"}`)
	}

	buyer := s.visitor()
	e.orders[e.linked] = buyer.buy(booking.PayLater, "")
	e.link = linkKey(t).Sign(e.orders[e.linked].Id, time.Now().Add(time.Hour))
	mustSend[api.Order](e.linked, "POST", "/orders/access", `{"token": "`+e.link+`"}`)

	payer := s.visitor()
	mustSend[api.Cart](payer, "POST", "/cart/items", strings.Replace(choice("1"), day, later, 1))
	e.due = mustSend[api.Order](payer, "POST", "/checkout", order("39500"), "Idempotency-Key", orderKey)
	_, err := s.sandbox.Pay(t.Context(), filepath.Base(e.due.Payment.Url), card)
	must(err)

	must(s.booking.NewPromoCode(t.Context(), booking.PromoCode{Deployment: "wayfare", Code: ownCode, Percent: 10}))
	must(s.booking.NewPromoCode(t.Context(), booking.PromoCode{Deployment: "wayfare", Code: sameCode, Percent: 10}))
	must(s.booking.NewPromoCode(t.Context(), booking.PromoCode{Deployment: "trails", Code: sameCode, Percent: 20}))

	s.visitor().mustReturn(202, "POST", "/account", strings.Replace(accountRequest, "Amina@Example.com", newcomer, 1))
	mail, err := s.accounts.OpeningLink(t.Context(), "wayfare", newcomer)
	must(err)
	e.opening = mail.Token
	e.reset, _, err = s.accounts.ResetLink(t.Context(), "wayfare", amina)
	must(err)

	reference := mustSend[api.Negotiation](e.user, "POST", "/negotiations", priceRequest).Reference
	n, err := s.store.Read().NegotiationByReference(t.Context(), "wayfare", reference)
	must(err)
	_, err = s.booking.AnswerNegotiation(t.Context(), n.ID, 80000, time.Time{}, "")
	must(err)
	e.negotiation = n.ID

	w := review.Writer{Deployment: "wayfare", Product: "dunes", User: "somebody", Author: "Badr",
		Since: time.Now().Add(-time.Hour)}
	written, err := s.reviews.Submit(t.Context(), w, review.Review{Rating: 5, Text: reviewText, Language: "en"})
	must(err)
	_, err = s.reviews.Decide(t.Context(), written.ID, true)
	must(err)
	_, err = s.booking.Redeem(t.Context(), e.orders[e.user].Id, e.orders[e.user].Bookings[0].Id)
	must(err)

	s.publishAt("wayfare", experience("dunes", "Dunes", "dubai", 39500),
		experience("pearl", "Pearl diving", "dubai", 39500))
	s.publishAt("trails", experience("dunes", "Dunes", "dubai", 39500))
	return e
}

// at returns a visitor with copies of the owner's cookies, at a host.
func (e *deploymentData) at(host string, owner *visitor) *visitor {
	return &visitor{shop: e.shop, host: host, language: "en", cookie: owner.cookie}
}

// secrets returns texts that only the deployment's own responses may contain.
func (e *deploymentData) secrets() []string {
	secrets := []string{"pearl", reviewText, "Salma", e.negotiation}
	for _, o := range e.orders {
		secrets = append(secrets, o.Id, o.Reference, o.Bookings[0].Id)
	}
	for _, id := range e.items {
		secrets = append(secrets, id)
	}
	return secrets
}

// isNotified reports whether a deployment has queued a notice of a kind to an address.
func (e *deploymentData) isNotified(deployment string, kind notice.Kind, to string) bool {
	return slices.ContainsFunc(e.notices(kind), func(n notice.Notice) bool {
		return n.Deployment == deployment &&
			n.To == to
	})
}

// hasMessage reports whether an operator of a deployment finds a message.
func (e *deploymentData) hasMessage(deployment, text string) bool {
	e.t.Helper()
	kept, err := e.store.Messages().Messages(e.t.Context(), contact.Filter{Deployment: deployment})
	if err != nil {
		e.t.Fatal(err)
	}
	return slices.ContainsFunc(kept, func(m contact.Message) bool { return m.Text == text })
}

// negotiations returns how many negotiations an operator of a deployment finds.
func (e *deploymentData) negotiations(deployment string) int {
	e.t.Helper()
	all, err := e.store.Read().Negotiations(e.t.Context(), deployment, "", 100)
	if err != nil {
		e.t.Fatal(err)
	}
	return len(all)
}

// isProcessed reports whether an order has been paid successfully.
func (e *deploymentData) isProcessed(o *api.Order) bool {
	e.t.Helper()
	kept, err := e.store.Read().Order(e.t.Context(), o.Id)
	if err != nil {
		e.t.Fatal(err)
	}
	return kept.Result() == booking.Success
}

// operation is an operation of the contract.
type operation struct{ id, method, path string }

// operations returns all operations of the contract.
func operations(t *testing.T) []operation {
	t.Helper()
	contract, err := openapi3.NewLoader().LoadFromFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var all []operation
	for path, item := range contract.Paths.Map() {
		for method, o := range item.Operations() {
			all = append(all, operation{o.OperationID, method, path})
		}
	}
	slices.SortFunc(all, func(a, b operation) int { return cmp.Compare(a.id, b.id) })
	return all
}
