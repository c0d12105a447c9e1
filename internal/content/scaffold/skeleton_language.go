package scaffold

import (
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/lib/misuse"
)

// firstLanguage returns the first language of what is begun, else of the storefronts; "" if there is none.
func (s *Skeleton) firstLanguage() string {
	all := slices.Clone(s.Languages)
	for _, d := range s.lib.Deployments {
		all = append(all, d.Languages...)
	}
	return append(all, "")[0]
}

// sharedLanguages returns the languages that every storefront has, in the order of the first; if there are none, the
// default language of the first. Content has texts in them.
func (s *Skeleton) sharedLanguages() []string {
	if len(s.lib.Deployments) == 0 {
		return nil
	}
	first := s.lib.Deployments[0]
	shared := slices.DeleteFunc(slices.Clone(first.Languages), func(language string) bool {
		return slices.ContainsFunc(s.lib.Deployments, func(d *catalog.Deployment) bool {
			return !slices.Contains(d.Languages, language)
		})
	})
	if len(shared) == 0 {
		return []string{first.DefaultLanguage()}
	}
	return shared
}

// resolveLanguages settles the languages of the texts.
func (s *Skeleton) resolveLanguages(needed []string) error {
	if len(s.lib.Deployments) > 0 && s.Kind != "deployment" {
		first := slices.Clone(s.lib.Deployments[0].Languages) // in the order of the first storefront
		for _, language := range needed {
			if !slices.Contains(first, language) {
				first = append(first, language)
			}
		}
		needed = first
	}
	if len(s.Languages) == 0 {
		s.Languages = needed
	}
	for i, language := range s.Languages {
		if _, ok := s.lib.Locale(language); !ok {
			return misuse.Errorf("%q is not a language of this storefront; languages are %s", language,
				s.lib.LocaleList())
		}
		if slices.Index(s.Languages, language) < i {
			return misuse.Errorf("the language %q is given twice", language)
		}
	}
	if s.Kind == "post" || s.Kind == "deployment" || s.Kind != "supplier" && s.lib.AllowsUntranslated() {
		if len(s.Languages) == 0 {
			s.Languages = []string{"en"}
		}
		return nil
	}
	for _, language := range s.lib.RequiredLanguages(nil) {
		if !slices.Contains(s.Languages, language) {
			return misuse.Errorf("a %s needs a text in every language of the storefronts: --lang %s", s.Kind,
				strings.Join(needed, ","))
		}
	}
	for _, language := range s.Languages {
		if !slices.Contains(needed, language) {
			return misuse.Errorf("no storefront is in %q; languages are %s", language, strings.Join(needed, ", "))
		}
	}
	return nil
}
