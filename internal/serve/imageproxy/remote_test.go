package imageproxy_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/lib/publicip"
	"storefront/internal/picture"
	"storefront/internal/serve/imageproxy"
)

// elsewhere is a host of pictures that counts requests.
type elsewhere struct {
	*httptest.Server
	requests atomic.Int64
	answer   atomic.Pointer[http.HandlerFunc]
}

func newElsewhere(t testing.TB, answer http.HandlerFunc) *elsewhere {
	t.Helper()
	e := &elsewhere{}
	e.answer.Store(&answer)
	e.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.requests.Add(1)
		(*e.answer.Load())(w, r)
	}))
	t.Cleanup(e.Close)
	return e
}

func (e *elsewhere) source(path string) string { return "/_ipx/w_30/" + url.PathEscape(e.URL+path) }

// allowHosts lets a proxy fetch pictures from hosts of this machine, with self-signed certificates.
func allowHosts(hosts ...string) func(*imageproxy.Config) {
	return func(c *imageproxy.Config) {
		c.Hosts = hosts
		c.IsReachable = func(netip.Addr) bool { return true }
		c.AdjustTransport = trustAnyCertificate
	}
}

func trustAnyCertificate(t *http.Transport) {
	t.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
}

func respondWith(data []byte, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		_, _ = w.Write(data)
	}
}

func TestPicturesOfAllowedHostsAreServedForEveryURLNotation(t *testing.T) {
	e := newElsewhere(t, respondWith(asPNG(t, testImage(60, 40))))
	w := newWorld(t, allowHosts(e.URL))
	for _, source := range []string{
		url.PathEscape(e.URL + "/a.png"), e.URL + "/a.png", strings.Replace(e.URL, "https://", "https:/", 1) + "/a.png",
		strings.ToUpper(e.URL[:8]) + e.URL[8:] + "/a.png", e.URL + "/a%20b.png?size=1&x=%2F",
	} {
		if got := w.picture("/_ipx/w_30/" + source); got != (picture.Header{Format: picture.WebP, Width: 30,
			Height: 20}) {
			t.Errorf("%s: %+v", source, got)
		}
	}
}

func TestOnlyAllowedHostsGetRequests(t *testing.T) {
	e := newElsewhere(t, respondWith(asPNG(t, testImage(60, 40))))
	w := newWorld(t, allowHosts("pictures.example"))
	port := e.URL[strings.LastIndex(e.URL, ":"):]
	for _, source := range []string{
		e.URL + "/a.png", "http://127.0.0.1" + port + "/a.png", "https://localhost" + port, "https://[::1]" + port,
		"https://[::ffff:127.0.0.1]" + port,
		"https://2130706433" + port, "https://0x7f000001" + port, "https://0177.0.0.1" + port, "https://127.1" + port,
		"https://0" + port,
		"https://pictures.example" + port, "http://pictures.example/", "https://pictures.example.evil.example/",
		"https://evil.example/pictures.example", "https://pictures.example@127.0.0.1" + port, "https://127.0.0.1" +
			port + "#pictures.example",
		"https://127.0.0.1" + port + "?https://pictures.example/", "https://xpictures.example",
		"https://sub.pictures.example/",
		"https://169.254.169.254/latest/meta-data/", "file:///etc/passwd", "gopher://127.0.0.1" + port,
		"ftp://pictures.example/a.png",
		"data:image/png;base64,AAAA", "https:pictures.example.evil.example", "https:\\\\127.0.0.1" + port,
		"https://pictures.example%00.evil.example",
		"https://pictures.example%2f@127.0.0.1" + port, "https://ｐictures.example/", "HTTPS://127.0.0.1" + port,
		"https://pictures.example:8443/",
	} {
		a := w.get("/_ipx/w_30/" + url.PathEscape(source))
		if !fault.Is(a.err, fault.Forbidden) && !fault.Is(a.err, fault.NotFound) {
			t.Errorf("%s: %d %v", source, a.status, a.err)
		}
	}
	if n := e.requests.Load(); n != 0 {
		t.Errorf("%d requests were made", n)
	}
}

func TestAllowedHostWithAPrivateAddressIsRejected(t *testing.T) {
	e := newElsewhere(t, respondWith(asPNG(t, testImage(60, 40))))
	name := strings.Replace(e.URL, "127.0.0.1", "localhost", 1)
	guarded := newWorld(t, func(c *imageproxy.Config) {
		c.Hosts, c.AdjustTransport = []string{name, e.URL}, trustAnyCertificate
	})
	for _, source := range []string{name, e.URL} {
		if a := guarded.get("/_ipx/w_30/" + url.PathEscape(source+"/a.png")); !fault.Is(a.err, fault.Forbidden) {
			t.Errorf("%s: %v", source, a.err)
		}
	}
	if n := e.requests.Load(); n != 0 {
		t.Errorf("%d requests were made", n)
	}
	// The control: without the guard the picture is served, so the guard rejects it.
	if a := newWorld(t, allowHosts(name)).get("/_ipx/w_30/" + url.PathEscape(name+"/a.png")); a.err != nil {
		t.Errorf("without the guard: %v", a.err)
	}
}

func TestAtMostThreeRedirectsToAllowedHostsAreFollowed(t *testing.T) {
	inside := newElsewhere(t, respondWith(asPNG(t, testImage(60, 40))))
	picture := asPNG(t, testImage(60, 40))
	var e *elsewhere
	e = newElsewhere(t, func(w http.ResponseWriter, r *http.Request) {
		targets := map[string]string{
			"/once": "/a.png", "/three": "/two", "/two": "/once", "/four": "/three", "/loop": "/loop",
			"/inside": inside.URL + "/a.png", "/plain": strings.Replace(e.URL, "https", "http", 1) + "/a.png",
			"/metadata": "http://169.254.169.254/latest/", "/file": "file:///etc/passwd", "/as": "https://user@" +
				e.URL[8:] + "/a.png",
			"/deep": e.URL + "/inside", "/slashes": "//" + inside.URL[8:] + "/a.png",
		}
		if to, ok := targets[r.URL.Path]; ok {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		respondWith(picture)(w, r)
	})
	w := newWorld(t, allowHosts(e.URL))
	for path, want := range map[string]fault.Code{
		"/once": "", "/three": "", "/four": fault.Invalid, "/loop": fault.Invalid, "/inside": fault.Forbidden,
		"/plain":    fault.Forbidden,
		"/metadata": fault.Forbidden, "/as": fault.Forbidden, "/deep": fault.Forbidden, "/slashes": fault.Forbidden,
		"/file": fault.Forbidden,
	} {
		if a := w.get(e.source(path)); want == "" && a.err != nil || want != "" && !fault.Is(a.err, want) {
			t.Errorf("%s: %v, want %s", path, a.err, want)
		}
	}
	if n := inside.requests.Load(); n != 0 {
		t.Errorf("the host off the list got %d requests", n)
	}
	// The control: with that host on the list the same redirect is followed.
	if a := newWorld(t, allowHosts(e.URL, inside.URL)).get(e.source("/inside")); a.err != nil ||
		inside.requests.Load() == 0 {
		t.Errorf("with the host on the list: %v", a.err)
	}
}

func TestRemoteResponsesAreLimitedAndValidated(t *testing.T) {
	good := asPNG(t, testImage(60, 40))
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = z.Write(good)
	_ = z.Close()
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		want   fault.Code
	}{
		"a picture":            {respondWith(good), ""},
		"an untyped picture":   {respondWith(good, "Content-Type", "application/octet-stream"), ""},
		"another image type":   {respondWith(good, "Content-Type", "image/jpeg; charset=binary"), ""},
		"a page":               {respondWith(good, "Content-Type", "text/html"), fault.Invalid},
		"an SVG":               {respondWith([]byte("<svg/>"), "Content-Type", "image/svg+xml"), fault.Invalid},
		"an SVG typed as PNG":  {respondWith([]byte("<svg/>")), fault.Invalid},
		"a malformed type":     {respondWith(good, "Content-Type", ";;;"), fault.Invalid},
		"compressed":           {respondWith(zipped.Bytes(), "Content-Encoding", "gzip"), fault.Invalid},
		"nothing":              {respondWith(nil), fault.Invalid},
		"too large, announced": {respondWith(append(good, make([]byte, 1<<20)...)), fault.Invalid},
		"too large, chunked": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write(good)
			for range 100 {
				_, _ = w.Write(make([]byte, 10_000))
				_ = http.NewResponseController(w).Flush()
			}
		}, fault.Invalid},
		"shorter than announced": {respondWith(good[:100], "Content-Length", "5000"), fault.Unavailable},
		"too slow": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write(good[:50])
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, fault.Unavailable},
		"not found": {http.NotFound, fault.NotFound},
		"broken": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
			fault.Unavailable},
		"half a picture": {respondWith(good[:len(good)/2]), fault.Invalid},
		"a huge header": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Filler", strings.Repeat("x", 1<<20))
			respondWith(good)(w, r)
		}, fault.Unavailable},
		"an unexpected 304": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) },
			fault.Unavailable},
	} {
		e := newElsewhere(t, test.answer)
		w := newWorld(t, func(c *imageproxy.Config) {
			allowHosts(e.URL)(c)
			c.Limits = imageproxy.Limits{SourceBytes: 200_000}
			if name == "too slow" {
				c.Limits.FetchTimeout = time.Second / 2
			}
		})
		if a := w.get(e.source("/a.png")); test.want == "" && a.err != nil || test.want != "" &&
			!fault.Is(a.err, test.want) {
			t.Errorf("%s: %d %v, want %s", name, a.status, a.err, test.want)
		}
	}
}

// endsInTime is a body that ends, in good order, at the very deadline of its request.
type endsInTime struct {
	io.Reader
	request context.Context
}

func (e endsInTime) Read(b []byte) (int, error) {
	n, err := e.Reader.Read(b)
	if err == io.EOF {
		<-e.request.Done()
	}
	return n, err
}

func (e endsInTime) Close() error { return nil }

func (e endsInTime) RoundTrip(r *http.Request) (*http.Response, error) {
	e.request = r.Context()
	return &http.Response{StatusCode: http.StatusOK, ContentLength: -1, Header: http.Header{}, Body: e}, nil
}

func TestABodyCutOffAtTheDeadlineIsNotUsed(t *testing.T) {
	cut := asPNG(t, testImage(60, 40))[:50]
	w := newWorld(t, func(c *imageproxy.Config) {
		allowHosts("http://pictures.example")(c)
		c.AdjustTransport = func(t *http.Transport) {
			t.RegisterProtocol("http",
				endsInTime{Reader: bytes.NewReader(cut)})
		}
		c.Limits = imageproxy.Limits{FetchTimeout: time.Second / 10}
	})
	if a := w.get("/_ipx/w_30/http://pictures.example/a.png"); !fault.Is(a.err, fault.Unavailable) {
		t.Errorf("%v, want %s", a.err, fault.Unavailable)
	}
}

func TestASourceIsFetchedOnceAndRevalidatedWhenExpired(t *testing.T) {
	var mu sync.Mutex
	at := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	pass := func(d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		at = at.Add(d)
	}
	old, changed := respondWith(asPNG(t, testImage(60, 40)), "Cache-Control", "max-age=600", "ETag", `"1"`),
		respondWith(asPNG(t, testImage(60, 60)), "ETag", `"2"`)
	e := newElsewhere(t, old)
	w := newWorld(t, func(c *imageproxy.Config) {
		allowHosts(e.URL)(c)
		c.Now = func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			return at
		}
	})
	fetch := func(wantHeight int, wantRequests int64) {
		t.Helper()
		if got := w.picture(e.source("/a.png")); got.Height != wantHeight || e.requests.Load() != wantRequests {
			t.Errorf("%+v after %d requests, want %d after %d", got, e.requests.Load(), wantHeight, wantRequests)
		}
	}
	fetch(20, 1)
	w.picture(strings.Replace(e.source("/a.png"), "w_30", "w_20", 1))
	fetch(20, 1)
	pass(11 * time.Minute)
	unchanged := http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") != `"1"` {
			t.Error("the source is not revalidated")
		}
		rw.Header().Set("ETag", `"1"`)
		rw.Header().Set("Cache-Control", "max-age=600")
		rw.WriteHeader(http.StatusNotModified)
	})
	e.answer.Store(&unchanged)
	fetch(20, 2)
	fetch(20, 2)
	pass(11 * time.Minute)
	down := http.HandlerFunc(func(rw http.ResponseWriter,
		_ *http.Request) {
		rw.WriteHeader(http.StatusInternalServerError)
	})
	e.answer.Store(&down)
	fetch(20, 3) // the cached picture stays
	e.answer.Store(&changed)
	fetch(30, 4)
	pass(2 * time.Hour)
	gone := http.HandlerFunc(http.NotFound)
	e.answer.Store(&gone)
	if a := w.get(e.source("/a.png")); !fault.Is(a.err, fault.NotFound) {
		t.Errorf("a picture that was taken away: %v", a.err)
	}
}

func TestASourceIsFetchedOnceForConcurrentRequests(t *testing.T) {
	picture := asPNG(t, testImage(60, 40))
	e := newElsewhere(t, func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(100 * time.Millisecond) // until all have requested it
		respondWith(picture)(w, r)
	})
	w := newWorld(t, allowHosts(e.URL))
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			if a := w.get(strings.Replace(e.source("/a.png"), "w_30", fmt.Sprint("w_", 20+i), 1)); a.err != nil {
				t.Error(a.err)
			}
		})
	}
	group.Wait()
	if n := e.requests.Load(); n != 1 {
		t.Errorf("fetched %d times", n)
	}
}

func TestOnlyPublicIPAddressesAreAllowed(t *testing.T) {
	for address, want := range map[string]bool{
		"1.1.1.1": true, "93.184.216.34": true, "2606:4700:4700::1111": true, "2a00:1450:4001:81b::200e": true,
		"::ffff:1.1.1.1": true,
		"127.0.0.1":      false, "127.8.9.1": false, "0.0.0.0": false, "0.1.2.3": false, "10.0.0.1": false,
		"172.16.0.1": false, "172.31.255.255": false,
		"192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false, "100.100.100.200": false,
		"168.63.129.16": false,
		"192.0.0.192":   false, "192.0.2.1": false, "198.18.0.1": false, "198.51.100.7": false, "203.0.113.9": false,
		"224.0.0.1":       false,
		"239.255.255.250": false, "240.0.0.1": false, "255.255.255.255": false,
		"::": false, "::1": false, "::ffff:127.0.0.1": false, "::ffff:169.254.169.254": false, "::ffff:10.0.0.1": false,
		"::127.0.0.1":     false,
		"64:ff9b::7f00:1": false, "64:ff9b::a9fe:a9fe": false, "64:ff9b:1::1": false, "100::1": false, "2001::1": false,
		"2001:db8::1":   false,
		"2002:7f00:1::": false, "fc00::1": false, "fd00:ec2::254": false, "fe80::1": false, "fe80::1%eth0": false,
		"fec0::1": false, "ff02::1": false,
		"2606:4700::1%eth0": false,
	} {
		if got := publicip.IsPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
	if publicip.IsPublic(netip.Addr{}) {
		t.Error("no address at all")
	}
}

func TestAllowedHostsAreValidatedAtStart(t *testing.T) {
	for host, want := range map[string]bool{
		"images.example.com": true, "https://images.example.com": true, "http://10.0.0.5:9000": true,
		"https://images.example.com:8443/": true,
		"":                                 false, "*.example.com": true, "ftp://x": false, "https://u@x": false,
		"https://x/path": false,
		"https://":       false, "a b": false,
	} {
		_, err := imageproxy.New(imageproxy.Config{Hosts: []string{host}, CacheDir: t.TempDir()})
		if (err == nil) != want {
			t.Errorf("%q: %v", host, err)
		}
	}
}
