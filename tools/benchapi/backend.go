package main

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"

	"storefront/api"
	"storefront/internal/channel/octo"
	"storefront/internal/core/notice"
	"storefront/internal/serve/livecatalog"
	"storefront/internal/serve/webroot"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/limit"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/shop/reseller"
	"storefront/internal/store/postgres"
	"storefront/internal/store/sqlite"
	"storefront/internal/store/sqlstore"
)

// backend is a process of the API, set up and run as in cmd/api serve.
type backend struct {
	store interface {
		booking.Store
		Jobs() *sqlstore.Jobs
		Accounts() account.Store
		Sessions() scs.CtxStore
		Limits() limit.Store
		Resellers() reseller.Store
		Close() error
	}
	sandbox     *sandbox.Provider
	sandboxDB   *sql.DB // the sandbox's database, to count its events
	booking     *booking.Service
	resellers   *reseller.Service
	seller, key string // a reseller, and its key
	listener    net.Listener
	closers     []func() error
}

var warnLog = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))

func newBackend(ctx context.Context, t task) (b *backend, err error) {
	b = &backend{}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.Close())
		}
	}()
	if b.listener, err = new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0"); err != nil {
		return b, err
	}
	sandboxConfig := sandbox.Config{
		File: filepath.Join(t.Data, "sandbox.db"), Log: warnLog,
		EventsURL: func() string { return "http://" + b.listener.Addr().String() + "/api/v1/payments/sandbox/events" },
	}
	if t.DSN != "" {
		b.store, err = postgres.Open(ctx, t.DSN, warnLog)
	} else {
		b.store, err = sqlite.Open(ctx, filepath.Join(t.Data, "storefront.db"), warnLog)
	}
	if err != nil {
		return b, err
	}
	b.closers = append(b.closers, b.store.Close)
	if b.sandbox, err = sandbox.Open(sandboxConfig); err != nil {
		return b, err
	}
	b.closers = append(b.closers, b.sandbox.Close)
	if b.sandboxDB, err = sql.Open("sqlite3", "file:"+sandboxConfig.File); err != nil {
		return b, err
	}
	b.closers = append(b.closers, b.sandboxDB.Close)
	b.booking = booking.New(booking.Config{
		Store: b.store, Catalog: livecatalog.Open(t.Builds, warnLog), Providers: b.providers(),
		Provider: b.sandbox.Name(), Log: warnLog,
	})
	b.resellers = reseller.New(b.store.Resellers(), nil)
	if b.seller, b.key, err = b.createReseller(ctx); err != nil {
		return b, err
	}
	if t.Sold {
		err = occupySeats(ctx, b.store, time.Now())
	}
	return b, err
}

func (b *backend) providers() map[string]payment.Provider {
	return map[string]payment.Provider{b.sandbox.Name(): b.sandbox}
}

// serve answers requests and runs background work, until stop is called.
func (b *backend) serve(ctx context.Context, builds string) (stop func() error, err error) {
	ctx, cancel := context.WithCancel(ctx)
	if err := b.store.Jobs().Start(ctx, sqlstore.Work{Settle: b.booking.Settle, Send: discardNotices}); err != nil {
		cancel()
		return nil, err
	}
	var background sync.WaitGroup
	background.Go(func() { b.sandbox.Run(ctx) })
	limits := limit.New(b.store.Limits(), nil)
	handler := api.New(api.Config{
		Site: webroot.Open(builds, warnLog), Booking: b.booking,
		Accounts: account.New(account.Config{Store: b.store.Accounts(), Limits: limits, Log: warnLog}),
		Sessions: b.store.Sessions(), Limits: limits,
		Mounts: map[string]http.Handler{sandbox.Path: b.sandbox.Handler(), octo.Path: b.octoHandler(builds)},
		Log:    warnLog,
	})
	server := listen(b.listener, handler)
	return func() error {
		cancel()
		background.Wait()
		return errors.Join(server.Close(), b.Close())
	}, nil
}

// listen serves with the timeouts of cmd/api serve.
func listen(listener net.Listener, handler http.Handler) *http.Server {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: webroot.HeaderTimeout, ReadTimeout: 30 * time.Second,
		WriteTimeout: 2 * time.Minute,
		IdleTimeout:  2 * time.Minute, MaxHeaderBytes: 64 << 10,
	}
	go func() { _ = server.Serve(listener) }() // ends with Close
	return server
}

func (b *backend) Close() error {
	var failures []error
	for _, closeOne := range b.closers {
		failures = append(failures, closeOne())
	}
	return errors.Join(failures...)
}

// discardNotices accepts notices and sends none: the benchmark measures booking with all its jobs, without a mail
// server.
var discardNotices = map[notice.Channel]sqlstore.Send{notice.Mail: func(context.Context,
	notice.Notice) error {
	return nil
}}
