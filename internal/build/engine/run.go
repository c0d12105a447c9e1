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
	"storefront/internal/lib/digest"
)

// run is one build: it makes the files of a plan and publishes them.
type run struct {
	in            inputs
	session       *Session
	last          lastBuild // of the last build
	plan          *plan
	sites         []*builtSite // without those that have failed
	failures      *failures
	report        *Report
	warmWorker    *render.WarmWorker
	pagesRendered atomic.Int64
	pagesToRender int // pages to be rendered
}

func newRun(s *Session) *run {
	r := &run{in: s.in, session: s, report: &Report{}, warmWorker: &render.WarmWorker{}}
	r.failures = &failures{folder: r.in.folder(), report: r.report}
	return r
}

// usePlan sets the plan of the run and opens the trees of its sites.
func (r *run) usePlan(p *plan) {
	r.plan, r.last = p, r.session.last
	r.report.Read, r.report.Warnings, r.report.LeftOut = p.reading.results.read, p.warnings, p.leftOut
	trees := r.in.folder().Trees(r.in.maxHistory())
	for _, planned := range p.sites {
		s := &builtSite{
			in: &r.in, planned: planned, outputs: outputs{},
			report: DeploymentReport{ID: planned.id, Pages: map[string]int{}},
		}
		if s.target = trees.Open(planned.id); r.session.dryRun {
			s.target = r.in.folder().DryRunTree(planned.id)
		}
		r.sites = append(r.sites, s)
	}
}

// publishAndSave publishes the plan, saves the record for the next build and removes old files.
func (r *run) publishAndSave(ctx context.Context) error {
	if err := r.publish(ctx); err != nil {
		return err
	}
	now := r.record()
	var err error
	if now.Builds, err = r.setLatest(); err != nil {
		return err
	}
	now.Lists = r.listDigests(now.Builds)
	if err := r.saveRecord(now); err != nil {
		return err
	}
	for _, s := range r.sites {
		if err := s.target.SyncSpare(r.last.Builds[s.planned.id], s.report.Build, r.last.CSP); err != nil {
			return err
		}
	}
	r.session.last, r.session.lastUsable = now, true
	r.session.planState.markPublished(r.plan, r.sites)
	if r.failures.any() {
		return nil // the failed deployments need their former files
	}
	var stay []string
	for _, d := range r.plan.reading.lib.Deployments {
		stay = append(stay, d.ID)
	}
	return errors.Join(r.in.folder().RemoveOtherDeployments(stay), r.in.folder().PruneMeta(), r.pruneVariants())
}

// publish writes the files of all sites, and then makes their builds live.
func (r *run) publish(ctx context.Context) error {
	if err := r.prepare(ctx); err != nil {
		return err
	}
	made := r.makeNonPageFiles(ctx)
	err := r.render(ctx)
	<-made
	if err == nil {
		err = r.forEachSite(func(s *builtSite) error { return s.completeTree(ctx) })
	}
	if ctx.Err() != nil { // err may follow from it; after this point a build is not interrupted
		return ctx.Err()
	}
	if err == nil {
		err = r.writeServerEntries()
	}
	if err != nil {
		return err
	}
	return r.forEachSite(func(s *builtSite) error { return s.publish(&r.last) })
}

// prepare prepares the trees, chooses the pages to render, and reports removed pages.
func (r *run) prepare(ctx context.Context) error {
	err := r.forEachSite(func(s *builtSite) error {
		planned := s.planned
		r.report.NeedsPictureProxy = r.report.NeedsPictureProxy || r.in.options.MakeVariant == nil &&
			planned.deployment.PictureProvider == payload.ProxiedPictures
		return s.prepare(ctx, &r.last, r.session)
	})
	if err == nil {
		r.reportRemovedPages()
	}
	return err
}

// reportRemovedPages reports the published pages that a build no longer has. It reads no files of sites that have every
// page of the last build.
func (r *run) reportRemovedPages() {
	var fewer []*plannedSite
	for _, s := range r.sites {
		if s.lastOutputs == nil || s.hasRemovedPages() {
			fewer = append(fewer, s.planned)
		}
	}
	// The error is ignored: a build replaces the published one even if the list of that one cannot be read.
	r.report.RemovedPages, _ = removedPages(r.in.options, fewer)
}

// forEachSite runs a step for every site and marks a site as failed if its step fails. It returns an error if no site
// is left.
func (r *run) forEachSite(step func(*builtSite) error) error {
	for _, s := range r.sites {
		if err := step(s); err != nil {
			r.failures.add(s.planned.id, err)
		}
	}
	return r.dropFailedSites()
}

// dropFailedSites drops the sites that have failed. It returns an error if none is left.
func (r *run) dropFailedSites() error {
	r.sites = slices.DeleteFunc(slices.Clone(r.sites), func(s *builtSite) bool { return r.failures.has(s.planned.id) })
	if len(r.sites) == 0 {
		return r.failures.err()
	}
	return nil
}

// writeServerEntries writes the entries of all deployments for the server before their builds are live. They allow the
// inline scripts of the new and of the last build. A deployment that failed keeps its entry.
func (r *run) writeServerEntries() error {
	csp := release.UnionCSP(r.in.bundle.CSP, r.last.CSP)
	made := []payload.Deployment{}
	for _, d := range r.plan.reading.lib.Deployments {
		made = append(made, pages.ServerDeployment(r.plan.reading.lib, d, csp))
	}
	if err := r.in.folder().WriteSuppliers(pages.SupplierContacts(r.plan.reading.lib)); err != nil {
		return err
	}
	return r.in.folder().WriteDeployments(r.failures.serverEntries(made))
}

// setLatest writes the live build of each deployment. It returns the builds for the record: the new builds, and those
// of the last record for deployments that were not built.
func (r *run) setLatest() (map[string]string, error) {
	live, known := map[string]string{}, map[string]string{}
	ids := []string{}
	for _, d := range r.plan.reading.lib.Deployments {
		ids = append(ids, d.ID)
	}
	if r.failures.any() {
		kept, _ := r.in.folder().ReadDeployments() // just written
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
	return known, r.in.folder().WriteLatest(live)
}

// listDigests returns the digests of the lists of files of builds: the new ones, and others that the last record has.
func (r *run) listDigests(builds map[string]string) map[string]digest.Digest {
	all := map[string]digest.Digest{}
	for id, build := range builds {
		if sum, known := r.last.Lists[id]; known && r.last.Builds[id] == build {
			all[id] = sum
		}
	}
	for _, s := range r.sites {
		all[s.planned.id] = s.listDigest
	}
	return all
}

// dryRun reports what publish would do, and writes nothing.
func (r *run) dryRun(ctx context.Context) error {
	if err := r.prepare(ctx); err != nil {
		return err
	}
	for _, s := range r.sites {
		s.recordDryRunPages()
	}
	<-r.makeNonPageFiles(ctx)
	if err := r.dropFailedSites(); err != nil {
		return err
	}
	r.in.options.MakeVariant = nil // the HTML that requests variants is not rendered
	err := r.forEachSite(func(s *builtSite) error { return s.completeTree(ctx) })
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
