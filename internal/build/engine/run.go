package engine

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/build/render"
	"storefront/internal/core/payload"
)

// run is one build: it makes the files of a plan and publishes them.
type run struct {
	in       inputs
	session  *Session
	last     lastBuild // of the last build
	plan     *plan
	sites    []*builtSite // that have not failed
	failures *failures
	report   *Report
	warm     *render.Warm
	rendered atomic.Int64
	total    int // pages to be rendered
}

func newRun(s *Session) *run {
	r := &run{in: s.in, session: s, report: &Report{}, warm: &render.Warm{}}
	r.failures = &failures{folder: r.in.folder(), report: r.report}
	return r
}

// take uses the sites of a plan for the run.
func (r *run) take(p *plan) {
	r.plan, r.last = p, r.session.last
	r.report.Read, r.report.Warnings, r.report.LeftOut = p.reading.results.read, p.warnings, p.leftOut
	trees := r.in.folder().Trees(r.in.history())
	for _, planned := range p.sites {
		s := &builtSite{
			in: &r.in, planned: planned, outputs: outputs{},
			report: DeploymentReport{ID: planned.id, Pages: map[string]int{}},
		}
		if s.target = trees.Open(planned.id); r.session.dryRun {
			s.target = r.in.folder().Rehearse(planned.id)
		}
		r.sites = append(r.sites, s)
	}
}

// settle publishes the plan, and remembers it.
func (r *run) settle(ctx context.Context) error {
	if err := r.publish(ctx); err != nil {
		return err
	}
	now := r.results()
	var err error
	if now.Builds, err = r.setLatest(); err != nil {
		return err
	}
	if err := r.remember(now); err != nil {
		return err
	}
	for _, s := range r.sites {
		if err := s.target.Follow(r.last.Builds[s.planned.id], s.report.Build, r.last.CSP); err != nil {
			return err
		}
	}
	r.session.last, r.session.known = now, true
	r.session.shown.settled(r.plan, r.sites)
	if r.failures.some() {
		return nil // what the failed deployments need stays
	}
	var stay []string
	for _, d := range r.plan.reading.lib.Deployments {
		stay = append(stay, d.ID)
	}
	return errors.Join(r.in.folder().DropOthers(stay), r.in.folder().DropMeta(), r.dropVariants())
}

// publish makes the files of all sites, and then makes their builds live.
func (r *run) publish(ctx context.Context) error {
	if err := r.prepare(ctx); err != nil {
		return err
	}
	made := r.besidePages(ctx)
	err := r.render(ctx)
	<-made
	if err == nil {
		err = r.each(func(s *builtSite) error { return s.complete(ctx) })
	}
	if ctx.Err() != nil { // whatever failed of that; from here on a build is not interrupted
		return ctx.Err()
	}
	if err == nil {
		err = r.announce()
	}
	if err != nil {
		return err
	}
	return r.each(func(s *builtSite) error { return s.publish(r.last.Builds[s.planned.id]) })
}

// prepare opens the trees, decides which pages are rendered, and reports removed ones.
func (r *run) prepare(ctx context.Context) error {
	err := r.each(func(s *builtSite) error {
		planned := s.planned
		r.report.Proxied = r.report.Proxied || r.in.options.Images == nil &&
			planned.deployment.PictureProvider == payload.ProxiedPictures
		return s.prepare(ctx, &r.last, r.session)
	})
	if err == nil {
		r.noteGone()
	}
	return err
}

// noteGone reports the published pages that a build no longer has. If it has each page of the last build, it reads
// nothing.
func (r *run) noteGone() {
	var fewer []*plannedSite
	for _, s := range r.sites {
		if s.before == nil || s.lacksPages() {
			fewer = append(fewer, s.planned)
		}
	}
	// A build replaces the published one, even if that one's list cannot be read.
	r.report.Gone, _ = goneSince(r.in.options, fewer)
}

// each runs a step for every site and marks a site as failed if its step fails. It returns an error if no site is
// left.
func (r *run) each(step func(*builtSite) error) error {
	for _, s := range r.sites {
		if err := step(s); err != nil {
			r.failures.add(s.planned.id, err)
		}
	}
	return r.standing()
}

// standing drops the sites that have failed. It returns an error if none is left.
func (r *run) standing() error {
	r.sites = slices.DeleteFunc(slices.Clone(r.sites), func(s *builtSite) bool { return r.failures.has(s.planned.id) })
	if len(r.sites) == 0 {
		return r.failures.err()
	}
	return nil
}

// announce writes the entries of all deployments for the server, before their links move. They allow the inline scripts
// of the new and of the last build. A deployment that failed keeps its entry.
func (r *run) announce() error {
	csp := release.Union(r.in.bundle.CSP, r.last.CSP)
	made := []payload.Deployment{}
	for _, d := range r.plan.reading.lib.Deployments {
		made = append(made, pages.ServerDeployment(r.plan.reading.lib, d, csp))
	}
	if err := r.in.folder().AnnounceSuppliers(pages.SupplierContacts(r.plan.reading.lib)); err != nil {
		return err
	}
	return r.in.folder().Announce(r.failures.entries(made))
}

// setLatest writes the live build of each deployment. It returns the builds that the record for the next build names:
// for deployments that were not built, those of the last build's record.
func (r *run) setLatest() (map[string]string, error) {
	live, known := map[string]string{}, map[string]string{}
	ids := []string{}
	for _, d := range r.plan.reading.lib.Deployments {
		ids = append(ids, d.ID)
	}
	if r.failures.some() {
		kept, _ := r.in.folder().Announced() // just written
		for _, d := range kept {
			ids = append(ids, d.ID)
		}
	}
	for _, id := range ids {
		if build := r.in.folder().LiveBuild(id); build != "" {
			live[id] = build
		}
		if r.last.Builds[id] != "" {
			known[id] = r.last.Builds[id]
		}
	}
	for _, s := range r.sites {
		live[s.planned.id], known[s.planned.id] = s.report.Build, s.report.Build
	}
	return known, r.in.folder().SetLatest(live)
}

// rehearse reports what publish would do.
func (r *run) rehearse(ctx context.Context) error {
	if err := r.prepare(ctx); err != nil {
		return err
	}
	for _, s := range r.sites {
		s.pretendRendered()
	}
	<-r.besidePages(ctx)
	if err := r.standing(); err != nil {
		return err
	}
	r.in.options.Images = nil // which variants pages request is known from their HTML
	err := r.each(func(s *builtSite) error { return s.complete(ctx) })
	for _, s := range r.sites {
		s.report.Plan.Written, s.report.Plan.Removed = s.target.Changed(), s.target.Removed()
		s.report.Written, s.report.Build = len(s.report.Plan.Written), r.last.Builds[s.planned.id]
		r.report.Deployments = append(r.report.Deployments, s.report)
	}
	return err
}

// reportUnchanged repeats the report of the last build.
func (r *run) reportUnchanged(last lastBuild) {
	r.report.Unchanged, r.report.Warnings, r.report.LeftOut = true, last.Warnings, last.LeftOut
	for id, build := range last.Builds {
		r.report.Deployments = append(r.report.Deployments, DeploymentReport{ID: id, Build: build})
	}
	slices.SortFunc(r.report.Deployments, func(a, b DeploymentReport) int { return cmp.Compare(a.ID, b.ID) })
}
