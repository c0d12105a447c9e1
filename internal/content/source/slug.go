package source

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"storefront/internal/lib/lazyregexp"
)

// localizedSlugForm is the form of a slug that need not be ASCII: letters of any script with their marks, digits and
// single hyphens.
var localizedSlugForm = lazyregexp.New(`^[\p{Ll}\p{Lo}\p{M}\p{Nd}]+(-[\p{Ll}\p{Lo}\p{M}\p{Nd}]+)*$`)

// maxSlugBytes is the largest number of bytes of a slug: file systems allow names of 255, and a city's page has a
// prefix.
const maxSlugBytes = 200

// checkSlug checks the slug and the former addresses of a text. clash returns why a slug cannot be an address; it is
// nil if the slug is below another part of the address.
func checkSlug(f *file, slug string, aliases []string, clash func(slug string) string) {
	checkAliases(f, aliases)
	if slug == "" {
		return
	}
	reason := slugError(slug)
	if reason == "" && clash != nil {
		reason = clash(slug)
	}
	if reason != "" {
		f.errorAt([]any{"slug"}, "%s", reason)
	}
}

// dotAbove follows the i that programs make of İ.
const dotAbove = '\u0307'

// slugError returns why a text cannot be a slug in any language, or nothing.
func slugError(slug string) string {
	not := fmt.Sprintf("%q is not a slug: ", slug)
	for _, r := range slug {
		switch {
		case unicode.IsSpace(r):
			return not + "it has a space; hyphens join words"
		case r == '/' || r == '\\':
			return not + "it has a slash; a slug is the last part of an address alone"
		case r == dotAbove:
			return not + "it has a dot above a letter that has none on keyboards; write " +
				strings.ReplaceAll(slug, string(dotAbove), "")
		case !unicode.IsPrint(r):
			return not + fmt.Sprintf("it has the invisible character %U", r)
		}
	}
	switch {
	case len(slug) > maxSlugBytes:
		return not + "it is longer than 200 bytes of UTF-8"
	case strings.ToLower(slug) != slug:
		return not + "it has capitals; write " + strings.ToLower(slug)
	case !norm.NFC.IsNormalString(slug):
		return not + "its letters and their marks are not composed (NFC); write " + norm.NFC.String(slug)
	case !localizedSlugForm.MatchString(slug):
		return not + slugFlaw(slug) +
			"; a slug is lower-case letters of any script with their marks, digits and single hyphens"
	case slug == pageSlug:
		return "the slug page clashes with the addresses of further pages (/page/2)"
	}
	return ""
}

// slugFlaw returns what is wrong with a text that localizedSlugForm refuses.
func slugFlaw(slug string) string {
	for _, r := range slug {
		if r != '-' && !unicode.In(r, unicode.Ll, unicode.Lo, unicode.M, unicode.Nd) {
			return fmt.Sprintf("it has the character %c (%U)", r, r)
		}
	}
	switch {
	case strings.HasPrefix(slug, "-"):
		return "it begins with a hyphen"
	case strings.HasSuffix(slug, "-"):
		return "it ends with a hyphen"
	}
	return "it has two hyphens in a row"
}
