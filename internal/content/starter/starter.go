// Package starter writes the content of a new storefront: everything that a first build needs, in texts that are the
// editor's to replace, with pictures that the program draws itself.
package starter

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
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
	Currency  string
	City      catalog.Localized
	Layout    string
	Email     string
}

// ToReplace are the sentences, by language, that begin the starter's texts.
var ToReplace = map[string]string{
	"en": "This text came with the shop: replace it with your own",
	"ar": "هذا نص جاهز جاء مع المتجر: اكتب نصك مكانه",
}

// Languages are those that the starter's texts are written in.
var Languages = []string{"en", "ar"}

// Shop is a new storefront: Choices made whole.
type Shop struct {
	Choices
	ID       string // of the deployment and its supplier
	CitySlug string
	Place    Place
	Known    bool // Place is the city's own; otherwise it is only near it
}

// New checks choices and fills in what they lack. The folder's name is the shop's name if it has none.
func New(c Choices, folder string) (*Shop, error) {
	s := &Shop{Choices: c}
	if len(s.Languages) == 0 {
		s.Languages = []string{"en", "ar"}
	}
	for i, language := range s.Languages {
		if !slices.Contains(Languages, language) {
			return nil, fmt.Errorf("a storefront begins in %s; generate new language %s, in its folder, begins another",
				strings.Join(Languages, " or "), language)
		}
		if slices.Index(s.Languages, language) < i {
			return nil, fmt.Errorf("the language %q is given twice", language)
		}
	}
	for what, text := range map[string]catalog.Localized{"name": s.Name, "city": s.City} {
		for language := range text {
			if !slices.Contains(s.Languages, language) {
				return nil, fmt.Errorf("the %s is given in %q, which is no language of the storefront", what, language)
			}
		}
	}
	s.Name = spoken(s.Name, words(scaffold.Slug(folder)))
	s.Layout = cmp.Or(s.Layout, "default")
	if layouts := source.LayoutTypes(); !slices.Contains(layouts, s.Layout) {
		return nil, fmt.Errorf("%q is not a layout type; they are %s%s", s.Layout, strings.Join(layouts, ", "),
			suggest.DidYouMean(s.Layout, layouts))
	}
	s.place()
	s.Currency = cmp.Or(s.Currency, s.Place.Currency)
	if _, ok := money.Exponent(s.Currency); !ok {
		return nil, fmt.Errorf("%q is not a currency code of ISO 4217", s.Currency)
	}
	s.ID = cmp.Or(scaffold.Slug(s.Name["en"]), slugOf(s.Name, s.Languages), scaffold.Slug(folder), "shop")
	s.Email = cmp.Or(s.Email, "hello@"+s.ID+".example")
	return s, nil
}

// spoken fills in the languages that a name is not given in with one that it is given in.
func spoken(name catalog.Localized, otherwise string) catalog.Localized {
	whole := catalog.Localized{}
	for _, language := range Languages {
		whole[language] = cmp.Or(name[language], name["en"], name["ar"], otherwise, "Shop")
	}
	return whole
}

func slugOf(name catalog.Localized, languages []string) (slug string) {
	for _, language := range languages {
		slug = cmp.Or(slug, scaffold.Slug(name[language]))
	}
	return slug
}

// words is a slug as words.
func words(slug string) string {
	if slug == "" {
		return ""
	}
	text := strings.ReplaceAll(slug, "-", " ")
	return strings.ToUpper(text[:1]) + text[1:]
}

// Files returns the files of the folder, by path: content and, for the site bundle of a version, what lies beside it.
func (s *Shop) Files(version string) (map[string][]byte, error) {
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
		if err := view.write(all, f.from, f.to); err != nil {
			return nil, err
		}
	}
	for name, picture := range s.pictures() {
		all["content/media/"+name] = picture
	}
	for _, language := range s.Languages {
		all["content/media/"+language+".yaml"] = s.alts(language)
	}
	all["content/media/logo.svg"] = Monogram(s.Name[s.Languages[0]])
	return all, nil
}

// Pages returns the pages of prose that every storefront has, by path below content, for a shop of a name.
func Pages(name catalog.Localized, languages []string) (map[string][]byte, error) {
	s := &Shop{Choices: Choices{Name: spoken(name, ""), Languages: languages}}
	s.place()
	all := map[string][]byte{}
	for _, slug := range catalog.TextPages {
		if err := (view{s, ""}).write(all, "pages/"+slug, "pages/"+slug); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// view is what templates see.
type view struct {
	*Shop
	Version string // of the site bundle
}

// write makes a file, or the files of a folder; files of languages that the shop lacks are left out.
func (v view) write(all map[string][]byte, from, to string) error {
	entries, err := files.ReadDir("files/" + from)
	if err != nil {
		data, err := v.execute("files/" + from)
		all[to] = data
		return err
	}
	for _, e := range entries {
		language, text := strings.CutSuffix(e.Name(), ".md")
		if e.IsDir() || text && !slices.Contains(v.Languages, language) {
			continue
		}
		data, err := v.execute(path.Join("files", from, e.Name()))
		if err != nil {
			return err
		}
		all[path.Join(to, e.Name())] = data
	}
	return nil
}

func (v view) execute(name string) ([]byte, error) {
	source, err := files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	t, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{
		"text": scaffold.Text, "names": v.localized,
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

// localized writes a text in the languages of the shop, on one line of YAML.
func (v view) localized(text catalog.Localized) string {
	var parts []string
	for _, language := range v.Languages {
		parts = append(parts, language+": "+scaffold.Text(text[language]))
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

// Tagline is the line of the home page.
func (v view) Tagline() catalog.Localized {
	return catalog.Localized{"en": "Days out in " + v.City["en"], "ar": "أيام لا تُنسى في " + v.City["ar"]}
}

// AddressExample is a comment of the deployment's file.
func (v view) AddressExample() catalog.Localized {
	return catalog.Localized{"en": "Street and number, " + v.City["en"], "ar": "الشارع والرقم، " + v.City["ar"]}
}

// Topic is the topic of the first question.
func (v view) Topic() catalog.Localized {
	return catalog.Localized{"en": "Booking", "ar": "الحجز"}
}

// Price is the sample's, a round sum in any currency.
func (v view) Price() int { return cmp.Or(v.Place.Price, 100) }

// ChildPrice is the sample's for children.
func (v view) ChildPrice() int { return v.Price() * 6 / 10 }
