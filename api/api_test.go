package api_test

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"storefront/api"
	"storefront/internal/core/fault"
	"storefront/internal/core/payload"
	"storefront/internal/core/redirect"
	httpproblem "storefront/internal/serve/problem"
)

// site is a fake of the builds.
type site struct {
	redirect func(host, path string) (*redirect.Target, error)
	ready    error
	serve    func(http.ResponseWriter, *http.Request) error
}

func (s site) Deployment(string) (payload.Deployment, error) {
	return payload.Deployment{ID: "wayfare", Languages: []string{"en", "ar"}, Currencies: []string{"AED"}}, nil
}
func (s site) LastDeployment(string) string                         { return "wayfare" }
func (s site) Redirect(host, path string) (*redirect.Target, error) { return s.redirect(host, path) }
func (s site) Ready() error                                         { return s.ready }

func (s site) Handler(fail func(http.ResponseWriter, *http.Request, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.serve == nil {
			_, _ = io.WriteString(w, "the site: "+r.URL.Path)
			return
		}
		if err := s.serve(w, r); err != nil {
			fail(w, r, err)
		}
	})
}

// startServer serves a site that trusts proxies.
func startServer(t *testing.T, s site, trusted ...netip.Prefix) (*httptest.Server, *logBuffer) {
	t.Helper()
	var log logBuffer
	server := httptest.NewServer(api.New(api.Config{Site: s, Log: slog.New(slog.NewTextHandler(&log, nil)),
		TrustedProxies: trusted}))
	t.Cleanup(server.Close)
	return server, &log
}

func send(t *testing.T, server *httptest.Server, method, target string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, server.URL+target, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "www.wayfare.example"
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := server.Client().Transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

// problem checks that a response is a complete problem document with a code, and returns it.
func problem(t *testing.T, response *http.Response, body string, status int, code fault.Code) api.Problem {
	t.Helper()
	var p api.Problem
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		t.Fatalf("%d %q is no problem document: %v", response.StatusCode, body, err)
	}
	if response.StatusCode != status || p.Status != status || p.Code != code ||
		response.Header.Get("Content-Type") != "application/problem+json" ||
		p.Type != "urn:problem-type:storefront:"+string(code) || p.Title == "" || p.Detail == "" {
		t.Errorf("%d %v %s, want %d %s", response.StatusCode, response.Header, body, status, code)
	}
	if !regexp.MustCompile(
		`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(p.Instance) {
		t.Errorf("the instance %q is no uuid", p.Instance)
	}
	if response.Header.Get("Cache-Control") != "no-store" {
		t.Error("a problem may be cached")
	}
	return p
}

func TestRedirectIsLookedUpForRequestedHost(t *testing.T) {
	s := site{redirect: func(host, path string) (*redirect.Target, error) {
		if host != "www.wayfare.example" {
			t.Errorf("looked up for %q", host)
		}
		switch path {
		case "/ar/discover?a=b c":
			return &redirect.Target{To: "/ar/things-to-do?a=b%20c", Status: 301}, nil
		case "//evil.example":
			return nil, redirect.ErrRefused
		}
		return nil, nil
	}}
	server, _ := startServer(t, s)
	for _, test := range []struct{ name, query, want string }{
		{"a path with a redirect", "path=%2Far%2Fdiscover%3Fa%3Db+c",
			`{"status":301,"to":"/ar/things-to-do?a=b%20c"}`},
		{"a path without a redirect", "path=/about", `{"status":null,"to":null}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			response, body := send(t, server, "GET", "/api/v1/redirects?"+test.query)
			if response.StatusCode != 200 || strings.TrimSpace(body) != test.want ||
				response.Header.Get("Content-Type") != "application/json" {
				t.Errorf("%d %s, want %s", response.StatusCode, body, test.want)
			}
		})
	}
	for _, test := range []struct {
		name, query string
		field       fault.FieldCode
	}{
		{"a missing path", "", fault.Required},
		{"an empty path", "path=", fault.Min},
		{"a path that is too long", "path=/" + strings.Repeat("x", 2048), fault.Max},
		{"a path to another site", "path=//evil.example", fault.Format},
	} {
		t.Run(test.name, func(t *testing.T) {
			response, body := send(t, server, "GET", "/api/v1/redirects?"+test.query)
			p := problem(t, response, body, 400, fault.Invalid)
			if len(p.Fields) == 0 || len(p.Fields) != 1 ||
				(p.Fields)[0] != (api.ProblemField{Name: "path", Code: test.field}) {
				t.Errorf("%s does not name the field", body)
			}
		})
	}
}

func TestEveryFailureIsAProblemDocument(t *testing.T) {
	s := site{redirect: func(_, path string) (*redirect.Target, error) {
		switch path {
		case "/panic":
			panic("the database password is hunter2")
		case "/unavailable":
			return nil, fault.New(fault.Unavailable, "There is no build to serve yet.")
		case "/unknown":
			return nil, fault.New("never_heard_of", "?")
		}
		return nil, errors.New("open /srv/secret: permission denied")
	}}
	server, log := startServer(t, s)

	t.Run("an undecodable request is invalid", func(t *testing.T) {
		w := httptest.NewRecorder()
		api.StrictOptions(slog.New(slog.DiscardHandler)).RequestErrorHandlerFunc(
			w, httptest.NewRequest("POST", "/api/v1/x", http.NoBody),
			errors.New("can't decode JSON body: unexpected EOF"))
		problem(t, w.Result(), w.Body.String(), 400, fault.Invalid)
	})
	t.Run("a large request is refused", func(t *testing.T) {
		w := httptest.NewRecorder()
		api.StrictOptions(slog.New(slog.DiscardHandler)).RequestErrorHandlerFunc(
			w, httptest.NewRequest("POST", "/api/v1/x", http.NoBody), &http.MaxBytesError{Limit: 1})
		problem(t, w.Result(), w.Body.String(), 413, fault.TooLarge)
	})
	t.Run("an internal error is logged and not shown", func(t *testing.T) {
		response, body := send(t, server, "GET", "/api/v1/redirects?path=/x")
		p := problem(t, response, body, 500, fault.Internal)
		if strings.Contains(body, "secret") || !strings.Contains(log.String(), "/srv/secret") ||
			!strings.Contains(log.String(), p.Instance) {
			t.Errorf("the client got %s, the log %s", body, log)
		}
	})
	t.Run("a panic is logged and not shown", func(t *testing.T) {
		response, body := send(t, server, "GET", "/api/v1/redirects?path=/panic")
		problem(t, response, body, 500, fault.Internal)
		if strings.Contains(body, "hunter2") || !strings.Contains(log.String(), "hunter2") {
			t.Errorf("the client got %s", body)
		}
	})
	t.Run("an unknown code is an internal error", func(t *testing.T) {
		response, body := send(t, server, "GET", "/api/v1/redirects?path=/unknown")
		problem(t, response, body, 500, fault.Internal)
	})
	t.Run("an unavailable response has Retry-After", func(t *testing.T) {
		response, body := send(t, server, "GET", "/api/v1/redirects?path=/unavailable")
		problem(t, response, body, 503, fault.Unavailable)
		if response.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	})
	t.Run("a missing parameter is invalid", func(t *testing.T) {
		response, body := send(t, server, "GET", "/api/v1/redirects")
		problem(t, response, body, 400, fault.Invalid)
	})
	for _, path := range []string{"/api", "/api/", "/api/v1", "/api/v1/nothing", "/api/v2/redirects",
		"/api/v1/redirects/", "/api//v1/redirects"} {
		t.Run("unknown route "+path, func(t *testing.T) {
			response, body := send(t, server, "GET", path)
			problem(t, response, body, 404, fault.NotFound)
		})
	}
	t.Run("an unsupported method names the allowed ones", func(t *testing.T) {
		response, body := send(t, server, "DELETE", "/api/v1/redirects?path=/x")
		problem(t, response, body, 405, fault.MethodNotAllowed)
		if response.Header.Get("Allow") != "GET" {
			t.Errorf("Allow is %q", response.Header.Get("Allow"))
		}
	})
	t.Run("an error of the site is a problem document", func(t *testing.T) {
		server, _ := startServer(t, site{serve: func(http.ResponseWriter, *http.Request) error {
			return fault.New(fault.Misdirected, "This server does not answer for this host.")
		}})
		response, body := send(t, server, "GET", "/")
		problem(t, response, body, 421, fault.Misdirected)
	})
}

func TestPathsOutsideAPIAreServedByTheSite(t *testing.T) {
	server, _ := startServer(t, site{})
	for _, path := range []string{"/", "/apiary", "/ar/blog", "/livez/x", "//evil.example", "/a/../b"} {
		response, body := send(t, server, "GET", path)
		if response.StatusCode != 200 || body != "the site: "+path {
			t.Errorf("%s: %d %q", path, response.StatusCode, body)
		}
	}
}

func TestLivenessAndReadinessProbes(t *testing.T) {
	unready, _ := startServer(t, site{ready: fault.New(fault.Unavailable, "There is no build to serve yet.")})
	if response, body := send(t, unready, "GET", "/livez"); response.StatusCode != 200 || body != "ok\n" {
		t.Errorf("a server without builds is not alive: %d %q", response.StatusCode, body)
	}
	response, body := send(t, unready, "GET", "/readyz")
	problem(t, response, body, 503, fault.Unavailable)
	ready, _ := startServer(t, site{})
	if response, body := send(t, ready, "GET", "/readyz"); response.StatusCode != 200 || body != "ok\n" {
		t.Errorf("%d %q", response.StatusCode, body)
	}
	tested := httptest.NewServer(api.New(api.Config{Site: site{}, Log: slog.New(slog.DiscardHandler),
		ReadyDetail: "payments: sandbox"}))
	t.Cleanup(tested.Close)
	if response, body := send(t, tested, "GET", "/readyz"); response.StatusCode != 200 ||
		body != "ok\npayments: sandbox\n" {
		t.Errorf("%d %q", response.StatusCode, body)
	}
}

func TestStoppingServerIsNotReadyAndClosesConnections(t *testing.T) {
	stopping := make(chan struct{})
	server := httptest.NewServer(api.New(api.Config{Site: site{}, Log: slog.New(slog.DiscardHandler),
		Stopping: stopping}))
	t.Cleanup(server.Close)
	for _, path := range []string{"/readyz", "/"} {
		if response, body := send(t, server, "GET", path); response.StatusCode != 200 || response.Close {
			t.Errorf("%s before: %d %q, closes: %t", path, response.StatusCode, body, response.Close)
		}
	}
	close(stopping)
	response, body := send(t, server, "GET", "/readyz")
	problem(t, response, body, 503, fault.Unavailable)
	for _, path := range []string{"/", "/livez"} {
		if response, body := send(t, server, "GET", path); response.StatusCode != 200 || !response.Close {
			t.Errorf("%s: %d %q, closes: %t", path, response.StatusCode, body, response.Close)
		}
	}
}

func TestEveryResponseHasSecurityHeaders(t *testing.T) {
	server, _ := startServer(t, site{}, netip.MustParsePrefix("127.0.0.0/8"))
	for _, path := range []string{"/", "/livez", "/api/v1/nothing", "/api/v1/redirects"} {
		response, _ := send(t, server, "GET", path)
		for _, name := range []string{
			"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Permissions-Policy",
			"Cross-Origin-Opener-Policy",
		} {
			if response.Header.Get(name) == "" {
				t.Errorf("%s has no %s", path, name)
			}
		}
		if response.Header.Get("Strict-Transport-Security") != "" {
			t.Errorf("%s has Strict-Transport-Security without TLS", path)
		}
		secure, _ := send(t, server, "GET", path, "X-Forwarded-Proto", "https")
		if secure.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("%s has no Strict-Transport-Security", path)
		}
	}
}

func TestUntrustedProxyIsLoggedOnce(t *testing.T) {
	server, log := startServer(t, site{})
	send(t, server, "GET", "/")
	if strings.Contains(log.String(), "WARN") {
		t.Errorf("without a proxy: %s", log)
	}
	for range 3 {
		response, _ := send(t, server, "GET", "/", "X-Forwarded-For", "192.0.2.1", "X-Forwarded-Proto", "https")
		if response.Header.Get("Strict-Transport-Security") != "" {
			t.Error("the untrusted proxy is trusted")
		}
	}
	if n := strings.Count(log.String(), "TRUSTED_PROXIES"); n != 1 || !strings.Contains(log.String(), "127.0.0.1") {
		t.Errorf("the log has it %d times: %s", n, log)
	}
	server, log = startServer(t, site{}, netip.MustParsePrefix("127.0.0.0/8"))
	if send(t, server, "GET", "/", "X-Forwarded-For", "192.0.2.1"); strings.Contains(log.String(), "WARN") {
		t.Errorf("with a trusted proxy: %s", log)
	}
}

func TestContractListsEveryProblemCode(t *testing.T) {
	contract, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	match := regexp.MustCompile(`enum:\n((?: +- [a-z_]+\n)+)`).FindSubmatch(contract)
	if match == nil {
		t.Fatal("openapi.yaml lists no codes")
	}
	listed := strings.Fields(strings.ReplaceAll(string(match[1]), "- ", ""))
	var known []string
	for _, code := range httpproblem.Codes() {
		known = append(known, string(code))
	}
	slices.Sort(listed)
	slices.Sort(known)
	if !slices.Equal(listed, known) {
		t.Errorf("openapi.yaml lists %q, the server answers %q", listed, known)
	}
}
