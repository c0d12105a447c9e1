package engine

import (
	"context"
	"errors"
	"slices"

	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/build/render"
	"storefront/internal/core/payload"
)

// render renders the new pages of every site and writes them. If a page of a site fails, the site has failed, and
// render goes on with the others.
func (r *run) render(ctx context.Context) error {
	if err := r.forEachSite(func(s *builtSite) error { return s.writeRendered(r.session) }); err != nil {
		return err
	}
	for _, s := range r.sites {
		r.pagesToRender += len(s.toRender)
	}
	for {
		failed, err := r.renderOnce(ctx)
		if err != nil || !failed {
			return err
		}
		if err := r.dropFailedSites(); err != nil {
			return err
		}
	}
}

// renderOnce renders the remaining pages of the sites, until all are rendered or one fails. It reports whether a site
// has failed.
func (r *run) renderOnce(ctx context.Context) (failed bool, err error) {
	var shells []payload.Shell
	var siteOf []*builtSite // by index of a shell
	todo := 0
	for _, s := range r.sites {
		s.toRender = slices.DeleteFunc(s.toRender, s.isWritten)
		todo += len(s.toRender)
		for _, shell := range s.planned.shells {
			shells, siteOf = append(shells, shell), append(siteOf, s)
		}
	}
	if todo == 0 {
		return false, ctx.Err()
	}
	r.in.progress("pages", r.pagesToRender-todo, r.pagesToRender)
	in := render.Input{Shells: shells, Texts: pages.Messages(r.plan.reading.lib)}
	pool, err := render.Start(ctx, r.in.workerFile(), in, render.WorkerCount(todo), r.warmWorker)
	if err != nil {
		return false, err
	}
	for _, s := range r.sites {
		if !r.queuePages(s, pool, slices.Index(siteOf, s)) {
			break
		}
	}
	err = pool.Close()
	if ctx.Err() != nil { // an error of a page may follow from it
		return false, ctx.Err()
	}
	if page, ok := errors.AsType[*render.PageError](err); ok {
		r.failures.add(siteOf[page.Page.Shell].planned.id, err)
		return true, nil
	}
	if disk, ok := errors.AsType[*siteError](err); ok {
		r.failures.add(disk.id, disk.err)
		return true, nil
	}
	return false, err
}

// queuePages adds a site's pages to a pool; first is the index of the site's first shell. It reports whether the pool
// accepts more.
func (r *run) queuePages(s *builtSite, pool *render.Pool, first int) bool {
	for _, item := range s.toRender {
		payload, err := r.plan.payload(s.planned, item)
		if err != nil {
			r.failures.add(s.planned.id, err)
			return true
		}
		err = pool.Render(render.Page{
			Shell: first + s.planned.shellOf(item.Language), Payload: payload,
			Done: func(html []byte) error {
				defer func() {
					done := min(int(r.pagesRendered.Add(1)), r.pagesToRender)
					r.in.progress("pages", done, r.pagesToRender)
				}()
				if err := s.writePage(item, html, payload); err != nil {
					return &siteError{s.planned.id, err}
				}
				return nil
			},
		})
		if err != nil {
			return false
		}
	}
	return true
}

// isWritten reports whether the current version of a page is in the tree.
func (s *builtSite) isWritten(item *pages.Item) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, written := s.outputs[item.Path]
	return written
}

// writeRendered writes the pages that the session has rendered already.
func (s *builtSite) writeRendered(session *Session) error {
	var rest []*pages.Item
	for _, item := range s.toRender {
		page := session.planState.rendering(s.planned.id, item)
		if page == nil {
			rest = append(rest, item)
		} else if err := s.writePage(item, page.HTML, page.Payload); err != nil {
			return err
		}
	}
	s.toRender = rest
	return nil
}

// recordDryRunPages records the pages that a dry run would render.
func (s *builtSite) recordDryRunPages() {
	plan := &PlanReport{Rendered: []string{}}
	for _, item := range s.toRender {
		o := &output{Key: item.Key}
		o.File.Path, o.Payload.Path = filesOf(item)
		_, _ = s.target.Write(o.File.Path, nil)
		_, _ = s.target.Write(o.Payload.Path, nil)
		if item.HasMarkdown {
			o.Text.Path = release.TextOf(item.Path)
			_, _ = s.target.Write(o.Text.Path, nil)
		}
		s.outputs[item.Path] = o
		plan.Rendered = append(plan.Rendered, item.Path)
	}
	slices.Sort(plan.Rendered)
	s.report.Plan = plan
	for address, old := range s.lastOutputs {
		if isVariant(address) {
			s.outputs[address] = old // the HTML that requests variants is not rendered
		}
	}
}
