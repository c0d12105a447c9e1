package imageproxy_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/picture"
	"storefront/internal/serve/imageproxy"
)

const hashed = "dunes.0123456789.png"

func TestAPictureIsWebPUnlessAnotherFormatIsRequested(t *testing.T) {
	w := newWorld(t, nil)
	w.media.put(t, hashed, asPNG(t, testImage(120, 80)))
	for modifiers, want := range map[string]picture.Format{
		"_": picture.WebP, "w_60": picture.WebP, "f_webp": picture.WebP, "f_avif": picture.AVIF, "f_jpg": picture.JPEG,
		"f_jpeg": picture.JPEG, "f_png": picture.PNG,
	} {
		if got := w.picture("/_ipx/" + modifiers + "/media/" + hashed); got.Format != want {
			t.Errorf("%s gives %s", modifiers, got.Format)
		}
	}
}

func TestAutoFormatIsTheSmallestAcceptedFormat(t *testing.T) {
	w := newWorld(t, nil)
	w.media.put(t, hashed, asPNG(t, testImage(60, 40)))
	for accept, want := range map[string]picture.Format{
		"image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8": picture.AVIF,
		"image/webp,*/*":                   picture.WebP,
		"image/avif;q=0,image/webp;q=0.5":  picture.WebP,
		"image/avif;q=0.2,image/webp":      picture.WebP,
		"image/png,image/svg+xml,*/*":      picture.PNG,
		"*/*":                              picture.JPEG,
		"":                                 picture.JPEG,
		"image/webp;q=nonsense, image/png": picture.PNG,
	} {
		a := w.get("/_ipx/f_auto/media/"+hashed, "Accept", accept)
		if a.err != nil || a.header.Get("Content-Type") != want.ContentType() || a.header.Get("Vary") != "Accept" {
			t.Errorf("%q: %v %v", accept, a.header, a.err)
		}
	}
}

func TestErrorsNameTheInvalidModifier(t *testing.T) {
	w := newWorld(t, nil)
	w.media.put(t, hashed, asPNG(t, testImage(60, 40)))
	for modifiers, want := range map[string]string{
		"wdith_10": `[{"Name":"wdith","Code":"unknown"}]`,
		"w_ten":    `[{"Name":"w","Code":"format"}]`,
		"w_99999":  `[{"Name":"w","Code":"max"}]`,
		"f_svg":    `[{"Name":"f","Code":"unknown"}]`,
	} {
		a := w.get("/_ipx/" + modifiers + "/media/" + hashed)
		if a.failed == nil || a.failed.Code != fault.Invalid || fields(a.failed) != want {
			t.Errorf("%s: %v %s", modifiers, a.err, fields(a.failed))
		}
	}
}

func TestPicturesWithAHashInTheirNameAreCachedForever(t *testing.T) {
	w := newWorld(t, nil)
	w.media.put(t, hashed, asPNG(t, testImage(60, 40)))
	w.media.put(t, "dunes.png", asPNG(t, testImage(60, 40)))
	for name, want := range map[string]string{hashed: "public, max-age=31536000, immutable", "dunes.png": "no-cache"} {
		if got := w.get("/_ipx/w_30/media/" + name).header.Get("Cache-Control"); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestUnchangedPictureIsAnsweredWithNotModified(t *testing.T) {
	w := newWorld(t, nil)
	w.media.put(t, "dunes.png", asPNG(t, testImage(60, 40)))
	first := w.get("/_ipx/w_30/media/dunes.png")
	etag := first.header.Get("ETag")
	for _, condition := range []string{etag, "W/" + etag, `"other", ` + etag, "*"} {
		again := w.get("/_ipx/w_30/media/dunes.png", "If-None-Match", condition)
		if again.status != http.StatusNotModified || len(again.body) != 0 || again.header.Get("ETag") != etag {
			t.Errorf("%s: %d, %d bytes", condition, again.status, len(again.body))
		}
	}
	if other := w.get("/_ipx/w_31/media/dunes.png", "If-None-Match", etag); other.status != http.StatusOK {
		t.Errorf("another size: %d", other.status)
	}
	w.media.put(t, "dunes.png", asPNG(t, testImage(64, 40)))
	if changed := w.get("/_ipx/w_30/media/dunes.png", "If-None-Match", etag); changed.status != http.StatusOK {
		t.Errorf("a source that changed: %d", changed.status)
	}
}

func TestHeadHasTheHeadersOfGetAndOtherMethodsAreRefused(t *testing.T) {
	w := newWorld(t, nil)
	w.media.put(t, hashed, asPNG(t, testImage(60, 40)))
	head, get := w.send(http.MethodHead, "/_ipx/w_30/media/"+hashed), w.get("/_ipx/w_30/media/"+hashed)
	if head.status != http.StatusOK || len(head.body) != 0 || fmt.Sprint(head.header) != fmt.Sprint(get.header) {
		t.Errorf("%v\n%v", head.header, get.header)
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, "BREW"} {
		if a := w.send(method, "/_ipx/w_30/media/"+hashed); !fault.Is(a.err, fault.MethodNotAllowed) ||
			a.header.Get("Allow") == "" {
			t.Errorf("%s: %v", method, a.err)
		}
	}
}

func TestFilesOutsideTheMediaFolderAreNotServed(t *testing.T) {
	w := newWorld(t, nil)
	picture := asPNG(t, testImage(6, 4))
	w.media.put(t, "in.png", picture)
	w.media.put(t, ".hidden.png", picture)
	w.media.put(t, "../beside.png", picture)
	if err := os.Symlink("/etc/hostname", filepath.Join(string(w.media), "media", "link.png")); err != nil {
		t.Fatal(err)
	}
	if a := w.get("/_ipx/_/media/in.png"); a.err != nil {
		t.Fatal(a.err)
	}
	for _, source := range []string{
		"", "/", "media", "media/", "/media/in.png", "beside.png", "media/../beside.png", "media/%2e%2e/beside.png",
		"media/..%2fbeside.png", "media/%2e%2e%2fbeside.png", "media%2f..%2fbeside.png", "media/..%5cbeside.png",
		"media//in.png",
		"media/./in.png", "media/.hidden.png", "media/in.png%00.png", "media/%252e%252e/beside.png", "../media/in.png",
		"%2e%2e/media/in.png", "media/in.png/", "media/in.png/..", "media/%ff.png", "media/%zz", "/etc/passwd",
		"%2fetc%2fpasswd",
		"media/link.png", "media/" + strings.Repeat("a", 300), "media/" + strings.Repeat("a/", 2000),
		"media/%0d%0aX: y", "Media/in.png",
		"media/in.png\\..\\..\\beside.png", "index.html", "builds/meta/latest.json",
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		var err error
		if r.URL, err = url.ParseRequestURI("/_ipx/_/" + source); err != nil {
			continue // net/http rejects it
		}
		rec := httptest.NewRecorder()
		w.handler(&err).ServeHTTP(rec, r)
		if err == nil || !fault.Is(err, fault.NotFound) {
			t.Errorf("%q: %d %v", source, rec.Code, err)
		}
	}
}

// counting counts the pictures that an engine makes, and can delay them.
type counting struct {
	picture.Engine
	made atomic.Int64
	wait chan struct{}
}

func (c *counting) Make(ctx context.Context, source []byte, h picture.Header, r picture.Recipe) ([]byte, error) {
	c.made.Add(1)
	if c.wait != nil {
		select {
		case <-c.wait:
		case <-ctx.Done():
			return nil, fault.New(fault.Unavailable, "late")
		}
	}
	return c.Engine.Make(ctx, source, h, r)
}

func TestAPictureIsMadeOnceForConcurrentRequests(t *testing.T) {
	c := &counting{Engine: engine(t)}
	w := newWorld(t, func(p *imageproxy.Config) { p.Engine = c })
	w.media.put(t, hashed, asPNG(t, testImage(600, 400)))
	var group sync.WaitGroup
	for i := range 60 {
		group.Go(func() {
			modifiers := []string{"w_300,f_webp", "width_300&format:webp", "f_webp,w=300"}[i%3]
			if a := w.get("/_ipx/" + modifiers + "/media/" + hashed); a.err != nil {
				t.Error(a.err)
			}
		})
	}
	group.Wait()
	if n := c.made.Load(); n != 1 {
		t.Errorf("made %d times", n)
	}
}

func TestRequestsBeyondTheQueueAreRefusedAndTheRestServed(t *testing.T) {
	c := &counting{Engine: engine(t), wait: make(chan struct{})}
	w := newWorld(t, func(p *imageproxy.Config) {
		p.Engine, p.Limits = c, imageproxy.Limits{MaxMakers: 1, MaxQueued: 3}
	})
	w.media.put(t, hashed, asPNG(t, testImage(60, 40)))
	var served, turned atomic.Int64
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			a := w.get(fmt.Sprintf("/_ipx/w_%d/media/%s", i+10, hashed))
			switch {
			case a.err == nil:
				served.Add(1)
			case a.failed.Code == fault.Unavailable:
				if turned.Add(1) == 16 {
					close(c.wait)
				}
			default:
				t.Error(a.err)
			}
		})
	}
	group.Wait()
	if served.Load() != 4 || turned.Load() != 16 {
		t.Errorf("%d served, %d turned away", served.Load(), turned.Load())
	}
	for i := range 20 { // what already exists needs no maker
		w.get(fmt.Sprintf("/_ipx/w_%d/media/%s", i+10, hashed))
	}
	if got, want := w.proxy.Stats(), (imageproxy.Stats{Made: 20, Cached: 4, Refused: 16}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestSlowPictureTimesOut(t *testing.T) {
	c := &counting{Engine: engine(t), wait: make(chan struct{})}
	w := newWorld(t, func(p *imageproxy.Config) {
		p.Engine, p.Limits = c, imageproxy.Limits{MakeTimeout: 20 * time.Millisecond}
	})
	w.media.put(t, hashed, asPNG(t, testImage(60, 40)))
	if a := w.get("/_ipx/w_30/media/" + hashed); !fault.Is(a.err, fault.Unavailable) {
		t.Errorf("%v", a.err)
	}
}

func TestGeneratorAndProxyMakeEqualPictures(t *testing.T) {
	w := newWorld(t, nil)
	source := asPNG(t, testImage(60, 40))
	w.media.put(t, hashed, source)
	for _, modifiers := range []string{"_", "s_20x20", "w_30&f_jpeg", "s_10x10,q_50,blur_3"} {
		written, err := picture.Variant(t.Context(), engine(t), source, modifiers)
		if a := w.get("/_ipx/" + modifiers + "/media/" + hashed); err != nil || a.err != nil ||
			string(a.body) != string(written) {
			t.Errorf("%s: %v %v", modifiers, err, a.err)
		}
	}
	if _, err := picture.Variant(t.Context(), engine(t), source, "f_auto"); !fault.Is(err, fault.Invalid) {
		t.Errorf("a file of whatever format: %v", err)
	}
}

func TestProxyWithoutEngineRedirectsToTheSource(t *testing.T) {
	w := newWorld(t, func(p *imageproxy.Config) { p.Engine = nil })
	w.media.put(t, "a b.png", asPNG(t, testImage(60, 40)))
	a := w.get("/_ipx/w_30/media/a%20b.png")
	if a.status != http.StatusTemporaryRedirect || a.header.Get("Location") != "/media/a%20b.png" ||
		a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v %v", a.status, a.header, a.err)
	}
}

func TestInvalidSourcePicturesAreRejected(t *testing.T) {
	w := newWorld(t, func(p *imageproxy.Config) { p.Limits.SourceBytes = 100_000 })
	whole := asJPEG(t, testImage(600, 400))
	w.media.put(t, "map.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`))
	w.media.put(t, "svg.png", []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`))
	w.media.put(t, "pdf.png", []byte("%PDF-1.4\n1 0 obj"))
	w.media.put(t, "page.jpg", []byte("<!doctype html>"))
	w.media.put(t, "empty.png", nil)
	w.media.put(t, "half.jpg", whole[:len(whole)/2])
	w.media.put(t, "head.jpg", whole[:20])
	w.media.put(t, "half.png", asPNG(t, testImage(200, 200))[:900])
	w.media.put(t, "large.png", append(asPNG(t, testImage(6, 4)), make([]byte, 100_000)...))
	for _, name := range []string{"map.svg", "svg.png", "pdf.png", "page.jpg", "empty.png", "half.jpg", "head.jpg",
		"half.png", "large.png"} {
		a := w.get("/_ipx/w_30/media/" + name)
		if a.failed == nil || a.failed.Code != fault.Invalid || len(a.failed.Fields) != 1 ||
			a.failed.Fields[0].Name != "source" {
			t.Errorf("%s: %v", name, a.err)
		}
	}
}

func FuzzAddress(f *testing.F) {
	for _, seed := range []string{
		"_/media/a.png", "w_1/https://pictures.example/a.png?x=1", "w_1/https:/pictures.example/a.png",
		"_/https%3A%2F%2Fpictures.example%2Fa",
		"_/http://169.254.169.254/latest/meta-data", "_/media/../../etc/passwd", "_/media/%2e%2e/x",
		"_//evil.example/x", "_/https://a@b/c",
		"_/https://pictures.example@evil.example/", "_/https://[::1]/", "_/file:///etc/passwd",
		"_/https://pictures.example%00.evil.example/",
	} {
		f.Add(seed)
	}
	w := newWorld(f, func(c *imageproxy.Config) { c.Engine = nil })
	f.Fuzz(func(t *testing.T, path string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		var err error
		if r.URL, err = url.ParseRequestURI("/_ipx/" + path); err != nil {
			return // net/http rejects it
		}
		rec := httptest.NewRecorder()
		w.handler(&err).ServeHTTP(rec, r)
		if code := fault.Of(err).Code; err == nil || code != fault.Invalid && code != fault.NotFound &&
			code != fault.Forbidden {
			t.Fatalf("%q: %d %v", path, rec.Code, err)
		}
	})
}

func TestOnlySizesThatPagesUseAreMade(t *testing.T) {
	c := &counting{Engine: engine(t)}
	w := newWorld(t, func(p *imageproxy.Config) { p.Engine, p.Sizes = c, nil })
	w.media.put(t, hashed, asPNG(t, testImage(1000, 700)))
	for modifiers, made := range map[string]bool{
		"w_480": true, "w_1000": true, "s_320x240": true, "f_auto,w_800": true, "s_10x10,q_50,blur_3": true,
		"w_481": false, "w_999": false, "s_4096x2050,f_avif,q_98,enlarge": false, "_": false, "w_480,q_51": false,
		"w_800,blur_90": false,
	} {
		a := w.get("/_ipx/" + modifiers + "/media/" + hashed)
		if made != (a.err == nil) || !made && a.failed.Code != fault.Invalid {
			t.Errorf("%s: %v", modifiers, a.err)
		}
	}
	if n := c.made.Load(); n != 5 {
		t.Errorf("%d were made", n)
	}
}
