package pages_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/content/contenttest"
	"storefront/internal/content/diag"
	"storefront/internal/content/markdown"
	"storefront/internal/content/media"
	"storefront/internal/content/source"
	"storefront/internal/core/payload"
)

var today = time.Date(2026, 11, 1, 23, 59, 59, 0, time.UTC)

// store is stored content, as the engine keeps it.
type store map[pages.StoredRef][]byte

func (s store) fetch(of pages.StoredRef) ([]byte, error) { return s[of], nil }

func (s store) put(all ...pages.StoredContent) {
	for _, c := range all {
		s[c.StoredRef] = c.Data
	}
}

// read returns the content of a folder and its stored parts. It fails the test if the content has mistakes.
func read(t *testing.T, root string) (*pages.Content, store) {
	t.Helper()
	reader := source.NewReader(root)
	library, found := reader.Library(media.Read, media.ReadDrawing, nil)
	summarizer := pages.NewSummarizer(library)
	stored := store{}
	content := &pages.Content{Library: library, Summarizer: summarizer}
	slugs := reader.ProductSlugs(&found)
	known := map[string]bool{}
	for _, slug := range slugs {
		known[slug] = true
	}
	for _, slug := range slugs {
		product, mistakes := reader.Product(slug, library, known)
		found = append(found, mistakes...)
		summary, details, _ := summarizer.SummarizeProduct(product)
		stored.put(details...)
		content.Products = append(content.Products, summary)
	}
	for _, folder := range reader.PostFolders(&found) {
		posts, mistakes := reader.Post(folder, library, known)
		found = append(found, mistakes...)
		for _, language := range slices.Sorted(maps.Keys(posts)) {
			summary, html, _ := summarizer.SummarizePost(posts[language])
			stored.put(html)
			content.Posts = append(content.Posts, summary)
		}
	}
	if i := slices.IndexFunc(found, func(d diag.Diagnostic) bool { return !d.Warning }); i >= 0 {
		t.Fatalf("the content has a mistake: %v", found[i])
	}
	return content, stored
}

func siteOf(t *testing.T, root string, visibility pages.Visibility) (*pages.Site, store) {
	t.Helper()
	content, stored := read(t, root)
	return pages.NewSite(content, content.Library.Deployments[0], visibility), stored
}

// page is a planned page with its payload.
type page struct {
	pages.Item
	payload []byte
}

// plan returns the deployment's pages by path.
func plan(t *testing.T, root string) map[string]page {
	t.Helper()
	all := map[string]page{}
	site, stored := siteOf(t, root, pages.Visibility{AsOf: today})
	for _, item := range site.Plan() {
		if _, twice := all[item.Path]; twice {
			t.Errorf("%s is planned twice", item.Path)
		}
		payload, err := site.Payload(item, stored.fetch)
		if err != nil {
			t.Fatal(err)
		}
		all[item.Path] = page{*item, payload}
	}
	return all
}

// payloadAt returns the payload of a page.
func payloadAt[T any](t *testing.T, items map[string]page, path string) (content T) {
	t.Helper()
	item, ok := items[path]
	if !ok {
		t.Fatalf("there is no page %s", path)
	}
	if err := json.Unmarshal(item.payload, &content); err != nil {
		t.Fatal(err)
	}
	return content
}

func TestPlanHasThePagesOfTheSmallCatalogue(t *testing.T) {
	items := plan(t, contenttest.Copy(t))
	want := []string{
		"/", "/404", "/about", "/auth/reset-password", "/blog", "/blog/camps", "/cart", "/checkout", "/checkout/error",
		"/checkout/on_hold", "/checkout/success", "/contact-us", "/desert", "/things-to-do-in-dubai/dunes",
		"/things-to-do-in-dubai/walk", "/faq", "/invoices",
		"/privacy-policy", "/search", "/terms-and-conditions", "/things-to-do", "/things-to-do-in-dubai",
		"/unavailable",
	}
	for _, path := range slices.Clone(want) {
		want = append(want, strings.TrimSuffix("/ar"+path, "/"))
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(items)); !slices.Equal(got, want) {
		t.Errorf("pages\n%v, want\n%v", got, want)
	}
}

func TestCustomPageIsPublishedOnTheDeploymentsThatItNames(t *testing.T) {
	for _, test := range []struct {
		name, choice string
		there        bool
	}{{"all deployments", "", true}, {"this deployment", "[wayfare]", true}, {"another", "[other]", false}} {
		t.Run(test.name, func(t *testing.T) {
			root := contenttest.Copy(t)
			contenttest.Write(t, root, "deployments/other.yaml", "hosts: [other.localhost]\n"+
				"baseUrl: https://other.example\nname: {en: Other, ar: أخرى}\nlayoutType: default\n"+
				"languages: [en, ar]\ncurrencies: [AED]\ncontact: {email: hello@other.example}\nweight: 200\n")
			for _, language := range []string{"en", "ar"} {
				contenttest.Write(t, root, "pages/our-team/"+language+".md",
					"---\ntitle: Our team\ndescription: Who we are.\n---\nGuides.\n")
			}
			if test.choice != "" {
				contenttest.Write(t, root, "pages/our-team/page.yaml", "deployments: "+test.choice+"\n")
			}
			contenttest.Replace(t, root, "pages/about/en.md", "We are few.", "[Us](/our-team)")
			items := plan(t, root)
			for _, path := range []string{"/our-team", "/ar/our-team"} {
				if _, there := items[path]; there != test.there {
					t.Errorf("whether there is a page %s is %v, want %v", path, there, test.there)
				}
			}
			about := payloadAt[payload.Text](t, items, "/about")
			if linked := strings.Contains(about.HTML, `href="/our-team"`); linked != test.there {
				t.Errorf("the link to it is %s", about.HTML)
			}
		})
	}
}

func TestSEOTitleKeepsTheShownTitle(t *testing.T) {
	root := contenttest.Copy(t)
	for file, title := range map[string]string{
		"products/walk/en.md": "Old town walk", "cities/dubai/en.md": "Dubai",
	} {
		contenttest.Replace(t, root, file, "title: "+title+"\n", "title: "+title+"\nseoTitle: The best of "+title+"\n")
	}
	items := plan(t, root)
	walk := payloadAt[payload.Product](t, items, "/things-to-do-in-dubai/walk")
	if walk.Title != "Old town walk" || walk.SEOTitle != "The best of Old town walk" {
		t.Errorf("the product is %q, and %q for search engines", walk.Title, walk.SEOTitle)
	}
	dubai := payloadAt[payload.Listing](t, items, "/things-to-do-in-dubai")
	if dubai.Heading != "Dubai" || dubai.SEOTitle != "The best of Dubai" {
		t.Errorf("the listing is %q, and %q for search engines", dubai.Heading, dubai.SEOTitle)
	}
	if dunes := payloadAt[payload.Product](t, items, "/things-to-do-in-dubai/dunes"); dunes.SEOTitle != "" {
		t.Errorf("a product without a title for search engines has %q", dunes.SEOTitle)
	}
}

func TestEditChangesTheKeysOfThePagesThatShowIt(t *testing.T) {
	for _, test := range []struct {
		name, file, old, new string
		want                 []string
	}{
		{"a product's prose", "products/walk/en.md", "Through the lanes.", "Through the old lanes.",
			[]string{"/things-to-do-in-dubai/walk"}},
		{
			"a product's title", "products/walk/en.md", "Old town walk", "Older town walk",
			[]string{
				"/", "/desert", "/things-to-do", "/things-to-do-in-dubai", "/things-to-do-in-dubai/dunes",
				"/things-to-do-in-dubai/walk", "/unavailable",
			},
		},
		{"a post's prose", "blog/camps/en.md", "Before you go", "Before you leave", []string{"/blog/camps"}},
		{"a post's description", "blog/camps/en.md", "What to ask.", "What to ask first.",
			[]string{"/", "/blog", "/blog/camps"}},
		{"a city's prose", "cities/dubai/en.md", "What there is to do.", "What to do.",
			[]string{"/things-to-do-in-dubai"}},
		{"a text page", "pages/about/en.md", "We are few.", "We are many.", []string{"/about"}},
		{"a testimonial", "testimonials/maren/en.md", "Worth it.", "Well worth it.", []string{"/"}},
		{"a redirect", "redirects.yaml", "/offers", "/deals", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := contenttest.Copy(t)
			before := plan(t, root)
			contenttest.Replace(t, root, test.file, test.old, test.new)
			var changed []string
			for path, item := range plan(t, root) {
				if item.Key != before[path].Key {
					changed = append(changed, path)
				}
			}
			slices.Sort(changed)
			if !slices.Equal(changed, test.want) {
				t.Errorf("keys changed of %v, want %v", changed, test.want)
			}
		})
	}
}

func TestLinksInProseResolveToPagesOfTheDeployment(t *testing.T) {
	for _, test := range []struct{ prose, want string }{
		{"[here](/faq)", `<a href="/ar/faq">here</a>`},
		{"[here](/faq/?a=1&b=2#top)", `<a href="/ar/faq?a=1&amp;b=2#top">here</a>`},
		{"[here](product:dunes#reviews)", `<a href="/ar/things-to-do-in-dubai/dunes#reviews">here</a>`},
		{"[here](/offers)", `<a href="/ar/offers">here</a>`},
		{"[here](https://other.example/)", `<a href="https://other.example/" rel="noopener">here</a>`},
		{"[here](/nowhere) and [there](/faq)", `here and <a href="/ar/faq">there</a>`},
		{"[here](product:gone)", "here"},
	} {
		t.Run(test.prose, func(t *testing.T) {
			root := contenttest.Copy(t)
			contenttest.Replace(t, root, "products/walk/en.md", "Through the lanes.", test.prose)
			english := payloadAt[struct{ Product payload.ProductDetail }](t, plan(t, root),
				"/things-to-do-in-dubai/walk")
			if got, want := english.Product.Overview, "<p>"+strings.ReplaceAll(test.want, `"/ar/`, `"/`)+
				"</p>"; got != want {
				t.Errorf("in English %s, want %s", got, want)
			}
			contenttest.Write(t, root, "pages/about/ar.md", "---\ntitle: About\ndescription: Us.\n---\n"+
				test.prose+"\n")
			arabic := payloadAt[payload.Text](t, plan(t, root), "/ar/about")
			if want := "<p>" + test.want + "</p>"; arabic.HTML != want {
				t.Errorf("in Arabic %s, want %s", arabic.HTML, want)
			}
		})
	}
}

func TestLinkToADraftIsDeadUnlessDraftsAreIncluded(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "pages/about/en.md", "We are few.", "[Walk](product:walk)")
	contenttest.Replace(t, root, "products/walk/product.yaml", "city: dubai", "draft: true\ncity: dubai")
	for _, test := range []struct {
		name       string
		visibility pages.Visibility
		dead       bool
	}{{"without drafts", pages.Visibility{AsOf: today}, true}, {"with drafts", pages.FullVisibility(today), false}} {
		t.Run(test.name, func(t *testing.T) {
			site, _ := siteOf(t, root, test.visibility)
			var dead []pages.DeadLink
			for _, item := range site.Plan() {
				dead = append(dead, item.DeadLinks...)
			}
			link := pages.DeadLink{ProseLink: pages.ProseLink{
				File: filepath.Join(root, "pages/about/en.md"), Link: markdown.Link{To: "product:walk", Line: 5},
			}}
			if got := slices.Contains(dead, link); got != test.dead {
				t.Errorf("whether the link is among the dead ones %v is %v, want %v", dead, got, test.dead)
			}
		})
	}
}

// related returns the slugs of the related products of a product page.
func related(t *testing.T, root, path string) (slugs []string) {
	t.Helper()
	for _, card := range payloadAt[struct{ Related []payload.ProductCard }](t, plan(t, root), path).Related {
		slugs = append(slugs, card.Slug)
	}
	return slugs
}

func TestRelatedProductsAreChosenOnesThenAvailableNeighbours(t *testing.T) {
	root := contenttest.Copy(t)
	walk := os.DirFS(filepath.Join(root, "products/walk"))
	for _, slug := range []string{"a", "b", "c", "d", "e"} {
		if err := os.CopyFS(filepath.Join(root, "products", slug), walk); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		name, file, text string
		want             []string
	}{
		{"neighbours in list order, wrapping around", "", "", []string{"e", "walk", "dunes", "a"}},
		{"the chosen products first", "products/d/product.yaml", "related: [b]", []string{"b", "e", "walk", "dunes"}},
		{"no sold-out products", "products/e/product.yaml", "status: SOLD_OUT", []string{"b", "walk", "dunes", "a"}},
		{"the best rated first for a sold-out product", "products/d/product.yaml", "status: SOLD_OUT",
			[]string{"dunes", "b", "walk", "a"}},
	} {
		if step.file != "" {
			contenttest.Replace(t, root, step.file, "city: dubai", step.text+"\ncity: dubai")
		}
		if got := related(t, root, "/things-to-do-in-dubai/d"); !slices.Equal(got, step.want) {
			t.Errorf("%s: %v, want %v", step.name, got, step.want)
		}
	}
}

func TestManifestRedirectsAreThoseOfEditorsAndAliases(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "blog/camps/en.md", "[/stories/camps]", "[/stories/camps/, /faq]")
	site, _ := siteOf(t, root, pages.Visibility{AsOf: today})
	manifest := site.Manifest("1", "b", today)
	want := []payload.Redirect{
		{From: "/offers", To: "/things-to-do", Status: 301}, {From: "/stories/camps", To: "/blog/camps", Status: 301},
	}
	if !slices.Equal(manifest.Redirects, want) {
		t.Errorf("redirects %v, want %v", manifest.Redirects, want)
	}
}

func TestListingsLongerThanPageSizeHaveFurtherPages(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "deployments/wayfare.yaml", "pageSize: 12", "pageSize: 1")
	items := plan(t, root)
	first := payloadAt[payload.Listing](t, items, "/things-to-do-in-dubai")
	second := payloadAt[payload.Listing](t, items, "/things-to-do-in-dubai/page/2")
	if first.Intro == "" || second.Intro != "" {
		t.Errorf("introductions %q and %q, want one on the first page only", first.Intro, second.Intro)
	}
	if first.Total != 2 || first.Pages != 2 || second.Number != 2 {
		t.Errorf("pages %+v and %+v", first, second)
	}
	for slug, page := range map[string]payload.Listing{"dunes": first, "walk": second} {
		if len(page.Cards) != 1 || !strings.Contains(string(page.Cards[0]), `"slug":"`+slug+`"`) {
			t.Errorf("page %d shows %s, want %s alone", page.Number, page.Cards, slug)
		}
	}
	if _, ok := items["/things-to-do-in-dubai/page/3"]; ok {
		t.Error("there is a third page of two products")
	}
}
