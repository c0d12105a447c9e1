package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/gorilla/mux"

	"storefront/internal/core/fault"
	"storefront/internal/core/trail"
)

// statuses is the one place where failures become statuses.
var statuses = map[fault.Code]struct {
	status int
	title  string
}{
	fault.Invalid:          {http.StatusBadRequest, "Invalid request"},
	fault.NotFound:         {http.StatusNotFound, "Not found"},
	fault.MethodNotAllowed: {http.StatusMethodNotAllowed, "Method not allowed"},
	fault.TooLarge:         {http.StatusRequestEntityTooLarge, "Request too large"},
	fault.Misdirected:      {http.StatusMisdirectedRequest, "Misdirected request"},
	fault.Unavailable:      {http.StatusServiceUnavailable, "Unavailable for a moment"},
	fault.Internal:         {http.StatusInternalServerError, "Internal error"},

	fault.Forbidden:         {http.StatusForbidden, "Forbidden"},
	fault.SoldOut:           {http.StatusConflict, "Sold out"},
	fault.CartEmpty:         {http.StatusConflict, "Cart empty"},
	fault.CartChanged:       {http.StatusConflict, "Cart changed"},
	fault.CartFull:          {http.StatusConflict, "Cart full"},
	fault.CurrencyMismatch:  {http.StatusConflict, "Another currency"},
	fault.PriceChanged:      {http.StatusConflict, "Price changed"},
	fault.HoldExpired:       {http.StatusConflict, "Hold expired"},
	fault.InFlight:          {http.StatusConflict, "Under way"},
	fault.NotPossible:       {http.StatusConflict, "Not possible"},
	fault.MethodUnavailable: {http.StatusConflict, "Payment method unavailable"},
	fault.KeyReused:         {http.StatusUnprocessableEntity, "Key reused"},

	fault.SignedOut:     {http.StatusUnauthorized, "Signed out"},
	fault.WrongPassword: {http.StatusForbidden, "Wrong password"},
	fault.TooManyTries:  {http.StatusTooManyRequests, "Too many tries"},
	fault.TooManyUnpaid: {http.StatusTooManyRequests, "Too many unpaid seats"},
	fault.LinkExpired:   {http.StatusGone, "Link expired"},

	fault.PromoUnknown:       {http.StatusUnprocessableEntity, "Promo code unknown"},
	fault.PromoNotStarted:    {http.StatusUnprocessableEntity, "Promo code not valid yet"},
	fault.PromoExpired:       {http.StatusUnprocessableEntity, "Promo code expired"},
	fault.PromoMinimum:       {http.StatusUnprocessableEntity, "Minimum not reached"},
	fault.PromoUsedUp:        {http.StatusConflict, "Promo code used up"},
	fault.PromoNotApplicable: {http.StatusUnprocessableEntity, "Promo code not applicable"},
}

// levels are those of the failures that are the server's own; of the others the line of the request has the code.
var levels = map[fault.Code]slog.Level{fault.Internal: slog.LevelError, fault.Unavailable: slog.LevelWarn}

// retryAfter, in seconds, is told with Unavailable where nothing else is known.
const retryAfter = "5"

// problems tells clients of failures as problem documents (RFC 9457), and the log of those that are the server's own.
type problems struct{ log *slog.Logger }

// write answers a request that failed.
func (p problems) write(w http.ResponseWriter, r *http.Request, err error) {
	e := fault.Of(err)
	kind, known := statuses[e.Code]
	if !known {
		err = fmt.Errorf("the code %q has no status: %v", e.Code, err)
		e = fault.Of(err)
		kind = statuses[e.Code]
	}
	body := Problem{
		Type:  "urn:problem-type:storefront:" + string(e.Code),
		Title: kind.title, Status: kind.status, Code: e.Code, Detail: e.Message, Instance: instanceOf(r),
	}
	for _, f := range e.Fields {
		body.Fields = append(body.Fields, ProblemField{Name: f.Name, Code: f.Code})
	}
	if level, ours := levels[e.Code]; ours {
		p.log.Log(r.Context(), level, "request failed", "instance", body.Instance, "code", string(e.Code),
			"method", r.Method, "path", r.URL.Path, "error", err)
	}
	if m, ok := r.Context().Value(matchedKey{}).(*matched); ok {
		m.code = string(e.Code)
	}
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds()))))
	} else if e.Code == fault.Unavailable {
		h.Set("Retry-After", retryAfter)
	}
	w.WriteHeader(kind.status)
	_ = json.NewEncoder(w).Encode(body) // the client has gone
}

// instanceOf names one occurrence of a problem (RFC 9562): by the id of its request, which is in the log.
func instanceOf(r *http.Request) string {
	return "urn:uuid:" + cmp.Or(trail.Of(r.Context()).Request, uuid.NewString())
}

// strictOptions bring the generated code's two failures here: a body that cannot be decoded, and what a handler returns.
func (p problems) strictOptions() StrictHTTPServerOptions {
	return StrictHTTPServerOptions{RequestErrorHandlerFunc: p.body, ResponseErrorHandlerFunc: p.write}
}

func (p problems) body(w http.ResponseWriter, r *http.Request, err error) {
	p.write(w, r, unreadable(err))
}

// unreadable is the failure behind a body that cannot be read.
func unreadable(err error) error {
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return fault.New(fault.TooLarge, "The body of the request is too large.")
	}
	return fault.New(fault.Invalid, "The body of the request cannot be read.")
}

// parameter answers for a parameter that the generated code found missing or could not read.
func (p problems) parameter(w http.ResponseWriter, r *http.Request, err error) {
	field := fault.Field{Code: fault.Format}
	if e, ok := errors.AsType[*RequiredParamError](err); ok {
		field = fault.Field{Name: e.ParamName, Code: fault.Required}
	} else if e, ok := errors.AsType[*RequiredHeaderError](err); ok {
		field = fault.Field{Name: e.ParamName, Code: fault.Required}
	} else if e, ok := errors.AsType[*InvalidParamFormatError](err); ok {
		field.Name = e.ParamName
	} else if e, ok := errors.AsType[*UnmarshalingParamError](err); ok {
		field.Name = e.ParamName
	} else if e, ok := errors.AsType[*UnescapedCookieParamError](err); ok {
		field.Name = e.ParamName
	} else if e, ok := errors.AsType[*TooManyValuesForParamError](err); ok {
		field.Name = e.ParamName
	}
	p.write(w, r, fault.New(fault.Invalid, "A parameter of the request is missing or cannot be read.", field))
}

func (p problems) noRoute(w http.ResponseWriter, r *http.Request) {
	p.write(w, r, fault.New(fault.NotFound, "There is nothing at this address."))
}

// unrouted answers for what no route of the router takes: an address that there is not, or one that is not asked in this
// way. The router forgets which it was as soon as it has tried another route, so each method is tried.
func (p problems) unrouted(router *mux.Router) http.Handler {
	methods := []string{
		http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		for _, method := range methods {
			try := *r
			try.Method = method
			var match mux.RouteMatch
			if router.Match(&try, &match) && match.MatchErr == nil {
				allowed = append(allowed, method)
			}
		}
		if len(allowed) == 0 {
			p.noRoute(w, r)
			return
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		p.write(w, r, fault.New(fault.MethodNotAllowed, "This address is not asked in this way."))
	})
}
