package blog

import (
	"cmp"
	"slices"

	bcp47 "golang.org/x/text/language"
)

// readLanguage sets the language of a post from its front matter, as themes do, if the site has one language and
// neither the post's file nor its folder names one. Hugo itself ignores these keys.
func (h *hugo) readLanguage(b *blog, p *post) {
	key, n := firstKey(p.front, "lang", "language", "locale")
	if n == nil || slices.Contains(p.inheritedKeys, key) {
		return
	}
	language := b.languageOf(n.Text())
	all := b.config.Get("languages")
	isNamed := p.language != "" || all != nil && len(all.Pairs) > 1
	here := b.languageOf(cmp.Or(p.language, b.Language))
	_, err := bcp47.Parse(n.Text())
	switch {
	case language == here:
	case err != nil:
		b.noteLeftOut(p, key, n, "this is not a language code")
	case isNamed:
		b.noteLeftOut(p, key, n, "by the site's languages and the names of files and folders, the post's language "+
			"is "+here)
	default:
		p.language = n.Text()
	}
}
