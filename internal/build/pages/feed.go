package pages

import (
	"encoding/xml"
	"slices"
	"strings"
	"time"
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

// feedLength is how many of the newest posts a feed holds.
const feedLength = 20

func (s *Site) feed(language string, day time.Time) (WebFile, error) {
	prefix, name := s.prefix(language), s.deployment.Name[language]
	f := atomFeed{
		Lang: language, Title: name, ID: s.address("/", language), Updated: day.Format(time.RFC3339),
		Links: []atomLink{{"self", s.deployment.BaseURL + prefix + "/feed.xml"},
			{"alternate", s.address("/blog", language)}},
	}
	var posts []*PostSummary // written in the language
	for _, p := range s.of(language).posts[language] {
		if p.Language == language {
			posts = append(posts, p)
		}
	}
	for i, p := range posts[:min(feedLength, len(posts))] {
		e := s.feedEntry(p, language)
		if i == 0 || e.Updated > f.Updated {
			f.Updated = e.Updated
		}
		f.Entries = append(f.Entries, e)
	}
	data, err := xml.MarshalIndent(f, "", " ")
	if err != nil {
		return WebFile{}, err
	}
	return WebFile{strings.TrimPrefix(prefix+"/feed.xml", "/"), slices.Concat([]byte(xml.Header), data, []byte("\n"))},
		nil
}

func (s *Site) feedEntry(p *PostSummary, language string) atomEntry {
	at := s.address("/blog/"+p.Slug, language)
	published := p.Date.UTC().Format(time.RFC3339)
	e := atomEntry{
		Title: p.Card.Title, ID: at, Link: atomLink{Href: at}, Published: published, Updated: published,
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
