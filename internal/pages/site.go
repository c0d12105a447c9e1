package pages

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"storefront/internal/catalog"
	"storefront/internal/locale"
)

// Content is everything of a build: the library, and the summaries of what is read one by one.
type Content struct {
	Library   *catalog.Library
	Languages []string
	Products  []*Summary
	Posts     []*PostSummary
	Maker     *Maker
	// ProductDetail and PostHTML give what a summary leaves out; the engine reads it again or has kept it.
	ProductDetail func(product *Summary, language int) ([]byte, error)
	PostHTML      func(folder, language string) ([]byte, error)
}

// Site is one deployment's part of the content.
type Site struct {
	*Content
	deployment *catalog.Deployment
	products   []*Summary // as sold here, in the order shown
	bySlug     map[string]*Summary
	byCity     map[string][]*Summary
	byCategory map[string][]*Summary
	byBoth     map[[2]string][]*Summary // city and main category
	place      map[string]int           // slug → index in products
	posts      map[string][]*PostSummary
	written    map[[2]string]bool // language and slug of every story in posts
	cities     []*catalog.City
	categories []*catalog.Category
	testimony  []*catalog.Testimonial
	paths      map[string]bool // of all pages, without locale prefix
	redirects  []Redirect
	links      *linkReport
}

// NewSite chooses what the deployment sells on a day. Drafts and stories of a later day are left out.
func NewSite(c *Content, d *catalog.Deployment, asOf time.Time) *Site {
	s := &Site{
		Content: c, deployment: d, bySlug: map[string]*Summary{}, byCity: map[string][]*Summary{},
		byCategory: map[string][]*Summary{}, byBoth: map[[2]string][]*Summary{}, place: map[string]int{}, posts: map[string][]*PostSummary{},
		written: map[[2]string]bool{}, links: &linkReport{},
	}
	for _, p := range c.Products {
		if p = p.In(d.ID); !p.Draft && sells(d, p) {
			s.products = append(s.products, p)
		}
	}
	slices.SortStableFunc(s.products, func(a, b *Summary) int {
		return cmp.Or(cmp.Compare(a.Weight, b.Weight), cmp.Compare(b.Average, a.Average), cmp.Compare(a.Slug, b.Slug))
	})
	for i, p := range s.products {
		s.place[p.Slug] = i
		s.bySlug[p.Slug] = p
		s.byCity[p.City] = append(s.byCity[p.City], p)
		for _, category := range p.Categories {
			s.byCategory[category] = append(s.byCategory[category], p)
		}
		both := [2]string{p.City, p.Categories[0]}
		s.byBoth[both] = append(s.byBoth[both], p)
	}
	for _, city := range c.Library.Cities {
		if len(s.byCity[city.Slug]) > 0 {
			s.cities = append(s.cities, city)
		}
	}
	for _, category := range c.Library.Categories {
		if len(s.byCategory[category.Slug]) > 0 {
			s.categories = append(s.categories, category)
		}
	}
	for _, t := range c.Library.Testimonials {
		if s.bySlug[t.Product] != nil {
			s.testimony = append(s.testimony, t)
		}
	}
	s.choosePosts(asOf)
	s.paths = s.allPaths()
	s.chooseRedirects()
	return s
}

func sells(d *catalog.Deployment, p *Summary) bool {
	in := func(list []string, word string) bool { return len(list) == 0 || slices.Contains(list, word) }
	some := len(d.Sells.Categories) == 0
	for _, c := range p.Categories {
		some = some || slices.Contains(d.Sells.Categories, c)
	}
	return some && in(d.Sells.Cities, p.City) && in(d.Sells.Suppliers, p.Supplier) && in(d.Sells.Products, p.Slug) &&
		slices.Contains(d.Currencies, p.Currency)
}

// choosePosts takes the stories that name no product, or one that is sold here.
func (s *Site) choosePosts(asOf time.Time) {
	for _, p := range s.Posts {
		if p.Draft || p.Date.After(asOf) || !slices.Contains(s.deployment.Languages, p.Language) {
			continue
		}
		if len(p.Products) > 0 && !slices.ContainsFunc(p.Products, func(slug string) bool { return s.bySlug[slug] != nil }) {
			continue
		}
		s.posts[p.Language] = append(s.posts[p.Language], p)
		s.written[[2]string{p.Language, p.Slug}] = true
	}
	for _, posts := range s.posts {
		slices.SortStableFunc(posts, func(a, b *PostSummary) int {
			return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(a.Slug, b.Slug))
		})
	}
}

func (s *Site) chooseRedirects() {
	for _, r := range s.Library.Redirects {
		if len(r.Deployments) == 0 || slices.Contains(r.Deployments, s.deployment.ID) {
			s.redirects = append(s.redirects, Redirect{r.From, r.To, r.Status})
		}
	}
	seen := map[string]bool{}
	for _, language := range s.deployment.Languages {
		for _, p := range s.posts[language] {
			for _, alias := range p.Aliases {
				if alias = trimSlash(alias); !seen[alias] && !s.paths[alias] {
					seen[alias] = true
					s.redirects = append(s.redirects, Redirect{alias, "/blog/" + p.Slug, 301})
				}
			}
		}
	}
	sort.SliceStable(s.redirects, func(i, j int) bool { return s.redirects[i].From < s.redirects[j].From })
}

func trimSlash(path string) string {
	for len(path) > 1 && path[len(path)-1] == '/' {
		path = path[:len(path)-1]
	}
	return path
}

// Redirects are the editors' own and the aliases of stories, by path without locale prefix.
func (s *Site) Redirects() []Redirect { return s.redirects }

// Sold are the products of the deployment, in the order shown.
func (s *Site) Sold() []*Summary { return s.products }

// Places are the cards of the cities and categories that have products here, in the order shown.
func (s *Site) Places(language string) (cities, categories []PlaceCard) {
	p := &planner{Site: s, code: language, index: s.language(language)}
	return p.cityCards(), p.categoryCards()
}

// listingPath is where everything is listed (specification, section 2).
func (s *Site) listingPath() string {
	if s.deployment.Supplier {
		return "/experiences"
	}
	return "/things-to-do"
}

// ProductPath is a product's address without locale prefix.
func (s *Site) productPath(p *Summary) string {
	if s.deployment.Supplier {
		return "/experiences/" + p.Slug
	}
	return "/things-to-do-in-" + p.City + "/" + p.Slug
}

func (s *Site) prefix(language string) string {
	return locale.Prefix(language, s.deployment.DefaultLanguage())
}

// language is the place of a language in Content.Languages.
func (s *Site) language(code string) int { return slices.Index(s.Languages, code) }

const relatedCount = 4

// related are the editors' choice, then neighbours: same city and kind, same city, same kind. The walk begins behind the
// product itself and goes round, so that every product is somebody's neighbour, at the same cost whatever their number. What
// cannot be booked is nobody's; who comes to something of the sort is shown the best rated first.
func (s *Site) related(p *Summary) []*Summary {
	var out []*Summary
	add := func(q *Summary) {
		if q != nil && q != p && q.Offer.Available && len(out) < relatedCount && !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	for _, slug := range p.Related {
		add(s.bySlug[slug])
	}
	for _, list := range [][]*Summary{s.byBoth[[2]string{p.City, p.Categories[0]}], s.byCity[p.City], s.byCategory[p.Categories[0]], s.products} {
		at := s.after(list, p)
		for i := 0; i < min(len(list), 2*relatedCount); i++ {
			add(list[(at+i)%len(list)])
		}
	}
	if !p.Offer.Available {
		ratedFirst(out)
	}
	return out
}

// ratedFirst puts the best rated first, and leaves the order of those that are rated alike.
func ratedFirst(products []*Summary) {
	slices.SortStableFunc(products, func(a, b *Summary) int {
		return cmp.Or(cmp.Compare(b.Average, a.Average), cmp.Compare(b.Reviews, a.Reviews))
	})
}

// bookable are the best rated of what can be booked.
func (s *Site) bookable(most int) []*Summary {
	var out []*Summary
	for _, p := range s.products {
		if p.Offer.Available {
			out = append(out, p)
		}
	}
	ratedFirst(out)
	return out[:min(len(out), most)]
}

// after finds the place in a list, which is in the order of products, behind p.
func (s *Site) after(list []*Summary, p *Summary) int {
	return sort.Search(len(list), func(i int) bool { return s.place[list[i].Slug] > s.place[p.Slug] })
}
