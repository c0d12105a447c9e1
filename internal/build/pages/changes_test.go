package pages_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/content/contenttest"
)

type jsonFeed struct {
	Version, Title, Language string
	HomePageURL              string `json:"home_page_url"`
	FeedURL                  string `json:"feed_url"`
	Items                    []struct {
		ID, URL, Title string
		Text           string `json:"content_text"`
		Modified       string `json:"date_modified"`
		Product        struct {
			Product, Change string
			Price, Before   *struct{ Amount int64 }
		} `json:"_product"`
	}
}

type atomFeed struct {
	ID      string `xml:"http://www.w3.org/2005/Atom id"`
	Title   string `xml:"title"`
	Updated string `xml:"updated"`
	Author  string `xml:"author>name"`
	Entries []struct {
		ID       string `xml:"id"`
		Title    string `xml:"title"`
		Updated  string `xml:"updated"`
		Summary  string `xml:"summary"`
		Category struct {
			Term string `xml:"term,attr"`
		} `xml:"category"`
		Link struct {
			Href string `xml:"href,attr"`
		} `xml:"link"`
	} `xml:"entry"`
}

// feeds are the product feeds of a deployment by path.
type feeds map[string][]byte

func feedsOf(t *testing.T, root string, live []byte, day int, include ...pages.Unpublished) feeds {
	t.Helper()
	site, _ := siteOf(t, root, pages.Visibility{AsOf: today, Include: include})
	files, err := site.ProductFeeds(live, time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	all := feeds{}
	for _, f := range files {
		all[f.Path] = f.Data
	}
	return all
}

// changes returns the entries of a language's feeds, and checks that both feeds are complete and agree.
func (f feeds) changes(t *testing.T, prefix string) (entries []string) {
	t.Helper()
	var list jsonFeed
	var atom atomFeed
	if err := json.Unmarshal(f[prefix+"products.json"], &list); err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(f[prefix+"products.xml"], &atom); err != nil {
		t.Fatal(err)
	}
	if list.Version != "https://jsonfeed.org/version/1.1" || list.Title == "" || list.HomePageURL == "" ||
		!strings.HasSuffix(list.FeedURL, "/"+prefix+"products.json") || atom.ID == "" || atom.Title == "" ||
		atom.Author == "" || len(atom.Entries) != len(list.Items) {
		t.Errorf("the feeds are incomplete: %+v, %+v", list, atom)
	}
	ids := map[string]bool{}
	for i, item := range list.Items {
		entry := atom.Entries[i]
		if ids[item.ID] || item.ID == "" || item.Text == "" || item.ID != entry.ID || item.Title != entry.Title ||
			item.Modified != entry.Updated || item.URL != entry.Link.Href || entry.Summary != item.Text ||
			item.Product.Change != entry.Category.Term || atom.Updated < entry.Updated {
			t.Errorf("entry %d: %+v, %+v", i, item, entry)
		}
		ids[item.ID] = true
		line := fmt.Sprintf("%s %s %s", item.Modified[:10], item.Product.Product, item.Product.Change)
		if item.Product.Before != nil {
			line += fmt.Sprintf(" %d", item.Product.Before.Amount)
		}
		if item.Product.Price != nil {
			line += fmt.Sprintf(" %d", item.Product.Price.Amount)
		}
		entries = append(entries, line)
	}
	return entries
}

// newestChange returns the id of the latest change.
func (f feeds) newestChange(t *testing.T) string {
	t.Helper()
	var list jsonFeed
	if err := json.Unmarshal(f["products.json"], &list); err != nil || len(list.Items) == 0 {
		t.Fatalf("%d items, %v", len(list.Items), err)
	}
	return list.Items[0].ID
}

func TestProductFeedsListNewChangedAndRemovedProducts(t *testing.T) {
	root := contenttest.Copy(t)
	want := func(what string, f feeds, want ...string) {
		t.Helper()
		for _, prefix := range []string{"", "ar/"} {
			if got := f.changes(t, prefix); !slices.Equal(got, want) {
				t.Errorf("%s, %q:\n%s\nwant\n%s", what, prefix, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
	first := feedsOf(t, root, nil, 1)
	want("first build", first, "2026-11-01 dunes new 39500", "2026-11-01 walk new 60000")
	record := first[pages.ChangesFile]

	again := feedsOf(t, root, record, 2)
	for path := range first {
		if !bytes.Equal(first[path], again[path]) {
			t.Errorf("without a change %s differs", path)
		}
	}

	contenttest.Replace(t, root, "products/dunes/product.yaml", "price: 395", "price: 300")
	cheaper := feedsOf(t, root, record, 3)
	want("a lower price", cheaper, "2026-11-03 dunes price 39500 30000", "2026-11-01 walk new 60000")
	contenttest.Replace(t, root, "products/dunes/product.yaml", "price: 300", "price: 250")
	cheapest := feedsOf(t, root, cheaper[pages.ChangesFile], 3)
	if cheaper.newestChange(t) == cheapest.newestChange(t) {
		t.Errorf("two changes on one day have the id %s", cheapest.newestChange(t))
	}

	contenttest.Replace(t, root, "products/dunes/product.yaml", "price: 250", "price: 300")
	contenttest.Replace(t, root, "products/walk/product.yaml", "city: dubai", "city: dubai\nstatus: CLOSED")
	gone := feedsOf(t, root, cheaper[pages.ChangesFile], 4)
	want("a removed product", gone, "2026-11-04 walk gone", "2026-11-03 dunes price 39500 30000")
	if strings.Contains(string(gone["products.json"]), "/walk\"") {
		t.Error("the feed links to the product that is gone")
	}

	contenttest.Replace(t, root, "products/walk/product.yaml", "status: CLOSED", "status: AVAILABLE")
	want("a product sold again", feedsOf(t, root, gone[pages.ChangesFile], 5),
		"2026-11-05 walk new 60000", "2026-11-03 dunes price 39500 30000")
}

// A build with drafts is a preview. The build after it can be deployed, and its feeds do not mention a draft.
func TestProductFeedsOfAPreviewKeepTheirRecord(t *testing.T) {
	root := contenttest.Copy(t)
	first := feedsOf(t, root, nil, 1)[pages.ChangesFile]
	contenttest.Replace(t, root, "products/walk/product.yaml", "city: dubai", "city: dubai\ndraft: true")
	contenttest.Replace(t, root, "products/dunes/product.yaml", "price: 395", "price: 300")
	contenttest.Replace(t, root, "products/dunes/en.md", "title: Sunset dunes", "title: A draft of a title")
	preview := feedsOf(t, root, first, 2, pages.Draft)
	if record := preview[pages.ChangesFile]; !bytes.Equal(record, first) {
		t.Errorf("the record was\n%s\nand is\n%s", first, record)
	}
	if got := preview.changes(t, ""); !slices.Equal(got, []string{"2026-11-01 dunes new 39500",
		"2026-11-01 walk new 60000"}) {
		t.Errorf("the feed with drafts has %s", got)
	}
	after := feedsOf(t, root, preview[pages.ChangesFile], 3)
	if got := after.changes(t, ""); !slices.Equal(got, []string{"2026-11-03 dunes price 39500 30000",
		"2026-11-03 walk gone"}) {
		t.Errorf("the feed after it has %s", got)
	}
	if record := feedsOf(t, root, nil, 1, pages.Draft)[pages.ChangesFile]; len(record) > 0 {
		t.Errorf("without a live build, drafts begin a record: %s", record)
	}
}
