package blog

import (
	"path"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
)

// linkedTranslation returns the translation that a link refers to by its address, by its file's name, or by an address
// that only this translation had. It returns nil if the link names no other language.
func (b *blog) linkedTranslation(p, found *post, to string) *post {
	if found == nil {
		return nil
	}
	stem := strings.TrimSuffix(to, path.Ext(to))
	language := strings.TrimPrefix(path.Ext(stem), ".")
	if !isMarkdown(to) || !b.isLanguage(language) {
		below := strings.TrimPrefix(strings.TrimPrefix(to, b.basePath), "/")
		language, _, _ = strings.Cut(below, "/")
	}
	if language = b.languageOf(language); !slices.Contains(b.Languages, language) {
		language = b.languageAt(found, to)
	}
	if found == p && language == "" && p.sourceLanguage != b.Language && b.isConfiguredLanguage(p.sourceLanguage) &&
		isHugo(b.dialect) && strings.HasPrefix(to, "/") && strings.Trim(to, "/") != "blog/"+p.slug {
		language = b.Language // its addresses have no language
	}
	if language == p.language {
		return nil
	}
	return b.translations[[2]string{found.translationKey, language}]
}

// languageAt returns the language of the only translation of a post that had an address.
func (b *blog) languageAt(found *post, to string) string {
	address, _ := b.aliasOf(to, "/")
	one := b.byAddress[address]
	if one == nil || one.translationKey != found.translationKey || one == found ||
		slices.Contains(found.oldAddresses, address) {
		return ""
	}
	return one.language
}

// isDefaultLanguage reports whether a storefront has a language in addresses without a language part.
func (b *blog) isDefaultLanguage(language string) bool {
	return slices.ContainsFunc(b.Library.Deployments, func(d *catalog.Deployment) bool {
		return d.DefaultLanguage() == language
	})
}
