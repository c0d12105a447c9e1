// Package scratch runs a temporary PostgreSQL server for the benchmarks of tools/.
package scratch

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"storefront/internal/store/pgtest"
)

// Postgres is a server that flushes each commit to the disk. A process may have one. It starts with the first database.
type Postgres struct{ folder string }

// Database returns the URL of a new database.
func (p *Postgres) Database() (dsn string, err error) {
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("%v", failed)
		}
	}()
	pgtest.Durable()
	dsn = pgtest.Empty(&fakeTest{})
	p.folder, err = folderOf(dsn)
	return dsn, err
}

// Close ends the server and removes its folder.
func (p *Postgres) Close() error { return remove(p.folder) }

// fakeTest is the testing.TB that pgtest needs. Its cleanup is left to the end of the server.
type fakeTest struct{ testing.TB }

func (*fakeTest) Helper()           {}
func (*fakeTest) Cleanup(func())    {}
func (*fakeTest) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// folderOf returns the folder of a database's server: that of its socket.
func folderOf(dsn string) (string, error) {
	u, err := url.Parse(dsn)
	if err != nil {
		return "", err
	}
	folder := u.Query().Get("host")
	if !strings.HasPrefix(filepath.Base(folder), "pgtest-") {
		return "", fmt.Errorf("%q is not a folder of a temporary server", folder)
	}
	return folder, nil
}

// remove ends a server and removes its folder, which pgtest does only after tests.
func remove(folder string) error {
	if folder == "" {
		return nil
	}
	lock, err := os.ReadFile(filepath.Join(folder, "data", "postmaster.pid"))
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(lock), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGQUIT); err != nil {
		return err
	}
	for range 500 {
		if syscall.Kill(pid, 0) != nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return os.RemoveAll(folder)
}
