package devserver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"storefront/internal/build/engine"
	"storefront/internal/core/payload"
)

// mustPublish reports whether a change is published before browsers load it. That holds for new pictures, because the
// API resizes published ones only, and for deployments whose hosts, frames or analytics differ from the published ones.
func (s *server) mustPublish(groups []string) bool {
	return !s.session.PublishesPictures(groups) ||
		slices.Contains(groups, "deployments") &&
			!slices.EqualFunc(s.session.Deployments(), s.roots.Deployments(), sameSettings)
}

// sameSettings reports whether two states of a deployment have the same hosts, frames and analytics. The hosts find the
// deployment of a request; the others are in the policy of its pages.
func sameSettings(a, b payload.Deployment) bool {
	return a.ID == b.ID && slices.Equal(a.Hosts, b.Hosts) &&
		slices.Equal(a.Frames, b.Frames) && a.Analytics == b.Analytics
}

// build builds and publishes all that has changed.
func (s *server) build(ctx context.Context) {
	report, err := s.session.Build(ctx)
	if err != nil {
		s.fail(err)
		return
	}
	if len(report.Failed) == 0 {
		s.clearMistakes()
	}
	if report.Unchanged && s.ready {
		return
	}
	rendered := 0
	for _, d := range report.Deployments {
		rendered += d.Rendered
	}
	s.hub.changed(&engine.Seen{All: true})
	s.notify(Event{
		Name: EventPublished, Milliseconds: report.Took.Milliseconds(), Read: report.Read, Published: rendered,
		Found: report.Warnings, Problems: problemsOf(report.Warnings),
	})
	s.failAlone(report.Failed)
}

// failAlone reports deployments that are not published while the others are.
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

// settle publishes in the background.
func (s *server) settle(ctx context.Context) {
	if s.busy || !s.session.Unsettled() {
		return
	}
	s.busy = true
	go func() {
		report, err := s.session.Settle(context.WithoutCancel(ctx)) // finish waits for it
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
	s.notify(Event{Name: EventPublished, Milliseconds: done.report.Took.Milliseconds(), Published: rendered})
	for _, f := range done.report.Failed {
		s.note("%s stays as it is: %v", f.ID, f.Err)
	}
}

// finish publishes the planned pages that are not published yet.
func (s *server) finish(ctx context.Context) error {
	if s.busy {
		s.published(<-s.settled)
	}
	if !s.session.Unsettled() {
		return nil
	}
	report, err := s.session.Settle(ctx)
	if err == nil {
		s.published(settlement{report, nil})
	}
	return err
}
