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
)

// language returns the file with which a language begins: the English texts, to be translated, with a text for each
// plural form that the language has.
func (s *Skeleton) language() (map[string]string, []string, error) {
	code := s.Slug
	if !locale.IsRecognised(code) {
		return nil, nil, fmt.Errorf("%q is not a language that storefronts have addresses for; they are %s", code,
			strings.Join(locale.Recognised, ", "))
	}
	if _, builtIn := locale.BuiltIn[code]; builtIn {
		return nil, nil, fmt.Errorf("%q comes with the program; texts/%s.yaml may replace single texts of it", code,
			code)
	}
	tag := bcp47.Make(code)
	region, _ := tag.Region()
	var b strings.Builder
	fmt.Fprintf(&b, "# The texts of the English interface, mails and documents, to be translated. What stands in "+
		"braces stays.\nlanguage: {name: %s, iso: %s-%s, direction: %s}\n",
		quoted(display.Self.Name(tag)), code, region, locale.Direction(code))
	for _, kind := range []translation.Kind{translation.Pages, translation.Mails} {
		fmt.Fprintf(&b, "%s:\n", kind)
		writeTexts(&b, kind, source.Like(kind), locale.Forms(code), "  ")
	}
	file := "texts/" + code + ".yaml"
	return map[string]string{file: b.String()}, []string{
		"translate the texts of " + file,
		"name " + code + " in languages of a deployment, with untranslated: fallback while content lacks it, and " +
			"generate list untranslated",
	}, nil
}

func writeTexts(b *strings.Builder, kind translation.Kind, like translation.Tree, forms []string, indent string) {
	for _, key := range slices.Sorted(maps.Keys(like)) {
		name := quotedKey(key)
		switch value := like[key].(type) {
		case translation.Tree:
			fmt.Fprintf(b, "%s%s:\n", indent, name)
			writeTexts(b, kind, value, forms, indent+"  ")
		case source.Counted:
			if kind == translation.Mails {
				fmt.Fprintf(b, "%s%s:\n", indent, name)
			}
			for _, form := range forms {
				if kind == translation.Mails {
					fmt.Fprintf(b, "%s  %s: %s\n", indent, form, quoted(value.Text))
				} else {
					fmt.Fprintf(b, "%s%s: %s\n", indent, quotedKey(key+"_"+form), quoted(value.Text))
				}
			}
		case []any:
			if len(value) > 0 && value[0] != nil && value[0] != "" {
				fmt.Fprintf(b, "%s%s: %s\n", indent, name, quoted(value))
			}
		case string:
			if value != "" {
				fmt.Fprintf(b, "%s%s: %s\n", indent, name, quoted(value))
			}
		}
	}
}

// quotedKey returns a key as YAML has it: in quotation marks if it begins with a sign.
func quotedKey(key string) string {
	if strings.Trim(key[:1], "abcdefghijklmnopqrstuvwxyz") == "" {
		return key
	}
	return quoted(key)
}

// quoted returns a text or a list of texts in the form that JSON and YAML share.
func quoted(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // texts can be encoded
	return strings.TrimSpace(b.String())
}
