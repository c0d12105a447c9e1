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
// deployments share is an *Invalid, and nothing is published.

// Failure is a deployment that could not be published.
type Failure struct {
	ID    string
	Build string // the build that stays live; empty if there is none
	Err   error  // an *Invalid if the deployment's own file has mistakes
}

// siteError is a failure to publish one deployment.
type siteError struct {
	id  string
	err error
}

func (e *siteError) Error() string { return e.id + ": " + e.err.Error() }

func (e *siteError) Unwrap() error { return e.err }

// failures are the deployments of a run that stay as they are, in its report.
type failures struct {
	folder release.Folder
	mu     sync.Mutex
	report *Report
}

// add notes that a deployment stays as it is. The first failure of a deployment counts.
func (f *failures) add(id string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lists(id) {
		return
	}
	f.report.Failed = append(f.report.Failed, Failure{ID: id, Build: f.folder.LiveBuild(id), Err: err})
	slices.SortFunc(f.report.Failed, func(a, b Failure) int { return cmp.Compare(a.ID, b.ID) })
}

func (f *failures) lists(id string) bool {
	return slices.ContainsFunc(f.report.Failed, func(failed Failure) bool { return failed.ID == id })
}

func (f *failures) has(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lists(id)
}

func (f *failures) some() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.report.Failed) > 0
}

// err returns why all deployments have failed.
func (f *failures) err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.report.Failed) == 1 {
		return f.report.Failed[0].Err
	}
	var all []error
	invalid := &Invalid{}
	for _, failed := range f.report.Failed {
		if own, ok := errors.AsType[*Invalid](failed.Err); ok {
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

// setApart drops the deployments whose own files have mistakes from the library, and the diagnostics of those files. It
// changes nothing if shared content has mistakes too, or if no deployment would be left.
func (f *failures) setApart(r *reading, found []diag.Diagnostic, in *inputs) (rest []diag.Diagnostic) {
	own, mistaken := map[string][]diag.Diagnostic{}, map[string]bool{}
	for _, d := range found {
		id, isOwn := in.deploymentOf(d.Path)
		switch {
		case isOwn:
			own[id] = append(own[id], d)
			mistaken[id] = mistaken[id] || isError(d)
		case isError(d):
			return found
		}
	}
	left := slices.DeleteFunc(slices.Clone(r.lib.Deployments),
		func(d *catalog.Deployment) bool { return mistaken[d.ID] })
	if len(left) == 0 || mistaken[in.options.Only] {
		return found
	}
	r.lib.Unread = r.lib.Unread || len(left) < len(r.lib.Deployments)
	r.lib.Deployments = left
	for id := range mistaken {
		if mistaken[id] {
			f.add(id, &Invalid{Diagnostics: own[id]})
		}
	}
	return slices.DeleteFunc(slices.Clone(found), func(d diag.Diagnostic) bool {
		id, isOwn := in.deploymentOf(d.Path)
		return isOwn && mistaken[id]
	})
}

// deploymentOf returns the deployment whose own file a path of content is.
func (in *inputs) deploymentOf(path string) (id string, ok bool) {
	rel, err := filepath.Rel(filepath.Join(in.options.Content, "deployments"), path)
	if err != nil || strings.Contains(rel, string(filepath.Separator)) {
		return "", false
	}
	return strings.CutSuffix(rel, ".yaml")
}

// entries returns the entries of all deployments for the server: the former entries of those that stay as they are.
// Nothing is dropped while some have failed.
func (f *failures) entries(made []payload.Deployment) []payload.Deployment {
	if !f.some() {
		return made
	}
	former, _ := f.folder.Announced() // before the first build there is none
	claimed := map[string]bool{}
	known := map[string]bool{}
	for _, d := range made {
		known[d.ID] = true
		for _, host := range d.Hosts {
			claimed[host] = claimed[host] || !f.has(d.ID)
		}
	}
	kept := func(id string) (out []payload.Deployment) {
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
			all = append(all, kept(d.ID)...)
		} else {
			all = append(all, d)
		}
	}
	for _, d := range former {
		if !known[d.ID] {
			all = append(all, kept(d.ID)...)
		}
	}
	return all
}
