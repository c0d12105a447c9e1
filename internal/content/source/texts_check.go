package source

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"storefront/internal/content/yaml"
	"storefront/internal/core/translation"
	"storefront/internal/lib/lazyregexp"
	"storefront/internal/lib/suggest"
)

// pluralForm matches the end of the key of a counted message of the interface.
var pluralForm = lazyregexp.New(`^(.+)_(zero|one|two|few|many|other)$`)

// PluralForms are all plural forms, by which words of mails are counted.
var PluralForms = []string{"zero", "one", "two", "few", "many", "other"}

// placeholders match the places in texts that values replace.
var placeholders = map[translation.Kind]*lazyregexp.Regexp{
	translation.Pages: lazyregexp.New(`\{\{[^{}]*\}\}`), translation.Mails: lazyregexp.New(`\{[^{}]*\}`),
}

// Counted has the English forms of a text that depends on a number.
type Counted struct {
	Text string // the form "other"
	One  string // the form "one", which languages may use of other numbers too
	// Single is the form "one" of languages that have it of the number 1 alone.
	Single string
	Zero   bool // there is a text of its own for none
}

// optionalTexts are texts that not every language has: English may have them where another has none, and the reverse.
var optionalTexts = map[string]any{
	"mails.calendar.halves": []any{"", ""}, "mails.calendar.shortWeekdays": make([]any, 7),
	"mails.calendar.shortMonths": make([]any, 12), "mails.calendar.first": "", "mails.currencies": nil,
}

// textChecker compares the texts of a file with English's.
type textChecker struct {
	*file
	kind          translation.Kind
	requiredForms []string   // plural forms that the language needs
	allowedForms  []string   // and those that it may have
	isComplete    bool       // no text may be missing
	missing       [][]string // by path
}

// TextStructure returns the structure of a language's texts of a kind: a string for each text, Counted for each counted
// one, a list or a tree; nil means keys that editors choose.
func TextStructure(kind translation.Kind) translation.Tree {
	like := (&textChecker{kind: kind}).structureOf(translation.Load(kind, "en"))
	for _, path := range slices.Sorted(maps.Keys(optionalTexts)) {
		keys := strings.Split(path, ".")
		at, last := like, len(keys)-1
		if keys[0] != string(kind) {
			continue
		}
		for _, key := range keys[1:last] {
			at = at[key].(translation.Tree)
		}
		if like := optionalTexts[path]; like == nil || at[keys[last]] == nil {
			at[keys[last]] = like
		}
	}
	return like
}

// Placeholders returns the places of a text that values replace, sorted.
func Placeholders(kind translation.Kind, text string) []string {
	return (&textChecker{kind: kind}).placeholders(text)
}

// structureOf turns the tree of English's texts into one whose counted texts are one each.
func (c *textChecker) structureOf(english translation.Tree) translation.Tree {
	like := translation.Tree{}
	for key, value := range english {
		if below, ok := value.(translation.Tree); ok {
			if c.kind == translation.Mails && arePluralForms(below) {
				like[key] = c.countedText(below["one"], below["other"].(string))
			} else {
				like[key] = c.structureOf(below)
			}
		} else if m := pluralForm.FindStringSubmatch(key); m != nil && c.kind == translation.Pages {
			if other, ok := english[m[1]+"_other"].(string); ok {
				counted := c.countedText(english[m[1]+"_one"], other)
				counted.Zero = english[m[1]+"_zero"] != nil
				like[m[1]] = counted
			}
		} else {
			like[key] = value
		}
	}
	return like
}

// countedText returns the forms of a counted text. A form "one" without the number is of the number 1 alone.
func (c *textChecker) countedText(one any, other string) Counted {
	if text, ok := one.(string); ok && slices.Equal(c.placeholders(text), c.placeholders(other)) {
		return Counted{Text: other, One: text, Single: text}
	} else if ok {
		return Counted{Text: other, One: other, Single: text}
	}
	return Counted{Text: other, One: other, Single: other}
}

func arePluralForms(t translation.Tree) bool {
	for key := range t {
		if !slices.Contains(PluralForms, key) {
			return false
		}
	}
	return t["other"] != nil
}

func (c *textChecker) path(at []string) string { return string(c.kind) + "." + strings.Join(at, ".") }

// checkTree checks the texts below a node and returns them.
func (c *textChecker) checkTree(n *yaml.Node, like translation.Tree, at []string) translation.Tree {
	read := translation.Tree{}
	if n.Kind != yaml.Mapping {
		c.report(n.Line, n.Col, false, "keys with texts are expected here, not %s", describeNode(n))
		return read
	}
	known := map[string]bool{}
	for i := range n.Pairs {
		key, value := &n.Pairs[i].Key, &n.Pairs[i].Value
		name, form := key.Value, ""
		if m := pluralForm.FindStringSubmatch(name); m != nil && c.kind == translation.Pages {
			if _, ok := like[m[1]].(Counted); ok {
				name, form = m[1], m[2]
			}
		}
		path := append(slices.Clone(at), name)
		likeThis, ok := like[name]
		if !ok {
			likeThis, ok = optionalTexts[c.path(path)]
		}
		if !ok {
			c.report(key.Line, key.Col, false, "there is no text %q%s", c.path(path),
				suggest.DidYouMean(name, slices.Sorted(maps.Keys(like))))
			continue
		}
		known[name] = true
		if text := c.checkValue(key, value, form, likeThis, path); text != nil {
			read[key.Value] = text
		}
	}
	for _, name := range slices.Sorted(maps.Keys(like)) {
		path := append(slices.Clone(at), name)
		if _, may := optionalTexts[c.path(path)]; !known[name] && !may {
			c.recordMissing(like[name], path)
		} else if like, ok := like[name].(Counted); ok && known[name] && c.kind == translation.Pages {
			c.checkForms(n, name, like, read)
		}
	}
	return read
}

// checkValue checks the value of a key: a text, a list of texts, or more keys. It returns nil for a mistake.
func (c *textChecker) checkValue(key, n *yaml.Node, form string, like any, at []string) any {
	switch like := like.(type) {
	case nil:
		return c.checkFreeKeys(n)
	case translation.Tree:
		return c.checkTree(n, like, at)
	case []any:
		return c.checkList(n, like)
	case Counted:
		switch {
		case c.kind == translation.Mails:
			return c.checkPluralForms(n, like)
		case form == "":
			c.report(key.Line, key.Col, false, "%q is counted: it needs the texts %s", c.path(at),
				strings.Join(c.formKeys(at[len(at)-1]), ", "))
			return nil
		}
		return c.checkText(n, like.Text, form)
	}
	return c.checkText(n, like.(string), "")
}

// checkText checks one text. A form of a counted text may leave out the number: "one hour".
func (c *textChecker) checkText(n *yaml.Node, like, form string) any {
	d := decoder{file: c.file}
	if n.Kind != yaml.Scalar || n.IsNull() || strings.Trim(n.Value, " \t\n") == "" {
		if n.Kind == yaml.Scalar {
			c.report(n.Line, n.Col, false, "this text is empty")
		} else {
			d.expectScalar(n, "a text")
		}
		return nil
	}
	if i := firstControlCharacter(n.Value); i >= 0 {
		c.report(n.Line, n.Col, false, "this text has an invisible character: %U", []rune(n.Value[i:])[0])
		return nil
	}
	c.comparePlaceholders(n, like, form)
	return n.Value
}

func (c *textChecker) comparePlaceholders(n *yaml.Node, like, form string) {
	own, english := c.placeholders(n.Value), c.placeholders(like)
	if rest := placeholders[c.kind].ReplaceAllString(n.Value, ""); strings.ContainsAny(rest, "{}") {
		c.report(n.Line, n.Col, false, "a brace of this text would be shown: placeholders of %s are written as %s",
			c.kind,
			map[translation.Kind]string{translation.Pages: "{{n}}", translation.Mails: "{n}"}[c.kind])
		return
	}
	for _, name := range own {
		if !slices.Contains(english, name) {
			c.report(n.Line, n.Col, false, "%s is not a placeholder of this text; English has %s%s", name,
				orNone(english),
				suggest.DidYouMean(name, english))
			return
		}
	}
	if form != "" && form != "other" {
		return
	}
	for _, name := range english {
		if !slices.Contains(own, name) {
			c.report(n.Line, n.Col, false, "the placeholder %s is missing", name)
			return
		}
	}
}

func (c *textChecker) placeholders(text string) []string {
	all := placeholders[c.kind].FindAllString(text, -1)
	slices.Sort(all)
	return slices.Compact(all)
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// checkList checks a list that has as many texts as English's.
func (c *textChecker) checkList(n *yaml.Node, like []any) any {
	if n.Kind != yaml.Sequence {
		c.report(n.Line, n.Col, false, "a list of %d texts is expected here, not %s", len(like), describeNode(n))
		return nil
	}
	if len(n.Items) != len(like) {
		c.report(n.Line, n.Col, false, "this list has %d texts; it needs %d", len(n.Items), len(like))
		return nil
	}
	read := []any{}
	for i := range n.Items {
		english, _ := like[i].(string)
		read = append(read, c.checkText(&n.Items[i], english, ""))
	}
	return read
}

// checkFreeKeys reads texts by keys of the editor's own: symbols of currencies.
func (c *textChecker) checkFreeKeys(n *yaml.Node) any {
	read := translation.Tree{}
	if n.Kind != yaml.Mapping {
		c.report(n.Line, n.Col, false, "keys with texts are expected here, not %s", describeNode(n))
	}
	for i := range n.Pairs {
		read[n.Pairs[i].Key.Value] = c.checkText(&n.Pairs[i].Value, "", "")
	}
	return read
}

// checkPluralForms checks a counted text of mails, whose forms are keys of their own.
func (c *textChecker) checkPluralForms(n *yaml.Node, like Counted) any {
	read := translation.Tree{}
	if n.Kind != yaml.Mapping {
		c.report(n.Line, n.Col, false, "the plural forms %s are expected here, not %s",
			strings.Join(c.requiredForms, ", "),
			describeNode(n))
		return read
	}
	for i := range n.Pairs {
		key := &n.Pairs[i].Key
		if !slices.Contains(c.requiredForms, key.Value) {
			c.reportUnknownForm(key, key.Value)
			continue
		}
		read[key.Value] = c.checkText(&n.Pairs[i].Value, like.Text, key.Value)
	}
	for _, form := range c.requiredForms {
		if n.Get(form) == nil && (c.isComplete || form == "other") {
			c.report(n.Line, n.Col, false, "the plural form %q is missing; this language has %s", form,
				strings.Join(c.requiredForms, ", "))
		}
	}
	return read
}

func (c *textChecker) reportUnknownForm(key *yaml.Node, form string) {
	c.report(key.Line, key.Col, false, "this language has no plural form %q; it has %s", form,
		strings.Join(c.requiredForms, ", "))
}

// checkForms reports plural forms of a message that are missing or that the language has not.
func (c *textChecker) checkForms(n *yaml.Node, name string, like Counted, read translation.Tree) {
	var first *yaml.Node
	for i := range n.Pairs {
		key := &n.Pairs[i].Key
		m := pluralForm.FindStringSubmatch(key.Value)
		if m == nil || m[1] != name {
			continue
		}
		if first == nil {
			first = key
		}
		if form := m[2]; !slices.Contains(c.allowedForms, form) && !(form == "zero" && like.Zero) {
			c.reportUnknownForm(key, form)
		}
	}
	for _, form := range c.requiredForms {
		if first != nil && n.Get(name+"_"+form) == nil && c.isComplete {
			c.report(first.Line, first.Col, false, "%s_%s is missing; this language has the plural forms %s", name,
				form,
				strings.Join(c.requiredForms, ", "))
		}
	}
}

func (c *textChecker) formKeys(name string) (keys []string) {
	for _, form := range c.requiredForms {
		keys = append(keys, name+"_"+form)
	}
	return keys
}

// recordMissing notes the texts that are missing at a path.
func (c *textChecker) recordMissing(like any, at []string) {
	below, ok := like.(translation.Tree)
	if !ok {
		c.missing = append(c.missing, at)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(below)) {
		path := append(slices.Clone(at), name)
		if _, may := optionalTexts[c.path(path)]; !may {
			c.recordMissing(below[name], path)
		}
	}
}

// maxNamedTexts bounds how many missing texts a message names.
const maxNamedTexts = 12

// reportMissing warns of all missing texts at once; pages show them in English.
func (c *textChecker) reportMissing() {
	if !c.isComplete || len(c.missing) == 0 {
		return
	}
	var named []string
	for _, path := range c.missing[:min(len(c.missing), maxNamedTexts)] {
		named = append(named, c.path(path))
	}
	rest := ""
	if more := len(c.missing) - maxNamedTexts; more > 0 {
		rest = fmt.Sprintf(" and %d more", more)
	}
	what := "texts are missing, and are shown in English"
	if len(c.missing) == 1 {
		what = "text is missing, and is shown in English"
	}
	n := &yaml.Node{Line: 1, Col: 1}
	for i := range c.root.Pairs {
		if c.root.Pairs[i].Key.Value == string(c.kind) {
			n = &c.root.Pairs[i].Key
		}
	}
	c.report(n.Line, n.Col, true, "%d %s: %s%s", len(c.missing), what, strings.Join(named, ", "), rest)
}
