package payload

import "net/url"

// A LayoutType is a folder of site/layouts: shell, opening and look. Its card is in site/components/cards.
type LayoutType string

const (
	LayoutDefault           LayoutType = "default"
	LayoutSupplierClassic   LayoutType = "supplier-classic"
	LayoutSupplierEditorial LayoutType = "supplier-editorial"
	LayoutSupplierCompact   LayoutType = "supplier-compact"
	LayoutTemplateTwo       LayoutType = "template-two"
	LayoutTemplateFour      LayoutType = "template-four"
	LayoutTransparent       LayoutType = "transparent"
)

// ShellPrefix is the beginning of the paths of a tree's shells, before a language and .json.
const ShellPrefix = "builds/meta/shell."

// Shell is what header, footer and head need of a deployment in one language. It is the same for all pages.
type Shell struct {
	Deployment string     `json:"deployment"`
	Name       string     `json:"name"`
	Tagline    string     `json:"tagline,omitempty"`
	LayoutType LayoutType `json:"layoutType"`
	// Stylesheet is what the deployment adds to the site's own: its layout's, its fonts and its theme.
	Stylesheet string `json:"stylesheet,omitempty"`
	// Fonts are the files that documents preload in place of the site's own, where the deployment has fonts of its own.
	Fonts []string `json:"fonts,omitempty"`
	// ThemeColor is what browsers paint around pages, where the deployment has colours of its own.
	ThemeColor *ThemeColor `json:"themeColor,omitempty"`
	// Logo is shown before the name, or in its place.
	Logo     *Logo        `json:"logo,omitempty"`
	Supplier bool         `json:"supplier"`
	BaseURL  string       `json:"baseUrl"`
	Locale   string       `json:"locale"`
	Locales  []LocaleInfo `json:"locales"`
	// Format is the locale by which browsers write amounts, dates and names, and Texts the file of the messages that
	// they have not got; both are empty for a language of the program's own.
	Format string `json:"format,omitempty"`
	Texts  string `json:"texts,omitempty"`
	// Currencies are those that are taken; the first is the deployment's own.
	Currencies []string      `json:"currencies"`
	Currency   CurrencyTable `json:"currency"`
	// Card and PayLater are the ways to pay; one of them there is.
	Card            bool            `json:"card"`
	PayLater        bool            `json:"payLater"`
	Cities          []Named         `json:"cities"`
	Categories      []Named         `json:"categories"`
	Contact         Contact         `json:"contact"`
	Claims          *Claims         `json:"claims,omitempty"`
	PictureProvider PictureProvider `json:"pictureProvider"`
	// Videos are the providers whose videos pages play.
	Videos []VideoProvider `json:"videos,omitempty"`
	// Maps is where the maps come from that pages show; empty where places are links.
	Maps MapProvider `json:"maps,omitempty"`
	// Analytics is the script that counts visits, if the deployment has one.
	Analytics *Analytics `json:"analytics,omitempty"`
	// Menu and Footer are what the deployment's own header and footer link to; the layout's where they are empty.
	Menu   []MenuLink  `json:"menu,omitempty"`
	Footer []MenuGroup `json:"footer,omitempty"`
	// Social are the deployment's pages at social networks.
	Social []MenuLink `json:"social,omitempty"`
}

// Analytics is a script of another site that counts visits. Editors write the same type.
type Analytics struct {
	Script     string            `json:"script" yaml:"script,required"`
	Attributes map[string]string `json:"attributes,omitempty" yaml:"attributes" tstype:"Record<string, string>"`
	Consent    Consent           `json:"consent" yaml:"consent,required"`
}

// Origin returns the origin of the script, as a Content-Security-Policy names it.
func (a *Analytics) Origin() string {
	u, err := url.Parse(a.Script)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// MenuLink leads to a page of the deployment, by its path without language, or to another site.
type MenuLink struct {
	Path string `json:"path"`
	// Name is empty where the site itself names the page.
	Name string `json:"name,omitempty"`
	// WrittenIn is the language of Name, where that is not the page's.
	WrittenIn *Language `json:"writtenIn,omitempty"`
}

// MenuGroup is a column of a footer.
type MenuGroup struct {
	Title string     `json:"title"`
	Links []MenuLink `json:"links"`
}

// Logo is a drawing under its published address, and the one for dark colours where it has another.
type Logo struct {
	Src    string `json:"src"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Dark   string `json:"dark,omitempty"`
	// Icon is the deployment's own for browser tabs.
	Icon string `json:"icon,omitempty"`
	// Named is true if the drawing contains the name.
	Named bool `json:"named"`
}

// ThemeColor is the ground of pages in light and in dark colours; empty where it is the house's own.
type ThemeColor struct {
	Light string `json:"light,omitempty"`
	Dark  string `json:"dark,omitempty"`
}

// CurrencyTable is what prices are shown in, and how they are converted.
type CurrencyTable struct {
	// Default is the currency that is shown until the visitor chooses one.
	Default string `json:"default"`
	// Date is the day of the rates; empty where there are none.
	Date string `json:"date,omitempty"`
	// Rates are what one unit of the deployment's own currency is in others, as plain decimals.
	Rates map[string]string `json:"rates" tstype:"Record<string, string>"`
}

// LocaleInfo is the specification's locale: code, iso, name and dir.
type LocaleInfo struct {
	Code string    `json:"code"`
	ISO  string    `json:"iso"`
	Name string    `json:"name"`
	Dir  Direction `json:"dir"`
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

// Claims are the deployment's marketing figures, shown as they are written.
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
	// Includes says which content was built that is not published: draft, future, expired. Such a build is for looking.
	Includes []string `json:"includes,omitempty"`
	// RedirectHosts are the external hosts that a redirect may lead to.
	RedirectHosts []string `json:"redirectHosts"`
	// Redirects are the editors' own, by path without locale prefix.
	Redirects []Redirect `json:"redirects"`
}

// Redirect leads from a path without locale prefix to another path or to an https address. Editors write the same type.
type Redirect struct {
	From   string `json:"from" yaml:"from,required"`
	To     string `json:"to" yaml:"to,required"`
	Status int    `json:"status" yaml:"status"`
	// Locale is the only language in which it leads there; empty for all. The aliases of a text have one.
	Locale string `json:"locale,omitempty" yaml:"-"`
}
