package engine

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"storefront/internal/build/pages"
	"storefront/internal/build/render"
)

// besidePages makes the files of all sites that need no page's HTML, on half of the cores, since the pages are rendered
// meanwhile; on all for few pages. It closes what it returns when it has ended.
func (r *run) besidePages(ctx context.Context) <-chan struct{} {
	var group errgroup.Group
	group.SetLimit(max(1, runtime.NumCPU()/2))
	count := 0
	for _, s := range r.sites {
		count += len(s.toRender)
	}
	if count < render.Few {
		group.SetLimit(runtime.NumCPU())
	}
	sites, done := r.sites, make(chan struct{})
	go func() {
		defer close(done)
		for _, s := range sites {
			for _, step := range s.besidePages(r.plan.reading.fetch) {
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

// besidePages returns the steps that make the site's files that need no page's HTML, independently of each other.
func (s *builtSite) besidePages(fetch pages.Fetch) []func() error {
	steps := []func() error{func() error { return s.googleFeed(fetch) }}
	for _, language := range s.planned.deployment.Languages {
		steps = append(steps, func() error { return s.index(language, fetch) })
	}
	return append(steps, s.sitemap, s.webFiles)
}
