package pages

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
)

// Summary is the part of a product that a build holds in memory for all products at once. Builds keep summaries and
// read the rest again.
type Summary struct {
	Slug          string
	City          string
	Categories    []string
	Supplier      string
	SourceID      string
	Currency      string
	Weight        int
	Draft         bool
	Pictures      []string // the first is that of its card
	ProsePictures []string // the pictures that its texts name
	// PicturesKey is a key of all these pictures with their alternative texts.
	PicturesKey digest.Digest
	Related     []string
	Aliases     []string
	Average     float64
	Reviews     int
	// Facts are the values that visitors filter and sort by.
	Facts CardFacts
	// OfferKey is the key of its line in Google's feed; zero if it has none.
	OfferKey digest.Digest
	// Texts follow the order of Summarizer.views: those of its languages come first. One without a title is not shown.
	Texts []SummaryText
	// Deployment is the deployment of this summary and its reviews; empty if every deployment shows the same.
	Deployment string
	// ByDeployment has the summaries of deployments that have reviews of their own, by deployment.
	ByDeployment map[string]*Summary
}

// ForDeployment returns the product as a deployment shows it.
func (s *Summary) ForDeployment(deployment string) *Summary {
	if own := s.ByDeployment[deployment]; own != nil {
		return own
	}
	return s
}

// CardFacts are the facts on a product's card and page that do not depend on the language.
type CardFacts struct {
	Price            *payload.Price // nil if there is no fixed price
	Duration         payload.Duration
	GuideLanguages   []string
	FreeCancellation bool
	Pickup           bool
	Available        bool
}

// SummaryText is the part of a Summary that differs by language.
type SummaryText struct {
	Title       string
	SEOTitle    string
	Description string
	Slug        string            // of its page in the view, percent-encoded, if it is not the product's
	Aliases     []string          // of the text
	WrittenIn   *payload.Language // if it is not the view's
	// Card is the JSON of a ProductCard.
	Card    []byte
	CardKey digest.Digest
	// DetailKey is the key of the stored ProductDetail.
	DetailKey digest.Digest
	// WordsKey is the key of the words by which the product is found.
	WordsKey digest.Digest
	// Links are those of the overview.
	Links []markdown.Link
	// HeadingIDs are the ids of its headings.
	HeadingIDs []string
	// File is where the overview is written, for diagnostics.
	File string
}

// SummarizeProduct returns the summary of a checked product, and its content to be stored.
func (m *Summarizer) SummarizeProduct(p *catalog.Product) (*Summary, []StoredContent, []Remark) {
	s := &Summary{
		Slug: p.Slug, City: strings.Clone(p.City), Categories: cloneStrings(p.Categories),
		Supplier: strings.Clone(p.Supplier), SourceID: strings.Clone(p.SourceID), Currency: strings.Clone(p.Currency),
		Weight: p.Weight, Draft: p.Draft, Pictures: cloneStrings(p.Images), Related: cloneStrings(p.Related),
		Aliases: cloneStrings(p.Aliases),
		Reviews: len(p.Reviews),
	}
	f := factsOf(p)
	if f.rating != nil {
		s.Average = f.rating.Average
	}
	s.Facts = cardFactsOf(p, f)
	var stored []StoredContent
	var remarks []Remark
	views := make([]offerView, len(m.views))
	for i, view := range m.views {
		own := i < len(m.lib.Languages)
		t, language := catalog.TextIn(view, p.Texts)
		switch {
		case t == nil || !own && view.OmitsUntranslated && !m.hasVisiblePlace(p, view):
			s.Texts = append(s.Texts, SummaryText{})
			continue
		case !own && language == view.Language && m.hasAllTexts(p, language):
			same := slices.Index(m.lib.Languages, language)
			s.Texts, views[i] = append(s.Texts, s.Texts[same]), views[same]
			continue
		}
		doc := markdown.Render(t.Body, recordNames(&s.ProsePictures, m.prosePictureSource(view, language)))
		if own {
			remarks = append(remarks, m.addFile(t.Body.File, doc.Remarks)...)
		}
		card := mustJSON(m.card(p, f, t, view, language))
		views[i] = offerView{t.Title, m.detail(p, f, t, view, doc.HTML), m.offerWords[view.Language]}
		detail, words := splitDetail(views[i].detail), m.searchWords(p, t, language)
		s.Texts = append(s.Texts, SummaryText{
			Title: strings.Clone(t.Title), SEOTitle: strings.Clone(t.SEOTitle),
			Description: strings.Clone(cmp.Or(t.SEODescription, t.Summary)), WrittenIn: writtenInOf(language, view),
			Slug: strings.Clone(ownSlug(p, p.Slug, view)), Aliases: cloneStrings(t.Aliases),
			Card: card, CardKey: digest.Of(card), DetailKey: digest.Of(detail), WordsKey: digest.Of(words),
			Links: doc.AllLinks(), HeadingIDs: doc.HeadingIDs, File: t.Body.File,
		})
		stored = append(stored, StoredContent{s.detailRef(i), detail}, StoredContent{s.wordsRef(i), words})
	}
	if offer := encodeOffer(s.Slug, s.Categories, views); offer != nil {
		s.OfferKey = digest.Of(offer)
		stored = append(stored, StoredContent{s.offerRef(), offer})
	}
	s.PicturesKey = m.picturesKey(s.pictures()...)
	return s, stored, remarks
}

// cardFactsOf returns the facts of a product's card. They do not refer to the texts of its files.
func cardFactsOf(p *catalog.Product, f facts) CardFacts {
	card := CardFacts{
		Duration: payload.Duration(p.Duration), GuideLanguages: cloneStrings(p.GuideLanguages),
		FreeCancellation: f.freeCancellation > 0, Pickup: p.Pickup != nil && p.Pickup.Included,
		Available: isBookable(p.Status),
	}
	if f.price != nil {
		price := *f.price
		price.Currency = strings.Clone(price.Currency)
		price.Per = payload.PricedBy(strings.Clone(string(price.Per)))
		price.Of = payload.Item(strings.Clone(string(price.Of)))
		card.Price = &price
	}
	return card
}

// pictures returns the names of all pictures that its cards and pages show.
func (s *Summary) pictures() []string { return slices.Concat(s.Pictures, s.ProsePictures) }

// hasVisiblePlace reports whether a view shows the product's city and its first category. Without them the product has
// no address and no kind.
func (m *Summarizer) hasVisiblePlace(p *catalog.Product, view catalog.View) bool {
	city, category := m.cities[p.City], m.categories[p.Categories[0]]
	return city != nil && city.Texts[view.Language] != nil && category != nil && category.Texts[view.Language] != nil
}

// hasAllTexts reports whether everything that a product names has its text in a language.
func (m *Summarizer) hasAllTexts(p *catalog.Product, language string) bool {
	lacks := func(texts map[string]catalog.Localized, ids []string) bool {
		return slices.ContainsFunc(ids, func(id string) bool { return texts[id][language] == "" })
	}
	if c := m.cities[p.City]; c != nil && c.Texts[language] == nil {
		return false
	}
	for _, slug := range p.Categories {
		if c := m.categories[slug]; c != nil && c.Texts[language] == nil {
			return false
		}
	}
	for _, name := range p.Images {
		if i := m.lib.Pictures[name]; i != nil && i.Alt[language] == "" {
			return false
		}
	}
	supplier := m.lib.Suppliers[p.Supplier]
	return !lacks(m.lib.Labels, m.labelsOf(p)) && !lacks(m.lib.Occasions, p.Occasions) &&
		(supplier == nil || supplier.Name[language] != "")
}

func (s *Summary) detailRef(view int) StoredRef {
	return StoredRef{StoredDetail, s.Texts[view].DetailKey, s.Slug}
}

func (s *Summary) wordsRef(view int) StoredRef {
	return StoredRef{StoredWords, s.Texts[view].WordsKey, s.Slug}
}

func (s *Summary) offerRef() StoredRef { return StoredRef{StoredOffer, s.OfferKey, s.Slug} }

// isShownIn reports whether a view shows the product.
func (s *Summary) isShownIn(view int) bool { return s.Texts[view].Title != "" }

// cloneStrings copies texts: a summary outlives the file that it was read from, and a substring keeps the whole file in
// memory.
func cloneStrings(texts []string) []string {
	out := slices.Clone(texts)
	for i := range out {
		out[i] = strings.Clone(out[i])
	}
	return out
}

func (m *Summarizer) card(p *catalog.Product, f facts, t *catalog.ProductText, view catalog.View,
	language string) *payload.ProductCard {
	c := &payload.ProductCard{
		Slug: p.Slug, Address: ownSlug(p, p.Slug, view), Title: t.Title,
		City: m.city(p.City, view), Category: m.category(p.Categories[0], view),
		Duration: payload.Duration(p.Duration), Pickup: p.Pickup != nil && p.Pickup.Included,
		FreeCancellation: f.freeCancellation,
		Rating:           f.rating, Price: f.price, Status: p.Status,
		Labels:     namesOf(m.labelsOf(p), m.lib.Labels, view),
		StartTimes: f.startTimes, Guides: p.GuideLanguages, WrittenIn: writtenInOf(language, view),
	}
	if p.Draft {
		mark := payload.Named{ID: string(Draft), Name: m.draftLabels[view.Language]}
		c.Labels = slices.Insert(c.Labels, 0, mark)
	}
	for _, category := range p.Categories[1:] {
		if m.showsCategory(category, view) {
			c.OtherCategories = append(c.OtherCategories, m.category(category, view))
		}
	}
	if i := m.image(p.Images[0], view); i != nil {
		c.Image = *i
	}
	return c
}

// showsCategory reports whether a view shows a category.
func (m *Summarizer) showsCategory(slug string, view catalog.View) bool {
	c := m.categories[slug]
	return c == nil || !view.OmitsUntranslated || c.Texts[view.Language] != nil
}
