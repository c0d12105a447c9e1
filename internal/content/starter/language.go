package starter

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
	"storefront/internal/content/source"
	"storefront/internal/core/locale"
)

// Languages are those that the starter's texts are written in.
var Languages = []string{"en", "ar"}

// checkLanguages returns an error for a language that is not recognised or occurs twice, for a name in another
// language, and for an unknown choice about texts that are not translated.
func (c *Choices) checkLanguages() error {
	for i, language := range c.Languages {
		if err := scaffold.CheckLanguage(language); err != nil {
			return err
		}
		if slices.Index(c.Languages, language) < i {
			return fmt.Errorf("the language %q is given twice", language)
		}
	}
	for what, text := range map[string]catalog.Localized{"name": c.Name, "city": c.City} {
		for language := range text {
			if !slices.Contains(c.Languages, language) {
				return fmt.Errorf("the %s is given in %q, which is not a language of the storefront", what, language)
			}
		}
	}
	if choices := []string{"", catalog.Fallback, catalog.Omit}; !slices.Contains(choices, c.Untranslated) {
		return fmt.Errorf("%q is not a way to treat untranslated content; they are %s", c.Untranslated,
			strings.Join(choices[1:], ", "))
	}
	return nil
}

// setUntranslated sets how the deployment handles untranslated texts. Drafts count as missing, and the default language
// is their fallback.
func (s *Shop) setUntranslated() {
	for _, language := range s.Languages {
		if slices.Contains(Languages, language) {
			continue
		}
		s.Unwritten = append(s.Unwritten, language)
		if s.Untranslated == "" && language != s.Languages[0] {
			s.Drafts = append(s.Drafts, language)
		}
	}
	if len(s.Drafts) > 0 {
		s.Untranslated = catalog.Fallback
	}
}

// hasShortTexts reports whether short texts are written in one of the shop's languages: in those of the starter, and in
// the default language, which takes the place of others.
func (s *Shop) hasShortTexts(language string) bool {
	return language == s.Languages[0] || slices.Contains(Languages, language)
}

// starterLanguage returns the language of the starter's words for one of the shop's languages: the language itself,
// that of the default language's words, or English.
func (s *Shop) starterLanguage(language string) string {
	for _, words := range []string{language, s.Languages[0]} {
		if slices.Contains(Languages, words) {
			return words
		}
	}
	return "en"
}

// addTexts writes the texts of a folder in the languages of the shop. With whole, each language has them.
func (v view) addTexts(all map[string][]byte, from, to string, whole bool) error {
	for _, language := range v.Languages {
		file := to + "/" + language + ".md"
		if whole || v.hasShortTexts(language) {
			text, err := v.withNamesIn(language).render("files/" + from + "/" + v.starterLanguage(language) + ".md")
			if err != nil {
				return err
			}
			all[file] = text
			continue
		}
		if !slices.Contains(v.Drafts, language) {
			continue
		}
		first := v.Languages[0]
		draft, ok := source.BeginTranslation(all[to+"/"+first+".md"], first)
		if !ok {
			return fmt.Errorf("the text of %s has no front matter", file)
		}
		all[file] = draft
	}
	return nil
}

// withNamesIn returns a copy of the shop in which names in the language of the words are those in the language of a
// text.
func (v view) withNamesIn(language string) view {
	shop, words := *v.Shop, v.starterLanguage(language)
	for _, names := range []*catalog.Localized{&shop.Name, &shop.City} {
		*names = catalog.Localized{words: (*names)[language]}
	}
	return view{&shop, v.Version}
}

// addLanguageTexts writes the interface's texts of languages that do not come with the program.
func (s *Shop) addLanguageTexts(all map[string][]byte) {
	for _, language := range s.Languages {
		if _, builtIn := locale.BuiltIn[language]; !builtIn {
			all["content/texts/"+language+".yaml"] = []byte(scaffold.LanguageTexts(language))
		}
	}
}

// completeNames fills in the languages of the shop and of the starter that a name is not given in with one that it is
// given in.
func completeNames(name catalog.Localized, languages []string, otherwise string) catalog.Localized {
	given := name["en"]
	for _, language := range languages {
		given = cmp.Or(given, name[language])
	}
	whole := catalog.Localized{}
	for _, language := range slices.Concat(languages, Languages) {
		whole[language] = cmp.Or(name[language], given, otherwise, "Shop")
	}
	return whole
}
