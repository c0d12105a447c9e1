package livecatalog_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/serve/live"
	"storefront/internal/serve/livecatalog"
	"storefront/internal/shop/booking"
)

// builds is a folder of builds. It publishes by replacing a link, as a release does.
type builds struct {
	t   *testing.T
	dir string
}

func newBuilds(t *testing.T) *builds {
	b := &builds{t, t.TempDir()}
	b.publish(39500)
	return b
}

func (b *builds) write(name, data string) {
	b.t.Helper()
	path := filepath.Join(b.dir, "trees", "wayfare", filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path+".next", []byte(data), 0o644); err != nil {
		b.t.Fatal(err)
	}
	if err := os.Rename(path+".next", path); err != nil {
		b.t.Fatal(err)
	}
}

func (b *builds) publish(price int) {
	page := func(title string) string {
		data, err := json.Marshal(map[string]any{
			"kind": "product", "path": "/things-to-do-in-dubai/dunes", "title": title, "slug": "dunes",
			"city":       map[string]string{"id": "dubai", "name": "Dubai"},
			"categories": []map[string]string{{"id": "desert"}},
			"product": map[string]any{
				"status": "AVAILABLE", "currency": "AED", "currencyExponent": 2, "timeZone": "Asia/Dubai",
				"supplier": map[string]string{"confirmation": "on_request"},
				"options": []map[string]any{{"id": "shared", "capacity": 4,
					"units": []map[string]any{{"id": "adult", "price": price, "paxCount": 1}}}},
			},
		})
		if err != nil {
			b.t.Fatal(err)
		}
		return string(data)
	}
	b.write("things-to-do-in-dubai/dunes/_payload.json", page("Dunes"))
	b.write("ar/things-to-do-in-dubai/dunes/_payload.json", page("الكثبان"))
	b.write("things-to-do-in-dubai/_payload.json", `{"kind": "listing"}`)
	b.write("things-to-do-in-dubai/page/2/_payload.json", `{"kind": "listing"}`)
	b.write("things-to-do-in-dubai/gone/_payload.json", `{"kind": "unavailable"}`)
	b.write("blog/dunes-story/_payload.json", `{"kind": "post"}`)
	b.move()
}

// move replaces the link, as a publication does.
func (b *builds) move() {
	b.t.Helper()
	link := filepath.Join(b.dir, "public", "wayfare")
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("..", "trees", "wayfare"), link+".next"); err != nil {
		b.t.Fatal(err)
	}
	if err := os.Rename(link+".next", link); err != nil {
		b.t.Fatal(err)
	}
	time.Sleep(live.FreshFor)
}

func TestCatalogHasTheProductsOfThePages(t *testing.T) {
	c := livecatalog.Open(newBuilds(t).dir, slog.New(slog.DiscardHandler))
	for language, title := range map[string]string{"en": "Dunes", "ar": "الكثبان"} {
		p, err := c.Product("wayfare", language, "dunes")
		if err != nil {
			t.Fatal(err)
		}
		if p.Title != title || p.Options[0].Units[0].Price != 39500 || p.TimeZone.String() != "Asia/Dubai" ||
			!p.OnRequest() ||
			p.Categories[0] != "desert" {
			t.Errorf("%+v", p)
		}
	}
}

// A cart that was begun in one language is shown in the other, whose site may leave the product out.
func TestProductMissingInALanguageIsSoldInAnother(t *testing.T) {
	b := newBuilds(t)
	data, err := os.ReadFile(filepath.Join(b.dir, "public/wayfare/things-to-do-in-dubai/dunes/_payload.json"))
	if err != nil {
		t.Fatal(err)
	}
	of := func(slug string) string {
		return strings.Replace(string(data), `"slug":"dunes"`, `"slug":"`+slug+`"`, 1)
	}
	b.write("things-to-do-in-dubai/english/_payload.json", of("english"))
	b.write("ar/things-to-do-in-dubai/arabic/_payload.json", of("arabic"))
	b.move()
	c := livecatalog.Open(b.dir, slog.New(slog.DiscardHandler))
	for _, slug := range []string{"english", "arabic"} {
		for _, language := range []string{"en", "ar"} {
			if p, err := c.Product("wayfare", language, slug); err != nil || p.Slug != slug {
				t.Errorf("%s in %s: %+v, %v", slug, language, p, err)
			}
		}
	}
	slugs, err := c.Slugs("wayfare")
	if err != nil || !slices.Contains(slugs, "arabic") || !slices.Contains(slugs, "english") {
		t.Errorf("the products are %v, %v", slugs, err)
	}
}

func TestPricesOfANewBuildApplyImmediately(t *testing.T) {
	b := newBuilds(t)
	c := livecatalog.Open(b.dir, slog.New(slog.DiscardHandler))
	for _, price := range []int{39500, 42000} {
		b.publish(price)
		p, err := c.Product("wayfare", "en", "dunes")
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Options[0].Units[0].Price; got != int64(price) {
			t.Errorf("the price is %d, want %d", got, price)
		}
	}
}

func TestProductWithAnUnchangedFileIsNotReadAgain(t *testing.T) {
	b := newBuilds(t)
	c := livecatalog.Open(b.dir, slog.New(slog.DiscardHandler))
	product := func(language string) *booking.Product {
		t.Helper()
		p, err := c.Product("wayfare", language, "dunes")
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	english, arabic := product("en"), product("ar")
	b.move()
	if product("en") != english {
		t.Error("it was read again after one publication")
	}
	b.move()
	if product("ar") != arabic {
		t.Error("it was read again after two publications")
	}
	b.publish(42000)
	if product("en") == english {
		t.Error("it was not read again though its file is another")
	}
}

func TestDamagedPayloadIsNotSoldAndLoggedOncePerBuild(t *testing.T) {
	const file = "things-to-do-in-dubai/dunes/_payload.json"
	b := newBuilds(t)
	data, err := os.ReadFile(filepath.Join(b.dir, "public/wayfare", file))
	if err != nil {
		t.Fatal(err)
	}
	whole := string(data)
	for name, damaged := range map[string]string{
		"cut": whole[:len(whole)/2], "empty": "", "noise": "\x00\xff\x13noise",
		"another product":      strings.Replace(whole, `"slug":"dunes"`, `"slug":"sea"`, 1),
		"an unknown time zone": strings.Replace(whole, "Asia/Dubai", "Asia/Atlantis", 1), "an empty object": "{}",
		"a list": "[]", "null": "null",
		"amounts as text": strings.Replace(whole, "39500", `"39500"`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			b := newBuilds(t)
			var log bytes.Buffer
			c := livecatalog.Open(b.dir, slog.New(slog.NewTextHandler(&log, nil)))
			for builds := 1; builds <= 2; builds++ {
				b.publish(39500)
				b.write(file, damaged)
				for range 3 {
					if _, err := c.Product("wayfare", "en", "dunes"); !fault.Is(err, fault.NotFound) {
						t.Fatalf("got %v", err)
					}
				}
				if n := strings.Count(log.String(), "level=ERROR"); n != builds ||
					!strings.Contains(log.String(), "product=dunes") {
					t.Errorf("after %d builds the log has %d errors: %s", builds, n, &log)
				}
			}
			if _, err := c.Product("wayfare", "ar", "dunes"); err != nil {
				t.Errorf("another language: %v", err)
			}
			b.write(file, whole)
			if _, err := c.Product("wayfare", "en", "dunes"); err != nil {
				t.Errorf("once it is corrected: %v", err)
			}
		})
	}
}

func TestUnknownProductsAreNotFound(t *testing.T) {
	c := livecatalog.Open(newBuilds(t).dir, slog.New(slog.DiscardHandler))
	for _, ask := range [][3]string{
		{"wayfare", "en", "page"}, {"wayfare", "en", "gone"}, {"wayfare", "en", "dunes-story"},
		{"wayfare", "en", "sea"},
		{"wayfare", "en", ".."}, {"wayfare", "en", "../things-to-do-in-dubai/dunes"}, {"wayfare", "..", "dunes"},
		{"../public/wayfare", "en", "dunes"},
		{"wayfare", "en", ""}, {"wayfare", "en", strings.Repeat("x", 5000)}, {"wayfare", "en", "dunes\x00"},
	} {
		if _, err := c.Product(ask[0], ask[1], ask[2]); !fault.Is(err, fault.NotFound) {
			t.Errorf("%q: %v", ask, err)
		}
	}
	if _, err := c.Product("trails", "en", "dunes"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a deployment without a build: %v", err)
	}
}
