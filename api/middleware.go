package api

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"storefront/internal/core/fault"
	"storefront/internal/core/plaintext"
)

// maxBodyBytes bounds the body of a request, in bytes.
const maxBodyBytes = 1 << 20

// addSecurityHeaders adds the security headers of all responses. Pages have a content policy of their own.
func (s *server) addSecurityHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy",
			"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		s.warnUntrustedProxy(r)
		if Scheme(r, s.TrustedProxies) == "https" {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// noStore prevents caching of the API's responses: they are for one visitor and one moment.
func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

func limitBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxBodyBytes)
		next.ServeHTTP(w, r)
	})
}

// rejectInvalidPath answers 404 to paths that are not UTF-8 or contain NUL, which PostgreSQL rejects.
func (s *server) rejectInvalidPath(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !plaintext.IsValid(r.URL.Path) {
			s.problems.notFound(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// idempotencyHeader is the only header of the contract that is stored.
const idempotencyHeader = "Idempotency-Key"

// rejectInvalidText answers 400 to queries, keys and bodies that are not UTF-8 or contain NUL.
func (s *server) rejectInvalidText(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !plaintext.IsValid(r.Header.Get(idempotencyHeader)) {
			s.problems.write(w, r, fault.New(fault.Invalid, "The idempotency key is not valid UTF-8, or contains NUL.",
				fault.Field{Name: idempotencyHeader, Code: fault.Format}))
			return
		}
		for name, values := range queryToCheck(r.URL) {
			if slices.ContainsFunc(append(values, name), func(v string) bool { return !plaintext.IsValid(v) }) {
				s.problems.write(w, r, fault.New(fault.Invalid,
					"A query parameter is not valid UTF-8, or contains NUL.",
					fault.Field{Name: name, Code: fault.Format}))
				return
			}
		}
		if r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		data, err := io.ReadAll(r.Body)
		if escapedNULPattern.Match(data) {
			s.problems.write(w, r, fault.New(fault.Invalid, "The body must not contain \\u0000."))
			return
		}
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(data), errorReader{err}))
		next.ServeHTTP(w, r)
	})
}

// queryToCheck returns the parameters of a query; nil if it has only characters that make valid text.
func queryToCheck(u *url.URL) url.Values {
	if strings.ContainsFunc(u.RawQuery, func(c rune) bool { return c == '%' || c == 0 || c >= utf8.RuneSelf }) {
		return u.Query()
	}
	return nil
}

// escapedNULPattern matches an escaped NUL in JSON, but not one after an escaped backslash.
var escapedNULPattern = regexp.MustCompile(`(^|[^\\])(\\\\)*\\u0000`)

// errorReader returns the error at the end of a body again.
type errorReader struct{ err error }

func (u errorReader) Read([]byte) (int, error) { return 0, cmp.Or(u.err, io.EOF) }

// requireSameOrigin rejects requests that a page of another site makes a browser send. Other programs, such as payment
// providers, are accepted without a visitor's cookies: browsers send the origin of every request that changes
// something.
func (s *server) requireSameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if protection.Check(r) != nil || isUnsafe(r) && hasNoOrigin(r) && hasOwnCookie(r) {
			s.problems.write(w, r, fault.New(fault.Forbidden,
				"The request comes from another site, or has no origin."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isUnsafe(r *http.Request) bool {
	return r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodOptions
}

func hasNoOrigin(r *http.Request) bool {
	return r.Header.Get("Origin") == "" && r.Header.Get("Sec-Fetch-Site") == ""
}

func hasOwnCookie(r *http.Request) bool {
	return slices.ContainsFunc([]string{cartCookie, sessionCookie, deviceCookie}, func(name string) bool {
		_, err := r.Cookie(name)
		return err == nil
	})
}

// requireDatabase answers fault.Unavailable until the database can be used.
func (s *server) requireDatabase(next http.Handler) http.Handler {
	if s.DatabaseReady == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-s.DatabaseReady:
			next.ServeHTTP(w, r)
		default:
			s.problems.write(w, r, fault.New(fault.Unavailable, "The database cannot be reached yet."))
		}
	})
}

// recoverPanics handles a panic like any other failure, unless the response has begun.
func (s *server) recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler {
				panic(p)
			}
			err := fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			if record, ok := w.(*recorder); ok && record.status != 0 {
				s.Log.ErrorContext(r.Context(), "request failed during the response", "method", r.Method,
					"route", routeOf(r), "error", err)
				panic(http.ErrAbortHandler)
			}
			s.problems.write(w, r, err)
		}()
		next.ServeHTTP(w, r)
	})
}

// recorder records the response.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.bytes += int64(n)
	return n, err
}

// ReadFrom lets files be sent without copying them through this program.
func (r *recorder) ReadFrom(from io.Reader) (int64, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := io.Copy(r.ResponseWriter, from)
	r.bytes += n
	return n, err
}
