package source

import (
	"encoding"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
	"storefront/internal/core/payload"
	"storefront/internal/lib/suggest"
)

// decoder fills structs from YAML and reports every key and value that does not fit.
// A forgiving one (posts of other blogs) warns of unknown keys and accepts one word instead of a list.
type decoder struct {
	*file
	forgiving bool
	// allowsUncleanText is set if texts are cleaned after reading, so that invisible characters are no mistake.
	allowsUncleanText bool
}

// structInfo describes a struct type for decode.
type structInfo struct {
	fields   map[string]int
	names    []string // sorted
	required []string
}

var structInfos sync.Map // reflect.Type → *plan

func structInfoOf(t reflect.Type) *structInfo {
	if p, ok := structInfos.Load(t); ok {
		return p.(*structInfo)
	}
	p := &structInfo{fields: map[string]int{}}
	for i := range t.NumField() {
		name, option, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		if name == "" || name == "-" {
			continue
		}
		p.fields[name] = i
		p.names = append(p.names, name)
		if option == "required" {
			p.required = append(p.required, name)
		}
	}
	sort.Strings(p.names)
	structInfos.Store(t, p)
	return p
}

// decodeMode is how a type is read.
type decodeMode uint8

const (
	byKind            decodeMode = iota // by its kind
	byTextUnmarshaler                   // by its method UnmarshalText
	byEnumeration                       // as an enumeration
)

var (
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	enumerationType = reflect.TypeFor[enumeration]()
	decodeModes     sync.Map // reflect.Type → form
)

func decodeModeOf(t reflect.Type) decodeMode {
	if t == reflect.TypeFor[string]() { // most values
		return byKind
	}
	if known, ok := decodeModes.Load(t); ok {
		return known.(decodeMode)
	}
	f := byKind
	switch {
	case reflect.PointerTo(t).Implements(textUnmarshaler):
		f = byTextUnmarshaler
	case t.Implements(enumerationType):
		f = byEnumeration
	}
	decodeModes.Store(t, f)
	return f
}

func (d *decoder) decode(n *yaml.Node, into reflect.Value) {
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	switch decodeModeOf(into.Type()) {
	case byTextUnmarshaler:
		if d.expectScalar(n, "a value") {
			if err := into.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(n.Value)); err != nil {
				d.reportUnread(n, "%v", err)
			}
		}
		return
	case byEnumeration:
		if d.expectScalar(n, "a value") {
			d.decodeEnumeration(n, into)
		}
		return
	}
	switch into.Kind() {
	case reflect.Struct:
		d.decodeStruct(n, into)
	case reflect.Map:
		d.decodeMap(n, into)
	case reflect.Slice:
		d.decodeList(n, into)
	case reflect.String:
		if d.expectScalar(n, "a text") {
			d.checkText(n)
			into.SetString(n.Value)
		}
	case reflect.Bool:
		if d.expectScalar(n, "true or false") {
			d.decodeBoolean(n, into)
		}
	case reflect.Int:
		if d.expectScalar(n, "a whole number") {
			d.decodeInteger(n, into)
		}
	case reflect.Float64:
		if d.expectScalar(n, "a number") {
			d.decodeNumber(n, into)
		}
	default:
		panic("source: no decoding into " + into.Type().String())
	}
}

// examples are values of types that editors often write in another form.
var examples = map[reflect.Type]string{
	reflect.TypeFor[payload.Redirect]():    "{from: /offers, to: /things-to-do}",
	reflect.TypeFor[catalog.Tier]():        "{before: 24h, refund: 100}",
	reflect.TypeFor[catalog.Range]():       "{min: 4, max: 11}",
	reflect.TypeFor[catalog.Hours]():       "{from: 10:00, to: 18:00}",
	reflect.TypeFor[catalog.Season]():      "{from: 10-01, to: 04-30}",
	reflect.TypeFor[catalog.Coordinates](): "{latitude: 25.0342, longitude: 55.5971}",
	reflect.TypeFor[catalog.Clock]():       "09:00, 15:30",
	reflect.TypeFor[catalog.Weekday]():     "mon, wed",
	reflect.TypeFor[catalog.Date]():        "2026-12-02, 12-25",
}

// exampleOf returns how a value of a type is written, for messages.
func exampleOf(t reflect.Type) string {
	if example := examples[t]; example != "" {
		return " such as " + example
	}
	return ""
}

// enumeration is a type of strings with a fixed list of values, such as payload.UnitType.
type enumeration interface{ Check() error }

// isControlCharacter reports whether a character is a control character, which feeds and databases refuse, and breaks
// no line.
func isControlCharacter(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

func (d *decoder) expectScalar(n *yaml.Node, expected string) bool {
	if n.Kind != yaml.Scalar {
		hint := ""
		if line := diag.LineOf(d.text, n.Line); expected == "a text" && n.Kind == yaml.Mapping &&
			!strings.HasPrefix(line[min(n.Col-1, len(line)):], "{") {
			hint = "; a text with a colon and a space needs quotation marks"
		}
		d.reportUnread(n, "%s is expected here, not %s%s", expected, describeNode(n), hint)
		return false
	}
	if n.IsNull() {
		d.reportUnread(n, "%s is expected here, but there is nothing", expected)
		return false
	}
	return true
}

func describeNode(n *yaml.Node) string {
	switch n.Kind {
	case yaml.Mapping:
		return "keys with values"
	case yaml.Sequence:
		return "a list"
	}
	if n.IsNull() {
		return "nothing"
	}
	return strconv.Quote(n.Value)
}

func (d *decoder) decodeStruct(n *yaml.Node, into reflect.Value) {
	if n.Kind != yaml.Mapping {
		d.reportUnread(n, "keys with values%s are expected here, not %s", exampleOf(into.Type()), describeNode(n))
		return
	}
	p := structInfoOf(into.Type())
	if d.rejectUnrelatedKeys(n, into.Type(), p) {
		return
	}
	for i := range n.Pairs {
		key, value := &n.Pairs[i].Key, &n.Pairs[i].Value
		field, ok := p.fields[key.Value]
		if !ok {
			d.reportUnknownKey(n, key, value, p)
			continue
		}
		isDraft := key.Value == "draft" // which decides whether visitors see it
		if required := slices.Contains(p.required, key.Value); required && isBlank(value) ||
			value.IsNull() && (isDraft || !d.forgiving) {
			hint := d.commentHint(key)
			if isDraft {
				hint = ": write true or false"
			}
			d.report(key.Line, key.Col, false, "%q has no value%s", key.Value, hint)
			d.markUnread(value)
			continue
		}
		if !value.IsNull() {
			d.decode(value, into.Field(field))
		}
	}
	for _, name := range p.required {
		if n.Get(name) == nil {
			d.report(n.Line, n.Col, false, "%q is missing", name)
		}
	}
}

// rejectUnrelatedKeys reports whether a mapping has none of the keys of its type, which is then one mistake.
func (d *decoder) rejectUnrelatedKeys(n *yaml.Node, t reflect.Type, p *structInfo) bool {
	if examples[t] == "" || len(n.Pairs) == 0 || slices.ContainsFunc(n.Pairs, func(pair yaml.Pair) bool {
		return suggest.DidYouMean(pair.Key.Value, p.names) != "" || slices.Contains(p.names, pair.Key.Value)
	}) {
		return false
	}
	d.report(n.Line, n.Col, false, "keys%s are expected here, not %s", exampleOf(t),
		strconv.Quote(n.Pairs[0].Key.Value))
	return true
}

// reportUnknownKey reports a key that the type does not have. In a story, which may come from another blog, it is a
// warning, and a mistake if other programs withhold the story by that key, or by one that resembles it.
func (d *decoder) reportUnknownKey(n, key, value *yaml.Node, p *structInfo) {
	if d.forgiving {
		write := WithholdingAdvice(n, key.Value, value)
		if write == "" && SaysDraft(value) {
			write = DraftAdvice
		}
		if write != "" {
			d.report(key.Line, key.Col, false, "%q keeps no story back here: write %s", key.Value, write)
			return
		}
		if nearly, write := misspeltWithholdingKey(n, key.Value, value); write != "" {
			d.report(key.Line, key.Col, false, "unknown key %q; if it is %q: write %s", key.Value, nearly, write)
			return
		}
	}
	hint := suggest.DidYouMean(key.Value, p.names)
	switch {
	case isNumberFragment(key, value):
		hint = commaHint
	case value.IsNull() && strings.ContainsAny(key.Value, "：\u3000\u00a0"):
		hint = "; a key is followed by a plain colon and a plain space"
	}
	d.report(key.Line, key.Col, d.forgiving, "unknown key %q%s", key.Value, hint)
}

const commaHint = "; within { } a comma separates entries: write numbers without one, such as 1150 or 12.50"

// isNumberFragment reports whether a key without a value is the part of a number after its comma.
func isNumberFragment(key, value *yaml.Node) bool {
	return value.IsNull() && strings.Trim(key.Value, "0123456789.") == ""
}

// isBlank reports whether a node is a text without any character that can be seen, or nothing.
func isBlank(n *yaml.Node) bool {
	return n.Kind == yaml.Scalar && (n.IsNull() || strings.TrimSpace(n.Value) == "")
}

// commentHint is a hint for a colour without quotation marks, which YAML reads as a comment.
func (d *decoder) commentHint(key *yaml.Node) string {
	if strings.Contains(diag.LineOf(d.text, key.Line), "#") {
		return "; a text that begins with # needs quotation marks"
	}
	return ""
}

func (d *decoder) decodeMap(n *yaml.Node, into reflect.Value) {
	if n.Kind != yaml.Mapping {
		d.reportUnread(n, "keys with values are expected here, not %s", describeNode(n))
		return
	}
	into.Set(reflect.MakeMapWithSize(into.Type(), len(n.Pairs)))
	value := reflect.New(into.Type().Elem()).Elem()
	for i := range n.Pairs {
		if key := &n.Pairs[i].Key; isNumberFragment(key, &n.Pairs[i].Value) {
			d.report(key.Line, key.Col, false, "unknown key %q%s", key.Value, commaHint)
			continue
		}
		value.SetZero()
		d.decode(&n.Pairs[i].Value, value)
		into.SetMapIndex(reflect.ValueOf(&n.Pairs[i].Key.Value).Elem(), value)
	}
}
