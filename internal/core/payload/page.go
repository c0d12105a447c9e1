package payload

import "encoding/json"

// A Kind names the component in site/pages that shows a payload.
type Kind string

const (
	KindHome        Kind = "home"
	KindListing     Kind = "listing"
	KindProduct     Kind = "product"
	KindUnavailable Kind = "unavailable"
	KindBlog        Kind = "blog"
	KindPost        Kind = "post"
	KindFAQ         Kind = "faq"
	KindText        Kind = "text"
	KindContact     Kind = "contact"
	KindNotFound    Kind = "not-found"
	KindCart        Kind = "cart"
	KindCheckout    Kind = "checkout"
	KindResult      Kind = "result"
	KindInvoices    Kind = "invoices"
	KindSearch      Kind = "search"
	KindReset       Kind = "reset-password"
)

// Page is what every payload opens with: enough for the document's head.
type Page struct {
	Kind   Kind   `json:"kind"`
	Locale string `json:"locale"`
	// Path is the page's path without a locale prefix, "/blog/x"; "/" is home.
	Path        string `json:"path"`
	Title       string `json:"title"`
	Description string `json:"description"`
	// SEOTitle takes the place of Title in the document's title, for search engines and shared links; empty for Title.
	SEOTitle string `json:"seoTitle,omitempty"`
	// Image is shown where the page is shared.
	Image *Image `json:"image,omitempty"`
	// NoIndex keeps search engines away: personal pages and errors.
	NoIndex bool `json:"noIndex,omitempty"`
	// Locales are the languages that the page exists in, where these are not all of the deployment's.
	Locales []string `json:"locales,omitempty"`
	// Unpublished are the reasons why the page is in no published build: only builds for looking have such pages.
	Unpublished []Unpublished `json:"unpublished,omitempty"`
	// Translations are the languages that the page is written in, where it also exists in others, in the default
	// language's words.
	Translations []string `json:"translations,omitempty"`
	// WrittenIn is the language of the page's own texts, where that is not Locale.
	WrittenIn *Language `json:"writtenIn,omitempty"`
	// Paths are those in the languages in which they differ from Path, without a locale prefix.
	Paths map[string]string `json:"paths,omitempty"`
}

// Language is that of a text which is not in the language of its page, as attributes of the element that shows it.
type Language struct {
	Lang string    `json:"lang"`
	Dir  Direction `json:"dir"`
}

// Image is a picture of content/media under its published, never-changing address.
type Image struct {
	Src    string `json:"src"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Alt    string `json:"alt"`
	// Lang is the language of Alt, where that is not the page's.
	Lang string `json:"lang,omitempty"`
}

// Money is an amount in minor units of an ISO 4217 currency.
type Money struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
	// Exponent is the number of decimals of the currency: AED 2, OMR 3, JPY 0.
	Exponent int `json:"exponent"`
}

// Price is the lowest a visitor can pay, and what for.
type Price struct {
	Money
	// Original is the amount before a discount, in the same minor units; 0 where there is none.
	Original int64    `json:"original,omitempty"`
	Per      PricedBy `json:"per"`
	// Of is what is counted; empty for a whole booking.
	Of Item `json:"of,omitempty"`
}

// Duration is a length of time as visitors speak of it: nights, or minutes.
type Duration struct {
	Minutes int `json:"minutes,omitempty"`
	Nights  int `json:"nights,omitempty"`
}

// Rating is computed from a product's published reviews.
type Rating struct {
	Average float64 `json:"average"`
	Count   int     `json:"count"`
}

// Named is an id with its name in the page's language: a city, a category, a label.
type Named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Address is the end of its page's address in the page's language, where that is not ID.
	Address string `json:"address,omitempty"`
	// WrittenIn is the language of Name, where that is not the page's.
	WrittenIn *Language `json:"writtenIn,omitempty"`
}

// ProductCard shows a product in listings. Its address is made of City and Slug by the deployment's type.
type ProductCard struct {
	Slug string `json:"slug"` // its id; the API names products by it
	// Address is the end of its page's address in the page's language, where that is not Slug.
	Address  string `json:"address,omitempty"`
	Title    string `json:"title"`
	City     Named  `json:"city"`
	Category Named  `json:"category"`
	// OtherCategories are those after Category, for filters.
	OtherCategories []Named  `json:"otherCategories,omitempty"`
	Image           Image    `json:"image"`
	Duration        Duration `json:"duration"`
	Pickup          bool     `json:"pickup,omitempty"`
	// FreeCancellation is how many minutes before the start a full refund ends; 0 where there is none.
	FreeCancellation int     `json:"freeCancellation,omitempty"`
	Rating           *Rating `json:"rating,omitempty"`
	// Price is absent where there is no fixed price.
	Price  *Price        `json:"price,omitempty"`
	Status ProductStatus `json:"status"`
	Labels []Named       `json:"labels,omitempty"`
	// StartTimes are the ordinary ones of a day, "15:30", for timetables.
	StartTimes []string `json:"startTimes,omitempty"`
	// Guides are the languages that guides speak, by their codes, for filters.
	Guides []string `json:"guides,omitempty"`
	// WrittenIn is the language of Title, where that is not the page's.
	WrittenIn *Language `json:"writtenIn,omitempty"`
}

// PlaceCard shows a city or a category with what it holds.
type PlaceCard struct {
	Slug string `json:"slug"` // its id
	// Address is the end of its page's address in the page's language, where that is not Slug.
	Address string `json:"address,omitempty"`
	Title   string `json:"title"`
	Image   Image  `json:"image"`
	Count   int    `json:"count"`
	// WrittenIn is the language of Title, where that is not the page's.
	WrittenIn *Language `json:"writtenIn,omitempty"`
	// Unpublished is why its page is in no published build.
	Unpublished []Unpublished `json:"unpublished,omitempty"`
}

// PostCard shows a post in lists.
type PostCard struct {
	Slug        string `json:"slug"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Image       *Image `json:"image,omitempty"`
	// Date is the day of publication, "2026-11-20".
	Date    string   `json:"date"`
	Author  string   `json:"author,omitempty"`
	Tags    []string `json:"tags,omitempty"`
	Minutes int      `json:"minutes"`
	// WrittenIn is the language of the post, where that is not the page's.
	WrittenIn *Language `json:"writtenIn,omitempty"`
	// Unpublished is why its page is in no published build.
	Unpublished []Unpublished `json:"unpublished,omitempty"`
}

// Testimonial is what a visitor said of a product that the deployment sells.
type Testimonial struct {
	Author  string `json:"author"`
	Country string `json:"country"`
	Rating  int    `json:"rating"`
	// HTML is the quotation.
	HTML    string `json:"html"`
	Product Ref    `json:"product"`
	// WrittenIn is the language of the quotation, where that is not the page's.
	WrittenIn *Language `json:"writtenIn,omitempty"`
}

// Ref is a link to a product.
type Ref struct {
	Path  string `json:"path"` // without locale prefix
	Title string `json:"title"`
	// WrittenIn is the language of Title, where that is not the page's.
	WrittenIn *Language `json:"writtenIn,omitempty"`
}

// Fields with a tstype are big and spliced in as JSON when a page is rendered (planner.add); they are always there.

// Home is the deployment's first page.
type Home struct {
	Page
	Hero         *Image            `json:"hero,omitempty"`
	Top          []json.RawMessage `json:"top,omitempty" tstype:"ProductCard[]"`
	Cities       []PlaceCard       `json:"cities"`
	Categories   []PlaceCard       `json:"categories"`
	Testimonials []Testimonial     `json:"testimonials"`
	Posts        []PostCard        `json:"posts"`
}

// Listing is one page of a city, a category or of everything.
type Listing struct {
	Page
	Of ListingOf `json:"of"`
	// ID is that of the city or the category.
	ID string `json:"id,omitempty"`
	// Heading is the listing's own name; it has no Title.
	Heading string `json:"heading"`
	Summary string `json:"summary,omitempty"`
	Hero    *Image `json:"hero,omitempty"`
	// Intro is the editors' prose, on the first page only.
	Intro string `json:"intro,omitempty"`
	// Base is the path of the first page; page n is at Base/page/n.
	Base       string            `json:"base"`
	Number     int               `json:"number"`
	Pages      int               `json:"pages"`
	Total      int               `json:"total"`
	Cards      []json.RawMessage `json:"cards,omitempty" tstype:"ProductCard[]"`
	Neighbours []Named           `json:"neighbours"`
}

// Product is an experience's page.
type Product struct {
	Page
	Slug       string            `json:"slug"`
	City       Named             `json:"city"`
	Categories []Named           `json:"categories"`
	Product    json.RawMessage   `json:"product,omitempty" tstype:"ProductDetail"`
	Related    []json.RawMessage `json:"related,omitempty" tstype:"ProductCard[]"`
}

// Unavailable is the page for an activity that cannot be booked now, with similar ones.
type Unavailable struct {
	Page
	Similar []json.RawMessage `json:"similar,omitempty" tstype:"ProductCard[]"`
}

// Blog is one page of the list of posts.
type Blog struct {
	Page
	Number int        `json:"number"`
	Pages  int        `json:"pages"`
	Posts  []PostCard `json:"posts"`
	// Term is the tag, author or series whose stories these are; absent on the pages of all stories.
	Term *Term `json:"term,omitempty"`
}

// Term is a tag, an author or a series of stories.
type Term struct {
	Kind TermKind `json:"kind"`
	Name string   `json:"name"`
	// Base is the path of its first page.
	Base  string `json:"base"`
	About string `json:"about,omitempty"`
	// WrittenIn is the language of About, where that is not the page's.
	WrittenIn *Language `json:"writtenIn,omitempty"`
	Image     *Image    `json:"image,omitempty"`
}

// Post is one post.
type Post struct {
	Page
	// Post is the post's own card. Its description is empty if the post has none; the page's is then the beginning of
	// HTML.
	Post PostCard `json:"post"`
	// Tags, Author and Series are links to the lists of stories; one without a list has no path.
	Tags     []MenuLink        `json:"tags,omitempty"`
	Author   *MenuLink         `json:"author,omitempty"`
	Series   *MenuLink         `json:"series,omitempty"`
	Modified string            `json:"modified,omitempty"`
	HTML     string            `json:"html,omitempty" tstype:"string"`
	Parts    []ProsePart       `json:"parts,omitempty"`
	Cards    []json.RawMessage `json:"cards,omitempty" tstype:"ProductCard[]"`
	Products []json.RawMessage `json:"products,omitempty" tstype:"ProductCard[]"`
	More     []PostCard        `json:"more"`
}

// FAQ is every question, by topic.
type FAQ struct {
	Page
	Topics []FAQTopic `json:"topics"`
}

// FAQTopic groups questions.
type FAQTopic struct {
	ID      string     `json:"id"`
	Title   string     `json:"title"`
	Entries []FAQEntry `json:"entries"`
	// WrittenIn is the language of Title, where that is not the page's.
	WrittenIn *Language `json:"writtenIn,omitempty"`
}

// FAQEntry is a question with its answer as HTML.
type FAQEntry struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Answer   string `json:"answer"`
	// Unpublished is that of a page, of this question alone.
	Unpublished []Unpublished `json:"unpublished,omitempty"`
	// WrittenIn is the language of question and answer, where that is not the page's.
	WrittenIn *Language `json:"writtenIn,omitempty"`
}

// Text is a page of prose: about, privacy policy, terms.
type Text struct {
	Page
	Modified string            `json:"modified,omitempty"`
	HTML     string            `json:"html"`
	Parts    []ProsePart       `json:"parts,omitempty"`
	Cards    []json.RawMessage `json:"cards,omitempty" tstype:"ProductCard[]"`
}

// ProsePart is a part of a page that is not text: a marker in the HTML of its prose shows its place. What its kind does
// not have is absent.
type ProsePart struct {
	Kind ProsePartKind `json:"kind"`
	// Products are slugs; their cards are those of the page.
	Products []string `json:"products,omitempty"`
	// Images are the pictures of a gallery, or the one that links to a video.
	Images   []Image        `json:"images,omitempty"`
	Location *Location      `json:"location,omitempty"`
	Video    *Video         `json:"video,omitempty"`
	Headings []ProseHeading `json:"headings,omitempty"`
}

// Video is one at a provider.
type Video struct {
	Provider VideoProvider `json:"provider"`
	ID       string        `json:"id"`
	Title    string        `json:"title,omitempty"`
}

// ProseHeading is a line of a table of contents.
type ProseHeading struct {
	ID    string `json:"id"`
	Text  string `json:"text"`
	Level int    `json:"level"`
}

// Plain is a page whose words are all in the site's locale files: contact, not found, and the shells that islands fill.
// Result pages have an Outcome.
type Plain struct {
	Page
	Outcome Outcome `json:"outcome,omitempty"`
}
