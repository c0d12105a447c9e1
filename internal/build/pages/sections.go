package pages

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
)

// plainPages are the pages whose words are all in the site's locale files.
var plainPages = []struct {
	kind    payload.Kind
	path    string
	outcome payload.Outcome
	listed  bool
}{
	{payload.KindContact, "/contact-us", "", true},
	{payload.KindNotFound, "/404", "", false},
	{payload.KindCart, "/cart", "", false},
	{payload.KindCheckout, "/checkout", "", false},
	{payload.KindResult, "/checkout/success", payload.OutcomeSuccess, false},
	{payload.KindResult, "/checkout/error", payload.OutcomeError, false},
	{payload.KindResult, "/checkout/on_hold", payload.OutcomeOnHold, false},
	{payload.KindInvoices, "/invoices", "", false},
	{payload.KindSearch, "/search", "", false},
	{payload.KindReset, "/auth/reset-password", "", false},
}

// unavailablePath is the page that visitors see if an activity cannot be booked any more.
const unavailablePath = "/unavailable"

// allPaths lists the deployment's addresses in a language, without locale prefix, to check links against.
func (s *Site) allPaths(language string) map[string]bool {
	paths := map[string]bool{"/": true, "/blog": true, "/faq": true, s.listingPath(): true, unavailablePath: true}
	for _, p := range plainPages {
		paths[p.path] = true
	}
	for _, page := range s.content.Library.Pages {
		path := s.textPath(page, language)
		paths[path] = paths[path] || page.IsShownBy(s.deployment.ID) && len(page.Texts) > 0 &&
			isTextShown(s, page.Texts)
	}
	for _, p := range s.products {
		paths[s.productPath(p, language)] = true
	}
	for _, c := range s.cities {
		paths[s.cityPath(c, language)] = true
	}
	for _, c := range s.categories {
		paths[s.categoryPath(c, language)] = true
	}
	for _, p := range s.posts[language] {
		paths[postPath(p.Slug)] = true
	}
	for _, t := range s.terms[language] {
		paths[t.path()] = true
	}
	return paths
}

func (p *planner) cityCards() []payload.PlaceCard {
	out := []payload.PlaceCard{}
	for _, c := range p.site.cities {
		out = append(out, p.placeCard(p.site.content.Summarizer.city(c.Slug, p.view), c.Image,
			len(p.site.byCity[c.Slug])))
		out[len(out)-1].Unpublished = draftReasons(c.Draft)
	}
	return out
}

func (p *planner) categoryCards() []payload.PlaceCard {
	out := []payload.PlaceCard{}
	for _, c := range p.site.categories {
		named := p.site.content.Summarizer.category(c.Slug, p.view)
		out = append(out, p.placeCard(named, c.Image, len(p.site.byCategory[c.Slug])))
		out[len(out)-1].Unpublished = draftReasons(c.Draft)
	}
	return out
}

func (p *planner) placeCard(of payload.Named, image string, count int) payload.PlaceCard {
	card := payload.PlaceCard{Slug: of.ID, Address: of.Address, Title: of.Name, Count: count, WrittenIn: of.WrittenIn}
	if i := p.image(image); i != nil {
		card.Image = *i
	}
	return card
}

func (p *planner) planListings() {
	if !p.skipPages(p.listingPageCount(p.site.all)) {
		all := payload.Listing{Of: payload.OfAll, Base: p.site.listingPath(), Neighbours: p.cityNames("")}
		p.planListing(all, productList{placesIn: func(s *Site) ([]int, bool) { return s.all, true },
			language: p.language})
	}
	for _, c := range p.site.cities {
		if p.skipPages(p.listingPageCount(p.site.byCity[c.Slug])) {
			continue
		}
		t, language := catalog.TextIn(p.view, c.Texts)
		l := payload.Listing{Of: payload.OfCity, ID: c.Slug, Base: p.site.cityPath(c, p.language),
			Neighbours: p.cityNames(c.Slug)}
		l.Paths = p.otherLanguagePaths(l.Base, func(s *Site, language string) string { return s.cityPath(c, language) })
		l.Unpublished = draftReasons(c.Draft)
		p.planListing(p.withPlaceText(l, c.Texts, c.Image), productList{func(s *Site) ([]int, bool) {
			return s.byCity[c.Slug], slices.Contains(s.cities, c)
		}, t.Body, language, c.Image})
	}
	for _, c := range p.site.categories {
		if p.skipPages(p.listingPageCount(p.site.byCategory[c.Slug])) {
			continue
		}
		t, language := catalog.TextIn(p.view, c.Texts)
		l := payload.Listing{Of: payload.OfCategory, ID: c.Slug, Base: p.site.categoryPath(c, p.language),
			Neighbours: p.categoryNames(c.Slug)}
		l.Paths = p.otherLanguagePaths(l.Base, func(s *Site, language string) string {
			return s.categoryPath(c,
				language)
		})
		l.Unpublished = draftReasons(c.Draft)
		p.planListing(p.withPlaceText(l, c.Texts, c.Image), productList{func(s *Site) ([]int, bool) {
			return s.byCategory[c.Slug], slices.Contains(s.categories, c)
		}, t.Body, language, c.Image})
	}
}

func (p *planner) withPlaceText(l payload.Listing, texts map[string]*catalog.PlaceText, image string) payload.Listing {
	t, language := catalog.TextIn(p.view, texts)
	l.WrittenIn = writtenInOf(language, p.view)
	p.setTranslations(&l.Page, func(s *Site, _ int) bool { return texts[s.view.Language] != nil })
	l.Heading, l.Summary = t.Title, t.Summary
	l.SEOTitle, l.Description = t.SEOTitle, cmp.Or(t.SEODescription, t.Summary)
	l.Hero = p.site.content.Summarizer.image(image, p.view)
	l.Image = l.Hero
	return l
}

// productList has the parts of a list that are not in its payload: the places of its products in the site of a
// language, and whether that site has the list; its introduction with the language of this text, and its picture.
type productList struct {
	placesIn func(s *Site) (places []int, has bool)
	intro    catalog.Prose
	language string
	image    string
}

// listingPageCount returns how many pages a list of products has. There is a first page even of an empty list.
func (p *planner) listingPageCount(places []int) int {
	size := p.site.deployment.PageSize
	return max(1, (len(places)+size-1)/size)
}

// planListing plans the pages of one list.
func (p *planner) planListing(l payload.Listing, list productList) {
	size := p.site.deployment.PageSize
	places, _ := list.placesIn(p.site)
	l.Kind, l.Total, l.Pages = payload.KindListing, len(places), p.listingPageCount(places)
	for n := 1; n <= l.Pages; n++ {
		if p.skipPages(1) {
			continue
		}
		page := l
		page.Number, page.Path = n, l.Base
		if n > 1 {
			end := "/page/" + strconv.Itoa(n)
			page.Path, page.Paths = l.Base+end, maps.Clone(l.Paths)
			for language := range page.Paths {
				page.Paths[language] += end
			}
		}
		page.Locales = p.localesOf(n, func(s *Site, _ string) int {
			if places, has := list.placesIn(s); has {
				return p.listingPageCount(places)
			}
			return 0
		})
		p.planListingPage(page, p.site.productsAt(places[(n-1)*size:min(n*size, len(places))]), list)
	}
}

// localesOf returns the languages that have a page of a list by its number, where these are not all. pages returns how
// many pages the list has in a language.
func (p *planner) localesOf(number int, pages func(s *Site, language string) int) (in []string) {
	for _, language := range p.site.deployment.Languages {
		if number <= pages(p.site.forLanguage(language), language) {
			in = append(in, language)
		}
	}
	if len(in) == len(p.site.deployment.Languages) {
		return nil
	}
	return in
}

// foldersOf are the folders of content that lists show.
var foldersOf = map[payload.ListingOf]string{payload.OfCity: "cities/", payload.OfCategory: "categories/"}

// planListingPage plans one page of a list with some of its products; the first has the introduction.
func (p *planner) planListingPage(page payload.Listing, products []*Summary, list productList) {
	if p.skipPage() {
		return
	}
	if page.Number == 1 {
		page.Intro = p.renderProse(list.intro, list.language, page.Path)
	}
	if list.image != "" {
		p.pictures = append(p.pictures, list.image)
	}
	p.addPage(&page.Page, &page, nil, payloadPart{name: "cards", products: products})
	if folder := foldersOf[page.Of]; folder != "" {
		p.items[len(p.items)-1].Folder = folder + page.ID
	}
	p.setDependencies(products, nil)
}

func (p *planner) cityNames(except string) []payload.Named {
	out := []payload.Named{}
	for _, c := range p.site.cities {
		if c.Slug != except {
			out = append(out, p.site.content.Summarizer.city(c.Slug, p.view))
		}
	}
	return out
}

func (p *planner) categoryNames(except string) []payload.Named {
	out := []payload.Named{}
	for _, c := range p.site.categories {
		if c.Slug != except {
			out = append(out, p.site.content.Summarizer.category(c.Slug, p.view))
		}
	}
	return out
}

const postsPerPage = 9

func (p *planner) planBlog() {
	posts := p.site.posts[p.language]
	pages := blogPageCount(len(posts))
	for n := 1; n <= pages; n++ {
		p.planBlogPage(n, pages)
	}
	p.planTermPages()
	p.planPostPages()
}

func (p *planner) planBlogPage(n, pages int) {
	if p.skipPage() {
		return
	}
	list := &payload.Blog{Page: payload.Page{Kind: payload.KindBlog, Path: "/blog"}, Number: n, Pages: pages}
	if n > 1 {
		list.Path += "/page/" + strconv.Itoa(n)
	}
	posts := p.site.posts[p.language]
	posts = posts[(n-1)*postsPerPage : min(n*postsPerPage, len(posts))]
	list.Posts = p.postCards(posts, postsPerPage)
	list.Locales = p.localesOf(n, func(s *Site, language string) int { return blogPageCount(len(s.posts[language])) })
	p.addPage(&list.Page, list, nil)
	p.setDependencies(nil, posts)
}

// planTextPages plans the pages of questions and prose, and those that islands fill.
func (p *planner) planTextPages() {
	p.planQuestions()
	written := p.site.content.Library.Pages
	for _, slug := range slices.Sorted(maps.Keys(written)) {
		if t, _ := catalog.TextIn(p.view, written[slug].Texts); t != nil &&
			written[slug].IsShownBy(p.site.deployment.ID) {
			p.planTextPage(slug)
		}
	}
	p.planUnavailablePage()
	for _, one := range plainPages {
		if p.skipPage() {
			continue
		}
		page := &payload.Plain{Page: payload.Page{Kind: one.kind, Path: one.path, NoIndex: !one.listed},
			Outcome: one.outcome}
		p.addPage(&page.Page, page, nil)
	}
}

// planTextPage plans a page of prose.
func (p *planner) planTextPage(slug string) {
	if p.skipPage() {
		return
	}
	of := p.site.content.Library.Pages[slug]
	texts := of.Texts
	t, language := catalog.TextIn(p.view, texts)
	page := &payload.Text{
		Page: payload.Page{Kind: payload.KindText, Path: p.site.textPath(of, p.language), Title: t.Title,
			Description: t.Description,
			Image:       p.image(t.Image), WrittenIn: writtenInOf(language, p.view)},
		Modified: string(t.Lastmod),
	}
	page.Paths = p.otherLanguagePaths(page.Path, func(s *Site, language string) string {
		return s.textPath(of,
			language)
	})
	html, parts, shown := p.renderPageProse(t.Body, language, page.Path)
	page.HTML, page.Parts = html, parts
	p.setTranslations(&page.Page, func(s *Site, _ int) bool { return texts[s.view.Language] != nil })
	p.addPage(&page.Page, page, nil, cardsPart(shown)...)
	p.items[len(p.items)-1].Folder = "pages/" + slug
	p.setDependencies(shown, nil)
}

func (p *planner) planUnavailablePage() {
	if p.skipPage() {
		return
	}
	products := p.site.bestBookable(topProductCount)
	page := &payload.Unavailable{Page: payload.Page{Kind: payload.KindUnavailable, Path: unavailablePath,
		NoIndex: true}}
	p.addPage(&page.Page, page, nil, payloadPart{name: "similar", products: products})
	p.setDependencies(products, nil)
}

func (p *planner) planQuestions() {
	if p.skipPage() {
		return
	}
	faq := &payload.FAQ{Page: payload.Page{Kind: payload.KindFAQ, Path: "/faq"}, Topics: []payload.FAQTopic{}}
	for _, topic := range p.site.content.Library.Topics {
		title, language := p.view.Text(topic.Title)
		t := payload.FAQTopic{ID: topic.ID, Title: title, Entries: []payload.FAQEntry{},
			WrittenIn: writtenInOf(language, p.view)}
		for _, e := range p.site.questionsOf(topic, p.view) {
			text, language := catalog.TextIn(p.view, e.Texts)
			t.Entries = append(t.Entries, payload.FAQEntry{ID: e.Slug, Question: text.Question,
				Answer: p.renderProse(text.Body, language, faq.Path), WrittenIn: writtenInOf(language, p.view),
				Unpublished: draftReasons(e.Draft)})
		}
		if len(t.Entries) > 0 {
			faq.Topics = append(faq.Topics, t)
		}
	}
	p.addPage(&faq.Page, faq, nil)
}

// questionsOf returns the questions of a topic that a view shows: none if the topic has no title there.
func (s *Site) questionsOf(topic catalog.Topic, view catalog.View) (shown []*catalog.FAQEntry) {
	if title, _ := view.Text(topic.Title); title == "" {
		return nil
	}
	for _, e := range s.content.Library.FAQ {
		text, _ := catalog.TextIn(view, e.Texts)
		if e.Topic == topic.ID && text != nil && s.visibility.DraftVisible(e.Draft) {
			shown = append(shown, e)
		}
	}
	return shown
}
