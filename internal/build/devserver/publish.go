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

// build builds and publishes all that has changed, and reports a failure.
func (s *server) build(ctx context.Context) {
	if err := s.tryBuild(ctx); err != nil {
		s.reportFailure(err)
	}
}

func (s *server) tryBuild(ctx context.Context) error {
	report, err := s.session.Build(ctx)
	if err != nil {
		return err
	}
	if len(report.Failed) == 0 {
		s.clearProblems()
	}
	if report.Unchanged && s.isFirstBuildDone {
		return nil
	}
	rendered := 0
	for _, d := range report.Deployments {
		rendered += d.Rendered
	}
	s.hub.sendChanges(&engine.ContentChanges{All: true})
	s.notify(Event{
		Name: EventPublished, Milliseconds: report.Took.Milliseconds(), Read: report.Read, Published: rendered,
		Diagnostics: report.Warnings, Problems: problemsOf(report.Warnings),
	})
	s.reportFailedDeployments(report.Failed)
	return nil
}

// reportFailedDeployments reports deployments that are not published while the others are.
func (s *server) reportFailedDeployments(failed []engine.Failure) {
	if len(failed) == 0 {
		return
	}
	var all []error
	found := &engine.InvalidContentError{}
	for _, f := range failed {
		all = append(all, fmt.Errorf("%s stays as it is: %w", f.ID, f.Err))
		if invalid, ok := errors.AsType[*engine.InvalidContentError](f.Err); ok {
			found.Diagnostics = append(found.Diagnostics, invalid.Diagnostics...)
		}
	}
	if len(found.Diagnostics) > 0 {
		all = append([]error{found}, all...)
	}
	s.reportFailure(errors.Join(all...))
}

// publishInBackground publishes in the background.
func (s *server) publishInBackground(ctx context.Context) {
	if s.isPublishing || !s.session.HasUnpublishedPlan() {
		return
	}
	s.isPublishing = true
	go func() {
		report, err := s.session.Publish(context.WithoutCancel(ctx)) // finish waits for it
		s.published <- publication{report, err}
	}()
}

func (s *server) reportPublished(done publication) {
	if done.err != nil {
		s.sendNote("not published yet: %v", done.err)
		return
	}
	rendered := 0
	for _, d := range done.report.Deployments {
		rendered += d.Rendered
	}
	s.notify(Event{Name: EventPublished, Milliseconds: done.report.Took.Milliseconds(), Published: rendered})
	for _, f := range done.report.Failed {
		s.sendNote("%s stays as it is: %v", f.ID, f.Err)
	}
}

// publishRest publishes the planned pages that are not published yet.
func (s *server) publishRest(ctx context.Context) error {
	if s.isPublishing {
		s.reportPublished(<-s.published)
	}
	if !s.session.HasUnpublishedPlan() {
		return nil
	}
	report, err := s.session.Publish(ctx)
	if err == nil {
		s.reportPublished(publication{report, nil})
	}
	return err
}
