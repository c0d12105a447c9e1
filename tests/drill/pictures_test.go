package drill_test

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"storefront/api"
	"storefront/internal/picture/vips"
	"storefront/internal/serve/imageproxy"
	"storefront/internal/serve/webroot"
)

// pictureServer is the whole server with a build that has only pictures.
type pictureServer struct {
	*httptest.Server
	media, cache string
}

// newPictureServer starts a server; change, if any, changes the configuration of its image proxy.
func newPictureServer(t *testing.T, change func(*imageproxy.Config)) *pictureServer {
	t.Helper()
	dir := t.TempDir()
	s := &pictureServer{media: filepath.Join(dir, "builds", "public", "shop", "media"),
		cache: filepath.Join(dir, "cache")}
	writeFile(t, filepath.Join(dir, "builds", "meta", "deployments.json"),
		[]byte(`[{"id":"shop","hosts":["shop.example"]}]`))
	writeFile(t, filepath.Join(s.media, "dunes.0123456789.jpg"), encodedPhoto(t, 800, 600))
	writeFile(t, filepath.Join(filepath.Dir(s.media), "secret.jpg"), encodedPhoto(t, 8, 6))
	writeFile(t, filepath.Join(filepath.Dir(s.media), "404.html"), []byte("not found"))
	engine, err := vips.Open(vips.DefaultLimits)
	if err != nil {
		t.Fatalf("%v (npm ci installs it)", err)
	}
	log := slog.New(slog.DiscardHandler)
	site := webroot.Open(filepath.Join(dir, "builds"), log)
	c := imageproxy.Config{Media: site, Engine: engine, Log: log, CacheDir: s.cache}
	if change != nil {
		change(&c)
	}
	proxy, err := imageproxy.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewServer(api.New(api.Config{Site: site, Pictures: proxy, Log: log}))
	t.Cleanup(s.Close)
	return s
}

// writeFile writes a file and creates its folder.
func writeFile(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// get requests an address exactly as written. An HTTP client would normalise it.
func (s *pictureServer) get(t *testing.T, address string) *http.Response {
	t.Helper()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n",
		address); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	response.Body = io.NopCloser(strings.NewReader(string(data)))
	return response
}

// TestPicturesAreFetchedFromAllowedHostsOnly requests pictures by hostile addresses, directly and as redirects of an
// allowed host. A server on this machine, which must get no request, counts its requests.
func TestPicturesAreFetchedFromAllowedHostsOnly(t *testing.T) {
	var requests atomic.Int64
	secret := encodedPhoto(t, 80, 60)
	internal := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		w.Header().Set("Content-Type", "image/jpeg")
		_, _ = w.Write(secret)
	}))
	defer internal.Close()
	var redirects atomic.Int64
	allowed := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		redirects.Add(1)
		http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
	}))
	defer allowed.Close()
	_, port, _ := net.SplitHostPort(internal.Listener.Addr().String())
	trustLocal := func(c *imageproxy.Config) {
		c.Hosts = []string{allowed.URL, "pictures.example"}
		c.AdjustTransport = func(t *http.Transport) { t.TLSClientConfig = &tls.Config{InsecureSkipVerify: true} }
		c.IsReachable = func(netip.Addr) bool { return true }
	}
	s := newPictureServer(t, trustLocal)
	tried := 0
	for _, address := range hostileURLs(port) {
		// As written, encoded once, and encoded twice.
		for _, source := range []string{address, url.PathEscape(address), url.PathEscape(url.PathEscape(address))} {
			tried++
			if r := s.get(t, "/_ipx/w_480/"+strings.NewReplacer(" ", "%20", "\x00", "%00", "\r", "%0d", "\n",
				"%0a").Replace(source)); r.StatusCode < 400 || r.StatusCode >= 500 {
				t.Errorf("%q: %d", source, r.StatusCode)
			}
		}
		tried++
		source := allowed.URL + "/?to=" + url.QueryEscape(address)
		if r := s.get(t, "/_ipx/w_480/"+url.PathEscape(source)); r.StatusCode == http.StatusOK {
			t.Errorf("a redirect to %q: %d", address, r.StatusCode)
		}
	}
	if requests.Load() != 0 {
		t.Errorf("%d requests reached the internal server", requests.Load())
	}
	// An allowed name that resolves to a local address, with the guard and without it.
	named := "https://localhost:" + port
	guarded := newPictureServer(t, func(c *imageproxy.Config) {
		trustLocal(c)
		c.Hosts, c.IsReachable = []string{named}, nil
	})
	refused := guarded.get(t, "/_ipx/w_480/"+url.PathEscape(named+"/a.jpg")).StatusCode
	passed := requests.Load()
	unguarded := newPictureServer(t, func(c *imageproxy.Config) { trustLocal(c); c.Hosts = []string{named} })
	shown := unguarded.get(t, "/_ipx/w_480/"+url.PathEscape(named+"/a.jpg")).StatusCode
	if refused != http.StatusForbidden || passed != 0 || shown != http.StatusOK || requests.Load() != 1 {
		t.Errorf("with the guard status %d and %d requests, without it status %d and %d requests", refused, passed,
			shown, requests.Load())
	}
	printRow(15, "%d hostile addresses, %d redirects of an allowed host: %d fetched; an allowed name that resolves "+
		"to a local address: %d (control, no guard: %d)", tried, redirects.Load(), passed, refused, shown)
}

// hostileURLs returns URLs and paths from which the server must not fetch: with other schemes, other hosts, and outside
// of the media folder.
func hostileURLs(port string) []string {
	all := []string{
		"file:///etc/passwd", "gopher://127.0.0.1:" + port + "/", "ftp://127.0.0.1/", "data:image/png;base64,AAAA",
		"//127.0.0.1:" + port + "/a.jpg",
		"https://pictures.example.evil.example/", "https://pictures.example@127.0.0.1:" + port + "/",
		"https://127.0.0.1:" + port + "#@pictures.example/",
		"https://127.0.0.1:" + port + "?pictures.example", "https://pictures.example%00.127.0.0.1:" + port + "/",
		"https://pictures.example\\@127.0.0.1:" + port + "/",
		"media/../secret.jpg", "media/%2e%2e/secret.jpg", "media/..%2fsecret.jpg", "media\\..\\secret.jpg",
		"media/....//secret.jpg", "../secret.jpg",
		"media/dunes.0123456789.jpg/../../secret.jpg", "media/dunes.0123456789.jpg\x00.png", "secret.jpg",
		"/etc/passwd", "media/.hidden.jpg",
		"media/\r\nX: y",
	}
	for _, host := range []string{
		"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0",
		"0.0.0.0", "[::]",
		"127.0.0.1.", "localhost.", "LOCALHOST", "[0:0:0:0:0:ffff:7f00:1]", "①②⑦.⓪.⓪.①",
	} {
		all = append(all, "https://"+host+":"+port+"/a.jpg", "http://"+host+":"+port+"/a.jpg")
	}
	return append(all, "http://169.254.169.254/latest/meta-data/", "http://[fd00:ec2::254]/latest/",
		"https://100.100.100.200/", "https://metadata.google.internal/")
}
