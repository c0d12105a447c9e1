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
	// DeadLinks are the links of its prose to missing pages, PostLinks its links to posts, and AbsoluteLinks its links
	// to hosts of storefronts.
	DeadLinks     []DeadLink
	PostLinks     []ProseLink
	AbsoluteLinks []AbsoluteLink
	// HasMarkdown is true if the page is published as Markdown too. InSitemap is true for pages of the sitemap, which
	// are written in their own language; Modified is their day of change, if it is known.
	HasMarkdown bool
	InSitemap   bool
	Modified    string
	// Pictures are the pictures at its top, as addresses or paths.
	Pictures []string
	// UnprefixedPath is the path without locale prefix.
	UnprefixedPath string
	// Folder is the folder of the page's content, below the folder of content: "products/dunes"; empty if it has none.
	Folder string
	// Locales are the languages of the same page, if these are not all.
	Locales []string
	// Paths are those without locale prefix in the languages in which they differ from UnprefixedPath.
	Paths map[string]string
	// planned is nil for an item of the last build's plan, until its payload is needed.
	planned      *plannedPayload `flat:"-"`
	dependencies *dependencies   `flat:"-"`
}

// plannedPayload is head with the parts as further members. If head is nil, it is stored under key.
type plannedPayload struct {
	head  []byte
	key   digest.Digest
	parts []payloadPart
}

// dependencies are the products, posts and pictures of the library that a page shows: if one of them changes, the page
// may change. Pictures of products and posts are not among pictures.
type dependencies struct {
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
			p.planAll()
			parts[i] = p.items
		})
	}
	wait.Wait()
	return slices.Concat(parts...)
}

// planAll plans all pages of the language, or those at remainingPlaces.
func (p *planner) planAll() {
	p.planHome()
	p.planListings()
	p.planProductPages()
	p.planBlog()
	p.planTextPages()
}

// planner plans the pages of a site in one language.
type planner struct {
	site            *Site // of the language, where each has its own
	language        string
	view            catalog.View
	viewIndex       int // the view's index in Summarizer.views
	items           []*Item
	isPartial       bool  // only the pages at remainingPlaces are planned
	remainingPlaces []int // in the order of the language's plan
	nextPlace       int   // of the next page
	// The links in the prose of the next page.
	deadLinks     []DeadLink
	postLinks     []ProseLink
	absoluteLinks []AbsoluteLink
	// pictures are those of the library on the next page.
	pictures []string
}

func (s *Site) planner(language string) *planner {
	return &planner{site: s.forLanguage(language), language: language, view: s.deployment.View(language),
		viewIndex: s.viewIndex(language)}
}

// addPage plans a page. linkAddresses are the targets of the links of its parts.
func (p *planner) addPage(page *payload.Page, payload any, linkAddresses []byte, parts ...payloadPart) {
	page.Locale = p.language
	head := mustJSON(payload)
	keys := [][]byte{head, linkAddresses}
	for _, part := range parts {
		keys = append(keys, part.key(p.viewIndex))
	}
	p.items = append(p.items, &Item{
		Path: route.JoinPrefix(p.site.prefix(p.language), page.Path), UnprefixedPath: page.Path, Language: p.language,
		HasMarkdown: !page.NoIndex, InSitemap: !page.NoIndex && page.WrittenIn == nil, Key: digest.Of(keys...),
		Locales: writtenLanguages(page), Paths: page.Paths, DeadLinks: p.deadLinks, PostLinks: p.postLinks,
		AbsoluteLinks: p.absoluteLinks,
		planned:       p.site.content.newPayload(head, parts), dependencies: &dependencies{pictures: p.pictures},
	})
	if page.Image != nil {
		p.items[len(p.items)-1].Pictures = []string{page.Image.Src}
	}
	p.deadLinks, p.postLinks, p.absoluteLinks, p.pictures = nil, nil, nil, nil
}

// image returns a picture of the library for the next page.
func (p *planner) image(name string) *payload.Image {
	if name != "" {
		p.pictures = append(p.pictures, name)
	}
	return p.site.content.Summarizer.image(name, p.view)
}

// prosePictureSource returns the pictures of the next page's prose, which is written in a language.
func (p *planner) prosePictureSource(language string) func(name string) *markdown.Picture {
	return recordNames(&p.pictures, p.site.content.Summarizer.prosePictureSource(p.view, language))
}

// writtenLanguages returns the languages that a page is written in, where these are not all.
func writtenLanguages(page *payload.Page) []string {
	if page.Translations != nil {
		return page.Translations
	}
	return page.Locales
}

// setDependencies records the products and posts that the last added page shows.
func (p *planner) setDependencies(products []*Summary, posts []*PostSummary) {
	last := p.items[len(p.items)-1].dependencies
	last.products, last.posts = products, posts
}

func (p *planner) planHome() {
	if p.skipPage() {
		return
	}
	top := p.site.products[:min(len(p.site.products), topProductCount)]
	posts := p.site.posts[p.language]
	posts = posts[:min(3, len(posts))]
	home := &payload.Home{
		Page:   payload.Page{Kind: payload.KindHome, Path: "/"},
		Hero:   p.image(p.site.deployment.HeroImage),
		Cities: p.cityCards(), Categories: p.categoryCards(), Testimonials: p.testimonials(),
		Posts: p.postCards(posts, 3),
	}
	home.Image = home.Hero
	p.addPage(&home.Page, home, nil, payloadPart{name: "top", products: top})
	products := slices.Clone(top)
	for _, t := range p.site.testimonials {
		products = append(products, p.site.product(t.Product))
	}
	p.setDependencies(products, posts)
}

const topProductCount = 8

func (p *planner) testimonials() []payload.Testimonial {
	out := []payload.Testimonial{}
	for _, t := range p.site.testimonials {
		text, language := catalog.TextIn(p.view, t.Texts)
		product := p.site.product(t.Product)
		title := &product.Texts[p.viewIndex]
		out = append(out, payload.Testimonial{
			Author: text.Author, Country: t.Country, Rating: t.Rating, HTML: p.renderProse(text.Body, language, "/"),
			Product: payload.Ref{Path: p.site.productPath(product, p.language), Title: title.Title,
				WrittenIn: title.WrittenIn},
			WrittenIn: writtenInOf(language, p.view),
		})
	}
	return out
}

func (p *planner) planProductPages() {
	for i, n := 0, len(p.site.products); ; i++ {
		if i += p.skipToWanted(n - i); i >= n {
			return
		}
		p.planProductPage(i)
	}
}

func (p *planner) planProductPage(i int) {
	if p.skipPage() {
		return
	}
	product := p.site.products[i]
	t := &product.Texts[p.viewIndex]
	page := &payload.Product{
		Page: payload.Page{
			Kind: payload.KindProduct, Path: p.site.productPath(product, p.language), Title: t.Title,
			SEOTitle: t.SEOTitle, Description: t.Description,
			Image: p.site.content.Summarizer.image(product.Pictures[0], p.view), WrittenIn: t.WrittenIn,
			Unpublished: draftReasons(product.Draft),
		},
		Slug: product.Slug, City: p.site.content.Summarizer.city(product.City, p.view), Categories: []payload.Named{},
	}
	for _, category := range product.Categories {
		if p.site.content.Summarizer.showsCategory(category, p.view) {
			page.Categories = append(page.Categories, p.site.content.Summarizer.category(category, p.view))
		}
	}
	page.Paths = p.otherLanguagePaths(page.Path, func(s *Site, language string) string {
		if s.product(product.Slug) == nil {
			return ""
		}
		return s.productPath(product, language)
	})
	p.setTranslations(&page.Page, func(s *Site, own int) bool {
		q := s.product(product.Slug)
		return q != nil && q.isShownIn(own)
	})
	neighbours := p.site.related(product)
	p.addPage(&page.Page, page, p.resolveLinks(t.Links, page.Path, t.File),
		payloadPart{name: "product", stored: product.detailRef(p.viewIndex)}, payloadPart{name: "related",
			products: neighbours})
	last := p.items[len(p.items)-1]
	last.Folder, last.Pictures = "products/"+product.Slug, p.site.content.Summarizer.picturePaths(product.Pictures)
	p.setDependencies(append(neighbours, product), nil)
}

func (p *planner) planPostPages() {
	if p.skipPages(len(p.site.posts[p.language])) {
		return
	}
	for i := range p.site.posts[p.language] {
		p.planPostPage(i)
	}
}

func (p *planner) planPostPage(i int) {
	if p.skipPage() {
		return
	}
	posts := p.site.posts[p.language]
	post := posts[i]
	var products []*Summary
	for _, slug := range post.Products {
		if q := p.site.product(slug); q != nil {
			products = append(products, q)
		}
	}
	otherPosts := slices.Concat(posts[i+1:min(i+4, len(posts))], posts[:min(3, i)])
	page := &payload.Post{
		Page: payload.Page{
			Kind: payload.KindPost, Path: postPath(post.Slug), Title: post.Card.Title,
			Description: post.Card.Description,
			Image:       post.Card.Image, WrittenIn: writtenInOf(post.Language, p.view),
			Unpublished: post.Unpublished(p.site.visibility.AsOf),
		},
		Post: p.postCard(post), Modified: post.Modified, More: p.postCards(otherPosts, 3),
	}
	if post.DescriptionIsExcerpt {
		page.Post.Description = "" // its prose follows
	}
	page.Locales, page.Translations, page.Paths = p.postLocales(post)
	page.Tags = p.termLinks(tagKind, post)
	page.Author, page.Series = firstLink(p.termLinks(authorKind, post)), firstLink(p.termLinks(seriesKind, post))
	parts, proseProducts := p.proseParts(post.Blocks, post.File)
	page.Parts = parts
	p.addPage(&page.Page, page, p.resolveLinks(post.Links, page.Path, post.File), append(cardsPart(proseProducts),
		payloadPart{name: "html", stored: post.proseRef()}, payloadPart{name: "products", products: products})...)
	last := p.items[len(p.items)-1]
	last.Folder, last.Modified = "blog/"+post.Folder, cmp.Or(post.Modified, post.Card.Date)
	p.setDependencies(append(products, proseProducts...), append(otherPosts, post))
}

// setTranslations sets the languages of a page. written reports whether the page of a language's site is written in the
// language, whose own view has the index own.
func (p *planner) setTranslations(page *payload.Page, written func(s *Site, own int) bool) {
	if p.site.byLanguage == nil {
		return
	}
	all := p.site.deployment.Languages
	in := slices.DeleteFunc(slices.Clone(all), func(language string) bool {
		return !written(p.site.byLanguage[language], slices.Index(p.site.content.Library.Languages, language))
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
		site := p.site.forLanguage(language)
		at := slices.IndexFunc(site.posts[language], func(q *PostSummary) bool { return q.Folder == post.Folder })
		if at < 0 {
			continue
		}
		exists = append(exists, language)
		if path := postPath(site.posts[language][at].Slug); path != postPath(post.Slug) {
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

// hasPost reports whether the site has the page of a post in a language.
func (s *Site) hasPost(slug, language string) bool {
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
	card.WrittenIn = writtenInOf(post.Language, p.view)
	card.Unpublished = post.Unpublished(p.site.visibility.AsOf)
	return card
}

// renderProse renders a short text of the library for the page at a path, with its links resolved.
func (p *planner) renderProse(text catalog.Prose, language, path string) string {
	doc := markdown.Render(text, p.prosePictureSource(language))
	p.resolveLinks(doc.AllLinks(), path, text.File)
	return p.site.resolveProseLinks(doc.HTML, p.language)
}

// renderPageProse renders a text that is the page at a path. It returns the blocks of its prose and the products that
// they show.
func (p *planner) renderPageProse(text catalog.Prose, language, path string) (html string, parts []payload.ProsePart,
	products []*Summary) {
	doc := p.site.content.Summarizer.renderPage(text, p.prosePictureSource(language))
	p.resolveLinks(doc.AllLinks(), path, text.File)
	parts, products = p.proseParts(doc.Blocks, text.File)
	return p.site.resolveProseLinks(doc.HTML, p.language), parts, products
}
