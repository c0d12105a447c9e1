package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/alexedwards/scs/v2"

	"storefront/internal/core/notice"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/core/secret"
	"storefront/internal/lib/keyfile"
	"storefront/internal/serve/livecatalog"
	"storefront/internal/serve/webroot"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/limit"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/shop/payment/stripe"
	"storefront/internal/shop/reseller"
	"storefront/internal/shop/review"
	"storefront/internal/store/postgres"
	"storefront/internal/store/sqlite"
	"storefront/internal/store/sqlstore"
)

const (
	sandboxName = "sandbox"
	stripeName  = "stripe"
)

// store is the interface of both databases.
type store interface {
	booking.Store
	Jobs() *sqlstore.Jobs
	Accounts() account.Store
	Sessions() scs.CtxStore
	Limits() limit.Store
	Reviews() review.Store
	Messages() contact.Store
	Resellers() reseller.Store
	Deployments(ctx context.Context) ([]string, error)
	Purge(ctx context.Context, e sqlstore.Expiry) (sqlstore.Purged, error)
	Pools() map[string]*sql.DB
	Prepare(ctx context.Context) error
	JobCounts(ctx context.Context) ([]sqlstore.JobCount, error)
	Observe(statements sqlstore.ObserveStatement, jobs sqlstore.ObserveJob)
	Deliveries() notice.Deliveries
	Close() error
}

// backend has the services that commands work on.
type backend struct {
	store         store
	booking       *booking.Service
	catalog       *livecatalog.Catalog
	accounts      *account.Service
	limits        *limit.Limiter
	reviews       *review.Service
	contact       *contact.Service
	resellers     *reseller.Service
	providers     map[string]payment.Provider
	ownProviders  map[string]string // the provider names of deployments with an account of their own
	suppliers     *livecatalog.Suppliers
	offerDuration time.Duration     // how long seats are offered to a waiting list
	sandbox       *sandbox.Provider // nil if another provider takes the payments
	closers       []func() error
}

// open opens the databases and the payment providers.
func (o *configuration) open(ctx context.Context, log *slog.Logger) (*backend, error) {
	b, err := o.connect(ctx, log, nil)
	if err != nil {
		return nil, err
	}
	openRoots(o.builds, log) // for the words of its languages
	if err := b.prepare(ctx); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// connect is open without a connection to PostgreSQL, which may be down: prepare must succeed before the backend is
// used. The sandbox posts its events to the address that events returns.
func (o *configuration) connect(ctx context.Context, log *slog.Logger, events func() string) (*backend, error) {
	b := &backend{providers: map[string]payment.Provider{}, ownProviders: map[string]string{},
		offerDuration: o.durations().WaitingOffer}
	if err := b.openAll(ctx, o, log, events); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	b.limits = limit.New(b.store.Limits(), nil)
	b.catalog = livecatalog.Open(o.builds, log)
	b.suppliers = livecatalog.OpenSuppliers(o.builds, log)
	roots := webroot.Open(o.builds, log)
	b.booking = booking.New(booking.Config{
		Store: b.store, Catalog: b.catalog, Providers: b.providers, Provider: o.provider,
		OwnProviders: b.ownProviders, Suppliers: b.suppliers,
		TripMails:  func(deployment string) payload.TripMails { return tripMailsOf(roots, deployment) },
		ReturnURLs: route.CheckoutResultURLs, Log: log, Durations: o.durations(), Unpaid: o.unpaid, Rates: o.rates,
		Limits: b.limits,
	})
	b.accounts = account.New(account.Config{Store: b.store.Accounts(), Limits: b.limits, Log: log})
	b.reviews = review.New(review.Config{Store: b.store.Reviews()})
	b.resellers = reseller.New(b.store.Resellers(), nil)
	b.contact = contact.New(contact.Config{Store: b.store.Messages(), Limits: b.limits})
	return b, nil
}

// tripMailsOf returns when a deployment of the live build reminds its buyers and asks for reviews.
func tripMailsOf(roots *webroot.Server, deployment string) payload.TripMails {
	for _, d := range roots.Deployments() {
		if d.ID == deployment {
			return d.TripMails
		}
	}
	return payload.TripMails{}
}

// prepare creates or migrates the tables if needed. The error is fault.Unavailable if the database cannot be reached.
func (b *backend) prepare(ctx context.Context) error {
	if err := b.store.Prepare(ctx); err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	return nil
}

func (b *backend) openAll(ctx context.Context, o *configuration, log *slog.Logger, events func() string) error {
	if o.databaseURL == "" {
		if err := os.MkdirAll(o.data, 0o700); err != nil {
			return err
		}
	}
	if err := b.openStore(ctx, o, log); err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	switch o.provider {
	case sandboxName:
		return b.openSandbox(o, log, events)
	case stripeName:
		return b.openStripe(o)
	}
	return fmt.Errorf("there is no payment provider %q", o.provider)
}

// openStripe makes a provider for the shared account, and one for each deployment with its own. Orders and the address
// of the webhook contain the provider's name.
func (b *backend) openStripe(o *configuration) error {
	configs := []stripe.Config{{Key: o.stripeKey, WebhookSecret: o.stripeHook}}
	for _, a := range o.stripeAccounts {
		name := stripeName + "-" + a.deployment
		configs = append(configs, stripe.Config{Name: name, Key: a.key, WebhookSecret: a.webhookSecret})
		b.ownProviders[a.deployment] = name
	}
	for _, c := range configs {
		p, err := stripe.New(c)
		if err != nil {
			return err
		}
		b.providers[p.Name()] = p
	}
	return nil
}

func (b *backend) openStore(ctx context.Context, o *configuration, log *slog.Logger) (err error) {
	if o.databaseURL != "" {
		b.store, err = postgres.New(o.databaseURL, log)
	} else {
		b.store, err = sqlite.Open(ctx, o.dataPath(databaseFile), log)
	}
	if err == nil {
		b.closers = append(b.closers, b.store.Close)
		b.store.Jobs().SetChannels(o.channels()...)
	}
	return err
}

// openSandbox opens the sandbox's database, which is a file of its own in the data folder. Beside PostgreSQL only the
// server creates it, because commands may run without the folder.
func (b *backend) openSandbox(o *configuration, log *slog.Logger, events func() string) error {
	file := o.dataPath(sandboxDatabase)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) && o.databaseURL != "" && events == nil {
		return nil
	}
	err := os.MkdirAll(o.data, 0o700)
	if err != nil {
		return err
	}
	b.sandbox, err = sandbox.Open(sandbox.Config{File: file, EventsURL: events, Log: log})
	if err != nil {
		return err
	}
	b.closers = append(b.closers, b.sandbox.Close)
	b.providers[b.sandbox.Name()] = b.sandbox
	return nil
}

// secretFile reads a secret from a file, and creates it if needed.
func secretFile(path string) ([]byte, error) {
	return keyfile.LoadOrCreate(path, func() ([]byte, error) {
		seed := make([]byte, secret.MinBytes)
		_, err := rand.Read(seed)
		return seed, err
	})
}

// Close closes everything, in reverse order.
func (b *backend) Close() error {
	var failures []error
	for i := len(b.closers) - 1; i >= 0; i-- {
		failures = append(failures, b.closers[i]())
	}
	return errors.Join(failures...)
}
