package schema

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"storefront/internal/content/source"
	"storefront/internal/core/translation"
)

// languageTexts returns the schema of a language's texts, which have the keys and the placeholders of English's. It
// allows every plural form: which of them a language has is for the check.
func languageTexts() *Schema {
	language := object(
		property{"name", described(text(), "Its name in itself: Français.")},
		property{"iso", described(pattern(`^[a-z]{2}(-[A-Z][a-z]{3})?-[A-Z]{2}$`), "Language and country: fr-FR.")},
		property{"format", described(text(), "The locale of dates and amounts, where it is not that of iso.")},
		property{"direction", described(words([]string{"ltr", "rtl"}), "The direction in which it is written.")},
	)
	language.Required = []string{"name", "iso", "direction"}
	s := object(property{"language", language})
	for _, kind := range []translation.Kind{translation.Pages, translation.Mails} {
		m := textsMaker{kind, s}
		below := m.tree(source.Like(kind))
		below.Type = types{"object", "null"}
		s.Properties = append(s.Properties, property{string(kind), below})
	}
	return s
}

func object(all ...property) *Schema {
	return &Schema{Type: types{"object"}, Properties: all, Additional: &additional{}}
}

func described(s *Schema, description string) *Schema {
	s.Description = description
	return s
}

// textsMaker makes the schema of the texts of a kind, which share the definitions of a schema.
type textsMaker struct {
	kind translation.Kind
	root *Schema
}

func (m textsMaker) tree(like translation.Tree) *Schema {
	s := object()
	for _, name := range slices.Sorted(maps.Keys(like)) {
		counted, isCounted := like[name].(source.Counted)
		if isCounted && m.kind == translation.Pages {
			s.Properties = append(s.Properties, m.forms(name+"_", counted.Text)...)
			continue
		}
		s.Properties = append(s.Properties, property{name, m.like(like[name])})
	}
	return s
}

func (m textsMaker) like(like any) *Schema {
	switch like := like.(type) {
	case translation.Tree:
		return m.tree(like)
	case []any:
		return &Schema{Type: types{"array"}, Items: m.anyText(), MinItems: len(like), MaxItems: len(like)}
	case source.Counted:
		forms := object(m.forms("", like.Text)...)
		forms.Required = []string{"other"}
		return forms
	case string:
		return described(m.text(like, true), like)
	}
	return &Schema{Type: types{"object"}, Additional: &additional{m.anyText()}}
}

// forms are the keys of a counted text. Only the last form needs its placeholders: "one hour".
func (m textsMaker) forms(prefix, english string) (all properties) {
	for _, form := range source.PluralForms {
		one := m.text(english, form == "other")
		if form == "other" {
			one.Description = english
		}
		all = append(all, property{prefix + form, one})
	}
	return all
}

// anyText returns the schema of a text that is not empty.
func (m textsMaker) anyText() *Schema {
	return m.defined("text", func() *Schema {
		s := text()
		s.Pattern = `[^ \t\n]`
		return s
	})
}

// text returns the schema of a text with the placeholders of the English one, which it needs if whole, and no others.
func (m textsMaker) text(english string, whole bool) *Schema {
	places := source.Placeholders(m.kind, english)
	name := string(m.kind) + " " + strings.Trim(strings.Join(places, " "), " ")
	if !whole {
		name += " or none"
	}
	return m.defined(strings.NewReplacer("{", "", "}", "").Replace(name), func() *Schema {
		s := &Schema{AllOf: []*Schema{m.anyText()}}
		var known []string
		for _, place := range places {
			known = append(known, regexp.QuoteMeta(place))
			if whole {
				s.AllOf = append(s.AllOf, pattern(regexp.QuoteMeta(place)))
			}
		}
		others := `\{\{[^{}]*\}\}`
		if m.kind == translation.Mails {
			others = `\{[^{}]*\}`
		}
		if known != nil {
			others = "(?!" + strings.Join(known, "|") + ")" + others
		}
		s.Not = &Schema{Type: types{"string"}, Pattern: others}
		return s
	})
}

// defined returns a reference to a definition, which is made where it is missing.
func (m textsMaker) defined(name string, make func() *Schema) *Schema {
	name = strings.ReplaceAll(strings.TrimSpace(name), " ", "-")
	if !slices.ContainsFunc(m.root.Definitions, func(p property) bool { return p.name == name }) {
		made := make()
		m.root.Definitions = append(m.root.Definitions, property{name, made})
	}
	return &Schema{Ref: "#/definitions/" + name}
}
