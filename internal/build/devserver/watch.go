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
	paths []string
	at    time.Time // of the first event
}

func (b batch) all() bool { return len(b.paths) == 0 }

// watcher sends the changes below a folder. It polls if the system cannot watch more folders, and if there are symbolic
// links, since their targets are not watched.
type watcher struct {
	changes chan batch

	root    string
	system  *fsnotify.Watcher
	add     func(*fsnotify.Watcher, string) error
	note    func(string)
	watched fs.FileInfo // the folder at root when it was watched
	linked  bool        // there was a symbolic link
	stop    chan struct{}
	done    chan struct{}
}

// A batch ends when no event came for a while: an editor program saves in several steps, and git checks out thousands
// of files.
const (
	settleSoon  = 6 * time.Millisecond
	settleLater = 120 * time.Millisecond
	many        = 8
	pollEvery   = 2 * time.Second
)

// watch starts a watcher. The function add adds one folder to the system's watches.
func watch(root string, add func(*fsnotify.Watcher, string) error, note func(string)) *watcher {
	w := &watcher{
		changes: make(chan batch, 1), root: root, add: add, note: note, stop: make(chan struct{}),
		done: make(chan struct{}),
	}
	var err error
	if w.system, err = fsnotify.NewWatcher(); err == nil {
		err = w.addAll(root)
	}
	if err != nil {
		w.poll(err)
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

// poll replaces watching by polling.
func (w *watcher) poll(why error) {
	w.note("content cannot be watched (" + why.Error() + "): it is read every " + pollEvery.String() +
		" instead. On Linux, sysctl fs.inotify.max_user_watches is the number of folders that can be watched.")
	if w.system != nil {
		_ = w.system.Close()
		w.system = nil
	}
}

// addAll watches a folder and those below it. It ignores folders that are removed meanwhile.
func (w *watcher) addAll(folder string) error {
	if folder == w.root {
		w.watched, _ = os.Stat(w.root)
	}
	return filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !e.IsDir() {
			w.linked = w.linked || err == nil && e.Type()&fs.ModeSymlink != 0
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
func (w *watcher) next(most time.Duration) (batch, bool) {
	select {
	case b := <-w.changes:
		return b, true
	case <-time.After(most):
		return batch{}, false
	}
}

func (w *watcher) run() {
	defer close(w.done)
	look := time.NewTicker(pollEvery)
	defer look.Stop()
	due := time.NewTimer(time.Hour)
	defer due.Stop()
	g := gathered{paths: map[string]bool{}}
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
			w.gather(&g, e)
		case <-failures: // events were lost
			g.add("", true)
		case <-look.C:
			if w.system == nil || w.lost() || w.linked {
				g.add("", true)
			}
		case <-due.C:
			if g.any() && !w.send(&g) {
				due.Reset(settleLater)
			}
			continue
		}
		if g.any() {
			due.Reset(g.wait())
		}
	}
}

// gathered collects the events of the next batch.
type gathered struct {
	paths map[string]bool
	all   bool
	at    time.Time
}

func (g *gathered) add(path string, all bool) {
	if !g.any() {
		g.at = time.Now()
	}
	g.paths[path], g.all = true, g.all || all
}

func (g *gathered) any() bool { return len(g.paths) > 0 }

func (g *gathered) wait() time.Duration {
	if len(g.paths) > many {
		return settleLater
	}
	return settleSoon
}

func (w *watcher) gather(g *gathered, e fsnotify.Event) {
	if e.Op == fsnotify.Chmod || e.Name == "" {
		return
	}
	rel, err := filepath.Rel(w.root, e.Name)
	if err != nil {
		return
	}
	if rel == "." && (e.Has(fsnotify.Rename) || e.Has(fsnotify.Remove)) {
		w.watched = nil // lost watches the folder that replaces it
	}
	name := filepath.Base(e.Name)
	if rel != "." && catalog.IsHidden(name) {
		return
	}
	if file, err := os.Lstat(e.Name); err == nil && file.Mode()&fs.ModeSymlink != 0 {
		w.linked = true
	}
	top := !strings.Contains(filepath.ToSlash(rel), "/")
	info, err := os.Stat(e.Name)
	if e.Has(fsnotify.Create) && err == nil && info.IsDir() {
		if err := w.addAll(e.Name); err != nil {
			w.poll(err)
		}
	}
	// A folder at the top that was added or removed changes everything below it.
	g.add(rel, rel == "." || top && (err != nil || info.IsDir()))
}

// lost reports whether the folder is another one than is watched, and watches it.
func (w *watcher) lost() bool {
	now, err := os.Stat(w.root)
	if err != nil {
		gone := w.watched != nil
		w.watched = nil
		return gone
	}
	if w.watched != nil && os.SameFile(now, w.watched) {
		return false
	}
	if err := w.addAll(w.root); err != nil {
		w.poll(err)
	}
	return true
}

// send sends a batch. It returns false if the one before is not received yet.
func (w *watcher) send(g *gathered) bool {
	b := batch{at: g.at}
	if !g.all {
		for path := range g.paths {
			b.paths = append(b.paths, path)
		}
	}
	select {
	case w.changes <- b:
		*g = gathered{paths: map[string]bool{}}
		return true
	default:
		return false
	}
}
