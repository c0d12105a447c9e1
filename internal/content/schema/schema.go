// Package schema makes a JSON Schema of each kind of file that editors write, from the types that the files are read
// into and from the rules that they are checked by: editors' programs complete and check keys while they are typed. A
// schema describes one file at a time, and accepts every file that a build accepts, except texts that other programs
// read as numbers; "generate check" checks the whole content.
package schema

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/source"
	"storefront/internal/core/locale"
	"storefront/internal/core/payload"
	"storefront/internal/core/translation"
)

// Schema is a JSON Schema of draft 7, which VS Code's YAML support implements completely.
type Schema struct {
	Draft       string      `json:"$schema,omitempty"`
	Title       string      `json:"title,omitempty"`
	Description string      `json:"description,omitempty"`
	Type        types       `json:"type,omitempty"`
	Enum        []any       `json:"enum,omitempty"`
	Pattern     string      `json:"pattern,omitempty"`
	MinLength   int         `json:"minLength,omitempty"`
	Minimum     *float64    `json:"minimum,omitempty"`
	Maximum     *float64    `json:"maximum,omitempty"`
	Items       *Schema     `json:"items,omitempty"`
	MinItems    int         `json:"minItems,omitempty"`
	MaxItems    int         `json:"maxItems,omitempty"`
	UniqueItems bool        `json:"uniqueItems,omitempty"`
	Properties  properties  `json:"properties,omitempty"`
	Required    []string    `json:"required,omitempty"`
	Additional  *additional `json:"additionalProperties,omitempty"`
	AnyOf       []*Schema   `json:"anyOf,omitempty"`
	AllOf       []*Schema   `json:"allOf,omitempty"`
	Not         *Schema     `json:"not,omitempty"`
	Ref         string      `json:"$ref,omitempty"`
	Definitions properties  `json:"definitions,omitempty"`
}

// types are the names of one type or several.
type types []string

// MarshalJSON writes one name as itself.
func (t types) MarshalJSON() ([]byte, error) {
	if len(t) == 1 {
		return json.Marshal(t[0])
	}
	return json.Marshal([]string(t))
}

// properties are the keys of an object, in the order of the type.
type properties []property

type property struct {
	name   string
	schema *Schema
}

// MarshalJSON keeps the order.
func (p properties) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, one := range p {
		if i > 0 {
			out = append(out, ',')
		}
		value, err := encode(one.schema)
		if err != nil {
			return nil, err
		}
		out = append(strconv.AppendQuote(out, one.name), ':')
		out = append(out, value...)
	}
	return append(out, '}'), nil
}

// additional is the schema of other keys, or nil if no other keys are allowed.
type additional struct{ schema *Schema }

// MarshalJSON writes false for nil.
func (a additional) MarshalJSON() ([]byte, error) {
	if a.schema == nil {
		return []byte("false"), nil
	}
	return encode(a.schema)
}

// encode leaves <, > and & as they are.
func encode(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(out.Bytes()), err
}

// JSON returns the schema as a file.
func (s *Schema) JSON() ([]byte, error) {
	data, err := encode(s)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Indent(&out, data, "", "  ")
	return append(out.Bytes(), '\n'), err
}

// ForKind returns the schema of a kind of files.
func ForKind(k source.Kind) *Schema {
	var s *Schema
	if k.Type == reflect.TypeFor[translation.Tree]() {
		s = languageTexts()
	} else {
		s = schemaBuilder{k.Forgiving}.forType(k.Type)
	}
	s.Draft, s.Title, s.Description = "http://json-schema.org/draft-07/schema#", k.Glob, kindDescriptions[k.Name]
	return s
}

type schemaBuilder struct{ forgiving bool }

func typeSchema(names ...string) *Schema { return &Schema{Type: names} }

func patternSchema(of string) *Schema { return &Schema{Type: types{"string"}, Pattern: of} }

// textSchema is the schema of the values that the decoder reads as a text: numbers such as a year are among them.
func textSchema() *Schema { return typeSchema("string", "number", "boolean") }

// scalarSchemas are the types with a form of their own.
var scalarSchemas = map[reflect.Type]func() *Schema{
	reflect.TypeFor[catalog.Duration](): func() *Schema {
		return patternSchema(`^ *([0-9]{1,6} *[mhd] *)+$|^ *([0-9]{1,6} *n *)+$`)
	},
	reflect.TypeFor[catalog.Clock](): func() *Schema { return patternSchema(`^([01][0-9]|2[0-3]):[0-5][0-9]$`) },
	reflect.TypeFor[catalog.Date](): func() *Schema {
		return patternSchema(`^([0-9]{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`)
	},
	reflect.TypeFor[catalog.Timestamp](): func() *Schema {
		return patternSchema(`^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])` +
			`([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?( ?(Z|[+-][0-9]{2}:?[0-9]{2}))?)?$`)
	},
	reflect.TypeFor[catalog.Decimal](): func() *Schema {
		zero := 0.0
		return &Schema{AnyOf: []*Schema{{Type: types{"number"}, Minimum: &zero}, patternSchema(`^[0-9]+(\.[0-9]*)?$`)}}
	},
	reflect.TypeFor[catalog.Colour]():  func() *Schema { return patternSchema(`^#[0-9A-Fa-f]{6}$`) },
	reflect.TypeFor[catalog.Weekday](): func() *Schema { return enumSchema(catalog.Weekdays()) },
	reflect.TypeFor[catalog.Localized](): func() *Schema {
		s := &Schema{Type: types{"object"}, Additional: &additional{}}
		for _, language := range locale.Codes() {
			one := textSchema()
			one.MinLength = 1
			s.Properties = append(s.Properties, property{language, one})
		}
		return s
	},
}

func enumSchema(all []string) *Schema {
	s := &Schema{}
	for _, word := range all {
		s.Enum = append(s.Enum, word)
	}
	return s
}

func (m schemaBuilder) forType(t reflect.Type) *Schema {
	if make := scalarSchemas[t]; make != nil {
		return make()
	}
	if e, ok := reflect.Zero(t).Interface().(payload.Enumeration); ok && t.Kind() == reflect.String {
		return enumSchema(e.Values())
	}
	switch t.Kind() {
	case reflect.Pointer:
		return m.forType(t.Elem())
	case reflect.Struct:
		return m.forStruct(t)
	case reflect.Map:
		return &Schema{Type: types{"object"}, Additional: &additional{m.forType(t.Elem())}}
	case reflect.Slice:
		return &Schema{Type: types{"array"}, Items: m.forType(t.Elem())}
	case reflect.Bool:
		return typeSchema("boolean")
	case reflect.Int:
		zero := 0.0
		return &Schema{Type: types{"integer"}, Minimum: &zero}
	case reflect.Float64:
		return typeSchema("number")
	case reflect.String:
		return textSchema()
	default:
		panic("schema: no schema of " + t.String())
	}
}

func (m schemaBuilder) forStruct(t reflect.Type) *Schema {
	s := &Schema{Type: types{"object"}}
	if !m.forgiving {
		s.Additional = &additional{}
	}
	for _, f := range reflect.VisibleFields(t) {
		name, option, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if name == "" || name == "-" {
			continue
		}
		one := m.forType(f.Type)
		if rule, ok := source.RuleOf(t, name); ok {
			one.apply(rule)
		}
		required := option == "required"
		if required && f.Type.Kind() == reflect.String && one.Pattern == "" && one.Enum == nil {
			one.Pattern = `\S`
		}
		if m.forgiving && !required {
			one = allowNull(one)
		}
		one.Description = Describe(t, name)
		s.Properties = append(s.Properties, property{name, one})
		if required {
			s.Required = append(s.Required, name)
		}
	}
	return s
}

// Describe returns the description of a key for editors.
func Describe(t reflect.Type, key string) string {
	if own := keyDescriptions[t.Name()+"."+key]; own != "" {
		return own
	}
	return keyDescriptions[key]
}

// allowNull is the schema of a key of a story: other blogs write keys without a value, and a word instead of a list.
func allowNull(s *Schema) *Schema {
	all := []*Schema{s, typeSchema("null")}
	if slices.Contains(s.Type, "array") {
		all = append(all, textSchema())
	}
	return &Schema{AnyOf: all}
}

// apply adds a rule.
func (s *Schema) apply(r source.Rule) {
	if r.Pattern != nil {
		if of := patternSchema(r.Pattern.String()); s.Pattern == "" {
			s.Type, s.Pattern = of.Type, of.Pattern
		} else {
			s.AllOf = append(s.AllOf, of)
		}
	}
	if r.Enum != nil {
		number := slices.Contains(s.Type, "integer")
		s.Type, s.Minimum = nil, nil
		for _, word := range r.Enum {
			if n, err := strconv.Atoi(word); number && err == nil {
				s.Enum = append(s.Enum, n)
			} else {
				s.Enum = append(s.Enum, word)
			}
		}
	}
	if r.Min != nil {
		s.Minimum = r.Min
	}
	if r.Max != nil {
		s.Maximum = r.Max
	}
	if r.Items != nil {
		s.Items.apply(*r.Items)
	}
	s.MinItems, s.MaxItems, s.UniqueItems = max(s.MinItems, r.MinItems), r.MaxItems, r.Unique
	if r.Not != "" {
		s.Not = enumSchema([]string{r.Not})
	}
}

// Pattern returns the pattern of a type of texts; empty if the type has none.
func Pattern(t reflect.Type) string {
	if make := scalarSchemas[t]; make != nil {
		return make().Pattern
	}
	return ""
}
