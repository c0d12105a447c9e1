package engine

import (
	"encoding/xml"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"storefront/internal/build/pages"
	"storefront/internal/content/catalog"
	"storefront/internal/core/locale"
	"storefront/internal/core/payload"
)

// extras are the files of a web root that are no pages: assets, pictures, the sitemap, robots.txt, feeds, and the shells.
func (s *site) extras() error {
	for _, step := range []func() error{s.assets, s.media, s.variants, s.sitemap, s.robots, s.feeds, s.shellFiles, s.redirectFiles} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// assets are the built files; of the layouts' style sheets the deployment has its own.
func (s *site) assets() error {
	layouts := slices.Collect(maps.Values(s.bundle.Entry.Layouts))
	for _, rel := range s.bundle.Assets {
		if slices.Contains(layouts, rel) {
			continue
		}
		if err := s.share(filepath.Join(s.Site, "client", filepath.FromSlash(rel)), rel); err != nil {
			return err
		}
	}
	return s.file(s.stylesheetName, s.stylesheet)
}

// media are the pictures that this deployment's pages can show, which are all, since prose may name any; and the drawings
// of its logo.
func (s *site) media() error {
	if logo := s.deployment.Logo; logo != nil {
		for _, name := range logo.Files() {
			if err := s.medium(name, s.pages.Library.Drawings[name]); err != nil {
				return err
			}
		}
	}
	for name, p := range s.pages.Library.Pictures {
		if p.Remote() {
			continue
		}
		if err := s.medium(name, p); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) medium(name string, p *catalog.Picture) error {
	return s.share(filepath.Join(s.Content, "media", name), strings.TrimPrefix(pages.PicturePath(p), "/"))
}

// sitemapLimit is the protocol's own: 50,000 addresses a file.
const sitemapLimit = 50_000

func (s *site) sitemap() error {
	var urls []string
	for i := range s.items {
		if item := &s.items[i]; item.Listed {
			urls = append(urls, s.sitemapURL(item))
		}
	}
	if len(urls) <= sitemapLimit {
		return s.file("sitemap.xml", sitemapFile(urls))
	}
	var index strings.Builder
	index.WriteString(xml.Header + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for n := 1; len(urls) > 0; n++ {
		part := urls[:min(sitemapLimit, len(urls))]
		urls = urls[len(part):]
		name := fmt.Sprintf("sitemap-%d.xml", n)
		if err := s.file(name, sitemapFile(part)); err != nil {
			return err
		}
		fmt.Fprintf(&index, "<sitemap><loc>%s/%s</loc></sitemap>\n", s.deployment.BaseURL, name)
	}
	index.WriteString("</sitemapindex>\n")
	return s.file("sitemap.xml", []byte(index.String()))
}

func (s *site) sitemapURL(item *pages.Item) string {
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
		b.WriteString(`<xhtml:link rel="alternate" hreflang="` + language + `" href="` + s.address(item.Bare, language) + `"/>`)
	}
	b.WriteString("</url>")
	return b.String()
}

func (s *site) address(bare, language string) string {
	path := locale.Join(locale.Prefix(language, s.deployment.DefaultLanguage()), bare)
	return s.deployment.BaseURL + path
}

func sitemapFile(urls []string) []byte {
	return []byte(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">` + "\n" +
		strings.Join(urls, "\n") + "\n</urlset>\n")
}

func (s *site) robots() error {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, language := range s.deployment.Languages {
		for _, path := range []string{"/cart", "/checkout", "/invoices", "/auth/", "/search"} {
			b.WriteString("Disallow: " + locale.Join(locale.Prefix(language, s.deployment.DefaultLanguage()), path) + "\n")
		}
	}
	b.WriteString("\nSitemap: " + s.deployment.BaseURL + "/sitemap.xml\n")
	return s.file("robots.txt", []byte(b.String()))
}

type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"xml:lang,attr"`
	Title   string      `xml:"title"`
	ID      string      `xml:"id"`
	Updated string      `xml:"updated"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	Title     string   `xml:"title"`
	ID        string   `xml:"id"`
	Link      atomLink `xml:"link"`
	Published string   `xml:"published"`
	Updated   string   `xml:"updated"`
	Author    string   `xml:"author>name"`
	Summary   string   `xml:"summary"`
}

// feedLength is how many of the newest stories a feed holds.
const feedLength = 20

func (s *site) feeds() error {
	for _, language := range s.deployment.Languages {
		prefix := locale.Prefix(language, s.deployment.DefaultLanguage())
		name := s.deployment.Name[language]
		f := atomFeed{Lang: language, Title: name, ID: s.address("/", language), Links: []atomLink{
			{"self", s.deployment.BaseURL + prefix + "/feed.xml"}, {"alternate", s.address("/blog", language)},
		}, Updated: s.dayStart().Format(time.RFC3339)}
		posts := s.pages.Stories(language)
		for i, p := range posts[:min(feedLength, len(posts))] {
			at := s.address("/blog/"+p.Slug, language)
			published := p.Date.UTC().Format(time.RFC3339)
			e := atomEntry{Title: p.Card.Title, ID: at, Link: atomLink{Href: at}, Published: published, Updated: published, Author: p.Card.Author, Summary: p.Card.Description}
			if p.Modified != "" {
				e.Updated = p.Modified + "T00:00:00Z"
			}
			if e.Author == "" {
				e.Author = name
			}
			if i == 0 || e.Updated > f.Updated {
				f.Updated = e.Updated
			}
			f.Entries = append(f.Entries, e)
		}
		data, err := xml.MarshalIndent(f, "", " ")
		if err != nil {
			return err
		}
		if err := s.file(strings.TrimPrefix(prefix+"/feed.xml", "/"), append([]byte(xml.Header), append(data, '\n')...)); err != nil {
			return err
		}
	}
	return nil
}

// shellFiles are for the development server, which renders pages without this program.
func (s *site) shellFiles() error {
	for _, shell := range s.shells() {
		data, err := payload.JSON(shell)
		if err != nil {
			return err
		}
		if err := s.file("builds/meta/shell."+shell.Locale+".json", data); err != nil {
			return err
		}
	}
	return nil
}
