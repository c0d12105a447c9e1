// Package devserver serves the site to editors while they write: it watches content and the site bundle, plans and
// renders changed pages, and notifies browsers, which then reload. Mistakes are shown over the page, and the server
// keeps running. It publishes, with the search index and all files for visitors, after a pause without changes, and
// before it ends.
package devserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/build/render"
	"storefront/internal/content/diag"
	"storefront/internal/serve/webroot"

	"github.com/fsnotify/fsnotify"
)

// Options configure the server.
type Options struct {
	engine.Options
	Listener net.Listener
	// API is the path of the API's program; empty for none. Data is its folder of bookings.
	API, Data string
	// Today returns the date for which pages are rendered; it may change while the server runs.
	Today func() time.Time
	// Notify receives events, from one goroutine at a time.
	Notify func(Event)

	watchFolder func(*fsnotify.Watcher, string) error // fails in tests
}

// Event is an event for programs and for the terminal.
type Event struct {
	Name string `json:"event"` // EventReady and so on
	// URLs are the addresses of the storefronts.
	URLs []string `json:"urls,omitempty"`
	// Milliseconds is the time from the first event of a change until browsers were notified.
	Milliseconds int64 `json:"ms,omitempty"`
	Read         int   `json:"read,omitempty"`  // products and posts
	Pages        int   `json:"pages,omitempty"` // that changed
	All          bool  `json:"all,omitempty"`   // all pages may have changed: everything was planned again
	Published    int   `json:"rendered,omitempty"`
	// Message is for people; Problems are the errors and warnings in content.
	Message  string            `json:"message,omitempty"`
	Problems []Problem         `json:"diagnostics,omitempty"`
	Found    []diag.Diagnostic `json:"-"`
}

// Names of events.
const (
	EventReady     = "ready"     // requests are answered
	EventBuilt     = "built"     // pages show the change
	EventPublished = "published" // all files have the change
	EventCorrected = "corrected" // content has no errors any more
	EventFailed    = "failed"    // content has errors, or a build failed; the pages before are still served
	EventNote      = "note"
)

// Problem is a diagnostic in JSON.
type Problem struct {
	Path    string `json:"path"`
	Line    int    `json:"line,omitempty"`
	Col     int    `json:"col,omitempty"`
	Message string `json:"message"`
	Warning bool   `json:"warning,omitempty"`
	// Pointer is the line with a caret under the place.
	Pointer string `json:"pointer,omitempty"`
}

// quiet is the time without a change after which planned pages are published.
const quiet = time.Second

type server struct {
	Options
	notifying sync.Mutex
	session   *engine.Session
	roots     *webroot.Server
	hub       *hub
	watch     *watcher
	api       *child
	bundle    stamp
	day       string

	ready   bool // the first build has ended
	wrong   bool // browsers show mistakes
	settled chan settlement
	busy    bool // publishing
}

type settlement struct {
	report *engine.Report
	err    error
}

// Run serves until ctx ends, and then publishes the rest.
func Run(ctx context.Context, o Options) (err error) {
	o.AsOf = o.Today()
	session, err := engine.Open(o.Options)
	if err != nil {
		return err
	}
	defer session.Close()
	s := &server{
		Options: o, session: session, hub: newHub(), settled: make(chan settlement, 1), day: dayOf(o.AsOf),
		roots: webroot.Open(o.Builds, quietLog()),
	}
	s.bundle = stampOf(render.BundleFile(s.Site))
	if o.watchFolder == nil {
		o.watchFolder = (*fsnotify.Watcher).Add
	}
	s.watch = watch(o.Content, o.watchFolder, func(text string) { s.note("%s", text) })
	defer s.watch.close()
	s.api = s.startAPI(ctx)
	defer s.api.stop()
	web := &http.Server{Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(o.Listener) }()
	defer func() {
		s.hub.close()
		_ = web.Close()
	}()
	s.build(ctx)
	s.ready = true
	s.notify(Event{Name: EventReady, URLs: webroot.Addresses(s.roots.Deployments(), s.Listener.Addr())})
	s.prepare(ctx)
	if err := s.loop(ctx, failed); err != nil {
		return err
	}
	return s.finish(context.WithoutCancel(ctx))
}

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// prepare plans the published pages, so that the first change is as fast as later ones. It publishes the changes
// since the last build.
func (s *server) prepare(ctx context.Context) {
	began := time.Now()
	switch seen, err := s.session.Look(ctx); {
	case err != nil:
		s.fail(err)
	case seen.All:
		s.build(ctx)
	default:
		s.show(seen, began)
	}
	go func() { _ = s.session.Warm(ctx) }() // a page that cannot be rendered fails when it is requested
}

// lookEvery is the interval at which unwatched files are checked: the bundle, whose folder every build of it
// replaces.
const lookEvery = 500 * time.Millisecond

func (s *server) loop(ctx context.Context, failed <-chan error) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	later := time.NewTimer(quiet)
	defer later.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-failed:
			return err
		case batch := <-s.watch.changes:
			s.changed(ctx, batch)
			later.Reset(quiet)
		case <-tick.C:
			if s.otherInputs() {
				s.build(ctx)
				later.Reset(quiet)
			}
		case <-later.C:
			s.settle(ctx)
		case done := <-s.settled:
			s.busy = false
			s.published(done)
			if s.session.Unsettled() && done.err == nil {
				later.Reset(quiet)
			}
		}
	}
}

// otherInputs reports whether the bundle or the date has changed.
func (s *server) otherInputs() bool {
	now := stampOf(render.BundleFile(s.Site))
	other := now != s.bundle && now != stamp{}
	if other {
		s.bundle = now
	}
	if day := dayOf(s.Today()); day != s.day {
		s.day, other = day, true
		s.session.SetDay(s.Today())
	}
	return other
}

// stamp identifies one state of a file.
type stamp struct {
	size    int64
	changed time.Time
}

func stampOf(file string) stamp {
	info, err := os.Stat(file)
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}

// changed processes a batch. It notifies browsers at once, or after a build if the change must be published first.
func (s *server) changed(ctx context.Context, b batch) {
	seen, err := s.session.Look(ctx, b.paths...)
	if err != nil {
		// An editor program may be between two steps of saving: a mistake is reported if it stays.
		if more, again := s.watch.next(secondLook); again {
			b.paths = append(b.paths, more.paths...)
			if more.all() {
				b.paths = nil
			}
		}
		if seen, err = s.session.Look(ctx, b.paths...); err != nil {
			s.fail(err)
			return
		}
	}
	if s.mustPublish(seen.Groups) {
		s.build(ctx)
		return
	}
	s.show(seen, b.at)
}

const secondLook = 60 * time.Millisecond

// show notifies browsers of the changed pages.
func (s *server) show(seen *engine.Seen, since time.Time) {
	s.clearMistakes()
	if !seen.All && len(seen.Changed) == 0 {
		return
	}
	n := s.hub.changed(seen)
	s.notify(Event{Name: EventBuilt, Milliseconds: time.Since(since).Milliseconds(), Read: seen.Read, Pages: n,
		All: seen.All, Found: seen.Warnings, Problems: problemsOf(seen.Warnings)})
}

// clearMistakes notifies that content has no mistakes any more, if it had some.
func (s *server) clearMistakes() {
	if s.wrong {
		s.wrong = false
		s.hub.problems(nil)
		s.notify(Event{Name: EventCorrected})
	}
}

// fail reports mistakes in content, or another failure than the end of the server.
func (s *server) fail(err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	s.wrong = true
	e := Event{Name: EventFailed, Message: err.Error()}
	var invalid *engine.Invalid
	if errors.As(err, &invalid) {
		e.Found, e.Problems = invalid.Diagnostics, problemsOf(invalid.Diagnostics)
	} else {
		e.Problems = []Problem{{Message: err.Error()}}
	}
	if s.hub.problems(e.Problems) {
		s.notify(e)
	}
}

func (s *server) notify(e Event) {
	s.notifying.Lock()
	defer s.notifying.Unlock()
	s.Notify(e)
}

func (s *server) note(format string, args ...any) {
	s.notify(Event{Name: EventNote, Message: fmt.Sprintf(format, args...)})
}

func problemsOf(all []diag.Diagnostic) []Problem {
	var out []Problem
	for _, d := range all {
		out = append(out, Problem{Path: d.Path, Line: d.Line, Col: d.Col, Message: d.Message, Warning: d.Warning,
			Pointer: d.Pointer()})
	}
	return out
}
