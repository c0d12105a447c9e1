package blog

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"storefront/internal/content/importer"
	"storefront/internal/core/locale"
	"storefront/internal/lib/lazyregexp"
)

// languageOf returns a language code as the storefronts have it: "en" for "en-GB" if they have only English. Codes of
// languages that no storefront has stay as they are.
func (b *blog) languageOf(code string) string {
	code = strings.ToLower(strings.ReplaceAll(code, "_", "-"))
	base, _, _ := strings.Cut(code, "-")
	if !slices.Contains(b.Languages, code) && slices.Contains(b.Languages, base) {
		return base
	}
	return code
}

// setDefaultLanguage sets the language of posts that name none, from the first key of the configuration with a language
// code, unless the options name it. The first of several codes counts.
func (b *blog) setDefaultLanguage(keys ...string) {
	for _, key := range keys {
		for _, code := range textsOf(b.config.Get(key)) {
			if languageCode.MatchString(code) && !b.LanguageGiven {
				b.Language = b.languageOf(code)
				return
			}
		}
	}
}

// languageCode matches a language code. Hexo also accepts the word default, and themes accept names.
var languageCode = lazyregexp.New(`^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$`)

// isLanguage reports whether a folder or a part of a file's name is a language: the configuration names it, or
// storefronts have addresses for it.
func (b *blog) isLanguage(code string) bool {
	return slices.Contains(locale.Recognised, code) || b.isConfiguredLanguage(code)
}

// isConfiguredLanguage reports whether the configuration names a language.
func (b *blog) isConfiguredLanguage(code string) bool {
	all := b.config.Get("languages")
	if all == nil {
		return false
	}
	for i := range all.Items {
		if strings.EqualFold(all.Items[i].Value, code) {
			return true
		}
	}
	for i := range all.Pairs {
		if strings.EqualFold(all.Pairs[i].Key.Value, code) {
			return true
		}
	}
	return false
}

// omission is a reason for which posts are left out.
type omission struct{ field, value, why, do string }

// omit counts a post that is left out for a reason.
func (b *blog) omit(why omission) { b.omitted[why]++ }

// noteOmissions reports each reason with the number of its posts.
func (b *blog) noteOmissions() {
	reasons := slices.SortedFunc(maps.Keys(b.omitted), func(x, y omission) int {
		return cmp.Compare(x.field+x.value+x.why, y.field+y.value+y.why)
	})
	for _, why := range reasons {
		n := b.omitted[why]
		posts := "1 post is"
		if n > 1 {
			posts = fmt.Sprintf("%d posts are", n)
		}
		b.Report.Note(importer.Note{Field: why.field, Value: why.value, Why: posts + " left out: " + why.why,
			Do: why.do})
	}
}
