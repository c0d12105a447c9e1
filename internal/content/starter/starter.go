// Package starter writes the content of a new storefront: everything that a first build needs, in texts that are the
// editor's to replace, with pictures that the program draws itself.
package starter

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"text/template"

	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/source"
	"storefront/internal/core/money"
	"storefront/internal/lib/suggest"
)

//go:embed files
var files embed.FS

// Choices are the editor's answers.
type Choices struct {
	Name      catalog.Localized // the shop's; one of them is enough
	Languages []string          // the first is the default
	// Untranslated is how the deployment handles content that lacks a language: fallback or omit. The starter then
	// leaves out texts that it does not have in a language; where it is empty, they begin as drafts.
	Untranslated string
	Currency     string
	City         catalog.Localized
	Layout       string
	Email        string
}

// PlaceholderSentences are the sentences, by language, that begin the starter's texts.
var PlaceholderSentences = map[string]string{
	"en": "This text came with the shop: replace it with your own",
	"ar": "هذا نص جاهز جاء مع المتجر: اكتب نصك مكانه",
}

// OtherPlaceComment and OtherLocationComment begin comments in the files of a city that the starter does not know and
// of its product.
const (
	OtherPlaceComment    = "# Country, time zone and location are those of"
	OtherLocationComment = "# The location is that of another city"
)

// Shop is a new storefront: Choices made whole.
type Shop struct {
	Choices
	ID       string // of the deployment and its supplier
	CitySlug string
	Place    Place
	Known    bool // Place is the city's own; otherwise it is only near it
	// OwnCurrency is true if the currency was chosen, and is not that of Place for want of another.
	OwnCurrency bool
	// Unwritten are the languages that the starter has no texts in, and Drafts those whose texts begin as drafts.
	Unwritten, Drafts []string
}

// New checks choices and fills in what they lack. The folder's name is the shop's name if it has none.
func New(c Choices, folder string) (*Shop, error) {
	s := &Shop{Choices: c}
	if len(s.Languages) == 0 {
		s.Languages = slices.Clone(Languages)
	}
	if err := s.checkLanguages(); err != nil {
		return nil, err
	}
	s.setUntranslated()
	s.Name = completeNames(s.Name, s.Languages, titleFromSlug(scaffold.Slug(folder)))
	s.Layout = cmp.Or(s.Layout, "default")
	if layouts := source.LayoutTypes(); !slices.Contains(layouts, s.Layout) {
		return nil, fmt.Errorf("%q is not a layout type; they are %s%s", s.Layout, strings.Join(layouts, ", "),
			suggest.DidYouMean(s.Layout, layouts))
	}
	s.OwnCurrency = s.Currency != ""
	s.findPlace()
	s.Currency = cmp.Or(s.Currency, s.Place.Currency)
	if _, ok := money.Exponent(s.Currency); !ok {
		return nil, errors.New(money.UnknownCurrencyMessage(s.Currency))
	}
	s.ID = cmp.Or(scaffold.Slug(s.Name["en"]), slugOf(s.Name, s.Languages), scaffold.Slug(folder), "shop")
	s.Email = cmp.Or(s.Email, "hello@"+s.ID+".example")
	return s, nil
}

func slugOf(name catalog.Localized, languages []string) (slug string) {
	for _, language := range languages {
		slug = cmp.Or(slug, scaffold.SlugIn(language, name[language]))
	}
	return slug
}

// titleFromSlug is a slug as words.
func titleFromSlug(slug string) string {
	if slug == "" {
		return ""
	}
	text := strings.ReplaceAll(slug, "-", " ")
	return strings.ToUpper(text[:1]) + text[1:]
}

// Files returns the files of the folder, by path: content and, for the site bundle of a version, what is beside it.
func (s *Shop) Files(version string) (map[string][]byte, error) {
	all, err := s.Texts(version)
	if err != nil {
		return nil, err
	}
	for name, picture := range s.pictures() {
		all["content/media/"+name] = picture
	}
	all["content/media/logo.svg"] = Monogram(s.Name[s.Languages[0]])
	return all, nil
}

// Texts returns those of Files that are no pictures.
func (s *Shop) Texts(version string) (map[string][]byte, error) {
	all := map[string][]byte{}
	view := view{s, version}
	for _, f := range []struct{ from, to string }{
		{"README.md", "README.md"},
		{"gitignore", ".gitignore"},
		{"deployment.yaml", "content/deployments/" + s.ID + ".yaml"},
		{"supplier.yaml", "content/suppliers/" + s.ID + ".yaml"},
		{"cities/city", "content/cities/" + s.CitySlug},
		{"categories/days-out", "content/categories/days-out"},
		{"products/first-experience", "content/products/first-experience"},
		{"faq", "content/faq"},
		{"faq/how-to-book", "content/faq/how-to-book"},
		{"pages/about", "content/pages/about"},
		{"pages/privacy-policy", "content/pages/privacy-policy"},
		{"pages/terms-and-conditions", "content/pages/terms-and-conditions"},
	} {
		// Every page links to the pages of prose: no language can do without them, not even one that omits others.
		whole := s.Untranslated == catalog.Omit && strings.HasPrefix(f.from, "pages/")
		if err := view.addFiles(all, f.from, f.to, whole); err != nil {
			return nil, err
		}
	}
	s.addLanguageTexts(all)
	for _, language := range s.Languages {
		if s.hasShortTexts(language) {
			all["content/media/"+language+".yaml"] = s.altTexts(language)
		}
	}
	return all, nil
}

// Pages returns the pages of prose that every storefront has in each of its languages, by path below content, for a
// shop of a name.
func Pages(name catalog.Localized, languages []string) (map[string][]byte, error) {
	s := &Shop{Choices: Choices{Name: completeNames(name, languages, ""), Languages: languages}}
	s.findPlace()
	all := map[string][]byte{}
	for _, slug := range catalog.TextPages {
		if err := (view{s, ""}).addFiles(all, "pages/"+slug, "pages/"+slug, true); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// view is the data of templates.
type view struct {
	*Shop
	Version string // of the site bundle
}

// addFiles makes a file, or the files of a folder with its texts in the languages of the shop: each of them with whole.
func (v view) addFiles(all map[string][]byte, from, to string, whole bool) error {
	entries, err := files.ReadDir("files/" + from)
	if err != nil {
		data, err := v.render("files/" + from)
		all[to] = data
		return err
	}
	for _, e := range entries {
		if e.Name() == "en.md" {
			if err := v.addTexts(all, from, to, whole); err != nil {
				return err
			}
		}
		if e.IsDir() || path.Ext(e.Name()) == ".md" {
			continue
		}
		data, err := v.render(path.Join("files", from, e.Name()))
		if err != nil {
			return err
		}
		all[path.Join(to, e.Name())] = data
	}
	return nil
}

func (v view) render(name string) ([]byte, error) {
	source, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	t, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{
		"text": scaffold.YAMLText, "names": v.yamlNames,
		"join": func(all []string) string { return strings.Join(all, ", ") },
	}).Parse(string(source))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// yamlNames writes a text in those of the shop's languages that it has, on one line of YAML.
func (v view) yamlNames(text catalog.Localized) string {
	var parts []string
	for _, language := range v.Languages {
		if text[language] != "" {
			parts = append(parts, language+": "+scaffold.YAMLText(text[language]))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// Title is the shop's name for its README.
func (v view) Title() string { return v.Name[v.Languages[0]] }

// Layouts lists the other layout types.
func (v view) Layouts() string {
	others := slices.DeleteFunc(source.LayoutTypes(), func(l string) bool { return l == v.Layout })
	return "or " + strings.Join(others, ", ")
}

// Tagline is the line of the home page: only the city's name in languages that the starter does not have.
func (v view) Tagline() catalog.Localized {
	return v.withCity("Days out in ", "أيام لا تُنسى في ")
}

// AddressExample is a comment of the deployment's file.
func (v view) AddressExample() catalog.Localized {
	return v.withCity("Street and number, ", "الشارع والرقم، ")
}

// withCity returns the names of the city, after words in English and Arabic.
func (v view) withCity(english, arabic string) catalog.Localized {
	text := maps.Clone(v.City)
	text["en"], text["ar"] = english+text["en"], arabic+text["ar"]
	return text
}

// Topic is the topic of the first question.
func (v view) Topic() catalog.Localized {
	text := catalog.Localized{"en": "Booking", "ar": "الحجز"}
	if first := v.Languages[0]; text[first] == "" {
		text[first] = text[v.starterLanguage(first)]
	}
	return text
}

// Price is the sample's, a round sum in any currency.
func (v view) Price() int { return cmp.Or(v.Place.Price, 100) }

// ChildPrice is the sample's for children.
func (v view) ChildPrice() int { return v.Price() * 6 / 10 }
