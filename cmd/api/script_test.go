package main

import (
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"storefront/internal/lib/cli/clitest"
	"storefront/internal/store/pgtest"
)

func TestMain(m *testing.M) {
	testscript.Main(withPostgreSQL{m}, map[string]func(){"api": main})
}

// withPostgreSQL stops the cluster that tests may have started.
type withPostgreSQL struct{ m *testing.M }

func (w withPostgreSQL) Run() int { return pgtest.Run(w.m, nil) }

func TestScripts(t *testing.T) {
	testscript.Run(t, scripts(func(*testscript.Env) {}))
}

func TestScriptsPassOnPostgreSQL(t *testing.T) {
	p := scripts(func(env *testscript.Env) { env.Setenv("DATABASE_URL", pgtest.Empty(env.T().(testing.TB))) })
	p.Dir = ""
	for _, name := range []string{"bookings", "jobs", "manifest", "messages", "migrate", "money", "negotiations",
		"orders", "promos", "retention", "create", "redeem", "resellers", "reviews", "suppliers", "users", "waiting"} {
		p.Files = append(p.Files, filepath.Join("testdata/script", name+".txtar"))
	}
	testscript.Run(t, p)
}

func scripts(prepare func(*testscript.Env)) testscript.Params {
	return testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			addr, err := freeAddress()
			env.Setenv("FREE", addr)
			env.Setenv("DAY", bookable())
			env.Setenv("MONTH", bookable()[:len(monthLayout)])
			env.Setenv("THIS_MONTH", time.Now().UTC().Format(monthLayout))
			env.Values["mail"] = &scriptMail{t: env.T().(testing.TB)}
			prepare(env)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"get": get, "await": await,
			"status": clitest.Status, "shop": shop, "requested": requested, "reviewed": reviewed, "wrote": wrote,
			"worked": worked, "acts": acts, "waits": waits, "left": left, "mailserver": mailserver,
			"received": received, "eventually": eventually, "aged": aged},
	}
}

// bookable is a date on which everything can be booked, whenever the tests run.
func bookable() string { return time.Now().UTC().AddDate(0, 0, 30).Format(time.DateOnly) }

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// get requests an address and checks the status and, if given, the body: get URL STATUS [BODY].
func get(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: get URL STATUS [BODY]")
	}
	response, err := http.Get(args[0])
	ts.Check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	ts.Check(err)
	if got := strconv.Itoa(response.StatusCode); got != args[1] || len(args) > 2 &&
		strings.TrimSpace(string(body)) != args[2] {
		ts.Fatalf("%s: %s %q", args[0], got, body)
	}
}

// await waits until a server listens: await HOST:PORT.
func await(ts *testscript.TestScript, _ bool, args []string) {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if c, err := net.Dial("tcp", args[0]); err == nil {
			_ = c.Close()
			return
		}
	}
	ts.Fatalf("nothing listens at %s", args[0])
}
