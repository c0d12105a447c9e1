package main

import (
	"bytes"
	"io"
	"os"
	"testing"

	"storefront/internal/store/pgtest"
)

func TestCommandsOnPostgreSQLLeaveNoDataFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	environ := []string{"DATABASE_URL=" + pgtest.Empty(t)}
	for _, command := range [][]string{{"migrate", "status"}, {"migrate", "up"}, {"orders", "list"}, {"jobs", "list"}} {
		var complaints bytes.Buffer
		if err := run(t.Context(), command, environ, io.Discard, &complaints); err != nil {
			t.Fatalf("%v: %v\n%s", command, err, complaints.String())
		}
		left, err := os.ReadDir(".")
		if err != nil || len(left) > 0 {
			t.Errorf("%v leaves %v in the current folder (%v)", command, left, err)
		}
	}
}
