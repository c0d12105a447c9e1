package devserver

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"storefront/internal/content/catalog"
)

// batch holds the paths below the folder of content that were written in one go. Without paths, any file can have
// changed.
type batch struct {
	paths     []string
	startedAt time.Time // of the first event
}

func (b batch) coversAll() bool { return len(b.paths) == 0 }

// watcher sends the changes below a folder. It polls if the system cannot watch more folders, and if there are symbolic
// links, since their targets are not watched.
type watcher struct {
	changes chan batch

	root        string
	system      *fsnotify.Watcher
	add         func(*fsnotify.Watcher, string) error
	notify      func(string)
	watchedRoot fs.FileInfo // the folder at root when it was watched
	hasSymlink  bool        // there was a symbolic link
	stop        chan struct{}
	done        chan struct{}
}

// A batch ends when no event came for a while: an editor program saves in several steps, and git checks out thousands
// of files.
const (
	batchDelay   = 6 * time.Millisecond
	burstDelay   = 120 * time.Millisecond
	burstSize    = 8
	pollInterval = 2 * time.Second
)

// watch starts a watcher. The function add adds one folder to the system's watches.
func watch(root string, add func(*fsnotify.Watcher, string) error, note func(string)) *watcher {
	w := &watcher{
		changes: make(chan batch, 1), root: root, add: add, notify: note, stop: make(chan struct{}),
		done: make(chan struct{}),
	}
	var err error
	if w.system, err = fsnotify.NewWatcher(); err == nil {
		err = w.addAll(root)
	}
	if err != nil {
		w.startPolling(err)
	}
	go w.run()
	return w
}

func (w *watcher) close() {
	close(w.stop)
	<-w.done
	if w.system != nil {
		_ = w.system.Close()
	}
}

// startPolling replaces watching by polling.
func (w *watcher) startPolling(why error) {
	w.notify("content cannot be watched (" + why.Error() + "): it is read every " + pollInterval.String() +
		" instead. On Linux, sysctl fs.inotify.max_user_watches is the number of folders that can be watched.")
	if w.system != nil {
		_ = w.system.Close()
		w.system = nil
	}
}

// addAll watches a folder and those below it. It ignores folders that are removed meanwhile.
func (w *watcher) addAll(folder string) error {
	if folder == w.root {
		w.watchedRoot, _ = os.Stat(w.root)
	}
	return filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !e.IsDir() {
			w.hasSymlink = w.hasSymlink || err == nil && e.Type()&fs.ModeSymlink != 0
			return err
		}
		if path != w.root && strings.HasPrefix(e.Name(), ".") {
			return fs.SkipDir
		}
		if err := w.add(w.system, path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

// next returns the next batch, or false if none comes in time.
func (w *watcher) next(timeout time.Duration) (batch, bool) {
	select {
	case b := <-w.changes:
		return b, true
	case <-time.After(timeout):
		return batch{}, false
	}
}

func (w *watcher) run() {
	defer close(w.done)
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	due := time.NewTimer(time.Hour)
	defer due.Stop()
	pending := pendingBatch{paths: map[string]bool{}}
	for {
		var events <-chan fsnotify.Event
		var failures <-chan error
		if w.system != nil {
			events, failures = w.system.Events, w.system.Errors
		}
		select {
		case <-w.stop:
			return
		case e := <-events:
			w.addEvent(&pending, e)
		case <-failures: // events were lost
			pending.addPath("", true)
		case <-ticker.C:
			if w.system == nil || w.rewatchReplacedRoot() || w.hasSymlink {
				pending.addPath("", true)
			}
		case <-due.C:
			if pending.hasPaths() && !w.send(&pending) {
				due.Reset(burstDelay)
			}
			continue
		}
		if pending.hasPaths() {
			due.Reset(pending.delay())
		}
	}
}

// pendingBatch collects the events of the next batch.
type pendingBatch struct {
	paths     map[string]bool
	allFiles  bool
	startedAt time.Time
}

func (g *pendingBatch) addPath(path string, all bool) {
	if !g.hasPaths() {
		g.startedAt = time.Now()
	}
	g.paths[path], g.allFiles = true, g.allFiles || all
}

func (g *pendingBatch) hasPaths() bool { return len(g.paths) > 0 }

func (g *pendingBatch) delay() time.Duration {
	if len(g.paths) > burstSize {
		return burstDelay
	}
	return batchDelay
}

func (w *watcher) addEvent(pending *pendingBatch, e fsnotify.Event) {
	if e.Op == fsnotify.Chmod || e.Name == "" {
		return
	}
	rel, err := filepath.Rel(w.root, e.Name)
	if err != nil {
		return
	}
	if rel == "." && (e.Has(fsnotify.Rename) || e.Has(fsnotify.Remove)) {
		w.watchedRoot = nil // lost watches the folder that replaces it
	}
	name := filepath.Base(e.Name)
	if rel != "." && catalog.IsHidden(name) {
		return
	}
	if file, err := os.Lstat(e.Name); err == nil && file.Mode()&fs.ModeSymlink != 0 {
		w.hasSymlink = true
	}
	top := !strings.Contains(filepath.ToSlash(rel), "/")
	info, err := os.Stat(e.Name)
	if e.Has(fsnotify.Create) && err == nil && info.IsDir() {
		if err := w.addAll(e.Name); err != nil {
			w.startPolling(err)
		}
	}
	// A folder at the top that was added or removed changes everything below it.
	pending.addPath(rel, rel == "." || top && (err != nil || info.IsDir()))
}

// rewatchReplacedRoot reports whether the folder is another one than is watched, and watches it.
func (w *watcher) rewatchReplacedRoot() bool {
	now, err := os.Stat(w.root)
	if err != nil {
		gone := w.watchedRoot != nil
		w.watchedRoot = nil
		return gone
	}
	if w.watchedRoot != nil && os.SameFile(now, w.watchedRoot) {
		return false
	}
	if err := w.addAll(w.root); err != nil {
		w.startPolling(err)
	}
	return true
}

// send sends a batch. It returns false if the one before is not received yet.
func (w *watcher) send(pending *pendingBatch) bool {
	b := batch{startedAt: pending.startedAt}
	if !pending.allFiles {
		for path := range pending.paths {
			b.paths = append(b.paths, path)
		}
	}
	select {
	case w.changes <- b:
		*pending = pendingBatch{paths: map[string]bool{}}
		return true
	default:
		return false
	}
}
