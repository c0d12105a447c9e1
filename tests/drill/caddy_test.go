package drill_test

import (
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// caddy returns a command of Caddy for the text of a Caddyfile, with additions to the environment.
func caddy(t *testing.T, command, text string, environ ...string) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "Caddyfile")
	must(t, os.WriteFile(file, []byte(text), 0o600))
	cmd := exec.Command(requireProgram(t, "caddy"), command, "--adapter", "caddyfile", "--config", file)
	cmd.Env = append(append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir), environ...)
	return cmd
}

// caddyfile returns the text of a file in deploy/.
func caddyfile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../deploy/" + name)
	must(t, err)
	return string(text)
}

func TestCaddyAcceptsTheDocumentedFiles(t *testing.T) {
	hosts := ""
	for line := range strings.Lines(docBlock(t, "production.env")) {
		if strings.HasPrefix(line, "HOSTS=") {
			hosts = strings.TrimSpace(line)
		}
	}
	for name, text := range map[string]string{
		"Caddyfile": caddyfile(t, "Caddyfile"), "Caddyfile.production": caddyfile(t, "Caddyfile.production"),
		"docs/running.md": docBlock(t, "Caddy on one machine"),
	} {
		if out, err := caddy(t, "validate", text, hosts).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
	out, err := caddy(t, "adapt", caddyfile(t, "Caddyfile.production"), hosts).Output()
	if err != nil || !strings.Contains(string(out), `"host":["www.wayfare.example","www.bahlatrails.example"]`) {
		t.Errorf("Caddy does not serve the hosts of HOSTS: %v: %s", err, out)
	}
}

func TestCaddyCompressesFilesOfBuilds(t *testing.T) {
	builds, addr := t.TempDir(), freeAddr(t)
	content := strings.Repeat("export const departures = [];\n", 1000)
	must(t, os.MkdirAll(filepath.Join(builds, "public/wayfare/assets"), 0o755))
	must(t, os.WriteFile(filepath.Join(builds, "public/wayfare/assets/entry.js"), []byte(content), 0o644))
	_, port, err := net.SplitHostPort(addr)
	must(t, err)
	spawn(t, caddy(t, "run", caddyfile(t, "Caddyfile"), "PORT="+port, "BUILDS="+builds, "SERVERS="+freeAddr(t)))
	waitUntilAccepting(t, addr)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr+"/assets/entry.js", nil)
	must(t, err)
	r.Host = "wayfare.localhost:8080"
	r.Header.Set("Accept-Encoding", "gzip")
	response, err := apiClient.Do(r)
	must(t, err)
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("the response is %d, %v", response.StatusCode, response.Header)
	}
	unpacked, err := gzip.NewReader(response.Body)
	must(t, err)
	if got, err := io.ReadAll(unpacked); string(got) != content {
		t.Errorf("the response has %d bytes, want %d (%v)", len(got), len(content), err)
	}
}

// TestCaddyPassesRequestsAsInProduction sends traffic through Caddy with the Caddyfile of production. The host is an
// address of this machine over HTTP, which needs no certificate.
func TestCaddyPassesRequestsAsInProduction(t *testing.T) {
	server, front := freeAddr(t), freeAddr(t)
	startAPI(t, onSQLite(t), server, "TRUSTED_PROXIES=127.0.0.1/32")
	waitUntilReady(t, server)
	spawn(t, caddy(t, "run", caddyfile(t, "Caddyfile.production"), "HOSTS=http://"+front, "SERVERS="+server))
	waitUntilAccepting(t, front)
	load := startTraffic(t, "http://"+front, 4, false)
	load.waitForResponses(minRequests)
	load.stop()
	load.mustHaveNoFailures()
}
