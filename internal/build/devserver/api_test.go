package devserver

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"storefront/internal/build/engine"
)

// The API is the real program. The server reads its address from the ready file, not from its log.
func TestDevServerFindsTheAPIByItsReadyFile(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "api")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", program,
		"storefront/cmd/api").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var mu sync.Mutex
	var notes []string
	ctx, cancel := context.WithCancel(t.Context())
	s := &server{Options: Options{
		API: program, Data: filepath.Join(dir, "data"), Options: engine.Options{Builds: filepath.Join(dir, "builds")},
		Notify: func(e Event) {
			mu.Lock()
			defer mu.Unlock()
			notes = append(notes, e.Message)
		},
	}}
	c := s.startAPI(ctx)
	t.Cleanup(func() { cancel(); <-c.done })
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		answer := httptest.NewRecorder()
		c.serve(answer, httptest.NewRequest(http.MethodGet, "http://wayfare.localhost/livez", http.NoBody),
			http.NotFoundHandler())
		if answer.Code == http.StatusOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the API is not found: %d, %q", answer.Code, notes)
		}
	}
	c.stop()
	mu.Lock()
	defer mu.Unlock()
	all := strings.Join(notes, "\n")
	if !strings.Contains(all, "api: WARN payments are a sandbox") || strings.Contains(all, "nothing to show") ||
		strings.Contains(all, `{"time"`) {
		t.Errorf("%s", all)
	}
	answer := httptest.NewRecorder()
	c.serve(answer, httptest.NewRequest(http.MethodGet, "http://wayfare.localhost/livez", http.NoBody),
		http.NotFoundHandler())
	if answer.Code != http.StatusServiceUnavailable {
		t.Errorf("an ended API answers %d", answer.Code)
	}
}
