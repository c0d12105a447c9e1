package webroot_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/serve/live"
	"storefront/internal/serve/webroot"
)

// builds is a builds folder as the generator keeps it: two trees for each deployment, and a link to the live one.
type builds struct {
	t    testing.TB
	dir  string
	live map[string]string
}

func newBuilds(t testing.TB) *builds {
	return &builds{t: t, dir: t.TempDir(), live: map[string]string{}}
}

func (b *builds) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *builds) write(name, text string) {
	b.t.Helper()
	path := filepath.Join(b.dir, name)
	b.must(os.MkdirAll(filepath.Dir(path), 0o755))
	b.must(os.WriteFile(path+".next", []byte(text), 0o644))
	b.must(os.Rename(path+".next", path))
}

// deployments writes the list of deployments and waits until servers look for it.
func (b *builds) deployments(json string) {
	b.t.Helper()
	b.write("meta/deployments.json", json)
	time.Sleep(live.FreshFor)
}

// publish makes the spare tree hold exactly these files, moves the link, and brings the former live tree to the same
// state by hard links, removing first and linking then, as the generator does.
func (b *builds) publish(deployment string, files map[string]string) {
	b.t.Helper()
	spare := "a"
	if b.live[deployment] == "a" {
		spare = "b"
	}
	fresh := filepath.Join(b.dir, "trees", deployment, spare)
	for name, text := range files {
		path := filepath.Join(fresh, name)
		b.must(os.MkdirAll(filepath.Dir(path), 0o755))
		_ = os.Remove(path)
		b.must(os.WriteFile(path, []byte(text), 0o644))
	}
	link := filepath.Join(b.dir, "public", deployment)
	b.must(os.MkdirAll(filepath.Dir(link), 0o755))
	b.must(os.Symlink(filepath.Join("..", "trees", deployment, spare), link+".next"))
	b.must(os.Rename(link+".next", link))
	former := b.live[deployment]
	b.live[deployment] = spare
	if former == "" {
		return
	}
	for name := range files {
		path := filepath.Join(b.dir, "trees", deployment, former, name)
		b.must(os.MkdirAll(filepath.Dir(path), 0o755))
		_ = os.Remove(path)
		b.must(os.Link(filepath.Join(fresh, name), path))
	}
}

// serve answers over real HTTP. A failure is answered with its code as the body.
func (b *builds) serve() (*webroot.Server, *httptest.Server) {
	b.t.Helper()
	s := webroot.Open(b.dir, slog.New(slog.DiscardHandler))
	server := httptest.NewServer(s.Handler(fail))
	b.t.Cleanup(server.Close)
	return s, server
}

var failStatus = map[fault.Code]int{
	fault.MethodNotAllowed: 405, fault.Misdirected: 421, fault.Unavailable: 503, fault.Internal: 500,
}

func fail(w http.ResponseWriter, _ *http.Request, err error) {
	code := fault.Of(err).Code
	w.WriteHeader(failStatus[code])
	_, _ = io.WriteString(w, string(code)+": "+err.Error())
}

// request sends one request unchanged and follows no redirect.
func request(t testing.TB, server *httptest.Server, method, host, target string,
	header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, server.URL+target, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	// Otherwise the client requests gzip and decompresses transparently.
	r.Header.Set("Accept-Encoding", "identity")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := server.Client().Transport.RoundTrip(r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, target, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, target, err)
	}
	return response, string(body)
}

const twoDeployments = `[
 {"id": "wayfare", "hosts": ["wayfare.localhost", "www.wayfare.example"], "build": "0011223344556677", "csp": ["sha256-HaJ6/u5OiRl7eudFUfmClHEKeFgZm468Lt6Z4J56AbU="]},
 {"id": "trails", "hosts": ["trails.localhost", "www.trails.example"], "build": "8899aabbccddeeff", "csp": []}
]`

const locales = `"locales": [{"code": "en", "prefix": ""}, {"code": "ar", "prefix": "/ar"}]`

// long is worth compressing.
var long = strings.Repeat("The desert is quiet before sunrise. ", 200)

func wayfare() map[string]string {
	return map[string]string{
		"index.html":                                 "home",
		"_payload.json":                              `{"kind":"home"}`,
		"ar/index.html":                              "home in Arabic",
		"404.html":                                   "not found",
		"ar/404.html":                                "not found in Arabic",
		"about/index.html":                           "about",
		"about/_payload.json":                        `{"kind":"text"}`,
		"long/index.html":                            long,
		"search/index.html":                          "search",
		"search/_payload.json":                       "search payload",
		"ar/search/index.html":                       "search in Arabic",
		"invoices/index.html":                        "invoices",
		"things-to-do/index.html":                    "everything",
		"ar/things-to-do/index.html":                 "everything in Arabic",
		"things-to-do-in-dubai/index.html":           "Dubai",
		"things-to-do-in-dubai/sunset/index.html":    "sunset",
		"ar/things-to-do-in-dubai/sunset/index.html": "sunset in Arabic",
		"things-to-do-in-dubai/english/index.html":   "only in English",
		"ar/things-to-do-in-dubai/arabic/index.html": "only in Arabic",
		"builds/meta/addresses.json": `[{"product":"ridge","named":"/things-to-do-in-dubai/ridge","paths":` +
			`{"en":"/things-to-do-in-dubai/ridge","ar":"/ar/things-to-do-in-dubai/%D8%AD%D8%A7%D9%81%D8%A9"}},` +
			`{"named":"/desert","paths":{"ar":"/ar/%D8%B5%D8%AD%D8%B1%D8%A7%D8%A1"}}]`,
		"things-to-do-in-dubai/ridge/index.html":   "ridge",
		"ar/things-to-do-in-dubai/حافة/index.html": "ridge in Arabic",
		"ar/صحراء/index.html":                      "desert in Arabic",
		"robots.txt":                               "User-agent: *\n",
		"sitemap.xml":                              "<urlset/>",
		".secret":                                  "hidden",
		".git/config":                              "hidden",
		"a.build":                                  "hidden",
		"assets/entry.Ab12.js":                     "run()",
		"assets/module.Ab12.mjs":                   "run()",
		"assets/static/font.Ab12.woff2":            "font",
		"assets/static/app.Ab12.css":               long,
		"assets/static/app.Ab12.css.br":            "brotli by publish",
		"media/dubai.0123.webp":                    "0123456789",
		"builds/meta/latest.json":                  `{"id": "0011223344556677"}`,
		"builds/meta/0011223344556677.json":        `{"id": "0011223344556677", "deployment": "wayfare", "supplier": false, ` + locales + `, "redirectHosts": ["press.wayfare.example"], "redirects": [{"from": "/about", "to": "/faq", "status": 301}, {"from": "/offers", "to": "/things-to-do", "status": 308}, {"from": "/press", "to": "https://press.wayfare.example/", "status": 301}, {"from": "/evil", "to": "//evil.example", "status": 301}, {"from": "/ring-1", "to": "/ring-2", "status": 301}, {"from": "/ring-2", "to": "/ring-1", "status": 301}]}`,
		"builds/meta/0011223344556677.files.json":  `{"files": []}`,
	}
}

func trails() map[string]string {
	return map[string]string{
		"index.html": "trails", "404.html": "no trail", "experiences/index.html": "all trails",
		"experiences/ridge/index.html": "ridge",
		"builds/meta/latest.json":      `{"id": "8899aabbccddeeff"}`,
		"builds/meta/8899aabbccddeeff.json": `{"id": "8899aabbccddeeff", "deployment": "trails", "supplier": true, ` +
			locales + `, "redirectHosts": [], "redirects": []}`,
	}
}

func publishBoth(t testing.TB) *builds {
	b := newBuilds(t)
	b.publish("wayfare", wayfare())
	b.publish("trails", trails())
	b.deployments(twoDeployments)
	return b
}
