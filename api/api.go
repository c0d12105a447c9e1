// Package api is the HTTP edge: what is asked under /api/v1, typed by openapi.yaml, and around it what every answer of
// the server has in common. A handler decodes, calls and encodes; routes.go lists them, problem.go tells of failures.
package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"

	"github.com/alexedwards/scs/v2"

	"storefront/internal/core/payload"
	"storefront/internal/core/redirect"
	"storefront/internal/search"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/limit"
	"storefront/internal/shop/orderlink"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/review"
)

//go:generate go tool oapi-codegen -config oapi-codegen.yaml openapi.yaml

// Site answers for the pages of the builds.
type Site interface {
	// Deployment tells whose storefront a host is.
	Deployment(host string) (payload.Deployment, error)
	// Handler gives every failure but a missing page to fail.
	Handler(fail func(http.ResponseWriter, *http.Request, error)) http.Handler
	// Redirect says where a path of a host leads instead; nil where nowhere.
	Redirect(host, path string) (*redirect.Target, error)
	// Ready is nil as soon as there is a page to show.
	Ready() error
}

// Pictures answers for pictures in the sizes and formats that pages ask for.
type Pictures interface {
	// Handler gives every failure to fail.
	Handler(fail func(http.ResponseWriter, *http.Request, error), client func(*http.Request) string) http.Handler
}

// Config is what the server is put together from.
type Config struct {
	Site Site
	// Pictures is nil where none are made.
	Pictures Pictures
	Booking  *booking.Service
	// Accounts and Sessions are of one database.
	Accounts *account.Service
	Sessions scs.CtxStore
	Limits   *limit.Limiter
	Rates    Rates
	Search   *search.Searcher
	Reviews  *review.Service
	Contact  *contact.Service
	// TicketKey signs tickets, Links the addresses that orders are mailed with.
	TicketKey ticket.Key
	Links     orderlink.Key
	// Providers are who may tell of payments, by name.
	Providers map[string]payment.Provider
	// TrustedProxies are the networks whose word counts of where a request comes from; nobody's where there are none.
	TrustedProxies []netip.Prefix
	// Mounts are answered by others: a payment provider's own pages. By path, which ends in a slash.
	Mounts map[string]http.Handler
	// ReadyDetail is a line that /readyz adds for whoever looks after the server; empty for none.
	ReadyDetail string
	// Usable is closed once the database can be used; nil if it can be from the start. Until then the API and the mounts answer
	// fault.Unavailable.
	Usable <-chan struct{}
	// Leaving is closed when the server is about to stop; nil where it never tells. It goes on answering, but it is no longer
	// ready, and each answer is the last of its connection.
	Leaving <-chan struct{}
	// Observe is called before each request is answered, and what it returns afterwards; nil for no observer.
	Observe func(ctx context.Context, r *http.Request) (context.Context, func(Answer))
	Log     *slog.Logger
}

type server struct {
	site        Site
	booking     *booking.Service
	search      *search.Searcher
	reviews     *review.Service
	contact     *contact.Service
	ticketKey   ticket.Key
	links       orderlink.Key
	drawing     chan struct{} // has room for the documents that are made at once
	accounts    *account.Service
	limits      *limit.Limiter
	rates       Rates
	sessions    *scs.SessionManager
	proxies     []netip.Prefix
	proxyNoted  sync.Once
	providers   map[string]payment.Provider
	readyDetail string
	usable      <-chan struct{}
	leaving     <-chan struct{}
	observe     func(context.Context, *http.Request) (context.Context, func(Answer))
	log         *slog.Logger
	problems    problems
}

var _ StrictServerInterface = (*server)(nil)
