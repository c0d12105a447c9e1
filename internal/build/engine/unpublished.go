package engine

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/build/pages"
	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
)

// ownAssets returns the deployment's style sheet and its texts of the interface.
func (s *plannedSite) ownAssets() []pages.WebFile {
	return append(s.pages.TextModules(), pages.WebFile{Path: s.stylesheetPath, Data: s.stylesheet})
}

// mediaFile is a file of content/media, with the hash of the content that was read.
type mediaFile struct{ name, hash string }

// ownMedia returns the files of the deployment's logo and fonts by their published paths.
func (s *plannedSite) ownMedia() map[string]mediaFile {
	lib, all := s.pages.Library(), map[string]mediaFile{}
	if logo := s.deployment.Logo; logo != nil {
		for _, name := range logo.Files() {
			all[pages.PicturePath(lib.Drawings[name])] = mediaFile{name, lib.Drawings[name].Hash}
		}
	}
	for _, name := range s.deployment.Fonts.Files() {
		all[pages.FontPath(lib.Fonts[name])] = mediaFile{name, lib.Fonts[name].Hash}
	}
	return all
}

// pictures returns those of the named pictures that are files of the library.
func (s *plannedSite) pictures(names []string) (all []*catalog.Picture) {
	for _, name := range names {
		if p := s.pages.Library().Pictures[name]; p != nil && !p.IsRemote() {
			all = append(all, p)
		}
	}
	return all
}

// File returns a planned file that is not published yet: the style sheet of a deployment, texts of the interface, a
// drawing of its logo or a font. It returns nil for any other path.
func (s *Session) File(deployment, path string) []byte {
	site, rel := s.planState.site(deployment), strings.TrimPrefix(path, "/")
	if site == nil || s.planState.hasPublished(deployment, rel) {
		return nil
	}
	for _, f := range site.ownAssets() {
		if f.Path == rel {
			return f.Data
		}
	}
	file, ok := site.ownMedia()[path]
	if !ok {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(s.in.options.Content, "media", file.name))
	if err != nil { // it was removed meanwhile
		return nil
	}
	return data
}

// PublishesPictures reports whether the last build has the planned pictures of some folders of content. Folders of
// products and stories have pictures of their own; for any other folder, all pictures count.
func (s *Session) PublishesPictures(folders []string) bool {
	p, _ := s.planState.current()
	if p == nil {
		return false
	}
	for _, site := range p.sites {
		for _, picture := range site.pictures(site.picturesOf(folders)) {
			if !s.planState.hasPublished(site.id, strings.TrimPrefix(pages.PicturePath(picture), "/")) {
				return false
			}
		}
	}
	return true
}

func (s *plannedSite) picturesOf(folders []string) (names []string) {
	for _, folder := range folders {
		of, ok := s.pages.PicturesOf(folder)
		if !ok {
			return s.shownPictures()
		}
		names = append(names, of...)
	}
	return names
}

// shownPictures returns the names of the pictures that the deployment shows.
func (s *plannedSite) shownPictures() []string {
	return slices.Collect(maps.Keys(s.pages.ShownPictures(s.items)))
}

// Deployments returns the entries of the planned deployments for a server.
func (s *Session) Deployments() (all []payload.Deployment) {
	p, _ := s.planState.current()
	if p == nil {
		return nil
	}
	for _, d := range p.reading.lib.Deployments {
		all = append(all, pages.ServerDeployment(p.reading.lib, d, s.in.bundle.CSP))
	}
	return all
}
