package octo_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"storefront/internal/channel/octo"
	"storefront/internal/core/notice"
	"storefront/internal/lib/clientgone"
	"storefront/internal/shop/reseller"
)

func TestMalformedRequestsAreRejected(t *testing.T) {
	onBoth(t, func(w *world) {
		a := w.atlas
		for name, in := range map[string][]byte{
			"too large":   bytes.Repeat([]byte(" "), 1<<20+1),
			"too deep":    bytes.Repeat([]byte("["), 500_000),
			"nested":      []byte(strings.Repeat(`{"contact":`, 20_000) + "1" + strings.Repeat("}", 20_000)),
			"no JSON":     []byte("<xml/>"),
			"two values":  []byte("{}{}"),
			"a NUL":       []byte(`{"notes":"\u0000"}`),
			"many units":  []byte(`{"unitItems":[` + strings.Repeat("{},", 40_000) + "1]}"),
			"huge number": []byte(`{"expirationMinutes":1e400}`),
		} {
			if status, _, data := a.send("POST", "/bookings", in); status != http.StatusBadRequest ||
				!bytes.Contains(data, []byte("BAD_REQUEST")) {
				t.Errorf("%s: %d %.200s", name, status, data)
			}
		}
		for _, days := range []body{{"localDate": "2026-02-30"}, {"localDate": "-001-01-01"}, {"localDate": "\u0000"},
			{"localDate": "٢٠٢٦-١٢-٠١"}, {"localDateStart": "0001-01-01", "localDateEnd": "9999-12-31"},
			{"availabilityIds": strings.Split(strings.Repeat(three+" ", 101), " ")},
			{"availabilityIds": []string{"1001-01-01T15:00:00+03:41", three}},
			{"localDate": "2026-12-05", "units": []body{{"id": "adult", "quantity": 1 << 62}}}} {
			days["productId"], days["optionId"] = "dunes", "shared"
			a.refused("BAD_REQUEST", "POST", "/availability", days)
		}
		for _, query := range []string{"resellerReference=%00", "resellerReference=%ff", "supplierReference=%00",
			"localDate=2026-12-05&productId=%ff", "localDate=2026-12-05%00"} {
			a.refused("BAD_REQUEST", "GET", "/bookings?"+query, nil)
		}
		for _, path := range []string{"/bookings/%2e%2e%2fsupplier", "/products/..%2f..%2f..%2fetc", "/%2fevil.example",
			"/bookings//x"} {
			if status, headers, data := a.send("GET", path, nil); status != http.StatusNotFound ||
				headers.Get("Location") != "" {
				t.Errorf("%s: %d %v %s", path, status, headers, data)
			}
		}
	})
}

func TestWebhookCannotCallPrivateNetworks(t *testing.T) {
	onBoth(t, func(w *world) {
		called := false
		inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
		defer inside.Close()
		guarded := octo.New(octo.Config{Site: site{}, Catalog: catalog{}, Booking: w.booking, Resellers: w.resellers,
			Tickets: w.door.Tickets, Links: w.door.Links, Scheme: w.door.Scheme, Now: w.clock, Log: quiet})
		trusting := w.server.Config.Handler
		w.server.Config.Handler = guarded
		for _, url := range []string{inside.URL, "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/",
			"https://169.254.169.254/latest/meta-data", "https://10.0.0.1/", "https://0.0.0.0/", "https://[fd00::1]/",
			"http://example.com/"} {
			w.atlas.refused("BAD_REQUEST", "POST", "/webhooks", body{"event": "booking_update", "url": url})
		}
		// A name is checked by what it leads to when a message is sent.
		name := strings.Replace(inside.URL, "127.0.0.1", "localhost", 1)
		hook := w.atlas.gets("POST", "/webhooks", body{"event": "booking_update", "url": name})
		sold, _ := w.atlas.buys(reservation(1))
		n := notice.Notice{ID: "n1", Kind: notice.ResellerUpdate, Deployment: "wayfare", To: w.atlas.id,
			Subject: sold["id"].(string), Webhook: hook["id"].(string)}
		err := guarded.Send(t.Context(), n)
		if err == nil || !strings.Contains(err.Error(), "public Internet") || called {
			t.Errorf("sent inside: %v, arrived: %v", err, called)
		}

		w.server.Config.Handler = trusting
		outside := httptest.NewServer(http.RedirectHandler(inside.URL, http.StatusTemporaryRedirect))
		defer outside.Close()
		hook = w.atlas.gets("POST", "/webhooks", body{"event": "booking_update", "url": outside.URL})
		n.Webhook = hook["id"].(string)
		if err := w.door.Send(t.Context(), n); err == nil || called {
			t.Errorf("a redirection was followed: %v, arrived: %v", err, called)
		}
		if _, err := w.resellers.SetDisabled(t.Context(), "atlas", true); err != nil {
			t.Fatal(err)
		}
		if err := w.door.Send(t.Context(), n); err != nil {
			t.Errorf("a disabled reseller is sent messages: %v", err)
		}
	})
}

func TestHangingWebhooksOfAResellerDelayNoOther(t *testing.T) {
	onBoth(t, func(w *world) {
		release, arrived := make(chan time.Duration), make(chan bool, 10)
		hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			arrived <- true
			w.pass(<-release) // as the world's clock has it
		}))
		defer hanging.Close()
		prompt := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		defer prompt.Close()
		noticeTo := func(c *client, url string) notice.Notice {
			hook := c.gets("POST", "/webhooks", body{"event": "booking_update", "url": url})
			sold, _ := c.buys(reservation(1))
			return notice.Notice{ID: "n", Kind: notice.ResellerUpdate, Deployment: "wayfare", To: c.id,
				Subject: sold["id"].(string), Webhook: hook["id"].(string)}
		}
		n := noticeTo(w.atlas, hanging.URL)
		other := noticeTo(w.reseller(reseller.Reseller{Name: "prompt", Deployments: []string{"wayfare"}}), prompt.URL)

		sent := make(chan error, 2)
		for range 2 {
			go func() { sent <- w.door.Send(t.Context(), n) }()
			<-arrived
		}
		if err := w.door.Send(t.Context(), n); err == nil || !strings.Contains(err.Error(), "being sent") {
			t.Errorf("a third message at once: %v", err)
		}
		w.must(w.door.Send(t.Context(), other))
		for range 2 {
			release <- 2 * time.Second
			w.must(<-sent)
		}
		for _, pause := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute, 5 * time.Minute} {
			go func() { sent <- w.door.Send(t.Context(), n) }()
			<-arrived
			release <- 5 * time.Second
			w.must(<-sent)
			w.pass(pause - time.Second)
			if err := w.door.Send(t.Context(), n); err == nil || !strings.Contains(err.Error(), "slow") {
				t.Errorf("%s after a slow answer: %v", pause, err)
			}
			w.pass(time.Second)
		}
		w.must(w.door.Send(t.Context(), other))
	})
}

func TestTicketErrorsAreLoggedWithoutTheToken(t *testing.T) {
	onBoth(t, func(w *world) {
		var log bytes.Buffer
		door := octo.New(octo.Config{Site: site{}, Booking: w.booking, Tickets: w.door.Tickets, Links: w.door.Links,
			Now: w.clock, Log: slog.New(slog.NewTextHandler(&log, nil))})
		token := w.door.Links.Sign("0193b3c0-7d1e-4a58-9c36-3f6a0f6f1c11", w.clock().Add(time.Hour))
		w.must(w.store.Close())
		r := httptest.NewRequestWithContext(t.Context(), "GET", octo.Path+"tickets/"+token+".pdf", http.NoBody)
		r.Host = "www.wayfare.example"
		answer := httptest.NewRecorder()
		door.ServeHTTP(answer, r)
		if text := log.String(); answer.Code < 500 || !strings.Contains(text, "route=/octo/tickets/{token}") ||
			strings.Contains(text, token) {
			t.Errorf("%d, and the log has\n%s", answer.Code, text)
		}
	})
}

func TestARequestWhoseClientLeftIsNoFailureOfTheServer(t *testing.T) {
	onBoth(t, func(w *world) {
		ctx, leave := context.WithCancel(t.Context())
		leave()
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/octo/supplier", nil)
		r.Host = w.atlas.host
		r.Header.Set("Authorization", "Bearer "+w.atlas.key)
		response := httptest.NewRecorder()
		w.door.ServeHTTP(response, r)
		if response.Code != clientgone.Status {
			t.Errorf("status %d: %s", response.Code, response.Body)
		}
	})
}
