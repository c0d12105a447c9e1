package catalog

import (
	"maps"
	"slices"

	"golang.org/x/text/unicode/norm"

	"storefront/internal/lib/suggest"
)

// PictureHint returns the end of a message about an unknown picture: the suggestion of a similar name.
func (l *Library) PictureHint(name string) string {
	known := slices.Sorted(maps.Keys(l.Pictures))
	switch composed := norm.NFC.String(name); {
	case !slices.ContainsFunc(known, func(other string) bool { return norm.NFC.String(other) == composed }):
		return suggest.DidYouMean(name, known)
	case name == composed:
		return "; the file's name has combining marks, as macOS writes them: rename the file to " + name
	default:
		return "; this name has combining marks, as macOS writes them: type it again"
	}
}

// MediaNames describes the names that files of media may have.
const MediaNames = `only the letters a to z, digits, ".", "_" and "-", and begins with a letter or a digit`

// IsMediaName reports whether a name is allowed for a picture or a drawing. Addresses and lists of files contain it
// unescaped.
func IsMediaName(name string) bool {
	for i := range len(name) {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case i > 0 && (c == '.' || c == '_' || c == '-'):
		default:
			return false
		}
	}
	return name != ""
}
