package markdown

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"storefront/internal/lib/lazyregexp"
	"storefront/internal/lib/suggest"
)

// valueKind is the kind of an attribute's value.
type valueKind int

const (
	slugValue     valueKind = iota
	slugsValue              // separated by spaces
	picturesValue           // files of content/media, separated by spaces
	pictureValue
	numberValue
	wordValue // one of the attribute's words
	videoValue
)

// attribute is a row of a part's attributes.
type attribute struct {
	name     string
	kind     valueKind
	required bool
	words    []string
	min, max float64
	integer  bool // a number without decimals
}

// partKind is a row of the table of parts.
type partKind struct {
	isContainer     bool // ":::" with lines in it; else "::"
	hasTitle        bool // it may have a title in brackets
	allowedAnywhere bool // it is possible in any prose; others only in stories and pages, at the top level
	// oneOf are attributes; exactly one of them is written.
	oneOf      []string
	attributes []attribute
}

// Kinds of blocks that replace a marker.
const (
	BlockCards    = "cards"
	BlockGallery  = "gallery"
	BlockMap      = "map"
	BlockVideo    = "video"
	BlockContents = "contents"
)

// partKinds is the table of parts, by name. docs/content.md describes each.
var partKinds = map[string]partKind{
	"card": {attributes: []attribute{{name: "product", kind: slugValue, required: true}}},
	"cards": {oneOf: []string{"products", "city", "category"}, attributes: []attribute{
		{name: "products", kind: slugsValue}, {name: "city", kind: slugValue}, {name: "category", kind: slugValue},
		{name: "limit", kind: numberValue, min: 1, max: maxCards, integer: true},
	}},
	"gallery": {attributes: []attribute{{name: "pictures", kind: picturesValue, required: true}}},
	"map": {hasTitle: true, attributes: []attribute{
		{name: "latitude", kind: numberValue, required: true, min: -90, max: 90},
		{name: "longitude", kind: numberValue, required: true, min: -180, max: 180},
	}},
	"video": {hasTitle: true, attributes: []attribute{
		{name: "url", kind: videoValue, required: true}, {name: "picture", kind: pictureValue, required: true},
	}},
	"toc": {attributes: []attribute{{name: "depth", kind: numberValue, min: 2, max: 4, integer: true}}},
	"note": {isContainer: true, hasTitle: true, allowedAnywhere: true, attributes: []attribute{
		{name: "kind", kind: wordValue, words: NoteKinds},
	}},
}

// NoteKinds are the kinds of notes.
var NoteKinds = []string{"info", "tip", "warning"}

// maxCards is how many products a list in prose shows at most, and by default.
const maxCards = 12

// PartNames are the names of all parts.
func PartNames() []string {
	var all []string
	for name := range partKinds {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// Block is a part of a page that is not text. The HTML of the prose has a marker in its place.
type Block struct {
	Kind string
	At   Place
	// Products are slugs, with the place of each; of a list by city or category, at most Limit are shown.
	Products       []PlacedSlug
	City, Category PlacedSlug
	Limit          int
	Pictures       []Picture
	Title          string
	Latitude       float64
	Longitude      float64
	Provider       string // of a video
	ID             string
	Headings       []Heading
}

// PlacedSlug is a slug in a part, with its place.
type PlacedSlug struct {
	Slug string
	Place
}

// Place is a line of a file and a column in it, which counts from 1 in characters.
type Place struct{ Line, Col int }

// Heading is one of a text's headings.
type Heading struct {
	ID, Text string
	Level    int
}

// Marker returns the marker in HTML for the block of an index. Prose itself cannot contain it, since raw HTML is
// removed.
func Marker(index int) string { return fmt.Sprintf("<!--part %d-->", index) }

var slugForm = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// attributeValues are the attributes of a part, read.
type attributeValues struct {
	text    map[string]string
	at      map[string]int // offsets in the line
	numbers map[string]float64
}

// readAttributes reads the attributes of a part by its row of the table, and reports their mistakes.
func (k *partKind) readAttributes(d *directive, wrong func(at int, message string)) (v attributeValues, ok bool) {
	v = attributeValues{map[string]string{}, map[string]int{}, map[string]float64{}}
	ok = true
	fail := func(at int, message string) { ok = false; wrong(at, message) }
	for _, a := range d.attributes {
		row := slices.IndexFunc(k.attributes, func(row attribute) bool { return row.name == a.name })
		switch {
		case row < 0:
			fail(a.nameAt, fmt.Sprintf("%s has no attribute %q; it has %s%s", d.name, a.name, k.attributeList(),
				suggest.DidYouMean(a.name, k.attributeNames())))
			continue
		case v.has(a.name):
			fail(a.nameAt, fmt.Sprintf("the attribute %s appears twice", a.name))
			continue
		}
		v.text[a.name], v.at[a.name] = a.value, a.valueAt
		if why := v.checkValue(&k.attributes[row], a.value); why != "" {
			fail(a.valueAt, why)
		}
	}
	for _, row := range k.attributes {
		if row.required && ok && !v.has(row.name) {
			fail(d.nameAt, fmt.Sprintf("%s needs %s", d.name, row.name))
		}
	}
	chosen := slices.DeleteFunc(slices.Clone(k.oneOf), func(name string) bool { return !v.has(name) })
	if ok && len(k.oneOf) > 0 && len(chosen) != 1 {
		fail(d.nameAt, fmt.Sprintf("%s needs one of %s", d.name, strings.Join(k.oneOf, ", ")))
	}
	if d.label != "" && !k.hasTitle {
		fail(d.labelAt, d.name+" has no title")
	}
	return v, ok
}

func (k *partKind) attributeNames() (all []string) {
	for _, row := range k.attributes {
		all = append(all, row.name)
	}
	return all
}

func (k *partKind) attributeList() string { return strings.Join(k.attributeNames(), ", ") }

func (v *attributeValues) has(name string) bool {
	_, ok := v.text[name]
	return ok
}

// checkValue returns the mistake of a value; empty if it is of its attribute's kind.
func (v *attributeValues) checkValue(row *attribute, value string) (why string) {
	switch row.kind {
	case slugValue:
		if !slugForm.MatchString(value) {
			return fmt.Sprintf("%s is a slug such as dune-safari, not %q", row.name, value)
		}
	case slugsValue:
		if all := strings.Fields(value); len(all) == 0 || slices.ContainsFunc(all,
			func(s string) bool { return !slugForm.MatchString(s) }) {
			return fmt.Sprintf("%s are slugs with spaces between them, not %q", row.name, value)
		}
	case picturesValue:
		if len(strings.Fields(value)) < 2 {
			return "a gallery has at least two pictures, as files of media with spaces between them"
		}
	case numberValue:
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || n < row.min || n > row.max || row.integer && n != float64(int(n)) {
			return fmt.Sprintf("%s is a number from %v to %v, not %q", row.name, row.min, row.max, value)
		}
		v.numbers[row.name] = n
	case wordValue:
		if !slices.Contains(row.words, value) {
			return fmt.Sprintf("%s is one of %s, not %q%s", row.name, strings.Join(row.words, ", "), value,
				suggest.DidYouMean(value, row.words))
		}
	case videoValue:
		if _, _, ok := ParseVideoURL(value); !ok {
			return fmt.Sprintf("%q is not the address of a video of %s", value, strings.Join(videoHosts(), " or "))
		}
	}
	return ""
}
