package pages

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"storefront/internal/core/route"
)

// sitemapLimit is the protocol's own: 50,000 addresses a file.
const sitemapLimit = 50_000

func (s *Site) sitemap(items []Item) (files []WebFile) {
	var urls []string
	for i := range items {
		if items[i].Listed {
			urls = append(urls, s.sitemapURL(&items[i]))
		}
	}
	if len(urls) <= sitemapLimit {
		return []WebFile{{"sitemap.xml", sitemapOf(urls)}}
	}
	var index strings.Builder
	index.WriteString(xml.Header + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for part := range slices.Chunk(urls, sitemapLimit) {
		name := fmt.Sprintf("sitemap-%d.xml", len(files)+1)
		files = append(files, WebFile{name, sitemapOf(part)})
		fmt.Fprintf(&index, "<sitemap><loc>%s/%s</loc></sitemap>\n", s.deployment.BaseURL, name)
	}
	index.WriteString("</sitemapindex>\n")
	return append(files, WebFile{"sitemap.xml", []byte(index.String())})
}

func (s *Site) sitemapURL(item *Item) string {
	languages := item.Locales
	if languages == nil {
		languages = s.deployment.Languages
	}
	var b strings.Builder
	b.WriteString("<url><loc>" + s.address(item.Bare, item.Language) + "</loc>")
	if item.Modified != "" {
		b.WriteString("<lastmod>" + item.Modified + "</lastmod>")
	}
	for _, language := range languages {
		b.WriteString(`<xhtml:link rel="alternate" hreflang="` + language + `" href="` +
			s.address(cmp.Or(item.Paths[language], item.Bare), language) + `"/>`)
	}
	b.WriteString("</url>")
	return b.String()
}

// address returns the whole address of a path without locale prefix.
func (s *Site) address(bare, language string) string {
	return s.deployment.BaseURL + route.Join(s.prefix(language), bare)
}

func sitemapOf(urls []string) []byte {
	return []byte(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ` +
		`xmlns:xhtml="http://www.w3.org/1999/xhtml">` + "\n" + strings.Join(urls, "\n") + "\n</urlset>\n")
}

// unlisted are the pages that crawlers leave out.
var unlisted = []string{"/cart", "/checkout", "/invoices", "/auth/", "/search", "/buy/"}

func (s *Site) robots() WebFile {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, language := range s.deployment.Languages {
		for _, path := range unlisted {
			b.WriteString("Disallow: " + route.Join(s.prefix(language), path) + "\n")
		}
	}
	b.WriteString("\nSitemap: " + s.deployment.BaseURL + "/sitemap.xml\n")
	return WebFile{"robots.txt", []byte(b.String())}
}
