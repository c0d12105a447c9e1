package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/alexedwards/scs/v2"

	"storefront/internal/account"
	"storefront/internal/booking"
	"storefront/internal/contact"
	"storefront/internal/keyfile"
	"storefront/internal/limit"
	"storefront/internal/notice"
	"storefront/internal/onsale"
	"storefront/internal/payment"
	"storefront/internal/payment/sandbox"
	"storefront/internal/payment/stripe"
	"storefront/internal/review"
	"storefront/internal/store/postgres"
	"storefront/internal/store/sqlite"
	"storefront/internal/store/sqlstore"
)

const (
	sandboxName = "sandbox"
	stripeName  = "stripe"
)

// store is what both databases are.
type store interface {
	booking.Store
	Jobs() *sqlstore.Jobs
	Accounts() account.Store
	Sessions() scs.CtxStore
	Limits() limit.Store
	Reviews() review.Store
	Messages() contact.Store
	Pools() map[string]*sql.DB
	JobCounts(ctx context.Context) ([]sqlstore.JobCount, error)
	Observe(statements sqlstore.ObserveStatement, jobs sqlstore.ObserveJob)
	Deliveries() notice.Deliveries
	Close() error
}

// backend is what stands behind every command.
type backend struct {
	store     store
	booking   *booking.Service
	accounts  *account.Service
	limits    *limit.Limiter
	reviews   *review.Service
	contact   *contact.Service
	providers map[string]payment.Provider
	own       map[string]string // the names of the providers of deployments that have their own
	sandbox   *sandbox.Provider // nil where another provider takes payments
	closers   []func() error
}

// open opens the databases and whom payments go to. events is where the sandbox tells of payments.
func (o *configuration) open(ctx context.Context, log *slog.Logger, events func() string) (*backend, error) {
	b := &backend{providers: map[string]payment.Provider{}, own: map[string]string{}}
	if err := b.openAll(ctx, o, log, events); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	b.booking = booking.New(booking.Config{
		Store: b.store, Catalog: onsale.Open(o.builds, log), Providers: b.providers, Provider: o.provider, OwnProviders: b.own,
		Log: log, Terms: o.terms,
	})
	b.limits = limit.New(b.store.Limits(), nil)
	b.accounts = account.New(account.Config{Store: b.store.Accounts(), Limits: b.limits, Log: log})
	b.reviews = review.New(review.Config{Store: b.store.Reviews()})
	b.contact = contact.New(contact.Config{Store: b.store.Messages()})
	return b, nil
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

// openStripe makes a provider for the shared account, and one for each deployment with its own. The name of such a provider
// stands with its orders and in the address of its webhook.
func (b *backend) openStripe(o *configuration) error {
	configs := []stripe.Config{{Key: o.stripeKey, WebhookSecret: o.stripeHook}}
	for _, a := range o.stripeAccounts {
		name := stripeName + "-" + a.deployment
		configs = append(configs, stripe.Config{Name: name, Key: a.key, WebhookSecret: a.webhookSecret})
		b.own[a.deployment] = name
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
		b.store, err = postgres.Open(ctx, o.databaseURL, log)
	} else {
		b.store, err = sqlite.Open(ctx, o.in(databaseFile), log)
	}
	if err == nil {
		b.closers = append(b.closers, b.store.Close)
		b.store.Jobs().Through(o.channels()...)
	}
	return err
}

// openSandbox keeps the sandbox's books apart from ours, as a real provider's are, where the database is a file.
func (b *backend) openSandbox(o *configuration, log *slog.Logger, events func() string) error {
	c := sandbox.Config{Dialect: sandbox.SQLite, EventsURL: events, Log: log}
	var err error
	if o.databaseURL != "" {
		// All processes on one database share the sandbox, and so its secret.
		sum := sha256.Sum256([]byte("sandbox:" + o.databaseURL))
		c.Dialect, c.Secret = sandbox.Postgres, sum[:]
		c.DB, err = sql.Open("pgx", o.databaseURL)
	} else {
		if c.Secret, err = secretFile(o.in(sandboxSecret)); err != nil {
			return err
		}
		c.DB, err = sandbox.OpenFile(o.in(sandboxDatabase))
	}
	if err != nil {
		return err
	}
	b.closers = append(b.closers, c.DB.Close)
	if b.sandbox, err = sandbox.Open(c); err != nil {
		return err
	}
	b.providers[b.sandbox.Name()] = b.sandbox
	return nil
}

// secretFile reads a secret, which is made the first time.
func secretFile(path string) ([]byte, error) {
	return keyfile.LoadOrCreate(path, func() ([]byte, error) {
		secret := make([]byte, shortestSecret)
		_, err := rand.Read(secret)
		return secret, err
	})
}

// Close closes what was opened, the last first.
func (b *backend) Close() error {
	var failures []error
	for i := len(b.closers) - 1; i >= 0; i-- {
		failures = append(failures, b.closers[i]())
	}
	return errors.Join(failures...)
}
