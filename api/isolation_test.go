package api_test

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/payment/sandbox"
)

// request is a request of an operation with a visitor's cookies.
type request struct {
	by     *visitor
	query  string
	names  api.Order // what the path names
	item   string
	body   string
	header []string
}

// isolationCase describes an operation on one deployment's data: at the deployment's own host it reaches them, at
// another host it does not.
type isolationCase struct {
	requests func(e *deploymentData) []request
	// status and code are the answer at the other host.
	status int
	code   fault.Code
	// reaches reports by the response at a host, or by its effect, whether the deployment's own data were reached: if
	// it is nil, by any response but a failure. It must be true at the deployment's own host, and false at the other.
	reaches func(e *deploymentData, status int, body string) bool
	// withCart is true if the visitor first puts something into their cart at the other host.
	withCart bool
	// everywhere is true for an operation that belongs to no host: it works from every host, and its answer holds
	// nothing of the deployment.
	everywhere bool
	// last runs after the others, because it ends the sessions that they use.
	last bool
}

func asGuestAndUser(e *deploymentData) []request { return []request{{by: e.guest}, {by: e.user}} }

func asUser(query, body string) func(e *deploymentData) []request {
	return func(e *deploymentData) []request { return []request{{by: e.user, query: query, body: body}} }
}

func inCarts(body string) func(e *deploymentData) []request {
	return func(e *deploymentData) []request {
		return []request{{by: e.guest, item: e.items[e.guest], body: body},
			{by: e.user, item: e.items[e.user], body: body}}
	}
}

func ofOrders(body string) func(e *deploymentData) []request {
	return func(e *deploymentData) (all []request) {
		for by, o := range e.orders {
			all = append(all, request{by: by, names: o, body: body})
		}
		return all
	}
}

func ofToken(token func(e *deploymentData) string, more string) func(e *deploymentData) []request {
	return func(e *deploymentData) []request {
		return []request{{by: e.user, body: `{"token": "` + token(e) + `"` + more + `}`}}
	}
}

func contains(text string) func(*deploymentData, int, string) bool {
	return func(_ *deploymentData, _ int, body string) bool { return strings.Contains(body, text) }
}

// hasItem reports whether a response has an item of one of the carts.
func hasItem(e *deploymentData, _ int, body string) bool {
	return strings.Contains(body, e.items[e.guest]) || strings.Contains(body, e.items[e.user])
}

func isFound(_ *deploymentData, status int, _ string) bool { return status != http.StatusNotFound }

func isNotified(kind notice.Kind, to string) func(*deploymentData, int, string) bool {
	return func(e *deploymentData, _ int, _ string) bool { return e.isNotified("wayfare", kind, to) }
}

var pearl = strings.Replace(choice("1"), "dunes", "pearl", 1)

const ofPearl = "?product=pearl&option=shared"

var isolationCases = map[string]isolationCase{
	"getRedirect":       {requests: asUser("?path=/divers", ""), status: 200, reaches: contains("/pearl-diving")},
	"getCalendar":       {requests: asUser(ofPearl+"&month="+day[:7], ""), status: 404, code: fault.NotFound},
	"getAvailability":   {requests: asUser(ofPearl+"&date="+day, ""), status: 404, code: fault.NotFound},
	"checkAvailability": {requests: asUser("", pearl), status: 404, code: fault.NotFound},
	"listStarts":        {requests: asUser("?products=pearl,dunes", ""), status: 200, reaches: contains("pearl")},
	"search":            {requests: asUser("", ""), status: 200, reaches: contains("pearl")},
	"suggest":           {requests: asUser("?q=p", ""), status: 200, reaches: contains("pearl")},

	"getCart":        {requests: asGuestAndUser, status: 200, reaches: hasItem},
	"addCartItem":    {requests: inCarts(pearl), status: 404, code: fault.NotFound, reaches: hasItem},
	"changeCartItem": {requests: inCarts(choice("1")), status: 404, code: fault.NotFound},
	"setCartGuest":   {requests: inCarts(`{"firstName": "Somebody", "lastName": "Else"}`), status: 200, reaches: hasItem},
	"applyPromoCode": {requests: inCarts(`{"code": "` + ownCode + `"}`), withCart: true, status: 422,
		code: fault.PromoUnknown},
	"dropPromoCode":  {requests: asGuestAndUser, status: 200, reaches: hasItem},
	"checkCart":      {requests: inCarts(`{"dropUnavailable": true}`), status: 200, reaches: hasItem},
	"removeCartItem": {requests: inCarts(""), status: 404, code: fault.NotFound, last: true},
	// The key names an order of the cart's at its own deployment.
	"checkout": {requests: func(e *deploymentData) []request {
		return []request{{by: e.guest, body: order("39500"), header: []string{"Idempotency-Key", orderKey}}}
	}, status: 409, code: fault.CartEmpty, reaches: func(e *deploymentData, _ int,
		body string) bool {
		return strings.Contains(body, e.orders[e.guest].Id)
	}},

	"getSession": {requests: asUser("", ""), status: 200, reaches: contains(amina)},
	"signIn":     {requests: asUser("", credentials(amina, "correct horse")), status: 403, code: fault.WrongPassword},
	"signOut": {requests: asUser("", ""), status: 204, last: true, reaches: func(e *deploymentData, _ int,
		_ string) bool {
		return e.at(ownHost, e.user).signedInAs() == ""
	}},
	"signUp": {requests: asUser("", accountRequest), status: 202, reaches: isNotified(notice.AccountOpening, amina)},
	"verifyAccount": {requests: ofToken(func(e *deploymentData) string { return e.opening }, ""), status: 410,
		code: fault.LinkExpired},
	"forgotPassword": {requests: asUser("", `{"email": "`+amina+`"}`), status: 202,
		reaches: isNotified(notice.PasswordReset, amina)},
	"resetPassword": {
		requests: ofToken(func(e *deploymentData) string { return e.reset }, `, "password": "words that are new"`),
		status:   410, code: fault.LinkExpired, last: true,
	},

	"listInvoices": {requests: asUser("", ""), status: 401, code: fault.SignedOut},
	"findOrder": {requests: func(e *deploymentData) []request {
		return []request{{by: e.guest, body: `{"reference": "` + e.orders[e.guest].Reference + `", "email": "` +
			amina + `"}`}}
	}, status: 202, reaches: isNotified(notice.OrderLink, amina)},
	"openOrder": {requests: ofToken(func(e *deploymentData) string { return e.link }, ""), status: 410,
		code: fault.LinkExpired},
	"getOrder":           {requests: ofOrders(""), status: 404, code: fault.NotFound},
	"payOrder":           {requests: ofOrders(""), status: 404, code: fault.NotFound, reaches: isFound},
	"retryOrder":         {requests: ofOrders(""), status: 404, code: fault.NotFound, reaches: isFound},
	"getInvoiceDocument": {requests: ofOrders(""), status: 404, code: fault.NotFound, reaches: isFound},
	"getTicketDocument":  {requests: ofOrders(""), status: 404, code: fault.NotFound, reaches: isFound},
	"getCalendarEvent":   {requests: ofOrders(""), status: 404, code: fault.NotFound, reaches: isFound},
	"quoteCancellation":  {requests: ofOrders(""), status: 404, code: fault.NotFound, reaches: isFound},
	"getTransfers":       {requests: ofOrders(""), status: 404, code: fault.NotFound, reaches: isFound},
	"changeTransfers": {requests: ofOrders(`{"pickup": {"point": "mall"}}`), status: 404, code: fault.NotFound,
		reaches: isFound},
	"getMove":   {requests: ofOrders(""), status: 404, code: fault.NotFound, reaches: isFound},
	"quoteMove": {requests: ofOrders(`{}`), status: 404, code: fault.NotFound, reaches: isFound},
	"moveBooking": {requests: ofOrders(`{"difference": 0}`), status: 404, code: fault.NotFound,
		reaches: isFound},
	"cancelBooking": {requests: ofOrders(`{"refund": 39500}`), status: 404, code: fault.NotFound, reaches: isFound},

	"askForPrice": {requests: asUser("", priceRequest), status: 200,
		reaches: func(e *deploymentData, _ int, _ string) bool { return e.negotiations("wayfare") > 1 }},
	"joinWaitingList": {
		requests: asUser("", `{"email": "amina@example.com", "choice": `+
			strings.Replace(choice("1"), "dunes", "pearl", 1)+`}`),
		status: 404, code: fault.NotFound, reaches: contains("not_full"),
	},
	"acceptNegotiation": {
		requests: ofToken(func(e *deploymentData) string { return e.negotiation }, ""), status: 404,
		code: fault.NotFound,
	},
	"listReviews":       {requests: asUser("?product=dunes", ""), status: 200, reaches: contains(reviewText)},
	"writeReview":       {requests: asUser("", praise), status: 401, code: fault.SignedOut},
	"getReviewStanding": {requests: asUser("?product=dunes", ""), status: 401, code: fault.SignedOut},
	"sendMessage": {
		requests: asUser("",
			`{"name": "Amina", "email": "amina@example.com", "text": "Where do we meet?", "seconds": 40}`),
		status: 202, reaches: func(e *deploymentData, _ int,
			_ string) bool {
			return e.hasMessage("wayfare", "Where do we meet?")
		},
	},

	// A provider reports all deployments' payments at one address. The signed event names the payment, whose state is
	// then requested from the provider; the response has no content. The host is ignored.
	"receivePaymentEvent": {requests: func(e *deploymentData) []request {
		body := `{"id": "evt_1", "type": "session.captured", "session": "` + filepath.Base(e.due.Payment.Url) + `"}`
		header := []string{sandbox.SignatureHeader, e.sandbox.Signature([]byte(body), time.Now())}
		return []request{{by: &visitor{}, body: body, header: header}}
	}, status: 204, everywhere: true, reaches: func(e *deploymentData, _ int, body string) bool {
		return e.isProcessed(&e.due) &&
			body == ""
	}},
}

// send sends an operation to a host with copies of a visitor's cookies.
func (e *deploymentData) send(o operation, r *request, host string, withCart bool) (status int, body string) {
	e.t.Helper()
	v := e.at(host, r.by)
	if withCart {
		mustSend[api.Cart](v, "POST", "/cart/items", choice("1"))
	}
	b := ""
	if len(r.names.Bookings) > 0 {
		b = r.names.Bookings[0].Id
	}
	path := strings.NewReplacer("{orderId}", r.names.Id, "{bookingId}", b, "{itemId}", r.item, "{provider}",
		"sandbox").Replace(o.path)
	response, body := v.send(o.method, path+r.query, r.body, r.header...)
	if host == ownHost && cookieOf(v, session) != "" {
		r.by.cookie = v.cookie // who signs in again goes on with the new session
	}
	return response.StatusCode, body
}

func (n *isolationCase) reached(e *deploymentData, status int, body string) bool {
	if n.reaches != nil {
		return n.reaches(e, status, body)
	}
	return status < 400
}

// checkOtherHosts sends the operation to the other deployment's host, and to a host without a deployment.
func (n *isolationCase) checkOtherHosts(t *testing.T, e *deploymentData, o operation) {
	t.Helper()
	for i, r := range n.requests(e) {
		if !n.everywhere {
			if status, body := e.send(o, &r, unknownHost, false); status != http.StatusMisdirectedRequest {
				t.Errorf("%s at an unknown host: %d %s", o.id, status, body)
			}
		}
		status, body := e.send(o, &r, otherHost, n.withCart)
		var p api.Problem
		if status >= 400 {
			if err := json.Unmarshal([]byte(body), &p); err != nil {
				t.Errorf("%s (%d): %v", o.id, i, err)
			}
		}
		if status != n.status || p.Code != n.code {
			t.Errorf("%s (%d) at the other host: %d %s, want %d %s", o.id, i, status, body, n.status, n.code)
		}
		if n.reached(e, status, body) != n.everywhere {
			t.Errorf("%s (%d) at the other host, reaches: %v, %d %s", o.id, i, !n.everywhere, status, body)
		}
		for _, secret := range e.secrets() {
			if strings.Contains(body, secret) {
				t.Errorf("%s (%d) reveals %q to the other host: %s", o.id, i, secret, body)
			}
		}
	}
}

// checkOwnHost is the control: sent to the deployment's own host, the operation reaches its data, after all requests to
// the other hosts.
func (n *isolationCase) checkOwnHost(t *testing.T, e *deploymentData, o operation) {
	t.Helper()
	for i, r := range n.requests(e) {
		if status, body := e.send(o, &r, ownHost, false); !n.reached(e, status, body) {
			t.Errorf("%s (%d) does not reach its own: %d %s", o.id, i, status, body)
		}
	}
}

func TestDeploymentsDataIsNotFoundAtOtherHosts(t *testing.T) {
	for name, open := range map[string]func(*testing.T) *shop{"SQLite": openOnSQLite, "PostgreSQL": openOnPostgres} {
		t.Run(name, func(t *testing.T) {
			e := openDeploymentData(t, open(t))
			all := operations(t)
			if len(all) != len(isolationCases) {
				t.Errorf("the contract has %d operations, the table %d", len(all), len(isolationCases))
			}
			for _, try := range []func(*isolationCase, *testing.T, *deploymentData, operation){
				(*isolationCase).checkOtherHosts, (*isolationCase).checkOwnHost,
			} {
				for _, last := range []bool{false, true} {
					for _, o := range all {
						row, has := isolationCases[o.id]
						if !has {
							t.Fatalf("%s has no row: say what becomes of it at another deployment's host", o.id)
						}
						if row.last == last {
							try(&row, t, e, o)
						}
					}
				}
			}
		})
	}
}

func TestDeploymentsMayUseEqualNames(t *testing.T) {
	for name, open := range map[string]func(*testing.T) *shop{"SQLite": openOnSQLite, "PostgreSQL": openOnPostgres} {
		t.Run(name, func(t *testing.T) {
			e := openDeploymentData(t, open(t))
			// A promo code, each with its own terms.
			for host, want := range map[string]int64{ownHost: 3950, otherHost: 7900} {
				v := e.visitor()
				v.host = host
				mustSend[api.Cart](v, "POST", "/cart/items", choice("1"))
				if got := mustSend[api.Cart](v, "PUT", "/cart/promo-code", `{"code": "`+
					sameCode+`"}`).PromoDiscount; got != want {
					t.Errorf("at %s it takes off %d, want %d", host, got, want)
				}
			}
			// The key of an order, with the cart's own secret.
			v := e.at(otherHost, e.guest)
			mustSend[api.Cart](v, "POST", "/cart/items", strings.Replace(choice("1"), day, later, 1))
			other := mustSend[api.Order](v, "POST", "/checkout", order("39500"), "Idempotency-Key", orderKey)
			if other.Id == e.orders[e.guest].Id {
				t.Error("a key gives another deployment's order")
			}
			if got := mustSend[api.Order](e.guest, "POST", "/checkout", order("39500"), "Idempotency-Key",
				orderKey); got.Id != e.orders[e.guest].Id {
				t.Errorf("its own is now %s", got.Id)
			}
			if got := mustSend[api.Cart](e.guest, "GET", "/cart", ""); len(got.Items) != 1 ||
				got.Items[0].Id != e.items[e.guest] {
				t.Errorf("its own cart has %+v", got.Items)
			}
			// An address: another account, with its own password and nothing of the first.
			v = e.visitor()
			v.host = otherHost
			v.mustReturn(202, "POST", "/account", strings.Replace(accountRequest, password, "a password for trails", 1))
			mail, err := e.accounts.OpeningLink(t.Context(), "trails", amina)
			if err != nil || mail.Token == "" {
				t.Fatalf("%+v, %v", mail, err)
			}
			mustSend[api.Session](v, "POST", "/account/verification", `{"token": "`+mail.Token+`"}`)
			if v.signedInAs() != amina {
				t.Error("the account is not opened")
			}
			if got := mustSend[api.InvoiceList](v, "GET", "/invoices", "").Invoices; len(got) != 0 {
				t.Errorf("the new account has %d orders", len(got))
			}
			v.mustFail(403, fault.WrongPassword, "POST", "/session", credentials(amina, "correct horse"))
			e.visitor().mustFail(403, fault.WrongPassword, "POST", "/session",
				credentials(amina, "a password for trails"))
			if e.user.signedInAs() != amina {
				t.Error("the first account's session has ended")
			}
		})
	}
}
