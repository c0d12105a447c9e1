package pages

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"storefront/internal/core/route"
)

// Limits of the protocol (https://www.sitemaps.org/protocol.html) and of Google's extension for pictures: addresses and
// bytes of a file, pictures of an address.
const (
	maxSitemapURLs  = 50_000
	maxSitemapBytes = 50 << 20
	maxURLPictures  = 1000
)

const (
	sitemapHead = xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ` +
		`xmlns:xhtml="http://www.w3.org/1999/xhtml" ` +
		`xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">` + "\n"
	sitemapFoot = "</urlset>\n"
)

// typicalURLBytes is about how long the entry of a page is.
const typicalURLBytes = 800

// SitemapFile is the sitemap, or the index of several. The name of one of several is SitemapPart.
const SitemapFile = "sitemap.xml"

// SitemapPart returns the name of one of several sitemaps, which are counted from one.
func SitemapPart(n int) string { return fmt.Sprintf("sitemap-%d.xml", n) }

// HasSameSitemapEntry reports whether two pages have the same entry in the sitemap.
func (i *Item) HasSameSitemapEntry(other *Item) bool {
	return i.InSitemap == other.InSitemap && i.UnprefixedPath == other.UnprefixedPath && i.Language == other.Language &&
		i.Modified == other.Modified && slices.Equal(i.Locales, other.Locales) && maps.Equal(i.Paths, other.Paths) &&
		slices.Equal(i.Pictures, other.Pictures)
}

// Sitemap yields the sitemap of the listed pages with their pictures: a file, or several and then their index.
func (s *Site) Sitemap(items []*Item) iter.Seq[WebFile] {
	return s.sitemapWithin(items, maxSitemapURLs, maxSitemapBytes)
}

func (s *Site) sitemapWithin(items []*Item, maxURLs, maxBytes int) iter.Seq[WebFile] {
	return func(yield func(WebFile) bool) {
		data := append(make([]byte, 0, min(maxBytes, typicalURLBytes*len(items))), sitemapHead...)
		count, parts := 0, 0
		var url []byte
		for _, item := range items {
			if !item.InSitemap {
				continue
			}
			url = s.appendURL(url[:0], item)
			if count == maxURLs || count > 0 && len(data)+len(url)+len(sitemapFoot) > maxBytes {
				parts++
				if !yield(WebFile{SitemapPart(parts), append(data, sitemapFoot...)}) {
					return
				}
				data, count = append(make([]byte, 0, len(data)), sitemapHead...), 0
			}
			data, count = append(data, url...), count+1
		}
		data = append(data, sitemapFoot...)
		if parts == 0 {
			yield(WebFile{SitemapFile, data})
			return
		}
		parts++
		if yield(WebFile{SitemapPart(parts), data}) {
			yield(s.sitemapIndex(parts))
		}
	}
}

// sitemapIndex returns the index of several sitemaps.
func (s *Site) sitemapIndex(parts int) WebFile {
	var index strings.Builder
	index.WriteString(xml.Header + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for n := 1; n <= parts; n++ {
		index.WriteString("<sitemap><loc>" + s.deployment.BaseURL + "/" + SitemapPart(n) + "</loc></sitemap>\n")
	}
	index.WriteString("</sitemapindex>\n")
	return WebFile{SitemapFile, []byte(index.String())}
}

func (s *Site) appendURL(out []byte, item *Item) []byte {
	languages := item.Locales
	if languages == nil {
		languages = s.deployment.Languages
	}
	add := func(parts ...string) {
		for _, part := range parts {
			out = append(out, part...)
		}
	}
	add("<url><loc>", s.absoluteURL(item.UnprefixedPath, item.Language), "</loc>")
	if item.Modified != "" {
		add("<lastmod>", item.Modified, "</lastmod>")
	}
	alternate := func(hreflang, language string) {
		add(`<xhtml:link rel="alternate" hreflang="`, hreflang, `" href="`,
			s.absoluteURL(cmp.Or(item.Paths[language], item.UnprefixedPath), language), `"/>`)
	}
	for _, language := range languages {
		alternate(language, language)
	}
	if len(languages) > 0 {
		alternate("x-default", languages[0]) // as in the page's head (site/lib/document/head.ts)
	}
	for _, src := range item.Pictures[:min(len(item.Pictures), maxURLPictures)] {
		if strings.HasPrefix(src, "/") {
			src = s.deployment.BaseURL + src
		}
		add("<image:image><image:loc>", xmlEscaper.Replace(src), "</image:loc></image:image>")
	}
	add("</url>\n")
	return out
}

// xmlEscaper escapes an address.
var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")

// absoluteURL returns the whole address of a path without locale prefix.
func (s *Site) absoluteURL(path, language string) string {
	return s.deployment.BaseURL + route.JoinPrefix(s.prefix(language), path)
}

// disallowedPaths are the paths that robots.txt excludes, with the paths below them. A rule without an end sign would
// match every path that begins so, such as /cart-and-horse.
var disallowedPaths = []string{"/cart", "/checkout", "/invoices", "/auth", "/search", "/buy"}

func (s *Site) robots() WebFile {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, language := range s.deployment.Languages {
		for _, path := range disallowedPaths {
			for _, end := range []string{"$", "?", "/"} {
				b.WriteString("Disallow: " + route.JoinPrefix(s.prefix(language), path) + end + "\n")
			}
		}
	}
	b.WriteString("\nSitemap: " + s.deployment.BaseURL + "/sitemap.xml\n")
	return WebFile{"robots.txt", []byte(b.String())}
}
