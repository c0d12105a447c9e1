package engine

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"storefront/internal/build/pages"
	"storefront/internal/build/render"
)

// makeNonPageFiles starts to write the files of all sites that do not depend on the HTML of pages: feeds, search
// indexes, sitemaps, assets, pictures. It uses half of the cores, since pages are rendered at the same time, or all
// cores for few pages. It closes the returned channel when it has ended, which is soon if ctx ends.
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
	do := func(s *builtSite, steps ...func() error) {
		for _, step := range steps {
			if ctx.Err() != nil { // render returns it
				return
			}
			if err := step(); err != nil {
				r.failures.add(s.planned.id, err)
				return
			}
		}
	}
	sites, done := r.sites, make(chan struct{})
	go func() {
		defer close(done)
		for _, s := range sites {
			for _, step := range s.nonPageSteps(r.plan.reading.fetch) {
				group.Go(func() error { do(s, step); return nil })
			}
		}
		group.Go(func() error { // one site after the other, since a site links files of those before it
			for _, s := range sites {
				do(s, s.addAssets, s.addPictures)
			}
			return nil
		})
		_ = group.Wait() // nil
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
