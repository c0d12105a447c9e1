package catalog

import "slices"

// How a deployment handles content that lacks one of its languages. By default that is a mistake.
const (
	// Fallback shows it in the deployment's default language.
	Fallback = "fallback"
	// Omit leaves it out of the language's site.
	Omit = "omit"
)

// View describes how content is shown in a language. With an empty Fallback, content is shown in Language or not at
// all.
type View struct {
	Language string
	// Fallback is the fallback for content without Language.
	Fallback string
	// OmitsUntranslated is true if content without Language is left out. Fallback is then used only for texts
	// that belong to other content: the alt texts of pictures and the names of suppliers.
	OmitsUntranslated bool
}

// Views returns the views of a library: one for each language, in their order, and those of the deployments that show
// content which lacks a language.
func (l *Library) Views() []View {
	var all []View
	for _, language := range l.Languages {
		all = append(all, View{Language: language})
	}
	for _, d := range l.Deployments {
		for _, language := range d.Languages {
			if view := d.View(language); !slices.Contains(all, view) {
				all = append(all, view)
			}
		}
	}
	return all
}

// AllowsUntranslated reports whether a deployment accepts missing translations.
func (l *Library) AllowsUntranslated() bool {
	return slices.ContainsFunc(l.Deployments, func(d *Deployment) bool { return d.Untranslated != "" })
}

// View returns how a deployment shows content in one of its languages.
func (d *Deployment) View(language string) View {
	view := View{Language: language, OmitsUntranslated: d.Untranslated == Omit}
	if d.Untranslated != "" && language != d.DefaultLanguage() {
		view.Fallback = d.DefaultLanguage()
	}
	return view
}

// TextIn returns the text that a view shows, and its language; nil if it shows none.
func TextIn[T any](v View, texts map[string]*T) (text *T, language string) {
	if text = texts[v.Language]; text != nil {
		return text, v.Language
	}
	if text = texts[v.Fallback]; text != nil && !v.OmitsUntranslated {
		return text, v.Fallback
	}
	return nil, ""
}

// Text returns the text that a view shows, and its language; both are empty if it shows none.
func (v View) Text(text Localized) (shown, language string) {
	if v.OmitsUntranslated {
		v.Fallback = ""
	}
	return v.TextWithFallback(text)
}

// TextWithFallback is Text for texts that belong to other content, which are never left out by themselves.
func (v View) TextWithFallback(text Localized) (shown, language string) {
	if shown = text[v.Language]; shown != "" {
		return shown, v.Language
	}
	if shown = text[v.Fallback]; shown != "" {
		return shown, v.Fallback
	}
	return "", ""
}

// RequiredLanguages returns the required languages of a text, sorted: the languages of the deployments without
// Untranslated that show it, and the default languages of those that use them as a fallback. shows is nil for all
// deployments.
func (l *Library) RequiredLanguages(shows func(*Deployment) bool) []string {
	return slices.DeleteFunc(slices.Clone(l.Languages), func(language string) bool {
		return !slices.ContainsFunc(l.Deployments, func(d *Deployment) bool {
			if shows != nil && !shows(d) || !slices.Contains(d.Languages, language) {
				return false
			}
			return d.Untranslated == "" || d.Untranslated == Fallback && language == d.DefaultLanguage()
		})
	})
}

// RequiredShortTextLanguages is RequiredLanguages for short texts that belong to other content: it includes the default
// language of every deployment.
func (l *Library) RequiredShortTextLanguages() []string {
	needed := l.RequiredLanguages(nil)
	for _, d := range l.Deployments {
		if len(d.Languages) > 0 && !slices.Contains(needed, d.DefaultLanguage()) {
			needed = append(needed, d.DefaultLanguage())
		}
	}
	slices.Sort(needed)
	return needed
}

// Currencies returns the currencies that deployments accept, each once.
func (l *Library) Currencies() (all []string) {
	for _, d := range l.Deployments {
		all = append(all, d.Currencies...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
