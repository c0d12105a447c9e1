package main

import (
	"bytes"
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
	"time"
)

func TestOpenRequestsAreFinishedWhenTheServerStops(t *testing.T) {
	builds := t.TempDir()
	picture := bytes.Repeat([]byte("0123456789abcdef"), 1<<20)
	for name, data := range map[string][]byte{
		"meta/deployments.json": []byte(`[{"id": "wayfare", "hosts": [], "build": "00", "csp": []}]`),
		// More than all buffers between server and client, so that the server stops in the middle of the response.
		"public/wayfare/media/big.webp": picture,
	} {
		path := filepath.Join(builds, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	addr, err := freeAddress()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--builds", builds, "--data", t.TempDir()}, []string{"ADDR=" + addr},
			io.Discard, io.Discard)
	}()
	response := getWhenUp(t, "http://"+addr+"/media/big.webp")
	defer response.Body.Close()

	stop()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			break
		}
		_ = c.Close()
		if time.Now().After(deadline) {
			t.Fatal("the server still listens")
		}
	}
	select {
	case err := <-ended:
		t.Fatalf("the server ended during the response: %v", err)
	default:
	}
	got, err := io.ReadAll(response.Body)
	if err != nil || !bytes.Equal(got, picture) {
		t.Errorf("the response was cut off after %d of %d bytes: %v", len(got), len(picture), err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

// Chrome opens connections before it needs them, and fails a request on one that the server closes at that moment.
func TestAConnectionOpenedInAdvanceIsKeptForAsLongAsByTheBrowser(t *testing.T) {
	t.Parallel()
	listener, err := listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := newServer(http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	opened, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	const keptByChrome = 10 * time.Second
	if err := opened.SetReadDeadline(time.Now().Add(keptByChrome)); err != nil {
		t.Fatal(err)
	}
	if _, err := opened.Read(make([]byte, 1)); !os.IsTimeout(err) {
		t.Errorf("the server closed the connection: %v", err)
	}
}

func getWhenUp(t *testing.T, url string) *http.Response {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		response, err := http.Get(url)
		if err == nil {
			return response
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

func TestPublicHostsAnswer503WithoutPaymentSetting(t *testing.T) {
	var log bytes.Buffer
	c := configuration{provider: sandboxName}
	served := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	handler := c.guardSandbox(served, slog.New(slog.NewTextHandler(&log, nil)))
	for url, want := range map[string]int{
		"http://www.shop.example/":           http.StatusServiceUnavailable,
		"http://www.shop.example/api/v1/x":   http.StatusServiceUnavailable,
		"http://www.shop.example/livez":      http.StatusTeapot,
		"http://www.shop.example/readyz":     http.StatusTeapot,
		"http://wayfare.localhost:8080/cart": http.StatusTeapot,
	} {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, nil))
		if body := w.Body.String(); w.Code != want || strings.Contains(strings.ToLower(body), "payment") {
			t.Errorf("%s: %d %s", url, w.Code, body)
		}
	}
	if text := log.String(); strings.Count(text, "PAYMENT is not set") != 2 {
		t.Errorf("the log has %s", text)
	}
	c.paymentSet = true
	w := httptest.NewRecorder()
	c.guardSandbox(served, slog.New(slog.DiscardHandler)).ServeHTTP(w,
		httptest.NewRequest(http.MethodGet, "http://www.shop.example/", nil))
	if w.Code != http.StatusTeapot {
		t.Errorf("with PAYMENT=sandbox: %d", w.Code)
	}
}
