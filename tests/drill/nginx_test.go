package drill_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// makeCertificate makes a certificate for the documented hosts and this machine, and has apiClient trust it. It returns
// the folder of the certificate, with the file names of certbot.
func makeCertificate(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
		"-nodes", "-days", "2", "-subj", "/CN=drill",
		"-addext", "subjectAltName=DNS:www.wayfare.example,DNS:www.bahlatrails.example,IP:127.0.0.1",
		"-keyout", filepath.Join(dir, "privkey.pem"), "-out", filepath.Join(dir, "fullchain.pem"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	chain, err := os.ReadFile(filepath.Join(dir, "fullchain.pem"))
	must(t, err)
	trustedCerts.AppendCertsFromPEM(chain)
	return dir
}

// nginxForSeveralServers returns the documented configuration of nginx in front of several servers.
func nginxForSeveralServers(t testing.TB) string {
	t.Helper()
	text := docBlock(t, "nginx on one machine")
	before, rest, found := strings.Cut(text, "upstream storefront {")
	_, after, ended := strings.Cut(rest, "}\n")
	if !found || !ended {
		t.Fatalf("the documented configuration has no upstream: %s", text)
	}
	return before + docBlock(t, "nginx's upstream of several servers") + after
}

// startNginx starts nginx in front of servers, and returns its URL. The configuration is the documented one with the
// certificates, addresses and ports of this machine, and what change changes.
func startNginx(t testing.TB, addrs []string, change func(string) string) (base string) {
	t.Helper()
	path := requireProgram(t, "nginx")
	dir, certificates, front := t.TempDir(), makeCertificate(t), freeAddr(t)
	text := nginxForSeveralServers(t)
	for _, words := range [][2]string{
		{"listen 80;", "listen " + freeAddr(t) + ";"}, {"listen 443 ", "listen " + front + " "},
		{"/etc/letsencrypt/live/storefront", certificates},
		{"10.0.0.11:8080", addrs[0]}, {"10.0.0.12:8080", addrs[1]},
	} {
		if !strings.Contains(text, words[0]) {
			t.Fatalf("the documented configuration has no %q: %s", words[0], text)
		}
		text = strings.ReplaceAll(text, words[0], words[1])
	}
	config := filepath.Join(dir, "nginx.conf")
	must(t, os.WriteFile(config, fmt.Appendf(nil, "daemon off; master_process off; pid %[1]s/pid; error_log stderr "+
		"crit;\nevents {}\nhttp { access_log off;\n"+
		"client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path "+
		"%[1]s/u; scgi_temp_path %[1]s/s;\n%[2]s}\n",
		dir, change(text)), 0o644))
	spawn(t, exec.Command(path, "-c", config, "-p", dir))
	waitUntilAccepting(t, front)
	return "https://" + front
}

// rollBehindNginx restarts two servers in turn under traffic, each once the other is ready again. It returns the
// traffic, and how many acknowledged carts and orders are lost.
func rollBehindNginx(t *testing.T, rounds int, change func(string) string) (load *traffic, lost int) {
	t.Helper()
	d := onPostgres(t)
	start := func(addr string) *process {
		return startAPI(t, d, addr, "DRAIN="+drainTime.String(), "TRUSTED_PROXIES=127.0.0.1/32")
	}
	addrs := []string{freeAddr(t), freeAddr(t)}
	running := []*process{start(addrs[0]), start(addrs[1])}
	load = startTraffic(t, startNginx(t, addrs, change), sized(8, 24), false)
	for range rounds {
		for i, addr := range addrs {
			load.waitForResponses(minRequests)
			running[i].stop()
			running[i] = start(addr)
			waitUntilReady(t, addr)
		}
	}
	load.waitForResponses(minRequests)
	load.stop()
	for _, v := range load.carts {
		v.base = running[0].url // nginx may consider all servers failed
	}
	carts, orders := load.lost(openBooks(t, d))
	return load, carts + orders
}

// waitUntilReady waits until a server answers /readyz with 200.
func waitUntilReady(t testing.TB, addr string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		response, err := prober.Get("http://" + addr + "/readyz")
		if err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return
			}
		}
	}
	t.Fatalf("the server at %s is not ready", addr)
}

func TestNoRequestFailsBehindNginxAsDocumented(t *testing.T) {
	rounds := sized(1, 3)
	load, lost := rollBehindNginx(t, rounds, func(text string) string { return text })
	load.mustHaveNoFailures()
	if lost > 0 || len(load.orders) == 0 {
		t.Errorf("of %d carts and %d orders %d lost", len(load.carts), len(load.orders), lost)
	}
	// By default nginx avoids a server for ten seconds after a failure. The control extends that to a minute, so that
	// it fails on a slow machine too. A restart may fall between two requests, so the control is repeated.
	control := &traffic{}
	for tries := 0; tries < 5 && len(control.failures) == 0; tries++ {
		control, _ = rollBehindNginx(t, 1, func(text string) string {
			return strings.ReplaceAll(text, " max_fails=0", " fail_timeout=60s")
		})
	}
	if len(control.failures) == 0 {
		t.Error("without max_fails=0 no request failed either")
	}
	printRow(25, "2 processes on PostgreSQL restarted in turn, %d times, behind nginx as documented | %d requests, "+
		"%d failed; of %d carts and %d orders acknowledged %d lost; control (without max_fails=0): %d of %d failed",
		rounds, load.requests.Load(), len(load.failures), len(load.carts), len(load.orders), lost,
		len(control.failures), control.requests.Load())
}

// TestNginxPassesTheHostAndTheProtocol requests a page at an unknown host and one by HTTPS through nginx as documented.
func TestNginxPassesTheHostAndTheProtocol(t *testing.T) {
	addr := freeAddr(t)
	startAPI(t, onSQLite(t), addr, "TRUSTED_PROXIES=127.0.0.1/32")
	base := startNginx(t, []string{addr, addr}, func(text string) string { return text })
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, base+"/", nil)
	must(t, err)
	r.Host = net.JoinHostPort("elsewhere.example", "443")
	response, err := apiClient.Do(r)
	must(t, err)
	must(t, response.Body.Close())
	if response.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("an unknown host: status %d", response.StatusCode)
	}
	response, err = apiClient.Get(base + "/")
	must(t, err)
	must(t, response.Body.Close())
	if response.StatusCode != http.StatusOK || response.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("a page by HTTPS: status %d with %v", response.StatusCode, response.Header)
	}
}
