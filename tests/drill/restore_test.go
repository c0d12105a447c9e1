package drill_test

import (
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/store/pgtest"
)

// docBlock returns the code block of docs/running.md that follows a mark.
func docBlock(t testing.TB, mark string) string {
	t.Helper()
	doc, err := os.ReadFile("../../docs/running.md")
	must(t, err)
	_, block, found := strings.Cut(string(doc), "<!-- "+mark+" -->\n\n```")
	if !found {
		t.Fatalf("docs/running.md has no mark %q", mark)
	}
	_, block, _ = strings.Cut(block, "\n") // skips the language of the block
	block, _, _ = strings.Cut(block, "```")
	return block
}

// runShell runs an operator's shell commands, which must succeed.
func runShell(t *testing.T, d database, backups, commands string) {
	t.Helper()
	if out, err := tryShell(t, d, backups, commands); err != nil {
		t.Fatalf("%s\n%v: %s", commands, err, out)
	}
}

// tryShell runs shell commands with the variables of the documentation, and returns their output.
func tryShell(t *testing.T, d database, backups, commands string) (string, error) {
	t.Helper()
	path, err := apiBinary()
	must(t, err)
	bin := t.TempDir()
	must(t, os.WriteFile(filepath.Join(bin, "api"), []byte("#!/bin/sh\nexec "+path+" \"$@\"\n"), 0o755))
	cmd := exec.Command("bash", "-euo", "pipefail", "-c", commands)
	cmd.Env = append(os.Environ(), "PATH="+bin+":"+pgtest.Binaries+":"+os.Getenv("PATH"), "DATA="+d.Data,
		"BACKUPS="+backups, "DATABASE_URL="+d.DSN)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// runSQL runs a statement as the user of the DSN.
func runSQL(t testing.TB, dsn, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", dsn)
	must(t, err)
	defer db.Close()
	_, err = db.ExecContext(t.Context(), statement)
	must(t, err)
}

// hostedDatabase adds an extension to a database, as hosting providers do.
func hostedDatabase(t testing.TB, d database) database {
	t.Helper()
	runSQL(t, d.DSN, "CREATE EXTENSION pg_stat_statements")
	return d
}

// restrictedDatabase returns an empty database whose owner is no superuser, as at a hosting provider.
func restrictedDatabase(t testing.TB) (dsn string) {
	t.Helper()
	dsn = pgtest.Empty(t)
	runSQL(t, dsn, `DO $$ BEGIN
		IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'shop') THEN CREATE ROLE shop LOGIN; END IF;
		EXECUTE format('ALTER DATABASE %I OWNER TO shop', current_database());
	END $$`)
	return strings.Replace(dsn, "user=storefront", "user=shop", 1)
}

func TestBackupAndRestoreAsDocumented(t *testing.T) {
	for name, newDatabase := range map[string]func(testing.TB) database{"SQLite": onSQLite, "PostgreSQL": onPostgres} {
		t.Run(name, func(t *testing.T) {
			d, backups, addr := newDatabase(t), t.TempDir(), freeAddr(t)
			if d.DSN != "" {
				d = hostedDatabase(t, d)
			}
			server := startAPI(t, d, addr)
			load := startTraffic(t, server.url, 8, true)
			load.waitForResponses(minRequests)
			// Orders that are acknowledged after this may be missing in the backup.
			load.mu.Lock()
			acknowledged := &traffic{t: t, carts: load.carts, orders: load.orders}
			load.mu.Unlock()
			runShell(t, d, backups, docBlock(t, "backup on "+name))
			load.waitForResponses(minRequests)
			load.stop()
			load.mustHaveNoFailures()
			server.kill()

			restored := database{Data: d.Data}
			if d.DSN == "" {
				must(t, os.RemoveAll(d.Data))
			} else {
				restored.DSN = restrictedDatabase(t)
				// Only a superuser can restore the dump with its extensions.
				command := `pg_restore --exit-on-error --no-owner --no-privileges --single-transaction --dbname "$DATABASE_URL" "$BACKUPS"/*.dump`
				if out, err := tryShell(t, restored, backups, command); err == nil ||
					!strings.Contains(out, "permission denied to create extension") {
					t.Errorf("the dump with extensions can be restored too: %v: %s", err, out)
				}
			}
			control := acknowledged.lostOrders(openBooks(t, newDatabase(t))) // nothing is restored there
			runShell(t, restored, backups, docBlock(t, "restore on "+name))
			startAPI(t, restored, addr) // at the address of the first server
			b := openBooks(t, restored)
			_, remaining := eventually(settledWithin, func() []string {
				problems, err := b.contradictions(t.Context())
				must(t, err)
				// The provider may know orders that were made after the backup.
				return slices.DeleteFunc(problems, func(s string) bool {
					return strings.Contains(s, "the shop has no order")
				})
			})
			if len(remaining) > 0 {
				t.Errorf("the books do not balance:\n%s", strings.Join(remaining, "\n"))
			}
			carts, orders := acknowledged.lost(b)
			if carts+orders > 0 || len(acknowledged.orders) == 0 || control != len(acknowledged.orders) {
				t.Errorf("of %d carts and %d orders %d and %d are lost; without the backup %d", len(acknowledged.carts),
					len(acknowledged.orders), carts, orders, control)
			}
			printRow(12, "%s lost, and restored as documented from a backup under load | of %d carts and %d orders "+
				"acknowledged before the backup %d lost (control, no backup: %d)", name, len(acknowledged.carts),
				len(acknowledged.orders), carts+orders, control)
		})
	}
}
