package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/build/render"
	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
)

// site is one deployment being built.
type site struct {
	*builder
	id         string
	deployment *catalog.Deployment
	reading    *reading
	pages      *pages.Site
	items      []pages.Item
	tree       *tree
	before     outputs // of the last build, where the spare holds it
	mu         sync.Mutex
	outputs    outputs
	toRender   []pages.Item
	report     DeploymentReport
	// The deployment's own style sheet, and where it is published.
	stylesheet     []byte
	stylesheetName string
	// shellKeys are those of its languages' shells.
	shellKeys []pages.Key
}

// again is the same site, to be published by another build.
func (s *site) again(b *builder) *site {
	return &site{
		builder: b, id: s.id, deployment: s.deployment, reading: s.reading, pages: s.pages, items: s.items,
		stylesheet: s.stylesheet, stylesheetName: s.stylesheetName, shellKeys: s.shellKeys,
	}
}

// shellOf is the place of a language's shell among the deployment's.
func (s *site) shellOf(language string) int {
	for i, l := range s.deployment.Languages {
		if l == language {
			return i
		}
	}
	return 0
}

// prepare opens the tree and decides which pages are to be rendered: those whose key is new.
func (s *site) prepare(lastBuild string) error {
	if s.tree == nil {
		s.tree = openTree(s.Builds, s.id)
	}
	s.tree.history.most = s.historyLength()
	holds, err := s.tree.prepare(lastBuild)
	if err != nil {
		return err
	}
	if holds {
		s.before = s.session.outputs(s.id)
	}
	s.outputs = outputs{}
	s.report = DeploymentReport{ID: s.id, Pages: map[string]int{}}
	for i := range s.items {
		item := &s.items[i]
		s.report.Pages[item.Language]++
		if old, ok := s.before[item.Path]; ok && old.Key == item.Key {
			s.outputs[item.Path] = old
			s.report.Reused++
			continue
		}
		s.toRender = append(s.toRender, *item)
	}
	s.report.Rendered = len(s.toRender)
	return nil
}

// seal makes the pages' keys those of everything that the pages are made of: what the planner knows of, and the shells.
func (s *site) seal() error {
	if err := s.style(); err != nil {
		return err
	}
	for _, shell := range s.shells() {
		data, err := json.Marshal(shell)
		if err != nil {
			return err
		}
		s.shellKeys = append(s.shellKeys, pages.KeyOf(s.engine[:], []byte(s.bundle.Hash), data))
	}
	for i := range s.items {
		s.sealItem(i)
	}
	return nil
}

func (s *site) sealItem(i int) {
	item := &s.items[i]
	shell := s.shellKeys[s.shellOf(item.Language)]
	item.Key = pages.KeyOf(shell[:], item.Key[:])
}

func (b *builder) workerFile() string { return filepath.Join(b.Site, "server", "worker.mjs") }

func (b *builder) progress(step string, done, total int) {
	if b.Progress != nil {
		b.Progress(step, done, total)
	}
}

// render has every site's new pages rendered and written into its spare tree. A site of which a page fails has failed, and
// the pages of the others are rendered all the same.
func (b *builder) render(sites []*site) error {
	total := 0
	for _, s := range sites {
		if err := s.putHeld(); err != nil {
			b.fail(s.id, err)
		}
		total += len(s.toRender)
	}
	b.total = total
	for failed := true; failed; {
		left, err := b.standing(sites)
		if err != nil {
			return err
		}
		if failed, err = b.renderOnce(left); err != nil {
			return err
		}
	}
	for _, s := range sites {
		s.toRender = nil
	}
	return nil
}

// renderOnce renders what is left of the sites' pages, until all are there or one fails: then its site has failed.
func (b *builder) renderOnce(sites []*site) (failed bool, err error) {
	var shells []payload.Shell
	var of []*site // by the index of a shell
	todo := 0
	for _, s := range sites {
		s.toRender = slices.DeleteFunc(s.toRender, s.isMade)
		todo += len(s.toRender)
		for _, shell := range s.shells() {
			shells, of = append(shells, shell), append(of, s)
		}
	}
	if todo == 0 {
		return false, nil
	}
	b.progress("pages", b.total-todo, b.total)
	pool, err := render.Start(b.workerFile(), shells, render.Workers(todo), b.warm)
	if err != nil {
		return false, err
	}
	for _, s := range sites {
		if !s.queue(pool, slices.Index(of, s)) {
			break
		}
	}
	err = pool.Close()
	if page, ok := errors.AsType[*render.PageError](err); ok {
		b.fail(of[page.Page.Shell].id, err)
		return true, nil
	}
	if disk, ok := errors.AsType[*siteError](err); ok {
		b.fail(disk.site.id, disk.err)
		return true, nil
	}
	return false, err
}

// queue gives a site's pages to a pool, whose first shell of the site is given. It reports whether the pool takes more.
func (s *site) queue(pool *render.Pool, first int) bool {
	for _, item := range s.toRender {
		payload, err := item.Payload()
		if err != nil {
			s.fail(s.id, err)
			return true
		}
		err = pool.Render(render.Page{
			Shell: first + s.shellOf(item.Language), Payload: payload,
			Done: func(html []byte) error {
				defer func() { s.progress("pages", min(int(s.done.Add(1)), s.total), s.total) }()
				if err := s.put(item, html, payload); err != nil {
					return &siteError{s, err}
				}
				return nil
			},
		})
		if err != nil {
			return false
		}
	}
	return true
}

// isMade reports whether a page stands in the spare tree as it is to be.
func (s *site) isMade(item pages.Item) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, made := s.outputs[item.Path]
	return made
}

// putHeld puts those of the pages to be rendered that the session has rendered already.
func (s *site) putHeld() error {
	var rest []pages.Item
	for _, item := range s.toRender {
		page := s.session.held(s.id, item)
		if page == nil {
			rest = append(rest, item)
		} else if err := s.put(item, page.HTML, page.Payload); err != nil {
			return err
		}
	}
	s.toRender = rest
	return nil
}

// files are where a page is published: /blog/x becomes blog/x/index.html; the not-found page is named as hosts expect.
func filesOf(item pages.Item) (html, payload string) {
	folder := strings.Trim(item.Path, "/")
	if item.Bare == "/404" {
		return folder + ".html", folder + "/_payload.json"
	}
	if folder != "" {
		folder += "/"
	}
	return folder + "index.html", folder + "_payload.json"
}

func (s *site) put(item pages.Item, html, payload []byte) error {
	htmlFile, payloadFile := filesOf(item)
	o := output{Key: item.Key}
	if s.Images != nil {
		o.Variants = variantsIn(html)
	}
	html, err := s.minified(htmlFile, html)
	if err != nil {
		return err
	}
	if o.File, err = s.tree.write(htmlFile, html); err != nil {
		return err
	}
	if o.Payload, err = s.tree.write(payloadFile, payload); err != nil {
		return err
	}
	s.mu.Lock()
	s.outputs[item.Path] = o
	s.mu.Unlock()
	return nil
}

// file puts a file that is no page into the tree, unless it stands there as it is.
func (s *site) file(rel string, data []byte) error {
	data, err := s.minified(rel, data)
	if err != nil {
		return err
	}
	w := describe(rel, data)
	key := pages.KeyOf(w.Hash[:])
	address := "file:" + rel
	if old, ok := s.before[address]; ok && old.Key == key && s.tree.has(rel) {
		s.outputs[address] = old
		return nil
	}
	w, err = s.tree.write(rel, data)
	s.outputs[address] = output{Key: key, File: w}
	return err
}

// dropGone takes out what the last build had and this one has not.
func (s *site) dropGone() error {
	for address, old := range s.before {
		if _, stays := s.outputs[address]; stays || release.Lasts(old.File.Path) {
			continue
		}
		s.report.Removed++
		for _, w := range []written{old.File, old.Payload} {
			if w.Path != "" {
				if err := s.tree.remove(w.Path); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// publish adds what is not a page, takes out what is no more, names the build, and moves the link. A build that is the
// last one again, and live, needs none of that.
func (s *site) publish(lastBuild string) error {
	if err := s.extras(); err != nil {
		return err
	}
	if err := s.dropGone(); err != nil {
		return err
	}
	list, listJSON := s.list()
	unnamed, err := payload.JSON(s.pages.Manifest("", s.bundle.Hash, s.dayStart()))
	if err != nil {
		return err
	}
	s.report.Build = buildID(unnamed, list)
	same := s.report.Build == lastBuild && s.before != nil && len(s.tree.changed)+len(s.tree.removed) == 0
	if same && s.tree.marked(s.tree.live) == lastBuild {
		return s.tree.mark(s.tree.spare, lastBuild, "")
	}
	if err := s.meta(listJSON); err != nil {
		return err
	}
	s.report.Written = len(s.tree.changed)
	return s.tree.publish(s.report.Build)
}

// list names every file of the build with its hash and size, in order, as JSON: one file a line, for people and diff.
func (s *site) list() (sum, listJSON []byte) {
	var all []written
	for _, o := range s.outputs {
		all = append(all, o.File)
		if o.Payload.Path != "" {
			all = append(all, o.Payload)
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Path < all[j].Path })
	h := sha256.New()
	out := []byte("{\"files\": [\n")
	for i, w := range all {
		h.Write([]byte(w.Path))
		h.Write(w.Hash[:])
		out = append(out, `{"path": "`...)
		out = append(out, w.Path...) // paths are slugs and hashes: nothing in them to escape
		out = append(out, `", "hash": "`...)
		out = hex.AppendEncode(out, w.Hash[:])
		out = append(out, `", "size": `...)
		out = strconv.AppendInt(out, int64(w.Size), 10)
		out = append(out, '}')
		if i < len(all)-1 {
			out = append(out, ',')
		}
		out = append(out, '\n')
	}
	return h.Sum(nil), append(out, "]}\n"...)
}

// buildID names a build by its inputs: a deployment, a day, and all that its content, the site bundle and this program
// make of them. The same inputs give the same id, and a changed page another.
func buildID(manifest, list []byte) string {
	k := pages.KeyOf(manifest, list)
	return hex.EncodeToString(k[:8])
}

// meta writes the manifest, the list of files and, last of all, which build this is; the manifest and the list stand at
// the top of the builds folder too.
func (s *site) meta(listJSON []byte) error {
	id := s.report.Build
	manifest, err := json.MarshalIndent(s.pages.Manifest(id, s.bundle.Hash, s.dayStart()), "", " ")
	if err != nil {
		return err
	}
	files := []struct {
		name string
		data []byte
	}{
		{id + ".json", append(manifest, '\n')},
		{id + ".files.json", listJSON},
		{"latest.json", []byte(`{"id": "` + id + `"}` + "\n")},
	}
	for _, f := range files {
		if _, err := s.tree.write("builds/meta/"+f.name, f.data); err != nil {
			return err
		}
		if f.name == "latest.json" {
			break
		}
		if err := os.MkdirAll(filepath.Join(s.Builds, "meta"), 0o755); err != nil {
			return err
		}
		if err := replaceFile(filepath.Join(s.Builds, "meta", f.name), f.data); err != nil {
			return err
		}
	}
	return nil
}
