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
	// Dead are the links of its prose to missing pages, Stories its links to stories, and Whole its links by whole
	// addresses at hosts of storefronts.
	Dead    []DeadLink
	Stories []ProseLink
	Whole   []WholeLink
	// Text is true if the page is published as Markdown too. Listed is true for pages of the sitemap, which are written
	// in their own language; Modified is their day of change, if it is known.
	Text     bool
	Listed   bool
	Modified string
	// Pictures are the pictures at its top, as addresses or paths.
	Pictures []string
	// Bare is the path without locale prefix.
	Bare string
	// Folder is the folder of the page's content, below the folder of content: "products/dunes"; empty if it has none.
	Folder string
	// Locales are the languages of the same page, if these are not all.
	Locales []string
	// Paths are those without locale prefix in the languages in which they differ from Bare.
	Paths map[string]string
	// planned is nil for an item that the last build planned, until its payload is needed.
	planned *plannedPayload `flat:"-"`
	shows   *shown          `flat:"-"`
}

// plannedPayload is head with the parts as further members. If head is nil, it is stored under key.
type plannedPayload struct {
	head  []byte
	key   digest.Digest
	parts []part
}

// shown has the products, posts and pictures of the library that a page shows: if one of them changes, the page may
// change. Pictures of products and posts are not among pictures.
type shown struct {
	products []*Summary
	posts    []*PostSummary
	pictures []string
}

// Plan lists every page of the deployment, in a fixed order.
func (s *Site) Plan() []*Item {
	parts := make([][]*Item, len(s.deployment.Languages))
	var wait sync.WaitGroup
	for i, language := range s.deployment.Languages {
		wait.Go(func() {
			p := s.planner(language)
			p.all()
			parts[i] = p.items
		})
	}
	wait.Wait()
	return slices.Concat(parts...)
}

// all plans the pages of the language, or those that are wanted.
func (p *planner) all() {
	p.home()
	p.listings()
	p.productPages()
	p.blog()
	p.words()
}

// planner plans the pages of a site in one language.
type planner struct {
	site   *Site // of the language, where each has its own
	code   string
	view   catalog.View
	index  int // of the view among the maker's
	items  []*Item
	some   bool  // only the pages at the places in wanted are planned
	wanted []int // the remaining wanted places, in the order of the plan of the language
	place  int   // of the next page
	// of the prose of the next page
	dead    []DeadLink
	stories []ProseLink
	whole   []WholeLink
	// pictures are those of the library on the next page.
	pictures []string
}

func (s *Site) planner(language string) *planner {
	return &planner{site: s.of(language), code: language, view: s.deployment.View(language),
		index: s.language(language)}
}

// add plans a page. addresses are the targets of the links of its parts.
func (p *planner) add(page *payload.Page, payload any, addresses []byte, parts ...part) {
	page.Locale = p.code
	head := mustJSON(payload)
	keys := [][]byte{head, addresses}
	for _, part := range parts {
		keys = append(keys, part.key(p.index))
	}
	p.items = append(p.items, &Item{
		Path: route.Join(p.site.prefix(p.code), page.Path), Bare: page.Path, Language: p.code,
		Text: !page.NoIndex, Listed: !page.NoIndex && page.WrittenIn == nil, Key: digest.Of(keys...),
		Locales: writtenLanguages(page), Paths: page.Paths, Dead: p.dead, Stories: p.stories, Whole: p.whole,
		planned: p.site.content.payload(head, parts), shows: &shown{pictures: p.pictures},
	})
	if page.Image != nil {
		p.items[len(p.items)-1].Pictures = []string{page.Image.Src}
	}
	p.dead, p.stories, p.whole, p.pictures = nil, nil, nil, nil
}

// image returns a picture of the library for the next page.
func (p *planner) image(name string) *payload.Image {
	if name != "" {
		p.pictures = append(p.pictures, name)
	}
	return p.site.content.Maker.image(name, p.view)
}

// prosePictures returns the pictures of the next page's prose, which is written in a language.
func (p *planner) prosePictures(language string) func(name string) *markdown.Picture {
	return noting(&p.pictures, p.site.content.Maker.prosePictures(p.view, language))
}

// writtenLanguages returns the languages that a page is written in, where these are not all.
func writtenLanguages(page *payload.Page) []string {
	if page.Translations != nil {
		return page.Translations
	}
	return page.Locales
}

// shows notes the products and posts of the page that was added last.
func (p *planner) shows(products []*Summary, posts []*PostSummary) {
	last := p.items[len(p.items)-1].shows
	last.products, last.posts = products, posts
}

func (p *planner) home() {
	if p.skips() {
		return
	}
	top := p.site.products[:min(len(p.site.products), topCount)]
	posts := p.site.posts[p.code]
	posts = posts[:min(3, len(posts))]
	home := &payload.Home{
		Page:   payload.Page{Kind: payload.KindHome, Path: "/"},
		Hero:   p.image(p.site.deployment.HeroImage),
		Cities: p.cityCards(), Categories: p.categoryCards(), Testimonials: p.testimonials(),
		Posts: p.postCards(posts, 3),
	}
	home.Image = home.Hero
	p.add(&home.Page, home, nil, part{name: "top", cards: top})
	products := slices.Clone(top)
	for _, t := range p.site.testimony {
		products = append(products, p.site.product(t.Product))
	}
	p.shows(products, posts)
}

const topCount = 8

func (p *planner) testimonials() []payload.Testimonial {
	out := []payload.Testimonial{}
	for _, t := range p.site.testimony {
		text, language := catalog.In(p.view, t.Texts)
		product := p.site.product(t.Product)
		title := &product.Texts[p.index]
		out = append(out, payload.Testimonial{
			Author: text.Author, Country: t.Country, Rating: t.Rating, HTML: p.prose(text.Body, language),
			Product: payload.Ref{Path: p.site.productPath(product, p.code), Title: title.Title,
				WrittenIn: title.WrittenIn},
			WrittenIn: foreign(language, p.view),
		})
	}
	return out
}

func (p *planner) productPages() {
	for i, n := 0, len(p.site.products); ; i++ {
		if i += p.skipped(n - i); i >= n {
			return
		}
		p.productPage(i)
	}
}

func (p *planner) productPage(i int) {
	if p.skips() {
		return
	}
	product := p.site.products[i]
	t := &product.Texts[p.index]
	page := &payload.Product{
		Page: payload.Page{
			Kind: payload.KindProduct, Path: p.site.productPath(product, p.code), Title: t.Title,
			SEOTitle: t.SEOTitle, Description: t.Description,
			Image: p.site.content.Maker.image(product.Pictures[0], p.view), WrittenIn: t.WrittenIn,
			Unpublished: ofDraft(product.Draft),
		},
		Slug: product.Slug, City: p.site.content.Maker.city(product.City, p.view), Categories: []payload.Named{},
	}
	for _, category := range product.Categories {
		if p.site.content.Maker.showsCategory(category, p.view) {
			page.Categories = append(page.Categories, p.site.content.Maker.category(category, p.view))
		}
	}
	page.Paths = p.elsewhere(page.Path, func(s *Site, language string) string {
		if s.product(product.Slug) == nil {
			return ""
		}
		return s.productPath(product, language)
	})
	p.translated(&page.Page, func(s *Site, own int) bool {
		q := s.product(product.Slug)
		return q != nil && q.shownIn(own)
	})
	neighbours := p.site.related(product)
	p.add(&page.Page, page, p.resolveAll(t.Links, t.File),
		part{name: "product", stored: product.detail(p.index)}, part{name: "related", cards: neighbours})
	last := p.items[len(p.items)-1]
	last.Folder, last.Pictures = "products/"+product.Slug, p.site.content.Maker.paths(product.Pictures)
	p.shows(append(neighbours, product), nil)
}

func (p *planner) postPages() {
	if p.skipsAll(len(p.site.posts[p.code])) {
		return
	}
	for i := range p.site.posts[p.code] {
		p.postPage(i)
	}
}

func (p *planner) postPage(i int) {
	if p.skips() {
		return
	}
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
			Kind: payload.KindPost, Path: storyPath(post.Slug), Title: post.Card.Title,
			Description: post.Card.Description,
			Image:       post.Card.Image, WrittenIn: foreign(post.Language, p.view),
			Unpublished: post.Unpublished(p.site.visibility.AsOf),
		},
		Post: p.postCard(post), Modified: post.Modified, More: p.postCards(more, 3),
	}
	if post.Excerpted {
		page.Post.Description = "" // its prose follows
	}
	page.Locales, page.Translations, page.Paths = p.postLocales(post)
	p.checkParts(post.Links, post.Parts, post.File)
	page.Tags = p.termLinks(tags, post)
	page.Author, page.Series = first(p.termLinks(authors, post)), first(p.termLinks(series, post))
	parts, shown := p.proseParts(post.Blocks, post.File)
	page.Parts = parts
	p.add(&page.Page, page, p.resolveAll(post.Links, post.File), append(cardsOf(shown),
		part{name: "html", stored: post.prose()}, part{name: "products", cards: products})...)
	last := p.items[len(p.items)-1]
	last.Folder, last.Modified = "blog/"+post.Folder, cmp.Or(post.Modified, post.Card.Date)
	p.shows(append(products, shown...), append(more, post))
}

// translated sets the languages of a page. written reports whether the page of a language's site is written in the
// language, whose own view has the index own.
func (p *planner) translated(page *payload.Page, written func(s *Site, own int) bool) {
	if p.site.in == nil {
		return
	}
	all := p.site.deployment.Languages
	in := slices.DeleteFunc(slices.Clone(all), func(language string) bool {
		return !written(p.site.in[language], slices.Index(p.site.content.Library.Languages, language))
	})
	switch {
	case len(in) == len(all):
	case p.site.deployment.Untranslated == catalog.Fallback:
		page.Translations = in
	default:
		page.Locales = in
	}
}

// postLocales returns the languages in which a post's page exists (nil for all of the deployment's), and those in which
// it is written (nil for all in which it exists). paths are its addresses in the languages in which they differ.
func (p *planner) postLocales(post *PostSummary) (exists, written []string, paths map[string]string) {
	all := p.site.deployment.Languages
	for _, language := range all {
		if p.site.written[[2]string{language, post.Folder}] {
			written = append(written, language)
		}
		site := p.site.of(language)
		at := slices.IndexFunc(site.posts[language], func(q *PostSummary) bool { return q.Folder == post.Folder })
		if at < 0 {
			continue
		}
		exists = append(exists, language)
		if path := storyPath(site.posts[language][at].Slug); path != storyPath(post.Slug) {
			if paths == nil {
				paths = map[string]string{}
			}
			paths[language] = path
		}
	}
	if len(written) == len(exists) {
		written = nil
	}
	if len(exists) == len(all) {
		exists = nil
	}
	return exists, written, paths
}

// shows reports whether the site has the page of a post in a language.
func (s *Site) shows(slug, language string) bool {
	return slices.ContainsFunc(s.posts[language], func(p *PostSummary) bool { return p.Slug == slug })
}

func (p *planner) postCards(posts []*PostSummary, most int) []payload.PostCard {
	out := []payload.PostCard{}
	for _, post := range posts[:min(most, len(posts))] {
		out = append(out, p.postCard(post))
	}
	return out
}

func (p *planner) postCard(post *PostSummary) payload.PostCard {
	card := post.Card
	card.WrittenIn = foreign(post.Language, p.view)
	card.Unpublished = post.Unpublished(p.site.visibility.AsOf)
	return card
}

// prose renders a short text of the library, with its links in place.
func (p *planner) prose(text catalog.Prose, language string) string {
	doc := markdown.Render(text, p.prosePictures(language))
	p.resolveAll(doc.AllLinks(), text.File)
	return p.site.placeLinks(doc.HTML, p.code)
}

// page renders a text that is a page of its own: links to parts mean its own parts. It returns the blocks of its prose
// and the products that they show.
func (p *planner) page(text catalog.Prose, language string) (html string, parts []payload.ProsePart,
	shown []*Summary) {
	doc := p.site.content.Maker.renderPage(text, p.prosePictures(language))
	p.resolveAll(doc.AllLinks(), text.File)
	p.checkParts(doc.Links, doc.Parts, text.File)
	parts, shown = p.proseParts(doc.Blocks, text.File)
	return p.site.placeLinks(doc.HTML, p.code), parts, shown
}
