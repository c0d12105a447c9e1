package source

import (
	"errors"
	"io/fs"
	"path/filepath"

	"storefront/internal/content/catalog"
	"storefront/internal/lib/lazyregexp"
	"storefront/internal/lib/suggest"
)

// FontReader reads a font of content/media; package font does. The error describes its mistake.
type FontReader func(path string) (*catalog.Font, error)

// maxFontFiles is how many files one script of a font may have: a document preloads them.
const maxFontFiles = 4

// fontName is the form of a font's file name. It is written into a style sheet unchanged.
var fontName = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9._-]*\.woff2$`)

// loadFonts makes the fonts of a deployment known.
func (l *loader) loadFonts(f *file, fonts *catalog.Fonts, read FontReader) {
	if fonts == nil || read == nil {
		return
	}
	for _, list := range []struct {
		role, script string
		names        []string
		has          func(*catalog.Font) bool
	}{
		{"body", "latin", fonts.Body.Latin, func(f *catalog.Font) bool { return f.Latin }},
		{"body", "arabic", fonts.Body.Arabic, func(f *catalog.Font) bool { return f.Arabic }},
		{"heading", "latin", fonts.Heading.Latin, func(f *catalog.Font) bool { return f.Latin }},
		{"heading", "arabic", fonts.Heading.Arabic, func(f *catalog.Font) bool { return f.Arabic }},
	} {
		at := []any{"fonts", list.role, list.script}
		if len(list.names) > maxFontFiles {
			f.errorAt(at, "a font has at most %d files for a script; a variable font needs one", maxFontFiles)
		}
		for i, name := range list.names {
			font := l.loadFont(f, append(at[:len(at):len(at)], i), name, read)
			if font != nil && !list.has(font) {
				f.errorAt(append(at[:len(at):len(at)], i), "%s has no %s letters", name, scriptNames[list.script])
			}
		}
	}
}

var scriptNames = map[string]string{"latin": "Latin", "arabic": "Arabic"}

// loadFont returns the font of a file, or reports why there is none and returns nil.
func (l *loader) loadFont(f *file, at []any, name string, read FontReader) *catalog.Font {
	if known := l.lib.Fonts[name]; known != nil {
		return known
	}
	if !fontName.MatchString(name) {
		f.errorAt(at, "%q is not the name of a WOFF2 font of media, such as amiri-regular.woff2", name)
		return nil
	}
	font, err := read(filepath.Join(l.root, "media", name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.errorAt(at, "there is no font %s in media%s", name, suggest.DidYouMean(name, l.mediaFiles("*.woff2")))
	case err != nil:
		f.errorAt(at, "%s: %v", name, err)
	default:
		l.lib.Fonts[name] = font
		return font
	}
	return nil
}
