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

// ownAssets returns the deployment's style sheet and texts of the interface.
func (s *plannedSite) ownAssets() []pages.WebFile {
	return append(s.pages.TextModules(), pages.WebFile{Path: s.stylesheetPath, Data: s.stylesheet})
}

// ownMedia returns the files of content/media that are the deployment's logo and fonts, by their published paths.
func (s *plannedSite) ownMedia() map[string]string {
	lib, all := s.pages.Library(), map[string]string{}
	if logo := s.deployment.Logo; logo != nil {
		for _, name := range logo.Files() {
			all[pages.PicturePath(lib.Drawings[name])] = name
		}
	}
	for _, name := range s.deployment.Fonts.Files() {
		all[pages.FontPath(lib.Fonts[name])] = name
	}
	return all
}

// pictures returns those of the named pictures that the library has as files.
func (s *plannedSite) pictures(names []string) (all []*catalog.Picture) {
	for _, name := range names {
		if p := s.pages.Library().Pictures[name]; p != nil && !p.Remote() {
			all = append(all, p)
		}
	}
	return all
}

// File returns a planned file that is not published yet: the style sheet of a deployment, texts of the interface, a
// drawing of its logo or a font. It returns nil for any other path.
func (s *Session) File(deployment, path string) []byte {
	site, rel := s.shown.site(deployment), strings.TrimPrefix(path, "/")
	if site == nil || s.shown.publishes(deployment, rel) {
		return nil
	}
	for _, f := range site.ownAssets() {
		if f.Path == rel {
			return f.Data
		}
	}
	name, ok := site.ownMedia()[path]
	if !ok {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(s.in.options.Content, "media", name))
	if err != nil { // it was removed meanwhile
		return nil
	}
	return data
}

// PublishesPictures reports whether the last build has the pictures that are planned of some folders of content: those
// of products and stories, and, if there is another folder among them, every picture.
func (s *Session) PublishesPictures(folders []string) bool {
	p, _ := s.shown.current()
	if p == nil {
		return false
	}
	for _, site := range p.sites {
		for _, picture := range site.pictures(site.picturesOf(folders)) {
			if !s.shown.publishes(site.id, strings.TrimPrefix(pages.PicturePath(picture), "/")) {
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
	p, _ := s.shown.current()
	if p == nil {
		return nil
	}
	for _, d := range p.reading.lib.Deployments {
		all = append(all, pages.ServerDeployment(p.reading.lib, d, s.in.bundle.CSP))
	}
	return all
}
