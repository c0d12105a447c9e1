package drill_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"storefront/api"
	"storefront/internal/channel/octo"
	"storefront/internal/core/route"
	"storefront/internal/search"
	livebuilds "storefront/internal/serve/live"
	"storefront/internal/serve/livecatalog"
	"storefront/internal/serve/webroot"
	"storefront/internal/shop/account"
	"storefront/internal/shop/booking"
	"storefront/internal/shop/document/ticket"
	"storefront/internal/shop/limit"
	"storefront/internal/shop/orderlink"
	"storefront/internal/shop/payment"
	"storefront/internal/shop/payment/sandbox"
	"storefront/internal/shop/reseller"
)

// serverConfigVar is the environment variable that makes this binary a server, with a serverConfig as JSON.
const serverConfigVar = "DRILL_SERVER"

// serverConfig configures a server process of this binary. The server is put together as in cmd/api, with kill points
// and without a guard.
type serverConfig struct {
	Addr, Builds string
	Database     database
	Without      guard           // the guard that is removed; empty for none
	WaitingList  *booking.Choice // the process runs churnSeats for this choice; nil for none
	KillAt       int             // the process kills itself at its n-th kill point; 0 for never
	KillPoint    string          // only kill points of this name count; empty for all
}

// runServer is main of a server process of this binary. It returns the exit code.
func runServer(encoded string) int {
	err := func() error {
		var s serverConfig
		if err := json.Unmarshal([]byte(encoded), &s); err != nil {
			return err
		}
		return s.serve(context.Background())
	}()
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// serve runs the server until it fails.
func (s serverConfig) serve(ctx context.Context) error {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	store, err := s.Database.openStore(ctx)
	if err != nil {
		return err
	}
	events := func() string { return "http://" + s.Addr + "/api/v1/payments/sandbox/events" }
	if s.Without == jobGuard {
		events = nil
	}
	payments, _, err := s.Database.openSandbox(sandbox.Config{EventsURL: events})
	if err != nil {
		return err
	}
	points := &killPoints{killAt: int64(s.KillAt), onlyName: s.KillPoint}
	providers := map[string]payment.Provider{"sandbox": points.provider(payments.Provider)}
	rules := booking.New(booking.Config{
		Store: s.Without.wrapStore(points.store(store)), Catalog: livecatalog.Open(s.Builds, log), Providers: providers,
		Provider: "sandbox", ReturnURLs: route.CheckoutResultURLs, Log: log, Durations: shortOfferDurations,
	})
	if s.WaitingList != nil {
		go churnSeats(ctx, rules, *s.WaitingList)
	}
	listener, err := net.Listen("tcp", s.Addr)
	if err != nil {
		return err
	}
	if s.Without != jobGuard {
		if err := store.Jobs().Start(ctx, s.Without.jobWork(rules, store)); err != nil {
			return err
		}
		go func() { _ = rules.Resume(ctx) }() // if it fails, the jobs settle the orders
	}
	go payments.Run(ctx)
	limits := limit.New(store.Limits(), nil)
	resellers, err := s.resellerAPI(rules, store, log)
	if err != nil {
		return err
	}
	return http.Serve(listener, api.New(api.Config{
		Site: webroot.Open(s.Builds, log), Searcher: search.Open(livebuilds.Open(s.Builds)), Booking: rules,
		Log:      log,
		Accounts: account.New(account.Config{Store: store.Accounts(), Limits: limits, Log: log}),
		Sessions: store.Sessions(), Limits: limits,
		Mounts: map[string]http.Handler{sandbox.Path: payments.Handler(), octo.Path: resellers},
	}))
}

// resellerAPI returns the API of resellers.
func (s serverConfig) resellerAPI(rules *booking.Service, store shopStore, log *slog.Logger) (http.Handler, error) {
	tickets, err := ticket.NewKey(keySecret)
	if err != nil {
		return nil, err
	}
	links, err := orderlink.NewKey(keySecret)
	return octo.New(octo.Config{
		Site: webroot.Open(s.Builds, log), Catalog: livecatalog.Open(s.Builds, log), Booking: rules,
		Resellers: reseller.New(store.Resellers(), nil), Tickets: tickets, Links: links,
		Scheme: func(*http.Request) string { return "http" }, Log: log,
	}), err
}

// apiBinary builds cmd/api once and returns its path. The file is already deleted and only kept open, so that the tests
// leave nothing behind.
var apiBinary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "drill-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "api")
	if out, err := exec.Command("go", "build", "-o", path, "storefront/cmd/api").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	apiBinaryFile, err = os.Open(path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), apiBinaryFile.Fd()), nil
})

var apiBinaryFile *os.File // stays open, so that the deleted file still exists

// process is a child process of the test, mostly a server.
type process struct {
	url       string
	cmd       *exec.Cmd
	stderrLog bytes.Buffer // may be read only after exited is closed
	exited    chan struct{}
}

// stderr returns what the process has written to stderr; empty until it has exited.
func (p *process) stderr() string {
	if !p.hasExited() {
		return ""
	}
	return p.stderrLog.String()
}

// startAPI starts api serve as operators run it, with additions to its environment, and waits until it responds.
func startAPI(t testing.TB, d database, addr string, environ ...string) *process {
	t.Helper()
	path, err := apiBinary()
	must(t, err)
	cmd := exec.Command(path, "serve", "--addr", addr, "--builds", writeTestBuilds(t), "--data", d.Data, "--log-level",
		"error")
	cmd.Env = append(append(os.Environ(), withoutLimits...), "PAYMENT=sandbox", "DATABASE_URL="+d.DSN)
	if d.DSN != "" { // servers on one database share their keys
		cmd.Env = append(cmd.Env, "TICKET_KEY_FILE="+sharedKey(t, d), "LINK_SECRET="+strings.Repeat("drill", 8))
	}
	cmd.Env = append(cmd.Env, environ...)
	return startAndWait(t, cmd, addr)
}

// withoutLimits are settings without limits of a network, because all visitors of drills come from one.
var withoutLimits = []string{"UNPAID_SHARE=0", "UNPAID_SEATS=0", "UNPAID_ORDERS=0", "NETWORK_CARTS=0",
	"NETWORK_CHECKOUTS=0"}

// sharedKey returns the path of the ticket key that servers on one database share.
func sharedKey(t testing.TB, d database) string {
	t.Helper()
	path := filepath.Join(d.Data, "shared.pem")
	_, err := ticket.LoadOrCreateKey(path)
	must(t, err)
	return path
}

// start starts this binary as a server, and waits until it responds.
func (s serverConfig) start(t testing.TB) *process {
	t.Helper()
	s.Builds = writeTestBuilds(t)
	encoded, err := json.Marshal(s)
	must(t, err)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serverConfigVar+"="+string(encoded))
	return startAndWait(t, cmd, s.Addr)
}

// startAndWait starts a server and waits until it responds or exits.
func startAndWait(t testing.TB, cmd *exec.Cmd, addr string) *process {
	t.Helper()
	p := spawn(t, cmd)
	p.url = "http://" + addr
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		response, err := http.Get(p.url + "/livez")
		if err == nil {
			_ = response.Body.Close()
			return p
		}
		if p.hasExited() {
			return p // killed at a point before it could respond
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server at %s does not respond", addr)
		}
	}
}

// spawn starts a process and kills it at the end of the test.
func spawn(t testing.TB, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{cmd: cmd, exited: make(chan struct{})}
	cmd.Stderr = &p.stderrLog
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL // servers are killed with the test binary
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // Pdeathsig is sent when the thread that started the process ends
		defer close(p.exited)
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
		}
	}()
	must(t, <-started)
	t.Cleanup(p.kill)
	return p
}

// stop ends the process with SIGTERM, as operators do, and waits until it has exited.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	<-p.exited
}

// kill ends the process with SIGKILL and waits until it has exited.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have exited already
	<-p.exited
}

// hasExited reports whether the process has exited, by itself or by a signal.
func (p *process) hasExited() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// freeAddr returns an address with a free port.
func freeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	return l.Addr().String()
}

// startServers starts n servers on one database: api serve, or this binary if a guard is to be removed. It returns
// their URLs and a function that kills them.
func startServers(t testing.TB, d database, n int, without guard) (urls []string, stop func()) {
	t.Helper()
	var all []*process
	for range n {
		addr := freeAddr(t)
		if without == "" {
			all = append(all, startAPI(t, d, addr))
		} else {
			all = append(all, serverConfig{Addr: addr, Database: d, Without: without}.start(t))
		}
		urls = append(urls, all[len(all)-1].url)
	}
	return urls, func() {
		for _, p := range all {
			p.kill()
		}
	}
}

// openBooks opens the books of the servers on a database.
func openBooks(t testing.TB, d database) *books {
	t.Helper()
	store, err := d.openStore(t.Context())
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) })
	payments, closeSandbox, err := d.openSandbox(sandbox.Config{})
	must(t, err)
	t.Cleanup(func() { must(t, closeSandbox()) })
	return &books{d, store, payments}
}

// trustedCerts are the certificates that apiClient trusts.
var trustedCerts = x509.NewCertPool()

// apiClient keeps up to 500 connections, so that each buyer of a race has one.
var apiClient = &http.Client{
	Transport: &http.Transport{MaxIdleConnsPerHost: 500, MaxConnsPerHost: 500,
		TLSClientConfig: &tls.Config{RootCAs: trustedCerts}},
	Timeout:       60 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// orderResponse is a response of the API: a status with an order or with the code of a problem document. err is set if
// there was no response.
type orderResponse struct {
	status int
	code   string
	order  api.Order
	err    error
}

func (r orderResponse) ok() bool { return r.err == nil && r.status == http.StatusOK }

func (r orderResponse) String() string { return fmt.Sprint(r.status, " ", r.code, " ", r.err) }

// sendOrderRequest sends a request with a cart's cookie and an idempotency key. It returns the order or the problem's
// code.
func sendOrderRequest(ctx context.Context, method, url, cookie, key string, body any) orderResponse {
	data, err := json.Marshal(body)
	if err != nil {
		return orderResponse{err: err}
	}
	r, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(data))
	if err != nil {
		return orderResponse{err: err}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cookie", "__Host-cart="+cookie)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	response, err := apiClient.Do(r)
	if err != nil {
		return orderResponse{err: err}
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return orderResponse{err: err}
	}
	a := orderResponse{status: response.StatusCode}
	if a.status == http.StatusOK {
		a.err = json.Unmarshal(content, &a.order)
		return a
	}
	var p api.Problem
	if json.Unmarshal(content, &p) != nil || p.Code == "" {
		a.err = errors.New("no problem document: " + string(content))
	}
	a.code = string(p.Code)
	return a
}
