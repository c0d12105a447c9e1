package catalog

import (
	"slices"
	"strings"

	"storefront/internal/core/payload"
)

// Deployment is a storefront.
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
	// Untranslated is Fallback or Omit; if it is empty, everything is needed in every language.
	Untranslated string `yaml:"untranslated"`
	// Currencies are the accepted currencies; the first is the deployment's own.
	Currencies []string `yaml:"currencies,required"`
	// Exchange has rates for showing prices in other currencies. DefaultCurrency is shown on a first visit; if it is
	// empty, the deployment's own is.
	Exchange        *Exchange `yaml:"exchange"`
	DefaultCurrency string    `yaml:"defaultCurrency"`

	// Payments are the accepted ways to pay: PayByCard by default.
	Payments []string `yaml:"payments"`
	// Cards are the names of accepted cards, as its checkout shows them.
	Cards []string `yaml:"cards"`
	// PayLater has the terms of paying later.
	PayLater *PayLaterTerms `yaml:"payLater"`
	// TripMails has the times of reminders and requests for reviews: a day before and after, if it is nil.
	TripMails *TripMails `yaml:"tripMails"`
	PageSize  int        `yaml:"pageSize"`
	Sells     Selection  `yaml:"sells"`
	HeroImage string     `yaml:"heroImage"`
	Theme     *Theme     `yaml:"theme"`
	Fonts     *Fonts     `yaml:"fonts"`
	Logo      *Logo      `yaml:"logo"`
	Contact   Contact    `yaml:"contact,required"`
	TaxNumber string     `yaml:"taxNumber"`
	Claims    *Claims    `yaml:"claims"`
	// Menu has the links of its header, Footer the groups of links below its pages; if they are empty, those of its
	// layout are used. Social are its pages at social networks.
	Menu   []Link      `yaml:"menu"`
	Footer []LinkGroup `yaml:"footer"`
	Social []Social    `yaml:"social"`
	// Redirects are its own, beside the library's.
	Redirects       []payload.Redirect      `yaml:"redirects"`
	RedirectHosts   []string                `yaml:"redirectHosts"`
	PictureProvider payload.PictureProvider `yaml:"pictureProvider"`
	// Videos are the providers whose videos its pages play; those of others are links.
	Videos []string `yaml:"videos"`
	// Maps is the provider whose maps its pages show; if it is empty, places are links.
	Maps string `yaml:"maps"`
	// Analytics is the script that counts visits to its pages.
	Analytics *payload.Analytics `yaml:"analytics"`
	// PictureHosts are the other hosts whose pictures content may show, beside content/media.
	PictureHosts []string `yaml:"pictureHosts"`
}

// PayLaterTerms are when and where a reservation has to be paid. A product may have its own.
type PayLaterTerms struct {
	BeforeStart  Duration  `yaml:"beforeStart"`  // so long before the start
	AfterBooking Duration  `yaml:"afterBooking"` // so long after booking, whichever is sooner
	AtStart      bool      `yaml:"atStart"`      // when it starts, in place of both
	Minimum      Duration  `yaml:"minimum"`      // the least time that a buyer is given
	Where        Localized `yaml:"where"`        // where and how it is paid
}

// TripMails are the mails before and after a booked trip; those without a time are not sent.
type TripMails struct {
	Reminder Duration `yaml:"reminder"` // before the start
	Review   Duration `yaml:"review"`   // after the end
}

// Exchange are rates of a day.
type Exchange struct {
	Date  Date               `yaml:"date,required"`
	Rates map[string]Decimal `yaml:"rates,required"` // the value of one unit of the deployment's own currency in each
}

// The ways to pay.
const (
	PayByCard = "card"
	PayLater  = "pay_later"
)

// AcceptsPayment reports whether the deployment takes a way to pay.
func (d *Deployment) AcceptsPayment(payment string) bool { return slices.Contains(d.Payments, payment) }

// DefaultLanguage is the one without a path prefix; empty if a file of a deployment lacks its languages.
func (d *Deployment) DefaultLanguage() string {
	if len(d.Languages) == 0 {
		return ""
	}
	return d.Languages[0]
}

// Selection is the part of the catalogue that a deployment sells; an empty list does not restrict.
type Selection struct {
	Cities     []string `yaml:"cities"`
	Suppliers  []string `yaml:"suppliers"`
	Categories []string `yaml:"categories"`
	Products   []string `yaml:"products"`
}

// Contact is how visitors reach the deployment.
type Contact struct {
	Email string `yaml:"email,required"` // receives visitors' messages
	// Language is the language of the mails to Email; empty means the deployment's first.
	Language string    `yaml:"language"`
	Phone    string    `yaml:"phone"`
	Address  Localized `yaml:"address"`
	Hours    Localized `yaml:"hours"`
	ChatURL  string    `yaml:"chatUrl"`
}

// Link leads to a page of the deployment, or to another site.
type Link struct {
	To   string    `yaml:"to,required"` // "/our-team", "product:dunes", "https://jobs.example/", "mailto:", "tel:"
	Name Localized `yaml:"name"`        // empty means the title of the page
}

// IsExternal reports whether the link leads outside the deployment.
func (l Link) IsExternal() bool {
	return !strings.HasPrefix(l.To, "/") && !strings.HasPrefix(l.To, "product:")
}

// LinkGroup is a column of a footer.
type LinkGroup struct {
	Title Localized `yaml:"title,required"`
	Links []Link    `yaml:"links,required"`
}

// Social is a page at a social network.
type Social struct {
	Name string `yaml:"name,required"`
	To   string `yaml:"to,required"`
}

// Claims are marketing figures, which pages show unchanged.
type Claims struct {
	Experiences      int `yaml:"experiences"`
	Activities       int `yaml:"activities"`
	SearchActivities int `yaml:"searchActivities"`
}

// Logo is a deployment's sign: SVG files of content/media.
type Logo struct {
	Image string `yaml:"image,required"`
	Dark  string `yaml:"dark"` // for dark colours, if it differs
	Icon  string `yaml:"icon"` // for browser tabs
	// Named is true if the drawing contains the name, which is otherwise shown beside it.
	Named bool `yaml:"named"`
}

// Files returns the names of the drawings that are set.
func (l *Logo) Files() []string {
	return slices.DeleteFunc([]string{l.Image, l.Dark, l.Icon}, func(name string) bool { return name == "" })
}

// SellsProduct reports whether the deployment sells a product of these facts.
func (d *Deployment) SellsProduct(slug, city, supplier, currency string, categories []string) bool {
	in := func(list []string, word string) bool { return len(list) == 0 || slices.Contains(list, word) }
	inCategory := len(d.Sells.Categories) == 0
	for _, c := range categories {
		inCategory = inCategory || slices.Contains(d.Sells.Categories, c)
	}
	return inCategory && in(d.Sells.Cities, city) && in(d.Sells.Suppliers, supplier) && in(d.Sells.Products, slug) &&
		slices.Contains(d.Currencies, currency)
}
