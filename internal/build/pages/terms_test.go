package pages_test

import (
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/pages"
	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
)

// taggedContent returns the small catalogue with two more posts, and with tags, authors and a series.
func taggedContent(t *testing.T) (root string) {
	root = contenttest.Copy(t)
	for language, front := range map[string]string{
		"en": "tags: [Camps, Fire & smoke, نار 7]\nauthor: Hana Qasimi\nseries: sands\n",
		"ar": "tags: [مخيمات, نار]\nauthor: هناء القاسمي\nseries: sands\n",
	} {
		contenttest.Replace(t, root, "blog/camps/"+language+".md", "products: [dunes]", "products: [dunes]\n"+front)
		contenttest.Write(t, root, "blog/fires/"+language+".md",
			"---\ntitle: Fires "+language+"\ndate: 2026-10-02\ndescription: How.\n"+front+"---\nWood.\n")
	}
	contenttest.Write(t, root, "blog/alone/en.md", "---\ntitle: Alone\ndate: 2026-10-03\ndescription: One.\n"+
		"tags: [solitude]\nauthor: Zoë Lind\n---\nSand.\n")
	contenttest.Write(t, root, "terms.yaml", "tags:\n  camps: {name: {en: Camps, ar: مخيمات}}\n"+
		"authors:\n  hana: {name: {en: Hana Qasimi, ar: هناء القاسمي}, about: {en: She camps., ar: تخيّم.}, "+
		"image: dunes.png}\nseries:\n  sands: {name: {en: The sands, ar: الرمال}}\n")
	return root
}

func TestTagsAuthorsAndSeriesHavePages(t *testing.T) {
	items := plan(t, taggedContent(t))
	var found []string
	for path := range items {
		if i := strings.Index(path, "blog/"); i >= 0 && strings.Count(path[i:], "/") == 2 {
			found = append(found, path)
		}
	}
	slices.Sort(found)
	// A tag of a single post has no page, nor has a non-Latin name without an entry in terms.yaml.
	want := []string{"/ar/blog/author/hana", "/ar/blog/series/sands", "/ar/blog/tag/camps", "/blog/author/hana",
		"/blog/author/zoe-lind", "/blog/series/sands", "/blog/tag/camps", "/blog/tag/fire-smoke"}
	if !slices.Equal(found, want) {
		t.Errorf("there are %v, want %v", found, want)
	}
	author := payloadAt[payload.Blog](t, items, "/ar/blog/author/hana")
	if author.Term.Name != "هناء القاسمي" || author.Term.About != "تخيّم." || author.Term.Image == nil ||
		len(author.Posts) != 2 || author.Locales != nil {
		t.Errorf("the author's page is %+v", author)
	}
	series := payloadAt[payload.Blog](t, items, "/blog/series/sands")
	if series.Posts[0].Slug != "camps" || series.Posts[1].Slug != "fires" {
		t.Errorf("a series is not in its order: %+v", series.Posts)
	}
	if only := payloadAt[payload.Blog](t, items, "/blog/author/zoe-lind"); !slices.Equal(only.Locales, []string{"en"}) {
		t.Errorf("a page of one language has those of %v", only.Locales)
	}
	story := payloadAt[payload.Post](t, items, "/ar/blog/camps")
	if story.Tags[0].Path != "/blog/tag/camps" || story.Tags[1].Path != "" || story.Tags[1].Name != "نار" ||
		story.Author.Path != "/blog/author/hana" || story.Series.Name != "الرمال" {
		t.Errorf("the story's links are %+v %+v %+v", story.Tags, story.Author, story.Series)
	}
}

// The beginning of a post's prose replaces a missing description, except above the prose itself.
func TestPostPageDoesNotRepeatItsFirstSentence(t *testing.T) {
	root := taggedContent(t)
	contenttest.Replace(t, root, "blog/alone/en.md", "description: One.\n", "")
	items := plan(t, root)
	alone := payloadAt[payload.Post](t, items, "/blog/alone")
	if alone.Post.Description != "" || alone.Description != "Sand." {
		t.Errorf("the description above the prose is %q, on the page %q", alone.Post.Description, alone.Description)
	}
	if list := payloadAt[payload.Blog](t, items, "/blog"); list.Posts[0].Description != "Sand." {
		t.Errorf("the card says %q", list.Posts[0].Description)
	}
	if fires := payloadAt[payload.Post](t, items, "/blog/fires"); fires.Post.Description != "How." {
		t.Errorf("the description above the prose is %q", fires.Post.Description)
	}
}

func TestTagsAuthorsAndSeriesHaveFeeds(t *testing.T) {
	site, _ := siteOf(t, taggedContent(t), pages.Visibility{AsOf: today})
	files, err := site.WebFiles(site.Shells(), today)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, f := range slices.AppendSeq(files, site.Sitemap(site.Plan())) {
		found[f.Path] = string(f.Data)
	}
	feed := found["ar/blog/tag/camps/feed.xml"]
	for _, want := range []string{"<title>مخيمات · دروب</title>", "<title>Fires ar</title>",
		`href="https://www.wayfare.example/ar/blog/tag/camps/feed.xml"`} {
		if !strings.Contains(feed, want) {
			t.Errorf("%s is not in %s", want, feed)
		}
	}
	series := found["blog/series/sands/feed.xml"]
	if strings.Index(series, "Fires en") > strings.Index(series, "Choosing") {
		t.Error("the feed of a series does not begin with the newest")
	}
	if !strings.Contains(found["sitemap.xml"], "<loc>https://www.wayfare.example/blog/tag/camps</loc>") {
		t.Error("the sitemap does not name a tag's page")
	}
}

func TestChangedTitleChangesThePagesOfItsTerms(t *testing.T) {
	root := taggedContent(t)
	before := plan(t, root)
	contenttest.Replace(t, root, "blog/camps/en.md", "title: Choosing a camp", "title: Choosing camps")
	after := plan(t, root)
	for path, changed := range map[string]bool{"/blog/tag/camps": true, "/blog/author/hana": true,
		"/blog/author/zoe-lind": false, "/ar/blog/tag/camps": false} {
		if got := before[path].Key != after[path].Key; got != changed {
			t.Errorf("the key of %s changes: %v", path, got)
		}
	}
}
