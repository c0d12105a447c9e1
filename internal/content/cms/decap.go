package cms

import (
	"bytes"
	"strings"
)

// toDecap is a configuration for Decap CMS. It has several languages side by side only if one file or one folder holds
// them, so each language has a collection of its own. It supports formats of collections only, and no rules for slugs.
func toDecap(c *config) *config {
	out := *c
	out.I18n, out.Collections = nil, nil
	for _, one := range c.Collections {
		one.Slug = nil
		if len(one.Files) > 0 {
			one.Format = one.Files[0].Format
		}
		if !one.I18n {
			out.Collections = append(out.Collections, one)
			continue
		}
		for _, language := range c.I18n.Locales {
			out.Collections = append(out.Collections, one.forLanguage(language))
		}
	}
	return &out
}

// forLanguage returns the collection of one language.
func (c collection) forLanguage(language string) collection {
	c.Name, c.Label, c.I18n = c.Name+"-"+language, c.Label+" ("+language+")", false
	files := c.Files
	c.Files = nil
	for _, f := range files {
		f.File, f.I18n = strings.Replace(f.File, "{{locale}}", language, 1), false
		f.Fields = withoutI18n(f.Fields)
		c.Files = append(c.Files, f)
	}
	return c
}

// withoutI18n returns fields without their i18n settings.
func withoutI18n(fields []field) (all []field) {
	for _, f := range fields {
		f.I18n, f.Fields = false, withoutI18n(f.Fields)
		if f.Field != nil {
			f.Field = &withoutI18n([]field{*f.Field})[0]
		}
		all = append(all, f)
	}
	return all
}

// decapPage returns the page with Decap's script.
func decapPage(page []byte) []byte {
	page = bytes.ReplaceAll(page, []byte("dist/sveltia-cms.js of the npm package @sveltia/cms"),
		[]byte("dist/decap-cms.js of the npm package decap-cms"))
	return bytes.ReplaceAll(page, []byte("sveltia-cms.js"), []byte("decap-cms.js"))
}
