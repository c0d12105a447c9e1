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

// languageOf returns a code as the storefronts have it: "en" for "en-GB" where they have English and no British one.
// The code of a language that no storefront has stays another.
func (b *blog) languageOf(code string) string {
	code = strings.ToLower(strings.ReplaceAll(code, "_", "-"))
	base, _, _ := strings.Cut(code, "-")
	if !slices.Contains(b.Languages, code) && slices.Contains(b.Languages, base) {
		return base
	}
	return code
}

// setDefaultLanguage takes the language of posts that name none from the first of these keys of the configuration that
// has a code, unless the options name it. Of several codes the first is the language.
func (b *blog) setDefaultLanguage(keys ...string) {
	for _, key := range keys {
		for _, code := range words(b.config.Get(key)) {
			if languageCode.MatchString(code) && !b.LanguageGiven {
				b.Language = b.languageOf(code)
				return
			}
		}
	}
}

// languageCode matches the code of a language; Hexo takes the word default for one, and themes take names.
var languageCode = lazyregexp.New(`^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$`)

// isLanguage reports whether a folder or a part of a file's name means a language: the configuration names it, or
// storefronts have addresses for it.
func (b *blog) isLanguage(code string) bool {
	return slices.Contains(locale.Recognised, code) || b.speaks(code)
}

// speaks reports whether the configuration names a language.
func (b *blog) speaks(code string) bool {
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

// omission is why posts are left out together.
type omission struct{ field, value, why, do string }

// omit counts a post that is left out for a reason that it shares with others.
func (b *blog) omit(why omission) { b.omitted[why]++ }

// noteOmissions reports each reason once, with the number of its posts.
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
