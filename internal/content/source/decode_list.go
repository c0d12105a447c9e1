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

func (d *decoder) decodeList(n *yaml.Node, into reflect.Value) {
	if n.Kind == yaml.Scalar && d.forgiving && into.Type().Elem().Kind() == reflect.String {
		for _, word := range splitList(n.Value) {
			into.Set(reflect.Append(into, reflect.ValueOf(word)))
		}
		return
	}
	if n.Kind != yaml.Sequence {
		d.reportMissingList(n, into)
		return
	}
	into.Set(reflect.MakeSlice(into.Type(), len(n.Items), len(n.Items)))
	isReported := false // an entry that is no mapping; the others of the list are alike
	for i := range n.Items {
		isNotMapping := decodeModeOf(into.Type().Elem()) == byKind && into.Type().Elem().Kind() == reflect.Struct &&
			n.Items[i].Kind != yaml.Mapping
		if !isNotMapping || !isReported {
			d.decode(&n.Items[i], into.Index(i))
		}
		isReported = isReported || isNotMapping
	}
	d.warnDuplicates(n)
	d.warnSplitItems(n)
	d.warnForeignComma(n)
}

// foreignCommas are those of Arabic and Chinese keyboards, with the space behind them.
var foreignCommas = lazyregexp.New(`[،，、]\s*`)

// warnForeignComma warns of a list within [ ] whose items are separated by commas of another keyboard, so that they are
// one.
func (d *decoder) warnForeignComma(list *yaml.Node) {
	if len(list.Items) != 1 || list.Items[0].Kind != yaml.Scalar || list.Items[0].Quoted {
		return
	}
	item := &list.Items[0]
	if !foreignCommas.MatchString(item.Value) {
		return
	}
	if line := []rune(diag.LineOf(d.text, list.Line)); list.Col > len(line) || line[list.Col-1] != '[' {
		return // a line of its own, which is one text
	}
	d.report(item.Line, item.Col, true,
		"within [ ] the comma , separates items, as in [%s]; an item with a comma needs quotation marks: %q",
		foreignCommas.ReplaceAllString(item.Value, ", "), item.Value)
}

// warnSplitItems warns of items that were one text with a comma within its brackets.
func (d *decoder) warnSplitItems(list *yaml.Node) {
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
				d.report(first.Line, first.Col, true,
					"within [ ] a comma separates items; an item with a comma needs quotation marks: %q",
					text)
			}
			if strings.Count(text, "(") <= strings.Count(text, ")") {
				break
			}
		}
	}
}

// codeForm is an entry of a list that is a name or a code.
var codeForm = lazyregexp.New(`^[\w./-]+$`)

// reportMissingList reports a value in place of a list. Codes in one text are read as the list that they should be, so
// that nothing else is reported because of it.
func (d *decoder) reportMissingList(n *yaml.Node, into reflect.Value) {
	of := into.Type().Elem()
	form := "[" + cmp.Or(examples[of], "a, b") + "]"
	if n == d.root {
		form = "- " + cmp.Or(examples[of], "a")
	}
	if entries := splitList(n.Value); of.Kind() == reflect.String && n.Kind == yaml.Scalar && !n.IsNull() &&
		!slices.ContainsFunc(entries, func(entry string) bool { return !codeForm.MatchString(entry) }) {
		form = "[" + strings.Join(entries, ", ") + "]"
		for _, entry := range entries {
			into.Set(reflect.Append(into, reflect.ValueOf(entry).Convert(of)))
		}
	} else {
		d.markUnread(n)
	}
	d.report(n.Line, n.Col, false, "a list is expected here, such as %s, not %s", form, describeNode(n))
}

// splitList returns the entries of a list that other programs write as one text: between commas, or else between
// spaces.
func splitList(text string) (entries []string) {
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

// warnDuplicates reports repeated values of a list.
func (d *decoder) warnDuplicates(list *yaml.Node) {
	for i := range list.Items {
		item := &list.Items[i]
		if item.Kind == yaml.Scalar && !isBlank(item) && slices.ContainsFunc(list.Items[:i],
			func(other yaml.Node) bool { return other.Kind == yaml.Scalar && other.Value == item.Value }) {
			d.report(item.Line, item.Col, true, "%q appears twice in this list", item.Value)
		}
	}
}
