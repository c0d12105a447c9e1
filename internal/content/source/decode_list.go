package source

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

func (d *decoder) list(n *yaml.Node, into reflect.Value) {
	if n.Kind == yaml.Scalar && d.forgiving && into.Type().Elem().Kind() == reflect.String {
		for _, word := range listOf(n.Value) {
			into.Set(reflect.Append(into, reflect.ValueOf(word)))
		}
		return
	}
	if n.Kind != yaml.Sequence {
		d.noList(n, into)
		return
	}
	into.Set(reflect.MakeSlice(into.Type(), len(n.Items), len(n.Items)))
	isReported := false // an entry that is no mapping; the others of the list are alike
	for i := range n.Items {
		isOther := formOf(into.Type().Elem()) == ofKind && into.Type().Elem().Kind() == reflect.Struct &&
			n.Items[i].Kind != yaml.Mapping
		if !isOther || !isReported {
			d.decode(&n.Items[i], into.Index(i))
		}
		isReported = isReported || isOther
	}
	d.twice(n)
	d.apart(n)
	d.otherComma(n)
}

// commas are those of Arabic and Chinese keyboards, with the space behind them.
var commas = lazyregexp.New(`[،，、]\s*`)

// otherComma warns of a list within [ ] whose items stand between commas of another keyboard, so that they are one.
func (d *decoder) otherComma(list *yaml.Node) {
	if len(list.Items) != 1 || list.Items[0].Kind != yaml.Scalar || list.Items[0].Quoted {
		return
	}
	item := &list.Items[0]
	if !commas.MatchString(item.Value) {
		return
	}
	if line := []rune(diag.LineOf(d.text, list.Line)); list.Col > len(line) || line[list.Col-1] != '[' {
		return // a line of its own, which is one text
	}
	d.at(item.Line, item.Col, true,
		"within [ ] the comma , parts items, as in [%s]; what is one has quotation marks: %q",
		commas.ReplaceAllString(item.Value, ", "), item.Value)
}

// apart warns of items that were one text with a comma within its brackets.
func (d *decoder) apart(list *yaml.Node) {
	for i, first := range list.Items {
		text, at := first.Value, first
		for _, next := range list.Items[i:] {
			if next.Kind != yaml.Scalar || next.Quoted || next.Line != first.Line {
				break
			}
			if next.Col > first.Col {
				gap := next.Col - at.Col - utf8.RuneCountInString(at.Value) - len(",")
				text, at = text+","+strings.Repeat(" ", max(gap, 0))+next.Value, next
			}
			if missing := strings.Count(text, "(") - strings.Count(text, ")"); missing == 0 && at.Col > first.Col {
				d.at(first.Line, first.Col, true, "within [ ] a comma parts items; what is one has quotation marks: %q",
					text)
			}
			if strings.Count(text, "(") <= strings.Count(text, ")") {
				break
			}
		}
	}
}

// code is an entry of a list that is a name or a code.
var code = lazyregexp.New(`^[\w./-]+$`)

// noList reports a value in place of a list. Codes in one text are read as the list that they should be, so that
// nothing else is reported because of it.
func (d *decoder) noList(n *yaml.Node, into reflect.Value) {
	of := into.Type().Elem()
	form := "[" + cmp.Or(examples[of], "a, b") + "]"
	if n == d.root {
		form = "- " + cmp.Or(examples[of], "a")
	}
	if entries := listOf(n.Value); of.Kind() == reflect.String && n.Kind == yaml.Scalar && !n.IsNull() &&
		!slices.ContainsFunc(entries, func(entry string) bool { return !code.MatchString(entry) }) {
		form = "[" + strings.Join(entries, ", ") + "]"
		for _, entry := range entries {
			into.Set(reflect.Append(into, reflect.ValueOf(entry).Convert(of)))
		}
	}
	d.at(n.Line, n.Col, false, "a list is expected here, such as %s, not %s", form, describe(n))
}

// listOf returns the entries of a list that other programs write as one text: between commas, or else between spaces.
func listOf(text string) (entries []string) {
	isComma := func(r rune) bool { return r == ',' || r == '،' }
	if !strings.ContainsFunc(text, isComma) {
		return strings.Fields(text)
	}
	for _, entry := range strings.FieldsFunc(text, isComma) {
		if entry = strings.TrimSpace(entry); entry != "" {
			entries = append(entries, entry)
		}
	}
	return entries
}

// twice reports repeated values of a list.
func (d *decoder) twice(list *yaml.Node) {
	for i := range list.Items {
		item := &list.Items[i]
		if item.Kind == yaml.Scalar && !isBlank(item) && slices.ContainsFunc(list.Items[:i],
			func(other yaml.Node) bool { return other.Kind == yaml.Scalar && other.Value == item.Value }) {
			d.at(item.Line, item.Col, true, "%q stands twice in this list", item.Value)
		}
	}
}
