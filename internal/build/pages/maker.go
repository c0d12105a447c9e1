package pages

import (
	"path"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
)

// Maker turns products and posts into what pages show. It is safe for concurrent use.
type Maker struct {
	lib        *catalog.Library
	cities     map[string]*catalog.City
	categories map[string]*catalog.Category
	names      placeNames
}

// NewMaker returns a maker for the languages of the library.
func NewMaker(lib *catalog.Library) *Maker {
	m := &Maker{
		lib: lib, cities: map[string]*catalog.City{}, categories: map[string]*catalog.Category{},
		names: namesOf(lib),
	}
	for _, c := range lib.Cities {
		m.cities[c.Slug] = c
	}
	for _, c := range lib.Categories {
		m.categories[c.Slug] = c
	}
	return m
}

// Vocabulary is a key of everything that products' cards and details take from elsewhere: names, pictures, suppliers.
// Where it changes, every product is read again.
func (m *Maker) Vocabulary() digest.Digest {
	return digest.Of(mustJSON(struct {
		Languages  []string
		Cities     []*catalog.City
		Categories []*catalog.Category
		Suppliers  map[string]*catalog.Supplier
		Labels     map[string]catalog.Localized
		Occasions  map[string]catalog.Localized
		Pictures   map[string]*catalog.Picture
	}{m.lib.Languages, m.lib.Cities, m.lib.Categories, m.lib.Suppliers, m.lib.Labels, m.lib.Occasions, m.lib.Pictures}))
}

// Remark is something in prose that does not reach the page, with its file.
type Remark struct {
	File string
	markdown.Remark
}

// Remarks are those of a text, for content that is not shown.
func (m *Maker) Remarks(text catalog.Prose, language string) []Remark {
	return inFile(text.File, markdown.Render(text, m.picture(language)).Remarks)
}

func inFile(file string, remarks []markdown.Remark) []Remark {
	var out []Remark
	for _, r := range remarks {
		out = append(out, Remark{file, r})
	}
	return out
}

// PicturePath is where a picture is published: its content never changes there, so that it can be cached for ever. One
// of another host stays there.
func PicturePath(p *catalog.Picture) string {
	if p.Remote() {
		return p.File
	}
	ext := path.Ext(p.File)
	return "/media/" + strings.TrimSuffix(p.File, ext) + "." + p.Hash + ext
}

// picture returns the pictures of prose in a language.
func (m *Maker) picture(language string) func(name string) *markdown.Picture {
	return func(name string) *markdown.Picture { return (*markdown.Picture)(m.image(name, language)) }
}

func (m *Maker) image(name, language string) *payload.Image {
	p := m.lib.Pictures[name]
	if p == nil {
		return nil
	}
	return &payload.Image{Src: PicturePath(p), Width: p.Width, Height: p.Height, Alt: p.Alt[language]}
}

func (m *Maker) city(slug, language string) payload.Named {
	if c := m.cities[slug]; c != nil && c.Texts[language] != nil {
		return payload.Named{ID: slug, Name: c.Texts[language].Title}
	}
	return payload.Named{ID: slug, Name: slug}
}

func (m *Maker) category(slug, language string) payload.Named {
	if c := m.categories[slug]; c != nil && c.Texts[language] != nil {
		return payload.Named{ID: slug, Name: c.Texts[language].Title}
	}
	return payload.Named{ID: slug, Name: slug}
}

func named(ids []string, names map[string]catalog.Localized, language string) []payload.Named {
	var out []payload.Named
	for _, id := range ids {
		out = append(out, payload.Named{ID: id, Name: names[id][language]})
	}
	return out
}
