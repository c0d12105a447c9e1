package source

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
	"storefront/internal/core/locale"
	"storefront/internal/core/translation"
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
	for _, code := range r.ids("texts", out) {
		f, ok := r.open("texts/"+code+".yaml", out)
		if !ok || !f.parse(f.text, 1) {
			all[code] = &catalog.Language{Locale: locale.Locale{Code: code}} // its mistake is reported once
			continue
		}
		if !locale.IsRecognised(code) {
			f.at(1, 1, false, "%q is not a language that storefronts have addresses for; they are %s", code,
				strings.Join(locale.Recognised, ", "))
			continue
		}
		all[code] = languageOf(f, code)
	}
	return all
}

// languageParts are the keys of a file of texts.
var languageParts = []string{"language", "pages", "mails"}

func languageOf(f *file, code string) *catalog.Language {
	builtIn, isBuiltIn := locale.BuiltIn[code]
	language := &catalog.Language{Locale: builtIn}
	language.Code = code
	if f.root.Kind != yaml.Mapping {
		f.at(f.root.Line, f.root.Col, false, "keys with values are expected here: language, pages and mails")
		return language
	}
	for i := range f.root.Pairs {
		if key := &f.root.Pairs[i].Key; !slices.Contains(languageParts, key.Value) {
			f.at(key.Line, key.Col, false, "unknown key %q%s", key.Value, suggest.DidYouMean(key.Value, languageParts))
		}
	}
	facts := f.root.Get("language")
	switch {
	case isBuiltIn && facts != nil:
		f.wrongKey(nil, "language", "%s comes with the program, which knows its name and direction", builtIn.Name)
	case !isBuiltIn && facts == nil:
		f.at(1, 1, false, `"language" is missing: the name, iso and direction of %q`, code)
	case !isBuiltIn:
		readFacts(f, facts, &language.Locale)
	}
	language.Messages, language.OwnMessages = textsOf(f, code, translation.Pages)
	language.Words, _ = textsOf(f, code, translation.Mails)
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
		f.wrong([]any{"language", "iso"}, "%q is not a language and a country, such as %s-%s", l.ISO, l.Code,
			strings.ToUpper(l.Code))
	}
	if facts.Format != "" && !isLocaleOf(facts.Format, l.Code, true) {
		f.wrong([]any{"language", "format"}, "%q is not a locale of %q, such as %s-u-nu-latn-ca-gregory", l.Format,
			l.Code, l.ISO)
	} else if facts.Format != "" && !isGregorian(facts.Format, l.Code) {
		f.wrong([]any{"language", "format"}, "%q writes days of another calendar than bookings have: write "+
			"%s-u-ca-gregory-nu-latn", l.Format, l.ISO)
	}
	if want := locale.Direction(l.Code); l.Dir != "" && l.Dir != want {
		f.wrong([]any{"language", "direction"}, "%q is written %s", l.Code, want)
		l.Dir = want
	}
}

// textsOf checks the texts of a kind in a file. It returns all of the language's and those of the file, as JSON, or
// nothing for a language of the program whose texts the file leaves alone.
func textsOf(f *file, code string, kind translation.Kind) (all, own []byte) {
	english, base := translation.Of(kind, "en"), translation.Of(kind, code)
	n := f.root.Get(string(kind))
	if n == nil || n.IsNull() {
		if base == nil {
			f.at(1, 1, false, "%q is missing: the %s", string(kind), whatTexts[kind])
		}
		return nil, nil
	}
	forms := locale.Forms(code)
	c := &textChecker{file: f, kind: kind, forms: forms, mayHave: forms, whole: base == nil}
	hasMillions := slices.Contains(locale.RoundMillions, code)
	if hasMillions {
		c.mayHave = append(slices.Clone(forms), "many")
	}
	read := c.tree(n, c.like(english), nil)
	c.reportMissing()
	if base != nil {
		return asJSON(translation.Merge(base, read)), asJSON(read)
	}
	for _, path := range c.missing {
		addEnglish(read, english, path, forms)
	}
	if hasMillions && kind == translation.Pages {
		addMany(read)
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

var whatTexts = map[translation.Kind]string{translation.Pages: "messages of the interface",
	translation.Mails: "words of mails and documents"}

func asJSON(t translation.Tree) []byte {
	data, err := json.Marshal(t)
	if err != nil {
		panic(err) // texts, lists and trees
	}
	return data
}

// addMany gives counted messages the form of round millions, which browsers would look for, where they lack it.
func addMany(t translation.Tree) {
	for key, value := range t {
		if below, ok := value.(translation.Tree); ok {
			addMany(below)
		}
		if name, counted := strings.CutSuffix(key, "_other"); counted && t[name+"_many"] == nil {
			t[name+"_many"] = value
		}
	}
}
