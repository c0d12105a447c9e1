package blog

import (
	"path"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
)

// inLanguage returns the text of another language that a link names: by the language in its address, by that in the
// name of a file, or by an address that this text alone had. It returns nil if the link names no other language.
func (b *blog) inLanguage(p, found *post, to string) *post {
	if found == nil {
		return nil
	}
	stem := strings.TrimSuffix(to, path.Ext(to))
	language := strings.TrimPrefix(path.Ext(stem), ".")
	if !isMarkdown(to) || !b.isLanguage(language) {
		below := strings.TrimPrefix(strings.TrimPrefix(to, b.below), "/")
		language, _, _ = strings.Cut(below, "/")
	}
	if language = b.languageOf(language); !slices.Contains(b.Languages, language) {
		language = b.languageAt(found, to)
	}
	if found == p && language == "" && p.spoken != b.Language && b.speaks(p.spoken) && isHugo(b.dialect) &&
		strings.HasPrefix(to, "/") && strings.Trim(to, "/") != "blog/"+p.slug {
		language = b.Language // whose addresses have no language
	}
	if language == p.language {
		return nil
	}
	return b.twins[[2]string{found.key, language}]
}

// languageAt returns the language of the one text of a story that had an address.
func (b *blog) languageAt(found *post, to string) string {
	address, _ := b.address(to, "/")
	one := b.byOld[address]
	if one == nil || one.key != found.key || one == found || slices.Contains(found.old, address) {
		return ""
	}
	return one.language
}

// isDefault reports whether a language has no part in the addresses of a storefront.
func (b *blog) isDefault(language string) bool {
	return slices.ContainsFunc(b.Library.Deployments, func(d *catalog.Deployment) bool {
		return d.DefaultLanguage() == language
	})
}
