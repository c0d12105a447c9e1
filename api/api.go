// Package api is the HTTP edge: the operations under /api/v1, typed by openapi.yaml, and what every response of the
// server has in common. A handler decodes, calls and encodes; routes.go lists the handlers, problem.go reports
// failures.
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
	"storefront/internal/shop/review"
)

//go:generate go tool oapi-codegen -config oapi-codegen.yaml openapi.yaml

// Site answers for the pages of the builds.
type Site interface {
	// Deployment returns the deployment of a host.
	Deployment(host string) (payload.Deployment, error)
	// Handler gives every failure but a missing page to fail.
	Handler(fail func(http.ResponseWriter, *http.Request, error)) http.Handler
	// Redirect returns where a path of a host leads instead; nil where it leads nowhere else.
	Redirect(host, path string) (*redirect.Target, error)
	// Ready is nil as soon as there is a page to show.
	Ready() error
}

// Pictures serves pictures in the sizes and formats that pages request.
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
	Searcher *search.Searcher
	Reviews  *review.Service
	Contact  *contact.Service
	// TicketKey signs tickets, Links the addresses that orders are mailed with.
	TicketKey ticket.Key
	Links     orderlink.Key
	// TrustedProxies are the networks whose X-Forwarded-For is believed; none if empty.
	TrustedProxies []netip.Prefix
	// Mounts are answered by others: a payment provider's own pages. By path, which ends in a slash.
	Mounts map[string]http.Handler
	// ReadyDetail is a line for operators that /readyz adds; empty for none.
	ReadyDetail string
	// Usable is closed once the database can be used; nil if it can be from the start. Until then the API and the
	// mounts answer fault.Unavailable.
	Usable <-chan struct{}
	// Leaving is closed when the server is about to stop; nil if it never stops. From then on the server answers, but
	// is not ready, and closes each connection after its response.
	Leaving <-chan struct{}
	// Observe is called before each request is answered, and what it returns afterwards; nil for no observer.
	Observe func(ctx context.Context, r *http.Request) (context.Context, func(Answer))
	Log     *slog.Logger
}

type server struct {
	Config
	sessions   *scs.SessionManager
	drawing    chan struct{} // has room for the documents that are made at once
	proxyNoted sync.Once
	problems   problems
}

var _ StrictServerInterface = (*server)(nil)
