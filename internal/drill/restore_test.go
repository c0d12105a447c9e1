package drill_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/store/pgtest"
)

// documented is the block of docs/running.md behind a mark.
func documented(t testing.TB, mark string) string {
	t.Helper()
	doc, err := os.ReadFile("../../docs/running.md")
	must(t, err)
	_, block, found := strings.Cut(string(doc), "<!-- "+mark+" -->\n\n```")
	if !found {
		t.Fatalf("docs/running.md has nothing marked %q", mark)
	}
	_, block, _ = strings.Cut(block, "\n") // the language
	block, _, _ = strings.Cut(block, "```")
	return block
}

// shell runs commands as an operator types them.
func shell(t *testing.T, d database, backups, commands string) {
	t.Helper()
	path, err := program()
	must(t, err)
	bin := t.TempDir()
	must(t, os.WriteFile(filepath.Join(bin, "api"), []byte("#!/bin/sh\nexec "+path+" \"$@\"\n"), 0o755))
	cmd := exec.Command("bash", "-euo", "pipefail", "-c", commands)
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+pgtest.Binaries+":"+os.Getenv("PATH"), "DATA="+d.Data, "BACKUPS="+backups, "DATABASE_URL="+d.DSN)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s\n%v: %s", commands, err, out)
	}
}

func TestBackupAndRestoreAsDocumented(t *testing.T) {
	for name, fresh := range map[string]func(testing.TB) database{"SQLite": onSQLite, "PostgreSQL": onPostgres} {
		t.Run(name, func(t *testing.T) {
			d, backups, addr := fresh(t), t.TempDir(), freeAddr(t)
			server := apiProcess(t, d, addr)
			m := begin(t, server.url, 8, true)
			m.answered(enough)
			// What is acknowledged from now on may be in the backup, and need not.
			m.mu.Lock()
			before := &traffic{t: t, carts: m.carts, orders: m.orders}
			m.mu.Unlock()
			shell(t, d, backups, documented(t, "backup on "+name))
			m.answered(enough)
			m.stop()
			m.unbroken()
			server.kill()

			restored := database{Data: d.Data}
			if d.DSN == "" {
				must(t, os.RemoveAll(d.Data))
			} else {
				restored.DSN = pgtest.Empty(t)
			}
			control := before.lostOrders(look(t, fresh(t))) // with nothing restored
			shell(t, restored, backups, documented(t, "restore on "+name))
			apiProcess(t, restored, addr) // visitors find it where the other was
			b := look(t, restored)
			_, left := eventually(settledWithin, func() []string {
				wrong, err := b.contradictions(t.Context())
				must(t, err)
				// Whoever ordered while the backup was made is known to the provider alone, as after any loss.
				return slices.DeleteFunc(wrong, func(s string) bool { return strings.Contains(s, "the shop no order") })
			})
			if len(left) > 0 {
				t.Errorf("the books do not balance:\n%s", strings.Join(left, "\n"))
			}
			carts, orders := before.lost(b)
			if carts+orders > 0 || len(before.orders) == 0 || control != len(before.orders) {
				t.Errorf("of %d carts and %d orders %d and %d are not there; without the backup %d", len(before.carts), len(before.orders), carts, orders, control)
			}
			figures(12, "%s lost, and restored as documented from a backup under load | of %d carts and %d orders acknowledged before it %d lost (control, without it: %d)",
				name, len(before.carts), len(before.orders), carts+orders, control)
		})
	}
}
