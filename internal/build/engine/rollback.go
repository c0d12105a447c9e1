package engine

import (
	"context"
	"errors"
	"maps"
	"slices"

	"storefront/internal/build/release"
	"storefront/internal/lib/digest"
)

// Rollback makes a former build of a deployment live again. It does not change content, so the next build renders and
// publishes what differs from it.
func Rollback(ctx context.Context, folder release.Folder, deployment, ref string) (*release.RollbackReport, error) {
	unlock, err := folder.Lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	rollback, err := folder.PrepareRollback(ctx, deployment, ref)
	if err != nil {
		return nil, err
	}
	reports, err := publishRollbacks(folder, rollback)
	if err != nil {
		return nil, err
	}
	return reports[0], nil
}

// RollbackAll undoes the last publication: it makes the previous build of each deployment that was published live
// again, of all or of none. A second RollbackAll undoes the first.
func RollbackAll(ctx context.Context, folder release.Folder) ([]*release.RollbackReport, error) {
	unlock, err := folder.Lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	replaced, err := folder.Replaced()
	if err != nil {
		return nil, err
	}
	if len(replaced) == 0 {
		return nil, errors.New("the last publication replaced no build, so there is nothing to roll back")
	}
	var all []*release.Rollback
	for _, deployment := range slices.Sorted(maps.Keys(replaced)) {
		rollback, err := folder.PrepareRollback(ctx, deployment, replaced[deployment])
		if err != nil {
			return nil, err
		}
		all = append(all, rollback)
	}
	return publishRollbacks(folder, all...)
}

// publishRollbacks makes former builds live, and saves the record for the next build.
func publishRollbacks(folder release.Folder, all ...*release.Rollback) ([]*release.RollbackReport, error) {
	var last lastBuild
	memory := newStore(folder.Cache())
	known := memory.lastBuild()
	if known != nil {
		last = *known
	}
	csp := last.CSP
	if known != nil {
		// If the program is killed before the end, the record has no builds of these deployments.
		last.Partial, last.Builds = true, maps.Clone(last.Builds)
		for _, rollback := range all {
			delete(last.Builds, rollback.Deployment())
			last.CSP = release.UnionCSP(last.CSP, rollback.CSP())
		}
		if err := memory.save(savedBuild{last: last}); err != nil {
			return nil, err
		}
	}
	reports, err := folder.PublishAll(all, csp)
	if err != nil || known == nil {
		return reports, err
	}
	for _, rollback := range all {
		if err := saveRollback(memory, last, rollback); err != nil {
			return nil, err
		}
	}
	return reports, nil
}

// saveRollback saves the record for the next build: the outputs that are the same in both builds with their keys, and
// the files of the others.
func saveRollback(memory *store, last lastBuild, rollback *release.Rollback) error {
	known := memory.outputsOf(rollback.Deployment())
	if known == nil {
		return nil // the next build renders all
	}
	files, err := rollback.Files()
	if err != nil {
		return err
	}
	last.Builds[rollback.Deployment()] = rollback.Build()
	delete(last.Lists, rollback.Deployment())
	return memory.save(savedBuild{last: last, sites: []savedSite{{id: rollback.Deployment(),
		outputs: outputsOf(known, files)}}})
}

// outputsOf returns the outputs of a build from its list of files and the known outputs of another build.
func outputsOf(known outputs, files release.List) outputs {
	same := func(w release.File) bool {
		f, there := files[w.Path]
		return w.Path == "" || there && f.Hash == w.Hash
	}
	all, covered := outputs{}, map[string]bool{}
	for address, o := range known {
		if same(o.File) && same(o.Payload) && same(o.Text) {
			all[address] = o
			covered[o.File.Path], covered[o.Payload.Path], covered[o.Text.Path] = true, true, true
		}
	}
	for path := range files {
		if covered[path] {
			continue
		}
		address, isPage := release.PageOf(path)
		switch {
		case isPage:
			all[address] = &output{
				File: files[path], Payload: files[release.PayloadOf(address)], Text: files[release.TextOf(address)],
			}
		case !release.IsPayloadOrText(path):
			f := files[path]
			all[fileAddress(path)] = &output{Key: digest.Of(f.Hash[:]), File: f}
		}
	}
	return all
}
