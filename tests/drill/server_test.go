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

// serverSetup is the variable that has this binary serve.
const serverConfigVar = "DRILL_SERVER"

// setup is what a process of this binary serves, put together as cmd/api does it, but for what is drilled.
type serverConfig struct {
	Addr, Builds string
	Database     database
	Without      guard           // which guard is taken away; empty for none
	WaitingList  *booking.Choice // of whose start the process churns the seats; nil for none
	KillAt       int             // the process kills itself at the n-th of its named points; 0 for never
	KillPoint    string          // only points of this name count; empty for all
}

// serve is main of such a process.
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
		go func() { _ = rules.Resume(ctx) }() // the jobs go on where it fails
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

// resellerAPI is the API of resellers.
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

// program builds cmd/api once, into a file without a name: nothing is left of it when the tests end.
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

var apiBinaryFile *os.File // stays open, or the program would be gone

// process is a running server.
type process struct {
	url       string
	cmd       *exec.Cmd
	stderrLog bytes.Buffer // to be read only once it is dead
	exited    chan struct{}
}

// stderr is what the process has written, nothing while it lives.
func (p *process) stderr() string {
	if !p.hasExited() {
		return ""
	}
	return p.stderrLog.String()
}

// apiProcess starts api serve as operators run it; environ is added to its environment.
func startAPI(t testing.TB, d database, addr string, environ ...string) *process {
	t.Helper()
	path, err := apiBinary()
	must(t, err)
	cmd := exec.Command(path, "serve", "--addr", addr, "--builds", writeTestBuilds(t), "--data", d.Data, "--log-level",
		"error")
	cmd.Env = append(append(os.Environ(), withoutLimits...), "PAYMENT=sandbox", "DATABASE_URL="+d.DSN)
	if d.DSN != "" { // servers on one database need the same keys
		cmd.Env = append(cmd.Env, "TICKET_KEY_FILE="+sharedKey(t, d), "LINK_SECRET="+strings.Repeat("drill", 8))
	}
	cmd.Env = append(cmd.Env, environ...)
	return startAndWait(t, cmd, addr)
}

// unlimited are settings without limits on visitors, because drills come from one network.
var withoutLimits = []string{"UNPAID_SHARE=0", "UNPAID_SEATS=0", "UNPAID_ORDERS=0", "NETWORK_CARTS=0",
	"NETWORK_CHECKOUTS=0"}

// sharedKey returns the path of the ticket key of servers on one database.
func sharedKey(t testing.TB, d database) string {
	t.Helper()
	path := filepath.Join(d.Data, "shared.pem")
	_, err := ticket.LoadOrCreateKey(path)
	must(t, err)
	return path
}

// process starts this binary as a server.
func (s serverConfig) start(t testing.TB) *process {
	t.Helper()
	s.Builds = writeTestBuilds(t)
	encoded, err := json.Marshal(s)
	must(t, err)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serverConfigVar+"="+string(encoded))
	return startAndWait(t, cmd, s.Addr)
}

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
			return p // at a point during the start
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server at %s does not answer", addr)
		}
	}
}

// spawn starts a process that ends with the test.
func spawn(t testing.TB, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{cmd: cmd, exited: make(chan struct{})}
	cmd.Stderr = &p.stderrLog
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL // a test binary that is killed takes its servers with it
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // the kernel sends Pdeathsig when the thread that started the process ends
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

// stop ends the process as an operator does, and waits for its end.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	<-p.exited
}

// kill ends the process as kill -9 does, and waits for its end.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended by itself
	<-p.exited
}

func (p *process) hasExited() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

func freeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	return l.Addr().String()
}

// processes starts servers on one database: api serve itself, or this binary where a guard is missing. They run until
// stop.
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

// openBooks opens the books of servers that run, or ran, on a database.
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

// trustedCerts are those whose certificates client trusts.
var trustedCerts = x509.NewCertPool()

// client keeps as many connections as there are buyers, so that each has its own at once.
var apiClient = &http.Client{
	Transport: &http.Transport{MaxIdleConnsPerHost: 500, MaxConnsPerHost: 500,
		TLSClientConfig: &tls.Config{RootCAs: trustedCerts}},
	Timeout:       60 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// answer is what came of a request: a status with an order or a failure's code, or no answer at all.
type orderResponse struct {
	status int
	code   string
	order  api.Order
	err    error
}

func (r orderResponse) ok() bool { return r.err == nil && r.status == http.StatusOK }

func (r orderResponse) String() string { return fmt.Sprint(r.status, " ", r.code, " ", r.err) }

func send(ctx context.Context, method, url, cookie, key string, body any) orderResponse {
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
