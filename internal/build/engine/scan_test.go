package engine_test

import (
	"errors"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

// Reading a pipe would never end.
func TestPipeInContentIsAMistake(t *testing.T) {
	for _, file := range []string{"blog/camps/fr.md", "media/dunes.webp", "notes.yaml"} {
		content := contenttest.Copy(t)
		if err := syscall.Mkfifo(filepath.Join(content, file), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := engine.Check(t.Context(), engine.Options{Content: content})
		invalid, is := errors.AsType[*engine.InvalidContentError](err)
		if !is || !strings.HasSuffix(invalid.Diagnostics[0].String(),
			file+":1:1: this is a pipe, a device or a socket; content consists of files") {
			t.Errorf("%s: %v", file, err)
		}
	}
}
