package main

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"storefront/internal/content/contenttest"
	"storefront/internal/lib/cli/clitest"
	"storefront/internal/picture/vips"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"generate": main})
}

// TestScripts runs the scripts in testdata, which have the commands of editors and their output.
func TestScripts(t *testing.T) {
	site, err := filepath.Abs("../../site/dist")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": clitest.Status},
		Setup: func(e *testscript.Env) error {
			e.Setenv("SITE", site)
			e.Setenv("TAKEN", portInUse(t))
			e.Setenv("SOURCE_DATE_EPOCH", "1795132800")
			if file := vips.FindPackaged("."); file != "" { // scripts run elsewhere
				e.Setenv(vips.LibraryVariable, file)
			}
			return os.Rename(contenttest.Copy(t), filepath.Join(e.WorkDir, "content"))
		},
	})
}

// portInUse is a port that nobody else can listen on until the test ends.
func portInUse(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}
