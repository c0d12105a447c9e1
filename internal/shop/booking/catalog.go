package booking

import (
	"time"

	"storefront/internal/core/payload"
)

// Catalog is what the live build offers.
type Catalog interface {
	// Product finds what a deployment sells, with its words in a language. It returns fault.NotFound for anything else.
	// The result is shared: it is not to be changed.
	Product(deployment, language, slug string) (*Product, error)
}

// Product is the part of a product's page that decides what can be booked and for how much. Schedules, units and prices
// have the shapes that the pages' payloads give them.
type Product struct {
	Slug             string
	Path             string // of its page, without a language prefix
	Title            string
	Image            payload.Image
	City             payload.Named
	Categories       []string
	Location         payload.Location
	Status           string // AVAILABLE, SOLD_OUT or CLOSED
	AvailabilityType string // START_TIME or OPENING_HOURS
	PricingPer       string // UNIT or BOOKING
	Currency         string
	Exponent         int
	NoFixedPrice     bool
	Duration         payload.Duration
	MinimumDuration  *payload.Duration
	TimeZone         *time.Location
	Pickup           *payload.Transfer
	DropOff          *payload.Transfer
	Supplier         payload.Supplier
	PayLater         *payload.PayLaterTerms // nil where the shop's terms count
	Options          []payload.Option
	Extras           []payload.Extra
}

// Option finds a variant by its id; nil where there is none.
func (p *Product) Option(id string) *payload.Option {
	for i := range p.Options {
		if p.Options[i].ID == id {
			return &p.Options[i]
		}
	}
	return nil
}

// OnRequest says that the supplier confirms each booking.
func (p *Product) OnRequest() bool { return p.Supplier.Confirmation == "on_request" }
