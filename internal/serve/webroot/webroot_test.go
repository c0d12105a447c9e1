package webroot_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func TestHostsAreMappedToTheirDeployment(t *testing.T) {
	_, server := publishBoth(t).serve()
	for _, test := range []struct {
		name, host string
		status     int
		body       string
	}{
		{"a deployment's own host", "www.trails.example", 200, "trails"},
		{"a host with any port", "www.trails.example:8443", 200, "trails"},
		{"a host in capitals", "WWW.Trails.Example", 200, "trails"},
		{"a host with a trailing dot", "www.trails.example.", 200, "trails"},
		{"a deployment's local host", "trails.localhost:8080", 200, "trails"},
		{"localhost is the first deployment", "localhost:8080", 200, "home"},
		{"an unclaimed local host is the first deployment", "other.localhost", 200, "home"},
		{"an address is the first deployment", "192.0.2.7:8080", 200, "home"},
		{"an IPv6 address is the first deployment", "[::1]:8080", 200, "home"},
		{"an IPv6 address without port is the first deployment", "[::1]", 200, "home"},
		{"an unknown host is rejected", "evil.example", 421,
			"misdirected: This server does not answer for this host."},
		{"a host with a known prefix is rejected", "www.trails.example.evil.example", 421,
			"misdirected: This server does not answer for this host."},
	} {
		t.Run(test.name, func(t *testing.T) {
			response, body := request(t, server, "GET", test.host, "/")
			if response.StatusCode != test.status || body != test.body {
				t.Errorf("%s: %d %q, want %d %q", test.host, response.StatusCode, body, test.status, test.body)
			}
		})
	}
}

func TestPathsAreServedFromTheirFiles(t *testing.T) {
	_, server := publishBoth(t).serve()
	for _, test := range []struct {
		name, path string
		status     int
		body       string
	}{
		{"home", "/", 200, "home"},
		{"home in Arabic", "/ar", 200, "home in Arabic"},
		{"a page is its folder's index", "/about", 200, "about"},
		{"a query changes nothing", "/about?a=//b", 200, "about"},
		{"a page that an editor redirects stays", "/about", 200, "about"},
		{"a payload", "/about/_payload.json?0011223344556677", 200, `{"kind":"text"}`},
		{"a file", "/robots.txt", 200, "User-agent: *\n"},
		{"every search has the page of /search", "/search/camel%20ride", 200, "search"},
		{"a search with an encoded slash", "/search/a%2Fb", 200, "search"},
		{"every Arabic search has its page", "/ar/search/%D8%AC%D9%85%D9%84", 200, "search in Arabic"},
		{"the payload of searches", "/search/_payload.json", 200, "search payload"},
		{"a search for nothing is not found", "/search/%20", 404, "not found"},
		{"a search is measured in characters", "/search/" + strings.Repeat("%F0%9F%90%AB", 150), 200, "search"},
		{"a search that is too long is not found", "/search/" + strings.Repeat("x", 201), 404, "not found"},
		{"every invoice has the page of /invoices", "/invoices/INV-7", 200, "invoices"},
		{"an invalid invoice number is not found", "/invoices/a%20b", 404, "not found"},
		{"an unknown page is not found", "/nothing", 404, "not found"},
		{"an unknown Arabic page is not found in Arabic", "/ar/nothing", 404, "not found in Arabic"},
		{"an unknown asset is not found", "/assets/gone.js", 404, "not found"},
		{"a folder without page is not found", "/assets", 404, "not found"},
		{"a path below a file is not found", "/about/_payload.json/x", 404, "not found"},
		{"dot files are never served", "/.secret", 404, "not found"},
		{"dot folders are never served", "/.git/config", 404, "not found"},
		{"build markers are never served", "/a.build", 404, "not found"},
		{"no path leads upwards", "/../trails/a/index.html", 404, "not found"},
		{"no encoded path leads upwards", "/%2e%2e/%2e%2e/meta/deployments.json", 404, "not found"},
		{"no encoded slash leads upwards", "/..%2f..%2fmeta%2fdeployments.json", 404, "not found"},
		{"a backslash does not separate folders", "/..%5c..%5cmeta", 404, "not found"},
		{"a path with NUL is not found", "/about%00.html", 404, "not found"},
		{"a path with a line end is not found", "/about%0d%0aX:%20y", 404, "not found"},
		{"a path that begins with two slashes is not found", "//evil.example", 404, "not found"},
		{"a path with two slashes inside is not found", "/about//x", 404, "not found"},
		{"a file name that is too long is not found", "/" + strings.Repeat("x", 300), 404, "not found"},
		{"a path that is too long is not found", "/" + strings.Repeat("x/", 3000), 404, "not found"},
		{"a path of invalid UTF-8 is not found", "/%ff%fe", 404, "not found"},
		{"a redirect to a host that is not allowed is rejected", "/evil", 404, "not found"},
		{"redirects in a loop are not followed", "/ring-1", 404, "not found"},
	} {
		t.Run(test.name, func(t *testing.T) {
			response, body := request(t, server, "GET", "wayfare.localhost", test.path)
			if response.StatusCode != test.status || body != test.body {
				t.Errorf("%s: %d %q (%s), want %d %q", test.path, response.StatusCode, body,
					response.Header.Get("Location"), test.status, test.body)
			}
		})
	}
}

func TestAPathWithoutAPageIsRedirectedByTheRules(t *testing.T) {
	s, server := publishBoth(t).serve()
	for _, test := range []struct {
		name, host, path string
		status           int
		to               string
	}{
		{"a trailing slash is removed", "www.wayfare.example", "/about/", 301, "/about"},
		{"an editor's redirect keeps its status", "www.wayfare.example", "/offers?a=1", 308, "/things-to-do?a=1"},
		{"an editor's redirect keeps the language", "www.wayfare.example", "/ar/offers", 308, "/ar/things-to-do"},
		{"a redirect to an allowed host", "www.wayfare.example", "/press", 301, "https://press.wayfare.example/"},
		{"discover", "www.wayfare.example", "/discover/x", 301, "/things-to-do"},
		{"discover on a supplier's site", "www.trails.example", "/discover/x", 301, "/experiences"},
		{"a language that is not configured", "www.wayfare.example", "/fr/about?q=1", 301, "/about?q=1"},
		{"an old address", "www.wayfare.example", "/dubai/sunset", 301, "/things-to-do-in-dubai/sunset"},
		{"a supplier's address of a product", "www.wayfare.example", "/experiences/sunset?d=1", 301,
			"/things-to-do-in-dubai/sunset?d=1"},
		{"a supplier's address in Arabic", "www.wayfare.example", "/ar/experiences/sunset", 301,
			"/ar/things-to-do-in-dubai/sunset"},
		{"a supplier's address with a slash takes one hop", "www.wayfare.example", "/en/experiences/sunset/", 301,
			"/things-to-do-in-dubai/sunset"},
		{"a marketplace's address of a product", "www.trails.example", "/things-to-do-in-nizwa/ridge", 301,
			"/experiences/ridge"},
		{"a product that Arabic leaves out", "www.wayfare.example", "/ar/things-to-do-in-dubai/english?d=1", 302,
			"/things-to-do-in-dubai/english?d=1"},
		{"a product that only Arabic has", "www.wayfare.example", "/things-to-do-in-dubai/arabic", 302,
			"/ar/things-to-do-in-dubai/arabic"},
		{"the folder's name of a product with a slug", "www.wayfare.example", "/ar/things-to-do-in-dubai/ridge?d=1",
			301, "/ar/things-to-do-in-dubai/%D8%AD%D8%A7%D9%81%D8%A9?d=1"},
		{"a slug of another language, in small letters", "www.wayfare.example",
			"/things-to-do-in-dubai/%d8%ad%d8%a7%d9%81%d8%a9", 301, "/things-to-do-in-dubai/ridge"},
		{"a supplier's address of a product with a slug", "www.wayfare.example", "/ar/experiences/ridge", 301,
			"/ar/things-to-do-in-dubai/%D8%AD%D8%A7%D9%81%D8%A9"},
		{"an old address of a product with a slug", "www.wayfare.example", "/ar/dubai/ridge", 301,
			"/ar/things-to-do-in-dubai/%D8%AD%D8%A7%D9%81%D8%A9"},
		{"a page with a slug that English leaves out", "www.wayfare.example", "/desert", 302,
			"/ar/%D8%B5%D8%AD%D8%B1%D8%A7%D8%A1"},
		{"a product that is not sold here", "www.trails.example", "/things-to-do-in-nizwa/sunset", 404, ""},
		{"an unknown product", "www.wayfare.example", "/experiences/nothing", 404, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			response, _ := request(t, server, "GET", test.host, test.path)
			if got := response.Header.Get("Location"); response.StatusCode != test.status || got != test.to {
				t.Errorf("%s: %d to %q, want %d to %q", test.path, response.StatusCode, got, test.status, test.to)
			}
			if policy := response.Header.Get("Cache-Control"); policy != "no-cache" {
				t.Errorf("Cache-Control is %q: the next build may have a page here", policy)
			}
			target, err := s.Redirect(test.host, test.path)
			if err != nil || (target == nil) != (test.to == "") || target != nil &&
				(target.To != test.to || target.Status != test.status) {
				t.Errorf("the lookup answers %v, %v; want the same as the server", target, err)
			}
		})
	}
	if target, err := s.Redirect("www.wayfare.example", "/about"); target != nil || err != nil {
		t.Errorf("the lookup redirects an existing page: %v, %v", target, err)
	}
	if _, err := s.Redirect("www.wayfare.example", "//evil.example"); err == nil {
		t.Error("the lookup follows //evil.example")
	}
}

func TestResponsesHaveTheCachePolicyOfTheirType(t *testing.T) {
	_, server := publishBoth(t).serve()
	const forever = "public, max-age=31536000, immutable"
	for _, test := range []struct{ name, path, policy, contentType string }{
		{"pages are revalidated", "/", "no-cache", "text/html; charset=utf-8"},
		{"payloads are revalidated", "/about/_payload.json?0011223344556677", "no-cache",
			"application/json; charset=utf-8"},
		{"feeds and sitemaps are revalidated", "/sitemap.xml", "no-cache", "application/xml; charset=utf-8"},
		{"text files are revalidated", "/robots.txt", "no-cache", "text/plain; charset=utf-8"},
		{"scripts are cached forever", "/assets/entry.Ab12.js", forever, "text/javascript; charset=utf-8"},
		{"modules are cached forever", "/assets/module.Ab12.mjs", forever, "text/javascript; charset=utf-8"},
		{"fonts are cached forever", "/assets/static/font.Ab12.woff2", forever, "font/woff2"},
		{"pictures are cached forever", "/media/dubai.0123.webp", forever, "image/webp"},
		{"a build's manifest is cached forever", "/builds/meta/0011223344556677.json", forever,
			"application/json; charset=utf-8"},
		{"a build's file list is cached forever", "/builds/meta/0011223344556677.files.json", forever,
			"application/json; charset=utf-8"},
		{"the latest build is revalidated", "/builds/meta/latest.json", "no-cache", "application/json; charset=utf-8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			response, body := request(t, server, "GET", "localhost", test.path)
			h := response.Header
			if h.Get("Cache-Control") != test.policy || h.Get("Content-Type") != test.contentType {
				t.Errorf("%q, %q; want %q, %q", h.Get("Cache-Control"), h.Get("Content-Type"), test.policy,
					test.contentType)
			}
			etag := h.Get("ETag")
			if !strings.HasPrefix(etag, `"`) {
				t.Fatalf("the ETag %q is not strong", etag)
			}
			again, rest := request(t, server, "GET", "localhost", test.path, "If-None-Match", etag)
			if again.StatusCode != 304 || rest != "" {
				t.Errorf("the same ETag gets %d", again.StatusCode)
			}
			head, none := request(t, server, "HEAD", "localhost", test.path)
			if head.StatusCode != 200 || none != "" || head.ContentLength != int64(len(body)) ||
				head.Header.Get("ETag") != etag {
				t.Errorf("HEAD: %d, %d bytes, %q", head.StatusCode, head.ContentLength, head.Header.Get("ETag"))
			}
		})
	}
	response, body := request(t, server, "GET", "localhost", "/media/dubai.0123.webp", "Range", "bytes=2-4")
	if response.StatusCode != 206 || body != "234" {
		t.Errorf("a range: %d %q", response.StatusCode, body)
	}
	response, _ = request(t, server, "GET", "localhost", "/assets/gone.js")
	if policy := response.Header.Get("Cache-Control"); policy != "no-cache" || response.Header.Get("ETag") != "" {
		t.Errorf("what is not found is kept: %q", policy)
	}
}

func TestResponsesAreCompressedAsRequested(t *testing.T) {
	b := publishBoth(t)
	_, server := b.serve()
	// Copies of settled files are cached, and those of recent files made again; both must answer alike.
	for _, round := range []string{"fresh", "settled", "remembered"} {
		if round == "settled" {
			waitUntilSettled(t, filepath.Join(b.dir, "public/wayfare/long/index.html"))
		}
		for _, test := range []struct{ name, path, accept, encoding string }{
			{"brotli is preferred", "/long", "gzip, deflate, br", "br"},
			{"gzip where there is no brotli", "/long", "gzip", "gzip"},
			{"weights are honoured", "/long", "br;q=0.5, gzip;q=0.8", "gzip"},
			{"a weight of zero excludes an encoding", "/long", "br;q=0, gzip;q=0", ""},
			{"a wildcard gets brotli", "/long", "*", "br"},
			{"a wildcard without brotli gets gzip", "/long", "*;q=0.3, br;q=0", "gzip"},
			{"the plain file may be preferred", "/long", "identity, br;q=0.5", ""},
			{"an invalid weight excludes an encoding", "/long", "br;q=x, gzip;q=2", ""},
			{"without Accept-Encoding nothing is compressed", "/long", "", ""},
			{"small files are not compressed", "/about", "br, gzip", ""},
			{"pictures are not compressed", "/media/dubai.0123.webp", "br, gzip", ""},
		} {
			t.Run(round+": "+test.name, func(t *testing.T) {
				_, plain := request(t, server, "GET", "localhost", test.path)
				response, body := request(t, server, "GET", "localhost", test.path, "Accept-Encoding", test.accept)
				if got := response.Header.Get("Content-Encoding"); got != test.encoding {
					t.Fatalf("%q gets %q, want %q", test.accept, got, test.encoding)
				}
				if decode(t, test.encoding, body) != plain {
					t.Error("the compressed answer is another than the plain one")
				}
				if test.encoding != "" && response.ContentLength != int64(len(body)) {
					t.Errorf("Content-Length is %d of %d", response.ContentLength, len(body))
				}
				if strings.HasSuffix(test.path, ".webp") {
					return
				}
				if response.Header.Get("Vary") != "Accept, Accept-Encoding" {
					t.Error("the response has no Vary")
				}
				again, _ := request(t, server, "GET", "localhost", test.path, "Accept-Encoding", test.accept,
					"If-None-Match", response.Header.Get("ETag"))
				if again.StatusCode != 304 {
					t.Errorf("the same ETag gets %d", again.StatusCode)
				}
			})
		}
	}
	response, body := request(t, server, "GET", "localhost", "/assets/static/app.Ab12.css", "Accept-Encoding",
		"gzip, br")
	if response.Header.Get("Content-Encoding") != "br" || body != "brotli by publish" ||
		response.Header.Get("Content-Type") != "text/css; charset=utf-8" {
		t.Errorf("what was compressed when it was published is not used: %q %v", body, response.Header)
	}
	br, _ := request(t, server, "GET", "localhost", "/long", "Accept-Encoding", "br")
	gz, _ := request(t, server, "GET", "localhost", "/long", "Accept-Encoding", "gzip")
	if br.Header.Get("ETag") == gz.Header.Get("ETag") {
		t.Error("two encodings have one ETag")
	}
	missing, page := request(t, server, "HEAD", "localhost", "/nothing", "Accept-Encoding", "br")
	if missing.StatusCode != 404 || page != "" {
		t.Errorf("HEAD of a missing page: %d %q", missing.StatusCode, page)
	}
}

func decode(t *testing.T, encoding, body string) string {
	t.Helper()
	var r io.Reader = strings.NewReader(body)
	var err error
	switch encoding {
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		r, err = gzip.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestResponsesHaveAStrictContentSecurityPolicy(t *testing.T) {
	_, server := publishBoth(t).serve()
	for _, path := range []string{"/", "/nothing", "/discover", "/assets/entry.Ab12.js"} {
		response, _ := request(t, server, "GET", "localhost", path)
		policy := response.Header.Get("Content-Security-Policy")
		for _, directive := range []string{
			"default-src 'self'", "script-src 'self' 'sha256-HaJ6/u5OiRl7eudFUfmClHEKeFgZm468Lt6Z4J56AbU='",
			"style-src 'self'",
			"object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
		} {
			if !strings.Contains("; "+policy+";", "; "+directive+";") {
				t.Errorf("%s: the policy %q lacks %q", path, policy, directive)
			}
		}
	}
}

func TestPolicyAllowsTheFramesOfTheDeployment(t *testing.T) {
	b := publishBoth(t)
	policyOf := func() string {
		_, server := b.serve()
		response, _ := request(t, server, "GET", "localhost", "/")
		return response.Header.Get("Content-Security-Policy")
	}
	if policy := policyOf(); strings.Contains(policy, "frame-src") {
		t.Errorf("without frames the policy is %q", policy)
	}
	b.deployments(`[{"id": "wayfare", "hosts": ["localhost"], "frames": ["https://player.example"], "csp": []}]`)
	if policy := policyOf(); !strings.HasSuffix(policy, "; frame-src https://player.example") {
		t.Errorf("with frames the policy is %q", policy)
	}
	for _, origin := range []string{"https://x.example; script-src *", "http://x.example", "*",
		"https://x.example/path"} {
		b.deployments(`[{"id": "wayfare", "hosts": ["localhost"], "frames": ["` + origin + `"], "csp": []}]`)
		if policy := policyOf(); strings.Contains(policy, "x.example") || strings.Contains(policy, "frame-src *") {
			t.Errorf("%q became a part of %q", origin, policy)
		}
	}
}

func TestPolicyAllowsOnlyTheAnalyticsOfTheDeployment(t *testing.T) {
	b := publishBoth(t)
	policyOf := func(analytics string) string {
		b.deployments(`[{"id": "wayfare", "hosts": ["localhost"], "csp": []` + analytics + `}]`)
		_, server := b.serve()
		response, _ := request(t, server, "GET", "localhost", "/")
		return response.Header.Get("Content-Security-Policy")
	}
	without, with := policyOf(""), policyOf(`, "analytics": "https://count.example"`)
	want := strings.NewReplacer("script-src 'self'", "script-src 'self' https://count.example",
		"connect-src 'self'", "connect-src 'self' https://count.example").Replace(without)
	if with != want || with == without {
		t.Errorf("with analytics the policy is %q, without %q", with, without)
	}
	for _, origin := range []string{"https://x.example; script-src *", "http://x.example", "*"} {
		if policy := policyOf(`, "analytics": "` + origin + `"`); strings.Contains(policy, "x.example") {
			t.Errorf("%q became a part of %q", origin, policy)
		}
	}
}

func TestOnlyGetAndHeadAreAllowed(t *testing.T) {
	_, server := publishBoth(t).serve()
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"} {
		response, _ := request(t, server, method, "localhost", "/about")
		if response.StatusCode != http.StatusMethodNotAllowed || response.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d, Allow %q", method, response.StatusCode, response.Header.Get("Allow"))
		}
	}
}

func TestSymlinksOutOfTheTreeAreNotFollowed(t *testing.T) {
	b := publishBoth(t)
	b.write("secret.txt", "secret")
	b.must(os.Symlink(filepath.Join(b.dir, "secret.txt"), filepath.Join(b.dir, "public/wayfare/leak.txt")))
	_, server := b.serve()
	if response, body := request(t, server, "GET", "localhost", "/leak.txt"); response.StatusCode == 200 ||
		strings.Contains(body, "secret") {
		t.Errorf("%d %q", response.StatusCode, body)
	}
}

// FuzzPath checks that no path causes a server error or shows a file outside the tree.
func FuzzPath(f *testing.F) {
	b := publishBoth(f)
	b.write("secret.txt", "TOP SECRET")
	s, _ := b.serve()
	handler := s.Handler(fail)
	for _, seed := range []string{
		"/", "/about/", "//", "/..", "/%2e%2e%2fsecret.txt", "/.%00", "/ar/search/%zz", "/search/", "/ar", "/ar//",
		"/%5c", "/?", "*", "",
		"/experiences/", "/experiences/..%2f..", "/ar/experiences/sunset", "/about#x", "/things-to-do-in-/",
		"/fr/en/ar/de",
	} {
		f.Add(seed, "a=b")
	}
	f.Fuzz(func(t *testing.T, path, query string) {
		r := httptest.NewRequest("GET", "/", http.NoBody)
		r.Host = "localhost"
		r.URL.Path, r.URL.RawPath, r.URL.RawQuery = path, path, query
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code >= 500 || strings.Contains(w.Body.String(), "SECRET") || strings.Contains(w.Body.String(), "hidden") {
			t.Fatalf("%q: %d %s", path, w.Code, w.Body)
		}
		if to := w.Header().Get("Location"); strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\r\n\\\x00") {
			t.Fatalf("%q leads to %q", path, to)
		}
	})
}
