package source

import (
	"cmp"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/core/locale"
	"storefront/internal/core/payload"
	"storefront/internal/lib/suggest"
)

// DefaultWeight is the weight of content that sets none.
const DefaultWeight = 100

// PicturesReader returns the files of content/media with their hashes and sizes; package media reads them.
type PicturesReader func(dir string) (map[string]*catalog.Picture, []diag.Diagnostic)

// Library reads everything but products and posts. A nil font leaves the fonts of deployments unread.
func (r *Reader) Library(pictures PicturesReader, drawing DrawingReader, font FontReader) (*catalog.Library,
	[]diag.Diagnostic) {
	var out []diag.Diagnostic
	lib := &catalog.Library{
		Suppliers: map[string]*catalog.Supplier{}, Pages: map[string]*catalog.TextPage{},
		Drawings: map[string]*catalog.Picture{}, Fonts: map[string]*catalog.Font{},
	}
	l := &loader{Reader: r, lib: lib, out: &out, files: map[string]*file{}}
	lib.Texts = r.Texts(&out)
	l.loadDeployments()
	l.requiredLanguages, l.shortTextLanguages = lib.RequiredLanguages(nil), lib.RequiredShortTextLanguages()
	var found []diag.Diagnostic
	lib.Pictures, found = pictures(filepath.Join(r.root, "media"))
	out = append(out, found...)
	l.loadAltTexts()
	l.warnUnreadFiles()
	l.loadVocabularies()
	l.loadTerms()
	l.loadSuppliers()
	l.loadCities()
	l.loadCategories()
	l.loadQuestions()
	l.loadTextPages()
	l.loadTestimonials()
	l.loadRedirects()
	l.loadSearchWords()
	l.checkSelections()
	for _, d := range lib.Deployments {
		l.loadLogo(l.files[d.ID], d.Logo, drawing)
		l.loadFonts(l.files[d.ID], d.Fonts, font)
	}
	return lib, out
}

type loader struct {
	*Reader
	lib   *catalog.Library
	out   *[]diag.Diagnostic
	files map[string]*file // of deployments, by id
	// requiredLanguages are the languages that every text is needed in, shortTextLanguages those of short texts that
	// belong to other content.
	requiredLanguages, shortTextLanguages []string
}

// checkLocalized reports languages that a text in braces lacks or does not know. A text that is not written is not
// missed.
func (l *loader) checkLocalized(f *file, at []any, text catalog.Localized, languages []string) {
	if text == nil {
		return
	}
	for _, language := range languages {
		if text[language] == "" {
			f.errorAt(at, "the text in %q is missing", language)
		}
	}
	for language := range text {
		if _, ok := l.lib.Locale(language); !ok {
			f.errorAtKey(at, language, "%q is not a language of this storefront", language)
		}
	}
}

func (l *loader) loadVocabularies() {
	for name, into := range map[string]*map[string]catalog.Localized{"labels": &l.lib.Labels,
		"occasions": &l.lib.Occasions} {
		*into = map[string]catalog.Localized{}
		if !l.exists(name + ".yaml") {
			continue
		}
		f, _ := l.readYAML(name+".yaml", into, l.out)
		for id, text := range *into {
			l.checkLocalized(f, []any{id}, text, l.shortTextLanguages)
		}
	}
}

// loadTerms reads the tags, authors and series of stories.
func (l *loader) loadTerms() {
	const name = "terms.yaml"
	if !l.exists(name) {
		return
	}
	f, _ := l.readYAML(name, &l.lib.Terms, l.out)
	for kind, terms := range map[string]map[string]*catalog.Term{"tags": l.lib.Terms.Tags,
		"authors": l.lib.Terms.Authors, "series": l.lib.Terms.Series} {
		for id, term := range terms {
			if !slugForm.MatchString(id) {
				f.errorAtKey([]any{kind}, id, "%q is not a slug: lower-case a-z, 0-9 and single hyphens", id)
			}
			if term == nil {
				f.errorAtKey([]any{kind}, id, "%q has no name", id)
				delete(terms, id)
				continue
			}
			l.checkLocalized(f, []any{kind, id, "name"}, term.Name, l.shortTextLanguages)
			l.checkLocalized(f, []any{kind, id, "about"}, term.About, l.shortTextLanguages)
			l.checkOptionalPicture(f, []any{kind, id, "image"}, term.Image)
		}
	}
}

func (l *loader) loadSuppliers() {
	for _, id := range l.listIDs("suppliers", l.out) {
		s := &catalog.Supplier{ID: id}
		if f, ok := l.readYAML("suppliers/"+id+".yaml", s, l.out); ok {
			l.checkLocalized(f, []any{"name"}, s.Name, l.shortTextLanguages)
			l.checkSupplierContact(f, s)
		}
		l.lib.Suppliers[id] = s
	}
}

// checkSupplierContact checks how a supplier is reached. Without notify, a supplier with an address gets all news.
func (l *loader) checkSupplierContact(f *file, s *catalog.Supplier) {
	checkMail(f, []any{"email"}, s.Email)
	if s.Language != "" {
		l.checkLocale(f, s.Language, "language")
	}
	known := supplierNews()
	for i, news := range s.Notify {
		f.checkChoice(string(news), "news for suppliers", known, "notify", i)
	}
	if len(s.Notify) > 0 && s.Email == "" {
		f.errorAt([]any{"notify"}, "news need an email to be sent to")
	}
	if s.Email != "" && f.root.Get("notify") == nil {
		s.Notify = payload.AllSupplierNews
	}
}

func (l *loader) checkOptionalPicture(f *file, at []any, name string) {
	if name != "" {
		checkPicture(f, at, l.lib, name)
	}
}

func (l *loader) loadCities() {
	for _, slug := range l.listFolders("cities", l.out) {
		c := &catalog.City{Slug: slug, Weight: DefaultWeight}
		folder := path.Join("cities", slug)
		f, ok := l.readYAML(path.Join(folder, "city.yaml"), c, l.out)
		if ok {
			l.checkOptionalPicture(f, []any{"image"}, c.Image)
			if c.TimeZone != "" && !isTimeZone(c.TimeZone) {
				f.errorAt([]any{"timeZone"}, "%q is not a time zone such as Asia/Dubai", c.TimeZone)
			}
			checkCountry(f, []any{"country"}, c.Country)
			checkAliases(f, c.Aliases)
			checkCoordinates(f, []any{"location"}, c.Location.Latitude, c.Location.Longitude)
		}
		l.warnStrayFiles(folder, l.lib, l.out)
		c.Texts = l.readPlaceTexts(folder, c.Draft, nil)
		l.lib.Cities = append(l.lib.Cities, c)
	}
	slices.SortStableFunc(l.lib.Cities, func(a, b *catalog.City) int { return cmp.Compare(a.Weight, b.Weight) })
}

// readPlaceTexts reads the texts of a city or a category. clash returns why a slug cannot be its address.
func (l *loader) readPlaceTexts(folder string, draft bool, clash func(string) string) map[string]*catalog.PlaceText {
	all, files := readTexts[catalog.PlaceText](l.Reader, l.lib.Languages, l.requiredLanguages, folder, l.out)
	for language, t := range all {
		checkSlug(files[language], t.Slug, t.Aliases, clash)
		checkPublishedText(files[language], draft || t.Draft, language, t.Body, l.out)
	}
	removeDrafts(l.Reader, all)
	return all
}

// reservedSlugs are the first segments of addresses that no category or page may use: those of pages and files of every
// storefront, and those that the API answers.
var reservedSlugs = []string{
	"404", "about", "api", "assets", "auth", "blog", "builds", "buy", "cart", "checkout", "contact-us", "discover",
	"experiences", "faq", "invoices", "livez", "mcp", "media", "octo", "page", "privacy-policy", "readyz", "sandbox",
	"search", "terms-and-conditions", "things-to-do", "unavailable",
}

// slugConflict returns why a slug cannot begin an address, or nothing.
func slugConflict(slug string) string {
	switch {
	case slices.Contains(reservedSlugs, slug):
		return "the slug " + slug + " clashes with the route /" + slug
	case slices.Contains(locale.Recognised, slug):
		return "the slug " + slug + " clashes with a language's prefix"
	case strings.HasPrefix(slug, "things-to-do-in"):
		return "a slug that begins with things-to-do-in clashes with the cities' pages"
	}
	return ""
}

func (l *loader) loadCategories() {
	for _, slug := range l.listFolders("categories", l.out) {
		c := &catalog.Category{Slug: slug, Weight: DefaultWeight}
		folder := path.Join("categories", slug)
		f, ok := l.readYAML(path.Join(folder, "category.yaml"), c, l.out)
		if reason := slugConflict(slug); reason != "" {
			f.report(1, 1, false, "%s", reason)
		}
		if ok {
			l.checkOptionalPicture(f, []any{"image"}, c.Image)
			checkAliases(f, c.Aliases)
		}
		l.warnStrayFiles(folder, l.lib, l.out)
		c.Texts = l.readPlaceTexts(folder, c.Draft, slugConflict)
		l.lib.Categories = append(l.lib.Categories, c)
	}
	slices.SortStableFunc(l.lib.Categories, func(a, b *catalog.Category) int { return cmp.Compare(a.Weight, b.Weight) })
}

func (l *loader) loadQuestions() {
	if !l.exists("faq/topics.yaml") {
		if len(l.listFolders("faq", l.out)) > 0 {
			f := &file{path: l.path("faq/topics.yaml"), out: l.out}
			f.report(1, 1, false, "this file is missing, and the questions of faq are shown by its topics")
		}
		return
	}
	f, areTopicsRead := l.readYAML("faq/topics.yaml", &l.lib.Topics, l.out)
	order := map[string]int{}
	var topics []string
	for i, t := range l.lib.Topics {
		l.checkLocalized(f, []any{i, "title"}, t.Title, l.shortTextLanguages)
		order[t.ID] = i
		topics = append(topics, t.ID)
	}
	for _, slug := range l.listFolders("faq", l.out) {
		e := &catalog.FAQEntry{Slug: slug, Weight: DefaultWeight}
		folder := path.Join("faq", slug)
		f, ok := l.readYAML(path.Join(folder, "faq.yaml"), e, l.out)
		if _, known := order[e.Topic]; ok && areTopicsRead && e.Topic != "" && !known {
			f.errorAt([]any{"topic"}, "there is no topic %q in faq/topics.yaml%s", e.Topic,
				suggest.DidYouMean(e.Topic, topics))
		}
		l.warnStrayFiles(folder, l.lib, l.out)
		var files map[string]*file
		e.Texts, files = readTexts[catalog.FAQText](l.Reader, l.lib.Languages, l.requiredLanguages, folder, l.out)
		for language, t := range e.Texts {
			checkPublishedText(files[language], e.Draft || t.Draft, language, t.Body, l.out)
		}
		removeDrafts(l.Reader, e.Texts)
		l.lib.FAQ = append(l.lib.FAQ, e)
	}
	slices.SortStableFunc(l.lib.FAQ, func(a, b *catalog.FAQEntry) int {
		return cmp.Or(cmp.Compare(order[a.Topic], order[b.Topic]), cmp.Compare(a.Weight, b.Weight))
	})
}

func (l *loader) loadTestimonials() {
	for _, slug := range l.listFolders("testimonials", l.out) {
		t := &catalog.Testimonial{Slug: slug, Weight: DefaultWeight}
		folder := path.Join("testimonials", slug)
		f, ok := l.readYAML(path.Join(folder, "testimonial.yaml"), t, l.out)
		if ok {
			checkStars(f, []any{"rating"}, t.Rating)
			checkCountry(f, []any{"country"}, t.Country)
			if t.Product != "" && !l.exists(path.Join("products", t.Product, "product.yaml")) {
				f.errorAt([]any{"product"}, "there is no product %q", t.Product)
			}
		}
		l.warnStrayFiles(folder, l.lib, l.out)
		t.Texts, _ = readTexts[catalog.TestimonialText](l.Reader, l.lib.Languages, l.requiredLanguages, folder, l.out)
		removeDrafts(l.Reader, t.Texts)
		l.lib.Testimonials = append(l.lib.Testimonials, t)
	}
	slices.SortStableFunc(l.lib.Testimonials, func(a,
		b *catalog.Testimonial) int {
		return cmp.Compare(a.Weight, b.Weight)
	})
}

// keys are sorted, as a hint lists them.
func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
