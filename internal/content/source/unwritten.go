package source

import (
	"cmp"
	"slices"
	"strings"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/yaml"
	"storefront/internal/lib/lazyregexp"
)

// toWrite are the placeholders, by language, that generate new writes for prose. Only a draft may have them.
var toWrite = map[string]string{"en": "To be written.", "ar": "يُكتب لاحقًا."}

// ToWrite returns the placeholder for prose in a language.
func ToWrite(language string) string { return cmp.Or(toWrite[language], toWrite["en"]) }

// summaryToWrite are the sentences, by language, that end the summaries of what generate new begins: of a product, and
// of anything else. They are as long as search engines show.
var summaryToWrite = map[string][2]string{
	"en": {"what visitors get, in one or two plain sentences of 70 to 160 characters; search engines show them too.",
		"what it is about, in one or two plain sentences of 70 to 160 characters; search engines show them too."},
	"ar": {"ما الذي يحصل عليه الزائر، في جملة أو جملتين من 70 إلى 160 حرفًا؛ وتعرضه محركات البحث أيضًا.",
		"الموضوع باختصار، في جملة أو جملتين من 70 إلى 160 حرفًا؛ وتعرضه محركات البحث أيضًا."},
}

// SummaryToWrite returns the placeholder for the summary of a product, or of other content, in a language.
func SummaryToWrite(ofProduct bool, language string) string {
	sentences := summariesToWrite(language)
	if ofProduct {
		return sentences[0]
	}
	return sentences[1]
}

// IsSummaryToWrite reports whether a summary is as generate new begins it, in any language.
func IsSummaryToWrite(summary string) bool {
	for _, sentences := range summaryToWrite {
		if endsWith(summary, sentences) {
			return true
		}
	}
	return false
}

func endsWith(text string, sentences [2]string) bool {
	return slices.ContainsFunc(sentences[:], func(sentence string) bool {
		before, found := strings.CutSuffix(text, sentence)
		return found && strings.HasSuffix(before, ": ")
	})
}

func summariesToWrite(language string) [2]string {
	return cmp.Or(summaryToWrite[language], summaryToWrite["en"])
}

// TitleToWrite begins the Arabic titles of what generate new begins: a slug, which has Latin letters, follows.
const TitleToWrite = "عنوان: "

var titleToWrite = lazyregexp.New(`^` + TitleToWrite + `[a-z0-9 ]+$`)

// unwritten reports texts that nobody has written yet, or not in their language, of something that is shown.
func unwritten(f *file, draft bool, language string, prose catalog.Prose, out *[]diag.Diagnostic) {
	if draft {
		return
	}
	checkScript(f, language, prose)
	const message = "this stands for a text that is to be written: write it, or make this a draft again"
	if f != nil && f.root != nil {
		f.checkReady(prose)
		eachText(f.root, func(n *yaml.Node) {
			if titleToWrite.MatchString(n.Value) || endsWith(n.Value, summariesToWrite(language)) {
				f.at(n.Line, n.Col, false, message)
			}
		})
	}
	text := strings.TrimSpace(prose.Source)
	if text == "" || text != ToWrite(language) {
		return
	}
	before := prose.Source[:strings.Index(prose.Source, text)]
	*out = append(*out, diag.Diagnostic{Path: prose.File, Line: prose.Line + strings.Count(before, "\n"), Col: 1,
		Message: message}.WithExcerpt())
}

func eachText(n *yaml.Node, do func(*yaml.Node)) {
	if n.Kind == yaml.Scalar {
		do(n)
	}
	for i := range n.Items {
		eachText(&n.Items[i], do)
	}
	for i := range n.Pairs {
		eachText(&n.Pairs[i].Value, do)
	}
}
