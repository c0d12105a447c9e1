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
	aSlug    valueKind = iota
	slugs              // separated by spaces
	pictures           // files of content/media, separated by spaces
	aPicture
	aNumber
	aWord // one of the attribute's words
	aVideo
)

// attribute is a row of a part's attributes.
type attribute struct {
	name     string
	kind     valueKind
	required bool
	words    []string
	min, max float64
	whole    bool // a number without decimals
}

// partKind is a row of the table of parts.
type partKind struct {
	container bool // ":::" with lines in it; else "::"
	label     bool // it may have a title in brackets
	anywhere  bool // it is possible in any prose; others only in stories and pages, at the top level
	// oneOf are attributes of which exactly one is written.
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
	"card": {attributes: []attribute{{name: "product", kind: aSlug, required: true}}},
	"cards": {oneOf: []string{"products", "city", "category"}, attributes: []attribute{
		{name: "products", kind: slugs}, {name: "city", kind: aSlug}, {name: "category", kind: aSlug},
		{name: "limit", kind: aNumber, min: 1, max: mostCards, whole: true},
	}},
	"gallery": {attributes: []attribute{{name: "pictures", kind: pictures, required: true}}},
	"map": {label: true, attributes: []attribute{
		{name: "latitude", kind: aNumber, required: true, min: -90, max: 90},
		{name: "longitude", kind: aNumber, required: true, min: -180, max: 180},
	}},
	"video": {label: true, attributes: []attribute{
		{name: "url", kind: aVideo, required: true}, {name: "picture", kind: aPicture, required: true},
	}},
	"toc": {attributes: []attribute{{name: "depth", kind: aNumber, min: 2, max: 4, whole: true}}},
	"note": {container: true, label: true, anywhere: true, attributes: []attribute{
		{name: "kind", kind: aWord, words: NoteKinds},
	}},
}

// NoteKinds are the kinds of notes.
var NoteKinds = []string{"info", "tip", "warning"}

// mostCards is how many products a list in prose shows at most, and by default.
const mostCards = 12

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
	Products       []Named
	City, Category Named
	Limit          int
	Pictures       []Picture
	Title          string
	Latitude       float64
	Longitude      float64
	Provider       string // of a video
	ID             string
	Headings       []Heading
}

// Named is a slug in a part, with its place.
type Named struct {
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

// values are the attributes of a part, read.
type values struct {
	text    map[string]string
	at      map[string]int // offsets in the line
	numbers map[string]float64
}

// read reads the attributes of a part by its row of the table, and reports their mistakes.
func (k *partKind) read(d *directive, wrong func(at int, message string)) (v values, ok bool) {
	v = values{map[string]string{}, map[string]int{}, map[string]float64{}}
	ok = true
	refuse := func(at int, message string) { ok = false; wrong(at, message) }
	for _, a := range d.attributes {
		row := slices.IndexFunc(k.attributes, func(row attribute) bool { return row.name == a.name })
		switch {
		case row < 0:
			refuse(a.nameAt, fmt.Sprintf("%s has no attribute %q; it has %s%s", d.name, a.name, k.names(),
				suggest.DidYouMean(a.name, k.list())))
			continue
		case v.has(a.name):
			refuse(a.nameAt, fmt.Sprintf("the attribute %s stands twice", a.name))
			continue
		}
		v.text[a.name], v.at[a.name] = a.value, a.valueAt
		if why := v.check(&k.attributes[row], a.value); why != "" {
			refuse(a.valueAt, why)
		}
	}
	for _, row := range k.attributes {
		if row.required && ok && !v.has(row.name) {
			refuse(d.nameAt, fmt.Sprintf("%s needs %s", d.name, row.name))
		}
	}
	chosen := slices.DeleteFunc(slices.Clone(k.oneOf), func(name string) bool { return !v.has(name) })
	if ok && len(k.oneOf) > 0 && len(chosen) != 1 {
		refuse(d.nameAt, fmt.Sprintf("%s needs one of %s", d.name, strings.Join(k.oneOf, ", ")))
	}
	if d.label != "" && !k.label {
		refuse(d.labelAt, d.name+" has no title")
	}
	return v, ok
}

func (k *partKind) list() (all []string) {
	for _, row := range k.attributes {
		all = append(all, row.name)
	}
	return all
}

func (k *partKind) names() string { return strings.Join(k.list(), ", ") }

func (v *values) has(name string) bool {
	_, ok := v.text[name]
	return ok
}

// check returns the mistake of a value; empty if it is of its attribute's kind.
func (v *values) check(row *attribute, value string) (why string) {
	switch row.kind {
	case aSlug:
		if !slugForm.MatchString(value) {
			return fmt.Sprintf("%s is a slug such as dune-safari, not %q", row.name, value)
		}
	case slugs:
		if all := strings.Fields(value); len(all) == 0 || slices.ContainsFunc(all,
			func(s string) bool { return !slugForm.MatchString(s) }) {
			return fmt.Sprintf("%s are slugs with spaces between them, not %q", row.name, value)
		}
	case pictures:
		if len(strings.Fields(value)) < 2 {
			return "a gallery has at least two pictures, as files of media with spaces between them"
		}
	case aNumber:
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || n < row.min || n > row.max || row.whole && n != float64(int(n)) {
			return fmt.Sprintf("%s is a number from %v to %v, not %q", row.name, row.min, row.max, value)
		}
		v.numbers[row.name] = n
	case aWord:
		if !slices.Contains(row.words, value) {
			return fmt.Sprintf("%s is one of %s, not %q%s", row.name, strings.Join(row.words, ", "), value,
				suggest.DidYouMean(value, row.words))
		}
	case aVideo:
		if _, _, ok := VideoOf(value); !ok {
			return fmt.Sprintf("%q is not the address of a video of %s", value, strings.Join(videoHosts(), " or "))
		}
	}
	return ""
}
