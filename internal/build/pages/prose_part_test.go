package pages_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/pages"
	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
)

// withParts returns the small catalogue with parts added to the English post.
func withParts(t *testing.T, parts string) (root string) {
	root = contenttest.Copy(t)
	contenttest.Replace(t, root, "blog/camps/en.md", "Ask [us]", parts+"\n\nAsk [us]")
	return root
}

func slugsOf(t *testing.T, cards []json.RawMessage) (all []string) {
	t.Helper()
	for _, data := range cards {
		var card payload.ProductCard
		if err := json.Unmarshal(data, &card); err != nil {
			t.Fatal(err)
		}
		all = append(all, card.Slug)
	}
	return all
}

func TestPostPayloadHasTheCardsOfItsParts(t *testing.T) {
	root := withParts(t, "::card{product=walk}\n\n::cards{category=desert limit=1}\n\n::toc")
	story := payloadAt[payload.Post](t, plan(t, root), "/blog/camps")
	got := slugsOf(t, story.Cards)
	if slices.Sort(got); !slices.Equal(got, []string{"dunes", "walk"}) {
		t.Errorf("the post has the cards %v", got)
	}
	if len(story.Parts) != 3 || story.Parts[0].Kind != payload.CardsPart || story.Parts[0].Products[0] != "walk" ||
		len(story.Parts[1].Products) != 1 || story.Parts[2].Headings[0].Text != "Before you go" {
		t.Errorf("the parts are %+v", story.Parts)
	}
	if strings.Contains(story.Post.Description, "::") {
		t.Errorf("the description is %q", story.Post.Description)
	}
	plain := payloadAt[map[string]any](t, plan(t, contenttest.Copy(t)), "/blog/camps")
	if plain["parts"] != nil || plain["cards"] != nil {
		t.Error("the payload of a post without parts has their keys")
	}
}

func TestChangedPriceChangesTheKeyOfPostsThatShowIt(t *testing.T) {
	for parts, shown := range map[string]bool{
		"::card{product=walk}": true, "::cards{city=dubai}": true, "::map{latitude=25 longitude=55}": false,
	} {
		root := withParts(t, parts)
		before := plan(t, root)
		contenttest.Replace(t, root, "products/walk/product.yaml", "price: 600", "price: 650")
		after := plan(t, root)
		if changed := before["/blog/camps"].Key != after["/blog/camps"].Key; changed != shown {
			t.Errorf("with %s the key of the post changes: %v", parts, changed)
		}
		if before["/ar/blog/camps"].Key != after["/ar/blog/camps"].Key {
			t.Errorf("with %s the Arabic post changes", parts)
		}
	}
}

func TestReplanIncludesPostsThatShowAChangedProduct(t *testing.T) {
	root := withParts(t, "::cards{city=dubai}")
	contenttest.Replace(t, root, "pages/about/en.md", "We are few.", "We are few.\n\n::card{product=walk}")
	content, _ := read(t, root)
	site := pages.NewSite(content, content.Library.Deployments[0], pages.Visibility{AsOf: today})
	items := site.Plan()
	contenttest.Replace(t, root, "products/walk/en.md", "Old town walk", "Older town walk")
	edited, _ := read(t, root)
	changes := pages.Changes{Products: map[*pages.Summary]*pages.Summary{}}
	for i, p := range content.Products {
		if p.Slug == "walk" {
			changes.Products[p] = edited.Products[i]
		}
	}
	_, planned, replanned, ok := site.Replan(content, items, changes)
	if !ok {
		t.Fatal("everything would be planned")
	}
	var again []string
	for _, i := range replanned {
		again = append(again, planned[i].Path)
	}
	for _, path := range []string{"/blog/camps", "/about"} {
		if !slices.Contains(again, path) {
			t.Errorf("%s is not planned again, only %v", path, again)
		}
	}
}

func TestCardsPartOmitsUnsoldProducts(t *testing.T) {
	root := withParts(t, "::cards{products=\"walk dunes\"}")
	contenttest.Replace(t, root, "deployments/wayfare.yaml", "pageSize: 12", "pageSize: 12\nsells: {products: [dunes]}")
	items := plan(t, root)
	story := payloadAt[payload.Post](t, items, "/blog/camps")
	if got := slugsOf(t, story.Cards); len(got) != 1 || got[0] != "dunes" {
		t.Errorf("the post has the cards %v", got)
	}
	if dead := items["/blog/camps"].DeadLinks; len(dead) != 1 || dead[0].To != "product:walk" || !dead[0].IsEmbed {
		t.Errorf("the dead links are %+v", dead)
	}
}
