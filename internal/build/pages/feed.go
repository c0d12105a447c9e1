package pages

import (
	"encoding/xml"
	"slices"
	"strings"
	"time"

	"storefront/internal/core/payload"
)

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

// maxFeedEntries is how many of the newest posts a feed holds.
const maxFeedEntries = 20

// blogFeed returns the feed of all stories in a language.
func (s *Site) blogFeed(language string, day time.Time) (WebFile, error) {
	f := atomFeed{Title: s.deployment.Name[language], ID: s.absoluteURL("/", language)}
	return s.writeFeed(f, language, "/blog", s.prefix(language)+"/feed.xml", s.forLanguage(language).posts[language],
		day)
}

// termFeeds returns the feeds of the terms that have pages in a language.
func (s *Site) termFeeds(language string, day time.Time) (all []WebFile, err error) {
	site := s.forLanguage(language)
	for _, t := range site.terms[language] {
		posts := site.postsOf(t, language)
		if t.kind == payload.SeriesTerm {
			slices.Reverse(posts) // a feed begins with the newest
		}
		f := atomFeed{Title: t.name + " · " + s.deployment.Name[language], ID: s.absoluteURL(t.path(), language)}
		file, err := s.writeFeed(f, language, t.path(), s.termFeedPath(t, language), posts, day)
		if err != nil {
			return nil, err
		}
		all = append(all, file)
	}
	return all, nil
}

// writeFeed writes the newest of some stories that are written in the language into a feed, which is published at a
// path.
func (s *Site) writeFeed(f atomFeed, language, page, path string, posts []*PostSummary,
	day time.Time) (WebFile, error) {
	f.Lang, f.Updated = language, day.Format(time.RFC3339)
	f.Links = []atomLink{{"self", s.deployment.BaseURL + path}, {"alternate", s.absoluteURL(page, language)}}
	for _, p := range posts {
		if p.Language != language || len(f.Entries) == maxFeedEntries {
			continue
		}
		e := s.feedEntry(p, language)
		if len(f.Entries) == 0 || e.Updated > f.Updated {
			f.Updated = e.Updated
		}
		f.Entries = append(f.Entries, e)
	}
	data, err := xml.MarshalIndent(f, "", " ")
	if err != nil {
		return WebFile{}, err
	}
	return WebFile{strings.TrimPrefix(path, "/"), slices.Concat([]byte(xml.Header), data, []byte("\n"))}, nil
}

func (s *Site) feedEntry(p *PostSummary, language string) atomEntry {
	url := s.absoluteURL(postPath(p.Slug), language)
	published := p.Date.UTC().Format(time.RFC3339)
	e := atomEntry{
		Title: p.Card.Title, ID: url, Link: atomLink{Href: url}, Published: published, Updated: published,
		Author:  p.Card.Author,
		Summary: p.Card.Description,
	}
	if p.Modified != "" {
		e.Updated = p.Modified + "T00:00:00Z"
	}
	if e.Author == "" {
		e.Author = s.deployment.Name[language]
	}
	return e
}
