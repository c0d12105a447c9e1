package preview_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/build/preview"
	"storefront/internal/serve/webroot"
)

// built returns a folder of builds with one page and one picture in one size.
func built(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"meta/deployments.json":                          `[{"id": "shop", "hosts": ["shop.localhost", "www.shop.example"], "languages": ["en"]}]`,
		"trees/shop/a/index.html":                        "<title>Shop</title>",
		"trees/shop/a/404.html":                          "<title>Not here</title>",
		"trees/shop/a/media/d.0123456789.webp":           "whole",
		"trees/shop/a/_ipx/w_80/media/d.0123456789.webp": "small",
		"trees/shop/a/builds/meta/latest.json":           `{"id": "1"}`,
		"trees/shop/a/builds/meta/1.json":                `{"id": "1", "deployment": "shop", "supplier": false, "languages": ["en"], "defaultLanguage": "en", "redirectHosts": [], "redirects": []}`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "public"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../trees/shop/a", filepath.Join(dir, "public", "shop")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestPreviewServesFilesAndNotesMissingPartsOnce(t *testing.T) {
	dir := built(t)
	var notes []string
	h := preview.Handler(dir, webroot.Open(dir, slog.New(slog.NewTextHandler(io.Discard, nil))),
		func(text string) { notes = append(notes, text) })
	for _, test := range []struct {
		method, host, path string
		status             int
		body, location     string
	}{
		{"GET", "shop.localhost:8080", "/", 200, "<title>Shop</title>", ""},
		{"GET", "shop.localhost:8080", "/nowhere", 404, "<title>Not here</title>", ""},
		{"GET", "shop.localhost:8080", "/_ipx/w_80/media/d.0123456789.webp", 200, "small", ""},
		{"GET", "shop.localhost:8080", "/_ipx/w_160/media/d.0123456789.webp", 302, "", "/media/d.0123456789.webp"},
		{"GET", "shop.localhost:8080", "/_ipx/w_240/media/d.0123456789.webp", 302, "", "/media/d.0123456789.webp"},
		{"GET", "shop.localhost:8080", "/_ipx/w_160/media/../../../trees", 404, "<title>Not here</title>", ""},
		{"GET", "shop.localhost:8080", "/api/v1/cart", 503, `"code":"unavailable"`, ""},
		{"POST", "shop.localhost:8080", "/api/v1/cart/items", 503, `"code":"unavailable"`, ""},
		{"POST", "shop.localhost:8080", "/", 405, "", ""},
		{"GET", "other.example", "/", 421, "", ""},
	} {
		r := httptest.NewRequest(test.method, "http://"+test.host+"/", nil)
		r.URL.Path = test.path
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.body) ||
			w.Header().Get("Location") != test.location {
			t.Errorf("%s %s%s: %d %q %q", test.method, test.host, test.path, w.Code, w.Body, w.Header().Get("Location"))
		}
	}
	if len(notes) != 2 || !strings.Contains(notes[0], "Pictures are shown as they are") ||
		!strings.Contains(notes[1], "api serve") {
		t.Errorf("the notes are %q", notes)
	}
}

func TestPreviewReportsItsURLsAndStopsWhenCancelled(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	shown, ended := make(chan string, 8), make(chan error, 1)
	go func() {
		ended <- preview.Serve(ctx, built(t), listener, func(urls []string) { shown <- urls[0] }, func(string) {})
	}()
	url := <-shown
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	if url != "http://shop.localhost:"+port {
		t.Errorf("the URL is %q", url)
	}
	answer, err := http.Get("http://" + listener.Addr().String() + "/")
	if err != nil || answer.StatusCode != 200 {
		t.Fatal(answer, err)
	}
	_ = answer.Body.Close()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestPreviewWithoutABuildFails(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := preview.Serve(context.Background(), t.TempDir(), listener, func([]string) {},
		func(string) {}); err == nil || !strings.Contains(err.Error(), "generate build") {
		t.Errorf("%v", err)
	}
}
