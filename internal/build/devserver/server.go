// Package devserver shows editors what they write: it watches content and the site bundle, has what changed planned and
// rendered, and tells browsers, which then load anew. Mistakes are shown over the page and end nothing. What is published,
// the search index and everything else that visitors need, follows when nobody is writing, and before the server ends.
package devserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/content/diag"
	"storefront/internal/serve/webroot"

	"github.com/fsnotify/fsnotify"
)

// Options say what to serve, where.
type Options struct {
	engine.Options
	Listener net.Listener
	// API is the program that answers for everything but pages; there is none where it is empty. Data is where it keeps
	// bookings.
	API, Data string
	// Today is the day that the pages speak for; it may change while the server runs.
	Today func() time.Time
	// Tell is told what happens. It is called by one goroutine at a time.
	Tell func(Event)

	watchFolder func(*fsnotify.Watcher, string) error // tests let it fail
}

// Event is something that happened.
type Event struct {
	Name string `json:"event"` // EventReady and so on
	// URLs are where a browser finds the storefronts.
	URLs []string `json:"urls,omitempty"`
	// Milliseconds are from the first notice of a change until browsers were told.
	Milliseconds int64 `json:"ms,omitempty"`
	Read         int   `json:"read,omitempty"`  // products and stories
	Pages        int   `json:"pages,omitempty"` // that are another now
	All          bool  `json:"all,omitempty"`   // any page may be another: everything was planned anew
	Published    int   `json:"rendered,omitempty"`
	// Message is for people; Problems are what is wrong in content, warnings among them.
	Message  string            `json:"message,omitempty"`
	Problems []Problem         `json:"diagnostics,omitempty"`
	Found    []diag.Diagnostic `json:"-"`
}

// What happens.
const (
	EventReady     = "ready"     // requests are answered
	EventBuilt     = "built"     // pages show what was written
	EventPublished = "published" // and so do all files
	EventMended    = "mended"    // content is in order again
	EventFailed    = "failed"    // content is wrong, or a build failed; what was shown before is still shown
	EventNote      = "note"
)

// Problem is a diagnostic as browsers and other programs are told of it.
type Problem struct {
	Path    string `json:"path"`
	Line    int    `json:"line,omitempty"`
	Col     int    `json:"col,omitempty"`
	Message string `json:"message"`
	Warning bool   `json:"warning,omitempty"`
	// Pointer is the line with a caret under the place.
	Pointer string `json:"pointer,omitempty"`
}

// quiet is how long nothing is written before what was planned is published.
const quiet = time.Second

type server struct {
	Options
	session *engine.Session
	roots   *webroot.Server
	hub     *hub
	watch   *watcher
	api     *child
	bundle  stamp
	day     string

	ready   bool // there was a first build
	wrong   bool // browsers are told of mistakes
	settled chan settlement
	busy    bool // publishing
}

type settlement struct {
	report *engine.Report
	err    error
}

// Run serves until ctx ends, and then publishes what is not published yet.
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
	s.bundle = stampOf(s.bundleFile())
	var telling sync.Mutex
	s.Tell = func(e Event) {
		telling.Lock()
		defer telling.Unlock()
		o.Tell(e)
	}
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
	s.build()
	s.ready = true
	s.Tell(Event{Name: EventReady, URLs: webroot.Addresses(s.roots.Deployments(), s.Listener.Addr())})
	s.prepare()
	if err := s.loop(ctx, failed); err != nil {
		return err
	}
	return s.finish()
}

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func (s *server) bundleFile() string { return filepath.Join(s.Site, "bundle.json") }

// prepare plans what stands published, so that the first change is no slower than the others.
func (s *server) prepare() {
	began := time.Now()
	if seen, err := s.session.Look(); err != nil {
		s.fail(err)
	} else {
		s.show(seen, began)
	}
	go func() { _ = s.session.Warm() }() // a page that cannot be rendered is told of when it is asked for
}

// lookEvery is how often files are looked at that are not watched: the bundle, whose folder every build of it makes anew.
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
			s.changed(batch)
			later.Reset(quiet)
		case <-tick.C:
			if s.otherInputs() {
				s.build()
				later.Reset(quiet)
			}
		case <-later.C:
			s.settle()
		case done := <-s.settled:
			s.busy = false
			s.published(done)
			if s.session.Unsettled() && done.err == nil {
				later.Reset(quiet)
			}
		}
	}
}

// otherInputs says that the bundle or the day is another.
func (s *server) otherInputs() bool {
	now := stampOf(s.bundleFile())
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

// stamp tells one state of a file from another.
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

// changed looks at what was written. Pictures and deployments are published before anybody is told: pages name files that
// are made of them.
func (s *server) changed(b batch) {
	seen, err := s.session.Look(b.paths...)
	if err != nil {
		// An editor may be between two steps of saving: a mistake is told of if it stays.
		if more, again := s.watch.next(secondLook); again {
			b.paths = append(b.paths, more.paths...)
			if more.all() {
				b.paths = nil
			}
		}
		if seen, err = s.session.Look(b.paths...); err != nil {
			s.fail(err)
			return
		}
	}
	if concerns(seen.Groups, "media", "deployments") {
		s.build()
		return
	}
	s.show(seen, b.at)
}

// concerns says that one of the groups is in one of the folders.
func concerns(groups []string, folders ...string) bool {
	return slices.ContainsFunc(groups, func(group string) bool {
		top, _, _ := strings.Cut(group, "/")
		return slices.Contains(folders, top)
	})
}

const secondLook = 60 * time.Millisecond

// show tells browsers what is another now.
func (s *server) show(seen *engine.Seen, since time.Time) {
	s.mended()
	if !seen.All && len(seen.Changed) == 0 {
		return
	}
	n := s.hub.changed(seen)
	s.Tell(Event{Name: EventBuilt, Milliseconds: time.Since(since).Milliseconds(), Read: seen.Read, Pages: n, All: seen.All, Found: seen.Warnings, Problems: problemsOf(seen.Warnings)})
}

// build builds and publishes everything that is another.
func (s *server) build() {
	report, err := s.session.Build()
	if err != nil {
		s.fail(err)
		return
	}
	if len(report.Failed) == 0 {
		s.mended()
	}
	if report.Unchanged && s.ready {
		return
	}
	rendered := 0
	for _, d := range report.Deployments {
		rendered += d.Rendered
	}
	s.hub.changed(&engine.Seen{All: true})
	s.Tell(Event{
		Name: EventPublished, Milliseconds: report.Took.Milliseconds(), Read: report.Read, Published: rendered,
		Found: report.Warnings, Problems: problemsOf(report.Warnings),
	})
	s.failAlone(report.Failed)
}

// failAlone tells of deployments that stay as they are while the others are published.
func (s *server) failAlone(failed []engine.Failure) {
	if len(failed) == 0 {
		return
	}
	var all []error
	found := &engine.Invalid{}
	for _, f := range failed {
		all = append(all, fmt.Errorf("%s stays as it is: %w", f.ID, f.Err))
		if invalid, ok := errors.AsType[*engine.Invalid](f.Err); ok {
			found.Diagnostics = append(found.Diagnostics, invalid.Diagnostics...)
		}
	}
	if len(found.Diagnostics) > 0 {
		all = append([]error{found}, all...)
	}
	s.fail(errors.Join(all...))
}

// mended takes back that something is wrong.
func (s *server) mended() {
	if s.wrong {
		s.wrong = false
		s.hub.problems(nil)
		s.Tell(Event{Name: EventMended})
	}
}

// fail tells of mistakes, or of what else went wrong.
func (s *server) fail(err error) {
	s.wrong = true
	e := Event{Name: EventFailed, Message: err.Error()}
	var invalid *engine.Invalid
	if errors.As(err, &invalid) {
		e.Found, e.Problems = invalid.Diagnostics, problemsOf(invalid.Diagnostics)
	} else {
		e.Problems = []Problem{{Message: err.Error()}}
	}
	if s.hub.problems(e.Problems) {
		s.Tell(e)
	}
}

func (s *server) note(format string, args ...any) {
	s.Tell(Event{Name: EventNote, Message: fmt.Sprintf(format, args...)})
}

// settle publishes in the background.
func (s *server) settle() {
	if s.busy || !s.session.Unsettled() {
		return
	}
	s.busy = true
	go func() {
		report, err := s.session.Settle()
		s.settled <- settlement{report, err}
	}()
}

func (s *server) published(done settlement) {
	if done.err != nil {
		s.note("not published yet: %v", done.err)
		return
	}
	rendered := 0
	for _, d := range done.report.Deployments {
		rendered += d.Rendered
	}
	s.Tell(Event{Name: EventPublished, Milliseconds: done.report.Took.Milliseconds(), Published: rendered})
	for _, f := range done.report.Failed {
		s.note("%s stays as it is: %v", f.ID, f.Err)
	}
}

// finish publishes what is not published yet.
func (s *server) finish() error {
	if s.busy {
		s.published(<-s.settled)
	}
	if !s.session.Unsettled() {
		return nil
	}
	report, err := s.session.Settle()
	if err == nil {
		s.published(settlement{report, nil})
	}
	return err
}

func problemsOf(all []diag.Diagnostic) []Problem {
	var out []Problem
	for _, d := range all {
		out = append(out, Problem{Path: d.Path, Line: d.Line, Col: d.Col, Message: d.Message, Warning: d.Warning, Pointer: d.Pointer()})
	}
	return out
}
