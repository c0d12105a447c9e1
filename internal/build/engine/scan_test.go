package engine_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

// Reading a pipe would never end.
func TestAPipeInContentIsRefused(t *testing.T) {
	for _, file := range []string{"blog/camps/fr.md", "media/dunes.webp", "notes.yaml"} {
		content := contenttest.Copy(t)
		if err := syscall.Mkfifo(filepath.Join(content, file), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := engine.Check(t.Context(), engine.Options{Content: content})
		if err == nil || !strings.Contains(err.Error(), file+":1:1: this is a pipe, a device or a socket") {
			t.Errorf("%s: %v", file, err)
		}
	}
}
