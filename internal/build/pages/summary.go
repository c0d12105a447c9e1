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
	Slug       string
	City       string
	Categories []string
	Supplier   string
	SourceID   string
	Currency   string
	Weight     int
	Draft      bool
	Pictures   []string // the first is that of its card
	InProse    []string // the pictures that its texts name
	// PicturesKey is a key of all these pictures with their alternative texts.
	PicturesKey digest.Digest
	Related     []string
	Aliases     []string
	Average     float64
	Reviews     int
	// Facts are the values that visitors filter and sort by.
	Facts CardFacts
	// Offer is the key of its line in Google's feed; zero if it has none.
	Offer digest.Digest
	// Texts follow the order of the maker's views: those of its languages come first. One without a title is not shown.
	Texts []SummaryText
	// Deployment is the deployment of this summary and its reviews; empty if every deployment shows the same.
	Deployment string
	// Own are the summaries of deployments that have reviews of their own, by deployment.
	Own map[string]*Summary
}

// In returns the product as a deployment shows it.
func (s *Summary) In(deployment string) *Summary {
	if own := s.Own[deployment]; own != nil {
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
	// Detail is the key of the stored ProductDetail.
	Detail digest.Digest
	// Words is the key of the words by which the product is found.
	Words digest.Digest
	// Links are those of the overview.
	Links []markdown.Link
	// File is where the overview is written, for diagnostics.
	File string
}

// Product returns the summary of a checked product, and its content to be stored.
func (m *Maker) Product(p *catalog.Product) (*Summary, []StoredContent, []Remark) {
	s := &Summary{
		Slug: p.Slug, City: strings.Clone(p.City), Categories: cloneAll(p.Categories),
		Supplier: strings.Clone(p.Supplier), SourceID: strings.Clone(p.SourceID), Currency: strings.Clone(p.Currency),
		Weight: p.Weight, Draft: p.Draft, Pictures: cloneAll(p.Images), Related: cloneAll(p.Related),
		Aliases: cloneAll(p.Aliases),
		Reviews: len(p.Reviews),
	}
	f := factsOf(p)
	if f.rating != nil {
		s.Average = f.rating.Average
	}
	s.Facts = CardFacts{
		Price: f.price, Duration: payload.Duration(p.Duration), GuideLanguages: cloneAll(p.GuideLanguages),
		FreeCancellation: f.free > 0, Pickup: p.Pickup != nil && p.Pickup.Included, Available: p.Status == "" ||
			p.Status == payload.Available,
	}
	if f.price != nil {
		price := *f.price
		price.Currency = strings.Clone(price.Currency)
		price.Per = payload.PricedBy(strings.Clone(string(price.Per)))
		price.Of = payload.Item(strings.Clone(string(price.Of)))
		s.Facts.Price = &price
	}
	var stored []StoredContent
	var remarks []Remark
	views := make([]offerView, len(m.views))
	for i, view := range m.views {
		own := i < len(m.lib.Languages)
		t, language := catalog.In(view, p.Texts)
		switch {
		case t == nil || !own && view.Omits && !m.placed(p, view):
			s.Texts = append(s.Texts, SummaryText{})
			continue
		case !own && language == view.Language && m.complete(p, language):
			same := slices.Index(m.lib.Languages, language)
			s.Texts, views[i] = append(s.Texts, s.Texts[same]), views[same]
			continue
		}
		doc := markdown.Render(t.Body, noting(&s.InProse, m.prosePictures(view, language)))
		if own {
			remarks = append(remarks, m.inFile(t.Body.File, doc.Remarks)...)
		}
		card := mustJSON(m.card(p, f, t, view, language))
		views[i] = offerView{t.Title, m.detail(p, f, t, view, doc.HTML), m.offerWords[view.Language]}
		detail, words := splitDetail(views[i].detail), m.words(p, t, language)
		s.Texts = append(s.Texts, SummaryText{
			Title: strings.Clone(t.Title), SEOTitle: strings.Clone(t.SEOTitle),
			Description: strings.Clone(cmp.Or(t.SEODescription, t.Summary)), WrittenIn: foreign(language, view),
			Slug: strings.Clone(ownSlug(p, p.Slug, view)), Aliases: cloneAll(t.Aliases),
			Card: card, CardKey: digest.Of(card), Detail: digest.Of(detail), Words: digest.Of(words),
			Links: doc.AllLinks(), File: t.Body.File,
		})
		stored = append(stored, StoredContent{s.detail(i), detail}, StoredContent{s.words(i), words})
	}
	if offer := offerOf(s.Slug, s.Categories, views); offer != nil {
		s.Offer = digest.Of(offer)
		stored = append(stored, StoredContent{s.offer(), offer})
	}
	s.PicturesKey = m.picturesKey(s.pictures()...)
	return s, stored, remarks
}

// pictures returns the names of all pictures that its cards and pages show.
func (s *Summary) pictures() []string { return slices.Concat(s.Pictures, s.InProse) }

// placed reports whether a view shows the product's city and its first category. Without them the product has no
// address and no kind.
func (m *Maker) placed(p *catalog.Product, view catalog.View) bool {
	city, category := m.cities[p.City], m.categories[p.Categories[0]]
	return city != nil && city.Texts[view.Language] != nil && category != nil && category.Texts[view.Language] != nil
}

// complete reports whether everything that a product names has its text in a language.
func (m *Maker) complete(p *catalog.Product, language string) bool {
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

func (s *Summary) detail(view int) Stored {
	return Stored{StoredDetail, s.Texts[view].Detail, s.Slug}
}

func (s *Summary) words(view int) Stored {
	return Stored{StoredWords, s.Texts[view].Words, s.Slug}
}

func (s *Summary) offer() Stored { return Stored{StoredOffer, s.Offer, s.Slug} }

// shownIn reports whether a view shows the product.
func (s *Summary) shownIn(view int) bool { return s.Texts[view].Title != "" }

// cloneAll copies texts: a summary outlives the file that it was read from, and a part of a string keeps the whole in
// memory.
func cloneAll(texts []string) []string {
	out := slices.Clone(texts)
	for i := range out {
		out[i] = strings.Clone(out[i])
	}
	return out
}

func (m *Maker) card(p *catalog.Product, f facts, t *catalog.ProductText, view catalog.View,
	language string) *payload.ProductCard {
	c := &payload.ProductCard{
		Slug: p.Slug, Address: ownSlug(p, p.Slug, view), Title: t.Title,
		City: m.city(p.City, view), Category: m.category(p.Categories[0], view),
		Duration: payload.Duration(p.Duration), Pickup: p.Pickup != nil && p.Pickup.Included, FreeCancellation: f.free,
		Rating: f.rating, Price: f.price, Status: p.Status,
		Labels:     named(m.labelsOf(p), m.lib.Labels, view),
		StartTimes: f.starts, Guides: p.GuideLanguages, WrittenIn: foreign(language, view),
	}
	if p.Draft {
		mark := payload.Named{ID: string(Draft), Name: m.draftMarks[view.Language]}
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
func (m *Maker) showsCategory(slug string, view catalog.View) bool {
	c := m.categories[slug]
	return c == nil || !view.Omits || c.Texts[view.Language] != nil
}
