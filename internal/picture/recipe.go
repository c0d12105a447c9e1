package picture

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"storefront/internal/core/fault"
)

// Recipe is a request for a picture. Its zero value requests the default format only.
type Recipe struct {
	Format  Format // empty: the caller's default
	Auto    bool   // the best format that the client accepts
	Quality int    // 1 to 100; 0: the format's own default

	Size       Size
	Background *Colour
	Blur       int // the radius; 0: none
}

// Size is the requested size in pixels; 0 leaves an axis free.
type Size struct {
	Width, Height int
	// Box is true if both axes were given at once (resize): the picture then fills the box by Fit. A box larger than
	// the source is reduced first, in its own proportions.
	Box bool
	Fit Fit
}

// Fit is the way in which a picture fills a box.
type Fit string

const (
	Cover   Fit = "cover"
	Contain Fit = "contain"
	Fill    Fit = "fill"
	Inside  Fit = "inside"
	Outside Fit = "outside"
)

// Bounds of the grammar. They limit the cost of one address to that of a page's pictures; IPX allows more.
const (
	MaxSide         = 4096
	MaxBlur         = 100
	maxSegmentBytes = 512
)

// Parse reads the modifiers of an address: one path segment, still percent-encoded. As in IPX they are separated by ","
// or "&", names and values by "_", ":" or "=", and "_" alone requests nothing. A failure is Invalid, and its field is
// the name of the modifier as it was written, or "modifiers" if there is none.
func Parse(segment string) (Recipe, error) {
	var r Recipe
	if segment == "_" {
		return r, nil
	}
	if segment == "" || len(segment) > maxSegmentBytes {
		return r, fault.New(fault.Invalid, "An address of a picture begins with its modifiers.",
			fault.Field{Name: "modifiers", Code: fault.Required})
	}
	var all []parsedModifier
	for part := range strings.FieldsFuncSeq(segment, isSeparator) {
		m, err := parseModifier(part)
		if err != nil {
			return Recipe{}, err
		}
		all = addModifier(all, m)
	}
	if len(all) == 0 || strings.IndexFunc(segment, isSeparator) == 0 ||
		strings.LastIndexFunc(segment, isSeparator) == len(segment)-1 {
		return Recipe{}, invalidModifier("modifiers", fault.Format)
	}
	// As in IPX, modifiers act in the order of their names.
	slices.SortStableFunc(all, func(a, b parsedModifier) int { return cmp.Compare(a.name, b.name) })
	for _, a := range all {
		if code := a.modifier(&r, a.values); code != "" {
			return Recipe{}, invalidModifier(a.name, code)
		}
	}
	return r, nil
}

func isSeparator(c rune) bool { return c == ',' || c == '&' }

func isValueSeparator(c rune) bool { return c == '_' || c == ':' || c == '=' }

// parsedModifier is a modifier as an address has it.
type parsedModifier struct {
	modifier modifier
	name     string
	values   []string
}

func parseModifier(part string) (parsedModifier, error) {
	separator := strings.IndexFunc(part, isValueSeparator)
	name, rest := part, ""
	if separator >= 0 {
		name, rest = part[:separator], part[separator+1:]
	}
	m, known := modifiers[name]
	if !known {
		return parsedModifier{}, invalidModifier(name, fault.Unknown)
	}
	a := parsedModifier{modifier: m, name: name}
	if rest == "" {
		return a, nil
	}
	// Values with another separator inside, or with an encoded one, are read alike, as in IPX.
	for value := range strings.SplitSeq(strings.Map(normalizeSeparator, rest), "_") {
		decoded, err := url.PathUnescape(value)
		if err != nil {
			return parsedModifier{}, invalidModifier(name, fault.Format)
		}
		a.values = append(a.values, strings.Split(decoded, "_")...)
	}
	return a, nil
}

func normalizeSeparator(c rune) rune {
	if isValueSeparator(c) {
		return '_'
	}
	return c
}

// addModifier adds a modifier; the later of two with the same name wins.
func addModifier(all []parsedModifier, a parsedModifier) []parsedModifier {
	for i := range all {
		if all[i].name == a.name {
			all[i].values = a.values
			return all
		}
	}
	return append(all, a)
}

func invalidModifier(name string, code fault.FieldCode) *fault.Error {
	message := "A modifier of the picture's address is not what it should be."
	if code == fault.Unknown {
		message = "A modifier of the picture's address is not known."
	}
	return fault.New(fault.Invalid, message, fault.Field{Name: truncateName(name), Code: code})
}

// truncateName shortens a client's text for responses and logs.
func truncateName(name string) string {
	const longest = 40
	name = strings.ToValidUTF8(name, "?")
	if name == "" {
		return "modifiers"
	}
	if len(name) > longest {
		name = strings.ToValidUTF8(name[:longest], "") + "…"
	}
	return name
}

// Canonical returns a text that is equal for equal recipes.
func (r Recipe) Canonical() string {
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // numbers and words only
	}
	return string(data)
}
