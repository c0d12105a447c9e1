package octo

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/time/rate"

	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/core/trail"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/reseller"
)

// request is a request of a reseller.
type request struct {
	*http.Request
	site       payload.Deployment
	deployment booking.Deployment // in the language of the answer and the currency of the reseller
	reseller   *reseller.Reseller
	capabilities
	test   bool
	origin string // the protocol and host of the request
	body   []byte
}

// maxBodyBytes bounds the body of a request.
const maxBodyBytes = 1 << 20

// handler answers requests of resellers.
func (s *Server) handler(next endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req, err := s.readRequest(r)
		if err == nil {
			err = s.limits.allow(req.reseller, 1)
		}
		var body any
		if err == nil {
			s.setHeaders(w.Header(), req)
			ctx := trail.WithActor(r.Context(), trail.Reseller(req.reseller.Name))
			body, err = next(ctx, req)
		}
		if err != nil {
			s.fail(w, r, err)
			return
		}
		writeJSON(w, http.StatusOK, body)
	})
}

// setHeaders sets the headers that every answer to a reseller has.
func (s *Server) setHeaders(h http.Header, r *request) {
	h.Set("Octo-Capabilities", r.capabilities.String())
	h.Set("Octo-Env", environment(r.test))
	h.Set("Content-Language", r.deployment.Language)
	h.Set("Available-Languages", strings.Join(r.site.Languages, ", "))
}

func environment(test bool) string {
	if test {
		return "test"
	}
	return "live"
}

// readRequest returns a request with its reseller and deployment.
func (s *Server) readRequest(r *http.Request) (*request, error) {
	scheme, key, _ := strings.Cut(strings.TrimSpace(r.Header.Get("Authorization")), " ")
	if key = strings.TrimSpace(key); !strings.EqualFold(scheme, "Bearer") || key == "" {
		return nil, &failure{code: unauthorized}
	}
	seller, err := s.Resellers.Identify(r.Context(), key)
	if err != nil {
		return nil, err
	}
	req := &request{Request: r, reseller: seller, capabilities: parseCapabilities(r.Header.Values("Octo-Capabilities"))}
	if req.site, err = s.Site.Deployment(r.Host); err != nil {
		return nil, err
	}
	if !seller.MaySellIn(req.site.ID) {
		return nil, &failure{code: forbidden}
	}
	req.origin = s.Scheme(r) + "://" + r.Host
	req.test = strings.EqualFold(strings.TrimSpace(r.Header.Get("Octo-Env")), "test")
	if err := req.setDeployment(languageOf(r, req.site.Languages)); err != nil {
		return nil, err
	}
	req.body, err = io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBodyBytes))
	if err != nil {
		return nil, badRequest("the body is too large, or was cut off")
	}
	return req, nil
}

// setDeployment sets the deployment, for a language and the currency of the reseller.
func (r *request) setDeployment(language string) error {
	if !slices.Contains(r.site.Languages, language) {
		return fault.New(fault.Unavailable,
			"The build does not list the languages of this deployment; build it again.")
	}
	r.deployment = booking.DeploymentIn(&r.site, language, r.origin)
	r.deployment.Currency = r.reseller.Currency
	return nil
}

// languageOf returns the language that a client prefers of those that a deployment has.
func languageOf(r *http.Request, languages []string) string {
	accept := r.Header.Get("Accept-Language")
	if len(languages) == 0 {
		return ""
	}
	if accept == "" {
		return languages[0]
	}
	_, i := language.MatchStrings(matcherOf(languages), accept)
	return languages[i]
}

// matchers holds a matcher for each list of languages that a deployment has had: making one costs more than the rest of
// a request.
var matchers sync.Map

func matcherOf(languages []string) language.Matcher {
	key := strings.Join(languages, ",")
	if cached, ok := matchers.Load(key); ok {
		return cached.(language.Matcher)
	}
	var tags []language.Tag
	for _, l := range languages {
		tags = append(tags, language.Make(l))
	}
	matcher := language.NewMatcher(tags)
	matchers.Store(key, matcher)
	return matcher
}

// decode decodes the body of a request.
func (r *request) decode(into any) error {
	body := r.body
	if len(strings.TrimSpace(string(body))) == 0 {
		body = []byte("{}")
	}
	err := json.Unmarshal(body, into)
	var typeErr *json.UnmarshalTypeError
	switch {
	case errors.As(err, &typeErr) && typeErr.Field == "":
		return badRequest("the body is an object of JSON, nothing else")
	case errors.As(err, &typeErr):
		return badRequest("%s has a value of the wrong type", typeErr.Field)
	case err != nil:
		return badRequest("the body is not valid JSON")
	case strings.Contains(string(body), `\u0000`):
		return badRequest("the body has a NUL")
	}
	return nil
}

// rateLimits bound the requests of each reseller, in this process.
type rateLimits struct {
	mu       sync.Mutex
	limiters map[string]*rate.Limiter
}

// allow counts requests, or one that costs as much. It returns fault.TooManyTries for more than the reseller may make.
func (l *rateLimits) allow(r *reseller.Reseller, requests int) error {
	if r.RateLimit == 0 {
		return nil
	}
	limiter := l.limiterFor(r)
	reservation := limiter.ReserveN(time.Now(), min(requests, limiter.Burst()))
	if delay := reservation.Delay(); delay > 0 {
		reservation.Cancel()
		e := fault.New(fault.TooManyTries, "Too many requests.")
		e.RetryAfter = delay
		return e
	}
	return nil
}

func (l *rateLimits) limiterFor(r *reseller.Reseller) *rate.Limiter {
	limit := rate.Limit(float64(r.RateLimit) / time.Minute.Seconds())
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.limiters == nil {
		l.limiters = map[string]*rate.Limiter{}
	}
	limiter := l.limiters[r.ID]
	if limiter == nil || limiter.Limit() != limit {
		limiter = rate.NewLimiter(limit, r.RateLimit) // clients load a catalogue at once
		l.limiters[r.ID] = limiter
	}
	return limiter
}

// writeJSON answers with a body. Its length is in the header: without it a long body would go out in chunks, and their
// end in a packet of its own.
func writeJSON(w http.ResponseWriter, status int, body any) {
	data, isRaw := body.(json.RawMessage)
	if !isRaw {
		data, _ = encodeJSON(body) // the types of this package can be encoded
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	_, _ = w.Write(data) // it fails if the client has gone
}

// capabilities are those that a client has chosen, by their short names.
type capabilities struct{ content, pricing, pickups, webhooks bool }

const capabilityPrefix = "octo/"

// list returns the capabilities with their names, in the order of the standard.
func (c *capabilities) list() []struct {
	name string
	on   *bool
} {
	return []struct {
		name string
		on   *bool
	}{{"content", &c.content}, {"pickups", &c.pickups}, {"pricing", &c.pricing}, {"webhooks", &c.webhooks}}
}

// parseCapabilities returns those of a header that this server has. Others are ignored.
func parseCapabilities(headers []string) (c capabilities) {
	for text := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		name := strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), capabilityPrefix)
		for _, one := range c.list() {
			if one.name == name {
				*one.on = true
			}
		}
	}
	return c
}

// ids returns the ids of the chosen capabilities.
func (c *capabilities) ids() (all []string) {
	for _, one := range c.list() {
		if *one.on {
			all = append(all, capabilityPrefix+one.name)
		}
	}
	return all
}

func (c *capabilities) String() string { return strings.Join(c.ids(), ", ") }

// capability is a capability of the server.
type capability struct {
	ID           string   `json:"id"`
	Revision     int      `json:"revision"`
	Required     bool     `json:"required"`
	Dependencies []string `json:"dependencies"`
	Docs         *string  `json:"docs"`
}

// capabilities lists the capabilities, for everybody.
func (s *Server) capabilities(w http.ResponseWriter, r *http.Request) {
	var c capabilities
	var all []capability
	for _, one := range c.list() {
		docs := "https://docs.octo.travel"
		all = append(all, capability{ID: capabilityPrefix + one.name, Revision: 1, Dependencies: []string{},
			Docs: &docs})
	}
	chosen := parseCapabilities(r.Header.Values("Octo-Capabilities"))
	w.Header().Set("Octo-Capabilities", chosen.String())
	writeJSON(w, http.StatusOK, all)
}

// resellerProduct returns a product that the reseller may sell, and a failure with invalidProduct for any other.
func (s *Server) resellerProduct(r *request, slug string) (*booking.Product, error) {
	if !r.reseller.MaySell(slug) {
		return nil, &failure{code: invalidProduct, id: slug}
	}
	p, err := s.fixedPriceProduct(r.deployment, slug)
	if err != nil && fault.Of(err).Code != fault.Internal && fault.Of(err).Code != fault.Unavailable {
		return nil, &failure{code: invalidProduct, id: slug}
	}
	return p, err
}

// fixedPriceProduct returns a product with fixed prices in the currency of a deployment.
func (s *Server) fixedPriceProduct(d booking.Deployment, slug string) (*booking.Product, error) {
	p, err := s.Booking.Product(d, slug)
	if err == nil {
		err = p.CheckFixedPriceIn(d.Currency)
	}
	return p, err
}

// resellerOption returns an option of a product that the reseller may sell.
func (s *Server) resellerOption(r *request, product, option string) (*booking.Product, *payload.Option, error) {
	p, err := s.resellerProduct(r, product)
	if err != nil {
		return nil, nil, err
	}
	o := p.Option(option)
	if o == nil {
		return nil, nil, &failure{code: invalidOption, id: option}
	}
	return p, o, nil
}
