package devserver

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// batch are the paths, below the folder of content, that were written in one go; none where anything may have been.
type batch struct {
	paths []string
	at    time.Time // the first notice
}

func (b batch) all() bool { return len(b.paths) == 0 }

// watcher tells of changes below a folder. Where the system watches no more folders it looks every now and then.
type watcher struct {
	changes chan batch

	root    string
	system  *fsnotify.Watcher
	say     func(string)
	watched fs.FileInfo // the folder that stood at root when it was watched
	stop    chan struct{}
	done    chan struct{}
}

// How long to wait for more of the same: an editor saves in several steps, and a checkout in thousands.
const (
	settleSoon  = 6 * time.Millisecond
	settleLater = 120 * time.Millisecond
	many        = 8
	pollEvery   = 2 * time.Second
)

// addFolder is what a folder is watched by; a test takes it away.
var addFolder = (*fsnotify.Watcher).Add

func watch(root string, say func(string)) *watcher {
	w := &watcher{changes: make(chan batch, 1), root: root, say: say, stop: make(chan struct{}), done: make(chan struct{})}
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

// poll gives up watching.
func (w *watcher) poll(why error) {
	w.say("content cannot be watched (" + why.Error() + "): it is looked at every " + pollEvery.String() +
		" instead. On Linux, sysctl fs.inotify.max_user_watches tells how many folders may be watched.")
	if w.system != nil {
		_ = w.system.Close()
		w.system = nil
	}
}

// addAll watches a folder and those below it. What is gone again is not missed.
func (w *watcher) addAll(folder string) error {
	if folder == w.root {
		w.watched, _ = os.Stat(w.root)
	}
	return filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !e.IsDir() {
			return err
		}
		if path != w.root && strings.HasPrefix(e.Name(), ".") {
			return fs.SkipDir
		}
		if err := addFolder(w.system, path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

// next waits for a further batch.
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
			if w.system == nil || w.lost() {
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

// gathered is what a batch is to be made of.
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
		w.watched = nil // whatever comes in its place is to be watched anew
	}
	name := filepath.Base(e.Name)
	if rel != "." && (strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || strings.HasSuffix(name, ".swp")) {
		return
	}
	top := !strings.Contains(filepath.ToSlash(rel), "/")
	info, err := os.Stat(e.Name)
	if e.Has(fsnotify.Create) && err == nil && info.IsDir() {
		if err := w.addAll(e.Name); err != nil {
			w.poll(err)
		}
	}
	// A folder at the top that came or went takes all below it along.
	g.add(rel, rel == "." || top && (err != nil || info.IsDir()))
}

// lost says that the folder is another one than is watched, and watches it.
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

// send hands a batch on, unless the last one still waits.
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
