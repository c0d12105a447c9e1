package source

import (
	"encoding"
	"errors"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/markdown"
	"storefront/internal/content/yaml"
	"storefront/internal/core/payload"
	"storefront/internal/lib/mojibake"
	"storefront/internal/lib/suggest"
)

// decoder fills structs from YAML and reports every key and value that does not fit.
// A forgiving one (posts of other blogs) warns of unknown keys and accepts one word instead of a list.
type decoder struct {
	*file
	forgiving bool
	// cleans is set if texts are cleaned after reading, so that invisible characters are no mistake.
	cleans bool
}

// plan describes a struct type for decode.
type plan struct {
	fields   map[string]int
	names    []string // sorted
	required []string
}

var plans sync.Map // reflect.Type → *plan

func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := &plan{fields: map[string]int{}}
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
	plans.Store(t, p)
	return p
}

// form is how a type is read.
type form uint8

const (
	ofKind form = iota // by its kind
	ofText             // by its method UnmarshalText
	ofList             // as an enumeration
)

var (
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	enumerationType = reflect.TypeFor[enumeration]()
	forms           sync.Map // reflect.Type → form
)

func formOf(t reflect.Type) form {
	if t == reflect.TypeFor[string]() { // most values
		return ofKind
	}
	if known, ok := forms.Load(t); ok {
		return known.(form)
	}
	f := ofKind
	switch {
	case reflect.PointerTo(t).Implements(textUnmarshaler):
		f = ofText
	case t.Implements(enumerationType):
		f = ofList
	}
	forms.Store(t, f)
	return f
}

func (d *decoder) decode(n *yaml.Node, into reflect.Value) {
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	switch formOf(into.Type()) {
	case ofText:
		if d.scalar(n, "a value") {
			if err := into.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(n.Value)); err != nil {
				d.at(n.Line, n.Col, false, "%v", err)
			}
		}
		return
	case ofList:
		if d.scalar(n, "a value") {
			d.enumeration(n, into)
		}
		return
	}
	switch into.Kind() {
	case reflect.Struct:
		d.structure(n, into)
	case reflect.Map:
		d.mapping(n, into)
	case reflect.Slice:
		d.list(n, into)
	case reflect.String:
		if d.scalar(n, "a text") {
			if i := unseen(n.Value); i >= 0 && !d.cleans {
				r, _ := utf8.DecodeRuneInString(n.Value[i:])
				d.at(n.Line, n.Col, false, "this text has an invisible character: %U", r)
			}
			d.cutOff(n)
			d.joined(n)
			d.marked(n)
			if !d.cleans && strings.Contains(n.Value, "\uFFFD") {
				d.at(n.Line, n.Col, true, "%s", markdown.LostLetter)
			}
			if _, word, meant := mojibake.Find(n.Value); word != "" && !d.cleans {
				d.at(n.Line, n.Col, true, markdown.Misread, word, meant)
			}
			into.SetString(n.Value)
		}
	case reflect.Bool:
		if d.scalar(n, "true or false") {
			if n.Value != "true" && n.Value != "false" {
				hint := ""
				if write := truths[strings.ToLower(n.Value)]; write != "" {
					hint = ": write " + write
				}
				d.at(n.Line, n.Col, false, "%q is not true or false%s", n.Value, hint)
				return
			}
			into.SetBool(n.Value == "true")
		}
	case reflect.Int:
		if d.scalar(n, "a whole number") {
			i, err := strconv.Atoi(n.Value)
			if (err != nil && !errors.Is(err, strconv.ErrRange)) || i < 0 || n.Quoted {
				d.at(n.Line, n.Col, false, "%q is not a whole number", n.Value)
				return
			}
			if i > mostWhole {
				d.at(n.Line, n.Col, false, "%q is more than %d, which is the most here", n.Value, mostWhole)
				return
			}
			into.SetInt(int64(i))
		}
	case reflect.Float64:
		if d.scalar(n, "a number") {
			x, err := strconv.ParseFloat(n.Value, 64)
			if err != nil || n.Quoted || x != x || x > 1e9 || x < -1e9 {
				d.at(n.Line, n.Col, false, "%q is not a number", n.Value)
				return
			}
			into.SetFloat(x)
		}
	default:
		panic("source: no decoding into " + into.Type().String())
	}
}

// mostWhole is the largest whole number, and mostPrice the highest price in minor units. Their product is still counted
// exactly, in JavaScript too.
const (
	mostWhole = 1_000_000
	mostPrice = (1 << 53) / mostWhole
)

// truths are words for true and false that editors write.
var truths = map[string]string{"true": "true", "yes": "true", "on": "true", "1": "true",
	"false": "false", "no": "false", "off": "false", "0": "false"}

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

// suchAs returns how a value of a type is written, for messages.
func suchAs(t reflect.Type) string {
	if example := examples[t]; example != "" {
		return " such as " + example
	}
	return ""
}

// enumeration is a type of strings with a fixed list of values, such as payload.UnitType.
type enumeration interface{ Check() error }

// enumeration sets a value of the list; it leaves the default in the place of any other.
func (d *decoder) enumeration(n *yaml.Node, into reflect.Value) {
	value := reflect.ValueOf(n.Value).Convert(into.Type())
	if err := value.Interface().(enumeration).Check(); err != nil {
		hint := ""
		if all, ok := value.Interface().(payload.Enumeration); ok {
			hint = suggest.DidYouMean(n.Value, all.Values())
		}
		if into.Type() == reflect.TypeFor[payload.ProductStatus]() && hint == "" && isHiddenState(n) {
			hint = "; a product that is not public yet has " + AsDraft
		}
		d.at(n.Line, n.Col, false, "%v%s", err, hint)
		return
	}
	into.Set(value)
}

// unseen returns the offset of the first unseen character of a text; -1 where there is none.
func unseen(text string) int {
	for i := range len(text) {
		// Control characters are below the space, and U+007F to U+009F: 7F, C2 80 to C2 9F in UTF-8.
		if c := text[i]; c < ' ' || c == 0x7f || c == 0xc2 {
			if r, _ := utf8.DecodeRuneInString(text[i:]); isUnseen(r) {
				return i
			}
		}
	}
	return -1
}

// isUnseen reports whether a character is a control character, which feeds and databases refuse, and breaks no line.
func isUnseen(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }

func (d *decoder) scalar(n *yaml.Node, wanted string) bool {
	if n.Kind != yaml.Scalar {
		hint := ""
		if line := diag.LineOf(d.text, n.Line); wanted == "a text" && n.Kind == yaml.Mapping &&
			!strings.HasPrefix(line[min(n.Col-1, len(line)):], "{") {
			hint = "; a text with a colon and a space needs quotation marks"
		}
		d.at(n.Line, n.Col, false, "%s is expected here, not %s%s", wanted, describe(n), hint)
		return false
	}
	if n.IsNull() {
		d.at(n.Line, n.Col, false, "%s is expected here, but nothing stands here", wanted)
		return false
	}
	return true
}

func describe(n *yaml.Node) string {
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

func (d *decoder) structure(n *yaml.Node, into reflect.Value) {
	if n.Kind != yaml.Mapping {
		d.at(n.Line, n.Col, false, "keys with values%s are expected here, not %s", suchAs(into.Type()), describe(n))
		return
	}
	p := planOf(into.Type())
	if d.isOfOtherKeys(n, into.Type(), p) {
		return
	}
	for i := range n.Pairs {
		key, value := &n.Pairs[i].Key, &n.Pairs[i].Value
		field, ok := p.fields[key.Value]
		if !ok {
			d.unknown(n, key, value, p)
			continue
		}
		isDraft := key.Value == "draft" // which decides whether visitors see it
		if required := slices.Contains(p.required, key.Value); required && isBlank(value) ||
			value.IsNull() && (isDraft || !d.forgiving) {
			hint := d.commentAt(key)
			if isDraft {
				hint = ": write true or false"
			}
			d.at(key.Line, key.Col, false, "%q has no value%s", key.Value, hint)
			continue
		}
		if !value.IsNull() {
			d.decode(value, into.Field(field))
		}
	}
	for _, name := range p.required {
		if n.Get(name) == nil {
			d.at(n.Line, n.Col, false, "%q is missing", name)
		}
	}
}

// isOfOtherKeys reports whether a mapping has none of the keys of its type, which is then one mistake.
func (d *decoder) isOfOtherKeys(n *yaml.Node, t reflect.Type, p *plan) bool {
	if examples[t] == "" || len(n.Pairs) == 0 || slices.ContainsFunc(n.Pairs, func(pair yaml.Pair) bool {
		return suggest.DidYouMean(pair.Key.Value, p.names) != "" || slices.Contains(p.names, pair.Key.Value)
	}) {
		return false
	}
	d.at(n.Line, n.Col, false, "keys%s are expected here, not %s", suchAs(t), strconv.Quote(n.Pairs[0].Key.Value))
	return true
}

// unknown reports a key that the plan does not have. In a story, which may come from another blog, it is a warning, and
// a mistake if other programs withhold the story by that key, or by one that resembles it.
func (d *decoder) unknown(n, key, value *yaml.Node, p *plan) {
	if d.forgiving {
		write := WithheldBy(n, key.Value, value)
		if write == "" && SaysDraft(value) {
			write = AsDraft
		}
		if write != "" {
			d.at(key.Line, key.Col, false, "%q keeps no story back here: write %s", key.Value, write)
			return
		}
		if nearly, write := slipOf(n, key.Value, value); write != "" {
			d.at(key.Line, key.Col, false, "unknown key %q; if it is %q: write %s", key.Value, nearly, write)
			return
		}
	}
	hint := suggest.DidYouMean(key.Value, p.names)
	switch {
	case isRestOfNumber(key, value):
		hint = commaHint
	case value.IsNull() && strings.ContainsAny(key.Value, "：\u3000\u00a0"):
		hint = "; behind a key stand a plain colon and a plain space"
	}
	d.at(key.Line, key.Col, d.forgiving, "unknown key %q%s", key.Value, hint)
}

const commaHint = "; within { } a comma parts entries: write numbers without one, such as 1150 or 12.50"

// isRestOfNumber reports whether a key without a value is what stands behind the comma of a number.
func isRestOfNumber(key, value *yaml.Node) bool {
	return value.IsNull() && strings.Trim(key.Value, "0123456789.") == ""
}

// isBlank reports whether a node is a text without any character that can be seen, or nothing.
func isBlank(n *yaml.Node) bool {
	return n.Kind == yaml.Scalar && (n.IsNull() || strings.TrimSpace(n.Value) == "")
}

// commentAt is a hint for a colour without quotation marks, which YAML takes for a comment.
func (d *decoder) commentAt(key *yaml.Node) string {
	if strings.Contains(diag.LineOf(d.text, key.Line), "#") {
		return "; what begins with # needs quotation marks"
	}
	return ""
}

func (d *decoder) mapping(n *yaml.Node, into reflect.Value) {
	if n.Kind != yaml.Mapping {
		d.at(n.Line, n.Col, false, "keys with values are expected here, not %s", describe(n))
		return
	}
	into.Set(reflect.MakeMapWithSize(into.Type(), len(n.Pairs)))
	value := reflect.New(into.Type().Elem()).Elem()
	for i := range n.Pairs {
		if key := &n.Pairs[i].Key; isRestOfNumber(key, &n.Pairs[i].Value) {
			d.at(key.Line, key.Col, false, "unknown key %q%s", key.Value, commaHint)
			continue
		}
		value.SetZero()
		d.decode(&n.Pairs[i].Value, value)
		into.SetMapIndex(reflect.ValueOf(&n.Pairs[i].Key.Value).Elem(), value)
	}
}
