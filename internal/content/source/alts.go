package source

import (
	"maps"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/markdown"
)

// loadAltTexts reads the alternative texts of pictures.
func (l *loader) loadAltTexts() {
	read := map[string]*file{}
	for _, language := range l.lib.Languages {
		alts, rel := map[string]string{}, "media/"+language+".yaml"
		needed := slices.Contains(l.shortTextLanguages, language)
		if !needed && !l.exists(rel) {
			continue
		}
		f, ok := l.readYAML(rel, &alts, l.out)
		if !ok {
			continue
		}
		for name, alt := range alts {
			p := l.lib.Pictures[name]
			if p == nil && strings.HasPrefix(name, "https://") {
				p = l.remotePicture(f, name)
			}
			if p == nil {
				f.errorAtKey(nil, name, "%s%s", markdown.UnknownPictureMessage(name), l.lib.PictureHint(name))
				continue
			}
			p.Alt[language] = alt
		}
		if needed {
			read[language] = f
		}
	}
	for language, f := range read {
		for _, name := range keys(l.lib.Pictures) {
			if l.lib.Pictures[name].Alt[language] == "" {
				f.report(1, 1, false, "the picture %s has no alt text in %q", name, language)
			}
		}
	}
}

// ReloadAltTexts reads the alternative texts again, for a library whose pictures have not changed. It returns a library
// with them, and the names of the pictures whose texts changed. ok is false if the texts name different pictures of
// other hosts than before.
func (r *Reader) ReloadAltTexts(lib *catalog.Library) (updated *catalog.Library, changed map[string]bool,
	out []diag.Diagnostic,
	ok bool) {
	updated, changed = new(catalog.Library), map[string]bool{}
	*updated = *lib
	updated.Pictures = make(map[string]*catalog.Picture, len(lib.Pictures))
	for name, p := range lib.Pictures {
		if !p.IsRemote() { // those of other hosts are known by their texts
			withoutAlt := *p
			withoutAlt.Alt = catalog.Localized{}
			updated.Pictures[name] = &withoutAlt
		}
	}
	l := &loader{Reader: r, lib: updated, out: &out, shortTextLanguages: lib.RequiredShortTextLanguages()}
	l.loadAltTexts()
	for name, p := range updated.Pictures {
		old := lib.Pictures[name]
		switch {
		case old == nil:
			return nil, nil, nil, false
		case maps.Equal(old.Alt, p.Alt):
			updated.Pictures[name] = old
		default:
			changed[name] = true
		}
	}
	return updated, changed, out, len(updated.Pictures) == len(lib.Pictures)
}
