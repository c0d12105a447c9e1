package engine

import (
	"context"

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
	var last lastBuild
	memory := store{folder.Cache()}
	known := memory.load("last-build", &last)
	csp := last.CSP
	if known {
		// Until this is done nothing is known of the deployment, wherever it ends.
		last.Partial = true
		delete(last.Builds, back.Deployment())
		last.CSP = release.Union(last.CSP, back.CSP())
		if err := memory.save("last-build", last); err != nil {
			return nil, err
		}
	}
	report, err := back.Publish(csp)
	if err != nil || !known {
		return report, err
	}
	return report, rememberRollback(memory, last, back)
}

// rememberRollback keeps what the next build may stand on: of the pages that are the same in both builds their keys, of
// the others only where they are.
func rememberRollback(memory store, last lastBuild, back *release.Rollback) error {
	var known outputs
	name := "outputs-" + back.Deployment()
	if !memory.load(name, &known) {
		return nil // the next build renders all
	}
	files, err := back.Files()
	if err != nil {
		return err
	}
	if err := memory.save(name, outputsOf(known, files)); err != nil {
		return err
	}
	last.Builds[back.Deployment()] = back.Build()
	return memory.save("last-build", last)
}

// outputsOf returns the outputs of a build whose files are listed, by the outputs of another.
func outputsOf(known outputs, files release.List) outputs {
	same := func(w release.File) bool {
		f, there := files[w.Path]
		return w.Path == "" || there && f.Hash == w.Hash
	}
	all, taken := outputs{}, map[string]bool{}
	for address, o := range known {
		if same(o.File) && same(o.Payload) {
			all[address] = o
			taken[o.File.Path], taken[o.Payload.Path] = true, true
		}
	}
	for path := range files {
		if taken[path] {
			continue
		}
		address, isPage := release.PageOf(path)
		switch {
		case isPage:
			all[address] = output{File: files[path], Payload: files[release.PayloadOf(address)]}
		case !release.IsPayload(path):
			f := files[path]
			all[fileAddress(path)] = output{Key: digest.Of(f.Hash[:]), File: f}
		}
	}
	return all
}
