package source

import (
	"maps"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/markdown"
)

// alts reads the alternative texts of pictures.
func (l *loader) alts() {
	read := map[string]*file{}
	for _, language := range l.lib.Languages {
		alts, rel := map[string]string{}, "media/"+language+".yaml"
		needed := slices.Contains(l.small, language)
		if !needed && !l.exists(rel) {
			continue
		}
		f, ok := l.yaml(rel, &alts, l.out)
		if !ok {
			continue
		}
		for name, alt := range alts {
			p := l.lib.Pictures[name]
			if p == nil && strings.HasPrefix(name, "https://") {
				p = l.remotePicture(f, name)
			}
			if p == nil {
				f.wrongKey(nil, name, "%s%s", markdown.NoPicture(name), l.lib.PictureLike(name))
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
				f.at(1, 1, false, "the picture %s has no alt text in %q", name, language)
			}
		}
	}
}

// Alts reads the alternative texts again, for a library whose pictures have not changed. It returns a library with
// them, and the names of the pictures whose texts changed. ok is false if the texts name different pictures of other
// hosts than before.
func (r *Reader) Alts(lib *catalog.Library) (again *catalog.Library, changed map[string]bool, out []diag.Diagnostic,
	ok bool) {
	again, changed = new(catalog.Library), map[string]bool{}
	*again = *lib
	again.Pictures = make(map[string]*catalog.Picture, len(lib.Pictures))
	for name, p := range lib.Pictures {
		if !p.Remote() { // those of other hosts are known by their texts
			bare := *p
			bare.Alt = catalog.Localized{}
			again.Pictures[name] = &bare
		}
	}
	l := &loader{Reader: r, lib: again, out: &out, small: lib.NeededSmall()}
	l.alts()
	for name, p := range again.Pictures {
		old := lib.Pictures[name]
		switch {
		case old == nil:
			return nil, nil, nil, false
		case maps.Equal(old.Alt, p.Alt):
			again.Pictures[name] = old
		default:
			changed[name] = true
		}
	}
	return again, changed, out, len(again.Pictures) == len(lib.Pictures)
}
