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
	"storefront/internal/lib/misuse"
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
	Message     string            `json:"message,omitempty"`
	Problems    []Problem         `json:"diagnostics,omitempty"`
	Diagnostics []diag.Diagnostic `json:"-"`
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

// publishDelay is the time without a change after which planned pages are published.
const publishDelay = time.Second

type server struct {
	Options
	notifying   sync.Mutex
	session     *engine.Session
	roots       *webroot.Server
	hub         *hub
	watcher     *watcher
	api         *apiProcess
	bundleStamp stamp
	date        string

	isFirstBuildDone bool // the first build has ended
	hasProblems      bool // browsers show mistakes
	published        chan publication
	isPublishing     bool // publishing
}

type publication struct {
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
		Options: o, session: session, hub: newHub(), published: make(chan publication, 1), date: dateOf(o.AsOf),
		roots: webroot.Open(o.Builds, discardLog()),
	}
	s.bundleStamp = stampOf(render.BundleFile(s.Site))
	if o.watchFolder == nil {
		o.watchFolder = (*fsnotify.Watcher).Add
	}
	s.watcher = watch(o.Content, o.watchFolder, func(text string) { s.sendNote("%s", text) })
	defer s.watcher.close()
	s.api = s.startAPI(ctx)
	defer s.api.stop()
	web := &http.Server{Handler: s.handler(), ReadHeaderTimeout: webroot.HeaderTimeout}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(o.Listener) }()
	defer func() {
		s.hub.close()
		_ = web.Close()
	}()
	if err := s.tryBuild(ctx); err != nil {
		if _, wrong := errors.AsType[misuse.Error](err); wrong {
			return err // a deployment that does not exist
		}
		s.reportFailure(err)
	}
	s.isFirstBuildDone = true
	s.notify(Event{Name: EventReady, URLs: webroot.BrowserURLs(s.roots.Deployments(), s.Listener.Addr())})
	s.prepare(ctx)
	if err := s.loop(ctx, failed); err != nil {
		return err
	}
	return s.publishRest(context.WithoutCancel(ctx))
}

func dateOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// prepare plans the published pages, so that the first change is as fast as later ones. It publishes the changes
// since the last build.
func (s *server) prepare(ctx context.Context) {
	began := time.Now()
	switch seen, err := s.session.ReadChanges(ctx); {
	case err != nil:
		s.reportFailure(err)
	case seen.All:
		s.build(ctx)
	default:
		s.notifyChanges(seen, began)
	}
	go func() { _ = s.session.Warm(ctx) }() // a page that cannot be rendered fails when it is requested
}

// inputPollInterval is the interval at which unwatched files are checked: the bundle, whose folder every build of it
// replaces.
const inputPollInterval = 500 * time.Millisecond

func (s *server) loop(ctx context.Context, failed <-chan error) error {
	tick := time.NewTicker(inputPollInterval)
	defer tick.Stop()
	publishTimer := time.NewTimer(publishDelay)
	defer publishTimer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-failed:
			return err
		case batch := <-s.watcher.changes:
			s.handleChange(ctx, batch)
			publishTimer.Reset(publishDelay)
		case <-tick.C:
			if s.inputsChanged() {
				s.build(ctx)
				publishTimer.Reset(publishDelay)
			}
		case <-publishTimer.C:
			s.publishInBackground(ctx)
		case done := <-s.published:
			s.isPublishing = false
			s.reportPublished(done)
			if s.session.HasUnpublishedPlan() && done.err == nil {
				publishTimer.Reset(publishDelay)
			}
		}
	}
}

// inputsChanged reports whether the bundle or the date has changed.
func (s *server) inputsChanged() bool {
	now := stampOf(render.BundleFile(s.Site))
	changed := now != s.bundleStamp && now != stamp{}
	if changed {
		s.bundleStamp = now
	}
	if day := dateOf(s.Today()); day != s.date {
		s.date, changed = day, true
		s.session.SetDay(s.Today())
	}
	return changed
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

// handleChange processes a batch. It notifies browsers at once, or after a build if the change must be published first,
// or if deployments whose own files have mistakes stay as they are.
func (s *server) handleChange(ctx context.Context, b batch) {
	seen, err := s.session.ReadChanges(ctx, b.paths...)
	if err != nil {
		// An editor program may be between two steps of saving: a mistake is reported if it stays.
		if more, again := s.watcher.next(retryDelay); again {
			b.paths = append(b.paths, more.paths...)
			if more.coversAll() {
				b.paths = nil
			}
		}
		seen, err = s.session.ReadChanges(ctx, b.paths...)
	}
	if err != nil && !s.session.IsLimitedToDeployments(err) {
		s.reportFailure(err)
		return
	}
	if err != nil || s.mustPublish(seen.Groups) {
		s.build(ctx)
		return
	}
	s.notifyChanges(seen, b.startedAt)
}

const retryDelay = 60 * time.Millisecond

// notifyChanges notifies browsers of the changed pages.
func (s *server) notifyChanges(seen *engine.ContentChanges, since time.Time) {
	s.clearProblems()
	if !seen.All && len(seen.Changed) == 0 {
		return
	}
	n := s.hub.sendChanges(seen)
	s.notify(Event{Name: EventBuilt, Milliseconds: time.Since(since).Milliseconds(), Read: seen.Read, Pages: n,
		All: seen.All, Diagnostics: seen.Warnings, Problems: problemsOf(seen.Warnings)})
}

// clearProblems notifies that content has no mistakes any more, if it had some.
func (s *server) clearProblems() {
	if s.hasProblems {
		s.hasProblems = false
		s.hub.sendProblems(nil)
		s.notify(Event{Name: EventCorrected})
	}
}

// reportFailure reports mistakes in content, or another failure than the end of the server.
func (s *server) reportFailure(err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	s.hasProblems = true
	e := Event{Name: EventFailed, Message: err.Error()}
	var invalid *engine.InvalidContentError
	if errors.As(err, &invalid) {
		e.Diagnostics, e.Problems = invalid.Diagnostics, problemsOf(invalid.Diagnostics)
	} else {
		e.Problems = []Problem{{Message: err.Error()}}
	}
	if s.hub.sendProblems(e.Problems) {
		s.notify(e)
	}
}

func (s *server) notify(e Event) {
	s.notifying.Lock()
	defer s.notifying.Unlock()
	s.Notify(e)
}

func (s *server) sendNote(format string, args ...any) {
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
