package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"storefront/api"
	"storefront/internal/channel/octo"
	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/search"
	"storefront/internal/serve/live"
	"storefront/internal/serve/problem"
	"storefront/internal/serve/webroot"
	"storefront/internal/shop/linkpage"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/store/sqlstore"
)

func serveCommand(environ []string, stderr io.Writer) *cobra.Command {
	var readyFile string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve every deployment's site and the API",
		Long: "Serve answers for each deployment at its hosts, and shows the first one at local addresses that " +
			"none claims.\n" +
			"New builds are live as soon as they are published. SIGTERM and SIGINT end it once open requests are " +
			"answered; before\n" +
			"that /readyz reports for --drain that it is about to stop. A second signal ends it at once.\n\n" +
			"Bookings are kept in SQLite under --data, or in PostgreSQL if DATABASE_URL names one; any " +
			"number of servers\n" +
			"may work on one PostgreSQL. While that cannot be reached yet, pages are served and the API answers " +
			"503. api config lists\n" +
			"the settings and where each comes from; secrets are in the environment or in files, never in flags.",
		Example: "  api serve --addr 0.0.0.0:80\n  api serve --config /etc/storefront.yaml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var o configuration
			if _, err := o.load(cmd.Flags(), environ, anySetting); err != nil {
				return err
			}
			o.readyFile, o.environ = readyFile, environ
			err := serve(cmd.Context(), &o, newLog(stderr, o.logLevel, o.logFormat))
			if cmd.Context().Err() != nil && errors.Is(err, context.Canceled) {
				return nil // stopped before it had started
			}
			return err
		},
	}
	settingFlags(cmd.Flags(), anySetting)
	cmd.Flags().StringVar(&readyFile, "ready-file", "",
		"a `file` for the server's address, written once it accepts requests")
	return cmd
}

// Timeouts of a connection. Writing may take as long as a picture on a slow line.
const (
	readTimeout     = 30 * time.Second
	writeTimeout    = 2 * time.Minute
	idleTimeout     = 2 * time.Minute
	maxHeaderBytes  = 64 << 10
	shutdownTimeout = 25 * time.Second
	// handshakeGrace exceeds the round trip to a proxy.
	handshakeGrace = 200 * time.Millisecond
)

// gcPercent lets the heap grow fivefold between collections, unless GOGC is set: the live heap is a few megabytes, and
// a busy server would collect fifty times a second.
const gcPercent = 400

// serve answers requests until the context ends, and then finishes open ones.
func serve(parent context.Context, o *configuration, log *slog.Logger) (err error) {
	ctx, end := context.WithCancelCause(parent)
	defer end(nil)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	listener, err := listen(ctx, o.addr)
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // a server that ran has closed it
	b, err := o.connect(ctx, log, func() string {
		return "http://" + listener.Addr().String() + "/api/v1/payments/" + sandboxName + "/events"
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	roots := openRoots(o.builds, log)
	m, err := o.monitor(ctx, b, roots, log)
	if err != nil {
		return err
	}
	defer m.close()
	config, err := b.apiConfig(o, roots, m, log)
	if err != nil {
		return err
	}
	config.Stopping = ctx.Done()
	databaseReady := make(chan struct{})
	config.DatabaseReady = databaseReady
	if o.provider == sandboxName {
		config.ReadyDetail = "payments: sandbox, no money moves"
	}
	resellers, err := b.resellerAPI(o, roots, log)
	if err != nil {
		return err
	}
	config.Mounts[octo.Path] = resellers
	jobs, err := b.jobs(o, roots, m, resellers, log)
	if err != nil {
		return err
	}
	work, stop := context.WithCancel(context.WithoutCancel(ctx)) // jobs continue until requests have ended
	defer stop()
	wait, err := b.startWork(work, jobs, databaseReady, end, log)
	if err != nil {
		return err
	}
	defer wait()
	defer stop()
	defer m.serve()()
	logStartup(o.builds, roots, listener, log)
	server := newServer(o.guardSandbox(api.New(config), log), log)
	if err := writeReadyFile(o.readyFile, listener); err != nil {
		return err
	}
	err = serveUntil(ctx, server, listener, o.drain, log)
	if parent.Err() == nil {
		err = errors.Join(err, context.Cause(ctx)) // the failure of startWork, if there is one
	}
	return err
}

// jobs returns what background jobs do.
func (b *backend) jobs(o *configuration, roots *webroot.Server, m *observer, resellers *octo.Server,
	log *slog.Logger) (sqlstore.Work, error) {
	notifiers, err := b.notifiers(o, roots, m, log)
	if err != nil {
		return sqlstore.Work{}, err
	}
	notifiers[notice.Reseller] = m.WrapSend(notice.Reseller, resellers.Send)
	return sqlstore.Work{
		Settle: b.booking.Settle, Send: notifiers, QueueTripNotices: b.booking.QueueTripNotices,
		Purge:  func(ctx context.Context) error { return b.purge(ctx, o, log) },
		Rounds: b.periodicJobs(roots), ContinueDepartureChange: b.booking.ContinueDepartureChange,
	}, nil
}

// logStartup logs the server's address and the storefronts.
func logStartup(builds string, roots *webroot.Server, listener net.Listener, log *slog.Logger) {
	log.Info("serving", "url", "http://"+listener.Addr().String(), "builds", builds)
	if err := roots.Ready(); err != nil {
		log.Warn("there is no build to serve yet", "event", "no_build", "reason", err)
	}
	for _, url := range webroot.LocalURLs(roots.Deployments(), listener.Addr()) {
		log.Info("storefront", "url", url)
	}
}

// writeReadyFile writes the server's address to a file, for the program that started it. By then the server accepts
// requests.
func writeReadyFile(file string, listener net.Listener) error {
	if file == "" {
		return nil
	}
	return os.WriteFile(file, []byte("http://"+listener.Addr().String()+"\n"), 0o600)
}

// guardSandbox warns if the payment provider moves no money, and rejects public hosts if it is only the default.
func (c *configuration) guardSandbox(handler http.Handler, log *slog.Logger) http.Handler {
	if c.provider != sandboxName {
		return handler
	}
	log.Warn("payments are a sandbox: no money moves, and anybody can pay with a test card", "PAYMENT", sandboxName)
	if !c.paymentSet {
		log.Warn("PAYMENT is not set: requests to public hosts are answered with 503; PAYMENT=sandbox serves them too")
		handler = localOnly(handler, log)
	}
	return handler
}

// localOnly rejects requests to public hosts, except health checks, if the payment provider is only the default: the
// sandbox would confirm orders of real visitors. The log names the setting at the first of them; visitors do not see
// it.
func localOnly(next http.Handler, log *slog.Logger) http.Handler {
	var refused sync.Once
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if webroot.IsLocal(r.Host) || r.URL.Path == "/livez" || r.URL.Path == "/readyz" {
			next.ServeHTTP(w, r)
			return
		}
		refused.Do(func() {
			log.Warn("a request to a public host was refused, because PAYMENT is not set", "host", r.Host)
		})
		const message = "This site is not available yet."
		if strings.HasPrefix(r.URL.Path, "/api/") {
			problem.Write(w, fault.New(fault.Unavailable, message), "")
			return
		}
		http.Error(w, message, http.StatusServiceUnavailable)
	})
}

func newServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: webroot.HeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// listen listens without Multipath TCP, whose sockets support no filters.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	var c net.ListenConfig
	c.SetMultipathTCP(false)
	return c.Listen(ctx, "tcp", addr)
}

// serveUntil serves until ctx ends, then for drain more, and then finishes open requests.
func serveUntil(ctx context.Context, server *http.Server, listener net.Listener, drain time.Duration,
	log *slog.Logger) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping", "answers for", drain)
	select {
	case err := <-failed:
		return err
	case <-time.After(drain):
	}
	if err := dropHandshakes(listener); err != nil {
		log.Warn("connections that begin during the stop may be reset", "error", err)
	}
	time.Sleep(handshakeGrace)
	return shutdown(server, log)
}

func (b *backend) apiConfig(o *configuration, roots *webroot.Server, m *observer,
	log *slog.Logger) (c api.Config, err error) {
	pictures, err := o.pictures.open(o.dataPath(pictureFolder), roots, log)
	if err != nil {
		return c, err
	}
	m.AddPictures(pictures)
	c = api.Config{Site: roots, Booking: b.booking, Searcher: search.Open(live.Open(o.builds)), Reviews: b.reviews,
		Contact: b.contact, Mounts: map[string]http.Handler{}, Log: log}
	c.Pictures, c.Observe = pictures, m.observeRequest
	c.Accounts, c.Sessions, c.Limits, c.TrustedProxies = b.accounts, b.store.Sessions(), b.limits, o.proxies
	if b.sandbox != nil {
		c.Mounts[sandbox.Path] = b.sandbox.Handler()
	}
	if c.TicketKey, err = o.ticketKey(); err != nil {
		return c, err
	}
	if c.Links, err = o.linkKey(); err != nil {
		return c, err
	}
	c.Mounts[linkpage.Path] = linkpage.Handler(linkpage.Config{Links: b.linkPages(c.Links), Booking: b.booking,
		Orders: b.store.Read(), Suppliers: b.suppliers, Deployments: roots.Deployments, Log: log})
	return c, nil
}

func shutdown(server *http.Server, log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		_ = server.Close()
		return fmt.Errorf("requests were still open after %s and were aborted", shutdownTimeout)
	}
	if err == nil {
		log.Info("stopped")
	}
	return err
}
