package drill_test

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startPgBouncer starts PgBouncer in front of a database, with a line of its configuration, and returns the database
// with PgBouncer's address. It skips the test on a machine without PgBouncer.
func startPgBouncer(t *testing.T, d database, line string) database {
	t.Helper()
	path := requireProgram(t, "pgbouncer")
	direct, err := url.Parse(d.DSN)
	must(t, err)
	server := fmt.Sprintf("host=%s user=%s dbname=%s", direct.Query().Get("host"), direct.Query().Get("user"),
		strings.Trim(direct.Path, "/"))
	addr := freeAddr(t)
	_, port, err := net.SplitHostPort(addr)
	must(t, err)
	dir, err := os.MkdirTemp("", "pgbouncer-") // a folder that PgBouncer's user can read
	must(t, err)
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	must(t, os.Chmod(dir, 0o755))
	config := filepath.Join(dir, "pgbouncer.ini")
	must(t, os.WriteFile(config, []byte(strings.ReplaceAll(line, "host=127.0.0.1", server)+
		"[pgbouncer]\nlisten_addr = 127.0.0.1\nunix_socket_dir =\nauth_type = any\nmax_client_conn = "+
		"500\nlisten_port = "+port+"\n"), 0o644))
	cmd := exec.Command(path, config)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: ownerOf(t, direct.Query().Get("host"))}
	pooler := spawn(t, cmd)
	t.Cleanup(func() {
		if pooler.kill(); t.Failed() {
			t.Log(pooler.stderr())
		}
	})
	waitUntilAccepting(t, addr)
	return database{Data: d.Data, DSN: "postgres://storefront@" + addr + "/storefront?sslmode=disable"}
}

// requireProgram returns the path of a program. It skips the test on a machine without the program.
func requireProgram(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/" + name)
	}
	if err != nil {
		t.Skipf("%s is missing; tools/need.sh %s installs it", name, name)
	}
	return path
}

// ownerOf returns the user and group of a folder's owner, for programs that refuse to run as root. It returns nil if
// the test does not run as root.
func ownerOf(t testing.TB, folder string) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(folder)
	must(t, err)
	owner := info.Sys().(*syscall.Stat_t)
	return &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
}

// waitUntilAccepting waits until a server accepts connections.
func waitUntilAccepting(t testing.TB, addr string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			must(t, conn.Close())
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

func TestPgBouncerPoolsSessionsAsDocumented(t *testing.T) {
	d := onPostgres(t)
	pooled := startPgBouncer(t, d, docBlock(t, "PgBouncer"))
	load := startTraffic(t, startAPI(t, pooled, freeAddr(t)).url, sized(8, 24), false)
	load.waitForResponses(minRequests)
	load.stop()
	load.mustHaveNoFailures()
	b := openBooks(t, d)
	_, remaining := eventually(settledWithin, func() []string {
		problems, err := b.contradictions(t.Context())
		must(t, err)
		return problems
	})
	if len(remaining) > 0 {
		t.Errorf("the books do not balance:\n%s", strings.Join(remaining, "\n"))
	}
	if carts, orders := load.lost(b); carts+orders > 0 || len(load.orders) == 0 {
		t.Errorf("of %d carts and %d orders %d and %d are lost", len(load.carts), len(load.orders), carts, orders)
	}
}

func TestAServerRefusesTransactionPooling(t *testing.T) {
	pooled := startPgBouncer(t, onPostgres(t), strings.ReplaceAll(docBlock(t, "PgBouncer"), "pool_mode=session",
		"pool_mode=transaction"))
	path, err := apiBinary()
	must(t, err)
	for name, args := range map[string][]string{
		"serve":       {"serve", "--addr", freeAddr(t), "--builds", writeTestBuilds(t), "--data", pooled.Data},
		"migrate up":  {"migrate", "up"},
		"orders list": {"orders", "list"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		cmd := exec.CommandContext(ctx, path, args...)
		cmd.Env = append(os.Environ(), "DATABASE_URL="+pooled.DSN, "PAYMENT=sandbox", "LINK_SECRET="+
			strings.Repeat("drill", 8),
			"TICKET_KEY_FILE="+sharedKey(t, pooled))
		out, err := cmd.CombinedOutput()
		last := string(out[strings.LastIndex(strings.TrimSpace(string(out)), "\n")+1:])
		if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(last, "pool_mode = session") {
			t.Errorf("%s exited with %d (%v): %s", name, code, err, out)
		}
	}
}
