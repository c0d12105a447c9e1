package pages_test

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"storefront/internal/build/pages"
	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
)

type urlSet struct {
	URLs []struct {
		Loc    string   `xml:"loc"`
		Images []string `xml:"http://www.google.com/schemas/sitemap-image/1.1 image>loc"`
	} `xml:"url"`
}

func sitemapIn(t *testing.T, data []byte) (all urlSet) {
	t.Helper()
	if err := xml.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestSitemapHasThePicturesOfEachPage(t *testing.T) {
	site, stored := siteOf(t, "../../../content", pages.Visibility{AsOf: today})
	items := site.Plan()
	files := pages.SitemapWithin(site, items, 50_000, 50<<20)
	if len(files) != 1 || files[0].Path != "sitemap.xml" {
		t.Fatalf("there are %d files", len(files))
	}
	found := map[string][]string{}
	for _, url := range sitemapIn(t, files[0].Data).URLs {
		found[url.Loc] = url.Images
	}
	const base = "https://www.wayfare.example"
	products := 0
	for _, item := range items {
		var page struct {
			payload.Page
			Product struct{ Images []payload.Image }
		}
		data, err := site.Payload(item, stored.fetch)
		if err == nil {
			err = json.Unmarshal(data, &page)
		}
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, image := range page.Product.Images {
			want = append(want, base+image.Src)
		}
		if page.Image != nil && len(want) == 0 {
			want = append(want, base+page.Image.Src)
		}
		if got, listed := found[base+item.Path]; listed != item.InSitemap ||
			listed && strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s has %v, want %v", item.Path, got, want)
		}
		if len(page.Product.Images) > 1 {
			products++
		}
	}
	if products < 50 {
		t.Errorf("%d products have several pictures", products)
	}
}

func TestSitemapIsSplitAtItsLimits(t *testing.T) {
	site, _ := siteOf(t, contenttest.Copy(t), pages.Visibility{AsOf: today})
	items := site.Plan()
	for i := range items { // an address of another host, with what XML escapes
		items[i].Pictures = []string{"https://pictures.example/a?w=1&h='2'"}
	}
	whole := len(sitemapIn(t, pages.SitemapWithin(site, items, 50_000, 50<<20)[0].Data).URLs)
	for _, limit := range []struct{ most, bytes int }{{5, 50 << 20}, {50_000, 3000}} {
		files := pages.SitemapWithin(site, items, limit.most, limit.bytes)
		index, parts := files[len(files)-1], files[:len(files)-1]
		count := 0
		for _, part := range parts {
			urls := sitemapIn(t, part.Data).URLs
			if len(urls) == 0 || len(urls) > limit.most || len(part.Data) > limit.bytes {
				t.Errorf("%s has %d addresses and %d bytes", part.Path, len(urls), len(part.Data))
			}
			if got := urls[0].Images; len(got) != 1 || got[0] != "https://pictures.example/a?w=1&h='2'" {
				t.Errorf("the picture is %v", got)
			}
			if !strings.Contains(string(index.Data), "/"+part.Path+"</loc>") {
				t.Errorf("the index has no %s", part.Path)
			}
			count += len(urls)
		}
		if index.Path != "sitemap.xml" || len(parts) < 2 || count != whole {
			t.Errorf("%d files have %d addresses of %d", len(parts), count, whole)
		}
	}
}

func TestRobotsExcludesPrivatePagesButNotSimilarPaths(t *testing.T) {
	site, _ := siteOf(t, "../../../content", pages.Visibility{AsOf: today})
	text := string(pages.Robots(site).Data)
	for path, want := range map[string]bool{
		"/cart": true, "/ar/cart": true, "/cart?currency=EUR": true, "/cart/_payload.json": true,
		"/checkout/success?order=o-1": true,
		"/ar/search?q=dunes":          true, "/auth/reset": true, "/buy/dunes?option=shared": true,
		"/": false, "/cart-and-horse": false, "/ar/search-tips": false, "/invoices-and-vat": false,
	} {
		got := false
		for line := range strings.Lines(text) {
			rule, is := strings.CutPrefix(strings.TrimSpace(line), "Disallow: ")
			whole, ends := strings.CutSuffix(rule, "$")
			got = got || is && (ends && path == whole || !ends && strings.HasPrefix(path, rule))
		}
		if got != want {
			t.Errorf("%s is excluded: %t, want %t, by\n%s", path, got, want, text)
		}
	}
}
