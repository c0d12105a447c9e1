package source

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	bcp47 "golang.org/x/text/language"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
	"storefront/internal/core/locale"
	"storefront/internal/core/translation"
	"storefront/internal/lib/lazyregexp"
	"storefront/internal/lib/suggest"
)

// languageFacts has the description of a language in its file of texts.
type languageFacts struct {
	Name      string `yaml:"name,required"`
	ISO       string `yaml:"iso,required"`
	Format    string `yaml:"format"`
	Direction string `yaml:"direction,required"`
}

// Texts reads texts/: a language's name, direction, messages and words, by its code.
func (r *Reader) Texts(out *[]diag.Diagnostic) map[string]*catalog.Language {
	all := map[string]*catalog.Language{}
	for _, code := range r.listIDs("texts", out) {
		f, ok := r.openText("texts/"+code+".yaml", out)
		if !ok || !f.parse(f.text, 1) {
			all[code] = &catalog.Language{Locale: locale.Locale{Code: code}} // its mistake is reported once
			continue
		}
		if !locale.IsRecognised(code) {
			f.report(1, 1, false, "%q is not a language that storefronts have addresses for; they are %s", code,
				strings.Join(locale.Recognised, ", "))
			continue
		}
		all[code] = parseLanguage(f, code)
	}
	return all
}

// languageParts are the keys of a file of texts.
var languageParts = []string{"language", "pages", "mails"}

func parseLanguage(f *file, code string) *catalog.Language {
	builtIn, isBuiltIn := locale.BuiltIn[code]
	language := &catalog.Language{Locale: builtIn}
	language.Code = code
	if f.root.Kind != yaml.Mapping {
		f.report(f.root.Line, f.root.Col, false, "keys with values are expected here: language, pages and mails")
		return language
	}
	for i := range f.root.Pairs {
		if key := &f.root.Pairs[i].Key; !slices.Contains(languageParts, key.Value) {
			f.report(key.Line, key.Col, false, "unknown key %q%s", key.Value,
				suggest.DidYouMean(key.Value, languageParts))
		}
	}
	facts := f.root.Get("language")
	switch {
	case isBuiltIn && facts != nil:
		f.errorAtKey(nil, "language", "%s comes with the program, which knows its name and direction", builtIn.Name)
	case !isBuiltIn && facts == nil:
		f.report(1, 1, false, `"language" is missing: the name, iso and direction of %q`, code)
	case !isBuiltIn:
		readFacts(f, facts, &language.Locale)
	}
	language.Messages, language.OwnMessages = parseTexts(f, code, translation.Pages)
	language.Words, _ = parseTexts(f, code, translation.Mails)
	return language
}

func readFacts(f *file, n *yaml.Node, l *locale.Locale) {
	var facts languageFacts
	(&decoder{file: f}).decode(n, reflect.ValueOf(&facts).Elem())
	l.Name, l.ISO, l.Format, l.Dir = facts.Name, facts.ISO, facts.Format, facts.Direction
	if l.Format == "" {
		l.Format = locale.Format(l.Code, l.ISO)
	}
	if l.ISO != "" && !isLocaleOf(l.ISO, l.Code, false) {
		f.errorAt([]any{"language", "iso"}, "%q is not a language and a country, such as %s-%s", l.ISO, l.Code,
			strings.ToUpper(l.Code))
	}
	if facts.Format != "" && !isLocaleOf(facts.Format, l.Code, true) {
		f.errorAt([]any{"language", "format"}, "%q is not a locale of %q, such as %s-u-nu-latn-ca-gregory", l.Format,
			l.Code, l.ISO)
	} else if facts.Format != "" && !isGregorian(facts.Format, l.Code) {
		f.errorAt([]any{"language", "format"}, "%q writes days of another calendar than bookings have: write "+
			"%s-u-ca-gregory-nu-latn", l.Format, l.ISO)
	}
	if want := locale.Direction(l.Code); l.Dir != "" && l.Dir != want {
		f.errorAt([]any{"language", "direction"}, "%q is written %s", l.Code, want)
		l.Dir = want
	}
}

// parseTexts checks the texts of a kind in a file. It returns all of the language's and those of the file, as JSON, or
// nothing for a language of the program whose texts the file leaves alone.
func parseTexts(f *file, code string, kind translation.Kind) (all, own []byte) {
	english, base := translation.Load(kind, "en"), translation.Load(kind, code)
	n := f.root.Get(string(kind))
	if n == nil || n.IsNull() {
		if base == nil {
			f.report(1, 1, false, "%q is missing: the %s", string(kind), textsDescription[kind])
		}
		return nil, nil
	}
	forms := locale.PluralForms(code)
	c := &textChecker{file: f, kind: kind, requiredForms: forms, allowedForms: forms, isComplete: base == nil}
	hasMillions := slices.Contains(locale.RoundMillions, code)
	if hasMillions {
		c.allowedForms = append(slices.Clone(forms), "many")
	}
	read := c.checkTree(n, c.structureOf(english), nil)
	c.reportMissing()
	if base != nil {
		return asJSON(translation.Merge(base, read)), asJSON(read)
	}
	for _, path := range c.missing {
		addEnglish(read, english, path, forms)
	}
	if hasMillions && kind == translation.Pages {
		addManyForms(read)
	}
	all = asJSON(read)
	return all, all
}

// addEnglish puts an English text in the place of one that is missing, so that a program with new texts can be used
// before they are translated. A counted message has the same text for each of the language's plural forms.
func addEnglish(to, english translation.Tree, path []string, forms []string) {
	for _, name := range path[:len(path)-1] {
		english = english[name].(translation.Tree)
		if _, ok := to[name].(translation.Tree); !ok {
			to[name] = translation.Tree{}
		}
		to = to[name].(translation.Tree)
	}
	name := path[len(path)-1]
	if text, ok := english[name]; ok {
		to[name] = text
		return
	}
	for _, form := range forms {
		if text, ok := english[name+"_"+form]; ok {
			to[name+"_"+form] = text
		} else {
			to[name+"_"+form] = english[name+"_other"]
		}
	}
}

var textsDescription = map[translation.Kind]string{translation.Pages: "messages of the interface",
	translation.Mails: "words of mails and documents"}

func asJSON(t translation.Tree) []byte {
	data, err := json.Marshal(t)
	if err != nil {
		panic(err) // texts, lists and trees
	}
	return data
}

// addManyForms gives counted messages the form of round millions, which browsers would look for, where they lack it.
func addManyForms(t translation.Tree) {
	for key, value := range t {
		if below, ok := value.(translation.Tree); ok {
			addManyForms(below)
		}
		if name, counted := strings.CutSuffix(key, "_other"); counted && t[name+"_many"] == nil {
			t[name+"_many"] = value
		}
	}
}

// localeForm is a locale as files of texts have it: a language, a script where it has several, and a country.
var localeForm = lazyregexp.New(`^[a-z]{2}(-[A-Z][a-z]{3})?-[A-Z]{2}$`)

// isLocaleOf reports whether a name is that of a locale of a language: with its country, and with more where more is
// allowed.
func isLocaleOf(name, code string, more bool) bool {
	tag, err := bcp47.Parse(name)
	if err != nil || !strings.HasPrefix(name, code+"-") && name != code {
		return false
	}
	return more || localeForm.MatchString(name) && tag.String() != "und"
}

// isGregorian reports whether a locale of a language writes days of the Gregorian calendar.
func isGregorian(name, code string) bool {
	tag, err := bcp47.Parse(name)
	calendar := tag.TypeForKey("ca")
	return err == nil && (calendar == "gregory" || calendar == "" && locale.Format(code, name) == name)
}
