package pages

import (
	"iter"
	"maps"
	"path"
	"strings"
	"sync"

	"storefront/internal/content/catalog"
	"storefront/internal/content/markdown"
	"storefront/internal/core/locale"
	"storefront/internal/core/payload"
	"storefront/internal/lib/digest"
)

// Summarizer makes the summaries and stored parts of products and posts. It is safe for concurrent use.
type Summarizer struct {
	lib               *catalog.Library
	views             []catalog.View // the first are those of the library's languages, in their order
	cities            map[string]*catalog.City
	categories        map[string]*catalog.Category
	placeNames        placeNames
	termNames         termNames
	draftLabels       map[string]string // the label of drafts' cards, by language
	offerWords        map[string]*offerWords
	pictureKeys       map[string]digest.Digest // keys of pictures with their alternative texts, by name
	picturePathByName map[string]string        // the addresses of pictures, by name
	deploymentByHost  map[string]string        // ids of deployments
	headingIDsByProse *sync.Map                // of []string by catalog.Prose
}

// NewSummarizer returns a summarizer for the languages of the library.
func NewSummarizer(lib *catalog.Library) *Summarizer {
	m := &Summarizer{
		lib: lib, views: lib.Views(), cities: map[string]*catalog.City{}, categories: map[string]*catalog.Category{},
		placeNames: placeNamesOf(lib), termNames: termNamesOf(lib), draftLabels: map[string]string{},
		offerWords: map[string]*offerWords{}, pictureKeys: map[string]digest.Digest{},
		deploymentByHost: deploymentByHost(lib), picturePathByName: map[string]string{},
		headingIDsByProse: &sync.Map{},
	}
	for name, p := range lib.Pictures {
		m.picturePathByName[name] = PicturePath(p)
	}
	m.hashPictures(maps.Keys(lib.Pictures))
	for _, language := range lib.Languages {
		m.draftLabels[language] = draftLabel(lib, language)
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

// WithPictures returns a summarizer for the library of m with other alternative texts of the given pictures.
func (m *Summarizer) WithPictures(lib *catalog.Library, changed map[string]bool) *Summarizer {
	updated := *m
	updated.lib, updated.pictureKeys = lib, maps.Clone(m.pictureKeys)
	updated.hashPictures(maps.Keys(changed))
	return &updated
}

func (m *Summarizer) hashPictures(names iter.Seq[string]) {
	for name := range names {
		m.pictureKeys[name] = digest.Of(mustJSON(m.lib.Pictures[name]))
	}
}

// picturesKey returns a key of pictures with their alternative texts. A name without a picture has a key too.
func (m *Summarizer) picturesKey(names ...string) digest.Digest {
	keys := make([]byte, 0, len(names)*len(digest.Digest{}))
	for _, name := range names {
		key := m.pictureKeys[name]
		keys = append(keys, key[:]...)
	}
	return digest.Of(keys)
}

// HasCurrentPictures reports whether the pictures of a product and their alternative texts are those of its summary.
func (m *Summarizer) HasCurrentPictures(s *Summary) bool {
	return s.PicturesKey == m.picturesKey(s.pictures()...)
}

// HasCurrentPostPictures reports whether the pictures of a post and their alternative texts are those of its summary.
func (m *Summarizer) HasCurrentPostPictures(s *PostSummary) bool {
	return s.PicturesKey == m.picturesKey(s.pictures()...)
}

// VocabularyKey returns a key of the content that products' cards and details take from other files, except pictures:
// names and suppliers. If it changes, every product is read again. It includes the products that deployments with
// untranslated sell, since these decide which translations are needed.
func (m *Summarizer) VocabularyKey() digest.Digest {
	type selling struct {
		Languages, Currencies []string
		Untranslated          string
		Sells                 catalog.Selection
	}
	var sold []selling
	if m.lib.AllowsUntranslated() {
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
		m.draftLabels, m.offerWords, m.lib.DeploymentsIncomplete}))
}

// Remark is a part of prose that does not reach the page, with its file.
type Remark struct {
	File string
	markdown.Remark
}

// Remarks returns the remarks on a text, for content that is not shown.
func (m *Summarizer) Remarks(text catalog.Prose, language string) []Remark {
	return m.addFile(text.File, markdown.Render(text, m.pictureSource(m.strictView(language))).Remarks)
}

// strictView returns the view of content in its own language, without fallbacks.
func (m *Summarizer) strictView(language string) catalog.View {
	return catalog.View{Language: language}
}

// lenientView returns the view of content in its own language that borrows texts of other content, as the first
// deployment does that may have to.
func (m *Summarizer) lenientView(language string) catalog.View {
	for _, view := range m.views {
		if view.Language == language && view.Fallback != "" {
			return view
		}
	}
	return m.strictView(language)
}

// LibraryRemarks returns the remarks on all texts of the library.
func (m *Summarizer) LibraryRemarks() (all []Remark) {
	for _, language := range m.lib.Languages {
		add := func(text catalog.Prose) { all = append(all, m.Remarks(text, language)...) }
		for _, c := range m.lib.Cities {
			visitText(c.Texts, language, func(t *catalog.PlaceText) { add(t.Body) })
		}
		for _, c := range m.lib.Categories {
			visitText(c.Texts, language, func(t *catalog.PlaceText) { add(t.Body) })
		}
		for _, q := range m.lib.FAQ {
			visitText(q.Texts, language, func(t *catalog.FAQText) { add(t.Body) })
		}
		for _, c := range m.lib.Testimonials {
			visitText(c.Texts, language, func(t *catalog.TestimonialText) { add(t.Body) })
		}
		for _, p := range m.lib.Pages {
			visitText(p.Texts, language, func(t *catalog.PageText) {
				all = append(all, m.addFile(t.Body.File, m.renderPage(t.Body,
					m.pictureSource(m.strictView(language))).Remarks)...)
			})
		}
	}
	return all
}

func visitText[T any](texts map[string]*T, language string, visit func(*T)) {
	if t := texts[language]; t != nil {
		visit(t)
	}
}

// addFile adds the file to remarks, and to those about an unknown picture a suggestion.
func (m *Summarizer) addFile(file string, remarks []markdown.Remark) []Remark {
	var out []Remark
	for _, r := range remarks {
		if r.Picture != "" {
			r.Message += m.lib.PictureHint(r.Picture)
		}
		out = append(out, Remark{file, r})
	}
	return out
}

// PicturePath returns the address of a picture. Its content never changes there, so that it can be cached for ever. One
// of another host stays there.
func PicturePath(p *catalog.Picture) string {
	if p.IsRemote() {
		return p.File
	}
	ext := path.Ext(p.File)
	return "/media/" + strings.TrimSuffix(p.File, ext) + "." + p.Hash + ext
}

// picturePaths returns the addresses of pictures.
func (m *Summarizer) picturePaths(names []string) (all []string) {
	for _, name := range names {
		if path, there := m.picturePathByName[name]; there {
			all = append(all, path)
		}
	}
	return all
}

// pictureSource returns a source of the pictures of prose, with the alt texts of a view.
func (m *Summarizer) pictureSource(view catalog.View) func(name string) *markdown.Picture {
	return func(name string) *markdown.Picture {
		i := m.image(name, view)
		if i == nil {
			return nil
		}
		return &markdown.Picture{Src: i.Src, Width: i.Width, Height: i.Height, Alt: i.Alt, Lang: i.Lang}
	}
}

// prosePictureSource returns a source of the pictures of prose that is written in a language. Their alt texts are in
// this language or, if there are none, in the fallback language of the view.
func (m *Summarizer) prosePictureSource(view catalog.View, language string) func(name string) *markdown.Picture {
	return m.pictureSource(catalog.View{Language: language, Fallback: view.Fallback})
}

// recordNames returns a source of pictures that appends each requested name to names.
func recordNames(names *[]string, source func(name string) *markdown.Picture) func(name string) *markdown.Picture {
	return func(name string) *markdown.Picture {
		*names = append(*names, strings.Clone(name))
		return source(name)
	}
}

func (m *Summarizer) image(name string, view catalog.View) *payload.Image {
	p := m.lib.Pictures[name]
	if p == nil {
		return nil
	}
	alt, language := view.TextWithFallback(p.Alt)
	out := &payload.Image{Src: m.picturePathByName[name], Width: p.Width, Height: p.Height, Alt: alt}
	if language != view.Language {
		out.Lang = language
	}
	return out
}

func (m *Summarizer) city(slug string, view catalog.View) payload.Named {
	if c := m.cities[slug]; c != nil {
		return namedPlace(c, slug, c.Texts, view)
	}
	return payload.Named{ID: slug, Name: slug}
}

func (m *Summarizer) category(slug string, view catalog.View) payload.Named {
	if c := m.categories[slug]; c != nil {
		return namedPlace(c, slug, c.Texts, view)
	}
	return payload.Named{ID: slug, Name: slug}
}

func namedPlace(content pageContent, slug string, texts map[string]*catalog.PlaceText,
	view catalog.View) payload.Named {
	t, language := catalog.TextIn(view, texts)
	if t == nil {
		return payload.Named{ID: slug, Name: slug}
	}
	return payload.Named{ID: slug, Name: t.Title, Address: ownSlug(content, slug, view),
		WrittenIn: writtenInOf(language, view)}
}

// namesOf returns the names of ids in a view.
func namesOf(ids []string, names map[string]catalog.Localized, view catalog.View) []payload.Named {
	var out []payload.Named
	for _, id := range ids {
		if name, language := view.Text(names[id]); name != "" {
			out = append(out, payload.Named{ID: id, Name: name, WrittenIn: writtenInOf(language, view)})
		}
	}
	return out
}

// writtenInOf returns the language of a text if it is not that of the view.
func writtenInOf(language string, view catalog.View) *payload.Language {
	if language == view.Language || language == "" {
		return nil
	}
	return &payload.Language{Lang: language, Dir: payload.Direction(locale.Direction(language))}
}
