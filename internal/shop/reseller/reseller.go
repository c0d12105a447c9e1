// Package reseller has the shop's resellers: who may sell which products of which deployments through an interface of
// the trade, at which part of the price, and up to which credit. A reseller is identified by a key; only its
// hash is stored. What it owes is charged and credited by package booking, in the transactions that change its
// bookings.
package reseller

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/clock"
	"storefront/internal/core/fault"
	"storefront/internal/core/money"
	"storefront/internal/core/secret"
	"storefront/internal/shop/booking"
)

// Reseller sells the shop's products in its own name.
type Reseller struct {
	ID          string
	Name        string // unique
	KeyHash     string
	Deployments []string
	Products    []string // slugs; empty for all
	NetRate     int      // the part of a price that it owes, in 1/100 of a percent
	Currency    string   // of its account
	CreditLimit int64    // the most that it may owe, in minor units
	Balance     int64    // what it owes now
	RateLimit   int      // requests a minute; 0 for no limit
	// Secret signs its webhooks. It is stored as it is, since every message is signed with it.
	Secret     string
	CreatedAt  time.Time
	DisabledAt time.Time // zero for a reseller that may sell
}

// MaySellIn reports whether the reseller may sell in a deployment.
func (r *Reseller) MaySellIn(deployment string) bool {
	return slices.Contains(r.Deployments, deployment)
}

// MaySell reports whether the reseller may sell a product.
func (r *Reseller) MaySell(slug string) bool {
	return len(r.Products) == 0 || slices.Contains(r.Products, slug)
}

// Webhook is an address that a reseller has its bookings' changes sent to.
type Webhook struct {
	ID           string
	Reseller     string
	Deployment   string // whose bookings it gets
	Event        string
	URL          string
	Capabilities []string // that decide what a message has
	Language     string
	CreatedAt    time.Time
}

// Store stores resellers. Implementations must pass storetest.
type Store interface {
	Reader
	// Do runs work in one transaction, like booking.Store's Do.
	Do(ctx context.Context, work func(tx Tx) error) error
}

// Reader reads resellers. It returns fault.NotFound for one that does not exist.
type Reader interface {
	Reseller(ctx context.Context, id string) (Reseller, error)
	ResellerByName(ctx context.Context, name string) (Reseller, error)
	ResellerByKey(ctx context.Context, hash string) (Reseller, error)
	// Resellers returns all of them by name.
	Resellers(ctx context.Context) ([]Reseller, error)
	// ResellerEntries returns the charges and credits of a reseller's account from an instant to another,
	// without the latter, the oldest first, and the sum of all entries before.
	ResellerEntries(ctx context.Context, id string, from, to time.Time) ([]booking.ResellerEntry, int64, error)
	// Webhooks returns the webhooks of a reseller, the oldest first; those of one deployment if it is not empty.
	Webhooks(ctx context.Context, reseller, deployment string) ([]Webhook, error)
}

// Tx is a transaction.
type Tx interface {
	Reader
	// SaveReseller inserts a reseller or replaces all of it but its balance. It returns fault.Invalid if another one
	// has its name.
	SaveReseller(ctx context.Context, r Reseller) error
	// ChargeReseller is that of booking.Tx.
	ChargeReseller(ctx context.Context, entry booking.ResellerEntry) error
	InsertWebhook(ctx context.Context, w Webhook) error
	// DeleteWebhook returns fault.NotFound if the reseller has no such webhook.
	DeleteWebhook(ctx context.Context, reseller, id string) error
}

// Service creates and identifies resellers.
type Service struct {
	Store
	now   func() time.Time
	cache identityCache
}

// New returns a Service. A nil now is time.Now.
func New(store Store, now func() time.Time) *Service {
	return &Service{Store: store, now: clock.New(now)}
}

// keyPrefix lets people and scanners of leaks recognise a key.
const keyPrefix = "octo_"

// hashOf returns the stored hash of a key.
func hashOf(key string) string { return secret.Hash("reseller", key) }

// IsKey reports whether a text could be a key.
func IsKey(text string) bool {
	rest, has := strings.CutPrefix(text, keyPrefix)
	return has && secret.IsValid(rest)
}

var validName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,62}$`)

const (
	fullPrice = 100_00 // a NetRate of the whole price
	// DefaultRateLimit is the RateLimit unless the operator sets another.
	DefaultRateLimit = 600
)

// validate returns fault.Invalid with the fields that are not valid.
func (r *Reseller) validate() error {
	var fields []fault.Field
	addIf := func(invalid bool, name string, code fault.FieldCode) {
		if invalid {
			fields = append(fields, fault.Field{Name: name, Code: code})
		}
	}
	addIf(!validName.MatchString(r.Name), "name", fault.Format)
	addIf(len(r.Deployments) == 0, "deployments", fault.Required)
	addIf(r.NetRate <= 0 || r.NetRate > fullPrice, "netRate", fault.Format)
	_, known := money.Exponent(r.Currency)
	addIf(!known, "currency", fault.Unknown)
	addIf(r.CreditLimit < 0, "creditLimit", fault.Min)
	addIf(r.RateLimit < 0, "rate", fault.Min)
	if fields != nil {
		return fault.New(fault.Invalid, "The reseller is not valid.", fields...)
	}
	return nil
}

// Create stores a new reseller and returns its key, which is not stored.
func (s *Service) Create(ctx context.Context, r Reseller) (Reseller, string, error) {
	key := keyPrefix + secret.New()
	r.ID, r.KeyHash, r.Secret, r.CreatedAt = secret.New()[:22], hashOf(key), secret.New(), s.now()
	if err := r.validate(); err != nil {
		return r, "", err
	}
	err := s.Do(ctx, func(tx Tx) error {
		_, err := tx.ResellerByName(ctx, r.Name)
		if err == nil {
			return errNameTaken
		}
		if !fault.Is(err, fault.NotFound) {
			return err
		}
		return tx.SaveReseller(ctx, r)
	})
	return r, key, err
}

var errNameTaken = fault.New(fault.Invalid, "There is already a reseller with this name.",
	fault.Field{Name: "name", Code: fault.Unknown})

var errCurrencyInUse = fault.New(fault.NotPossible,
	"The account has entries in its currency: create another reseller for another currency.")

// Update changes a reseller. It returns NotPossible for another currency of an account that has entries: its orders may
// still be credited in the one that they were sold in.
func (s *Service) Update(ctx context.Context, name string, change func(*Reseller) error) (r Reseller, err error) {
	err = s.Do(ctx, func(tx Tx) error {
		if r, err = tx.ResellerByName(ctx, name); err != nil {
			return err
		}
		before := r.Currency
		if err := change(&r); err != nil {
			return err
		}
		if err := r.validate(); err != nil {
			return err
		}
		if r.Currency != before {
			entries, _, err := tx.ResellerEntries(ctx, r.ID, time.Unix(0, 0), s.now().AddDate(1, 0, 0))
			if err != nil {
				return err
			}
			if len(entries) > 0 {
				return errCurrencyInUse
			}
		}
		return tx.SaveReseller(ctx, r)
	})
	return r, err
}

// RotateKey gives a reseller another key, and another secret of its webhooks. The former key is not valid any more.
func (s *Service) RotateKey(ctx context.Context, name string) (r Reseller, key string, err error) {
	key = keyPrefix + secret.New()
	r, err = s.Update(ctx, name, func(r *Reseller) error {
		r.KeyHash, r.Secret = hashOf(key), secret.New()
		return nil
	})
	return r, key, err
}

// SetDisabled stops or resumes a reseller's selling. What it has sold stays.
func (s *Service) SetDisabled(ctx context.Context, name string, disabled bool) (Reseller, error) {
	return s.Update(ctx, name, func(r *Reseller) error {
		switch {
		case !disabled:
			r.DisabledAt = time.Time{}
		case r.DisabledAt.IsZero():
			r.DisabledAt = s.now()
		}
		return nil
	})
}

// RecordPayment credits a reseller's account with a payment.
func (s *Service) RecordPayment(ctx context.Context, name string, amount int64, note string) (r Reseller, err error) {
	if amount <= 0 {
		return r, fault.New(fault.Invalid, "The amount is not positive.", fault.Field{Name: "amount", Code: fault.Min})
	}
	err = s.Do(ctx, func(tx Tx) error {
		if r, err = tx.ResellerByName(ctx, name); err != nil {
			return err
		}
		err := tx.ChargeReseller(ctx, booking.ResellerEntry{Reseller: r.ID, At: s.now(), Amount: -amount, Note: note})
		r.Balance -= amount
		return err
	})
	return r, err
}
