package devserver

import (
	"syscall"
	"testing"

	"github.com/fsnotify/fsnotify"
)

// WithoutWatching has the system watch no folder until the test ends.
func WithoutWatching(t *testing.T) {
	before := addFolder
	addFolder = func(*fsnotify.Watcher, string) error { return syscall.ENOSPC }
	t.Cleanup(func() { addFolder = before })
}
