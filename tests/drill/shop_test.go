package drill_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"storefront/api"
	"storefront/internal/search"
	livebuilds "storefront/internal/serve/live"
	"storefront/internal/serve/livecatalog"
	"storefront/internal/serve/webroot"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/contact"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/limit"
	"storefront/internal/shop/orderlink"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/shop/reseller"
	"storefront/internal/shop/review"
	"storefront/internal/store/pgtest"
	"storefront/internal/store/postgres"
	"storefront/internal/store/sqlite"
	"storefront/internal/store/sqlstore"
)

// shopStore is a store of either database.
type shopStore interface {
	booking.Store
	Jobs() *sqlstore.Jobs
	Accounts() account.Store
	Sessions() scs.CtxStore
	Limits() limit.Store
	Resellers() reseller.Store
	Reviews() review.Store
	Messages() contact.Store
	Close() error
}

var discardLog = slog.New(slog.DiscardHandler)

// database is the database of a drill: PostgreSQL if it has a DSN, otherwise a SQLite file in the folder Data. The
// sandbox's file is in Data in either case.
type database struct {
	Data string
	DSN  string
}

func (d database) String() string {
	if d.DSN != "" {
		return "PostgreSQL"
	}
	return "SQLite"
}

// onSQLite returns a new SQLite database.
func onSQLite(t testing.TB) database { return database{Data: t.TempDir()} }

// onPostgres returns a new PostgreSQL database.
func onPostgres(t testing.TB) database { return database{Data: t.TempDir(), DSN: pgtest.Empty(t)} }

// onEachDatabase runs a drill on SQLite and PostgreSQL in parallel.
func onEachDatabase(t *testing.T, drill func(t *testing.T, newDatabase func(testing.TB) database)) {
	for name, newDatabase := range map[string]func(testing.TB) database{"SQLite": onSQLite, "PostgreSQL": onPostgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			drill(t, newDatabase)
		})
	}
}

// openStore opens the store of a database, with the file names of api serve.
func (d database) openStore(ctx context.Context) (shopStore, error) {
	if d.DSN != "" {
		return postgres.Open(ctx, pgtest.Patient(d.DSN), discardLog)
	}
	return sqlite.Open(ctx, filepath.Join(d.Data, "storefront.db"), discardLog)
}

// paymentSandbox is the sandbox provider with its own SQLite database, which a test can read.
type paymentSandbox struct {
	*sandbox.Provider
	db *sql.DB
}

// openSandbox opens the sandbox of a database, and returns a function that closes it.
func (d database) openSandbox(c sandbox.Config) (*paymentSandbox, func() error, error) {
	c.File, c.Log = filepath.Join(d.Data, "sandbox.db"), discardLog
	p, err := sandbox.Open(c)
	if err != nil {
		return nil, nil, err
	}
	db, err := sql.Open("sqlite3", "file:"+c.File+"?_busy_timeout=5000")
	return &paymentSandbox{p, db}, func() error { return errors.Join(db.Close(), p.Close()) }, err
}

// sessionRecord is a payment session of the sandbox.
type sessionRecord struct {
	payment.State
	Order string
}

// Sessions returns every session. It first applies changes that are due.
func (p *paymentSandbox) Sessions(ctx context.Context) (all []sessionRecord, err error) {
	err = p.list(ctx, func(rows *sql.Rows) error {
		var r sessionRecord
		err := rows.Scan(&r.Session, &r.Order)
		all = append(all, r)
		return err
	}, `SELECT id, order_id FROM sandbox_sessions ORDER BY id`)
	for i := range all {
		if err == nil {
			all[i].State, err = p.State(ctx, all[i].Session)
		}
	}
	return all, err
}

// Ledger returns every movement of money, by session and in the order in which they happened.
func (p *paymentSandbox) Ledger(ctx context.Context) (all []sandbox.Entry, err error) {
	err = p.list(ctx, func(rows *sql.Rows) error {
		var e sandbox.Entry
		var at int64
		err := rows.Scan(&e.Session, &e.Number, &e.Kind, &e.Amount, &e.Key, &at)
		e.At = time.UnixMicro(at).UTC()
		all = append(all, e)
		return err
	}, `SELECT session, number, kind, amount, key, at FROM sandbox_journal
		WHERE kind IN ('authorised', 'captured', 'voided', 'lapsed', 'refunded', 'refund_failed') ORDER BY session, number`)
	return all, err
}

// list scans the rows of a query, after it has applied changes that are due.
func (p *paymentSandbox) list(ctx context.Context, scan func(*sql.Rows) error, query string) error {
	if _, err := p.ChangedSessions(ctx, time.Time{}); err != nil { // applies changes that are due
		return err
	}
	rows, err := p.db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Undelivered returns how many events the shop has not accepted yet.
func (p *paymentSandbox) Undelivered(ctx context.Context) (n int, err error) {
	err = p.db.QueryRowContext(ctx, `SELECT count(*) FROM sandbox_journal WHERE next_at > 0`).Scan(&n)
	return n, err
}

// shopOptions change a shop from its defaults.
type shopOptions struct {
	clock                 *clock
	durations             booking.Durations
	unpaid                booking.UnpaidLimits
	slowCardDelay         time.Duration
	authorisationLifetime time.Duration
	passwords             account.Passwords // nil for Argon2id
	eventsURL             func() string
	wrapStore             func(booking.Store) booking.Store        // removes a guard
	wrapProvider          func(*sandbox.Provider) payment.Provider // intercepts calls of the provider
	wrapAccounts          func(account.Store) account.Store        // removes a guard
	wrapLimits            func(limit.Store) limit.Store            // removes a guard
}

// shop is the booking service on a real database with the sandbox provider, in this process. It runs no jobs by itself.
type shop struct {
	*booking.Service
	accounts *account.Service
	limits   *limit.Limiter
	sessions scs.CtxStore
	store    shopStore
	books    *books
	sandbox  *paymentSandbox
	provider payment.Provider // the sandbox, or a wrapper of it
	clock    *clock
}

// lastNumber is the last number of a cart, key or visitor, which must be unique.
var lastNumber atomic.Int64

// open opens a shop on a database. Several shops may share a database.
func (d database) open(t testing.TB, p shopOptions) *shop {
	t.Helper()
	if p.clock == nil {
		p.clock = newClock()
	}
	store, err := d.openStore(t.Context())
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) })
	payments, closeSandbox, err := d.openSandbox(sandbox.Config{
		Clock: p.clock.now, SlowFor: p.slowCardDelay, LapseAfter: p.authorisationLifetime, EventsURL: p.eventsURL,
	})
	must(t, err)
	t.Cleanup(func() { must(t, closeSandbox()) })
	var (
		guarded  booking.Store    = store
		provider payment.Provider = payments
	)
	if p.wrapStore != nil {
		guarded = p.wrapStore(store)
	}
	if p.wrapProvider != nil {
		provider = p.wrapProvider(payments.Provider)
	}
	limitStore := store.Limits()
	if p.wrapLimits != nil {
		limitStore = p.wrapLimits(limitStore)
	}
	users := store.Accounts()
	if p.wrapAccounts != nil {
		users = p.wrapAccounts(users)
	}
	limits := limit.New(limitStore, p.clock.now)
	return &shop{
		Service: booking.New(booking.Config{
			Store: guarded, Catalog: livecatalog.Open(writeTestBuilds(t), slog.New(slog.DiscardHandler)),
			Providers: map[string]payment.Provider{payments.Name(): provider},
			Provider:  payments.Name(), Log: discardLog, Now: p.clock.now, Durations: p.durations, Unpaid: p.unpaid,
		}),
		accounts: account.New(account.Config{Store: users, Limits: limits, Log: discardLog, Now: p.clock.now,
			Passwords: p.passwords}),
		limits:   limits,
		sessions: store.Sessions(), store: store,
		books: &books{d, store, payments}, sandbox: payments, provider: provider, clock: p.clock,
	}
}

// openShops opens three shops on a PostgreSQL database, or one on SQLite.
func openShops(t testing.TB, d database, without guard) []*shop {
	t.Helper()
	shops := []*shop{d.open(t, shopOptions{wrapStore: without.wrapStore})}
	for d.DSN != "" && len(shops) < 3 {
		shops = append(shops, d.open(t, shopOptions{wrapStore: without.wrapStore}))
	}
	return shops
}

// cart fills a new cart with choices and returns its id.
func (s *shop) cart(t testing.TB, choices ...booking.Choice) string {
	t.Helper()
	id := fmt.Sprint("cart-", lastNumber.Add(1))
	for _, c := range choices {
		_, err := s.AddItem(t.Context(), testDeployment, id, c)
		must(t, err)
	}
	return id
}

// order checks out a cart as buyer i, to be paid by card.
func (s *shop) order(ctx context.Context, cart string, i int, total int64) (booking.Order, error) {
	return s.Checkout(ctx, testDeployment, booking.Checkout{
		Key: fmt.Sprint("key-", lastNumber.Add(1)), Cart: cart, Buyer: buyer(i), Method: booking.Card, Total: total,
	})
}

// mustOrder orders choices as buyer i, which must succeed.
func (s *shop) mustOrder(t testing.TB, i int, choices ...booking.Choice) booking.Order {
	t.Helper()
	total := int64(0)
	for _, c := range choices {
		total += int64(c.Units[0].Quantity) * seatPrice
	}
	o, err := s.order(t.Context(), s.cart(t, choices...), i, total)
	must(t, err)
	return o
}

// pay pays an order on its payment page with a card.
func (s *shop) pay(t testing.TB, o booking.Order, card string) {
	t.Helper()
	_, err := s.sandbox.Pay(t.Context(), o.Payment.SessionID, card)
	must(t, err)
}

// readOrder reads an order from the store.
func (s *shop) readOrder(t testing.TB, id string) booking.Order {
	t.Helper()
	o, err := s.books.store.Read().Order(t.Context(), id)
	must(t, err)
	return o
}

// keySecret is the secret that signs tickets and links.
var keySecret = bytes.Repeat([]byte("drill"), 8)[:32]

// serve serves the API of the shop in this process, and returns its URL.
func (s *shop) serve(t testing.TB) string {
	t.Helper()
	tickets, err := ticket.NewKey(keySecret)
	must(t, err)
	links, err := orderlink.NewKey(keySecret)
	must(t, err)
	builds := writeTestBuilds(t)
	server := httptest.NewServer(api.New(api.Config{
		Site: webroot.Open(builds, discardLog), Searcher: search.Open(livebuilds.Open(builds)),
		Booking: s.Service, Log: discardLog,
		Accounts: s.accounts, Sessions: s.sessions, Limits: s.limits,
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		Reviews:        review.New(review.Config{Store: s.store.Reviews()}),
		Contact:        contact.New(contact.Config{Store: s.store.Messages(), Limits: s.limits}),
		TicketKey:      tickets, Links: links, Mounts: map[string]http.Handler{sandbox.Path: s.sandbox.Handler()},
	}))
	t.Cleanup(server.Close)
	return server.URL
}
