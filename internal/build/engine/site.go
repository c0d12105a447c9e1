package engine

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"storefront/internal/build/pages"
	"storefront/internal/build/release"
	"storefront/internal/build/textpage"
	"storefront/internal/core/route"
	"storefront/internal/lib/digest"
)

// target receives the files of a site: a release.Tree publishes them, a release.DryRunTree lists them.
type target interface {
	Prepare(ctx context.Context, lastBuild string) (holdsLast bool, err error)
	FinishUnchanged(build string) (stays bool, err error)
	Publish(build string, manifest []byte, list [][]byte) error
	SyncSpare(lastBuild, build string, csp []string) error
	Has(rel string) bool
	Read(rel string) ([]byte, error)
	Map(rel string) (data []byte, release func(), err error)
	Write(rel string, parts ...[]byte) (release.File, error)
	OverwriteStart(rel string, start []byte) (release.File, error)
	LinkFile(file, rel string) error
	Share(from, rel, hash string) (release.File, error)
	Remove(rel string) error
	RemovePreviewPictures(isInBuild func(rel string) bool) (removed int, err error)
	Changed() []string
	Removed() []string
}

// builtSite is one deployment's part of a run: it writes the files of its plan.
type builtSite struct {
	in          *inputs
	planned     *plannedSite
	target      target
	lastOutputs outputs // of the last build; nil if the target does not hold it
	mu          sync.Mutex
	outputs     outputs
	listDigest  digest.Digest // of the list of files; set when it is published
	toRender    []*pages.Item
	report      DeploymentReport
}

// prepare prepares the target, reuses the pages whose key is unchanged, and chooses the others to render.
func (s *builtSite) prepare(ctx context.Context, last *lastBuild, session *Session) error {
	holds, err := s.target.Prepare(ctx, last.Builds[s.planned.id])
	if err != nil {
		return err
	}
	if holds {
		s.lastOutputs = session.planState.outputs(s.planned.id)
	}
	for i := range s.planned.items {
		item := s.planned.items[i]
		s.report.Pages[item.Language]++
		if old := s.lastOutputs[item.Path]; old != nil && old.Key == item.Key {
			s.outputs[item.Path] = old
			s.report.Reused++
			continue
		}
		s.toRender = append(s.toRender, item)
	}
	s.report.Rendered = len(s.toRender)
	return nil
}

// hasRemovedPages reports whether the last build had pages that are not planned.
func (s *builtSite) hasRemovedPages() bool {
	removed := -s.report.Reused
	for address := range s.lastOutputs {
		if !strings.HasPrefix(address, filePrefix) {
			removed++
		}
	}
	for i := range s.toRender {
		if _, ok := s.lastOutputs[s.toRender[i].Path]; ok {
			removed--
		}
	}
	return removed > 0
}

// filesOf returns the paths of the HTML and payload of a page: blog/x/index.html for /blog/x, and 404.html, which
// static hosts expect, for the not-found page.
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

// markdownBuffers are buffers for the Markdown of pages.
var markdownBuffers = sync.Pool{New: func() any { return new([]byte) }}

// writePage writes the HTML, payload and Markdown of a page.
func (s *builtSite) writePage(item *pages.Item, html, payload []byte) error {
	htmlFile, payloadFile := filesOf(item)
	o := &output{Key: item.Key}
	if s.in.options.MakeVariant != nil {
		o.Variants = variantsIn(html)
	}
	buffer := markdownBuffers.Get().(*[]byte)
	defer markdownBuffers.Put(buffer)
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
	s.addOutput(item.Path, o)
	return nil
}

func (s *builtSite) addOutput(address string, o *output) {
	s.mu.Lock()
	s.outputs[address] = o
	s.mu.Unlock()
}

// addFileOutput adds the output of a file that is not a page, with the digest of its content as key.
func (s *builtSite) addFileOutput(f release.File) {
	s.addOutput(fileAddress(f.Path), &output{Key: digest.Of(f.Hash[:]), File: f})
}

// reuseFile reuses a file of the last build. It reports false if there is none, or if key is given and differs.
func (s *builtSite) reuseFile(rel string, key *digest.Digest) bool {
	old := s.lastOutputs[fileAddress(rel)]
	if old == nil || key != nil && old.Key != *key || !s.target.Has(rel) {
		return false
	}
	s.addOutput(fileAddress(rel), old)
	return true
}

// writeFile writes a file that is not a page, unless the last build has the same.
func (s *builtSite) writeFile(rel string, data []byte) error {
	data, err := s.in.minified(rel, data)
	if err != nil {
		return err
	}
	f := release.FileOf(rel, data)
	key := digest.Of(f.Hash[:])
	if s.reuseFile(rel, &key) {
		return nil
	}
	s.addFileOutput(f)
	_, err = s.target.Write(rel, data)
	return err
}

// shareFile adds a file, whose name depends on its content, to the target. Its content has to have the hash, as in
// release.Tree.Share.
func (s *builtSite) shareFile(from, rel, hash string) error {
	if s.reuseFile(rel, nil) {
		return nil
	}
	f, err := s.target.Share(from, rel, hash)
	if err == nil {
		s.addFileOutput(f)
	}
	return err
}

// completeTree writes variants of pictures, and removes the files that only the last build had.
func (s *builtSite) completeTree(ctx context.Context) error {
	if err := s.writeVariants(ctx); err != nil {
		return err
	}
	return s.removeStaleFiles()
}

// addAssets are the files of the site bundle, without those of analytics if the deployment has none; of the layouts'
// style sheets the deployment has its own.
func (s *builtSite) addAssets() error {
	analytics := s.in.bundle.Entry.Analytics
	without := append(slices.Collect(maps.Values(s.in.bundle.Entry.Layouts)), analytics.Style)
	if s.planned.deployment.Analytics == nil {
		without = append(without, analytics.Script)
	}
	for _, rel := range s.in.bundle.Assets {
		if slices.Contains(without, rel) {
			continue
		}
		from := filepath.Join(s.in.options.Site, "client", filepath.FromSlash(rel))
		if err := s.shareFile(from, rel, ""); err != nil {
			return err
		}
	}
	for _, f := range s.planned.ownAssets() {
		if err := s.writeFile(f.Path, f.Data); err != nil {
			return err
		}
	}
	return nil
}

// addPictures are the pictures that the deployment shows, and its own media.
func (s *builtSite) addPictures() error {
	for _, p := range s.planned.pictures(s.planned.shownPictures()) {
		if err := s.addMediaFile(mediaFile{p.File, p.Hash}, pages.PicturePath(p)); err != nil {
			return err
		}
	}
	for at, file := range s.planned.ownMedia() {
		if err := s.addMediaFile(file, at); err != nil {
			return err
		}
	}
	return nil
}

// addMediaFile publishes a file of content/media, unless it has changed since it was read.
func (s *builtSite) addMediaFile(f mediaFile, at string) error {
	return s.shareFile(filepath.Join(s.in.options.Content, "media", f.name), strings.TrimPrefix(at, "/"), f.hash)
}

// writeSitemap writes the sitemap, or reuses that of the last build if no entry has changed.
func (s *builtSite) writeSitemap() error {
	if s.planned.sitemapUnchanged && s.reuseFile(pages.SitemapFile, nil) {
		for n := 1; s.reuseFile(pages.SitemapPart(n), nil); n++ {
		}
		return nil
	}
	for f := range s.planned.pages.Sitemap(s.planned.items) {
		if err := s.writeFile(f.Path, f.Data); err != nil {
			return err
		}
	}
	return nil
}

func (s *builtSite) writeWebFiles() error {
	files, err := s.planned.pages.WebFiles(s.planned.shells, s.in.dayStart())
	if err != nil {
		return err
	}
	feeds, err := s.planned.pages.ProductFeeds(s.readLiveChanges(), s.in.dayStart())
	if err != nil {
		return err
	}
	for _, f := range append(files, feeds...) {
		if err := s.writeFile(f.Path, f.Data); err != nil {
			return err
		}
	}
	return nil
}

// readLiveChanges returns the record of product changes of the live build; nil before the first build.
func (s *builtSite) readLiveChanges() []byte {
	root, err := s.in.folder().WebRoot(s.planned.id)
	if err != nil {
		return nil
	}
	data, _ := os.ReadFile(filepath.Join(root, filepath.FromSlash(pages.ChangesFile)))
	return data
}

// removeStaleFiles removes the files that only the last build has, except retained files. It removes retained pictures
// too if that build is a preview.
func (s *builtSite) removeStaleFiles() error {
	pictures, err := s.target.RemovePreviewPictures(func(rel string) bool {
		_, hasOutput := s.outputs[fileAddress(rel)]
		return hasOutput
	})
	if err != nil {
		return err
	}
	s.report.Removed += pictures
	for address, old := range s.lastOutputs {
		if _, hasOutput := s.outputs[address]; hasOutput || release.IsRetained(old.File.Path) {
			continue
		}
		s.report.Removed++
		for f := range old.files() {
			if err := s.target.Remove(f.Path); err != nil {
				return err
			}
		}
	}
	return nil
}
