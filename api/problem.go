package api

import (
	"cmp"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/gorilla/mux"

	"storefront/internal/core/fault"
	"storefront/internal/core/trail"
	"storefront/internal/lib/clientgone"
	"storefront/internal/serve/problem"
)

// logLevels are the log levels of the server's own failures; the request's log line has the codes of others.
var logLevels = map[fault.Code]slog.Level{fault.Internal: slog.LevelError, fault.Unavailable: slog.LevelWarn}

// retryAfter is sent with Unavailable, in seconds, if the failure has no delay of its own.
const retryAfter = "5"

// problems reports failures to clients as problem documents (RFC 9457), and the server's own failures to the log.
type problems struct{ log *slog.Logger }

// write responds to a failed request.
func (p problems) write(w http.ResponseWriter, r *http.Request, err error) {
	if clientgone.Is(r.Context(), err) {
		w.WriteHeader(clientgone.Status)
		return
	}
	err = problem.WithKnownCode(err)
	e := fault.Of(err)
	instance := instanceOf(r)
	if level, isOurs := logLevels[e.Code]; isOurs {
		p.log.Log(r.Context(), level, "request failed", "instance", instance, "code", string(e.Code),
			"method", r.Method, "route", routeOf(r), "error", err)
	}
	if m, ok := r.Context().Value(requestInfoKey{}).(*requestInfo); ok {
		m.code = string(e.Code)
	}
	if e.Code == fault.Unavailable {
		w.Header().Set("Retry-After", retryAfter)
	}
	problem.Write(w, err, instance)
}

// instanceOf returns the URI of one occurrence of a problem (RFC 9562): the id of its request, which is in the log.
func instanceOf(r *http.Request) string {
	return "urn:uuid:" + cmp.Or(trail.FromContext(r.Context()).Request, uuid.NewString())
}

// strictOptions pass the generated code's two kinds of failure to problems: undecodable bodies, and errors of handlers.
func (p problems) strictOptions() StrictHTTPServerOptions {
	return StrictHTTPServerOptions{RequestErrorHandlerFunc: p.badBody, ResponseErrorHandlerFunc: p.write}
}

func (p problems) badBody(w http.ResponseWriter, r *http.Request, err error) {
	p.write(w, r, bodyFault(err))
}

// bodyFault returns the failure for a body that cannot be read.
func bodyFault(err error) error {
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return fault.New(fault.TooLarge, "The body of the request is too large.")
	}
	return fault.New(fault.Invalid, "The body of the request is not valid.")
}

// badParameter responds to a parameter that the generated code found missing or invalid.
func (p problems) badParameter(w http.ResponseWriter, r *http.Request, err error) {
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
	p.write(w, r, fault.New(fault.Invalid, "A parameter of the request is missing or not valid.", field))
}

func (p problems) notFound(w http.ResponseWriter, r *http.Request) {
	p.write(w, r, fault.New(fault.NotFound, "There is nothing at this address."))
}

// handleUnrouted responds to requests without a route: an unknown path, or a method that a path does not have. The
// router forgets which it was when it tries the next route, so each method is tried.
func (p problems) handleUnrouted(router *mux.Router) http.Handler {
	methods := []string{
		http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		for _, method := range methods {
			probe := *r
			probe.Method = method
			var match mux.RouteMatch
			if router.Match(&probe, &match) && match.MatchErr == nil {
				allowed = append(allowed, method)
			}
		}
		if len(allowed) == 0 {
			p.notFound(w, r)
			return
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		p.write(w, r, fault.New(fault.MethodNotAllowed, "Method not allowed."))
	})
}
