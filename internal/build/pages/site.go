package pages

import (
	"cmp"
	"slices"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
)

// Content is all content of a build: the library, and the summaries of products and posts.
type Content struct {
	Library    *catalog.Library
	Products   []*Summary
	Posts      []*PostSummary
	Summarizer *Summarizer
	// Store stores what Fetch then returns. It may be nil.
	Store func(...StoredContent) error
}

// Site is one deployment's part of the content.
type Site struct {
	content           *Content
	deployment        *catalog.Deployment
	visibility        Visibility
	products          []*Summary     // as sold here, in the order shown
	productIndex      map[string]int // slug → index in products
	all               []int          // indexes in products, as the lists below
	byCity            map[string][]int
	byCategory        map[string][]int
	byCityAndCategory map[[2]string][]int // city and main category
	posts             map[string][]*PostSummary
	terms             map[string][]*term // of its stories, by language
	written           map[[2]string]bool // language and folder of every post in posts
	cities            []*catalog.City
	categories        []*catalog.Category
	testimonials      []*catalog.Testimonial
	paths             map[string]map[string]bool // of all pages, by language, without locale prefix
	redirects         []payload.Redirect         // those of editors and the aliases of pages
	// moved are the pages with a slug of their own in some language. canonicalPaths has the path of a page in a
	// language, by language and each of the page's other paths. Only root has both.
	moved          []movedPage
	canonicalPaths map[[2]string]string
	// byLanguage are the sites of single languages, each with the content that its language shows. It is nil if all
	// languages show the same. root is the site of all languages; view is of the site of one.
	byLanguage  map[string]*Site
	root        *Site
	view        catalog.View
	allPayloads *allPayloads
}

// Library returns the content that all deployments share.
func (s *Site) Library() *catalog.Library { return s.content.Library }

// NewSite returns the site of a deployment: its products and posts, of the content that is shown.
func NewSite(c *Content, d *catalog.Deployment, visibility Visibility) *Site {
	s := newSite(c, d, visibility, nil, catalog.View{})
	if d.Untranslated != "" {
		s.byLanguage = map[string]*Site{}
		for _, language := range d.Languages {
			s.byLanguage[language] = newSite(c, d, visibility, s, d.View(language))
			s.byLanguage[language].byLanguage = s.byLanguage
		}
	}
	s.collectMovedPages()
	s.buildRedirects()
	return s
}

// forLanguage returns the site of a language: s itself if all languages show the same.
func (s *Site) forLanguage(language string) *Site {
	if in := s.byLanguage[language]; in != nil {
		return in
	}
	return s
}

// isTextShown reports whether a site of one language shows a text.
func isTextShown[T any](s *Site, texts map[string]*T) bool {
	if s.root == s {
		return true
	}
	text, _ := catalog.TextIn(s.view, texts)
	return text != nil
}

// newSite returns the site of all languages, or, with a root, that of a view.
func newSite(c *Content, d *catalog.Deployment, visibility Visibility, root *Site, view catalog.View) *Site {
	s := &Site{
		root: root, view: view, allPayloads: &allPayloads{},
		content: c, deployment: d, visibility: visibility, productIndex: map[string]int{}, byCity: map[string][]int{},
		byCategory: map[string][]int{}, byCityAndCategory: map[[2]string][]int{}, posts: map[string][]*PostSummary{},
		written: map[[2]string]bool{},
	}
	if root == nil {
		s.root = s
	}
	index := s.viewIndex(view.Language)
	for _, p := range c.Products {
		p = p.ForDeployment(d.ID)
		if visibility.DraftVisible(p.Draft) && isSold(d, p) && (root == nil || p.isShownIn(index)) {
			s.products = append(s.products, p)
		}
	}
	slices.SortStableFunc(s.products, func(a, b *Summary) int {
		return cmp.Or(cmp.Compare(a.Weight, b.Weight), cmp.Compare(b.Average, a.Average), cmp.Compare(a.Slug, b.Slug))
	})
	for i, p := range s.products {
		s.productIndex[p.Slug] = i
		s.all = append(s.all, i)
		s.byCity[p.City] = append(s.byCity[p.City], i)
		for _, category := range p.Categories {
			s.byCategory[category] = append(s.byCategory[category], i)
		}
		both := [2]string{p.City, p.Categories[0]}
		s.byCityAndCategory[both] = append(s.byCityAndCategory[both], i)
	}
	for _, city := range c.Library.Cities {
		if (len(s.byCity[city.Slug]) > 0 || isPreviewed(visibility, city.Draft, d.Sells.Cities, city.Slug)) &&
			isTextShown(s, city.Texts) {
			s.cities = append(s.cities, city)
		}
	}
	for _, category := range c.Library.Categories {
		if (len(s.byCategory[category.Slug]) > 0 ||
			isPreviewed(visibility, category.Draft, d.Sells.Categories, category.Slug)) && isTextShown(s,
			category.Texts) {
			s.categories = append(s.categories, category)
		}
	}
	for _, t := range c.Library.Testimonials {
		if s.product(t.Product) != nil && isTextShown(s, t.Texts) {
			s.testimonials = append(s.testimonials, t)
		}
	}
	s.choosePosts()
	s.indexTerms()
	s.paths = map[string]map[string]bool{}
	for _, language := range d.Languages {
		if root == nil || language == view.Language {
			s.paths[language] = s.allPaths(language)
		}
	}
	return s
}

// isPreviewed reports whether a preview shows a place without products: a draft that the deployment may sell products
// of.
func isPreviewed(visibility Visibility, draft bool, sold []string, slug string) bool {
	return draft && visibility.DraftVisible(draft) && (len(sold) == 0 || slices.Contains(sold, slug))
}

func isSold(d *catalog.Deployment, p *Summary) bool {
	return d.SellsProduct(p.Slug, p.City, p.Supplier, p.Currency, p.Categories)
}

// choosePosts takes the posts that name no product, or one that is sold here.
func (s *Site) choosePosts() {
	for _, p := range s.content.Posts {
		if !s.visibility.Visible(p.Unpublished(s.visibility.AsOf)) ||
			!slices.Contains(s.deployment.Languages, p.Language) {
			continue
		}
		if len(p.Products) > 0 && !slices.ContainsFunc(p.Products,
			func(slug string) bool { return s.root.product(slug) != nil }) {
			continue
		}
		s.posts[p.Language] = append(s.posts[p.Language], p)
		s.written[[2]string{p.Language, p.Folder}] = true
	}
	if s.root != s {
		s.posts = map[string][]*PostSummary{s.view.Language: s.postsInView()}
	}
	for _, posts := range s.posts {
		slices.SortStableFunc(posts, func(a, b *PostSummary) int {
			return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(a.Slug, b.Slug))
		})
	}
}

// postsInView returns the posts that the site of a view shows: those in its language, and others in the default
// language under addresses that are free.
func (s *Site) postsInView() []*PostSummary {
	posts := slices.Clone(s.posts[s.view.Language])
	if s.view.OmitsUntranslated {
		return posts
	}
	folders, slugs := map[string]bool{}, map[string]bool{}
	for _, p := range posts {
		folders[p.Folder], slugs[p.Slug] = true, true
	}
	for _, p := range s.posts[s.view.Fallback] {
		if !folders[p.Folder] && !slugs[p.Slug] {
			posts = append(posts, p)
		}
	}
	return posts
}

func trimSlash(path string) string {
	for len(path) > 1 && path[len(path)-1] == '/' {
		path = path[:len(path)-1]
	}
	return path
}

// product returns a product of the site, or nil.
func (s *Site) product(slug string) *Summary {
	if i, ok := s.productIndex[slug]; ok {
		return s.products[i]
	}
	return nil
}

// Sells reports whether the deployment sells a product, in its default language.
func (s *Site) Sells(slug string) bool {
	return s.forLanguage(s.deployment.DefaultLanguage()).product(slug) != nil
}

// productsAt returns the products at some places.
func (s *Site) productsAt(places []int) []*Summary {
	out := make([]*Summary, len(places))
	for i, place := range places {
		out[i] = s.products[place]
	}
	return out
}

// placeCards returns the cards of the cities and categories that have products here, in the order shown.
func (s *Site) placeCards(language string) (cities, categories []payload.PlaceCard) {
	p := s.planner(language)
	return p.cityCards(), p.categoryCards()
}

// listingPath returns the path of the list of all products, without locale prefix.
func (s *Site) listingPath() string { return route.ListPath(s.deployment.Supplier) }

func (s *Site) prefix(language string) string {
	return route.LanguagePrefix(language, s.deployment.DefaultLanguage())
}

// viewIndex returns the index of a language's view in Summarizer.views.
func (s *Site) viewIndex(code string) int {
	return slices.Index(s.content.Summarizer.views, s.deployment.View(code))
}
