package api

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/mux"

	"storefront/internal/core/trail"
)

// CompletedRequest describes a request that was answered. Route is a template such as /orders/{id}; Deployment is empty
// for hosts that are not served, and for probes.
type CompletedRequest struct {
	Route, Method, Deployment string
	Status                    int
	Took                      time.Duration
}

// requestIDHeader is the header in which a trusted proxy sends a request's id.
const requestIDHeader = "X-Request-Id"

// requestID returns the id that a trusted proxy sent, if it is a UUID, and a new one otherwise.
func requestID(r *http.Request, proxies []netip.Prefix) string {
	if given := r.Header.Get(requestIDHeader); given != "" {
		if peer, err := peerOf(r); err == nil && isTrusted(peer, proxies) {
			if id, err := uuid.Parse(given); err == nil {
				return id.String()
			}
		}
	}
	return uuid.NewString()
}

// requestInfo passes data about a request from inner handlers to outer ones.
type requestInfo struct {
	route string // the matching template; empty for none
	code  string // of the response's problem; empty for none
	// deployment is the id of the host's deployment, if an inner handler has looked it up.
	deployment string
}

type requestInfoKey struct{}

// recordRoute stores the matching route.
func recordRoute(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if m, ok := r.Context().Value(requestInfoKey{}).(*requestInfo); ok {
			if template, err := mux.CurrentRoute(r).GetPathTemplate(); err == nil {
				m.route = template
			}
		}
		next.ServeHTTP(w, r)
	})
}

// siteRoutes are the parts of a site with metrics of their own; everything else is a page.
var siteRoutes = []string{"/assets/", "/media/", "/builds/", "/api/"}

// routeOf returns the route of a request that logRequests passes on, for log lines.
func routeOf(r *http.Request) string {
	m, ok := r.Context().Value(requestInfoKey{}).(*requestInfo)
	if !ok {
		m = &requestInfo{}
	}
	return m.routeOf(r.URL.Path)
}

// routeOf returns the route of a request. Paths without an answer share a few names, too.
func (m *requestInfo) routeOf(path string) string {
	if m.route != "" && m.route != "/" {
		return m.route
	}
	for _, prefix := range siteRoutes {
		if strings.HasPrefix(path, prefix) {
			return prefix
		}
	}
	return "/"
}

// logRequests gives every request an id and logs it after its response. All log lines have the route, but neither path
// nor query, with which a reader of the log could open an order.
func (s *server) logRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		record, match := &recorder{ResponseWriter: w}, &requestInfo{}
		requestTrail := trail.Trail{Request: requestID(r, s.TrustedProxies)}
		ctx := context.WithValue(r.Context(), requestInfoKey{}, match)
		end := func(CompletedRequest) {}
		if s.Observe != nil {
			ctx, end = s.Observe(trail.NewContext(ctx, requestTrail), r)
		}
		defer func() {
			a := CompletedRequest{Route: match.routeOf(r.URL.Path), Method: r.Method, Status: record.status,
				Took: time.Since(began)}
			probe := a.Route == "/livez" || a.Route == "/readyz"
			if a.Deployment = match.deployment; a.Deployment == "" && !probe {
				a.Deployment = s.Site.LastDeployment(r.Host)
			}
			end(a)
			level := slog.LevelInfo
			if probe && a.Status == http.StatusOK {
				level = slog.LevelDebug
			}
			s.Log.LogAttrs(trail.NewContext(ctx, requestTrail), level, "request", slog.String("method", a.Method),
				slog.String("route", a.Route),
				slog.String("host", r.Host), slog.Int("status", a.Status), slog.Int64("bytes", record.bytes),
				slog.Duration("took", a.Took), slog.String("code", cmp.Or(match.code, "-")))
		}()
		visitorTrail := trail.FromContext(ctx)
		visitorTrail.Request, visitorTrail.Actor = requestTrail.Request, trail.Visitor
		next.ServeHTTP(record, r.WithContext(trail.NewContext(ctx, visitorTrail)))
	})
}
