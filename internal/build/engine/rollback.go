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
func Rollback(ctx context.Context, folder release.Folder, deployment, word string) (*release.RollbackReport, error) {
	unlock, err := folder.Lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	back, err := folder.PrepareRollback(ctx, deployment, word)
	if err != nil {
		return nil, err
	}
	reports, err := publishAgain(folder, back)
	if err != nil {
		return nil, err
	}
	return reports[0], nil
}

// RollbackAll undoes the last publication: each deployment whose build it replaced is at its build before, all of them
// or none. Rolled back twice, everything is as it was.
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
		return nil, errors.New("the last publication has replaced no build, so that there is nothing to go back to")
	}
	var all []*release.Rollback
	for _, deployment := range slices.Sorted(maps.Keys(replaced)) {
		back, err := folder.PrepareRollback(ctx, deployment, replaced[deployment])
		if err != nil {
			return nil, err
		}
		all = append(all, back)
	}
	return publishAgain(folder, all...)
}

// publishAgain makes former builds live, and stores the record for the next build.
func publishAgain(folder release.Folder, all ...*release.Rollback) ([]*release.RollbackReport, error) {
	var last lastBuild
	memory := newStore(folder.Cache())
	known := memory.lastBuild()
	if known != nil {
		last = *known
	}
	csp := last.CSP
	if known != nil {
		// Until this is done the record has no builds of the deployments, even if the program is killed.
		last.Partial, last.Builds = true, maps.Clone(last.Builds)
		for _, back := range all {
			delete(last.Builds, back.Deployment())
			last.CSP = release.Union(last.CSP, back.CSP())
		}
		if err := memory.save(savedBuild{last: last}); err != nil {
			return nil, err
		}
	}
	reports, err := folder.PublishAll(all, csp)
	if err != nil || known == nil {
		return reports, err
	}
	for _, back := range all {
		if err := rememberRollback(memory, last, back); err != nil {
			return nil, err
		}
	}
	return reports, nil
}

// rememberRollback stores the record for the next build: the keys of the pages that are the same in both builds, and of
// the others only their files.
func rememberRollback(memory *store, last lastBuild, back *release.Rollback) error {
	known := memory.outputsOf(back.Deployment())
	if known == nil {
		return nil // the next build renders all
	}
	files, err := back.Files()
	if err != nil {
		return err
	}
	last.Builds[back.Deployment()] = back.Build()
	return memory.save(savedBuild{last: last, sites: []savedSite{{id: back.Deployment(),
		outputs: outputsOf(known, files)}}})
}

// outputsOf returns the outputs of a build whose files are listed, by the outputs of another.
func outputsOf(known outputs, files release.List) outputs {
	same := func(w release.File) bool {
		f, there := files[w.Path]
		return w.Path == "" || there && f.Hash == w.Hash
	}
	all, taken := outputs{}, map[string]bool{}
	for address, o := range known {
		if same(o.File) && same(o.Payload) && same(o.Text) {
			all[address] = o
			taken[o.File.Path], taken[o.Payload.Path], taken[o.Text.Path] = true, true, true
		}
	}
	for path := range files {
		if taken[path] {
			continue
		}
		address, isPage := release.PageOf(path)
		switch {
		case isPage:
			all[address] = output{
				File: files[path], Payload: files[release.PayloadOf(address)], Text: files[release.TextOf(address)],
			}
		case !release.IsBesidePage(path):
			f := files[path]
			all[fileAddress(path)] = output{Key: digest.Of(f.Hash[:]), File: f}
		}
	}
	return all
}
