package engine

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/build/pages"
	"storefront/internal/build/release"
)

// RollbackReport is what going back did.
type RollbackReport struct {
	Deployment string `json:"deployment"`
	Build      string `json:"build"`  // that is live now
	Before     string `json:"before"` // that was live
	Changed    int    `json:"changed"`
	Removed    int    `json:"removed"`
}

// Rollback makes a former build of a deployment live again. It is put together in the spare tree of what is kept of it, and
// becomes live as any build does: readers see one build or the other, wherever this is killed. The build that was live is
// kept in its turn. Content is not touched, so the next build publishes what it says, rendering what differs.
func Rollback(folder, deployment, word string) (*RollbackReport, error) {
	cache := store{filepath.Join(folder, "cache")}
	if err := os.MkdirAll(cache.dir, 0o755); err != nil {
		return nil, err
	}
	unlock, err := lock(filepath.Join(cache.dir, "lock"))
	if err != nil {
		return nil, err
	}
	defer unlock()
	// Before it is asked which build is meant: a builder that was killed may have left one that is not told yet.
	all, err := announced(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, d := range all {
		if err := openTree(folder, d.ID).keepUnfollowed(); err != nil {
			return nil, err
		}
	}
	b, err := release.Folder(folder).Find(word, deployment)
	if err != nil {
		return nil, err
	}
	r := &rollback{folder: folder, cache: cache, to: b, tree: openTree(folder, b.Deployment)}
	return r.run()
}

type rollback struct {
	folder string
	cache  store
	to     release.Build
	tree   *tree
	from   string
	chain  []release.Entry
}

func (r *rollback) run() (*RollbackReport, error) {
	if err := r.assemble(); err != nil {
		return nil, err
	}
	var last glance
	known := r.cache.load("glance", &last)
	if known {
		// Until this is done nothing is known of the deployment, wherever it ends.
		last.Partial = true
		delete(last.Builds, r.to.Deployment)
		r.tree.history.csp = last.CSP
		last.CSP = bothOf(last.CSP, r.chain[len(r.chain)-1].CSP)
		if err := r.cache.save("glance", last); err != nil {
			return nil, err
		}
	}
	if err := r.allow(); err != nil {
		return nil, err
	}
	if err := r.tree.publish(r.to.ID); err != nil {
		return nil, err
	}
	if err := r.tell(); err != nil {
		return nil, err
	}
	if err := r.tree.follow(r.from, r.to.ID); err != nil {
		return nil, err
	}
	if known {
		if err := r.remember(last); err != nil {
			return nil, err
		}
	}
	return &RollbackReport{
		Deployment: r.to.Deployment, Build: r.to.ID, Before: r.from, Changed: len(r.tree.changed), Removed: len(r.tree.removed),
	}, nil
}

// assemble puts the former build together in the spare.
func (r *rollback) assemble() error {
	t := r.tree
	if r.from = t.marked(t.live); r.from == r.to.ID {
		return fmt.Errorf("build %s of %s is live already", r.to.ID, r.to.Deployment)
	}
	all, err := t.history.past.Entries(r.from)
	if err != nil {
		return err
	}
	if r.chain = release.To(all, r.to.ID); r.chain == nil {
		return fmt.Errorf("build %s of %s is no longer kept; %s", r.to.ID, r.to.Deployment, keptOf(all))
	}
	if whole, err := t.prepare(r.from); err != nil || !whole {
		return errors.Join(err, fmt.Errorf("the live tree of %s is not whole: run generate build first", r.to.Deployment))
	}
	steps := release.Undo(r.chain)
	for rel, kept := range steps {
		if kept == "" {
			err = t.remove(rel)
		} else {
			err = t.adopt(kept, rel)
		}
		if err != nil {
			return err
		}
	}
	return r.check(steps)
}

func keptOf(all []release.Entry) string {
	if len(all) == 0 {
		return "no build is"
	}
	var ids []string
	for _, e := range all {
		if !slices.Contains(ids, e.Build) {
			ids = append(ids, e.Build)
		}
	}
	return "those that are: " + strings.Join(ids, ", ")
}

// check sees that the spare holds the former build whole: every file by its size, and those that were brought back by their
// content.
func (r *rollback) check(steps map[string]string) error {
	dir := r.tree.dir(r.tree.spare)
	build, files, err := release.Live(dir)
	if err == nil && build != r.to.ID {
		err = fmt.Errorf("it says that it is %s", build)
	}
	for rel, f := range files {
		if err != nil {
			break
		}
		path := filepath.Join(dir, filepath.FromSlash(rel))
		var info os.FileInfo
		if info, err = os.Stat(path); err == nil && info.Size() != f.Size {
			err = fmt.Errorf("%s is not that of the build", rel)
		}
		if _, touched := steps[rel]; err == nil && touched {
			var data []byte
			data, err = os.ReadFile(path)
			if w := describe(rel, data); err == nil && hex.EncodeToString(w.Hash[:]) != f.Hash {
				err = fmt.Errorf("%s is not that of the build", rel)
			}
		}
	}
	if err != nil {
		return fmt.Errorf("build %s of %s is no longer whole, nothing was changed: %w", r.to.ID, r.to.Deployment, err)
	}
	return nil
}

// allow lets the server send the scripts of the build that comes back.
func (r *rollback) allow() error {
	all, err := announced(r.folder)
	if err != nil {
		return err
	}
	for i := range all {
		if all[i].ID == r.to.Deployment {
			all[i].CSP = bothOf(all[i].CSP, r.chain[len(r.chain)-1].CSP)
		}
	}
	return replaceJSON(announcement(r.folder), all)
}

// tell names the build in builds/meta/latest.json.
func (r *rollback) tell() error {
	path := filepath.Join(r.folder, "meta", "latest.json")
	var latest struct {
		Deployments map[string]string `json:"deployments"`
	}
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &latest)
	}
	if err != nil {
		return err
	}
	latest.Deployments[r.to.Deployment] = r.to.ID
	return replaceJSON(path, latest)
}

// remember keeps what the next build may stand on: of the pages that are the same in both builds their keys, of the others
// only where they are.
func (r *rollback) remember(last glance) error {
	var known outputs
	name := "outputs-" + r.to.Deployment
	if !r.cache.load(name, &known) {
		return nil // the next build renders all
	}
	_, files, err := release.Live(r.tree.dir(r.tree.live))
	if err != nil {
		return err
	}
	if err := r.cache.save(name, outputsOf(known, files)); err != nil {
		return err
	}
	last.Builds[r.to.Deployment] = r.to.ID
	return r.cache.save("glance", last)
}

// outputsOf are the outputs of a build whose files are listed, by those of another.
func outputsOf(known outputs, files release.List) outputs {
	same := func(w written) bool {
		f, there := files[w.Path]
		return w.Path == "" || there && f.Hash == hex.EncodeToString(w.Hash[:])
	}
	all, taken := outputs{}, map[string]bool{}
	for address, o := range known {
		if same(o.File) && same(o.Payload) {
			all[address] = o
			taken[o.File.Path], taken[o.Payload.Path] = true, true
		}
	}
	listed := func(path string) written {
		w := written{Path: path, Size: int(files[path].Size)}
		_, _ = hex.Decode(w.Hash[:], []byte(files[path].Hash))
		return w
	}
	for path := range files {
		if taken[path] {
			continue
		}
		address, isPage := release.PageOf(path)
		switch {
		case isPage:
			all[address] = output{File: listed(path), Payload: listed(release.PayloadOf(address))}
		case !release.IsPayload(path):
			w := listed(path)
			all["file:"+path] = output{Key: pages.KeyOf(w.Hash[:]), File: w}
		}
	}
	return all
}
