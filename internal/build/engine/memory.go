package engine

import (
	"iter"
	"slices"

	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/content/diag"
	"storefront/internal/content/media"
	"storefront/internal/lib/digest"
)

// lastBuild holds the inputs and results of the last build. Comparing it first detects a build that has nothing to do.
type lastBuild struct {
	Engine digest.Digest
	Bundle string
	CSP    []string
	Day    string
	Files  files // by group, like Folders
	// Folders are those of the scan that returned Files; nil if they are unknown.
	Folders folders
	// Partial is true if only one deployment was built or some failed. If only one was built, Files are those of the
	// build before, with which the others are live.
	Partial bool
	// Builds are the ids of the deployments' last builds. Lists has the digests of their lists of files, where known.
	Builds map[string]string
	Lists  map[string]digest.Digest
	// Warnings are reported again while their content is unchanged.
	Warnings []diag.Diagnostic
	// Include is Options.Include. LeftOut is reported again like warnings.
	Include []pages.Unpublished
	LeftOut pages.LeftOut
	Format  digest.Digest // of the program that wrote the rest of the journal
	// Items has the number of planned pages by deployment.
	Items map[string]int
}

// contentCache is the last build's record of content, so that only changed files are read again.
type contentCache struct {
	Vocabulary digest.Digest
	Products   map[string]*pages.Summary
	Posts      map[string][]*pages.PostSummary // by folder
	Warnings   map[string][]diag.Diagnostic    // by group of files
	Reviews    map[string]digest.Digest        // of a product's exported reviews
	Pictures   map[string]media.Facts          // by file name
}

// output is a page of a tree, or another file of it. A file has no payload; its Key is the digest of its content or of
// the inputs of that content.
type output struct {
	Key     digest.Digest
	File    release.File
	Payload release.File // an empty path is no file
	Text    release.File // the page in Markdown; an empty path is no file
	// Variants are the pictures in other sizes that the page requests; none if the proxy makes them.
	Variants []string
	// Lines are the keys of a file's lines. The next build reuses a line whose key is the same.
	Lines []digest.Digest
}

// outputs are a build's pages and files by address. An output never changes: builds share those that are the same.
type outputs map[string]*output

// fileAddress returns the address in outputs of a file that is not a page.
func fileAddress(rel string) string { return filePrefix + rel }

const filePrefix = "file:"

// equal reports whether two outputs are the same.
func (o *output) equal(other *output) bool {
	return o == other || o.Key == other.Key && o.File == other.File && o.Payload == other.Payload &&
		o.Text == other.Text && slices.Equal(o.Variants, other.Variants) && slices.Equal(o.Lines, other.Lines)
}

// files returns the files of an output.
func (o *output) files() iter.Seq[*release.File] {
	return func(yield func(*release.File) bool) {
		for _, f := range []*release.File{&o.File, &o.Payload, &o.Text} {
			if f.Path != "" && !yield(f) {
				return
			}
		}
	}
}

// files returns the files of all outputs.
func (all outputs) files() []release.File {
	files := make([]release.File, 0, 3*len(all))
	for _, o := range all {
		for f := range o.files() {
			files = append(files, *f)
		}
	}
	return files
}

// changesFrom returns the files that differ from those of the last build by path; nil for those that are gone.
func (all outputs) changesFrom(last outputs) map[string]*release.File {
	changed := map[string]*release.File{}
	for address, before := range last {
		if now := all[address]; now == nil || !now.equal(before) {
			for f := range before.files() {
				changed[f.Path] = nil
			}
		}
	}
	for address, now := range all {
		if before := last[address]; before == nil || !now.equal(before) {
			for f := range now.files() {
				changed[f.Path] = f
			}
		}
	}
	return changed
}

// isUnchanged reports whether a build would repeat the last build.
func (in *inputs) isUnchanged(last lastBuild, current files) bool {
	if last.Partial || last.Bundle != in.bundle.Hash || last.Day != in.day ||
		!slices.Equal(last.Include, in.options.Include) || !last.Files.equal(current) {
		return false
	}
	for id, build := range last.Builds {
		if in.folder().LiveBuild(id) != build {
			return false
		}
	}
	return len(last.Builds) > 0 && (in.options.Deployment == "" || last.Builds[in.options.Deployment] != "")
}

// record returns the record of this build for the next one, without the ids of the builds.
func (r *run) record() lastBuild {
	now := lastBuild{
		Engine: r.in.generatorKey, Bundle: r.in.bundle.Hash, CSP: r.in.bundle.CSP, Day: r.in.day, Files: r.plan.files,
		Folders:  r.plan.folders,
		Warnings: r.report.Warnings, Partial: r.in.options.Deployment != "" || r.failures.any(),
		Include: r.in.options.Include, LeftOut: r.report.LeftOut,
	}
	if r.in.options.Deployment != "" {
		now.Files, now.Folders = r.last.Files, r.last.Folders // the other deployments do not have the changes
	}
	if now.Partial {
		now.CSP = release.UnionCSP(r.in.bundle.CSP, r.last.CSP)
	}
	return now
}

// saveRecord saves the record for the next build, and adds the reports of the sites.
func (r *run) saveRecord(now lastBuild) error {
	saved := savedBuild{last: now}
	if r.in.options.Deployment == "" {
		content := r.plan.reading.snapshot()
		saved.content = &content
	}
	for _, s := range r.sites {
		saved.sites = append(saved.sites, savedSite{s.planned.id, s.outputs, s.planned.pages, s.planned.items})
		r.report.Deployments = append(r.report.Deployments, s.report)
	}
	return r.session.store.save(saved)
}
