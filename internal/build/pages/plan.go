package pages

import (
	"cmp"
	"slices"
	"sync"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/core/locale"
	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
)

// Item is one page in one language.
type Item struct {
	// Path is the page's address, with its locale prefix.
	Path     string
	Language string
	// Key changes when the payload does.
	Key digest.Digest
	// Payload makes the JSON; it may read content files again.
	Payload func() ([]byte, error)
	// Listed pages stand in the sitemap; Modified is their day of change, where one is known.
	Listed   bool
	Modified string
	// Bare is the path without locale prefix, the same in every language.
	Bare string
	// Locales are the languages of the same page, where these are not all.
	Locales []string
	// shows is what the page is planned anew for, and again does that.
	shows shown
	again func(*planner)
}

// shown are products and stories.
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
			p := &planner{Site: s, code: language, index: s.language(language)}
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

type planner struct {
	*Site
	code  string
	index int
	items []Item
}

// add plans a page whose payload is small enough to be made now; more are its big fields, given by a function that is
// only called when the page is rendered, and known until then by their keys.
func (p *planner) add(page *payload.Page, payload any, more func() ([]field, error), keys ...[]byte) {
	page.Locale = p.code
	head := mustJSON(payload)
	p.items = append(p.items, Item{
		Path: locale.Join(p.prefix(p.code), page.Path), Bare: page.Path, Language: p.code, Listed: !page.NoIndex,
		Key: digest.Of(append([][]byte{head}, keys...)...), Locales: page.Locales,
		Payload: func() ([]byte, error) {
			if more == nil {
				return head, nil
			}
			fields, err := more()
			if err != nil {
				return nil, err
			}
			return splice(head, fields), nil
		},
	})
}

// shows notes what the page that was added last is made of beside the library, and what plans it again.
func (p *planner) shows(products []*Summary, posts []*PostSummary, again func(*planner)) {
	last := &p.items[len(p.items)-1]
	last.shows, last.again = shown{products, posts}, again
}

// cards is a JSON list of product cards, with its key.
func (p *planner) cards(products []*Summary) (list func() []byte, key []byte) {
	for _, q := range products {
		key = append(key, q.Texts[p.index].CardKey[:]...)
	}
	return func() []byte {
		out := []byte{'['}
		for i, q := range products {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, q.Texts[p.index].Card...)
		}
		return append(out, ']')
	}, key
}

// cardsField is a page's only big field: a list of cards.
func cardsField(name string, list func() []byte) func() ([]field, error) {
	return func() ([]field, error) { return []field{{name, list()}}, nil }
}

func (p *planner) home() {
	top := p.products[:min(len(p.products), topCount)]
	cards, key := p.cards(top)
	posts := p.posts[p.code]
	posts = posts[:min(3, len(posts))]
	home := &payload.Home{
		Page: payload.Page{Kind: payload.KindHome, Path: "/"}, Hero: p.Maker.image(p.deployment.HeroImage, p.code),
		Cities: p.cityCards(), Categories: p.categoryCards(), Testimonials: p.testimonials(),
		Posts: p.postCards(posts, 3),
	}
	home.Image = home.Hero
	p.add(&home.Page, home, cardsField("top", cards), key)
	products := slices.Clone(top)
	for _, t := range p.testimony {
		products = append(products, p.product(t.Product))
	}
	p.shows(products, posts, (*planner).home)
}

const topCount = 8

func (p *planner) testimonials() []payload.Testimonial {
	out := []payload.Testimonial{}
	for _, t := range p.testimony {
		text, product := t.Texts[p.code], p.product(t.Product)
		out = append(out, payload.Testimonial{
			Author: text.Author, Country: t.Country, Rating: t.Rating, HTML: p.prose(text.Body),
			Product: payload.Ref{Slug: product.Slug, City: product.City, Title: product.Texts[p.index].Title},
		})
	}
	return out
}

func (p *planner) productPages() {
	for i := range p.products {
		p.productPage(i)
	}
}

func (p *planner) productPage(i int) {
	product := p.products[i]
	t := &product.Texts[p.index]
	page := &payload.Product{
		Page: payload.Page{
			Kind: payload.KindProduct, Path: p.productPath(product), Title: cmp.Or(t.SEOTitle, t.Title),
			Description: t.Description,
			Image:       p.Maker.image(product.Image, p.code),
		},
		Slug: product.Slug, City: p.Maker.city(product.City, p.code), Categories: []payload.Named{},
	}
	for _, category := range product.Categories {
		page.Categories = append(page.Categories, p.Maker.category(category, p.code))
	}
	neighbours := p.related(product)
	related, relatedKey := p.cards(neighbours)
	addresses := p.resolveAll(t.Links, t.File, p.code)
	p.add(&page.Page, page, func() ([]field, error) {
		detail, err := p.ProductDetail(product, p.index)
		if err != nil {
			return nil, err
		}
		if len(t.Links) > 0 {
			detail, err = changeText(detail, "overview", func(html string) string { return p.placeLinks(html, p.code) })
		}
		return []field{{"product", detail}, {"related", related()}}, err
	}, t.Detail[:], relatedKey, addresses)
	p.shows(append(neighbours, product), nil, func(p *planner) { p.productPage(i) })
}

func (p *planner) postPages() {
	for i := range p.posts[p.code] {
		p.postPage(i)
	}
}

func (p *planner) postPage(i int) {
	posts := p.posts[p.code]
	post := posts[i]
	var products []*Summary
	for _, slug := range post.Products {
		if q := p.product(slug); q != nil {
			products = append(products, q)
		}
	}
	more := slices.Concat(posts[i+1:min(i+4, len(posts))], posts[:min(3, i)])
	page := &payload.Post{
		Page: payload.Page{
			Kind: payload.KindPost, Path: "/blog/" + post.Slug, Title: post.Card.Title,
			Description: post.Card.Description,
			Image:       post.Card.Image, Locales: p.postLocales(post.Slug),
		},
		Post: post.Card, Modified: post.Modified, More: p.postCards(more, 3),
	}
	cards, key := p.cards(products)
	addresses := p.resolveAll(post.Links, post.File, p.code)
	p.add(&page.Page, page, func() ([]field, error) {
		html, err := p.PostHTML(post)
		if err != nil {
			return nil, err
		}
		return []field{{"html", mustJSON(p.placeLinks(string(html), p.code))}, {"products", cards()}}, nil
	}, post.HTML[:], key, addresses)
	p.items[len(p.items)-1].Modified = cmp.Or(post.Modified, post.Card.Date)
	p.shows(products, append(more, post), func(p *planner) { p.postPage(i) })
}

// postLocales are the languages a story exists in; nil where these are all of the deployment's.
func (p *planner) postLocales(slug string) []string {
	var in []string
	for _, language := range p.deployment.Languages {
		if p.written[[2]string{language, slug}] {
			in = append(in, language)
		}
	}
	if len(in) == len(p.deployment.Languages) {
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
	doc := markdown.Render(text, p.Maker.picture(p.code))
	p.resolveAll(doc.Links, text.File, p.code)
	return p.placeLinks(doc.HTML, p.code)
}
