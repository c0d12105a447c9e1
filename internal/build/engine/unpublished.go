package engine

import (
	"os"
	"path/filepath"
	"strings"

	"storefront/internal/build/pages"
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

// PublishesPictures reports whether the last build has every planned picture.
func (s *Session) PublishesPictures() bool {
	p, _ := s.shown.current()
	if p == nil {
		return false
	}
	for _, site := range p.sites {
		published := s.shown.outputs(site.id)
		for _, picture := range p.reading.lib.Pictures {
			file := fileAddress(strings.TrimPrefix(pages.PicturePath(picture), "/"))
			if _, ok := published[file]; !ok && !picture.Remote() {
				return false
			}
		}
	}
	return true
}

// Deployments returns what a server has to know of the planned deployments.
func (s *Session) Deployments() (all []payload.Deployment) {
	p, _ := s.shown.current()
	if p == nil {
		return nil
	}
	for _, d := range p.reading.lib.Deployments {
		all = append(all, pages.Announcement(p.reading.lib, d, s.in.bundle.CSP))
	}
	return all
}
