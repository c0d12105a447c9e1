package engine

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"storefront/internal/build/pages"
	"storefront/internal/build/render"
	"storefront/internal/search"
)

// The search index of a deployment in a language is a file of its tree, made while the pages are rendered. The words of
// a product are collected when it is read, and wait in the spool like its detail; the words of unchanged products come
// from the last build's index.

// index makes the indexes of all sites on half of the cores, since the pages are rendered meanwhile; on all for few
// pages. It closes what it returns when it has ended.
func (r *run) index(ctx context.Context) <-chan struct{} {
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
			group.Go(func() error {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err := s.googleFeed(r.plan.reading.fetch); err != nil {
					r.failures.add(s.planned.id, err)
				}
				return nil
			})
			for _, language := range s.planned.deployment.Languages {
				group.Go(func() error {
					if ctx.Err() != nil {
						return ctx.Err()
					}
					if err := s.index(language, r.plan.reading.fetch); err != nil {
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

// index makes the index of a language, unless that of the last build has the same content.
func (s *builtSite) index(language string, fetch pages.Fetch) error {
	content, key := s.planned.pages.SearchContent(language, fetch)
	rel := search.File(language)
	if s.keep(rel, &key) {
		return nil
	}
	var last []byte
	if _, known := s.before[fileAddress(rel)]; known {
		data, release, err := s.target.Map(rel)
		if err == nil { // otherwise all words are read again
			defer release()
			last = data
		}
	}
	parts, err := search.Parts(content, last)
	if err != nil {
		return err
	}
	f, err := s.target.Write(rel, parts...)
	if err != nil {
		return err
	}
	s.add(fileAddress(rel), output{Key: key, File: f})
	return nil
}
