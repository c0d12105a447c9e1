package pages

import (
	"strings"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/core/payload"
	"storefront/internal/core/route"
	"storefront/internal/lib/digest"
)

// PostSummary is the part of a post in one language that builds keep, so that they need not read it again.
type PostSummary struct {
	Folder        string
	Language      string
	Slug          string // as addresses have it, percent-encoded
	Draft         bool
	Date          time.Time
	Expires       time.Time
	Modified      string
	Image         string
	ProsePictures []string // the pictures that it names
	// PicturesKey is a key of all these pictures with their alternative texts.
	PicturesKey digest.Digest
	Tags        []string
	Series      string
	Aliases     []string
	Products    []string
	Card        payload.PostCard
	// DescriptionIsExcerpt is true if Card's description is the beginning of the prose, because the post has none.
	DescriptionIsExcerpt bool
	// HTMLKey is the key of the rendered prose.
	HTMLKey    digest.Digest
	Links      []markdown.Link
	HeadingIDs []string // the ids of its headings
	// Blocks are the parts that the markers in its prose refer to.
	Blocks []markdown.Block
	File   string
}

// excerptLength is the number of characters of a post that replace a missing description.
const excerptLength = 160

// wordsPerMinute is a common reading speed; it only rounds to whole minutes.
const wordsPerMinute = 220

// SummarizePost returns the summary of a post, its HTML to be stored, and the remarks on its prose.
func (m *Summarizer) SummarizePost(p *catalog.Post) (*PostSummary, StoredContent, []Remark) {
	var named []string
	doc := m.renderPage(p.Body, recordNames(&named, m.pictureSource(m.lenientView(p.Language))))
	html := []byte(doc.HTML)
	s := &PostSummary{
		Folder: p.Folder, Language: p.Language, Slug: route.Escape(p.Slug), Draft: p.Draft, Date: p.Date.Time,
		Expires: p.ExpiryDate.Time, Image: strings.Clone(p.Image), ProsePictures: named,
		Tags: cloneStrings(p.Tags), Series: strings.Clone(p.Series),
		Aliases: cloneStrings(p.Aliases), Products: cloneStrings(p.Products), HTMLKey: digest.Of(html),
		Links: doc.AllLinks(), HeadingIDs: doc.HeadingIDs, Blocks: doc.Blocks, File: p.Body.File,
		Card: payload.PostCard{
			Title: strings.Clone(p.Title), Description: strings.Clone(p.Description),
			Image: m.image(p.Image, m.lenientView(p.Language)), Date: p.Date.Format(time.DateOnly),
			Author:  strings.Clone(p.Author),
			Minutes: max(1, (markdown.CountWords(p.Body.Source)+wordsPerMinute/2)/wordsPerMinute),
		},
	}
	s.Card.Slug, s.Card.Tags = s.Slug, s.Tags
	if s.Card.Description == "" {
		s.Card.Description, s.DescriptionIsExcerpt = markdown.Excerpt(p.Body.Source, excerptLength), true
	}
	if !p.Lastmod.IsZero() && p.Lastmod.After(p.Date.Time) {
		s.Modified = p.Lastmod.Format(time.DateOnly)
	}
	s.PicturesKey = m.picturesKey(s.pictures()...)
	return s, StoredContent{s.proseRef(), html}, m.addFile(p.Body.File, doc.Remarks)
}

// pictures returns the names of all pictures that its card and its page show.
func (s *PostSummary) pictures() []string { return append([]string{s.Image}, s.ProsePictures...) }

func (s *PostSummary) proseRef() StoredRef { return StoredRef{StoredPost, s.HTMLKey, s.Folder} }
