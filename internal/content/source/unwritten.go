package source

import (
	"cmp"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
)

// toWrite are the texts, by language, that stand for prose in what generate new begins. Only a draft may have them.
var toWrite = map[string]string{"en": "To be written.", "ar": "يُكتب لاحقًا."}

// ToWrite returns the text that stands for prose in a language.
func ToWrite(language string) string { return cmp.Or(toWrite[language], toWrite["en"]) }

// unwritten reports prose that nobody has written yet, of something that is shown.
func unwritten(draft bool, language string, prose catalog.Prose, out *[]diag.Diagnostic) {
	text := strings.TrimSpace(prose.Source)
	if draft || text == "" || text != ToWrite(language) {
		return
	}
	before := prose.Source[:strings.Index(prose.Source, text)]
	*out = append(*out, diag.Diagnostic{Path: prose.File, Line: prose.Line + strings.Count(before, "\n"), Col: 1,
		Message: "this stands for a text that is to be written: write it, or make this a draft again"}.WithExcerpt())
}
