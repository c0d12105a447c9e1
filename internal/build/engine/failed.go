package engine

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"storefront/internal/build/release"
	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/core/payload"
)

// A mistake in one deployment alone, in its own file or on one of its pages, leaves that deployment as it is: its last
// build stays live, with its entry for the server, and the others are published. A mistake in the content that
// deployments share is an *InvalidContentError, and nothing is published.

// Failure is a deployment that could not be published.
type Failure struct {
	ID    string
	Build string // the build that stays live; empty if there is none
	Err   error  // an *InvalidContentError if the deployment's own file has mistakes
}

// siteError is a failure to publish one deployment.
type siteError struct {
	id  string
	err error
}

func (e *siteError) Error() string { return e.id + ": " + e.err.Error() }

func (e *siteError) Unwrap() error { return e.err }

// failures collects the deployments that a run could not publish, in its report.
type failures struct {
	folder release.Folder
	mu     sync.Mutex
	report *Report
}

// add records the failure of a deployment. It keeps only the first failure of each.
func (f *failures) add(id string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hasLocked(id) {
		return
	}
	f.report.Failed = append(f.report.Failed, Failure{ID: id, Build: f.folder.LiveBuild(id), Err: err})
	slices.SortFunc(f.report.Failed, func(a, b Failure) int { return cmp.Compare(a.ID, b.ID) })
}

func (f *failures) hasLocked(id string) bool {
	return slices.ContainsFunc(f.report.Failed, func(failed Failure) bool { return failed.ID == id })
}

func (f *failures) has(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.hasLocked(id)
}

func (f *failures) any() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.report.Failed) > 0
}

// err returns one error for the failures of all deployments.
func (f *failures) err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.report.Failed) == 1 {
		return f.report.Failed[0].Err
	}
	var all []error
	invalid := &InvalidContentError{}
	for _, failed := range f.report.Failed {
		if own, ok := errors.AsType[*InvalidContentError](failed.Err); ok {
			invalid.Diagnostics = append(invalid.Diagnostics, own.Diagnostics...)
			continue
		}
		all = append(all, &siteError{failed.ID, failed.Err})
	}
	if len(all) == 0 {
		return invalid
	}
	return errors.Join(all...)
}

// isolateBroken removes the deployments whose own files have mistakes from the library and records their failures. It
// returns the diagnostics of the rest. It changes nothing if shared content has mistakes too, or if no deployment would
// be left.
func (f *failures) isolateBroken(r *reading, found []diag.Diagnostic, in *inputs) (rest []diag.Diagnostic) {
	own, hasMistakes := map[string][]diag.Diagnostic{}, map[string]bool{}
	for _, d := range found {
		id, isOwn := in.deploymentOf(d.Path)
		switch {
		case isOwn:
			own[id] = append(own[id], d)
			hasMistakes[id] = hasMistakes[id] || isError(d)
		case isError(d):
			return found
		}
	}
	valid := slices.DeleteFunc(slices.Clone(r.lib.Deployments),
		func(d *catalog.Deployment) bool { return hasMistakes[d.ID] })
	if len(valid) == 0 || hasMistakes[in.options.Deployment] {
		return found
	}
	r.lib.DeploymentsIncomplete = r.lib.DeploymentsIncomplete || len(valid) < len(r.lib.Deployments)
	r.lib.Deployments = valid
	for id := range hasMistakes {
		if hasMistakes[id] {
			f.add(id, &InvalidContentError{Diagnostics: own[id]})
		}
	}
	return slices.DeleteFunc(slices.Clone(found), func(d diag.Diagnostic) bool {
		id, isOwn := in.deploymentOf(d.Path)
		return isOwn && hasMistakes[id]
	})
}

// IsLimitedToDeployments reports whether all mistakes of a failure are in deployments' own files, so that Build may
// publish the other deployments.
func (s *Session) IsLimitedToDeployments(err error) bool {
	invalid, ok := errors.AsType[*InvalidContentError](err)
	return ok && !slices.ContainsFunc(invalid.Diagnostics, func(d diag.Diagnostic) bool {
		_, isOwn := s.in.deploymentOf(d.Path)
		return isError(d) && !isOwn
	})
}

// deploymentOf returns the deployment whose own file a path is.
func (in *inputs) deploymentOf(path string) (id string, ok bool) {
	rel, err := filepath.Rel(filepath.Join(in.options.Content, "deployments"), path)
	if err != nil || strings.Contains(rel, string(filepath.Separator)) {
		return "", false
	}
	return strings.CutSuffix(rel, ".yaml")
}

// serverEntries returns the entries of all deployments for the server. A deployment that failed keeps its former entry,
// and no entry is removed while some have failed.
func (f *failures) serverEntries(made []payload.Deployment) []payload.Deployment {
	if !f.any() {
		return made
	}
	former, _ := f.folder.ReadDeployments() // it does not exist before the first build
	claimed := map[string]bool{}
	known := map[string]bool{}
	for _, d := range made {
		known[d.ID] = true
		for _, host := range d.Hosts {
			claimed[host] = claimed[host] || !f.has(d.ID)
		}
	}
	formerEntry := func(id string) (out []payload.Deployment) {
		for _, d := range former {
			if d.ID == id {
				d.Hosts = slices.DeleteFunc(d.Hosts, func(host string) bool { return claimed[host] })
				out = append(out, d)
			}
		}
		return out
	}
	all := []payload.Deployment{}
	for _, d := range made {
		if f.has(d.ID) {
			all = append(all, formerEntry(d.ID)...)
		} else {
			all = append(all, d)
		}
	}
	for _, d := range former {
		if !known[d.ID] {
			all = append(all, formerEntry(d.ID)...)
		}
	}
	return all
}
