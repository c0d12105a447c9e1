package pages

import (
	"cmp"
	"strconv"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
)

// plain are the pages whose words are all in the site's locale files.
var plain = []struct {
	kind    payload.Kind
	path    string
	outcome string
	listed  bool
}{
	{payload.KindContact, "/contact-us", "", true},
	{payload.KindNotFound, "/404", "", false},
	{payload.KindCart, "/cart", "", false},
	{payload.KindCheckout, "/checkout", "", false},
	{payload.KindResult, "/checkout/success", "success", false},
	{payload.KindResult, "/checkout/error", "error", false},
	{payload.KindResult, "/checkout/on_hold", "on_hold", false},
	{payload.KindInvoices, "/invoices", "", false},
	{payload.KindSearch, "/search", "", false},
	{payload.KindReset, "/auth/reset-password", "", false},
}

// unavailablePath is where visitors are led when an activity cannot be booked any more.
const unavailablePath = "/unavailable"

// allPaths lists the deployment's addresses without locale prefix, for links to be held against.
func (s *Site) allPaths() map[string]bool {
	paths := map[string]bool{"/": true, "/blog": true, "/faq": true, s.listingPath(): true, unavailablePath: true}
	for _, p := range plain {
		paths[p.path] = true
	}
	for slug := range s.Library.Pages {
		paths["/"+slug] = true
	}
	for _, p := range s.products {
		paths[s.productPath(p)] = true
	}
	for _, c := range s.cities {
		paths[route.City(c.Slug)] = true
	}
	for _, c := range s.categories {
		paths["/"+c.Slug] = true
	}
	for _, posts := range s.posts {
		for _, p := range posts {
			paths["/blog/"+p.Slug] = true
		}
	}
	return paths
}

func (p *planner) cityCards() []payload.PlaceCard {
	out := []payload.PlaceCard{}
	for _, c := range p.cities {
		out = append(out, p.placeCard(c.Slug, c.Texts[p.code].Title, c.Image, len(p.byCity[c.Slug])))
	}
	return out
}

func (p *planner) categoryCards() []payload.PlaceCard {
	out := []payload.PlaceCard{}
	for _, c := range p.categories {
		out = append(out, p.placeCard(c.Slug, c.Texts[p.code].Title, c.Image, len(p.byCategory[c.Slug])))
	}
	return out
}

func (p *planner) placeCard(slug, title, image string, count int) payload.PlaceCard {
	card := payload.PlaceCard{Slug: slug, Title: title, Count: count}
	if i := p.Maker.image(image, p.code); i != nil {
		card.Image = *i
	}
	return card
}

func (p *planner) listings() {
	all := payload.Listing{Of: "all", Base: p.listingPath(), Neighbours: p.cityNames("")}
	p.listing(all, p.all, "")
	for _, c := range p.cities {
		t := c.Texts[p.code]
		l := payload.Listing{Of: "city", Base: route.City(c.Slug), Neighbours: p.cityNames(c.Slug)}
		p.listing(p.describe(l, t, c.Image), p.byCity[c.Slug], p.prose(t.Body))
	}
	for _, c := range p.categories {
		t := c.Texts[p.code]
		l := payload.Listing{Of: "category", Base: "/" + c.Slug, Neighbours: p.categoryNames(c.Slug)}
		p.listing(p.describe(l, t, c.Image), p.byCategory[c.Slug], p.prose(t.Body))
	}
}

func (p *planner) describe(l payload.Listing, t *catalog.PlaceText, image string) payload.Listing {
	l.Heading, l.Summary = t.Title, t.Summary
	l.Title, l.Description = t.SEOTitle, cmp.Or(t.SEODescription, t.Summary)
	l.Hero = p.Maker.image(image, p.code)
	l.Image = l.Hero
	return l
}

// listing plans the pages of one list. There is a first page even of an empty list.
func (p *planner) listing(l payload.Listing, places []int, intro string) {
	size := p.deployment.PageSize
	l.Kind, l.Total, l.Pages = payload.KindListing, len(places), max(1, (len(places)+size-1)/size)
	for n := 1; n <= l.Pages; n++ {
		page := l
		page.Number, page.Path, page.Intro = n, l.Base, intro
		if n > 1 {
			page.Path, page.Intro = l.Base+"/page/"+strconv.Itoa(n), ""
		}
		p.listingPage(page, places[(n-1)*size:min(n*size, len(places))])
	}
}

func (p *planner) listingPage(page payload.Listing, places []int) {
	products := p.at(places)
	cards, key := p.cards(products)
	p.add(&page.Page, &page, cardsField("cards", cards), key)
	p.shows(products, nil, func(p *planner) { p.listingPage(page, places) })
}

func (p *planner) cityNames(but string) []payload.Named {
	out := []payload.Named{}
	for _, c := range p.cities {
		if c.Slug != but {
			out = append(out, p.Maker.city(c.Slug, p.code))
		}
	}
	return out
}

func (p *planner) categoryNames(but string) []payload.Named {
	out := []payload.Named{}
	for _, c := range p.categories {
		if c.Slug != but {
			out = append(out, p.Maker.category(c.Slug, p.code))
		}
	}
	return out
}

const postsPerPage = 9

func (p *planner) blog() {
	posts := p.posts[p.code]
	pages := max(1, (len(posts)+postsPerPage-1)/postsPerPage)
	for n := 1; n <= pages; n++ {
		p.blogPage(n, pages)
	}
	p.postPages()
}

func (p *planner) blogPage(n, pages int) {
	list := &payload.Blog{Page: payload.Page{Kind: payload.KindBlog, Path: "/blog"}, Number: n, Pages: pages}
	if n > 1 {
		list.Path += "/page/" + strconv.Itoa(n)
	}
	posts := p.posts[p.code]
	posts = posts[(n-1)*postsPerPage : min(n*postsPerPage, len(posts))]
	list.Posts = p.postCards(posts, postsPerPage)
	p.add(&list.Page, list, nil)
	p.shows(nil, posts, func(p *planner) { p.blogPage(n, pages) })
}

// words plans the pages of questions and prose, and those that islands fill.
func (p *planner) words() {
	p.questions()
	for _, slug := range []string{"about", "privacy-policy", "terms-and-conditions"} {
		page := p.Library.Pages[slug]
		if page == nil || page.Texts[p.code] == nil {
			continue
		}
		t := page.Texts[p.code]
		text := &payload.Text{
			Page: payload.Page{Kind: payload.KindText, Path: "/" + slug, Title: t.Title, Description: t.Description,
				Image: p.Maker.image(t.Image, p.code)},
			Modified: string(t.Lastmod), HTML: p.prose(t.Body),
		}
		p.add(&text.Page, text, nil)
	}
	p.unavailable()
	for _, one := range plain {
		page := &payload.Plain{Page: payload.Page{Kind: one.kind, Path: one.path, NoIndex: !one.listed},
			Outcome: one.outcome}
		p.add(&page.Page, page, nil)
	}
}

func (p *planner) unavailable() {
	products := p.bookable(topCount)
	similar, key := p.cards(products)
	page := &payload.Unavailable{Page: payload.Page{Kind: payload.KindUnavailable, Path: unavailablePath,
		NoIndex: true}}
	p.add(&page.Page, page, cardsField("similar", similar), key)
	p.shows(products, nil, (*planner).unavailable)
}

func (p *planner) questions() {
	faq := &payload.FAQ{Page: payload.Page{Kind: payload.KindFAQ, Path: "/faq"}, Topics: []payload.FAQTopic{}}
	for _, topic := range p.Library.Topics {
		t := payload.FAQTopic{ID: topic.ID, Title: topic.Title[p.code], Entries: []payload.FAQEntry{}}
		for _, e := range p.Library.FAQ {
			if e.Topic == topic.ID && p.showing.ShowsDraft(e.Draft) {
				t.Entries = append(t.Entries, payload.FAQEntry{ID: e.Slug, Question: e.Texts[p.code].Question,
					Answer: p.prose(e.Texts[p.code].Body)})
			}
		}
		if len(t.Entries) > 0 {
			faq.Topics = append(faq.Topics, t)
		}
	}
	p.add(&faq.Page, faq, nil)
}
