package booking

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"storefront/internal/core/clock"
	"storefront/internal/core/fault"
	"storefront/internal/core/money"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/shop/limit"
	"storefront/internal/shop/payment"
)

// Config configures a Service.
type Config struct {
	Store   Store
	Catalog Catalog
	// Providers by name. New payments use the one called Provider, unless OwnProviders names another for the
	// deployment.
	Providers    map[string]payment.Provider
	Provider     string
	OwnProviders map[string]string // by deployment
	Suppliers    Suppliers         // nil: no supplier is notified
	// TripMails returns when a deployment's buyers are reminded and asked for a review; nil: never.
	TripMails  func(deployment string) payload.TripMails
	ReturnURLs ReturnURLs // both are the home page if nil
	Log        *slog.Logger
	Now        func() time.Time // nil: time.Now
	Durations  Durations        // zero: DefaultDurations
	Unpaid     UnpaidLimits     // zero: none
	Rates      Rates            // zero: none
	Limits     *limit.Limiter   // of rates and requests for prices; nil: none
}

// ReturnURLs returns the addresses that a payment page leads back to: after a payment, and after the buyer gave up.
type ReturnURLs func(homeURL, orderID string) (paid, cancelled string)

// Service implements the rules of booking. Its methods may be called concurrently.
type Service struct {
	store        Store
	catalog      Catalog
	providers    map[string]payment.Provider
	provider     string
	ownProviders map[string]string
	log          *slog.Logger
	now          func() time.Time
	durations    Durations
	observe      func(Event)
	pollTimes    pollTimes
	turns        orderTurns
	months       answerCache[*Month]
	days         answerCache[*DaySlots]
	unpaid       UnpaidLimits
	rates        Rates
	limits       *limit.Limiter
	returnURLs   ReturnURLs
	suppliers    Suppliers
	tripMails    func(deployment string) payload.TripMails
}

// New returns a Service.
func New(c Config) *Service {
	s := &Service{
		catalog: c.Catalog, providers: c.Providers, provider: c.Provider, ownProviders: c.OwnProviders,
		log: c.Log, now: clock.New(c.Now), durations: c.Durations, unpaid: c.Unpaid, rates: c.Rates, limits: c.Limits,
		returnURLs: c.ReturnURLs, suppliers: c.Suppliers, tripMails: c.TripMails,
	}
	if s.returnURLs == nil {
		s.returnURLs = func(homeURL, _ string) (paid, cancelled string) { return homeURL, homeURL }
	}
	s.store = eventStore{c.Store, s.publish, s.updateFreedLists}
	if s.durations == (Durations{}) {
		s.durations = DefaultDurations
	}
	return s
}

// Deployment is the storefront that a visitor uses, in their language.
type Deployment struct {
	ID            string
	Name          string
	Language      string
	HomeURL       string // of the storefront in that language, "https://www.wayfare.example/ar"
	Currency      string // that is paid in
	ShownCurrency string // the currency that the visitor sees prices in, if it differs; empty otherwise
	Exchange      money.Exchange
	Card          bool // Card and PayLater are the accepted methods
	PayLater      bool
	Cards         []string // the names of the cards
	PayLaterTerms PayLaterTerms
	Contact       Contact
	AtDesk        bool // an operator books for a guest: until the start, and with a name alone
}

// DeploymentIn returns a deployment of the build as the rules see it, for a language and the address of its site. It
// sells in its own currency.
func DeploymentIn(p *payload.Deployment, language, origin string) Deployment {
	d := Deployment{
		ID: p.ID, Name: p.Name[language], Language: language,
		HomeURL: origin + route.LanguagePrefix(language, p.Languages[0]),
		Card:    p.Card, Cards: p.Cards, PayLater: p.PayLater, PayLaterTerms: PayLaterTermsOf(p.Later, language),
		Contact: Contact{Email: p.Contact.Email, Phone: p.Contact.Phone, Address: p.Contact.Address[language],
			TaxNumber: p.Contact.TaxNumber},
		Exchange: p.Exchange(),
	}
	if len(p.Currencies) > 0 {
		d.Currency = p.Currencies[0]
	}
	return d
}

// accepts reports whether the deployment accepts a payment method.
func (d Deployment) accepts(m Method) bool { return m == Card && d.Card || m == PayLater && d.PayLater }

// Product returns a product with its prices in the deployment's currency, as they are shown and sold there. Prices
// without a known rate stay in the product's own. Each unit price is converted, so that the lines add up to the total.
func (s *Service) Product(d Deployment, slug string) (*Product, error) {
	p, err := s.catalog.Product(d.ID, d.Language, slug)
	if err != nil || p.Currency == d.Currency {
		return p, err
	}
	return p.convertTo(d.Currency, d.Exchange), nil
}

// findOption returns a product and an option that the deployment sells.
func (s *Service) findOption(d Deployment, product, option string) (*Product, *payload.Option, error) {
	p, err := s.Product(d, product)
	if err != nil {
		return nil, nil, err
	}
	o := p.Option(option)
	if o == nil {
		return nil, nil, errNoOption
	}
	return p, o, nil
}

var errNoOption = fault.New(fault.NotFound, "The product has no such option.")

// newID returns an id that cannot be guessed. Later ids sort after earlier ones.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// referenceLetters can be read out over the phone: no vowels, no letters that look alike.
const referenceLetters = "23456789BCDFGHJKMNPQRSTVWXZ"

func newReference() string {
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	for i, b := range random {
		random[i] = referenceLetters[int(b)%len(referenceLetters)]
	}
	return string(random[:])
}

// providerFor returns the name of the provider that takes a deployment's new payments.
func (s *Service) providerFor(deployment string) string {
	return cmp.Or(s.ownProviders[deployment], s.provider)
}

func (s *Service) providerOf(o *Order) (payment.Provider, error) {
	p := s.providers[o.Payment.Provider]
	if p == nil {
		return nil, fmt.Errorf("order %s is paid with %q, which is not configured", o.ID, o.Payment.Provider)
	}
	return p, nil
}

// Now returns the current time of the service's clock.
func (s *Service) Now() time.Time { return s.now() }
