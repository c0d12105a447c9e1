package pages

import (
	"iter"
	"maps"
	"path"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/core/locale"
	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
)

// Maker makes the summaries and stored parts of products and posts. It is safe for concurrent use.
type Maker struct {
	lib        *catalog.Library
	views      []catalog.View // the first are those of the library's languages, in their order
	cities     map[string]*catalog.City
	categories map[string]*catalog.Category
	names      placeNames
	terms      termNames
	draftMarks map[string]string // the label of drafts' cards, by language
	offerWords map[string]*offerWords
	pictures   map[string]digest.Digest // keys of pictures with their alternative texts, by name
	pathsOf    map[string]string        // where pictures are published, by name
	hosts      map[string]string        // deployments by their hosts
}

// NewMaker returns a maker for the languages of the library.
func NewMaker(lib *catalog.Library) *Maker {
	m := &Maker{
		lib: lib, views: lib.Views(), cities: map[string]*catalog.City{}, categories: map[string]*catalog.Category{},
		names: namesOf(lib), terms: termNamesOf(lib), draftMarks: map[string]string{},
		offerWords: map[string]*offerWords{}, pictures: map[string]digest.Digest{},
		hosts: hostsOf(lib), pathsOf: map[string]string{},
	}
	for name, p := range lib.Pictures {
		m.pathsOf[name] = PicturePath(p)
	}
	m.keyPictures(maps.Keys(lib.Pictures))
	for _, language := range lib.Languages {
		m.draftMarks[language] = draftMark(lib, language)
		m.offerWords[language] = offerWordsOf(lib, language)
	}
	for _, c := range lib.Cities {
		m.cities[c.Slug] = c
	}
	for _, c := range lib.Categories {
		m.categories[c.Slug] = c
	}
	return m
}

// WithPictures returns a maker for the library of m with other alternative texts of the given pictures.
func (m *Maker) WithPictures(lib *catalog.Library, changed map[string]bool) *Maker {
	again := *m
	again.lib, again.pictures = lib, maps.Clone(m.pictures)
	again.keyPictures(maps.Keys(changed))
	return &again
}

func (m *Maker) keyPictures(names iter.Seq[string]) {
	for name := range names {
		m.pictures[name] = digest.Of(mustJSON(m.lib.Pictures[name]))
	}
}

// picturesKey returns a key of pictures with their alternative texts. A name without a picture has a key too.
func (m *Maker) picturesKey(names ...string) digest.Digest {
	keys := make([]byte, 0, len(names)*len(digest.Digest{}))
	for _, name := range names {
		key := m.pictures[name]
		keys = append(keys, key[:]...)
	}
	return digest.Of(keys)
}

// ShowsPicturesOf reports whether the pictures of a product and their alternative texts are those of its summary.
func (m *Maker) ShowsPicturesOf(s *Summary) bool {
	return s.PicturesKey == m.picturesKey(s.pictures()...)
}

// ShowsPicturesOfPost reports whether the pictures of a post and their alternative texts are those of its summary.
func (m *Maker) ShowsPicturesOfPost(s *PostSummary) bool {
	return s.PicturesKey == m.picturesKey(s.pictures()...)
}

// Vocabulary returns a key of the content that products' cards and details take from other files, except pictures:
// names and suppliers. If it changes, every product is read again. It includes the products that deployments with
// untranslated sell, since these decide which translations are needed.
func (m *Maker) Vocabulary() digest.Digest {
	type selling struct {
		Languages, Currencies []string
		Untranslated          string
		Sells                 catalog.Selection
	}
	var sold []selling
	if m.lib.Lenient() {
		for _, d := range m.lib.Deployments {
			sold = append(sold, selling{d.Languages, d.Currencies, d.Untranslated, d.Sells})
		}
	}
	return digest.Of(mustJSON(struct {
		Sold       []selling
		Languages  []string
		Views      []catalog.View
		Cities     []*catalog.City
		Categories []*catalog.Category
		Suppliers  map[string]*catalog.Supplier
		Labels     map[string]catalog.Localized
		Occasions  map[string]catalog.Localized
		DraftMarks map[string]string
		OfferWords map[string]*offerWords
		Unread     bool
	}{sold, m.lib.Languages, m.views, m.lib.Cities, m.lib.Categories, m.lib.Suppliers, m.lib.Labels, m.lib.Occasions,
		m.draftMarks, m.offerWords, m.lib.Unread}))
}

// Remark is a part of prose that does not reach the page, with its file.
type Remark struct {
	File string
	markdown.Remark
}

// Remarks returns the remarks on a text, for content that is not shown.
func (m *Maker) Remarks(text catalog.Prose, language string) []Remark {
	return m.inFile(text.File, markdown.Render(text, m.picture(m.plain(language))).Remarks)
}

// plain returns the view of content in its own language.
func (m *Maker) plain(language string) catalog.View { return catalog.View{Language: language} }

// lenient returns the view of content in its own language that borrows what belongs to other content, as the first
// deployment does that may have to.
func (m *Maker) lenient(language string) catalog.View {
	for _, view := range m.views {
		if view.Language == language && view.Default != "" {
			return view
		}
	}
	return m.plain(language)
}

// LibraryRemarks returns the remarks on all texts of the library.
func (m *Maker) LibraryRemarks() (all []Remark) {
	for _, language := range m.lib.Languages {
		add := func(text catalog.Prose) { all = append(all, m.Remarks(text, language)...) }
		for _, c := range m.lib.Cities {
			withText(c.Texts, language, func(t *catalog.PlaceText) { add(t.Body) })
		}
		for _, c := range m.lib.Categories {
			withText(c.Texts, language, func(t *catalog.PlaceText) { add(t.Body) })
		}
		for _, q := range m.lib.FAQ {
			withText(q.Texts, language, func(t *catalog.FAQText) { add(t.Body) })
		}
		for _, c := range m.lib.Testimonials {
			withText(c.Texts, language, func(t *catalog.TestimonialText) { add(t.Body) })
		}
		for _, p := range m.lib.Pages {
			withText(p.Texts, language, func(t *catalog.PageText) {
				all = append(all, m.inFile(t.Body.File, m.renderPage(t.Body, m.picture(m.plain(language))).Remarks)...)
			})
		}
	}
	return all
}

func withText[T any](texts map[string]*T, language string, use func(*T)) {
	if t := texts[language]; t != nil {
		use(t)
	}
}

// inFile gives remarks their file, and those about an unknown picture the name of the one that is meant.
func (m *Maker) inFile(file string, remarks []markdown.Remark) []Remark {
	var out []Remark
	for _, r := range remarks {
		if r.Picture != "" {
			r.Message += m.lib.PictureLike(r.Picture)
		}
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

// paths returns where pictures are published.
func (m *Maker) paths(names []string) (all []string) {
	for _, name := range names {
		if path, there := m.pathsOf[name]; there {
			all = append(all, path)
		}
	}
	return all
}

// picture returns the pictures of prose, with the alt texts of a view.
func (m *Maker) picture(view catalog.View) func(name string) *markdown.Picture {
	return func(name string) *markdown.Picture {
		i := m.image(name, view)
		if i == nil {
			return nil
		}
		return &markdown.Picture{Src: i.Src, Width: i.Width, Height: i.Height, Alt: i.Alt, Lang: i.Lang}
	}
}

// prosePictures returns the pictures of prose that is written in a language. Their alt texts are in this language or,
// if there are none, in the fallback language of the view.
func (m *Maker) prosePictures(view catalog.View, language string) func(name string) *markdown.Picture {
	return m.picture(catalog.View{Language: language, Default: view.Default})
}

// noting returns a source of pictures that appends the requested names to names.
func noting(names *[]string, of func(name string) *markdown.Picture) func(name string) *markdown.Picture {
	return func(name string) *markdown.Picture {
		*names = append(*names, strings.Clone(name))
		return of(name)
	}
}

func (m *Maker) image(name string, view catalog.View) *payload.Image {
	p := m.lib.Pictures[name]
	if p == nil {
		return nil
	}
	alt, language := view.Borrowed(p.Alt)
	out := &payload.Image{Src: m.pathsOf[name], Width: p.Width, Height: p.Height, Alt: alt}
	if language != view.Language {
		out.Lang = language
	}
	return out
}

func (m *Maker) city(slug string, view catalog.View) payload.Named {
	if c := m.cities[slug]; c != nil {
		return namedPlace(c, slug, c.Texts, view)
	}
	return payload.Named{ID: slug, Name: slug}
}

func (m *Maker) category(slug string, view catalog.View) payload.Named {
	if c := m.categories[slug]; c != nil {
		return namedPlace(c, slug, c.Texts, view)
	}
	return payload.Named{ID: slug, Name: slug}
}

func namedPlace(of slugged, slug string, texts map[string]*catalog.PlaceText, view catalog.View) payload.Named {
	t, language := catalog.In(view, texts)
	if t == nil {
		return payload.Named{ID: slug, Name: slug}
	}
	return payload.Named{ID: slug, Name: t.Title, Address: ownSlug(of, slug, view), WrittenIn: foreign(language, view)}
}

// named returns the names of ids in a view.
func named(ids []string, names map[string]catalog.Localized, view catalog.View) []payload.Named {
	var out []payload.Named
	for _, id := range ids {
		if name, language := view.Text(names[id]); name != "" {
			out = append(out, payload.Named{ID: id, Name: name, WrittenIn: foreign(language, view)})
		}
	}
	return out
}

// foreign returns the language of a text if it is not that of the view.
func foreign(language string, view catalog.View) *payload.Language {
	if language == view.Language || language == "" {
		return nil
	}
	return &payload.Language{Lang: language, Dir: payload.Direction(locale.Direction(language))}
}
