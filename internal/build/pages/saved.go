package pages

import (
	"sync"

	"storefront/internal/lib/flat"
)

// A plan is stored between builds without its payloads, since few of its pages are planned again after an edit. The
// products and posts that a page shows are stored as indexes of the site's lists, which are the same for the same
// content.

// savedItem is the stored form of an item.
type savedItem struct {
	Item     Item
	Products []uint32
	Posts    []uint32
	Pictures []string
}

// ItemsWriter encodes the items of a site.
type ItemsWriter struct {
	site   *Site
	places map[*PostSummary]uint32
}

// ItemsWriter returns an encoder of the site's items.
func (s *Site) ItemsWriter() *ItemsWriter {
	w := &ItemsWriter{s, map[*PostSummary]uint32{}}
	for _, language := range s.deployment.Languages {
		for i, p := range s.forLanguage(language).posts[language] {
			w.places[p] = uint32(i)
		}
	}
	return w
}

// Append appends an item.
func (w *ItemsWriter) Append(out []byte, item *Item) []byte {
	saved := savedItem{Item: *item, Pictures: item.dependencies.pictures}
	place := w.site.forLanguage(item.Language).productIndex
	for _, p := range item.dependencies.products {
		saved.Products = append(saved.Products, uint32(place[p.Slug]))
	}
	for _, p := range item.dependencies.posts {
		saved.Posts = append(saved.Posts, w.places[p])
	}
	return flat.Append(out, &saved)
}

// ReadItem decodes an item of the site, which has the content that it was planned from.
func (s *Site) ReadItem(data []byte) (Item, error) {
	var saved savedItem
	if _, err := flat.Decode(data, &saved); err != nil {
		return Item{}, err
	}
	in, language := s.forLanguage(saved.Item.Language), saved.Item.Language
	saved.Item.dependencies = &dependencies{make([]*Summary, len(saved.Products)), make([]*PostSummary,
		len(saved.Posts)),
		saved.Pictures}
	for i, place := range saved.Products {
		if int(place) >= len(in.products) {
			return Item{}, flat.ErrFormat
		}
		saved.Item.dependencies.products[i] = in.products[place]
	}
	for i, place := range saved.Posts {
		if int(place) >= len(in.posts[language]) {
			return Item{}, flat.ErrFormat
		}
		saved.Item.dependencies.posts[i] = in.posts[language][place]
	}
	return saved.Item, nil
}

// IsSame reports whether an item comes from the same planning as another, and was not planned again.
func (i *Item) IsSame(other *Item) bool { return i.dependencies == other.dependencies }

// allPayloads are the payloads of all pages by their paths, planned once they are needed.
type allPayloads struct {
	once   sync.Once
	byPath map[string]*plannedPayload
}

// payloadOf plans the payload of a stored item.
func (s *Site) payloadOf(item *Item) *plannedPayload {
	s.allPayloads.once.Do(func() {
		s.allPayloads.byPath = map[string]*plannedPayload{}
		for _, one := range s.Plan() {
			s.allPayloads.byPath[one.Path] = one.planned
		}
	})
	return s.allPayloads.byPath[item.Path]
}
