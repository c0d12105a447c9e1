package scaffold

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"storefront/internal/content/catalog"
	"storefront/internal/lib/lazyregexp"
)

// maxLineWidth is the longest line; longer lists and mappings in brackets are written in block style.
const maxLineWidth = 110

// YAML returns a value of the catalogue as editors write it: the keys of its yaml tags in their order, without optional
// keys that are not set; short lists and mappings in brackets.
func YAML(v any) []byte {
	var b strings.Builder
	writeBlock(&b, reflect.ValueOf(v), "")
	return []byte(b.String())
}

// Markdown returns front matter and prose.
func Markdown(front any, prose string) []byte {
	prose = strings.TrimSpace(prose)
	if prose != "" {
		prose += "\n"
	}
	return []byte("---\n" + string(YAML(front)) + "---\n" + prose)
}

// keyValue is a key with its value, of a struct or a map.
type keyValue struct {
	key   string
	value reflect.Value
}

func pairsOf(v reflect.Value) []keyValue {
	var all []keyValue
	if v.Kind() == reflect.Map {
		for _, key := range v.MapKeys() {
			all = append(all, keyValue{key.String(), v.MapIndex(key)})
		}
		slices.SortFunc(all, func(a, b keyValue) int { return strings.Compare(a.key, b.key) })
		return all
	}
	for i := range v.NumField() {
		name, option, _ := strings.Cut(v.Type().Field(i).Tag.Get("yaml"), ",")
		if name != "" && name != "-" && (option == "required" || isSet(v.Field(i))) {
			all = append(all, keyValue{name, v.Field(i)})
		}
	}
	return all
}

// isSet reports whether an optional value is written: an empty list differs from a nil one.
func isSet(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice:
		return !v.IsNil()
	case reflect.Map:
		return v.Len() > 0
	}
	return !v.IsZero()
}

func writeBlock(b *strings.Builder, v reflect.Value, indent string) {
	v = dereference(v)
	if v.Kind() == reflect.Slice {
		for i := range v.Len() {
			writeItem(b, v.Index(i), indent)
		}
		return
	}
	for _, p := range pairsOf(v) {
		head := indent + YAMLKey(p.key) + ":"
		value := dereference(p.value)
		switch line, ok := flowStyle(value); {
		case ok && (len(head)+len(line) < maxLineWidth || isScalar(value) || line == "[]" || line == "{}"):
			b.WriteString(head + " " + line + "\n")
		default:
			b.WriteString(head + "\n")
			writeBlock(b, value, indent+"  ")
		}
	}
}

// writeItem writes an entry of a list in block style; its first key is beside the hyphen.
func writeItem(b *strings.Builder, v reflect.Value, indent string) {
	v = dereference(v)
	if line, ok := flowStyle(v); ok && (len(indent)+len(line) < maxLineWidth || isScalar(v)) {
		b.WriteString(indent + "- " + line + "\n")
		return
	}
	var nested strings.Builder
	writeBlock(&nested, v, indent+"  ")
	b.WriteString(indent + "- " + strings.TrimPrefix(nested.String(), indent+"  "))
}

func dereference(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

func isScalar(v reflect.Value) bool {
	_, ok := scalarText(v)
	return ok
}

// flowStyle writes a value on one line. It refuses mappings that contain mappings or lists of them.
func flowStyle(v reflect.Value) (string, bool) {
	v = dereference(v)
	if text, ok := scalarText(v); ok {
		return text, true
	}
	var parts []string
	if v.Kind() == reflect.Slice {
		for i := range v.Len() {
			text, ok := flowStyle(v.Index(i))
			item := dereference(v.Index(i))
			if !ok || item.Kind() == reflect.Struct && v.Len() > 1 && !isScalar(item) && item.NumField() > 4 {
				return "", false
			}
			parts = append(parts, text)
		}
		return "[" + strings.Join(parts, ", ") + "]", true
	}
	for _, p := range pairsOf(v) {
		value := dereference(p.value)
		text, ok := flowStyle(value)
		if value.Kind() == reflect.Slice && value.Len() > 0 && !isScalar(value.Index(0)) {
			ok = false
		}
		if !ok {
			return "", false
		}
		parts = append(parts, YAMLKey(p.key)+": "+text)
	}
	return "{" + strings.Join(parts, ", ") + "}", true
}

func scalarText(v reflect.Value) (string, bool) {
	switch value := v.Interface().(type) {
	case catalog.Duration:
		return FormatDuration(value), true
	case catalog.Timestamp:
		return timestampText(value.Time), true
	case catalog.Weekday:
		return FormatWeekday(value), true
	case catalog.Clock, catalog.Date, catalog.Decimal:
		return fmt.Sprint(value), true
	}
	switch v.Kind() {
	case reflect.String:
		return YAMLText(v.String()), true
	case reflect.Bool:
		return strconv.FormatBool(v.Bool()), true
	case reflect.Int:
		return strconv.FormatInt(v.Int(), 10), true
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64), true
	}
	return "", false
}

// FormatWeekday returns a day as editors write it.
func FormatWeekday(d catalog.Weekday) string { return strings.ToLower(time.Weekday(d).String()[:3]) }

// FormatDuration returns a length of time as editors write it.
func FormatDuration(d catalog.Duration) string {
	switch {
	case d.Nights > 0:
		return strconv.Itoa(d.Nights) + "n"
	case d.Minutes > 0 && d.Minutes%1440 == 0:
		return strconv.Itoa(d.Minutes/1440) + "d"
	case d.Minutes < 60:
		return strconv.Itoa(d.Minutes) + "m"
	case d.Minutes%60 == 0:
		return strconv.Itoa(d.Minutes/60) + "h"
	}
	return fmt.Sprintf("%dh%dm", d.Minutes/60, d.Minutes%60)
}

// timestampText returns the day alone if the time is midnight.
func timestampText(t time.Time) string {
	if _, offset := t.Zone(); offset == 0 && t.Equal(t.Truncate(24*time.Hour)) {
		return t.Format(time.DateOnly)
	}
	return t.Format(time.RFC3339)
}

var (
	plainKey = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_.-]*$`)
	// ambiguousScalar matches scalars that some version of YAML does not read as text.
	ambiguousScalar = lazyregexp.New(`(?i)^(?:[-+.]?[0-9].*|true|false|yes|no|on|off|y|n|null|nan|inf|~)$`)
)

// YAMLKey returns the key of a mapping, in quotation marks if it needs them.
func YAMLKey(key string) string {
	if plainKey.MatchString(key) && !ambiguousScalar.MatchString(key) {
		return key
	}
	return strconv.QuoteToGraphic(key)
}

// YAMLText returns a text as a scalar that is valid everywhere, in quotation marks if it needs them.
func YAMLText(s string) string {
	if s == "" || ambiguousScalar.MatchString(s) || strings.TrimSpace(s) != s ||
		strings.ContainsAny(s, ",[]{}#&*!|>'\"%@`\\:") {
		return strconv.QuoteToGraphic(s)
	}
	for i, r := range s {
		if i == 0 && !unicode.IsLetter(r) && r != '/' || unicode.IsControl(r) ||
			unicode.In(r, unicode.Zl, unicode.Zp, unicode.Cf) {
			return strconv.QuoteToGraphic(s)
		}
	}
	return s
}
