package api

import (
	"net/http"
	"runtime"

	"github.com/gorilla/mux"

	"storefront/internal/channel/agent"
)

// New returns the handler of everything: the routes of openapi.yaml below /api/v1, the probes, and the site.
func New(c Config) http.Handler {
	s := &server{
		Config: c, sessions: newSessions(c.Sessions), problems: problems{c.Log},
		drawSlots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
	}
	site := c.Site.Handler(s.problems.write)

	// The site itself handles paths with // or .. in them.
	root := mux.NewRouter().SkipClean(true)
	root.Use(recordRoute)
	root.Methods(http.MethodGet, http.MethodHead).Path("/livez").HandlerFunc(s.live)
	root.Methods(http.MethodGet, http.MethodHead).Path("/readyz").HandlerFunc(s.ready)
	root.Path("/api").HandlerFunc(s.problems.notFound)
	for path, handler := range c.Mounts { // before the API, below which some are
		root.PathPrefix(path).Handler(s.requireDatabase(s.rejectInvalidPath(handler)))
	}
	s.routeAPI(root.PathPrefix("/api/").Subrouter())
	if c.Pictures != nil {
		root.PathPrefix("/_ipx/").Handler(c.Pictures.Handler(s.problems.write,
			func(r *http.Request) string { return networkOf(r, s.TrustedProxies) }))
	}
	root.Path(agent.Path).Handler(s.requireDatabase(agent.Handler(agent.Config{
		Deployment: s.shopOf, Booking: s.Booking, Searcher: s.Searcher, Log: s.Log,
	})))
	root.Methods(http.MethodGet, http.MethodHead).PathPrefix(agent.ProfilePath).Handler(agent.Profile(s.shopOf))
	root.MatcherFunc(isBuyLink).Methods(http.MethodGet, http.MethodHead).
		Handler(noStore(s.requireDatabase(s.rejectInvalidText(http.HandlerFunc(s.buy)))))
	root.PathPrefix("/").Handler(site)
	root.NotFoundHandler = site

	return s.logRequests(s.addSecurityHeaders(s.closeWhenStopping(s.recoverPanics(root))))
}

func (s *server) routeAPI(r *mux.Router) {
	HandlerWithOptions(
		NewStrictHandlerWithOptions(s, []StrictMiddlewareFunc{checkBounds, s.withVisit}, s.problems.strictOptions()),
		GorillaServerOptions{
			BaseRouter: r, BaseURL: "/v1",
			Middlewares: []MiddlewareFunc{noStore, s.requireDatabase, limitBody, s.rejectInvalidPath,
				s.rejectInvalidText,
				s.requireSameOrigin},
			ErrorHandlerFunc: s.problems.badParameter,
		},
	)
	r.NotFoundHandler = s.problems.handleUnrouted(r)
	r.MethodNotAllowedHandler = r.NotFoundHandler
}
