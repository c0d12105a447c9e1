package drill_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"
	"time"
)

// The interval of the balancer's probes, and the time for which a stopping server still serves requests.
const (
	probeInterval = 100 * time.Millisecond
	drainTime     = 3 * time.Second
)

// balancer is a load balancer. It probes each server's readiness and distributes requests to the servers that were
// ready at the last probe. It does not retry requests.
type balancer struct {
	servers []*server
	next    atomic.Int64
	proxy   httputil.ReverseProxy
}

// server is a server behind the balancer.
type server struct {
	url   *url.URL
	ready atomic.Bool
}

// startBalancer starts a balancer of servers, and returns it with its URL.
func startBalancer(t testing.TB, addrs []string) (b *balancer, base string) {
	b = &balancer{}
	for _, addr := range addrs {
		b.servers = append(b.servers, &server{url: &url.URL{Scheme: "http", Host: addr}})
	}
	b.proxy.Rewrite = func(r *httputil.ProxyRequest) { r.SetURL(b.nextServer()); r.Out.Host = r.In.Host }
	b.proxy.Transport = &http.Transport{MaxIdleConnsPerHost: 100}
	b.proxy.ErrorHandler = func(w http.ResponseWriter, r *http.Request, err error) {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
	stop := make(chan struct{})
	for _, s := range b.servers {
		s.probe()
		go func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(probeInterval):
					s.probe()
				}
			}
		}()
	}
	front := httptest.NewServer(&b.proxy)
	t.Cleanup(func() { front.Close(); close(stop) })
	return b, front.URL
}

var prober = &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// probe stores whether the server answers /readyz with 200.
func (s *server) probe() {
	response, err := prober.Get(s.url.String() + "/readyz")
	s.ready.Store(err == nil && response.StatusCode == http.StatusOK)
	if err == nil {
		_ = response.Body.Close()
	}
}

// nextServer returns the next ready server, or the first server if none is ready.
func (b *balancer) nextServer() *url.URL {
	for range b.servers {
		s := b.servers[int(b.next.Add(1))%len(b.servers)]
		if s.ready.Load() {
			return s.url
		}
	}
	return b.servers[0].url
}

// waitForReady waits until the balancer has probed a server as ready.
func (b *balancer) waitForReady(t testing.TB, i int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !b.servers[i].ready.Load(); time.Sleep(probeInterval / 4) {
		if time.Now().After(deadline) {
			t.Fatalf("server %d is not ready again", i)
		}
	}
}

// rollServers restarts three servers on one database in turn under traffic. It returns the traffic, and how many
// acknowledged carts and orders are lost.
func rollServers(t *testing.T, drain time.Duration, rounds int) (load *traffic, lost int) {
	t.Helper()
	d := onPostgres(t)
	start := func(addr string) *process { return startAPI(t, d, addr, "DRAIN="+drain.String()) }
	var (
		addrs   []string
		running []*process
	)
	for range 3 {
		addrs = append(addrs, freeAddr(t))
		running = append(running, start(addrs[len(addrs)-1]))
	}
	b, base := startBalancer(t, addrs)
	load = startTraffic(t, base, sized(8, 24), false)
	for range rounds {
		for i, addr := range addrs {
			load.waitForResponses(minRequests)
			running[i].stop()
			if code := running[i].cmd.ProcessState.ExitCode(); code != 0 {
				t.Errorf("a stopped server exited with %d: %s", code, running[i].stderr())
			}
			running[i] = start(addr)
			b.waitForReady(t, i)
		}
	}
	load.waitForResponses(minRequests)
	load.stop()
	carts, orders := load.lost(openBooks(t, d))
	return load, carts + orders
}

func TestNoRequestFailsWhileServersAreRestartedOneAfterTheOther(t *testing.T) {
	rounds := sized(1, 5)
	load, lost := rollServers(t, drainTime, rounds)
	load.mustHaveNoFailures()
	if lost > 0 {
		t.Errorf("%d carts and orders lost", lost)
	}
	control := ""
	if long {
		abrupt, _ := rollServers(t, 0, 2)
		for more := 0; more < 4 && len(abrupt.failures) == 0; more++ { // a restart may fall between two requests
			abrupt, _ = rollServers(t, 0, 2)
		}
		if len(abrupt.failures) == 0 {
			t.Error("without time to drain no request failed either")
		}
		control = fmt.Sprintf("; control (servers that stop at once): %d of %d failed", len(abrupt.failures),
			abrupt.requests.Load())
	}
	printRow(25, "3 processes on PostgreSQL restarted in turn, %d times, behind a balancer that probes /readyz | %d "+
		"requests, %d failed; slowest %d ms; of %d carts and %d orders acknowledged %d lost%s", rounds,
		load.requests.Load(), len(load.failures), load.slowest.Load()/1e6, len(load.carts), len(load.orders), lost,
		control)
}
