package imageproxy_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/picture"
	"storefront/internal/picture/vips"
	"storefront/internal/serve/imageproxy"
)

// folder is a build's media: one deployment, any host.
type folder string

func (f folder) OpenMedia(_, name string) (*os.File, error) {
	file, err := os.OpenInRoot(string(f), name)
	if err != nil {
		return nil, fault.New(fault.NotFound, "There is no such picture.")
	}
	return file, err
}

func (f folder) put(t testing.TB, name string, data []byte) {
	t.Helper()
	path := filepath.Join(string(f), "media", name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// engine is libvips. A machine without it fails the tests: npm ci brings it.
func engine(t testing.TB) picture.Engine {
	t.Helper()
	e, err := vips.Open(vips.DefaultLimits)
	if err != nil {
		t.Fatalf("%v (npm ci brings it)", err)
	}
	return e
}

// world is a proxy with its folder of media.
type world struct {
	t     testing.TB
	media folder
	proxy *imageproxy.Proxy
}

func newWorld(t testing.TB, change func(*imageproxy.Config)) *world {
	t.Helper()
	w := &world{t: t, media: folder(t.TempDir())}
	c := imageproxy.Config{Media: w.media, Engine: engine(t), Sizes: picture.AnySizes,
		CacheDir: filepath.Join(t.TempDir(), "cache")}
	if change != nil {
		change(&c)
	}
	p, err := imageproxy.New(c)
	if err != nil {
		t.Fatal(err)
	}
	w.proxy = p
	return w
}

// answer is a client's response: a picture, or the failure for the edge.
type answer struct {
	status int
	header http.Header
	body   []byte
	failed *fault.Error
	err    error
}

func (w *world) handler(failed *error) http.Handler {
	return w.proxy.Handler(func(rw http.ResponseWriter, _ *http.Request, err error) {
		*failed = err
		rw.WriteHeader(http.StatusTeapot)
	}, func(r *http.Request) string { return r.RemoteAddr })
}

func (w *world) get(target string, headers ...string) answer {
	w.t.Helper()
	return w.send(http.MethodGet, target, headers...)
}

func (w *world) send(method, target string, headers ...string) answer {
	w.t.Helper()
	r := httptest.NewRequestWithContext(w.t.Context(), method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	var a answer
	recorder := httptest.NewRecorder()
	w.handler(&a.err).ServeHTTP(recorder, r)
	a.status, a.header, a.body = recorder.Code, recorder.Header(), recorder.Body.Bytes()
	if a.err != nil {
		a.failed = fault.Of(a.err)
	}
	return a
}

// picture is what an answer shows, and fails the test if that is nothing.
func (w *world) picture(target string, headers ...string) picture.Header {
	w.t.Helper()
	a := w.get(target, headers...)
	if a.err != nil {
		w.t.Fatalf("%s: %v", target, a.err)
	}
	h, err := picture.Probe(a.body)
	if err != nil {
		w.t.Fatalf("%s: %v", target, err)
	}
	if got := a.header.Get("Content-Type"); got != h.Format.ContentType() {
		w.t.Errorf("%s: a %s is sent as %s", target, h.Format, got)
	}
	return h
}

// testImage is a picture with something to see.
func testImage(width, height int) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{uint8(255 * x / width), uint8(255 * y / height), uint8((x ^ y) & 255), 255}
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

func asPNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asJPEG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func fields(e *fault.Error) string {
	data, err := json.Marshal(e.Fields)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

func readAll(t testing.TB, r io.ReadCloser) []byte {
	t.Helper()
	defer func() { _ = r.Close() }()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
