package catalog

import (
	"maps"
	"slices"

	"golang.org/x/text/unicode/norm"

	"storefront/internal/lib/suggest"
)

// PictureLike returns the end of a message about an unknown picture: the one that is meant.
func (l *Library) PictureLike(name string) string {
	known := slices.Sorted(maps.Keys(l.Pictures))
	switch composed := norm.NFC.String(name); {
	case !slices.ContainsFunc(known, func(other string) bool { return norm.NFC.String(other) == composed }):
		return suggest.DidYouMean(name, known)
	case name == composed:
		return "; the file's name has marks beside its letters, as a Mac writes them: rename the file to " + name
	default:
		return "; this name has marks beside its letters, as a Mac writes them: type it again"
	}
}
