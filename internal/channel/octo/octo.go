// Package octo serves resellers with the API of a supplier in the trade's standard, OCTO, with the capabilities
// content, pricing, pickups and webhooks (https://docs.octo.travel). It has no rules of its own: prices, availability,
// seats and cancelling are those of package booking, and resellers those of package reseller.
//
// A request names its reseller by the key in Authorization, and its deployment by the host. A failure has an error code
// and a message. Its status is 400, as the standard requires, except for unknown paths, unsupported methods, too many
// requests and failures of the server itself.
package octo

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"path"
	"runtime"
	"strings"
	"time"

	"storefront/internal/core/clock"
	"storefront/internal/core/payload"
	"storefront/internal/serve/livecatalog"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/orderlink"
	"storefront/internal/shop/reseller"
)

// Path is the path of the API at the host of each deployment.
const Path = "/octo/"

// Site returns deployments.
type Site interface {
	// Deployment returns the deployment of a host.
	Deployment(host string) (payload.Deployment, error)
	Deployments() []payload.Deployment
}

// Catalog returns the products of the live build.
type Catalog interface {
	booking.Catalog
	// Slugs returns the products that a deployment sells, sorted.
	Slugs(deployment string) ([]string, error)
	// Page returns the description of a product.
	Page(deployment, language, slug string) (*livecatalog.Page, error)
}

// Config configures a Server.
type Config struct {
	Site      Site
	Catalog   Catalog
	Booking   *booking.Service
	Resellers *reseller.Service
	Tickets   ticket.Key
	Links     orderlink.Key
	// Scheme returns the protocol that a request came by, http or https.
	Scheme func(*http.Request) string
	// IsReachable reports whether webhooks may be sent to an address; nil: to those of the public Internet, by https.
	IsReachable func(netip.Addr) bool
	Now         func() time.Time // nil: time.Now
	Log         *slog.Logger
}

// Server answers resellers, and sends them their webhooks.
type Server struct {
	Config
	routes            *http.ServeMux
	limits            rateLimits
	contentCache      contentCache
	availabilityCache availabilityCache
	client            *http.Client
	throttle          webhookThrottle
	ticketSlots       chan struct{} // limits how many tickets are drawn at a time
}

// New returns a Server.
func New(c Config) *Server {
	c.Now = clock.New(c.Now)
	s := &Server{Config: c, routes: http.NewServeMux(), ticketSlots: make(chan struct{},
		max(1, runtime.GOMAXPROCS(0)/2))}
	s.client = newClient(reachableOrDefault(c.IsReachable))
	for pattern, answer := range map[string]endpoint{
		"GET /supplier":                 s.supplier,
		"GET /suppliers":                s.suppliers, // as earlier versions of the standard have it
		"GET /suppliers/{id}":           s.supplier,
		"GET /products":                 s.products,
		"GET /products/{id}":            s.product,
		"POST /availability":            s.availability,
		"POST /availability/calendar":   s.calendar,
		"POST /bookings":                s.reserve,
		"GET /bookings":                 s.bookings,
		"GET /bookings/{uuid}":          s.booking,
		"PATCH /bookings/{uuid}":        s.update,
		"POST /bookings/{uuid}/confirm": s.confirm,
		"POST /bookings/{uuid}/extend":  s.extend,
		"POST /bookings/{uuid}/cancel":  s.cancel,
		"DELETE /bookings/{uuid}":       s.cancel, // as earlier versions of the standard have it
		"POST /webhooks":                s.addWebhook,
		"GET /webhooks":                 s.webhooks,
		"DELETE /webhooks/{id}":         s.deleteWebhook,
	} {
		s.routes.Handle(pattern, s.handler(answer))
	}
	s.routes.Handle("GET /capabilities", http.HandlerFunc(s.capabilities))
	s.routes.Handle("GET /tickets/{token}", http.HandlerFunc(s.ticket))
	s.routes.Handle("/", http.HandlerFunc(s.handleUnknown))
	return s
}

// handleUnknown answers what no route does: with the methods that the path has, or that there is no such path.
func (s *Server) handleUnknown(w http.ResponseWriter, r *http.Request) {
	var methods []string
	for _, method := range []string{"GET", "HEAD", "POST", "PATCH", "DELETE"} {
		probe := *r
		probe.Method = method
		if _, pattern := s.routes.Handler(&probe); pattern != "/" {
			methods = append(methods, method)
		}
	}
	if len(methods) == 0 {
		s.fail(w, r, &failure{status: http.StatusNotFound, code: notFound})
		return
	}
	w.Header().Set("Allow", strings.Join(append(methods, http.MethodOptions), ", "))
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	s.fail(w, r, &failure{status: http.StatusMethodNotAllowed, code: wrongMethod})
}

// ServeHTTP answers a request below Path.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u := *r.URL
	u.Path = trimPath(u.Path)
	if path.Clean(u.Path) != u.Path { // which the routes would redirect to an address outside of Path
		s.fail(w, r, &failure{status: http.StatusNotFound, code: notFound})
		return
	}
	u.RawPath = ""
	inner := r.WithContext(r.Context())
	inner.URL = &u
	s.routes.ServeHTTP(w, inner)
}

// trimPath returns the path below Path, with or without a slash at its end.
func trimPath(path string) string {
	path = path[len(Path)-1:]
	for len(path) > 1 && path[len(path)-1] == '/' {
		path = path[:len(path)-1]
	}
	return path
}

// endpoint returns the body of a response.
type endpoint func(ctx context.Context, r *request) (any, error)
