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
	"storefront/internal/shop/limit"
	"storefront/internal/shop/payment"
)

// Config is what a Service is put together from.
type Config struct {
	Store   Store
	Catalog Catalog
	// Providers by name. New payments go to the one called Provider, or for some deployments to one of their own.
	Providers    map[string]payment.Provider
	Provider     string
	OwnProviders map[string]string // by deployment
	Log          *slog.Logger
	Now          func() time.Time // time.Now where nil
	Terms        Terms            // DefaultTerms where zero
	Unpaid       UnpaidLimits     // none where zero
	Limits       *limit.Limiter   // of requests for prices; none if nil
}

// Terms are the lengths of time that the business has settled.
type Terms struct {
	Hold          time.Duration // seats are held so long when checkout starts
	Pay           time.Duration // a payment page can be used so long; Stripe wants half an hour left when it is asked for
	Grace         time.Duration // by so much the hold outlives the payment page
	Start         time.Duration // the provider has so long to answer while the visitor waits
	Look          time.Duration // a payment under way is looked at again after so long
	BeforeStart   time.Duration // paying later ends so long before the start,
	AfterBooking  time.Duration // or so long after booking, whichever is sooner
	BeforeLapse   time.Duration // an authorisation is given up so long before it lapses
	RetryDeclined time.Duration // the seats of a payment that was given up are kept so long for another try
	Remind        time.Duration // who pays later is reminded so long before it ends; zero for not at all
}

// DefaultTerms are those of the domain's description, or chosen here where it has none.
var DefaultTerms = Terms{
	Hold: 10 * time.Minute, Pay: 41 * time.Minute, Grace: 2 * time.Minute, Start: 15 * time.Second, Look: 20 * time.Second,
	BeforeStart: 48 * time.Hour, AfterBooking: 24 * time.Hour, BeforeLapse: 24 * time.Hour, RetryDeclined: 10 * time.Minute, Remind: 6 * time.Hour,
}

// Service sells.
type Service struct {
	store        Store
	catalog      Catalog
	providers    map[string]payment.Provider
	provider     string
	ownProviders map[string]string
	log          *slog.Logger
	now          func() time.Time
	terms        Terms
	observe      func(Event)
	looks        looks
	unpaid       UnpaidLimits
	limits       *limit.Limiter
}

// New makes a Service.
func New(c Config) *Service {
	s := &Service{
		store: c.Store, catalog: c.Catalog, providers: c.Providers, provider: c.Provider, ownProviders: c.OwnProviders, log: c.Log, now: clock.Of(c.Now),
		terms: c.Terms, unpaid: c.Unpaid, limits: c.Limits,
	}
	s.store = eventful{c.Store, s.noted}
	if s.terms == (Terms{}) {
		s.terms = DefaultTerms
	}
	return s
}

// Deployment is whom a visitor buys from, and in which language.
type Deployment struct {
	ID       string
	Name     string
	Language string
	Prefix   string // of the paths in that language: "" or "/ar"
	Currency string // what is paid in
	Shown    string // what the visitor sees prices in, where that is another; empty otherwise
	Exchange money.Exchange
	Card     bool // Card and PayLater are the ways to pay that it takes
	PayLater bool
	Cards    []string // the names of the cards
	Later    LaterTerms
	Contact  Contact
}

// takes says whether one may pay so.
func (s Deployment) takes(m Method) bool { return m == Card && s.Card || m == PayLater && s.PayLater }

// product gives what a shop sells with its prices in what is paid in, and as the catalogue has it, where the two differ.
// Prices whose rate is not known stay as they are. This is the one place where prices are converted: unit by unit, so that
// lines come to the totals below them.
func (s *Service) product(d Deployment, slug string) (priced, own *Product, err error) {
	own, err = s.catalog.Product(d.ID, d.Language, slug)
	if err != nil || own.Currency == d.Currency {
		return own, own, err
	}
	return own.in(d.Currency, d.Exchange), own, nil
}

// find gives a product and an option that the shop sells.
func (s *Service) find(d Deployment, product, option string) (*Product, *payload.Option, error) {
	p, _, err := s.product(d, product)
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

// newID is not to be guessed, and later ones sort behind earlier ones.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// referenceLetters can be read over the phone: no vowels, nothing that looks like something else.
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
