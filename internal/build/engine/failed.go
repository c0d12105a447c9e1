package engine

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/core/payload"
)

// What is wrong with one deployment alone, its own file or one of its pages, leaves that deployment as it is: its last
// build stays live, with what the server knows of it, and the others are published. What is wrong with the content that
// deployments share is an *Invalid, and nothing is published.

// Failure is a deployment that could not be published.
type Failure struct {
	ID    string
	Build string // the build that stays live; empty where there is none
	Err   error  // an *Invalid where the deployment's own file has mistakes
}

// siteError is a failure to publish one deployment.
type siteError struct {
	site *site
	err  error
}

func (e *siteError) Error() string { return e.site.id + ": " + e.err.Error() }

func (e *siteError) Unwrap() error { return e.err }

// fail notes that a deployment stays as it is. The first failure of a deployment counts.
func (b *builder) fail(id string, err error) {
	b.failing.Lock()
	defer b.failing.Unlock()
	if slices.ContainsFunc(b.report.Failed, func(f Failure) bool { return f.ID == id }) {
		return
	}
	t := openTree(b.Builds, id)
	b.report.Failed = append(b.report.Failed, Failure{ID: id, Build: t.marked(t.live), Err: err})
	slices.SortFunc(b.report.Failed, func(a, b Failure) int { return cmp.Compare(a.ID, b.ID) })
}

func (b *builder) hasFailed(id string) bool {
	b.failing.Lock()
	defer b.failing.Unlock()
	return slices.ContainsFunc(b.report.Failed, func(f Failure) bool { return f.ID == id })
}

// standing are the sites that have not failed. It is an error where there is none left.
func (b *builder) standing(sites []*site) ([]*site, error) {
	var left []*site
	for _, s := range sites {
		if !b.hasFailed(s.id) {
			left = append(left, s)
		}
	}
	if len(left) > 0 {
		return left, nil
	}
	return nil, b.failure()
}

// failure is what all deployments have failed of.
func (b *builder) failure() error {
	b.failing.Lock()
	defer b.failing.Unlock()
	if len(b.report.Failed) == 1 {
		return b.report.Failed[0].Err
	}
	var all []error
	invalid := &Invalid{}
	for _, f := range b.report.Failed {
		if own, ok := errors.AsType[*Invalid](f.Err); ok {
			invalid.Diagnostics = append(invalid.Diagnostics, own.Diagnostics...)
			continue
		}
		all = append(all, &siteError{&site{id: f.ID}, f.Err})
	}
	if len(all) == 0 {
		return invalid
	}
	return errors.Join(all...)
}

// setApart takes the deployments whose own files have mistakes out of what is built, with what was found in those files. It
// leaves everything as it is where shared content has mistakes too, or no deployment would be left.
func (b *builder) setApart(r *reading, found []diag.Diagnostic) (rest []diag.Diagnostic) {
	own, mistaken := map[string][]diag.Diagnostic{}, map[string]bool{}
	for _, d := range found {
		id, isOwn := b.deploymentOf(d.Path)
		switch {
		case isOwn:
			own[id] = append(own[id], d)
			mistaken[id] = mistaken[id] || isError(d)
		case isError(d):
			return found
		}
	}
	left := slices.DeleteFunc(slices.Clone(r.lib.Deployments), func(d *catalog.Deployment) bool { return mistaken[d.ID] })
	if len(left) == 0 || mistaken[b.Only] {
		return found
	}
	r.lib.Deployments = left
	for id := range mistaken {
		if mistaken[id] {
			b.fail(id, &Invalid{Diagnostics: own[id]})
		}
	}
	return slices.DeleteFunc(slices.Clone(found), func(d diag.Diagnostic) bool {
		id, isOwn := b.deploymentOf(d.Path)
		return isOwn && mistaken[id]
	})
}

// deploymentOf is the deployment whose own file a path of content is.
func (b *builder) deploymentOf(path string) (id string, ok bool) {
	rel, err := filepath.Rel(filepath.Join(b.Content, "deployments"), path)
	if err != nil || strings.Contains(rel, string(filepath.Separator)) {
		return "", false
	}
	return strings.CutSuffix(rel, ".yaml")
}

// undecided makes warnings of dead links while a deployment is set apart, which may be the one that they lead to.
func (b *builder) undecided(dead []diag.Diagnostic) []diag.Diagnostic {
	for i := range dead {
		dead[i].Warning = dead[i].Warning || len(b.report.Failed) > 0
	}
	return dead
}

// entries are what the server is to know of all deployments: of those that stay as they are, what it knew before. Nothing is
// taken away while some have failed.
func (b *builder) entries(made []payload.Deployment) []payload.Deployment {
	if len(b.report.Failed) == 0 {
		return made
	}
	former, _ := announced(b.Builds) // before the first build there is none
	claimed := map[string]bool{}
	known := map[string]bool{}
	for _, d := range made {
		known[d.ID] = true
		for _, host := range d.Hosts {
			claimed[host] = claimed[host] || !b.hasFailed(d.ID)
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
		if b.hasFailed(d.ID) {
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
