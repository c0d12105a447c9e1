package pages

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
	// Image is shown where the page is shared.
	Image *Image `json:"image,omitempty"`
	// NoIndex keeps search engines away: personal pages and errors.
	NoIndex bool `json:"noIndex,omitempty"`
	// Locales are the languages that the page exists in, where these are not all of the deployment's.
	Locales []string `json:"locales,omitempty"`
}

// Image is a picture of content/media under its published, never-changing address.
type Image struct {
	Src    string `json:"src"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Alt    string `json:"alt"`
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
	Original int64 `json:"original,omitempty"`
	// Per is PERSON, ITEM, DAY, NIGHT or BOOKING.
	Per string `json:"per"`
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
}

// ProductCard shows a product in listings. Its address is made of City and Slug by the deployment's type.
type ProductCard struct {
	Slug     string   `json:"slug"`
	Title    string   `json:"title"`
	City     Named    `json:"city"`
	Category Named    `json:"category"`
	Image    Image    `json:"image"`
	Duration Duration `json:"duration"`
	Pickup   bool     `json:"pickup,omitempty"`
	// FreeCancellation is how many minutes before the start a full refund ends; 0 where there is none.
	FreeCancellation int     `json:"freeCancellation,omitempty"`
	Rating           *Rating `json:"rating,omitempty"`
	// Price is absent where there is no fixed price.
	Price *Price `json:"price,omitempty"`
	// Status is AVAILABLE, SOLD_OUT or CLOSED.
	Status string  `json:"status"`
	Labels []Named `json:"labels,omitempty"`
	// StartTimes are the ordinary ones of a day, "15:30", for timetables.
	StartTimes []string `json:"startTimes,omitempty"`
}

// PlaceCard shows a city or a category with what it holds.
type PlaceCard struct {
	Slug  string `json:"slug"`
	Title string `json:"title"`
	Image Image  `json:"image"`
	Count int    `json:"count"`
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
}

// Testimonial is what a visitor said of a product that the deployment sells.
type Testimonial struct {
	Author  string `json:"author"`
	Country string `json:"country"`
	Rating  int    `json:"rating"`
	// HTML is the quotation.
	HTML    string `json:"html"`
	Product Ref    `json:"product"`
}

// Ref names a product and where it lives.
type Ref struct {
	Slug  string `json:"slug"`
	City  string `json:"city"`
	Title string `json:"title"`
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
	// Of is "all", "city" or "category".
	Of string `json:"of"`
	// Heading is the listing's own name; Title adds what search engines want.
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

// ProductDetail is everything a product's page tells, in one language.
type ProductDetail struct {
	Summary          string   `json:"summary"`
	Overview         string   `json:"overview"`
	Images           []Image  `json:"images"`
	Labels           []Named  `json:"labels,omitempty"`
	Occasions        []Named  `json:"occasions,omitempty"`
	Status           string   `json:"status"`
	AvailabilityType string   `json:"availabilityType"`
	PricingPer       string   `json:"pricingPer"`
	Currency         string   `json:"currency"`
	CurrencyExponent int      `json:"currencyExponent"`
	Price            *Price   `json:"price,omitempty"`
	NoFixedPrice     bool     `json:"noFixedPrice,omitempty"`
	Duration         Duration `json:"duration"`
	// MinimumDuration is set where the visitor chooses how long.
	MinimumDuration *Duration       `json:"minimumDuration,omitempty"`
	Ages            *Range          `json:"ages,omitempty"`
	GuideLanguages  []string        `json:"guideLanguages,omitempty"`
	TimeZone        string          `json:"timeZone"`
	Location        Location        `json:"location"`
	Pickup          *Transfer       `json:"pickup,omitempty"`
	DropOff         *Transfer       `json:"dropOff,omitempty"`
	Supplier        Supplier        `json:"supplier"`
	Options         []Option        `json:"options"`
	Extras          []Extra         `json:"extras,omitempty"`
	Highlights      []string        `json:"highlights,omitempty"`
	Includes        []string        `json:"includes,omitempty"`
	Excludes        []string        `json:"excludes,omitempty"`
	Itinerary       []ItineraryStep `json:"itinerary,omitempty"`
	KnowBeforeYouGo []string        `json:"knowBeforeYouGo,omitempty"`
	WhatToBring     []string        `json:"whatToBring,omitempty"`
	Rating          *Rating         `json:"rating,omitempty"`
	// Stars counts reviews by stars, from one to five.
	Stars   []int    `json:"stars,omitempty"`
	Reviews []Review `json:"reviews,omitempty"`
}

// Range is a closed interval; a Max of 0 is open.
type Range struct {
	Min int `json:"min"`
	Max int `json:"max,omitempty"`
}

// Location is where a product takes place.
type Location struct {
	Place     string  `json:"place"`
	Address   string  `json:"address,omitempty"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// Transfer is pickup or drop-off.
type Transfer struct {
	Included        bool    `json:"included"`
	AddressRequired bool    `json:"addressRequired,omitempty"`
	Points          []Point `json:"points,omitempty"`
}

// Point is one place of a Transfer.
type Point struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Time is local, "15:30"; empty where it follows the start.
	Time      string  `json:"time,omitempty"`
	Latitude  float64 `json:"latitude,omitempty"`
	Longitude float64 `json:"longitude,omitempty"`
}

// Supplier runs the product; Confirmation is "instant" or "on_request".
type Supplier struct {
	Name         string `json:"name"`
	Confirmation string `json:"confirmation"`
}

// Option is a variant of a product.
type Option struct {
	ID            string             `json:"id"`
	Title         string             `json:"title"`
	Description   string             `json:"description,omitempty"`
	Duration      *Duration          `json:"duration,omitempty"`
	Capacity      int                `json:"capacity"`
	MaxTravellers int                `json:"maxTravellers"`
	Units         []Unit             `json:"units"`
	Price         *Price             `json:"price,omitempty"`
	Schedule      Schedule           `json:"schedule"`
	Cancellation  []CancellationTier `json:"cancellation"`
}

// Unit is who or what is counted. Amounts are minor units of the product's currency.
type Unit struct {
	ID            string `json:"id"`
	Type          string `json:"type"`
	Title         string `json:"title,omitempty"`
	PricedBy      string `json:"pricedBy"`
	Price         int64  `json:"price"`
	OriginalPrice int64  `json:"originalPrice,omitempty"`
	Ages          *Range `json:"ages,omitempty"`
	Min           int    `json:"min,omitempty"`
	Max           int    `json:"max,omitempty"`
	PaxCount      int    `json:"paxCount"`
}

// Extra can be added to a booking; PricingPer is UNIT (per traveller who takes it) or BOOKING.
type Extra struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
	PricingPer  string `json:"pricingPer"`
	Price       int64  `json:"price"`
	Max         int    `json:"max,omitempty"`
}

// Schedule says when an option runs, in the destination's local time.
type Schedule struct {
	// Seasons in order; the first that holds a day decides it. A day in none of them is closed.
	Seasons []Season `json:"seasons"`
	// ClosedDays are "2026-12-02" or, every year, "12-02".
	ClosedDays []string `json:"closedDays,omitempty"`
	// LeadMinutes is how long before the start booking closes.
	LeadMinutes int `json:"leadMinutes,omitempty"`
}

// Season is a stretch of days with the same times. From and To are days like ClosedDays, both included; empty is all year.
type Season struct {
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
	// Weekdays are 0 (Sunday) to 6.
	Weekdays     []int    `json:"weekdays"`
	StartTimes   []string `json:"startTimes,omitempty"`
	OpeningHours []Hours  `json:"openingHours,omitempty"`
}

// Hours is one stretch of opening, "10:00" to "22:00"; a To before From ends on the next day.
type Hours struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// CancellationTier refunds Refund percent to who cancels at least Before minutes before the start.
type CancellationTier struct {
	Before int `json:"before"`
	Refund int `json:"refund"`
}

// ItineraryStep is one stop of the day.
type ItineraryStep struct {
	ID      string `json:"id"`
	At      string `json:"at,omitempty"`
	Minutes int    `json:"minutes,omitempty"`
	Title   string `json:"title"`
	Text    string `json:"text,omitempty"`
}

// Review is a traveller's, in the language it was written in.
type Review struct {
	Author   string `json:"author"`
	Country  string `json:"country,omitempty"`
	Rating   int    `json:"rating"`
	Date     string `json:"date"`
	Language string `json:"language"`
	Title    string `json:"title,omitempty"`
	Text     string `json:"text"`
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
}

// Post is one story.
type Post struct {
	Page
	Post     PostCard          `json:"post"`
	Modified string            `json:"modified,omitempty"`
	HTML     string            `json:"html,omitempty" tstype:"string"`
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
}

// FAQEntry is a question with its answer as HTML.
type FAQEntry struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Answer   string `json:"answer"`
}

// Text is a page of prose: about, privacy policy, terms.
type Text struct {
	Page
	Modified string `json:"modified,omitempty"`
	HTML     string `json:"html"`
}

// Plain is a page whose words are all in the site's locale files: contact, not found, and the shells that islands fill.
// Outcome is "success", "error" or "on_hold" on result pages.
type Plain struct {
	Page
	Outcome string `json:"outcome,omitempty"`
}

// Shell is what header, footer and head need of a deployment in one language. It is the same for all pages.
type Shell struct {
	Deployment string       `json:"deployment"`
	Name       string       `json:"name"`
	Tagline    string       `json:"tagline,omitempty"`
	LayoutType string       `json:"layoutType"`
	Supplier   bool         `json:"supplier"`
	BaseURL    string       `json:"baseUrl"`
	Locale     string       `json:"locale"`
	Locales    []LocaleInfo `json:"locales"`
	Currencies []string     `json:"currencies"`
	PayLater   bool         `json:"payLater"`
	Cities     []Named      `json:"cities"`
	Categories []Named      `json:"categories"`
	Contact    Contact      `json:"contact"`
	Claims     *Claims      `json:"claims,omitempty"`
}

// LocaleInfo is the specification's locale: code, iso, name and dir.
type LocaleInfo struct {
	Code string `json:"code"`
	ISO  string `json:"iso"`
	Name string `json:"name"`
	Dir  string `json:"dir"`
	// Prefix is what its paths begin with: "" for the default language, "/ar".
	Prefix string `json:"prefix"`
}

// Contact is how visitors reach the deployment.
type Contact struct {
	Email   string `json:"email,omitempty"`
	Phone   string `json:"phone,omitempty"`
	Address string `json:"address,omitempty"`
	Hours   string `json:"hours,omitempty"`
	ChatURL string `json:"chatUrl,omitempty"`
}

// Claims are the deployment's marketing figures, shown as they stand.
type Claims struct {
	Experiences      int `json:"experiences"`
	Activities       int `json:"activities"`
	SearchActivities int `json:"searchActivities"`
}

// Manifest is builds/meta/<buildId>.json: what a browser needs of a build. Small whatever the catalogue's size.
type Manifest struct {
	ID string `json:"id"`
	// Time is the instant that the build speaks for: it decides which posts are published.
	Time       string       `json:"time"`
	Deployment string       `json:"deployment"`
	Supplier   bool         `json:"supplier"`
	Locales    []LocaleInfo `json:"locales"`
	// Bundle is the hash of the site bundle that the pages were rendered with.
	Bundle string `json:"bundle"`
	// RedirectHosts are the external hosts that a redirect may lead to.
	RedirectHosts []string `json:"redirectHosts"`
	// Redirects are the editors' own, by path without locale prefix.
	Redirects []Redirect `json:"redirects"`
}

// Redirect leads from one path to another path or address.
type Redirect struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Status int    `json:"status"`
}
