package payload

import (
	"encoding/json"
	"slices"

	"storefront/internal/core/money"
	"storefront/internal/core/route"
)

// Deployment is an entry of builds/meta/deployments.json: what the server has to know of a storefront.
type Deployment struct {
	ID    string   `json:"id"`
	Hosts []string `json:"hosts"`
	// Name is the name of the storefront, by language.
	Name map[string]string `json:"name"`
	// BaseURL is the address that links in mails and documents lead to, without a slash at its end.
	BaseURL string            `json:"baseUrl"`
	Contact DeploymentContact `json:"contact"`
	// Languages begin with the default, whose paths have no prefix; Currencies with the default too.
	Languages  []string `json:"languages"`
	Currencies []string `json:"currencies"`
	// Card and PayLater are the ways to pay; at least one is true.
	Card     bool `json:"card"`
	PayLater bool `json:"payLater"`
	// Cards are the names of the cards that it takes.
	Cards []string `json:"cards,omitempty"`
	// Later says by when what is reserved has to be paid; absent for the server's own terms.
	Later *PayLaterTerms `json:"later,omitempty"`
	// TripMails are the mails before and after what was booked.
	TripMails TripMails `json:"tripMails,omitzero"`
	// Currency has the currency that prices are shown in at first, and the rates of the first of Currencies.
	Currency CurrencyTable `json:"currency"`
	// Frames are the origins of other sites that pages may show in frames.
	Frames []string `json:"frames,omitempty"`
	// Analytics is the origin of the script that counts visits; empty for none. Pages may connect to it too.
	Analytics string `json:"analytics,omitempty"`
	// Words are the words of mails and documents by language, where content has them, as JSON.
	Words map[string]Words `json:"words,omitempty"`
	// CSP are the hashes of the scripts within the pages themselves, "sha256-…".
	CSP []string `json:"csp"`
}

// TripMails are when buyers are reminded of what they have booked, and asked for a review, in minutes. Zero: never.
type TripMails struct {
	Reminder int `json:"reminder,omitempty"` // before the start
	Review   int `json:"review,omitempty"`   // after the end
}

// Words are the words of mails and documents in a language (internal/core/translation), and its direction.
type Words struct {
	Dir   Direction       `json:"dir"`
	Texts json.RawMessage `json:"texts"`
}

// StaffLanguage is the language that the people of the deployment read.
func (d *Deployment) StaffLanguage() string {
	if d.Contact.Language != "" || len(d.Languages) == 0 {
		return d.Contact.Language
	}
	return d.Languages[0]
}

// PathPrefix returns the prefix of the paths of pages in a language, such as "/ar"; that of the default language if the
// deployment does not have the language.
func (d *Deployment) PathPrefix(language string) string {
	if !slices.Contains(d.Languages, language) {
		return ""
	}
	return route.LanguagePrefix(language, d.Languages[0])
}

// Exchange converts by the deployment's rates.
func (d *Deployment) Exchange() money.Exchange {
	e := money.Exchange{Rates: map[string]money.Rate{}}
	if len(d.Currencies) > 0 {
		e.Own = d.Currencies[0]
	}
	for code, text := range d.Currency.Rates {
		if rate, err := money.ParseRate(text); err == nil { // builds write valid rates only
			e.Rates[code] = rate
		}
	}
	return e
}

// DeploymentContact is the contact of a deployment in mails and documents.
type DeploymentContact struct {
	Email string `json:"email"`
	// Language is that of the mails to Email; absent for the first of Languages.
	Language string            `json:"language,omitempty"`
	Phone    string            `json:"phone"`
	Address  map[string]string `json:"address"` // by language
	ChatURL  string            `json:"chatUrl,omitempty"`
	// TaxNumber is the seller's number on invoices.
	TaxNumber string `json:"taxNumber,omitempty"`
}
