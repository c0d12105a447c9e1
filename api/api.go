// Package api is the HTTP edge: the operations under /api/v1, typed by openapi.yaml, and the parts that all responses
// of the server share. A handler decodes, calls and encodes; routes.go lists the handlers, problem.go reports failures.
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

// Site serves the pages of the builds.
type Site interface {
	// Deployment returns the deployment of a host.
	Deployment(host string) (payload.Deployment, error)
	// LastDeployment returns the id of a host's deployment as of the last call of another method; empty for none.
	LastDeployment(host string) string
	// Handler calls fail for failures other than a missing page.
	Handler(fail func(http.ResponseWriter, *http.Request, error)) http.Handler
	// Redirect returns the redirect of a path of a host, or nil.
	Redirect(host, path string) (*redirect.Target, error)
	// Ready returns nil if there is a page to serve.
	Ready() error
}

// Pictures serves pictures in the sizes and formats that pages request.
type Pictures interface {
	// Handler calls fail for failures.
	Handler(fail func(http.ResponseWriter, *http.Request, error), client func(*http.Request) string) http.Handler
}

// Config configures the server.
type Config struct {
	Site Site
	// Pictures is nil if no pictures are made.
	Pictures Pictures
	Booking  *booking.Service
	// Accounts and Sessions use one database.
	Accounts *account.Service
	Sessions scs.CtxStore
	Limits   *limit.Limiter
	Searcher *search.Searcher
	Reviews  *review.Service
	Contact  *contact.Service
	// TicketKey signs tickets, Links signs the mailed links to orders.
	TicketKey ticket.Key
	Links     orderlink.Key
	// TrustedProxies are the networks whose X-Forwarded-For is trusted; none if empty.
	TrustedProxies []netip.Prefix
	// Mounts are other handlers by path, which ends in a slash: a payment provider's own pages, those of mailed links.
	Mounts map[string]http.Handler
	// ReadyDetail is a line for operators that /readyz adds; empty for none.
	ReadyDetail string
	// DatabaseReady is closed once the database can be used; nil if it always can. Until then the API and the mounts
	// answer fault.Unavailable.
	DatabaseReady <-chan struct{}
	// Stopping is closed when the server is about to stop; nil if it never stops. From then on the server still
	// answers, but it is not ready, and closes each connection after its response.
	Stopping <-chan struct{}
	// Observe is called before each request, and its result after the response; nil for no observer.
	Observe func(ctx context.Context, r *http.Request) (context.Context, func(CompletedRequest))
	Log     *slog.Logger
}

type server struct {
	Config
	sessions    *scs.SessionManager
	drawSlots   chan struct{} // limits how many documents are drawn at a time
	proxyWarned sync.Once
	problems    problems
}

var _ StrictServerInterface = (*server)(nil)
