package scaffold

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	bcp47 "golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"storefront/internal/content/source"
	"storefront/internal/core/locale"
	"storefront/internal/core/translation"
	"storefront/internal/lib/misuse"
	"storefront/internal/lib/suggest"
)

// languageTextFile returns the file with which a language begins.
func (s *Skeleton) languageTextFile() (map[string]string, []string, error) {
	code := s.Slug
	if _, builtIn := locale.BuiltIn[code]; builtIn {
		return nil, nil, fmt.Errorf("%q comes with the program; texts/%s.yaml may replace single texts of it", code,
			code)
	}
	file := "texts/" + code + ".yaml"
	return map[string]string{file: LanguageTexts(code)}, []string{
		"translate the texts of " + file,
		"name " + code + " in languages of a deployment, with untranslated: fallback while content lacks it, and " +
			"generate list untranslated",
	}, nil
}

// CheckLanguage returns an error if a code is not that of a recognised language. The error suggests the code that is
// probably meant: fr for French, FR and fr-FR.
func CheckLanguage(code string) error {
	if locale.IsRecognised(code) {
		return nil
	}
	meant := ""
	if recognised := guessLanguage(code); recognised != "" {
		meant = fmt.Sprintf("; did you mean %q?", recognised)
	}
	return misuse.Errorf("%q is not the code of a language that storefronts have addresses for; they are %s%s", code,
		strings.Join(locale.Recognised, ", "), meant)
}

// namingLanguages are the languages in which editors name languages, beside the language itself.
var namingLanguages = []bcp47.Tag{bcp47.English, bcp47.German, bcp47.French, bcp47.Spanish, bcp47.Italian,
	bcp47.Turkish,
	bcp47.Arabic}

// guessLanguage returns the recognised language that a word names, if there is one.
func guessLanguage(word string) string {
	if tag, err := bcp47.Parse(word); err == nil {
		if base, _ := tag.Base(); locale.IsRecognised(base.String()) {
			return base.String()
		}
	}
	if len(word) < 4 { // every code is near every other
		return ""
	}
	codes := map[string]string{}
	for _, code := range locale.Recognised {
		tag := bcp47.Make(code)
		codes[display.Self.Name(tag)] = code
		for _, in := range namingLanguages {
			codes[display.Languages(in).Name(tag)] = code
		}
	}
	return codes[suggest.Nearest(word, slices.Sorted(maps.Keys(codes)))]
}

// LanguageTexts returns texts/<code>.yaml with which a language begins that does not come with the program: the English
// texts, to be translated, with a text for each plural form that the language has.
func LanguageTexts(code string) string {
	tag := bcp47.Make(code)
	region, _ := tag.Region()
	var b strings.Builder
	fmt.Fprintf(&b, "# The texts of the English interface, mails and documents, to be translated. Keep words in "+
		"braces.\n# iso names the country whose conventions dates and amounts follow.\n"+
		"language: {name: %s, iso: %s-%s, direction: %s}\n",
		jsonText(display.Self.Name(tag)), code, region, locale.Direction(code))
	for _, kind := range []translation.Kind{translation.Pages, translation.Mails} {
		fmt.Fprintf(&b, "%s:\n", kind)
		writeTexts(&b, kind, source.TextStructure(kind), code, "  ")
	}
	return b.String()
}

func writeTexts(b *strings.Builder, kind translation.Kind, like translation.Tree, code, indent string) {
	for _, key := range slices.Sorted(maps.Keys(like)) {
		name := jsonKey(key)
		switch value := like[key].(type) {
		case translation.Tree:
			fmt.Fprintf(b, "%s%s:\n", indent, name)
			writeTexts(b, kind, value, code, indent+"  ")
		case source.Counted:
			if kind == translation.Mails {
				fmt.Fprintf(b, "%s%s:\n", indent, name)
			}
			for _, form := range locale.PluralForms(code) {
				text := value.Text
				if form == "one" && locale.HasSingular(code) {
					text = value.Single
				} else if form == "one" {
					text = value.One
				}
				if kind == translation.Mails {
					fmt.Fprintf(b, "%s  %s: %s\n", indent, form, jsonText(text))
				} else {
					fmt.Fprintf(b, "%s%s: %s\n", indent, jsonKey(key+"_"+form), jsonText(text))
				}
			}
		case []any:
			if len(value) > 0 && value[0] != nil && value[0] != "" {
				fmt.Fprintf(b, "%s%s: %s\n", indent, name, jsonText(value))
			}
		case string:
			if value != "" {
				fmt.Fprintf(b, "%s%s: %s\n", indent, name, jsonText(value))
			}
		}
	}
}

// jsonKey returns a key as YAML has it: in quotation marks if it begins with a sign.
func jsonKey(key string) string {
	if strings.Trim(key[:1], "abcdefghijklmnopqrstuvwxyz") == "" {
		return key
	}
	return jsonText(key)
}

// jsonText returns a text or a list of texts in the form that JSON and YAML share.
func jsonText(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // texts can be encoded
	return strings.TrimSpace(b.String())
}
