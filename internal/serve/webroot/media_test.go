package webroot_test

import (
	"io"
	"log/slog"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/serve/webroot"
)

func TestMediaIsReadFromTheLiveBuildOfItsHost(t *testing.T) {
	b := newBuilds(t)
	site := webroot.Open(b.dir, slog.New(slog.DiscardHandler))
	if _, err := site.OpenMedia("a.example", "media/x.webp"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("without a build: %v", err)
	}
	b.deployments(`[{"id":"a","hosts":["a.example"]},{"id":"b","hosts":["b.example"]}]`)
	b.publish("a", map[string]string{"media/x.webp": "a's", "media/deep/y.webp": "deep", "index.html": "home",
		"media/.z.webp": "hidden"})
	b.publish("b", map[string]string{"media/w.webp": "b's"})
	for _, test := range []struct{ host, name, want string }{
		{"a.example", "media/x.webp", "a's"},
		{"A.example:8080", "media/deep/y.webp", "deep"},
		{"b.example", "media/w.webp", "b's"},
		{"127.0.0.1", "media/x.webp", "a's"},
	} {
		f, err := site.OpenMedia(test.host, test.name)
		if err != nil {
			t.Errorf("%s of %s: %v", test.name, test.host, err)
			continue
		}
		data, err := io.ReadAll(f)
		if err != nil || f.Close() != nil || string(data) != test.want {
			t.Errorf("%s of %s: %q %v", test.name, test.host, data, err)
		}
	}
	for _, name := range []string{"media/w.webp", "index.html", "media", "media/", "media/../index.html",
		"media/.z.webp", "media/deep", "media//x.webp", ""} {
		if _, err := site.OpenMedia("a.example", name); !fault.Is(err, fault.NotFound) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := site.OpenMedia("c.example", "media/x.webp"); !fault.Is(err, fault.Misdirected) {
		t.Errorf("an unknown host: %v", err)
	}
	b.publish("a", map[string]string{"media/v.webp": "new"})
	if _, err := site.OpenMedia("a.example", "media/x.webp"); !fault.Is(err, fault.NotFound) {
		t.Errorf("a picture of the build before: %v", err)
	}
}
