// Package catalog holds what is sold and written: deployments, cities, categories, products, posts, questions, pages.
// It is pure: it reads no files and knows no addresses. docs/content.md describes the same for editors.
package catalog

import "time"

// Prose is Markdown as written, with where it begins in its file.
type Prose struct {
	Source string
	File   string
	Line   int // of the first line of Source, from 1
}

// Library is the catalogue without its products and posts, which are many and read one by one.
type Library struct {
	Deployments  []*Deployment
	Suppliers    map[string]*Supplier
	Cities       []*City     // by weight, then slug
	Categories   []*Category // by weight, then slug
	Labels       map[string]Localized
	Occasions    map[string]Localized
	Topics       []Topic
	FAQ          []*FAQEntry // by topic, weight, slug
	Pages        map[string]*TextPage
	Testimonials []*Testimonial // by weight, slug
	Redirects    []Redirect
	Pictures     map[string]*Picture // by file name
}

// Deployment is one tenant's storefront.
type Deployment struct {
	ID         string    `yaml:"-"`
	Hosts      []string  `yaml:"hosts,required"`
	Weight     int       `yaml:"weight"` // the first is shown at local addresses that no deployment claims
	BaseURL    string    `yaml:"baseUrl,required"`
	Name       Localized `yaml:"name,required"`
	Tagline    Localized `yaml:"tagline"`
	LayoutType string    `yaml:"layoutType,required"`
	Supplier   bool      `yaml:"supplier"`
	Languages  []string  `yaml:"languages,required"`
	// Currencies are those that the deployment takes; the first is its own.
	Currencies []string `yaml:"currencies,required"`
	// Exchange has what prices are in others; DefaultCurrency, its own where empty, is what a first visit shows.
	Exchange        *Exchange `yaml:"exchange"`
	DefaultCurrency string    `yaml:"defaultCurrency"`

	PayLater      bool      `yaml:"payLater"`
	PageSize      int       `yaml:"pageSize"`
	Sells         Selection `yaml:"sells"`
	HeroImage     string    `yaml:"heroImage"`
	Contact       Contact   `yaml:"contact,required"`
	TaxNumber     string    `yaml:"taxNumber"`
	Claims        *Claims   `yaml:"claims"`
	RedirectHosts []string  `yaml:"redirectHosts"`
	// PictureProvider is how pages ask for pictures: "ipx", the proxy's addresses, or "none", the sources as they are.
	PictureProvider string `yaml:"pictureProvider"`
	// PictureHosts are those that pictures of content may be of, beside content/media.
	PictureHosts []string `yaml:"pictureHosts"`
}

// Exchange are rates of a day.
type Exchange struct {
	Date  Day                `yaml:"date,required"`
	Rates map[string]Decimal `yaml:"rates,required"` // what one unit of the deployment's own currency is in each
}

// DefaultLanguage is the one without a path prefix.
func (d *Deployment) DefaultLanguage() string { return d.Languages[0] }

// Selection is the part of the catalogue that a deployment sells; an empty list does not restrict.
type Selection struct {
	Cities     []string `yaml:"cities"`
	Suppliers  []string `yaml:"suppliers"`
	Categories []string `yaml:"categories"`
	Products   []string `yaml:"products"`
}

// Contact is how visitors reach the deployment.
type Contact struct {
	Email   string    `yaml:"email,required"` // what visitors write goes there
	Phone   string    `yaml:"phone"`
	Address Localized `yaml:"address"`
	Hours   Localized `yaml:"hours"`
	ChatURL string    `yaml:"chatUrl"`
}

// Claims are marketing figures, shown as they stand.
type Claims struct {
	Experiences      int `yaml:"experiences"`
	Activities       int `yaml:"activities"`
	SearchActivities int `yaml:"searchActivities"`
}

// Supplier runs products.
type Supplier struct {
	ID           string       `yaml:"-"`
	Name         Localized    `yaml:"name,required"`
	Confirmation Confirmation `yaml:"confirmation,required"`
}

// PlaceText is what a city or a category says in one language.
type PlaceText struct {
	Title          string `yaml:"title,required"`
	Summary        string `yaml:"summary,required"`
	SEOTitle       string `yaml:"seoTitle"`
	SEODescription string `yaml:"seoDescription"`
	Body           Prose  `yaml:"-"`
}

// City is where products take place; it carries their time zone.
type City struct {
	Slug     string                `yaml:"-"`
	Country  string                `yaml:"country,required"`
	TimeZone string                `yaml:"timeZone,required"`
	Location Coordinates           `yaml:"location,required"`
	Image    string                `yaml:"image,required"`
	Weight   int                   `yaml:"weight"`
	Texts    map[string]*PlaceText `yaml:"-"`
}

// Category is what kind of thing a product is.
type Category struct {
	Slug   string                `yaml:"-"`
	Image  string                `yaml:"image,required"`
	Weight int                   `yaml:"weight"`
	Texts  map[string]*PlaceText `yaml:"-"`
}

// Topic groups questions.
type Topic struct {
	ID    string    `yaml:"id,required"`
	Title Localized `yaml:"title,required"`
}

// FAQEntry is a question and its answer.
type FAQEntry struct {
	Slug   string              `yaml:"-"`
	Topic  string              `yaml:"topic,required"`
	Weight int                 `yaml:"weight"`
	Texts  map[string]*FAQText `yaml:"-"`
}

// FAQText is a question with its answer in one language.
type FAQText struct {
	Question string `yaml:"question,required"`
	Body     Prose  `yaml:"-"`
}

// TextPage is a page of prose: about, privacy policy, terms.
type TextPage struct {
	Slug  string
	Texts map[string]*PageText
}

// PageText is a page of prose in one language.
type PageText struct {
	Title       string `yaml:"title,required"`
	Description string `yaml:"description,required"`
	Lastmod     Day    `yaml:"lastmod"`
	Image       string `yaml:"image"`
	Body        Prose  `yaml:"-"`
}

// Testimonial is what a visitor said of a product.
type Testimonial struct {
	Slug    string                      `yaml:"-"`
	Product string                      `yaml:"product,required"`
	Rating  int                         `yaml:"rating,required"`
	Country string                      `yaml:"country,required"`
	Date    Day                         `yaml:"date"`
	Weight  int                         `yaml:"weight"`
	Texts   map[string]*TestimonialText `yaml:"-"`
}

// TestimonialText is the quotation in one language.
type TestimonialText struct {
	Author string `yaml:"author,required"`
	Body   Prose  `yaml:"-"`
}

// Post is a story in one language. Its keys are those of Hugo and Jekyll.
type Post struct {
	Folder      string    `yaml:"-"`
	Language    string    `yaml:"-"`
	Title       string    `yaml:"title,required"`
	Date        Timestamp `yaml:"date,required"`
	Lastmod     Timestamp `yaml:"lastmod"`
	Draft       bool      `yaml:"draft"`
	Tags        []string  `yaml:"tags"`
	Categories  []string  `yaml:"categories"`
	Description string    `yaml:"description"`
	Slug        string    `yaml:"slug"`
	Aliases     []string  `yaml:"aliases"`
	Author      string    `yaml:"author"`
	Image       string    `yaml:"image"`
	Products    []string  `yaml:"products"`
	Body        Prose     `yaml:"-"`
}

// Timestamp is a date, with or without a time, as blogs write it.
type Timestamp struct{ time.Time }

// Redirect leads visitors of an old path to a new one.
type Redirect struct {
	From        string   `yaml:"from,required"`
	To          string   `yaml:"to,required"`
	Status      int      `yaml:"status"`
	Deployments []string `yaml:"deployments"`
}

// Picture is a file of content/media with its alt text by language.
//
// One of another host has its address for a name, no hash, and sizes that nobody has looked up.
type Picture struct {
	File   string
	Hash   string
	Width  int
	Height int
	Alt    Localized
}

// Remote says that a picture is another host's.
func (p *Picture) Remote() bool { return p.Hash == "" }
