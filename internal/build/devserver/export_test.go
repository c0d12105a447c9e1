package devserver

import (
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// WithoutWatching fails to watch any folder, as a system at its limit of watches does.
func WithoutWatching(o *Options) {
	o.watchFolder = func(*fsnotify.Watcher, string) error { return syscall.ENOSPC }
}
