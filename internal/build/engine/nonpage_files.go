package engine

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"storefront/internal/build/pages"
	"storefront/internal/build/render"
)

// makeNonPageFiles starts to write the files of all sites that do not depend on the HTML of pages: feeds, search
// indexes, sitemaps. It uses half of the cores, since pages are rendered at the same time, or all cores for few pages.
// It closes the returned channel when it has ended.
func (r *run) makeNonPageFiles(ctx context.Context) <-chan struct{} {
	var group errgroup.Group
	group.SetLimit(max(1, runtime.NumCPU()/2))
	count := 0
	for _, s := range r.sites {
		count += len(s.toRender)
	}
	if count < render.FewPages {
		group.SetLimit(runtime.NumCPU())
	}
	sites, done := r.sites, make(chan struct{})
	go func() {
		defer close(done)
		for _, s := range sites {
			for _, step := range s.nonPageSteps(r.plan.reading.fetch) {
				group.Go(func() error {
					if ctx.Err() != nil {
						return ctx.Err()
					}
					if err := step(); err != nil {
						r.failures.add(s.planned.id, err)
					}
					return nil
				})
			}
		}
		_ = group.Wait() // render returns the context's error
	}()
	return done
}

// nonPageSteps returns independent steps that write the site's files that do not depend on the HTML of pages.
func (s *builtSite) nonPageSteps(fetch pages.Fetch) []func() error {
	steps := []func() error{func() error { return s.writeGoogleFeed(fetch) }}
	for _, language := range s.planned.deployment.Languages {
		steps = append(steps, func() error { return s.writeSearchIndex(language, fetch) })
	}
	return append(steps, s.writeSitemap, s.writeWebFiles)
}
