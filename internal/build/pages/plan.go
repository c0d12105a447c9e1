package pages

import (
	"cmp"
	"slices"
	"sync"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/lib/digest"
)

// Item is one page in one language.
type Item struct {
	// Path is the page's address, with its locale prefix.
	Path     string
	Language string
	// Key changes when the payload does.
	Key digest.Digest
	// Dead are the links of its prose that lead to no page of the deployment, Stories those that lead to stories.
	Dead    []DeadLink
	Stories []ProseLink
	// Listed pages stand in the sitemap; Modified is their day of change, where one is known.
	Listed   bool
	Modified string
	// Bare is the path without locale prefix, the same in every language.
	Bare string
	// Locales are the languages of the same page, where these are not all.
	Locales []string
	// The payload is head with the parts as further members.
	head  []byte
	parts []part
	// again plans the page again after a change of what it shows.
	shows shown
	again func(*planner)
}

// shown are products and posts.
type shown struct {
	products []*Summary
	posts    []*PostSummary
}

// Plan lists every page of the deployment, in a fixed order.
func (s *Site) Plan() []Item {
	parts := make([][]Item, len(s.deployment.Languages))
	var wait sync.WaitGroup
	for i, language := range s.deployment.Languages {
		wait.Go(func() {
			p := s.planner(language)
			p.home()
			p.listings()
			p.productPages()
			p.blog()
			p.words()
			parts[i] = p.items
		})
	}
	wait.Wait()
	return slices.Concat(parts...)
}

// planner plans the pages of a site in one language.
type planner struct {
	site  *Site
	code  string
	index int // of the language in Library.Languages
	items []Item
	// of the prose of the next page
	dead    []DeadLink
	stories []ProseLink
}

func (s *Site) planner(language string) *planner {
	return &planner{site: s, code: language, index: s.language(language)}
}

// add plans a page. addresses are those that the links of its parts lead to.
func (p *planner) add(page *payload.Page, payload any, addresses []byte, parts ...part) {
	page.Locale = p.code
	head := mustJSON(payload)
	keys := [][]byte{head, addresses}
	for _, part := range parts {
		keys = append(keys, part.key(p.index))
	}
	p.items = append(p.items, Item{
		Path: route.Join(p.site.prefix(p.code), page.Path), Bare: page.Path, Language: p.code, Listed: !page.NoIndex,
		Key: digest.Of(keys...), Locales: page.Locales, Dead: p.dead, Stories: p.stories, head: head,
		parts: parts,
	})
	p.dead, p.stories = nil, nil
}

// shows notes what the page that was added last is made of beside the library, and what plans it again.
func (p *planner) shows(products []*Summary, posts []*PostSummary, again func(*planner)) {
	last := &p.items[len(p.items)-1]
	last.shows, last.again = shown{products, posts}, again
}

func (p *planner) home() {
	top := p.site.products[:min(len(p.site.products), topCount)]
	posts := p.site.posts[p.code]
	posts = posts[:min(3, len(posts))]
	home := &payload.Home{
		Page:   payload.Page{Kind: payload.KindHome, Path: "/"},
		Hero:   p.site.content.Maker.image(p.site.deployment.HeroImage, p.code),
		Cities: p.cityCards(), Categories: p.categoryCards(), Testimonials: p.testimonials(),
		Posts: p.postCards(posts, 3),
	}
	home.Image = home.Hero
	p.add(&home.Page, home, nil, part{name: "top", cards: top})
	products := slices.Clone(top)
	for _, t := range p.site.testimony {
		products = append(products, p.site.product(t.Product))
	}
	p.shows(products, posts, (*planner).home)
}

const topCount = 8

func (p *planner) testimonials() []payload.Testimonial {
	out := []payload.Testimonial{}
	for _, t := range p.site.testimony {
		text, product := t.Texts[p.code], p.site.product(t.Product)
		out = append(out, payload.Testimonial{
			Author: text.Author, Country: t.Country, Rating: t.Rating, HTML: p.prose(text.Body),
			Product: payload.Ref{Slug: product.Slug, City: product.City, Title: product.Texts[p.index].Title},
		})
	}
	return out
}

func (p *planner) productPages() {
	for i := range p.site.products {
		p.productPage(i)
	}
}

func (p *planner) productPage(i int) {
	product := p.site.products[i]
	t := &product.Texts[p.index]
	page := &payload.Product{
		Page: payload.Page{
			Kind: payload.KindProduct, Path: p.site.productPath(product), Title: t.Title,
			SEOTitle: t.SEOTitle, Description: t.Description,
			Image: p.site.content.Maker.image(product.Image, p.code), Unpublished: ofDraft(product.Draft),
		},
		Slug: product.Slug, City: p.site.content.Maker.city(product.City, p.code), Categories: []payload.Named{},
	}
	for _, category := range product.Categories {
		page.Categories = append(page.Categories, p.site.content.Maker.category(category, p.code))
	}
	neighbours := p.site.related(product)
	p.add(&page.Page, page, p.resolveAll(t.Links, t.File),
		part{name: "product", stored: product.detail(p.index)}, part{name: "related", cards: neighbours})
	p.shows(append(neighbours, product), nil, func(p *planner) { p.productPage(i) })
}

func (p *planner) postPages() {
	for i := range p.site.posts[p.code] {
		p.postPage(i)
	}
}

func (p *planner) postPage(i int) {
	posts := p.site.posts[p.code]
	post := posts[i]
	var products []*Summary
	for _, slug := range post.Products {
		if q := p.site.product(slug); q != nil {
			products = append(products, q)
		}
	}
	more := slices.Concat(posts[i+1:min(i+4, len(posts))], posts[:min(3, i)])
	page := &payload.Post{
		Page: payload.Page{
			Kind: payload.KindPost, Path: "/blog/" + post.Slug, Title: post.Card.Title,
			Description: post.Card.Description,
			Image:       post.Card.Image, Locales: p.postLocales(post.Slug),
			Unpublished: post.Unpublished(p.site.visibility.AsOf),
		},
		Post: post.Card, Modified: post.Modified, More: p.postCards(more, 3),
	}
	p.checkParts(post.Links, post.Parts, post.File)
	p.add(&page.Page, page, p.resolveAll(post.Links, post.File),
		part{name: "html", stored: post.prose()}, part{name: "products", cards: products})
	p.items[len(p.items)-1].Modified = cmp.Or(post.Modified, post.Card.Date)
	p.shows(products, append(more, post), func(p *planner) { p.postPage(i) })
}

// postLocales are the languages a post exists in; nil where these are all of the deployment's.
func (p *planner) postLocales(slug string) []string {
	var in []string
	for _, language := range p.site.deployment.Languages {
		if p.site.written[[2]string{language, slug}] {
			in = append(in, language)
		}
	}
	if len(in) == len(p.site.deployment.Languages) {
		return nil
	}
	return in
}

func (p *planner) postCards(posts []*PostSummary, most int) []payload.PostCard {
	out := []payload.PostCard{}
	for _, post := range posts[:min(most, len(posts))] {
		out = append(out, post.Card)
	}
	return out
}

// prose renders a short text of the library, with its links in place.
func (p *planner) prose(text catalog.Prose) string {
	html, _ := p.document(text)
	return html
}

// page renders a text that is a page of its own, so that its own parts are all that its links can mean.
func (p *planner) page(text catalog.Prose) string {
	html, doc := p.document(text)
	p.checkParts(doc.Links, doc.Parts, text.File)
	return html
}

func (p *planner) document(text catalog.Prose) (html string, doc markdown.Document) {
	doc = markdown.Render(text, p.site.content.Maker.picture(p.code))
	p.resolveAll(doc.Links, text.File)
	return p.site.placeLinks(doc.HTML, p.code), doc
}
