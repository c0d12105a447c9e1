package engine

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/build/textpage"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/lib/digest"
)

// target receives the files of a site: a release.Tree publishes them, a release.Rehearsal lists them.
type target interface {
	Prepare(ctx context.Context, lastBuild string) (holdsLast bool, err error)
	Stay(build string) (stays bool, err error)
	Publish(build string, manifest, list []byte) error
	Follow(lastBuild, build string, csp []string) error
	Has(rel string) bool
	Read(rel string) ([]byte, error)
	Map(rel string) (data []byte, release func(), err error)
	Write(rel string, parts ...[]byte) (release.File, error)
	WriteStart(rel string, start []byte) (release.File, error)
	Adopt(file, rel string) error
	Share(from, rel string) (release.File, error)
	Remove(rel string) error
	Changed() []string
	Removed() []string
}

// builtSite is one deployment's part of a run: the files that its plan becomes.
type builtSite struct {
	in       *inputs
	planned  *plannedSite
	target   target
	before   outputs // of the last build, where the target holds it
	preview  bool    // the last build had content that is not published
	mu       sync.Mutex
	outputs  outputs
	toRender []*pages.Item
	report   DeploymentReport
}

// prepare opens the target and chooses the pages to render: those whose key is new.
func (s *builtSite) prepare(ctx context.Context, last *lastBuild, session *Session) error {
	s.preview = len(last.Include) > 0
	holds, err := s.target.Prepare(ctx, last.Builds[s.planned.id])
	if err != nil {
		return err
	}
	if holds {
		s.before = session.shown.outputs(s.planned.id)
	}
	for i := range s.planned.items {
		item := s.planned.items[i]
		s.report.Pages[item.Language]++
		if old, ok := s.before[item.Path]; ok && old.Key == item.Key {
			s.outputs[item.Path] = old
			s.report.Reused++
			continue
		}
		s.toRender = append(s.toRender, item)
	}
	s.report.Rendered = len(s.toRender)
	return nil
}

// lacksPages reports whether the last build had pages that are not planned.
func (s *builtSite) lacksPages() bool {
	lacking := -s.report.Reused
	for address := range s.before {
		if !strings.HasPrefix(address, filePrefix) {
			lacking++
		}
	}
	for i := range s.toRender {
		if _, ok := s.before[s.toRender[i].Path]; ok {
			lacking--
		}
	}
	return lacking > 0
}

// filesOf returns where a page is published: /blog/x becomes blog/x/index.html; the not-found page has the name that
// hosts expect.
func filesOf(item *pages.Item) (html, payload string) {
	folder := strings.Trim(route.Unescape(item.Path), "/")
	if item.UnprefixedPath == "/404" {
		return folder + ".html", folder + "/_payload.json"
	}
	if folder != "" {
		folder += "/"
	}
	return folder + "index.html", folder + "_payload.json"
}

// texts are buffers for pages in Markdown.
var texts = sync.Pool{New: func() any { return new([]byte) }}

// put writes a page.
func (s *builtSite) put(item *pages.Item, html, payload []byte) error {
	htmlFile, payloadFile := filesOf(item)
	o := output{Key: item.Key}
	if s.in.options.Images != nil {
		o.Variants = variantsIn(html)
	}
	buffer := texts.Get().(*[]byte)
	defer texts.Put(buffer)
	text := textpage.Append((*buffer)[:0], html)
	*buffer = text
	html, err := s.in.minified(htmlFile, html)
	if err != nil {
		return err
	}
	if o.File, err = s.target.Write(htmlFile, html); err != nil {
		return err
	}
	if o.Payload, err = s.target.Write(payloadFile, payload); err != nil {
		return err
	}
	if len(text) > 0 {
		if o.Text, err = s.target.Write(release.TextOf(item.Path), text); err != nil {
			return err
		}
	}
	s.add(item.Path, o)
	return nil
}

func (s *builtSite) add(address string, o output) {
	s.mu.Lock()
	s.outputs[address] = o
	s.mu.Unlock()
}

// addFile notes a file that is no page; its key is that of its content.
func (s *builtSite) addFile(f release.File) {
	s.add(fileAddress(f.Path), output{Key: digest.Of(f.Hash[:]), File: f})
}

// keep takes over a file of the last build; it reports false if that had none, or one of another key.
func (s *builtSite) keep(rel string, key *digest.Digest) bool {
	old, ok := s.before[fileAddress(rel)]
	if !ok || key != nil && old.Key != *key || !s.target.Has(rel) {
		return false
	}
	s.add(fileAddress(rel), old)
	return true
}

// file writes a file that is no page, unless the last build has the same.
func (s *builtSite) file(rel string, data []byte) error {
	data, err := s.in.minified(rel, data)
	if err != nil {
		return err
	}
	f := release.Describe(rel, data)
	key := digest.Of(f.Hash[:])
	if s.keep(rel, &key) {
		return nil
	}
	s.addFile(f)
	_, err = s.target.Write(rel, data)
	return err
}

// share puts a file, whose name depends on its content, into the target.
func (s *builtSite) share(from, rel string) error {
	if s.keep(rel, nil) {
		return nil
	}
	f, err := s.target.Share(from, rel)
	if err == nil {
		s.addFile(f)
	}
	return err
}

// complete adds the assets and pictures that pages request, and removes files that only the last build had.
func (s *builtSite) complete(ctx context.Context) error {
	for _, step := range []func() error{s.assets, s.media, func() error { return s.variants(ctx) }, s.dropGone} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// assets are the files of the site bundle, without those of analytics if the deployment has none; of the layouts' style
// sheets the deployment has its own.
func (s *builtSite) assets() error {
	analytics := s.in.bundle.Entry.Analytics
	without := append(slices.Collect(maps.Values(s.in.bundle.Entry.Layouts)), analytics.Style)
	if s.planned.deployment.Analytics == nil {
		without = append(without, analytics.Script)
	}
	for _, rel := range s.in.bundle.Assets {
		if slices.Contains(without, rel) {
			continue
		}
		if err := s.share(filepath.Join(s.in.options.Site, "client", filepath.FromSlash(rel)), rel); err != nil {
			return err
		}
	}
	for _, f := range s.planned.ownAssets() {
		if err := s.file(f.Path, f.Data); err != nil {
			return err
		}
	}
	return nil
}

// media are the pictures that the deployment shows, and its own media.
func (s *builtSite) media() error {
	for _, p := range s.planned.pictures(s.planned.shownPictures()) {
		if err := s.medium(p.File, pages.PicturePath(p)); err != nil {
			return err
		}
	}
	for at, name := range s.planned.ownMedia() {
		if err := s.medium(name, at); err != nil {
			return err
		}
	}
	return nil
}

// medium publishes a file of content/media.
func (s *builtSite) medium(name, at string) error {
	return s.share(filepath.Join(s.in.options.Content, "media", name), strings.TrimPrefix(at, "/"))
}

// sitemap writes the sitemap, unless no page's entry is other than in the last build's.
func (s *builtSite) sitemap() error {
	if s.planned.sitemapStays && s.keep(pages.SitemapFile, nil) {
		for n := 1; s.keep(pages.SitemapPart(n), nil); n++ {
		}
		return nil
	}
	for f := range s.planned.pages.Sitemap(s.planned.items) {
		if err := s.file(f.Path, f.Data); err != nil {
			return err
		}
	}
	return nil
}

func (s *builtSite) webFiles() error {
	files, err := s.planned.pages.WebFiles(s.planned.shells, s.in.dayStart())
	if err != nil {
		return err
	}
	feeds, err := s.planned.pages.ProductFeeds(s.liveChanges(), s.in.dayStart())
	if err != nil {
		return err
	}
	for _, f := range append(files, feeds...) {
		if err := s.file(f.Path, f.Data); err != nil {
			return err
		}
	}
	return nil
}

// liveChanges returns the record of changes of the build that is live; nil before the first.
func (s *builtSite) liveChanges() []byte {
	root, err := s.in.folder().WebRoot(s.planned.id)
	if err != nil {
		return nil
	}
	data, _ := os.ReadFile(filepath.Join(root, filepath.FromSlash(pages.ChangesFile)))
	return data
}

// dropGone removes what the last build had and this one has not. What visitors may have open lasts, but not the
// pictures of content that is not published.
func (s *builtSite) dropGone() error {
	for address, old := range s.before {
		lasts := release.Lasts(old.File.Path) && !(s.preview && strings.HasPrefix(old.File.Path, "media/"))
		if _, stays := s.outputs[address]; stays || lasts {
			continue
		}
		s.report.Removed++
		for _, f := range []release.File{old.File, old.Payload, old.Text} {
			if f.Path != "" {
				if err := s.target.Remove(f.Path); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// publish names the build, whose files are complete, and makes it live.
func (s *builtSite) publish(lastBuild string) error {
	all := make([]release.File, 0, 3*len(s.outputs))
	for _, o := range s.outputs {
		for _, f := range []release.File{o.File, o.Payload, o.Text} {
			if f.Path != "" {
				all = append(all, f)
			}
		}
	}
	sum, list := release.WriteList(all)
	unnamed, err := payload.JSON(s.manifest(""))
	if err != nil {
		return err
	}
	s.report.Build = buildID(unnamed, sum)
	if s.report.Build == lastBuild && s.before != nil {
		if stays, err := s.target.Stay(lastBuild); stays || err != nil {
			return err
		}
	}
	manifest, err := json.MarshalIndent(s.manifest(s.report.Build), "", " ")
	if err != nil {
		return err
	}
	err = s.target.Publish(s.report.Build, append(manifest, '\n'), list)
	s.report.Written = len(s.target.Changed())
	return err
}

func (s *builtSite) manifest(id string) payload.Manifest {
	return s.planned.pages.Manifest(id, s.in.bundle.Hash, s.in.dayStart())
}

// buildID names a build by its manifest and its list of files: a deployment, a day, and all that its content, the site
// bundle, this program and the changes of products since the live build make of them.
func buildID(manifest, list []byte) string {
	k := digest.Of(manifest, list)
	return hex.EncodeToString(k[:8])
}
