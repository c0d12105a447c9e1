package source

import (
	"errors"
	"io/fs"
	"path/filepath"

	"storefront/internal/content/catalog"
	"storefront/internal/lib/suggest"
)

// DrawingReader reads a drawing of content/media; package media does. The error describes its mistake.
type DrawingReader func(path string) (*catalog.Picture, error)

// loadLogo makes the drawings of a deployment's logo known.
func (l *loader) loadLogo(f *file, logo *catalog.Logo, read DrawingReader) {
	if logo == nil {
		return
	}
	for _, part := range []struct{ key, name string }{{"image", logo.Image}, {"dark", logo.Dark}, {"icon", logo.Icon}} {
		if part.name == "" || l.lib.Drawings[part.name] != nil {
			continue
		}
		at := []any{"logo", part.key}
		if !catalog.IsMediaName(part.name) || filepath.Ext(part.name) != ".svg" {
			f.errorAt(at, "%q is not the name of a drawing of media, such as waraq.svg", part.name)
			continue
		}
		drawing, err := read(filepath.Join(l.root, "media", part.name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			f.errorAt(at, "there is no drawing %s in media%s", part.name,
				suggest.DidYouMean(part.name, l.mediaFiles("*.svg")))
		case err != nil:
			f.errorAt(at, "%s: %v", part.name, err)
		default:
			l.lib.Drawings[part.name] = drawing
		}
	}
}

// mediaFiles returns the names of the files of content/media that match a pattern.
func (l *loader) mediaFiles(pattern string) []string {
	paths, _ := filepath.Glob(filepath.Join(l.root, "media", pattern))
	var names []string
	for _, path := range paths {
		names = append(names, filepath.Base(path))
	}
	return names
}
