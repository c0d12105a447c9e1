package pages

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
)

// plain are the pages whose words are all in the site's locale files.
var plain = []struct {
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
	for _, p := range plain {
		paths[p.path] = true
	}
	for _, page := range s.content.Library.Pages {
		path := s.textPath(page, language)
		paths[path] = paths[path] || page.IsOf(s.deployment.ID) && len(page.Texts) > 0 && shownIn(s, page.Texts)
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
		paths[storyPath(p.Slug)] = true
	}
	for _, t := range s.terms[language] {
		paths[t.path()] = true
	}
	return paths
}

func (p *planner) cityCards() []payload.PlaceCard {
	out := []payload.PlaceCard{}
	for _, c := range p.site.cities {
		out = append(out, p.placeCard(p.site.content.Maker.city(c.Slug, p.view), c.Image, len(p.site.byCity[c.Slug])))
		out[len(out)-1].Unpublished = ofDraft(c.Draft)
	}
	return out
}

func (p *planner) categoryCards() []payload.PlaceCard {
	out := []payload.PlaceCard{}
	for _, c := range p.site.categories {
		named := p.site.content.Maker.category(c.Slug, p.view)
		out = append(out, p.placeCard(named, c.Image, len(p.site.byCategory[c.Slug])))
		out[len(out)-1].Unpublished = ofDraft(c.Draft)
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

func (p *planner) listings() {
	if !p.skipsAll(p.listPages(p.site.all)) {
		all := payload.Listing{Of: payload.OfAll, Base: p.site.listingPath(), Neighbours: p.cityNames("")}
		p.listing(all, listed{in: func(s *Site) ([]int, bool) { return s.all, true }, language: p.code})
	}
	for _, c := range p.site.cities {
		if p.skipsAll(p.listPages(p.site.byCity[c.Slug])) {
			continue
		}
		t, language := catalog.In(p.view, c.Texts)
		l := payload.Listing{Of: payload.OfCity, ID: c.Slug, Base: p.site.cityPath(c, p.code),
			Neighbours: p.cityNames(c.Slug)}
		l.Paths = p.elsewhere(l.Base, func(s *Site, language string) string { return s.cityPath(c, language) })
		l.Unpublished = ofDraft(c.Draft)
		p.listing(p.describe(l, c.Texts, c.Image), listed{func(s *Site) ([]int, bool) {
			return s.byCity[c.Slug], slices.Contains(s.cities, c)
		}, t.Body, language, c.Image})
	}
	for _, c := range p.site.categories {
		if p.skipsAll(p.listPages(p.site.byCategory[c.Slug])) {
			continue
		}
		t, language := catalog.In(p.view, c.Texts)
		l := payload.Listing{Of: payload.OfCategory, ID: c.Slug, Base: p.site.categoryPath(c, p.code),
			Neighbours: p.categoryNames(c.Slug)}
		l.Paths = p.elsewhere(l.Base, func(s *Site, language string) string { return s.categoryPath(c, language) })
		l.Unpublished = ofDraft(c.Draft)
		p.listing(p.describe(l, c.Texts, c.Image), listed{func(s *Site) ([]int, bool) {
			return s.byCategory[c.Slug], slices.Contains(s.categories, c)
		}, t.Body, language, c.Image})
	}
}

func (p *planner) describe(l payload.Listing, texts map[string]*catalog.PlaceText, image string) payload.Listing {
	t, language := catalog.In(p.view, texts)
	l.WrittenIn = foreign(language, p.view)
	p.translated(&l.Page, func(s *Site, _ int) bool { return texts[s.view.Language] != nil })
	l.Heading, l.Summary = t.Title, t.Summary
	l.SEOTitle, l.Description = t.SEOTitle, cmp.Or(t.SEODescription, t.Summary)
	l.Hero = p.site.content.Maker.image(image, p.view)
	l.Image = l.Hero
	return l
}

// listed has the parts of a list that are not in its payload: the places of its products in the site of a language, and
// whether that site has the list; its introduction with the language of this text, and its picture.
type listed struct {
	in       func(s *Site) (places []int, has bool)
	intro    catalog.Prose
	language string
	image    string
}

// listPages returns how many pages a list of products has. There is a first page even of an empty list.
func (p *planner) listPages(places []int) int {
	size := p.site.deployment.PageSize
	return max(1, (len(places)+size-1)/size)
}

// listing plans the pages of one list.
func (p *planner) listing(l payload.Listing, of listed) {
	size := p.site.deployment.PageSize
	places, _ := of.in(p.site)
	l.Kind, l.Total, l.Pages = payload.KindListing, len(places), p.listPages(places)
	for n := 1; n <= l.Pages; n++ {
		if p.skipsAll(1) {
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
			if places, has := of.in(s); has {
				return p.listPages(places)
			}
			return 0
		})
		p.listingPage(page, p.site.at(places[(n-1)*size:min(n*size, len(places))]), of)
	}
}

// localesOf returns the languages that have a page of a list by its number, where these are not all. pages returns how
// many pages the list has in a language.
func (p *planner) localesOf(number int, pages func(s *Site, language string) int) (in []string) {
	for _, language := range p.site.deployment.Languages {
		if number <= pages(p.site.of(language), language) {
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

// listingPage plans one page of a list with some of its products; the first has the introduction.
func (p *planner) listingPage(page payload.Listing, products []*Summary, of listed) {
	if p.skips() {
		return
	}
	if page.Number == 1 {
		page.Intro = p.prose(of.intro, of.language)
	}
	if of.image != "" {
		p.pictures = append(p.pictures, of.image)
	}
	p.add(&page.Page, &page, nil, part{name: "cards", cards: products})
	if folder := foldersOf[page.Of]; folder != "" {
		p.items[len(p.items)-1].Folder = folder + page.ID
	}
	p.shows(products, nil)
}

func (p *planner) cityNames(but string) []payload.Named {
	out := []payload.Named{}
	for _, c := range p.site.cities {
		if c.Slug != but {
			out = append(out, p.site.content.Maker.city(c.Slug, p.view))
		}
	}
	return out
}

func (p *planner) categoryNames(but string) []payload.Named {
	out := []payload.Named{}
	for _, c := range p.site.categories {
		if c.Slug != but {
			out = append(out, p.site.content.Maker.category(c.Slug, p.view))
		}
	}
	return out
}

const postsPerPage = 9

func (p *planner) blog() {
	posts := p.site.posts[p.code]
	pages := listPages(len(posts))
	for n := 1; n <= pages; n++ {
		p.blogPage(n, pages)
	}
	p.termPages()
	p.postPages()
}

func (p *planner) blogPage(n, pages int) {
	if p.skips() {
		return
	}
	list := &payload.Blog{Page: payload.Page{Kind: payload.KindBlog, Path: "/blog"}, Number: n, Pages: pages}
	if n > 1 {
		list.Path += "/page/" + strconv.Itoa(n)
	}
	posts := p.site.posts[p.code]
	posts = posts[(n-1)*postsPerPage : min(n*postsPerPage, len(posts))]
	list.Posts = p.postCards(posts, postsPerPage)
	list.Locales = p.localesOf(n, func(s *Site, language string) int { return listPages(len(s.posts[language])) })
	p.add(&list.Page, list, nil)
	p.shows(nil, posts)
}

// words plans the pages of questions and prose, and those that islands fill.
func (p *planner) words() {
	p.questions()
	written := p.site.content.Library.Pages
	for _, slug := range slices.Sorted(maps.Keys(written)) {
		if t, _ := catalog.In(p.view, written[slug].Texts); t != nil && written[slug].IsOf(p.site.deployment.ID) {
			p.textPage(slug)
		}
	}
	p.unavailable()
	for _, one := range plain {
		if p.skips() {
			continue
		}
		page := &payload.Plain{Page: payload.Page{Kind: one.kind, Path: one.path, NoIndex: !one.listed},
			Outcome: one.outcome}
		p.add(&page.Page, page, nil)
	}
}

// textPage plans a page of prose.
func (p *planner) textPage(slug string) {
	if p.skips() {
		return
	}
	of := p.site.content.Library.Pages[slug]
	texts := of.Texts
	t, language := catalog.In(p.view, texts)
	page := &payload.Text{
		Page: payload.Page{Kind: payload.KindText, Path: p.site.textPath(of, p.code), Title: t.Title,
			Description: t.Description,
			Image:       p.image(t.Image), WrittenIn: foreign(language, p.view)},
		Modified: string(t.Lastmod),
	}
	page.Paths = p.elsewhere(page.Path, func(s *Site, language string) string { return s.textPath(of, language) })
	html, parts, shown := p.page(t.Body, language)
	page.HTML, page.Parts = html, parts
	p.translated(&page.Page, func(s *Site, _ int) bool { return texts[s.view.Language] != nil })
	p.add(&page.Page, page, nil, cardsOf(shown)...)
	p.items[len(p.items)-1].Folder = "pages/" + slug
	p.shows(shown, nil)
}

func (p *planner) unavailable() {
	if p.skips() {
		return
	}
	products := p.site.bookable(topCount)
	page := &payload.Unavailable{Page: payload.Page{Kind: payload.KindUnavailable, Path: unavailablePath,
		NoIndex: true}}
	p.add(&page.Page, page, nil, part{name: "similar", cards: products})
	p.shows(products, nil)
}

func (p *planner) questions() {
	if p.skips() {
		return
	}
	faq := &payload.FAQ{Page: payload.Page{Kind: payload.KindFAQ, Path: "/faq"}, Topics: []payload.FAQTopic{}}
	for _, topic := range p.site.content.Library.Topics {
		title, language := p.view.Text(topic.Title)
		t := payload.FAQTopic{ID: topic.ID, Title: title, Entries: []payload.FAQEntry{},
			WrittenIn: foreign(language, p.view)}
		for _, e := range p.site.content.Library.FAQ {
			text, language := catalog.In(p.view, e.Texts)
			if e.Topic == topic.ID && text != nil && p.site.visibility.DraftVisible(e.Draft) {
				t.Entries = append(t.Entries, payload.FAQEntry{ID: e.Slug, Question: text.Question,
					Answer: p.prose(text.Body, language), WrittenIn: foreign(language, p.view),
					Unpublished: ofDraft(e.Draft)})
			}
		}
		if len(t.Entries) > 0 && title != "" {
			faq.Topics = append(faq.Topics, t)
		}
	}
	p.add(&faq.Page, faq, nil)
}
