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
		drawing: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
	}
	site := c.Site.Handler(s.problems.write)

	// The site itself handles paths with // or .. in them.
	root := mux.NewRouter().SkipClean(true)
	root.Use(routed)
	root.Methods(http.MethodGet, http.MethodHead).Path("/livez").HandlerFunc(s.live)
	root.Methods(http.MethodGet, http.MethodHead).Path("/readyz").HandlerFunc(s.ready)
	root.Path("/api").HandlerFunc(s.problems.noRoute)
	for path, handler := range c.Mounts { // before the API, below which some are
		root.PathPrefix(path).Handler(s.whenUsable(s.rejectInvalidPath(handler)))
	}
	s.routeAPI(root.PathPrefix("/api/").Subrouter())
	if c.Pictures != nil {
		root.PathPrefix("/_ipx/").Handler(c.Pictures.Handler(s.problems.write,
			func(r *http.Request) string { return networkOf(r, s.TrustedProxies) }))
	}
	root.Path(agent.Path).Handler(s.whenUsable(agent.Handler(agent.Config{
		Deployment: s.shopOf, Booking: s.Booking, Searcher: s.Searcher, Log: s.Log,
	})))
	root.Methods(http.MethodGet, http.MethodHead).PathPrefix(agent.ProfilePath).Handler(agent.Profile(s.shopOf))
	root.MatcherFunc(isBuyLink).Methods(http.MethodGet, http.MethodHead).
		Handler(private(s.whenUsable(s.rejectInvalidText(http.HandlerFunc(s.buy)))))
	root.PathPrefix("/").Handler(site)
	root.NotFoundHandler = site

	return s.logged(s.secured(s.parting(s.recovered(root))))
}

func (s *server) routeAPI(r *mux.Router) {
	HandlerWithOptions(
		NewStrictHandlerWithOptions(s, []StrictMiddlewareFunc{withinBounds, s.withVisit}, s.problems.strictOptions()),
		GorillaServerOptions{
			BaseRouter: r, BaseURL: "/v1",
			Middlewares: []MiddlewareFunc{private, s.whenUsable, limited, s.rejectInvalidPath, s.rejectInvalidText,
				s.sameOrigin},
			ErrorHandlerFunc: s.problems.parameter,
		},
	)
	r.NotFoundHandler = s.problems.unrouted(r)
	r.MethodNotAllowedHandler = r.NotFoundHandler
}
