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

// largestBody bounds the body of a request.
const largestBody = 1 << 20

// handler answers requests of resellers.
func (s *Server) handler(next answer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req, err := s.read(r)
		if err == nil {
			err = s.limits.allow(req.reseller, 1)
		}
		var body any
		if err == nil {
			s.head(w.Header(), req)
			ctx := trail.As(r.Context(), trail.Reseller(req.reseller.Name))
			body, err = next(ctx, req)
		}
		if err != nil {
			s.fail(w, r, err)
			return
		}
		writeJSON(w, http.StatusOK, body)
	})
}

// head sets the headers that every answer to a reseller has.
func (s *Server) head(h http.Header, r *request) {
	h.Set("Octo-Capabilities", r.capabilities.String())
	h.Set("Octo-Env", env(r.test))
	h.Set("Content-Language", r.deployment.Language)
	h.Set("Available-Languages", strings.Join(r.site.Languages, ", "))
}

func env(test bool) string {
	if test {
		return "test"
	}
	return "live"
}

// read returns a request with its reseller and deployment.
func (s *Server) read(r *http.Request) (*request, error) {
	scheme, key, _ := strings.Cut(strings.TrimSpace(r.Header.Get("Authorization")), " ")
	if key = strings.TrimSpace(key); !strings.EqualFold(scheme, "Bearer") || key == "" {
		return nil, &failure{code: unauthorized}
	}
	seller, err := s.Resellers.Identify(r.Context(), key)
	if err != nil {
		return nil, err
	}
	req := &request{Request: r, reseller: seller, capabilities: capabilitiesIn(r.Header.Values("Octo-Capabilities"))}
	if req.site, err = s.Site.Deployment(r.Host); err != nil {
		return nil, err
	}
	if !seller.SellsIn(req.site.ID) {
		return nil, &failure{code: forbidden}
	}
	req.origin = s.Scheme(r) + "://" + r.Host
	req.test = strings.EqualFold(strings.TrimSpace(r.Header.Get("Octo-Env")), "test")
	if err := req.setDeployment(languageOf(r, req.site.Languages)); err != nil {
		return nil, err
	}
	req.body, err = io.ReadAll(http.MaxBytesReader(nil, r.Body, largestBody))
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
	wanted := r.Header.Get("Accept-Language")
	if len(languages) == 0 {
		return ""
	}
	if wanted == "" {
		return languages[0]
	}
	_, i := language.MatchStrings(matcherOf(languages), wanted)
	return languages[i]
}

// matchers holds a matcher for each list of languages that a deployment has had: making one costs more than the rest of
// a request.
var matchers sync.Map

func matcherOf(languages []string) language.Matcher {
	key := strings.Join(languages, ",")
	if known, ok := matchers.Load(key); ok {
		return known.(language.Matcher)
	}
	var tags []language.Tag
	for _, l := range languages {
		tags = append(tags, language.Make(l))
	}
	made := language.NewMatcher(tags)
	matchers.Store(key, made)
	return made
}

// decode decodes the body of a request.
func (r *request) decode(into any) error {
	body := r.body
	if len(strings.TrimSpace(string(body))) == 0 {
		body = []byte("{}")
	}
	err := json.Unmarshal(body, into)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return badRequest("the body is an object of JSON, nothing else")
	case errors.As(err, &wrong):
		return badRequest("%s has a value of the wrong type", wrong.Field)
	case err != nil:
		return badRequest("the body is not valid JSON")
	case strings.Contains(string(body), `\u0000`):
		return badRequest("the body has a NUL")
	}
	return nil
}

// limits bound the requests of each reseller, in this process.
type limits struct {
	mu  sync.Mutex
	all map[string]*rate.Limiter
}

// allow counts requests, or one that costs as much. It returns fault.TooManyTries for more than the reseller may make.
func (l *limits) allow(r *reseller.Reseller, requests int) error {
	if r.Rate == 0 {
		return nil
	}
	limiter := l.of(r)
	wait := limiter.ReserveN(time.Now(), min(requests, limiter.Burst()))
	if delay := wait.Delay(); delay > 0 {
		wait.Cancel()
		e := fault.New(fault.TooManyTries, "Too many requests.")
		e.RetryAfter = delay
		return e
	}
	return nil
}

func (l *limits) of(r *reseller.Reseller) *rate.Limiter {
	each := rate.Limit(float64(r.Rate) / time.Minute.Seconds())
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[string]*rate.Limiter{}
	}
	one := l.all[r.ID]
	if one == nil || one.Limit() != each {
		one = rate.NewLimiter(each, r.Rate) // clients load a catalogue at once
		l.all[r.ID] = one
	}
	return one
}

// writeJSON answers with a body. Its length is in the header: without it a long body would go out in chunks, and their
// end in a packet of its own.
func writeJSON(w http.ResponseWriter, status int, body any) {
	data, is := body.(json.RawMessage)
	if !is {
		data, _ = encoded(body) // the types of this package can be encoded
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

// named returns the capabilities with their names, in the order of the standard's list.
func (c *capabilities) named() []struct {
	name string
	on   *bool
} {
	return []struct {
		name string
		on   *bool
	}{{"content", &c.content}, {"pickups", &c.pickups}, {"pricing", &c.pricing}, {"webhooks", &c.webhooks}}
}

// capabilitiesIn returns those of a header that this server has. Others are ignored.
func capabilitiesIn(headers []string) (c capabilities) {
	for text := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		name := strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), capabilityPrefix)
		for _, one := range c.named() {
			if one.name == name {
				*one.on = true
			}
		}
	}
	return c
}

// ids returns the ids of the chosen capabilities.
func (c *capabilities) ids() (all []string) {
	for _, one := range c.named() {
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
	for _, one := range c.named() {
		docs := "https://docs.octo.travel"
		all = append(all, capability{ID: capabilityPrefix + one.name, Revision: 1, Dependencies: []string{},
			Docs: &docs})
	}
	chosen := capabilitiesIn(r.Header.Values("Octo-Capabilities"))
	w.Header().Set("Octo-Capabilities", chosen.String())
	writeJSON(w, http.StatusOK, all)
}

// sold returns a product that the reseller may sell, and fault.NotFound for any other.
func (s *Server) sold(r *request, slug string) (*booking.Product, error) {
	if !r.reseller.Sells(slug) {
		return nil, &failure{code: invalidProduct, id: slug}
	}
	p, err := s.fixed(r.deployment, slug)
	if err != nil && fault.Of(err).Code != fault.Internal && fault.Of(err).Code != fault.Unavailable {
		return nil, &failure{code: invalidProduct, id: slug}
	}
	return p, err
}

// fixed returns a product with fixed prices in the currency of a deployment.
func (s *Server) fixed(d booking.Deployment, slug string) (*booking.Product, error) {
	p, err := s.Booking.Product(d, slug)
	if err == nil {
		err = p.FixedIn(d.Currency)
	}
	return p, err
}

// option returns an option of a product that the reseller may sell.
func (s *Server) option(r *request, product, option string) (*booking.Product, *payload.Option, error) {
	p, err := s.sold(r, product)
	if err != nil {
		return nil, nil, err
	}
	o := p.Option(option)
	if o == nil {
		return nil, nil, &failure{code: invalidOption, id: option}
	}
	return p, o, nil
}
