package pages_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/pages"
	"storefront/internal/content/contenttest"
	"storefront/internal/core/payload"
)

// partlyTranslated returns content with a product, a post, a question, a testimonial and a label without Arabic.
func partlyTranslated(t *testing.T, untranslated string) (root string) {
	t.Helper()
	root = contenttest.Copy(t)
	contenttest.Replace(t, root, "deployments/wayfare.yaml", "supplier: false",
		"supplier: false\nuntranslated: "+untranslated)
	contenttest.Write(t, root, "pages/our-team/en.md", "---\ntitle: Our team\ndescription: Who we are.\n---\nGuides.\n")
	for _, folder := range []string{"products/walk", "blog/camps", "faq/pay", "testimonials/maren"} {
		contenttest.Remove(t, root, folder+"/ar.md")
	}
	contenttest.Write(t, root, "labels.yaml", "new: {en: New}\n")
	contenttest.Write(t, root, "suppliers/sands.yaml", "name: {en: Sands}\nconfirmation: instant\n")
	contenttest.Write(t, root, "media/ar.yaml", "")
	return root
}

func webFile(t *testing.T, root, name string) string {
	t.Helper()
	site, _ := siteOf(t, root, pages.Visibility{AsOf: today})
	files, err := site.WebFiles(site.Shells(), today)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range slices.AppendSeq(files, site.Sitemap(site.Plan())) {
		if f.Path == name {
			return string(f.Data)
		}
	}
	t.Fatalf("there is no file %s", name)
	return ""
}

var english = payload.Language{Lang: "en", Dir: payload.LeftToRight}

func isEnglish(l *payload.Language) bool { return l != nil && *l == english }

func TestUntranslatedContentFallsBackToTheDefaultLanguage(t *testing.T) {
	root := partlyTranslated(t, "fallback")
	items := plan(t, root)
	walk := payloadAt[payload.Product](t, items, "/ar/things-to-do-in-dubai/walk")
	if walk.Locale != "ar" || walk.Title != "Old town walk" || !isEnglish(walk.WrittenIn) ||
		!slices.Equal(walk.Translations, []string{"en"}) || walk.Locales != nil || walk.City.WrittenIn != nil {
		t.Errorf("the product is %+v", walk.Page)
	}
	own := payloadAt[payload.Product](t, items, "/things-to-do-in-dubai/walk")
	if own.WrittenIn != nil || !slices.Equal(own.Translations, []string{"en"}) {
		t.Errorf("in its own language it is %+v", own.Page)
	}
	dunes := payloadAt[payload.Product](t, items, "/ar/things-to-do-in-dubai/dunes")
	if dunes.WrittenIn != nil || dunes.Translations != nil || dunes.Title != "غروب الكثبان" {
		t.Errorf("a product in both languages is %+v", dunes.Page)
	}
	post := payloadAt[payload.Post](t, items, "/ar/blog/camps")
	if !isEnglish(post.WrittenIn) || !isEnglish(post.Post.WrittenIn) || post.Locales != nil {
		t.Errorf("the story is %+v", post.Page)
	}
	team := payloadAt[payload.Text](t, items, "/ar/our-team")
	if !isEnglish(team.WrittenIn) {
		t.Errorf("the page is %+v", team.Page)
	}
	faq := payloadAt[payload.FAQ](t, items, "/ar/faq")
	if len(faq.Topics) != 1 || faq.Topics[0].WrittenIn != nil || !isEnglish(faq.Topics[0].Entries[0].WrittenIn) {
		t.Errorf("the questions are %+v", faq.Topics)
	}
	type cards struct {
		payload.Home
		Top []payload.ProductCard `json:"top"`
	}
	home := payloadAt[cards](t, items, "/ar")
	if len(home.Testimonials) != 1 || !isEnglish(home.Testimonials[0].WrittenIn) ||
		home.Testimonials[0].Product.WrittenIn != nil || len(home.Posts) != 1 || !isEnglish(home.Posts[0].WrittenIn) {
		t.Errorf("the first page has %+v and %+v", home.Testimonials, home.Posts)
	}
	if len(home.Top) != 2 {
		t.Fatalf("the first page has %d products, want 2", len(home.Top))
	}
	for _, card := range home.Top {
		if isEnglish(card.WrittenIn) != (card.Slug == "walk") || card.Image.Alt != "Dunes at dusk" ||
			card.Image.Lang != "en" {
			t.Errorf("a card is %+v", card)
		}
		if card.Slug == "dunes" && (len(card.Labels) != 1 || !isEnglish(card.Labels[0].WrittenIn)) {
			t.Errorf("its labels are %+v", card.Labels)
		}
	}
}

func TestSitemapAndFeedOmitFallbackPages(t *testing.T) {
	root := partlyTranslated(t, "fallback")
	sitemap := webFile(t, root, "sitemap.xml")
	for _, path := range []string{"/things-to-do-in-dubai/walk", "/blog/camps", "/our-team"} {
		if !strings.Contains(sitemap, "<loc>https://www.wayfare.example"+path+"</loc>") {
			t.Errorf("%s is missing in the sitemap", path)
		}
		if strings.Contains(sitemap, "https://www.wayfare.example/ar"+path) {
			t.Errorf("/ar%s is in the sitemap", path)
		}
	}
	if !strings.Contains(sitemap, `hreflang="ar" href="https://www.wayfare.example/ar/things-to-do-in-dubai/dunes"`) {
		t.Error("a page in both languages has no alternate link")
	}
	for _, path := range []string{"/things-to-do-in-dubai/dunes", "/things-to-do-in-dubai/walk"} {
		if !strings.Contains(sitemap, `hreflang="x-default" href="https://www.wayfare.example`+path+`"`) {
			t.Errorf("%s is not for readers of other languages, as its head has it", path)
		}
	}
	if feed := webFile(t, root, "ar/feed.xml"); strings.Contains(feed, "camps") {
		t.Errorf("the Arabic feed has a post in English: %s", feed)
	}
}

func TestUntranslatedContentIsOmittedFromItsLanguage(t *testing.T) {
	root := partlyTranslated(t, "omit")
	items := plan(t, root)
	for _, path := range []string{"/things-to-do-in-dubai/walk", "/blog/camps", "/our-team"} {
		if _, there := items["/ar"+path]; there {
			t.Errorf("there is a page /ar%s", path)
		}
		if own := payloadAt[payload.Text](t, items, path); !slices.Equal(own.Locales, []string{"en"}) {
			t.Errorf("%s exists in %v", path, own.Locales)
		}
	}
	for path, want := range map[string]int{"/things-to-do": 2, "/ar/things-to-do": 1, "/desert": 2, "/ar/desert": 1,
		"/things-to-do-in-dubai": 2, "/ar/things-to-do-in-dubai": 1} {
		if list := payloadAt[payload.Listing](t, items, path); list.Total != want || len(list.Cards) != want {
			t.Errorf("%s has %d products, want %d", path, list.Total, want)
		}
	}
	home := payloadAt[payload.Home](t, items, "/ar")
	if len(home.Top) != 1 || len(home.Testimonials) != 0 || len(home.Posts) != 0 || home.Cities[0].Count != 1 {
		t.Errorf("the first page has %s, %+v and %+v", home.Top, home.Testimonials, home.Posts)
	}
	if faq := payloadAt[payload.FAQ](t, items, "/ar/faq"); len(faq.Topics) != 0 {
		t.Errorf("the questions are %+v", faq.Topics)
	}
	type detailed struct {
		Product payload.ProductDetail `json:"product"`
		Related []payload.ProductCard `json:"related"`
	}
	dunes := payloadAt[detailed](t, items, "/ar/things-to-do-in-dubai/dunes")
	if len(dunes.Related) != 0 || len(dunes.Product.Labels) != 0 {
		t.Errorf("it has %d neighbours and the labels %v", len(dunes.Related), dunes.Product.Labels)
	}
	if dunes.Product.Supplier.Name != "Sands" || !isEnglish(dunes.Product.Supplier.WrittenIn) {
		t.Errorf("its supplier is %+v", dunes.Product.Supplier)
	}
	if strings.Contains(dunes.Product.Overview, "<a ") || !strings.Contains(dunes.Product.Overview, "الجولة") {
		t.Errorf("the link to an omitted page is not plain text: %s", dunes.Product.Overview)
	}
	dead := items["/ar/things-to-do-in-dubai/dunes"].DeadLinks
	if len(dead) != 1 || dead[0].UntranslatedIn != "ar" || dead[0].To != "product:walk" {
		t.Errorf("its dead links are %+v", dead)
	}
	if sitemap := webFile(t, root, "sitemap.xml"); strings.Contains(sitemap, "/ar/things-to-do-in-dubai/walk") ||
		!strings.Contains(sitemap, "/ar/things-to-do-in-dubai/dunes") {
		t.Error("the sitemap does not follow the languages")
	}
	site, stored := siteOf(t, root, pages.Visibility{AsOf: today})
	for language, want := range map[string]int{"en": 2, "ar": 1} {
		if found, _ := site.SearchContent(language, stored.fetch); len(found.Products) != want {
			t.Errorf("the index of %s has %d products, want %d", language, len(found.Products), want)
		}
	}
}

func TestPostHasItsOwnSlugInALanguage(t *testing.T) {
	root := contenttest.Copy(t)
	contenttest.Replace(t, root, "blog/camps/ar.md", "date:",
		"slug: اختيار-مخيم\naliases: [/blog/مخيم, /ar_AE/old]\ndate:")
	contenttest.Replace(t, root, "products/dunes/ar.md", "انظر",
		"[المخيمات](/blog/camps) و[ثانيةً](/blog/اختيار-مخيم)، انظر")
	const own = "/blog/%D8%A7%D8%AE%D8%AA%D9%8A%D8%A7%D8%B1-%D9%85%D8%AE%D9%8A%D9%85"
	items := plan(t, root)
	if _, there := items["/ar/blog/camps"]; there {
		t.Error("the post has a page at its folder's name too")
	}
	arabic, english := payloadAt[payload.Post](t, items, "/ar"+own), payloadAt[payload.Post](t, items, "/blog/camps")
	if arabic.Path != own || arabic.Paths["en"] != "/blog/camps" || arabic.Locales != nil ||
		english.Paths["ar"] != own {
		t.Errorf("it is at %q and %v, in English at %q and %v", arabic.Path, arabic.Paths, english.Path, english.Paths)
	}
	if blog := payloadAt[payload.Blog](t, items, "/ar/blog"); "/blog/"+blog.Posts[0].Slug != own {
		t.Errorf("its card leads to %q", blog.Posts[0].Slug)
	}
	dunes := items["/ar/things-to-do-in-dubai/dunes"]
	if strings.Count(string(dunes.payload), `href=\"/ar`+own) != 2 || len(dunes.DeadLinks) != 0 {
		t.Errorf("links to it are %s", dunes.payload)
	}
	sitemap := webFile(t, root, "sitemap.xml")
	for _, want := range []string{"<loc>https://www.wayfare.example/ar" + own + "</loc>",
		`hreflang="ar" href="https://www.wayfare.example/ar` + own,
		`hreflang="en" href="https://www.wayfare.example/blog/camps"`} {
		if !strings.Contains(sitemap, want) {
			t.Errorf("the sitemap has no %s", want)
		}
	}
	for _, former := range []string{"/ar/blog/%D9%85%D8%AE%D9%8A%D9%85", "/ar_AE/old"} {
		redirects := webFile(t, root, "_redirects")
		if !strings.Contains(redirects, "\n"+former+" /ar"+own+" 301\n") {
			t.Errorf("its alias %s is not redirected: %s", former, redirects)
		}
	}
	if feed := webFile(t, root, "ar/feed.xml"); !strings.Contains(feed, own) {
		t.Errorf("the feed has no %s: %s", own, feed)
	}
}

func TestAliasRedirectsToTheLanguageThatHasThePost(t *testing.T) {
	root := partlyTranslated(t, "omit")
	contenttest.Remove(t, root, "blog/camps/en.md")
	contenttest.Write(t, root, "blog/camps/ar.md",
		"---\ntitle: مخيم\ndate: 2026-01-02\ndescription: ليلة.\naliases: [/2020/night]\n---\nنص.\n")
	redirects := webFile(t, root, "_redirects")
	for _, want := range []string{"\n/ar/2020/night /ar/blog/camps 301\n", "\n/2020/night /ar/blog/camps 301\n"} {
		if !strings.Contains(redirects, want) {
			t.Errorf("%q is not in %s", want, redirects)
		}
	}
}

func TestLLMsFileListsTheContentOfItsLanguage(t *testing.T) {
	for untranslated, want := range map[string]string{
		"fallback": "## Dubai\n\n- [Dubai](https://www.wayfare.example/ar/things-to-do-in-dubai/index.md)",
		"omit":     "",
	} {
		root := partlyTranslated(t, untranslated)
		contenttest.Remove(t, root, "cities/dubai/ar.md")
		list := webFile(t, root, "ar/llms.txt")
		if !strings.Contains(list, want) || strings.Contains(list, "[]") || want == "" &&
			strings.Contains(list, "things-to-do-in-dubai") {
			t.Errorf("%s: %s", untranslated, list)
		}
	}
}

func TestProductIsOmittedInALanguageThatItsCityLacks(t *testing.T) {
	root := partlyTranslated(t, "omit")
	contenttest.Remove(t, root, "cities/dubai/ar.md")
	items := plan(t, root)
	for path := range maps.Keys(items) {
		if strings.HasPrefix(path, "/ar/things-to-do-in") {
			t.Errorf("there is a page %s", path)
		}
	}
	if all := payloadAt[payload.Listing](t, items, "/ar/things-to-do"); all.Total != 0 {
		t.Errorf("%d products are listed", all.Total)
	}
	if dunes := payloadAt[payload.Product](t, items, "/things-to-do-in-dubai/dunes"); !slices.Equal(dunes.Locales,
		[]string{"en"}) {
		t.Errorf("it exists in %v", dunes.Locales)
	}
}

func TestUntranslatedCityHasItsDefaultName(t *testing.T) {
	root := partlyTranslated(t, "fallback")
	contenttest.Remove(t, root, "cities/dubai/ar.md")
	items := plan(t, root)
	list := payloadAt[payload.Listing](t, items, "/ar/things-to-do-in-dubai")
	if list.Heading != "Dubai" || !isEnglish(list.WrittenIn) || !slices.Equal(list.Translations, []string{"en"}) {
		t.Errorf("its list is %+v", list.Page)
	}
	dunes := payloadAt[payload.Product](t, items, "/ar/things-to-do-in-dubai/dunes")
	if dunes.WrittenIn != nil || dunes.City.Name != "Dubai" || !isEnglish(dunes.City.WrittenIn) {
		t.Errorf("a product there is %+v in %+v", dunes.Page, dunes.City)
	}
}
