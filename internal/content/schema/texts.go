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
	language := objectSchema(
		property{"name", withDescription(textSchema(), "Its name in itself: Français.")},
		property{"iso", withDescription(patternSchema(`^[a-z]{2}(-[A-Z][a-z]{3})?-[A-Z]{2}$`),
			"Language and country: fr-FR.")},
		property{"format", withDescription(textSchema(),
			"The locale of dates and amounts, where it is not that of iso.")},
		property{"direction", withDescription(enumSchema([]string{"ltr", "rtl"}),
			"The direction in which it is written.")},
	)
	language.Required = []string{"name", "iso", "direction"}
	s := objectSchema(property{"language", language})
	for _, kind := range []translation.Kind{translation.Pages, translation.Mails} {
		m := textsBuilder{kind, s}
		below := m.forTree(source.TextStructure(kind))
		below.Type = types{"object", "null"}
		s.Properties = append(s.Properties, property{string(kind), below})
	}
	return s
}

func objectSchema(all ...property) *Schema {
	return &Schema{Type: types{"object"}, Properties: all, Additional: &additional{}}
}

func withDescription(s *Schema, description string) *Schema {
	s.Description = description
	return s
}

// textsBuilder makes the schema of the texts of a kind, which share the definitions of a schema.
type textsBuilder struct {
	kind translation.Kind
	root *Schema
}

func (m textsBuilder) forTree(like translation.Tree) *Schema {
	s := objectSchema()
	for _, name := range slices.Sorted(maps.Keys(like)) {
		counted, isCounted := like[name].(source.Counted)
		if isCounted && m.kind == translation.Pages {
			s.Properties = append(s.Properties, m.pluralProperties(name+"_", counted.Text)...)
			continue
		}
		s.Properties = append(s.Properties, property{name, m.forTexts(like[name])})
	}
	return s
}

func (m textsBuilder) forTexts(like any) *Schema {
	switch like := like.(type) {
	case translation.Tree:
		return m.forTree(like)
	case []any:
		return &Schema{Type: types{"array"}, Items: m.nonEmptyText(), MinItems: len(like), MaxItems: len(like)}
	case source.Counted:
		forms := objectSchema(m.pluralProperties("", like.Text)...)
		forms.Required = []string{"other"}
		return forms
	case string:
		return withDescription(m.withPlaceholders(like, true), like)
	}
	return &Schema{Type: types{"object"}, Additional: &additional{m.nonEmptyText()}}
}

// pluralProperties are the keys of a counted text. Only the last form needs its placeholders: "one hour".
func (m textsBuilder) pluralProperties(prefix, english string) (all properties) {
	for _, form := range source.PluralForms {
		one := m.withPlaceholders(english, form == "other")
		if form == "other" {
			one.Description = english
		}
		all = append(all, property{prefix + form, one})
	}
	return all
}

// nonEmptyText returns the schema of a text that is not empty.
func (m textsBuilder) nonEmptyText() *Schema {
	return m.define("text", func() *Schema {
		s := textSchema()
		s.Pattern = `[^ \t\n]`
		return s
	})
}

// withPlaceholders returns the schema of a text with the placeholders of the English one, which it needs if whole, and
// no others.
func (m textsBuilder) withPlaceholders(english string, needsAll bool) *Schema {
	places := source.Placeholders(m.kind, english)
	name := string(m.kind) + " " + strings.Trim(strings.Join(places, " "), " ")
	if !needsAll {
		name += " or none"
	}
	return m.define(strings.NewReplacer("{", "", "}", "").Replace(name), func() *Schema {
		s := &Schema{AllOf: []*Schema{m.nonEmptyText()}}
		var known []string
		for _, place := range places {
			known = append(known, regexp.QuoteMeta(place))
			if needsAll {
				s.AllOf = append(s.AllOf, patternSchema(regexp.QuoteMeta(place)))
			}
		}
		unknownPlaceholder := `\{\{[^{}]*\}\}`
		if m.kind == translation.Mails {
			unknownPlaceholder = `\{[^{}]*\}`
		}
		if known != nil {
			unknownPlaceholder = "(?!" + strings.Join(known, "|") + ")" + unknownPlaceholder
		}
		s.Not = &Schema{Type: types{"string"}, Pattern: unknownPlaceholder}
		return s
	})
}

// define returns a reference to a definition, which is made where it is missing.
func (m textsBuilder) define(name string, make func() *Schema) *Schema {
	name = strings.ReplaceAll(strings.TrimSpace(name), " ", "-")
	if !slices.ContainsFunc(m.root.Definitions, func(p property) bool { return p.name == name }) {
		made := make()
		m.root.Definitions = append(m.root.Definitions, property{name, made})
	}
	return &Schema{Ref: "#/definitions/" + name}
}
