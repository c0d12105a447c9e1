// Package catalog has the types of content: deployments, cities, categories, products, posts, questions, pages. It is
// pure: it reads no files and knows no addresses. docs/content.md describes the same for editors.
package catalog

import (
	"slices"
	"time"

	"storefront/internal/core/payload"
)

// Prose is Markdown as written, with the place in its file where it begins.
type Prose struct {
	Source string
	File   string
	Line   int // of the first line of Source, from 1
}

// Library is the content except products and posts, which are many and read one by one.
type Library struct {
	Deployments  []*Deployment
	Languages    []string             // of all deployments, sorted; RequiredLanguages returns those that need a text
	Texts        map[string]*Language // the files of texts/, by the code of their language
	Suppliers    map[string]*Supplier
	Cities       []*City     // by weight, then slug
	Categories   []*Category // by weight, then slug
	Labels       map[string]Localized
	Terms        Terms
	Occasions    map[string]Localized
	Topics       []Topic
	FAQ          []*FAQEntry // by topic, weight, slug
	Pages        map[string]*TextPage
	Testimonials []*Testimonial          // by weight, slug
	Redirects    []payload.Redirect      // of every deployment
	Search       map[string]*SearchWords // by language
	Pictures     map[string]*Picture     // by file name
	Drawings     map[string]*Picture     // by file name: those that logos name
	Fonts        map[string]*Font        // by file name: those that deployments name
	// DeploymentsIncomplete is true if a deployment's file cannot be read. It is then unknown what no deployment has.
	DeploymentsIncomplete bool
}

// Supplier runs products.
type Supplier struct {
	ID           string               `yaml:"-"`
	Name         Localized            `yaml:"name,required"`
	Confirmation payload.Confirmation `yaml:"confirmation,required"`
	// Email, Phone and Language are how the shop reaches it; Notify lists the notices that are mailed. No page has
	// them.
	Email    string                 `yaml:"email" json:"-"`
	Phone    string                 `yaml:"phone" json:"-"`
	Language string                 `yaml:"language" json:"-"`
	Notify   []payload.SupplierNews `yaml:"notify" json:"-"`
}

// PlaceText is the text of a city or a category in one language.
type PlaceText struct {
	Draft bool `yaml:"draft"` // the translation is not shown yet
	// TranslationOf is the language and the hash of the text that this one was translated from.
	TranslationOf  string `yaml:"translationOf"`
	Title          string `yaml:"title,required"`
	Summary        string `yaml:"summary,required"`
	SEOTitle       string `yaml:"seoTitle"`
	SEODescription string `yaml:"seoDescription"`
	// Slug is the end of its address in this language, Aliases are its former addresses.
	Slug    string   `yaml:"slug"`
	Aliases []string `yaml:"aliases"`
	Body    Prose    `yaml:"-"`
}

// City is where products take place; it carries their time zone.
type City struct {
	Slug     string                `yaml:"-"`
	Country  string                `yaml:"country,required"`
	TimeZone string                `yaml:"timeZone,required"`
	Location Coordinates           `yaml:"location,required"`
	Image    string                `yaml:"image,required"`
	Weight   int                   `yaml:"weight"`
	Draft    bool                  `yaml:"draft"`
	Aliases  []string              `yaml:"aliases"`
	Texts    map[string]*PlaceText `yaml:"-"`
}

// Category is a kind of product.
type Category struct {
	Slug    string                `yaml:"-"`
	Image   string                `yaml:"image,required"`
	Weight  int                   `yaml:"weight"`
	Draft   bool                  `yaml:"draft"`
	Aliases []string              `yaml:"aliases"`
	Texts   map[string]*PlaceText `yaml:"-"`
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
	Draft  bool                `yaml:"draft"`
	Texts  map[string]*FAQText `yaml:"-"`
}

// FAQText is a question with its answer in one language.
type FAQText struct {
	Draft bool `yaml:"draft"` // the translation is not shown yet
	// TranslationOf is the language and the hash of the text that this one was translated from.
	TranslationOf string `yaml:"translationOf"`
	Question      string `yaml:"question,required"`
	Body          Prose  `yaml:"-"`
}

// TextPages are the slugs of the pages of prose that every storefront has; editors may add others.
var TextPages = []string{"about", "privacy-policy", "terms-and-conditions"}

// TextPage is a page of prose: about, privacy policy, terms, and pages that editors add.
type TextPage struct {
	Slug string `yaml:"-"`
	// Deployments are the deployments that have the page; empty means all.
	Deployments []string             `yaml:"deployments"`
	Texts       map[string]*PageText `yaml:"-"`
}

// IsShownBy reports whether a deployment has the page.
func (p *TextPage) IsShownBy(deployment string) bool {
	return len(p.Deployments) == 0 || slices.Contains(p.Deployments, deployment)
}

// PageText is a page of prose in one language.
type PageText struct {
	Draft bool `yaml:"draft"` // the translation is not shown yet
	// TranslationOf is the language and the hash of the text that this one was translated from.
	TranslationOf string `yaml:"translationOf"`
	Title         string `yaml:"title,required"`
	Description   string `yaml:"description,required"`
	Lastmod       Date   `yaml:"lastmod"`
	Image         string `yaml:"image"`
	// Slug is the end of its address in this language, Aliases are its former addresses.
	Slug    string   `yaml:"slug"`
	Aliases []string `yaml:"aliases"`
	Body    Prose    `yaml:"-"`
}

// Testimonial is a visitor's statement about a product.
type Testimonial struct {
	Slug    string                      `yaml:"-"`
	Product string                      `yaml:"product,required"`
	Rating  int                         `yaml:"rating,required"`
	Country string                      `yaml:"country,required"`
	Date    Date                        `yaml:"date"`
	Weight  int                         `yaml:"weight"`
	Texts   map[string]*TestimonialText `yaml:"-"`
}

// TestimonialText is the quotation in one language.
type TestimonialText struct {
	Draft bool `yaml:"draft"` // the translation is not shown yet
	// TranslationOf is the language and the hash of the text that this one was translated from.
	TranslationOf string `yaml:"translationOf"`
	Author        string `yaml:"author,required"`
	Body          Prose  `yaml:"-"`
}

// Post is a post of the blog in one language. Its keys are those of Hugo and Jekyll.
type Post struct {
	Folder      string    `yaml:"-"`
	Language    string    `yaml:"-"`
	Title       string    `yaml:"title,required"`
	Date        Timestamp `yaml:"date,required"`
	Lastmod     Timestamp `yaml:"lastmod"`
	ExpiryDate  Timestamp `yaml:"expiryDate"` // from that day on it is not shown
	Draft       bool      `yaml:"draft"`
	Tags        []string  `yaml:"tags"`
	Categories  []string  `yaml:"categories"`
	Description string    `yaml:"description"`
	Slug        string    `yaml:"slug"`
	Aliases     []string  `yaml:"aliases"`
	Author      string    `yaml:"author"`
	Series      string    `yaml:"series"`
	Image       string    `yaml:"image"`
	Products    []string  `yaml:"products"`
	// TranslationOf is the language and the hash of the text that this one was translated from.
	TranslationOf string `yaml:"translationOf"`
	Body          Prose  `yaml:"-"`
}

// Terms are the tags, authors and series of stories that have names in several languages, by the end of their address.
type Terms struct {
	Tags    map[string]*Term `yaml:"tags"`
	Authors map[string]*Term `yaml:"authors"`
	Series  map[string]*Term `yaml:"series"`
}

// Term is a tag, an author or a series of stories.
type Term struct {
	Name  Localized `yaml:"name,required"`
	About Localized `yaml:"about"`
	Image string    `yaml:"image"`
}

// Timestamp is a date, with or without a time, as blogs write it.
type Timestamp struct{ time.Time }

// Picture is a file of content/media with its alt text by language.
//
// A picture of another host has its address for a name, no hash, and unknown sizes.
type Picture struct {
	File   string
	Hash   string
	Width  int
	Height int
	Alt    Localized
}

// IsRemote reports whether a picture is of another host.
func (p *Picture) IsRemote() bool { return p.Hash == "" }
