package pages

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
	"storefront/internal/search"
)

// placeNames are the names of cities and categories in all languages, since visitors do not always switch keyboards.
type placeNames struct{ cities, categories map[string][]string }

func placeNamesOf(lib *catalog.Library) placeNames {
	n := placeNames{map[string][]string{}, map[string][]string{}}
	for _, c := range lib.Cities {
		n.cities[c.Slug] = titles(c.Texts)
	}
	for _, c := range lib.Categories {
		n.categories[c.Slug] = titles(c.Texts)
	}
	return n
}

func titles(texts map[string]*catalog.PlaceText) []string {
	var out []string
	for _, t := range texts {
		if t != nil {
			out = append(out, t.Title)
		}
	}
	return out
}

// searchWords returns the words by which search finds a product in a language: those of the text in that language, and
// of the title, place and summary in the others, which visitors type as well. It leaves out the overview, which
// mentions other products and things that are not included.
func (m *Summarizer) searchWords(p *catalog.Product, t *catalog.ProductText, language string) []byte {
	e := search.NewEntry()
	m.addSearchIDs(e, p)
	e.Add(search.Title, t.Title)
	e.Add(search.City, m.placeNames.cities[p.City]...)
	for _, category := range p.Categories {
		e.Add(search.Category, m.placeNames.categories[category]...)
	}
	for _, label := range p.Labels {
		e.Add(search.Label, values(m.lib.Labels[label])...)
	}
	for _, occasion := range p.Occasions {
		e.Add(search.Label, values(m.lib.Occasions[occasion])...)
	}
	if s := m.lib.Suppliers[p.Supplier]; s != nil {
		e.Add(search.Label, values(s.Name)...)
	}
	e.Add(search.Where, t.Place, t.Address)
	e.Add(search.Summary, t.Summary)
	e.Add(search.Detail, t.Highlights...)
	for _, step := range t.Itinerary {
		e.Add(search.Detail, step.Title)
	}
	e.Add(search.Remark, t.Includes...)
	for _, items := range []map[string]catalog.ItemText{t.Options, t.Extras} {
		for _, item := range items {
			e.Add(search.Remark, item.Title)
		}
	}
	for _, other := range m.lib.Languages {
		if o := p.Texts[other]; o != nil && other != language {
			e.Add(search.Title, o.Title)
			e.Add(search.Detail, o.Place, o.Summary)
		}
	}
	return e.Bytes()
}

// addSearchIDs adds the identifiers that the names of search.yaml refer to.
func (m *Summarizer) addSearchIDs(e *search.Entry, p *catalog.Product) {
	e.AddID(search.Title, search.ID("product", p.Slug))
	e.AddID(search.City, search.ID("city", p.City))
	add := func(field search.Field, kind string, slugs []string) {
		for _, slug := range slugs {
			e.AddID(field, search.ID(kind, slug))
		}
	}
	add(search.Category, "category", p.Categories)
	add(search.Label, "occasion", p.Occasions)
	add(search.Label, "label", p.Labels)
	add(search.Label, "audience", catalog.AudiencesOf(p))
}

// values returns the texts of all languages, sorted.
func values(text catalog.Localized) []string {
	return slices.Sorted(maps.Values(text))
}

// SearchContent returns the content of a language's search index, and its key.
func (s *Site) SearchContent(language string, fetch Fetch) (search.Content, digest.Digest) {
	c := search.Content{Currency: s.deployment.Currencies[0], Lexicon: s.content.Summarizer.lexicon(language)}
	s = s.forLanguage(language)
	at := s.viewIndex(language)
	c.Products = make([]search.Product, 0, len(s.products))
	var keyData bytes.Buffer
	keyData.Grow(len(s.products) * 128)
	fmt.Fprintf(&keyData, "%s\n%+v\n", c.Currency, c.Lexicon)
	for _, p := range s.products {
		t := &p.Texts[at]
		c.Products = append(c.Products, searchProduct(p, t))
		c.Products[len(c.Products)-1].Entry = func() ([]byte, error) { return fetch(p.wordsRef(at)) }
		keyData.WriteString(p.Slug + " " + p.City + " " + strings.Join(p.Categories, ",") + " ")
		keyData.WriteString(strings.Join(p.Facts.GuideLanguages, ",") + "\n")
		keyData.Write(t.CardKey[:])
		keyData.Write(t.WordsKey[:])
	}
	names := s.content.Summarizer.placeNames
	cities, categories := s.placeCards(language)
	for _, card := range cities {
		c.Places = append(c.Places, searchPlace(search.CityPlace, card, names.cities[card.Slug]))
	}
	for _, card := range categories {
		c.Places = append(c.Places, searchPlace(search.CategoryPlace, card, names.categories[card.Slug]))
	}
	for _, p := range c.Places {
		keyData.WriteString(string(p.Kind) + " " + p.Slug + "\n")
		keyData.Write(p.Card)
		keyData.Write(p.Key[:])
	}
	return c, digest.Of(keyData.Bytes())
}

func searchProduct(p *Summary, t *SummaryText) search.Product {
	o := p.Facts
	out := search.Product{
		Slug: p.Slug, City: p.City, Categories: p.Categories, Languages: o.GuideLanguages, Currency: p.Currency,
		Minutes: o.Duration.Minutes + o.Duration.Nights*24*60, Average: p.Average, Reviews: p.Reviews,
		FreeCancellation: o.FreeCancellation, Pickup: o.Pickup, Available: o.Available, Card: t.Card,
		Key: search.Key(t.WordsKey),
	}
	if o.Price != nil {
		out.Price = o.Price.Amount
	}
	return out
}

func searchPlace(kind search.PlaceKind, card payload.PlaceCard, names []string) search.Place {
	e := search.NewEntry()
	e.Add(search.Title, names...)
	e.AddID(search.Title, search.ID(string(kind), card.Slug))
	words := e.Bytes()
	data, err := payload.JSON(card)
	if err != nil {
		panic(err) // our own shape, which always can be written
	}
	return search.Place{
		Kind: kind, Slug: card.Slug, Name: card.Title, Card: data, Key: search.Key(digest.Of(words)),
		Entry: func() ([]byte, error) { return words, nil },
	}
}

// lexicon is search.yaml as the index of a language has it: the words of all languages, since visitors do not always
// switch keyboards, and the popular searches of this one. The titles of cities and categories are names too.
func (m *Summarizer) lexicon(language string) search.Lexicon {
	var out search.Lexicon
	for _, slug := range slices.Sorted(maps.Keys(m.placeNames.cities)) {
		out.Groups = append(out.Groups, search.Group{Words: slices.Sorted(slices.Values(m.placeNames.cities[slug])),
			Targets: []string{search.ID("city", slug)}})
	}
	for _, slug := range slices.Sorted(maps.Keys(m.placeNames.categories)) {
		out.Groups = append(out.Groups, search.Group{Words: slices.Sorted(slices.Values(m.placeNames.categories[slug])),
			Targets: []string{search.ID("category", slug)}})
	}
	for _, code := range slices.Sorted(maps.Keys(m.lib.Search)) {
		words := m.lib.Search[code]
		for _, group := range words.Synonyms {
			out.Groups = append(out.Groups, search.Group{Words: group, Same: true})
		}
		for _, name := range words.Names {
			out.Groups = append(out.Groups, search.Group{Words: name.Words, Targets: targetsOf(&name),
				Sort: search.Sort(name.Sort)})
		}
		out.Groups = append(out.Groups, search.Group{Words: words.Filler, Filler: true},
			search.Group{Words: words.Known, Known: true})
	}
	if words := m.lib.Search[language]; words != nil {
		out.Popular = words.Popular
	}
	return out
}

func targetsOf(n *catalog.SearchName) []string {
	var out []string
	for _, list := range []struct {
		kind  string
		slugs []string
	}{
		{"city", n.Cities}, {"category", n.Categories}, {"occasion", n.Occasions}, {"label", n.Labels},
		{"audience", n.Audiences}, {"product", n.Products},
	} {
		for _, slug := range list.slugs {
			out = append(out, search.ID(list.kind, slug))
		}
	}
	return out
}
